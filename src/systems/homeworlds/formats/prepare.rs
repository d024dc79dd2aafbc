//! The parts that all notations of Homeworlds leave out, rename or refuse when they write a game of another notation.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use super::codes;
use super::systems::Systems;
use super::words::ship_given;
use crate::formats::preparation::Preparation;
use crate::model::{Action, ActionKind, Details, Field, Game, Player, Remark, Seat, System, Turn};
use crate::systems::homeworlds::model::HomeworldsDetails;
use crate::systems::homeworlds::rules::{Colour, Piece};
use crate::text::codes as cv;
use crate::text::printable::quoted;

/// The parts of a game that a notation can hold.
#[derive(Debug, Clone, Copy, Default)]
pub struct Capabilities {
    /// The title and the dates.
    pub title: bool,
    /// The options.
    pub variants: bool,
    /// The winner.
    pub result: bool,
    /// The reason for the result.
    pub reason: bool,
    /// Remarks.
    pub remarks: bool,
    /// Remarks between two actions of a turn.
    pub between: bool,
    /// The times of turns, actions and remarks.
    pub times: bool,
    /// Undone actions.
    pub undone: bool,
    /// Alternatives and their tags.
    pub alternatives: bool,
    /// A start position.
    pub position: bool,
    /// The letters that tell pieces of a kind apart.
    pub serials: bool,
    /// The numbers of turns.
    pub numbers: bool,
    /// Values of a JSON source that the model has no field for.
    pub extras: bool,
    /// Resignations.
    pub resigning: bool,
    /// Eliminations.
    pub eliminations: bool,
    /// A mark that a player insists on an inadvisable homeworld.
    pub overrides: bool,
    /// A turn that is still open.
    pub open_turns: bool,
}

/// The seats in clockwise order, which is the order of turns.
pub const SEATS: [&str; 4] = ["N", "E", "S", "W"];

/// Returns the seats of a number of players, in the order of their turns.
pub fn seats(players: usize) -> Vec<Seat> {
    match players {
        2 => vec![Seat::new("N"), Seat::new("S")],
        _ => (0..players)
            .map(|i| SEATS.get(i).map_or_else(|| Seat::new(&(i + 1).to_string()), |s| Seat::new(s)))
            .collect(),
    }
}

/// Returns for each value whether it stood before.
pub fn repeated<T: Eq + Hash>(values: impl Iterator<Item = T>) -> Vec<bool> {
    let mut seen = HashSet::new();
    values.map(|value| !seen.insert(value)).collect()
}

/// Returns whether a turn holds the header lines that were not understood.
pub fn is_header(turn: &Turn) -> bool {
    turn.number.is_none() && turn.player.is_none()
}

/// Returns the game without the parts that the notation cannot hold; each is reported. `None` if it is a game of
/// another system.
pub fn keep_what_fits(game: &Game, capabilities: &Capabilities, preparation: &mut Preparation<'_>) -> Option<Game> {
    if game.system != System::Homeworlds {
        let message = format!("this is a game of {}, and the target holds Homeworlds", game.system.name());
        preparation.refuse(&cv::OTHER_SYSTEM, "game.system", message, cv::OTHER_SYSTEM.advice);
        return None;
    }
    let mut kept = game.without_turns();
    let mut drop = |is_held: bool, is_there: bool, path: &str, what: &str| {
        preparation.leave_out(!is_held && is_there, path, what);
        is_held
    };
    if !drop(capabilities.title, game.title.is_some(), "game.title", "the title") {
        kept.title = None;
    }
    if !drop(capabilities.title, game.started.is_some() || game.ended.is_some(), "game.started", "when it was played") {
        (kept.started, kept.ended) = (None, None);
    }
    if !drop(capabilities.variants, game.variants.is_some(), "game.variants", "the options") {
        kept.variants = None;
    }
    if !drop(capabilities.result, game.result.is_some(), "game.result", "the result") {
        kept.result = None;
    }
    if let Some(result) = &mut kept.result
        && !drop(capabilities.reason, result.reason.is_some(), "game.result.reason", "why the game ended")
    {
        result.reason = None;
    }
    drop(false, game.variant.is_some(), "game.variant", "the variant");
    drop(false, game.state.is_some(), "game.state", "the state of the game");
    drop(false, game.board.is_some(), "game.board", "a board");
    (kept.variant, kept.state, kept.board) = (None, None, None);
    if game.position.is_some() && !capabilities.position {
        let message = "the record begins at a start position, which the target cannot hold";
        preparation.refuse(&codes::START, "game.position", message, codes::START.advice);
        return None;
    }
    let own = game.details.homeworlds().cloned().unwrap_or_default();
    let extras = if drop(capabilities.extras, !own.extras.is_empty(), "game.details.extras", "extra values") {
        own.extras
    } else {
        Vec::new()
    };
    let to_move = own.to_move.filter(|_| capabilities.position);
    kept.details = Details::of_homeworlds(HomeworldsDetails { to_move, extras });
    for (index, player) in kept.players.iter_mut().enumerate() {
        let bare = Player { name: player.name.clone(), ..Player::at(player.seat.clone()) };
        drop(false, *player != bare, &format!("game.players[{index}]"), "what is said of a player beside the name");
        *player = bare;
    }
    kept.turns = turns(&game.turns, "game.turns", capabilities, preparation);
    preparation.emit_tallies();
    Some(kept)
}

