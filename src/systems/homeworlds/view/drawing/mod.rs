//! Draws a game: the systems before the first turn and after every turn, with the effects of the turn.

mod board;
mod cards;
mod layout;
mod panel;
mod pieces;
#[cfg(test)]
mod tests;

use super::names::{Names, short};
use super::record::{number_of, taken_back};
use super::{outcome_text, what, who_moves, words};
use crate::model::{Document, Game, Seat, Turn};
use crate::systems::homeworlds::formats::server_of;
use crate::systems::homeworlds::rules::{Replay, State};
use crate::text::Severity;
use crate::view::ViewOptions;
use crate::view::layout::capital;
use crate::view::picture::{
    Album, Anchor, Event, EventKind, LINE_HEIGHT, Level, Moment, NoPicture, Paint, Part, Picture, Point, Series, Shape,
    clipped, wrapped,
};
use cards::{Card, Table, cards};
use layout::Layout;

/// Number of turns between the positions that are kept, so that a picture does not replay the whole game.
const STEP: usize = 32;
/// Font sizes of the title, and of the words below it.
const TITLE: f64 = 22.0;
const WORDS: f64 = 13.0;
/// Minimum width of the board, so that the words have room.
const MIN_BOARD: f64 = 560.0;
const MARGIN: f64 = 28.0;

/// Opens the pictures of a game.
pub fn open<'d>(document: &'d Document, _: &ViewOptions) -> Result<Box<dyn Album + 'd>, NoPicture> {
    let game = &document.game;
    if game.turns.is_empty() && game.position.is_none() {
        return Err(NoPicture::Nothing("a document without turns".to_owned()));
    }
    Ok(Box::new(Record::of(document)))
}

struct Record<'d> {
    game: &'d Game,
    what: String,
    names: Names<'d>,
    moments: Vec<Moment>,
    /// The replay at the start, and after every `STEP` turns.
    kept: Vec<Replay<'d>>,
    table: Table,
    layout: Layout,
    /// For each player, the number of ships and the sum of their pips at each moment.
    fleets: Vec<Vec<(usize, usize)>>,
}

impl<'d> Record<'d> {
    fn of(document: &'d Document) -> Self {
        let game = &document.game;
        let mut replay = Replay::of(game, server_of(document));
        let table = Table::of(replay.state());
        let names = Names::of_game(game);
        let start = Moment { name: "0".to_owned(), title: "Before the first turn".to_owned(), turn: None };
        let mut record = Record {
            game,
            what: what(game),
            names,
            moments: vec![start],
            kept: vec![replay.clone()],
            fleets: vec![Vec::new(); table.seats().len()],
            table,
            layout: Layout::default(),
        };
        record.see(0, None, replay.state(), None);
        let mut before = replay.state().clone();
        while replay.step(|_, _| {}) {
            let moment = replay.turns();
            let turn = game.turns.get(moment - 1);
            record.see(moment, Some(&before), replay.state(), turn);
            let who = turn.map_or_else(String::new, |turn| who_moves(turn, &before, &record.names));
            let number = number_of(game, moment - 1);
            let title = format!("Turn {number}: {who}");
            record.moments.push(Moment { name: number.to_string(), title, turn: Some(moment - 1) });
            before = replay.state().clone();
            if moment.is_multiple_of(STEP) {
                record.kept.push(replay.clone());
            }
        }
        record.layout.finish();
        record
    }

    fn see(&mut self, moment: usize, before: Option<&State>, after: &State, turn: Option<&Turn>) {
        self.layout.see(moment, &self.table, &cards(&self.table, before, after, turn));
        for (seat, counts) in self.table.seats().iter().zip(&mut self.fleets) {
            counts.push(fleet(after, seat));
        }
    }

    /// Returns the states around the turn that led to a moment; moment 0 is before the first turn.
    fn scene(&self, index: usize) -> Scene<'_> {
        let from = index.saturating_sub(1);
        let mut replay = self.kept.get(from / STEP).or(self.kept.last()).cloned();
        let mut scene = Scene { before: None, after: None, turn: None, refused: Vec::new() };
        let Some(replay) = &mut replay else { return scene };
        while replay.turns() < from && replay.step(|_, _| {}) {}
        if index > 0 {
            scene.before = Some(replay.state().clone());
            scene.turn = self.game.turns.get(from);
            replay.step(|action, violation| {
                if violation.severity == Severity::Error {
                    scene.refused.extend(action);
                }
            });
        }
        scene.after = Some(replay.state().clone());
        scene
    }

    /// Returns a description of the turn in a few sentences; empty before the first turn.
    fn words(&self, scene: &Scene<'_>) -> String {
        let (Some(before), Some(after), Some(turn)) = (&scene.before, &scene.after, scene.turn) else {
            return String::new();
        };
        let done = format!("{} {}.", who_moves(turn, before, &self.names), words::turn(turn, &self.names));
        let mut said = vec![done];
        said.extend(self.consequences(before, after, turn));
        said.join(" ")
    }

    /// Returns sentences about the consequences of a turn, and about the actions taken back and the alternatives that
    /// the record has for it.
    fn consequences(&self, before: &State, after: &State, turn: &Turn) -> Vec<String> {
        let mut said = words::consequences(before, after, &self.names);
        if before.winners().is_none() {
            said.extend(outcome_text(after, &self.names));
        }
        said.extend(Some(capital(&taken_back(std::slice::from_ref(turn)))).filter(|text| !text.is_empty()));
        said
    }

    /// Returns the title of the sheet, and the description of the turn below it.
    fn head(&self, title: &str, words: &str, width: f64) -> Part {
        let title = Shape::text(Point::new(MARGIN, 38.0), TITLE, Anchor::Start, &clipped(title, TITLE, width));
        let rows = wrapped(words, WORDS, width, 2).into_iter().enumerate();
        let rows = rows.map(|(row, text)| {
            let at = Point::new(MARGIN, 62.0 + row as f64 * WORDS * LINE_HEIGHT);
            Shape::text(at, WORDS, Anchor::Start, &text).in_paint(Paint::Muted)
        });
        let shapes = std::iter::once(title).chain(rows).collect();
        Part { level: Level::Legend, key: "title".to_owned(), shapes }
    }
}

