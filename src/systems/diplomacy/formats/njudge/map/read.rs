//! Reads a map file.

use std::collections::HashSet;

use super::moves::{Expected, MoveLineFlaw, Moves, moves};
use super::province::{area, gaps, is_taken, looks_like_province, parts, territory};
use super::rows;
use super::sections::{is_header, is_layout};
use super::style::{Style, Survey};
use crate::model::{Board, Details, Element, Game, System, TerritoryRef};
use crate::systems::diplomacy::formats::njudge::codes;
use crate::systems::diplomacy::formats::njudge::cursor::{Cursor, TextLine, ends_block, found, province_meant};
use crate::systems::diplomacy::model::{DiplomacyDetails, Section};
use crate::systems::diplomacy::rules::names::Names;
use crate::systems::diplomacy::rules::{codes as rules, players};
use crate::text::printable::quoted;
use crate::text::write_back::ParseOutput;
use crate::text::{Diagnostic, Report};

/// Reads a map file; `None` if the text is not a map.
pub fn read(text: &str, report: &mut Report) -> Option<ParseOutput<Game, Style>> {
    if !has_province(text) {
        report.add(not_a_map(text));
        return None;
    }
    let mut reader = Reader::new(Cursor::new(text, report));
    let (meaning, style) = reader.game();
    Some(ParseOutput { meaning, style, source_spans: reader.cursor.into_source_spans() })
}

/// Lints a map file as the judge would read it, and finds the spans of the values at `paths`.
pub fn lint_source(text: &str, paths: &[&str]) -> crate::formats::SourceLint {
    let mut reader = Reader::new(Cursor::examining(text, paths));
    reader.game();
    reader.cursor.remark_on_text(&codes::REMARK);
    reader.cursor.into_examination(paths)
}

/// Returns whether a line before the first `-` is a province.
fn has_province(text: &str) -> bool {
    let mut ignored = Report::silent();
    let mut cursor = Cursor::new(text, &mut ignored);
    std::iter::from_fn(|| cursor.next_if(|line| !ends_block(line))).any(|line| looks_like_province(line.text))
}

fn not_a_map(text: &str) -> Diagnostic {
    let mut ignored = Report::silent();
    let line = Cursor::new(text, &mut ignored).peek();
    let span = line.map_or(0..0, |line| line.span());
    let message = "this is not a map file: no line before the first -1 has a name, a comma and a type";
    let help = match line {
        Some(line) if crate::systems::diplomacy::formats::njudge::seed::is_phase(line.text) => {
            "it begins like a seed: use -f njudge-seed"
        }
        Some(line) if rows::looks_like_moves(line.text) => "it begins with moves: add the provinces before them",
        _ => "leave out -f to find out what it is",
    };
    Diagnostic::error(&codes::NOT_A_MAP, message).at(span).help(help)
}

/// Returns whether a line of the first two blocks is data to the judge, which ignores all others.
pub fn is_data(line: &str) -> bool {
    line.as_bytes().first().is_some_and(u8::is_ascii_alphanumeric)
}

/// Returns whether a line among the provinces is the first of the moves: it has the form of a canonical line of moves,
/// and no province follows.
pub fn begins_moves(line: &str, next: Option<&str>, names: &Names) -> bool {
    let is_moves = |line: &str| {
        moves(line, names).is_ok_and(|Moves { adjacency, flaws, .. }| {
            !flaws.iter().any(|(flaw, _)| match flaw {
                MoveLineFlaw::Suffix => adjacency.movement != "mx",
                flaw => *flaw == MoveLineFlaw::NoColon,
            })
        })
    };
    is_moves(line) && next.is_none_or(|next| ends_block(next) || is_moves(next) || begins_section(next, names))
}

/// Returns whether a line among the moves is the header of a section.
pub fn begins_section(line: &str, names: &Names) -> bool {
    is_header(line) && parts(line).is_err() && !rows::looks_like_moves(line) && moves(line, names).is_err()
}

/// Reader of a file, block by block.
pub(super) struct Reader<'t, 'r> {
    pub(super) cursor: Cursor<'t, 'r>,
    pub(super) names: Names,
    pub(super) survey: Survey<'t>,
    pub(super) board: Board,
    pub(super) details: DiplomacyDetails,
    pub(super) seen: HashSet<Section>,
    pub(super) terminators: usize,
    /// For the first and the second block, whether its end line is missing.
    missing: [bool; 2],
    /// Sections without an end line.
    pub(super) open: Vec<Section>,
}

