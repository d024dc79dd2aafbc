//! Pictures of a game: the board before the first round and after each, with the commands of the round.

mod board;
mod icons;
mod legend;
mod orders;
#[cfg(test)]
mod tests;

use super::{Start, caption, colours, record, result, uncertain};
use crate::model::{Document, Game, Turn};
use crate::systems::power::rules::{self as rules, Board, BoardAfterRound, Colour, Round, Sector};
use crate::text::printable::printable;
use crate::view::ViewOptions;
use crate::view::layout::{capital, clip, name_text};
use crate::view::picture::{
    Album, Anchor, Event, EventKind, Level, Moment, NoPicture, Paint, Part, Picture, Point, Series, Shape, clipped,
};

/// The size of the title, and that of the line below it.
const TITLE: f64 = 22.0;
const CAPTION: f64 = 13.0;
/// The most columns of a game's title that are shown.
const TITLE_COLUMNS: usize = 60;

/// Opens the album of a game; returns an error unless the game has a board or can be played from the usual setup.
pub fn open<'d>(document: &'d Document, _: &ViewOptions) -> Result<Box<dyn Album + 'd>, NoPicture> {
    let game = &document.game;
    let start = Start::of(game);
    let rounds = Round::all(game);
    // A record that cannot be played from its beginning is shown from its first stated board.
    let first = match start {
        Start::None => rounds.iter().position(Round::states_board).or(game.position.as_ref().map(|_| rounds.len())),
        Start::Stated | Start::Standard(..) => Some(0),
    };
    let Some(first) = first else {
        let what = if game.turns.is_empty() { "a document without pieces" } else { "commands without a board" };
        return Err(NoPicture::Nothing(what.to_owned()));
    };
    let moments = moments(&rounds).split_off(first);
    Ok(Box::new(Rounds { game, start, first, nothing: Board::default(), rounds, moments }))
}

fn moments(rounds: &[Round<'_>]) -> Vec<Moment> {
    let start = Moment { name: "0".to_owned(), title: "Before the first round".to_owned(), turn: None };
    let after = rounds.iter().map(|round| {
        let turn = round.turns.last().map(|(index, _)| *index);
        let number = number(round);
        Moment { name: number.to_string(), title: format!("Round {number}"), turn }
    });
    std::iter::once(start).chain(after).collect()
}

/// Returns the number of a round: its own, or else that of its first turn in the game, from 1.
fn number(round: &Round<'_>) -> u64 {
    let place = round.turns.first().map_or(0, |(index, _)| *index as u64 + 1);
    round.number.map_or(place, u64::from)
}

/// Returns the paint of a colour's pieces.
const fn paint(colour: Colour) -> Paint {
    Paint::Piece(match colour {
        Colour::Red => 0,
        Colour::Yellow => 1,
        Colour::White => 4,
        Colour::Black => 5,
    })
}

struct Rounds<'d> {
    game: &'d Game,
    start: Start,
    /// The number of rounds before the first moment.
    first: usize,
    /// An empty board, from which a record is played that cannot be played from its beginning.
    nothing: Board,
    rounds: Vec<Round<'d>>,
    moments: Vec<Moment>,
}

impl Rounds<'_> {
    fn scene(&self, index: usize) -> BoardAfterRound {
        let rounds = self.first.saturating_add(index);
        rules::after(self.game, Some(rounds), self.given()).unwrap_or_else(|| BoardAfterRound {
            board: Board::default(),
            is_stated: false,
            rounds,
            number: None,
            uncertain: Vec::new(),
            uncertain_colours: Vec::new(),
            refused: Vec::new(),
        })
    }

    /// Returns the board from which the record is played; `None` if the record states it.
    fn given(&self) -> Option<&Board> {
        match &self.start {
            Start::Stated => None,
            Start::Standard(_, board) => Some(board),
            Start::None => Some(&self.nothing),
        }
    }

    /// Returns the round before a moment; `None` for the first moment.
    fn round(&self, index: usize) -> Option<&Round<'_>> {
        self.rounds.get(index.checked_sub(1)?.saturating_add(self.first))
    }

    /// Returns the colours that have a player, or pieces on the board.
    fn colours(&self, board: &Board) -> Vec<Colour> {
        let plays =
            |colour: &Colour| self.game.players.iter().any(|player| Colour::of_seat(&player.seat) == Some(*colour));
        Colour::ALL.into_iter().filter(|colour| plays(colour) || colours::has_any(board, *colour)).collect()
    }

    fn name(&self, colour: Colour) -> String {
        let player = self.game.players.iter().find(|player| Colour::of_seat(&player.seat) == Some(colour));
        player.and_then(|player| player.name()).map_or_else(|| capital(colour.word()), name_text)
    }

    fn head(&self, title: &str, caption: &str) -> Part {
        let text = |y, size, text: &str| {
            let room = board::WIDTH - 2.0 * board::MARGIN;
            Shape::text(Point::new(board::MARGIN, y), size, Anchor::Start, &clipped(text, size, room))
        };
        let shapes = vec![text(38.0, TITLE, title), text(60.0, CAPTION, caption).in_paint(Paint::Muted)];
        Part { level: Level::Legend, key: "title".to_owned(), shapes }
    }
}

