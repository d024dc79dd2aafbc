//! Finds the best way to group lines into turns: plays several readings in parallel, and keeps those with the fewest
//! violations.

use std::borrow::Cow;

use super::build::{Homes, expected_mover};
use super::turns::{Act, Mover, Role, Unit};
use crate::model::{Action, ActionKind, Game, Seat, TerritoryRef};
use crate::systems::homeworlds::formats::sizes;
use crate::systems::homeworlds::rules::{RuleViolation, Server, State};
use crate::text::Severity;

/// Maximum number of readings that are kept in parallel.
const WIDTH: usize = 8;
/// Readings with this many more illegal actions than the best are dropped.
const SLACK: u32 = 3;
/// Approximate maximum number of lines that are played in all readings together; a long file has fewer readings.
const MAX_PLAYED: usize = 50_000;
/// With more illegal actions than this, and more than one in four lines, the text is not a record of a game, and a single
/// reading is enough.
const HOPELESS: usize = 32;

/// The roles that a line may have.
#[derive(Debug, Clone, Copy, Default)]
pub struct Choices {
    /// Whether the line may begin a turn.
    pub begins: bool,
    /// Whether the line may continue the turn before.
    pub goes_on: bool,
    /// Whether the line may belong to no player.
    pub nobody: bool,
}

/// The violations of a reading; the reading with the least cost is the best.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost {
    /// The number of illegal actions.
    pub illegal: u32,
    /// The number of violations by illegal actions.
    violations: u32,
    /// The number of oddities: legal actions that are hardly ever played.
    pub odd: u32,
}

/// The best reading that the search found.
#[derive(Debug)]
pub struct Found {
    /// The role of each line.
    pub roles: Vec<Role>,
    /// The violations of the reading.
    pub cost: Cost,
    /// Whether another reading has as few illegal actions as this one.
    pub is_forked: bool,
    /// The index of the first line that is illegal, or that has another role in another reading as good; `None` without
    /// such a line.
    pub first_doubt: Option<usize>,
}

impl Found {
    /// Returns a reading with the given roles, without having played it.
    pub fn of(roles: Vec<Role>) -> Found {
        Found { roles, cost: Cost::default(), is_forked: true, first_doubt: None }
    }
}

/// One of the readings, as far as it has been played.
#[derive(Clone)]
struct Path {
    state: State,
    last: Option<Seat>,
    cost: Cost,
    /// The index of the last step of the reading.
    step: u32,
    /// Whether a turn has begun that the reading has not ended.
    is_open: bool,
}

/// The role of a line in a reading, with a link to the step before.
struct Step {
    before: u32,
    role: Role,
    /// Whether something in the line is illegal.
    is_doubtful: bool,
    /// Whether another reading with as few illegal actions led to the same state.
    is_forked: bool,
}

/// Finds the best reading of the lines with at most `most` illegal actions; `None` if there is none. With `is_free` the
/// search gives up as soon as too many actions are illegal.
pub fn find(
    units: &[Unit],
    game: &Game,
    most: Option<u32>,
    is_free: bool,
    choices: impl Fn(&Unit) -> Choices,
) -> Option<Found> {
    let mut width = (MAX_PLAYED / units.len().max(1)).clamp(1, WIDTH);
    let most = most.unwrap_or(u32::MAX);
    let start = State::of(game, Server::Table);
    let mut search = Search { game, homes: Homes::of(game), steps: vec![Step::START], is_cut: false };
    let mut paths = vec![Path { state: start, last: None, cost: Cost::default(), step: 0, is_open: false }];
    for (index, unit) in units.iter().enumerate() {
        let mut allowed = choices(unit);
        if index == 0 && allowed.goes_on {
            allowed = Choices { begins: true, ..Choices::default() };
        }
        let mut next: Vec<Path> = Vec::with_capacity(paths.len() * 2);
        for path in paths {
            search.follow(path, unit, allowed, most, &mut next);
        }
        next.sort_by_key(|path| path.cost);
        paths = search.merged(next, width);
        let best = paths.first()?.cost.illegal as usize;
        if best > HOPELESS.max(index / 4) {
            if is_free {
                return None;
            }
            width = 1;
        }
    }
    paths.iter_mut().for_each(Path::end_turn);
    paths.sort_by_key(|path| path.cost);
    Some(search.found(units.len(), &paths)).filter(|found| found.cost.illegal <= most)
}

impl Step {
    const START: Step = Step { before: 0, role: Role::Begins, is_doubtful: false, is_forked: false };
}

impl Path {
    fn end_turn(&mut self) {
        if std::mem::take(&mut self.is_open) {
            // Players seldom leave actions unused.
            self.cost.odd += u32::from(self.state.unspent() > 0);
            self.state.end_turn();
        }
    }
}

struct Search<'s> {
    game: &'s Game,
    homes: Homes<'s>,
    steps: Vec<Step>,
    /// Whether readings as good as the best were dropped because there were too many.
    is_cut: bool,
}

