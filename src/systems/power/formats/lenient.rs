//! Notes text that is accepted, though the document writes it differently: one note per file for each kind.

use std::ops::Range;

use super::codes;
use super::command::Part;
use super::scan::{cleaned, plain};
use crate::systems::power::rules::Sector;
use crate::text::occurrences::Occurrences;
use crate::text::{Code, Diagnostic, Report};

type Spans = Occurrences<Range<usize>>;

/// Occurrences of accepted text, by kind.
#[derive(Debug, Default)]
pub struct Leniency {
    blanks: Spans,
    small: Spans,
    returns: Spans,
    packed: Spans,
    typographic: Spans,
    /// Codes of sectors, and the sectors that they were read as; there are few.
    sectors: Vec<(String, Sector, Spans)>,
}

impl Leniency {
    /// Notes a command or board with blanks, small letters, or typographic dashes and arrows.
    pub fn spelled(&mut self, raw: &str, start: usize) {
        let place = || start..start + raw.len();
        if raw.contains(char::is_whitespace) {
            self.blanks.add(1, place);
        }
        if raw.bytes().any(|byte| byte.is_ascii_lowercase()) {
            self.small.add(1, place);
        }
        if plain(raw) != raw {
            self.typographic.add(1, place);
        }
    }

    /// Notes blanks beside a command.
    pub fn blanks(&mut self, span: Range<usize>) {
        self.blanks.add(1, || span);
    }

    /// Notes a line that ends with CR.
    pub fn carriage_return(&mut self, at: usize) {
        self.returns.add(1, || at..at);
    }

    /// Notes a board with packed slashes.
    pub fn packed(&mut self, span: Range<usize>) {
        self.packed.add(1, || span);
    }

    /// Notes a sector whose code is not the document's.
    pub fn sector(&mut self, raw: &str, start: usize, part: Part, sector: Sector) {
        let span = part_of(raw, part);
        let code = raw.get(span.clone()).unwrap_or_default();
        let place = || start + span.start..start + span.end;
        if let Some((.., met)) = self.sectors.iter_mut().find(|(known, read, _)| known == code && *read == sector) {
            met.add(1, place);
            return;
        }
        let clean = cleaned(code);
        match self.sectors.iter_mut().find(|(known, read, _)| *known == clean && *read == sector) {
            Some((.., met)) => met.add(1, place),
            None => {
                let mut met = Spans::default();
                met.add(1, place);
                self.sectors.push((clean, sector, met));
            }
        }
    }

    /// Reports the notes.
    pub fn emit(self, report: &mut Report) {
        let mut note = |code: &'static Code, met: &Spans, message: String| {
            if let Some(first) = met.places.first() {
                let times = if met.count > 1 { format!(" ({})", met.words()) } else { String::new() };
                report.add(Diagnostic::note(code, message + &times).at(first.clone()));
            }
        };
        note(&codes::BLANKS, &self.blanks, "blanks are ignored".into());
        note(&codes::SMALL_LETTERS, &self.small, "small letters are read as capitals".into());
        note(&codes::CR_LF, &self.returns, "a CR at a line end is read as part of it".into());
        note(&codes::PACKED, &self.packed, "a number in brackets is read as that many slashes".into());
        note(&codes::TYPOGRAPHIC, &self.typographic, "typographic dashes and arrows are read as - and ->".into());
        for (code, sector, met) in &self.sectors {
            let why = match code.as_bytes() {
                _ if sector.is_lane() => ", a sea lane",
                [b'W', ..] => ", as the letter of White is A",
                _ => "",
            };
            note(&codes::OTHER_SECTOR, met, format!("{code} is read as {}{why}", sector.code()));
        }
    }
}

/// Returns the span of a part in a command, without blanks around it.
pub fn part_of(raw: &str, part: Part) -> Range<usize> {
    let mut dashes = raw.match_indices('-').map(|(at, _)| at);
    let (first, second) = (dashes.next().unwrap_or(raw.len()), dashes.next().unwrap_or(raw.len()));
    let span = match part {
        Part::Whole => 0..raw.len(),
        Part::Pieces => 0..first,
        Part::At => (first + 1).min(raw.len())..second,
        Part::Last => (second + 1).min(raw.len())..raw.len(),
    };
    let text = raw.get(span.clone()).unwrap_or_default();
    let start = span.start + text.len() - text.trim_start().len();
    start..start + text.trim().len()
}
