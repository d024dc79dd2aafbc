//! Decides which lines form a turn. A line that ends in a separator continues in the next, and a blank line ends a
//! turn; if a file has neither, the rules decide: the possible readings are played, and the one with the fewest illegal
//! actions is chosen.

use std::ops::Range;

use super::comment::{self, Comment};
use super::dialect;
use super::scan::{Command, Item, Kind};
use super::search::{self, Choices, Cost, Found};
use crate::model::{Action, Game, Seat};
use crate::systems::homeworlds::formats::codes;
use crate::systems::homeworlds::formats::systems::Systems;
use crate::systems::homeworlds::formats::words::{self, TradeOrder, Verb};
use crate::text::Diagnostic;

/// The role of a line of commands in its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Role {
    /// The line begins a turn.
    #[default]
    Begins,
    /// The line continues the turn of the line before.
    GoesOn,
    /// The line belongs to no player.
    Nobody,
}

/// The grouping of a text's lines into turns.
#[derive(Debug, Default)]
pub struct Plan {
    /// The role of each item; meaningless for an item without commands.
    pub roles: Vec<Role>,
    /// Whether each item is prose, not an attempt at a command, so that it may belong to no player.
    pub is_prose: Vec<bool>,
    /// Whether blank lines influenced the grouping, so that they are not mere layout.
    pub blanks_count: bool,
    /// Whether any turn takes several lines.
    pub takes_lines: bool,
    /// A warning if the ends of turns were guessed.
    pub guess: Option<Diagnostic>,
}

/// A line of commands.
#[derive(Debug)]
pub struct Unit {
    /// The commands of the line.
    pub acts: Vec<Act>,
    /// Whether the line is prose, not an attempt at a command.
    pub is_prose: bool,
    /// The player named by a comment before the line.
    pub mover: Mover,
    /// The index of the line's item.
    item: usize,
    span: Range<usize>,
    /// Whether a separator joins the line to the line before.
    is_joined: bool,
    after_blank: bool,
}

/// A command, as far as it was understood.
#[derive(Debug)]
pub enum Act {
    /// An action.
    Known(Action),
    /// A homeworld without a name.
    Home(Action),
    /// A command that was not understood and uses one action of the turn.
    Once,
    /// A command that was not understood and uses an unknown number of actions.
    Unclear,
}

/// The player who moves, according to a comment before the line.
#[derive(Debug, PartialEq)]
pub enum Mover {
    /// No comment: the player who is expected to move.
    Expected,
    /// The player with that seat.
    Named(Seat),
    /// No player.
    Nobody,
}

/// The way in which the ends of turns are recognized.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Mode {
    /// Whether a separator at the end of a line joins the line to the next one.
    joins: bool,
    ends: Ends,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// Each line ends a turn.
    Lines,
    /// Blank lines end turns.
    Blocks,
    /// The rules alone decide.
    Rules,
}

/// Decides which lines form a turn.
///
/// `start` is the index of the item with the start position.
pub fn plan(
    text: &str,
    items: &[Item],
    game: &Game,
    systems: &Systems,
    start: Option<usize>,
    trade: TradeOrder,
) -> Plan {
    let mut units = units(text, items, game, systems, trade);
    let mut plan =
        Plan { roles: vec![Role::default(); items.len()], is_prose: vec![false; items.len()], ..Plan::default() };
    let is_tree = items.iter().any(|item| matches!(item.kind, Kind::Open | Kind::Close));
    // Lines that belong to no player precede the start position, or else the first command.
    let first = match start {
        Some(start) => units.iter().position(|unit| unit.item > start),
        None => units.iter().position(|unit| !unit.is_prose || matches!(unit.mover, Mover::Named(_))),
    };
    let first = first.unwrap_or(units.len());
    if let Some(unit) = units.get_mut(first).filter(|unit| unit.mover == Mover::Expected) {
        unit.is_prose = false;
    }
    let preamble = units.iter().take(first).map(|unit| (unit.item, Role::Nobody));
    preamble.for_each(|(item, role)| plan.roles[item] = role);
    let units = &units[first..];
    units.iter().for_each(|unit| plan.is_prose[unit.item] = unit.is_prose);
    if is_tree || units.is_empty() {
        let of_nobody = units.iter().filter(|unit| unit.mover == Mover::Nobody);
        of_nobody.for_each(|unit| plan.roles[unit.item] = Role::Nobody);
        return plan;
    }
    let chosen = Planner { units, game }.choose();
    for (unit, role) in units.iter().zip(&chosen.found.roles) {
        plan.roles[unit.item] = *role;
    }
    plan.takes_lines = chosen.found.roles.contains(&Role::GoesOn);
    plan.blanks_count = chosen.is_weighed;
    plan.guess = chosen.guess(units);
    plan
}

