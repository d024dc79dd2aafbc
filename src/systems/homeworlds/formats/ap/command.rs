//! The commands of a turn: words between separators.

use std::ops::Range;

use crate::model::{Action, ActionKind, Seat, TerritoryRef};
use crate::systems::homeworlds::formats::systems::Systems;
use crate::systems::homeworlds::formats::words::{self, CommandError, Dialect, TradeOrder, Verb, Wording};
use crate::systems::homeworlds::formats::{codes, error, passes};
use crate::text::Diagnostic;
use crate::text::printable::quoted;

/// The words of commands in this notation.
pub const DIALECT: Dialect = Dialect {
    trade: TradeOrder::Colour,
    names_homes: false,
    is_lenient: false,
    builds_colours: true,
    may_omit_sizes: false,
};

/// The separators between the commands of a turn; in a file of move strings, a line end separates turns.
pub const SEPARATORS: [char; 5] = ['\n', ',', ';', '/', '\\'];

/// Maximum number of actions that a sacrifice pays for, and therefore of actions passed at once.
const MAX_PASSES: u8 = 3;

/// Returns the name of the homeworld of a seat, which a setup does not write.
pub fn home_of(seat: &Seat) -> &str {
    match seat.as_str() {
        "N" => "North",
        "E" => "East",
        "S" => "South",
        "W" => "West",
        other => other,
    }
}

/// Returns the spans of the commands in a turn; empty commands are skipped.
pub fn commands(turn: &str) -> impl Iterator<Item = Range<usize>> {
    let mut next = Some(0);
    let parts = std::iter::from_fn(move || {
        let start = next?;
        let rest = &turn[start..];
        let end = rest.find(SEPARATORS).map_or(turn.len(), |length| start + length);
        // All separators are one byte long, being ASCII.
        next = (end < turn.len()).then_some(end + 1);
        Some(start..end)
    });
    parts.filter_map(|part| {
        let text = &turn[part.clone()];
        let start = part.end - text.trim_start().len();
        let trimmed = start..start + text.trim().len();
        (!trimmed.is_empty()).then_some(trimmed)
    })
}

/// The reason why text is not a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// The words are wrong.
    Words(CommandError),
    /// The command has more words than its verb takes.
    TooMany(Verb),
    /// The command passes an impossible number of actions.
    Passes,
}

impl Refused {
    /// Returns the diagnostic.
    pub fn diagnostic(self, text: &str) -> Diagnostic {
        let words: Vec<&str> = text.split_whitespace().take(MAX_WORDS).collect();
        match self {
            Refused::Words(error) => error::diagnostic(error, &words),
            Refused::TooMany(verb) => {
                let message = format!("too many words in {}; kept as text", quoted(text));
                Diagnostic::warning(&codes::TOO_MANY_WORDS, message).help(format!("expected: {}", error::form(verb)))
            }
            Refused::Passes => {
                let message = format!("expected pass, pass 2 or pass *, found {}; kept as text", quoted(text));
                Diagnostic::warning(&codes::PASSES, message).help(codes::PASSES.advice)
            }
        }
    }
}

/// Maximum number of words that are examined; no command has more.
const MAX_WORDS: usize = 8;

/// Reads the commands of one game in their order.
#[derive(Debug, Default)]
pub struct Commands {
    systems: Systems,
    /// The number of players.
    pub players: usize,
}

impl Commands {
    /// Creates a reader for a game of that many players.
    pub fn of(players: usize) -> Commands {
        Commands { systems: Systems::default(), players }
    }

    /// Reads a command of `mover`, who has already done `before` in this turn. Returns the action and how often it is
    /// repeated.
    pub fn read(&mut self, text: &str, mover: &Seat, before: &[Action]) -> Result<(Action, usize), Refused> {
        let mut all = [""; MAX_WORDS];
        let mut count = 0;
        for (word, place) in text.split_whitespace().zip(&mut all) {
            *place = word;
            count += 1;
        }
        let words = &all[..count];
        // Only the server's own verbs are accepted, not those of other programs.
        let is_own = |verb: &Verb| verb.word().get(..all[0].len()).is_some_and(|w| w.eq_ignore_ascii_case(all[0]));
        let verb = Verb::parse(all[0]).filter(is_own).ok_or(Refused::Words(CommandError::NoVerb))?;
        if verb == Verb::Pass {
            return passed(&words[1..], before).map(|count| (Action::of(ActionKind::Pass), count));
        }
        let births = self.systems.births();
        let (mut action, used) =
            words::read(words, home_of(mover), &DIALECT, &mut self.systems).map_err(Refused::Words)?;
        if used < count {
            self.systems.go_back(births);
            return Err(Refused::TooMany(verb));
        }
        match &mut action.kind {
            ActionKind::Setup { .. } => action.inferred.push("at".into()),
            // In a game of two the owner is the opponent, and is omitted.
            ActionKind::Capture { owner, .. } if self.players == 2 && owner.as_ref() != Some(mover) => *owner = None,
            _ => {}
        }
        Ok((action, 1))
    }
}

