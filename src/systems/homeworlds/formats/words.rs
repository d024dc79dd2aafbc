//! Commands of words: `build g1 Mars`. The document's notation, SuperDuperGames and Abstract Play differ in what the
//! words of a command are, not in how commands are made.

use std::fmt::Write as _;

use smol_str::SmolStr;

use super::sizes;
use super::systems::Systems;
use crate::model::{Action, ActionKind, PieceName, Seat, Stack, TerritoryRef, TradeInput};
use crate::systems::homeworlds::rules::{Colour, Piece};

/// What a command begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    /// A homeworld is set up.
    Homeworld,
    /// A ship goes to a new system.
    Discover,
    /// A ship moves.
    Move,
    /// A ship is built.
    Build,
    /// A ship is traded.
    Trade,
    /// A ship is taken over.
    Attack,
    /// A ship is sacrificed.
    Sacrifice,
    /// A colour is too many.
    Catastrophe,
    /// Nothing is done.
    Pass,
}

impl Verb {
    /// Every verb, in the order in which Abstract Play tries a prefix.
    const ALL: [(&'static str, Verb); 12] = [
        ("homeworld", Verb::Homeworld),
        ("discover", Verb::Discover),
        ("move", Verb::Move),
        ("build", Verb::Build),
        ("trade", Verb::Trade),
        ("attack", Verb::Attack),
        ("sacrifice", Verb::Sacrifice),
        ("catastrophe", Verb::Catastrophe),
        ("pass", Verb::Pass),
        // A word of SuperDuperGames, and the publisher's word for an attack.
        ("construct", Verb::Build),
        (CAPTURE, Verb::Attack),
        // What people shorten homeworld to.
        ("hw", Verb::Homeworld),
    ];

    /// The verb that a word is, or begins.
    pub fn parse(word: &str) -> Option<Verb> {
        let begins = |verb: &str| verb.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
        let found = Self::ALL.iter().find(|(verb, _)| begins(verb));
        found.filter(|_| !word.is_empty()).map(|(_, verb)| *verb)
    }

    /// The verb in full.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, verb)| *verb == self).map_or("", |(word, _)| word)
    }

    /// The words that stand for verbs, in full.
    pub fn words() -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().map(|(word, _)| *word)
    }

    /// How many words follow it, without the name of a homeworld.
    pub fn arity(self) -> usize {
        match self {
            Verb::Discover => 4,
            Verb::Homeworld | Verb::Trade | Verb::Move => 3,
            Verb::Build | Verb::Attack | Verb::Sacrifice | Verb::Catastrophe => 2,
            Verb::Pass => 0,
        }
    }
}

/// The publisher's word for an attack; the document advises against it.
pub const CAPTURE: &str = "capture";

/// Whether a verb is `capture`, or the beginning of it that is no other verb's.
pub fn is_capture(word: &str) -> bool {
    word.len() > 2 && CAPTURE.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// What a trade's words are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TradeOrder {
    /// `trade b1 Mars g`, as the document and Abstract Play have it.
    #[default]
    Colour,
    /// `trade b1 g1 Mars`, as SuperDuperGames has it.
    Ship,
}

/// What the words of commands are in a notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    /// What a trade's words are.
    pub trade: TradeOrder,
    /// Whether a homeworld is given a name.
    pub names_homes: bool,
    /// Whether what stands behind a piece's two characters, and behind a command, is passed over.
    pub is_lenient: bool,
    /// Whether only the colour of a build counts, and only the first letter of any colour.
    pub builds_colours: bool,
    /// Whether a build may leave the size out.
    pub may_omit_sizes: bool,
}

/// Why words are no command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandError {
    /// The first is no verb.
    NoVerb,
    /// So many more are needed.
    TooFew(Verb, usize),
    /// The word at that place is no piece.
    NoPiece(usize),
    /// The word at that place is no colour.
    NoColour(usize),
}

