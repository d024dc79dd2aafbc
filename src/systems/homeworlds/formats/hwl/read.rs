//! Reads a record.

use super::board::Board;
use super::command::{self, Command, OPEN, Trouble};
use super::header::{self, Slot};
use super::{Row, Style, blanks, parts};
use crate::model::{Action, ActionKind, Game, Player, System, Turn};
use crate::systems::homeworlds::formats::fit::seats;
use crate::systems::homeworlds::formats::{codes, passes};
use crate::text::lines::{Line, dos_lines, usual_line_end};
use crate::text::printable::quoted;
use crate::text::spelling::{Claim, Reading};
use crate::text::{Code, Diagnostic, Report};

/// Reads a text; where no line of it is one of a record that is an error.
pub fn read(text: &str, report: &mut Report) -> Reading<Game, Style> {
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
        claims: Vec::with_capacity(turns.len() * 3 / 2),
        is_record: false,
    };
    reader.game.turns.reserve(turns.len() + 1);
    let not_blank = turns.iter().filter(|row| !row.is_blank()).map(first_of);
    let homeworlds = not_blank.take_while(|first| command::verb(first) == Some('h')).count();
    rows.retain(|row| !row.is_blank());
    reader.header(&rows, homeworlds);
    let blanks_are_turns = blanks::are_turns(text, turns, &reader.game.players);
    for row in turns {
        match row.is_blank() {
            false => reader.turn(&row.line),
            true if blanks_are_turns => reader.blank_turn(&row.line),
            true => {}
        }
    }
    reader.finish()
}

/// The players of a record that does not name them, and begins with so many homeworlds.
pub fn players_of(homeworlds: usize) -> Vec<Player> {
    seats(homeworlds.clamp(2, 4)).into_iter().map(Player::at).collect()
}

/// Whether a line that begins so is a turn, and none of the header.
pub fn begins_turn(text: &str) -> bool {
    text == OPEN || command::verb(text).is_some()
}

struct Reader<'t, 'r> {
    text: &'t str,
    report: &'r mut Report,
    board: Board,
    game: Game,
    style: Style,
    claims: Vec<Claim>,
    /// Whether anything was understood.
    is_record: bool,
}

