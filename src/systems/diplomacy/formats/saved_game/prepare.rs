//! Reduces a game to what a saved game can hold, and reports what is left out or refused.

use std::borrow::Cow;
use std::collections::HashMap;

use super::codes;
use super::names::{Names, OnBoard, is_standard_map};
use super::prepare_turn::TurnPreparation;
use super::results::{Pieces, is_order, orders_of};
use super::style::{self, GAME_KEYS};
use crate::formats::extras::prepared as prepared_extras;
use crate::formats::preparation::Preparation;
use crate::model::{Action, ActionKind, Board, BuiltinBoard, Details, Game, Player, Position, Seat, System, Turn};
use crate::systems::diplomacy::model::DiplomacyDetails;
use crate::text::english::counted;
use crate::text::printable::quoted;
use crate::text::{Diagnostic, codes as cv};

/// Returns the part of a game that a saved game can hold; diagnostics for what is left out or refused go to `out`.
pub fn prepare<'g>(game: &'g Game, given: Option<&OnBoard>, out: &mut Vec<Diagnostic>) -> Cow<'g, Game> {
    let mut preparation = Preparation::new("a saved game", out);
    let details = preparation.details(game, System::Diplomacy, Details::diplomacy);
    let Some(details) = details else { return Cow::Borrowed(game) };
    let mut prepared = Game::new(game.system);
    prepared.title = game.title.clone();
    prepared.variants = game.variants.clone();
    prepared.variant = variant(game, &mut preparation);
    let names = Names::of(prepared.variant.as_deref(), given);
    prepared.board = names.board().cloned();
    board_untold(&prepared, &mut preparation);
    left_out(game, &details, &mut preparation);
    let holds = |key: &str| match key {
        "id" => prepared.title.is_some(),
        "map" => prepared.variant.is_some(),
        "rules" => prepared.variants.is_some(),
        _ => key == "phases",
    };
    let mut extras = prepared_extras(&details.extras, "game.details.extras", holds, &mut preparation);
    style::sort(&mut extras, &GAME_KEYS);
    prepared.details = Details::Diplomacy(Box::new(DiplomacyDetails { extras, ..DiplomacyDetails::default() }));
    prepared.turns = turns(game, &prepared, &names, &mut preparation);
    prepared.players = players(game, &prepared.turns, &names, &mut preparation);
    refuse_empty_lists(&prepared, &mut preparation);
    let ranks: HashMap<&Seat, usize> = prepared.players.iter().zip(0..).map(|(p, rank)| (&p.seat, rank)).collect();
    prepared.turns.iter_mut().for_each(|turn| in_order(turn, &ranks));
    let without = prepared.turns.iter().filter(|turn| turn.position.is_none()).count();
    if without > 0 {
        let message = format!(
            "{without} of {} no units: the engine cannot judge them",
            counted(prepared.turns.len(), "phase has", "phases have")
        );
        preparation.warn(&codes::NO_POSITION, "game.turns", message, codes::NO_POSITION.advice);
    }
    Cow::Owned(prepared)
}

/// Returns the name of the map. A game on the standard board may lack it; others without it are refused.
fn variant(game: &Game, preparation: &mut Preparation<'_>) -> Option<String> {
    let is_standard = game.board.as_ref().is_some_and(|board| board.builtin == Some(BuiltinBoard::Standard));
    let variant = game.variant.clone().or_else(|| is_standard.then(|| "standard".to_owned()));
    if variant.is_none() {
        let help = "write the name of the engine's map into game.variant, such as \"standard\"";
        preparation.refuse(&cv::VALUES_MISSING, "game.variant", "missing name of the map", help);
    }
    variant
}

/// Warns that the name of the map does not imply the standard board, so that names are read back as codes, and orders
/// as texts.
fn board_untold(prepared: &Game, preparation: &mut Preparation<'_>) {
    let is_built_in = |board: &Board| board.builtin.is_some() && board.from.is_none();
    let map = prepared.variant.as_deref().unwrap_or_default();
    if prepared.board.as_ref().is_some_and(is_built_in) && !is_standard_map(map) {
        let message = format!(
            "a saved game has its board from the name of its map, and {} is no map of the standard board: read again, \
             powers have no names and orders are texts",
            quoted(map)
        );
        let paths = ["game.board", "game.players", "game.turns"].map(str::to_owned);
        preparation.warn_of_all(
            &cv::LEFT_OUT,
            paths.into(),
            message,
            "game.variant \"standard\" is the engine's own map",
        );
    }
}

/// Reports the parts of a game that a saved game cannot hold.
fn left_out(game: &Game, details: &DiplomacyDetails, preparation: &mut Preparation<'_>) {
    preparation.leave_out(game.started.is_some() || game.ended.is_some(), "game.started", "the dates of the game");
    preparation.leave_out(game.state.is_some(), "game.state", "the state of the game");
    preparation.leave_out(game.result.is_some(), "game.result", "the result");
    let is_own = |board: &Board| board.from.is_none() && !board.territories.is_empty();
    preparation.leave_out(game.board.as_ref().is_some_and(is_own), "game.board", "the board");
    let others = DiplomacyDetails { extras: Vec::new(), ..details.clone() };
    preparation.leave_out(others != DiplomacyDetails::default(), "game.details", "the details of a judge's files");
}