fn turns(all: &[Turn], path: &str, capabilities: &Capabilities, preparation: &mut Preparation<'_>) -> Vec<Turn> {
    let kept = all.iter().enumerate();
    kept.map(|(index, turn)| held_turn(turn, &format!("{path}[{index}]"), capabilities, preparation)).collect()
}

fn held_turn(turn: &Turn, path: &str, capabilities: &Capabilities, preparation: &mut Preparation<'_>) -> Turn {
    let mut kept = Turn { player: turn.player.clone(), ..Turn::default() };
    preparation.tally(turn.position.is_some(), "the positions of turns", || format!("{path}.position"));
    if capabilities.extras {
        kept.extras = turn.extras.clone();
    } else {
        preparation.tally(!turn.extras.is_empty(), "extra values", || format!("{path}.extras"));
    }
    if capabilities.open_turns {
        kept.unset = turn.unset.clone();
    } else {
        preparation.tally(!turn.unset.is_empty(), "unfinished turns", || format!("{path}.unset"));
    }
    if capabilities.numbers {
        kept.number = turn.number;
    }
    if capabilities.times {
        kept.when = turn.when.clone();
    } else {
        preparation.tally(turn.when.is_some(), "the times of turns", || format!("{path}.when"));
    }
    if capabilities.undone {
        kept.undone = turn.undone.iter().map(|list| actions(list, path, capabilities, preparation)).collect();
    } else {
        preparation.tally(!turn.undone.is_empty(), "undone actions", || format!("{path}.undone"));
    }
    if capabilities.alternatives {
        kept.tag = turn.tag.clone();
        let alternatives = turn.alternatives.iter().enumerate();
        kept.alternatives = alternatives
            .map(|(i, list)| turns(list, &format!("{path}.alternatives[{i}]"), capabilities, preparation))
            .collect();
    } else {
        preparation.tally(turn.tag.is_some() || !turn.alternatives.is_empty(), "alternatives and their tags", || {
            format!("{path}.alternatives")
        });
    }
    kept.actions = actions(&turn.actions, path, capabilities, preparation);
    let between = turn.actions.iter().flat_map(|action| &action.remarks);
    let unplaced = turn.remarks.iter().chain(between.filter(|_| !capabilities.between));
    if capabilities.remarks {
        kept.remarks = unplaced.map(|remark| kept_remark(remark, path, capabilities, preparation)).collect();
    } else {
        unplaced.for_each(|_| preparation.tally(true, "remarks", || format!("{path}.remarks")));
    }
    kept
}

fn kept_remark(remark: &Remark, path: &str, capabilities: &Capabilities, preparation: &mut Preparation<'_>) -> Remark {
    let is_time_lost = remark.when.is_some() && !capabilities.times;
    preparation.tally(is_time_lost, "the times of remarks", || format!("{path}.remarks"));
    preparation.tally(remark.recipient.is_some(), "the recipients of remarks", || format!("{path}.remarks"));
    let when = remark.when.filter(|_| capabilities.times);
    Remark { when, recipient: None, ..remark.clone() }
}

fn actions(all: &[Action], path: &str, capabilities: &Capabilities, preparation: &mut Preparation<'_>) -> Vec<Action> {
    // Collected, a list of one action would have room for four.
    let mut kept = Vec::with_capacity(all.len());
    kept.extend(all.iter().enumerate().filter_map(|(index, action)| {
        held_action(action, &format!("{path}.actions[{index}]"), capabilities, preparation)
    }));
    kept
}

