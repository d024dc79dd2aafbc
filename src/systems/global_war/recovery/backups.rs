//! Places copies of a game in its log.

use super::record::{Record, holding_place, is_of_this_game};
use super::{Files, at};
use crate::model::{Game, State};
use crate::rules::recovery::{FilePlace, Part, Statement};
use crate::systems::global_war::rules::COUNTRIES;
use crate::systems::global_war::rules::replay::{self, Fact, given_values};
use crate::text::english::counted;

/// A copy of a game.
pub struct Copy<'f> {
    /// Index of the copy's file.
    pub file: usize,
    pub game: &'f Game,
    label: &'f str,
    verdict: Verdict,
}

/// The result of placing a copy in the log.
enum Verdict {
    /// The copy is of this moment, and agrees with every value that the log knows.
    At { moment: usize, words: String, origins: Vec<FilePlace> },
    /// The copy belongs near a moment, but some of its values differ.
    Edited { words: String, origins: Vec<FilePlace> },
    /// The copy cannot be placed, or is of another game.
    Elsewhere { words: String, origins: Vec<FilePlace> },
}

/// The most differences that are named.
const MAX_NAMED: usize = 6;

impl<'f> Copy<'f> {
    /// Places the copy in the file with index `file`; `None` if there is no log to place it in.
    pub fn of(files: &Files<'f>, file: usize, record: Option<&Record<'f>>) -> Option<Copy<'f>> {
        let (game, label) = (files.game(Some(file))?, files.label(Some(file)));
        Some(Copy { file, game, label, verdict: verdict(files, file, game, record?) })
    }

    /// Returns the moment of the copy; `None` unless every value agrees with the log.
    pub fn moment(&self) -> Option<usize> {
        match self.verdict {
            Verdict::At { moment, .. } => Some(moment),
            Verdict::Edited { .. } | Verdict::Elsewhere { .. } => None,
        }
    }

    /// Returns whether the copy is of another game or cannot be placed.
    pub fn is_elsewhere(&self) -> bool {
        matches!(self.verdict, Verdict::Elsewhere { .. })
    }

    /// Returns the statement about the place of the copy.
    pub fn statement(&self) -> Statement {
        let (Verdict::At { words, origins, .. }
        | Verdict::Edited { words, origins }
        | Verdict::Elsewhere { words, origins }) = &self.verdict;
        Statement::new(Part::Backup, format!("{}: {words}", self.label), origins.clone())
    }
}

fn verdict(files: &Files<'_>, file: usize, game: &Game, record: &Record<'_>) -> Verdict {
    let elsewhere = |words: String, origins: Vec<FilePlace>| Verdict::Elsewhere { words, origins };
    if let Some((other, why)) = files.whole_saved().and_then(|(place, saved)| other_names(file, game, place, saved)) {
        return elsewhere(format!("another game: {why}"), other);
    }
    if game.state == Some(State::Signup) {
        return elsewhere("before turn 1: the game had not begun".into(), vec![at(file, "game.state")]);
    }
    let Some(placed) = replay::place(record.turns, game) else {
        return elsewhere("it cannot be placed: nothing in the log tells".into(), Vec::new());
    };
    let moment = placed.before;
    let compared = compare(file, game, record, moment);
    let line = moment.checked_sub(1).map(|turn| record.line_of_turn(turn));
    let total = compared.agree + compared.differences.len();
    let when = match moment.checked_sub(1) {
        None => "the deal, before turn 1".to_owned(),
        Some(turn) => format!("after turn {}", record.number(turn)),
    };
    if compared.differences.is_empty() && compared.agree == 0 {
        let words = format!("{when} by its dates; the log knows none of its countries there");
        return elsewhere(words, line.into_iter().collect());
    }
    if compared.differences.is_empty() {
        let known = match total {
            total if total == 2 * COUNTRIES.len() => "as the log has it".to_owned(),
            total => format!("as far as the log knows it, {total} of {} values", 2 * COUNTRIES.len()),
        };
        return Verdict::At { moment, words: format!("{when}, {known}"), origins: line.into_iter().collect() };
    }
    if !is_of_this_game(compared.agree, compared.differences.len()) {
        let count = compared.differences.len();
        let words = format!("another game: even {when}, where it is most alike, {count} of {total} values differ");
        return elsewhere(words, line.into_iter().collect());
    }
    let next = record.turns.get(moment).map(|_| record.number(moment));
    let between = match (moment.checked_sub(1), next) {
        (Some(turn), Some(next)) => format!("between turns {} and {next}", record.number(turn)),
        _ => when,
    };
    let is_certain = compared.differences.iter().all(|difference| difference.is_stated);
    let how = if is_certain { "edited by hand" } else { "edited by hand, or lines are missing from the log" };
    let named: Vec<&str> = compared.differences.iter().take(MAX_NAMED).map(|d| d.words.as_str()).collect();
    let more = compared.differences.len().saturating_sub(MAX_NAMED);
    let more = if more > 0 { format!(", and {}", counted(more, "other value", "other values")) } else { String::new() };
    let words = format!("{between}: {how}: {}{more}", named.join(", "));
    let origins = compared.differences.iter().take(MAX_NAMED).flat_map(|d| d.origins.iter().cloned()).collect();
    Verdict::Edited { words, origins }
}

