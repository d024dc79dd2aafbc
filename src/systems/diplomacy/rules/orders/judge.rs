//! Checks the orders of a turn one by one, and collects findings.

use super::context::{Stage, TurnContext, UnitAt};
use super::graph::{Kind, MoveGraph, OPEN, Shores};
use super::order::{Order, OrderKind, Parts, Unit};
use super::supply::Supply;
use super::wording::{MAX_LISTED, Wording};
use super::{codes::*, document, implied};
use crate::model::Turn;
use crate::rules::RuleSet;
use crate::systems::diplomacy::rules::{Findings, NamedBoard};
use crate::text::printable::quoted;
use crate::text::{Code, Severity};

/// Number of findings after which unknown names get no suggestions, which take long to look up.
const MAX_SUGGESTIONS: usize = 1_000;

pub(super) struct Judge<'g> {
    pub(super) named_board: &'g NamedBoard,
    pub(super) graph: &'g MoveGraph,
    pub(super) rules: RuleSet,
    /// Whether the orders are mailed to the nJudge, so that its rules apply.
    pub(super) is_mail: bool,
    pub(super) found: Findings,
    turn: usize,
}

/// The error for an order that needs no more checks, as its findings are already reported.
pub(super) struct Void;

/// Result of a check of an order; [`Void`] where the order is void.
pub(super) type Judged<T> = Result<T, Void>;

impl<'g> Judge<'g> {
    pub(super) fn new(named_board: &'g NamedBoard, rules: RuleSet) -> Judge<'g> {
        Judge { named_board, graph: named_board.graph(), rules, is_mail: false, found: Findings::default(), turn: 0 }
    }

    pub(super) fn words(&self) -> Wording<'g> {
        Wording(self.named_board)
    }

