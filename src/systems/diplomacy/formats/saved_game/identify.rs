//! Identifies saved games by their keys.

use super::GAME;
use crate::formats::{Evidence, Probe};
use crate::text::json::object_at_start;

/// Identifies a saved game: a JSON object with phases, and with a map or an id.
pub fn identify(probe: &Probe<'_>) -> Option<Evidence> {
    let bytes = object_at_start(probe.bytes)?;
    let has = |key: &str| memchr::memmem::find(bytes, key.as_bytes()).is_some();
    if !has("\"phases\"") || has("\"ludex\"") {
        return None;
    }
    let confidence = match (has("\"map\"") || has("\"id\""), has("\"state\"") || has("\"orders\"")) {
        (true, true) => 95,
        (true, false) | (false, true) => 70,
        (false, false) => return None,
    };
    let mut reasons = vec!["a JSON object with the key \"phases\"".to_owned()];
    let named = GAME.is_usual_name(probe.name);
    if named {
        reasons.push(format!("{} is a usual name", probe.name));
    }
    Some(Evidence { confidence: confidence + u8::from(named), reasons })
}
