//! The board of Toy Wars, and the positions that the rules forbid.

use crate::model::{ActionKind, Game};
use crate::rules::parts::Part;
use crate::rules::{Finding, RuleSet, SystemRules};
use crate::text::Severity;

crate::codes! {
    NOBODYS_ARMIES = "TY001", "armies of nobody";
        "Armies stand on a planet that belongs to nobody.";
        "7 armies on Vega, whose owner is 0.";
        "Give the planet an owner, or take the armies away.";
    EMPTY_SEAT_OWNS = "TY002", "a planet belongs to an empty seat";
        "The owner of the planet is a player who has no name.";
        "Owner 3 for Vega, while player 3 has left.";
        "Give the player a name, or the planet another owner.";
}

/// The planets, in the order of the file.
pub const PLANETS: [&str; 5] = ["sol", "vega", "rigel", "deneb", "altair"];

/// The parts and rules of a game of Toy Wars.
pub static SYSTEM: SystemRules = SystemRules {
    parts: &[Part::Board, Part::Votes, Part::Holdings, Part::Owners, Part::Armies],
    has_action: |kind| matches!(kind, ActionKind::Unknown),
    lists_players: true,
    programs: &[],
    region_of: |_| None,
};

/// Returns the findings of the rules in a game.
pub fn check(game: &Game, _: RuleSet) -> Vec<Finding> {
    let holdings = game.position.iter().flat_map(|position| &position.holdings).enumerate();
    let found = holdings.filter_map(|(index, holding)| {
        let (code, key, message) = match holding.owner.known()? {
            None if holding.armies.known().is_some_and(|armies| *armies > 0) => {
                (&NOBODYS_ARMIES, "armies", format!("{} has armies and no owner", holding.territory))
            }
            Some(seat) if game.players.iter().any(|p| p.seat == *seat && p.name.known() == Some(&None)) => {
                (&EMPTY_SEAT_OWNS, "owner", format!("{} belongs to the empty seat {seat}", holding.territory))
            }
            _ => return None,
        };
        let path = format!("game.position.holdings[{index}].{key}");
        Some(Finding::new(code, Severity::Warning, &path, &message))
    });
    found.collect()
}
