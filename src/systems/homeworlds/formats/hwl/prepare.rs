//! Prepares a game for a record of homeworlds-live: leaves out or refuses what it cannot hold.

use std::borrow::Cow;

use super::command::{self, name_of, seat_named};
use super::header::NOBODY;
use super::read::players_of;
use super::turns;
use crate::formats::preparation::Preparation;
use crate::model::{Action, ActionKind, Game, GameResult, Seat, Turn};
use crate::systems::homeworlds::formats::prepare::{self, Capabilities, SEATS};
use crate::text::{Diagnostic, codes as cv};

const CAPABILITIES: Capabilities = Capabilities {
    title: false,
    variants: false,
    result: true,
    reason: false,
    remarks: false,
    between: false,
    times: false,
    undone: false,
    alternatives: false,
    position: false,
    serials: true,
    numbers: false,
    extras: false,
    resigning: true,
    eliminations: false,
    overrides: false,
    open_turns: true,
};

pub fn prepare<'g>(game: &'g Game, out: &mut Vec<Diagnostic>) -> Cow<'g, Game> {
    let mut preparation = Preparation::new("a record of homeworlds-live", out);
    let Some(mut prepared) = prepare::keep_what_fits(game, &CAPABILITIES, &mut preparation) else {
        return Cow::Borrowed(game);
    };
    prepare::refuse_what_is_none(game, &CAPABILITIES, &mut preparation);
    prepare::leave_out_colours(&mut prepared, &mut preparation);
    if !seat_players(&mut prepared, &mut preparation) {
        return Cow::Borrowed(game);
    }
    name_players(&mut prepared, &mut preparation);
    check_result(&mut prepared, &mut preparation);
    turns::prepare(&mut prepared, &mut preparation);
    prepare::cow(game, prepared)
}

/// Sorts the players into the order of their turns; returns `false` if their seats are not those of such a game.
fn seat_players(game: &mut Game, preparation: &mut Preparation<'_>) -> bool {
    if game.players.is_empty() {
        game.players = players_of(homeworlds(&game.turns));
    }
    game.players.sort_by_key(|player| SEATS.iter().position(|seat| *seat == player.seat.as_str()));
    let seats: Vec<&Seat> = game.players.iter().map(|player| &player.seat).collect();
    let is_game = (2..=4).contains(&seats.len()) && prepare::seats(seats.len()).iter().eq(seats);
    if !is_game {
        let help = "two players sit N and S, three N, E and S, four N, E, S and W";
        preparation.refuse(&cv::BAD_VALUE, "game.players", "expected two to four players in their seats", help);
    }
    is_game
}

/// Returns the number of turns at the beginning that set up a homeworld.
fn homeworlds(turns: &[Turn]) -> usize {
    let turns = turns.iter().filter(|turn| !prepare::is_header(turn));
    let sets_up = |turn: &&Turn| match turn.actions.first() {
        Some(Action { kind: ActionKind::Setup { .. }, .. }) => true,
        Some(Action { kind: ActionKind::Unknown, text: Some(text), .. }) => command::verb(text) == Some('h'),
        _ => false,
    };
    turns.take_while(sets_up).count()
}

/// Names the players if any of them has a name or is named in the record, or if the homeworlds do not show their
/// number.
fn name_players(game: &mut Game, preparation: &mut Preparation<'_>) {
    let resigning = game.turns.iter().flat_map(|turn| {
        let actions = turn.actions.iter().filter(|action| action.kind == ActionKind::Resign);
        actions.filter_map(|action| action.player.as_ref().or(turn.player.as_ref()))
    });
    let winner = game.result.as_ref().and_then(|result| result.winners.first());
    let is_named = game.players.iter().all(|player| player.name().is_some());
    let is_nameless = game.players.iter().all(|player| player.name().is_none());
    let is_told = is_nameless && winner.is_none() && players_of(homeworlds(&game.turns)).len() == game.players.len();
    let is_edge_blank = |name: &str| name.trim_matches([' ', '\t']) != name;
    let has_edge_blank = game.players.iter().any(|player| player.name().is_some_and(is_edge_blank));
    let is_blank = |c: char| has_edge_blank && matches!(c, ' ' | '\t');
    let is_allowed = |c: char| !is_blank(c) && !matches!(c, ',' | '\n' | '\r');
    let is_plain = |name: &str| !name.is_empty() && name.chars().all(is_allowed);
    let are_plain = game.players.iter().filter_map(|player| player.name()).all(is_plain);
    let is_meant = |seat: &Seat| {
        let player = game.players.iter().find(|player| player.seat == *seat);
        player.is_none_or(|player| seat_named(&game.players, name_of(player)) == Some(seat))
    };
    let are_meant = winner.into_iter().chain(resigning).all(is_meant);
    if !(are_plain && are_meant && (is_named || is_told)) {
        prepare::name_players(game, usize::MAX, is_allowed, preparation);
    }
}

fn check_result(game: &mut Game, preparation: &mut Preparation<'_>) {
    let Some(result) = &mut game.result else { return };
    let winner = match &result.winners[..] {
        [] => None,
        [winner] => game.players.iter().find(|player| player.seat == *winner),
        _ => None,
    };
    if winner.is_none() && !result.winners.is_empty() {
        preparation.leave_out(true, "game.result", "these winners");
        game.result = None;
    } else if winner.is_some_and(|player| player.name() == Some(NOBODY)) {
        let message = "a winner called \"none\" would be read as nobody";
        preparation.refuse(&cv::READS_BACK_DIFFERENTLY, "game.result.winners", message, "give the player another name");
    } else {
        *result = GameResult { winners: std::mem::take(&mut result.winners), reason: None, stated: true };
    }
}
