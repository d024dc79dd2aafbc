//! Prepares a game for a log: leaves out or refuses what a log cannot hold.

use std::borrow::Cow;
use std::collections::HashSet;

use super::lines::{self, Line, Names};
use super::read::home_of;
use super::sentences::{Sentence, is_draw};
use super::{clock, times, turns};
use crate::formats::preparation::Preparation;
use crate::model::{Action, ActionKind, Game, GameResult, Player, Remark, Seat};
use crate::systems::homeworlds::formats::prepare::{self, Capabilities};
use crate::systems::homeworlds::formats::rename::{Birth, rename};
use crate::systems::homeworlds::formats::systems::Systems;
use crate::text::{Diagnostic, codes as cv};

const CAPABILITIES: Capabilities = Capabilities {
    title: false,
    variants: false,
    result: true,
    reason: false,
    remarks: true,
    between: true,
    times: true,
    undone: true,
    alternatives: false,
    position: false,
    serials: false,
    numbers: false,
    extras: false,
    resigning: true,
    eliminations: true,
    overrides: false,
    open_turns: true,
};

/// Maximum number of characters of a name; the server's names are shorter.
const MAX_NAME_LENGTH: usize = 60;

pub fn prepare<'g>(game: &'g Game, out: &mut Vec<Diagnostic>) -> Cow<'g, Game> {
    let mut preparation = Preparation::new("a log of Board Game Arena", out);
    let Some(mut prepared) = prepare::keep_what_fits(game, &CAPABILITIES, &mut preparation) else {
        return Cow::Borrowed(game);
    };
    prepare::refuse_what_is_none(game, &CAPABILITIES, &mut preparation);
    prepare::leave_out_colours(&mut prepared, &mut preparation);
    refuse_parts(game, &mut preparation);
    turns::name_movers(&mut prepared);
    if !seat_players(&mut prepared, &mut preparation) {
        return Cow::Borrowed(game);
    }
    prepare::name_players(
        &mut prepared,
        MAX_NAME_LENGTH,
        |c| !c.is_whitespace() && !c.is_control() || c == ' ',
        &mut preparation,
    );
    prepare_result(&mut prepared, &mut preparation);
    let players = prepared.players.clone();
    let mut names = Names::default();
    for name in players.iter().filter_map(Player::name) {
        names.add(name);
    }
    let has_result = prepared.result.is_some();
    prepare::keep_unknown(&mut prepared, &mut preparation, |text| is_read_so(text, has_result, &names));
    keep_remarks(&mut prepared, &names, &mut preparation);
    prepare_actions(&mut prepared, &mut preparation);
    turns::shape(&mut prepared, &mut preparation);
    let order: Vec<Seat> = prepare::seats(2);
    order_players(&mut prepared, &order, &mut preparation);
    let homes: Vec<(Seat, String)> =
        prepared.players.iter().map(|p| (p.seat.clone(), home_of(p.name().unwrap_or_default()))).collect();
    let name = |birth: Birth<'_>, systems: &Systems| match birth {
        Birth::Home(seat, name) => {
            let home = homes.iter().find(|(own, _)| Some(own) == seat);
            home.map_or_else(|| name.to_owned(), |(_, home)| home.clone())
        }
        Birth::System(name) => prepare::repaired(name, usize::MAX, |c| !matches!(c, '\n' | '\r'), systems),
    };
    rename(&mut prepared, &mut preparation, name);
    times::prepare(&mut prepared, &mut preparation);
    preparation.emit_tallies();
    prepare::cow(game, prepared)
}

/// Refuses homeworlds without two stars, because a log names both.
fn refuse_parts(game: &Game, preparation: &mut Preparation<'_>) {
    for (path, action) in prepare::kept_actions(game, &CAPABILITIES) {
        if matches!(&action.kind, ActionKind::Setup { stars, .. } if stars.iter().any(Option::is_none)) {
            let message = "a homeworld without two stars";
            preparation.refuse(&cv::BAD_VALUE, path, message, "a log names both stars");
        }
    }
}

/// Adds everyone who moves to the players; returns whether the server has seats for them.
fn seat_players(game: &mut Game, preparation: &mut Preparation<'_>) -> bool {
    let outs = game.turns.iter().flat_map(|turn| turn.undone.iter().flatten().chain(&turn.actions));
    let named = game.turns.iter().filter_map(|turn| turn.player.as_ref());
    let named: Vec<Seat> = named.chain(outs.filter_map(|action| action.player.as_ref())).cloned().collect();
    let mut seated: HashSet<Seat> = game.players.iter().map(|player| player.seat.clone()).collect();
    for seat in named {
        if seated.insert(seat.clone()) {
            game.players.push(Player::at(seat));
        }
    }
    let count = game.players.len();
    let is_of_two = count <= 2;
    if !is_of_two {
        let message = format!("expected a game of two players, found {count}");
        preparation.refuse(&cv::BAD_VALUE, "game.players", message, "write the game in another notation");
    }
    is_of_two
}

fn prepare_result(game: &mut Game, preparation: &mut Preparation<'_>) {
    let Some(result) = &mut game.result else { return };
    let is_player = |seat: &Seat| game.players.iter().any(|player| player.seat == *seat);
    if !result.winners.iter().all(is_player) {
        preparation.leave_out(true, "game.result.winners", "a winner who is no player");
        game.result = None;
        return;
    }
    let mut winners = std::mem::take(&mut result.winners);
    // If both players win, the game is written as a tie.
    if winners.len() > 1 {
        winners.clear();
    }
    *result = GameResult { winners, reason: None, stated: true };
}

