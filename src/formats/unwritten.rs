//! Ensures that every value of a game is written, or reported as not written.

use std::collections::{BTreeMap, HashSet};

use serde_json::Value;

use crate::model::secrets::is_secret_key;
use crate::model::{Change, Difference, Game, Position, ancestors, differences_beside, pattern_of};
use crate::text::printable::quoted;
use crate::text::write_back::Unwritable;
use crate::text::{Code, Diagnostic, codes};

/// Limit of repeated attempts to pair equal turns: when those that were reported are left out, others may pair.
const MAX_PAIRINGS: usize = 4;

/// Reports the values of `wanted` that are not in `written`, the game that is read back from the written text, unless
/// `out` reports them already.
///
/// Values at the paths `derived` (without the indices of elements) follow from others: they are reported only if they
/// were edited, that is, if `original`, the game of the source, does not have them either.
pub fn report_unwritten(
    wanted: &Game,
    written: &Game,
    original: Option<&Game>,
    derived: &[&str],
    out: &mut Vec<Diagnostic>,
) {
    let given = paths_of_what_was_given(wanted);
    let mut named: HashSet<String> = out.iter().flat_map(Diagnostic::places).map(str::to_owned).chain(given).collect();
    let edited = original.map(|original| differences_beside(wanted, original, &HashSet::new(), 0));
    let edited: Option<HashSet<&str>> = edited.as_ref().map(|edited| edited.iter().map(|d| &*d.path).collect());
    let is_edited =
        |path: &str| edited.as_ref().is_some_and(|edited| ancestors(path).any(|path| edited.contains(path)));
    let mut groups = Groups::default();
    for _ in 0..MAX_PAIRINGS {
        let known: HashSet<&str> = named.iter().map(String::as_str).collect();
        let mut found = Vec::new();
        for difference in differences_beside(wanted, written, &known, 0) {
            let code = match &difference.change {
                _ if is_derived(&difference, derived) => is_edited(&difference.path).then_some(&codes::DERIVED),
                Change::Removed(_) => Some(&codes::LEFT_OUT),
                // A value added without a source may follow from the others; one that was removed from a source must
                // not come back.
                Change::Added(_) if original.is_some() => is_edited(&difference.path).then_some(&codes::REPLACED),
                Change::Added(Value::Array(_) | Value::Object(_)) => None,
                _ => Some(&codes::REPLACED),
            };
            if let Some(code) = code {
                found.push(difference.path.clone());
                groups.add(code, difference);
            }
        }
        if found.is_empty() {
            break;
        }
        named.extend(found);
    }
    out.extend(groups.into_diagnostics());
}

/// Returns the error of a game that cannot be written: the first value that differs in `again`, the game as it would be
/// read back.
pub fn reads_back_differently(wanted: &Game, again: Option<&Game>, error: &Unwritable) -> Diagnostic {
    let code = &codes::READS_BACK_DIFFERENTLY;
    let differences = again.map(|again| differences_beside(wanted, again, &HashSet::new(), 0)).unwrap_or_default();
    // Inferred values follow from the others, so another one is named first.
    let first = differences.iter().find(|d| !is_derived(d, &[])).or(differences.first());
    match first {
        Some(first) => {
            let help = "the target has no way to write it in this place; change that value";
            Diagnostic::error(code, format!("not written: {}", described(code, first)))
                .on(first.path.clone())
                .help(help)
        }
        None => {
            let help = "change the value; the document itself can hold it";
            Diagnostic::error(code, format!("not written: {error}")).on("game").help(help)
        }
    }
}

/// Returns the paths of the board and positions that were taken from other files to read this one.
fn paths_of_what_was_given(game: &Game) -> Vec<String> {
    let is_given = |position: &Position| position.from.is_some();
    let board = game.board.as_ref().filter(|board| board.from.is_some()).map(|_| "game.board".to_owned());
    let own = game.position.as_ref().filter(|own| is_given(own)).map(|_| "game.position".to_owned());
    let turns = game.turns.iter().enumerate().filter(|(_, turn)| turn.position.as_deref().is_some_and(is_given));
    board.into_iter().chain(own).chain(turns.map(|(index, _)| format!("game.turns[{index}].position"))).collect()
}

