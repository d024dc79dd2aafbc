//! Compares what is read, replayed and recovered from files of made-up games of Global War with the games themselves,
//! whose every position is known.

use libtest_mimic::Trial;
use ludex::internals::formats;
use ludex::internals::model::{Game, Seat};
use ludex::internals::systems::global_war::rules::replay::{Given, Origin, Replay, replay};
use ludex::internals::text::{Encoding, Report};

use super::trial;
use super::tries::tries;
use super::war_games::{Act, Board, Options, Random, Style, WarGame, model_turns};

/// Number of games that are played if everything is tried; `LUDEX_WAR_GAMES=1000` plays more.
const GAMES: usize = 100;
/// Games that once revealed a defect: a `.DAT` that was cut off looked like one that lacks a line.
const ODD_ONES: [u64; 1] = [178];

pub fn trials() -> Vec<Trial> {
    vec![
        trial("war_games::files_are_read_as_what_was_played".into(), || each_game(files_are_read)),
        trial("war_games::replays_are_what_was_played".into(), || each_game(replays)),
        trial("war_games::nothing_false_is_stated_of_a_damaged_log".into(), || each_game(damaged_replays)),
        trial("war_games::contradictions_are_near_the_fault".into(), contradictions_are_near),
    ]
}

fn games() -> u64 {
    std::env::var("LUDEX_WAR_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or_else(|| tries(GAMES) as u64)
}

/// Runs a test on each game, written in a style of its own.
pub fn each_game(test: fn(&WarGame, &Style) -> Result<(), String>) -> Result<(), String> {
    for seed in (0..games()).chain(ODD_ONES) {
        let game = WarGame::play(seed, &Options::by(seed));
        test(&game, &Style::by(seed)).map_err(|why| format!("game {seed}: {why}"))?;
    }
    Ok(())
}

/// Returns the game in a file, which must have no diagnostics.
fn read(format: &str, bytes: &[u8]) -> Result<Game, String> {
    let format = formats::format(format).and_then(|format| format.text()).ok_or("no such format")?;
    let mut report = Report::new();
    let text = Encoding::CP437.decode(bytes).map_err(|_| "not CP437")?;
    let game = format.read(&text, &mut report).ok_or("not read")?;
    match &report.finish(&text)[..] {
        [] => Ok(game),
        [first, ..] => Err(format!("{first:?}")),
    }
}

/// Returns the owner and the armies of each country; 0 and -1 if they are absent.
pub fn board_of(game: &Game) -> Vec<(u8, i32)> {
    let holdings = game.position.iter().flat_map(|position| &position.holdings);
    let owner = |seat: Option<&Option<_>>| {
        seat.and_then(Option::as_ref).map_or(0, |seat: &Seat| seat.as_str().parse().unwrap())
    };
    holdings.map(|h| (owner(h.owner.known()), h.armies.known().copied().unwrap_or(-1))).collect()
}

fn is_board(board: &[(u8, i32)], known: &Board) -> bool {
    board.iter().copied().eq(known.iter().map(|country| (country.owner, country.armies)))
}

fn files_are_read(game: &WarGame, style: &Style) -> Result<(), String> {
    for (n, state) in game.states.iter().enumerate().step_by(7).chain([(game.turns.len(), game.last())]) {
        let read = read("war-dat", &game.dat_of(state, style)).map_err(|why| format!(".DAT after turn {n}: {why}"))?;
        if !is_board(&board_of(&read), &state.board) {
            return Err(format!("the board after turn {n} is another"));
        }
    }
    if let Some(turn) = game.interrupted() {
        let step = turn.steps.last().unwrap();
        let read = read("war-rec", &game.rec(turn, step, game.last(), style)).map_err(|why| format!(".REC: {why}"))?;
        if !is_board(&board_of(&read), &step.board) {
            return Err("the board of the .REC is another".into());
        }
    }
    Ok(())
}

/// Compares a replayed board with the one that was played: nothing of it may be false, and if `whole` is set, nothing
/// may be unknown.
fn compare(replay: &Replay, moment: usize, known: &Board, whole: bool) -> Result<usize, String> {
    let mut count = 0;
    for (place, country) in known.iter().enumerate() {
        let there = replay.country(moment, place).ok_or("there is no such moment")?;
        let wrong = |what: &str, is: String, was: String| {
            Err(format!("before turn {moment}, {what} of country {} is {is}, and was {was}", place + 1))
        };
        match there.owner.value() {
            Some(owner) if owner != country.owner => {
                return wrong("the owner", format!("{:?}", there.owner), country.owner.to_string());
            }
            None if whole => return wrong("the owner", "unknown".into(), country.owner.to_string()),
            owner => count += usize::from(owner.is_some()),
        }
        match there.armies.value() {
            Some(armies) if armies != country.armies => {
                return wrong("armies", format!("{:?}", there.armies), country.armies.to_string());
            }
            None if whole => return wrong("armies", "unknown".into(), country.armies.to_string()),
            _ => {}
        }
    }
    Ok(count)
}

fn replays(game: &WarGame, _: &Style) -> Result<(), String> {
    let (turns, _) = model_turns(&game.acts());
    // The newest .DAT precedes an interrupted turn.
    let end = turns.len() - usize::from(game.interrupted().is_some());
    let newest = game.position(end);
    let backwards = replay(&turns, &[Given { before: end, position: &newest }]);
    let alone = replay(&turns, &[]);
    for moment in 0..=end {
        let known = &game.states[moment].board;
        compare(&backwards, moment, known, true).map_err(|why| format!("backwards, {why}"))?;
        compare(&alone, moment, known, false).map_err(|why| format!("alone, {why}"))?;
    }
    for older in [0, end / 3, end / 2] {
        let position = game.position(older);
        let forwards = replay(&turns, &[Given { before: older, position: &position }]);
        // The log does not say whom a country is given to.
        let gifts = |(place, act): &(usize, Act)| *place >= older && matches!(act, Act::Give { .. });
        let whole = game.partners.is_none() || !game.acts().iter().any(gifts);
        for moment in older..=end {
            let known = &game.states[moment].board;
            compare(&forwards, moment, known, whole).map_err(|why| format!("forwards from {older}, {why}"))?;
        }
    }
    for (name, replay) in [("backwards", &backwards), ("alone", &alone)] {
        if let Some(first) = replay.contradictions().first() {
            return Err(format!("{name}, nothing is wrong, but {first:?}"));
        }
    }
    Ok(())
}

/// Number of faults in each log.
const FAULTS: usize = 10;

fn damaged_replays(game: &WarGame, _: &Style) -> Result<(), String> {
    let acts = game.acts();
    let end = game.turns.len() - usize::from(game.interrupted().is_some());
    let newest = game.position(end);
    let mut random = Random::new(acts.len() as u64);
    for _ in 0..FAULTS {
        let place = random.below(acts.len());
        let mut damaged = acts.clone();
        let fault = match random.below(3) {
            0 => {
                damaged.remove(place);
                "lost"
            }
            1 => {
                damaged.insert(place, acts[place]);
                "doubled"
            }
            _ => {
                damaged[place].1 = changed(acts[place].1, &mut random);
                "changed"
            }
        };
        let (turns, places) = model_turns(&damaged);
        // If the interrupted turn lost its beginning, the .DAT is from the middle of a turn.
        let before = if game.interrupted().is_some() { places.iter().position(|&place| place == end) } else { None };
        let given = Given { before: before.unwrap_or(turns.len()), position: &newest };
        let given = if before.is_some() || game.interrupted().is_none() { vec![given] } else { Vec::new() };
        let replays = [("with the .DAT", replay(&turns, &given)), ("alone", replay(&turns, &[]))];
        for (name, replay) in replays {
            let moments = places.iter().copied().chain([end]);
            for (moment, known) in moments.enumerate().take(turns.len() + 1) {
                stated_is_true(&replay, moment, &game.states[known].board).map_err(|why| {
                    let line = acts[place];
                    format!("{name}, {line:?} {fault} ({:?}), {why}", damaged.get(place))
                })?;
            }
        }
    }
    Ok(())
}

/// Maximum median distance, in lines, between a contradiction and the lost line.
const NEAR: usize = 2;

fn contradictions_are_near() -> Result<(), String> {
    let (mut distances, mut silent) = (Vec::new(), 0);
    for seed in 0..games() {
        let game = WarGame::play(seed, &Options::by(seed));
        let acts = game.acts();
        let mut random = Random::new(seed);
        for _ in 0..FAULTS {
            let place = random.below(acts.len());
            // Other lines tell nothing about the board, or only what the lines around them tell too.
            if !matches!(
                acts[place].1,
                Act::Deploy { .. } | Act::Losses { .. } | Act::Conquer { .. } | Act::Fortify { .. }
            ) {
                continue;
            }
            let mut damaged = acts.clone();
            damaged.remove(place);
            let (turns, _) = model_turns(&damaged);
            let replay = replay(&turns, &[]);
            // The actions of each turn follow its beginning.
            let starts: Vec<usize> =
                (0..damaged.len()).filter(|&n| matches!(damaged[n].1, Act::Begin { .. })).collect();
            let line = |origin: Origin| match origin {
                Origin::Action { turn, action } => Some(starts.get(turn)? + 1 + action),
                Origin::Given(_) => None,
            };
            let lines = replay.contradictions().iter().flat_map(|found| [Some(found.at), found.since]);
            match lines.flatten().filter_map(line).map(|line| line.abs_diff(place)).min() {
                Some(distance) => distances.push(distance),
                None => silent += 1,
            }
        }
    }
    distances.sort_unstable();
    let median = distances.get(distances.len() / 2).copied().unwrap_or(usize::MAX);
    let found = distances.len();
    if median > NEAR || found < silent {
        return Err(format!("{found} of {} lost lines show, half of them {median} lines away", found + silent));
    }
    Ok(())
}

/// Returns the line with one number changed.
fn changed(act: Act, random: &mut Random) -> Act {
    let other = |number: usize, random: &mut Random| 1 + (number + random.below(41)) % 42;
    let more = |number: i32, random: &mut Random| number + random.between(1, 9);
    match (act, random.below(2)) {
        (Act::Begin { player, at }, _) => Act::Begin { player: player % 6 + 1, at },
        (Act::Deploy { armies, at, total }, 0) => Act::Deploy { armies, at: other(at, random), total },
        (Act::Deploy { armies, at, total }, _) => Act::Deploy { armies, at, total: more(total, random) },
        (Act::Attack { to, defending, defender, from, armies }, 0) => {
            Act::Attack { to: other(to, random), defending, defender, from, armies }
        }
        (Act::Attack { to, defending, defender, from, armies }, _) => {
            Act::Attack { to, defending, defender: defender % 6 + 1, from, armies: more(armies, random) }
        }
        (Act::Losses { to, defender_lost, from, attacker_lost }, 0) => {
            Act::Losses { to, defender_lost: more(defender_lost, random), from, attacker_lost }
        }
        (Act::Losses { to, defender_lost, from, attacker_lost }, _) => {
            Act::Losses { to, defender_lost, from: other(from, random), attacker_lost }
        }
        (Act::Conquer { at, armies }, 0) => Act::Conquer { at: other(at, random), armies },
        (Act::Conquer { at, armies }, _) => Act::Conquer { at, armies: more(armies, random) },
        (Act::Fortify { to, armies, from }, 0) => Act::Fortify { to: other(to, random), armies, from },
        (Act::Fortify { to, armies, from }, _) => Act::Fortify { to, armies: more(armies, random), from },
        (Act::Continent { number }, _) => Act::Continent { number: number % 6 + 1 },
        (Act::Eliminate { player }, _) => Act::Eliminate { player: player % 6 + 1 },
        (Act::Swap { at, armies, other: there, armies_there }, _) => {
            Act::Swap { at: other(at, random), armies, other: there, armies_there }
        }
        (Act::Give { at, armies }, _) => Act::Give { at: other(at, random), armies },
        (act, _) => act,
    }
}

fn stated_is_true(replay: &Replay, moment: usize, known: &Board) -> Result<(), String> {
    for (place, country) in known.iter().enumerate() {
        let there = replay.country(moment, place).ok_or("there is no such moment")?;
        if there.owner.is_stated() && there.owner.value() != Some(country.owner) {
            return Err(format!(
                "before turn {moment}, country {} is {:?}, and was {country:?}",
                place + 1,
                there.owner
            ));
        }
        if there.armies.is_stated() && there.armies.value() != Some(country.armies) {
            return Err(format!(
                "before turn {moment}, country {} is {:?}, and was {country:?}",
                place + 1,
                there.armies
            ));
        }
    }
    Ok(())
}
