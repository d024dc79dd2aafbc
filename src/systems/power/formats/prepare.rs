//! Reduces a game to what a file of Power can hold, and reports what is left out or refused.

use std::borrow::Cow;

use super::board;
use super::command::{self, MAX_PIECES};
use super::infer;
use super::read;
use crate::formats::preparation::{ActionPart, Preparation, TurnPart};
use crate::model::{Action, ActionKind, Details, Element, Game, Piece, Position, System, TradeInput, Turn};
use crate::systems::power::rules::{Colour, Kind, Sector};
use crate::text::printable::quoted;
use crate::text::{Diagnostic, Report, codes as cv};

/// Parts of turns that a file cannot hold, and how messages name them.
const OF_TURNS: &[(TurnPart, &str)] = &[
    (TurnPart::When, "the times of turns"),
    (TurnPart::Unset, "the players who have given no commands yet"),
    (TurnPart::Remarks, "remarks"),
    (TurnPart::Extras, "extra values"),
    (TurnPart::Undone, "commands that were taken back"),
    (TurnPart::Alternatives, "alternatives and their tags"),
];

/// Parts of commands that a file cannot hold, and how messages name them.
const OF_ACTIONS: &[(ActionPart, &str)] = &[
    (ActionPart::When, "the times of commands"),
    (ActionPart::Serial, "the letters of pieces"),
    (ActionPart::Results, "results of commands"),
    (ActionPart::Inferred, "the marks of inferred values"),
    (ActionPart::Remarks, "remarks"),
];

/// Returns the part of `game` that a file can hold: its commands, or its boards if it has no commands.
pub fn prepare<'g>(game: &'g Game, out: &mut Vec<Diagnostic>) -> Cow<'g, Game> {
    let mut preparation = Preparation::new("a Power file", out);
    if game.system != System::Power {
        let message = format!("this is a game of {}, and the target holds Power", game.system.name());
        preparation.refuse(&cv::OTHER_SYSTEM, "game.system", message, cv::OTHER_SYSTEM.advice);
        return Cow::Borrowed(game);
    }
    preparation.common(game, false);
    preparation.leave_out(game.state.is_some(), "game.state", "the state of the game");
    preparation.leave_out(game.variant.is_some(), "game.variant", "the variant");
    preparation.leave_out(game.details != Details::None, "game.details", "details");
    let is_other_board = game.board.as_ref().is_some_and(|own| *own != infer::board());
    preparation.leave_out(is_other_board, "game.board", "another board than that of Power");
    let mut prepared = Game::new(System::Power);
    let holds_boards = is_of_boards(game);
    for (index, turn) in game.turns.iter().enumerate() {
        let path = format!("game.turns[{index}]");
        prepared.turns.extend(self::turn(turn, &path, holds_boards, &mut preparation));
    }
    let own = game.position.as_ref().filter(|position| position.from.is_none());
    if holds_boards {
        prepared.position = own.map(|position| self::position(position, "game.position", &mut preparation));
    } else {
        let what = "the position, which needs a file of its own";
        preparation.leave_out(own.is_some(), "game.position", what);
    }
    infer::infer(&mut prepared);
    report_derived(game, &prepared, &mut preparation);
    preparation.emit_tallies();
    if prepared.turns.iter().all(|turn| turn.actions.is_empty() && turn.position.is_none())
        && prepared.turns.len() < 2
        && prepared.position.is_none()
    {
        let message = "there is neither a command nor a board to write";
        preparation.refuse(&cv::VALUES_MISSING, "game.turns", message, "add a turn with an action, or a position");
    }
    if prepared == *game { Cow::Borrowed(game) } else { Cow::Owned(prepared) }
}

/// Returns whether a position belongs to the game, and was not only given to check it by.
fn is_own(position: &Position) -> bool {
    position.from.is_none()
}

/// Returns whether a game consists of boards, some of which may not have been understood.
fn is_of_boards(game: &Game) -> bool {
    let positions = game.position.iter().chain(game.turns.iter().filter_map(|turn| turn.position.as_deref()));
    let mut actions = game.turns.iter().flat_map(|turn| &turn.actions);
    positions.into_iter().any(is_own) && actions.all(|action| action.kind == ActionKind::Unknown)
}

