//! Plays games at random.

use ludex::internals::systems::global_war::rules::BORDERS;

use super::{Act, Activity, Board, CONTINENTS, Country, End, Minute, Random, State, Step, Turn, WarGame};

/// Names to choose from; some have the maximum length, or contain something that a careless reader trips over.
const NAMES: [&str; 14] = [
    "Quill Harrow",
    "Maren Fosk",
    "THE BARON",
    "Odd Nilsgard",
    "Pia \"Ace\" Lund",
    "Sysop",
    "Tycho, the Elder",
    "Zo\u{eb} Ankarstrand",
    "J\u{fc}rgen Bl\u{f6}m",
    "NONE SUCH",
    "Lady of the Fens7",
    "b. brackwater",
    "Captain 'Hook'",
    "Wim 42",
];

const FIRST_SETS: [i32; 6] = [4, 6, 8, 10, 12, 15];

/// Options for playing a game.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Maximum number of turns; the game ends earlier if a player wins.
    pub turns: usize,
    /// Whether it is a team game.
    pub team: bool,
    /// Percentage of turns in which the carrier is lost.
    pub carrier_losses: usize,
    /// Whether the carrier is lost in the last turn.
    pub is_interrupted: bool,
    /// Vigour of the players' attacks, from 1 to 10.
    pub vigour: usize,
}

impl Options {
    /// Returns varied options, determined by the seed.
    pub fn by(seed: u64) -> Options {
        let mut random = Random::new(seed ^ 0x5eed);
        Options {
            turns: 3 + random.below(60),
            team: random.chance(25),
            carrier_losses: 4,
            is_interrupted: random.chance(30),
            vigour: 2 + random.below(8),
        }
    }
}

impl WarGame {
    /// Plays the game of a seed.
    pub fn play(seed: u64, options: &Options) -> WarGame {
        let mut random = Random::new(seed);
        let seats = if options.team { 6 } else { 3 + random.below(4) };
        let mut all = NAMES;
        random.shuffle(&mut all);
        let mut names: [Option<String>; 6] = Default::default();
        let mut places = [0, 1, 2, 3, 4, 5];
        random.shuffle(&mut places);
        for (&place, name) in places.iter().take(seats).zip(all) {
            names[place] = Some(name.to_owned());
        }
        let mut order = [1, 2, 3, 4, 5, 6];
        random.shuffle(&mut order);
        let mut partners = [0; 6];
        for pair in order.chunks(2) {
            partners[pair[0] as usize - 1] = pair[1];
            partners[pair[1] as usize - 1] = pair[0];
        }
        let started = Minute(i64::from(random.between(1600, 2600)) * 1440 + i64::from(random.between(0, 1439)));
        let mut commendations = [[0; 3]; 6];
        for (counts, _) in commendations.iter_mut().zip(&names).filter(|(_, name)| name.is_some()) {
            counts[random.below(3)] += random.between(0, 1);
        }
        let hidden = if random.chance(20) { 100 } else { 0 };
        let state = State {
            event: hidden + if options.team { 4 } else { 1 },
            event_day: started,
            moved: [None; 6],
            commendations,
            sets: 0,
            board: deal(&names, &mut random),
        };
        let passwords = match options.team {
            true => ["raven", "", "two words"].map(str::to_owned),
            false => Default::default(),
        };
        let partners = options.team.then_some(partners);
        let mut game = WarGame { names, partners, passwords, started, turns: Vec::new(), states: vec![state] };
        game.play_turns(&mut random, options);
        game
    }

    fn play_turns(&mut self, random: &mut Random, options: &Options) {
        let mut at = self.started;
        let mut player = 0;
        while self.turns.len() < options.turns {
            let state = *self.last();
            let sits = |p: u8| state.board.iter().any(|country| country.owner == p);
            player = (1..=6).map(|n| (player + n - 1) % 6 + 1).find(|&p| sits(p)).unwrap();
            at = Minute(at.0 + i64::from(random.between(7, 2500)));
            let is_last = self.turns.len() + 1 == options.turns;
            let mut play = Play {
                player,
                partner: self.partners.map(|partners| partners[usize::from(player) - 1]),
                now: state,
                to_deploy: 0,
                activity: Activity::Deploying,
                steps: Vec::new(),
                has_won: false,
            };
            let spares_one = options.is_interrupted || self.turns.len() < 2;
            play.turn(random, options, spares_one);
            let Play { mut now, mut steps, has_won, activity, .. } = play;
            let end = match () {
                () if is_last && options.is_interrupted => End::Interrupted,
                () if !has_won && !is_last && random.chance(options.carrier_losses) => End::Abandoned,
                () => End::Whole,
            };
            if end == End::Whole {
                if !has_won && random.chance(options.carrier_losses) {
                    resume(&mut steps, random);
                }
                if activity == Activity::Earned {
                    now.commendations[usize::from(player) - 1][random.below(3)] += 1;
                }
                now.moved[usize::from(player) - 1] = Some(at);
                if has_won {
                    now.event += 1;
                    now.event_day = at;
                }
                self.states.push(now);
            } else {
                steps.truncate(random.below(steps.len() + 1));
                let last = steps.last().copied();
                let last = last.unwrap_or_else(|| first_step(&state, player));
                steps.push(Step { act: Act::CarrierLost, ..last });
                self.states.push(state);
            }
            self.turns.push(Turn { player, at, steps, end });
            if has_won && end == End::Whole {
                break;
            }
        }
    }
}

