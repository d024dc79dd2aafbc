//! Chooses a map for a seed or position file whose name does not imply one.

use super::{codes, seed, variant};
use crate::formats::{BoardChoice, BoardFile};
use crate::model::{Board, Game};
use crate::systems::diplomacy::rules::variants::{self, Variant};
use crate::text::Diagnostic;

/// Chooses the map of the variant that the file names, or else the one whose provinces have the initials in the file's
/// records.
pub fn choose(game: &Game, file: &str, boards: &[BoardFile<'_>]) -> BoardChoice {
    let told = variants::of(game);
    let variant_of = |name: &str| variant(name, "map").and_then(|name| variants::named(&name));
    let is = |a: Option<&Variant>, b: &Variant| a.is_some_and(|a| a.number == b.number);
    if let Some(told) = told {
        let own = boards.iter().position(|(name, board)| {
            is(variant_of(name), told) && (seed::is_of_board(game, board) || !seed::has_names(game))
        });
        if let Some(index) = own {
            let name = boards.get(index).map_or("", |(name, _)| name);
            let number = told.number;
            let message =
                format!("{name} is used for the names of provinces: the game is of variant {number}, {}", told.name);
            return BoardChoice { index: Some(index), diagnostic: Some(Diagnostic::note(&codes::MAP_FOUND, message)) };
        }
    }
    let preparation = boards.iter().enumerate().filter(|(_, (_, board))| seed::is_of_board(game, board));
    // A map of another variant may have the same names with other homes and moves.
    let (free, others): (Vec<_>, Vec<_>) =
        preparation.partition(|(_, (name, _))| told.is_none_or(|_| variant_of(name).is_none()));
    if let Some(told) = told.filter(|_| free.is_empty()) {
        let message = format!(
            "no map of {} is at hand; {} the same names, but {} of another variant",
            told.name,
            listed(&others),
            if others.len() == 1 { "is" } else { "are" }
        );
        let d = Diagnostic::note(&codes::SEVERAL_MAPS, message).help(codes::SEVERAL_MAPS.advice);
        return BoardChoice { index: None, diagnostic: (!others.is_empty()).then_some(d) };
    }
    let extension = |name: &str| name.split_once('.').map(|(_, extension)| extension.to_owned());
    let alike = free.iter().find(|(_, (name, _))| extension(file).is_some() && extension(name) == extension(file));
    match (&free[..], alike) {
        ([], _) => BoardChoice::default(),
        ([(index, (name, _))], _) => {
            let message = format!("{name} is used for the names of provinces, which have the initials of the records");
            BoardChoice { index: Some(*index), diagnostic: Some(Diagnostic::note(&codes::MAP_FOUND, message)) }
        }
        ([first, rest @ ..], alike) => {
            let are_equal = rest.iter().all(|(_, (_, board))| is_same(board, first.1.1));
            let taken = alike.or_else(|| are_equal.then_some(first));
            let what = match taken {
                Some((_, (name, _))) => format!("{name} is used"),
                None => "none is used".to_owned(),
            };
            let message = format!("{} the initials of the records: {what}", listed(&free));
            let d = Diagnostic::warning(&codes::SEVERAL_MAPS, message).help(codes::SEVERAL_MAPS.advice);
            BoardChoice { index: taken.map(|(index, _)| *index), diagnostic: Some(d) }
        }
    }
}

/// Returns whether two boards are equal, wherever they come from.
fn is_same(a: &Board, b: &Board) -> bool {
    (&a.territories, &a.adjacencies, &a.passages) == (&b.territories, &b.adjacencies, &b.passages)
}

/// Greatest number of names that a message lists.
const MAX_NAMES: usize = 8;

/// Returns the names of some maps as the subject of a sentence, with its verb.
fn listed(boards: &[(usize, &BoardFile<'_>)]) -> String {
    let names: Vec<&str> = boards.iter().take(MAX_NAMES).map(|(_, (name, _))| *name).collect();
    match (&names[..], boards.len().saturating_sub(names.len())) {
        ([only], _) => format!("{only} has"),
        ([first @ .., last], 0) => format!("{} and {last} have", first.join(", ")),
        (all, more) => format!("{} and {more} more have", all.join(", ")),
    }
}
