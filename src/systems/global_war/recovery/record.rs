//! The log as a record: its turns, and the known board at each.

use super::{Files, at};
use crate::model::{ActionKind, Game, Moment, Position, Turn, When};
use crate::rules::recovery::{FilePlace, Part, Statement};
use crate::systems::global_war::rules::replay::{self, Given, Origin, Replay};
use crate::text::english::counted;
use crate::view::layout::moment_text;

/// The tolerance in comparing dates, in days: a daynum has steps of 8.64 seconds, and a log has minutes.
const CLOCK_STEP: f64 = 1.0 / 1440.0;

/// A log, with the known board at each of its turns.
pub struct Record<'f> {
    /// Index of the log's file.
    pub file: usize,
    pub turns: &'f [Turn],
    /// The replay of the log, with the saved game if that is whole and of the same game.
    pub replay: Replay,
    /// Index of the cut-off turn at the end, if it was not resumed.
    pub cut_off: Option<usize>,
    /// The saved game that the replay includes.
    anchor: Option<Anchor>,
}

/// A saved game and its place in the log.
struct Anchor {
    /// Index of the file.
    file: usize,
    /// The moment of the saved game.
    moment: usize,
    /// Whether all its values agree with the log.
    agrees: bool,
}

impl<'f> Record<'f> {
    /// Returns the record of these files; `None` if there is no log.
    pub fn of(files: &Files<'f>) -> Option<Record<'f>> {
        let file = files.log?;
        let turns: &[Turn] = &files.game(Some(file))?.turns;
        let cut_off = replay::cut_off(turns);
        let saved = files.whole_saved().and_then(|(place, game)| {
            let placed = replay::place(turns, game)?;
            let anchor = Anchor { file: place, moment: placed.before, agrees: placed.disagree == 0 };
            is_of_this_game(placed.agree, placed.disagree).then_some((anchor, game.position.as_ref()?))
        });
        let given: Vec<Given<'_>> =
            saved.iter().map(|(anchor, position)| Given { before: anchor.moment, position }).collect();
        let anchor = saved.map(|(anchor, _)| anchor);
        let replay = replay::replay(turns, &given);
        Some(Record { file, turns, replay, cut_off, anchor })
    }

    /// Returns whether the saved game beside the log is whole and of the same game.
    pub fn is_anchored(&self) -> bool {
        self.anchor.is_some()
    }

    /// Returns the moment of the saved game if it is before the end of the log, and all its values agree.
    pub fn goes_on_from(&self) -> Option<usize> {
        self.anchor.as_ref().filter(|anchor| anchor.agrees).map(|anchor| anchor.moment).filter(|at| *at < self.end())
    }

    /// Returns whether a board may be that of a moment, or of the turn after it: few of its values differ.
    pub fn may_be_at(&self, position: Option<&Position>, moment: usize) -> bool {
        let values = position.map(replay::given_values).into_iter().flatten().enumerate();
        let (mut agree, mut disagree) = (0, 0);
        for (country, (owner, armies)) in values {
            let Some(there) = self.replay.country(moment, country) else { continue };
            let owners = there.owner.value().zip(owner).map(|(known, here)| known == here);
            let armies = there.armies.value().zip(armies).map(|(known, here)| known == here);
            for is_same in [owners, armies].into_iter().flatten() {
                *(if is_same { &mut agree } else { &mut disagree }) += 1;
            }
        }
        is_of_this_game(agree, disagree)
    }

    /// Returns the last turn that counts, if it began after the last move in `game`.
    pub fn goes_on_after(&self, game: &Game) -> Option<usize> {
        let last = game.players.iter().filter_map(|player| player.last_moved.known().copied()?).max()?;
        let (turn, _) = self.counted(0, self.end()).last()?;
        (self.began(turn)?.days_since(last) > CLOCK_STEP).then_some(turn)
    }

    /// Returns the moment of the newest `.DAT`: the end of the last turn that counts.
    pub fn end(&self) -> usize {
        self.cut_off.unwrap_or(self.turns.len())
    }

    /// Returns the number of the turn with this index.
    pub fn number(&self, turn: usize) -> usize {
        self.turns.get(turn).and_then(|turn| turn.number).map_or(turn + 1, |number| number as usize)
    }

    /// Returns the time at which a turn began.
    pub fn began(&self, turn: usize) -> Option<Moment> {
        match self.turns.get(turn)?.when {
            Some(When::Moment(moment)) => Some(moment),
            _ => None,
        }
    }

    /// Returns the place of the line that begins a turn.
    pub fn line_of_turn(&self, turn: usize) -> FilePlace {
        at(self.file, format!("game.turns[{turn}].when"))
    }

    /// Returns the place of an action's line.
    pub fn line_of(&self, turn: usize, action: usize) -> FilePlace {
        at(self.file, format!("game.turns[{turn}].actions[{action}]"))
    }

    /// Returns the place of the line or position that a fact comes from; `given` has the file and game of each given
    /// position.
    pub fn place_of(&self, origin: Origin, country: usize, given: &[(usize, &Game)]) -> Option<FilePlace> {
        match origin {
            Origin::Action { turn, action } => Some(self.line_of(turn, action)),
            Origin::Given(place) => given.get(place).map(|(file, game)| holding_place(*file, game, country)),
        }
    }

    /// Returns the turns from index `from` up to `to` that count, with their indices.
    pub fn counted(&self, from: usize, to: usize) -> impl Iterator<Item = (usize, &'f Turn)> {
        let turns = self.turns.iter().enumerate().take(to).skip(from);
        turns.filter(|(place, _)| !replay::is_undone(self.turns, *place) && self.cut_off != Some(*place))
    }

    /// Returns the statements about the log.
    pub fn statements(&self, files: &Files<'_>, reveal: bool) -> Vec<Statement> {
        let mut all = Vec::new();
        let turns = counted(self.turns.len(), "turn", "turns");
        let dates = match (self.began(0), self.began(self.turns.len().saturating_sub(1))) {
            (Some(first), Some(last)) => format!(" from {} to {}", moment_text(first), moment_text(last)),
            _ => String::new(),
        };
        let ends = [0, self.turns.len().saturating_sub(1)].into_iter().filter(|&turn| turn < self.turns.len());
        let label = files.label(Some(self.file));
        let lines: Vec<FilePlace> = ends.map(|turn| self.line_of_turn(turn)).collect();
        all.push(Statement::new(Part::Record, format!("{label} has {turns}{dates}"), lines));
        let undone = (0..self.turns.len()).filter(|&turn| replay::is_undone(self.turns, turn));
        for turn in undone {
            let Some(seat) = self.turns.get(turn).and_then(|turn| turn.player.as_ref()) else { continue };
            let text = format!(
                "turn {} of {} does not count: the carrier was lost, and another player called first",
                self.number(turn),
                files.who(seat, reveal)
            );
            all.push(Statement::new(Part::Record, text, [self.line_of_turn(turn), self.line_of_turn(turn + 1)]));
        }
        let unknown = self.turns.iter().enumerate().flat_map(|(place, turn)| {
            let actions = turn.actions.iter().enumerate();
            actions.filter(|(_, a)| matches!(a.kind, ActionKind::Unknown)).map(move |(action, _)| (place, action))
        });
        let unknown: Vec<FilePlace> = unknown.map(|(turn, action)| self.line_of(turn, action)).collect();
        if !unknown.is_empty() {
            let (verb, lines) = (if unknown.len() == 1 { "was" } else { "were" }, unknown.len());
            let text = format!("{} of it {verb} not understood", counted(lines, "line", "lines"));
            all.push(Statement::new(Part::Record, text, unknown));
        }
        all
    }

    /// Returns a statement for each line that contradicts the lines before it.
    pub fn contradictions(&self, files: &Files<'_>) -> Vec<Statement> {
        let given: Vec<(usize, &Game)> =
            self.anchor.iter().filter_map(|anchor| Some((anchor.file, files.game(Some(anchor.file))?))).collect();
        let statement = |found: &replay::Contradiction| {
            let origins = [Some(found.at), found.since].into_iter().flatten();
            let places = origins.filter_map(|origin| self.place_of(origin, found.country, &given));
            Statement::new(Part::Contradiction, found.words(), places)
        };
        self.replay.contradictions().iter().map(statement).collect()
    }
}

/// Returns the place of a country's armies in a file.
pub fn holding_place(file: usize, game: &Game, country: usize) -> FilePlace {
    let name = crate::systems::global_war::rules::COUNTRIES.get(country).map_or("", |country| country.name);
    let holdings = game.position.iter().flat_map(|position| &position.holdings);
    let index = holdings.clone().position(|holding| holding.territory.as_str() == name).unwrap_or(country);
    at(file, format!("game.position.holdings[{index}].armies"))
}

/// Returns whether a board with so many values that agree and disagree may be of the log's game: in another game, most
/// values would differ.
pub fn is_of_this_game(agree: usize, disagree: usize) -> bool {
    disagree * 4 <= agree + disagree
}
