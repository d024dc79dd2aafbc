//! Turns that do not count, since the carrier was lost in them.

use crate::model::{ActionKind, Turn};

/// Whether nothing of a turn counts: the carrier was lost at its end, and another player called before its own did, so
/// that the game went on from before it.
pub fn is_undone(turns: &[Turn], turn: usize) -> bool {
    let (Some(this), Some(next)) = (turns.get(turn), turns.get(turn + 1)) else { return false };
    let goes_on =
        this.player == next.player && matches!(next.actions.first().map(|a| &a.kind), Some(ActionKind::Resume));
    ends_in_loss(this) && !goes_on
}

/// The place of the last turn, where the carrier was lost at its end and nobody has called since: the `.DAT` is that of
/// before it, and the `.REC` that of its end.
pub fn cut_off(turns: &[Turn]) -> Option<usize> {
    turns.last().filter(|turn| ends_in_loss(turn)).map(|_| turns.len() - 1)
}

fn ends_in_loss(turn: &Turn) -> bool {
    matches!(turn.actions.last().map(|action| &action.kind), Some(ActionKind::CarrierLost))
}
