//! Writes what a format can hold of a game, and leaves out the elements that it cannot.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use crate::formats::TextFormat;
use crate::model::{Game, ancestors, pattern_of};
use crate::text::Diagnostic;
use crate::text::english::counted;

use super::removal::{Removed, TURNS, list_and_number};

/// Limit of rounds: removing an element may take others with it, such as a province its adjacencies.
const MAX_ROUNDS: usize = 16;

/// Limit of errors that are listed if nothing is written; the first error has their number.
const MAX_LISTED: usize = 20;

/// Suffix of the message about an element that is left out.
pub const SAID: &str = ": left out";

/// The result of writing the rest of a game.
pub struct Rest<'g, T> {
    /// The output of the writer.
    pub written: T,
    /// The game without the elements that are left out.
    pub game: Cow<'g, Game>,
    /// The elements that are left out.
    pub removed: Removed,
    /// An error for each element that is left out, with its path in the whole game.
    pub left_out: Vec<Diagnostic>,
}

/// Writes a game with `make`, which reports why if it cannot; with `leaves_out`, the elements that it refuses are
/// removed. If nothing is written, the errors added to `emitted` say why.
pub fn write<'g, T>(
    game: &'g Game,
    format: &dyn TextFormat,
    leaves_out: bool,
    emitted: &mut Vec<Diagnostic>,
    mut make: impl FnMut(&Game, &mut Vec<Diagnostic>) -> Option<T>,
) -> Option<Rest<'g, T>> {
    let mut said = Vec::new();
    if let Some(written) = make(game, &mut said) {
        emitted.append(&mut said);
        let (game, removed) = (Cow::Borrowed(game), Removed::default());
        return Some(Rest { written, game, removed, left_out: Vec::new() });
    }
    let elements = Elements(format.may_leave_out());
    if !leaves_out {
        elements.count(&mut said);
        emitted.append(&mut said);
        return None;
    }
    let first = said.clone();
    let mut removed = Removed::default();
    let mut left_out = Vec::new();
    for _ in 0..MAX_ROUNDS {
        let mut is_more = false;
        for d in said.iter().filter(|d| d.is_error()) {
            for path in d.places().filter_map(|path| elements.of(path)) {
                if removed.add(path) {
                    left_out.push(named(d, path));
                    is_more = true;
                }
            }
        }
        if !is_more {
            break;
        }
        take_out_empty_turns(game, &mut removed, &mut left_out);
        let Some(rest) = removed.rest(game) else { break };
        said.clear();
        let written = make(&rest, &mut said);
        for d in &mut said {
            d.path = d.path.take().map(|path| removed.in_whole(&path));
            d.also.iter_mut().for_each(|path| *path = removed.in_whole(path));
        }
        if let Some(written) = written {
            emitted.append(&mut said);
            return Some(Rest { written, game: Cow::Owned(rest), removed, left_out });
        }
    }
    let known: HashSet<_> = first.iter().map(|d| (&d.code, &d.path, &d.message)).collect();
    said.retain(|d| d.is_error() && !known.contains(&(&d.code, &d.path, &d.message)));
    emitted.extend(first.into_iter().chain(said).map(|d| elements.as_refused(d)));
    None
}

/// Makes the error about an element that is left out.
fn named(d: &Diagnostic, path: &str) -> Diagnostic {
    let message = format!("{}{SAID}", d.message);
    Diagnostic { message, path: Some(path.to_owned()), also: Box::default(), span: None, ..d.clone() }
}

/// Removes a player's turns of which nothing is left: written, they would look like turns without actions.
fn take_out_empty_turns(game: &Game, removed: &mut Removed, left_out: &mut Vec<Diagnostic>) {
    let touched: BTreeSet<usize> = left_out.iter().filter_map(|d| turn_of_action(d.path.as_deref()?)).collect();
    let mut emptied = BTreeSet::new();
    for number in touched {
        let Some(turn) = game.turns.get(number).filter(|turn| turn.player.is_some()) else { continue };
        let path = format!("{TURNS}[{number}]");
        let is_out = |action: usize| removed.contains(&format!("{path}.actions[{action}]"));
        if (0..turn.actions.len()).all(is_out) && removed.add(&path) {
            emptied.insert(number);
        }
    }
    // The error about the first action stands for the turn.
    let mut said = BTreeSet::new();
    left_out.retain_mut(|d| match d.path.as_deref().and_then(turn_of_action) {
        Some(number) if emptied.contains(&number) => {
            d.path = Some(format!("{TURNS}[{number}]"));
            said.insert(number)
        }
        _ => true,
    });
}

/// Returns the index of the turn that a path to an action leads into.
fn turn_of_action(path: &str) -> Option<usize> {
    let (list, _) = list_and_number(path)?;
    list_and_number(list.strip_suffix(".actions")?).filter(|(list, _)| *list == TURNS).map(|(_, number)| number)
}

/// Patterns of the elements of a game that a format can do without.
struct Elements(&'static [&'static str]);

