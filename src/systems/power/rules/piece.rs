//! The four colours and the eleven kinds of pieces.

use super::sector::Sector;
use crate::model::Seat;

/// A colour: a player, and the country that is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// `Y`, at the upper left.
    Yellow,
    /// `K`, at the upper right.
    Black,
    /// `R`, at the lower left.
    Red,
    /// `A`, at the lower right.
    White,
}

impl Colour {
    /// All four, in the order of a game's player files.
    pub const ALL: [Colour; 4] = [Colour::Yellow, Colour::Black, Colour::Red, Colour::White];

    /// Returns the letter: `Y`, `K`, `R` or `A`.
    pub const fn letter(self) -> char {
        match self {
            Colour::Yellow => 'Y',
            Colour::Black => 'K',
            Colour::Red => 'R',
            Colour::White => 'A',
        }
    }

    /// Returns the word: `yellow`, `black`, `red` or `white`.
    pub const fn word(self) -> &'static str {
        match self {
            Colour::Yellow => "yellow",
            Colour::Black => "black",
            Colour::Red => "red",
            Colour::White => "white",
        }
    }

    /// Returns the colour of a capital letter; `None` for other letters.
    pub const fn of_letter(letter: char) -> Option<Colour> {
        match letter {
            'Y' => Some(Colour::Yellow),
            'K' => Some(Colour::Black),
            'R' => Some(Colour::Red),
            'A' => Some(Colour::White),
            _ => None,
        }
    }

    /// Returns the seat in the model, which is the letter.
    pub fn seat(self) -> Seat {
        Seat::new(match self {
            Colour::Yellow => "Y",
            Colour::Black => "K",
            Colour::Red => "R",
            Colour::White => "A",
        })
    }

    /// Returns the colour of a seat in the model; `None` for other seats.
    pub fn of_seat(seat: &Seat) -> Option<Colour> {
        match seat.as_str() {
            "Y" => Some(Colour::Yellow),
            "K" => Some(Colour::Black),
            "R" => Some(Colour::Red),
            "A" => Some(Colour::White),
            _ => None,
        }
    }
}

/// A kind of piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// `I`.
    Infantry,
    /// `G`, made of three infantry.
    Regiment,
    /// `T`.
    Tank,
    /// `H`, made of three tanks.
    Heavy,
    /// `F`.
    Fighter,
    /// `B`, made of three fighters.
    Bomber,
    /// `D`.
    Destroyer,
    /// `C`, made of three destroyers.
    Cruiser,
    /// `M`, made of pieces with a hundred points.
    Megamissile,
    /// `P`, worth a point.
    PowerUnit,
    /// `V`, one in each headquarters.
    Flag,
}

/// Terrain that a piece moves over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Terrain {
    /// Land, and the coasts of islands, which end the move.
    Land,
    /// The same connections, also over islands.
    Air,
    /// Coasts and lanes.
    Sea,
    /// All terrain at once.
    All,
    /// None: the piece does not move.
    Nowhere,
}

