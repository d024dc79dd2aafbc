//! The numbers that turns and actions have in tables.

use crate::model::Turn;

/// The numbers that tell an action from all others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ActionNumber {
    /// That of its turn.
    pub turn: usize,
    /// That of the list of actions, in that turn, which a restart took back; nothing where the action stands.
    pub undone: Option<usize>,
    /// Its own in that list.
    pub action: usize,
}

/// One of the alternatives to a turn, by places from 0.
#[derive(Debug, Clone, Copy)]
pub struct Alternative {
    /// The turn.
    pub to: usize,
    /// The alternative, among those of the turn.
    pub place: usize,
}

/// The numbers of what a turn has lists of, each list in ascending order.
#[derive(Debug, Clone, Default)]
pub struct Lists {
    /// Those of what restarts took back.
    pub undone: Vec<usize>,
    /// Those of the alternatives.
    pub alternatives: Vec<usize>,
}

/// The numbers of the turns that were read, and of their actions. Other rows refer by them; as people take rows out of
/// tables, they need not be without gaps.
///
/// Places are those in the order of the numbers: all turns are in one list, those of alternatives too.
#[derive(Debug, Clone, Default)]
pub struct Numbers {
    turns: Vec<OfTurn>,
}

#[derive(Debug, Clone)]
struct OfTurn {
    number: usize,
    /// The alternative that it is part of; nothing for a turn of the game itself.
    of: Option<Alternative>,
    /// Its place there.
    place: usize,
    /// How many alternatives it is in, one within the other.
    depth: usize,
    /// The numbers of its alternatives.
    alternatives: Vec<usize>,
    /// Its actions: those that stand, then the lists of those that were undone.
    actions: Vec<Actions>,
}

#[derive(Debug, Clone)]
struct Actions {
    /// The number of the list; nothing where the actions stand.
    undone: Option<usize>,
    numbers: Vec<usize>,
}

impl Numbers {
    /// Takes the next turn, which has the greatest number yet, and gives it to the game or to an alternative.
    pub fn put_turn(
        &mut self,
        turns: &mut Vec<Turn>,
        of: Option<Alternative>,
        number: usize,
        lists: Lists,
        mut turn: Turn,
    ) {
        turn.undone = vec![Vec::new(); lists.undone.len()];
        turn.alternatives = vec![Vec::new(); lists.alternatives.len()];
        let Some(line) = self.line_mut(turns, of) else { return };
        let place = line.len();
        line.push(turn);
        let undone = lists.undone.into_iter().map(Some);
        let actions = std::iter::once(None).chain(undone).map(|undone| Actions { undone, numbers: Vec::new() });
        self.turns.push(OfTurn {
            number,
            of,
            place,
            depth: of.map_or(0, |of| self.depth(of.to) + 1),
            alternatives: lists.alternatives,
            actions: actions.collect(),
        });
    }

    /// Takes the number of the action that comes next in its list.
    pub fn push_action(&mut self, number: ActionNumber) {
        let (Some(turn), Some(list)) = (self.turn(number.turn), self.list(number)) else { return };
        if let Some(list) = self.turns.get_mut(turn).and_then(|turn| turn.actions.get_mut(list)) {
            list.numbers.push(number.action);
        }
    }

    /// The place of the turn of that number.
    pub fn turn(&self, number: usize) -> Option<usize> {
        self.turns.binary_search_by_key(&number, |turn| turn.number).ok()
    }

    /// How many alternatives the turn of that place is in, one within the other.
    pub fn depth(&self, turn: usize) -> usize {
        self.turns.get(turn).map_or(0, |turn| turn.depth)
    }

    /// The alternative of that number to the turn of that place.
    pub fn alternative(&self, to: usize, number: usize) -> Option<Alternative> {
        let place = self.turns.get(to)?.alternatives.binary_search(&number).ok()?;
        Some(Alternative { to, place })
    }

    /// The place of the list of actions that an action is in: 0 is what stands, and what was undone follows.
    pub fn list(&self, number: ActionNumber) -> Option<usize> {
        let lists = &self.turns.get(self.turn(number.turn)?)?.actions;
        lists.binary_search_by_key(&number.undone, |list| list.undone).ok()
    }

    /// The place of an action in its list.
    pub fn action(&self, number: ActionNumber) -> Option<usize> {
        let turn = self.turns.get(self.turn(number.turn)?)?;
        turn.actions.get(self.list(number)?)?.numbers.binary_search(&number.action).ok()
    }

    /// The turn of that place.
    pub fn turn_mut<'t>(&self, turns: &'t mut Vec<Turn>, place: usize) -> Option<&'t mut Turn> {
        let turn = self.turns.get(place)?;
        self.line_mut(turns, turn.of)?.get_mut(turn.place)
    }

    /// The turns of an alternative, or of the game. This goes down as many calls as there are alternatives within each
    /// other, which whoever puts a turn must limit.
    fn line_mut<'t>(&self, turns: &'t mut Vec<Turn>, of: Option<Alternative>) -> Option<&'t mut Vec<Turn>> {
        match of {
            None => Some(turns),
            Some(Alternative { to, place }) => self.turn_mut(turns, to)?.alternatives.get_mut(place),
        }
    }
}
