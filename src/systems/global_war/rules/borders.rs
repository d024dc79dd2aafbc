//! The borders between countries.

use super::COUNTRIES;

/// The numbers of the countries that border on each country, over land or across a sea, in the order of [`COUNTRIES`].
///
/// No document of Global War lists its borders. These are the borders of the board game that has the same countries
/// under other names; the border between E. Africa and Iran, which only some editions have, is included.
pub const BORDERS: [&[usize]; COUNTRIES.len()] = [
    &[7, 16, 22, 36, 37],
    &[3, 20, 27],
    &[2, 27, 28, 41],
    &[5, 29],
    &[4, 25, 29, 38],
    &[11, 38, 41],
    &[1, 16, 23, 32, 33, 37],
    &[9, 25, 34],
    &[8, 12, 21, 22, 25, 34],
    &[24, 39],
    &[6, 28, 30, 41],
    &[9, 22, 25, 35],
    &[15, 26, 31, 40],
    &[15, 27, 28, 30],
    &[13, 14, 31],
    &[1, 7, 22, 32],
    &[24, 32, 39],
    &[20, 23, 33, 42],
    &[20, 23],
    &[2, 18, 19, 23, 42],
    &[9, 34],
    &[1, 9, 12, 16, 35, 36],
    &[7, 18, 19, 20, 33],
    &[10, 17, 39],
    &[5, 8, 9, 12, 35, 40],
    &[13, 31, 35, 36, 40],
    &[2, 3, 14, 28],
    &[3, 11, 14, 27, 30, 41],
    &[4, 5, 38],
    &[11, 14, 28],
    &[13, 15, 26, 36],
    &[7, 16, 17],
    &[7, 18, 23, 37, 42],
    &[8, 9, 21],
    &[12, 22, 25, 26, 36, 40],
    &[1, 22, 26, 31, 35, 37],
    &[1, 7, 33, 36],
    &[5, 6, 29],
    &[10, 17, 24],
    &[13, 25, 26, 35],
    &[3, 6, 11, 28],
    &[18, 20, 33],
];