/// Reports numbers and players that differ from what is read back.
fn report_derived(game: &Game, prepared: &Game, preparation: &mut Preparation<'_>) {
    let occurs = |seat| prepared.players.iter().any(|player| player.seat == seat);
    let odd = game.players.iter().position(|player| !occurs(player.seat.clone()));
    if let Some(index) = odd {
        preparation.leave_out(true, &format!("game.players[{index}]"), "players without a command or a piece");
    }
    if prepared.turns.len() != game.turns.len() {
        return;
    }
    for (index, (turn, prepared)) in game.turns.iter().zip(&prepared.turns).enumerate() {
        let is_sole = turn.number == Some(1) && prepared.number.is_none();
        let is_renumbered = turn.number.is_some() && turn.number != prepared.number && !is_sole;
        preparation.tally(is_renumbered, "turn numbers that differ from the order of the turns", || {
            format!("game.turns[{index}].number")
        });
        let is_stated = turn.player.is_some() && !turn.inferred.iter().any(|field| field == "player");
        let is_lost = is_stated && turn.player != prepared.player;
        preparation.tally(is_lost, "the player of a turn whose commands name no colour", || {
            format!("game.turns[{index}].player")
        });
    }
}

fn turn(turn: &Turn, path: &str, holds_boards: bool, preparation: &mut Preparation<'_>) -> Option<Turn> {
    let position = turn.position.as_ref().filter(|position| is_own(position));
    preparation.parts_of_turn(turn, path, OF_TURNS);
    let is_left = position.is_some() && !holds_boards;
    let what = "the boards between the turns, which need a file of their own";
    preparation.tally(is_left, what, || format!("{path}.position"));
    let mut prepared = Turn::default();
    if holds_boards {
        prepared.position = position.map(|own| self::position(own, &format!("{path}.position"), preparation).into());
        if prepared.position.is_none() && turn.actions.is_empty() {
            preparation.tally(true, "turns without a board", || path.to_owned());
            return None;
        }
    } else if position.is_some() && turn.actions.is_empty() && turn.player.is_none() {
        // The turn only serves to hold its board.
        return None;
    }
    let actions = turn.actions.iter().enumerate();
    // Collected, a list of one action would have room for four.
    prepared.actions.reserve_exact(turn.actions.len());
    prepared
        .actions
        .extend(actions.filter_map(|(index, own)| action(own, &format!("{path}.actions[{index}]"), preparation)));
    Some(prepared)
}

fn action(action: &Action, path: &str, preparation: &mut Preparation<'_>) -> Option<Action> {
    preparation.parts_of_action(action, path, OF_ACTIONS);
    let is_unknown = action.kind == ActionKind::Unknown;
    preparation.tally(action.text.is_some() && !is_unknown, "the texts of commands", || format!("{path}.text"));
    preparation.tally(action.player.is_some() && is_unknown, "the player of a text", || format!("{path}.player"));
    if action.kind == ActionKind::Unknown {
        let text = action.text.clone().unwrap_or_default();
        if !is_one_unknown(&text) {
            let message = format!("{} would be read as something else", quoted(&text));
            let help = "use a text without semicolons and line breaks that is not a command";
            preparation.refuse(&cv::READS_BACK_DIFFERENTLY, path, message, help);
        }
        return Some(Action { text: Some(text), ..Action::of(ActionKind::Unknown) });
    }
    let mut prepared = Action { player: action.player.clone(), ..Action::of(action.kind.clone()) };
    normalise(&mut prepared, path, preparation);
    let mut text = String::new();
    if let Err(error) = command::write(&prepared, &mut text) {
        preparation.refuse(&cv::BAD_VALUE, path, format!("not a command of Power: {}", error.0), "correct the action");
        return None;
    }
    match command::parse(&text) {
        Ok(read) if read.kind == prepared.kind && read.colour.map(Colour::seat) == prepared.player => {}
        Ok(_) => {
            let message = format!("{} would be read as something else", quoted(&text));
            preparation.refuse(&cv::READS_BACK_DIFFERENTLY, path, message, "correct the action");
        }
        Err(error) => {
            let diagnostic = super::error::diagnostic(error, &text, 0);
            let why = diagnostic.message.strip_suffix("; kept as text").unwrap_or(&diagnostic.message);
            let message = format!("{} is not a command: {why}", quoted(&text));
            preparation.refuse(&cv::BAD_VALUE, path, message, diagnostic.help.unwrap_or_default());
        }
    }
    Some(prepared)
}

