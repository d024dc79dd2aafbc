//! Prepares a game for a record of Abstract Play: leaves out or refuses what it cannot hold.

use std::borrow::Cow;

use thin_vec::thin_vec;

use super::command::{Commands, commands, home_of};
use super::header::{self, Part, part_of};
use super::infer::{self, Table};
use super::lines::homeworlds;
use super::render::{MOVE, is_bare, is_of_moves};
use crate::formats::extras::prepared as prepared_extras;
use crate::formats::preparation::Preparation;
use crate::model::{Action, ActionKind, Details, Field, Game, GameResult, PieceName, Player, Seat, Turn};
use crate::systems::homeworlds::formats::codes;
use crate::systems::homeworlds::formats::prepare::{self, Capabilities, SEATS, seats};
use crate::systems::homeworlds::formats::rename::{Birth, rename};
use crate::systems::homeworlds::formats::systems::Systems;
use crate::systems::homeworlds::formats::words::{self, ship_given};
use crate::systems::homeworlds::model::HomeworldsDetails;
use crate::systems::homeworlds::rules::{Colour, Piece};
use crate::text::printable::quoted;
use crate::text::{Diagnostic, codes as cv};

const CAPABILITIES: Capabilities = Capabilities {
    title: true,
    variants: true,
    result: true,
    reason: false,
    remarks: false,
    between: false,
    times: false,
    undone: false,
    alternatives: false,
    position: false,
    serials: false,
    numbers: false,
    extras: true,
    resigning: false,
    eliminations: false,
    overrides: true,
    open_turns: false,
};

/// The longest name of a system, in characters.
const MAX_NAME_LENGTH: usize = 25;

pub fn prepare<'g>(game: &'g Game, out: &mut Vec<Diagnostic>) -> Cow<'g, Game> {
    let mut preparation = Preparation::new("a record of Abstract Play", out);
    let Some(mut prepared) = prepare::keep_what_fits(game, &CAPABILITIES, &mut preparation) else {
        return Cow::Borrowed(game);
    };
    prepare::refuse_what_is_none(game, &CAPABILITIES, &mut preparation);
    if !seat_players(&mut prepared, &mut preparation) {
        return Cow::Borrowed(game);
    }
    prepared.turns.iter_mut().zip(&game.turns).for_each(|(turn, before)| turn.inferred = before.inferred.clone());
    rotate(&mut prepared);
    let had_actions = name_movers(game, &mut prepared, &mut preparation);
    let homes: Vec<String> = prepared.players.iter().map(|player| home_of(&player.seat).to_owned()).collect();
    let is_home = |name: &str| homes.iter().any(|home| home.eq_ignore_ascii_case(name));
    rename(&mut prepared, &mut preparation, |birth, systems| match birth {
        Birth::Home(seat, name) => seat.map_or(name, home_of).to_owned(),
        Birth::System(name) => system_name(name, is_home, systems),
    });
    prepare::keep_unknown(&mut prepared, &mut preparation, |text| {
        let is_one = commands(text).eq(std::iter::once(0..text.len()));
        is_one && Commands::default().read(text, &Seat::new("N"), &[]).is_err()
    });
    // A turn that lost all its actions is removed.
    let turns = prepared.turns.iter().zip(had_actions);
    let is_kept = turns.map(|(turn, had)| !(had && turn.actions.is_empty() && turn.extras.is_empty())).collect();
    keep_turns(&mut prepared.turns, is_kept, &mut preparation);
    fill_in(&mut prepared, &mut preparation);
    check_result(&mut prepared, &mut preparation);
    check_dates(&mut prepared, &mut preparation);
    check_extras(&mut prepared, &mut preparation);
    if is_of_moves(&prepared) {
        refuse_brackets(&prepared, &mut preparation);
    } else {
        prepared.turns.iter_mut().for_each(|turn| turn.inferred.clear());
    }
    prepare::cow(game, prepared)
}