/// Returns whether a line is read as text that is not understood. For some lines that depends on the lines around them.
fn is_read_so(text: &str, has_result: bool, names: &Names<'_>) -> bool {
    let is_line = lines::trimmed(text) == text && !text.is_empty() && !text.contains('\n');
    is_line
        && match lines::read(text, names) {
            Line::Unknown(_) | Line::Of(_, Sentence::Discover(..) | Sentence::End, 0) => true,
            // Of several lines with a result, the last one counts.
            Line::Won(_) | Line::Tied => has_result,
            _ => false,
        }
}

/// Leaves out remarks that no line of a log expresses.
fn keep_remarks(game: &mut Game, names: &Names<'_>, preparation: &mut Preparation<'_>) {
    let is_said = |remark: &Remark| match &remark.author {
        Some(author) => names.may_be(author) && is_draw(&remark.text),
        None => {
            let text = remark.text.as_str();
            let is_time = clock::read(text).is_some_and(|clock| clock.day.is_none()) && remark.when.is_none();
            let is_line = lines::trimmed(text) == text && !text.contains('\n');
            is_line && (is_time || lines::is_note(text))
        }
    };
    for (index, turn) in game.turns.iter_mut().enumerate() {
        let actions = turn.undone.iter_mut().flatten().chain(&mut turn.actions);
        for remarks in actions.map(|action| &mut action.remarks).chain([&mut turn.remarks]) {
            remarks.retain(|remark| {
                let is_kept = is_said(remark);
                preparation.tally(!is_kept, "remarks", || format!("game.turns[{index}].remarks"));
                is_kept
            });
        }
    }
}

/// Removes from actions what a log does not contain: owners of ships, and inferred values.
fn prepare_actions(game: &mut Game, preparation: &mut Preparation<'_>) {
    for (index, turn) in game.turns.iter_mut().enumerate() {
        let mover = turn.player.clone();
        for action in turn.undone.iter_mut().flatten().chain(&mut turn.actions) {
            let is_text = action.kind == ActionKind::Unknown;
            let player = action.player.take();
            let text = action.text.take().filter(|_| is_text);
            let kind = std::mem::replace(&mut action.kind, ActionKind::Pass);
            let remarks = std::mem::take(&mut action.remarks);
            let (when, own) = (action.when.take(), mover.clone());
            let (kind, player) = match kind {
                ActionKind::Capture { piece, at, owner } => {
                    // A log does not name the owner of a captured ship, who must be the opponent.
                    let is_lost = owner.is_some() && owner == mover;
                    preparation.tally(is_lost, "the owner of a captured ship", || format!("game.turns[{index}]"));
                    (ActionKind::Capture { piece, at, owner: None }, None)
                }
                kind @ (ActionKind::Resign | ActionKind::Eliminate) => (kind, player.or(own)),
                kind => (kind, None),
            };
            *action = Action { player, text, when, remarks, ..Action::of(kind) };
        }
        turn.inferred.clear();
    }
}

/// Sorts the players by their first appearance, which decides their seats.
fn order_players(game: &mut Game, order: &[Seat], preparation: &mut Preparation<'_>) {
    let mut appear: Vec<Seat> = Vec::new();
    for turn in &game.turns {
        let actions = turn.undone.iter().flatten().chain(&turn.actions);
        let outs = actions.filter(|action| action.kind == ActionKind::Eliminate);
        let all = turn.player.iter().chain(outs.filter_map(|action| action.player.as_ref()));
        let new: Vec<Seat> = all.filter(|seat| !appear.contains(seat)).cloned().collect();
        appear.extend(new);
        appear.dedup();
    }
    appear.extend(
        game.result
            .iter()
            .flat_map(|result| result.winners.clone())
            .filter(|seat| !appear.contains(seat))
            .collect::<Vec<_>>(),
    );
    let count = game.players.len();
    game.players.retain(|player| appear.contains(&player.seat));
    preparation.leave_out(game.players.len() < count, "game.players", "a player who neither does nor wins anything");
    let place = |seat: &Seat| appear.iter().position(|other| other == seat).and_then(|place| order.get(place));
    game.players.sort_by_key(|player| appear.iter().position(|seat| *seat == player.seat));
    let mut changed = Vec::new();
    for player in &game.players {
        if let Some(new) = place(&player.seat).filter(|new| **new != player.seat) {
            changed.push((player.seat.as_str().to_owned(), new.as_str().to_owned()));
        }
    }
    if changed.is_empty() {
        return;
    }
    prepare::report_changed("seats", "game.players", changed, preparation);
    let reseat = |seat: &mut Seat| *seat = place(seat).cloned().unwrap_or_default();
    game.players.iter_mut().for_each(|player| reseat(&mut player.seat));
    game.result.iter_mut().flat_map(|result| &mut result.winners).for_each(reseat);
    for turn in &mut game.turns {
        turn.player.iter_mut().chain(&mut turn.unset).for_each(reseat);
        let actions = turn.undone.iter_mut().flatten().chain(&mut turn.actions);
        actions.filter_map(|action| action.player.as_mut()).for_each(reseat);
    }
}
