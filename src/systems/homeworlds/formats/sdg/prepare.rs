//! Prepares a game for a record of the server: leaves out or refuses what it cannot hold.

use std::borrow::Cow;
use std::collections::HashMap;

use super::header;
use super::turn::{heading, home_of};
use super::{DIALECT, resigning};
use crate::formats::preparation::Preparation;
use crate::model::{ActionKind, Game, GameResult, Remark, Seat};
use crate::systems::homeworlds::formats::prepare::{self, Capabilities, SEATS, repeated};
use crate::systems::homeworlds::formats::rename::{Birth, rename};
use crate::systems::homeworlds::formats::systems::Systems;
use crate::systems::homeworlds::formats::{codes, words};
use crate::text::printable::quoted;
use crate::text::{Diagnostic, codes as cv};

const CAPABILITIES: Capabilities = Capabilities {
    title: true,
    variants: true,
    result: true,
    reason: true,
    remarks: true,
    between: false,
    times: false,
    undone: false,
    alternatives: false,
    position: false,
    serials: false,
    numbers: true,
    extras: false,
    resigning: false,
    eliminations: false,
    overrides: true,
    open_turns: false,
};

/// The author written for a remark that has none.
const NOBODY: &str = "Note";

pub fn prepare<'g>(game: &'g Game, out: &mut Vec<Diagnostic>) -> Cow<'g, Game> {
    let mut preparation = Preparation::new("a SuperDuperGames record", out);
    let Some(mut prepared) = prepare::keep_what_fits(game, &CAPABILITIES, &mut preparation) else {
        return Cow::Borrowed(game);
    };
    prepare::refuse_what_is_none(game, &CAPABILITIES, &mut preparation);
    check_header(&mut prepared, &mut preparation);
    let is_player = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    prepare::name_players(&mut prepared, usize::MAX, is_player, &mut preparation);
    let homes: HashMap<Seat, String> =
        prepared.players.iter().map(|p| (p.seat.clone(), home_of(p.name().unwrap_or_default()))).collect();
    number_turns(&mut prepared);
    let name = |birth: Birth<'_>, systems: &Systems| match birth {
        Birth::Home(seat, name) => {
            let home = seat.and_then(|seat| homes.get(seat)).cloned();
            home.or_else(|| seat.map(|seat| seat.as_str().to_owned())).unwrap_or_else(|| name.to_owned())
        }
        Birth::System(name) => prepare::repaired(name, usize::MAX, |c| !c.is_ascii_whitespace(), systems),
    };
    rename(&mut prepared, &mut preparation, name);
    prepare::keep_unknown(&mut prepared, &mut preparation, |text| {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let is_line = !text.contains('\n') && !text.starts_with(['\t', ' ']) && !text.ends_with([' ', '\r']);
        is_line && !words.is_empty() && words::read(&words, "", &DIALECT, &mut Systems::default()).is_err()
    });
    prepare::leave_out_colours(&mut prepared, &mut preparation);
    let is_of_two = prepared.players.len() == 2;
    let mut next = 1;
    let mut nobodys = 0;
    for (index, turn) in prepared.turns.iter_mut().enumerate() {
        for action in &mut turn.actions {
            action.inferred.clear();
            match &mut action.kind {
                ActionKind::Capture { owner, .. } if is_of_two && *owner != turn.player => *owner = None,
                _ => {}
            }
        }
        turn.inferred.clear();
        if !prepare::is_header(turn) {
            next = turn.number.unwrap_or(next).saturating_add(1);
        }
        for (place, remark) in turn.remarks.iter_mut().enumerate() {
            remark.place = None;
            if remark.author.is_none() && remark.text.contains(':') {
                remark.author = Some(NOBODY.to_owned());
                nobodys += 1;
            }
            let path = format!("game.turns[{index}].remarks[{place}]");
            check_remark(remark, &path, next, &prepared.players, &mut preparation);
        }
    }
    if nobodys > 0 {
        let message =
            format!("comments without an author that have a colon are written as said by {NOBODY:?} ({nobodys})");
        preparation.warn(&codes::RENAMED, "game.turns", message, "name the author, or take the colon out");
    }
    // The reason is not written: it follows from the chat.
    let reason = resigning::reason(&prepared);
    if let Some(result) = &mut prepared.result {
        let is_unsaid = result.reason.is_some() && result.reason != reason;
        preparation.leave_out(is_unsaid, "game.result.reason", "why the game ended");
        result.reason = reason;
    }
    prepare::cow(game, prepared)
}

