//! Reads and writes files by a description of their records.

use std::borrow::Cow;
use std::ops::Range;

use serde_json::{Value, json};

use super::layout::{Count, Piece, Record, RecordField};
use super::{codes, path, prepare};
use crate::formats::json::described;
use crate::formats::syntax::{GameSyntax, SourceLint};
use crate::model::{Document, Game, SHAPE_VERSION};
use crate::rules::{Finding, RuleSet};
use crate::text::english::counted;
use crate::text::write_back::{ParseOutput, SourceSpan, Statements, Syntax, align};
use crate::text::{Diagnostic, Encoding, Report};

/// A file of records, one kind after the other.
pub struct RecordFile {
    /// Returns the game before any record is read: its system, and the board that all files share.
    pub blank: fn() -> Game,
    /// Kinds of records; only the last kind can extend to the end of the file.
    pub records: &'static [Record],
    /// Checks a game by the rules.
    pub validate: fn(&Game, RuleSet) -> Vec<Finding>,
}

/// Style of a record file: its length in bytes if it ends inside its records, else `None`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecordStyle {
    length: Option<usize>,
}

/// A record at its place in the file.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    pub record: &'static Record,
    /// Index among the records of its kind.
    pub index: usize,
    /// Byte offset in the file.
    pub start: usize,
}

impl Slot {
    fn end(&self) -> usize {
        self.start + self.record.length
    }

    /// Returns the pieces, each with its byte range in the file.
    fn pieces(&self) -> impl Iterator<Item = (Range<usize>, Option<&'static RecordField>)> {
        let start = self.start;
        self.record.pieces().map(move |Piece { start: from, end, field }| (start + from..start + end, field))
    }

    /// Names the record for messages.
    pub fn words(&self) -> String {
        match self.record.count {
            Count::One => self.record.name.to_owned(),
            Count::Times(_) | Count::ToEnd => format!("{} {}", self.record.name, self.index + 1),
        }
    }
}

impl RecordFile {
    /// Returns the slots of a file; `to_end` returns the number of the records that extend to its end.
    fn slots(&self, to_end: impl Fn(&Record, usize) -> usize) -> Vec<Slot> {
        let (mut slots, mut start) = (Vec::new(), 0);
        for record in self.records {
            let count = match record.count {
                Count::One => 1,
                Count::Times(count) => count,
                Count::ToEnd => to_end(record, start),
            };
            for index in 0..count {
                slots.push(Slot { record, index, start });
                start += record.length;
            }
        }
        slots
    }

    /// Returns the slots of a file of this length; the last one may be cut off, and required ones may be missing.
    fn slots_in(&self, length: usize) -> Vec<Slot> {
        self.slots(|record, start| length.saturating_sub(start).div_ceil(record.length.max(1)))
    }

    /// Returns the slots that a game is written to.
    pub(super) fn slots_of(&self, game: &Value) -> Vec<Slot> {
        self.slots(|record, _| list_length(record, game))
    }

    /// Deserializes a game from its values.
    fn game(&self, game: Value) -> Result<Game, serde_json::Error> {
        let system = (self.blank)().system;
        Document::read_of(system, json!({"ludex": SHAPE_VERSION, "game": game})).map(|document| document.game)
    }
}

/// Returns the length of the list that the records of a kind are elements of.
pub(super) fn list_length(record: &Record, game: &Value) -> usize {
    record.paths().map(|path| path::length(game, path)).max().unwrap_or_default()
}

pub(super) fn values_of(game: &Game) -> Value {
    // A game in memory can always be written as JSON.
    serde_json::to_value(game).unwrap_or_default()
}

/// Returns the byte offset in the text of each character, and of the end of the text.
fn starts(text: &str) -> Vec<usize> {
    text.char_indices().map(|(at, _)| at).chain([text.len()]).collect()
}

/// Decodes bytes as a text with one character each.
fn characters(bytes: &[u8]) -> Cow<'_, str> {
    // Every byte is a character in this encoding.
    Encoding::BINARY.decode(bytes).unwrap_or_default()
}

impl Syntax for RecordFile {
    type Meaning = Game;
    type Style = RecordStyle;