impl<'t, 'r> Reader<'t, 'r> {
    fn new(cursor: Cursor<'t, 'r>) -> Self {
        Reader {
            // About two in five lines are provinces.
            names: Names::with_room_for(cursor.count() / 2),
            cursor,
            survey: Survey::default(),
            board: Board::default(),
            details: DiplomacyDetails::default(),
            seen: HashSet::new(),
            terminators: 0,
            missing: [false; 2],
            open: Vec::new(),
        }
    }

    fn game(&mut self) -> (Game, Style) {
        let mut is_open = false;
        while let Some(line) = self.peek_data() {
            is_open = self.begins_moves(0);
            if is_open {
                self.missing_end(0, "the moves");
                break;
            }
            self.cursor.next();
            self.province(line);
        }
        if !is_open {
            self.terminator("the provinces");
            self.surplus_end();
        }
        is_open = false;
        while let Some(line) = self.peek_data() {
            is_open = begins_section(line.text, &self.names);
            if is_open {
                self.missing_end(1, "the sections");
                break;
            }
            self.cursor.next();
            self.moves(line);
        }
        if !is_open {
            self.terminator("the moves");
        }
        self.sections();
        self.terminator("the map");
        let mut game = Game::new(System::Diplomacy);
        game.board = Some(std::mem::take(&mut self.board));
        game.details = Details::Diplomacy(Box::new(std::mem::take(&mut self.details)));
        game.players = players(&game);
        let survey = std::mem::take(&mut self.survey);
        let style = survey.style(self.cursor.line_end(), self.terminators, std::mem::take(&mut self.open));
        (game, Style { missing: self.missing, ..style })
    }

