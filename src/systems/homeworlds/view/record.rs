//! Summarizes a record: its length, the authors of remarks, text that was not understood, and alternatives.

use std::collections::HashMap;

use super::names::short;
use crate::model::{Action, ActionKind, Game, Remark, Turn};
use crate::view::layout::{counted, few, listed, raw};

/// Maximum number of authors of remarks that are named.
const MAX_AUTHORS: usize = 4;
/// Maximum number of texts that were not understood that are shown.
const MAX_UNKNOWN: usize = 3;

/// Returns the sentences about the record as a whole; a sentence that does not apply is empty.
pub fn sentences(game: &Game) -> [String; 3] {
    [length(game), not_understood(game), taken_back(&game.turns)]
}

/// Returns the number of the turn at an index; a turn without a number counts by its position, from 1.
pub fn number_of(game: &Game, index: usize) -> u64 {
    let number = game.turns.get(index).and_then(|turn| turn.number);
    number.map_or(index as u64 + 1, u64::from)
}

/// Returns the highest number of a turn; `None` without turns.
pub fn last_number(game: &Game) -> Option<u64> {
    (0..game.turns.len()).map(|index| number_of(game, index)).max()
}

/// Names the turn at an index in a sentence.
pub fn turn_text(game: &Game, index: usize) -> String {
    let last = if index + 1 == game.turns.len() { ", the last" } else { "" };
    format!("turn {}{last}", number_of(game, index))
}

fn length(game: &Game) -> String {
    if game.turns.is_empty() {
        return "The record has no turns.".to_owned();
    }
    let actions = game.turns.iter().map(|turn| turn.actions.len()).sum();
    let turns = counted(game.turns.len(), "turn", "turns");
    format!("{turns} with {}; {}.", counted(actions, "action", "actions"), remarks(game))
}

/// Returns a phrase about the number of remarks and their authors.
fn remarks(game: &Game) -> String {
    let all = || game.turns.iter().flat_map(remarks_of);
    let mut authors: HashMap<&str, usize> = HashMap::new();
    for author in all().filter_map(|remark| remark.author.as_deref()) {
        *authors.entry(author).or_default() += 1;
    }
    let mut authors: Vec<(&str, usize)> = authors.into_iter().collect();
    authors.sort_by(|(one, few), (other, many)| many.cmp(few).then(one.cmp(other)));
    match (all().count(), authors.as_slice()) {
        (0, _) => "no remarks".to_owned(),
        (count, []) => counted(count, "remark", "remarks"),
        (count, [(author, all)]) if count == *all => {
            format!("{} by {}", counted(count, "remark", "remarks"), short(author, 30))
        }
        (count, authors) => {
            let by = few(authors, MAX_AUTHORS, |(author, count)| format!("{count} by {}", short(author, 30)));
            format!("{}, {}", counted(count, "remark", "remarks"), listed(&by))
        }
    }
}

fn remarks_of(turn: &Turn) -> impl Iterator<Item = &Remark> {
    turn.remarks.iter().chain(turn.actions.iter().flat_map(|action| &action.remarks))
}

fn not_understood(game: &Game) -> String {
    let of_turn = |(index, turn)| {
        let turn: &Turn = turn;
        let unknown = turn.actions.iter().filter(|action| action.kind == ActionKind::Unknown);
        unknown.map(move |action| (index, action.text.as_deref().unwrap_or_default()))
    };
    let unknown: Vec<(usize, &str)> = game.turns.iter().enumerate().flat_map(of_turn).collect();
    if unknown.is_empty() {
        return String::new();
    }
    let text = |(index, text): &(usize, &str)| format!("{} in turn {}", raw(&short(text, 40)), number_of(game, *index));
    let is = if unknown.len() == 1 { "is" } else { "are" };
    let texts = listed(&few(&unknown, MAX_UNKNOWN, text));
    format!("{} {is} not understood: {texts}.", counted(unknown.len(), "action", "actions"))
}

/// Returns a sentence about what these turns have beside the actions played: actions that restarts took back, and
/// alternatives.
pub fn taken_back(turns: &[Turn]) -> String {
    let mut taken_back = TakenBack::default();
    turns.iter().for_each(|turn| taken_back.count(turn));
    let TakenBack { restarts, undone, lines, turns } = taken_back;
    let mut counts = Vec::new();
    if restarts > 0 {
        counts.push(format!(
            "{} took back {}",
            counted(restarts, "restart", "restarts"),
            counted(undone, "action", "actions")
        ));
    }
    if lines > 0 {
        let turns = counted(turns, "turn", "turns");
        counts.push(format!("{} of {turns} beside the game", counted(lines, "alternative line", "alternative lines")));
    }
    if counts.is_empty() { String::new() } else { format!("{}.", listed(&counts)) }
}

#[derive(Default)]
struct TakenBack {
    restarts: usize,
    undone: usize,
    lines: usize,
    turns: usize,
}

impl TakenBack {
    fn count(&mut self, turn: &Turn) {
        self.restarts += turn.undone.len();
        let is_undone = |action: &&Action| action.kind != ActionKind::Restart;
        self.undone += turn.undone.iter().flatten().filter(is_undone).count();
        for line in &turn.alternatives {
            self.lines += 1;
            self.turns += line.len();
            line.iter().for_each(|turn| self.count(turn));
        }
    }
}