impl<'t> Reader<'t, '_> {
    fn text_of(&self, claim: &Claim) -> &'t str {
        &self.text[claim.start..claim.end]
    }

    fn header(&mut self, rows: &[Row], homeworlds: usize) {
        let claims: Vec<Claim> = rows.iter().map(|row| self.trimmed(&row.line)).collect();
        let found = claims
            .iter()
            .enumerate()
            .find_map(|(index, claim)| header::players(self.text_of(claim)).map(|players| (index, players)));
        let (players_line, players) = found.unzip();
        self.game.players = players.unwrap_or_else(|| players_of(homeworlds));
        self.board = Board::new(self.game.players.iter().map(|player| player.seat.clone()).collect());
        let mut unknown = Vec::new();
        for (index, claim) in claims.into_iter().enumerate() {
            let line = self.text_of(&claim);
            let result = header::result(line, &self.game.players).filter(|_| self.game.result.is_none());
            let slot = match result {
                _ if players_line == Some(index) => Slot::Players,
                Some(_) => {
                    self.game.result = result;
                    Slot::Winner
                }
                None => {
                    let message = format!("{} is no line of the header: kept as text", quoted(line));
                    let help = "a record begins with `Players: NAME,NAME` for two to four players and `Winner: NAME`, \
                                of which each may be missing";
                    self.say(&codes::HEADER, message, help, claim);
                    unknown.push(unknown_action(line));
                    Slot::Unknown
                }
            };
            self.is_record |= slot != Slot::Unknown;
            self.style.header.push(slot);
            self.claims.push(claim);
        }
        if !unknown.is_empty() {
            Turn::begin(&mut self.game.turns, Turn { actions: unknown, ..Turn::default() });
        } else if self.style.header.is_sorted() {
            self.style.header.clear();
        }
    }

    /// A whole line without the blanks around it.
    fn trimmed(&self, line: &Line) -> Claim {
        let text = self.text[line.span()].trim_start_matches([' ', '\t']);
        let start = line.end - text.len();
        Claim { start, end: start + text.trim_end_matches([' ', '\t']).len(), next: line.next }
    }

    fn turn(&mut self, line: &Line) {
        let mut claims: Vec<Claim> = parts(self.text, line).collect();
        let open = claims.pop_if(|claim| self.text_of(claim) == OPEN);
        let mut mover = None;
        let mut actions = Vec::with_capacity(claims.len());
        for claim in &claims {
            let command = command::parse(self.text_of(claim), &self.game.players, self.board.of_each());
            // Who resigns may do so out of turn.
            let resigning = match &command {
                Ok(Command::Resign { player }) => self.board.player(player),
                _ => None,
            };
            let mover = *mover.get_or_insert_with(|| resigning.unwrap_or_else(|| self.board.mover()));
            actions.push(command.and_then(|command| self.play(&command, mover, *claim)).unwrap_or_else(|trouble| {
                self.report.add(trouble.said().at(claim.start..claim.end));
                self.board.miss(self.text_of(claim), &trouble);
                unknown_action(self.text_of(claim))
            }));
        }
        let mover = mover.unwrap_or_else(|| self.board.mover());
        let seat = self.board.seat(mover);
        let mut turn = Turn { player: Some(seat.clone()), inferred: vec!["player".into()], ..Turn::default() };
        turn.unset.extend(open.map(|_| seat));
        // A pass that need not be said is spelling: it belongs to what stands before.
        let needless = passes::needless(&actions, open.is_some());
        for ((action, claim), needless) in actions.into_iter().zip(claims).zip(needless) {
            match (needless, self.claims.last_mut()) {
                (Some(_), Some(last)) => last.next = claim.next,
                _ => {
                    turn.actions.push(action);
                    self.claims.push(claim);
                }
            }
        }
        self.claims.extend(open);
        passes::infer(&mut turn);
        Turn::begin(&mut self.game.turns, turn);
        self.board.end_turn(mover);
    }

    /// A blank line in which the player passes.
    fn blank_turn(&mut self, line: &Line) {
        let mover = self.board.mover();
        self.claims.push(Claim { start: line.end, end: line.end, next: line.next });
        let (player, actions) = (Some(self.board.seat(mover)), vec![Action::of(ActionKind::Pass)]);
        Turn::begin(&mut self.game.turns, Turn { player, actions, inferred: vec!["player".into()], ..Turn::default() });
        self.board.end_turn(mover);
    }

    fn play(&mut self, command: &Command, mover: usize, claim: Claim) -> Result<Action, Trouble> {
        let doubled = self.board.doubled(command);
        let action = self.board.play(command, mover)?;
        for piece in doubled {
            let message = format!("{piece} is on the board already, and is taken from there");
            self.say(&codes::ON_BOARD, message, codes::ON_BOARD.advice, claim);
        }
        self.is_record |= action.kind != ActionKind::Pass;
        Ok(action)
    }

    fn finish(self) -> Reading<Game, Style> {
        if !self.is_record {
            let d = Diagnostic::error(&codes::NO_RECORD, "no line of the header and no command of a record is found");
            let first = self.text.find('\n').unwrap_or(self.text.len());
            self.report.unreadable(d.at(0..first).help(codes::NO_RECORD.advice));
        }
        Reading { meaning: self.game, style: self.style, claims: self.claims }
    }

    fn say(&mut self, code: &Code, message: String, help: &str, claim: Claim) {
        self.report.add(Diagnostic::warning(code, message).at(claim.start..claim.end).help(help));
    }
}

fn unknown_action(text: &str) -> Action {
    Action { text: Some(text.to_owned()), ..Action::of(ActionKind::Unknown) }
}