/// Reads a command at the beginning of `words`; a system that is born by it is named. `home` is the name of a homeworld
/// that the command does not name. Gives the action, and how many words it took.
pub fn read(
    words: &[&str],
    home: &str,
    dialect: &Dialect,
    systems: &mut Systems,
) -> Result<(Action, usize), CommandError> {
    let (first, rest) = words.split_first().ok_or(CommandError::NoVerb)?;
    let verb = Verb::parse(first).ok_or(CommandError::NoVerb)?;
    if rest.len() < verb.arity() {
        return Err(CommandError::TooFew(verb, verb.arity() - rest.len()));
    }
    let reader = Reader { rest, dialect };
    let mut used = 1 + verb.arity();
    let mut inferred = None;
    let kind = match verb {
        Verb::Homeworld => {
            let (stars, piece) = (vec![reader.star(0)?, reader.star(1)?], reader.piece(2)?);
            let is_given = dialect.names_homes && rest.get(3).is_some_and(|name| *name != "*");
            used += usize::from(is_given);
            inferred = (dialect.names_homes && !is_given).then_some("at");
            let name = if is_given { rest[3].trim_matches(['(', ')']) } else { home };
            let overrides = (rest.get(used - 1) == Some(&"*")).then_some(true);
            used += usize::from(overrides.is_some());
            let (at, name) = systems.born(name);
            ActionKind::Setup { stars, piece, at, name, overrides }
        }
        Verb::Build => ActionKind::Build { piece: Some(reader.build()?), at: systems.resolve(rest[1]) },
        Verb::Trade => {
            let ship = reader.known(0)?;
            let (at, becomes) = match dialect.trade {
                TradeOrder::Ship => {
                    // People leave the size out, which does not change.
                    let colour = Colour::parse(rest[1]).filter(|_| !dialect.is_lenient);
                    let becomes = colour.and_then(|colour| Piece::new(colour, ship.size()));
                    (rest[2], name(becomes.map_or_else(|| reader.known(1), Ok)?))
                }
                TradeOrder::Colour => {
                    let becomes = match Piece::parse(rest[2]) {
                        Some(piece) => piece,
                        None => Piece::new(reader.colour(2)?, ship.size()).ok_or(CommandError::NoPiece(0))?,
                    };
                    inferred = Some("becomes");
                    (rest[1], name(becomes))
                }
            };
            ActionKind::Exchange { at: systems.resolve(at), gives: given(name(ship)), becomes }
        }
        Verb::Discover => {
            let (piece, from, star) = (reader.piece(0)?, systems.resolve(rest[1]), reader.piece(2)?);
            let (to, name) = systems.born(rest[3]);
            ActionKind::Discover { piece, from, star, to, name }
        }
        Verb::Move => ActionKind::Move {
            piece: Some(reader.piece(0)?),
            from: systems.resolve(rest[1]),
            to: systems.resolve(rest[2]),
            via: None,
            by_convoy: None,
            new_star: None,
        },
        Verb::Attack => {
            let (piece, owner) = reader.owned(0)?;
            ActionKind::Capture { piece, at: systems.resolve(rest[1]), owner }
        }
        Verb::Sacrifice => ActionKind::Sacrifice { piece: reader.piece(0)?, at: systems.resolve(rest[1]) },
        Verb::Catastrophe => {
            let colour = PieceName(SmolStr::new_static(reader.colour(1)?.letter()));
            ActionKind::Catastrophe { at: systems.resolve(rest[0]), colour }
        }
        Verb::Pass => ActionKind::Pass,
    };
    let mut action = Action::of(kind);
    action.inferred.extend(inferred.map(str::to_owned));
    Ok((action, used))
}

/// The words behind a verb, of which there are enough.
struct Reader<'r> {
    rest: &'r [&'r str],
    dialect: &'r Dialect,
}

