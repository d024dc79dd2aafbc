//! Rebuilds a lost or damaged game from what is left of it, old copies and the log.

use chrono::TimeDelta;
use serde::Serialize;
use serde_json::json;

use super::backups::Copy;
use super::interrupted::moved_value;
use super::record::Record;
use super::{Files, at};
use crate::model::{
    ActionKind, Board, BuiltinBoard, Commendations, Details, Field, Game, Moment, Player, Seat, State, System,
};
use crate::rules::recovery::{FilePlace, Part, Recovered, Statement};
use crate::systems::global_war::model::GlobalWarDetails;
use crate::systems::global_war::rules::{self, SEATS, log};
use crate::view::layout::moment_text;

/// Returns the statements about the saved game.
pub fn of_saved(files: &Files<'_>, record: Option<&Record<'_>>) -> Vec<Statement> {
    let say = |text: String, origins: Vec<FilePlace>| vec![Statement::new(Part::SavedGame, text, origins)];
    let Some((place, game)) = files.saved.and_then(|place| Some((place, files.game(Some(place))?))) else {
        let missing = "there is no .DAT beside the log";
        return record.map_or_else(Vec::new, |_| say(missing.into(), Vec::new()));
    };
    let label = files.label(Some(place));
    if files.all.get(place).is_some_and(|file| file.is_damaged) {
        return say(format!("{label} is damaged"), Vec::new());
    }
    let Some(record) = record else { return say(format!("{label} is whole"), Vec::new()) };
    if !record.is_anchored() {
        return say(format!("{label} is whole, and does not belong to the log: its countries are others"), Vec::new());
    }
    let turns = files.game(Some(record.file));
    let doubts = turns.map(|turns| log::doubts(game, turns, label)).unwrap_or_default();
    if doubts.is_empty() {
        return say(format!("{label} is whole, and is the game at the end of the log"), Vec::new());
    }
    doubts.into_iter().flat_map(|doubt| say(format!("{label}: {}", doubt.message), Vec::new())).collect()
}

/// A possible value and its origins.
pub struct Candidate<T> {
    pub value: T,
    pub origins: Vec<FilePlace>,
}

/// A file with values of the game, and the moment it is of.
pub struct SavedState<'f> {
    pub file: usize,
    pub game: &'f Game,
    /// `None` if the file is of the moment that is to be recovered.
    pub moment: Option<usize>,
    pub is_damaged: bool,
    is_end_doubtful: bool,
}

impl SavedState<'_> {
    fn details(&self) -> Option<&GlobalWarDetails> {
        self.game.details.global_war()
    }

    fn player(&self, seat: &Seat) -> Option<(usize, &Player)> {
        self.game.players.iter().enumerate().find(|(_, player)| player.seat == *seat)
    }
}

