//! The interrupted turn: what was done in it, what was left to do, and whether it still counts.

use serde_json::json;

use super::record::Record;
use super::{Files, at};
use crate::model::{Action, ActionKind, Details, Field, Game, Moment, Seat, TerritoryRef};
use crate::rules::recovery::{FilePlace, Part, Recovered, Statement};
use crate::systems::global_war::model::{Activity, Interruption};
use crate::systems::global_war::rules::{self, COUNTRIES, replay, timeline};
use crate::text::english::{counted, listed};
use crate::view::layout::moment_text;

/// An interrupted turn.
pub struct Interrupted<'a, 'f> {
    files: &'a Files<'f>,
    record: Option<&'a Record<'f>>,
    /// The `.REC`: the index of its file, its game and its interruption.
    rec: Option<(usize, &'f Game, &'f Interruption)>,
    /// Index of the turn in the log; `None` if the log does not have it.
    turn: Option<usize>,
    fate: Fate,
}

/// Whether an interrupted turn still counts, with the reason and its origins.
enum Fate {
    Counts(String, Vec<FilePlace>),
    IsGone(String, Vec<FilePlace>),
    Unknown(String),
}

impl<'a, 'f> Interrupted<'a, 'f> {
    /// Returns the interrupted turn; `None` if there is neither a `.REC` nor a log that ends in a cut-off turn.
    pub fn of(files: &'a Files<'f>, record: Option<&'a Record<'f>>) -> Option<Interrupted<'a, 'f>> {
        let rec = files.interrupted.and_then(|place| {
            let game = files.game(Some(place))?;
            Some((place, game, game.details.global_war()?.interruption.as_ref()?))
        });
        if rec.is_none() && record.is_none_or(|record| record.cut_off.is_none()) {
            return None;
        }
        // A log of another game says nothing about this turn.
        let is_ours = |record: &&Record<'_>| {
            let is_of_saved = files.whole_saved().is_none() || record.is_anchored();
            is_of_saved && rec.is_none_or(|(_, game, _)| record.may_be_at(game.position.as_ref(), record.end()))
        };
        let record = record.filter(is_ours);
        if rec.is_none() && record.is_none() {
            return None;
        }
        let cut_off = record.and_then(|record| record.cut_off);
        let seat = rec.and_then(|(.., interruption)| interruption.player.known());
        let is_of_seat = |record: &Record<'_>, turn: usize| {
            let player = record.turns.get(turn).and_then(|turn| turn.player.as_ref());
            seat.is_none_or(|seat| player == Some(seat))
        };
        let turn = record.and_then(|record| cut_off.filter(|&turn| is_of_seat(record, turn)));
        let mut interrupted = Interrupted { files, record, rec, turn, fate: Fate::Unknown(String::new()) };
        interrupted.fate = interrupted.fate();
        Some(interrupted)
    }

    fn seat(&self) -> Option<&'f Seat> {
        let of_turn = || self.record?.turns.get(self.turn?)?.player.as_ref();
        self.rec.and_then(|(.., interruption)| interruption.player.known()).or_else(of_turn)
    }

    fn fate(&self) -> Fate {
        let (files, record) = (self.files, self.record);
        let Some((rec, interrupted, _)) = self.rec else {
            return match record.and_then(|record| Some((record, self.turn?))) {
                Some((record, turn)) => {
                    let text = "nobody has called since by the log, but there is no .REC to go on from";
                    Fate::Counts(text.to_owned(), last_line(record, turn))
                }
                None => Fate::Unknown(String::new()),
            };
        };
        let saved = files.saved.zip(files.game(files.saved));
        let label = files.label(files.saved);
        if let Some((_, saved)) = saved {
            let reasons = rules::foreign_because(interrupted, saved);
            if !reasons.is_empty() {
                return Fate::IsGone(format!("it is not of the game in {label}: {}", listed(&reasons)), Vec::new());
            }
            let moved = rules::moved_since(interrupted, saved);
            if !moved.is_empty() {
                let who: Vec<String> = moved.iter().map(|player| format!("player {}", player.seat)).collect();
                let path = |player: &&crate::model::Player| {
                    let index = saved.players.iter().position(|other| other.seat == player.seat)?;
                    Some(at(files.saved?, format!("game.players[{index}].last_moved")))
                };
                let origins = moved.iter().filter_map(path).collect();
                let text = format!("by {label} {} moved since; Global War deletes such a .REC", listed(&who));
                return Fate::IsGone(text, origins);
            }
        }
        if let Some((record, turn)) = record.zip(self.turn) {
            return Fate::Counts("nobody has called since".to_owned(), last_line(record, turn));
        }
        if let Some((record, turn)) = record.and_then(|record| Some((record, record.goes_on_after(interrupted)?))) {
            let text = format!("by the log turn {} was played since", record.number(turn));
            return Fate::IsGone(text, vec![record.line_of_turn(turn)]);
        }
        match files.whole_saved() {
            Some(_) => {
                let origins = vec![at(rec, "game.details.interruption.player")];
                Fate::Counts(format!("by {label} nobody has moved since"), origins)
            }
            None => Fate::Unknown("neither a log nor a whole .DAT says whether somebody called since".to_owned()),
        }
    }

    /// Returns the statements about the turn.
    pub fn statements(&self, reveal: bool) -> Vec<Statement> {
        let mut all = Vec::new();
        let mut say = |text: String, origins: Vec<FilePlace>| {
            all.push(Statement::new(Part::InterruptedTurn, text, origins));
        };
        let who = self.seat().map_or("a player who is not known".to_owned(), |seat| self.files.who(seat, reveal));
        match self.record.zip(self.turn) {
            Some((record, turn)) => {
                let began = record.began(turn).map(|at| format!(" on {}", moment_text(at))).unwrap_or_default();
                say(format!("{who} began turn {}{began}", record.number(turn)), vec![record.line_of_turn(turn)]);
            }
            None => say(format!("{who} lost carrier"), self.rec_place("player")),
        }
        if let Some((.., interruption)) = self.rec {
            if let Some(activity) = interruption.activity.known() {
                say(format!("the player was {}", words_of(*activity)), self.rec_place("activity"));
            }
            let is_deploying = interruption.activity.known().is_none_or(|activity| *activity == Activity::Deploying);
            if let Some(&armies) = interruption.armies_to_deploy.known()
                && (is_deploying || armies != 0)
            {
                let count = counted(usize::try_from(armies).unwrap_or_default(), "army", "armies");
                say(format!("left: {count} to deploy"), self.rec_place("armies_to_deploy"));
            }
            if interruption.activity.known() == Some(&Activity::AttackingCommendationEarned) {
                say(
                    "left: a commendation, which the game gives at the end of a turn".into(),
                    self.rec_place("activity"),
                );
            }
        }
        if let Some((text, origins)) = self.counts() {
            say(text, origins);
        }
        for change in self.changes() {
            say(change.words, change.origins);
        }
        match &self.fate {
            Fate::Counts(why, origins) => say(format!("it still counts: {why}"), origins.clone()),
            Fate::IsGone(why, origins) => say(format!("it no longer counts: {why}"), origins.clone()),
            Fate::Unknown(why) => say(format!("whether it still counts is not known: {why}"), Vec::new()),
        }
        all
    }

    fn rec_place(&self, key: &str) -> Vec<FilePlace> {
        self.rec.iter().map(|(place, ..)| at(*place, format!("game.details.interruption.{key}"))).collect()
    }

    /// Returns a phrase with the counts of the actions in the turn, and their origins; `None` if the log does not have
    /// the turn.
    fn counts(&self) -> Option<(String, Vec<FilePlace>)> {
        let (record, turn) = (self.record?, self.turn?);
        let deeds = timeline::deeds_of_mover(record.turns.get(turn)?)?;
        let armies = |count: Option<i64>| match count {
            None => "an unknown number of armies".to_owned(),
            Some(count) => counted(usize::try_from(count).unwrap_or_default(), "army", "armies"),
        };
        let number = |count: Option<u32>, one: &str, many: &str| match count {
            None => format!("an unknown number of {many}"),
            Some(count) => counted(count as usize, one, many),
        };
        let text = format!(
            "done: {} deployed, {}, {} won, {} lost, {} killed",
            armies(deeds.deployed),
            number(deeds.attacks, "attack", "attacks"),
            number(deeds.won, "country", "countries"),
            armies(deeds.armies_lost),
            armies(deeds.killed),
        );
        let last = record.turns.get(turn)?.actions.len().checked_sub(1)?;
        Some((text, vec![record.line_of(turn, 0), record.line_of(turn, last)]))
    }

    /// Returns the countries that the turn changed, found by comparing the `.DAT` with the `.REC`.
    fn changes(&self) -> Vec<Change> {
        let (Some((rec, now, _)), Some((saved, then))) = (self.rec, self.files.whole_saved()) else {
            return Vec::new();
        };
        if matches!(self.fate, Fate::IsGone(..)) {
            return Vec::new();
        }
        let (Some(now), Some(then)) = (&now.position, &then.position) else { return Vec::new() };
        let mut changes = Vec::new();
        for (index, holding) in now.holdings.iter().enumerate() {
            let before = then.holdings.iter().position(|other| other.territory == holding.territory);
            let Some((place, before)) = before.and_then(|place| Some((place, then.holdings.get(place)?))) else {
                continue;
            };
            let values = |h: &crate::model::Holding| Some((h.owner.known()?.clone(), *h.armies.known()?));
            let (Some(old), Some(new)) = (values(before), values(holding)) else { continue };
            if old == new {
                continue;
            }
            let player = |seat: &Option<Seat>| seat.as_ref().map_or("nobody".to_owned(), |s| format!("player {s}"));
            let armies = |n: i32| counted(usize::try_from(n).unwrap_or_default(), "army", "armies");
            let words = if old.0 == new.0 {
                format!("{}: {} → {}", holding.territory, old.1, armies(new.1))
            } else {
                let (loser, winner) = (player(&old.0), player(&new.0));
                format!("{}: {loser}, {} → {winner}, {}", holding.territory, armies(old.1), armies(new.1))
            };
            let line = self.last_line_about(&holding.territory);
            let own = at(rec, format!("game.position.holdings[{index}].armies"));
            let before = at(saved, format!("game.position.holdings[{place}].armies"));
            changes.push(Change { index, words, origins: line.into_iter().chain([before, own]).collect() });
        }
        changes
    }

    /// Returns the last line of the turn that changes a country.
    fn last_line_about(&self, country: &TerritoryRef) -> Option<FilePlace> {
        let (record, turn) = (self.record?, self.turn?);
        let actions = &record.turns.get(turn)?.actions;
        actions.iter().rposition(|action| changes(action, country)).map(|action| record.line_of(turn, action))
    }

    /// Returns the game as it would be if the turn ended where it was interrupted. The error is the reason why it
    /// cannot be recovered.
    pub fn ended(&self, reveal: bool) -> Result<Recovered, String> {
        let Some((rec, interrupted, interruption)) = self.rec else {
            return Err("there is no .REC: the turn cannot be ended where it was interrupted".into());
        };
        let mut warnings = Vec::new();
        match &self.fate {
            Fate::Counts(..) => {}
            Fate::IsGone(why, _) => return Err(format!("the interrupted turn no longer counts: {why}")),
            Fate::Unknown(why) => warnings.push(format!("whether the turn still counts is not known: {why}")),
        }
        if self.files.all.get(rec).is_none_or(|file| file.is_damaged) {
            return Err(format!("{} is damaged", self.files.label(Some(rec))));
        }
        let Some(seat) = self.seat() else {
            return Err(format!("{} does not say whose turn it is", self.files.label(Some(rec))));
        };
        let mut game = interrupted.clone();
        if let Details::GlobalWar(details) = &mut game.details {
            details.interruption = None;
        }
        game.result = rules::result(&game);
        let mut values: Vec<Statement> = self.changes().into_iter().flat_map(|change| change.values(&game)).collect();
        let began = self.record.zip(self.turn).filter(|(record, _)| record.dates_turns_as(self.files));
        let began = began.and_then(|(record, turn)| Some((record.began(turn)?, record.line_of_turn(turn))));
        let index = game.players.iter().position(|player| player.seat == *seat);
        match (began, index.and_then(|index| Some((index, game.players.get_mut(index)?)))) {
            (Some((began, line)), Some((index, player))) => {
                player.last_moved = Field::Known(Some(began));
                values.push(moved_value(index, seat, began, line));
            }
            _ => warnings.push(format!(
                "when player {seat} moved is left as in {}: no file says how a turn's date is stored",
                self.files.label(Some(rec))
            )),
        }
        if interruption.activity.known() == Some(&Activity::AttackingCommendationEarned) {
            warnings.push(format!(
                "{} had earned a commendation, which the game gives at the end of a turn: which of the three is left \
                 to chance, so none is added",
                self.files.who(seat, reveal)
            ));
        }
        if let Some(&armies) = interruption.armies_to_deploy.known()
            && armies > 0
        {
            let count = counted(usize::try_from(armies).unwrap_or_default(), "army was", "armies were");
            warnings.push(format!("{count} still to be deployed, and is not on the board"));
        }
        let like = self.files.whole_saved().map_or(rec, |(place, _)| place);
        let what = format!("the turn of player {seat}, ended where it was interrupted");
        Ok(Recovered { game, what, values, holes: Vec::new(), warnings, like: Some(like) })
    }
}