/// Interrupts a turn once, and resumes it.
fn resume(steps: &mut Vec<Step>, random: &mut Random) {
    let place = 1 + random.below(steps.len());
    let before = steps[place - 1];
    for (n, act) in [Act::CarrierLost, Act::Resume].into_iter().enumerate() {
        steps.insert(place + n, Step { act, ..before });
    }
}

/// Returns the state at the start of a turn, before its armies are deployed.
fn first_step(state: &State, player: u8) -> Step {
    Step {
        act: Act::CarrierLost,
        board: state.board,
        commendations: state.commendations,
        sets: state.sets,
        to_deploy: due(&state.board, player),
        activity: Activity::Deploying,
    }
}

fn deal(names: &[Option<String>; 6], random: &mut Random) -> Board {
    let players: Vec<u8> = (1..=6).filter(|&p| names[usize::from(p) - 1].is_some()).collect();
    let mut order: Vec<usize> = (0..42).collect();
    random.shuffle(&mut order);
    let mut board = [Country::default(); 42];
    for (n, country) in order.into_iter().enumerate() {
        board[country] = Country { owner: players[n % players.len()], armies: random.between(1, 4) };
    }
    board
}

fn holds(board: &Board, player: u8, countries: &[usize]) -> bool {
    countries.iter().all(|&c| board[c - 1].owner == player)
}

/// Returns the armies that a player gets at the beginning of a turn.
fn due(board: &Board, player: u8) -> i32 {
    let countries = board.iter().filter(|country| country.owner == player).count() as i32;
    let of_continents = CONTINENTS.iter().filter(|(_, countries)| holds(board, player, countries));
    (countries / 3).max(3) + of_continents.map(|(bonus, _)| bonus).sum::<i32>()
}

/// A turn that is being played.
struct Play {
    player: u8,
    partner: Option<u8>,
    now: State,
    to_deploy: i32,
    activity: Activity,
    steps: Vec<Step>,
    has_won: bool,
}

impl Play {
    fn act(&mut self, act: Act) {
        let State { board, commendations, sets, .. } = self.now;
        let (to_deploy, activity) = (self.to_deploy, self.activity);
        self.steps.push(Step { act, board, commendations, sets, to_deploy, activity });
    }

    fn country(&mut self, number: usize) -> &mut Country {
        &mut self.now.board[number - 1]
    }

    fn own(&self, is_wanted: impl Fn(usize, &Country) -> bool) -> Vec<usize> {
        let all = (1..=42).zip(&self.now.board);
        all.filter(|(n, c)| c.owner == self.player && is_wanted(*n, c)).map(|(n, _)| n).collect()
    }

    fn is_friend(&self, player: u8) -> bool {
        player == self.player || self.partner == Some(player)
    }

    fn enemies_of(&self, country: usize) -> Vec<usize> {
        let all = BORDERS[country - 1].iter().copied();
        all.filter(|&n| !self.is_friend(self.now.board[n - 1].owner)).collect()
    }

    fn turn(&mut self, random: &mut Random, options: &Options, spares_one: bool) {
        self.to_deploy = due(&self.now.board, self.player);
        for (number, (_, countries)) in (1..).zip(CONTINENTS) {
            if holds(&self.now.board, self.player, countries) {
                self.act(Act::Continent { number });
            }
        }
        if random.chance(60) {
            self.turn_in_a_set();
        }
        self.deploy(random);
        self.activity = Activity::Attacking;
        for _ in 0..random.below(options.vigour + 2) {
            if self.has_won || !self.attack(random, options, spares_one) {
                break;
            }
        }
        if self.has_won {
            return;
        }
        if let Some(partner) = self.partner {
            self.help(partner, random);
        }
        let earned = self.activity == Activity::Earned;
        self.activity = Activity::Fortifying;
        for _ in 0..random.below(3) {
            self.fortify(random);
        }
        if earned {
            self.activity = Activity::Earned;
        }
    }

    fn turn_in_a_set(&mut self) {
        let held = self.now.commendations[usize::from(self.player) - 1];
        let spent = match held.iter().position(|&n| n >= 3) {
            _ if held.iter().all(|&n| n > 0) => [1; 3],
            Some(kind) => std::array::from_fn(|k| if k == kind { 3 } else { 0 }),
            None => return,
        };
        for (count, spent) in self.now.commendations[usize::from(self.player) - 1].iter_mut().zip(spent) {
            *count -= spent;
        }
        let armies = FIRST_SETS.get(self.now.sets as usize).copied().unwrap_or(5 * (self.now.sets - 2));
        self.now.sets += 1;
        self.to_deploy += armies;
        self.act(Act::Set { armies });
    }

