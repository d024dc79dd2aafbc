//! Splits a line into its parts: a phase, powers, orders, remarks.

use std::collections::HashMap;
use std::ops::Range;

use crate::formats::phase;
use crate::model::{PhaseKind, Seat};
use crate::systems::diplomacy::formats::codes;
use crate::systems::diplomacy::formats::order_frame::{OrderPart, Part, State, What};
use crate::systems::diplomacy::formats::order_grammar::{self, Purpose, is_blank};
use crate::systems::diplomacy::rules::NamedBoard;
use crate::text::Diagnostic;
use crate::text::printable::quoted;
use crate::text::suggestion::did_you_mean;

/// Splits a line that begins at byte `at` of the file into parts.
pub fn parts(named_board: &NamedBoard, line: &str, at: usize, state: &State, out: &mut Vec<Part>) {
    let reader = Line { named_board, line, at, kind: state.phase, purpose: state.purpose };
    let whole = reader.trimmed(0..line.len());
    if whole.is_empty() {
        return;
    }
    let (items, comment) = reader.split(whole.clone());
    if let [item] = &items[..]
        && let Some(part) = reader.phase(item.clone(), comment.clone())
    {
        out.push(part);
        return;
    }
    let is_only = items.len() == 1;
    let mut has_order = false;
    for item in items {
        has_order |= reader.item(item, is_only, out);
    }
    let Some(comment) = comment else { return };
    let text = reader.comment(comment.clone());
    match out.last_mut() {
        Some(Part { span, what: What::Order(order) }) if has_order => {
            order.remarks.push(text);
            span.end = at + comment.end;
        }
        _ => out.push(reader.part(comment, What::Comment(text))),
    }
}

struct Line<'a> {
    named_board: &'a NamedBoard,
    line: &'a str,
    at: usize,
    kind: Option<PhaseKind>,
    purpose: Purpose,
}

