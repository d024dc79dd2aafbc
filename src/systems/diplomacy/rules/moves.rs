//! Checks the lines of moves.

use std::collections::HashSet;

use crate::text::printable::quoted;

use super::Findings;
use super::board::is_notional;
use super::board_index::{Back, BoardIndex, Target, Way};
use super::codes::*;

pub(super) fn check(board_index: &BoardIndex<'_>, found: &mut Findings) {
    lines(board_index, found);
    let mut one_way: HashSet<(usize, usize, Back)> = HashSet::new();
    let mut in_lines: HashSet<(usize, usize, Back)> = HashSet::new();
    let mut conduits: HashSet<usize> = HashSet::new();
    for target in &board_index.targets {
        let &Target { from, to, back, .. } = target;
        let path = || format!("game.board.adjacencies[{}].to[{}]", target.line, target.slot);
        if !board_index.leads(to, from, back) && one_way.insert((from, to, back)) {
            found.error(&NO_WAY_BACK, path(), no_way_back(board_index, target));
        }
        let id = board_index.id(from);
        let is_conduit = back == Back::By(Way::Conduit);
        if is_conduit && !conduits.insert(from) {
            found.warning(&SECOND_CONDUIT, path(), format!("duplicate conduit of {id}"));
        }
        // A gatekeeper is where its conduit needs it, whether or not it is also listed for itself.
        if !is_conduit && !target.is_gatekeeper && !in_lines.insert((target.line, to, back)) {
            let message = format!("duplicate target {} in this line of {id}", board_index.id(to));
            found.warning(&TARGET_TWICE, path(), message);
        }
        let is_notional = board_index.territories.get(from).is_some_and(|t| is_notional(t));
        if to != from && is_notional {
            let message = format!("{id} is a gateway or railway, but has a move to {}", board_index.id(to));
            found.warning(&NOTIONAL_MOVES, path(), message);
        }
        if to == from && !is_notional && board_index.leaves(from) {
            found.warning(&MOVE_TO_ITSELF, path(), format!("{id} has a move to itself, but also moves to others"));
        }
    }
}

/// Checks names, kinds and order of the lines.
fn lines(board_index: &BoardIndex<'_>, found: &mut Findings) {
    let mut seen: HashSet<usize> = HashSet::new();
    let mut last = None;
    for (i, line) in board_index.lines() {
        let path = |rest: &str| format!("game.board.adjacencies[{i}]{rest}");
        let from = board_index.find(&line.from, found, || path(".from")).map(|(from, _)| from);
        if let Some(number) = from
            && last.replace(number) != from
            && !seen.insert(number)
        {
            let message =
                format!("{} has moves further up, and another province has moves in between", board_index.id(number));
            found.error(&SCATTERED_MOVES, path(""), message);
        }
        let way = Way::of(&line.movement);
        if way.is_none() {
            let message = format!("unknown kind of moves {}", quoted(&line.movement));
            found.error(&BAD_MOVE_KIND, path(".move"), message);
        }
        for (j, place) in line.to.iter().enumerate() {
            let slot = || path(&format!(".to[{j}]"));
            let (Some((to, suffix)), Some(way)) = (board_index.resolve(place, found, slot), way) else { continue };
            match Back::of(way, suffix) {
                None => {
                    let message = format!("unknown kind of moves {}", quoted(suffix.unwrap_or_default()));
                    found.error(&BAD_MOVE_KIND, slot(), message);
                }
                Some(Back::By(Way::Conduit)) if j + 1 == line.to.len() => {
                    let message = format!("expected a gatekeeper after the conduit to {}", board_index.id(to));
                    found.error(&NO_GATEKEEPER, slot(), message);
                }
                Some(_) => {}
            }
        }
    }
}

fn no_way_back(board_index: &BoardIndex<'_>, target: &Target) -> String {
    let (from, to) = (board_index.id(target.from), board_index.id(target.to));
    let (suffix, by) = match target.back {
        Back::Any => (String::new(), String::new()),
        Back::By(way @ (Way::Army | Way::Fleet)) => (String::new(), format!(" {}", way.name())),
        Back::By(way) => (format!("/{}", way.name()), format!(" {}", way.name())),
    };
    if !board_index.has_moves(target.to) {
        return format!("{from} has a move to {to}{suffix}, but {to} has no moves at all");
    }
    format!("{from} has a move to {to}{suffix}, but {to} has no{by} move back")
}
