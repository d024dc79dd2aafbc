//! Describes in words what a turn did.

use super::names::{Names, named_piece, short};
use crate::model::{Action, ActionKind, PieceName, TerritoryRef, TradeInput, Turn};
use crate::systems::homeworlds::rules::{Colour, PlayerStatus, State};
use crate::view::layout::{few, listed};

/// Maximum number of actions of a turn that are described; the longest turn of the archive has 17.
const MAX_ACTIONS: usize = 24;

/// Describes the actions of a turn, with the player as the implied subject.
pub fn turn(turn: &Turn, names: &Names<'_>) -> String {
    if turn.actions.is_empty() {
        return "does nothing".to_owned();
    }
    few(&runs(turn), MAX_ACTIONS, |run| run_words(run, names)).join("; ")
}

/// Describes each action of a turn, with the index of the action; consecutive passes are one entry.
pub fn each(turn: &Turn, names: &Names<'_>) -> Vec<(usize, String)> {
    let mut index = 0;
    let told = runs(turn).into_iter().map(|run| {
        let first = index;
        index += run.len();
        (first, run_words(run, names))
    });
    told.collect()
}

/// Groups the actions of a turn: consecutive passes form one group.
fn runs(turn: &Turn) -> Vec<&[Action]> {
    let is_pass = |action: &Action| action.kind == ActionKind::Pass;
    turn.actions.chunk_by(|one, next| is_pass(one) && is_pass(next)).collect()
}

fn run_words(run: &[Action], names: &Names<'_>) -> String {
    match run {
        [action] => words(action, names),
        [_, _] => "passes twice".to_owned(),
        passes => format!("passes {} times", passes.len()),
    }
}

/// Returns the systems that the actions of a turn name.
pub fn touched(turn: &Turn) -> Vec<&TerritoryRef> {
    let places = |action| -> [Option<&TerritoryRef>; 2] {
        let action: &Action = action;
        match &action.kind {
            ActionKind::Setup { at, .. }
            | ActionKind::Build { at, .. }
            | ActionKind::Exchange { at, .. }
            | ActionKind::Capture { at, .. }
            | ActionKind::Sacrifice { at, .. }
            | ActionKind::Catastrophe { at, .. } => [Some(at), None],
            ActionKind::Discover { from, to, .. } | ActionKind::Move { from, to, .. } => [Some(from), Some(to)],
            _ => [None, None],
        }
    };
    turn.actions.iter().take(MAX_ACTIONS).flat_map(places).flatten().collect()
}

/// Describes the consequences of a turn: systems that vanished, and players who are out.
pub fn consequences(before: &State, after: &State, names: &Names<'_>) -> Vec<String> {
    let gone = before.systems().filter(|system| after.system(system.id()).is_none());
    let gone: Vec<String> = gone.map(|system| names.of(system)).collect();
    let mut told = Vec::new();
    if !gone.is_empty() {
        told.push(format!("{} {} off the board.", listed(&gone), if gone.len() == 1 { "is" } else { "are" }));
    }
    let was = |seat| before.players().find(|(other, _)| *other == seat).map(|(_, standing)| standing);
    for (seat, standing) in after.players() {
        if standing == PlayerStatus::Eliminated && was(seat) != Some(PlayerStatus::Eliminated) {
            let had_home = before.systems().any(|system| system.home() == Some(seat));
            let lost = if had_home { "has lost the homeworld, and is out" } else { "is out" };
            told.push(format!("{} {lost}.", names.who(seat)));
        }
    }
    told
}

/// Describes an action, with the player as the implied subject.
pub fn words(action: &Action, names: &Names<'_>) -> String {
    match &action.kind {
        ActionKind::Setup { stars, piece, at, .. } => {
            let star = |star: &Option<PieceName>| star.as_ref().map_or("-".to_owned(), |star| named_piece(&star.0));
            let stars = match stars.as_slice() {
                [] => "no stars".to_owned(),
                stars => format!("stars {}", few(stars, 4, star).join(" ")),
            };
            format!("sets up the homeworld {}: {stars}, ship {}", names.system(at), named_piece(&piece.0))
        }
        ActionKind::Build { piece: Some(piece), at } => {
            format!("builds {} at {}", named_piece(&piece.0), names.system(at))
        }
        ActionKind::Build { piece: None, at } => format!("builds at {}", names.system(at)),
        ActionKind::Exchange { at, gives, becomes } => {
            let given = match gives {
                TradeInput::Pieces(stacks) => few(stacks, 4, |stack| named_piece(&stack.piece.0)).join(" "),
                TradeInput::Word(_) => "a ship".to_owned(),
            };
            format!("trades {given} for {} at {}", named_piece(&becomes.0), names.system(at))
        }
        ActionKind::Discover { piece, from, star, to, .. } => {
            let (piece, star) = (named_piece(&piece.0), named_piece(&star.0));
            format!("discovers {} (star {star}) with {piece} from {}", names.system(to), names.system(from))
        }
        ActionKind::Move { piece, from, to, .. } => {
            let piece = piece.as_ref().map_or_else(|| "a ship".to_owned(), |piece| named_piece(&piece.0));
            format!("moves {piece} from {} to {}", names.system(from), names.system(to))
        }
        ActionKind::Capture { piece, at, owner } => {
            let owner = owner.as_ref().map(|owner| format!(" of {}", names.who(owner)));
            format!("captures {}{} at {}", named_piece(&piece.0), owner.unwrap_or_default(), names.system(at))
        }
        ActionKind::Sacrifice { piece, at } => {
            format!("sacrifices {} at {}", named_piece(&piece.0), names.system(at))
        }
        ActionKind::Catastrophe { at, colour } => {
            let colour = Colour::parse(&colour.0).map_or_else(|| short(&colour.0, 10), |c| c.word().to_owned());
            format!("calls a {colour} catastrophe at {}", names.system(at))
        }
        ActionKind::Pass => "passes".to_owned(),
        ActionKind::Resign => match &action.player {
            Some(seat) => format!("sees {} resign", names.who(seat)),
            None => "resigns".to_owned(),
        },
        ActionKind::Eliminate => match &action.player {
            Some(seat) => format!("sees {} eliminated", names.who(seat)),
            None => "is eliminated".to_owned(),
        },
        ActionKind::Unknown => {
            format!("writes \"{}\", which is not understood", short(action.text.as_deref().unwrap_or_default(), 40))
        }
        _ => "does what is no action of Homeworlds".to_owned(),
    }
}