/// Refuses move strings that begin like JSON.
fn refuse_brackets(prepared: &Game, preparation: &mut Preparation<'_>) {
    let first = prepared.turns.iter().flat_map(|turn| &turn.actions).next().and_then(|action| action.text.as_ref());
    let Some(text) = first.filter(|text| text.starts_with(['{', '['])) else { return };
    let is_it = |action: &Action| action.text.as_ref() == Some(text);
    let place = |(turn, of): (usize, &Turn)| Some((turn, of.actions.iter().position(is_it)?));
    let (turn, action) = prepared.turns.iter().enumerate().find_map(place).unwrap_or_default();
    let path = format!("game.turns[{turn}].actions[{action}].text");
    let message = "a text that begins with a bracket would be read as a record in JSON";
    preparation.refuse(&cv::READS_BACK_DIFFERENTLY, path, message, "delete the bracket, or begin with another turn");
}

/// Assigns the players anew in a game of move strings, where they follow from the order: after a turn that was removed
/// or inserted, turns belong to other players. Such a game is recognized by omitted sizes of built ships and by the
/// lack of a header.
fn rotate(game: &mut Game) {
    let follows = |turn: &Turn| turn.inferred.iter().any(|field| field == "player");
    let mut builds = game.turns.iter().flat_map(|turn| &turn.actions).filter_map(|action| match action.kind {
        ActionKind::Build { .. } => Some(action.inferred.iter().any(|field| field == "piece")),
        _ => None,
    });
    let first = builds.next();
    let is_own = first.is_none_or(|first| first || builds.any(|inferred| inferred));
    let is_said = |turn: &Turn| follows(turn) || turn.inferred.is_empty();
    if is_own && is_bare(game) && game.turns.iter().any(follows) && game.turns.iter().all(is_said) {
        // Header lines are not a player's turn, and are not written.
        let is_header = |turn: &Turn| is_unread_header(turn) && !turn.actions.is_empty();
        let header = usize::from(game.turns.first().is_some_and(is_header));
        let mut rotated = game.clone();
        rotated.turns.drain(..header);
        infer::fill_in_rotation(&mut rotated);
        let turns = game.turns.get_mut(header..).unwrap_or_default();
        let mut pairs = turns.iter_mut().zip(&rotated.turns);
        // A turn that was inserted with another player than the order gives shows that the game is a record.
        if pairs.all(|(turn, other)| follows(turn) || turn.player.is_none() || turn.player == other.player) {
            for (turn, other) in turns.iter_mut().zip(rotated.turns) {
                turn.player = other.player;
                turn.inferred = thin_vec!["player".into()];
            }
            return;
        }
    }
    game.turns.iter_mut().for_each(|turn| turn.inferred.clear());
}

/// Sorts the players into the order of their turns; returns `false` if their seats are not those of such a game.
fn seat_players(game: &mut Game, preparation: &mut Preparation<'_>) -> bool {
    if game.players.is_empty() {
        game.players = seats(homeworlds(&game.turns).clamp(2, 4)).into_iter().map(Player::at).collect();
    }
    game.players.sort_by_key(|player| SEATS.iter().position(|seat| *seat == player.seat.as_str()));
    let of_seats: Vec<&Seat> = game.players.iter().map(|player| &player.seat).collect();
    let are_seated = (2..=4).contains(&of_seats.len()) && seats(of_seats.len()).iter().eq(of_seats);
    if !are_seated {
        let help = "two players sit N and S, three N, E and S, four N, E, S and W";
        preparation.refuse(&cv::BAD_VALUE, "game.players", "these are no two to four players in their seats", help);
    }
    for (index, player) in game.players.iter_mut().enumerate() {
        let path = format!("game.players[{index}].name");
        preparation.leave_out(player.name.is_unknown(), &path, "a name that was not understood");
        if player.name.is_unknown() {
            player.name = Field::Absent;
        }
    }
    are_seated
}

