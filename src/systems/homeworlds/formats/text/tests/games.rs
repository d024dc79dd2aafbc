//! Random games that are legal from start to end.

use thin_vec::thin_vec;

use crate::model::{Action, ActionKind, Game, PieceName, Player, Seat, TerritoryRef, Turn};
use crate::systems::homeworlds::rules::{Colour, Piece, Server, State};

use super::super::super::prepare::seats;
use super::super::super::words::{given, name};

/// A repeatable source of random numbers (xorshift).
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap() % sides.max(1)
    }

    pub fn pick<T: Clone>(&mut self, list: &[T]) -> Option<T> {
        list.get(self.roll(list.len())).cloned()
    }
}

/// Returns a game with that number of players and at most that number of turns; fewer if the game ends earlier.
pub fn game(dice: &mut Dice, players: usize, turns: usize) -> Game {
    let mut game = Game::new(crate::model::System::Homeworlds);
    game.players = seats(players).into_iter().map(Player::at).collect();
    let mut state = State::of(&game, Server::Table);
    let mut born = 0;
    for _ in 0..turns {
        let Some(mover) = state.to_move().cloned().filter(|_| state.winners().is_none()) else { break };
        let mut next = state.clone();
        next.begin_turn(&mover).unwrap();
        let before = game.turns.len() < players;
        let actions = if before { vec![setup(dice, &mut next)] } else { turn(dice, &mut next, &mover, &mut born) };
        let mut ended = next.clone();
        ended.end_turn();
        if actions.is_empty() || ended.winners().is_some() && dice.roll(4) > 0 {
            continue;
        }
        let inferred = thin_vec!["player".to_owned()];
        game.turns.push(Turn { player: Some(mover), inferred, actions, ..Turn::default() });
        state = ended;
    }
    game
}

fn setup(dice: &mut Dice, state: &mut State) -> Action {
    let at = TerritoryRef::new(["Alpha", "Beta", "Gamma", "Delta"][state.systems().count()]);
    loop {
        let stars = [[Colour::Blue, Colour::Yellow], [Colour::Blue, Colour::Red], [Colour::Yellow, Colour::Blue]];
        let stars =
            stars[dice.roll(3)].map(|colour| Piece::new(colour, 1 + u8::try_from(dice.roll(3)).unwrap()).map(name));
        let stars = stars.to_vec();
        let ship = Piece::new(if dice.roll(8) == 0 { Colour::Yellow } else { Colour::Green }, 3).map(name).unwrap();
        let kind = ActionKind::Setup { stars, piece: ship, at: at.clone(), name: None, overrides: None };
        if let Some(action) = tried(state, kind) {
            return action;
        }
    }
}

/// Plays an action if it is legal.
fn tried(state: &mut State, kind: ActionKind) -> Option<Action> {
    let action = Action::of(kind);
    let mut tried = state.clone();
    tried.act(&action).ok()?;
    *state = tried;
    Some(action)
}

fn turn(dice: &mut Dice, state: &mut State, mover: &Seat, born: &mut usize) -> Vec<Action> {
    let mut actions = Vec::new();
    if dice.roll(12) == 0 {
        actions.extend(catastrophe(dice, state));
    }
    let sacrifices = dice.roll(5) == 0;
    let first = if sacrifices { sacrifice(dice, state, mover) } else { None };
    let first = first.or_else(|| basic(dice, state, mover, born));
    actions.push(first.unwrap_or_else(|| tried(state, ActionKind::Pass).unwrap()));
    while state.unspent() > 0 {
        let action = if dice.roll(8) == 0 { None } else { basic(dice, state, mover, born) };
        actions.push(action.unwrap_or_else(|| tried(state, ActionKind::Pass).unwrap()));
        if dice.roll(6) == 0 {
            actions.extend(catastrophe(dice, state));
        }
    }
    if dice.roll(3) > 0 {
        actions.extend(catastrophe(dice, state));
    }
    actions
}

fn ships(state: &State, mover: &Seat) -> Vec<(Piece, TerritoryRef)> {
    let ships = state.systems().flat_map(|system| system.ships().map(move |(piece, owner)| (piece, owner, system)));
    ships.filter(|(_, owner, _)| *owner == mover).map(|(piece, _, system)| (piece, system.id().clone())).collect()
}

fn sacrifice(dice: &mut Dice, state: &mut State, mover: &Seat) -> Option<Action> {
    let (piece, at) = dice.pick(&ships(state, mover))?;
    let at_home = state.system(&at)?.home() == Some(mover);
    let own = state.system(&at)?.ships().filter(|(_, owner)| *owner == mover).count();
    if at_home && own < 2 {
        return None;
    }
    tried(state, ActionKind::Sacrifice { piece: name(piece), at })
}

fn catastrophe(dice: &mut Dice, state: &mut State) -> Option<Action> {
    let places: Vec<TerritoryRef> = state.systems().map(|system| system.id().clone()).collect();
    let all = places.iter().flat_map(|at| Colour::ALL.map(|colour| (at.clone(), colour)));
    let mut legal: Vec<(TerritoryRef, Colour)> = all.collect();
    legal.retain(|(at, colour)| {
        let colour = PieceName(colour.letter().into());
        state.clone().act(&Action::of(ActionKind::Catastrophe { at: at.clone(), colour })).is_ok()
    });
    let (at, colour) = dice.pick(&legal)?;
    tried(state, ActionKind::Catastrophe { at, colour: PieceName(colour.letter().into()) })
}

/// Returns an action other than a sacrifice, if one is found.
fn basic(dice: &mut Dice, state: &mut State, mover: &Seat, born: &mut usize) -> Option<Action> {
    for _ in 0..40 {
        let (piece, at) = dice.pick(&ships(state, mover))?;
        let own = state.system(&at)?.ships().filter(|(_, owner)| *owner == mover).count();
        let leaves = state.system(&at)?.home() != Some(mover) || own > 1;
        let places: Vec<TerritoryRef> = state.systems().map(|system| system.id().clone()).collect();
        let kind = match dice.roll(8) {
            0..=2 => ActionKind::Build { piece: Some(name(state.smallest(piece.colour())?)), at },
            3 => {
                let becomes = name(Piece::new(Colour::ALL[dice.roll(4)], piece.size())?);
                ActionKind::Exchange { at, gives: given(name(piece)), becomes }
            }
            4 if leaves => {
                let to = TerritoryRef::new(&["X", "Mars", "Far7-", "g"][dice.roll(4)].replace('g', "Q").to_string());
                let to = TerritoryRef::new(&format!("{}{}", to.as_str(), *born));
                *born += 1;
                let star = Box::new(name(Piece::all().nth(dice.roll(Piece::KINDS))?));
                ActionKind::Discover { piece: name(piece), from: at, star, to, name: None }
            }
            5 | 6 if leaves => {
                let to = dice.pick(&places)?;
                let (via, by_convoy, new_star) = (None, None, None);
                ActionKind::Move { piece: Some(name(piece)), from: at, to, via, by_convoy, new_star }
            }
            7 => {
                let others: Vec<Piece> =
                    state.system(&at)?.ships().filter(|(_, owner)| *owner != mover).map(|(piece, _)| piece).collect();
                let Some(other) = dice.pick(&others) else { continue };
                ActionKind::Capture { piece: name(other), at, owner: None }
            }
            _ => continue,
        };
        if let Some(mut action) = tried(state, kind) {
            if matches!(action.kind, ActionKind::Exchange { .. }) {
                action.inferred.clear();
            }
            return Some(action);
        }
    }
    None
}
