//! Option values from a list: formats and encodings. For a misspelt value the message shows the list and the most
//! similar value; completion scripts offer the list.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};

use crate::formats::{FORMATS, Format, Kind};
use crate::text::Encoding;
use crate::text::encoding::ENCODINGS;

/// A parser that accepts one of a list of values, in any case.
#[derive(Clone)]
pub struct OneOf<T> {
    /// Returns the value with a name, which need not be one of those listed.
    named: fn(&str) -> Option<T>,
    /// Returns the names that are listed.
    pub names: fn() -> Vec<PossibleValue>,
}

impl<T> OneOf<T> {
    pub const fn new(named: fn(&str) -> Option<T>, names: fn() -> Vec<PossibleValue>) -> Self {
        OneOf { named, names }
    }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for OneOf<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        let lower = value.to_string_lossy().to_lowercase();
        if let Some(value) = (self.named)(&lower) {
            return Ok(value);
        }
        let listed = PossibleValuesParser::new((self.names)());
        match listed.parse_ref(command, arg, OsStr::new(&lower)) {
            Err(error) => Err(error),
            Ok(name) => Err(clap::Error::raw(ErrorKind::InvalidValue, format!("{name} cannot be given here\n"))),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter()))
    }
}

/// Returns a format for the list, with its name.
pub fn listed(format: &Format) -> PossibleValue {
    PossibleValue::new(format.id).help(format.name)
}

/// Returns the format with an id in lower case.
pub fn format_of(id: &str) -> Option<&'static Format> {
    crate::formats::format(id)
}

/// Accepts the id of any format.
pub const ANY_FORMAT: OneOf<&'static Format> = OneOf::new(format_of, || FORMATS.iter().map(|f| listed(f)).collect());

/// Returns the formats that can be written, for the list.
pub fn written_formats() -> Vec<PossibleValue> {
    let written = FORMATS.iter().filter(|format| !matches!(format.kind, Kind::NotRead(_)));
    written.map(|format| listed(format)).collect()
}

/// Accepts the name of an encoding of texts.
pub const ENCODING: OneOf<Encoding> = OneOf::new(
    |name| Encoding::named(name).filter(|encoding| *encoding != Encoding::BINARY),
    || ENCODINGS.iter().map(|encoding| PossibleValue::new(encoding.name())).collect(),
);
