//! Checks phases, units, ownership and accounts.

use std::collections::{HashMap, HashSet};

use crate::model::{Field, Game, Holding, Phase, PhaseKind, Piece, Position, Season, Seat, TerritoryKind, When};
use crate::systems::diplomacy::model::DiplomacyDetails;
use crate::text::Severity;
use crate::text::english;
use crate::text::printable::quoted;

use super::board_index::{BoardIndex, Way};
use super::codes::*;
use super::{Findings, Powers};

/// Number of units that the judge has room for.
const MAX_UNITS: usize = 199;
/// Number of chits of a power that the judge has room for.
const MAX_CHITS: usize = 57;
/// Number of loans of a power that the judge has room for.
const MAX_LOANS: usize = 6;

pub(super) fn check(position: &Position, board_index: &BoardIndex<'_>, powers: &Powers, found: &mut Findings) {
    match &position.when {
        Some(When::Phase(when)) => phase(when, found),
        Some(When::Moment(moment)) => {
            let message = format!("expected a season, a year and a phase, found {moment}");
            found.error(&BAD_PHASE, "game.position.when".into(), message);
        }
        None => {}
    }
    pieces(position, board_index, powers, found);
    holdings(&position.holdings, board_index, powers, found);
}

/// Warns where the phase of a seed is not the one that its variant starts in.
pub(super) fn start(game: &Game, position: &Position, powers: &Powers, found: &mut Findings) {
    let has_begun = game.details.diplomacy().is_some_and(|details| details.game_block.is_some());
    let (Some(variant), Some(When::Phase(phase))) = (powers.variant.filter(|_| !has_begun), &position.when) else {
        return;
    };
    let Phase { season, year, phase: kind } = &**phase;
    let is_whole = season.known().is_some() && year.known().is_some() && kind.known().is_some();
    if is_whole && **phase != variant.start() {
        let message = format!("expected {}, in which the variant {} starts", variant.start, variant.name);
        found.warning(&START_PHASE, "game.position.when".into(), message);
    }
}

fn phase(when: &Phase, found: &mut Findings) {
    let path = |rest: &str| format!("game.position.when.{rest}");
    let season = match &when.season {
        Field::Known(Season::Winter) => Some("the judge does not know winter".to_owned()),
        Field::Known(_) => None,
        Field::Unknown(text) => {
            Some(format!("expected the letter of a season (S, U or F), found {}", quoted(&text.unknown)))
        }
        Field::Absent => Some("missing season".into()),
    };
    if let Some(message) = season {
        found.error(&BAD_PHASE, path("season"), message);
    }
    let year = match &when.year {
        Field::Known(0..=9999) => None,
        Field::Known(year) => Some(format!("expected a year of four digits, found {year}")),
        Field::Unknown(text) => Some(format!("expected a year of four digits, found {}", quoted(&text.unknown))),
        Field::Absent => Some("missing year".into()),
    };
    if let Some(message) = year {
        found.error(&BAD_PHASE, path("year"), message);
    }
    match &when.phase {
        Field::Known(PhaseKind::Movement | PhaseKind::Retreat | PhaseKind::Builds | PhaseKind::Adjustment) => {}
        // The judge accepts any letter here, and does nothing with most of them.
        Field::Unknown(text) => {
            let is_letter = text.unknown.len() == 1 && text.unknown.bytes().all(|b| b.is_ascii_alphabetic());
            let severity = if is_letter { Severity::Warning } else { Severity::Error };
            let message = format!("unknown phase {}", quoted(&text.unknown));
            found.add(&BAD_PHASE, severity, path("phase"), message);
        }
        Field::Absent => found.error(&BAD_PHASE, path("phase"), "missing phase".into()),
    }
}

fn pieces(position: &Position, board_index: &BoardIndex<'_>, powers: &Powers, found: &mut Findings) {
    if position.pieces.len() > MAX_UNITS {
        let message = format!("{} units, but the judge has room for {MAX_UNITS}", position.pieces.len());
        found.error(&NO_ROOM, format!("game.position.pieces[{MAX_UNITS}]"), message);
    }
    let mut strangers = HashSet::new();
    let mut there: HashMap<(&str, bool), &Piece> = HashMap::new();
    let known = position.pieces.iter().enumerate().filter_map(|(i, piece)| Some((i, piece.known()?)));
    for (i, piece) in known {
        let path = |rest: &str| format!("game.position.pieces[{i}].{rest}");
        if let Some(why) = piece.player.as_ref().and_then(|seat| powers.stranger(seat, &mut strangers)) {
            let message = format!("{why}, but its unit is in {}", piece.territory);
            let severity = if powers.variant.is_some() { Severity::Error } else { Severity::Warning };
            found.add(&NO_SUCH_POWER, severity, path("player"), message);
        }
        if !matches!(piece.kind.as_str(), "army" | "fleet" | "garrison" | "wing" | "T" | "R") {
            let message = format!("unknown unit {}", quoted(&piece.kind));
            found.error(&BAD_UNIT, path("kind"), message);
        }
        let place = board_index.find(&piece.territory, found, || path("territory"));
        if let Some((number, suffix)) = place {
            stands(piece, number, suffix, board_index, found, || path("territory"));
        }
        for (j, retreat) in piece.retreats.iter().enumerate() {
            let slot = || path(&format!("retreats[{j}]"));
            let place = board_index.find(retreat, found, slot);
            // A garrison's retreat is decided by the judge alone.
            if let Some((number, suffix)) = place.filter(|_| piece.kind != "garrison") {
                stands(piece, number, suffix, board_index, found, slot);
            }
        }
        let id = match place {
            Some((number, _)) => board_index.id(number),
            None if board_index.is_bare() => piece.territory.territory(),
            None => continue,
        };
        if piece.status.as_deref() == Some("dislodged") || holds_many(place.map(|(number, _)| number), board_index) {
            continue;
        }
        if let Some(other) = there.insert((id, piece.kind == "garrison"), piece) {
            let whose = other.player.as_ref().map_or(String::new(), |seat| format!(" of {seat}"));
            let message = format!("{id} already holds the {}{whose}", other.kind);
            // Without a board the territory may be a high sea.
            let severity = if board_index.is_bare() { Severity::Warning } else { Severity::Error };
            found.add(&TWO_UNITS, severity, path("territory"), message);
        }
    }
}