impl<'a> Line<'a> {
    fn text(&self, span: Range<usize>) -> &'a str {
        self.line.get(span).unwrap_or_default()
    }

    /// Returns a span without the blanks around it.
    fn trimmed(&self, span: Range<usize>) -> Range<usize> {
        let text = self.text(span.clone());
        let start = span.start + text.len() - text.trim_start_matches(is_blank).len();
        start..start + text.trim_matches(is_blank).len()
    }

    fn part(&self, span: Range<usize>, what: What) -> Part {
        Part { span: self.at + span.start..self.at + span.end, what }
    }

    /// Splits a line into the texts between `|` and `;` outside brackets, and the comment after them.
    fn split(&self, whole: Range<usize>) -> (Vec<Range<usize>>, Option<Range<usize>>) {
        let text = self.text(whole.clone());
        let mut items = Vec::with_capacity(1);
        let mut start = whole.start;
        let mut comment = None;
        let mut inside = 0..0;
        let brackets = if text.contains('(') { order_grammar::brackets(text) } else { HashMap::new() };
        for (index, byte) in text.bytes().enumerate() {
            let at = whole.start + index;
            if inside.contains(&index) || !matches!(byte, b'|' | b';' | b'#' | b'(') {
                continue;
            }
            match byte {
                // An opening bracket that is never closed is an ordinary character.
                b'(' => inside = index..brackets.get(&index).copied().unwrap_or(index),
                b'#' => {
                    comment = Some(at..whole.end);
                    items.push(start..at);
                    break;
                }
                _ => {
                    items.push(start..at);
                    start = at + 1;
                }
            }
        }
        if comment.is_none() {
            items.push(start..whole.end);
        }
        let items = items.into_iter().map(|item| self.trimmed(item)).filter(|item| !item.is_empty()).collect();
        (items, comment)
    }

    fn comment(&self, span: Range<usize>) -> String {
        self.text(span.start + 1..span.end).trim_matches(is_blank).to_owned()
    }

    fn phase(&self, item: Range<usize>, comment: Option<Range<usize>>) -> Option<Part> {
        let text = self.text(item.clone());
        let end = text.find('(').unwrap_or(text.len());
        let (phase, form) = phase::read(text[..end].trim_matches(is_blank).trim_end_matches(':'))?;
        let mut remarks = order_grammar::remarks(&text[end..])?;
        remarks.extend(comment.clone().map(|comment| self.comment(comment)));
        let end = comment.map_or(item.end, |comment| comment.end);
        Some(self.part(item.start..end, What::Phase(phase, form, remarks)))
    }

    /// Reads a power, an order, or both; returns whether there is an order.
    fn item(&self, item: Range<usize>, is_only: bool, out: &mut Vec<Part>) -> bool {
        let mut rest = item;
        while let Some((span, seat, diagnostic)) = self.power(rest.clone(), is_only) {
            rest = self.trimmed(span.end..rest.end);
            out.push(self.part(span, What::Power(seat, diagnostic.map(Box::new))));
        }
        if rest.is_empty() {
            return false;
        }
        out.push(self.order(rest));
        true
    }

    /// Reads a power before its orders: `FRANCE:`, `F:` on a board that only has letters, `?:` for nobody, or `FRANCE`
    /// on a line of its own. Returns its span, its seat, and a diagnostic for an unknown name.
    fn power(&self, item: Range<usize>, is_only: bool) -> Option<(Range<usize>, Option<Seat>, Option<Diagnostic>)> {
        let text = self.text(item.clone());
        let Some(colon) = memchr::memchr(b':', text.as_bytes()) else {
            let seat = self.named_board.seat(text).filter(|_| is_only && text.len() > 1)?;
            return Some((item, Some(seat), None));
        };
        let name = text[..colon].trim_matches(is_blank);
        let span = item.start..item.start + colon + 1;
        if name == "?" {
            return Some((span, None, None));
        }
        let known = self.named_board.seat(name);
        if known.is_some() {
            return Some((span, known, None));
        }
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '\'');
        let rest = self.trimmed(span.end..item.end);
        let is_power = !name.is_empty() && name.chars().all(is_word);
        // Before a text that is no order, a word with a colon may be anything.
        let is_capital = name.len() > 1 && name.bytes().all(|b| b.is_ascii_uppercase());
        let is_before_order = || {
            rest.is_empty()
                || order_grammar::read_for(Purpose::Identifying, self.text(rest), self.named_board, self.kind).is_ok()
        };
        if !is_power || !is_capital && !is_before_order() {
            return None;
        }
        let diagnostic = self.named_board.has_named_powers().then(|| {
            let place = self.at + item.start..self.at + item.start + name.len();
            let message = format!("unknown power {}", quoted(name));
            let names = self.named_board.power_names();
            let meant = did_you_mean(name, names.iter().copied());
            let help = meant.unwrap_or_else(|| format!("write one of {}", names.join(", ")));
            Diagnostic::warning(&codes::NO_SUCH_POWER, message).at(place).help(help)
        });
        Some((span, Some(Seat::new(name)), diagnostic))
    }

    fn order(&self, item: Range<usize>) -> Part {
        let text = self.text(item.clone());
        let read = order_grammar::read_for(self.purpose, text, self.named_board, self.kind);
        let at = self.at + item.start;
        let whole = at..at + text.len();
        let order = match read {
            Ok(read) => match order_grammar::remarks(&text[read.end..]) {
                Some(remarks) => {
                    let end = at + text[..read.end].trim_end_matches(is_blank).len();
                    let part = OrderPart::new(Ok(read.kind), at..end);
                    OrderPart { deviations: read.deviations, remarks, end: whole.end, ..part }
                }
                None => OrderPart::new(Err(order_grammar::more_behind(text, read.end)), whole),
            },
            Err(error) => OrderPart::new(Err(error), whole),
        };
        self.part(item, What::Order(Box::new(order)))
    }
}
