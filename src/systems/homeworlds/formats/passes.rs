//! Passes that a notation need not write: what a sacrifice allows and nobody used.

use crate::model::{Action, ActionKind, Turn};
use crate::systems::homeworlds::rules::Piece;

/// Whether an action is a pass that the source does not write.
pub fn is_inferred(action: &Action) -> bool {
    action.kind == ActionKind::Pass && !action.inferred.is_empty()
}

/// How many actions of a turn are not used: those of its sacrifice, or the only one.
pub fn unused(actions: &[Action]) -> usize {
    actions.iter().try_fold(1, left_after).unwrap_or(0)
}

/// How many actions are left after this one; nothing where that is not clear: who resigns, or does what was not
/// understood, may not be done with it.
fn left_after(left: usize, action: &Action) -> Option<usize> {
    match &action.kind {
        ActionKind::Sacrifice { piece, .. } => Some(Piece::parse(&piece.0).map_or(0, |p| p.size().into())),
        ActionKind::Catastrophe { .. } => Some(left),
        ActionKind::Resign | ActionKind::Unknown => None,
        _ => Some(left.saturating_sub(1)),
    }
}

/// A pass that need not be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needless {
    /// No action is left that could be passed.
    Spare,
    /// It is among those at the end that a sacrifice leaves unused, which [`infer`] adds.
    Implied,
}

/// Of each action of a turn, whether it is a pass that need not be written.
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

/// Adds the passes that a turn's sacrifice leaves; a turn without any action gets none.
pub fn infer(turn: &mut Turn) {
    let has_sacrifice = turn.actions.iter().any(|action| matches!(action.kind, ActionKind::Sacrifice { .. }));
    if has_sacrifice && turn.unset.is_empty() {
        turn.actions.extend(std::iter::repeat_n(pass(), unused(&turn.actions)));
    }
}

/// A pass that the source does not write.
pub fn pass() -> Action {
    Action { inferred: vec!["type".into()], ..Action::of(ActionKind::Pass) }
}
