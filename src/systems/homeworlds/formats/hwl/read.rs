//! Reads a record of homeworlds-live.

use std::borrow::Cow;

use thin_vec::thin_vec;

use super::board::Board;
use super::command::{self, Command, CommandError, OPEN};
use super::header::{self, Slot};
use super::{Row, Style, parts, whitespace};
use crate::model::{Action, ActionKind, Game, Player, System, Turn};
use crate::systems::homeworlds::formats::prepare::seats;
use crate::systems::homeworlds::formats::{codes, passes};
use crate::text::lines::{Line, dos_lines, usual_line_end};
use crate::text::printable::quoted;
use crate::text::write_back::{ParseOutput, SourceSpan};
use crate::text::{Code, Diagnostic, Report};

/// Reads a text; it is an error if no line is part of a record.
pub fn read(text: &str, report: &mut Report) -> ParseOutput<Game, Style> {
    let lines = dos_lines(text);
    let line_end = usual_line_end(text, &lines).unwrap_or_default();
    let mut rows: Vec<Row> = lines.into_iter().map(|line| Row { line, first: parts(text, &line).next() }).collect();
    let first_of = |row: &Row| row.first.map_or("", |first| &text[first.start..first.end]);
    let is_turn = |row: &Row| begins_turn(first_of(row));
    let turns = rows.split_off(rows.iter().position(is_turn).unwrap_or(rows.len()));
    let length = turns.iter().rposition(|row| !row.is_blank()).map_or(0, |last| last + 1);
    let turns = turns.get(..length).unwrap_or_default();
    let mut reader = Reader {
        text,
        report,
        board: Board::new(Vec::new()),
        game: Game::new(System::Homeworlds),
        style: Style { line_end, header: Vec::new() },
        source_spans: Vec::with_capacity(turns.len() * 3 / 2),
        is_record: false,
    };
    reader.game.turns.reserve(turns.len() + 1);
    let not_blank = turns.iter().filter(|row| !row.is_blank()).map(first_of);
    let homeworlds = not_blank.take_while(|first| command::verb(first) == Some('h')).count();
    rows.retain(|row| !row.is_blank());
    reader.header(&rows, homeworlds);
    let blanks_are_turns = whitespace::are_turns(text, turns, &reader.game.players);
    for row in turns {
        match row.is_blank() {
            false => reader.turn(&row.line),
            true if blanks_are_turns => reader.blank_turn(&row.line),
            true => {}
        }
    }
    reader.finish()
}

/// Returns the players of a record that does not name them, by the number of homeworlds at its beginning.
pub fn players_of(homeworlds: usize) -> Vec<Player> {
    seats(homeworlds.clamp(2, 4)).into_iter().map(Player::at).collect()
}

/// Returns whether a line that begins with this text is a turn, and not part of the header.
pub fn begins_turn(text: &str) -> bool {
    text == OPEN || command::verb(text).is_some()
}

struct Reader<'t, 'r> {
    text: &'t str,
    report: &'r mut Report,
    board: Board,
    game: Game,
    style: Style,
    source_spans: Vec<SourceSpan>,
    /// Whether anything in the text was understood.
    is_record: bool,
}

