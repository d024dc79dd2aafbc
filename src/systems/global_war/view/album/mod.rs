//! Pictures of a game: the map of the world with the owners and armies of countries after each turn.

mod draw;
mod legend;
mod scene;
mod symbols;
#[cfg(test)]
mod tests;
mod world;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::View;
use super::board::{CountryState, countries};
use super::log::{Played, turn_name, uncounted};
use crate::model::{ActionKind, Document, Field, Game, Seat, Turn};
use crate::systems::global_war::formats::interrupted_game;
use crate::systems::global_war::model::{GlobalWarDetails, Interruption};
use crate::systems::global_war::rules::COUNTRIES;
use crate::systems::global_war::rules::replay::seat_number;
use crate::text::english::counted;
use crate::view::ViewOptions;
use crate::view::layout::{name_text, seat_text};
use crate::view::picture::{Album, Event, EventKind, Moment, NoPicture, Paint, Picture, Series};
use scene::{Holding, Moves, Player, Scene, colour, is_known, place};

/// Opens the album of a document's game; returns an error if it has no board to draw.
pub fn open<'d>(document: &'d Document, options: &ViewOptions) -> Result<Box<dyn Album + 'd>, NoPicture> {
    static NOTHING: LazyLock<GlobalWarDetails> = LazyLock::new(GlobalWarDetails::default);
    let view = View::of(document, &NOTHING, options);
    let turns = &view.game.turns;
    if turns.is_empty() && view.holdings().is_empty() {
        return Err(NoPicture::Nothing(super::what(view.game)));
    }
    let interrupted = interrupted_game(view.game).map(|game| countries(&game));
    let played = (!turns.is_empty()).then(|| Played::of(view.game));
    let mut boards: Vec<Board> =
        if played.is_some() { (0..=turns.len()).map(Board::After).collect() } else { Vec::new() };
    let is_placed = played.as_ref().is_some_and(|played| played.placed.is_some());
    if !is_placed && !view.holdings().is_empty() && (interrupted.is_none() || played.is_some()) {
        boards.push(Board::Saved);
    }
    if interrupted.is_some() {
        boards.push(Board::Interrupted);
    }
    let mut album = Pictures { players: players(&view), view, played, interrupted, boards, moments: Vec::new() };
    album.moments = album.boards.iter().map(|board| album.moment(*board)).collect();
    Ok(Box::new(album))
}

/// A board that can be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Board {
    /// The board after this number of turns of the record.
    After(usize),
    /// The board of a saved game that has no place in the record, or no record.
    Saved,
    /// The board of an interrupted turn.
    Interrupted,
}

struct Pictures<'d> {
    view: View<'d>,
    players: Vec<Player>,
    played: Option<Played>,
    /// The countries as the interrupted turn left them; `None` if no turn was interrupted.
    interrupted: Option<Vec<CountryState>>,
    boards: Vec<Board>,
    moments: Vec<Moment>,
}

impl Album for Pictures<'_> {
    fn moments(&self) -> &[Moment] {
        &self.moments
    }

    fn picture(&self, index: usize) -> Picture {
        draw::draw(&self.scene(self.board(index)))
    }

    fn events(&self, index: usize) -> Vec<Event> {
        match self.board(index) {
            Board::After(count) => self.turn(count).map_or_else(Vec::new, |turn| self.events_of(turn)),
            Board::Saved => Vec::new(),
            Board::Interrupted => self.changes(),
        }
    }

    fn series(&self, first: usize) -> Vec<Series> {
        type Count = fn(&Holding) -> Option<i64>;
        let counts: [(&str, Count); 3] = [
            ("Countries", |holding| Some(holding.countries)),
            ("Armies", |holding| (!holding.is_partial).then_some(holding.armies)),
            ("Continents", |holding| i64::try_from(holding.continents.len()).ok()),
        ];
        let player = |player: &Player| {
            let name = player.name.clone().unwrap_or_else(|| format!("player {}", player.number));
            (name, Paint::Player(player.colour), Vec::with_capacity(self.boards.len().saturating_sub(first)))
        };
        let empty = |(name, _): (&str, Count)| Series {
            name: name.to_owned(),
            players: self.players.iter().map(player).collect(),
        };
        let mut all = counts.map(empty);
        for board in self.boards.iter().skip(first) {
            let countries = self.countries(*board);
            let is_known = is_known(&countries);
            for (at, player) in self.players.iter().enumerate() {
                let holding = Holding::of_seat(&countries, &player.seat);
                for (series, (_, count)) in all.iter_mut().zip(counts) {
                    let values = series.players.get_mut(at).map(|(_, _, values)| values);
                    values.into_iter().for_each(|values| values.push(count(&holding).filter(|_| is_known)));
                }
            }
        }
        all.into()
    }
}

