//! Shows commands in words.

use crate::model::{Action, ActionKind, Game, PieceName, Seat, Stack, TradeInput, Turn};
use crate::systems::power::rules::{Colour, Kind};
use crate::text::printable::printable;
use crate::view::NoBoard;
use crate::view::layout::{Page, capital, clip, counted, few, listed, raw, seat_text};

/// The most commands that are shown: of a turn, and of those that stand alone (`MAX_ALONE`).
const MAX_COMMANDS: usize = 12;
const MAX_ALONE: usize = 40;
/// The most turns of a round that are shown; there are four colours.
const MAX_TURNS: usize = 8;

/// Returns the number of a turn: its own, or else its index from 1.
fn number_of(game: &Game, index: usize) -> Option<u64> {
    let turn = game.turns.get(index)?;
    Some(turn.number.map_or(index as u64 + 1, u64::from))
}

/// Returns the highest number of a round; `None` without turns.
pub fn last_number(game: &Game) -> Option<u32> {
    (0..game.turns.len()).filter_map(|index| u32::try_from(number_of(game, index)?).ok()).max()
}

/// Returns the number of rounds up to the one with this number; 0 for the start.
pub fn rounds_to(game: &Game, number: u32) -> Result<usize, NoBoard> {
    let mut numbers: Vec<u64> = (0..game.turns.len()).filter_map(|index| number_of(game, index)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    if number == 0 {
        return Ok(0);
    }
    let place = numbers.iter().position(|other| *other == u64::from(number));
    place.map(|place| place + 1).ok_or_else(|| NoBoard::Turn { turn: number, last: last_number(game).map(u64::from) })
}

/// Returns sentences about the record as a whole.
pub fn sentences(game: &Game) -> Vec<String> {
    let actions = || game.turns.iter().flat_map(|turn| &turn.actions);
    let count = |is: fn(&Action) -> bool| actions().filter(|action| is(action)).count();
    let moves = count(|action| matches!(action.kind, ActionKind::Move { .. }));
    let exchanges = count(|action| matches!(action.kind, ActionKind::Exchange { .. }));
    let unknown = actions().count() - moves - exchanges;
    let empty = game.turns.iter().filter(|turn| turn.actions.is_empty() && turn.player.is_some()).count();
    let mut said = Vec::new();
    if actions().next().is_some() {
        let moves = counted(moves, "move", "moves");
        said.push(format!("{moves} and {}.", counted(exchanges, "exchange", "exchanges")));
    }
    if empty > 0 {
        said.push(capital(&format!("{} without a command.", counted(empty, "turn", "turns"))));
    }
    if unknown > 0 {
        said.push(format!("Not understood: {}.", counted(unknown, "command", "commands")));
    }
    said
}

/// Shows the commands of a document that has no board.
pub fn commands(page: &mut Page, game: &Game) {
    if game.turns.iter().all(|turn| turn.number.is_none()) {
        let actions: Vec<&Action> = game.turns.iter().flat_map(|turn| &turn.actions).collect();
        let told = few(&actions, MAX_ALONE, |action| command(action, None));
        page.paragraphs(&told.iter().map(|text| capital(text)).collect::<Vec<_>>());
        return;
    }
    if let Some(last) = last_number(game) {
        page.paragraph("No board is stated, and the record cannot be played from the usual setup. The last round:");
        turns(page, game, last, true);
    }
}

/// Shows the commands of the round with a number.
pub fn round(page: &mut Page, game: &Game, number: u32) {
    turns(page, game, number, false);
}

fn turns(page: &mut Page, game: &Game, number: u32, is_continued: bool) {
    let is_of = |index: &usize| number_of(game, *index) == Some(u64::from(number));
    let of_round = (0..game.turns.len()).filter(is_of).filter_map(|index| game.turns.get(index));
    let of_round: Vec<&Turn> = of_round.filter(|turn| turn.player.is_some() || !turn.actions.is_empty()).collect();
    let mut told = few(&of_round, MAX_TURNS, |turn| told(turn));
    if told.is_empty() {
        told.push(format!("Of round {number} no commands are written down."));
    }
    if !is_continued {
        page.paragraph(&format!("Round {number}."));
    }
    told.iter().for_each(|text| page.continued(text));
}

/// Returns a turn in words: its colour and its commands.
fn told(turn: &Turn) -> String {
    let commands = few(&turn.actions, MAX_COMMANDS, |action| command(action, turn.player.as_ref()));
    let commands = if commands.is_empty() { "no command".to_owned() } else { commands.join("; ") };
    format!("{}: {commands}.", whose(turn))
}

/// Returns the colour of a turn in words, such as `Yellow`.
pub fn whose(turn: &Turn) -> String {
    turn.player.as_ref().map_or_else(
        || "Somebody".to_owned(),
        |seat| Colour::of_seat(seat).map_or_else(|| seat_text(seat), |colour| capital(colour.word())),
    )
}

/// Returns a command in words, such as `yellow infantry Y4 to X`; the colour of its turn is left out.
pub fn command(action: &Action, of_turn: Option<&Seat>) -> String {
    let named = action.player.as_ref().filter(|seat| Some(*seat) != of_turn);
    let colour = named.map_or_else(String::new, |seat| {
        Colour::of_seat(seat).map_or_else(|| seat_text(seat), |colour| colour.word().to_owned()) + " "
    });
    let place = |place: &crate::model::TerritoryRef| clip(&printable(place.as_str()), 8);
    match &action.kind {
        ActionKind::Move { piece, from, to, .. } => {
            let piece = piece.as_ref().map_or_else(|| "piece".to_owned(), piece_text);
            format!("{colour}{piece} {} to {}", place(from), place(to))
        }
        ActionKind::Exchange { at, gives: TradeInput::Word(_), becomes } => {
            format!("as much as is needed on {} for a {colour}{}", place(at), piece_text(becomes))
        }
        ActionKind::Exchange { at, gives: TradeInput::Pieces(stacks), becomes } => {
            let given = listed(&few(stacks, MAX_COMMANDS, stack_text));
            let article = if colour.is_empty() && becomes.0 == Kind::Infantry.name() { "an" } else { "a" };
            format!("{given} on {} for {article} {colour}{}", place(at), piece_text(becomes))
        }
        _ => match &action.text {
            Some(text) => format!("{} (not understood)", raw(text)),
            None => "something that is no command of Power".to_owned(),
        },
    }
}

fn stack_text(stack: &Stack) -> String {
    let colour = stack.player.as_ref().and_then(Colour::of_seat);
    let colour = colour.map_or_else(String::new, |colour| format!("{} ", colour.word()));
    let plural = match Kind::of_name(&stack.piece.0) {
        _ if stack.count == 1 => piece_text(&stack.piece),
        Some(Kind::Infantry) => "infantries".to_owned(),
        _ => format!("{}s", piece_text(&stack.piece)),
    };
    format!("{} {colour}{plural}", stack.count)
}

fn piece_text(piece: &PieceName) -> String {
    Kind::of_name(&piece.0).map_or_else(|| clip(&printable(&piece.0), 20), |kind| kind.word().to_owned())
}
