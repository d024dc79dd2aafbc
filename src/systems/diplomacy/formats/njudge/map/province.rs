//! Reads and writes a province line: `Name, type abbreviations`.

use std::fmt;
use std::ops::Range;

use crate::model::{City, Field, Seat, Territory, TerritoryKind, TerritoryRef};
use crate::systems::diplomacy::formats::njudge::cursor::{indent, words};

/// The parts of a province line, with their byte offsets in it.
pub struct Parts<'t> {
    /// The name, as it is written before the comma.
    pub name: &'t str,
    /// Offset and text of the type.
    pub type_: (usize, &'t str),
    /// Offset and text of each abbreviation.
    pub aliases: Vec<(usize, &'t str)>,
}

/// Splits a line into its parts. The error has a phrase for the part that is missing, and the span where it is missing.
pub fn parts(line: &str) -> Result<Parts<'_>, (&'static str, Range<usize>)> {
    let end = line.trim_end().len();
    let comma = line.find(',').ok_or(("a comma after the name", 0..end))?;
    let mut words = words(&line[comma + 1..]).map(|(at, word)| (comma + 1 + at, word));
    let type_ = words.next().ok_or(("a type after the comma", end..end))?;
    Ok(Parts { name: &line[..comma], type_, aliases: words.collect() })
}

/// Maximum length in bytes of a name by which a line is known as a province; prose before a comma is longer.
pub const MAX_NAME_LENGTH: usize = 40;

/// Returns whether a line has the form of a province: a name, a comma and a type.
pub fn looks_like_province(line: &str) -> bool {
    let Some((name, rest)) = line.split_once(',') else { return false };
    let is_type = |(_, type_): (usize, &str)| area(type_).is_some();
    name.len() <= MAX_NAME_LENGTH && super::is_data(line) && words(rest).next().is_some_and(is_type)
}

/// Returns the gaps that show the style of a line: after the comma, and after the type, which is `None` where no
/// abbreviation follows.
pub fn gaps<'t>(line: &'t str, parts: &Parts<'t>) -> (&'t str, Option<&'t str>) {
    let (at, type_) = parts.type_;
    let behind = &line[at + type_.len()..];
    let gap = (!parts.aliases.is_empty()).then(|| &behind[..indent(behind)]);
    (&line[parts.name.len() + 1..at], gap)
}

/// The meaning of a type.
#[derive(Debug, PartialEq)]
pub struct Area {
    /// Kind of area.
    pub kind: TerritoryKind,
    /// Second kind, such as water in addition to land; `None` for most types.
    pub second_kind: Option<TerritoryKind>,
    /// `Some(true)` for a supply centre; `None` for any other type.
    pub centre: Option<bool>,
    /// Power whose home it is; known to be nobody's for `x`, absent where it is not a centre.
    pub home: Field<Option<Seat>>,
    /// City of the province; `None` if it has none.
    pub city: Option<City>,
    /// Length in bytes of the text that was read; the judge ignores the rest.
    pub read: usize,
}

/// Returns whether the judge accepts a type, as it accepts any first letter: `w` or `l` may follow, then an income and
/// any text.
pub fn is_taken(type_: &str) -> bool {
    let mut rest = type_.bytes().skip(1).peekable();
    rest.next_if(|b| matches!(b, b'w' | b'l'));
    rest.next().is_none_or(|b| (b'0'..=b'7').contains(&b))
}

/// Reads a type such as `l`, `x`, `Tw` or `V3PV`; `None` where the judge would refuse it, or does not know its letter.
pub fn area(text: &str) -> Option<Area> {
    let bytes = text.as_bytes();
    let centre = |home| (TerritoryKind::Land, Some(true), Field::Known(home));
    let (kind, is_centre, home) = match bytes.first()? {
        b'l' => (TerritoryKind::Land, None, Field::Absent),
        b'w' => (TerritoryKind::Water, None, Field::Absent),
        b'h' => (TerritoryKind::HighSea, None, Field::Absent),
        b'v' => (TerritoryKind::Ice, None, Field::Absent),
        b'g' => (TerritoryKind::Gateway, None, Field::Absent),
        b'r' => (TerritoryKind::Railway, None, Field::Absent),
        b'x' => centre(None),
        b'A'..=b'Z' | b'0'..=b'9' => centre(Some(Seat::new(&text[..1]))),
        _ => return None,
    };
    let mut area = Area { kind, second_kind: None, centre: is_centre, home, city: None, read: 1 };
    area.second_kind = match bytes.get(1) {
        Some(b'w') => Some(TerritoryKind::Water),
        Some(b'l') => Some(TerritoryKind::Land),
        _ => None,
    };
    area.read += usize::from(area.second_kind.is_some());
    let Some(income) = bytes.get(area.read) else { return Some(area) };
    if !(b'0'..=b'7').contains(income) {
        return None;
    }
    let style = bytes.get(area.read + 1);
    let venice = bytes.get(area.read + 2) == Some(&b'V');
    area.city = Some(City {
        income: income - b'0',
        fortified: matches!(style, Some(b'f' | b'P')),
        port: matches!(style, Some(b'p' | b'P')),
        venice,
    });
    let is_style = matches!(style, Some(b'.' | b'f' | b'p' | b'P'));
    area.read += if venice { 3 } else { 1 + usize::from(is_style) };
    Some(area)
}

