//! The 61 sectors of the board, and how they are connected by land and by sea.
//!
//! The board looks the same from all four sides, so one table of a country serves every colour.

use super::piece::Colour;
use crate::model::TerritoryRef;

/// A sector, by its index in a folded board: row by row of the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sector(u8);

/// Number of sectors.
const COUNT: usize = 61;

/// The code of each sector, in the order of a folded board.
#[rustfmt::skip]
const CODES: [&str; COUNT] = [
    "YU", "KU",
    "YQ", "L06", "N", "L07", "KQ",
    "Y8", "Y6", "Y3", "K5", "K7", "K8",
    "L05", "Y7", "Y4", "Y1", "L01", "K2", "K4", "K6", "L08",
    "Y5", "Y2", "Y0", "K0", "K1", "K3",
    "W", "L04", "X", "L02", "E",
    "R3", "R1", "R0", "A0", "A2", "A5",
    "L12", "R6", "R4", "R2", "L03", "A1", "A4", "A7", "L09",
    "R8", "R7", "R5", "A3", "A6", "A8",
    "RQ", "L11", "S", "L10", "AQ",
    "RU", "AU",
];

/// Kind of a sector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Area {
    /// A country's reserve, which is not on the board.
    Reserve(Colour),
    /// A country's headquarters.
    Headquarters(Colour),
    /// A numbered sector of a country, 0 to 8.
    Land(Colour, u8),
    /// One of the five neutral islands.
    Island,
    /// A sea lane, 1 to 12.
    Lane(u8),
}

/// Sectors of a country in order of rank: 0 to 8, the headquarters, the reserve.
const OF_COUNTRY: usize = 11;
const HEADQUARTERS: usize = 9;
const RESERVE: usize = 10;
/// First rank of the islands, which follow the countries, and of the lanes, which follow the islands.
const ISLANDS: usize = 4 * OF_COUNTRY;
const LANES: usize = ISLANDS + 5;
/// Letters of the islands, clockwise, with the one in the middle last.
const ISLAND_LETTERS: [u8; 5] = *b"NESWX";

/// Returns the rank of a code: countries in the order Y K A R, then islands, then lanes. `None` if it is not a code.
const fn rank(code: &[u8]) -> Option<usize> {
    match *code {
        [letter] => {
            let mut island = 0;
            while island < ISLAND_LETTERS.len() {
                if ISLAND_LETTERS[island] == letter {
                    return Some(ISLANDS + island);
                }
                island += 1;
            }
            None
        }
        [country, sector] => {
            let country = match country {
                b'Y' => 0,
                b'K' => 1,
                b'A' => 2,
                b'R' => 3,
                _ => return None,
            };
            let sector = match sector {
                b'0'..=b'8' => (sector - b'0') as usize,
                b'Q' => HEADQUARTERS,
                b'U' => RESERVE,
                _ => return None,
            };
            Some(country * OF_COUNTRY + sector)
        }
        [b'L', b'0', digit @ b'1'..=b'9'] => Some(LANES + (digit - b'1') as usize),
        [b'L', b'1', digit @ b'0'..=b'2'] => Some(LANES + 9 + (digit - b'0') as usize),
        _ => None,
    }
}

/// Index of the sector with each rank.
const BY_RANK: [u8; COUNT] = {
    let mut by_rank = [0; COUNT];
    let mut index = 0;
    while index < COUNT {
        if let Some(rank) = rank(CODES[index].as_bytes()) {
            by_rank[rank] = index as u8;
        }
        index += 1;
    }
    by_rank
};

/// Area of the sector with each index.
pub(super) const AREAS: [Area; COUNT] = {
    let mut areas = [Area::Island; COUNT];
    let mut rank = 0;
    while rank < COUNT {
        let country = match rank / OF_COUNTRY {
            0 => Colour::Yellow,
            1 => Colour::Black,
            2 => Colour::White,
            _ => Colour::Red,
        };
        areas[BY_RANK[rank] as usize] = match rank % OF_COUNTRY {
            _ if rank >= LANES => Area::Lane((rank - LANES + 1) as u8),
            _ if rank >= ISLANDS => Area::Island,
            HEADQUARTERS => Area::Headquarters(country),
            RESERVE => Area::Reserve(country),
            sector => Area::Land(country, sector as u8),
        };
        rank += 1;
    }
    areas
};

