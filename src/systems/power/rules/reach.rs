//! Sectors that a piece can reach in one move, computed for every kind and sector at compile time.

use super::codes;
use super::piece::{Colour, Kind, Terrain};
use super::sector::{AREAS, Area, LAND_MASKS, SEA_MASKS, Sector};
use super::violation::{RuleViolation, illegal, odd};
use crate::text::english::counted;

const SECTORS: usize = Sector::COUNT;
const KINDS: usize = Kind::ALL.len();

/// Sectors in which a move may end, one bit each, by kind and by the sector that it begins in.
static REACH: [[u64; SECTORS]; KINDS] = {
    let mut reach = [[0; SECTORS]; KINDS];
    let mut kind = 0;
    while kind < KINDS {
        let mut from = 0;
        while from < SECTORS {
            reach[kind][from] = reach_of(Kind::ALL[kind], from);
            from += 1;
        }
        kind += 1;
    }
    reach
};

const fn reach_of(kind: Kind, from: usize) -> u64 {
    let terrain = match kind.terrain() {
        Terrain::Nowhere => return 0,
        Terrain::All => return (1 << SECTORS) - 1,
        Terrain::Land | Terrain::Air => &LAND_MASKS,
        Terrain::Sea => &SEA_MASKS,
    };
    if matches!(AREAS[from], Area::Reserve(_)) {
        return terrain[from];
    }
    let (mut reached, mut front, mut steps) = (0, 1 << from, kind.reach());
    while steps > 0 {
        let mut next = 0;
        let mut sector = 0;
        while sector < SECTORS {
            let goes_on = sector == from || !stops(kind, AREAS[sector]);
            if front >> sector & 1 == 1 && goes_on {
                next |= terrain[sector];
            }
            sector += 1;
        }
        reached |= next;
        front = next;
        steps -= 1;
    }
    reached & !(1 << from)
}

/// Returns whether a move ends when it enters such a sector.
const fn stops(kind: Kind, area: Area) -> bool {
    match area {
        Area::Headquarters(_) => true,
        Area::Island => matches!(kind.terrain(), Terrain::Land),
        Area::Reserve(_) | Area::Land(..) | Area::Lane(_) => false,
    }
}

/// Returns whether a piece of a kind may go from one sector to another in one move.
pub fn reaches(kind: Kind, from: Sector, to: Sector) -> bool {
    let reach = REACH.get(kind.index()).and_then(|reach| reach.get(from.index()));
    reach.is_some_and(|reach| reach >> to.index() & 1 == 1)
}

/// Returns the least number of steps between two sectors over the terrain of a kind, regardless of where moves end;
/// `None` if they are not connected.
pub fn distance(kind: Kind, from: Sector, to: Sector) -> Option<u8> {
    let terrain = match kind.terrain() {
        Terrain::Land | Terrain::Air => &LAND_MASKS,
        Terrain::Sea => &SEA_MASKS,
        Terrain::All | Terrain::Nowhere => return None,
    };
    let (mut seen, mut steps) = (1_u64 << from.index(), 0);
    while seen >> to.index() & 1 == 0 {
        let here = Sector::all().zip(terrain).filter(|(sector, _)| seen >> sector.index() & 1 == 1);
        let next = here.fold(seen, |next, (_, step)| next | step);
        if next == seen {
            return None;
        }
        (seen, steps) = (next, steps + 1);
    }
    Some(steps)
}

/// Returns the violation in a move, as far as that is possible without a board.
pub fn validate(colour: Option<Colour>, kind: Kind, from: Sector, to: Sector) -> Option<RuleViolation> {
    if reaches(kind, from, to) { foreign_reserve(colour, from) } else { Some(why_not(kind, from, to)) }
}

/// Returns the violation for pieces of a colour in another's reserve.
pub fn foreign_reserve(colour: Option<Colour>, at: Sector) -> Option<RuleViolation> {
    let Area::Reserve(of) = at.area() else { return None };
    let colour = colour.filter(|colour| *colour != of)?;
    let message = format!(
        "a {} piece in {}'s reserve: captured pieces take the colour of their captor",
        colour.word(),
        of.word()
    );
    Some(odd(&codes::FOREIGN_RESERVE, message))
}

/// Returns the reason why a piece cannot go to a sector.
fn why_not(kind: Kind, from: Sector, to: Sector) -> RuleViolation {
    let (piece, from_code, to_code) = (kind.word(), from.code(), to.code());
    if kind.terrain() == Terrain::Nowhere {
        return illegal(&codes::IMMOVABLE, format!("{} does not move", kind.one()));
    }
    if to.is_reserve() {
        return illegal(
            &codes::RESERVE,
            format!("{} cannot move to the reserve {to_code}; only megamissiles can", kind.one()),
        );
    }
    if from == to {
        return illegal(&codes::SAME_SECTOR, format!("the {piece} stays on {from_code}; only megamissiles may"));
    }
    if let Area::Reserve(of) = from.area() {
        let own = Sector::headquarters(of).code();
        return illegal(&codes::RESERVE, format!("from {from_code} pieces move only to {own}, not to {to_code}"));
    }
    if let Some(at) = [from, to].into_iter().find(|at| !kind.may_stand(*at)) {
        return cannot_stand(kind, at);
    }
    match distance(kind, from, to) {
        Some(steps) if steps <= kind.reach() => {
            let message = format!(
                "from {from_code} to {to_code} the {piece} would have to cross an island, where land units stop"
            );
            illegal(&codes::STOPPED, message)
        }
        Some(steps) => {
            let reach = counted(kind.reach().into(), "sector", "sectors");
            let message =
                format!("from {from_code} to {to_code} it is {steps} sectors, and the {piece} moves {reach} at most");
            illegal(&codes::TOO_FAR, message)
        }
        None => illegal(&codes::TOO_FAR, format!("there is no way for the {piece} from {from_code} to {to_code}")),
    }
}

/// Returns the violation for a piece in a sector that is not on its terrain.
pub fn cannot_stand(kind: Kind, at: Sector) -> RuleViolation {
    let place = match at.area() {
        Area::Lane(_) => "which is a sea lane",
        Area::Reserve(_) => "which is a reserve",
        _ if kind.terrain() == Terrain::Sea => "which is inland",
        _ => "which is not a reserve",
    };
    illegal(&codes::CANNOT_STAND, format!("{} cannot be on {}, {place}", kind.one(), at.code()))
}
