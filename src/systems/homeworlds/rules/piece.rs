//! The pieces of the box: four colours in three sizes.

use std::fmt;

/// A colour, which is also a technology.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Capture.
    Red,
    /// Move and discover.
    Yellow,
    /// Build.
    Green,
    /// Trade.
    Blue,
}

impl Colour {
    /// All four colours, in the order of [`Piece::index`].
    pub const ALL: [Colour; 4] = [Colour::Red, Colour::Yellow, Colour::Green, Colour::Blue];

    /// Parses the letter or the word of a colour, in any case.
    pub fn parse(text: &str) -> Option<Colour> {
        let is_it = |colour: &Colour| [colour.letter(), colour.word()].iter().any(|t| text.eq_ignore_ascii_case(t));
        Colour::ALL.into_iter().find(is_it)
    }

    /// Returns `r`, `y`, `g` or `b`.
    pub fn letter(self) -> &'static str {
        match self {
            Colour::Red => "r",
            Colour::Yellow => "y",
            Colour::Green => "g",
            Colour::Blue => "b",
        }
    }

    /// Returns `red`, `yellow`, `green` or `blue`.
    pub fn word(self) -> &'static str {
        match self {
            Colour::Red => "red",
            Colour::Yellow => "yellow",
            Colour::Green => "green",
            Colour::Blue => "blue",
        }
    }
}

/// One of the twelve kinds of pieces. A piece of any kind can be a ship or a star.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece {
    colour: Colour,
    size: u8,
}

impl Piece {
    /// The number of kinds: four colours in three sizes.
    pub const KINDS: usize = 12;

    /// Returns the piece of that colour and size; `None` if the size is not 1 to 3.
    pub fn new(colour: Colour, size: u8) -> Option<Piece> {
        (1..=3).contains(&size).then_some(Piece { colour, size })
    }

    /// Parses a piece such as `g2`, in any case.
    pub fn parse(text: &str) -> Option<Piece> {
        let &[letter, size] = text.as_bytes() else { return None };
        let colour = match letter.to_ascii_lowercase() {
            b'r' => Colour::Red,
            b'y' => Colour::Yellow,
            b'g' => Colour::Green,
            b'b' => Colour::Blue,
            _ => return None,
        };
        Piece::new(colour, size.wrapping_sub(b'0'))
    }

    /// Returns all kinds, in the order of [`Piece::index`].
    pub fn all() -> impl Iterator<Item = Piece> {
        Colour::ALL.into_iter().flat_map(|colour| (1..=3).map(move |size| Piece { colour, size }))
    }

    /// Returns the colour.
    pub fn colour(self) -> Colour {
        self.colour
    }

    /// Returns the size: 1, 2 or 3.
    pub fn size(self) -> u8 {
        self.size
    }

    /// Returns the index of the kind, 0 to 11.
    pub fn index(self) -> usize {
        self.colour as usize * 3 + usize::from(self.size) - 1
    }

    /// Returns the name in the model, such as `g2`.
    pub fn as_str(self) -> &'static str {
        match (self.colour, self.size) {
            (Colour::Red, 1) => "r1",
            (Colour::Red, 2) => "r2",
            (Colour::Red, _) => "r3",
            (Colour::Yellow, 1) => "y1",
            (Colour::Yellow, 2) => "y2",
            (Colour::Yellow, _) => "y3",
            (Colour::Green, 1) => "g1",
            (Colour::Green, 2) => "g2",
            (Colour::Green, _) => "g3",
            (Colour::Blue, 1) => "b1",
            (Colour::Blue, 2) => "b2",
            (Colour::Blue, _) => "b3",
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_read_back_in_the_order_of_their_index() {
        let all: Vec<Piece> = Piece::all().collect();
        assert_eq!(all.len(), Piece::KINDS);
        for (index, piece) in all.into_iter().enumerate() {
            assert_eq!((piece.index(), Piece::parse(piece.as_str())), (index, Some(piece)));
            assert_eq!(Piece::parse(&piece.to_string().to_uppercase()), Some(piece));
        }
    }

    #[test]
    fn what_is_no_piece_or_colour_is_none() {
        for text in ["", "g", "g0", "g4", "x1", "g22", "2g", "g/", "ğ1", "g\u{b2}"] {
            assert_eq!(Piece::parse(text), None, "{text}");
        }
        assert_eq!(Colour::parse("Blue"), Colour::parse("B"));
        assert_eq!((Colour::parse("bl"), Colour::parse("")), (None, None));
    }
}
