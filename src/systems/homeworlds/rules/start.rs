//! Loads the position that a game starts from.

use super::codes;
use super::piece::Piece;
use super::state::{PlayerStatus, RuleViolation, Ship, State, World, odd};
use super::table::{Server, Table, clipped};
use crate::model::{Element, Game, Position, TerritoryRef};

/// Returns the state before the first turn; `emit` is called with the path and the violation of each oddity of the
/// start position.
///
/// A player without a homeworld in the position is eliminated if the player has ships there, and else has still to set
/// one up.
pub(super) fn load(game: &Game, server: Server, mut emit: impl FnMut(String, RuleViolation)) -> State {
    let mut state = State::empty(Table::of(game, server));
    if let Some(position) = &game.position {
        pieces(&mut state, position, &mut emit);
        homes(&mut state, position, &mut emit);
        for number in (0..state.worlds.len()).rev() {
            let Some(world) = state.worlds.get(number) else { continue };
            if world.home.is_none() && (world.stars.is_empty() || world.ships.is_empty()) {
                let what = if world.stars.is_empty() { "star" } else { "ship" };
                let message = format!("the system {} has no {what}", world.label());
                emit("game.position".to_owned(), odd(&codes::ODD_POSITION, message));
                state.settle(number);
            }
        }
    }
    for player in 0..state.standings.len() {
        let owns_ships = state.worlds.iter().any(|world| world.ships_of(player).next().is_some());
        let is_home = state.home_of(player).is_some();
        if let Some(standing) = state.standings.get_mut(player).filter(|_| is_home || owns_ships) {
            *standing = if is_home { PlayerStatus::Playing } else { PlayerStatus::Eliminated };
        }
    }
    let first = game.details.homeworlds().and_then(|details| details.to_move.as_ref());
    state.next = first.and_then(|seat| state.table.number(seat)).unwrap_or(0);
    state
}

fn pieces(state: &mut State, position: &Position, emit: &mut impl FnMut(String, RuleViolation)) {
    for (index, entry) in position.pieces.iter().enumerate() {
        let Element::Known(entry) = entry else { continue };
        let mut refuse = |message| emit(format!("game.position.pieces[{index}]"), odd(&codes::ODD_POSITION, message));
        let Some(piece) = Piece::parse(&entry.kind) else {
            refuse(format!("expected a piece, found {}", clipped(&entry.kind)));
            continue;
        };
        let owner = match entry.player.as_ref().map(|seat| state.table.number(seat).ok_or(seat)) {
            Some(Err(seat)) => {
                refuse(format!("nobody sits at {}", clipped(seat.as_str())));
                continue;
            }
            Some(Ok(owner)) => Some(owner),
            None => None,
        };
        for _ in 0..entry.count.unwrap_or(1) {
            if !state.take(piece) {
                refuse(format!("the game has only {} pieces {piece}", state.table.len() + 1));
                break;
            }
            let number = number(state, &entry.territory);
            let Some(world) = state.worlds_mut().get_mut(number) else { break };
            match owner {
                Some(owner) => world.ships.push(Ship { piece, owner }),
                None => world.stars.push(piece),
            }
        }
    }
}

fn homes(state: &mut State, position: &Position, emit: &mut impl FnMut(String, RuleViolation)) {
    for (index, holding) in position.holdings.iter().enumerate() {
        let Some(Some(seat)) = holding.home.known() else { continue };
        let other = state.world(&holding.territory).and_then(|world| world.home);
        let problem = match (state.table.number(seat), other) {
            (None, _) => format!("nobody sits at {}", clipped(seat.as_str())),
            (Some(_), Some(other)) => format!("the system is the homeworld of {}", state.name(other)),
            (Some(player), None) if state.home_of(player).is_some() => {
                format!("{} has another homeworld", state.name(player))
            }
            (Some(player), None) => {
                let number = number(state, &holding.territory);
                if let Some(world) = state.worlds_mut().get_mut(number) {
                    world.home = Some(player);
                }
                continue;
            }
        };
        emit(format!("game.position.holdings[{index}]"), odd(&codes::ODD_POSITION, problem));
    }
}

/// Returns the number of the system with that id, which is created if it is missing.
fn number(state: &mut State, id: &TerritoryRef) -> usize {
    state.number(id).unwrap_or_else(|| {
        state.worlds_mut().push(World { id: id.clone(), name: None, stars: Vec::new(), ships: Vec::new(), home: None });
        state.worlds.len() - 1
    })
}
