use std::collections::BTreeMap;

use super::step::StepKind;
use super::*;
use crate::model::Game;
use crate::model::{Action, ActionKind, Field, Holding, Moment, Player, Seat, System, TerritoryRef, When};
use crate::systems::global_war::rules::{Continent, SEATS};

/// A generator of pseudorandom numbers, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }

    fn between(&mut self, least: i32, most: i32) -> i32 {
        least + self.below((most - least + 1).max(1) as usize) as i32
    }
}

type Truth = [(Owner, i32); COUNTRIES.len()];

/// A randomly played game, with the true board at every moment.
#[derive(Clone)]
struct Played {
    turns: Vec<Turn>,
    truth: Vec<Truth>,
}

fn id(country: usize) -> TerritoryRef {
    TerritoryRef::new(COUNTRIES[country].name)
}

fn seat(number: Owner) -> Seat {
    Seat::new(&number.to_string())
}

fn play(random: &mut Random, turns: usize) -> Played {
    let players = random.between(2, SEATS as i32) as Owner;
    let mut now: Truth = std::array::from_fn(|_| (random.between(1, players.into()) as Owner, random.between(1, 5)));
    let mut played = Played { turns: Vec::new(), truth: vec![now] };
    let mut player = 0;
    for number in 0..turns {
        let alive: Vec<Owner> = (1..=players).filter(|seat| now.iter().any(|(owner, _)| owner == seat)).collect();
        player = *alive.iter().find(|seat| **seat > player).unwrap_or(&alive[0]);
        let mut actions = Vec::new();
        turn(random, &mut now, player, &mut actions);
        let day = chrono::NaiveDate::from_ymd_opt(1989, 7, 17).unwrap();
        let when = Moment::after(day, number as i64 * 7_500_000).map(When::Moment);
        let actions = actions.into_iter().map(Action::of).collect();
        played.turns.push(Turn { player: Some(seat(player)), when, actions, ..Turn::default() });
        played.truth.push(now);
    }
    played
}

fn turn(random: &mut Random, now: &mut Truth, player: Owner, actions: &mut Vec<ActionKind>) {
    let own = |now: &Truth| -> Vec<usize> { (0..42).filter(|&c| now[c].0 == player).collect() };
    for _ in 0..=random.below(3) {
        let mine = own(now);
        let (at, armies) = (mine[random.below(mine.len())], random.between(1, 6));
        now[at].1 += armies;
        actions.push(ActionKind::Deploy { armies, at: id(at), total: now[at].1 });
    }
    for _ in 0..random.below(5) {
        let from: Vec<usize> = own(now).into_iter().filter(|&c| now[c].1 > 1).collect();
        let to: Vec<usize> = (0..42).filter(|&c| now[c].0 != player).collect();
        if from.is_empty() || to.is_empty() {
            break;
        }
        let at = (from[random.below(from.len())], to[random.below(to.len())]);
        attack(random, now, player, at, actions);
    }
    let continent = Continent::ALL[random.below(6)];
    if (0..42).filter(|&c| COUNTRIES[c].continent == continent).all(|c| now[c].0 == player) {
        actions.push(ActionKind::TakeContinent { continent: continent.name().into() });
    }
    let mine = own(now);
    let (from, to) = (mine[random.below(mine.len())], mine[random.below(mine.len())]);
    if from != to && now[from].1 > 1 {
        let armies = random.between(1, now[from].1 - 1);
        now[from].1 -= armies;
        now[to].1 += armies;
        actions.push(ActionKind::Fortify { from: id(from), to: id(to), armies });
    }
}

fn attack(random: &mut Random, now: &mut Truth, player: Owner, at: (usize, usize), actions: &mut Vec<ActionKind>) {
    let (from, to) = at;
    let loser = now[to].0;
    actions.push(ActionKind::Attack {
        from: id(from),
        armies: now[from].1,
        to: id(to),
        defender: Field::Known(seat(loser)),
        defending: now[to].1,
    });
    while now[from].1 > 1 && now[to].1 > 0 && random.below(8) > 0 {
        let dice = (now[from].1 - 1).min(now[to].1).min(2);
        let attacker_lost = random.between(0, dice);
        now[from].1 -= attacker_lost;
        now[to].1 -= dice - attacker_lost;
        let defender_lost = dice - attacker_lost;
        actions.push(ActionKind::Losses { from: id(from), attacker_lost, to: id(to), defender_lost });
    }
    if now[to].1 == 0 {
        let armies = random.between(1, now[from].1 - 1);
        now[from].1 -= armies;
        now[to] = (player, armies);
        actions.push(ActionKind::Conquer { at: id(to), armies });
        if now.iter().all(|(owner, _)| *owner != loser) {
            actions.push(ActionKind::Eliminate);
        }
    }
}