/// Rebuilds a game that is lost, damaged or older than the end of the log; `None` if there is no such game, or no
/// source for it.
pub fn rebuild(files: &Files<'_>, record: Option<&Record<'_>>, copies: &[Copy<'_>], reveal: bool) -> Option<Recovered> {
    let older = files.whole_saved().map(|_| record.and_then(Record::goes_on_from));
    if older == Some(None) || files.saved.is_none() && record.is_none() {
        return None;
    }
    let mut saved_states = Vec::new();
    let mut unused = None;
    if let Some((file, game)) = files.saved.and_then(|file| Some((file, files.game(Some(file))?))) {
        match record {
            _ if older.is_some() => saved_states.push(SavedState {
                file,
                game,
                moment: older.flatten(),
                is_damaged: false,
                is_end_doubtful: false,
            }),
            _ if files.all.get(file).is_some_and(|file| file.is_unreliable) => {
                unused = Some((file, "is damaged in its middle"));
            }
            Some(record) if !is_at_end(game, record) => unused = Some((file, "is not of the end of the log")),
            _ => saved_states.push(SavedState {
                file,
                game,
                moment: None,
                is_damaged: true,
                is_end_doubtful: files.all.get(file).is_some_and(|file| file.is_end_doubtful),
            }),
        }
    }
    let placed = copies.iter().filter_map(|copy| Some((copy, copy.moment()?)));
    saved_states.extend(placed.map(|(copy, moment)| SavedState {
        file: copy.file,
        game: copy.game,
        moment: Some(moment),
        is_damaged: false,
        is_end_doubtful: false,
    }));
    let mut builder =
        Builder { files, record, saved_states, reveal, values: Vec::new(), holes: Vec::new(), warnings: Vec::new() };
    if let Some((file, why)) = unused {
        builder.warnings.push(format!("{} {why}, and nothing is taken from it", files.label(Some(file))));
    }
    let game = builder.game();
    let what = match record {
        Some(record) => match record.end().checked_sub(1) {
            Some(turn) => format!("the game after turn {}", record.number(turn)),
            None => "the game before its first turn".to_owned(),
        },
        None => "what is left of the game".to_owned(),
    };
    let like =
        builder.saved_states.iter().find(|saved_state| !saved_state.is_damaged).map(|saved_state| saved_state.file);
    let Builder { values, holes, warnings, .. } = builder;
    Some(Recovered { game, what, values, holes, warnings, like })
}

/// Returns whether the dates of a saved game, as far as it has any, fit the end of the log.
fn is_at_end(game: &Game, record: &Record<'_>) -> bool {
    game.players.iter().all(|player| match (player.last_moved.known(), record.last_turn_of(&player.seat)) {
        (None, _) => true,
        (Some(None), last) => last.is_none(),
        (Some(Some(moved)), Some(last)) => {
            record.began(last).is_none_or(|began| *moved >= before(began)) && !record.is_before_log(*moved)
        }
        (Some(Some(moved)), None) => record.is_before_log(*moved),
    })
}

/// Returns the earliest moment that a daynum for `moment` may stand for: a daynum has steps of 8.64 seconds, and a log
/// has minutes.
fn before(moment: Moment) -> Moment {
    Moment::new(moment.date_time() - TimeDelta::minutes(1)).unwrap_or(moment)
}

impl Record<'_> {
    /// Returns the index of the last turn of a player among those that count; `None` if there is none.
    fn last_turn_of(&self, seat: &Seat) -> Option<usize> {
        self.counted(0, self.end())
            .filter(|(_, turn)| turn.player.as_ref() == Some(seat))
            .last()
            .map(|(place, _)| place)
    }

    fn is_before_log(&self, moment: Moment) -> bool {
        self.began(0).is_some_and(|first| moment < before(first))
    }

    /// Returns whether the files store the beginning of a player's last turn as the day of the last move: at least one
    /// date is the beginning of a turn, and none is another moment.
    pub fn dates_turns_as(&self, files: &Files<'_>) -> bool {
        let games = files.all.iter().filter(|file| file.game.turns.is_empty()).map(|file| file.game);
        let mut confirmed = false;
        for moved in games.flat_map(|game| &game.players).filter_map(|player| player.last_moved.known().copied()?) {
            if self.is_before_log(moved) {
                continue;
            }
            let is_it =
                |turn: usize| self.began(turn).is_some_and(|began| moved.days_since(began).abs() * 24.0 * 60.0 <= 1.0);
            if !(0..self.turns.len()).any(is_it) {
                return false;
            }
            confirmed = true;
        }
        confirmed
    }
}

/// Builds a game value by value, and collects the values' origins.
pub struct Builder<'a, 'f> {
    files: &'a Files<'f>,
    pub record: Option<&'a Record<'f>>,
    pub saved_states: Vec<SavedState<'f>>,
    reveal: bool,
    pub values: Vec<Statement>,
    holes: Vec<Statement>,
    warnings: Vec<String>,
}