impl Reader<'_> {
    fn known(&self, index: usize) -> Result<Piece, CommandError> {
        let word = self.rest[index];
        let word = if self.dialect.is_lenient { word.get(..2).unwrap_or(word) } else { word };
        Piece::parse(word).ok_or(CommandError::NoPiece(index))
    }

    fn piece(&self, index: usize) -> Result<PieceName, CommandError> {
        self.known(index).map(name)
    }

    fn star(&self, index: usize) -> Result<Option<PieceName>, CommandError> {
        if self.rest[index] == "-" { Ok(None) } else { self.piece(index).map(Some) }
    }

    /// A piece with its owner's seat behind it, or in a word of its own where words too many are passed over.
    fn owned(&self, index: usize) -> Result<(PieceName, Option<Seat>), CommandError> {
        let word = self.rest[index];
        let (piece, mark) = word.split_at_checked(2).unwrap_or((word, ""));
        let piece = name(Piece::parse(piece).ok_or(CommandError::NoPiece(index))?);
        let owner = match (seat(mark), self.dialect.is_lenient) {
            (Some(owner), _) => Some(owner),
            (None, true) => self.rest.get(2).and_then(|word| seat(word)),
            (None, false) if mark.is_empty() => None,
            (None, false) => return Err(CommandError::NoPiece(index)),
        };
        Ok((piece, owner))
    }

    fn colour(&self, index: usize) -> Result<Colour, CommandError> {
        let word = self.rest[index];
        let letter = word.chars().next().map_or(0, char::len_utf8);
        let word = if self.dialect.builds_colours { &word[..letter] } else { word };
        Colour::parse(word).ok_or(CommandError::NoColour(index))
    }

    /// A piece, or its colour alone.
    fn build(&self) -> Result<PieceName, CommandError> {
        if !self.dialect.builds_colours {
            let colour = Colour::parse(self.rest[0]).filter(|_| self.dialect.may_omit_sizes);
            return match colour {
                Some(colour) => Ok(PieceName(SmolStr::new_static(colour.letter()))),
                None => self.piece(0),
            };
        }
        self.colour(0).map(|colour| PieceName(SmolStr::new_static(colour.letter())))
    }
}

/// The name of a piece in the model.
pub fn name(piece: Piece) -> PieceName {
    PieceName(SmolStr::new_static(piece.as_str()))
}

/// The seat that `N`, `(n)` or `North` is.
fn seat(word: &str) -> Option<Seat> {
    let word = word.trim_matches(['(', ')']);
    let seats = [("north", "N"), ("east", "E"), ("south", "S"), ("west", "W")];
    let is = |full: &str, letter: &str| word.eq_ignore_ascii_case(full) || word.eq_ignore_ascii_case(letter);
    seats.iter().find(|(full, letter)| is(full, letter)).map(|(_, letter)| Seat::new(letter))
}

/// What is given for another piece.
pub fn given(piece: PieceName) -> TradeInput {
    TradeInput::Pieces(vec![Stack { piece, count: 1, player: None }])
}

/// The ship that is given in a trade.
pub fn ship_given(gives: &TradeInput) -> Option<&PieceName> {
    match gives {
        TradeInput::Pieces(stacks) => match &stacks[..] {
            [Stack { piece, count: 1, player: None }] => Some(piece),
            _ => None,
        },
        TradeInput::Word(_) => None,
    }
}

/// How words are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wording {
    /// Whether verbs are their first letters.
    pub letters: bool,
    /// Whether verbs begin with a capital, and pieces and colours are written in them.
    pub capitals: bool,
    /// Whether the colour of a catastrophe is a word.
    pub colour_words: bool,
    /// What stands between words.
    pub between: char,
}