    /// Checks a turn: names that are not on the board, then the orders, then waived builds.
    pub(super) fn turn<'t>(&mut self, context: &mut TurnContext<'t>, turn: &'t Turn) {
        self.turn = context.index;
        for &index in &context.off_board {
            if let Some(action) = turn.actions.get(index) {
                self.off_board(index, Parts::of(&action.kind));
            }
        }
        if context.has_rivals() {
            // The order that counts for a unit depends on which of its orders are void.
            let before = self.found.0.len();
            self.orders(context);
            self.found.0.truncate(before);
            context.last_good = std::mem::take(&mut context.good);
            context.sites.clear();
            context.supply.iter_mut().for_each(Supply::begin_anew);
        }
        self.orders(context);
        self.waived(context);
    }

    fn orders<'t>(&mut self, context: &mut TurnContext<'t>) {
        for slot in 0..context.orders.len() {
            let Some(&order) = context.orders.get(slot) else { continue };
            let before = self.found.0.len();
            let is_whole = self.order(context, &order).is_ok();
            if is_whole {
                context.good.insert(order.unit.location.number, slot);
            }
            if self.rules == RuleSet::Document {
                document::remark(self, &order, before, is_whole);
            }
        }
    }

    fn order<'t>(&mut self, context: &mut TurnContext<'t>, order: &Order<'t>) -> Judged<()> {
        self.phase(context, order)?;
        // In a movement phase the last order that is not void counts.
        let is_movement = matches!(context.stage, None | Some(Stage::Movement));
        if !is_movement {
            self.twice(context, order)?;
        }
        self.alone(context, order)?;
        if is_movement {
            self.twice(context, order)?;
        }
        Ok(())
    }

    /// Checks an order without regard to others for the same unit.
    fn alone<'t>(&mut self, context: &mut TurnContext<'t>, order: &Order<'t>) -> Judged<()> {
        match order.order_kind {
            OrderKind::Build => return self.build(context, order),
            OrderKind::Retreat => return self.retreat(context, order),
            OrderKind::Move if context.stage == Some(Stage::Retreat) => return self.retreat(context, order),
            OrderKind::Disband => return self.disband(context, order),
            _ => {}
        }
        let unit = self.own(context, order)?;
        match order.order_kind {
            OrderKind::Move => self.movement(context, order, unit),
            OrderKind::Support => self.support(context, order, unit),
            OrderKind::Convoy => self.convoy(context, order, unit),
            _ => Ok(()),
        }
    }

    /// Reports an order with a place that is not on the board, or with a unit that is neither army nor fleet.
    fn off_board(&mut self, index: usize, parts: Option<Parts<'_>>) {
        if self.named_board.has_named_powers()
            && let Some((field, piece)) = parts.iter().find_map(Parts::odd_unit)
        {
            let message = format!("unknown unit {}: this board has armies (A) and fleets (F)", quoted(piece));
            self.emit_at(index, field, &OUT_OF_PLACE, Severity::Error, message);
        }
        for (field, place) in parts.iter().flat_map(Parts::places) {
            if self.named_board.number(place).is_some() {
                continue;
            }
            let mut message = format!("unknown province {}", quoted(place.as_str()));
            // Looking up similar names takes long.
            if self.found.0.len() < MAX_SUGGESTIONS {
                let like =
                    self.named_board.like(place.territory()).into_iter().map(|number| self.words().territory(number));
                let like: Vec<String> = like.take(MAX_LISTED).collect();
                if !like.is_empty() {
                    message += &format!("; did you mean {}?", like.join(" or "));
                }
            }
            self.emit_at(index, field, &NO_SUCH_PLACE, Severity::Error, message);
        }
    }

    /// Adds a finding about an order, or about one of its fields.
    pub(super) fn emit(&mut self, order: &Order<'_>, field: &str, code: &'static Code, severity: Severity, why: &str) {
        self.emit_at(order.index, field, code, severity, format!("{}: {why}", self.words().order(order)));
    }

    pub(super) fn emit_at(
        &mut self,
        index: usize,
        field: &str,
        code: &'static Code,
        severity: Severity,
        message: String,
    ) {
        let path = format!("game.turns[{}].actions[{index}]{field}", self.turn);
        self.found.add(code, severity, path, message);
    }

    /// Reports an error that makes an order void.
    pub(super) fn void<T>(&mut self, order: &Order<'_>, field: &str, code: &'static Code, why: &str) -> Judged<T> {
        self.emit(order, field, code, Severity::Error, why);
        Err(Void)
    }

    /// Reports text that engines change without notice, and the document forbids.
    pub(super) fn changed(&mut self, order: &Order<'_>, field: &str, code: &'static Code, why: &str) {
        self.emit(order, field, code, self.severity(Severity::Warning), why);
    }

    /// Reports text that engines accept, perhaps without effect, and the document forbids.
    pub(super) fn idle(&mut self, order: &Order<'_>, field: &str, code: &'static Code, why: &str) {
        self.emit(order, field, code, self.severity(Severity::Note), why);
    }

    fn severity(&self, engine: Severity) -> Severity {
        match self.rules {
            RuleSet::Engine | RuleSet::Program(_) => engine,
            RuleSet::Document => Severity::Error,
        }
    }

    fn phase(&mut self, context: &TurnContext<'_>, order: &Order<'_>) -> Judged<()> {
        let stage = match (context.stage, order.order_kind) {
            (None, _)
            | (Some(Stage::Movement), OrderKind::Move | OrderKind::Hold | OrderKind::Support | OrderKind::Convoy)
            | (Some(Stage::Retreat), OrderKind::Retreat | OrderKind::Move | OrderKind::Disband)
            | (Some(Stage::Adjustment), OrderKind::Build | OrderKind::Disband) => return Ok(()),
            (Some(stage), _) => stage,
        };
        let unit = self.words().unit_of(order.unit);
        let why = match stage {
            Stage::Movement => {
                format!("a movement phase has the orders {unit} H, - (move), S (support) and C (convoy)")
            }
            Stage::Retreat => format!("a retreat phase has the orders {unit} R (retreat) and {unit} D"),
            Stage::Adjustment => format!("an adjustment phase has the orders {unit} B, {unit} D and WAIVE"),
        };
        self.void(order, "", &WRONG_PHASE, &why)
    }

    /// Reports an order to a unit that already has one. For builds the sites are compared instead.
    fn twice(&mut self, context: &TurnContext<'_>, order: &Order<'_>) -> Judged<()> {
        let Some(before) = context.order_before(order) else { return Ok(()) };
        let is_sure = before.order_kind != OrderKind::Build && before.player == order.player;
        if order.order_kind == OrderKind::Build || !is_sure || self.graph.holds_many(order.unit.location.number) {
            return Ok(());
        }
        let first = self.words().order(before);
        if matches!(context.stage, None | Some(Stage::Movement)) {
            let why = format!("the unit already has the order {first}; engines take this one");
            self.emit(order, "", &ORDERED_TWICE, Severity::Warning, &why);
            return Ok(());
        }
        self.void(order, "", &ORDERED_TWICE, &format!("the unit already has the order {first}; engines void this one"))
    }

    /// Returns the ordered unit, with its kind and shore.
    pub(super) fn own<'t>(&mut self, context: &TurnContext<'_>, order: &Order<'t>) -> Judged<Unit<'t>> {
        let mut unit = order.unit;
        unit.kind = Some(self.kind(context, order, order.unit, ".piece")?);
        let actual = self.present(context, order, unit)?;
        self.terrain(order, unit, order.field_of_unit())?;
        unit.location.shore = self.own_coast(context, order, unit, actual)?;
        Ok(unit)
    }

    /// Returns the kind of a unit: from the order, from the position, or implied. Reports a missing letter.
    pub(super) fn kind(
        &mut self,
        context: &TurnContext<'_>,
        order: &Order<'_>,
        unit: Unit<'_>,
        field: &str,
    ) -> Judged<Kind> {
        if let Some(kind) = unit.kind {
            return Ok(kind);
        }
        let there = if order.order_kind == OrderKind::Build { None } else { context.units_at(unit.location.number) };
        let is_there = |there: &[UnitAt<'_>]| {
            there.iter().any(|standing| unit.location.shore == OPEN || standing.shore == unit.location.shore)
        };
        if there.is_some_and(|there| !is_there(there)) {
            // Without a letter, engines search for the place exactly as it is written.
            let at = if field == ".piece" { order.field_of_unit() } else { order.field_of_other() };
            return self.absent(context, order, unit.location.number, at);
        }
        let kind = implied::kind(context, self.graph, order, field != ".piece");
        let place = self.words().location(unit.location);
        let right = match kind {
            Some(kind) => self.words().unit(Some(kind), &place),
            None => format!("A {place} or F {place}"),
        };
        let why = format!("missing unit letter: {right}");
        if order.order_kind == OrderKind::Build {
            return self.void(order, field, &LETTER_MISSING, &why);
        }
        self.changed(order, field, &LETTER_MISSING, &why);
        kind.ok_or(Void)
    }

    /// Returns the shore of a unit by the position; `None` where there is no position, or the shore is not certain.
    fn present(&mut self, context: &TurnContext<'_>, order: &Order<'_>, unit: Unit<'_>) -> Judged<Option<Shores>> {
        let Some(there) = context.units_at(unit.location.number) else { return Ok(None) };
        let of_kind = || there.iter().filter(|standing| Some(standing.kind) == unit.kind);
        let is_own = |player: &Option<_>| order.player.is_none() || player.is_none() || player.as_ref() == order.player;
        if let Some(standing) = of_kind().find(|standing| is_own(&standing.piece.player)) {
            return Ok(self.sure(unit.location.number, standing.shore));
        }
        let Some(standing) = of_kind().next() else {
            return self.absent(context, order, unit.location.number, order.field_of_unit());
        };
        let owner = standing.piece.player.as_ref().map_or("", |seat| self.named_board.power_name(seat));
        let unit = self.words().unit(unit.kind, &self.named_board.called(&standing.piece.territory));
        self.void(order, "", &FOREIGN_UNIT, &format!("{unit} is a unit of {owner}"))
    }

    /// Reports which units are in a province instead of the one named.
    pub(super) fn absent<T>(
        &mut self,
        context: &TurnContext<'_>,
        order: &Order<'_>,
        number: usize,
        field: &str,
    ) -> Judged<T> {
        let words = self.words();
        let there: Vec<String> = context
            .units_at(number)
            .unwrap_or_default()
            .iter()
            .map(|standing| words.unit(Some(standing.kind), &self.named_board.called(&standing.piece.territory)))
            .collect();
        let (place, retreats) = (words.territory(number), context.stage == Some(Stage::Retreat));
        let why = match (there.is_empty(), retreats) {
            (false, _) => format!("{place} holds {}", there.join(", ")),
            (true, true) => format!("no unit in {place} is dislodged"),
            (true, false) => format!("{place} is empty"),
        };
        self.void(order, field, &NO_SUCH_UNIT, &why)
    }

    /// Checks that a unit can be in its place.
    pub(super) fn terrain(&mut self, order: &Order<'_>, unit: Unit<'_>, field: &str) -> Judged<()> {
        match unit.kind {
            Some(kind) if !self.graph.admits(kind, unit.location.number) => {
                let place = self.words().territory(unit.location.number);
                let why = match kind {
                    Kind::Army => format!("{place} is water, where no army can be"),
                    Kind::Fleet => {
                        let meant = self.words().sea_like(unit.location.number);
                        let meant = meant.map(|sea| format!("; did you mean {sea}?"));
                        format!("{place} has no coast, so no fleet can be there{}", meant.unwrap_or_default())
                    }
                };
                self.void(order, field, &OUT_OF_PLACE, &why)
            }
            _ => Ok(()),
        }
    }

    /// Returns the shore of a unit in the position; `None` where the territory does not have it.
    pub(super) fn sure(&self, number: usize, shore: Shores) -> Option<Shores> {
        let is_there =
            if shore == OPEN { self.is_definite(number, shore) } else { self.graph.coasts(number) & shore != 0 };
        is_there.then_some(shore)
    }

    /// Returns whether a shore is a definite place for a fleet.
    pub(super) fn is_definite(&self, number: usize, shore: Shores) -> bool {
        shore != OPEN || !self.graph.asks_for_coast(number)
    }
}
