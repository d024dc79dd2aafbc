//! Prepares a game for a log: leaves out or refuses what a log cannot hold.

use std::borrow::Cow;

use super::date::is_whole_minute;
use super::read::{begins_turn, board, player_of_unknown};
use super::token;
use crate::formats::preparation::{ActionPart, Preparation, TurnPart};
use crate::model::{Action, ActionKind, Details, Field, Game, Moment, System, Turn, When};
use crate::systems::global_war::formats::read::seat;
use crate::systems::global_war::model::GlobalWarDetails;
use crate::text::printable::quoted;
use crate::text::{Diagnostic, codes as cv};

/// The parts of turns for which a log has no place, with their names in messages.
const OF_TURNS: &[(TurnPart, &str)] = &[
    (TurnPart::Position, "the positions of turns"),
    (TurnPart::Unset, "the players who have done nothing yet"),
    (TurnPart::Remarks, "remarks"),
    (TurnPart::Extras, "extra values"),
    (TurnPart::Undone, "actions that were taken back"),
    (TurnPart::Alternatives, "alternatives and their tags"),
];

/// The parts of actions for which a log has no place, with their names in messages.
const OF_ACTIONS: &[(ActionPart, &str)] = &[
    (ActionPart::When, "the times of actions"),
    (ActionPart::Serial, "the letters of pieces"),
    (ActionPart::Results, "results of actions"),
    (ActionPart::Inferred, "the marks of inferred values"),
    (ActionPart::Remarks, "remarks"),
];

/// Returns the part of `game` that a log can hold. Everything left out or refused is added to `out`.
pub fn prepare<'g>(game: &'g Game, out: &mut Vec<Diagnostic>) -> Cow<'g, Game> {
    let mut preparation = Preparation::new("a Global War log", out);
    let Some(details) = preparation.details(game, System::GlobalWar, Details::global_war) else {
        return Cow::Borrowed(game);
    };
    preparation.common(game, false);
    preparation.leave_out(game.variant.is_some(), "game.variant", "the variant");
    preparation.leave_out(game.state.is_some(), "game.state", "the state of the game");
    preparation.leave_out(!game.players.is_empty(), "game.players", "the players");
    preparation.leave_out(game.position.is_some(), "game.position", "the position");
    let is_other_board = game.board.as_ref().is_some_and(|own| *own != board());
    preparation.leave_out(is_other_board, "game.board", "another board than that of Global War");
    settings(&details, &mut preparation);
    let mut prepared = Game::new(System::GlobalWar);
    prepared.board = Some(board());
    let started = started(&details.log_started, &mut preparation);
    let own = GlobalWarDetails { log_started: started, ..GlobalWarDetails::default() };
    prepared.details = Details::GlobalWar(Box::new(own));
    let mut number = 0;
    for (index, turn) in game.turns.iter().enumerate() {
        let place = Place { is_first: index == 0, is_last: index + 1 == game.turns.len() };
        let path = format!("game.turns[{index}]");
        prepared.turns.push(self::turn(turn, &path, place, &mut number, &mut preparation));
    }
    if game.turns.is_empty() && details.log_started.is_absent() {
        let message = "there is neither a turn nor the date on which the log begins";
        preparation.refuse(&cv::VALUES_MISSING, "game.turns", message, "add a turn, or details.log_started");
    }
    preparation.emit_tallies();
    if prepared == *game { Cow::Borrowed(game) } else { Cow::Owned(prepared) }
}

/// Reports the values of a .DAT, which are left out.
fn settings(details: &GlobalWarDetails, preparation: &mut Preparation<'_>) {
    let GlobalWarDetails {
        event,
        game_kind,
        hidden_names,
        non_sequential,
        flag_1000,
        players_min,
        players_max,
        event_day,
        commendation_sets,
        team_passwords,
        fortifications,
        more_lines,
        interruption,
        log_started: _,
    } = details;
    for (key, is_there, what) in [
        ("event", event.is_some(), "the number of the event"),
        ("game_kind", game_kind.is_some(), "the kind of game"),
        ("hidden_names", hidden_names.is_some(), "whether names are hidden"),
        ("non_sequential", non_sequential.is_some(), "whether play is non-sequential"),
        ("flag_1000", *flag_1000, "the flag +1000"),
        ("players_min", players_min.is_some(), "the fewest players"),
        ("players_max", players_max.is_some(), "the most players"),
        ("event_day", !event_day.is_absent(), "the day of the event"),
        ("commendation_sets", !commendation_sets.is_absent(), "the sets of commendations"),
        ("team_passwords", team_passwords.is_some(), "the passwords"),
        ("fortifications", !fortifications.is_absent(), "the fortifications allowed"),
        ("more_lines", !more_lines.is_empty(), "further lines of the .DAT"),
        ("interruption", interruption.is_some(), "the interruption"),
    ] {
        preparation.leave_out(is_there, &format!("game.details.{key}"), what);
    }
}

fn started(started: &Field<Moment>, preparation: &mut Preparation<'_>) -> Field<Moment> {
    let path = "game.details.log_started";
    match started {
        Field::Known(moment) => minute(*moment, path, preparation),
        Field::Unknown(unknown) => line(&unknown.unknown, path, preparation),
        Field::Absent => {}
    }
    started.clone()
}

