//! Compares the board with the table of the notes.

use std::collections::HashSet;

use super::*;
use crate::systems::power::rules::Area;
use crate::systems::power::rules::sector::{LAND_MASKS, SEA_MASKS};

/// The board by the notes, one country at a time.
const COUNTRIES: [(char, [(&str, &str); 6]); 4] = [
    ('Y', [("i3", "N"), ("i5", "W"), ("o3", "L06"), ("o5", "L05"), ("n3", "L01"), ("n5", "L04")]),
    ('K', [("i3", "E"), ("i5", "N"), ("o3", "L08"), ("o5", "L07"), ("n3", "L02"), ("n5", "L01")]),
    ('A', [("i3", "S"), ("i5", "E"), ("o3", "L10"), ("o5", "L09"), ("n3", "L03"), ("n5", "L02")]),
    ('R', [("i3", "W"), ("i5", "S"), ("o3", "L12"), ("o5", "L11"), ("n3", "L04"), ("n5", "L03")]),
];

/// Sector, neighbours by land, neighbours by sea.
const IN_COUNTRY: [(&str, &str, &str); 11] = [
    ("U", "Q", "Q"),
    ("Q", "8", "8 o3 o5"),
    ("8", "Q 7 6 4", "Q 7 6 o3 o5"),
    ("7", "8 6 5 4 2", "8 5 o5"),
    ("6", "8 7 4 3 1", "8 3 o3"),
    ("5", "7 4 2 i5", "7 2 i5 o5 n5"),
    ("4", "0 1 2 3 5 6 7 8", ""),
    ("3", "6 4 1 i3", "6 1 i3 o3 n3"),
    ("2", "7 5 4 1 0", "5 0 n5"),
    ("1", "6 4 3 2 0", "3 0 n3"),
    ("0", "4 2 1 X", "2 1 X n3 n5"),
];

const NEUTRAL: [(&str, &str, &str); 17] = [
    ("N", "Y3 K5", "Y3 K5 L01 L06 L07"),
    ("E", "K3 A5", "K3 A5 L02 L08 L09"),
    ("S", "A3 R5", "A3 R5 L03 L10 L11"),
    ("W", "R3 Y5", "R3 Y5 L04 L05 L12"),
    ("X", "Y0 K0 A0 R0", "Y0 K0 A0 R0 L01 L02 L03 L04"),
    ("L01", "", "N X Y3 Y1 Y0 K5 K2 K0"),
    ("L02", "", "E X K3 K1 K0 A5 A2 A0"),
    ("L03", "", "S X A3 A1 A0 R5 R2 R0"),
    ("L04", "", "W X R3 R1 R0 Y5 Y2 Y0"),
    ("L05", "", "W YQ Y8 Y7 Y5"),
    ("L06", "", "N YQ Y8 Y6 Y3"),
    ("L07", "", "N KQ K8 K7 K5"),
    ("L08", "", "E KQ K8 K6 K3"),
    ("L09", "", "E AQ A8 A7 A5"),
    ("L10", "", "S AQ A8 A6 A3"),
    ("L11", "", "S RQ R8 R7 R5"),
    ("L12", "", "W RQ R8 R6 R3"),
];

fn sorted(codes: impl Iterator<Item = String>) -> Vec<String> {
    let mut codes: Vec<String> = codes.collect();
    codes.sort();
    codes
}

fn assert_neighbours(code: &str, land: &[String], sea: &[String]) {
    let sector = Sector::parse(code).unwrap();
    let codes = |list: &[Sector]| sorted(list.iter().map(|s| s.code().to_owned()));
    assert_eq!((codes(sector.land()), codes(sector.sea())), (land.to_vec(), sea.to_vec()), "{code}");
}

#[test]
fn every_sector_has_the_neighbours_of_the_table() {
    for (country, names) in COUNTRIES {
        let resolved = |list: &str| {
            sorted(list.split_whitespace().map(|word| match names.iter().find(|(name, _)| *name == word) {
                Some((_, code)) => (*code).to_owned(),
                None if word == "X" => word.to_owned(),
                None => format!("{country}{word}"),
            }))
        };
        for (sector, land, sea) in IN_COUNTRY {
            assert_neighbours(&format!("{country}{sector}"), &resolved(land), &resolved(sea));
        }
    }
    for (code, land, sea) in NEUTRAL {
        let codes = |list: &str| sorted(list.split_whitespace().map(str::to_owned));
        assert_neighbours(code, &codes(land), &codes(sea));
    }
}

