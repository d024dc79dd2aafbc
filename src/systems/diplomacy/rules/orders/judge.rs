//! The one who judges: what it goes by, and what it has found.

use super::grid::{Grid, Kind, OPEN, Shores};
use super::order::{Deed, Order, Parts, Unit};
use super::scene::{Scene, Stage, Standing};
use super::supply::Supply;
use super::wording::{MOST_LISTED, Wording};
use super::{codes::*, document, implied};
use crate::model::Turn;
use crate::rules::{Finding, RuleSet};
use crate::systems::diplomacy::rules::{Atlas, Findings};
use crate::text::printable::quoted;
use crate::text::{Code, Severity};

/// So many findings on, names that are not on the board get no suggestions.
const MOST_SUGGESTIONS: usize = 1_000;

pub(super) struct Judge<'g> {
    pub(super) atlas: &'g Atlas,
    pub(super) grid: &'g Grid,
    pub(super) rules: RuleSet,
    /// Whether the orders are mailed to the nJudge, whose rules count then.
    pub(super) is_mail: bool,
    pub(super) found: Findings,
    turn: usize,
}

/// An order that needs no more judging: what is against it is said.
pub(super) struct Void;

/// What is left of an order after a check, or nothing if it is void.
pub(super) type Judged<T> = Result<T, Void>;

impl<'g> Judge<'g> {
    pub(super) fn new(atlas: &'g Atlas, rules: RuleSet) -> Judge<'g> {
        Judge { atlas, grid: atlas.grid(), rules, is_mail: false, found: Findings::default(), turn: 0 }
    }

    pub(super) fn words(&self) -> Wording<'g> {
        Wording(self.atlas)
    }