fn position(truth: &Truth) -> Position {
    let holdings = truth.iter().enumerate().map(|(country, (owner, armies))| Holding {
        owner: Field::Known(Some(seat(*owner))),
        armies: Field::Known(*armies),
        ..Holding::of(id(country))
    });
    Position { holdings: holdings.collect(), ..Position::default() }
}

/// Calls `each` for each known value, with whether the value is stated, whether it is right, and the country.
fn compare(replay: &Replay, moment: usize, truth: &Truth, mut each: impl FnMut(bool, bool, usize)) {
    for (country, (owner, armies)) in truth.iter().enumerate() {
        let at = replay.country(moment, country).unwrap();
        at.owner.value().into_iter().for_each(|value| each(at.owner.is_stated(), value == *owner, country));
        at.armies.value().into_iter().for_each(|value| each(at.armies.is_stated(), value == *armies, country));
    }
}

fn is_whole_and_right(replay: &Replay, played: &Played, moment: usize) -> bool {
    let mut is_right = replay.is_complete(moment);
    compare(replay, moment, &played.truth[moment], |_, right, _| is_right &= right);
    is_right
}

#[test]
fn backwards_from_the_end_every_earlier_position_is_found() {
    for seed in 0..300 {
        let played = play(&mut Random(seed), 12);
        let end = position(&played.truth[12]);
        let replay = replay(&played.turns, &[Given { before: 12, position: &end }]);
        assert_eq!(replay.contradictions(), [], "seed {seed}");
        assert!((0..=12).all(|moment| is_whole_and_right(&replay, &played, moment)), "seed {seed}");
    }
}

#[test]
fn an_older_position_and_the_log_give_the_newer_ones() {
    for seed in 0..300 {
        let mut random = Random(seed);
        let played = play(&mut random, 12);
        let before = random.below(12);
        let older = position(&played.truth[before]);
        let replay = replay(&played.turns, &[Given { before, position: &older }]);
        assert_eq!(replay.contradictions(), [], "seed {seed}");
        assert!((before..=12).all(|moment| is_whole_and_right(&replay, &played, moment)), "seed {seed}");
    }
}

#[test]
fn the_log_alone_tells_nothing_wrong_and_in_time_nearly_all() {
    let (mut known, mut all) = (0, 0);
    for seed in 0..100 {
        let played = play(&mut Random(seed), 40);
        let replay = replay(&played.turns, &[]);
        assert_eq!(replay.contradictions(), [], "seed {seed}");
        for (moment, truth) in played.truth.iter().enumerate() {
            compare(&replay, moment, truth, |_, right, country| assert!(right, "seed {seed}, {moment}, {country}"));
        }
        compare(&replay, 40, &played.truth[40], |_, _, _| known += 1);
        all += 84;
    }
    assert!(known * 100 > all * 90, "{known} of {all}");
}

/// Damages one line of a log at random; returns the damaged log and the index of the turn.
fn damage(random: &mut Random, played: &Played) -> (Played, usize) {
    let mut damaged = played.clone();
    let number = random.below(damaged.turns.len());
    if random.below(6) == 0 && number > 0 {
        // The line that begins a turn is removed.
        let lost = damaged.turns.remove(number);
        damaged.truth.remove(number);
        damaged.turns[number - 1].actions.extend(lost.actions);
        return (damaged, number - 1);
    }
    let actions = &mut damaged.turns[number].actions;
    let place = random.below(actions.len());
    match random.below(3) {
        0 => drop(actions.remove(place)),
        1 => actions.insert(place, actions[place].clone()),
        _ => change(random, &mut actions[place].kind),
    }
    (damaged, number)
}

