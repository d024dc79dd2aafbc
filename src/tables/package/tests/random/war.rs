//! Random details of Global War, and interrupted games.

use super::*;
use crate::model::{Commendations, Moment, PlayerKind, State};
use crate::systems::global_war::model::{Activity, GameKind, Interruption, InterruptionState, Map};

impl Chance {
    fn moment(&mut self) -> Moment {
        self.one_of(&["1989-07-30T14:29:36.960", "1990-01-01T00:00"]).parse().unwrap()
    }

    pub fn player(&mut self) -> Player {
        let commendations = |c: &mut Self| Commendations {
            general: c.field(Self::number),
            king: c.field(Self::number),
            queen: c.field(Self::number),
        };
        Player {
            name: self.field(|c| c.maybe(Self::text)),
            kind: self.maybe(|_| PlayerKind::Neutral),
            vote: self.field(Self::yes),
            last_moved: self.field(|c| c.maybe(Self::moment)),
            commendations: self.maybe(commendations),
            ..Player::at(self.key())
        }
    }

    fn state(&mut self) -> InterruptionState {
        InterruptionState {
            state: self.maybe(|c| c.one_of(&[State::Signup, State::Finished])),
            players: self.list(Self::player),
            position: self.maybe(Self::position),
            details: self.maybe(|c| GlobalWarDetails { interruption: None, ..c.war() }),
        }
    }

    fn interruption(&mut self) -> Interruption {
        Interruption {
            player: self.field(Self::key),
            activity: self.field(|c| c.one_of(&[Activity::Deploying, Activity::AttackingCommendationEarned])),
            armies_to_deploy: self.field(Self::number),
            map: self.field(|c| c.one_of(&[Map::Globe, Map::NorthAmerica])),
            state: self.maybe(|c| Box::new(c.state())),
        }
    }

    pub fn war(&mut self) -> GlobalWarDetails {
        GlobalWarDetails {
            event: self.maybe(|c| crate::model::Unknown { unknown: c.text() }),
            game_kind: self.maybe(|c| c.one_of(&[GameKind::Normal, GameKind::Team])),
            hidden_names: self.maybe(Self::yes),
            non_sequential: self.maybe(Self::yes),
            flag_1000: self.yes(),
            players_min: self.maybe(|c| c.one_of(&[0, 3, u8::MAX])),
            players_max: self.maybe(|c| c.one_of(&[0, 6])),
            event_day: self.field(Self::moment),
            log_started: self.field(Self::moment),
            commendation_sets: self.field(Self::number),
            team_passwords: self.maybe(|c| c.list(Self::text)),
            fortifications: self.field(Self::number),
            more_lines: self.list(Self::text),
            // An interrupted game does not contain another one.
            interruption: if self.below(3) == 0 { Some(self.interruption()) } else { None },
        }
    }
}
