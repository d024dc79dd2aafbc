//! Checks the provinces of a board and their names.

use std::collections::{HashMap, HashSet};

use crate::model::{Seat, Territory, TerritoryKind};
use crate::text::printable::quoted;

use super::board_index::BoardIndex;
use super::codes::*;
use super::names::{Names, OffBoard, name_first};
use super::{Findings, Powers};

/// Greatest number of provinces of a board that the judge has room for.
const MAX_PROVINCES: usize = 200;
/// Number of bytes of names and moves that the judge has room for.
const HEAP: usize = 10_000;

pub(super) fn check(board_index: &BoardIndex<'_>, powers: &Powers, found: &mut Findings) {
    if board_index.territories.len() > MAX_PROVINCES {
        let message =
            format!("{} provinces, but the judge has room for {MAX_PROVINCES}", board_index.territories.len());
        found.error(&TOO_MANY_PROVINCES, board_index.path(MAX_PROVINCES), message);
    }
    heap(board_index, found);
    spellings(board_index, found);
    home_letters(board_index, found);
    strangers(board_index, powers, found);
    for (number, territory) in board_index.territories.iter().enumerate() {
        if !board_index.has_moves(number) && !is_notional(territory) {
            let message = format!("{} has no moves", territory.id);
            found.warning(&NO_MOVES, board_index.path(number), message);
        }
        if let Some(city) = territory.city.as_ref().filter(|city| city.income > 7) {
            let message =
                format!("expected an income of 0 to 7 for the city of {}, found {}", territory.id, city.income);
            found.error(&BAD_CITY, format!("{}.city", board_index.path(number)), message);
        }
    }
}

/// Returns whether a territory stands for a gateway or a railway.
pub(super) fn is_notional(territory: &Territory) -> bool {
    matches!(territory.kind.known(), Some(TerritoryKind::Gateway | TerritoryKind::Railway))
}

fn heap(board_index: &BoardIndex<'_>, found: &mut Findings) {
    let spelled: usize =
        board_index.territories.iter().flat_map(|t| name_first(t)).map(|s| s.chars().count() + 2).sum();
    let moves: usize = board_index.lines().map(|(_, line)| line.to.len()).sum();
    let bytes = spelled + 2 * moves + board_index.territories.len();
    if bytes > HEAP {
        let message = format!("names and moves take {bytes} bytes, but the judge has room for {HEAP}");
        found.error(&NO_ROOM, "game.board".into(), message);
    }
}

/// Reports spellings that lead to another province, or to none.
fn spellings(board_index: &BoardIndex<'_>, found: &mut Findings) {
    let Some(board) = board_index.board else { return };
    let names = Names::of(board);
    let mut off_board = Vec::new();
    for (number, territory) in board_index.territories.iter().enumerate() {
        let name = territory.name.iter().map(|name| (None, name));
        let aliases = territory.aliases.iter().enumerate().map(|(i, alias)| (Some(i), alias));
        for (alias, spelling) in name.chain(aliases) {
            off_board.extend(names.off_board(spelling, number).map(|to| (number, alias, spelling, to)));
        }
    }
    if off_board.is_empty() {
        return;
    }
    let mut first: HashMap<String, usize> = HashMap::new();
    for (number, territory) in board_index.territories.iter().enumerate() {
        name_first(territory).into_iter().for_each(|s| _ = first.entry(compared(s)).or_insert(number));
    }
    for (number, alias, spelling, to) in off_board {
        let path = match alias {
            Some(i) => format!("{}.aliases[{i}]", board_index.path(number)),
            None => format!("{}.name", board_index.path(number)),
        };
        let (id, text) = (board_index.id(number), quoted(spelling));
        match to {
            OffBoard::To(other) if first.get(&compared(spelling)).is_some_and(|&f| f != number) => {
                let message = format!(
                    "{text} is a name of both {} and {id}, and the judge takes the first",
                    board_index.id(other)
                );
                found.warning(&SHARED_SPELLING, path, message);
            }
            OffBoard::To(other) => {
                let message = format!("the judge takes {text} for {}, not for {id}", board_index.id(other));
                found.warning(&HIDDEN_SPELLING, path, message);
            }
            OffBoard::Nowhere => {
                let message = format!("the judge does not find {id} by the name {text}");
                found.warning(&HIDDEN_SPELLING, path, message);
            }
        }
    }
}

/// Returns a spelling as the judge compares it: in small letters, with a run of blanks and dots as one gap.
fn compared(spelling: &str) -> String {
    let mut text = String::with_capacity(spelling.len());
    for c in spelling.chars() {
        match c {
            ' ' | '\t' | '.' if text.ends_with(' ') => {}
            ' ' | '\t' | '.' => text.push(' '),
            c => text.push(c.to_ascii_lowercase()),
        }
    }
    text
}

/// Warns of homes of powers that the variant does not have.
fn strangers(board_index: &BoardIndex<'_>, powers: &Powers, found: &mut Findings) {
    let mut met = HashSet::new();
    for (number, territory) in board_index.territories.iter().enumerate() {
        let Some(Some(home)) = territory.home.known() else { continue };
        if let Some(why) = powers.stranger(home, &mut met) {
            let message = format!("{why}, but {} is its home", territory.id);
            found.warning(&NO_SUCH_POWER, format!("{}.home", board_index.path(number)), message);
        }
    }
}

fn home_letters(board_index: &BoardIndex<'_>, found: &mut Findings) {
    let types: HashSet<char> = board_index.territories.iter().filter_map(|t| small_type(t)).collect();
    let mut seen: HashSet<&Seat> = HashSet::new();
    for (number, territory) in board_index.territories.iter().enumerate() {
        let Some(Some(home)) = territory.home.known() else { continue };
        let mut letters = home.as_str().chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else { continue };
        let small = letter.to_ascii_lowercase();
        if letter != small && types.contains(&small) && seen.insert(home) {
            let message =
                format!("{letter} is the home of a power on this map, and {small} is another type of province");
            found.note(&HOME_LETTER, format!("{}.home", board_index.path(number)), message);
        }
    }
}

/// Returns the letter of a type that is nobody's home; `None` for the home of a power, and for an unknown kind.
fn small_type(territory: &Territory) -> Option<char> {
    if territory.centre == Some(true) {
        return (territory.home.known() == Some(&None)).then_some('x');
    }
    Some(match territory.kind.known()? {
        TerritoryKind::Land => 'l',
        TerritoryKind::Water => 'w',
        TerritoryKind::HighSea => 'h',
        TerritoryKind::Ice => 'v',
        TerritoryKind::Gateway => 'g',
        TerritoryKind::Railway => 'r',
    })
}