/// Neighbours of each sector on one terrain.
struct Terrain {
    lists: [[Sector; MAX_NEIGHBOURS]; COUNT],
    edges: [u8; COUNT],
}

/// The most neighbours of a sector: by land those of the centre of a country, by sea those of the middle of the board
/// or of a lane beside it.
const MAX_NEIGHBOURS: usize = 8;

/// Neighbours by land inside a country, of sector 0 to 8 and the headquarters. Each pair is listed once.
const LAND_STEPS: [&[usize]; 10] =
    [&[1, 2, 4], &[3, 4, 6, 2], &[4, 5, 7], &[4, 6], &[5, 6, 7, 8], &[7], &[7, 8], &[8], &[HEADQUARTERS], &[]];
/// The same by sea, along the coast of the country.
const SEA_STEPS: [&[usize]; 10] = [&[1, 2], &[3], &[5], &[6], &[], &[7], &[8], &[8], &[HEADQUARTERS], &[]];
/// Sectors of a country that adjoin the lanes on its four sides, and those behind the islands at its corners.
const ON_OUTER_3: [usize; 4] = [HEADQUARTERS, 8, 6, 3];
const ON_OUTER_5: [usize; 4] = [HEADQUARTERS, 8, 7, 5];
const ON_INNER_3: [usize; 3] = [3, 1, 0];
const ON_INNER_5: [usize; 3] = [5, 2, 0];
/// Lanes of a country: outside beside its sectors 3 and 5, inside beside 3 and 5.
const LANES_OF: [[usize; 4]; 4] = [[6, 5, 1, 4], [8, 7, 2, 1], [10, 9, 3, 2], [12, 11, 4, 3]];
/// Lanes at each island on the rim: inside, and outside on both sides.
const LANES_AT: [[usize; 3]; 4] = [[1, 6, 7], [2, 8, 9], [3, 10, 11], [4, 12, 5]];
/// Rank of the island in the middle.
const CENTRE: usize = ISLANDS + 4;

const fn join(masks: &mut [u64; COUNT], one: usize, other: usize) {
    let (one, other) = (BY_RANK[one] as usize, BY_RANK[other] as usize);
    masks[one] |= 1 << other;
    masks[other] |= 1 << one;
}

const fn join_all(masks: &mut [u64; COUNT], one: usize, country: usize, sectors: &[usize]) {
    let mut i = 0;
    while i < sectors.len() {
        join(masks, one, country * OF_COUNTRY + sectors[i]);
        i += 1;
    }
}

/// Returns the connections that land and sea share: the coasts of islands, and the only way out of a reserve.
const fn joined_countries(steps: &[&[usize]; 10]) -> [u64; COUNT] {
    let mut masks = [0; COUNT];
    let mut country = 0;
    while country < 4 {
        let first = country * OF_COUNTRY;
        let mut sector = 0;
        while sector < steps.len() {
            join_all(&mut masks, first + sector, country, steps[sector]);
            sector += 1;
        }
        join(&mut masks, CENTRE, first);
        // Islands and countries are both in clockwise order; an island is between its own country and the next.
        join(&mut masks, ISLANDS + country, first + 3);
        join(&mut masks, ISLANDS + country, (first + OF_COUNTRY) % ISLANDS + 5);
        masks[BY_RANK[first + RESERVE] as usize] = 1 << BY_RANK[first + HEADQUARTERS];
        country += 1;
    }
    masks
}

/// Sectors that a step by land or air leads to, one bit each, by sector.
pub(super) const LAND_MASKS: [u64; COUNT] = joined_countries(&LAND_STEPS);

/// Sectors that a step by sea leads to, one bit each, by sector.
pub(super) const SEA_MASKS: [u64; COUNT] = {
    let mut masks = joined_countries(&SEA_STEPS);
    let mut country = 0;
    while country < 4 {
        let [outer_3, outer_5, inner_3, inner_5] = LANES_OF[country];
        join_all(&mut masks, LANES + outer_3 - 1, country, &ON_OUTER_3);
        join_all(&mut masks, LANES + outer_5 - 1, country, &ON_OUTER_5);
        join_all(&mut masks, LANES + inner_3 - 1, country, &ON_INNER_3);
        join_all(&mut masks, LANES + inner_5 - 1, country, &ON_INNER_5);
        let mut i = 0;
        while i < LANES_AT[country].len() {
            join(&mut masks, ISLANDS + country, LANES + LANES_AT[country][i] - 1);
            i += 1;
        }
        join(&mut masks, CENTRE, LANES + inner_3 - 1);
        country += 1;
    }
    masks
};

