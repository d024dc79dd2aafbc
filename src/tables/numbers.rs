//! The numbers that turns and actions have in tables.

/// The numbers of the turns that were read, and of their actions. Other rows refer by them; as people take rows out of
/// tables, they need not be without gaps.
#[derive(Debug, Clone, Default)]
pub struct Numbers {
    turns: Vec<OfTurn>,
}

#[derive(Debug, Clone)]
struct OfTurn {
    number: usize,
    /// The numbers of its actions.
    actions: Vec<usize>,
}

impl Numbers {
    /// Those of turns, in their order.
    pub fn of_turns(numbers: impl Iterator<Item = usize>) -> Self {
        Numbers { turns: numbers.map(|number| OfTurn { number, actions: Vec::new() }).collect() }
    }

    /// Takes the number of the action that comes next in the turn of that place.
    pub fn push_action(&mut self, turn: usize, number: usize) {
        if let Some(turn) = self.turns.get_mut(turn) {
            turn.actions.push(number);
        }
    }

    /// The place, from 0, of the turn of that number.
    pub fn turn(&self, number: usize) -> Option<usize> {
        self.turns.binary_search_by_key(&number, |turn| turn.number).ok()
    }

    /// The place, from 0, of an action in the turn of that place.
    pub fn action(&self, turn: usize, number: usize) -> Option<usize> {
        self.turns.get(turn)?.actions.binary_search(&number).ok()
    }
}