fn held_action(
    action: &Action,
    path: &str,
    capabilities: &Capabilities,
    preparation: &mut Preparation<'_>,
) -> Option<Action> {
    let mut kept = Action { text: action.text.clone(), ..Action::of(action.kind.clone()) };
    preparation.tally(action.results.is_some(), "results of actions", || format!("{path}.results"));
    if capabilities.times {
        kept.when = action.when.clone();
    } else {
        preparation.tally(action.when.is_some(), "the times of actions", || format!("{path}.when"));
    }
    if capabilities.serials {
        kept.serial = action.serial.clone();
    } else {
        preparation.tally(action.serial.is_some(), "the letters of pieces", || format!("{path}.serial"));
    }
    kept.inferred = action.inferred.clone();
    if capabilities.between {
        kept.remarks =
            action.remarks.iter().map(|remark| kept_remark(remark, path, capabilities, preparation)).collect();
    }
    let is_held = match &mut kept.kind {
        ActionKind::Resign => {
            kept.player = action.player.clone();
            capabilities.resigning
        }
        ActionKind::Eliminate => {
            kept.player = action.player.clone();
            capabilities.eliminations
        }
        ActionKind::Setup { overrides, .. } if !capabilities.overrides => {
            preparation
                .tally(overrides.is_some(), "the mark that a homeworld was insisted on", || format!("{path}.override"));
            *overrides = None;
            true
        }
        ActionKind::Restart => capabilities.undone,
        _ => true,
    };
    if !is_held {
        let what = match kept.kind {
            ActionKind::Resign => "that players resign",
            ActionKind::Eliminate => "that players are out",
            _ => "that a turn was begun anew",
        };
        preparation.tally(true, what, || path.to_owned());
        return None;
    }
    Some(kept)
}

/// Refuses actions that are not of Homeworlds, and words that are not pieces or colours, in the parts that a notation
/// can hold.
pub fn refuse_what_is_none(game: &Game, capabilities: &Capabilities, preparation: &mut Preparation<'_>) {
    let is_piece = |text: &str| Piece::parse(text).is_some_and(|piece| piece.as_str() == text);
    let is_colour = |text: &str| Colour::parse(text).is_some_and(|colour| colour.letter() == text);
    for (path, action) in kept_actions(game, capabilities) {
        let mut pieces: Vec<&str> = Vec::new();
        let mut is_known = true;
        match &action.kind {
            ActionKind::Setup { stars, piece, .. } => {
                is_known = stars.len() == 2;
                pieces.extend(stars.iter().flatten().map(|star| star.0.as_str()));
                pieces.push(&piece.0);
            }
            ActionKind::Build { piece, .. } => match piece {
                Some(piece) if !is_colour(&piece.0) => pieces.push(&piece.0),
                Some(_) => {}
                None => is_known = false,
            },
            ActionKind::Exchange { gives, becomes, .. } => {
                is_known = ship_given(gives).is_some();
                pieces.extend(ship_given(gives).map(|ship| ship.0.as_str()));
                pieces.push(&becomes.0);
            }
            ActionKind::Discover { piece, star, .. } => pieces.extend([piece.0.as_str(), &star.0]),
            ActionKind::Move { piece, via, by_convoy, new_star, .. } => {
                is_known = piece.is_some() && via.is_none() && by_convoy.is_none() && new_star.is_none();
                pieces.extend(piece.iter().map(|piece| piece.0.as_str()));
            }
            ActionKind::Capture { piece, .. } | ActionKind::Sacrifice { piece, .. } => pieces.push(&piece.0),
            ActionKind::Catastrophe { colour, .. } => is_known = is_colour(&colour.0),
            ActionKind::Pass
            | ActionKind::Resign
            | ActionKind::Restart
            | ActionKind::Eliminate
            | ActionKind::Unknown => {}
            _ => is_known = false,
        }
        if let Some(piece) = pieces.iter().find(|piece| !is_piece(piece)) {
            let help = "a piece is a small letter r, y, g or b, and 1, 2 or 3";
            preparation.refuse(&cv::BAD_VALUE, &path, format!("expected a piece, found {}", quoted(piece)), help);
        } else if !is_known {
            let message = "this action is incomplete, or not of Homeworlds";
            preparation.refuse(&cv::BAD_VALUE, &path, message, "give the action all values that it needs");
        }
    }
}