impl Album for Rounds<'_> {
    fn moments(&self) -> &[Moment] {
        &self.moments
    }

    fn picture(&self, index: usize) -> Picture {
        let index = index.min(self.moments.len().saturating_sub(1));
        let scene = self.scene(index);
        let moment = self.moments.get(index).map_or("", |moment| &moment.title);
        let game = self.game.title.as_ref().map_or_else(|| "Power".to_owned(), |t| clip(&printable(t), TITLE_COLUMNS));
        let title = format!("{game}: {}", if index == 0 && self.rounds.is_empty() { "the board" } else { moment });
        let caption = format!("{}.", caption(&scene, &self.start, self.rounds.is_empty()));
        let mut parts = vec![self.head(&title, &caption)];
        parts.extend(board::parts(&scene));
        if let Some(round) = self.round(index) {
            parts.extend(orders::parts(round, &scene));
        }
        parts.extend(legend::parts(self, &scene));
        let pieces = Sector::all().map(|at| (at, scene.board.field(at, None))).filter(|(_, field)| !field.is_empty());
        let pieces: Vec<String> = pieces.map(|(at, field)| format!("{} {field}", at.code())).collect();
        let description = format!("{caption} {} {}", pieces.join("; "), uncertain(&scene));
        Picture { title, description, width: board::WIDTH, height: board::HEIGHT, parts }
    }

    fn events(&self, index: usize) -> Vec<Event> {
        let Some(round) = self.round(index) else { return Vec::new() };
        let refused = self.scene(index).refused;
        let of_moment = self.moments.get(index).and_then(|moment| moment.turn);
        let of_turn = |(index, turn): &(usize, &Turn)| {
            let (whose, index, seat) = (record::whose(turn), *index, turn.player.clone());
            let actions = turn.actions.iter().enumerate();
            let events = actions.map(|(number, action)| {
                let is_refused = refused.binary_search(&(index, number)).is_ok();
                let why = if is_refused { ", which the rules refuse" } else { "" };
                Event {
                    text: format!("{whose}: {}{why}.", record::command(action, seat.as_ref())),
                    kind: if is_refused { EventKind::Failed } else { EventKind::Done },
                    action: (of_moment == Some(index)).then_some(number),
                }
            });
            events.collect::<Vec<_>>()
        };
        let mut events: Vec<Event> = round.turns.iter().flat_map(of_turn).collect();
        let is_last = index + 1 == self.moments.len();
        let result = result(self.game);
        if is_last && !result.is_empty() {
            events.push(Event { text: result, kind: EventKind::Result, action: None });
        }
        events
    }

    fn series(&self, first: usize) -> Vec<Series> {
        let mut boards: Vec<[(u64, u64); Colour::ALL.len()]> = Vec::new();
        rules::over_rounds(self.game, self.given(), |board| {
            boards.push(Colour::ALL.map(|colour| (colours::points(board, colour), colours::pieces_of(board, colour))));
        });
        boards.drain(..(self.first + first).min(boards.len()));
        let series = |name: &str, value: fn(&(u64, u64)) -> u64| {
            let of = |(index, colour): (usize, Colour)| {
                let counts: Vec<Option<i64>> = boards
                    .iter()
                    .map(|board| board.get(index).map(value).and_then(|count| i64::try_from(count).ok()))
                    .collect();
                let is_there = counts.iter().any(|count| count.is_some_and(|count| count > 0));
                is_there.then(|| (self.name(colour), paint(colour), counts))
            };
            let players = Colour::ALL.into_iter().enumerate().filter_map(of).collect();
            Series { name: name.to_owned(), players }
        };
        vec![series("Power points", |(points, _)| *points), series("Pieces", |(_, pieces)| *pieces)]
    }
}
