//! Shows a game of Homeworlds: the players, the result, and the board after any turn.

mod bank;
mod board;
mod cell;
mod drawing;
mod names;
mod people;
mod record;
mod terms;
#[cfg(test)]
mod tests;
mod words;

use crate::model::{Document, Game, Seat, State as GameState, Turn};
use crate::systems::homeworlds::formats::server_of;
use crate::systems::homeworlds::rules::{self as rules, Server, State};
use crate::text::Severity;
use crate::text::printable::printable;
use crate::view::layout::{Page, capital, clip, counted, few, listed};
use crate::view::picture::MomentName;
use crate::view::{NoBoard, SystemView, ViewOptions, turn_number};
use names::{Names, short};
use record::{last_number, number_of, turn_text};
use terms::TERMS;

/// Maximum width in columns of a rule violation; a longer message is clipped.
const OBJECTION_COLUMNS: usize = 200;
/// Maximum number of options of a game that are shown.
const MAX_VARIANTS: usize = 12;

/// The pages and pictures of Homeworlds games.
pub static SYSTEM: SystemView =
    SystemView { what, show, board: None, terms: &TERMS, album: Some(drawing::open), after_turn: Some(after_turn) };

/// Returns a description of the file: the kind of game, for the first line of the page.
fn what(game: &Game) -> String {
    let state = match game.state {
        Some(GameState::Signup) => "a game in signup",
        Some(GameState::Playing) => "a game in progress",
        Some(GameState::Paused | GameState::Suspended) => "a paused game",
        Some(GameState::Finished) => "a finished game",
        None if game.result.is_some() || game.ended.is_some() => "a finished game",
        None => "a game",
    };
    let players = match game.players.len() {
        0 => String::new(),
        2 => " for two".to_owned(),
        3 => " for three".to_owned(),
        4 => " for four".to_owned(),
        count => format!(" for {count}"),
    };
    format!("Homeworlds, {state}{players}")
}

/// Shows the game, and the board at its end.
fn show(page: &mut Page, document: &Document, options: &ViewOptions) {
    let game = &document.game;
    let server = server_of(document);
    let outcome = rules::outcome(game, server);
    let (state, violations) = RuleViolations::of(game, server, game.turns.len());
    let names = Names::of_game(game);
    page.paragraphs(&facts(game));
    people::table(page, game, server, &outcome, &names);
    page.paragraph(&people::result(game, &outcome, &names));
    page.paragraphs(&record::sentences(game));
    page.continued(&violations.sentence(game));
    if game.turns.is_empty() && game.position.is_none() {
        return;
    }
    page.paragraph(match last_number(game) {
        Some(_) => "The board at the end:",
        None => "The board before the first turn:",
    });
    board::show(page, &state, &names, &[], options.colour);
    bank::show(page, &state, options.colour);
    let next = if game.result.is_none() { what_next(game, game.turns.len(), &state, &names) } else { String::new() };
    page.paragraphs(&[board::overpopulated(&state, &names), next]);
}

/// Shows what a turn did, and the board after it; turn 0 is the start.
fn after_turn(page: &mut Page, document: &Document, turn: &MomentName, options: &ViewOptions) -> Result<(), NoBoard> {
    let game = &document.game;
    let server = server_of(document);
    let turns = turns_to(game, turn)?;
    let names = Names::of_game(game);
    let (state, violations) = RuleViolations::of(game, server, turns);
    let last = turns.checked_sub(1).and_then(|index| Some((index, game.turns.get(index)?)));
    let mut touched = Vec::new();
    match last {
        None => page.paragraph("Before the first turn."),
        Some((index, turn)) => {
            let before = rules::after(game, server, index);
            let who = who_moves(turn, &before, &names);
            let of = last_number(game).map_or_else(String::new, |last| format!(" of {last}"));
            page.paragraph(&format!("Turn {}{of}: {who} {}.", number_of(game, index), words::turn(turn, &names)));
            words::consequences(&before, &state, &names).iter().for_each(|text| page.continued(text));
            page.continued(&capital(&record::taken_back(std::slice::from_ref(turn))));
            touched = words::touched(turn);
        }
    }
    page.continued(&what_next(game, turns, &state, &names));
    page.paragraph(&violations.sentence(game));
    board::show(page, &state, &names, &touched, options.colour);
    bank::show(page, &state, options.colour);
    page.paragraph(&board::overpopulated(&state, &names));
    Ok(())
}

/// Returns the player of a turn; a turn without a player, or with one who is not at the table, is the next player's.
fn mover<'s>(turn: &'s Turn, before: &'s State) -> Option<&'s Seat> {
    turn.player.as_ref().filter(|seat| is_at_table(seat, before)).or_else(|| before.to_move())
}

/// Names the player of a turn, such as `anna (N)`, and anyone else that the turn gives as its player.
fn who_moves(turn: &Turn, before: &State, names: &Names<'_>) -> String {
    let who = mover(turn, before).map_or_else(|| "nobody".to_owned(), |seat| names.who(seat));
    match turn.player.as_ref().filter(|seat| !is_at_table(seat, before)) {
        Some(stranger) => format!("{} for {who}", names.who(stranger)),
        None => who,
    }
}

