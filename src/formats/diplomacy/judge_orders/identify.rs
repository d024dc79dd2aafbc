//! What a mail to the judge looks like.

use super::JudgeOrders;
use crate::formats::diplomacy::JUDGE_ORDERS;
use crate::formats::diplomacy::judge_order::special;
use crate::formats::diplomacy::likely::{Beginnings, is_hopeless};
use crate::formats::diplomacy::orders::NAMED;
use crate::formats::diplomacy::record::{State, Syntax, What, lines_of, on_board_of};
use crate::formats::{Evidence, Probe};
use crate::model::ActionKind;

/// Most lines are orders; a `SIGNON` or a `PHASE` tells it from other notations.
pub fn identify(probe: &Probe<'_>) -> Option<Evidence> {
    let text = lines_of(probe)?;
    let on_board: JudgeOrders = on_board_of(probe);
    let (mut orders, mut others, mut letters, mut commands) = (0, 0, 0, 0);
    let (mut parts, mut state) = (Vec::new(), State::identifying());
    let is_named = JUDGE_ORDERS.is_usual_name(probe.name);
    Beginnings::with_board(probe.board, |names| {
        for line in text.lines() {
            let is_order = !state.in_message && special(line).is_none();
            match names.others_in(line, [';', ',']).filter(|_| is_order) {
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
    // The letters of powers stand before orders in any notation, and so tell nothing.
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