fn change(random: &mut Random, kind: &mut ActionKind) {
    let country = id(random.below(42));
    let more = random.between(1, 9);
    match kind {
        ActionKind::Deploy { armies, at, total } => match random.below(3) {
            0 => *armies += more,
            1 => *total += more,
            _ => *at = country,
        },
        ActionKind::Attack { from, armies, to, defender, defending } => match random.below(5) {
            0 => *from = country,
            1 => *armies += more,
            2 => *to = country,
            3 => *defender = Field::Known(seat(random.between(1, 6) as Owner)),
            _ => *defending += more,
        },
        ActionKind::Losses { from, attacker_lost, to, defender_lost } => match random.below(4) {
            0 => *from = country,
            1 => *attacker_lost += more,
            2 => *to = country,
            _ => *defender_lost += more,
        },
        ActionKind::Conquer { at, armies } => match random.below(2) {
            0 => *at = country,
            _ => *armies += more,
        },
        ActionKind::Fortify { from, to, armies } => match random.below(3) {
            0 => *from = country,
            1 => *to = country,
            _ => *armies += more,
        },
        ActionKind::TakeContinent { continent } => *continent = Continent::ALL[random.below(6)].name().into(),
        kind => *kind = ActionKind::Unknown,
    }
}

#[test]
fn of_a_damaged_log_nothing_that_is_stated_is_wrong() {
    let (mut contradicted, mut harmed) = (0, 0);
    for seed in 0..3_000 {
        let mut random = Random(seed);
        let length = 4 + random.below(20);
        let played = play(&mut random, length);
        let (damaged, number) = damage(&mut random, &played);
        let (first, last) = (position(&played.truth[0]), position(&played.truth[length]));
        let end = damaged.turns.len();
        let both = [Given { before: 0, position: &first }, Given { before: end, position: &last }];
        for given in [&[][..], &both[..1], &both[1..], &both[..]] {
            let replay = replay(&damaged.turns, given);
            assert_eq!(contradictions(&damaged.turns, given), replay.contradictions(), "seed {seed}");
            let mut wrong = 0;
            for (moment, truth) in damaged.truth.iter().enumerate() {
                compare(&replay, moment, truth, |stated, right, country| {
                    assert!(
                        right || !stated,
                        "seed {seed}, turn {number}, moment {moment}, {}",
                        COUNTRIES[country].name
                    );
                    wrong += usize::from(!right);
                });
            }
            if given.len() == 2 {
                harmed += usize::from(wrong > 0);
                contradicted += usize::from(wrong > 0 && replay.contradictions().is_empty());
            }
        }
    }
    assert_eq!(contradicted, 0, "of {harmed}");
}

#[test]
fn a_step_changes_no_country_but_those_that_it_names() {
    for seed in 0..300 {
        let mut random = Random(seed);
        let length = 4 + random.below(20);
        let played = play(&mut random, length);
        let (damaged, _) = damage(&mut random, &played);
        let mut steps = steps(&damaged.turns);
        let among = StepKind::Unclear { countries: 1 << random.below(42) | 1 << random.below(42) };
        for kind in [among, StepKind::Eliminate(random.between(1, 6) as Owner), StepKind::Surrender] {
            let place = random.below(steps.len());
            steps.insert(place, Step { kind, ..steps[place] });
        }
        for direction in [Direction::Forward, Direction::Backward] {
            let mut walk = Walk::new(direction, &[]);
            let mut indices: Vec<usize> = (0..steps.len()).collect();
            if direction == Direction::Backward {
                indices.reverse();
            }
            for index in indices {
                let (before, step) = (walk.board, &steps[index]);
                walk.step(index as u32, step);
                for country in places(ALL & !step.kind.countries()) {
                    assert_eq!(walk.board[country], before[country], "seed {seed}, {direction:?}, {step:?}");
                }
            }
        }
    }
}

/// Returns a turn with the given actions, as the log of one turn.
fn log(player: Owner, actions: &[ActionKind]) -> Turn {
    let actions = actions.iter().cloned().map(Action::of).collect();
    Turn { player: Some(seat(player)), actions, ..Turn::default() }
}

fn deploy(at: usize, armies: i32, total: i32) -> ActionKind {
    ActionKind::Deploy { armies, at: id(at), total }
}