/// Returns whether a turn consists of header lines, none of which was understood.
fn is_unread_header(turn: &Turn) -> bool {
    prepare::is_header(turn) && turn.actions.iter().all(|action| action.kind == ActionKind::Unknown)
}

/// Sets the player of each turn, and leaves out turns of nobody; returns for each remaining turn whether it had
/// actions.
fn name_movers(game: &Game, prepared: &mut Game, preparation: &mut Preparation<'_>) -> Vec<bool> {
    let order: Vec<Seat> = prepared.players.iter().map(|player| player.seat.clone()).collect();
    let place = |seat: &Seat| order.iter().position(|other| other == seat);
    let mut last = None;
    let mut had_actions = Vec::with_capacity(prepared.turns.len());
    let (mut index, mut expected) = (0, 0u32);
    let mut before = game.turns.iter();
    let is_kept = prepared.turns.iter_mut().map(|turn| {
        let path = || format!("game.turns[{index}]");
        let source = before.next();
        let had = source.is_some_and(|turn| !turn.actions.is_empty());
        let number = source.and_then(|turn| turn.number);
        if index == 0 && is_unread_header(turn) && had {
            preparation.tally(true, "lines of a header that were not understood", path);
            index += 1;
            return false;
        }
        let mover = match &turn.player {
            Some(seat) => place(seat),
            None => Some(last.map_or(0, |last| (last + 1) % order.len().max(1))),
        };
        preparation.tally(mover.is_none(), "turns of somebody who does not play", path);
        expected = expected.saturating_add(1);
        preparation.tally(
            number.is_some_and(|number| number != expected),
            "numbers of turns that are out of order",
            path,
        );
        expected = number.unwrap_or(expected);
        index += 1;
        let Some(mover) = mover else { return false };
        last = Some(mover);
        turn.player = order.get(mover).cloned();
        had_actions.push(had);
        true
    });
    let is_kept = is_kept.collect();
    preparation.emit_tallies();
    keep_turns(&mut prepared.turns, is_kept, preparation);
    had_actions
}

/// Removes the turns that are not to be kept.
fn keep_turns(turns: &mut Vec<Turn>, is_kept: Vec<bool>, preparation: &mut Preparation<'_>) {
    let mut each = is_kept.iter();
    turns.retain(|_| each.next().copied().unwrap_or(true));
    preparation.turns_come_from((0..is_kept.len()).filter(|&index| is_kept[index]).collect());
}

/// Returns a name that the server accepts: letters, digits, `-` and `_`, the first a letter or digit, and not that of a
/// homeworld.
fn system_name(name: &str, is_home: impl Fn(&str) -> bool, systems: &Systems) -> String {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let begins_well = name.starts_with(|c: char| c.is_ascii_alphanumeric());
    let whole = if begins_well { Cow::Borrowed(name) } else { Cow::Owned(format!("X{name}")) };
    let new = prepare::repaired(&whole, MAX_NAME_LENGTH, is_allowed, systems);
    if !is_home(&new) && (new == name || !systems.knows(&new)) {
        return new;
    }
    let start = new.get(..new.len().min(MAX_NAME_LENGTH - 6)).unwrap_or(&new);
    systems.numbered(start, is_home).into()
}

