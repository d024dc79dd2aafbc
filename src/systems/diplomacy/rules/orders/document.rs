//! Reports where the notation document contradicts the board.

use super::codes::DOCUMENT_DIFFERS;
use super::graph::{Kind, shore};
use super::judge::Judge;
use super::order::{Location, Order, OrderKind};
use crate::model::Seat;
use crate::text::Severity;

/// Places that fleets on the two coasts of a province touch, by the document (which writes GOB for BOT).
const COASTS: [(&str, &str, [&str; 3]); 6] = [
    ("STP", "nc", ["BAR", "NWY", "FIN"]),
    ("STP", "sc", ["BOT", "FIN", "LVN"]),
    ("SPA", "nc", ["MAO", "GAS", "POR"]),
    ("SPA", "sc", ["WES", "LYO", "MAR"]),
    ("BUL", "ec", ["BLA", "CON", "RUM"]),
    ("BUL", "sc", ["AEG", "GRE", "CON"]),
];

/// Impossible orders that the document gives as examples, with the reason.
const EXAMPLES: [(&str, &str); 6] = [
    ("A PAR - LON", "the document asks for A PAR - LON VIA here, but PAR has no coast"),
    ("A PAR - LON VIA", "the document gives this as an example, but PAR has no coast"),
    ("F ENG C A PAR - LON", "the document gives this as an example, but PAR has no coast"),
    ("F BRE C A PAR - LON", "the document gives this as an example, but PAR has no coast, and BRE is not a sea"),
    ("A PAR S A MAR", "the document gives this as an example, but PAR and MAR do not touch"),
    ("F BRE S F MAO - SPA/NC", "the document gives this as an example, but BRE and SPA do not touch"),
];

/// Notes where an order agrees with the document and not with the board, or the other way round. `before` is the number
/// of findings before this order; `is_whole` means that nothing makes it void.
pub(super) fn remark(judge: &mut Judge<'_>, order: &Order<'_>, before: usize, is_whole: bool) {
    // The examples are for the standard map, which has these powers.
    if judge.named_board.power(&Seat::new("F")).is_none() {
        return;
    }
    let row = if order.order_kind == OrderKind::Move && order.unit.kind == Some(Kind::Fleet) {
        row(judge, order)
    } else {
        None
    };
    let remark = match row {
        Some(Row { coast, place, is_listed, touches }) if is_listed != touches => Some(match is_listed {
            true => format!("the document lists {place} among what {coast} touches, but the board does not"),
            false => format!("the document does not list {place} among what {coast} touches, but the board does"),
        }),
        _ if is_whole || judge.found.0.len() == before => None,
        _ => {
            let text = judge.words().order(order);
            let example = EXAMPLES.iter().find(|(example, _)| *example == text);
            example.map(|(_, remark)| (*remark).to_owned())
        }
    };
    if let Some(remark) = remark {
        judge.emit(order, "", &DOCUMENT_DIFFERS, Severity::Note, &remark);
    }
}

/// A row of the document's list, for one place.
struct Row {
    coast: String,
    place: String,
    /// Whether the row lists the place.
    is_listed: bool,
    /// Whether the place touches the coast on the board.
    touches: bool,
}

/// Returns the document's row for the coast at one end of a move, and the place at the other; `None` where it has none.
fn row(judge: &Judge<'_>, order: &Order<'_>) -> Option<Row> {
    let to = order.to?;
    row_of(judge, order.unit.location, to).or_else(|| row_of(judge, to, order.unit.location))
}

fn row_of(judge: &Judge<'_>, coast: Location<'_>, other: Location<'_>) -> Option<Row> {
    let (code, place) = (judge.named_board.code(coast.number)?, judge.named_board.code(other.number)?);
    let row = COASTS.iter().find(|(name, suffix, _)| *name == code && shore(Some(suffix)) == coast.shore)?;
    let touches = judge.graph.fleet_goes(coast.number, coast.shore, other.number) != 0;
    Some(Row {
        coast: judge.words().location(coast),
        place: place.to_owned(),
        is_listed: row.2.contains(&place),
        touches,
    })
}
