//! Passes that a notation need not write: the actions that a sacrifice paid for and nobody used.

use thin_vec::thin_vec;

use crate::model::{Action, ActionKind, Turn};
use crate::systems::homeworlds::rules::Piece;

/// Returns whether an action is a pass that the source does not write.
pub fn is_inferred(action: &Action) -> bool {
    action.kind == ActionKind::Pass && !action.inferred.is_empty()
}

/// Returns the number of unused actions of a turn: those of its sacrifice, or the only one; 0 if it is unknown.
pub fn unused(actions: &[Action]) -> usize {
    actions.iter().try_fold(1, left_after).unwrap_or(0)
}

/// Returns the number of actions left after this one; `None` if it is unknown: a player who resigns, or whose action
/// was not understood, need not be finished by it.
fn left_after(left: usize, action: &Action) -> Option<usize> {
    match &action.kind {
        ActionKind::Sacrifice { piece, .. } => Some(Piece::parse(&piece.0).map_or(0, |p| p.size().into())),
        ActionKind::Catastrophe { .. } => Some(left),
        ActionKind::Resign | ActionKind::Unknown => None,
        _ => Some(left.saturating_sub(1)),
    }
}

/// The reason why a pass need not be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needless {
    /// No action is left to pass.
    Spare,
    /// The pass is one of those at the end of a turn with a sacrifice, which [`infer()`] adds.
    Implied,
}

/// Returns for each action of a turn why it need not be written; `None` for an action that must be written.
pub fn needless(actions: &[Action], is_open: bool) -> Vec<Option<Needless>> {
    let mut found = vec![None; actions.len()];
    let (mut left, mut has_sacrifice) = (Some(1), false);
    for (action, found) in actions.iter().zip(&mut found) {
        if action.kind == ActionKind::Pass && left == Some(0) {
            *found = Some(Needless::Spare);
        }
        has_sacrifice |= matches!(action.kind, ActionKind::Sacrifice { .. });
        left = left.and_then(|left| left_after(left, action));
    }
    if has_sacrifice && left.is_some() && !is_open {
        let last = actions.iter().zip(&mut found).rev().take_while(|(action, _)| action.kind == ActionKind::Pass);
        last.filter(|(_, found)| found.is_none()).for_each(|(_, found)| *found = Some(Needless::Implied));
    }
    found
}

/// Adds a pass for each action that a turn's sacrifice leaves unused; a turn without a sacrifice gets none.
pub fn infer(turn: &mut Turn) {
    let has_sacrifice = turn.actions.iter().any(|action| matches!(action.kind, ActionKind::Sacrifice { .. }));
    if has_sacrifice && turn.unset.is_empty() {
        turn.actions.extend(std::iter::repeat_n(pass(), unused(&turn.actions)));
    }
}

/// Returns a pass that the source does not write.
pub fn pass() -> Action {
    Action { inferred: thin_vec!["type".into()], ..Action::of(ActionKind::Pass) }
}
