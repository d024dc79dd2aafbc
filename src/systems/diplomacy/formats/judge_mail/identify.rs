//! Identifies mails to the judge.

use super::JudgeOrders;
use crate::formats::{Block, Evidence, Probe};
use crate::model::ActionKind;
use crate::systems::diplomacy::formats::JUDGE_ORDERS;
use crate::systems::diplomacy::formats::judge_grammar::special;
use crate::systems::diplomacy::formats::likely::{Beginnings, is_hopeless, may_be_orders};
use crate::systems::diplomacy::formats::order_files::NAMED;
use crate::systems::diplomacy::formats::order_frame::{OrderSyntax, State, What, lines_of, on_board_of};

/// Separators between the orders of a line.
const SEPARATORS: [u8; 2] = [b';', b','];

/// Returns whether one of the first lines may be an order or a command.
pub fn may_be(block: &Block<'_>) -> bool {
    may_be_orders(block, SEPARATORS, special)
}

/// Returns the number of texts in a line outside a message that cannot be orders; `None` where one may be, or the line
/// is a command.
fn others_in(names: &Beginnings, line: &str) -> Option<usize> {
    names.others_in(line, SEPARATORS).filter(|_| special(line).is_none())
}

/// Identifies a mail: most of its lines are orders, and a `SIGNON` or a `PHASE` distinguishes it from other notations.
pub fn identify(probe: &Probe<'_>) -> Option<Evidence> {
    let text = lines_of(probe)?;
    let on_board: JudgeOrders = on_board_of(probe);
    let (mut orders, mut others, mut letters, mut commands) = (0, 0, 0, 0);
    let (mut parts, mut state) = (Vec::new(), State::identifying());
    let is_named = JUDGE_ORDERS.is_usual_name(probe.name);
    Beginnings::with_board(probe.board, |names| {
        for line in text.lines() {
            match others_in(names, line).filter(|_| !state.in_message) {
                Some(texts) => others += texts,
                None => on_board.parts(line, 0, &mut state, &mut parts),
            }
            for part in parts.drain(..) {
                match part.what {
                    What::Phase(..) => commands += 1,
                    What::Power(..) => letters += 1,
                    What::Order(order) => match order.order {
                        Ok(ActionKind::Command | ActionKind::Condition) => commands += 1,
                        Ok(_) => orders += 1,
                        Err(_) => others += 1,
                    },
                    What::Comment(_) => {}
                }
            }
            if !is_named && is_hopeless(orders, others) {
                break;
            }
        }
    });
    if orders == 0 || orders < others * 2 {
        return None;
    }
    // Any notation may have the letters of powers before orders, so they are no evidence.
    let confidence = match commands > 0 || letters * 2 >= orders {
        _ if is_named => NAMED,
        _ if commands > 0 => 90,
        true => 64,
        false if orders > others * 4 => 62,
        false => return None,
    };
    let reasons = vec![format!("{orders} orders, {commands} commands and {others} other texts")];
    Some(Evidence { confidence, reasons })
}
