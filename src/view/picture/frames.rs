//! A sequence of pictures, each stored as its changes from the previous one.

use std::collections::HashMap;

use super::shape::{Level, Paint, Picture};
use super::svg::{paints, write_shape};

/// A sequence of pictures that share their parts: a form that occurs in many of them is stored once.
#[derive(Debug, Clone, Default)]
pub struct Frames {
    /// All parts that occur in any of the pictures.
    parts: Vec<FramePart>,
    places: HashMap<(Level, String), usize>,
    /// For each picture, the parts that changed, each with its new form; `None` where the part is gone.
    changes: Vec<Vec<(usize, Option<usize>)>>,
    paints: Vec<Paint>,
    width: f64,
    height: f64,
}

/// A part with all the forms that it takes.
#[derive(Debug, Clone)]
pub struct FramePart {
    /// Level on which the part is drawn.
    pub level: Level,
    /// Key of the part, the same in every picture (see [`Part::key`](super::Part::key)).
    pub key: String,
    /// The distinct forms of the part: its shapes, as SVG.
    pub forms: Vec<String>,
    known: HashMap<String, usize>,
    /// Index of the form in the picture added last; `None` if that picture does not have the part.
    current: Option<usize>,
}

impl Frames {
    /// Appends a picture.
    pub fn push(&mut self, picture: &Picture) {
        (self.width, self.height) = (self.width.max(picture.width), self.height.max(picture.height));
        for paint in paints(picture.parts.iter()) {
            if !self.paints.contains(&paint) {
                self.paints.push(paint);
            }
        }
        let mut changed = Vec::new();
        let mut is_there = vec![false; self.parts.len()];
        for part in picture.from_ground() {
            let parts = &mut self.parts;
            let place = *self.places.entry((part.level, part.key.clone())).or_insert_with(|| {
                let (level, key) = (part.level, part.key.clone());
                parts.push(FramePart { level, key, forms: Vec::new(), known: HashMap::new(), current: None });
                parts.len() - 1
            });
            is_there.resize(self.parts.len(), false);
            let Some(own) = self.parts.get_mut(place) else { continue };
            if let Some(there) = is_there.get_mut(place) {
                *there = true;
            }
            let mut markup = String::new();
            part.shapes.iter().for_each(|shape| write_shape(&mut markup, shape));
            let next = own.forms.len();
            let form = *own.known.entry(markup).or_insert_with_key(|markup| {
                own.forms.push(markup.clone());
                next
            });
            if own.current != Some(form) {
                own.current = Some(form);
                changed.push((place, Some(form)));
            }
        }
        for (place, own) in self.parts.iter_mut().enumerate() {
            if own.current.is_some() && is_there.get(place) == Some(&false) {
                own.current = None;
                changed.push((place, None));
            }
        }
        self.changes.push(changed);
    }

    /// Returns all parts; their indices are the numbers that [`changes`](Self::changes) uses.
    pub fn parts(&self) -> &[FramePart] {
        &self.parts
    }

    /// Returns the numbers of the parts in drawing order, from the lowest level to the highest.
    pub fn from_ground(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.parts.len()).collect();
        order.sort_by_key(|&place| self.parts.get(place).map(|part| part.level));
        order
    }

    /// Returns, for each picture, the parts that differ from the previous picture: the number of the part and that of
    /// its form, or `None` where the part is gone.
    pub fn changes(&self) -> &[Vec<(usize, Option<usize>)>] {
        &self.changes
    }

    /// Returns every paint that occurs in any of the pictures.
    pub fn paints(&self) -> &[Paint] {
        &self.paints
    }

    /// Returns the width of the widest picture and the height of the highest.
    pub fn size(&self) -> (f64, f64) {
        (self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::super::shape::{Anchor, Part, Point, Shape};
    use super::*;

    fn picture(parts: &[(&str, &str)]) -> Picture {
        let part = |(key, text): &(&str, &str)| Part {
            level: Level::Names,
            key: (*key).to_owned(),
            shapes: vec![Shape::text(Point::default(), 10.0, Anchor::Start, text)],
        };
        let parts = parts.iter().map(part).collect();
        Picture { title: String::new(), description: String::new(), width: 10.0, height: 10.0, parts }
    }

    #[test]
    fn only_what_changes_is_kept_again() {
        let mut frames = Frames::default();
        frames.push(&picture(&[("a", "1"), ("b", "1")]));
        frames.push(&picture(&[("a", "2"), ("b", "1")]));
        frames.push(&picture(&[("a", "1"), ("c", "1")]));
        let expected: [&[(usize, Option<usize>)]; 3] =
            [&[(0, Some(0)), (1, Some(0))], &[(0, Some(1))], &[(0, Some(0)), (2, Some(0)), (1, None)]];
        assert_eq!(frames.changes(), expected);
        let forms: Vec<usize> = frames.parts().iter().map(|part| part.forms.len()).collect();
        assert_eq!(forms, [2, 1, 1]);
    }
}