impl<'t> Reader<'t, '_> {
    fn text_of(&self, source_span: &SourceSpan) -> &'t str {
        &self.text[source_span.start..source_span.end]
    }

    fn header(&mut self, rows: &[Row], homeworlds: usize) {
        let source_spans: Vec<SourceSpan> = rows.iter().map(|row| self.trimmed(&row.line)).collect();
        let found = source_spans.iter().enumerate().find_map(|(index, source_span)| {
            header::players(self.text_of(source_span)).map(|players| (index, players))
        });
        let (players_line, players) = found.unzip();
        self.game.players = players.unwrap_or_else(|| players_of(homeworlds));
        self.board = Board::new(self.game.players.iter().map(|player| player.seat.clone()).collect());
        let mut unknown = Vec::new();
        for (index, source_span) in source_spans.into_iter().enumerate() {
            let line = self.text_of(&source_span);
            let result = header::result(line, &self.game.players).filter(|_| self.game.result.is_none());
            let slot = match result {
                _ if players_line == Some(index) => Slot::Players,
                Some(_) => {
                    self.game.result = result;
                    Slot::Winner
                }
                None => {
                    let message = format!("expected a line of the header, found {}; kept as text", quoted(line));
                    let help = "a record begins with `Players: NAME,NAME` for two to four players and `Winner: NAME`, \
                                of which each may be missing";
                    self.emit(&codes::HEADER, message, help, source_span);
                    unknown.push(unknown_action(line));
                    Slot::Unknown
                }
            };
            self.is_record |= slot != Slot::Unknown;
            self.style.header.push(slot);
            self.source_spans.push(source_span);
        }
        if !unknown.is_empty() {
            Turn::begin(&mut self.game.turns, Turn { actions: unknown, ..Turn::default() });
        } else if self.style.header.is_sorted() {
            self.style.header.clear();
        }
    }

    /// Returns the span of a line without the blanks around it.
    fn trimmed(&self, line: &Line) -> SourceSpan {
        let text = self.text[line.span()].trim_start_matches([' ', '\t']);
        let start = line.end - text.len();
        SourceSpan { start, end: start + text.trim_end_matches([' ', '\t']).len(), next: line.next }
    }

    fn turn(&mut self, line: &Line) {
        let mut source_spans: Vec<SourceSpan> = parts(self.text, line).collect();
        let open = source_spans.pop_if(|source_span| self.text_of(source_span) == OPEN);
        let mut mover = None;
        let mut actions = Vec::with_capacity(source_spans.len());
        for source_span in &source_spans {
            let command = command::parse(self.text_of(source_span), &self.game.players, self.board.of_each());
            // A player may resign out of turn.
            let resigning = match &command {
                Ok(Command::Resign { player }) => self.board.player(player),
                _ => None,
            };
            let mover = *mover.get_or_insert_with(|| resigning.unwrap_or_else(|| self.board.mover()));
            actions.push(command.and_then(|command| self.play(&command, mover, *source_span)).unwrap_or_else(
                |error| {
                    self.report.add(error.diagnostic().at(source_span.start..source_span.end));
                    self.board.miss(self.text_of(source_span), &error);
                    unknown_action(self.text_of(source_span))
                },
            ));
        }
        let mover = mover.unwrap_or_else(|| self.board.mover());
        let seat = self.board.seat(mover);
        let mut turn = Turn { player: Some(seat.clone()), inferred: thin_vec!["player".into()], ..Turn::default() };
        turn.unset.extend(open.map(|_| seat));
        // A pass that need not be written is style: it belongs to the statement before it.
        let needless = passes::needless(&actions, open.is_some());
        for ((action, source_span), needless) in actions.into_iter().zip(source_spans).zip(needless) {
            match (needless, self.source_spans.last_mut()) {
                (Some(_), Some(last)) => last.next = source_span.next,
                _ => {
                    turn.actions.push(action);
                    self.source_spans.push(source_span);
                }
            }
        }
        self.source_spans.extend(open);
        passes::infer(&mut turn);
        Turn::begin(&mut self.game.turns, turn);
        self.board.end_turn(mover);
    }

    /// Adds the turn of a blank line, in which the player passes.
    fn blank_turn(&mut self, line: &Line) {
        let mover = self.board.mover();
        self.source_spans.push(SourceSpan { start: line.end, end: line.end, next: line.next });
        let (player, actions) = (Some(self.board.seat(mover)), vec![Action::of(ActionKind::Pass)]);
        Turn::begin(
            &mut self.game.turns,
            Turn { player, actions, inferred: thin_vec!["player".into()], ..Turn::default() },
        );
        self.board.end_turn(mover);
    }

    fn play(&mut self, command: &Command, mover: usize, source_span: SourceSpan) -> Result<Action, CommandError> {
        let doubled = self.board.doubled(command);
        let action = self.board.play(command, mover)?;
        for piece in doubled {
            let message = format!("{piece} is on the board already, and is taken from there");
            self.emit(&codes::ON_BOARD, message, codes::ON_BOARD.advice, source_span);
        }
        self.is_record |= action.kind != ActionKind::Pass;
        Ok(action)
    }

    fn finish(mut self) -> ParseOutput<Game, Style> {
        Turn::end(&mut self.game.turns);
        if !self.is_record {
            let d = Diagnostic::error(&codes::NO_RECORD, "found no line of the header and no command of a record");
            let first = self.text.find('\n').unwrap_or(self.text.len());
            self.report.unreadable(d.at(0..first).help(codes::NO_RECORD.advice));
        }
        ParseOutput { meaning: self.game, style: self.style, source_spans: self.source_spans }
    }

    fn emit(&mut self, code: &Code, message: String, help: impl Into<Cow<'static, str>>, source_span: SourceSpan) {
        self.report.add(Diagnostic::warning(code, message).at(source_span.start..source_span.end).help(help));
    }
}

fn unknown_action(text: &str) -> Action {
    Action { text: Some(text.into()), ..Action::of(ActionKind::Unknown) }
}