impl Pictures<'_> {
    /// Returns the board of the moment with this index, or else the last one.
    fn board(&self, index: usize) -> Board {
        self.boards.get(index).or(self.boards.last()).copied().unwrap_or(Board::Saved)
    }

    /// Returns the turn before the board after `count` turns; `None` for the deal.
    fn turn(&self, count: usize) -> Option<&Turn> {
        self.view.game.turns.get(count.checked_sub(1)?)
    }

    fn moment(&self, board: Board) -> Moment {
        let is_alone = self.played.is_none();
        let state = || super::what(self.view.game);
        let (name, title, turn) = match board {
            Board::After(count) => match self.turn(count) {
                Some(turn) => {
                    let name = turn_name(&self.view.game.turns, count - 1);
                    (name, self.view.turn_title(turn), Some(count - 1))
                }
                None => ("0".to_owned(), "The deal: the countries before the first turn".to_owned(), None),
            },
            Board::Saved | Board::Interrupted if is_alone => ("0".to_owned(), state(), None),
            Board::Saved => ("saved".to_owned(), "The saved game, which belongs nowhere in the log".to_owned(), None),
            Board::Interrupted => {
                ("interrupted".to_owned(), "The turn that was interrupted, by the .REC".to_owned(), None)
            }
        };
        Moment { name, title, turn }
    }

    fn countries(&self, board: Board) -> Vec<CountryState> {
        match (board, &self.played, &self.interrupted) {
            (Board::After(count), Some(played), _) => played.countries(count),
            (Board::Interrupted, _, Some(countries)) => countries.clone(),
            _ => countries(self.view.game),
        }
    }

    fn scene(&self, board: Board) -> Scene<'_> {
        let countries = self.countries(board);
        let turn = match board {
            Board::After(count) => self.turn(count),
            _ => None,
        };
        let title = self.moment(board).title;
        let is_of_record = matches!(board, Board::After(_));
        let mut scene = Scene { title, players: &self.players, countries, is_of_record, ..Scene::default() };
        scene.subtitle = match turn {
            Some(turn) => sums(turn),
            None if board == Board::After(0) => super::what(self.view.game),
            None if self.view.game.state.is_some() => self.view.state(),
            None => String::new(),
        };
        scene.moves = turn.map(Moves::of).unwrap_or_default();
        if let (Board::After(count), Some(played)) = (board, &self.played) {
            let follows = |there: &crate::systems::global_war::rules::replay::CountryAt| {
                let is_known = there.owner.value().is_some() && there.armies.value().is_some();
                is_known && !(there.owner.is_stated() && there.armies.is_stated())
            };
            scene.follows = played.replay.board(count).iter().map(follows).collect();
        }
        if board == Board::Interrupted {
            let saved = super::board::countries(self.view.game);
            let changed = |(then, now): (CountryState, &CountryState)| (then != *now).then_some(then);
            scene.before = saved.into_iter().zip(&scene.countries).map(changed).collect();
        }
        scene.notes = self.notes(board, &scene.countries);
        scene
    }

    /// Returns the notes on a board, as sentences.
    fn notes(&self, board: Board, countries: &[CountryState]) -> Vec<String> {
        let view = &self.view;
        let is_last = !matches!(board, Board::After(_)) || self.boards.last() == Some(&board);
        let mut notes = if is_last { vec![view.outcome()] } else { Vec::new() };
        let interruption: Option<&Interruption> = view.details.interruption.as_ref();
        match board {
            Board::After(count) => {
                let why = count.checked_sub(1).and_then(|at| uncounted(&view.game.turns, at));
                notes.extend(why.map(str::to_owned));
            }
            _ => notes.extend(interruption.map(|interruption| view.interrupted(interruption))),
        }
        let unknown =
            countries.iter().filter(|country| country.owner.known().is_none() || country.armies.known().is_none());
        match unknown.count() {
            0 => {}
            n => notes.push(format!("{} not known in full.", counted(n, "country is", "countries are"))),
        }
        notes.push(view.masked().to_owned());
        notes.push(
            "The borders are those of the board game that these countries are of; no document of Global War names any."
                .to_owned(),
        );
        notes.retain(|note| !note.is_empty());
        notes
    }

    /// Describes the actions of a turn in words.
    fn events_of(&self, turn: &Turn) -> Vec<Event> {
        let moves = Moves::of(turn);
        let kind = |kind: &ActionKind| match kind {
            ActionKind::Attack { to, .. } if place(to).is_some_and(|to| moves.failed_on(to)) => EventKind::Failed,
            ActionKind::Eliminate | ActionKind::Win | ActionKind::TakeContinent { .. } => EventKind::Result,
            _ => EventKind::Done,
        };
        let event = |(index, action): (usize, &crate::model::Action)| Event {
            text: self.view.sentence(action).trim_start().to_owned(),
            kind: kind(&action.kind),
            action: Some(index),
        };
        turn.actions.iter().enumerate().map(event).collect()
    }

    /// Describes the changes made by the interrupted turn in words.
    fn changes(&self) -> Vec<Event> {
        let done = |text: String| Event { text, kind: EventKind::Done, action: None };
        let scene = self.scene(Board::Interrupted);
        let changed =
            COUNTRIES.iter().zip(scene.before.iter().zip(&scene.countries)).filter_map(|(country, (then, now))| {
                let then = scene.in_words(then.as_ref()?);
                Some(done(format!("{}: {}; before: {then}", country.name, scene.in_words(now))))
            });
        let interruption = self.view.details.interruption.as_ref().map(|own| done(self.view.interrupted(own)));
        interruption.into_iter().chain(changed).collect()
    }
}