fn is_at_table(seat: &Seat, state: &State) -> bool {
    state.players().any(|(other, _)| other == seat)
}

/// Returns the number of turns up to one, with it; 0 for the start.
fn turns_to(game: &Game, turn: &MomentName) -> Result<usize, NoBoard> {
    let Some(number) = turn_number(turn)? else {
        let is_empty = game.turns.is_empty() && game.position.is_none();
        return if is_empty { Err(NoBoard::NoTurns) } else { Ok(game.turns.len()) };
    };
    if number == 0 {
        return Ok(0);
    }
    let index = (0..game.turns.len()).rfind(|index| number_of(game, *index) == u64::from(number));
    index.map(|index| index + 1).ok_or_else(|| NoBoard::Turn { turn: number, last: last_number(game) })
}

/// Returns the title, the dates and the options.
fn facts(game: &Game) -> Vec<String> {
    let mut facts = Vec::new();
    if let Some(title) = &game.title {
        let is_number = !title.is_empty() && title.bytes().all(|byte| byte.is_ascii_digit());
        facts.push(if is_number { format!("game {}", short(title, 40)) } else { format!("\"{}\"", short(title, 60)) });
    }
    match (&game.started, &game.ended) {
        (Some(started), Some(ended)) if started == ended => facts.push(format!("played on {}", short(started, 20))),
        (Some(started), Some(ended)) => {
            facts.push(format!("played from {} to {}", short(started, 20), short(ended, 20)));
        }
        (Some(started), None) => facts.push(format!("begun on {}", short(started, 20))),
        (None, Some(ended)) => facts.push(format!("ended on {}", short(ended, 20))),
        (None, None) => {}
    }
    let mut sentences = vec![facts.join(", ")];
    if let Some(variants) = game.variants.as_ref().filter(|variants| !variants.is_empty()) {
        sentences.push(format!("options: {}", listed(&few(variants, MAX_VARIANTS, |variant| short(variant, 30)))));
    }
    sentences.iter().filter(|text| !text.is_empty()).map(|text| format!("{}.", capital(text))).collect()
}

/// Returns a sentence about the winner; `None` while the game is undecided.
fn outcome_text(state: &State, names: &Names<'_>) -> Option<String> {
    Some(match state.winners()?.as_slice() {
        [winner] => format!("{} has won.", names.who(winner)),
        [] => "Nobody has won.".to_owned(),
        _ => "The game is drawn.".to_owned(),
    })
}

/// Returns a sentence about the next player after that many turns, by the record and by the rules, or about how the
/// game has ended.
fn what_next(game: &Game, turns: usize, state: &State, names: &Names<'_>) -> String {
    if let Some(outcome) = outcome_text(state, names) {
        return outcome;
    }
    let by_rules = state.to_move();
    let is_next = by_rules.map_or_else(|| "Nobody is next".to_owned(), |seat| format!("{} is next", names.who(seat)));
    match game.turns.get(turns).map(|turn| mover(turn, state)) {
        Some(Some(by_record)) if Some(by_record) != by_rules => {
            format!("{is_next} by the rules; in the record it is {}.", names.who(by_record))
        }
        Some(_) => format!("{is_next}."),
        None if turns == 0 => format!("{is_next}."),
        None => {
            let winners = game.result.iter().flat_map(|result| &result.winners);
            let winners: Vec<String> = winners.take(8).map(|seat| names.who(seat)).collect();
            match winners.as_slice() {
                [] => format!("Here the record ends; {is_next}."),
                [winner] => format!("Here the record ends; {winner} has won by it."),
                winners => format!("Here the record ends; by it the game is drawn between {}.", listed(winners)),
            }
        }
    }
}

/// The illegal actions in the turns that are shown.
#[derive(Default)]
struct RuleViolations {
    count: usize,
    /// The index of the first turn with a violation, and the message.
    first: Option<(usize, String)>,
}

impl RuleViolations {
    /// Returns the state after that number of turns, and the violations in them.
    fn of(game: &Game, server: Server, turns: usize) -> (State, RuleViolations) {
        let mut violations = RuleViolations::default();
        let state = rules::replay(game, server, turns, |index, violation| {
            if violation.severity == Severity::Error {
                violations.count += 1;
                violations.first.get_or_insert((index, violation.message));
            }
        });
        (state, violations)
    }

    fn sentence(&self, game: &Game) -> String {
        let Some((index, message)) = &self.first else { return String::new() };
        let message = clip(&printable(message), OBJECTION_COLUMNS);
        let turn = turn_text(game, *index);
        let what = match self.count {
            1 => format!("The rules forbid a part of {turn}: {message}."),
            count => format!("The rules forbid {}, first in {turn}: {message}.", counted(count, "action", "actions")),
        };
        format!("{what} From there on the board may not be what the players saw; `ludex check` tells more.")
    }
}
