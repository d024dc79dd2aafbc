//! Checks moves: by land, along coasts, by convoy.

use super::codes::*;
use super::context::TurnContext;
use super::graph::{Kind, OPEN};
use super::judge::{Judge, Judged};
use super::order::{Location, Order, Unit};
use crate::rules::RuleSet;
use crate::text::printable::quoted;

impl Judge<'_> {
    pub(super) fn movement(&mut self, context: &mut TurnContext<'_>, order: &Order<'_>, unit: Unit<'_>) -> Judged<()> {
        let Some(to) = order.to else { return Ok(()) };
        if to.number == unit.location.number {
            let why = format!("the unit is already there; {} H lets it hold", self.words().unit_of(unit));
            return self.void(order, ".to", &NOT_ADJACENT, &why);
        }
        match unit.kind {
            Some(Kind::Fleet) => self.fleet_move(order, unit, to),
            _ => self.army_move(context, order, unit, to),
        }
    }

    fn fleet_move(&mut self, order: &Order<'_>, unit: Unit<'_>, to: Location<'_>) -> Judged<()> {
        if order.by_convoy {
            return self.void(order, ".by_convoy", &NO_CONVOY, "fleets are not convoyed; remove VIA");
        }
        self.terrain(order, Unit { kind: unit.kind, location: to }, ".to")?;
        let reach = self.graph.fleet_goes(unit.location.number, unit.location.shore, to.number);
        if reach == 0 {
            let why =
                format!("not adjacent; {}", self.words().reach(Kind::Fleet, unit.location.number, unit.location.shore));
            return self.void(order, ".to", &NOT_ADJACENT, &why);
        }
        self.target_coast(order, to, reach)
    }

    fn army_move(
        &mut self,
        context: &mut TurnContext<'_>,
        order: &Order<'_>,
        unit: Unit<'_>,
        to: Location<'_>,
    ) -> Judged<()> {
        let (from, kind) = (unit.location.number, unit.kind);
        self.terrain(order, Unit { kind, location: to }, ".to")?;
        if to.shore != OPEN {
            // The Python engine 1.1.2 keeps the coast where the letter is missing, or VIA follows.
            self.army_coast(order, to, ".to", order.by_convoy || order.unit.kind.is_none())?;
        }
        // Railways carry armies further than the map shows, and routes along them are not waters.
        if self.graph.has_railways && !order.via.is_empty() {
            return Ok(());
        }
        let walks = self.graph.army_goes(from, to.number);
        if walks && !order.by_convoy {
            return Ok(());
        }
        let no_coast = [from, to.number].into_iter().find(|&place| !self.graph.is_coastal(place));
        let can_sail = no_coast.is_none() && self.graph.sea_components.connect(self.graph, from, to.number);
        if !can_sail {
            let (why, reach) =
                (self.no_sea_path(from, to.number, no_coast), self.words().reach(Kind::Army, from, OPEN));
            return match (order.by_convoy, walks) {
                (true, true) => self.void(order, ".by_convoy", &NO_CONVOY, &format!("{why}; without VIA it can walk")),
                (true, false) => self.void(order, ".by_convoy", &NO_CONVOY, &format!("{why}; {reach}")),
                (false, _) => self.void(order, ".to", &NOT_ADJACENT, &format!("not adjacent, and {why}; {reach}")),
            };
        }
        if self.is_mail && order.via.is_empty() {
            let why = format!("missing seas of the convoy, such as {}", self.words().routed(order));
            return self.void(order, "", &BAD_ROUTE, &why);
        }
        if !order.by_convoy {
            let right = self.words().order(&Order { by_convoy: true, ..*order });
            let tolerance =
                if self.rules == RuleSet::Engine { "; engines accept it without, the document does not" } else { "" };
            self.idle(order, "", &VIA_MISSING, &format!("missing VIA: {right}{tolerance}"));
        }
        self.fleets_on_the_way(context, order, from, to.number)?;
        self.named_route(order, from, to.number)?;
        self.chain(context, order, from, to.number);
        Ok(())
    }

    /// Returns why no army can be convoyed from one place to another, whatever fleets there are.
    pub(super) fn no_sea_path(&self, from: usize, to: usize, no_coast: Option<usize>) -> String {
        let words = self.words();
        match no_coast {
            Some(place) => format!("{} has no coast for a convoy", words.territory(place)),
            None => format!("no sea leads from {} to {}", words.territory(from), words.territory(to)),
        }
    }

    fn fleets_on_the_way(
        &mut self,
        context: &TurnContext<'_>,
        order: &Order<'_>,
        from: usize,
        to: usize,
    ) -> Judged<()> {
        let fleets = context.units.as_ref().map(|units| &units.fleets);
        if fleets.is_none_or(|fleets| fleets.connect(self.graph, from, to)) {
            return Ok(());
        }
        let words = self.words();
        let why = format!("no fleets are on a sea route from {} to {}", words.territory(from), words.territory(to));
        self.void(order, if order.by_convoy { ".by_convoy" } else { ".to" }, &NO_CONVOY, &why)
    }

    /// Checks the waters that a convoyed move names as its route.
    fn named_route(&mut self, order: &Order<'_>, from: usize, to: usize) -> Judged<()> {
        let mut last = from;
        for (i, place) in order.via.iter().enumerate() {
            let why = match self.named_board.number(place) {
                None => Some(format!("unknown province {}", quoted(place.as_str()))),
                Some(sea) if !self.graph.convoys(sea) => Some(format!("{} is not water", self.words().territory(sea))),
                Some(sea) => {
                    let touches = self.graph.by_water(last).any(|next| next == sea);
                    let before = std::mem::replace(&mut last, sea);
                    (!touches).then(|| self.apart(before, sea))
                }
            };
            if let Some(why) = why {
                return self.bad_route(order, i, &why);
            }
        }
        if last != from && !self.graph.by_water(last).any(|next| next == to) {
            let why = self.apart(last, to);
            return self.bad_route(order, order.via.len() - 1, &why);
        }
        Ok(())
    }

    /// Reports a wrong route, which engines ignore, and for which the judge rejects the order.
    fn bad_route(&mut self, order: &Order<'_>, place: usize, why: &str) -> Judged<()> {
        let field = format!(".via[{place}]");
        if self.is_mail {
            return self.void(order, &field, &BAD_ROUTE, why);
        }
        self.changed(order, &field, &BAD_ROUTE, why);
        Ok(())
    }

    fn apart(&self, one: usize, other: usize) -> String {
        let words = self.words();
        format!(
            "{} and {} do not touch; {0} touches {}",
            words.territory(one),
            words.territory(other),
            words.list(self.graph.by_water(one))
        )
    }
}
