//! The font of pictures: a subset of DejaVu Sans that covers the characters of the old code pages.

use std::sync::OnceLock;

use ttf_parser::Face;

use crate::text::printable::printable;

/// The font, as a TrueType file.
pub const FONT: &[u8] = include_bytes!("font/DejaVuSans-Ludex.ttf");
/// Family name of [`FONT`].
pub const FONT_FAMILY: &str = "DejaVu Sans";
/// Distance between the baselines of two lines, as a multiple of the font size.
pub const LINE_HEIGHT: f64 = 1.3;

/// The glyphs that DOS shows on the screen for the first 32 characters.
const CONTROLS: &str = "\u{FFFD}☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼";
/// Maximum number of characters drawn of a text: no line of a picture has room for more.
const MAX_LETTERS: usize = 400;

fn face() -> Option<&'static Face<'static>> {
    static FACE: OnceLock<Option<Face<'static>>> = OnceLock::new();
    FACE.get_or_init(|| Face::parse(FONT, 0).ok()).as_ref()
}

/// Returns a text as it is drawn: control characters as the glyphs that DOS shows for them, and without characters that
/// reverse a line or are invisible. The text is cut after `MAX_LETTERS` characters.
pub fn drawable(text: &str) -> String {
    let shown = |c: char| match c {
        '\u{2400}'..='\u{241F}' => CONTROLS.chars().nth(c as usize - 0x2400).unwrap_or('\u{FFFD}'),
        '\u{2421}' => '⌂',
        // XML does not allow these two characters.
        '\u{FFFE}' | '\u{FFFF}' => '\u{FFFD}',
        _ => c,
    };
    printable(text).chars().map(shown).take(MAX_LETTERS).collect()
}

/// Returns the width of a line of text set at `size`, in the same unit as `size`.
pub fn text_width(text: &str, size: f64) -> f64 {
    let Some(face) = face() else { return text.chars().count() as f64 * size * 0.6 };
    let unknown = face.units_per_em();
    let advance = |c| face.glyph_index(c).and_then(|glyph| face.glyph_hor_advance(glyph)).unwrap_or(unknown);
    let units: f64 = text.chars().map(|c| f64::from(advance(c))).sum();
    units / f64::from(face.units_per_em()) * size
}

/// Returns the characters of a text that the font has no glyph for, sorted and without duplicates.
pub fn missing_glyphs(text: &str) -> Vec<char> {
    let Some(face) = face() else { return Vec::new() };
    let mut missing: Vec<char> = text.chars().filter(|&c| face.glyph_index(c).is_none()).collect();
    missing.sort_unstable();
    missing.dedup();
    missing
}

/// Returns as much of a text as fits into `width`; a text that is cut ends in `…`.
pub fn clipped(text: &str, size: f64, width: f64) -> String {
    let text = drawable(text);
    if text_width(&text, size) <= width {
        return text;
    }
    let room = width - text_width("…", size);
    let mut used = 0.0;
    let fits = |c: &char| {
        used += text_width(c.encode_utf8(&mut [0; 4]), size);
        used <= room
    };
    let kept: String = text.chars().take_while(fits).collect();
    kept.trim_end().to_owned() + "…"
}

/// Breaks a text into at most `lines` lines that fit into `width`; a line that is cut ends in `…`.
pub fn wrapped(text: &str, size: f64, width: f64, lines: usize) -> Vec<String> {
    let text = drawable(text);
    let mut rows: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        if let Some(row) = rows.last_mut() {
            let longer = format!("{row} {word}");
            if text_width(&longer, size) <= width || rows.len() >= lines {
                if let Some(row) = rows.last_mut() {
                    *row = longer;
                }
                continue;
            }
        }
        rows.push(word.to_owned());
    }
    rows.truncate(lines);
    rows.into_iter().map(|row| clipped(&row, size, width)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Encoding;

    #[test]
    fn the_font_has_every_character_of_the_code_pages_of_dos() {
        for name in ["cp437", "cp850", "cp852", "cp866", "windows-1252"] {
            let encoding = Encoding::named(name).unwrap();
            let decoded = (0..=255).filter_map(|byte: u8| encoding.decode(&[byte]).ok().map(|text| text.into_owned()));
            let text: String = decoded.collect();
            assert!(text.chars().count() > 245, "{name}");
            assert_eq!(missing_glyphs(&drawable(&text)), [], "{name}");
        }
        assert_eq!(missing_glyphs("a漢b"), ['漢']);
    }

    #[test]
    fn texts_are_clipped_and_wrapped_to_their_room() {
        assert_eq!(clipped("Ann", 10.0, 100.0), "Ann");
        let clip = clipped(&"W".repeat(300), 10.0, 100.0);
        assert!(clip.ends_with("W…") && text_width(&clip, 10.0) <= 100.0, "{clip}");
        let rows = wrapped("the quick brown fox jumps over the lazy dog", 10.0, 80.0, 2);
        assert_eq!(rows.len(), 2);
        assert!(rows.iter().all(|row| text_width(row, 10.0) <= 80.0) && rows[1].ends_with('…'), "{rows:?}");
    }

    #[test]
    fn nothing_that_moves_a_cursor_is_drawn() {
        assert_eq!(drawable("a\x1b[2J\u{202E}b\u{FFFE}\0"), "a←[2J\u{FFFD}b\u{FFFD}\u{FFFD}");
    }
}
