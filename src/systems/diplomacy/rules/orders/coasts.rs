//! Checks coasts: of the unit that is ordered, of the one that it supports or convoys, and of the target of a fleet.

use super::codes::*;
use super::context::{Stage, TurnContext};
use super::graph::{Kind, ODD, OPEN, Shores, shore};
use super::judge::{Judge, Judged};
use super::order::{Location, Order, OrderKind, Unit};
use crate::model::{ActionKind, TerritoryRef};
use crate::systems::diplomacy::rules::NamedBoard;
use crate::text::Severity;

/// Coasts for which the Python engine 1.1.2 has other names: the code, the name that is no coast, and the coast meant.
const ALIASES: [(&str, &str, &str); 2] = [("SPA", "wc", "sc"), ("BUL", "nc", "ec")];

/// Returns an order with the engine's other names replaced by the coasts meant, and without parts that engines ignore.
pub(super) fn without_aliases(order: &ActionKind, named_board: &NamedBoard) -> ActionKind {
    let mut order = order.clone();
    let mut places: Vec<&mut TerritoryRef> = Vec::new();
    match &mut order {
        ActionKind::Move { from, to, via, .. } => {
            *via = None;
            places.extend([from, to]);
        }
        ActionKind::Retreat { from, to, .. } => places.extend([from, to]),
        ActionKind::Support { at, supported, .. } => {
            supported.player = None;
            places.extend([at, &mut supported.from]);
            places.extend(&mut supported.to);
        }
        ActionKind::Convoy { at, convoyed, .. } => {
            convoyed.player = None;
            places.extend([at, &mut convoyed.from, &mut convoyed.to]);
        }
        ActionKind::Hold { at, .. }
        | ActionKind::Build { at, .. }
        | ActionKind::Disband { at, .. }
        | ActionKind::Remove { at, .. } => places.push(at),
        _ => {}
    }
    for place in places {
        let alias = named_board.number(place).and_then(|number| named_board.code(number)).and_then(|code| {
            ALIASES.iter().find(|(province, other, _)| *province == code && place.coast() == Some(*other))
        });
        if let Some((_, _, coast)) = alias {
            *place = TerritoryRef::new(&format!("{}/{coast}", place.territory()));
        }
    }
    order
}

