//! Turns that do not count because the carrier was lost in them.

use crate::model::{ActionKind, Turn};

/// Returns whether a turn is undone: the carrier was lost at its end, and another player called before its own player
/// did, so that the game went on from the state before it.
pub fn is_undone(turns: &[Turn], turn: usize) -> bool {
    let (Some(this), Some(next)) = (turns.get(turn), turns.get(turn + 1)) else { return false };
    let goes_on =
        || this.player == next.player && matches!(next.actions.first().map(|a| &a.kind), Some(ActionKind::Resume));
    ends_in_loss(this) && !goes_on()
}

/// Returns the index of the last turn if it ends in the loss of the carrier and nobody has called since: the `.DAT`
/// then holds the state before the turn, and the `.REC` the state at its end.
pub fn cut_off(turns: &[Turn]) -> Option<usize> {
    turns.last().filter(|turn| ends_in_loss(turn)).map(|_| turns.len() - 1)
}

fn ends_in_loss(turn: &Turn) -> bool {
    matches!(turn.actions.last().map(|action| &action.kind), Some(ActionKind::CarrierLost))
}