impl Elements {
    /// Returns the path of the smallest such element that a value is, or is a part of.
    fn of<'p>(&self, path: &'p str) -> Option<&'p str> {
        ancestors(path).find(|path| {
            // Turns within alternatives count as turns.
            let pattern = pattern_of(path).replace(".alternatives[][]", "");
            self.0.contains(&&*pattern)
        })
    }

    /// Adds the number of the refused elements to the first error, with advice on how to write the rest; does nothing
    /// if there is another error, as that advice would not help.
    fn count(&self, said: &mut Vec<Diagnostic>) {
        let mut met = BTreeSet::new();
        for d in said.iter().filter(|d| d.is_error()) {
            let elements: Vec<&str> = d.places().filter_map(|path| self.of(path)).collect();
            if elements.is_empty() {
                return;
            }
            met.extend(elements.into_iter().map(str::to_owned));
        }
        let mut errors = 0;
        said.retain(|d| {
            errors += usize::from(d.is_error());
            !d.is_error() || errors <= MAX_LISTED
        });
        let Some(first) = said.iter_mut().find(|d| d.is_error()) else { return };
        if met.len() > 1 {
            let count = counted_elements(&met);
            first.message += &format!("; {count} cannot be written in this format, and this is the first");
        }
        first.help = Some(with_advice(first.help.take(), "--leave-out writes the rest"));
    }

    /// Explains in an error that leaving out elements does not help.
    fn as_refused(&self, mut d: Diagnostic) -> Diagnostic {
        if d.is_error() && !d.places().any(|path| self.of(path).is_some()) {
            let why = "--leave-out does not help here: the rest would not be true without it, or be no file";
            d.help = Some(with_advice(d.help.take(), why));
        }
        d
    }
}

fn with_advice(help: Option<Cow<'static, str>>, advice: &'static str) -> Cow<'static, str> {
    help.map_or(advice.into(), |help| format!("{help}; {advice}").into())
}

/// Formats a count of elements, such as `2 actions`.
fn counted_elements(paths: &BTreeSet<String>) -> String {
    let words = |path: &str| match list_and_number(path).map(|(list, _)| list.rsplit('.').next().unwrap_or_default()) {
        Some("actions") => ("action", "actions"),
        Some("turns") => ("turn", "turns"),
        Some("remarks") => ("remark", "remarks"),
        Some("pieces") => ("piece", "pieces"),
        Some("territories") => ("territory", "territories"),
        _ => ("value", "values"),
    };
    let mut kinds = paths.iter().map(|path| words(path));
    let first = kinds.next().unwrap_or(("value", "values"));
    let (one, many) = if kinds.all(|kind| kind == first) { first } else { ("part of the game", "parts of the game") };
    counted(paths.len(), one, many)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats;
    use crate::model::{Action, ActionKind, Seat, System, Turn};
    use crate::text::codes;

    /// Writes three turns of two actions each, and refuses one action at a time: those for which `is_refused` is true.
    fn written(player: Option<Seat>, is_refused: fn(usize, usize) -> bool) -> Option<(Game, Vec<String>)> {
        let mut game = Game::new(System::Homeworlds);
        for turn in 0..3 {
            let action = |n| Action { text: Some(format!("{turn} {n}").into()), ..Action::of(ActionKind::Unknown) };
            let actions = (0..2).map(action).collect();
            game.turns.push(Turn { player: player.clone(), actions, ..Turn::default() });
        }
        let odd =
            |text: &str| text.split_once(' ').is_some_and(|(t, n)| is_refused(t.parse().unwrap(), n.parse().unwrap()));
        let make = |game: &Game, said: &mut Vec<Diagnostic>| {
            let places = game.turns.iter().enumerate().flat_map(|(t, turn)| {
                turn.actions
                    .iter()
                    .enumerate()
                    .map(move |(n, action)| (t, n, action.text.as_deref().unwrap_or_default()))
            });
            let first = places.into_iter().find(|(.., text)| odd(text))?;
            let path = format!("game.turns[{}].actions[{}].text", first.0, first.1);
            said.push(Diagnostic::error(&codes::BAD_VALUE, "odd").on(path));
            Some(())
        };
        // Writing succeeds when no action was refused.
        let make = |game: &Game, said: &mut Vec<Diagnostic>| if make(game, said).is_some() { None } else { Some(()) };
        let format = formats::format("homeworlds").and_then(|format| format.text()).unwrap();
        let mut emitted = Vec::new();
        let rest = write(&game, format, true, &mut emitted, make);
        assert_eq!(rest.is_none(), emitted.iter().any(Diagnostic::is_error), "{emitted:?}");
        rest.map(|rest| (rest.game.into_owned(), rest.left_out.into_iter().filter_map(|d| d.path).collect()))
    }

    #[test]
    fn what_is_refused_one_by_one_is_left_out_by_its_own_path() {
        let (game, paths) = written(None, |turn, action| turn == 1 || action == 1).unwrap();
        let of = |turn: usize, action: usize| format!("game.turns[{turn}].actions[{action}]");
        assert_eq!(paths, [of(0, 1), of(1, 0), of(1, 1), of(2, 1)]);
        assert_eq!(game.turns.iter().map(|turn| turn.actions.len()).collect::<Vec<_>>(), [1, 0, 1]);
    }

    #[test]
    fn a_turn_of_a_player_goes_with_the_last_of_its_actions() {
        let (game, paths) = written(Some(Seat::new("N")), |turn, action| turn == 1 || action == 1).unwrap();
        assert_eq!(paths, ["game.turns[0].actions[1]", "game.turns[1]", "game.turns[2].actions[1]"]);
        assert_eq!(game.turns.len(), 2);
    }
}
