//! The colours of pictures.
//!
//! The colours of players are distinguishable for people who see no red, no green or no blue (a test simulates that),
//! and each player also has a pattern.

use std::fmt::Write as _;

use super::shape::Paint;

/// Number of players that have a colour of their own.
pub const OWNERS: usize = 8;
/// Number of patterns, including the plain one.
pub const PATTERNS: usize = 8;
/// Number of piece colours: red, yellow, green, blue, white, black.
const PIECES: usize = 6;

/// The colour scheme of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Theme {
    /// Dark on light
    #[default]
    Light,
    /// Light on dark
    Dark,
    /// For paper: white background, pale colours, strong patterns
    Print,
}

/// The colours of a theme, as `rrggbb`.
struct Palette {
    paper: &'static str,
    ink: &'static str,
    muted: &'static str,
    sea: &'static str,
    land: &'static str,
    barred: &'static str,
    accent: &'static str,
    warning: &'static str,
    owners: [&'static str; OWNERS],
    players: [&'static str; OWNERS],
    pieces: [&'static str; PIECES],
    /// Opacity of the marks of patterns, in percent.
    marks: u8,
}

const LIGHT: Palette = Palette {
    paper: "ffffff",
    ink: "1b1f24",
    muted: "5b626a",
    sea: "dfe9f0",
    land: "ece7d8",
    barred: "c4c1b8",
    accent: "1f4fd8",
    warning: "b3261e",
    owners: ["9cb6d8", "f07777", "d6d654", "3aada3", "f4b2a8", "b0d0f9", "c9a824", "ad8de4"],
    players: ["263b8f", "9f3f0b", "986c13", "36674c", "ca307c", "007e9d", "4e3f09", "8243c2"],
    pieces: ["d8453c", "f0c93a", "3f9b52", "3f74cf", "f7f5ee", "2b2b2b"],
    marks: 28,
};

const DARK: Palette = Palette {
    paper: "14181d",
    ink: "f2f2ee",
    muted: "a7adb5",
    sea: "16232e",
    land: "3a3a36",
    barred: "2a2a2a",
    accent: "8fb4ff",
    warning: "ff8a80",
    owners: ["3768cb", "8f2d03", "826a28", "2d6958", "a6498f", "1f4b6a", "3a2802", "5d409e"],
    players: ["8bbbfd", "df7a38", "eadb47", "5eab82", "feaab9", "a0dcff", "babe04", "a491d0"],
    pieces: ["c4423a", "c79f16", "3b8a4b", "4777cc", "e6e3d8", "0c0c0c"],
    marks: 34,
};

const PRINT: Palette = Palette {
    paper: "ffffff",
    ink: "000000",
    muted: "555555",
    sea: "f4f7f9",
    land: "ffffff",
    barred: "d0d0d0",
    accent: "000000",
    warning: "7a1712",
    marks: 60,
    ..LIGHT
};

impl Theme {
    /// Every theme.
    pub const ALL: [Theme; 3] = [Theme::Light, Theme::Dark, Theme::Print];

    const fn palette(self) -> &'static Palette {
        match self {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
            Theme::Print => &PRINT,
        }
    }

    /// Returns the colour of a paint as `rrggbb`; `None` for [`Paint::None`].
    pub fn colour(self, paint: Paint) -> Option<&'static str> {
        let palette = self.palette();
        let of = |list: &'static [&'static str], index: usize| list.get(index % list.len()).copied();
        match paint {
            Paint::None => None,
            Paint::Paper => Some(palette.paper),
            Paint::Ink => Some(palette.ink),
            Paint::Muted => Some(palette.muted),
            Paint::Sea => Some(palette.sea),
            Paint::Land => Some(palette.land),
            Paint::Barred => Some(palette.barred),
            Paint::Accent => Some(palette.accent),
            Paint::Warning => Some(palette.warning),
            Paint::Owner(index) | Paint::Pattern(index) => of(&palette.owners, index),
            Paint::Player(index) => of(&palette.players, index),
            Paint::Piece(index) => of(&palette.pieces, index),
        }
    }

    /// Returns the CSS rules that give the paints their colours.
    pub fn rules(self, paints: &[Paint]) -> String {
        let mut css = String::new();
        let marks = self.palette().marks;
        for &paint in paints {
            let Some(colour) = self.colour(paint) else { continue };
            let name = class(paint);
            // Writing to a String cannot fail.
            let _ = match paint {
                Paint::Pattern(index) => {
                    write!(css, ".f{name}{{fill:url(#pattern-{})}}", pattern_key(index))
                }
                _ => write!(css, ".f{name}{{fill:#{colour}}}.s{name}{{stroke:#{colour}}}"),
            };
            if let Paint::Pattern(index) = paint {
                let key = pattern_key(index);
                let _ = write!(css, ".g{key}{{fill:#{colour}}}.m{key}{{stroke-opacity:{}}}", percent(marks));
            }
        }
        css
    }
}

/// Converts percent to a fraction.
pub fn percent(value: u8) -> f64 {
    f64::from(value) / 100.0
}

