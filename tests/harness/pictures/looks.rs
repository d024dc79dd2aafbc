//! Checks of a picture.

use std::collections::HashSet;

use ludex::internals::view::picture::{
    Anchor, BoundingBox, Level, Paint, Part, Picture, Point, Shape, Style, SvgOptions, Theme, missing_glyphs, write_svg,
};
use quick_xml::events::Event;

/// Maximum fraction of the smaller of two texts that the other one may cover.
const MAX_OVERLAP: f64 = 0.1;
/// Maximum distance of a point beyond the sheet: the rim of a line.
const RIM: f64 = 0.6;
/// Limit of the width and height of a sheet.
const MAX_SIDE: f64 = 40_000.0;
/// Minimum contrast of texts against their ground, and that of large texts.
const MIN_CONTRAST: f64 = 4.5;
const MIN_CONTRAST_LARGE: f64 = 3.0;
const LARGE: f64 = 18.0;

/// Checks a picture and returns it as SVG: it must be well-formed, with everything on the sheet and legible texts.
pub fn looks_right(picture: &Picture) -> Result<String, String> {
    let (width, height) = (picture.width, picture.height);
    if !(1.0..MAX_SIDE).contains(&width) || !(1.0..MAX_SIDE).contains(&height) {
        return Err(format!("the sheet is {width} by {height}"));
    }
    if picture.title.trim().is_empty() || picture.description.trim().is_empty() {
        return Err("it has no title, or no description".into());
    }
    let mut keys = HashSet::new();
    if let Some(part) = picture.parts.iter().find(|part| !keys.insert(&part.key)) {
        return Err(format!("two parts have the key {}", part.key));
    }
    for part in &picture.parts {
        part.shapes
            .iter()
            .try_for_each(|shape| is_on_sheet(shape, picture))
            .map_err(|what| format!("{}: {what}", part.key))?;
    }
    labels(picture)?;
    grounds(picture)?;
    let svg = write_svg(picture, &SvgOptions::default());
    is_plain_xml(&svg)?;
    Ok(svg)
}

/// Returns whether a character moves a cursor, reverses a line or is invisible.
fn is_odd(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61C}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}

fn labels(picture: &Picture) -> Result<(), String> {
    let labels: Vec<(&str, BoundingBox)> =
        picture.parts.iter().flat_map(|part| part.shapes.iter().flat_map(Shape::labels)).collect();
    for (index, (text, covered)) in labels.iter().enumerate() {
        if text.chars().any(is_odd) {
            return Err(format!("{text:?} is no plain text"));
        }
        // `draw` warns about characters that the font lacks; it must have all those of Ludex's own texts.
        if text.is_ascii() && !missing_glyphs(text).is_empty() {
            return Err(format!("{text:?} is not in the font"));
        }
        let is_inside = covered.left >= 0.0
            && covered.top >= 0.0
            && covered.right <= picture.width
            && covered.bottom <= picture.height;
        if !is_inside {
            return Err(format!("{text:?} is beyond the sheet: {covered:?}"));
        }
        for (other, there) in labels.iter().skip(index + 1) {
            let overlap = covered.overlap(there);
            if overlap > MAX_OVERLAP {
                return Err(format!("{text:?} and {other:?} overlap by {overlap:.2}"));
            }
        }
    }
    Ok(())
}

