//! Values of options that are one of a list: formats and encodings. A misspelt one gets the list, and what is most like
//! it; completion scripts offer the list.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};

use crate::formats::{FORMATS, Format, Kind};
use crate::text::Encoding;
use crate::text::encoding::ENCODINGS;

/// Takes one of a list of values, in any case.
#[derive(Clone)]
pub struct OneOf<T> {
    /// The value of a name, which may have names that are not listed.
    named: fn(&str) -> Option<T>,
    /// The names that are listed.
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

/// A format, in the list with its name.
pub fn listed(format: &Format) -> PossibleValue {
    PossibleValue::new(format.id).help(format.name)
}

/// The format of an id in lower case.
pub fn format_of(id: &str) -> Option<&'static Format> {
    crate::formats::format(id)
}

/// Takes the id of any format.
pub const ANY_FORMAT: OneOf<&'static Format> = OneOf::new(format_of, || FORMATS.iter().map(|f| listed(f)).collect());

/// The formats that are written, in the list.
pub fn written_formats() -> Vec<PossibleValue> {
    let written = FORMATS.iter().filter(|format| !matches!(format.kind, Kind::NotRead(_)));
    written.map(|format| listed(format)).collect()
}

/// Takes the name of an encoding of texts.
pub const ENCODING: OneOf<Encoding> = OneOf::new(
    |name| Encoding::named(name).filter(|encoding| *encoding != Encoding::BINARY),
    || ENCODINGS.iter().map(|encoding| PossibleValue::new(encoding.name())).collect(),
);