impl<'f> Builder<'_, 'f> {
    fn game(&mut self) -> Game {
        let mut game = Game::new(System::GlobalWar);
        let mut details = GlobalWarDetails::default();
        self.event(&mut game, &mut details);
        for number in 1..=SEATS {
            let player = self.player(number);
            game.players.push(player);
        }
        details.commendation_sets = self.sets();
        game.board = Some(Board { builtin: Some(BuiltinBoard::GlobalWar), ..Board::default() });
        game.position = Some(self.position());
        self.passwords(&mut details);
        self.last_lines(&mut details);
        game.details = Details::GlobalWar(Box::new(details));
        game.result = rules::result(&game);
        game
    }

    /// Takes a value on which all candidates agree. If there are none, or if they disagree, adds a hole and returns
    /// `None`.
    pub fn settle<T: PartialEq + Clone + Serialize>(
        &mut self,
        path: &str,
        what: &str,
        candidates: Vec<Candidate<T>>,
        unknown: &str,
        words: impl Fn(&T) -> String,
    ) -> Option<T> {
        let hole = |text: String, origins: Vec<FilePlace>| Statement {
            path: Some(path.to_owned()),
            ..Statement::new(Part::Hole, text, origins)
        };
        let mut candidates = candidates.into_iter();
        let Some(first) = candidates.next() else {
            self.holes.push(hole(format!("{what}: {unknown}"), Vec::new()));
            return None;
        };
        let mut origins = first.origins;
        for other in candidates {
            if other.value != first.value {
                let text = format!("{what}: the files tell different values");
                self.holes.push(hole(text, origins.into_iter().chain(other.origins).collect()));
                return None;
            }
            origins.extend(other.origins);
        }
        self.values.push(Statement {
            path: Some(path.to_owned()),
            value: Some(json!(first.value)),
            ..Statement::new(Part::Value, format!("{what}: {}", words(&first.value)), origins)
        });
        Some(first.value)
    }

    /// Returns the candidates for a value that does not change during a game.
    fn lasting<T>(&self, value: impl Fn(&SavedState<'f>) -> Option<(T, String)>) -> Vec<Candidate<T>> {
        let told = self.saved_states.iter().filter_map(|saved_state| {
            let (value, path) = value(saved_state)?;
            Some(Candidate { value, origins: vec![at(saved_state.file, path)] })
        });
        told.collect()
    }

    /// Returns whether somebody won between a moment and the end.
    fn is_won_since(&self, moment: Option<usize>) -> bool {
        self.done_since(moment, |kind, _| matches!(kind, ActionKind::Win)).is_some()
    }

    /// Returns the first line after a moment with an action for which `is_meant` returns `true`; `None` if there is
    /// none, or if there is no log or no moment.
    fn done_since(
        &self,
        moment: Option<usize>,
        is_meant: impl Fn(&ActionKind, Option<&Seat>) -> bool,
    ) -> Option<FilePlace> {
        let (record, moment) = (self.record?, moment?);
        record.counted(moment, record.end()).find_map(|(place, turn)| {
            let action = turn.actions.iter().position(|action| {
                let of = if matches!(action.kind, ActionKind::Eliminate) { &action.player } else { &turn.player };
                is_meant(&action.kind, of.as_ref())
            });
            action.map(|action| record.line_of(place, action))
        })
    }

    fn event(&mut self, game: &mut Game, details: &mut GlobalWarDetails) {
        let told = self.lasting(|saved_state| {
            let details = saved_state.details()?;
            let state = saved_state.game.state?;
            let won = self.is_won_since(saved_state.moment);
            let state = if won { State::Finished } else { state };
            let flags = (
                details.game_kind?,
                details.hidden_names?,
                details.non_sequential?,
                details.flag_1000,
                details.players_min,
                details.players_max,
            );
            matches!(state, State::Playing | State::Finished).then(|| ((state, flags), "game.state".to_owned()))
        });
        let words = |(state, _): &(State, _)| {
            let word = if *state == State::Finished { "finished" } else { "in progress" };
            word.to_owned()
        };
        if let Some((state, flags)) =
            self.settle("game.state", "the game", told, "no whole file tells its state", words)
        {
            if let Some(value) = self.values.last_mut() {
                value.value = Some(json!(state));
            }
            game.state = Some(state);
            let (kind, hidden, non_sequential, flag, min, max) = flags;
            (details.game_kind, details.hidden_names, details.non_sequential) =
                (Some(kind), Some(hidden), Some(non_sequential));
            (details.flag_1000, details.players_min, details.players_max) = (flag, min, max);
        }
        let days = self.lasting(|saved_state| {
            let day = *saved_state.details()?.event_day.known()?;
            let same = !self.is_won_since(saved_state.moment);
            same.then(|| (day, "game.details.event_day".to_owned()))
        });
        let unknown = "no file of the same state tells it";
        let day = self.settle("game.details.event_day", "the event day", days, unknown, |day| moment_text(*day));
        details.event_day = known(day);
    }

    fn player(&mut self, number: usize) -> Player {
        let seat = Seat::new(&number.to_string());
        let index = number - 1;
        let mut player = Player::at(seat.clone());
        let told = self.lasting(|saved_state| {
            let (index, there) = saved_state.player(&seat)?;
            Some((there.name.known()?.clone(), format!("game.players[{index}].name")))
        });
        let (path, what) = (format!("game.players[{index}].name"), format!("the name of player {number}"));
        let words = |name: &Option<String>| name.clone().unwrap_or_else(|| "nobody".to_owned());
        let name = self.settle(&path, &what, told, "no whole file tells it", words);
        self.hide(&path, Builder::hides_names);
        let sits = name.as_ref().is_none_or(Option::is_some);
        player.name = known(name);
        let told = self.lasting(|saved_state| {
            let (index, there) = saved_state.player(&seat)?;
            Some((*there.vote.known()?, format!("game.players[{index}].vote")))
        });
        let (path, what) = (format!("game.players[{index}].vote"), format!("the vote of player {number}"));
        let words = |vote: &bool| if *vote { "yes" } else { "no" }.to_owned();
        player.vote = known(self.settle(&path, &what, told, "no whole file tells it", words));
        player.last_moved = self.last_moved(index, &seat);
        player.commendations = Some(self.commendations(index, &seat, sits));
        player
    }

    /// Returns whether the game hides the names of its players, or may do so.
    fn hides_names(&self) -> bool {
        self.saved_states.iter().any(|saved_state| saved_state.details().is_none_or(|d| d.hidden_names != Some(false)))
    }

    /// Replaces the value at `path`, if it was settled last, with `(hidden)`. Does nothing if hidden values are to be
    /// revealed, or `is_hidden` returns `false`.
    fn hide(&mut self, path: &str, is_hidden: impl Fn(&Self) -> bool) {
        if self.reveal || !is_hidden(self) {
            return;
        }
        if let Some(value) = self.values.last_mut().filter(|value| value.path.as_deref() == Some(path)) {
            value.value = None;
            value.text = value.text.split(':').next().unwrap_or_default().to_owned() + ": (hidden)";
        }
    }

    fn last_moved(&mut self, index: usize, seat: &Seat) -> Field<Option<Moment>> {
        let path = format!("game.players[{index}].last_moved");
        let what = format!("the last move of player {seat}");
        let own = self.lasting(|saved_state| {
            let (index, there) = saved_state.player(seat)?;
            let has_moved = self.record.is_some_and(|record| {
                let since = saved_state.moment.unwrap_or_else(|| record.end());
                record.counted(since, record.end()).any(|(_, turn)| turn.player.as_ref() == Some(seat))
            });
            (!has_moved).then_some((*there.last_moved.known()?, format!("game.players[{index}].last_moved")))
        });
        if own.is_empty()
            && let Some((began, line)) = self.began_last(seat)
        {
            self.values.push(moved_value(index, seat, began, line));
            return Field::Known(Some(began));
        }
        let words = |moved: &Option<Moment>| moved.map_or("never".to_owned(), moment_text);
        known(self.settle(&path, &what, own, "no file tells it, nor how a turn's date is stored", words))
    }

    /// Returns the beginning of a player's last turn, if the files store it as the last move.
    fn began_last(&self, seat: &Seat) -> Option<(Moment, FilePlace)> {
        let record = self.record.filter(|record| record.dates_turns_as(self.files))?;
        let turn = record.last_turn_of(seat)?;
        Some((record.began(turn)?, record.line_of_turn(turn)))
    }

    /// Settles a player's commendations. They are given by chance for a conquered country, and the log does not say
    /// which.
    fn commendations(&mut self, index: usize, seat: &Seat, sits: bool) -> Commendations {
        let mut commendations = Commendations::default();
        for (key, place) in [
            ("general", &mut commendations.general),
            ("king", &mut commendations.king),
            ("queen", &mut commendations.queen),
        ] {
            let changes = |kind: &ActionKind, of: Option<&Seat>| {
                let is_own = of == Some(seat) || of.is_none();
                match kind {
                    ActionKind::Conquer { .. }
                    | ActionKind::CashSet { .. }
                    | ActionKind::TakeCommendations { .. }
                    | ActionKind::Eliminate => is_own,
                    ActionKind::Unknown => true,
                    _ => false,
                }
            };
            let told = self.lasting(|saved_state| {
                let (index, there) = saved_state.player(seat)?;
                let counts = there.commendations.as_ref()?;
                let (_, count) = rules::each_commendation(counts).into_iter().find(|(name, _)| *name == key)?;
                let is_same = !sits || self.done_since(saved_state.moment, changes).is_none();
                is_same.then_some((*count.known()?, format!("game.players[{index}].commendations.{key}")))
            });
            let path = format!("game.players[{index}].commendations.{key}");
            let what = format!("the commendations of player {seat}");
            let unknown = "no file tells them since they changed, and a log does not say which were given";
            let words = |count: &i32| format!("{count} from the {key}");
            *place = known(self.settle(&path, &what, told, unknown, words));
        }
        commendations
    }

    fn sets(&mut self) -> Field<i32> {
        let mut told = Vec::new();
        for saved_state in &self.saved_states {
            let Some(count) = saved_state.details().and_then(|details| details.commendation_sets.known()) else {
                continue;
            };
            let is_unclear = |kind: &ActionKind, _: Option<&Seat>| matches!(kind, ActionKind::Unknown);
            if self.done_since(saved_state.moment, is_unclear).is_some() {
                continue;
            }
            let mut origins = vec![at(saved_state.file, "game.details.commendation_sets")];
            let mut since = 0;
            if let (Some(record), Some(moment)) = (self.record, saved_state.moment) {
                for (place, turn) in record.counted(moment, record.end()) {
                    let sets = turn.actions.iter().enumerate();
                    for (action, _) in sets.filter(|(_, action)| matches!(action.kind, ActionKind::CashSet { .. })) {
                        since += 1;
                        origins.push(record.line_of(place, action));
                    }
                }
            }
            told.extend(count.checked_add(since).map(|value| Candidate { value, origins }));
        }
        let what = "the sets of commendations that were turned in";
        known(self.settle("game.details.commendation_sets", what, told, "no whole file tells it", i32::to_string))
    }

    fn passwords(&mut self, details: &mut GlobalWarDetails) {
        const PASSWORDS: usize = 3;
        let mut all = Vec::new();
        for index in 0..PASSWORDS {
            let path = format!("game.details.team_passwords[{index}]");
            let told = self.lasting(|saved_state| {
                let passwords = saved_state.details()?.team_passwords.as_ref()?;
                let is_doubtful = saved_state.is_end_doubtful && index + 1 == passwords.len();
                let password = passwords.get(index).filter(|_| !is_doubtful)?;
                Some((password.clone(), path.clone()))
            });
            let what = format!("the password of team {}", index + 1);
            let words = |password: &String| if password.is_empty() { "none".to_owned() } else { password.clone() };
            let password = self.settle(&path, &what, told, "no whole file tells it", words);
            self.hide(&path, |_| password.as_ref().is_some_and(|password| !password.is_empty()));
            all.extend(password);
        }
        details.team_passwords = (all.len() == PASSWORDS).then_some(all);
    }

    /// Settles the lines from 127 on, which a damaged file cannot supply.
    fn last_lines(&mut self, details: &mut GlobalWarDetails) {
        let told = self.lasting(|saved_state| {
            let details = saved_state.details().filter(|_| !saved_state.is_damaged)?;
            let lines = (details.fortifications.known().copied(), details.more_lines.clone());
            Some((lines, "game.details.fortifications".to_owned()))
        });
        let path = "game.details.fortifications";
        let what = "what stands behind the passwords";
        let words = |(own, more): &(Option<i32>, Vec<String>)| {
            own.map(|own| own.to_string()).into_iter().chain(more.iter().cloned()).collect::<Vec<_>>().join(", ")
        };
        if let Some((fortifications, more)) = self.settle(path, what, told, "no whole file tells it", words) {
            details.fortifications = known(fortifications);
            details.more_lines = more;
        }
        // Listed only if there is something to list.
        if details.fortifications.is_absent() && details.more_lines.is_empty() {
            self.values.retain(|value| value.path.as_deref() != Some(path));
        }
    }
}

pub fn known<T>(value: Option<T>) -> Field<T> {
    value.map_or(Field::Absent, Field::Known)
}
