//! Renders diagnostics for people: the message with the source line underlined.

use std::cell::{Cell, RefCell};
use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use super::diagnostic::{Diagnostic, LineIndex, Severity};
use super::hidden::{HIDDEN, Hidden};
use super::printable::printable;

/// Limit of the shown part of a source line, in characters.
const WINDOW: usize = 100;

/// Renderer of the diagnostics of one source.
pub struct Rendering<'t> {
    positions: Option<LineIndex<'t>>,
    hidden: &'t Hidden,
    /// The line that was shown last, and its hidden ranges.
    hidden_in_line: RefCell<(usize, Vec<Range<usize>>)>,
    colour: bool,
    /// The character of a line that was looked up last, and its offset, so that a long line with many findings is
    /// walked through once.
    last: Cell<LastPlace>,
}

#[derive(Clone, Copy, Default)]
struct LastPlace {
    line: usize,
    character: usize,
    offset: usize,
}

impl<'t> Rendering<'t> {
    /// Creates a renderer for a source with its decoded text and its secrets; without a source no lines are shown.
    pub fn new(source: Option<(&'t str, &'t Hidden)>, colour: bool) -> Self {
        let source = source.filter(|(_, hidden)| !hidden.hides_lines());
        let (text, hidden) = source.unzip();
        Rendering {
            positions: text.map(LineIndex::new),
            hidden: hidden.unwrap_or(Hidden::NOTHING),
            hidden_in_line: RefCell::default(),
            colour,
            last: Cell::default(),
        }
    }

    /// Renders one diagnostic for a terminal, without a final line end.
    pub fn render(&self, d: &Diagnostic) -> String {
        let message = printable(&d.message);
        let level = match d.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let place = place(d);
        // The line of a member is not a line of the file.
        let line = d.line.filter(|_| d.member.is_none());
        let shown =
            line.zip(self.positions.as_ref()).and_then(|(number, p)| self.shown(number, p.placed_line(number)?, d));
        let mut group = match &shown {
            Some(shown) => level.primary_title(message).id(&*d.code).element(
                Snippet::source(shown.text.as_str())
                    .line_start(d.line.unwrap_or(1))
                    .annotation(AnnotationKind::Primary.span(shown.span.clone())),
            ),
            None => {
                let title = if place.is_empty() { message } else { format!("{place}: {message}").into() };
                annotate_snippets::Group::with_title(level.primary_title(title).id(&*d.code))
            }
        };
        if let (Some(path), true) = (&d.path, shown.is_some()) {
            group = group.element(Level::NOTE.message(format!("at {}", printable(path))));
        }
        if let Some(help) = &d.help {
            group = group.element(Level::HELP.message(printable(help)));
        }
        let renderer = if self.colour { Renderer::styled() } else { Renderer::plain() };
        let rendered = renderer.decor_style(DecorStyle::Ascii).render(&[group]);
        match (rendered.split_once('\n'), d.line.filter(|_| shown.is_some()), &d.file) {
            (Some((title, rest)), Some(line), Some(file)) => {
                format!("{title}\n{}\n{rest}", self.arrow(file, line, d.column.unwrap_or(1)))
            }
            _ => rendered,
        }
    }

    /// Formats the line with the place. The excerpt may begin inside its line, so its columns cannot be counted from
    /// it.
    fn arrow(&self, file: &str, line: usize, column: usize) -> String {
        let (on, off) = if self.colour { ("\x1b[1m\x1b[94m", "\x1b[0m") } else { ("", "") };
        let digits = line.to_string().len();
        format!("{:digits$}{on}-->{off} {}:{line}:{column}", "", printable(file))
    }

    fn shown(&self, number: usize, (start, line): (usize, &str), d: &Diagnostic) -> Option<Shown> {
        let mut hidden = self.hidden_in_line.borrow_mut();
        if hidden.0 != number {
            *hidden = (number, self.hidden.in_line(start, line));
        }
        let skip = Shown::skipped(d)?;
        let last =
            Some(self.last.get()).filter(|last| last.line == number && last.character <= skip).unwrap_or_default();
        let rest = line.get(last.offset..).unwrap_or_default();
        let offset = rest.char_indices().nth(skip - last.character).map_or(line.len(), |(at, _)| last.offset + at);
        self.last.set(LastPlace { line: number, character: skip, offset });
        Shown::new(line, offset, &hidden.1, skip, d)
    }
}

/// Formats the known parts of a place: `FILE, member, line 3, column 4, path`, or `FILE, byte 20, path` without lines.
fn place(d: &Diagnostic) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(d.file.as_deref().map(|f| printable(f).into_owned()));
    parts.extend(d.member.as_deref().map(|m| printable(m).into_owned()));
    parts.extend(d.line.map(|l| format!("line {l}")));
    parts.extend(d.column.map(|c| format!("column {c}")));
    parts.extend(d.offset.map(|offset| format!("byte {offset}")));
    parts.extend(d.path.as_deref().map(|p| printable(p).into_owned()));
    parts.join(", ")
}

/// The part of a source line around a finding, safe for a terminal.
struct Shown {
    text: String,
    /// Byte range of the finding in `text`.
    span: Range<usize>,
}