/// Gives an exchange and its pieces the colours with which they are read back.
fn normalise(action: &mut Action, path: &str, preparation: &mut Preparation<'_>) {
    let ActionKind::Exchange { gives: TradeInput::Pieces(stacks), .. } = &mut action.kind else { return };
    if action.player.is_none() {
        action.player = stacks.iter().find_map(|stack| stack.player.clone());
        let is_guessed = action.player.is_some() && stacks.iter().any(|stack| stack.player.is_none());
        preparation.tally(is_guessed, "pieces without a colour beside others with one", || format!("{path}.gives"));
    }
    let player = action.player.clone();
    stacks.iter_mut().filter(|stack| stack.player == player).for_each(|stack| stack.player = None);
}

/// Returns whether a text is read back as one element that is not understood, with the same text.
fn is_one_unknown(text: &str) -> bool {
    let Some(reading) = read::read(text, &mut Report::silent()) else { return false };
    let [Turn { actions, .. }] = &reading.meaning.turns[..] else { return false };
    matches!(&actions[..], [Action { kind: ActionKind::Unknown, text: Some(own), .. }] if &**own == text)
}

fn position(position: &Position, path: &str, preparation: &mut Preparation<'_>) -> Position {
    preparation.tally(position.when.is_some(), "the times of positions", || format!("{path}.when"));
    preparation.tally(!position.holdings.is_empty(), "the owners of sectors", || format!("{path}.holdings"));
    let pieces = position.pieces.iter().enumerate();
    let mut pieces: Vec<Element<Piece>> = pieces
        .filter_map(|(index, element)| piece(element, &format!("{path}.pieces[{index}]"), preparation))
        .map(Element::Known)
        .collect();
    pieces.sort_by_key(|piece| piece.known().and_then(board::sector_of));
    Position { pieces, ..Position::default() }
}

fn piece(element: &Element<Piece>, path: &str, preparation: &mut Preparation<'_>) -> Option<Piece> {
    let Element::Known(piece) = element else {
        preparation.refuse(
            &cv::BAD_VALUE,
            path,
            "a piece that was not understood cannot be written",
            "replace it by a piece",
        );
        return None;
    };
    let Piece { player, kind, serial, territory, count, status, special, retreats } = piece;
    let is_more = serial.is_some() || status.is_some() || special.is_some() || !retreats.is_empty();
    preparation.tally(is_more, "other values of pieces", || path.to_owned());
    let checks = [
        (
            "player",
            player.as_ref().is_some_and(|seat| Colour::of_seat(seat).is_some()),
            "expected a player Y, K, R or A",
        ),
        ("kind", Kind::of_name(kind).is_some(), "expected the name of a piece of Power"),
        ("territory", Sector::of_place(territory).is_some(), "expected a sector of the board"),
        (
            "count",
            count.is_none_or(|count| (1..=MAX_PIECES).contains(&u64::from(count))),
            "expected a count of 1 or more",
        ),
    ];
    for (key, is_right, message) in checks {
        if !is_right {
            let path = format!("{path}.{key}");
            preparation.refuse(&cv::BAD_VALUE, path, format!("not a piece of Power: {message}"), "correct the piece");
        }
    }
    let count = count.filter(|&count| count != 1);
    Some(Piece { player: player.clone(), kind: kind.clone(), territory: territory.clone(), count, ..Piece::default() })
}
