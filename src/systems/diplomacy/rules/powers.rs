//! The powers of the standard game.

use crate::model::Seat;

/// A power of the standard game.
pub struct Power {
    /// Letter on maps and in positions.
    pub letter: &'static str,
    /// Name in the order notation.
    pub name: &'static str,
    /// Adjective for its units, as in `French Army`.
    pub adjective: &'static str,
}

/// The seven powers, in the order of their names.
pub const STANDARD: [Power; 7] = [
    Power { letter: "A", name: "AUSTRIA", adjective: "AUSTRIAN" },
    Power { letter: "E", name: "ENGLAND", adjective: "ENGLISH" },
    Power { letter: "F", name: "FRANCE", adjective: "FRENCH" },
    Power { letter: "G", name: "GERMANY", adjective: "GERMAN" },
    Power { letter: "I", name: "ITALY", adjective: "ITALIAN" },
    Power { letter: "R", name: "RUSSIA", adjective: "RUSSIAN" },
    Power { letter: "T", name: "TURKEY", adjective: "TURKISH" },
];

/// Returns the power with this name or adjective in any case; `None` for other words.
pub fn called(name: &str) -> Option<&'static Power> {
    STANDARD.iter().find(|p| p.name.eq_ignore_ascii_case(name) || p.adjective.eq_ignore_ascii_case(name))
}

/// Returns the power of a seat; `None` where the standard game does not have it.
pub fn of(seat: &Seat) -> Option<&'static Power> {
    STANDARD.iter().find(|p| p.letter == seat.as_str())
}