/// Returns the reason why a copy has other players than the saved game, and its origins; `None` if it has not.
fn other_names(file: usize, copy: &Game, place: usize, saved: &Game) -> Option<(Vec<FilePlace>, String)> {
    let is_begun = |game: &Game| matches!(game.state, Some(State::Playing | State::Finished));
    if !is_begun(copy) || !is_begun(saved) {
        return None;
    }
    let others = copy.players.iter().enumerate().filter_map(|(index, player)| {
        let there = saved.players.iter().position(|other| other.seat == player.seat)?;
        let (name, other) = (player.name.known()?, saved.players.get(there)?.name.known()?);
        (name != other).then_some((index, there, &player.seat))
    });
    let all: Vec<_> = others.collect();
    let (first, rest) = all.split_first()?;
    let (index, there, seat) = first;
    let origins =
        vec![at(file, format!("game.players[{index}].name")), at(place, format!("game.players[{there}].name"))];
    let more = if rest.is_empty() { String::new() } else { format!(", and {} more", rest.len()) };
    Some((origins, format!("player {seat} has another name{more}")))
}

/// A copy compared with the board at a moment of the log.
struct Compared {
    agree: usize,
    differences: Vec<Difference>,
}

struct Difference {
    words: String,
    /// Whether the log's value is stated: the lines before the moment and those after it agree.
    is_stated: bool,
    origins: Vec<FilePlace>,
}

fn compare(file: usize, game: &Game, record: &Record<'_>, moment: usize) -> Compared {
    let mut compared = Compared { agree: 0, differences: Vec::new() };
    let Some(position) = &game.position else { return compared };
    for (country, (owner, armies)) in given_values(position).into_iter().enumerate() {
        let Some(there) = record.replay.country(moment, country) else { continue };
        let name = COUNTRIES.get(country).map_or("?", |country| country.name);
        let player = |owner: u8| if owner == 0 { "nobody".to_owned() } else { format!("player {owner}") };
        if let (Some(known), Some(here)) = (there.owner.value(), owner) {
            if known == here {
                compared.agree += 1;
            } else {
                let words = format!("{name} {}'s in the log, {}'s in the file", player(known), player(here));
                compared.add(words, &there.owner, record, file, game, country);
            }
        }
        if let (Some(known), Some(here)) = (there.armies.value(), armies) {
            if known == here {
                compared.agree += 1;
            } else {
                let words = format!("{name} {known} in the log, {here} in the file");
                compared.add(words, &there.armies, record, file, game, country);
            }
        }
    }
    compared
}

impl Compared {
    fn add<T: std::marker::Copy>(
        &mut self,
        words: String,
        fact: &Fact<T>,
        record: &Record<'_>,
        file: usize,
        game: &Game,
        country: usize,
    ) {
        let line = fact.origin().and_then(|origin| record.place_of(origin, country, &[]));
        let origins = line.into_iter().chain([holding_place(file, game, country)]).collect();
        self.differences.push(Difference { words, is_stated: fact.is_stated(), origins });
    }
}
