//! What a mail to the judge looks like.

use super::JudgeOrders;
use crate::formats::diplomacy::JUDGE_ORDERS;
use crate::formats::diplomacy::orders::NAMED;
use crate::formats::diplomacy::record::{State, Syntax, What, lines_of, on_board_of};
use crate::formats::{Evidence, Probe};
use crate::model::ActionKind;

/// Most lines are orders; a `SIGNON` or a `PHASE` tells it from other notations.
pub fn identify(probe: &Probe<'_>) -> Option<Evidence> {
    let text = lines_of(probe)?;
    let on_board: JudgeOrders = on_board_of(probe);
    let (mut orders, mut others, mut letters, mut commands) = (0, 0, 0, 0);
    let (mut parts, mut state) = (Vec::new(), State::default());
    for line in text.lines() {
        on_board.parts(line, 0, &mut state, &mut parts);
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
    }
    if orders == 0 || orders < others * 2 {
        return None;
    }
    // The letters of powers stand before orders in any notation, and so tell nothing.
    let confidence = match commands > 0 || letters * 2 >= orders {
        _ if JUDGE_ORDERS.is_usual_name(probe.name) => NAMED,
        _ if commands > 0 => 90,
        true => 64,
        false if orders > others * 4 => 62,
        false => return None,
    };
    let reasons = vec![format!("{orders} orders, {commands} commands and {others} other texts")];
    Some(Evidence { confidence, reasons })
}
