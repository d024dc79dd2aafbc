//! The powers of the standard game.

use crate::model::Seat;

/// A power: its letter, its name in orders, and the adjective for its units.
pub struct Power {
    /// The letter on maps and in positions.
    pub letter: &'static str,
    /// The name, as the order notation writes it.
    pub name: &'static str,
    /// The adjective, as in `French Army`.
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

/// The power with that name or adjective.
pub fn called(name: &str) -> Option<&'static Power> {
    STANDARD.iter().find(|p| p.name.eq_ignore_ascii_case(name) || p.adjective.eq_ignore_ascii_case(name))
}

/// The power of a seat.
pub fn of(seat: &Seat) -> Option<&'static Power> {
    STANDARD.iter().find(|p| p.letter == seat.as_str())
}
