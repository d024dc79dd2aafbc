//! Reads a seed or position file.

use super::ownership::{Layout, holdings};
use super::phase::{is_phase, phase};
use super::style::Style;
use super::unit::unit;
use super::{OnBoard, named_players, variant_of};
use crate::model::{Details, Element, Field, Game, Phase, Player, Position, State, System, When};
use crate::systems::diplomacy::formats::njudge::codes;
use crate::systems::diplomacy::formats::njudge::cursor::{Cursor, TextLine, ends_block, found, province_meant};
use crate::systems::diplomacy::formats::njudge::map::looks_like_province;
use crate::systems::diplomacy::model::{DiplomacyDetails, Ownership};
use crate::systems::diplomacy::rules::codes as rules;
use crate::text::english::counted;
use crate::text::printable::quoted;
use crate::text::write_back::ParseOutput;
use crate::text::{Diagnostic, Report};

/// Reads a seed or position file; `None` where the text is neither.
pub fn read(text: &str, board: Option<&OnBoard>, report: &mut Report) -> Option<ParseOutput<Game, Style>> {
    if !is_possible(text) {
        report.add(not_a_seed(text));
        return None;
    }
    let mut reader = Reader::new(Cursor::new(text, report), board);
    let (meaning, style) = reader.game();
    let source_spans = reader.cursor.into_source_spans();
    if let Some(cut) = reader.cut {
        report.unreadable(cut);
    }
    Some(ParseOutput { meaning, style, source_spans })
}

/// Lints a file as the judge would read it, and finds the spans of the values at `paths`.
pub fn lint_source(text: &str, board: Option<&OnBoard>, paths: &[&str]) -> crate::formats::SourceLint {
    let mut reader = Reader::new(Cursor::examining(text, paths), board);
    reader.game();
    reader.cursor.remark_on_text(&codes::REMARK);
    reader.cursor.into_examination(paths)
}

/// Greatest number of lines that are searched for a unit if the first is not a phase.
pub const FIRST_UNITS: usize = 20;

/// Returns whether a text begins with a phase, or has units in its first block.
fn is_possible(text: &str) -> bool {
    let mut ignored = Report::silent();
    let mut cursor = Cursor::new(text, &mut ignored);
    let Some(first) = cursor.next() else { return false };
    let is_unit = |line: &TextLine<'_>| unit(line.text, None).is_ok() && !looks_like_province(line.text);
    let units =
        std::iter::from_fn(|| cursor.next_if(|line| !ends_block(line))).take(FIRST_UNITS).filter(is_unit).count();
    is_phase(first.text) || is_unit(&first) || units > 0 && !looks_like_province(first.text)
}

fn not_a_seed(text: &str) -> Diagnostic {
    let mut ignored = Report::silent();
    let mut cursor = Cursor::new(text, &mut ignored);
    let span = cursor.peek().map_or(0..0, |line| line.span());
    let message =
        "this is not a seed or position file: its first line is not a phase such as S1901M, and it has no units";
    let has_province = std::iter::from_fn(|| cursor.next()).take(50).any(|line| looks_like_province(line.text));
    let help = if has_province {
        "it has provinces like a map: use -f njudge-map"
    } else {
        "leave out -f to find out what it is"
    };
    Diagnostic::error(&codes::NOT_A_SEED, message).at(span).help(help)
}

/// Shortest line of owners, in characters; no real map has fewer provinces.
const MIN_OWNERS: usize = 8;

/// Returns whether a line among the units is the first of the ownership: a record of names with another record after
/// it, or a line of owners.
pub fn begins_ownership<'t>(line: &str, next: impl FnOnce() -> Option<&'t str>) -> bool {
    let is_record = |line: &str, letters: &[u8]| matches!(line.as_bytes(), [letter, b':', first, ..] if letters.contains(letter) && !first.is_ascii_whitespace());
    if is_record(line, b"N") {
        return next().is_some_and(|next| is_record(next, b"nOCHF"));
    }
    let owners = line.trim_end_matches([' ', '\t', '\r']);
    let is_owner = |b: u8| matches!(b, b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'&' | b'=');
    owners.len() >= MIN_OWNERS && owners.bytes().all(is_owner) && unit(line, None).is_err()
}

/// Digits of a year that the judge expects.
const YEAR_DIGITS: usize = 4;

/// Reader of a file, block by block.
pub(super) struct Reader<'t, 'r, 'b> {
    pub(super) cursor: Cursor<'t, 'r>,
    pub(super) board: Option<&'b OnBoard>,
    pub(super) position: Position,
    pub(super) details: DiplomacyDetails,
    pub(super) style: Style,
    pub(super) names: Vec<Player>,
    /// State of the game; `None` if the phase line has none.
    state: Option<State>,
    pub(super) cut: Option<Diagnostic>,
}

impl<'t, 'r, 'b> Reader<'t, 'r, 'b> {
    fn new(cursor: Cursor<'t, 'r>, board: Option<&'b OnBoard>) -> Self {
        let style = Style { terminators: 0, ..Style::default() };
        let (position, details) = Default::default();
        Reader { cursor, board, position, details, style, names: Vec::new(), state: None, cut: None }
    }

