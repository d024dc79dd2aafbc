//! When: moments of a clock, phases of a game.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use chrono::format::{self, Item, Parsed, StrftimeItems};
use chrono::{Datelike, NaiveDate, NaiveDateTime, Timelike};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, MapAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::value::Field;

/// A local date and time without a time zone, to the millisecond, in the years 1 to 9999.
///
/// ISO 8601 in JSON and tables: `1989-07-30T14:29:36.960`. Seconds and milliseconds that are zero are left out on
/// output and optional on input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(NaiveDateTime);

/// Returns whether a text is a date as in documents, such as `1989-07-30`.
pub fn is_day(text: &str) -> bool {
    NaiveDate::parse_from_str(text, "%Y-%m-%d").is_ok_and(|day| day.format("%Y-%m-%d").to_string() == text)
}

/// The error of a text that is not a moment.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadMoment {
    /// The text names a time zone, but these games keep local time without one.
    #[error("expected a date and time without a zone, such as 1989-07-30T14:29:36.960")]
    Zone,
    /// The text has another form.
    #[error("expected a date and time of the years 1 to 9999, such as 1989-07-30T14:29:36.960")]
    Other,
}

impl Moment {
    /// Creates a moment, truncated to the millisecond; `None` if the year is not 1 to 9999.
    pub fn new(at: NaiveDateTime) -> Option<Moment> {
        let cut = at.with_nanosecond(at.nanosecond() / 1_000_000 * 1_000_000)?;
        (1..=9999).contains(&cut.year()).then_some(Moment(cut))
    }

    /// Returns the moment so many milliseconds after midnight of `day`, or before it if negative.
    pub fn after(day: NaiveDate, milliseconds: i64) -> Option<Moment> {
        let start = day.and_hms_opt(0, 0, 0)?;
        Moment::new(start.checked_add_signed(chrono::TimeDelta::try_milliseconds(milliseconds)?)?)
    }

    /// Returns the milliseconds from midnight of `day` to this moment.
    pub fn since(self, day: NaiveDate) -> i64 {
        self.0.signed_duration_since(day.and_time(chrono::NaiveTime::MIN)).num_milliseconds()
    }

    /// Returns the days from `earlier` to this moment, with a fraction.
    pub fn days_since(self, earlier: Moment) -> f64 {
        self.0.signed_duration_since(earlier.0).num_milliseconds() as f64 / 86_400_000.0
    }

    /// Returns the date and time, without a time zone.
    pub fn date_time(self) -> NaiveDateTime {
        self.0
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let t = self.0;
        let milliseconds = t.nanosecond() / 1_000_000;
        // Formatting each number on its own takes several times as long.
        let mut text = *b"0000-00-00T00:00:00.000";
        let parts = [t.year().unsigned_abs(), t.month(), t.day(), t.hour(), t.minute(), t.second(), milliseconds];
        for (number, places) in parts.into_iter().zip([0..4, 5..7, 8..10, 11..13, 14..16, 17..19, 20..23]) {
            put_digits(&mut text[places], number);
        }
        let length = match (t.second(), milliseconds) {
            (0, 0) => 16,
            (_, 0) => 19,
            _ => text.len(),
        };
        f.write_str(std::str::from_utf8(&text[..length]).unwrap_or_default())
    }
}

/// Writes a number in all of `places`, with leading zeros.
fn put_digits(places: &mut [u8], mut number: u32) {
    for digit in places.iter_mut().rev() {
        *digit = b'0' + (number % 10) as u8;
        number /= 10;
    }
}

