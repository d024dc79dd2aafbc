//! Writes pictures as SVG.

use std::collections::HashSet;
use std::fmt::Write as _;

use quick_xml::escape::escape;

use super::font::FONT_FAMILY;
use super::shape::{Anchor, Paint, Part, Picture, Shape, Style, number};
use super::theme::{Theme, class, pattern, percent};

/// Options for writing a picture.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct SvgOptions {
    /// Colour scheme.
    pub theme: Theme,
    /// Width in pixels; `None` for the width of the picture in its own units.
    pub width: Option<u32>,
}

/// Writes a picture as a standalone SVG file.
pub fn write_svg(picture: &Picture, options: &SvgOptions) -> String {
    let paints = paints(picture.parts.iter());
    let mut out = String::with_capacity(16 * 1024);
    open(&mut out, picture, options, &paints);
    for part in picture.from_ground() {
        write_part(&mut out, part);
    }
    out.push_str("</svg>\n");
    out
}

/// Writes the beginning of a file: size, title and description for screen readers, colours, patterns, and the sheet.
pub fn open(out: &mut String, picture: &Picture, options: &SvgOptions, paints: &[Paint]) {
    let (width, height) = (number(picture.width), number(picture.height));
    let shown = options.width.map_or(width, f64::from);
    let shown_height = number(shown * picture.height / picture.width.max(1.0));
    // Writing to a String cannot fail.
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{shown}\" \
         height=\"{shown_height}\" stroke-linejoin=\"round\" stroke-linecap=\"round\" role=\"img\" aria-labelledby=\"title description\">\n\
         <title id=\"title\">{}</title>\n<desc id=\"description\">{}</desc>\n<style>{BASE}{}</style>\n<defs>{}</defs>\n\
         <rect class=\"fw\" width=\"{width}\" height=\"{height}\"/>\n",
        escape(super::font::drawable(&picture.title)),
        escape(super::font::drawable(&picture.description)),
        options.theme.rules(paints),
        pattern_definitions(paints),
        BASE = format_args!("text{{font-family:'{FONT_FAMILY}',sans-serif;paint-order:stroke}}.fn{{fill:none}}"),
    );
}

/// Returns the definitions of the patterns among the paints.
pub fn pattern_definitions(paints: &[Paint]) -> String {
    let index = |paint: &Paint| if let Paint::Pattern(index) = paint { Some(*index) } else { None };
    paints.iter().filter_map(index).map(pattern).collect()
}

/// Returns every paint of the parts, and those that every picture needs, without duplicates.
pub fn paints<'p>(parts: impl Iterator<Item = &'p Part>) -> Vec<Paint> {
    let mut all = vec![Paint::Paper, Paint::Ink];
    let mut seen: HashSet<String> = all.iter().copied().map(class).collect();
    let mut shapes: Vec<&Shape> = parts.flat_map(|part| &part.shapes).collect();
    while let Some(shape) = shapes.pop() {
        let used = match shape {
            Shape::Path { style, .. } | Shape::Circle { style, .. } | Shape::Rectangle { style, .. } => {
                [style.fill, style.stroke]
            }
            Shape::Text { fill, .. } => [*fill, Paint::None],
            Shape::Group { shapes: inner, .. } => {
                shapes.extend(inner);
                continue;
            }
        };
        all.extend(used.into_iter().filter(|paint| *paint != Paint::None && seen.insert(class(*paint))));
    }
    all
}

/// Writes a part as a `<g>` element.
pub fn write_part(out: &mut String, part: &Part) {
    let _ = write!(out, "<g id=\"{}\">", escape(super::font::drawable(&part.key)));
    part.shapes.iter().for_each(|shape| write_shape(out, shape));
    out.push_str("</g>\n");
}

/// Returns a shape as an SVG fragment, for a page that defines the colours.
pub fn markup(shape: &Shape) -> String {
    let mut out = String::new();
    write_shape(&mut out, shape);
    out
}