    fn game(&mut self) -> (Game, Style) {
        self.phase();
        let mut is_open = false;
        while let Some(line) = self.cursor.peek().filter(|line| !ends_block(line.text)) {
            is_open = self.is_ownership(line.text);
            if is_open {
                self.missing_end("units.end", "-1", "the ownership");
                break;
            }
            self.cursor.next();
            self.unit(line);
        }
        if is_open || self.terminator() {
            self.ownership();
        } else {
            self.cut("the units");
        }
        let mut game = Game::new(System::Diplomacy);
        game.board = self.board.map(|board| board.board.clone());
        game.position = Some(std::mem::take(&mut self.position));
        game.details = Details::Diplomacy(Box::new(std::mem::take(&mut self.details)));
        game.players = named_players(&game, &self.names);
        game.variant = game.details.diplomacy().and_then(variant_of).map(|variant| variant.name.to_owned());
        game.state = self.state;
        if self.board.is_none() {
            let message = "no map for this file: names of provinces and ownership are kept as text";
            let d = Diagnostic::note(&codes::NO_MAP, message);
            self.cursor.note(d.help("give the map with --board, or put it beside this file as map.VARIANT"));
        }
        self.style.line_end = self.cursor.line_end();
        (game, self.style.clone())
    }

    /// Takes the line that ends a block, and returns whether there was one.
    pub(super) fn terminator(&mut self) -> bool {
        let Some(line) = self.cursor.next_if(ends_block) else { return false };
        self.cursor.source_span(line);
        self.style.terminators += 1;
        if line.text.trim_start_matches('-').trim_start_matches(|c: char| c.is_ascii_digit()).trim_end() != "" {
            self.cursor.remark(&codes::REMARK, line.span(), "text after the line that ends the block");
        }
        true
    }

    /// Reports that a block begins without the line that ends the one before.
    pub(super) fn missing_end(&mut self, label: &'static str, end: &str, what: &str) {
        let at = self.cursor.peek().map_or(0, |line| line.line.start);
        let message = format!("expected a line {end} before {what}: the judge misreads all that follows");
        self.cursor.refused(&codes::MISSING_END, at..at, message);
        self.style.missing.push(label);
    }

    /// Returns whether a line among the units is the first of the ownership.
    fn is_ownership(&self, line: &str) -> bool {
        let mut behind = (1..).map_while(|count| self.cursor.ahead(count));
        begins_ownership(line, || behind.find(|line| !line.is_blank()).map(|line| line.text))
    }

    /// Notes that the file ends inside a block.
    pub(super) fn cut(&mut self, what: &str) {
        let end = self.cursor.text.len();
        let message = format!("the file ends before the line that ends {what}; it may be cut off");
        let help = "look for another copy; --salvage reads what is there";
        self.cut = Some(Diagnostic::error(&codes::CUT_OFF, message).at(end..end).help(help));
    }

    fn phase(&mut self) {
        let Some(line) = self.cursor.peek() else { return };
        let read = phase(line.text);
        if read.is_none() && unit(line.text, None).is_ok() {
            let message = "expected a phase such as S1901M, found a unit: the judge rejects the file";
            return self.cursor.refused(&rules::BAD_PHASE, line.span(), message);
        }
        self.cursor.next();
        self.cursor.source_span(line);
        self.cursor.mark(|| "game.position.when".to_owned(), line.span());
        let Some(read) = read else {
            let message = format!(
                "expected a phase such as S1901M, found {}: the judge rejects the file",
                quoted(line.text.trim_end())
            );
            self.cursor.refused(&rules::BAD_PHASE, line.span(), message);
            let season = Field::unknown(line.text.trim_end_matches([' ', '\t', '\r']));
            self.position.when = Some(When::Phase(Box::new(Phase { season, ..Phase::default() })));
            return;
        };
        let letters = [
            (read.phase.season.is_unknown(), "the letter of a season (S, U or F)", 0),
            (read.phase.phase.is_unknown(), "the letter of a phase (M, R, B or A)", 1 + read.digits),
        ];
        for (is_unknown, expected, at) in letters {
            if is_unknown {
                let message = format!("expected {expected}, found {}", quoted(&line.text[at..=at]));
                self.cursor.refused(&rules::BAD_PHASE, line.part(at..at + 1), message);
            }
        }
        if read.digits != YEAR_DIGITS {
            let digits = counted(read.digits, "digit", "digits");
            let year = read.phase.year.known().copied().unwrap_or_default();
            let message =
                format!("expected a year of four digits ({year:04}), found {digits}: the judge rejects the file");
            self.cursor.judged(&rules::BAD_PHASE, line.part(1..1 + read.digits), message);
        }
        self.state = read.state;
        if !line.text[read.read..].trim_end().is_empty() {
            self.cursor.remark(&codes::REMARK, line.part(read.read..line.text.len()), "text after the phase");
        }
        self.position.when = Some(When::Phase(Box::new(read.phase)));
    }

