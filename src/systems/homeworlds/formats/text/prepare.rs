//! Prepares a game for a text: leaves out or refuses what the notation cannot hold.

use std::borrow::Cow;
use std::collections::{HashSet, VecDeque};

use thin_vec::ThinVec;

use super::build::{self, Homes, expected_mover, is_of_nobody};
use super::scan::{self, Kind};
use super::{Style, comment, header, position, read, render};
use crate::formats::preparation::Preparation;
use crate::model::{Action, ActionKind, Details, Game, Player, Remark, RemarkAnchor, Seat, Turn, is_day};
use crate::systems::homeworlds::formats::prepare::{self, Capabilities, SEATS, repeated};
use crate::systems::homeworlds::formats::rename::{Birth, rename};
use crate::systems::homeworlds::formats::systems::Systems;
use crate::systems::homeworlds::formats::{passes, sizes, words};
use crate::systems::homeworlds::model::HomeworldsDetails;
use crate::systems::homeworlds::rules::{Server, State};
use crate::text::lines::dos_lines;
use crate::text::printable::quoted;
use crate::text::write_back::Statements;
use crate::text::{Diagnostic, Report, codes as cv};

const CAPABILITIES: Capabilities = Capabilities {
    title: true,
    variants: true,
    result: true,
    reason: true,
    remarks: true,
    between: false,
    times: false,
    undone: false,
    alternatives: true,
    position: true,
    serials: false,
    numbers: false,
    extras: false,
    resigning: false,
    eliminations: false,
    overrides: true,
    open_turns: false,
};

pub fn prepare<'g>(game: &'g Game, out: &mut Vec<Diagnostic>) -> Cow<'g, Game> {
    let mut preparation = Preparation::new("a Homeworlds text", out);
    let Some(mut prepared) = prepare::keep_what_fits(game, &CAPABILITIES, &mut preparation) else {
        return Cow::Borrowed(game);
    };
    for (kept, turn) in prepared.turns.iter_mut().zip(&game.turns) {
        kept.inferred.clone_from(&turn.inferred);
    }
    prepare::refuse_what_is_none(game, &CAPABILITIES, &mut preparation);
    prepare_players(&mut prepared, &mut preparation);
    prepare_header(&mut prepared, &mut preparation);
    rename(&mut prepared, &mut preparation, |birth, systems| {
        let (Birth::Home(_, name) | Birth::System(name)) = birth;
        let is_home = matches!(birth, Birth::Home(..));
        if is_name(name, is_home) { name.to_owned() } else { prepare::repaired(name, usize::MAX, is_plain, systems) }
    });
    prepare_position(&mut prepared, &mut preparation);
    prepare::keep_unknown(&mut prepared, &mut preparation, is_read_as_unknown);
    let mut walk = Walk {
        game: &prepared,
        homes: Homes::of(&prepared),
        is_tree: render::is_tree(&prepared.turns),
        preparation: &mut preparation,
    };
    let mut state = State::of(&prepared, Server::Table);
    let turns = walk.turns(prepared.turns.clone(), "game.turns", None, &mut state);
    preparation.emit_tallies();
    prepared.turns = turns;
    state_player(&mut prepared);
    prepare::cow(game, prepared)
}

/// States the players of prose lines if the lines would be read differently without.
fn state_player(game: &mut Game) {
    if !game.turns.iter().any(is_prose) {
        return;
    }
    let mut trial = Statements::default();
    render::render(game, &Style::default(), &mut trial);
    if read::read(trial.text(), &mut Report::silent()).meaning != *game {
        game.turns.iter_mut().filter(|turn| is_prose(turn)).for_each(|turn| turn.inferred.clear());
    }
}

/// Returns whether all actions of a turn are prose, not attempts at a command.
fn is_prose(turn: &Turn) -> bool {
    let is_prose = |action: &Action| {
        let text = action.text.as_deref().unwrap_or_default();
        let words: Vec<&str> = text.split([' ', '\t', ',']).filter(|word| !word.is_empty()).collect();
        action.kind == ActionKind::Unknown && build::is_prose(&words)
    };
    !turn.actions.is_empty() && turn.actions.iter().all(is_prose)
}

/// Returns whether a character is allowed anywhere in a name.
fn is_plain(c: char) -> bool {
    !c.is_whitespace() && !matches!(c, ',' | ';' | '/' | '\\' | '#' | '(' | ')' | '*')
}