impl Judge<'_> {
    /// Returns the shore of the ordered unit: `actual` from the position, or else the one in the order. Reports a coast
    /// that is wrong or missing.
    pub(super) fn own_coast(
        &mut self,
        context: &TurnContext<'_>,
        order: &Order<'_>,
        unit: Unit<'_>,
        actual: Option<Shores>,
    ) -> Judged<Shores> {
        let (Location { number, shore, .. }, words) = (unit.location, self.words());
        let field = order.field_of_unit();
        // Engines only correct moves.
        let is_strict =
            order.order_kind == OrderKind::Build || matches!(context.stage, Some(Stage::Retreat | Stage::Adjustment));
        if unit.kind == Some(Kind::Army) {
            if shore != OPEN {
                self.army_coast(order, unit.location, field, is_strict)?;
            }
            return Ok(OPEN);
        }
        let coasts = self.graph.coasts(number);
        let right = match actual {
            Some(actual) => actual,
            None if shore == OPEN || coasts & shore != 0 => shore,
            None => self.alias(unit.location).unwrap_or(OPEN),
        };
        // The judge identifies the unit by its province, whatever the coast.
        if self.is_mail && order.order_kind != OrderKind::Build {
            return Ok(right);
        }
        if shore == OPEN && !self.is_definite(number, shore) {
            let candidates = if right == OPEN { coasts } else { right };
            let why = format!("missing coast: {}", words.fleets(number, candidates));
            if order.order_kind == OrderKind::Build {
                return self.void(order, field, &COAST_REQUIRED, &why);
            }
            self.changed(order, field, &COAST_FILLED, &why);
        } else if shore != right {
            let why = match (right, coasts) {
                (OPEN, 0) => format!("{} has no separate coasts; write F {0}", words.territory(number)),
                (OPEN, coasts) => format!("there is no such coast; the right one is {}", words.fleets(number, coasts)),
                (right, _) => format!("the fleet is {}", words.fleets(number, right)),
            };
            if is_strict && self.alias(unit.location) != Some(right) {
                return self.void(order, field, &WRONG_COAST, &why);
            }
            self.changed(order, field, &WRONG_COAST, &why);
        }
        Ok(right)
    }

    /// Reports an army with a coast. Engines remove it from some orders, and void others.
    pub(super) fn army_coast(
        &mut self,
        order: &Order<'_>,
        location: Location<'_>,
        field: &str,
        is_void: bool,
    ) -> Judged<()> {
        let why = format!("an army has no coast; write {}", self.words().territory(location.number));
        if is_void {
            return self.void(order, field, &ARMY_COAST, &why);
        }
        self.changed(order, field, &ARMY_COAST, &why);
        Ok(())
    }

    /// Returns the shore of the supported unit. Engines add a missing coast, and change nothing else.
    pub(super) fn other_coast(&mut self, order: &Order<'_>, other: Unit<'_>, actual: Option<Shores>) -> Judged<Shores> {
        let (Location { number, shore, .. }, words) = (other.location, self.words());
        let field = order.field_of_other();
        if other.kind == Some(Kind::Army) {
            if shore != OPEN {
                self.army_coast(order, other.location, field, true)?;
            }
            return Ok(OPEN);
        }
        let coasts = self.graph.coasts(number);
        let alias = self.alias(other.location);
        let written = alias.unwrap_or(shore);
        let right = actual.unwrap_or(written);
        let candidates = match (coasts, coasts & right) {
            (0, _) => OPEN,
            (_, 0) => coasts,
            (_, right) => right,
        };
        let fleets = words.fleets(number, candidates);
        if shore == OPEN {
            if !self.is_definite(number, shore) {
                self.changed(order, field, &COAST_FILLED, &format!("missing coast: {fleets}"));
            }
        } else if written != right || coasts & written == 0 {
            return self.void(order, field, &WRONG_COAST, &format!("the right form is {fleets}"));
        } else if alias.is_some() {
            self.changed(order, field, &WRONG_COAST, &format!("engines read {fleets}"));
        }
        Ok(right)
    }

    /// Checks the coast of a fleet's target; `reach` has the shores of the target that it can reach, at least one.
    pub(super) fn target_coast(&mut self, order: &Order<'_>, to: Location<'_>, reach: Shores) -> Judged<()> {
        let field = order.field_of_target();
        let names = |shores| self.words().shores(to.number, shores).join(" or ");
        if self.is_mail && to.shore == OPEN && reach & OPEN == 0 {
            return self.first_coast(order, to, reach);
        }
        if to.shore == OPEN && reach & OPEN == 0 {
            let why = format!("missing coast: {}", names(reach));
            if reach.count_ones() > 1 || order.order_kind == OrderKind::Retreat {
                return self.void(order, field, &COAST_REQUIRED, &why);
            }
            self.changed(order, field, &COAST_FILLED, &why);
            return Ok(());
        }
        if reach & to.shore != 0 {
            return Ok(());
        }
        let coasts = self.graph.coasts(to.number);
        match self.alias(to) {
            Some(alias) if reach & alias != 0 => {
                let why = format!("there is no such coast; engines read {}", names(alias));
                self.changed(order, field, &WRONG_COAST, &why);
                Ok(())
            }
            _ if coasts & to.shore != 0 => {
                let why = format!("not adjacent by this coast; the fleet can reach {}", names(reach));
                self.void(order, field, &NOT_ADJACENT, &why)
            }
            _ => self.void(
                order,
                field,
                &WRONG_COAST,
                &format!("there is no such coast; the right form is {}", names(reach)),
            ),
        }
    }

    /// Warns where the judge moves a fleet without a coast to one that it cannot reach, or that may not be meant: the
    /// first in its map.
    fn first_coast(&mut self, order: &Order<'_>, to: Location<'_>, reach: Shores) -> Judged<()> {
        let Some(first) = self.named_board.first_coast(to.number).map(|coast| shore(Some(coast))) else {
            return Ok(());
        };
        if reach == first {
            return Ok(());
        }
        let names = |shores| self.words().shores(to.number, shores).join(" or ");
        let why = match reach & first {
            0 => format!("without a coast the judge takes {}, and the fleet can reach {}", names(first), names(reach)),
            _ => format!("without a coast the judge takes {}, the first in its map", names(first)),
        };
        self.emit(order, order.field_of_target(), &COAST_FILLED, Severity::Warning, &why);
        Ok(())
    }

    /// Returns the coast that engines read instead of one that does not exist; `None` where they have no other name for
    /// it.
    pub(super) fn alias(&self, location: Location<'_>) -> Option<Shores> {
        if location.shore == OPEN || self.graph.coasts(location.number) & location.shore & !ODD != 0 {
            return None;
        }
        let (code, coast) = (self.named_board.code(location.number)?, location.place.coast()?);
        let alias = ALIASES.iter().find(|(province, other, _)| (*province, *other) == (code, coast))?;
        Some(shore(Some(alias.2)))
    }
}