    fn deploy(&mut self, random: &mut Random) {
        while self.to_deploy > 0 {
            let own = self.own(|n, _| !self.enemies_of(n).is_empty());
            let own = if own.is_empty() { self.own(|_, _| true) } else { own };
            let at = *random.pick(&own);
            let armies = if random.chance(50) { self.to_deploy } else { random.between(1, self.to_deploy) };
            self.to_deploy -= armies;
            self.country(at).armies += armies;
            let total = self.country(at).armies;
            self.act(Act::Deploy { armies, at, total });
        }
    }

    /// Attacks a country until it is taken or the player has had enough; returns `false` if there are no armies to
    /// attack with.
    fn attack(&mut self, random: &mut Random, options: &Options, spares_one: bool) -> bool {
        let own = self.own(|n, country| country.armies > 2 && !self.enemies_of(n).is_empty());
        if own.is_empty() {
            return false;
        }
        let from = *random.pick(&own);
        let to = *random.pick(&self.enemies_of(from));
        let defender = self.now.board[to - 1].owner;
        let is_last = self.now.board.iter().filter(|country| country.owner == defender).count() == 1;
        let others = self.now.board.iter().any(|c| !self.is_friend(c.owner) && c.owner != defender);
        if is_last && spares_one && !others {
            return false;
        }
        self.announce(to, from);
        loop {
            let (attacking, defending) = (self.country(from).armies, self.country(to).armies);
            let dice = (attacking - 1).min(3).min(defending + 1);
            let luck = random.below(10);
            let (attacker_lost, defender_lost) = match dice.min(2).min(defending) {
                2 if luck < 3 => (2, 0),
                2 if luck < 6 => (1, 1),
                2 => (0, 2),
                _ if luck < 4 => (1, 0),
                _ => (0, 1),
            };
            self.country(from).armies -= attacker_lost;
            self.country(to).armies -= defender_lost;
            self.act(Act::Losses { to, defender_lost, from, attacker_lost });
            if self.country(to).armies == 0 {
                self.conquer(to, from, defender, random);
                return true;
            }
            if self.country(from).armies < 3 || random.below(10) > options.vigour + 4 {
                return true;
            }
            if random.chance(25) {
                self.announce(to, from);
            }
        }
    }

    fn announce(&mut self, to: usize, from: usize) {
        let (there, here) = (*self.country(to), *self.country(from));
        let (defending, defender, armies) = (there.armies, there.owner, here.armies);
        self.act(Act::Attack { to, defending, defender, from, armies });
    }

    fn conquer(&mut self, to: usize, from: usize, defender: u8, random: &mut Random) {
        let armies = random.between(1, self.country(from).armies - 1);
        self.country(from).armies -= armies;
        *self.country(to) = Country { owner: self.player, armies };
        self.activity = Activity::Earned;
        self.act(Act::Conquer { at: to, armies });
        for (number, (_, countries)) in (1..).zip(CONTINENTS) {
            if countries.contains(&to) && holds(&self.now.board, self.player, countries) {
                self.act(Act::Continent { number });
            }
        }
        if self.now.board.iter().any(|country| country.owner == defender) {
            return;
        }
        self.act(Act::Eliminate { player: defender });
        let taken = std::mem::take(&mut self.now.commendations[usize::from(defender) - 1]);
        let count: i32 = taken.iter().sum();
        if count > 0 {
            for (own, taken) in self.now.commendations[usize::from(self.player) - 1].iter_mut().zip(taken) {
                *own += taken;
            }
            self.act(Act::Take { count });
        }
        if self.now.board.iter().all(|country| self.is_friend(country.owner)) {
            self.has_won = true;
            self.act(Act::Win);
        }
    }

    /// Swaps a country with the partner, or gives one away.
    fn help(&mut self, partner: u8, random: &mut Random) {
        let own = self.own(|_, _| true);
        let theirs: Vec<usize> =
            (1..=42).zip(&self.now.board).filter(|(_, c)| c.owner == partner).map(|(n, _)| n).collect();
        if own.len() < 3 || theirs.is_empty() {
            return;
        }
        let at = *random.pick(&own);
        let armies = self.country(at).armies;
        if random.chance(20) {
            let other = *random.pick(&theirs);
            let armies_there = self.country(other).armies;
            self.country(at).owner = partner;
            self.country(other).owner = self.player;
            self.act(Act::Swap { at, armies, other, armies_there });
        } else if random.chance(10) {
            self.country(at).owner = partner;
            self.act(Act::Give { at, armies });
        }
    }

    fn fortify(&mut self, random: &mut Random) {
        let own = self.own(|_, country| country.armies > 1);
        if own.is_empty() {
            return;
        }
        let from = *random.pick(&own);
        let near = self.own(|n, _| n != from && BORDERS[from - 1].contains(&n));
        if near.is_empty() {
            return;
        }
        let to = *random.pick(&near);
        let armies = random.between(1, self.country(from).armies - 1);
        self.country(from).armies -= armies;
        self.country(to).armies += armies;
        self.act(Act::Fortify { to, armies, from });
    }
}