/// Price of a piece in an exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Price {
    /// A number of pieces of another kind. Power units are only exchanged in a reserve.
    Pieces(u64, Kind),
    /// At least this many points of the player's own pieces in one sector.
    Points(u64),
    /// The piece cannot be received.
    Never,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 11] = [
        Kind::Infantry,
        Kind::Regiment,
        Kind::Tank,
        Kind::Heavy,
        Kind::Fighter,
        Kind::Bomber,
        Kind::Destroyer,
        Kind::Cruiser,
        Kind::Megamissile,
        Kind::PowerUnit,
        Kind::Flag,
    ];

    /// Returns the letter in codes.
    pub const fn letter(self) -> char {
        match self {
            Kind::Infantry => 'I',
            Kind::Regiment => 'G',
            Kind::Tank => 'T',
            Kind::Heavy => 'H',
            Kind::Fighter => 'F',
            Kind::Bomber => 'B',
            Kind::Destroyer => 'D',
            Kind::Cruiser => 'C',
            Kind::Megamissile => 'M',
            Kind::PowerUnit => 'P',
            Kind::Flag => 'V',
        }
    }

    /// Returns the name in the model.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Infantry => "infantry",
            Kind::Regiment => "regiment",
            Kind::Tank => "tank",
            Kind::Heavy => "heavy-tank",
            Kind::Fighter => "fighter",
            Kind::Bomber => "bomber",
            Kind::Destroyer => "destroyer",
            Kind::Cruiser => "cruiser",
            Kind::Megamissile => "megamissile",
            Kind::PowerUnit => "power-unit",
            Kind::Flag => "flag",
        }
    }

    /// Returns the name for a sentence.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Heavy => "heavy tank",
            Kind::PowerUnit => "power unit",
            _ => self.name(),
        }
    }

    /// Returns the name for a sentence with its article: `an infantry`.
    pub fn one(self) -> String {
        let article = if self == Kind::Infantry { "an" } else { "a" };
        format!("{article} {}", self.word())
    }

    /// Returns the kind of a capital letter; `None` for other letters.
    pub const fn of_letter(letter: char) -> Option<Kind> {
        Some(match letter {
            'I' => Kind::Infantry,
            'G' => Kind::Regiment,
            'T' => Kind::Tank,
            'H' => Kind::Heavy,
            'F' => Kind::Fighter,
            'B' => Kind::Bomber,
            'D' => Kind::Destroyer,
            'C' => Kind::Cruiser,
            'M' => Kind::Megamissile,
            'P' => Kind::PowerUnit,
            'V' => Kind::Flag,
            _ => return None,
        })
    }

    /// Returns the kind of a name in the model; `None` for other names.
    pub fn of_name(name: &str) -> Option<Kind> {
        // Millions of commands are read, so the first letter selects the kind, and one comparison is enough.
        let kind = match name.as_bytes() {
            [b'i', ..] => Kind::Infantry,
            [b'r', ..] => Kind::Regiment,
            [b't', ..] => Kind::Tank,
            [b'h', ..] => Kind::Heavy,
            [b'f', b'i', ..] => Kind::Fighter,
            [b'b', ..] => Kind::Bomber,
            [b'd', ..] => Kind::Destroyer,
            [b'c', ..] => Kind::Cruiser,
            [b'm', ..] => Kind::Megamissile,
            [b'p', ..] => Kind::PowerUnit,
            [b'f', ..] => Kind::Flag,
            _ => return None,
        };
        (kind.name() == name).then_some(kind)
    }

    /// Returns the index in [`Kind::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the power in points; that of a megamissile on defence is 0.
    pub const fn power(self) -> u64 {
        match self {
            Kind::Infantry => 2,
            Kind::Regiment => 20,
            Kind::Tank => 3,
            Kind::Heavy => 30,
            Kind::Fighter => 5,
            Kind::Bomber => 25,
            Kind::Destroyer => 10,
            Kind::Cruiser => 50,
            Kind::PowerUnit => 1,
            Kind::Megamissile | Kind::Flag => 0,
        }
    }

    /// Returns the number of steps in a move; a megamissile reaches any sector in one.
    pub const fn reach(self) -> u8 {
        match self {
            Kind::Infantry | Kind::Regiment => 2,
            Kind::Tank | Kind::Heavy => 3,
            Kind::Fighter | Kind::Bomber => 5,
            Kind::Destroyer | Kind::Cruiser | Kind::Megamissile => 1,
            Kind::PowerUnit | Kind::Flag => 0,
        }
    }

    /// Returns the terrain that it moves over.
    pub const fn terrain(self) -> Terrain {
        match self {
            Kind::Infantry | Kind::Regiment | Kind::Tank | Kind::Heavy => Terrain::Land,
            Kind::Fighter | Kind::Bomber => Terrain::Air,
            Kind::Destroyer | Kind::Cruiser => Terrain::Sea,
            Kind::Megamissile => Terrain::All,
            Kind::PowerUnit | Kind::Flag => Terrain::Nowhere,
        }
    }

    /// Returns the price in an exchange.
    pub const fn price(self) -> Price {
        match self {
            Kind::Infantry => Price::Pieces(2, Kind::PowerUnit),
            Kind::Tank => Price::Pieces(3, Kind::PowerUnit),
            Kind::Fighter => Price::Pieces(5, Kind::PowerUnit),
            Kind::Destroyer => Price::Pieces(10, Kind::PowerUnit),
            Kind::Regiment => Price::Pieces(3, Kind::Infantry),
            Kind::Heavy => Price::Pieces(3, Kind::Tank),
            Kind::Bomber => Price::Pieces(3, Kind::Fighter),
            Kind::Cruiser => Price::Pieces(3, Kind::Destroyer),
            Kind::Megamissile => Price::Points(100),
            Kind::PowerUnit | Kind::Flag => Price::Never,
        }
    }

    /// Returns whether it may be in a sector: ships not inland, land units and planes not on a lane, power units only
    /// in a reserve, flags only in a headquarters.
    pub fn may_stand(self, at: Sector) -> bool {
        match self.terrain() {
            Terrain::Land | Terrain::Air => !at.is_lane(),
            Terrain::Sea => !at.sea().is_empty(),
            Terrain::All => true,
            Terrain::Nowhere if self == Kind::PowerUnit => at.is_reserve(),
            Terrain::Nowhere => at.is_headquarters(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_are_those_of_the_table() {
        let rows = [
            ("I", "infantry", 2, 2, Terrain::Land, Price::Pieces(2, Kind::PowerUnit)),
            ("G", "regiment", 20, 2, Terrain::Land, Price::Pieces(3, Kind::Infantry)),
            ("T", "tank", 3, 3, Terrain::Land, Price::Pieces(3, Kind::PowerUnit)),
            ("H", "heavy-tank", 30, 3, Terrain::Land, Price::Pieces(3, Kind::Tank)),
            ("F", "fighter", 5, 5, Terrain::Air, Price::Pieces(5, Kind::PowerUnit)),
            ("B", "bomber", 25, 5, Terrain::Air, Price::Pieces(3, Kind::Fighter)),
            ("D", "destroyer", 10, 1, Terrain::Sea, Price::Pieces(10, Kind::PowerUnit)),
            ("C", "cruiser", 50, 1, Terrain::Sea, Price::Pieces(3, Kind::Destroyer)),
            ("M", "megamissile", 0, 1, Terrain::All, Price::Points(100)),
            ("P", "power-unit", 1, 0, Terrain::Nowhere, Price::Never),
            ("V", "flag", 0, 0, Terrain::Nowhere, Price::Never),
        ];
        for (kind, row) in Kind::ALL.into_iter().zip(rows) {
            let letter = kind.letter().to_string();
            assert_eq!((&*letter, kind.name(), kind.power(), kind.reach(), kind.terrain(), kind.price()), row);
            assert_eq!((Kind::of_letter(kind.letter()), Kind::of_name(kind.name())), (Some(kind), Some(kind)));
            assert_eq!(Kind::ALL.get(kind.index()), Some(&kind));
        }
    }

    #[test]
    fn colours_read_back_and_no_colour_is_a_piece() {
        for colour in Colour::ALL {
            assert_eq!(Colour::of_letter(colour.letter()), Some(colour));
            assert_eq!(Colour::of_seat(&colour.seat()), Some(colour));
            assert_eq!(colour.seat().as_str(), colour.letter().to_string());
            assert_eq!(Kind::of_letter(colour.letter()), None);
        }
        assert_eq!((Colour::of_letter('y'), Colour::of_letter('W')), (None, None));
        assert_eq!(Colour::of_seat(&Seat::new("W")), None);
        for letter in "ZOJLNESWXQUigt".chars() {
            assert_eq!(Kind::of_letter(letter), None, "{letter}");
        }
        assert_eq!((Kind::of_name("heavy"), Kind::of_name("")), (None, None));
    }

    #[test]
    fn pieces_stand_where_their_net_is() {
        let at = |code| Sector::parse(code).unwrap();
        let stands = |code| -> String {
            Kind::ALL.into_iter().filter(|kind| kind.may_stand(at(code))).map(Kind::letter).collect()
        };
        assert_eq!(stands("Y4"), "IGTHFBM");
        assert_eq!(stands("L03"), "DCM");
        assert_eq!(stands("X"), "IGTHFBDCM");
        assert_eq!(stands("AQ"), "IGTHFBDCMV");
        assert_eq!(stands("RU"), "IGTHFBDCMP");
    }
}