/// Returns whether a name is read as it is written.
fn is_name(name: &str, is_home: bool) -> bool {
    let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '/' | '\\');
    let is_bracketed = name.starts_with(['(', ')']) || name.ends_with(['(', ')']);
    let is_other = name.is_empty() || name.starts_with('#') || name == "*" || is_home && is_bracketed;
    !is_other && !name.contains(is_between)
}

/// Names the players if the header must list them: a player has a name or is a winner, or the seats are not the usual
/// ones.
fn prepare_players(game: &mut Game, preparation: &mut Preparation<'_>) {
    let homes = game.turns.iter().filter(|turn| !is_of_nobody(turn));
    let sets_up = |turn: &&Turn| matches!(turn.actions.first().map(|a| &a.kind), Some(ActionKind::Setup { .. }));
    let count = match &game.position {
        Some(_) => game.players.len(),
        None => homes.take_while(sets_up).count(),
    };
    if game.players.is_empty() {
        game.players = read::players(count);
    }
    let is_nameless = !header::names_players(&game.players);
    let has_winner = game.result.as_ref().is_some_and(|result| !result.winners.is_empty());
    if is_nameless && !has_winner && game.players == read::players(count) {
        return;
    }
    let is_allowed = |c: char| !matches!(c, ',' | '(' | ')') && !c.is_control();
    let is_readable = |player: &Player| {
        player.name().is_some_and(|name| !name.is_empty() && name.trim() == name && name.chars().all(is_allowed))
    };
    if !game.players.iter().all(is_readable) || repeated(game.players.iter().map(Player::name)).contains(&true) {
        let is_allowed = |c: char| is_allowed(c) && !c.is_whitespace();
        prepare::name_players(game, usize::MAX, is_allowed, preparation);
    }
    let is_taken = repeated(game.players.iter().map(|player| &player.seat));
    for (index, player) in game.players.iter().enumerate() {
        let seat = player.seat.as_str();
        let path = format!("game.players[{index}].seat");
        if seat.is_empty() || seat.contains(|c: char| !c.is_alphanumeric()) {
            let message = format!("expected a seat (N, E, S or W), found {}", quoted(seat));
            preparation.refuse(&cv::BAD_VALUE, path, message, "the seats are N, E, S and W");
        } else if is_taken[index] {
            preparation.refuse(&cv::TWICE, path, "two players have the same seat", "give each a seat of its own");
        }
    }
}

fn prepare_header(game: &mut Game, preparation: &mut Preparation<'_>) {
    let is_line = |text: &str| !text.contains(['\n', '\r']);
    let reason = game.result.as_ref().and_then(|result| result.reason.as_ref());
    for (text, path) in [(game.title.as_ref(), "game.title"), (reason, "game.result.reason")] {
        if let Some(text) = text.filter(|text| !is_line(text)) {
            preparation.refuse(&cv::BAD_VALUE, path, format!("{} has several lines", quoted(text)), "give it one line");
        }
    }
    prepare::check_days_and_options(game, is_day, preparation);
    let Some(result) = &mut game.result else { return };
    let seats: HashSet<&Seat> = game.players.iter().map(|player| &player.seat).collect();
    let is_player = |seat: &Seat| seats.contains(seat);
    if !result.winners.iter().all(is_player) {
        preparation.leave_out(true, "game.result.winners", "winners who are not players");
        result.winners.retain(is_player);
        if result.winners.is_empty() {
            game.result = None;
            return;
        }
    }
    result.stated = true;
}

/// Completes the player to move, and refuses a start position that cannot be written because of its pieces or the
/// players' seats.
fn prepare_position(game: &mut Game, preparation: &mut Preparation<'_>) {
    let Some(position) = &game.position else {
        game.details = Details::of_homeworlds(HomeworldsDetails::default());
        return;
    };
    let seats: Vec<Seat> = game.players.iter().map(|player| player.seat.clone()).collect();
    let to_move = game.details.homeworlds().and_then(|details| details.to_move.clone());
    let to_move = to_move.or_else(|| seats.first().cloned());
    let fits = position::PLAYERS.contains(&seats.len())
        && seats == prepare::seats(seats.len())
        && position.pieces.len() <= position::MAX_PIECES;
    let text = fits.then(|| position::text(position, to_move.as_ref(), seats.len()));
    let mut systems = Systems::default();
    let read = text.and_then(|text| position::read(&text)).map(|start| start.position(|name| systems.born(name).0));
    match read {
        Some(read) if read.pieces.len() == position.pieces.len() => game.position = Some(read),
        _ => {
            let message = "the start position cannot be written";
            let help = "each piece has a kind, a system and an owner, stars have none, and the players sit N and S, N, E \
                        and S, or N, E, S and W";
            preparation.refuse(&cv::BAD_VALUE, "game.position", message, help);
            if !fits {
                // It is not to be rendered either: a text names each player in each system.
                game.position = None;
            }
        }
    }
    game.details = Details::of_homeworlds(HomeworldsDetails { to_move, extras: Vec::new() });
}