/// Sets the values that reading will infer, and reports those that are lost by it.
fn fill_in(game: &mut Game, preparation: &mut Preparation<'_>) {
    let mut table = Table::of(game);
    let (mut insisted, mut unnamed) = (None, None);
    for (index, turn) in game.turns.iter_mut().enumerate() {
        let Some(mover) = turn.player.clone() else { continue };
        table.begin(&mover);
        for (place, action) in turn.actions.iter_mut().enumerate() {
            let path = || format!("game.turns[{index}].actions[{place}]");
            let lost = fill_in_action(action, &mover, game.players.len() == 2, &mut table);
            preparation.tally(
                lost == Some(Lost::BuiltSize),
                "the sizes of built ships that are not the smallest",
                path,
            );
            preparation.tally(lost == Some(Lost::TradedSize), "sizes of ships that change in a trade", path);
            if lost == Some(Lost::Freedom) {
                insisted.get_or_insert_with(path);
            }
            if lost == Some(Lost::Owner) {
                unnamed.get_or_insert_with(path);
            }
        }
        table.state.end_turn();
    }
    preparation.emit_tallies();
    if let Some(path) = insisted {
        let message = "homeworlds against the advice of Abstract Play get the star that insists on them";
        preparation.warn(&codes::INSISTED, path, message, codes::INSISTED.advice);
    }
    if let Some(path) = unnamed {
        let message = "the owner of the captured ship is missing, which Abstract Play needs";
        preparation.warn(&codes::WHOSE_SHIP, path, message, codes::WHOSE_SHIP.advice);
    }
}

/// A value of an action that is lost or changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lost {
    BuiltSize,
    TradedSize,
    /// The mark that a player did not insist on a homeworld.
    Freedom,
    Owner,
}

fn fill_in_action(action: &mut Action, mover: &Seat, is_of_two: bool, table: &mut Table) -> Option<Lost> {
    let before = std::mem::take(&mut action.inferred);
    let was_inferred = |field: &str| before.iter().any(|other| other == field);
    if action.kind != ActionKind::Unknown {
        action.text = None;
    }
    // Only a record of the server omits the owner but names the system of the ship.
    let leaves_owner_out = was_inferred("owner") && !was_inferred("at");
    let mut stated = None;
    let mut lost = None;
    match &mut action.kind {
        ActionKind::Build { piece: Some(piece), .. } => {
            stated = Some(piece.clone()).filter(|piece| piece.0.len() > 1 && !was_inferred("piece"));
            *piece = PieceName(piece.0.get(..1).unwrap_or_default().into());
        }
        ActionKind::Exchange { gives, becomes, .. } => {
            let colour = becomes.0.get(..1).and_then(Colour::parse);
            let size = ship_given(gives).and_then(|ship| Piece::parse(&ship.0)).map(Piece::size);
            if let Some(piece) = colour.zip(size).and_then(|(colour, size)| Piece::new(colour, size)) {
                lost = (piece.as_str() != becomes.0).then_some(Lost::TradedSize);
                *becomes = words::name(piece);
            }
            action.inferred.push("becomes".into());
        }
        ActionKind::Capture { owner, .. } if is_of_two && owner.as_ref() != Some(mover) || leaves_owner_out => {
            *owner = None;
        }
        _ => {}
    }
    let is_advised = table.act(action, mover);
    match &mut action.kind {
        ActionKind::Build { piece, .. } if stated.is_some() && stated != *piece => Some(Lost::BuiltSize),
        ActionKind::Setup { overrides, .. } => {
            let is_free = is_advised && *overrides != Some(true) && !was_inferred("at");
            *overrides = (is_free || *overrides == Some(true)).then_some(true);
            action.inferred.push("at".into());
            is_free.then_some(Lost::Freedom)
        }
        ActionKind::Capture { owner, .. } if !is_of_two && !leaves_owner_out => {
            action.inferred.clear();
            owner.is_none().then_some(Lost::Owner)
        }
        _ => lost,
    }
}

fn check_result(game: &mut Game, preparation: &mut Preparation<'_>) {
    let Some(result) = &game.result else { return };
    let is_player = |seat: &Seat| game.players.iter().any(|player| player.seat == *seat);
    if !result.winners.iter().all(is_player) {
        preparation.leave_out(true, "game.result.winners", "winners who do not play");
        game.result = None;
        return;
    }
    let seats = game.players.iter().map(|player| player.seat.clone());
    let winners = seats.filter(|seat| result.winners.contains(seat)).collect();
    game.result = Some(GameResult { winners, reason: None, stated: true });
}