    /// Returns the next data line of a block without taking it, and takes the lines before it, which the judge ignores.
    fn peek_data(&mut self) -> Option<TextLine<'t>> {
        loop {
            let line = self.cursor.peek().filter(|line| !ends_block(line.text))?;
            if is_data(line.text) {
                return Some(line);
            }
            self.cursor.next();
            if !line.is_blank() && !line.text.starts_with('#') {
                let message = "the judge ignores this line: it does not begin with a letter or digit";
                self.cursor.refused(&codes::PASSED_OVER, line.span(), message);
            }
        }
    }

    /// Returns whether the line that is `count` lines ahead, among the provinces, is the first of the moves.
    fn begins_moves(&self, count: usize) -> bool {
        let mut from = (count..).map_while(|count| self.cursor.ahead(count)).map(|line| line.text);
        let line = from.next();
        let next = from.find(|line| is_data(line) || ends_block(line));
        line.is_some_and(|line| begins_moves(line, next, &self.names))
    }

    /// Reports that a block begins without the -1 that ends the one before.
    fn missing_end(&mut self, block: usize, what: &str) {
        let at = self.cursor.peek().map_or(0, |line| line.line.start);
        let message = format!("expected a line -1 before {what}: the judge rejects the file");
        self.cursor.refused(&codes::MISSING_END, at..at, message);
        self.missing[block] = true;
    }

    /// Skips a second -1 before the moves; with it, the moves would be read as sections.
    fn surplus_end(&mut self) {
        if self.peek_data().is_some() {
            return;
        }
        let layout = (1..).map_while(|count| self.cursor.ahead(count)).take_while(|line| is_layout(line.text));
        if self.begins_moves(1 + layout.count())
            && let Some(line) = self.cursor.next()
        {
            let message =
                "unexpected second -1 before the moves: the judge looks for sections after it, and rejects the file";
            self.cursor.refused(&codes::MISSING_END, line.span(), message);
        }
    }

    fn terminator(&mut self, what: &str) {
        match self.cursor.next_if(ends_block) {
            Some(line) => {
                self.cursor.source_span(line);
                self.terminators += 1;
                if line.text.trim_end_matches([' ', '\t', '\r']) != "-1" {
                    self.cursor.remark(&codes::REMARK, line.span(), "text after -1");
                }
            }
            None => {
                let end = self.cursor.text.len();
                let message = format!("the file ends without a -1 after {what}");
                if what == "the map" {
                    self.cursor.remark(&codes::REMARK, end..end, message);
                } else {
                    self.cursor.odd(&codes::ENDS_EARLY, end..end, message);
                }
            }
        }
    }

    fn province(&mut self, line: TextLine<'t>) {
        self.cursor.source_span(line);
        let index = self.board.territories.len();
        let path = || format!("game.board.territories[{index}]");
        self.cursor.mark(path, line.span());
        let parts = match parts(line.text) {
            Ok(parts) => parts,
            Err((missing, at)) => {
                let hint = if rows::looks_like_moves(line.text) {
                    "; it looks like moves: is the -1 before them missing?"
                } else {
                    ""
                };
                let message = format!("expected {missing}: the judge rejects the file{hint}");
                self.cursor.refused(&codes::NO_COMMA, line.part(at), message);
                self.board.territories.push(Element::unknown(line.text));
                return;
            }
        };
        self.survey.province(gaps(line.text, &parts), parts.type_.0);
        let (at, type_) = parts.type_;
        let span = line.part(at..at + type_.len());
        self.cursor.mark(|| path() + ".name", line.part(0..parts.name.len()));
        for field in ["kind", "second_kind", "centre", "home", "city"] {
            self.cursor.mark(|| format!("{}.{field}", path()), span.clone());
        }
        for (i, (at, alias)) in parts.aliases.iter().enumerate() {
            self.cursor.mark(|| format!("{}.aliases[{i}]", path()), line.part(*at..at + alias.len()));
        }
        let area = area(type_);
        match &area {
            None if is_taken(type_) => {
                let message = format!("unknown type {}: the judge accepts it, but it has no meaning", quoted(type_));
                self.cursor.odd(&codes::BAD_TYPE, span, message);
            }
            None => {
                let message = format!("unknown type {}: the judge rejects the file", quoted(type_));
                self.cursor.refused(&codes::BAD_TYPE, span, message);
            }
            Some(area) if area.read < type_.len() => {
                let message = format!("the judge ignores {} in this type", quoted(&type_[area.read..]));
                self.cursor.odd(&codes::TYPE_TAIL, span.start + area.read..span.end, message);
            }
            Some(_) => {}
        }
        let mut territory = territory(TerritoryRef::new(""), &parts, area);
        territory.id = self.names.add(territory.name.as_deref(), &territory.aliases);
        self.board.territories.push(Element::Known(territory));
    }

    fn moves(&mut self, line: TextLine<'t>) {
        self.cursor.source_span(line);
        let index = self.board.adjacencies.len();
        let path = || format!("game.board.adjacencies[{index}]");
        self.cursor.mark(path, line.span());
        let moves = match moves(line.text, &self.names) {
            Ok(moves) => moves,
            Err((expected, at)) => {
                let word = line.text.get(at.clone()).unwrap_or_default();
                let message =
                    format!("expected {}, found {}: the judge rejects the file", expected.words(), found(word));
                let meant = || province_meant(word, &self.board).filter(|_| expected == Expected::Province);
                self.cursor.refused_word(&codes::BAD_MOVES, line.part(at), message, meant);
                self.board.adjacencies.push(Element::unknown(line.text));
                return;
            }
        };
        for (flaw, at) in moves.flaws {
            let word = line.text.get(at.clone()).unwrap_or_default();
            let text = quoted(word);
            let at = line.part(at);
            let movement = &moves.adjacency.movement;
            match flaw {
                MoveLineFlaw::CoastOnTheLeft => {
                    let message = format!("the judge ignores the coast of {text}: the kind of moves says which it is");
                    self.cursor.odd(&codes::COAST_ON_THE_LEFT, at, message);
                }
                MoveLineFlaw::Suffix => {
                    let kind = if movement == "mx" { "mv" } else { movement };
                    let message = format!("the judge reads {text} as {kind}: only its first letter counts");
                    self.cursor.odd(&codes::ODD_SUFFIX, at, message);
                }
                MoveLineFlaw::NoColon => self.cursor.odd(&codes::NO_COLON, at, "missing colon after the kind of moves"),
                MoveLineFlaw::LostTarget => {
                    let message = format!(
                        "missing blank before {text}: the judge takes it for a part of the kind, and loses this target"
                    );
                    self.cursor.refused(&codes::LOST_TARGET, at, message);
                }
                MoveLineFlaw::Target => self.unresolved(word, at),
            }
        }
        for (i, at) in moves.targets.into_iter().enumerate() {
            self.cursor.mark(|| format!("{}.to[{i}]", path()), line.part(at));
        }
        self.board.adjacencies.push(Element::Known(moves.adjacency));
    }

    pub(super) fn unresolved(&mut self, word: &str, at: std::ops::Range<usize>) {
        let message = format!("unknown province {}", quoted(word));
        let meant = || province_meant(word.split('/').next().unwrap_or(word), &self.board);
        self.cursor.refused_word(&rules::NO_SUCH_PROVINCE, at, message, meant);
    }
}
