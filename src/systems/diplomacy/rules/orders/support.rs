//! Checks supports and convoys: whether they are possible, and whether they match an order of the phase.

use super::codes::*;
use super::context::TurnContext;
use super::graph::{Kind, OPEN, Shores, shore};
use super::judge::{Judge, Judged};
use super::order::{Location, Order, OrderKind, Unit};
use super::sea_components::SeaComponents;
use crate::rules::RuleSet;
use crate::text::Severity;

impl Judge<'_> {
    pub(super) fn support(&mut self, context: &TurnContext<'_>, order: &Order<'_>, unit: Unit<'_>) -> Judged<()> {
        let Some(other) = order.other else { return Ok(()) };
        let other = self.other(context, order, other)?;
        if other.location.number == unit.location.number {
            return self.void(order, ".supported", &SELF_SUPPORT, "a unit cannot support itself");
        }
        let place = match order.to {
            Some(to) => self.supported_move(context, order, unit, other, to)?,
            None => other.location.number,
        };
        self.in_reach(order, unit, place)?;
        self.match_support(context, order, other);
        Ok(())
    }

    /// Returns the supported or convoyed unit, with its kind and shore.
    fn other<'t>(&mut self, context: &TurnContext<'_>, order: &Order<'_>, other: Unit<'t>) -> Judged<Unit<'t>> {
        let field = order.field_of_other();
        let piece = if order.order_kind == OrderKind::Convoy { ".convoyed.piece" } else { ".supported.piece" };
        let kind = Some(self.kind(context, order, other, piece)?);
        let mut other = Unit { kind, ..other };
        self.terrain(order, other, field)?;
        let mut actual = None;
        if let Some(there) = context.units_at(other.location.number) {
            match there.iter().find(|standing| Some(standing.kind) == other.kind) {
                Some(standing) => actual = self.sure(other.location.number, standing.shore),
                None => return self.absent(context, order, other.location.number, field),
            }
        }
        other.location.shore = self.other_coast(order, other, actual)?;
        Ok(other)
    }

    fn supported_move(
        &mut self,
        context: &TurnContext<'_>,
        order: &Order<'_>,
        unit: Unit<'_>,
        other: Unit<'_>,
        to: Location<'_>,
    ) -> Judged<usize> {
        self.terrain(order, Unit { kind: other.kind, location: to }, ".supported.to")?;
        let from = other.location.number;
        let kind = other.kind.unwrap_or(Kind::Army);
        let reach = match kind {
            Kind::Army => Shores::from(self.graph.army_goes(from, to.number)),
            Kind::Fleet => self.graph.fleet_goes(from, other.location.shore, to.number),
        };
        if reach == 0
            && (kind == Kind::Fleet
                || from == to.number
                || !context.sea_components(self.graph).connect(self.graph, from, to.number))
        {
            let why =
                format!("the supported unit cannot go there; {}", self.words().reach(kind, from, other.location.shore));
            return self.void(order, ".supported.to", &IDLE_SUPPORT, &why);
        }
        match kind {
            Kind::Army if to.shore != OPEN => {
                self.army_coast(order, to, ".supported.to", is_short(order))?;
            }
            Kind::Fleet if to.shore != OPEN && reach & to.shore == 0 => self.support_coast(order, unit, to, reach)?,
            _ => {}
        }
        Ok(to.number)
    }

    /// Reports a support of a fleet's move to a coast that the fleet cannot reach. The Python engine 1.1.2 drops the
    /// coast where a fleet supports; where an army does, it distinguishes coasts that are on the board from others.
    fn support_coast(&mut self, order: &Order<'_>, unit: Unit<'_>, to: Location<'_>, reach: Shores) -> Judged<()> {
        let right = self.words().shores(to.number, reach).join(" or ");
        let why = format!("the supported fleet can only reach {right}");
        let is_there = self.graph.coasts(to.number) & to.shore != 0 || self.alias(to).is_some();
        if !is_there && (unit.kind == Some(Kind::Army) || is_short(order)) {
            return self.void(order, ".supported.to", &WRONG_COAST, &why);
        }
        if is_there {
            self.idle(order, ".supported.to", &IDLE_SUPPORT, &why);
        } else {
            self.changed(order, ".supported.to", &WRONG_COAST, &why);
        }
        Ok(())
    }

    /// Checks that the supporting unit could move to where the support is needed.
    fn in_reach(&mut self, order: &Order<'_>, unit: Unit<'_>, place: usize) -> Judged<()> {
        let (kind, Location { number, shore, .. }) = (unit.kind.unwrap_or(Kind::Army), unit.location);
        let reaches = match kind {
            Kind::Army => self.graph.army_goes(number, place),
            Kind::Fleet => self.graph.fleet_goes(number, shore, place) != 0,
        };
        if reaches {
            return Ok(());
        }
        let (field, words) = (if order.to.is_some() { ".supported.to" } else { ".supported.from" }, self.words());
        let why = format!("{} is out of reach; {}", words.territory(place), words.reach(kind, number, shore));
        self.void(order, field, &OUT_OF_REACH, &why)
    }

    pub(super) fn convoy(&mut self, context: &mut TurnContext<'_>, order: &Order<'_>, unit: Unit<'_>) -> Judged<()> {
        let (Some(other), Some(to)) = (order.other, order.to) else { return Ok(()) };
        let (words, sea) = (self.words(), unit.location.number);
        if unit.kind == Some(Kind::Army) {
            return self.void(order, ".piece", &NO_CONVOYER, "armies do not convoy");
        }
        if !self.graph.convoys(sea) {
            let why = format!("only fleets at sea convoy, and {} is a coastal province", words.territory(sea));
            return self.void(order, ".at", &NO_CONVOYER, &why);
        }
        if other.kind == Some(Kind::Fleet) {
            return self.void(order, ".convoyed.piece", &NOT_CONVOYED, "only armies are convoyed");
        }
        let other = self.other(context, order, other)?;
        for (location, field) in [(other.location, ".convoyed.from"), (to, ".convoyed.to")] {
            if !self.graph.is_coastal(location.number) {
                let why = format!("{} has no coast for a convoy", words.territory(location.number));
                return self.void(order, field, &NOT_CONVOYED, &why);
            }
        }
        if to.shore != OPEN {
            self.army_coast(order, to, ".convoyed.to", true)?;
        }
        self.on_route(context, order, (other.location.number, to.number, sea))?;
        self.match_convoy(context, order, other.location.number, to.number);
        Ok(())
    }

    /// Checks that the fleet is on a route between the two coasts.
    fn on_route(&mut self, context: &mut TurnContext<'_>, order: &Order<'_>, way: (usize, usize, usize)) -> Judged<()> {
        let (from, to, sea) = way;
        let known = context.routes.get(&way).copied();
        let is_on_route =
            known.unwrap_or_else(|| context.sea_components(self.graph).is_on_route(self.graph, from, to, sea));
        context.routes.insert(way, is_on_route);
        if is_on_route {
            return Ok(());
        }
        let words = self.words();
        let [start, end, at] = [from, to, sea].map(|number| words.territory(number));
        let why = if from == to {
            format!("a convoy from {start} to {start} leads nowhere")
        } else if !self.graph.sea_components.connect(self.graph, from, to) {
            self.no_sea_path(from, to, None)
        } else if !context.sea_components(self.graph).connect(self.graph, from, to) {
            format!("no fleets are on a sea route from {start} to {end}")
        } else if context.units.is_some() {
            format!("the fleets make no route from {start} to {end} that needs {at}")
        } else {
            format!("no sea route from {start} to {end} needs {at}")
        };
        self.void(order, "", &OFF_ROUTE, &why)
    }

    /// Checks that the order of the supported unit is the one that is supported.
    fn match_support(&mut self, context: &TurnContext<'_>, order: &Order<'_>, other: Unit<'_>) {
        let other_order = context
            .order_of(other.location.number)
            .filter(|own| own.unit.kind.is_none_or(|kind| Some(kind) == other.kind));
        let words = self.words();
        let Some(own) = other_order else {
            if order.to.is_some() && self.rules == RuleSet::Document {
                let mut why = format!("no order of this phase moves {}", words.unit_of(other));
                let severity = self.unless_foreign(context, order, other.location.number, &mut why);
                self.emit(order, ".supported", &UNMATCHED_SUPPORT, severity, &why);
            }
            return;
        };
        let own_to = own.to.filter(|_| own.order_kind == OrderKind::Move);
        if self.is_mail
            && other.kind == Some(Kind::Fleet)
            && let (Some(to), Some(own_to)) = (order.to, own_to)
            && to.number == own_to.number
        {
            return self.match_coasts(order, own, to, own_to);
        }
        let is_same = match (order.to, own_to) {
            (None, None) => return,
            (Some(to), Some(own_to)) if to.number == own_to.number => {
                if to.shore == own_to.shore {
                    return;
                }
                true
            }
            _ => false,
        };
        let ordered = words.order(own);
        let why = match own_to {
            Some(own_to) if is_same && other.kind == Some(Kind::Fleet) => {
                let right = Order { to: Some(own_to), ..*order };
                format!(
                    "the fleet has the order {ordered}; engines do not mind, but the nJudge voids the support; write {}",
                    words.order(&right)
                )
            }
            // A coast of an army is reported elsewhere.
            _ if is_same => return,
            _ => format!("the unit has the order {ordered}, so the support has no effect"),
        };
        self.idle(order, ".supported.to", &UNMATCHED_SUPPORT, &why);
    }

    /// Reports a support to another coast than the move's. The judge takes the first coast of its map where none is
    /// named, in the move and in the support.
    fn match_coasts(&mut self, order: &Order<'_>, own: &Order<'_>, to: Location<'_>, own_to: Location<'_>) {
        let first = self.named_board.first_coast(to.number).map_or(OPEN, |coast| shore(Some(coast)));
        let taken = |location: Location<'_>| if location.shore == OPEN { first } else { location.shore };
        if taken(to) == taken(own_to) {
            return;
        }
        let words = self.words();
        let right = words.order(&Order { to: Some(own_to), ..*order });
        let why = format!(
            "the fleet has the order {}, and the judge voids a support to another coast; write {right}",
            words.order(own)
        );
        self.emit(order, ".supported.to", &UNMATCHED_SUPPORT, Severity::Error, &why);
    }

    fn match_convoy(&mut self, context: &TurnContext<'_>, order: &Order<'_>, from: usize, to: usize) {
        let words = self.words();
        let mut why = match context.order_of(from) {
            Some(own) if own.order_kind == OrderKind::Move && own.to.is_some_and(|own_to| own_to.number == to) => {
                return;
            }
            Some(own) => {
                let why = format!("the army has the order {}, so the convoy has no effect", words.order(own));
                return self.idle(order, ".convoyed", &UNMATCHED_CONVOY, &why);
            }
            None if self.rules == RuleSet::Document => {
                format!("missing order of this phase: A {} - {} VIA", words.territory(from), words.territory(to))
            }
            None => return,
        };
        let severity = self.unless_foreign(context, order, from, &mut why);
        self.emit(order, ".convoyed", &UNMATCHED_CONVOY, severity, &why);
    }

    /// Returns the severity of a missing order for a unit by the document. Where the file only has this power's orders,
    /// another power's unit may have an order elsewhere, and `why` says so.
    fn unless_foreign(
        &self,
        context: &TurnContext<'_>,
        order: &Order<'_>,
        number: usize,
        why: &mut String,
    ) -> Severity {
        let owners =
            || context.units_at(number).unwrap_or_default().iter().filter_map(|there| there.piece.player.as_ref());
        let is_own = owners().any(|owner| Some(owner) == order.player);
        if !is_alone(context, order) || is_own {
            return Severity::Error;
        }
        match owners().next() {
            Some(owner) => {
                let owner = self.named_board.power_name(owner);
                why.push_str(&format!("; it is a unit of {owner}, whose orders are not here"));
            }
            None => why.push_str("; it may be another power's, whose orders are not here"),
        }
        Severity::Note
    }

    /// Checks that fleets are ordered to convoy a move all the way.
    pub(super) fn chain(&mut self, context: &mut TurnContext<'_>, order: &Order<'_>, from: usize, to: usize) {
        if self.rules == RuleSet::Document && !order.by_convoy {
            return;
        }
        // `usize::MAX`, which is no sea, stands for all of them.
        let way = (from, to, usize::MAX);
        let known = context.routes.get(&way).copied();
        let is_whole = known.unwrap_or_else(|| {
            let seas = context.convoys.seas(from, to).filter(|&sea| self.graph.convoys(sea)).collect();
            SeaComponents::of(self.graph, seas).connect(self.graph, from, to)
        });
        context.routes.insert(way, is_whole);
        if is_whole {
            return;
        }
        let words = self.words();
        let convoy = format!("C A {} - {}", words.territory(from), words.territory(to));
        let mut why = match &context.convoys.seas(from, to).collect::<Vec<_>>()[..] {
            [] => format!("no order of this phase convoys it: F ... {convoy}"),
            some => format!("the fleets with {convoy} ({}) make no complete way", words.list(some.iter().copied())),
        };
        if self.rules != RuleSet::Document {
            return self.idle(order, "", &BROKEN_CHAIN, &why);
        }
        let severity = if is_alone(context, order) { Severity::Note } else { Severity::Error };
        if severity == Severity::Note {
            why.push_str("; fleets of other powers may, whose orders are not here");
        }
        self.emit(order, "", &BROKEN_CHAIN, severity, &why);
    }
}

/// Returns whether a letter is missing, which keeps the Python engine 1.1.2 from dropping a coast.
fn is_short(order: &Order<'_>) -> bool {
    order.unit.kind.is_none() || order.other.is_some_and(|other| other.kind.is_none())
}

/// Returns whether all orders of the turn are by the power that gave this one.
fn is_alone(context: &TurnContext<'_>, order: &Order<'_>) -> bool {
    order.player.is_some() && context.orders.iter().all(|other| other.player == order.player)
}
