//! Commands of words: `build g1 Mars`. The document's notation, SuperDuperGames and Abstract Play differ in the words
//! of a command, not in the way commands are composed.

use std::fmt::Write as _;
use std::sync::LazyLock;

use smol_str::SmolStr;

use super::sizes;
use super::systems::Systems;
use crate::model::{Action, ActionKind, PieceName, Seat, Stack, TerritoryRef, TradeInput};
use crate::systems::homeworlds::rules::{Colour, Piece};

/// The first word of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    /// Sets up a homeworld.
    Homeworld,
    /// Moves a ship to a new system.
    Discover,
    /// Moves a ship.
    Move,
    /// Builds a ship.
    Build,
    /// Trades a ship.
    Trade,
    /// Captures a ship.
    Attack,
    /// Sacrifices a ship.
    Sacrifice,
    /// Triggers a catastrophe of one colour.
    Catastrophe,
    /// Passes.
    Pass,
}

impl Verb {
    /// Every verb, in the order in which Abstract Play tries a prefix, and then its synonyms.
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
        // The word of SuperDuperGames, and the publisher's word for an attack.
        ("construct", Verb::Build),
        (CAPTURE, Verb::Attack),
        // A common abbreviation of homeworld.
        ("hw", Verb::Homeworld),
    ];

    /// Returns the verb that a word is a prefix of, in any case.
    pub fn parse(word: &str) -> Option<Verb> {
        let begins = |verb: &str| verb.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
        let found = Self::ALL.iter().find(|(verb, _)| begins(verb));
        found.filter(|_| !word.is_empty()).map(|(_, verb)| *verb)
    }

    /// Returns whether a text may begin with a verb, by its first two letters: few other words begin like one.
    pub fn may_begin(text: &[u8]) -> bool {
        /// For each first letter, a bit for each second one.
        static LETTERS: LazyLock<[u32; 32]> = LazyLock::new(|| {
            let mut letters = [0; 32];
            for word in Verb::words().map(str::as_bytes) {
                letters[usize::from(word[0] & 31)] |= 1 << (word[1] & 31);
            }
            letters
        });
        let second = text.get(1).filter(|byte| byte.is_ascii_alphabetic()).map_or(u32::MAX, |byte| 1 << (byte & 31));
        text.first().is_some_and(|first| first.is_ascii_alphabetic() && LETTERS[usize::from(first & 31)] & second != 0)
    }

    /// Returns the verb in full.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, verb)| *verb == self).map_or("", |(word, _)| word)
    }

    /// Returns all words for verbs, in full.
    pub fn words() -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().map(|(word, _)| *word)
    }

    /// Returns the number of words that must follow the verb; the name of a homeworld is not counted.
    pub fn arity(self) -> usize {
        match self {
            Verb::Discover => 4,
            Verb::Homeworld | Verb::Trade | Verb::Move => 3,
            Verb::Build | Verb::Attack | Verb::Sacrifice | Verb::Catastrophe => 2,
            Verb::Pass => 0,
        }
    }
}

/// The publisher's word for an attack, which the document advises against.
pub const CAPTURE: &str = "capture";

/// Returns whether a verb is `capture`, or a prefix of it that is no other verb's.
pub fn is_capture(word: &str) -> bool {
    word.len() > 2 && CAPTURE.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// The order of a trade's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TradeOrder {
    /// `trade b1 Mars g`, as in the document and in Abstract Play.
    #[default]
    Colour,
    /// `trade b1 g1 Mars`, as in SuperDuperGames.
    Ship,
}

/// The words of commands in a notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    /// The order of a trade's words.
    pub trade: TradeOrder,
    /// Whether homeworlds are given names.
    pub names_homes: bool,
    /// Whether characters after the colour and size of a piece, and words after a command, are ignored.
    pub is_lenient: bool,
    /// Whether only the colour of a build is read, and only the first letter of any colour.
    pub builds_colours: bool,
    /// Whether a build may omit the size.
    pub may_omit_sizes: bool,
}

/// The reason why words are not a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandError {
    /// The first word is not a verb.
    NoVerb,
    /// This many more words are needed.
    TooFew(Verb, usize),
    /// The word at this index after the verb is not a piece.
    NoPiece(usize),
    /// The word at this index after the verb is not a colour.
    NoColour(usize),
}

/// Reads the command at the start of `words`; a system that it creates is added to `systems`. `home` is the name of a
/// homeworld that the command does not name. Returns the action and the number of words read.
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
                    // Some people omit the new size, because a trade does not change it.
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
            ActionKind::Discover { piece, from, star: Box::new(star), to, name }
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

/// The words after a verb, at least as many as it needs.
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

    /// Reads a piece followed by its owner's seat; if extra words are ignored, the seat may be the third word.
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

    /// Reads a piece, or a colour alone if the dialect allows it.
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

/// Returns the name of a piece in the model.
pub fn name(piece: Piece) -> PieceName {
    PieceName(SmolStr::new_static(piece.as_str()))
}

/// Parses a seat such as `N`, `(n)` or `North`.
fn seat(word: &str) -> Option<Seat> {
    let word = word.trim_matches(['(', ')']);
    let seats = [("north", "N"), ("east", "E"), ("south", "S"), ("west", "W")];
    let is = |full: &str, letter: &str| word.eq_ignore_ascii_case(full) || word.eq_ignore_ascii_case(letter);
    seats.iter().find(|(full, letter)| is(full, letter)).map(|(_, letter)| Seat::new(letter))
}

/// Returns a trade's input of one piece.
pub fn given(piece: PieceName) -> TradeInput {
    TradeInput::Pieces(vec![Stack { piece, count: 1, player: None }])
}

/// Returns the ship that is traded away; `None` if the input is not one ship.
pub fn ship_given(gives: &TradeInput) -> Option<&PieceName> {
    match gives {
        TradeInput::Pieces(stacks) => match &stacks[..] {
            [Stack { piece, count: 1, player: None }] => Some(piece),
            _ => None,
        },
        TradeInput::Word(_) => None,
    }
}

/// The style in which words are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wording {
    /// Whether verbs are written as their first letters.
    pub letters: bool,
    /// Whether verbs begin with a capital, and pieces and colours are written in capitals.
    pub capitals: bool,
    /// Whether the colour of a catastrophe is written as a word.
    pub colour_words: bool,
    /// The character between words.
    pub between: char,
}

/// Writes an action as a command, or its text if no command expresses it. Systems are named as in `systems`, to which a
/// new system is added.
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
                    // An illegal trade may change the size, which must then be written.
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