fn holds_many(number: Option<usize>, board_index: &BoardIndex<'_>) -> bool {
    let territory = number.and_then(|number| board_index.territories.get(number));
    territory.is_some_and(|t| t.kind.known() == Some(&TerritoryKind::HighSea))
}

/// Reports a unit that cannot be in a place.
fn stands(
    piece: &Piece,
    number: usize,
    suffix: Option<&str>,
    board_index: &BoardIndex<'_>,
    found: &mut Findings,
    path: impl FnOnce() -> String,
) {
    let Some(territory) = board_index.territories.get(number) else { return };
    let id = &territory.id;
    // Nobody enters or leaves a placeholder, so any unit may be in it.
    let is_open = board_index.leaves(number);
    match piece.kind.as_str() {
        "fleet" => {
            let coasts = [Way::North, Way::South, Way::East, Way::West];
            let has_coasts = coasts.iter().any(|&way| board_index.has(number, way));
            let has_plain = board_index.has(number, Way::Fleet) || board_index.has(number, Way::Conduit);
            match suffix {
                Some(coast) => {
                    let way = coasts.into_iter().find(|way| way.name() == coast);
                    if !way.is_some_and(|way| board_index.has(number, way)) {
                        found.warning(
                            &NO_SUCH_COAST,
                            path(),
                            format!("{id} has no coast {coast} that a fleet can leave"),
                        );
                    }
                }
                None if has_coasts && !board_index.has(number, Way::Fleet) => {
                    let there: Vec<&str> =
                        coasts.iter().filter(|&&c| board_index.has(number, c)).map(|c| c.name()).collect();
                    let message = format!("expected a coast of {id}: {}", there.join(" or "));
                    found.warning(&COAST_MISSING, path(), message);
                }
                None if is_open && !has_plain => {
                    found.warning(&OUT_OF_PLACE, path(), format!("a fleet in {id}, which no fleet can enter"));
                }
                None => {}
            }
        }
        "army" => {
            let water = [TerritoryKind::Water, TerritoryKind::HighSea, TerritoryKind::Ice];
            let is_water = territory.kind.known().is_some_and(|kind| water.contains(kind));
            let has_land = territory.second_kind == Some(TerritoryKind::Land) || board_index.has(number, Way::Army);
            if is_open && is_water && !has_land {
                found.warning(&OUT_OF_PLACE, path(), format!("an army in {id}, which is water"));
            }
        }
        "garrison" if !territory.city.as_ref().is_some_and(|city| city.fortified) => {
            found.warning(&NO_WALLS, path(), format!("{id} has no fortified city"));
        }
        _ => {}
    }
}

fn holdings(holdings: &[Holding], board_index: &BoardIndex<'_>, powers: &Powers, found: &mut Findings) {
    let mut strangers = HashSet::new();
    let mut counted = vec![false; board_index.territories.len()];
    for (i, holding) in holdings.iter().enumerate() {
        let path = |rest: &str| format!("game.position.holdings[{i}].{rest}");
        if let Some((number, _)) = board_index.find(&holding.territory, found, || path("territory")) {
            counted[number] = true;
        }
        let owners = [
            ("owner", &holding.owner),
            ("city_owner", &holding.city_owner),
            ("new_owner", &holding.new_owner),
            ("new_city_owner", &holding.new_city_owner),
        ];
        for (name, owner) in owners {
            let Some(Some(seat)) = owner.known() else { continue };
            if let Some(why) = powers.stranger(seat, &mut strangers) {
                let message = format!("{why}, but it owns {}", holding.territory);
                found.warning(&NO_SUCH_POWER, path(name), message);
            }
        }
    }
    let missing = counted.iter().filter(|counted| !**counted).count();
    if let Some(first) = counted.iter().position(|counted| !counted)
        && !holdings.is_empty()
    {
        let message = format!(
            "the ownership lacks {missing} of {}, the first of them {}",
            english::counted(counted.len(), "province", "provinces"),
            board_index.id(first)
        );
        found.warning(&OWNERSHIP_SHORT, "game.position.holdings".into(), message);
    }
}

pub(super) fn accounts(details: &DiplomacyDetails, powers: &Powers, found: &mut Findings) {
    let mut strangers: HashSet<Seat> = HashSet::new();
    let known = details.accounts.iter().enumerate().filter_map(|(i, account)| Some((i, account.known()?)));
    for (i, account) in known {
        let path = |rest: &str| format!("game.details.accounts[{i}].{rest}");
        if let Some(why) = powers.stranger(&account.player, &mut strangers) {
            let message = format!("{why}, but it has an account");
            found.warning(&NO_SUCH_POWER, path("player"), message);
        }
        let chits = account.chits.as_deref().map_or(0, |chits| chits.chars().count());
        let loans = account.loans.len();
        for (name, count, most, severity) in
            [("chits", chits, MAX_CHITS, Severity::Error), ("loans", loans, MAX_LOANS, Severity::Warning)]
        {
            if count > most {
                let message = format!("{count} {name}, but the judge has room for {most}");
                found.add(&NO_ROOM, severity, path(name), message);
            }
        }
    }
}