/// Returns whether text alone in a line is read as a single action that is not understood.
fn is_read_as_unknown(text: &str) -> bool {
    if matches!(text, "(" | ")") {
        return true;
    }
    let items = scan::items(text, &dos_lines(text));
    let [item] = &items[..] else { return false };
    match &item.kind {
        Kind::Position => item.line.span() == (0..text.len()),
        Kind::Commands(commands, None) => match &commands[..] {
            [command] if command.span == (0..text.len()) => {
                let words: Vec<&str> = command.words(text).collect();
                let read = |trade| words::read(&words, "", &super::dialect(trade), &mut Systems::default());
                read(words::TradeOrder::Colour).is_err() && read(words::TradeOrder::Ship).is_err()
            }
            _ => false,
        },
        _ => false,
    }
}

struct Walk<'w, 'f> {
    game: &'w Game,
    homes: Homes<'w>,
    is_tree: bool,
    preparation: &'w mut Preparation<'f>,
}

impl Walk<'_, '_> {
    /// Returns a list of turns as it will be read back; if it is a list of alternatives, `mover` is the player of the
    /// turn they replace.
    fn turns(&mut self, turns: Vec<Turn>, path: &str, mover: Option<&Seat>, state: &mut State) -> Vec<Turn> {
        let mut kept: Vec<Turn> = Vec::with_capacity(turns.len());
        let mut pending: VecDeque<Remark> = VecDeque::new();
        let mut last: Option<Seat> = None;
        for (index, mut turn) in turns.into_iter().enumerate() {
            let path = format!("{path}[{index}]");
            let remarks = self.remarks(&turn, &path);
            turn.remarks = pending.drain(..).chain(remarks.before).collect();
            self.actions(&mut turn, &path);
            if is_of_nobody(&turn) && turn.actions.is_empty() {
                pending = turn.remarks.drain(..).chain(remarks.behind).map(comment::before).collect();
                // Before a start position and after alternatives, comments form an entry of their own.
                let is_first = mover.is_none() && self.game.position.is_some() && kept.iter().all(is_of_nobody);
                if is_first || kept.last().is_some_and(|turn: &Turn| !turn.alternatives.is_empty()) {
                    let remarks = pending.drain(..).collect();
                    kept.push(Turn { remarks, ..Turn::default() });
                }
                continue;
            }
            let before = (!turn.alternatives.is_empty()).then(|| state.clone());
            let expected = match (&last, mover) {
                (None, Some(mover)) => Some(mover.clone()),
                (last, _) => expected_mover(state, &self.game.players, last.as_ref()),
            };
            self.play(&mut turn, expected, &path, state);
            last = turn.player.clone().or(last);
            turn.remarks.extend(remarks.inline);
            turn.remarks.extend(remarks.of_turn);
            for (index, list) in std::mem::take(&mut turn.alternatives).into_iter().enumerate() {
                let Some(mut state) = before.clone() else { continue };
                let path = format!("{path}.alternatives[{index}]");
                let list = self.turns(list, &path, turn.player.as_ref(), &mut state);
                turn.alternatives.push(list);
            }
            if turn.alternatives.is_empty() {
                pending.extend(remarks.behind.into_iter().map(comment::before));
            } else {
                turn.remarks.extend(remarks.behind);
            }
            kept.push(turn);
        }
        if !pending.is_empty() {
            match kept.last_mut() {
                Some(turn) if turn.alternatives.is_empty() && !is_of_nobody(turn) => {
                    turn.remarks.extend(pending.into_iter().map(comment::behind));
                }
                _ => kept.push(Turn { remarks: pending.into_iter().collect(), ..Turn::default() }),
            }
        }
        kept
    }

