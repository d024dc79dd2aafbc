//! Text in the columns of a terminal: its width, clipping and line breaking.

use textwrap::core::Word;
use textwrap::wrap_algorithms::wrap_first_fit;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};
use unicode_width::UnicodeWidthStr;

/// Returns the number of columns that `text` takes; of several lines, that of the widest.
pub fn width(text: &str) -> usize {
    text.split('\n').map(UnicodeWidthStr::width).max().unwrap_or_default()
}

/// Returns `text`, or its beginning and an ellipsis if it is wider than `columns`.
pub fn clip(text: &str, columns: usize) -> String {
    // Limits characters that take no column, which would otherwise pass in any number.
    let most = columns * 2;
    if text.chars().nth(most).is_none() && width(text) <= columns {
        return text.to_owned();
    }
    let mut clipped = String::new();
    for c in text.chars().take(most) {
        clipped.push(c);
        if width(&clipped) + 1 > columns {
            clipped.pop();
            break;
        }
    }
    clipped.push('…');
    clipped
}

/// Breaks `text` into lines of at most `columns`, at blanks and, if a word is too long, inside it; returns no line for
/// an empty text.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    wrap_indented(text, columns, "")
}

/// Breaks `text` as [`wrap`] does and puts `indent` before each line; the indent counts as part of the width.
pub fn wrap_indented(text: &str, columns: usize, indent: &str) -> Vec<String> {
    let text = text.trim_start_matches(' ');
    if text.is_empty() {
        return Vec::new();
    }
    let options = Options::new(columns)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit)
        .initial_indent(indent)
        .subsequent_indent(indent);
    textwrap::wrap(text, options).into_iter().map(Into::into).collect()
}

/// Joins items with commas and breaks the line where the next item would not fit; no item is broken.
pub fn stack(items: &[impl AsRef<str>], columns: usize) -> String {
    let last = items.len().saturating_sub(1);
    let ends = (0..items.len()).map(|index| if index < last { ", " } else { "" });
    let parts: Vec<String> = items.iter().zip(ends).map(|(item, end)| item.as_ref().to_owned() + end).collect();
    let words: Vec<Word<'_>> = parts.iter().map(|part| Word::from(part)).collect();
    let line = |words: &[Word<'_>]| {
        let parts = words.iter().enumerate();
        parts
            .map(|(index, word)| word.word.to_owned() + if index + 1 < words.len() { word.whitespace } else { "" })
            .collect()
    };
    let lines: Vec<String> = wrap_first_fit(&words, &[columns as f64]).into_iter().map(line).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_those_of_a_terminal() {
        assert_eq!(["", "abc", "JöRG", "日本", "e\u{301}", "a\nbcd\ne"].map(width), [0, 3, 4, 4, 1, 3]);
    }

    #[test]
    fn a_text_is_clipped_by_columns() {
        assert_eq!(clip("JöRG MÜLLER", 11), "JöRG MÜLLER");
        assert_eq!(clip("JöRG MÜLLER", 10), "JöRG MÜLL…");
        assert_eq!(clip("日本日本", 5), "日本…");
        assert!(clip(&"e\u{301}".repeat(1000), 10).chars().count() <= 21);
    }

    #[test]
    fn a_paragraph_is_broken_at_blanks_and_a_long_word_inside() {
        assert_eq!(wrap("one two  three", 8), ["one two", "three"]);
        assert_eq!(wrap("a bbbbbbbbbbbb c", 5), ["a", "bbbbb", "bbbbb", "bb c"]);
        assert_eq!(wrap("日本日本", 5), ["日本", "日本"]);
        assert_eq!(wrap("well-known a/b", 10), ["well-known", "a/b"]);
        assert!(wrap("", 5).is_empty());
        assert_eq!(wrap_indented("one two three", 9, "  "), ["  one two", "  three"]);
    }

    #[test]
    fn items_are_stacked_whole() {
        assert_eq!(stack(&["N. America", "Asia", "Europe"], 12), "N. America,\nAsia, Europe");
        assert_eq!(stack(&["N. America", "Asia"], 3), "N. America,\nAsia");
        assert_eq!(stack(&[""; 0], 12), "");
    }
}