/// The forms of a date and time, taken apart once for all.
static FORMS: LazyLock<[Vec<Item<'static>>; 2]> =
    LazyLock::new(|| ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%dT%H:%M"].map(|form| StrftimeItems::new(form).collect()));

impl FromStr for Moment {
    type Err = BadMoment;

    fn from_str(text: &str) -> Result<Self, BadMoment> {
        let time = text.split_once('T').map_or("", |(_, time)| time);
        if time.contains(['Z', 'z', '+', '-']) {
            return Err(BadMoment::Zone);
        }
        // chrono takes one-digit fields and any number of decimals; a date has four digits, a millisecond three.
        let decimals = time.split_once('.').map_or(0, |(_, d)| d.len());
        if text.as_bytes().get(4) != Some(&b'-') || decimals > 3 {
            return Err(BadMoment::Other);
        }
        let parsed = |form: &Vec<Item<'_>>| {
            let mut parsed = Parsed::new();
            format::parse(&mut parsed, text, form.iter()).ok()?;
            parsed.to_naive_datetime_with_offset(0).ok()
        };
        FORMS.iter().find_map(parsed).and_then(Moment::new).ok_or(BadMoment::Other)
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for Moment {
    fn schema_name() -> Cow<'static, str> {
        "Moment".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A local date and time without a zone, such as 1989-07-30T14:29:36.960.",
            "type": "string",
            "pattern": r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$",
        })
    }
}

/// A season of a Diplomacy year.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Season {
    /// Spring (`S`).
    Spring,
    /// Summer (`U`, in Machiavelli).
    Summer,
    /// Fall (`F`).
    Fall,
    /// Winter (`W`).
    Winter,
}

/// The kind of a phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PhaseKind {
    /// Orders to move (`M`).
    Movement,
    /// Retreats of dislodged units (`R`).
    Retreat,
    /// Builds and removals (nJudge's `B`).
    Builds,
    /// Adjustments: builds and removals together, as in the Python engine (`A`).
    Adjustment,
}

/// A phase of a Diplomacy game, such as spring 1901, movement.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Phase {
    /// Season of the phase.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub season: Field<Season>,
    /// Year of the game's calendar.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub year: Field<i32>,
    /// Kind of the phase.
    #[serde(default, skip_serializing_if = "Field::is_absent")]
    pub phase: Field<PhaseKind>,
}

/// A time, by the clock or by the game's own calendar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum When {
    /// A date, with a time of day if the source gives one.
    Moment(Moment),
    /// A phase of the game's calendar.
    Phase(Box<Phase>),
}

impl<'de> Deserialize<'de> for When {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct WhenVisitor;
        impl<'de> Visitor<'de> for WhenVisitor {
            type Value = When;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a date and time, or a phase")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<When, E> {
                text.parse().map(When::Moment).map_err(E::custom)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<When, A::Error> {
                Box::deserialize(MapAccessDeserializer::new(map)).map(When::Phase)
            }
        }
        deserializer.deserialize_any(WhenVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_read_back_as_written() {
        for text in ["1989-07-30T14:29:36.960", "1989-07-17T19:05", "0001-01-01T00:00:01", "9999-12-31T23:59:59.999"] {
            assert_eq!(text.parse::<Moment>().unwrap().to_string(), text);
        }
        assert_eq!("1989-07-30T14:29:00.5".parse::<Moment>().unwrap().to_string(), "1989-07-30T14:29:00.500");
    }

    #[test]
    fn zones_and_other_texts_are_refused() {
        for text in ["1989-07-30T14:29:36Z", "1989-07-30T14:29:36+02:00", "1989-07-30T14:29-05"] {
            assert_eq!(text.parse::<Moment>(), Err(BadMoment::Zone), "{text}");
        }
        for text in [
            "",
            "1989-07-30",
            "89-07-30T14:29",
            "10000-01-01T00:00",
            "0000-01-01T00:00",
            "1989-02-30T00:00",
            "1989-07-30T14:29:36.9601",
        ] {
            assert_eq!(text.parse::<Moment>(), Err(BadMoment::Other), "{text}");
        }
    }

    #[test]
    fn when_is_a_moment_or_a_phase() {
        for json in [r#""1989-07-17T19:05""#, r#"{"season":"spring","year":1901,"phase":"movement"}"#] {
            let when: When = serde_json::from_str(json).unwrap();
            assert_eq!(serde_json::to_string(&when).unwrap(), json);
        }
    }
}