/// Leaves out invalid dates, and times on other dates than those of the game.
fn check_dates(game: &mut Game, preparation: &mut Preparation<'_>) {
    let mut own = game.details.homeworlds().cloned().unwrap_or_default();
    let dates = [(&mut game.started, "date-start", "game.started"), (&mut game.ended, "date-end", "game.ended")];
    for (date, key, path) in dates {
        if date.as_ref().is_some_and(|date| header::day(date).is_none_or(|(_, is_more)| is_more)) {
            preparation.leave_out(true, path, "a text that is not a date such as 2007-12-06");
            *date = None;
        }
        own.extras.retain(|extra| {
            let is_time = extra.key.strip_prefix("header.") == Some(key) && header::day_of(extra).is_some();
            let is_stale = is_time && header::day_of(extra) != *date;
            preparation.leave_out(is_stale, path, "the time of another day");
            !is_stale
        });
    }
    game.details = Details::of_homeworlds(own);
}

/// Refuses extras that repeat values of the model, or that would be read as something else.
fn check_extras(game: &mut Game, preparation: &mut Preparation<'_>) {
    let own = game.details.homeworlds().cloned().unwrap_or_default();
    let has_part = |is_it: &dyn Fn(Part) -> bool| own.extras.iter().any(|extra| is_it(part_of(&extra.key, game).0));
    let has_players = game.result.is_some()
        || game.players.iter().any(|player| !player.name.is_absent())
        || has_part(&|part| matches!(part, Part::Player(_)));
    let has_game = game.variants.is_some() || has_part(&|part| part == Part::Game);
    let has_site = game.title.is_some() || has_part(&|part| part == Part::Site);
    let has_dates = game.started.is_some() || game.ended.is_some();
    let has_header = has_players || has_game || has_site || has_dates || has_part(&|part| part == Part::Header);
    let name_of = |index: usize| game.players.get(index).is_some_and(|player| !player.name.is_absent());
    let is_time = |key: &str| {
        let extra = own.extras.iter().find(|extra| extra.key.strip_prefix("header.") == Some(key));
        extra.and_then(header::day_of).is_some()
    };
    let capabilities = |key: &str| match part_of(key, game) {
        (Part::Root, "moves") => true,
        (Part::Root, "header") => has_header,
        (Part::Header, "game") => has_game,
        (Part::Header, "site") => has_site,
        (Part::Header, "players") => has_players,
        (Part::Header, "date-start") => game.started.is_some() && !is_time("date-start"),
        (Part::Header, "date-end") => game.ended.is_some() && !is_time("date-end"),
        (Part::Game, "variants") => game.variants.is_some(),
        (Part::Site, "gameid") => game.title.is_some(),
        (Part::Player(index), "name") => name_of(index),
        (Part::Player(_), "result") => game.result.is_some(),
        _ => false,
    };
    let mut extras = prepared_extras(&own.extras, "game.details.extras", capabilities, preparation);
    for (index, extra) in extras.iter().enumerate() {
        let (part, key) = part_of(&extra.key, game);
        if part.is_reserved(key) {
            let message = format!("{} is a value of a player who is not in the game", quoted(&extra.key));
            let path = format!("game.details.extras[{index}].key");
            preparation.refuse(&cv::READS_BACK_DIFFERENTLY, path, message, "name the seat of a player");
        }
    }
    header::sort(&mut extras, game);
    game.details = Details::of_homeworlds(HomeworldsDetails { to_move: None, extras });
    for (index, turn) in game.turns.iter_mut().enumerate() {
        let has_moves = !turn.actions.is_empty();
        let path = format!("game.turns[{index}].extras");
        turn.extras = prepared_extras(&turn.extras, &path, |key| key == MOVE && has_moves, preparation).into();
    }
}