/// Returns the totals of a turn as a sentence.
fn sums(turn: &Turn) -> String {
    let sum = super::log::Sum::of(turn);
    let mut words = vec![
        format!("{} deployed", counted_armies(sum.deployed)),
        format!("{} won", counted(sum.won, "country", "countries")),
        format!("{} lost in attacks, {} killed", counted_armies(sum.armies_lost), sum.killed),
    ];
    words.extend(sum.notes);
    crate::text::english::capital(&words.join("; "))
}

fn counted_armies(count: i64) -> String {
    if count == 1 { "1 army".to_owned() } else { format!("{count} armies") }
}

/// Returns all players who occupy a seat, own a country or take part in an action, in the order of their seats.
fn players(view: &View<'_>) -> Vec<Player> {
    let game: &Game = view.game;
    let mut seats: BTreeSet<&Seat> = BTreeSet::new();
    seats.extend(game.players.iter().filter(|player| !super::is_empty_seat(player)).map(|player| &player.seat));
    seats.extend(view.holdings().iter().filter_map(|holding| holding.owner.known()?.as_ref()));
    for turn in &game.turns {
        seats.extend(&turn.player);
        for action in &turn.actions {
            match &action.kind {
                ActionKind::Attack { defender: Field::Known(seat), .. } => drop(seats.insert(seat)),
                ActionKind::Eliminate => seats.extend(&action.player),
                _ => {}
            }
        }
    }
    let mut players: Vec<Player> = seats.into_iter().map(|seat| player(view, seat)).collect();
    players.sort_by_key(|player| (seat_number(&player.seat).is_none(), player.number.clone()));
    players
}

fn player(view: &View<'_>, seat: &Seat) -> Player {
    let known = view.game.players.iter().find(|player| player.seat == *seat).and_then(|player| player.name());
    let name = known.filter(|_| view.is_named(seat)).map(name_text);
    Player { seat: seat.clone(), number: seat_text(seat), name, colour: colour(seat) }
}
