//! Extras: values of JSON sources that the model has no place for.

use std::collections::HashSet;

use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::json::described;
use super::preparation::Preparation;
use crate::model::Extra;
use crate::text::codes as cv;
use crate::text::json::Spacing;
use crate::text::printable::quoted;

/// Creates an extra from a value, in the spacing of Python's `json.dumps`.
pub fn extra(key: &str, value: &RawValue) -> Extra {
    let mut json = String::with_capacity(value.get().len());
    Spacing::default().value(value.get(), 0, &mut json);
    Extra { key: key.to_owned(), json }
}

/// Returns the extras that can be written: valid JSON, each key once, and no key that the model `holds`.
pub fn prepared(
    extras: &[Extra],
    path: &str,
    holds: impl Fn(&str) -> bool,
    preparation: &mut Preparation<'_>,
) -> Vec<Extra> {
    let mut seen: HashSet<&str> = HashSet::new();
    let mut prepared = Vec::with_capacity(extras.len());
    for (index, extra) in extras.iter().enumerate() {
        let path = format!("{path}[{index}]");
        if holds(&extra.key) || !seen.insert(&extra.key) {
            let message = format!("duplicate key {}", quoted(&extra.key));
            preparation.refuse(&cv::TWICE, format!("{path}.key"), message, "remove one of the two");
        }
        if let Err(error) = serde_json::from_str::<IgnoredAny>(&extra.json) {
            let message = format!("the value of {} is not JSON: {}", quoted(&extra.key), described(&error));
            preparation.refuse(&cv::BAD_VALUE, format!("{path}.json"), message, "write it as JSON, such as \"x\" or 3");
        } else {
            let mut json = String::with_capacity(extra.json.len());
            Spacing::default().value(&extra.json, 0, &mut json);
            prepared.push(Extra { key: extra.key.clone(), json });
        }
    }
    prepared
}
