//! The variants that the judge knows, with the names of their powers.

use std::sync::OnceLock;

use crate::model::{Field, Game, Phase, PhaseKind, Season, Seat};

/// Table of the variants: a line for each, followed by one for each of its powers.
const TABLE: &str = include_str!("variants.txt");

/// A variant that the judge knows.
#[derive(Debug)]
pub struct Variant {
    /// Number in the game block of a position file.
    pub number: i32,
    /// Name, with which the names of its map and its seed end.
    pub name: &'static str,
    /// Phase that a game begins in, as a seed writes it.
    pub start: &'static str,
    /// Powers, in the order of the table.
    pub powers: Vec<Power>,
}

/// A power of a variant.
#[derive(Debug, Clone, Copy)]
pub struct Power {
    /// Letter or digit on maps and in positions.
    pub letter: &'static str,
    /// Name, as the judge writes it in full.
    pub name: &'static str,
}

impl Variant {
    /// Returns the power of a seat; `None` where the variant does not have it.
    pub fn power(&self, seat: &Seat) -> Option<&Power> {
        self.powers.iter().find(|power| power.letter.eq_ignore_ascii_case(seat.as_str()))
    }

    /// Returns the phase that a game begins in; parts that the table does not have are absent.
    pub fn start(&self) -> Phase {
        let inside = self.start.get(1..self.start.len().saturating_sub(1));
        let season = match self.start.as_bytes().first() {
            Some(b'S') => Field::Known(Season::Spring),
            Some(b'F') => Field::Known(Season::Fall),
            _ => Field::Absent,
        };
        let phase = match self.start.as_bytes().last() {
            Some(b'M') => Field::Known(PhaseKind::Movement),
            Some(b'B') => Field::Known(PhaseKind::Builds),
            Some(b'A') => Field::Known(PhaseKind::Adjustment),
            _ => Field::Absent,
        };
        Phase { season, year: inside.and_then(|year| year.parse().ok()).map_or(Field::Absent, Field::Known), phase }
    }
}

/// Returns all variants, in the order of the table.
pub fn all() -> &'static [Variant] {
    static VARIANTS: OnceLock<Vec<Variant>> = OnceLock::new();
    VARIANTS.get_or_init(|| read(TABLE))
}

/// Returns the variant with a number; `None` where the judge does not know it.
pub fn numbered(number: i32) -> Option<&'static Variant> {
    all().iter().find(|variant| variant.number == number)
}

/// Returns the variant with a name; `None` where the judge does not know it.
pub fn named(name: &str) -> Option<&'static Variant> {
    all().iter().find(|variant| variant.name == name)
}

/// Returns the variant of a game: by the number in its game block, or else by its name.
pub fn of(game: &Game) -> Option<&'static Variant> {
    let block = game.details.diplomacy().and_then(|details| details.game_block.as_ref());
    match block {
        Some(block) => numbered(block.variant),
        None => named(game.variant.as_deref()?),
    }
}

fn read(table: &'static str) -> Vec<Variant> {
    let mut variants: Vec<Variant> = Vec::new();
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.strip_prefix("  ") {
            Some(power) => {
                let power = power.split_once(' ').and_then(|(letter, names)| {
                    let (name, _adjective) = names.split_once(", ")?;
                    Some(Power { letter, name })
                });
                if let Some(last) = variants.last_mut() {
                    last.powers.extend(power);
                }
            }
            None => {
                let mut words = line.split(' ');
                let (Some(number), Some(name), Some(start)) = (words.next(), words.next(), words.next()) else {
                    continue;
                };
                let like = words.nth(1).and_then(|like| variants.iter().find(|variant| variant.name == like));
                let powers = like.map_or_else(Vec::new, |like| like.powers.clone());
                variants.push(Variant { number: number.parse().unwrap_or_default(), name, start, powers });
            }
        }
    }
    variants
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole() {
        assert!(all().iter().zip(1..).all(|(variant, number)| variant.number == number));
        assert_eq!(all().len(), 51);
        for variant in all() {
            let letters: std::collections::HashSet<_> = variant.powers.iter().map(|power| power.letter).collect();
            assert!(letters.len() == variant.powers.len() && letters.len() > 2, "{}", variant.name);
            assert!(variant.powers.iter().all(|power| power.letter.len() == 1), "{}", variant.name);
            let start = variant.start();
            assert!(
                start.season.known().is_some() && start.year.known().is_some() && start.phase.known().is_some(),
                "{}",
                variant.name
            );
        }
        let power = named("african2").and_then(|variant| variant.power(&Seat::new("I"))).unwrap();
        assert_eq!(power.name, "Ivory-Coast");
        assert_eq!(numbered(47).map(|variant| variant.start().year), Some(Field::Known(724)));
        assert_eq!(named("pure").map(|variant| variant.powers.len()), Some(7));
    }
}
