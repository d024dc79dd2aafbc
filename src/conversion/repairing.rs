//! Repairs texts of a game that were decoded with the wrong encoding.

use std::borrow::Cow;

use serde_json::Value;

use crate::formats;
use crate::model::{Document, Visit, visit};
use crate::text::english::counted;
use crate::text::mojibake::{Mended, mend};
use crate::text::{Diagnostic, codes};

/// Repairs every text of the game and returns a diagnostic with the counts. A name is repaired in the same way
/// everywhere.
pub fn repair(document: &mut Document) -> Option<Diagnostic> {
    let mut count = Mended::default();
    let mut value = serde_json::to_value(&*document).ok()?;
    visit(value.get_mut("game")?, "game", &mut |value, _| {
        if let Value::String(text) = value
            && let Cow::Owned(mended) = mend(text, &mut count)
        {
            *text = mended;
        }
        Visit::Enter
    });
    if count.is_any() {
        document.game = formats::json::read(&value.to_string()).ok()?.game;
    } else if count.left == 0 {
        return None;
    }
    let parts = [
        (count.controls, "character of windows-1252", "characters of windows-1252"),
        (count.references, "numeric reference", "numeric references"),
        (count.doubled, "character that was encoded twice", "characters that were encoded twice"),
    ];
    let parts: Vec<String> =
        parts.iter().filter(|(count, ..)| *count > 0).map(|(count, one, many)| counted(*count, one, many)).collect();
    let mended = if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") };
    let left = match count.left {
        0 => String::new(),
        left => format!(
            "; {} left as found: what they were is uncertain",
            counted(left, "control character is", "control characters are")
        ),
    };
    let message = format!("repaired: {mended}{left}");
    Some(Diagnostic::note(&codes::MENDED, message).help(codes::MENDED.advice))
}