    fn read(&self, text: &str, report: &mut Report) -> Option<ParseOutput<Game, RecordStyle>> {
        // A text with characters that are not bytes is no file of records.
        let bytes = Encoding::BINARY.encode(text).ok()?;
        let (starts, slots) = (starts(text), self.slots_in(bytes.len()));
        let span = |range: &Range<usize>| starts[range.start]..starts[range.end];
        let (mut game, mut source_spans, mut is_any) = (values_of(&(self.blank)()), Vec::new(), false);
        for slot in &slots {
            let mut has_value = false;
            for (range, field) in slot.pieces() {
                let Some(part) = bytes.get(range.clone()) else { break };
                let span = span(&range);
                source_spans.push(SourceSpan { start: span.start, end: span.end, next: span.end });
                let Some(field) = field else { continue };
                if field.read(part).is_none() {
                    report.add(not_understood(slot, field, part).at(span));
                }
                path::set(&mut game, field.path, slot.index, field.value(part));
                has_value = true;
            }
            if has_value {
                slot.record.keys.iter().for_each(|key| {
                    path::set(&mut game, key.path, slot.index, key.of(slot.index).into());
                });
            }
            is_any |= has_value;
        }
        let (length, end) = (bytes.len(), slots.last().map_or(0, Slot::end));
        let is_cut = length < end;
        if is_cut {
            let message = format!("the file ends after {length} of {end} bytes");
            let help = "look for another copy, or read what there is with --salvage";
            report.unreadable(Diagnostic::error(&codes::CUT_OFF, message).at(span(&(length..length))).help(help));
        } else if end < length {
            let message =
                format!("{} after the last record, which ends at {end}", counted(length - end, "byte", "bytes"));
            let d = Diagnostic::warning(&codes::BYTES_BEHIND, message).at(span(&(end..length)));
            report.add(d.help(codes::BYTES_BEHIND.advice));
        }
        if !is_any {
            return None;
        }
        let meaning = self.game(game).map_err(|error| {
            let message = format!("the values of the records do not make a game: {}", described(&error));
            report.unreadable(Diagnostic::error(&codes::NOT_UNDERSTOOD, message).help(codes::NOT_UNDERSTOOD.advice));
        });
        Some(ParseOutput {
            meaning: meaning.ok()?,
            style: RecordStyle { length: is_cut.then_some(length) },
            source_spans,
        })
    }

    fn render(&self, game: &Game, style: &RecordStyle, out: &mut Statements) {
        let game = values_of(game);
        for slot in self.slots_of(&game) {
            let mut record = slot.record.new_bytes();
            for (range, field) in slot.pieces() {
                if style.length.is_some_and(|length| range.end > length) {
                    return;
                }
                let bytes = &mut record[range.start - slot.start..range.end - slot.start];
                if let Some(field) = field
                    && let Some(value) = path::get(&game, field.path, slot.index)
                {
                    // Values that cannot be written were refused before.
                    let _ = field.write(value, bytes);
                }
                let (name, field) = (slot.record.name, field.map_or("kept", |field| field.name));
                let bytes = characters(bytes);
                match slot.record.count {
                    Count::Times(_) => out.push(format_args!("{name}.{}.{field}", slot.index + 1), bytes, ""),
                    Count::One | Count::ToEnd => out.push(format_args!("{name}.{field}"), bytes, ""),
                }
            }
        }
    }

    /// The places of records are known, so only the bytes of an edited value change, but not those after the end of a
    /// text or those outside all fields.
    fn write_in_place(&self, game: &Game, source: &str, old: &ParseOutput<Game, RecordStyle>) -> Option<String> {
        let source = Encoding::BINARY.encode(source).ok().filter(|_| old.style.length.is_none())?;
        let (before, after) = (values_of(&old.meaning), values_of(game));
        let mut out: Vec<u8> = Vec::with_capacity(source.len());
        let slots = self.slots_of(&before);
        let behind = slots.last().map_or(0, Slot::end);
        for record in self.records {
            let of_record = |slot: &&Slot| std::ptr::eq(slot.record, record);
            let old: Vec<&Slot> = slots.iter().filter(of_record).collect();
            for (index, place) in self.places(record, &before, &after, old.len()).into_iter().enumerate() {
                let place = place.and_then(|place| old.get(place));
                let start = out.len();
                match place {
                    Some(old) => out.extend_from_slice(source.get(old.start..old.end())?),
                    None => out.extend_from_slice(&record.new_bytes()),
                }
                for field in record.fields {
                    let value = path::get(&after, field.path, index)?;
                    if place.is_none_or(|old| path::get(&before, field.path, old.index) != Some(value)) {
                        field.write(value, out[start..].get_mut(field.range_in_record())?).ok()?;
                    }
                }
            }
        }
        out.extend_from_slice(source.get(behind..)?);
        Some(characters(&out).into_owned())
    }
}

impl RecordFile {
    /// For each record of a kind, returns the record of the source that it was. If their number is the same, each keeps
    /// its place; if some were added or removed, they are paired by equal values.
    fn places(&self, record: &Record, before: &Value, after: &Value, old: usize) -> Vec<Option<usize>> {
        let new = if record.count == Count::ToEnd { list_length(record, after) } else { old };
        if new == old {
            return (0..new).map(Some).collect();
        }
        let values = |game: &Value, index: usize| {
            let values = record.fields.iter().map(|field| path::get(game, field.path, index).map(Value::to_string));
            values.collect::<Vec<_>>()
        };
        align((0..old).map(|index| values(before, index)), (0..new).map(|index| values(after, index)))
    }
}