/// Returns the lines of commands, each command parsed as far as it is understood.
fn units(text: &str, items: &[Item], game: &Game, systems: &Systems, trade: TradeOrder) -> Vec<Unit> {
    let mut systems = systems.clone();
    let mut units: Vec<Unit> = Vec::new();
    let (mut after_blank, mut is_open) = (false, false);
    for (index, item) in items.iter().enumerate() {
        after_blank |= item.after_blank;
        let Kind::Commands(commands, tail) = &item.kind else {
            is_open &= matches!(item.kind, Kind::Comment);
            continue;
        };
        let mover = match index.checked_sub(1).map(|before| &items[before]) {
            Some(Item { kind: Kind::Comment, line, .. }) => match comment::read(&text[line.span()], &game.players) {
                Comment::Mover(comment::NOBODY) => Mover::Nobody,
                Comment::Mover(seat) => Mover::Named(Seat::new(seat)),
                _ => Mover::Expected,
            },
            _ => Mover::Expected,
        };
        let is_prose = tail.is_none() && commands.iter().all(|command| command.is_prose(text));
        let acts = commands.iter().map(|command| act(text, command, trade, &mut systems)).collect();
        let start = commands.first().map_or(item.line.start, |command| command.span.start);
        let end = commands.last().map_or(item.line.end, |command| command.span.end);
        units.push(Unit {
            acts,
            is_prose,
            mover,
            item: index,
            span: start..end,
            is_joined: (is_open || item.marks.goes_on) && !units.is_empty(),
            after_blank,
        });
        (after_blank, is_open) = (false, item.marks.is_open);
    }
    units
}

fn act(text: &str, command: &Command, trade: TradeOrder, systems: &mut Systems) -> Act {
    let words: Vec<&str> = command.words(text).collect();
    match words::read(&words, "", &dialect(trade), systems) {
        Ok((action, _)) if action.inferred.iter().any(|field| field == "at") => Act::Home(action),
        Ok((action, _)) => Act::Known(action),
        Err(_) => match words.first().and_then(|word| Verb::parse(word)) {
            Some(Verb::Sacrifice) | None => Act::Unclear,
            Some(_) => Act::Once,
        },
    }
}

struct Planner<'p> {
    units: &'p [Unit],
    game: &'p Game,
}

/// The reading that was chosen.
struct Chosen {
    found: Found,
    mode: Mode,
    /// Whether the reading was weighed against other readings.
    is_weighed: bool,
    /// Whether the file itself marks where turns end.
    is_marked: bool,
}