impl Shown {
    /// Returns the number of characters at the beginning of the line that are not shown.
    fn skipped(d: &Diagnostic) -> Option<usize> {
        let column = d.column?.saturating_sub(1);
        let length = d.length.unwrap_or(0).min(WINDOW);
        Some(if column + length > WINDOW { column.saturating_sub(WINDOW / 4) } else { 0 })
    }

    /// Creates the excerpt from the rest of a line after `offset`, where `skip` characters were skipped.
    fn new(line: &str, offset: usize, hidden: &[Range<usize>], skip: usize, d: &Diagnostic) -> Option<Shown> {
        let column = d.column?.saturating_sub(1);
        let length = d.length.unwrap_or(0).min(WINDOW);
        let mut text = String::new();
        let mut span = None;
        let mut end = None;
        if skip > 0 {
            text.push('…');
        }
        // Start of the last piece: a hidden part is one piece.
        let mut piece = text.len();
        let mut hidden = hidden.iter().skip_while(|range| range.end <= offset).peekable();
        let mut was_hidden = false;
        let mut rest = line.get(offset..).unwrap_or_default().char_indices().zip(skip..);
        for ((at, c), i) in rest.by_ref().take(WINDOW + 20) {
            while hidden.next_if(|range| range.end <= offset + at).is_some() {
                was_hidden = false;
            }
            let is_hidden = hidden.peek().is_some_and(|range| range.start <= offset + at);
            if !is_hidden || !was_hidden {
                piece = text.len();
            }
            if i == column {
                span = Some(piece);
            }
            if i == column + length {
                end = Some(if is_hidden && was_hidden { text.len() } else { piece });
            }
            if !is_hidden {
                text.push_str(&printable(c.encode_utf8(&mut [0; 4])));
            } else if !was_hidden {
                text.push_str(HIDDEN);
            }
            was_hidden = is_hidden;
        }
        let full = text.len();
        if rest.next().is_some() {
            text.push('…');
        }
        let start = span.unwrap_or(full);
        Some(Shown { text, span: start..end.unwrap_or(full).max(start) })
    }
}

#[cfg(test)]
mod tests {
    use super::super::code::Code;
    use super::*;

    const CODE: Code = Code { id: "XX001", title: "", meaning: "", caption: "", advice: "", examples: "" };

    fn rendered(text: &str, span: Range<usize>) -> String {
        let mut d = Diagnostic::warning(&CODE, "odd").at(span).in_file("WAR\x1b[2J.DAT").help("mend it");
        LineIndex::new(text).locate(&mut d);
        Rendering::new(Some((text, Hidden::NOTHING)), false).render(&d)
    }

    #[test]
    fn what_is_hidden_is_not_shown() {
        let hidden = Hidden::of_spans(vec![4..10, 90..90]);
        let shown = |span: Range<usize>| {
            let text = "one sesame two joe@host\n";
            let mut d = Diagnostic::warning(&CODE, "odd").at(span);
            LineIndex::new(text).locate(&mut d);
            let shown = Rendering::new(Some((text, &hidden)), false).render(&d);
            shown.lines().skip(2).take(2).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(shown(4..10), ["1 | one (hidden) two (hidden)", "  |     ^^^^^^^^"]);
        assert_eq!(shown(6..8), ["1 | one (hidden) two (hidden)", "  |     ^^^^^^^^"]);
        assert_eq!(shown(11..14), ["1 | one (hidden) two (hidden)", "  |              ^^^"]);
        assert_eq!(shown(20..23), ["1 | one (hidden) two (hidden)", "  |                  ^^^^^^^^"]);
        let everything = Hidden::everything();
        let shown = Rendering::new(Some(("sesame\n", &everything)), false);
        assert!(!shown.render(&Diagnostic::warning(&CODE, "odd").at(0..1)).contains("sesame"));
    }

    #[test]
    fn the_source_line_is_underlined() {
        let shown = rendered("one\r\ntwo three\r\n", 9..14);
        assert_eq!(
            shown,
            "warning[XX001]: odd\n --> WAR␛[2J.DAT:2:5\n  |\n2 | two three\n  |     ^^^^^\n  |\n  = help: mend it"
        );
    }

    #[test]
    fn of_what_is_no_text_nothing_but_the_place_is_shown() {
        let text = "\u{1b}[2J\u{e9}";
        let mut d = Diagnostic::warning(&CODE, "odd").at(4..6).in_file("TOY.DAT").on("game.title");
        LineIndex::of_bytes(text).locate(&mut d);
        let shown = Rendering::new(Some((text, Hidden::NOTHING)), false).render(&d);
        assert_eq!(shown, "warning[XX001]: TOY.DAT, byte 4, game.title: odd");
    }

    #[test]
    fn a_long_line_is_clipped_and_controls_are_pictures() {
        let text = format!("{}\x1b[31m{}", "9".repeat(500_000), "8".repeat(500_000));
        let shown = rendered(&text, 500_000..500_001);
        assert!(shown.len() < 800, "{}", shown.len());
        assert!(shown.contains("9␛[31m8") && !shown.contains('\x1b'), "{shown}");
        assert!(shown.contains(".DAT:1:500001\n"), "{shown}");
    }
}
