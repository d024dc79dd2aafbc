//! Positions that are given beside orders, to check and complete the orders with.

use crate::model::{BoardSource, Document, Field, Game, Phase, PhaseKind, Position, Season, System, Turn, When};
use crate::text::{Diagnostic, codes};

/// The positions of a document with their phases.
#[derive(Debug)]
pub struct GivenPositions {
    from: BoardSource,
    positions: Vec<Position>,
    /// Number of the turn that starts from each position; `None` for the latest, which no turn starts from.
    numbers: Vec<Option<u32>>,
    system: System,
}

impl GivenPositions {
    /// Creates the positions of a document that was read from a file called `name`; `None` if it has none.
    pub fn of(document: &Document, name: &str) -> Option<GivenPositions> {
        let sha256 = document.sources.first().and_then(|source| source.sha256.clone()).unwrap_or_default();
        let from = BoardSource { name: name.to_owned(), sha256, content_sha256: None };
        let given = |position: &Position, when: Option<When>| {
            let content = Position { when: None, from: None, ..position.clone() };
            let from = Some(from.clone().of(&content));
            Position { when, from, ..content }
        };
        let of_turns = (document.game.system.def().documents.positions_of_turns)(&document.game);
        let of_turn = |(turn, own): (&Turn, Option<Position>)| Some((turn.number, given(&own?, turn.when.clone())));
        let own = document.game.position.iter().map(|own| (None, given(own, own.when.clone())));
        let (numbers, positions): (Vec<_>, Vec<_>) =
            own.chain(document.game.turns.iter().zip(of_turns).filter_map(of_turn)).unzip();
        let system = document.game.system;
        (!positions.is_empty()).then_some(GivenPositions { from, positions, numbers, system })
    }

    /// Gives each turn without a position that of its phase; a turn that names no phase gets the last one.
    ///
    /// Returns a warning if no turn got a position.
    pub fn give(&self, game: &mut Game) -> Option<Diagnostic> {
        if game.system != self.system {
            let message =
                format!("{} is of {}, and this of {}", self.from.name, self.system.name(), game.system.name());
            return Some(Diagnostic::warning(&codes::NO_POSITION, message).help(codes::NO_POSITION.advice));
        }
        if game.system.def().documents.starts_from_given_position {
            return self.give_board(game);
        }
        let mut given = game.turns.is_empty();
        for turn in &mut game.turns {
            if turn.position.is_none() {
                let of_phase = |position: &&Position| is_same(turn.when.as_ref(), position.when.as_ref());
                let found = match turn.when {
                    Some(_) => self.positions.iter().find(of_phase),
                    None => self.positions.last(),
                };
                // Orders without a heading belong to the phase of their position.
                let when = |position: &Position| position.when.clone().filter(|_| turn.when.is_none());
                turn.position = found.map(|position| Position { when: when(position), ..position.clone() }.into());
            }
            given |= turn.position.is_some();
        }
        let message = format!("{} has no position for the phases of these orders", self.from.name);
        (!given).then(|| Diagnostic::warning(&codes::NO_POSITION, message).help(codes::NO_POSITION.advice))
    }
}

impl GivenPositions {
    /// Gives the first turn the board of its number, or else the latest; the other turns are played from it.
    fn give_board(&self, game: &mut Game) -> Option<Diagnostic> {
        let own = game.turns.iter().any(|turn| turn.position.is_some()) || game.position.is_some();
        let Some(first) = game.turns.first_mut().filter(|_| !own) else {
            let message = format!("the game has boards of its own, so that of {} is not used", self.from.name);
            return Some(Diagnostic::warning(&codes::NO_POSITION, message).help("leave --position out"));
        };
        let number = first.number.or(Some(1));
        let numbered = self.numbers.iter().position(|own| *own == number);
        first.position = self.positions.get(numbered.unwrap_or_default()).cloned().map(Box::new);
        None
    }
}

/// Returns whether two phases are the same: engines adjust in winter, and the judge after fall.
fn is_same(a: Option<&When>, b: Option<&When>) -> bool {
    let (Some(When::Phase(a)), Some(When::Phase(b))) = (a, b) else { return a == b };
    match (adjustments(a), adjustments(b)) {
        (true, true) => a.year == b.year,
        (false, false) => a == b,
        _ => false,
    }
}

fn adjustments(phase: &Phase) -> bool {
    let is_late = matches!(phase.season, Field::Known(Season::Fall | Season::Winter));
    is_late && matches!(phase.phase, Field::Known(PhaseKind::Builds | PhaseKind::Adjustment))
}