/// Returns the value of a player's last move, taken from the beginning of a turn in the log.
pub fn moved_value(index: usize, seat: &Seat, began: Moment, line: FilePlace) -> Statement {
    Statement {
        path: Some(format!("game.players[{index}].last_moved")),
        value: Some(json!(began.to_string())),
        ..Statement::new(Part::Value, format!("player {seat} moved last on {}", moment_text(began)), [line])
    }
}

/// A country that the turn changed.
struct Change {
    /// Index of its holding in the `.REC`.
    index: usize,
    words: String,
    origins: Vec<FilePlace>,
}

impl Change {
    fn values(self, game: &Game) -> Vec<Statement> {
        let holding = game.position.iter().find_map(|position| position.holdings.get(self.index));
        let Some(holding) = holding else { return Vec::new() };
        let path = |key: &str| Some(format!("game.position.holdings[{}].{key}", self.index));
        let value = |key: &str, value| Statement {
            path: path(key),
            value: Some(value),
            ..Statement::new(Part::Value, self.words.clone(), self.origins.clone())
        };
        let owner = holding.owner.known().map(|owner| value("owner", json!(owner)));
        let armies = holding.armies.known().map(|armies| value("armies", json!(armies)));
        owner.into_iter().chain(armies).collect()
    }
}

