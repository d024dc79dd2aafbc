//! Identifies order files.

use super::Orders;
use crate::formats::{Block, Evidence, Probe};
use crate::systems::diplomacy::formats::ORDERS;
use crate::systems::diplomacy::formats::likely::{Beginnings, is_hopeless, may_be_orders};
use crate::systems::diplomacy::formats::order_frame::{OrderPart, OrderSyntax, State, What, lines_of, on_board_of};

/// Separators between the orders of a line.
const SEPARATORS: [u8; 2] = [b';', b'|'];

/// Returns whether one of the first lines may be an order or a phase.
pub fn may_be(block: &Block<'_>) -> bool {
    may_be_orders(block, SEPARATORS, |_| None)
}

/// Confidence for a file that has the usual name and can be read.
pub const NAMED: u8 = 92;

/// Identifies an order file: most of its lines are phases, powers and orders.
pub fn identify(probe: &Probe<'_>) -> Option<Evidence> {
    let text = lines_of(probe)?;
    let on_board: Orders = on_board_of(probe);
    let is_named = ORDERS.is_usual_name(probe.name);
    let (mut phases, mut orders, mut canonical, mut others) = (0, 0, 0, 0);
    let mut parts = Vec::new();
    Beginnings::with_board(probe.board, |names| {
        for line in text.lines() {
            match names.others_in(line, SEPARATORS) {
                Some(texts) => others += texts,
                None => on_board.parts(line, 0, &mut State::identifying(), &mut parts),
            }
            for part in parts.drain(..) {
                match part.what {
                    What::Phase(..) => phases += 1,
                    What::Order(order) => match *order {
                        OrderPart { order: Ok(_), deviations, .. } => {
                            orders += 1;
                            canonical += usize::from(deviations.is_empty());
                        }
                        OrderPart { order: Err(_), .. } => others += 1,
                    },
                    What::Power(..) | What::Comment(_) => {}
                }
            }
            if !is_named && is_hopeless(orders, others) {
                break;
            }
        }
    });
    if phases + orders == 0 || orders < others * 2 && !is_named {
        return None;
    }
    let confidence = match (phases > 0, canonical * 2 >= orders) {
        _ if orders < others * 2 => 55,
        (true, true) => 95,
        (true, false) if others == 0 => 91,
        (false, true) => 85,
        (true, false) => 75,
        (false, false) if others == 0 => 65,
        (false, false) if orders > others * 4 => 63,
        (false, false) if is_named => 55,
        (false, false) => return None,
    };
    // The notations of orders are told apart by the name of the file.
    let confidence = if is_named && orders >= others * 2 { confidence.max(NAMED) } else { confidence };
    let all = phases + orders + others;
    Some(Evidence { confidence, reasons: vec![format!("{phases} phases and {orders} orders in {all} statements")] })
}