/// Refuses a moment that is not a whole minute, because a log has no seconds.
fn minute(moment: Moment, path: &str, preparation: &mut Preparation<'_>) {
    if !is_whole_minute(moment) {
        let message = format!("a log has no seconds, and {moment} has some");
        preparation.refuse(&cv::READS_BACK_DIFFERENTLY, path, message, "give a whole minute, such as 1989-07-17T19:05");
    }
}

/// Refuses a text that was not understood if it cannot be written on one line and read back.
fn line(text: &str, path: &str, preparation: &mut Preparation<'_>) {
    let problem = if text.contains(['\n', '\r']) {
        "it has a line break"
    } else if text.contains('\u{1A}') {
        "it has a ^Z, which ends a text"
    } else if text.trim_matches([' ', '\t', '\0']) != text {
        "it begins or ends in blanks"
    } else if text.is_empty() || text == super::read::BLANK {
        "a line of a log is taken for a blank one"
    } else {
        return;
    };
    let message = format!("{} cannot be written: {problem}", quoted(text));
    preparation.refuse(&cv::READS_BACK_DIFFERENTLY, path, message, "correct or delete it");
}

/// Whether a turn is the first or the last of its game.
#[derive(Clone, Copy)]
struct Place {
    is_first: bool,
    is_last: bool,
}

fn turn(turn: &Turn, path: &str, place: Place, number: &mut u32, preparation: &mut Preparation<'_>) -> Turn {
    preparation.parts_of_turn(turn, path, OF_TURNS);
    let mut prepared = Turn { player: turn.player.clone(), when: turn.when.clone(), ..Turn::default() };
    let unknown = turn.actions.first().filter(|first| begins_turn(first) && turn.when.is_none());
    let is_begun = match (&turn.player, &turn.when, unknown) {
        (_, _, Some(first)) => {
            prepared.player = player_of_unknown(first.text.as_deref().unwrap_or_default());
            prepared.inferred = prepared.player.iter().map(|_| "player".to_owned()).collect();
            true
        }
        (Some(player), Some(When::Moment(moment)), None) => {
            if player.as_str().parse().ok().and_then(seat).as_ref() != Some(player) {
                let message = format!("there is no seat {}", quoted(player.as_str()));
                let help = "seats of Global War are \"1\" to \"6\"";
                preparation.refuse(&cv::NO_SUCH_REFERENCE, format!("{path}.player"), message, help);
            }
            minute(*moment, &format!("{path}.when"), preparation);
            true
        }
        (None, None, None) if place.is_first => false,
        (_, Some(When::Phase(_)), None) => {
            let message = "a turn of Global War begins on a date, and not in a phase";
            preparation.refuse(&cv::BAD_VALUE, format!("{path}.when"), message, "give a date and time");
            true
        }
        (player, ..) => {
            let (key, what) = if player.is_none() { ("player", "player") } else { ("when", "date") };
            let message = format!("a turn of a log begins with its player and date, and this one has no {what}");
            preparation.refuse(&cv::VALUES_MISSING, format!("{path}.{key}"), message, "add it");
            true
        }
    };
    *number += u32::from(is_begun);
    prepared.number = is_begun.then_some(*number);
    let each = |(index, action): (usize, &Action)| {
        let is_last = place.is_last && index + 1 == turn.actions.len();
        self::action(action, &format!("{path}.actions[{index}]"), is_last, preparation)
    };
    prepared.actions = turn.actions.iter().enumerate().map(each).collect();
    prepared
}

fn action(action: &Action, path: &str, is_last: bool, preparation: &mut Preparation<'_>) -> Action {
    preparation.parts_of_action(action, path, OF_ACTIONS);
    let is_unknown = action.kind == ActionKind::Unknown;
    let is_elimination = action.kind == ActionKind::Eliminate;
    let prepared = Action {
        player: action.player.clone().filter(|_| is_elimination),
        text: action.text.clone().filter(|_| is_unknown),
        ..Action::of(action.kind.clone())
    };
    let is_twice = action.player.is_some() && !is_elimination;
    preparation.tally(is_twice, "the player of an action, who is that of its turn", || format!("{path}.player"));
    preparation.tally(action.text.is_some() && !is_unknown, "the texts of actions", || format!("{path}.text"));
    let mut written = String::new();
    token::write(&prepared, &mut written);
    if is_unknown {
        line(&written, &format!("{path}.text"), preparation);
        let is_whole = token::parse(&written, |_| {}).is_ok();
        if is_whole && !(is_last && token::may_go_on(&written)) {
            let message = format!("{} is said to be unknown, but would be read as an action", quoted(&written));
            preparation.refuse(&cv::READS_BACK_DIFFERENTLY, path, message, "give the action itself");
        }
        return prepared;
    }
    match token::parse(&written, |_| {}) {
        Ok(read) if read == prepared => {}
        Ok(_) => {
            let message = format!("{} would be read as something else", quoted(&written));
            preparation.refuse(&cv::READS_BACK_DIFFERENTLY, path, message, "correct the action");
        }
        Err(error) => {
            let message = format!("a log has no line for this action: {}", error.message);
            preparation.refuse(&cv::BAD_VALUE, path, message, "correct the action");
        }
    }
    prepared
}