fn is_on_sheet(shape: &Shape, picture: &Picture) -> Result<(), String> {
    let is_inside = |x: f64, y: f64| {
        let (across, down) = (-RIM..=picture.width + RIM, -RIM..=picture.height + RIM);
        if across.contains(&x) && down.contains(&y) { Ok(()) } else { Err(format!("{x} {y} is beyond the sheet")) }
    };
    match shape {
        Shape::Path { data, .. } => data.points().try_for_each(|point| is_inside(point.x, point.y)),
        Shape::Circle { at, radius, .. } => {
            if !radius.is_finite() || *radius < 0.0 {
                return Err(format!("a circle has the radius {radius}"));
            }
            is_inside(at.x - radius, at.y - radius)?;
            is_inside(at.x + radius, at.y + radius)
        }
        Shape::Rectangle { at, width, height, .. } => {
            if !(*width >= 0.0 && *height >= 0.0) {
                return Err(format!("a rectangle is {width} by {height}"));
            }
            is_inside(at.x, at.y)?;
            is_inside(at.x + width, at.y + height)
        }
        Shape::Text { at, size, .. } => {
            if !(*size > 0.0 && size.is_finite()) {
                return Err(format!("a text has the size {size}"));
            }
            is_inside(at.x, at.y)
        }
        Shape::Group { shapes, .. } => shapes.iter().try_for_each(|shape| is_on_sheet(shape, picture)),
    }
}

/// A painted area, in the colours of the themes.
struct Painted {
    outline: Vec<Point>,
    circle: Option<(Point, f64)>,
    style: Style,
}