/// Returns the name of a paint in CSS classes.
pub fn class(paint: Paint) -> String {
    match paint {
        Paint::None => "n".to_owned(),
        Paint::Paper => "w".to_owned(),
        Paint::Ink => "i".to_owned(),
        Paint::Muted => "m".to_owned(),
        Paint::Sea => "s".to_owned(),
        Paint::Land => "l".to_owned(),
        Paint::Barred => "b".to_owned(),
        Paint::Accent => "a".to_owned(),
        Paint::Warning => "x".to_owned(),
        Paint::Owner(index) => format!("o{}", index % OWNERS),
        Paint::Pattern(index) => format!("t{}", pattern_key(index)),
        Paint::Player(index) => format!("p{}", index % OWNERS),
        Paint::Piece(index) => format!("c{}", index % PIECES),
    }
}

/// Returns a name for the colour and pattern of a player: players beyond the eighth repeat the colours with other
/// patterns.
fn pattern_key(index: usize) -> String {
    format!("{}-{}", index % OWNERS, (index + index / OWNERS) % PATTERNS)
}

/// Returns the SVG `<pattern>` element that defines a player's pattern.
pub fn pattern(index: usize) -> String {
    let key = pattern_key(index);
    let marks = match (index + index / OWNERS) % PATTERNS {
        1 => "M0 8L8 0",
        2 => "M4 4h.01",
        3 => "M0 4H8",
        4 => "M0 0L8 8M0 8L8 0",
        5 => "M0 0L8 8",
        6 => "M4 0V8",
        7 => "M2 4a2 2 0 1 0 4 0a2 2 0 1 0 -4 0",
        _ => "",
    };
    let width = if marks == "M4 4h.01" { 2.6 } else { 1.0 };
    format!(
        "<pattern id=\"pattern-{key}\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">\
         <rect class=\"g{key}\" width=\"8\" height=\"8\"/>\
         <path class=\"si m{key}\" d=\"{marks}\" fill=\"none\" stroke-width=\"{width}\"/></pattern>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Matrices that simulate, on linear light, full colour vision (the first one) and then protanopia, deuteranopia
    /// and tritanopia at full severity, by Machado, Oliveira and Fernandes (2009).
    const SIGHTS: [[[f64; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ];

    fn linear(colour: &str) -> [f64; 3] {
        [0, 2, 4].map(|at| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn times(matrix: [[f64; 3]; 3], v: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
    }

    /// Converts linear light to Björn Ottosson's OKLab.
    fn oklab(linear: [f64; 3]) -> [f64; 3] {
        let cones = times(
            [
                [0.4122214708, 0.5363325363, 0.0514459929],
                [0.2119034982, 0.6806995451, 0.1073969566],
                [0.0883024619, 0.2817188376, 0.6299787005],
            ],
            linear.map(|v| v.clamp(0.0, 1.0)),
        );
        let opponents = [
            [0.2104542553, 0.7936177850, -0.0040720468],
            [1.9779984951, -2.4285922050, 0.4505937099],
            [0.0259040371, 0.7827717662, -0.8086757660],
        ];
        times(opponents, cones.map(f64::cbrt))
    }

    /// Returns the distance of two colours in OKLab for the kind of colour vision that tells them apart the least.
    fn difference(a: &str, b: &str) -> f64 {
        let seen = |sight, colour| oklab(times(sight, linear(colour)));
        let distance = |sight| {
            let (a, b) = (seen(sight, a), seen(sight, b));
            (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
        };
        SIGHTS.into_iter().map(distance).fold(f64::INFINITY, f64::min)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let luminance = |colour: &str| {
            let [r, g, b] = linear(colour);
            0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
        };
        let (a, b) = (luminance(a), luminance(b));
        a.max(b) / a.min(b)
    }

    /// Minimum distance of players' colours in OKLab, in which 0.02 is just noticeable.
    const LEAST: f64 = 0.065;

    #[test]
    fn colours_of_players_are_told_apart_by_colour_blind_people() {
        for theme in Theme::ALL {
            let colour = |paint| theme.colour(paint).unwrap();
            for (i, j) in (0..OWNERS).flat_map(|i| (0..i).map(move |j| (i, j))) {
                let held = difference(colour(Paint::Owner(i)), colour(Paint::Owner(j)));
                assert!(held >= LEAST, "{theme:?}: owners {i} and {j}: {held}");
                let strong = difference(colour(Paint::Player(i)), colour(Paint::Player(j)));
                assert!(strong >= LEAST, "{theme:?}: players {i} and {j}: {strong}");
                assert_ne!(pattern(i).split("d=").nth(1), pattern(j).split("d=").nth(1));
            }
            for (i, ground) in (0..OWNERS).flat_map(|i| [(i, Paint::Sea), (i, Paint::Land)]) {
                let held = difference(colour(Paint::Owner(i)), colour(ground));
                assert!(held >= 0.05, "{theme:?}: owner {i} and {ground:?}: {held}");
            }
        }
    }

    #[test]
    fn texts_are_read_on_all_that_they_stand_on() {
        for theme in Theme::ALL {
            let colour = |paint| theme.colour(paint).unwrap();
            let grounds = [Paint::Paper, Paint::Sea, Paint::Land].into_iter().chain((0..OWNERS).map(Paint::Owner));
            for ground in grounds {
                let seen = contrast(colour(Paint::Ink), colour(ground));
                assert!(seen >= 4.5, "{theme:?}: ink on {ground:?}: {seen}");
            }
            for paint in [Paint::Muted, Paint::Accent, Paint::Warning].into_iter().chain((0..OWNERS).map(Paint::Player))
            {
                let seen = contrast(colour(paint), colour(Paint::Paper));
                assert!(seen >= 4.5, "{theme:?}: {paint:?} on paper: {seen}");
            }
        }
    }
}