    /// What is found in a turn: names that are not on the board, then the orders, then waived builds.
    pub(super) fn turn<'t>(&mut self, scene: &mut Scene<'t>, turn: &'t Turn) {
        self.turn = scene.index;
        for &index in &scene.astray {
            if let Some(action) = turn.actions.get(index) {
                self.astray(index, Parts::of(&action.kind));
            }
        }
        if scene.has_rivals() {
            // Which order counts for a unit depends on which are void.
            let before = self.found.0.len();
            self.orders(scene);
            self.found.0.truncate(before);
            scene.last_good = std::mem::take(&mut scene.good);
            scene.sites.clear();
            scene.supply.iter_mut().for_each(Supply::begin_anew);
        }
        self.orders(scene);
        self.waived(scene);
    }

    fn orders<'t>(&mut self, scene: &mut Scene<'t>) {
        for slot in 0..scene.orders.len() {
            let Some(&order) = scene.orders.get(slot) else { continue };
            let before = self.found.0.len();
            let is_whole = self.order(scene, &order).is_ok();
            if is_whole {
                scene.good.insert(order.unit.spot.number, slot);
            }
            if self.rules == RuleSet::Document {
                document::remark(self, &order, before, is_whole);
            }
        }
    }

    fn order<'t>(&mut self, scene: &mut Scene<'t>, order: &Order<'t>) -> Judged<()> {
        self.phase(scene, order)?;
        // Of the orders of a movement phase the last counts that is not void.
        let is_movement = matches!(scene.stage, None | Some(Stage::Movement));
        if !is_movement {
            self.twice(scene, order)?;
        }
        self.alone(scene, order)?;
        if is_movement {
            self.twice(scene, order)?;
        }
        Ok(())
    }

    /// An order without regard to others for the same unit.
    fn alone<'t>(&mut self, scene: &mut Scene<'t>, order: &Order<'t>) -> Judged<()> {
        match order.deed {
            Deed::Build => return self.build(scene, order),
            Deed::Retreat => return self.retreat(scene, order),
            Deed::Move if scene.stage == Some(Stage::Retreat) => return self.retreat(scene, order),
            Deed::Disband => return self.disband(scene, order),
            _ => {}
        }
        let unit = self.own(scene, order)?;
        match order.deed {
            Deed::Move => self.movement(scene, order, unit),
            Deed::Support => self.support(scene, order, unit),
            Deed::Convoy => self.convoy(scene, order, unit),
            _ => Ok(()),
        }
    }

    /// An order that names what is not on the board, or a unit of another kind than armies and fleets.
    fn astray(&mut self, index: usize, parts: Option<Parts<'_>>) {
        if self.atlas.has_named_powers()
            && let Some((field, piece)) = parts.iter().find_map(Parts::odd_unit)
        {
            let message = format!("{} is no unit of this board: there are armies (A) and fleets (F)", quoted(piece));
            self.say_at(index, field, &OUT_OF_PLACE, Severity::Error, message);
        }
        for (field, place) in parts.iter().flat_map(Parts::places) {
            if self.atlas.number(place).is_some() {
                continue;
            }
            let mut message = format!("the board has no province {}", quoted(place.as_str()));
            // Looking for similar names takes long.
            if self.found.0.len() < MOST_SUGGESTIONS {
                let like = self.atlas.like(place.territory()).into_iter().map(|number| self.words().territory(number));
                let like: Vec<String> = like.take(MOST_LISTED).collect();
                if !like.is_empty() {
                    message += &format!("; perhaps {} is meant", like.join(" or "));
                }
            }
            self.say_at(index, field, &NO_SUCH_PLACE, Severity::Error, message);
        }
    }

    /// Adds a finding about an order, or about a field of it.
    pub(super) fn say(&mut self, order: &Order<'_>, field: &str, code: &'static Code, severity: Severity, why: &str) {
        self.say_at(order.index, field, code, severity, format!("{}: {why}", self.words().order(order)));
    }

    pub(super) fn say_at(
        &mut self,
        index: usize,
        field: &str,
        code: &'static Code,
        severity: Severity,
        message: String,
    ) {
        let path = format!("game.turns[{}].actions[{index}]{field}", self.turn);
        self.found.0.push(Finding { code, severity, path, message });
    }

    /// An order that is void.
    pub(super) fn void<T>(&mut self, order: &Order<'_>, field: &str, code: &'static Code, why: &str) -> Judged<T> {
        self.say(order, field, code, Severity::Error, why);
        Err(Void)
    }

    /// What engines change in silence, and the document forbids.
    pub(super) fn changed(&mut self, order: &Order<'_>, field: &str, code: &'static Code, why: &str) {
        self.say(order, field, code, self.severity(Severity::Warning), why);
    }

    /// What engines take, perhaps to no effect, and the document forbids.
    pub(super) fn idle(&mut self, order: &Order<'_>, field: &str, code: &'static Code, why: &str) {
        self.say(order, field, code, self.severity(Severity::Note), why);
    }

    fn severity(&self, engine: Severity) -> Severity {
        match self.rules {
            RuleSet::Engine | RuleSet::Program(_) => engine,
            RuleSet::Document => Severity::Error,
        }
    }

    fn phase(&mut self, scene: &Scene<'_>, order: &Order<'_>) -> Judged<()> {
        let stage = match (scene.stage, order.deed) {
            (None, _)
            | (Some(Stage::Movement), Deed::Move | Deed::Hold | Deed::Support | Deed::Convoy)
            | (Some(Stage::Retreat), Deed::Retreat | Deed::Move | Deed::Disband)
            | (Some(Stage::Adjustment), Deed::Build | Deed::Disband) => return Ok(()),
            (Some(stage), _) => stage,
        };
        let unit = self.words().unit_of(order.unit);
        let why = match stage {
            Stage::Movement => {
                format!("this is a movement phase, with the orders {unit} H, - (move), S (support) and C (convoy)")
            }
            Stage::Retreat => format!("this is a retreat phase, with the orders {unit} R (retreat) and {unit} D"),
            Stage::Adjustment => format!("this is an adjustment phase, with the orders {unit} B, {unit} D and WAIVE"),
        };
        self.void(order, "", &WRONG_PHASE, &why)
    }

    /// An order to a unit that has one already. Of builds the site decides.
    fn twice(&mut self, scene: &Scene<'_>, order: &Order<'_>) -> Judged<()> {
        let Some(before) = scene.order_before(order) else { return Ok(()) };
        let is_sure = before.deed != Deed::Build && before.player == order.player;
        if order.deed == Deed::Build || !is_sure || self.grid.holds_many(order.unit.spot.number) {
            return Ok(());
        }
        let first = self.words().order(before);
        if matches!(scene.stage, None | Some(Stage::Movement)) {
            let why = format!("the unit was given {first} before; engines take this one");
            self.say(order, "", &ORDERED_TWICE, Severity::Warning, &why);
            return Ok(());
        }
        self.void(order, "", &ORDERED_TWICE, &format!("the unit was given {first} before; engines void this one"))
    }

    /// The unit that is ordered, as it stands.
    pub(super) fn own<'t>(&mut self, scene: &Scene<'_>, order: &Order<'t>) -> Judged<Unit<'t>> {
        let mut unit = order.unit;
        unit.kind = Some(self.kind(scene, order, order.unit, ".piece")?);
        let actual = self.present(scene, order, unit)?;
        self.terrain(order, unit, order.field_of_unit())?;
        unit.spot.shore = self.own_coast(scene, order, unit, actual)?;
        Ok(unit)
    }

    /// The kind of a unit: as it is written, as the position has it, or as the order implies.
    pub(super) fn kind(&mut self, scene: &Scene<'_>, order: &Order<'_>, unit: Unit<'_>, field: &str) -> Judged<Kind> {
        if let Some(kind) = unit.kind {
            return Ok(kind);
        }
        let there = if order.deed == Deed::Build { None } else { scene.units_at(unit.spot.number) };
        let is_there = |there: &[Standing<'_>]| {
            there.iter().any(|standing| unit.spot.shore == OPEN || standing.shore == unit.spot.shore)
        };
        if there.is_some_and(|there| !is_there(there)) {
            // Without a letter, engines look for the place as it is written.
            let at = if field == ".piece" { order.field_of_unit() } else { order.field_of_other() };
            return self.absent(scene, order, unit.spot.number, at);
        }
        let kind = implied::kind(scene, self.grid, order, field != ".piece");
        let place = self.words().spot(unit.spot);
        let right = match kind {
            Some(kind) => self.words().unit(Some(kind), &place),
            None => format!("A {place} or F {place}"),
        };
        let why = format!("the unit's letter is missing: {right}");
        if order.deed == Deed::Build {
            return self.void(order, field, &LETTER_MISSING, &why);
        }
        self.changed(order, field, &LETTER_MISSING, &why);
        kind.ok_or(Void)
    }

    /// The shore that the unit is on, where the position says so.
    fn present(&mut self, scene: &Scene<'_>, order: &Order<'_>, unit: Unit<'_>) -> Judged<Option<Shores>> {
        let Some(there) = scene.units_at(unit.spot.number) else { return Ok(None) };
        let of_kind = || there.iter().filter(|standing| Some(standing.kind) == unit.kind);
        let is_own = |player: &Option<_>| order.player.is_none() || player.is_none() || player.as_ref() == order.player;
        if let Some(standing) = of_kind().find(|standing| is_own(&standing.piece.player)) {
            return Ok(self.sure(unit.spot.number, standing.shore));
        }
        let Some(standing) = of_kind().next() else {
            return self.absent(scene, order, unit.spot.number, order.field_of_unit());
        };
        let owner = standing.piece.player.as_ref().map_or("", |seat| self.atlas.power_name(seat));
        let unit = self.words().unit(unit.kind, &self.atlas.called(&standing.piece.territory));
        self.void(order, "", &FOREIGN_UNIT, &format!("{unit} is a unit of {owner}"))
    }

    /// Says what is in a province in the place of the unit.
    pub(super) fn absent<T>(&mut self, scene: &Scene<'_>, order: &Order<'_>, number: usize, field: &str) -> Judged<T> {
        let words = self.words();
        let there: Vec<String> = scene
            .units_at(number)
            .unwrap_or_default()
            .iter()
            .map(|standing| words.unit(Some(standing.kind), &self.atlas.called(&standing.piece.territory)))
            .collect();
        let (place, retreats) = (words.territory(number), scene.stage == Some(Stage::Retreat));
        let why = match (there.is_empty(), retreats) {
            (false, _) => format!("{place} holds {}", there.join(", ")),
            (true, true) => format!("no unit in {place} is dislodged"),
            (true, false) => format!("no unit is in {place}"),
        };
        self.void(order, field, &NO_SUCH_UNIT, &why)
    }

    /// Whether such a unit can be at that place.
    pub(super) fn terrain(&mut self, order: &Order<'_>, unit: Unit<'_>, field: &str) -> Judged<()> {
        match unit.kind {
            Some(kind) if !self.grid.admits(kind, unit.spot.number) => {
                let place = self.words().territory(unit.spot.number);
                let why = match kind {
                    Kind::Army => format!("{place} is water, where no army can be"),
                    Kind::Fleet => {
                        let meant = self.words().sea_like(unit.spot.number);
                        let meant = meant.map(|sea| format!("; it may be {sea} that is meant"));
                        format!("{place} has no coast, so no fleet can be there{}", meant.unwrap_or_default())
                    }
                };
                self.void(order, field, &OUT_OF_PLACE, &why)
            }
            _ => Ok(()),
        }
    }

    /// The shore of a unit of the position, where it is one that can be.
    pub(super) fn sure(&self, number: usize, shore: Shores) -> Option<Shores> {
        let is_there =
            if shore == OPEN { self.is_definite(number, shore) } else { self.grid.coasts(number) & shore != 0 };
        is_there.then_some(shore)
    }

    /// Whether a fleet on that shore is somewhere in particular.
    pub(super) fn is_definite(&self, number: usize, shore: Shores) -> bool {
        shore != OPEN || !self.grid.asks_for_coast(number)
    }
}