/// Returns whether a difference concerns a value, or order of a list, that `derived` lists; inferred values always
/// count.
pub fn is_derived(difference: &Difference, derived: &[&str]) -> bool {
    let pattern = pattern_of(&difference.path);
    if pattern.ends_with(".inferred") {
        return true;
    }
    let is_order = difference.change == Change::Moved;
    derived.iter().any(|own| match own.strip_prefix("order of ") {
        Some(list) => is_order && pattern.strip_suffix("[]") == Some(list),
        None => ancestors(&pattern).any(|path| path == *own),
    })
}

/// Differences grouped by code and by the pattern of their paths.
#[derive(Default)]
struct Groups(BTreeMap<(&'static str, String), (&'static Code, Vec<Difference>)>);

/// Number of places that a message names.
const SHOWN: usize = 3;

impl Groups {
    fn add(&mut self, code: &'static Code, difference: Difference) {
        let key = (code.id, pattern_of(&difference.path));
        self.0.entry(key).or_insert_with(|| (code, Vec::new())).1.push(difference);
    }

    fn into_diagnostics(self) -> impl Iterator<Item = Diagnostic> {
        self.0.into_values().map(|(code, group)| {
            let shown: Vec<String> = group.iter().take(SHOWN).map(|difference| described(code, difference)).collect();
            let more = group.len().saturating_sub(SHOWN);
            let more = if more > 0 { format!(", and {more} more like it") } else { String::new() };
            let message = format!("{}{more}", shown.join("; "));
            let paths = group.into_iter().map(|difference| difference.path);
            Diagnostic::warning(code, message).on_all(paths).help(code.advice)
        })
    }
}

fn described(code: &Code, difference: &Difference) -> String {
    let path = difference.path.strip_prefix("game.").unwrap_or(&difference.path);
    let shown = |value: &Value| if is_secret_key(path) { None } else { shown(value) };
    let given = |value: &Value| shown(value).map_or(path.to_owned(), |value| format!("{path} ({value})"));
    let read_back = |value: &Value| shown(value).unwrap_or_else(|| "another".to_owned());
    match &difference.change {
        Change::Removed(value) if code.id == codes::LEFT_OUT.id => {
            format!("{} has no place in this format: left out", given(value))
        }
        Change::Removed(value) => format!("{} is in the document, but not in the file that is written", given(value)),
        Change::Replaced { before, after } => {
            format!("{} will be read back as {}", given(before), read_back(after))
        }
        Change::Added(value) => match shown(value) {
            Some(value) => format!("{path} is not in the document, but will be read back as {value}"),
            None => format!("{path} is not in the document, but will be there when the file is read back"),
        },
        Change::Moved => format!("{path} will be read back in another place of its list"),
    }
}

/// Formats a short value for a message; `None` for lists and objects.
fn shown(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(quoted(text)),
        Value::Array(_) | Value::Object(_) => None,
        other => Some(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Field, Player, Seat, System};

    #[test]
    fn what_cannot_be_written_is_named_by_path_and_value() {
        let game = |title: &str| Game { title: Some(title.to_owned()), ..Game::new(System::Homeworlds) };
        let error = Unwritable::default();
        let d = reads_back_differently(&game("a"), Some(&game("b")), &error);
        assert_eq!((&*d.code, d.path.as_deref()), ("JS007", Some("game.title")));
        assert_eq!(d.message, "not written: title (\"a\") will be read back as \"b\"");
        for again in [None, Some(&game("a"))] {
            let d = reads_back_differently(&game("a"), again, &error);
            assert_eq!(d.message, "not written: what is written would be read back as something else");
        }
    }

    #[test]
    fn what_comes_nearest_is_named() {
        let game = |name: &str| {
            let player = Player { name: Field::Known(Some(name.to_owned())), ..Player::at(Seat::new("N")) };
            Game { players: vec![player], ..Game::new(System::Homeworlds) }
        };
        let mut named = Vec::new();
        report_unwritten(&game("Ann"), &game("ann"), None, &[], &mut named);
        let [d] = &named[..] else { panic!("{named:?}") };
        assert_eq!((&*d.code, d.path.as_deref()), ("CV014", Some("game.players[0].name")));
        crate::text::tested::saw(&d.code);
        assert_eq!(d.message, "players[0].name (\"Ann\") will be read back as \"ann\"");
    }
}