    fn unit(&mut self, line: TextLine<'t>) {
        if line.is_blank() {
            let message = "unexpected blank line among the units: the judge rejects the file";
            return self.cursor.refused(&codes::BAD_UNIT, line.span(), message);
        }
        self.cursor.source_span(line);
        let index = self.position.pieces.len();
        let path = || format!("game.position.pieces[{index}]");
        self.cursor.mark(path, line.span());
        match unit(line.text, self.board) {
            Err((expected, at)) => {
                let rest = line.text[at..].trim_end();
                let is_blank = rest.starts_with([' ', '\t']);
                let word = rest.split([' ', '\t']).next().unwrap_or_default();
                let found = if is_blank { "a blank".to_owned() } else { found(word) };
                let message = format!("expected {expected}, found {found}: the judge rejects the file");
                let end = at + word.len().max(usize::from(is_blank));
                self.cursor.refused(&codes::BAD_UNIT, line.part(at..end), message);
                self.position.pieces.push(Element::unknown(line.text));
            }
            Ok(unit) => {
                for span in unit.unresolved {
                    let word = &line.text[span.clone()];
                    let message = format!("unknown province {}", quoted(word));
                    let meant = || province_meant(word.split('/').next()?, &self.board?.board);
                    self.cursor.refused_word(&rules::NO_SUCH_PROVINCE, line.part(span), message, meant);
                }
                if !line.text[unit.end..].trim_matches([' ', '\t', '\r']).is_empty() {
                    let rest = line.part(unit.end..line.text.len());
                    self.cursor.odd(&codes::TEXT_BEHIND, rest, "the judge ignores the text after the unit");
                }
                self.cursor.mark(|| path() + ".territory", line.part(unit.territory));
                for (i, span) in unit.retreats.into_iter().enumerate() {
                    self.cursor.mark(|| format!("{}.retreats[{i}]", path()), line.part(span));
                }
                self.position.pieces.push(Element::Known(unit.piece));
            }
        }
    }

    /// Reads the ownership after the units: none, one line, or records.
    fn ownership(&mut self) {
        while let Some(line) = self.cursor.next_if(|line| line.is_empty() || line.starts_with([' ', '\t', '\r'])) {
            let message =
                "expected the ownership in the first column: the judge takes this line for it, and reads nothing";
            self.cursor.refused(&codes::OWNERSHIP, line.span(), message);
        }
        let Some(line) = self.cursor.peek() else {
            let end = self.cursor.text.len();
            let message = "the file ends after the units; the judge accepts it as if another -1 followed";
            return self.cursor.remark(&codes::REMARK, end..end, message);
        };
        if ends_block(line.text) {
            self.terminator();
        } else if is_record(line.text) {
            self.records();
        } else {
            self.flat();
            self.end();
        }
    }

    /// Takes the last end line. The judge ignores text before it.
    pub(super) fn end(&mut self) {
        while let Some(line) = self.cursor.next_if(|line| !ends_block(line)) {
            if !line.is_blank() {
                let message = "the judge ignores this line";
                self.cursor.odd(&codes::TEXT_BEHIND, line.span(), message);
            }
        }
        if !self.terminator() {
            self.no_end();
        }
    }

    pub(super) fn no_end(&mut self) {
        let end = self.cursor.text.len();
        let message = "the file ends without its last -1: the judge rejects it";
        self.cursor.refused(&codes::NO_LAST_END, end..end, message);
    }

    fn flat(&mut self) {
        let Some(line) = self.cursor.next() else { return };
        self.cursor.source_span(line);
        self.cursor.mark(|| "game.position.holdings".to_owned(), line.span());
        self.cursor.mark(|| "game.details.ownership".to_owned(), line.span());
        let text = line.text.split([' ', '\t', '\r']).next().unwrap_or_default();
        if text.len() < line.text.trim_end().len() {
            let rest = line.part(text.len()..line.text.len());
            let message = "the judge reads owners up to the first blank, and ignores the rest";
            self.cursor.refused(&codes::OWNERSHIP, rest, message);
        }
        self.style.layout = Layout::Flat;
        let owners = text.chars().count();
        if let Some(count) = self.board.map(|board| board.names.len()).filter(|&count| count < owners) {
            let message = format!(
                "found {}, but the map has {}",
                counted(owners, "owner", "owners"),
                counted(count, "province", "provinces")
            );
            self.cursor.odd(&codes::OWNERSHIP, line.span(), message);
        }
        self.owned(Ownership::Flat(text.to_owned()));
    }

    /// Stores ownership: as holdings where the board at hand has its territories, otherwise as text.
    pub(super) fn owned(&mut self, ownership: Ownership) {
        let resolved = self.board.and_then(|board| holdings(&ownership, &self.style.layout, board));
        match resolved {
            Some(holdings) => self.position.holdings = holdings,
            None => self.details.ownership = Some(ownership),
        }
    }
}

/// Returns whether a line is a record, with a colon as its second character.
pub(super) fn is_record(line: &str) -> bool {
    line.as_bytes().get(1) == Some(&b':')
}