impl Planner<'_> {
    fn choose(&self) -> Chosen {
        let behind = || self.units.iter().skip(1);
        let is_joined = |unit: &Unit| unit.is_joined && !unit.after_blank;
        let has_joins = behind().any(is_joined);
        let has_marks = behind().any(|unit| unit.is_joined);
        let has_several = self.units.iter().any(|unit| unit.acts.len() > 1);
        let is_close = |unit: &Unit| !unit.after_blank && !unit.is_joined;
        let has_blocks = behind().any(|unit| unit.after_blank) && behind().any(is_close);
        let mut modes: Vec<Mode> = Vec::new();
        for joins in [true, false] {
            let ends = [(Ends::Blocks, has_blocks), (Ends::Lines, true)];
            let is_there = |(ends, is_there): (Ends, bool)| is_there.then_some(Mode { joins, ends });
            modes.extend(ends.into_iter().filter_map(is_there).filter(|_| !joins || has_joins));
        }
        // Legal readings that are odd; a search that allows illegal actions finds the same.
        let mut odd: Vec<(Mode, Found)> = Vec::new();
        for mode in modes.iter().filter(|mode| mode.joins == has_joins) {
            let is_marked = mode.joins || mode.ends != Ends::Lines || has_several;
            let Some(found) = self.find(*mode, Some(0)) else { continue };
            if is_marked || found.cost.odd == 0 {
                let is_weighed = has_marks || mode.ends != Ends::Lines;
                return Chosen { found, mode: *mode, is_weighed, is_marked };
            }
            odd.push((*mode, found));
        }
        // No way of marking gives a record without violations, so the one with the fewest illegal actions is chosen.
        // The rules alone decide if nothing is marked, or if the marks are far from the rules.
        let best = |one: (Mode, Found), other: (Mode, Found)| {
            let is_less = match () {
                // Separators at the ends of lines are trusted, unless they are everywhere.
                () if one.0.joins && !other.0.joins => other.1.cost.illegal * 2 < one.1.cost.illegal,
                // If lines have several actions, each line is a turn.
                () if has_several && one.0.ends == Ends::Blocks => other.1.cost.illegal <= one.1.cost.illegal * 2,
                () => other.1.cost < one.1.cost,
            };
            if is_less { other } else { one }
        };
        let mut found = |mode: Mode| match odd.iter().position(|(other, _)| *other == mode) {
            Some(index) => Some(odd.swap_remove(index)),
            None => Some((mode, self.find(mode, None)?)),
        };
        let fixed = modes.iter().filter_map(|mode| found(*mode)).reduce(best);
        let is_marked = |mode: Mode| mode.joins || mode.ends != Ends::Lines || has_several;
        let by_rules = Mode { joins: has_joins, ends: Ends::Rules };
        let most = fixed.as_ref().map(|(_, found)| found.cost.illegal);
        let free = self.find(by_rules, Some(0));
        let free = free.or_else(|| most.filter(|most| *most > 0).and_then(|most| self.find(by_rules, Some(most))));
        match (fixed, free) {
            (Some((mode, fixed)), Some(free)) => {
                let is_far = free.cost.illegal * 2 < fixed.cost.illegal && fixed.cost.illegal > 1;
                let is_better = match is_marked(mode) {
                    // If lines have several actions, each line is a turn.
                    true => is_far && !has_several,
                    false => free.cost < fixed.cost,
                };
                let is_marked = !is_better && is_marked(mode) && !is_far;
                let (mode, mut found, other) = if is_better { (by_rules, free, fixed) } else { (mode, fixed, free) };
                found.is_forked |= other.is_forked && other.cost.illegal <= found.cost.illegal;
                Chosen { found, mode, is_weighed: true, is_marked }
            }
            (Some((mode, found)), None) => Chosen { found, mode, is_weighed: true, is_marked: is_marked(mode) },
            (None, found) => {
                let found = found.unwrap_or_else(|| Found::of(vec![Role::Begins; self.units.len()]));
                Chosen { found, mode: by_rules, is_weighed: true, is_marked: false }
            }
        }
    }

    /// Finds the best reading of a mode with at most `most` illegal actions.
    fn find(&self, mode: Mode, most: Option<u32>) -> Option<Found> {
        search::find(self.units, self.game, most, mode.ends == Ends::Rules, |unit| unit.choices(mode))
    }
}

impl Unit {
    /// Returns the roles that the line may have.
    fn choices(&self, mode: Mode) -> Choices {
        let begins = Choices { begins: true, ..Choices::default() };
        match self.mover {
            Mover::Named(_) => return begins,
            Mover::Nobody => return Choices { nobody: true, ..Choices::default() },
            Mover::Expected => {}
        }
        let goes_on = Choices { goes_on: true, ..Choices::default() };
        let free = Choices { begins: true, goes_on: true, ..Choices::default() };
        let choices = match (self.is_joined && mode.joins, self.after_blank, mode.ends) {
            (true, true, Ends::Rules) => free,
            (true, false, _) => return goes_on,
            (_, true, _) | (_, _, Ends::Lines) => begins,
            (_, _, Ends::Blocks) => goes_on,
            (_, _, Ends::Rules) => free,
        };
        // Prose may belong to no player.
        if self.is_prose { Choices { begins: true, goes_on: false, nobody: true } } else { choices }
    }
}

impl Chosen {
    /// Returns the warning that the ends of turns were guessed; `None` if the reading is certain enough.
    fn guess(&self, units: &[Unit]) -> Option<Diagnostic> {
        let Cost { illegal, .. } = self.found.cost;
        let acts: usize = units.iter().map(|unit| unit.acts.len()).sum();
        let is_doubtful = match (self.is_marked, self.mode.ends) {
            (true, _) => illegal > 2 && illegal as usize * 5 > acts,
            (false, Ends::Rules) => illegal > 0 || self.found.is_forked,
            (false, _) => illegal > 0 || self.is_weighed && self.found.is_forked,
        };
        if !is_doubtful {
            return None;
        }
        let why = match (illegal, self.found.is_forked) {
            (0, _) => "the rules allow more than one reading".to_owned(),
            (1, _) => "one action is illegal in the best reading".to_owned(),
            (_, _) => format!("{illegal} actions are illegal in the best reading"),
        };
        let message = format!("where turns end, and whose they are, is guessed: {why}");
        let place = units.get(self.found.first_doubt.unwrap_or_default())?.span.clone();
        Some(Diagnostic::warning(&codes::TURNS, message).at(place).help(codes::TURNS.advice))
    }
}