/// Returns the place of the last action of a turn, its `-`; empty if there is none.
fn last_line(record: &Record<'_>, turn: usize) -> Vec<FilePlace> {
    let last = record.turns.get(turn).and_then(|turn| turn.actions.len().checked_sub(1));
    last.map(|action| record.line_of(turn, action)).into_iter().collect()
}

fn changes(action: &Action, country: &TerritoryRef) -> bool {
    let is_it = |at: &TerritoryRef| replay::place_of(at).is_some() && at == country;
    match &action.kind {
        ActionKind::Deploy { at, .. } | ActionKind::Conquer { at, .. } | ActionKind::Give { at, .. } => is_it(at),
        ActionKind::Losses { from, to, .. } | ActionKind::Fortify { from, to, .. } => is_it(from) || is_it(to),
        ActionKind::Swap { at, swapped_for, .. } => is_it(at) || is_it(swapped_for),
        _ => false,
    }
}

fn words_of(activity: Activity) -> &'static str {
    match activity {
        Activity::Deploying => "deploying armies",
        Activity::Attacking => "attacking",
        Activity::Fortifying => "fortifying",
        Activity::AttackingCommendationEarned => "attacking, and had earned a commendation",
    }
}

/// Returns the name of the country with an index in the built-in board.
pub fn country_name(place: usize) -> &'static str {
    COUNTRIES.get(place).map_or("?", |country| country.name)
}