impl Painted {
    fn covers(&self, at: Point) -> bool {
        if let Some((centre, radius)) = self.circle {
            return centre.distance(at) <= radius;
        }
        let corners = &self.outline;
        let mut is_inside = false;
        for (index, a) in corners.iter().enumerate() {
            let b = corners[(index + 1) % corners.len()];
            if (a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x {
                is_inside = !is_inside;
            }
        }
        is_inside
    }
}

/// Checks that every text is legible against its background, in every theme.
fn grounds(picture: &Picture) -> Result<(), String> {
    let mut painted: Vec<Painted> = Vec::new();
    picture.from_ground().into_iter().flat_map(|part| &part.shapes).try_for_each(|shape| ground(shape, &mut painted))
}

fn ground(shape: &Shape, painted: &mut Vec<Painted>) -> Result<(), String> {
    let area = |outline, circle, style: &Style| Painted { outline, circle, style: *style };
    match shape {
        Shape::Group { shapes, .. } => return shapes.iter().try_for_each(|shape| ground(shape, painted)),
        Shape::Text { at, size, anchor, fill, halo, text } => {
            let covered = BoundingBox::of_text(*at, *size, *anchor, text);
            let middle = Point::new((covered.left + covered.right) / 2.0, (covered.top + covered.bottom) / 2.0);
            for theme in Theme::ALL {
                let ground = if *halo { rgb(theme, Paint::Paper) } else { seen(painted, middle, theme) };
                let contrast = contrast(rgb(theme, *fill), ground);
                let least = if *size >= LARGE { MIN_CONTRAST_LARGE } else { MIN_CONTRAST };
                if contrast < least {
                    return Err(format!("{text:?} is not read on its ground: {contrast:.1}, {theme:?}"));
                }
            }
        }
        Shape::Path { data, style } if data.is_closed() => painted.push(area(data.points().collect(), None, style)),
        Shape::Path { .. } => {}
        Shape::Circle { at, radius, style } => painted.push(area(Vec::new(), Some((*at, *radius)), style)),
        Shape::Rectangle { at, width, height, style, .. } => {
            let corners = [(0.0, 0.0), (*width, 0.0), (*width, *height), (0.0, *height)];
            painted.push(area(corners.map(|(x, y)| Point::new(at.x + x, at.y + y)).to_vec(), None, style));
        }
    }
    Ok(())
}

/// Returns the visible colour of a point: each area is mixed with what lies below it, by its opacity.
fn seen(painted: &[Painted], at: Point, theme: Theme) -> [f64; 3] {
    let areas = painted.iter().filter(|area| area.style.fill != Paint::None && area.covers(at));
    areas.fold(rgb(theme, Paint::Paper), |below, area| {
        let (above, part) = (rgb(theme, area.style.fill), f64::from(area.style.opacity) / 100.0);
        [0, 1, 2].map(|i| above[i] * part + below[i] * (1.0 - part))
    })
}

fn rgb(theme: Theme, paint: Paint) -> [f64; 3] {
    let colour = theme.colour(paint).unwrap_or("000000");
    [0, 2, 4].map(|at| f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0)
}

fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
    let luminance = |colour: [f64; 3]| {
        let linear = colour.map(|v| if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05
    };
    let (a, b) = (luminance(a), luminance(b));
    a.max(b) / a.min(b)
}

/// Checks that the SVG is well-formed, without scripts and without control characters.
fn is_plain_xml(svg: &str) -> Result<(), String> {
    if let Some(odd) = svg.chars().find(|&c| c != '\n' && is_odd(c)) {
        return Err(format!("{odd:?} is in the file"));
    }
    const KNOWN: [&str; 12] =
        ["svg", "title", "desc", "style", "defs", "pattern", "rect", "path", "g", "circle", "text", "clipPath"];
    let mut reader = quick_xml::Reader::from_str(svg);
    let mut open = 0_usize;
    loop {
        match reader.read_event().map_err(|e| e.to_string())? {
            Event::Eof if open == 0 => return Ok(()),
            Event::Eof => return Err(format!("{open} elements are not closed")),
            Event::Start(tag) | Event::Empty(tag) if !KNOWN.contains(&tag.name().as_ref()) => {
                return Err(format!("the element {:?}", tag.name()));
            }
            Event::Start(_) => open += 1,
            Event::End(_) => open = open.checked_sub(1).ok_or("an element is closed that was not open")?,
            Event::Empty(tag) => tag.attributes().try_for_each(|a| a.map(drop)).map_err(|e| e.to_string())?,
            Event::Text(_) | Event::GeneralRef(_) => {}
            other => return Err(format!("{other:?}")),
        }
    }
}

/// Checks that each check finds the fault that it looks for.
pub fn sees_what_is_wrong() -> Result<(), String> {
    let text = |x: f64, y: f64, text: &str| Shape::text(Point::new(x, y), 10.0, Anchor::Start, text);
    let dark = |shape| {
        let ground = Style::filled(Paint::Ink);
        vec![
            Shape::Rectangle { at: Point::new(0.0, 0.0), width: 100.0, height: 50.0, round: 0.0, style: ground },
            shape,
        ]
    };
    let line = |x: f64| Shape::line(Point::new(1.0, 1.0), Point::new(x, 1.0), Style::outlined(Paint::Ink, 1.0));
    let raw = Shape::Text {
        at: Point::new(5.0, 20.0),
        size: 10.0,
        anchor: Anchor::Start,
        fill: Paint::Ink,
        halo: false,
        text: "a\u{202E}b".to_owned(),
    };
    let wrong: [(&str, Vec<Shape>); 7] = [
        ("overlap", vec![text(5.0, 20.0, "one"), text(8.0, 22.0, "two")]),
        ("beyond the sheet", vec![text(90.0, 20.0, "wide")]),
        ("beyond the sheet", vec![line(120.0)]),
        ("not read", dark(text(5.0, 20.0, "ink"))),
        ("no plain text", vec![raw]),
        ("radius", vec![Shape::Circle { at: Point::default(), radius: f64::NAN, style: Style::filled(Paint::Ink) }]),
        ("the key a", Vec::new()),
    ];
    let picture = |shapes: Vec<Shape>, keys: &[&str]| {
        let parts = keys.iter().map(|key| Part { level: Level::Names, key: (*key).to_owned(), shapes: shapes.clone() });
        let (title, description) = ("a".to_owned(), "b".to_owned());
        Picture { title, description, width: 100.0, height: 50.0, parts: parts.collect() }
    };
    for (what, shapes) in wrong {
        let keys: &[&str] = if shapes.is_empty() { &["a", "a"] } else { &["a"] };
        match looks_right(&picture(shapes, keys)) {
            Err(said) if said.contains(what) => {}
            other => return Err(format!("{what}: {other:?}")),
        }
    }
    let right = vec![text(5.0, 20.0, "one"), text(5.0, 40.0, "two"), line(99.0)];
    looks_right(&picture(right, &["a"])).map(drop)
}