/// The states before and after the turn that led to a moment.
struct Scene<'d> {
    before: Option<State>,
    after: Option<State>,
    turn: Option<&'d Turn>,
    /// The indices of the actions that the rules forbid.
    refused: Vec<usize>,
}

/// Returns the number of a player's ships, and the sum of their pips.
fn fleet(state: &State, seat: &Seat) -> (usize, usize) {
    let own = state.systems().flat_map(|system| system.ships()).filter(|(_, owner)| *owner == seat);
    own.fold((0, 0), |(ships, points), (ship, _)| (ships + 1, points + usize::from(ship.size())))
}

/// Returns the name that is written above a system, clipped.
fn label(card: &Card<'_>) -> String {
    short(card.name, 40)
}

impl Album for Record<'_> {
    fn moments(&self) -> &[Moment] {
        &self.moments
    }

    fn picture(&self, index: usize) -> Picture {
        let index = index.min(self.moments.len().saturating_sub(1));
        let scene = self.scene(index);
        let mut parts = Vec::new();
        let board_width = self.layout.extent.x.max(MIN_BOARD);
        let corner = Point::new(MARGIN + board_width + 36.0, 34.0);
        let width = corner.x + panel::WIDTH + MARGIN;
        let mut bottom = board::ORIGIN.y + self.layout.extent.y;
        if let Some(after) = &scene.after {
            let cards = cards(&self.table, scene.before.as_ref(), after, scene.turn);
            let placed = board::place(&self.layout, board_width, index, &self.table, &cards);
            parts.extend(board::connections(&placed));
            placed.iter().for_each(|card| parts.extend(board::parts(card, &self.table, &self.names)));
            if let Some(turn) = scene.turn {
                let words = |action: &_| words::words(action, &self.names);
                parts.extend(board::ways(&placed, &turn.actions, &scene.refused, words));
            }
            let (panel, end) = panel::parts(corner, &self.table, after, &self.names);
            parts.extend(panel);
            bottom = bottom.max(end);
        }
        let moment = self.moments.get(index).map_or("", |moment| &moment.title);
        let game = self.game.title.as_ref().map_or_else(|| "Homeworlds".to_owned(), |title| short(title, 60));
        let title = format!("{game}: {moment}");
        let words = self.words(&scene);
        parts.push(self.head(&title, &words, board_width));
        let description = format!("{}. {moment}. {words}", self.what);
        Picture { title, description, width, height: bottom + MARGIN, parts }
    }

    fn events(&self, index: usize) -> Vec<Event> {
        let scene = self.scene(index);
        let (Some(before), Some(after), Some(turn)) = (&scene.before, &scene.after, scene.turn) else {
            return Vec::new();
        };
        let who = who_moves(turn, before, &self.names);
        let event = |(first, text): (usize, String)| {
            let is_refused = scene.refused.contains(&first);
            let against = if is_refused { ", against the rules" } else { "" };
            let kind = if is_refused { EventKind::Failed } else { EventKind::Done };
            Event { text: format!("{who} {text}{against}."), kind, action: Some(first) }
        };
        let mut events: Vec<Event> = words::each(turn, &self.names).into_iter().map(event).collect();
        let results = self.consequences(before, after, turn).into_iter();
        events.extend(results.map(|text| Event { text, kind: EventKind::Result, action: None }));
        events
    }

    fn series(&self, first: usize) -> Vec<Series> {
        let series = |name: &str, value: fn(&(usize, usize)) -> usize| {
            let players = self.table.seats().iter().zip(&self.fleets).enumerate().map(|(player, (seat, counts))| {
                let counts = counts.iter().skip(first).map(value).map(|count| i64::try_from(count).ok()).collect();
                (self.names.who(seat), Paint::Player(player), counts)
            });
            Series { name: name.to_owned(), players: players.collect() }
        };
        vec![series("Ships", |(ships, _)| *ships), series("Pips of ships", |(_, points)| *points)]
    }
}
