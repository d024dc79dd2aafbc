//! Decodes and encodes the event number of line 1.

use crate::model::State;
use crate::systems::global_war::model::GameKind;

/// The facts that an event number encodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// The kind of game: normal or team.
    pub kind: GameKind,
    /// The state of the game: signup, in progress or finished.
    pub state: State,
    /// The fewest and the most players of the signup, 3 to 6; `None` if the number does not encode them.
    pub limits: Option<(u8, u8)>,
    /// The flag +100: names are hidden.
    pub hidden_names: bool,
    /// The flag +1000: unlimited fortifications in versions 2.0 to 2.3, adjacent ones from 2.50.
    pub flag_1000: bool,
    /// The flag +10000: non-sequential play.
    pub non_sequential: bool,
}

impl Event {
    /// Decodes an event number; `None` if it has no known meaning.
    pub fn from_number(number: i32) -> Option<Event> {
        use {GameKind::*, State::*};
        let flags = number / 100;
        if !(0..=19_999).contains(&number) || flags % 10 > 1 || flags / 10 % 10 > 1 {
            return None;
        }
        let (kind, state, limits) = match number % 100 {
            0 => (Normal, Signup, None),
            1 => (Normal, Playing, None),
            2 => (Normal, Finished, None),
            3 => (Team, Signup, None),
            4 => (Team, Playing, None),
            5 => (Team, Finished, None),
            base => {
                let (min, max) = ((base / 10) as u8, (base % 10) as u8);
                if !are_limits(min, max) {
                    return None;
                }
                (Normal, Signup, Some((min, max)))
            }
        };
        Some(Event {
            kind,
            state,
            limits,
            hidden_names: flags % 10 == 1,
            flag_1000: flags / 10 % 10 == 1,
            non_sequential: flags / 100 == 1,
        })
    }

    /// Encodes the event number; `None` if no number expresses it, as only a normal game in signup can have limits.
    pub fn number(&self) -> Option<i32> {
        use {GameKind::*, State::*};
        let base = match (self.kind, self.state, self.limits) {
            (Normal, Signup, None) => 0,
            (Normal, Playing, None) => 1,
            (Normal, Finished, None) => 2,
            (Team, Signup, None) => 3,
            (Team, Playing, None) => 4,
            (Team, Finished, None) => 5,
            (Normal, Signup, Some((min, max))) if are_limits(min, max) => i32::from(min) * 10 + i32::from(max),
            _ => return None,
        };
        let flags = [(self.hidden_names, 100), (self.flag_1000, 1000), (self.non_sequential, 10_000)];
        Some(base + flags.iter().map(|&(set, value)| if set { value } else { 0 }).sum::<i32>())
    }
}

fn are_limits(min: u8, max: u8) -> bool {
    3 <= min && min <= max && max <= 6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_the_documented_numbers_come_apart_and_go_together() {
        let valid: Vec<i32> = (-20_000..40_000).filter(|&n| Event::from_number(n).is_some()).collect();
        assert_eq!(valid[..16], [0, 1, 2, 3, 4, 5, 33, 34, 35, 36, 44, 45, 46, 55, 56, 66]);
        assert_eq!((valid.len(), valid.last()), (16 * 8, Some(&11_166)));
        for number in valid {
            assert_eq!(Event::from_number(number).and_then(|e| e.number()), Some(number));
        }
    }
}