#[test]
fn the_nets_have_the_size_of_the_drawing_and_go_both_ways() {
    for (terrain, size) in [(Sector::land as fn(Sector) -> &'static [Sector], (45, 96)), (Sector::sea, (53, 120))] {
        let on_board = || Sector::all().filter(|sector| !sector.is_reserve());
        let edges: HashSet<(Sector, Sector)> =
            on_board().flat_map(|from| terrain(from).iter().map(move |to| (from, *to))).collect();
        assert!(edges.iter().all(|&(from, to)| edges.contains(&(to, from)) && from != to));
        assert!(edges.iter().all(|&(from, to)| !(to.is_reserve() || (from.is_lane() && to.is_lane()))));
        let ends: HashSet<Sector> = edges.iter().map(|&(from, _)| from).collect();
        assert_eq!((ends.len(), edges.len() / 2), size);
    }
}

#[test]
fn the_longest_path_is_8_and_9_from_a_reserve() {
    for terrain in [&LAND_MASKS, &SEA_MASKS] {
        let longest = |from: Sector| {
            let (mut seen, mut steps) = (1_u64 << from.index(), 0);
            loop {
                let here = Sector::all().filter(|s| seen >> s.index() & 1 == 1);
                let next = here.fold(seen, |next, s| next | terrain[s.index()]);
                if next == seen {
                    return steps;
                }
                (seen, steps) = (next, steps + 1);
            }
        };
        let on_board = Sector::all().filter(|sector| !sector.is_reserve());
        assert_eq!(on_board.map(longest).max(), Some(8));
        assert_eq!(Sector::all().map(longest).max(), Some(9));
    }
}

#[test]
fn codes_read_back_and_nothing_else_does() {
    assert_eq!(Sector::all().len(), 61);
    for (index, sector) in Sector::all().enumerate() {
        assert_eq!((sector.index(), Sector::parse(sector.code())), (index, Some(sector)));
        assert_eq!(Sector::of_index(index), Some(sector));
        assert_eq!(Sector::of_place(&sector.place()), Some(sector));
    }
    for code in ["", "Y", "y0", "Y9", "W0", "WQ", "L00", "L13", "L1", "L20", "S12", "XQ", "Y00", "YHQ", " N", "é"] {
        assert_eq!(Sector::parse(code), None, "{code}");
    }
    assert_eq!(Sector::of_index(61), None);
}

#[test]
fn areas_are_what_the_codes_say() {
    let count = |is: fn(Sector) -> bool| Sector::all().filter(|sector| is(*sector)).count();
    assert_eq!(count(Sector::is_reserve), 4);
    assert_eq!(count(Sector::is_headquarters), 4);
    assert_eq!(count(Sector::is_island), 5);
    assert_eq!(count(Sector::is_lane), 12);
    for sector in Sector::all() {
        let is_so = match sector.area() {
            Area::Reserve(of) => sector == Sector::reserve(of) && sector.code() == format!("{}U", of.letter()),
            Area::Headquarters(of) => {
                sector == Sector::headquarters(of) && sector.code() == format!("{}Q", of.letter())
            }
            Area::Land(of, number) => sector.code() == format!("{}{number}", of.letter()),
            Area::Island => ["N", "E", "S", "W", "X"].contains(&sector.code()),
            Area::Lane(number) => sector.code() == format!("L{number:02}"),
        };
        assert!(is_so, "{}", sector.code());
        assert_eq!(
            sector.country().map(Colour::letter),
            match sector.area() {
                Area::Island | Area::Lane(_) => None,
                _ => sector.code().chars().next(),
            }
        );
    }
}

#[test]
fn headquarters_stand_where_the_notes_count_them() {
    let fields = Colour::ALL.map(|colour| Sector::headquarters(colour).index() + 1);
    assert_eq!(fields, [3, 7, 55, 59]);
}