/// Reports that a field cannot have its bytes; those of a secret field are not shown.
fn not_understood(slot: &Slot, field: &RecordField, bytes: &[u8]) -> Diagnostic {
    const MAX_SHOWN: usize = 8;
    let shown: String = bytes.iter().take(MAX_SHOWN).map(|byte| format!(" {byte:02X}")).collect();
    let more = if bytes.len() > MAX_SHOWN { " ..." } else { "" };
    let found = if field.is_secret { "bytes that are not shown".to_owned() } else { format!("the bytes{shown}{more}") };
    let message = format!("the {} of {}: expected {}, found {found}", field.name, slot.words(), field.expected());
    Diagnostic::warning(&codes::NOT_UNDERSTOOD, message).help("they are kept as they are, in hexadecimal digits")
}

impl GameSyntax for RecordFile {
    fn prepare<'g>(&self, game: &'g Game, out: &mut Vec<Diagnostic>) -> Cow<'g, Game> {
        prepare::refusals(self, &values_of(game), out);
        if out.iter().any(Diagnostic::is_error) {
            return Cow::Borrowed(game);
        }
        // Reading the records back gives exactly what they can hold.
        let mut written = Statements::default();
        self.render(game, &RecordStyle::default(), &mut written);
        match self.read_meaning(written.text(), &mut Report::silent()) {
            Some(held) if held != *game => Cow::Owned(held),
            _ => Cow::Borrowed(game),
        }
    }

    fn may_leave_out(&self) -> &'static [&'static str] {
        // Every value has a fixed place in the file.
        &[]
    }

    fn validate(&self, game: &Game, rules: RuleSet) -> Vec<Finding> {
        (self.validate)(game, rules)
    }

    fn lint_source(&self, text: &str, paths: &[&str], _: Option<RuleSet>) -> SourceLint {
        let starts = starts(text);
        let length = starts.len() - 1;
        let slots = self.slots_in(length);
        let place = |path: &&str| {
            let (pattern, index) = element_of(path);
            let range = slots.iter().filter(|slot| slot.record.count == Count::One || slot.index == index).find_map(
                |slot| {
                    let field = slot.record.fields.iter().find(|field| field.path == pattern);
                    let of_element = || slot.record.fields.iter().find(|field| path::list_of(field.path) == pattern);
                    match field {
                        Some(field) => Some(slot.start + field.offset..slot.start + field.range_in_record().end),
                        None => {
                            of_element().filter(|_| slot.record.count != Count::One).map(|_| slot.start..slot.end())
                        }
                    }
                },
            )?;
            (range.end <= length).then(|| starts[range.start]..starts[range.end])
        };
        SourceLint { diagnostics: Vec::new(), places: paths.iter().map(place).collect() }
    }

    fn shown_value<'t>(&self, label: &str, text: &'t str) -> Cow<'t, str> {
        let field = label.split_once('.').and_then(|(record, rest)| {
            let record = self.records.iter().find(|known| known.name == record)?;
            // If there are many records, their number comes between the names.
            let name = rest.split_once('.').map_or(rest, |(_, name)| name);
            record.fields.iter().find(|field| field.name == name || field.name == rest)
        });
        match (field, Encoding::BINARY.encode(text)) {
            (Some(field), Ok(bytes)) => field.value(&bytes).to_string().into(),
            // Bytes between fields have no value.
            _ => Cow::Borrowed(""),
        }
    }

    fn secrets(&self, text: &str) -> Vec<Range<usize>> {
        let starts = starts(text);
        let last = starts.len() - 1;
        let slots = self.slots_in(last);
        let secret =
            slots.iter().flat_map(|slot| slot.pieces().filter(|(_, field)| field.is_some_and(|f| f.is_secret)));
        secret.map(|(range, _)| starts[range.start.min(last)]..starts[range.end.min(last)]).collect()
    }
}

/// Returns a path with `[]` for its first index, or without that index if nothing follows it; and the index.
fn element_of(path: &str) -> (String, usize) {
    let parts = path.split_once('[').and_then(|(list, rest)| {
        let (number, rest) = rest.split_once(']')?;
        Some((list, number.parse().ok()?, rest))
    });
    match parts {
        Some((list, number, "")) => (list.to_owned(), number),
        Some((list, number, rest)) => (format!("{list}[]{rest}"), number),
        None => (path.to_owned(), 0),
    }
}
