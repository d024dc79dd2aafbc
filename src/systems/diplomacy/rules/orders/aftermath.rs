//! Checks retreats, builds and removals.

use super::codes::*;
use super::context::{Stage, TurnContext};
use super::graph::{Kind, OPEN};
use super::judge::{Judge, Judged};
use super::order::{Location, Order, Unit};
use crate::model::TerritoryRef;
use crate::rules::RuleSet;
use crate::text::Severity;
use crate::text::english::counted;

impl Judge<'_> {
    pub(super) fn retreat(&mut self, context: &TurnContext<'_>, order: &Order<'_>) -> Judged<()> {
        let unit = self.own(context, order)?;
        let (Some(to), Location { number, shore, .. }) = (order.to, unit.location) else { return Ok(()) };
        if order.by_convoy {
            return self.void(order, ".by_convoy", &WRONG_PHASE, "no unit is convoyed in a retreat; remove VIA");
        }
        let kind = unit.kind.unwrap_or(Kind::Army);
        self.terrain(order, Unit { kind: unit.kind, location: to }, ".to")?;
        if kind == Kind::Army && to.shore != OPEN {
            self.army_coast(order, to, ".to", true)?;
        }
        if let Some(there) = context.units.as_ref().and_then(|units| units.at(to.number, false).first()) {
            let unit = self.words().unit(Some(there.kind), &self.named_board.called(&there.piece.territory));
            return self.void(order, ".to", &RETREAT_REFUSED, &format!("{unit} is there"));
        }
        let standing = context.units_at(number).unwrap_or_default().iter().find(|standing| standing.kind == kind);
        let retreats = standing.map_or(&[][..], |standing| &standing.piece.retreats);
        if !retreats.is_empty() {
            return self.listed_retreat(order, to, retreats);
        }
        let reach = match kind {
            Kind::Army => u8::from(self.graph.army_goes(number, to.number)),
            Kind::Fleet => self.graph.fleet_goes(number, shore, to.number),
        };
        if reach == 0 {
            let why = format!("not adjacent; {}", self.words().reach(kind, number, shore));
            return self.void(order, ".to", &NOT_ADJACENT, &why);
        }
        if kind == Kind::Fleet { self.target_coast(order, to, reach) } else { Ok(()) }
    }

    fn listed_retreat(&mut self, order: &Order<'_>, to: Location<'_>, retreats: &[TerritoryRef]) -> Judged<()> {
        let spots = || retreats.iter().filter_map(|place| Location::of(place, self.named_board));
        let there =
            spots().filter(|location| location.number == to.number).fold(0, |shores, location| shores | location.shore);
        if there != 0 {
            return self.target_coast(order, to, there);
        }
        let unit = self.words().unit_of(order.unit);
        let open = self.words().places(retreats.iter(), " or ");
        self.void(order, ".to", &RETREAT_REFUSED, &format!("the unit may retreat to {open}; {unit} D disbands it"))
    }

    pub(super) fn build<'t>(&mut self, context: &mut TurnContext<'t>, order: &Order<'t>) -> Judged<()> {
        let number = order.unit.location.number;
        if self.graph.has_cities {
            // Builds in Machiavelli are in cities, and follow other rules.
            return self.terrain(order, order.unit, ".at");
        }
        let claim = context.supply.as_ref().and_then(|supply| supply.claim(order.player));
        match claim {
            Some(claim) if claim < 0 => {
                let why = format!(
                    "the power has {} too many, which it removes with D",
                    counted(claim.unsigned_abs() as usize, "unit", "units")
                );
                return self.void(order, "", &NO_ADJUSTMENT, &why);
            }
            Some(0) => return self.void(order, "", &NO_ADJUSTMENT, "the power has as many units as centres"),
            _ => {}
        }
        self.site(context, order, number)?;
        let words = self.words();
        if context.sites.contains(&number) {
            let why = format!("another build is in {}", words.territory(number));
            return self.void(order, ".at", &SITE_TWICE, &why);
        }
        let unit = Unit { kind: Some(self.kind(context, order, order.unit, ".piece")?), ..order.unit };
        self.terrain(order, unit, ".at")?;
        self.own_coast(context, order, unit, None)?;
        context.sites.insert(number);
        if let Some(claim) = claim {
            self.due(context, order, claim, "build");
        }
        Ok(())
    }

    /// Checks that a province is an empty home centre that the power owns.
    fn site(&mut self, context: &TurnContext<'_>, order: &Order<'_>, number: usize) -> Judged<()> {
        let (words, name) = (self.words(), self.words().territory(number));
        let home = |number: usize| context.homes.owner(number, self.named_board);
        let is_home = match order.player {
            _ if context.homes.is_any => {
                self.named_board.territory(number).is_some_and(|territory| territory.centre == Some(true))
            }
            Some(player) => home(number) == Some(player),
            None => home(number).is_some(),
        };
        if !is_home {
            let why = match order.player {
                Some(player) => {
                    let homes = (0..self.named_board.count()).filter(|&other| home(other) == Some(player));
                    let power = self.named_board.power_name(player);
                    format!("{name} is not a home centre of {power}, which has {}", words.list(homes))
                }
                None => format!("{name} is nobody's home centre"),
            };
            return self.void(order, ".at", &BUILD_SITE, &why);
        }
        let supply = context.supply.as_ref().zip(order.player);
        if let Some(owner) = supply.and_then(|(supply, player)| supply.other_owner(number, player)) {
            let owner = owner.map_or("nobody", |owner| self.named_board.power_name(owner));
            return self.void(order, ".at", &BUILD_SITE, &format!("{name} belongs to {owner} now"));
        }
        let there = context.units.as_ref().map_or(&[][..], |units| units.at(number, false));
        match there.first() {
            Some(standing) => {
                let unit = words.unit(Some(standing.kind), &self.named_board.called(&standing.piece.territory));
                self.void(order, ".at", &BUILD_SITE, &format!("{unit} is there"))
            }
            None => Ok(()),
        }
    }

    pub(super) fn disband<'t>(&mut self, context: &mut TurnContext<'t>, order: &Order<'t>) -> Judged<()> {
        let claim = context.supply.as_ref().and_then(|supply| supply.claim(order.player));
        if claim.is_some_and(|claim| claim >= 0) {
            return self.void(order, "", &NO_ADJUSTMENT, "the power has no more units than centres");
        }
        self.own(context, order)?;
        if let Some(claim) = claim {
            self.due(context, order, -claim, "remove");
        }
        Ok(())
    }

    /// Warns of an adjustment that exceeds the number due.
    fn due<'t>(&mut self, context: &mut TurnContext<'t>, order: &Order<'t>, due: i64, what: &str) {
        if context.supply.as_mut().is_some_and(|supply| supply.meet(order) > due) {
            let why = format!(
                "the power has {} to {what}, and engines ignore this one",
                counted(due.unsigned_abs() as usize, "unit", "units")
            );
            self.emit(order, "", &NO_ADJUSTMENT, Severity::Warning, &why);
        }
    }

    pub(super) fn waived(&mut self, context: &TurnContext<'_>) {
        for &(index, player) in &context.waived {
            if !matches!(context.stage, None | Some(Stage::Adjustment)) {
                let message = "WAIVE: builds are waived in adjustment phases".to_owned();
                self.emit_at(index, "", &WRONG_PHASE, Severity::Error, message);
            } else if context.supply.as_ref().and_then(|supply| supply.claim(player)).is_some_and(|claim| claim < 0) {
                let message = "WAIVE: the power has units to remove, not to build".to_owned();
                self.emit_at(index, "", &NO_ADJUSTMENT, Severity::Error, message);
            }
            if self.rules == RuleSet::Document {
                let message = "WAIVE: the document has no such order, but engines accept it".to_owned();
                self.emit_at(index, "", &DOCUMENT_DIFFERS, Severity::Note, message);
            }
        }
    }
}
