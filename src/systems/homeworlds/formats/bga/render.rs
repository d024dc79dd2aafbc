//! Renders a log.

use std::collections::HashMap;

use super::lines::{self, TIED, WON};
use super::play::{moment, out_at_end};
use super::sentences::{self, END};
use super::turns::is_last;
use super::{Style, clock};
use crate::model::{Action, ActionKind, Game, Moment, Remark, RemarkAnchor, Seat, Turn};
use crate::systems::homeworlds::formats::systems::Systems;
use crate::text::write_back::Statements;

pub fn render(game: &Game, style: &Style, out: &mut Statements) {
    let mut writer = Writer::new(game, style, out);
    writer.turns();
    writer.result();
}

struct Writer<'w> {
    game: &'w Game,
    style: &'w Style,
    systems: Systems,
    /// The last time that was written.
    shown: Option<Moment>,
    /// The number that each time had in the source, by the time and the number of its earlier occurrences.
    numbers: HashMap<(Moment, u32), u32>,
    /// The number of occurrences of each time so far.
    counts: HashMap<Moment, u32>,
    /// The last move number that was written.
    number: u32,
    line: String,
    /// Whether the result has been written.
    has_result: bool,
    out: &'w mut Statements,
}

impl<'w> Writer<'w> {
    fn new(game: &'w Game, style: &'w Style, out: &'w mut Statements) -> Writer<'w> {
        let (systems, line) = (Systems::default(), String::new());
        let mut counts = HashMap::with_capacity(style.numbers.len());
        let numbers = style.numbers.iter().map(|(at, number)| ((*at, again(&mut counts, *at)), *number)).collect();
        counts.clear();
        Writer { game, style, systems, shown: None, numbers, counts, number: 0, line, has_result: false, out }
    }

    fn turns(&mut self) {
        let Some((last, before)) = self.game.turns.split_last() else { return };
        before.iter().for_each(|turn| self.turn(turn, 0));
        self.turn(last, behind_result(last, self.game, self.style.behind_result));
    }

    /// Writes a turn with `behind_result` of its actions after the result.
    fn turn(&mut self, turn: &Turn, behind_result: usize) {
        self.remarks(&turn.remarks, Some(RemarkAnchor::Before));
        let births = self.systems.births();
        for undone in &turn.undone {
            self.actions(undone, turn, "turn.undone.action", 0);
            self.systems.go_back(births);
        }
        let has_end = has_end(turn);
        let is_out_behind = has_end && !self.style.out_before_end;
        let out = if is_out_behind { out_at_end(&turn.actions) } else { 0 };
        let (actions, out) = turn.actions.split_at(turn.actions.len() - out);
        self.actions(actions, turn, "turn.action", behind_result);
        self.remarks(&turn.remarks, None);
        if has_end {
            self.time(moment(turn.when.as_ref()));
            self.begin(turn.player.as_ref());
            self.line.push_str(END);
            self.line.push('.');
            self.end("turn.end");
        }
        self.actions(out, turn, "turn.action", 0);
        self.remarks(&turn.remarks, Some(RemarkAnchor::After));
    }

    fn actions(&mut self, actions: &[Action], turn: &Turn, label: &str, behind_result: usize) {
        for (index, action) in actions.iter().enumerate() {
            if action.kind == ActionKind::Pass {
                // The end of the turn implies it.
                continue;
            }
            self.remarks(&action.remarks, Some(RemarkAnchor::Before));
            if index + behind_result == actions.len() {
                self.result();
            }
            self.time(moment(action.when.as_deref()));
            self.action(action, turn, label);
        }
    }

    fn action(&mut self, action: &Action, turn: &Turn, label: &str) {
        let player = turn.player.as_ref();
        match &action.kind {
            ActionKind::Unknown => self.line.push_str(action.text.as_deref().unwrap_or_default()),
            kind => {
                self.begin(if *kind == ActionKind::Eliminate { action.player.as_ref() } else { player });
                sentences::write(action, &self.systems, &mut self.line);
            }
        }
        self.end(label);
        match &action.kind {
            ActionKind::Setup { at, name, .. } => {
                self.systems.born(name.as_deref().unwrap_or(at.as_str()));
            }
            ActionKind::Discover { piece, from, to, name, .. } => {
                let name = name.as_deref().unwrap_or(to.as_str());
                self.begin(player);
                let origin = self.systems.name_of(from).unwrap_or(from.as_str());
                sentences::arrival(piece, origin, name, &mut self.line);
                self.end("turn.arrival");
                self.systems.born(name);
            }
            _ => {}
        }
    }

    fn remarks(&mut self, remarks: &[Remark], place: Option<RemarkAnchor>) {
        for remark in remarks.iter().filter(|remark| remark.place == place) {
            self.time(remark.when);
            match &remark.author {
                Some(author) => {
                    self.line.push_str(author);
                    self.line.push(' ');
                    self.line.push_str(&remark.text);
                    self.line.push('.');
                }
                None => self.line.push_str(&remark.text),
            }
            self.end("turn.remark");
        }
    }

    /// Writes the time if it differs from the last.
    fn time(&mut self, when: Option<Moment>) {
        let Some(now) = when.filter(|_| when != self.shown) else { return };
        // A new time gets the number after the last one; the other times keep theirs.
        let known = self.numbers.get(&(now, again(&mut self.counts, now))).copied();
        self.number = known.unwrap_or(self.number.saturating_add(1));
        self.line.push_str(&clock::write(self.number, now, self.shown));
        self.end("time");
        self.shown = when;
    }

    /// Begins a line with the name of a player.
    fn begin(&mut self, seat: Option<&Seat>) {
        let player = self.game.players.iter().find(|player| Some(&player.seat) == seat);
        self.line.push_str(player.and_then(|player| player.name()).or(seat.map(Seat::as_str)).unwrap_or_default());
        self.line.push(' ');
    }

    fn end(&mut self, label: &str) {
        self.out.push_text(label, &self.line, self.style.line_end());
        self.line.clear();
    }

    fn result(&mut self) {
        let Some(result) = self.game.result.as_ref().filter(|_| !self.has_result) else { return };
        self.has_result = true;
        let winner = result.winners.first();
        let winner = winner.map(|seat| self.game.players.iter().find(|player| player.seat == *seat));
        let end = self.style.line_end();
        match winner {
            Some(winner) => {
                let name = winner.and_then(|player| player.name()).unwrap_or_default();
                self.out.push("result", format_args!("{}{name}{}", WON[0], WON[1]), end);
            }
            None => self.out.push_text("result", TIED, end),
        }
    }
}

/// Returns the number of earlier occurrences of a moment, and counts this one.
fn again(counts: &mut HashMap<Moment, u32>, moment: Moment) -> u32 {
    let count = counts.entry(moment).or_default();
    *count += 1;
    *count - 1
}

/// Returns whether a text would be read as the result of the game.
fn is_result(text: &str, game: &Game) -> bool {
    let is_player = |name| game.players.len() < 2 || game.players.iter().any(|player| player.name() == Some(name));
    text == TIED || lines::winner(text).is_some_and(is_player)
}

/// Returns how many of the last actions of the last turn are written after the result, at most `most`: only text that
/// was not understood, with nothing else among or after it.
fn behind_result(turn: &Turn, game: &Game, most: usize) -> usize {
    let is_last = |remark: &Remark| remark.place != Some(RemarkAnchor::Before);
    if most == 0 || has_end(turn) || turn.remarks.iter().any(is_last) {
        return 0;
    }
    let mut behind = 0;
    let is_text = |action: &&Action| {
        let text = action.text.as_deref().unwrap_or_default();
        action.kind == ActionKind::Unknown && !sentences::may_be_one(text) && !is_result(text, game)
    };
    for action in turn.actions.iter().rev().take_while(is_text) {
        behind += 1;
        if behind == most || !action.remarks.is_empty() {
            break;
        }
    }
    behind
}

/// Returns whether the end of a turn is written; a homeworld or a resignation ends a turn by itself.
pub fn has_end(turn: &Turn) -> bool {
    turn.player.is_some() && turn.unset.is_empty() && !turn.actions.last().is_some_and(is_last)
}