/// Returns the number of passes: one, the given number, or with `*` all actions that are left.
fn passed(words: &[&str], before: &[Action]) -> Result<usize, Refused> {
    match words {
        [] => Ok(1),
        ["*"] => Ok(passes::unused(before).clamp(1, MAX_PASSES.into())),
        [number] => {
            let number = number.parse().ok().filter(|number| (1..=MAX_PASSES).contains(number));
            number.map(usize::from).ok_or(Refused::Passes)
        }
        _ => Err(Refused::Passes),
    }
}

/// Writes the commands of one game in their order.
#[derive(Debug)]
pub struct Writer<'g> {
    systems: Systems,
    homes: Vec<TerritoryRef>,
    seats: Vec<&'g Seat>,
    letters: bool,
}

impl<'g> Writer<'g> {
    /// Creates a writer for players in these seats; with `letters`, verbs are written as their first letters.
    pub fn new(seats: Vec<&'g Seat>, letters: bool) -> Self {
        Writer { systems: Systems::default(), homes: Vec::new(), seats, letters }
    }

    /// Writes the first command of `actions`; returns the number of actions that it covers, because a run of passes is
    /// one command.
    pub fn write(&mut self, actions: &[Action], mover: Option<&Seat>, out: &mut String) -> usize {
        let Some(first) = actions.first() else { return 0 };
        if first.kind == ActionKind::Pass {
            let run = actions.iter().take_while(|action| action.kind == ActionKind::Pass).count();
            self.passes(run, out);
            return run;
        }
        let wording = Wording { letters: self.letters, capitals: false, colour_words: false, between: ' ' };
        match self.plain(first, mover) {
            Some(plain) => words::write(&plain, &DIALECT, &wording, &mut self.systems, out),
            None => words::write(first, &DIALECT, &wording, &mut self.systems, out),
        }
        if let ActionKind::Setup { at, .. } = &first.kind {
            self.homes.push(at.clone());
        }
        1
    }

    fn passes(&self, run: usize, out: &mut String) {
        let mut left = run;
        while left > 0 {
            let now = left.min(MAX_PASSES.into());
            out.push_str(if self.letters { "p" } else { "pass" });
            if now > 1 {
                out.push(' ');
                out.push(char::from(b'0' + now as u8));
            }
            left -= now;
            if left > 0 {
                out.push_str(", ");
            }
        }
    }

    /// Returns the action with the names of homeworlds in small letters, as the server stores them, and with the owner
    /// of a captured ship; `None` if that changes nothing.
    fn plain(&self, action: &Action, mover: Option<&Seat>) -> Option<Action> {
        let is_home = |place: &TerritoryRef| self.homes.contains(place);
        let mut plain = action.clone();
        let is_same = match &mut plain.kind {
            ActionKind::Discover { from: at, .. }
            | ActionKind::Build { at, .. }
            | ActionKind::Exchange { at, .. }
            | ActionKind::Sacrifice { at, .. }
            | ActionKind::Catastrophe { at, .. } => !lower(at, is_home),
            ActionKind::Move { from, to, .. } => !(lower(from, is_home) | lower(to, is_home)),
            ActionKind::Capture { at, owner, .. } => {
                let other = match (&self.seats[..], mover) {
                    ([first, second], Some(mover)) => Some(if *first == mover { *second } else { *first }),
                    _ => None,
                };
                let owner_before = owner.clone();
                if action.inferred.iter().any(|field| field == "owner") {
                    *owner = None;
                } else if owner.is_none() {
                    *owner = other.cloned();
                }
                !lower(at, is_home) && *owner == owner_before
            }
            _ => true,
        };
        (!is_same).then_some(plain)
    }
}

/// Converts the name of a homeworld to small letters; returns whether it is one.
fn lower(place: &mut TerritoryRef, is_home: impl Fn(&TerritoryRef) -> bool) -> bool {
    let is_lower = is_home(place);
    if is_lower {
        *place = TerritoryRef::new(&place.as_str().to_ascii_lowercase());
    }
    is_lower
}