/// Writes an action as a command; an action that no command says is its text. Systems are named as in `systems`, in
/// which one is named that is born.
pub fn write(action: &Action, dialect: &Dialect, wording: &Wording, systems: &mut Systems, out: &mut String) {
    let mut writer = Writer { wording, out };
    let named = |systems: &Systems, place: &TerritoryRef| systems.name_of(place).unwrap_or(place.as_str()).to_owned();
    match &action.kind {
        ActionKind::Setup { stars, piece, at, name, overrides } => {
            writer.verb(Verb::Homeworld);
            for star in stars {
                match star {
                    Some(star) => writer.piece(star),
                    None => writer.word("-"),
                }
            }
            writer.piece(piece);
            let (_, written) = systems.born(name.as_deref().unwrap_or(at.as_str()));
            debug_assert_eq!(&written, name);
            let is_given = dialect.names_homes && !action.inferred.iter().any(|field| field == "at");
            if is_given {
                writer.word(name.as_deref().unwrap_or(at.as_str()));
            }
            if *overrides == Some(true) {
                writer.word("*");
            }
        }
        ActionKind::Build { piece, at } => {
            writer.verb(Verb::Build);
            match piece {
                Some(PieceName(piece))
                    if dialect.builds_colours || dialect.may_omit_sizes && sizes::says_colour(action) =>
                {
                    writer.cased(piece.get(..1).unwrap_or(piece));
                }
                Some(piece) => writer.piece(piece),
                None => {}
            }
            writer.word(&named(systems, at));
        }
        ActionKind::Exchange { at, gives, becomes } => {
            writer.verb(Verb::Trade);
            ship_given(gives).into_iter().for_each(|ship| writer.piece(ship));
            match dialect.trade {
                TradeOrder::Ship => {
                    writer.piece(becomes);
                    writer.word(&named(systems, at));
                }
                TradeOrder::Colour => {
                    writer.word(&named(systems, at));
                    // Against the rules a ship may become one of another size.
                    let size = |piece: &PieceName| Piece::parse(&piece.0).map(Piece::size);
                    let is_same = ship_given(gives).is_some_and(|ship| size(ship) == size(becomes));
                    writer.cased(if is_same { becomes.0.get(..1).unwrap_or(&becomes.0) } else { &becomes.0 });
                }
            }
        }
        ActionKind::Discover { piece, from, star, to, name } => {
            writer.verb(Verb::Discover);
            writer.piece(piece);
            writer.word(&named(systems, from));
            writer.piece(star);
            let name = name.as_deref().unwrap_or(to.as_str());
            systems.born(name);
            writer.word(name);
        }
        ActionKind::Move { piece, from, to, .. } => {
            writer.verb(Verb::Move);
            piece.iter().for_each(|piece| writer.piece(piece));
            writer.word(&named(systems, from));
            writer.word(&named(systems, to));
        }
        ActionKind::Capture { piece, at, owner } => {
            writer.verb(Verb::Attack);
            writer.piece(piece);
            if let Some(owner) = owner {
                let seat = owner.as_str();
                writer.out.push_str(&if wording.capitals { seat.to_owned() } else { seat.to_ascii_lowercase() });
            }
            writer.word(&named(systems, at));
        }
        ActionKind::Sacrifice { piece, at } => {
            writer.verb(Verb::Sacrifice);
            writer.piece(piece);
            writer.word(&named(systems, at));
        }
        ActionKind::Catastrophe { at, colour } => {
            writer.verb(Verb::Catastrophe);
            writer.word(&named(systems, at));
            match Colour::parse(&colour.0) {
                Some(colour) if wording.colour_words => writer.capitalised(colour.word()),
                _ => writer.cased(&colour.0),
            }
        }
        ActionKind::Pass => writer.verb(Verb::Pass),
        _ => writer.out.push_str(action.text.as_deref().unwrap_or_default()),
    }
}

struct Writer<'w> {
    wording: &'w Wording,
    out: &'w mut String,
}

impl Writer<'_> {
    fn verb(&mut self, verb: Verb) {
        let word = if self.wording.letters { &verb.word()[..1] } else { verb.word() };
        self.capitalised_here(word);
    }

    fn capitalised(&mut self, word: &str) {
        self.out.push(self.wording.between);
        self.capitalised_here(word);
    }

    fn capitalised_here(&mut self, word: &str) {
        let mut letters = word.chars();
        if let Some(first) = letters.next() {
            self.out.push(if self.wording.capitals { first.to_ascii_uppercase() } else { first });
        }
        self.out.push_str(letters.as_str());
    }

    fn piece(&mut self, piece: &PieceName) {
        self.cased(&piece.0);
    }

    fn cased(&mut self, text: &str) {
        self.out.push(self.wording.between);
        let letters = text.chars().map(|c| if self.wording.capitals { c.to_ascii_uppercase() } else { c });
        self.out.extend(letters);
    }

    fn word(&mut self, word: &str) {
        // Writing to a String cannot fail.
        let _ = write!(self.out, "{}{word}", self.wording.between);
    }
}
