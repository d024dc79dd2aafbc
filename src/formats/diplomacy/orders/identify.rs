//! What an order file looks like.

use super::Orders;
use crate::formats::diplomacy::record::{OrderPart, Part, Syntax, What};
use crate::formats::{Evidence, Probe};
use crate::text::lines::dos_lines;

/// How much of a file is looked at.
const ENOUGH: usize = 16 * 1024;

/// Most lines are phases, powers and orders.
pub fn identify(probe: &Probe<'_>) -> Option<Evidence> {
    let bytes = &probe.bytes[..probe.bytes.len().min(ENOUGH)];
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        // The end of what is looked at may cut a character.
        Err(error) => std::str::from_utf8(bytes.get(..error.valid_up_to())?).ok()?,
    };
    let (mut phases, mut orders, mut canonical, mut others) = (0, 0, 0, 0);
    let mut parts: Vec<Part> = Vec::new();
    let lines = dos_lines(text);
    let is_cut = bytes.len() < probe.bytes.len() || text.len() < bytes.len();
    for line in &lines[..lines.len() - usize::from(is_cut && lines.len() > 1)] {
        Orders::STANDARD.parts(&text[line.span()], line.start, None, &mut parts);
        for part in parts.drain(..) {
            match part.what {
                What::Phase(..) => phases += 1,
                What::Order(order) => match *order {
                    OrderPart { order: Ok(_), slips, .. } => {
                        orders += 1;
                        canonical += usize::from(slips.is_empty());
                    }
                    OrderPart { order: Err(_), .. } => others += 1,
                },
                What::Power(..) | What::Comment(_) => {}
            }
        }
    }
    if phases + orders == 0 || orders < others * 2 {
        return None;
    }
    let confidence = match (phases > 0, canonical * 2 >= orders) {
        (true, true) => 95,
        (false, true) => 85,
        (true, false) => 75,
        (false, false) if orders > others * 4 => 65,
        (false, false) => return None,
    };
    let all = phases + orders + others;
    Some(Evidence { confidence, reasons: vec![format!("{phases} phases and {orders} orders in {all} statements")] })
}