/// Writes a shape as SVG elements.
pub fn write_shape(out: &mut String, shape: &Shape) {
    let _ = match shape {
        Shape::Path { data, style } => write!(out, "<path{} d=\"{data}\"/>", attributes(style)),
        Shape::Circle { at, radius, style } => {
            let (x, y, radius) = (number(at.x), number(at.y), number(*radius));
            write!(out, "<circle{} cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>", attributes(style))
        }
        Shape::Rectangle { at, width, height, round, style } => {
            let (x, y, width, height) = (number(at.x), number(at.y), number(*width), number(*height));
            let round = if *round > 0.0 { format!(" rx=\"{}\"", number(*round)) } else { String::new() };
            let attributes = attributes(style);
            write!(out, "<rect{attributes} x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{round}/>")
        }
        Shape::Text { at, size, anchor, fill, halo, text } => {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let halo = match halo {
                true => format!(" stroke-width=\"{}\"", number(size * 0.28)),
                false => String::new(),
            };
            let stroke = if halo.is_empty() { "" } else { " sw" };
            let (x, y, size) = (number(at.x), number(at.y), number(*size));
            let fill = class(*fill);
            write!(
                out,
                "<text class=\"f{fill}{stroke}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor}{halo}>{}</text>",
                escape(text.as_str())
            )
        }
        Shape::Group { title, shapes } => {
            let _ = write!(out, "<g><title>{}</title>", escape(title.as_str()));
            shapes.iter().for_each(|shape| write_shape(out, shape));
            write!(out, "</g>")
        }
    };
}

/// Returns the attributes of a style, each preceded by a blank.
fn attributes(style: &Style) -> String {
    let mut out = format!(" class=\"f{}", class(style.fill));
    if style.stroke != Paint::None {
        let _ = write!(out, " s{}", class(style.stroke));
    }
    out.push('"');
    if style.stroke != Paint::None {
        let width = number(style.width);
        let _ = write!(out, " stroke-width=\"{width}\"");
        if style.dashed {
            let _ = write!(out, " stroke-dasharray=\"{} {}\"", number(width * 3.0), number(width * 2.5));
        }
    }
    if style.opacity < 100 {
        let _ = write!(out, " opacity=\"{}\"", percent(style.opacity));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::shape::{Level, Point};
    use super::*;

    #[test]
    fn a_name_never_becomes_markup() {
        let hostile = "<script>alert(1)</script>]]>&\"'\u{202E}\x1b\u{FFFE}";
        let shapes = vec![Shape::group(hostile, vec![Shape::text(Point::default(), 10.0, Anchor::Start, hostile)])];
        let parts = vec![Part { level: Level::Names, key: hostile.to_owned(), shapes }];
        let (title, description) = (hostile.to_owned(), hostile.to_owned());
        let picture = Picture { title, description, width: 10.0, height: 10.0, parts };
        let svg = write_svg(&picture, &SvgOptions::default());
        assert!(
            !svg.contains("<script") && !svg.contains("]]>") && !svg.contains(['\u{202E}', '\x1b', '\u{FFFE}']),
            "{svg}"
        );
        let mut reader = quick_xml::Reader::from_str(&svg);
        let mut titles = 0;
        loop {
            match reader.read_event().unwrap() {
                quick_xml::events::Event::Eof => break,
                quick_xml::events::Event::Start(start) if start.name().as_ref() == "title" => titles += 1,
                _ => {}
            }
        }
        assert_eq!(titles, 2);
    }

    #[test]
    fn parts_lie_above_each_other_by_their_levels() {
        let part = |level, key: &str| Part { level, key: key.to_owned(), shapes: Vec::new() };
        let parts = vec![part(Level::Pieces, "a"), part(Level::Ground, "b"), part(Level::Pieces, "c")];
        let picture = Picture { title: String::new(), description: String::new(), width: 9.0, height: 9.0, parts };
        let keys: Vec<&str> = picture.from_ground().iter().map(|part| part.key.as_str()).collect();
        assert_eq!(keys, ["b", "a", "c"]);
    }
}