/// Gives turns without a number the next number, and turns without a player the next player.
fn number_turns(game: &mut Game) {
    let order: Vec<Seat> = {
        let mut seats: Vec<Seat> = game.players.iter().map(|player| player.seat.clone()).collect();
        seats.sort_by_key(|seat| SEATS.iter().position(|known| *known == seat.as_str()));
        seats
    };
    let places: HashMap<&Seat, usize> = order.iter().enumerate().rev().map(|(place, seat)| (seat, place)).collect();
    let (mut number, mut last) = (0u32, None);
    for (index, turn) in game.turns.iter_mut().enumerate() {
        let is_header = index == 0 && prepare::is_header(turn);
        if is_header && turn.actions.iter().all(|action| action.kind == ActionKind::Unknown) {
            continue;
        }
        number = *turn.number.get_or_insert(number.saturating_add(1));
        let place = turn.player.as_ref().or(last.as_ref()).and_then(|seat| places.get(seat).copied());
        if turn.player.is_none() {
            let next = place.map_or(0, |place| (place + 1) % order.len().max(1));
            turn.player = order.get(next).cloned();
        }
        last = turn.player.clone();
    }
}

fn check_header(game: &mut Game, preparation: &mut Preparation<'_>) {
    let is_line = |text: &str| !text.contains('\n') && !text.ends_with('\r');
    if let Some(title) = game.title.as_ref().filter(|title| !is_line(title)) {
        preparation.refuse(
            &cv::BAD_VALUE,
            "game.title",
            format!("expected a title of one line, found {}", quoted(title)),
            "give it one line",
        );
    }
    prepare::check_days_and_options(game, |day| header::day(day).is_some(), preparation);
    let is_taken = repeated(game.players.iter().map(|player| &player.seat));
    for (index, player) in game.players.iter().enumerate() {
        let path = || format!("game.players[{index}].seat");
        if !SEATS.contains(&player.seat.as_str()) {
            let message = format!("expected a seat (N, E, S or W), found {}", quoted(player.seat.as_str()));
            preparation.refuse(&cv::BAD_VALUE, path(), message, "the seats are N, E, S and W");
        } else if is_taken[index] {
            preparation.refuse(&cv::TWICE, path(), "two players have the same seat", "give each a seat of its own");
        }
    }
    let Some(result) = &mut game.result else { return };
    let is_player = |seat: &Seat| game.players.iter().any(|player| player.seat == *seat);
    match &result.winners[..] {
        [winner] if is_player(winner) => {}
        winners => {
            let what = if winners.is_empty() { "a game that nobody won" } else { "these winners" };
            preparation.leave_out(true, "game.result.winners", what);
            game.result = None;
            return;
        }
    }
    let winners = std::mem::take(&mut result.winners);
    *result = GameResult { winners, reason: result.reason.take(), stated: true };
}

/// Refuses a remark that would be read as something else: another remark or a turn.
fn check_remark(
    remark: &Remark,
    path: &str,
    next: u32,
    players: &[crate::model::Player],
    preparation: &mut Preparation<'_>,
) {
    if let Some(author) = remark.author.as_ref().filter(|author| author.contains([':', '\n', '\r'])) {
        let message = format!("{} cannot be written as an author", quoted(author));
        preparation.refuse(&cv::READS_BACK_DIFFERENTLY, path, message, "delete the colon or the line break");
    }
    let lines: Vec<&str> = remark.text.split('\n').collect();
    for (index, line) in lines.iter().enumerate() {
        let is_turn = || {
            let Some((number, name, _)) = heading(line) else { return false };
            let is_player = players.iter().any(|p| p.name().is_some_and(|own| own.eq_ignore_ascii_case(name)));
            is_player && (number == next || lines[index - 1].is_empty())
        };
        let what = match () {
            () if line.ends_with('\r') => "a line of it ends in a carriage return",
            () if index > 0 && line.is_empty() && index + 1 == lines.len() => "it ends in a line break",
            () if index > 0 && line.starts_with('\t') => "a line of it would be another remark",
            () if index > 0 && is_turn() => "a line of it would be a turn",
            () => continue,
        };
        let message = format!("the remark would be read as something else: {what}");
        preparation.refuse(&cv::READS_BACK_DIFFERENTLY, path, message, "rephrase the remark");
        return;
    }
}