#[test]
fn a_contradiction_says_between_which_lines_the_fault_lies() {
    let turns = [log(1, &[deploy(18, 3, 7)]), log(1, &[deploy(4, 1, 2), deploy(18, 2, 12)])];
    let replay = replay(&turns, &[]);
    let [found] = replay.contradictions() else { panic!("{:?}", replay.contradictions()) };
    assert_eq!(found.at, Origin::Action { turn: 1, action: 1 });
    assert_eq!(found.since, Some(Origin::Action { turn: 0, action: 0 }));
    assert_eq!(found.words(), "Japan has 10 armies by this line, but 7 by the lines before");
    assert_eq!(replay.country(1, 18).unwrap().armies, Fact::Unknown);
    assert_eq!(replay.country(2, 18).unwrap().armies, Fact::Unknown, "either line may be the wrong one");
    let japan = replay.country(1, 18).unwrap();
    assert_eq!(japan.owner, Fact::Stated { value: 1, from: Origin::Action { turn: 0, action: 0 } });
}

#[test]
fn the_line_that_both_sides_speak_against_is_the_wrong_one() {
    let turns = [log(1, &[deploy(18, 3, 7)]), log(1, &[deploy(18, 2, 12)]), log(1, &[deploy(18, 1, 10)])];
    let replay = replay(&turns, &[]);
    let armies: Vec<Option<i32>> = (0..=3).map(|moment| replay.country(moment, 18).unwrap().armies.value()).collect();
    assert_eq!(armies, [Some(4), Some(7), Some(9), Some(10)]);
}

#[test]
fn lines_that_were_not_understood_leave_what_they_name_unknown() {
    let unknown = Action { text: Some("X 19 4".into()), ..Action::of(ActionKind::Unknown) };
    let mut turns = [log(1, &[deploy(18, 3, 7), deploy(4, 1, 2)]), log(1, &[])];
    turns[1].actions.push(unknown);
    let alone = replay(&turns, &[]);
    let known: BTreeMap<usize, Option<i32>> =
        [4, 18].map(|country| (country, alone.country(2, country).unwrap().armies.value())).into();
    assert_eq!(known, BTreeMap::from([(4, Some(2)), (18, None)]));
    turns[1].actions[0].text = Some("K 4".into());
    assert_eq!(replay(&turns, &[]).country(2, 4).unwrap().owner, Fact::Unknown, "it may be a surrender");
}

#[test]
fn extreme_numbers_are_no_trouble() {
    let worst = [i32::MIN, -1, 0, 1, i32::MAX];
    for a in worst {
        for b in worst {
            let (from, to) = (id(3), id(9));
            let turns = [log(
                2,
                &[
                    deploy(3, a, b),
                    ActionKind::Fortify { from: from.clone(), to: to.clone(), armies: a },
                    ActionKind::Losses { from: from.clone(), attacker_lost: a, to: to.clone(), defender_lost: b },
                    ActionKind::Conquer { at: to.clone(), armies: b },
                    ActionKind::Conquer { at: to.clone(), armies: a },
                    ActionKind::Swap { at: from.clone(), armies: a, swapped_for: to, armies_there: b },
                    ActionKind::Give { at: from.clone(), armies: a },
                    ActionKind::Fortify { from: from.clone(), to: from, armies: a },
                ],
            )];
            assert_eq!(replay(&turns, &[]).moments(), 2);
        }
    }
}

#[test]
fn a_saved_game_is_placed_by_its_dates_and_else_by_its_countries() {
    for seed in 0..50 {
        let mut random = Random(seed);
        let played = play(&mut random, 15);
        let before = random.below(16);
        let mut saved = Game::new(System::GlobalWar);
        saved.position = Some(position(&played.truth[before]));
        let moved = |turn: &Turn| match turn.when {
            Some(When::Moment(moment)) => Some(moment),
            _ => None,
        };
        let last = played.turns[..before].last().and_then(moved);
        saved.players = vec![Player { last_moved: Field::Known(last), ..Player::at(seat(1)) }];
        let placed = place(&played.turns, &saved).unwrap();
        assert_eq!((placed.before, placed.disagree), (before, 0), "seed {seed}");
        saved.players.clear();
        let placed = place(&played.turns, &saved).unwrap();
        assert_eq!(placed.disagree, 0, "seed {seed}");
    }
}