    /// Sorts the remarks of a turn by the place where they will be written.
    fn remarks(&mut self, turn: &Turn, path: &str) -> Remarks {
        let mut remarks = Remarks::default();
        let players = &self.game.players;
        for remark in &turn.remarks {
            let mut remark = remark.clone();
            if remark.text.contains('\r') || remark.author.as_ref().is_some_and(|author| author.contains('\r')) {
                self.preparation.tally(true, "carriage returns in remarks", || format!("{path}.remarks"));
                let lines: Vec<&str> = remark.text.split('\n').map(|line| line.trim_end_matches('\r')).collect();
                remark.text = lines.join("\n").replace('\r', " ");
                remark.author = remark.author.map(|author| author.replace('\r', " "));
            }
            match &remark.author {
                Some(author) if comment::is_author(author, players) => {
                    if turn.player.is_some() && remark.place.is_none() {
                        remarks.of_turn.push(remark);
                        continue;
                    }
                    remark.text = format!("{author}: {}", remark.text);
                }
                Some(author) => remark.text = format!("{author}: {}", remark.text),
                None => {}
            }
            let had_author = remark.author.take().is_some();
            let inline = remark.text.trim_matches([' ', '\t']);
            let may_be_inline = render::is_inline(&remark) && !had_author && !is_of_nobody(turn);
            let fits_inline = match self.is_tree {
                true => !inline.is_empty() && remark.text.trim_end_matches([' ', '\t']) == remark.text,
                false => inline == remark.text && !inline.starts_with('#'),
            };
            if may_be_inline && fits_inline && remarks.inline.is_none() && !remark.text.contains('\n') {
                remarks.inline = Some(remark);
                continue;
            }
            remark.text = remark.text.trim_start_matches([' ', '\t']).to_owned();
            if remark.place == Some(RemarkAnchor::Before) {
                remarks.before.push(remark);
            } else {
                remarks.behind.push(comment::behind(remark));
            }
        }
        remarks
    }

    /// Changes the actions of a turn to those that will be read back.
    fn actions(&mut self, turn: &mut Turn, path: &str) {
        let is_tag = |tag: &String| match self.is_tree {
            true => !tag.is_empty() && !tag.contains(['/', '\n']),
            false => scan::TAGS.contains(&tag.as_str()),
        };
        if turn.tag.as_ref().is_some_and(|tag| !is_tag(tag)) {
            self.preparation.tally(true, "tags of turns", || format!("{path}.tag"));
            turn.tag = None;
        }
        turn.actions.retain(|action| !passes::is_inferred(action));
        if turn.player.is_some() && turn.actions.is_empty() {
            self.preparation
                .tally(true, "turns without an action (a pass is written instead)", || format!("{path}.actions"));
            turn.actions.push(Action::of(ActionKind::Pass));
        }
        for action in &mut turn.actions {
            if let ActionKind::Capture { owner: Some(owner), .. } = &action.kind
                && !SEATS.contains(&owner.as_str())
                && let ActionKind::Capture { owner, .. } = &mut action.kind
            {
                self.preparation.tally(true, "the owners of captured ships", || format!("{path}.actions"));
                *owner = None;
            }
        }
    }

    /// Plays a turn, to find out whether its player can be inferred.
    fn play(&mut self, turn: &mut Turn, expected: Option<Seat>, path: &str, state: &mut State) {
        if is_of_nobody(turn) && turn.actions.iter().all(|action| action.kind == ActionKind::Unknown) {
            return;
        }
        if turn.player.is_none() {
            self.preparation.tally(true, "turns without a player", || format!("{path}.player"));
            turn.player = expected.clone();
        }
        let is_said = turn.inferred.is_empty() && is_prose(turn);
        turn.inferred.clear();
        if turn.player == expected && !is_said {
            turn.inferred.push("player".to_owned());
        }
        let Some(seat) = &turn.player else { return };
        let _ = state.begin_turn(seat);
        for action in &mut turn.actions {
            let home = self.homes.of_seat(seat);
            let is_home = |at: &str, name: Option<&str>| name.unwrap_or(at) == home;
            let keeps_home = match &action.kind {
                ActionKind::Setup { at, name, .. } => is_home(at.as_str(), name.as_deref()),
                _ => false,
            };
            let keeps_size = sizes::is_inferred(action, state);
            action.inferred.retain(|field| field == "at" && keeps_home || field == "piece" && keeps_size);
            sizes::fill(action, state);
            // Violations are reported when the rules of the game are checked.
            let _ = state.act(action);
        }
        state.end_turn();
        passes::infer(turn);
    }
}

/// The remarks of a turn, sorted by the place where they will be written.
#[derive(Default)]
struct Remarks {
    before: ThinVec<Remark>,
    inline: Option<Remark>,
    of_turn: ThinVec<Remark>,
    behind: ThinVec<Remark>,
}
