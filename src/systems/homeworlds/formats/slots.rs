//! Headers whose lines may be in any order.

use crate::model::{Game, Turn};
use crate::text::write_back::Statements;

/// A kind of header line.
pub trait Slot: Copy + Ord + 'static {
    /// All kinds of lines, in their usual order.
    const USUAL: &'static [Self];
    /// The kind of lines that were not understood; `None` if the header has no such lines.
    const UNKNOWN: Option<Self>;

    /// Returns the label of the line's statement.
    fn label(self) -> &'static str;

    /// Returns the line's text; `None` if the game has no value for it.
    fn text(self, game: &Game) -> Option<String>;
}

/// Writes the lines of a header in the order of `own`; each missing line is written after the last line that usually
/// precedes it. `before` is the turn that holds the lines that were not understood.
pub fn write<S: Slot>(game: &Game, before: Option<&Turn>, own: &[S], line_end: &str, out: &mut Statements) {
    let mut slots = own.to_vec();
    for slot in S::USUAL {
        if !slots.contains(slot) {
            let place = slots.iter().rposition(|other| other < slot).map_or(0, |place| place + 1);
            slots.insert(place, *slot);
        }
    }
    let mut unknown = before.iter().flat_map(|turn| &turn.actions).filter_map(|action| action.text.as_deref());
    for slot in slots {
        let line = if Some(slot) == S::UNKNOWN { unknown.next().map(str::to_owned) } else { slot.text(game) };
        if let Some(line) = line {
            out.push_text(slot.label(), &line, line_end);
        }
    }
    for (line, slot) in unknown.zip(S::UNKNOWN.iter().cycle()) {
        out.push_text(slot.label(), line, line_end);
    }
}