/// Returns every action that a notation can hold, with its path: the undone actions of each turn, its own actions, and
/// those of its alternatives.
pub fn kept_actions<'g>(game: &'g Game, capabilities: &Capabilities) -> Vec<(String, &'g Action)> {
    fn collect<'g>(turns: &'g [Turn], path: &str, kept: &Capabilities, found: &mut Vec<(String, &'g Action)>) {
        for (index, turn) in turns.iter().enumerate() {
            let path = format!("{path}[{index}]");
            for (list, undone) in turn.undone.iter().enumerate().filter(|_| kept.undone) {
                found.extend(undone.iter().enumerate().map(|(i, a)| (format!("{path}.undone[{list}][{i}]"), a)));
            }
            found.extend(turn.actions.iter().enumerate().map(|(i, a)| (format!("{path}.actions[{i}]"), a)));
            for (list, turns) in turn.alternatives.iter().enumerate().filter(|_| kept.alternatives) {
                collect(turns, &format!("{path}.alternatives[{list}]"), kept, found);
            }
        }
    }
    let mut found = Vec::new();
    collect(&game.turns, "game.turns", capabilities, &mut found);
    found
}

/// Reports the names that are different in the target.
pub fn report_changed(what: &str, path: &str, changed: Vec<(String, String)>, preparation: &mut Preparation<'_>) {
    const MAX_LISTED: usize = 40;
    if changed.is_empty() {
        return;
    }
    let more = changed.len().saturating_sub(MAX_LISTED);
    let mut list: Vec<String> =
        changed.iter().take(MAX_LISTED).map(|(old, new)| format!("{} becomes {}", quoted(old), quoted(new))).collect();
    if more > 0 {
        list.push(format!("and {more} more"));
    }
    let message = format!("names of {what} are changed for the target: {}", list.join(", "));
    preparation.warn(&codes::RENAMED, path, message, codes::RENAMED.advice);
}

/// Returns a name with `_` for each character that is not allowed, and with at most `most` characters. If the new name
/// is taken, a number is appended.
pub fn repaired(name: &str, most: usize, is_allowed: impl Fn(char) -> bool, systems: &Systems) -> String {
    if !name.is_empty() && name.chars().all(&is_allowed) && name.chars().count() <= most {
        return name.to_owned();
    }
    let kept =
        |room: usize| -> String { name.chars().take(room).map(|c| if is_allowed(c) { c } else { '_' }).collect() };
    let first = Some(kept(most)).filter(|name| !name.is_empty() && !systems.knows(name));
    first.unwrap_or_else(|| systems.numbered(&kept(most.saturating_sub(3)), |_| false).into())
}

/// Gives the players seats, and the names that the target needs.
pub fn name_players(
    game: &mut Game,
    most: usize,
    is_allowed: impl Fn(char) -> bool,
    preparation: &mut Preparation<'_>,
) {
    let mut changed = Vec::new();
    let mut authors = HashMap::new();
    let mut taken = Systems::default();
    let homes = homes(game);
    for player in &mut game.players {
        let home = homes.get(&player.seat).map_or(player.seat.as_str(), String::as_str);
        let old = player.name().unwrap_or(home).to_owned();
        let mut new = repaired(&old, most, &is_allowed, &taken);
        if taken.knows(&new) {
            new = format!("{new}_{}", player.seat);
        }
        taken.born(&new);
        if player.name().is_none() {
            // The record has no name for the player: the new one is always reported, and no author has to be renamed.
            changed.push((player.seat.as_str().to_owned(), new.clone()));
        } else if old != new {
            authors.entry(old.clone()).or_insert_with(|| new.clone());
            changed.push((old, new.clone()));
        }
        player.name = Field::Known(Some(new));
    }
    if !authors.is_empty() {
        rename_authors(&mut game.turns, &authors);
    }
    report_changed("players", "game.players", changed, preparation);
}

/// Gives remarks the new names of their authors, by the old ones.
fn rename_authors(turns: &mut [Turn], names: &HashMap<String, String>) {
    for turn in turns {
        let actions = turn.undone.iter_mut().flatten().chain(&mut turn.actions);
        let remarks = actions.flat_map(|action| &mut action.remarks).chain(&mut turn.remarks);
        for author in remarks.filter_map(|remark| remark.author.as_mut()) {
            if let Some(new) = names.get(author) {
                new.clone_into(author);
            }
        }
        turn.alternatives.iter_mut().for_each(|turns| rename_authors(turns, names));
    }
}