const fn terrain(masks: &[u64; COUNT]) -> Terrain {
    let mut lists = [[Sector(0); MAX_NEIGHBOURS]; COUNT];
    let mut edges = [0; COUNT];
    let mut from = 0;
    while from < COUNT {
        let mut to = 0;
        while to < COUNT {
            if masks[from] >> to & 1 == 1 {
                lists[from][edges[from] as usize] = Sector(to as u8);
                edges[from] += 1;
            }
            to += 1;
        }
        from += 1;
    }
    Terrain { lists, edges }
}

static LAND: Terrain = terrain(&LAND_MASKS);
static SEA: Terrain = terrain(&SEA_MASKS);

impl Terrain {
    fn neighbours(&self, of: Sector) -> &[Sector] {
        let list = self.lists.get(of.index()).map_or(&[][..], |list| list);
        let edges = self.edges.get(of.index()).copied().unwrap_or_default();
        list.get(..usize::from(edges)).unwrap_or_default()
    }
}

impl Sector {
    /// Number of sectors.
    pub const COUNT: usize = COUNT;

    /// Returns the sector with a canonical code, such as `Y0` to `Y8`, `YQ`, `YU`, `N` or `L01`.
    pub fn parse(code: &str) -> Option<Sector> {
        BY_RANK.get(rank(code.as_bytes())?).copied().map(Sector)
    }

    /// Returns the sector with an index in a folded board, from 0.
    pub const fn of_index(index: usize) -> Option<Sector> {
        if index < COUNT { Some(Sector(index as u8)) } else { None }
    }

    /// Returns the sector of a territory in the model.
    pub fn of_place(place: &TerritoryRef) -> Option<Sector> {
        Sector::parse(place.as_str())
    }

    /// Returns the headquarters of a country.
    pub fn headquarters(of: Colour) -> Sector {
        Sector::in_country(of, HEADQUARTERS)
    }

    /// Returns the reserve of a country.
    pub fn reserve(of: Colour) -> Sector {
        Sector::in_country(of, RESERVE)
    }

    fn in_country(of: Colour, sector: usize) -> Sector {
        let first = match of {
            Colour::Yellow => 0,
            Colour::Black => OF_COUNTRY,
            Colour::White => 2 * OF_COUNTRY,
            Colour::Red => 3 * OF_COUNTRY,
        };
        Sector(BY_RANK.get(first + sector).copied().unwrap_or_default())
    }

    /// Returns all sectors, in the order of a folded board.
    pub fn all() -> impl DoubleEndedIterator<Item = Sector> + ExactSizeIterator {
        (0..COUNT as u8).map(Sector)
    }

    /// Returns the canonical code.
    pub fn code(self) -> &'static str {
        CODES.get(self.index()).copied().unwrap_or_default()
    }

    /// Returns the territory in the model.
    pub fn place(self) -> TerritoryRef {
        TerritoryRef::new(self.code())
    }

    /// Returns the index in a folded board, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the kind of sector.
    pub fn area(self) -> Area {
        AREAS.get(self.index()).copied().unwrap_or(Area::Island)
    }

    /// Returns the country of the sector; `None` for islands and lanes, which are neutral.
    pub fn country(self) -> Option<Colour> {
        match self.area() {
            Area::Reserve(colour) | Area::Headquarters(colour) | Area::Land(colour, _) => Some(colour),
            Area::Island | Area::Lane(_) => None,
        }
    }

    /// Returns whether it is a reserve, which is connected to its headquarters only.
    pub fn is_reserve(self) -> bool {
        matches!(self.area(), Area::Reserve(_))
    }

    /// Returns whether it is a headquarters.
    pub fn is_headquarters(self) -> bool {
        matches!(self.area(), Area::Headquarters(_))
    }

    /// Returns whether it is one of the five islands.
    pub fn is_island(self) -> bool {
        self.area() == Area::Island
    }

    /// Returns whether it is a sea lane.
    pub fn is_lane(self) -> bool {
        matches!(self.area(), Area::Lane(_))
    }

    /// Returns the sectors that a step by land or air leads to.
    pub fn land(self) -> &'static [Sector] {
        LAND.neighbours(self)
    }

    /// Returns the sectors that a step by sea leads to.
    pub fn sea(self) -> &'static [Sector] {
        SEA.neighbours(self)
    }
}