/// Creates the territory of a province line; one whose type was not understood keeps it as text.
pub fn territory(id: TerritoryRef, parts: &Parts<'_>, area: Option<Area>) -> Territory {
    let mut territory = Territory {
        id,
        name: Some(parts.name.to_owned()),
        aliases: parts.aliases.iter().map(|(_, alias)| (*alias).to_owned()).collect(),
        code: None,
        kind: Field::unknown(parts.type_.1),
        second_kind: None,
        centre: None,
        home: Field::Absent,
        region: None,
        city: None,
    };
    if let Some(area) = area {
        territory.kind = Field::Known(area.kind);
        (territory.second_kind, territory.centre) = (area.second_kind, area.centre);
        (territory.home, territory.city) = (area.home, area.city);
    }
    territory
}

/// Displays the type of a territory as a province line has it.
pub struct TypeOf<'m>(pub &'m Territory);

impl fmt::Display for TypeOf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let territory = self.0;
        if let Field::Unknown(unknown) = &territory.kind {
            return f.write_str(&unknown.unknown);
        }
        match (&territory.home, territory.centre) {
            (Field::Known(Some(seat)), _) => f.write_str(seat.as_str())?,
            (Field::Known(None), _) | (_, Some(true)) => f.write_str("x")?,
            _ => f.write_str(match territory.kind.known() {
                Some(TerritoryKind::Water) => "w",
                Some(TerritoryKind::HighSea) => "h",
                Some(TerritoryKind::Ice) => "v",
                Some(TerritoryKind::Gateway) => "g",
                Some(TerritoryKind::Railway) => "r",
                Some(TerritoryKind::Land) | None => "l",
            })?,
        }
        match territory.second_kind {
            Some(TerritoryKind::Water) => f.write_str("w")?,
            Some(_) => f.write_str("l")?,
            None => {}
        }
        let Some(city) = &territory.city else { return Ok(()) };
        let style = match (city.fortified, city.port) {
            (true, true) => "P",
            (true, false) => "f",
            (false, true) => "p",
            (false, false) => ".",
        };
        write!(f, "{}{style}{}", city.income, if city.venice { "V" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(text: &str) -> Option<(String, usize)> {
        let area = area(text)?;
        let read = area.read;
        let parts = Parts { name: "X", type_: (3, text), aliases: Vec::new() };
        Some((TypeOf(&territory(TerritoryRef::new("x"), &parts, Some(area))).to_string(), read))
    }

    #[test]
    fn types_are_written_as_they_are_read() {
        for text in ["l", "w", "h", "v", "g", "r", "x", "T", "7", "lw", "xw", "Tw", "wl", "l0.", "w0.", "x0f", "A3P"] {
            assert_eq!(round(text), Some((text.to_owned(), text.len())), "{text}");
        }
        assert_eq!(round("V3PV"), Some(("V3PV".into(), 4)));
        assert_eq!(round("A1.V"), Some(("A1.V".into(), 4)));
        assert_eq!(round("11P"), Some(("11P".into(), 3)), "power 1, income 1");
    }

    #[test]
    fn what_the_judge_passes_over_is_not_read() {
        for (text, written, read) in [("A1V", "A1.", 2), ("A1.Vx", "A1.V", 4), ("A1", "A1.", 2), ("x2fq", "x2f", 3)] {
            assert_eq!(round(text), Some((written.into(), read)), "{text}");
        }
    }

    #[test]
    fn what_the_judge_refuses_does_not_come_apart() {
        for text in ["A8f", "xx", "Af", "é", "xlw", "Tw.", "qq"] {
            assert!(area(text).is_none() && !is_taken(text), "{text}");
        }
        for text in ["q", "?", "q3f", "ql", "zw0."] {
            assert!(area(text).is_none() && is_taken(text), "{text}");
        }
    }

    #[test]
    fn a_line_needs_a_comma_and_a_type() {
        assert!(parts("Switzerland l swi").is_err());
        assert!(parts("Switzerland,  ").is_err());
        let parts = parts("St. Peter,\tTw  stp st-p ").unwrap();
        assert_eq!((parts.name, parts.type_, parts.aliases.len()), ("St. Peter", (11, "Tw"), 2));
        assert_eq!(gaps("St. Peter,\tTw  stp st-p ", &parts), ("\t", Some("  ")));
    }
}