/// Returns the names of the homeworlds by seat.
pub fn homes(game: &Game) -> HashMap<Seat, String> {
    let mut homes = HashMap::new();
    for turn in &game.turns {
        for action in &turn.actions {
            if let (ActionKind::Setup { at, name, .. }, Some(seat)) = (&action.kind, &turn.player) {
                let name = name.as_deref().unwrap_or(at.as_str());
                homes.entry(seat.clone()).or_insert_with(|| name.to_owned());
            }
        }
    }
    homes
}

/// Leaves out text that was not understood, unless the target would read it as text that is not understood.
pub fn keep_unknown(game: &mut Game, preparation: &mut Preparation<'_>, is_read_so: impl Fn(&str) -> bool) {
    fn keep(turns: &mut [Turn], path: &str, preparation: &mut Preparation<'_>, is_read_so: &dyn Fn(&str) -> bool) {
        for (index, turn) in turns.iter_mut().enumerate() {
            let path = format!("{path}[{index}]");
            for actions in turn.undone.iter_mut().chain([&mut turn.actions]) {
                actions.retain(|action| {
                    let is_kept = action.kind != ActionKind::Unknown || action.text.as_deref().is_some_and(is_read_so);
                    preparation.tally(!is_kept, "text that was not understood", || path.clone());
                    is_kept
                });
            }
            for (list, turns) in turn.alternatives.iter_mut().enumerate() {
                keep(turns, &format!("{path}.alternatives[{list}]"), preparation, is_read_so);
            }
        }
    }
    keep(&mut game.turns, "game.turns", preparation, &is_read_so);
    preparation.emit_tallies();
}

/// Leaves out builds with only a colour, of a ship that the bank did not have.
pub fn leave_out_colours(game: &mut Game, preparation: &mut Preparation<'_>) {
    for (index, turn) in game.turns.iter_mut().enumerate() {
        for actions in turn.undone.iter_mut().chain([&mut turn.actions]) {
            actions.retain(|action| {
                let is_colour =
                    matches!(&action.kind, ActionKind::Build { piece: Some(piece), .. } if piece.0.len() == 1);
                let path = || format!("game.turns[{index}]");
                preparation.tally(is_colour, "builds of ships that the bank did not have", path);
                !is_colour
            });
        }
    }
    preparation.emit_tallies();
}

/// Leaves out dates that are not valid, and refuses options that a comma-separated list in one line cannot hold.
pub fn check_days_and_options(game: &mut Game, is_day: impl Fn(&str) -> bool, preparation: &mut Preparation<'_>) {
    for (day, path) in [(&mut game.started, "game.started"), (&mut game.ended, "game.ended")] {
        if day.as_ref().is_some_and(|day| !is_day(day)) {
            preparation.leave_out(true, path, "a text that is not a date such as 2007-12-06");
            *day = None;
        }
    }
    if let Some(list) = &game.variants {
        let text = list.join(", ");
        if list.is_empty() {
            game.variants = None;
        } else if text.contains(['\n', '\r']) || text.split(", ").ne(list.iter().map(String::as_str)) {
            let message = "an option with a comma or a line break in it";
            preparation.refuse(&cv::READS_BACK_DIFFERENTLY, "game.variants", message, "leave it out");
        }
    }
}

/// Borrows the original game if the preparation changed nothing.
pub fn cow<'g>(game: &'g Game, prepared: Game) -> Cow<'g, Game> {
    if *game == prepared { Cow::Borrowed(game) } else { Cow::Owned(prepared) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_keep_their_authors_where_a_new_name_is_the_old_one_of_another_player() {
        let mut game = Game::new(System::Homeworlds);
        let names = ["Ann Lee", "Ann_Lee"];
        let player = |(seat, name): (&str, &str)| Player {
            name: Field::Known(Some(name.to_owned())),
            ..Player::at(Seat::new(seat))
        };
        game.players = ["N", "S"].into_iter().zip(names).map(player).collect();
        let remarks = names.into_iter().map(|name| Remark { author: Some(name.to_owned()), ..Remark::default() });
        game.turns.push(Turn { remarks: remarks.collect(), ..Turn::default() });
        let mut said = Vec::new();
        let mut preparation = Preparation::new("a record", &mut said);
        name_players(&mut game, usize::MAX, |c| c != ' ', &mut preparation);
        let authors: Vec<_> = game.turns[0].remarks.iter().map(|remark| remark.author.clone().unwrap()).collect();
        let players: Vec<_> = game.players.iter().map(|player| player.name().unwrap().to_owned()).collect();
        assert_eq!(players, ["Ann_Lee", "Ann_Lee_S"]);
        assert_eq!(authors, players);
    }
}