impl Search<'_> {
    /// Continues a reading with each role that a line may have.
    fn follow(&mut self, path: Path, unit: &Unit, allowed: Choices, most: u32, next: &mut Vec<Path>) {
        let roles = [(Role::GoesOn, allowed.goes_on && path.is_open), (Role::Nobody, allowed.nobody)];
        let begins = allowed.begins || !roles[0].1 && !allowed.nobody;
        for (role, _) in roles.into_iter().filter(|(_, is_allowed)| *is_allowed) {
            self.step(path.clone(), unit, role, most, next);
        }
        if begins {
            self.step(path, unit, Role::Begins, most, next);
        }
    }

    fn step(&mut self, mut path: Path, unit: &Unit, role: Role, most: u32, next: &mut Vec<Path>) {
        let before = path.cost.illegal;
        match role {
            Role::Nobody => {
                path.end_turn();
                path.cost.odd += 1;
            }
            Role::GoesOn => self.play(&mut path, unit),
            Role::Begins => {
                path.end_turn();
                self.begin(&mut path, unit);
                self.play(&mut path, unit);
            }
        }
        if path.cost.illegal > most {
            return;
        }
        let is_doubtful = path.cost.illegal > before;
        self.steps.push(Step { before: path.step, role, is_doubtful, is_forked: false });
        path.step = u32::try_from(self.steps.len() - 1).unwrap_or(0);
        next.push(path);
    }

    fn begin(&self, path: &mut Path, unit: &Unit) {
        let expected = || expected_mover(&path.state, &self.game.players, path.last.as_ref());
        let mover = match &unit.mover {
            Mover::Named(seat) => Some(seat.clone()),
            Mover::Expected | Mover::Nobody => expected(),
        };
        let is_catastrophe = |act: &Act| matches!(act, Act::Known(Action { kind: ActionKind::Catastrophe { .. }, .. }));
        path.cost.odd += u32::from(unit.acts.first().is_some_and(is_catastrophe));
        if let Some(mover) = mover {
            let begun = path.state.begin_turn(&mover);
            let is_illegal = begun.is_err_and(|violation| violation.severity == Severity::Error);
            path.cost.illegal += u32::from(is_illegal);
            path.cost.violations += u32::from(is_illegal);
            path.last = Some(mover);
        }
        path.is_open = true;
    }

    fn play(&self, path: &mut Path, unit: &Unit) {
        for act in &unit.acts {
            match act {
                Act::Known(action) => path.act(action),
                Act::Home(action) => {
                    let mut action = action.clone();
                    if let (ActionKind::Setup { at, .. }, Some(seat)) = (&mut action.kind, &path.last) {
                        *at = TerritoryRef::new(self.homes.of_seat(seat));
                    }
                    path.act(&action);
                }
                // Prose is not an attempt at a command, and so hardly an illegal one.
                Act::Once => {
                    path.cost.illegal += u32::from(!unit.is_prose);
                    path.act(&Action::of(ActionKind::Pass));
                }
                Act::Unclear => {
                    path.cost.illegal += u32::from(!unit.is_prose);
                    path.act(&Action::of(ActionKind::Unknown));
                }
            }
        }
    }

    /// Returns the best readings, one for each state.
    fn merged(&mut self, paths: Vec<Path>, width: usize) -> Vec<Path> {
        let best = paths.first().map_or(0, |path| path.cost.illegal);
        let mut kept: Vec<Path> = Vec::with_capacity(width);
        for path in paths {
            if path.cost.illegal > best + SLACK {
                break;
            }
            let is_same =
                |other: &&Path| other.is_open == path.is_open && other.last == path.last && other.state == path.state;
            match kept.iter().find(is_same) {
                Some(other) if other.cost.illegal == path.cost.illegal => {
                    if let Some(step) = self.steps.get_mut(other.step as usize) {
                        step.is_forked = true;
                    }
                }
                Some(_) => {}
                None if kept.len() < width => kept.push(path),
                None => self.is_cut |= path.cost.illegal == best,
            }
        }
        kept
    }

    fn found(&self, lines: usize, paths: &[Path]) -> Found {
        let (mut roles, mut first_doubt, mut is_forked) = (vec![Role::Begins; lines], None, self.is_cut);
        let cost = paths.first().map_or(Cost::default(), |path| path.cost);
        let mut at = paths.first().map_or(0, |path| path.step);
        for (index, role) in roles.iter_mut().enumerate().rev() {
            let Some(step) = self.steps.get(at as usize) else { break };
            *role = step.role;
            is_forked |= step.is_forked;
            if step.is_doubtful || step.is_forked {
                first_doubt = Some(index);
            }
            at = step.before;
        }
        if let Some(other) = paths.get(1).filter(|other| other.cost.illegal == cost.illegal) {
            is_forked = true;
            first_doubt = Some(self.first_difference(&roles, other).min(first_doubt.unwrap_or(lines)));
        }
        Found { roles, cost, is_forked, first_doubt }
    }

    /// Returns the index of the first line with another role in another reading.
    fn first_difference(&self, roles: &[Role], other: &Path) -> usize {
        let (mut at, mut first) = (other.step, roles.len());
        for (index, role) in roles.iter().enumerate().rev() {
            let Some(step) = self.steps.get(at as usize) else { break };
            if step.role != *role {
                first = index;
            }
            at = step.before;
        }
        first
    }
}

impl Path {
    fn act(&mut self, action: &Action) {
        let mut action = Cow::Borrowed(action);
        if matches!(&action.kind, ActionKind::Build { piece: Some(piece), .. } if piece.0.len() == 1) {
            sizes::fill(action.to_mut(), &self.state);
        }
        let mut violations: Vec<RuleViolation> = Vec::new();
        self.state.act_noting(&action, &mut violations);
        let errors = violations.iter().filter(|violation| violation.severity == Severity::Error).count();
        self.cost.illegal += u32::from(errors > 0);
        self.cost.violations += u32::try_from(errors).unwrap_or(u32::MAX);
        let is_spare = |violation: &&RuleViolation| {
            violation.code.id == crate::systems::homeworlds::rules::codes::REDUNDANT_PASS.id
        };
        self.cost.odd += u32::try_from(violations.iter().filter(is_spare).count()).unwrap_or(0);
    }
}