/// Returns the turns, each with its position. A position without turns becomes a phase without orders.
fn turns(game: &Game, prepared: &Game, names: &Names, preparation: &mut Preparation<'_>) -> Vec<Turn> {
    let mut position = game.position.as_ref();
    let lone = position.filter(|_| game.turns.is_empty()).and_then(|position| position.when.clone());
    let lone = lone.map(|when| Turn { when: Some(when), ..Turn::default() });
    let turns = game.turns.iter().chain(&lone);
    let turns = turns.enumerate().map(|(index, turn)| {
        let is_start = |position: &&Position| is_start_of(position, turn, index);
        let start = position.filter(is_start).filter(|_| turn.position.is_none());
        if start.is_some() {
            position = None;
        }
        TurnPreparation { game: prepared, names, preparation: &mut *preparation, path: format!("game.turns[{index}]") }
            .turn(turn, start)
    });
    let turns = turns.collect();
    preparation.leave_out(position.is_some(), "game.position", "a position of another phase than its own");
    turns
}

/// Returns whether the position of the game is the one that a turn starts from.
fn is_start_of(position: &Position, turn: &Turn, index: usize) -> bool {
    position.when.as_ref().map_or(index == 0, |when| turn.when.as_ref() == Some(when))
}

/// Returns the players as they are read back: the powers of the board, then others in the order of their first phase.
fn players(game: &Game, turns: &[Turn], names: &Names, preparation: &mut Preparation<'_>) -> Vec<Player> {
    for (index, player) in game.players.iter().enumerate() {
        let is_named = player.name().is_some_and(|name| name != names.power(&player.seat));
        let has_more = !player.vote.is_absent() || !player.last_moved.is_absent() || player.commendations.is_some();
        preparation.leave_out(is_named || has_more, &format!("game.players[{index}]"), "facts about players");
    }
    let powers = game.players.iter().filter(|player| player.kind.is_none()).map(|player| &player.seat);
    let mut ranks: HashMap<&Seat, usize> = HashMap::new();
    for seat in powers.chain(turns.iter().flat_map(seats)) {
        let next = ranks.len();
        ranks.entry(seat).or_insert(next);
    }
    let mut named: Vec<Seat> = Vec::new();
    for turn in turns {
        if ranks.is_empty() {
            break;
        }
        let mut listed: Vec<(&Seat, usize)> = match turn.position {
            Some(_) => ranks.iter().map(|(seat, rank)| (*seat, *rank)).collect(),
            None => orders_of(turn).filter_map(|seat| Some((seat, *ranks.get(seat)?))).collect(),
        };
        listed.sort_unstable_by_key(|(_, rank)| *rank);
        for (seat, _) in listed {
            named.extend(ranks.remove(seat).map(|_| seat.clone()));
        }
    }
    names.players(&named)
}

/// Returns the seats with a unit, a centre or orders in a turn.
fn seats(turn: &Turn) -> impl Iterator<Item = &Seat> {
    let position = turn.position.iter();
    let pieces = position.clone().flat_map(|p| &p.pieces).filter_map(|piece| piece.known()?.player.as_ref());
    let owners = position.flat_map(|p| &p.holdings).filter_map(|holding| holding.owner.known()?.as_ref());
    pieces.chain(owners).chain(orders_of(turn))
}

/// Refuses a game that a saved game would be far larger than: each phase lists all players, with units, centres and
/// orders or without, so that a thousand players in a thousand phases would take millions of lists.
fn refuse_empty_lists(prepared: &Game, preparation: &mut Preparation<'_>) {
    /// Lists that any game may have, which are more than those of the longest real one.
    const USUAL: usize = 10_000;
    /// Each list is two statements, so these are a million.
    const MOST: usize = 500_000;
    let (mut lists, mut listed) = (0_usize, 0);
    for turn in &prepared.turns {
        let orders = orders_of(turn).count();
        lists += prepared.players.len() * usize::from(orders > 0);
        listed += orders;
        if let Some(position) = &turn.position {
            // Units, retreats and centres.
            lists += 3 * prepared.players.len();
            listed += position.pieces.len() + position.holdings.len();
        }
    }
    let most = (USUAL + 2 * listed).min(MOST);
    if lists > most {
        let message = format!(
            "a saved game lists all {} players in all {} phases, in {lists} lists, and at most {most} are written for \
             {listed} units, centres and orders",
            prepared.players.len(),
            prepared.turns.len()
        );
        let help = "divide the game in the document, and convert its parts, each with its own players";
        preparation.refuse(&cv::TOO_LARGE, "game.players", message, help);
    }
}

/// Sorts the contents of a turn by players, in their order; units without an order come last.
fn in_order(turn: &mut Turn, ranks: &HashMap<&Seat, usize>) {
    let rank = |seat: Option<&Seat>| seat.and_then(|seat| ranks.get(seat)).copied().unwrap_or(usize::MAX);
    if let Some(position) = &mut turn.position {
        position.pieces.sort_by_key(|piece| rank(piece.known().and_then(|piece| piece.player.as_ref())));
        position.holdings.sort_by_key(|holding| rank(holding.owner.known().and_then(Option::as_ref)));
    }
    turn.unset.sort_by_key(|seat| rank(Some(seat)));
    let (mut orders, mut others): (Vec<Action>, Vec<Action>) =
        std::mem::take(&mut turn.actions).into_iter().partition(is_order);
    orders.sort_by_key(|action| rank(action.player.as_ref()));
    let pieces = Pieces::of(turn.position.as_deref());
    others.sort_by_key(|action| match &action.kind {
        ActionKind::NoOrder { piece: Some(piece), at } => {
            pieces.find(&piece.0, at).map_or(usize::MAX, |(rank, _)| rank)
        }
        _ => usize::MAX,
    });
    orders.append(&mut others);
    turn.actions = orders;
}
