//! Made-up games in the terms of the model.

use ludex::internals::model::{
    Action, ActionKind, Field, Holding, Moment, Position, Seat, TerritoryRef, Turn as GameTurn, When,
};
use ludex::internals::systems::global_war::rules::{COUNTRIES, Continent};

use super::{Act, Country, Turn, WarGame};

impl WarGame {
    /// Returns the lines of the log except the first: each action with the index of its turn.
    pub fn acts(&self) -> Vec<(usize, Act)> {
        let acts = |(place, turn): (usize, &Turn)| {
            let begin = Act::Begin { player: turn.player, at: turn.at };
            let acts = [begin].into_iter().chain(turn.steps.iter().map(|step| step.act));
            acts.map(|act| (place, act)).collect::<Vec<_>>()
        };
        self.turns.iter().enumerate().flat_map(acts).collect()
    }

    /// Returns the position that a `.DAT` states at the start of a turn, by its index; after the last one, at the end.
    pub fn position(&self, moment: usize) -> Position {
        let holding = |(number, there): (usize, &Country)| {
            let mut holding = Holding::of(country(number));
            holding.owner = Field::Known((there.owner > 0).then(|| seat(there.owner)));
            holding.armies = Field::Known(there.armies);
            holding
        };
        let holdings = (1..).zip(&self.states[moment].board).map(holding).collect();
        Position { holdings, ..Position::default() }
    }
}

/// Returns turns as a reader returns them, and the index of each in the game.
pub fn model_turns(acts: &[(usize, Act)]) -> (Vec<GameTurn>, Vec<usize>) {
    let (mut turns, mut places): (Vec<GameTurn>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut mover = 0;
    for &(place, act) in acts {
        if let Act::Begin { player, at } = act {
            mover = player;
            let when = Moment::new(at.date_time()).map(When::Moment);
            let number = Some(turns.len() as u32 + 1);
            turns.push(GameTurn { number, player: Some(seat(player)), when, ..GameTurn::default() });
            places.push(place);
            continue;
        }
        if turns.is_empty() {
            turns.push(GameTurn::default());
            places.push(place);
        }
        turns.last_mut().unwrap().actions.push(action(act, mover));
    }
    (turns, places)
}

fn seat(player: u8) -> Seat {
    Seat::new(&player.to_string())
}

fn country(number: usize) -> TerritoryRef {
    TerritoryRef::new(COUNTRIES[number - 1].name)
}

fn action(act: Act, player: u8) -> Action {
    let kind = match act {
        Act::Begin { .. } => unreachable!("a turn begins with it"),
        Act::Deploy { armies, at, total } => ActionKind::Deploy { armies, at: country(at), total },
        Act::Attack { to, defending, defender, from, armies } => ActionKind::Attack {
            from: country(from),
            armies,
            to: country(to),
            defender: Field::Known(seat(defender)),
            defending,
        },
        Act::Losses { to, defender_lost, from, attacker_lost } => {
            ActionKind::Losses { from: country(from), attacker_lost, to: country(to), defender_lost }
        }
        Act::Conquer { at, armies } => ActionKind::Conquer { at: country(at), armies },
        Act::Eliminate { .. } => ActionKind::Eliminate,
        Act::Fortify { to, armies, from } => ActionKind::Fortify { from: country(from), to: country(to), armies },
        Act::Win => ActionKind::Win,
        Act::Continent { number } => {
            ActionKind::TakeContinent { continent: Continent::ALL[number - 1].name().to_owned() }
        }
        Act::Set { armies } => ActionKind::CashSet { armies },
        Act::CarrierLost => ActionKind::CarrierLost,
        Act::Resume => ActionKind::Resume,
        Act::Take { count } => ActionKind::TakeCommendations { count },
        Act::Swap { at, armies, other, armies_there } => {
            ActionKind::Swap { at: country(at), armies, swapped_for: country(other), armies_there }
        }
        Act::Give { at, armies } => ActionKind::Give { at: country(at), armies },
    };
    let whom = if let Act::Eliminate { player } = act { player } else { player };
    let mut action = Action::of(kind);
    action.player = Some(seat(whom));
    action
}
