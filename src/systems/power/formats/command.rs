//! Reads and writes single commands: moves and exchanges.

use smol_str::SmolStr;

use crate::model::{Action, ActionKind, PieceName, Seat, Stack, TerritoryRef, TradeInput, TradeInputWord};
use crate::systems::power::rules::{Colour, Kind, Price, Sector};

/// The most pieces in a stack.
pub const MAX_PIECES: u64 = u32::MAX as u64;

/// A command that was understood.
pub struct Command {
    /// The move or exchange.
    pub kind: ActionKind,
    /// The colour that the command names; `None` if it names none.
    pub colour: Option<Colour>,
    /// Sectors whose code is not the document's, each with the part of the command that names it.
    pub odd: [Option<(Part, Sector)>; 2],
}

/// A part of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The piece, or the pieces that are given.
    Pieces,
    /// The sector that the piece is on.
    At,
    /// The target of a move, or the piece that is received.
    Last,
    /// The whole command.
    Whole,
}

/// The reason why a text is not a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandError {
    /// The number of parts is not three.
    Parts,
    /// A part names no sector.
    NoSector(Part),
    /// A part names no piece.
    NoPiece(Part),
    /// A move of several pieces.
    CountOfMove,
    /// Pieces with commas before a move.
    ItemsOfMove,
    /// A move of as many pieces as are needed.
    ZOfMove,
    /// A move with a `>` before its sector.
    ArrowOfMove,
    /// A move of a power unit or a flag.
    Immovable(Kind),
    /// An exchange of no pieces, or of too many to count.
    BadCount,
    /// An exchange that gives a flag.
    FlagGiven,
    /// An exchange for a piece that cannot be received.
    NeverHad(Kind),
    /// Z for a piece other than a megamissile.
    ZFor(Kind),
    /// Z of one colour for a megamissile of another.
    ZOfOther,
    /// An exchange for the first kind of piece that gives one of the second, from which it cannot be made.
    NotFrom(Kind, Kind),
}

/// Reads a command in capital letters and without blanks.
pub fn parse(text: &str) -> Result<Command, CommandError> {
    let (head, rest) = split(text).ok_or(CommandError::Parts)?;
    let (at, last) = split(rest).ok_or(CommandError::Parts)?;
    if split(last).is_some() {
        return Err(CommandError::Parts);
    }
    match last.strip_prefix('>') {
        None => read_move(head, at, last),
        Some(becomes) => exchange(head, at, becomes),
    }
}

fn split(text: &str) -> Option<(&str, &str)> {
    // Parts are too short for a search by machine words.
    let dash = text.bytes().position(|byte| byte == b'-')?;
    Some((text.get(..dash)?, text.get(dash + 1..)?))
}

fn read_move(head: &str, from: &str, to: &str) -> Result<Command, CommandError> {
    let (colour, kind) = match *head.as_bytes() {
        [b'Z'] => return Err(CommandError::ZOfMove),
        [kind] => (None, kind_of(kind)),
        [colour, kind] if colour_of(colour).is_some() => match kind {
            b'Z' => return Err(CommandError::ZOfMove),
            kind => (colour_of(colour), kind_of(kind)),
        },
        [b'0'..=b'9', ..] => return Err(CommandError::CountOfMove),
        _ if head.contains(',') => return Err(CommandError::ItemsOfMove),
        _ => return Err(CommandError::NoPiece(Part::Pieces)),
    };
    let kind = match kind {
        Some(kind @ (Kind::PowerUnit | Kind::Flag)) => return Err(CommandError::Immovable(kind)),
        kind => kind.ok_or(CommandError::NoPiece(Part::Pieces))?,
    };
    let (from, odd_from) = sector(from, Part::At)?;
    let (to, odd_to) = sector(to, Part::Last)?;
    let kind = ActionKind::Move {
        piece: Some(name(kind)),
        from: place(from),
        to: place(to),
        via: None,
        by_convoy: None,
        new_star: None,
    };
    Ok(Command { kind, colour, odd: [odd_from, odd_to] })
}

fn exchange(head: &str, at: &str, becomes: &str) -> Result<Command, CommandError> {
    let (sector, odd) = sector(at, Part::At)?;
    let (to, target) = match *becomes.as_bytes() {
        [kind] => (None, kind_of(kind)),
        [colour, kind] if colour_of(colour).is_some() => (colour_of(colour), kind_of(kind)),
        _ => (None, None),
    };
    let Some(target) = target else {
        let is_move = self::sector(becomes, Part::Last).is_ok() && read_move(head, at, becomes).is_ok();
        return Err(if is_move { CommandError::ArrowOfMove } else { CommandError::NoPiece(Part::Last) });
    };
    if target.price() == Price::Never {
        return Err(CommandError::NeverHad(target));
    }
    let (colour, gives) = match *head.as_bytes() {
        [b'Z'] => (to, TradeInput::Word(TradeInputWord::AsNeeded)),
        [colour, b'Z'] if colour_of(colour).is_some() => {
            let colour = colour_of(colour);
            if to.is_some() && to != colour {
                return Err(CommandError::ZOfOther);
            }
            (colour, TradeInput::Word(TradeInputWord::AsNeeded))
        }
        _ => items(head, to, target)?,
    };
    if target != Kind::Megamissile && matches!(gives, TradeInput::Word(_)) {
        return Err(CommandError::ZFor(target));
    }
    let kind = ActionKind::Exchange { at: place(sector), gives, becomes: name(target) };
    Ok(Command { kind, colour, odd: [odd, None] })
}

/// Reads the pieces that an exchange gives. A piece has a colour of its own only if it differs from the command's,
/// which is that of the piece received, or else of the first piece given.
fn items(head: &str, to: Option<Colour>, target: Kind) -> Result<(Option<Colour>, TradeInput), CommandError> {
    let mut colour = to;
    let mut pieces = Vec::with_capacity(1 + head.bytes().filter(|&byte| byte == b',').count());
    for item in head.split(',').filter(|item| !item.is_empty()) {
        let (count, own, kind) = stack(item).map_err(|bad| match bad {
            BadStack::Count => CommandError::BadCount,
            BadStack::Template | BadStack::Piece => CommandError::NoPiece(Part::Pieces),
        })?;
        if kind == Kind::Flag {
            return Err(CommandError::FlagGiven);
        }
        if !is_had_from(target, kind) {
            return Err(CommandError::NotFrom(target, kind));
        }
        colour = colour.or(own);
        pieces.push(Stack { piece: name(kind), count, player: own.map(Colour::seat) });
    }
    if pieces.is_empty() {
        return Err(CommandError::NoPiece(Part::Pieces));
    }
    let seat = colour.map(Colour::seat);
    pieces.iter_mut().filter(|stack| stack.player == seat).for_each(|stack| stack.player = None);
    Ok((colour, TradeInput::Pieces(pieces)))
}

/// Returns whether a piece can be made of another, in whatever number: programs sold all pieces for power units.
pub fn is_had_from(target: Kind, given: Kind) -> bool {
    match target.price() {
        Price::Pieces(_, kind) => given == kind || given == Kind::PowerUnit,
        Price::Points(_) => given != Kind::Flag,
        Price::Never => false,
    }
}

/// The reason why a text is not a stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadStack {
    /// Its count is 0, or too large.
    Count,
    /// Its colour is X, as in a template.
    Template,
    /// Its piece or colour is unknown.
    Piece,
}

/// Reads pieces of one kind: count, colour, letter.
pub fn stack(text: &str) -> Result<(u64, Option<Colour>, Kind), BadStack> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (count, piece) = text.split_at_checked(digits).unwrap_or(("", text));
    let (colour, kind) = match *piece.as_bytes() {
        [kind] => (None, kind_of(kind)),
        [b'X', kind] if kind_of(kind).is_some() => return Err(BadStack::Template),
        [colour, kind] => (Some(colour_of(colour).ok_or(BadStack::Piece)?), kind_of(kind)),
        _ => (None, None),
    };
    let kind = kind.ok_or(BadStack::Piece)?;
    let count = match count {
        "" => 1,
        count => count.parse().ok().filter(|count| (1..=MAX_PIECES).contains(count)).ok_or(BadStack::Count)?,
    };
    Ok((count, colour, kind))
}

/// Returns whether a text without a dash may be the beginning of an exchange: pieces with their counts.
pub fn is_stack(text: &str) -> bool {
    stack(text).is_ok()
}

/// Returns whether a text is a sector in any of the codes that are read.
pub fn is_sector(text: &str) -> bool {
    sector(text, Part::Whole).is_ok()
}

fn kind_of(letter: u8) -> Option<Kind> {
    Kind::of_letter(char::from(letter))
}

fn colour_of(letter: u8) -> Option<Colour> {
    Colour::of_letter(char::from(letter))
}

fn name(kind: Kind) -> PieceName {
    PieceName(SmolStr::new_static(kind.name()))
}

/// Returns the territory of a sector in the model.
fn place(sector: Sector) -> TerritoryRef {
    TerritoryRef::new_static(sector.code())
}

/// Reads a sector by its code in the document or by another one; the latter is also returned with its part, to be
/// noted.
fn sector(code: &str, part: Part) -> Result<(Sector, Option<(Part, Sector)>), CommandError> {
    if let Some(sector) = Sector::parse(code) {
        return Ok((sector, None));
    }
    let country = |colour: u8, sector: u8| {
        let colour = if colour == b'W' { b'A' } else { colour };
        Sector::parse(std::str::from_utf8(&[colour, sector]).ok()?)
    };
    let lane = |tens: u8, ones: u8| Sector::parse(std::str::from_utf8(&[b'L', tens, ones]).ok()?);
    let read = match *code.as_bytes() {
        [b'W', sector] => country(b'W', sector),
        [colour, b'H', b'Q'] => country(colour, b'Q'),
        [b'L', digit] => lane(b'0', digit),
        [b'S', tens, ones] => lane(tens, ones),
        _ => None,
    };
    let read = read.ok_or(CommandError::NoSector(part))?;
    Ok((read, Some((part, read))))
}

/// The reason why an action cannot be written, as a phrase for a message.
#[derive(Debug, PartialEq, Eq)]
pub struct UnwritableCommand(pub &'static str);

/// Appends an action to `out` as a command.
pub fn write(action: &Action, out: &mut String) -> Result<(), UnwritableCommand> {
    match &action.kind {
        ActionKind::Move { piece, from, to, via: None, by_convoy: None, new_star: None } => {
            let piece = piece.as_ref().ok_or(UnwritableCommand("a move needs a piece"))?;
            write_piece(action.player.as_ref(), piece, out)?;
            write_sector('-', from, out)?;
            write_sector('-', to, out)
        }
        ActionKind::Exchange { at, gives, becomes } => {
            match gives {
                TradeInput::Word(TradeInputWord::AsNeeded) => {
                    write_colour(action.player.as_ref(), out)?;
                    out.push('Z');
                }
                TradeInput::Pieces(stacks) => {
                    for (index, stack) in stacks.iter().enumerate() {
                        if index > 0 {
                            out.push(',');
                        }
                        write_count(stack.count, out);
                        write_piece(stack.player.as_ref().or(action.player.as_ref()), &stack.piece, out)?;
                    }
                }
            }
            write_sector('-', at, out)?;
            out.push_str("->");
            write_piece(action.player.as_ref(), becomes, out)
        }
        ActionKind::Unknown => {
            out.push_str(action.text.as_deref().unwrap_or_default());
            Ok(())
        }
        _ => Err(UnwritableCommand("expected a move or an exchange")),
    }
}

/// Writes a count, unless it is 1.
pub fn write_count(count: u64, out: &mut String) {
    if count != 1 {
        out.push_str(&count.to_string());
    }
}

fn write_colour(seat: Option<&Seat>, out: &mut String) -> Result<(), UnwritableCommand> {
    if let Some(seat) = seat {
        out.push(Colour::of_seat(seat).ok_or(UnwritableCommand("expected a player Y, K, R or A"))?.letter());
    }
    Ok(())
}

fn write_piece(seat: Option<&Seat>, piece: &PieceName, out: &mut String) -> Result<(), UnwritableCommand> {
    write_colour(seat, out)?;
    out.push(Kind::of_name(&piece.0).ok_or(UnwritableCommand("expected the name of a piece of Power"))?.letter());
    Ok(())
}

fn write_sector(before: char, place: &TerritoryRef, out: &mut String) -> Result<(), UnwritableCommand> {
    Sector::of_place(place).ok_or(UnwritableCommand("expected a sector of the board"))?;
    out.push(before);
    out.push_str(place.as_str());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> Result<String, CommandError> {
        let Command { kind, colour, .. } = parse(text)?;
        let action = Action { player: colour.map(Colour::seat), ..Action::of(kind) };
        let mut out = String::new();
        write(&action, &mut out).unwrap();
        Ok(out)
    }

    #[test]
    fn the_documents_codes_come_back() {
        for text in ["I-Y4-X", "KH-A6-A0", "3T-K2->H", "3RT-K2->RH", "YZ-Y2->YM", "C,2B-W->M", "3YI,2KI-N->YG"] {
            assert_eq!(written(text).as_deref(), Ok(text));
        }
    }

    #[test]
    fn every_sector_and_every_piece_that_moves_is_read() {
        for sector in Sector::all() {
            let code = sector.code();
            assert_eq!(written(&format!("M-{code}-{code}")), Ok(format!("M-{code}-{code}")));
        }
        for kind in Kind::ALL {
            let text = format!("{}-Y8-Y7", kind.letter());
            match kind {
                Kind::PowerUnit | Kind::Flag => assert_eq!(written(&text), Err(CommandError::Immovable(kind))),
                _ => assert_eq!(written(&text), Ok(text)),
            }
        }
    }

    #[test]
    fn other_codes_are_read_as_the_documents() {
        for (text, canonical) in [
            ("D-S12-W", "D-L12-W"),
            ("G-AU-WQ", "G-AU-AQ"),
            ("T-YHQ-Y8", "T-YQ-Y8"),
            ("D-L4-W", "D-L04-W"),
            ("I-W2-W", "I-A2-W"),
            ("I-WU-WHQ", "I-AU-AQ"),
            ("3KI-N->G", "3KI-N->KG"),
            ("3I-N->KG", "3KI-N->KG"),
            ("2KI,I-N->G", "2KI,KI-N->KG"),
            ("01C-S->M", "C-S->M"),
            ("YZ-Y2->M", "YZ-Y2->YM"),
        ] {
            assert_eq!(written(text).as_deref(), Ok(canonical), "{text}");
        }
    }

    #[test]
    fn what_is_no_command_is_refused_with_the_reason() {
        for (text, error) in [
            ("I-Y9-X", CommandError::NoSector(Part::At)),
            ("D-L13-W", CommandError::NoSector(Part::At)),
            ("D-W-S1", CommandError::NoSector(Part::Last)),
            ("D-W-L0", CommandError::NoSector(Part::Last)),
            ("P-AU-AQ", CommandError::Immovable(Kind::PowerUnit)),
            ("KV-KQ-K8", CommandError::Immovable(Kind::Flag)),
            ("3T-K2->I", CommandError::NotFrom(Kind::Infantry, Kind::Tank)),
            ("Z-Y2->G", CommandError::ZFor(Kind::Regiment)),
            ("YZ-Y2->KM", CommandError::ZOfOther),
            ("Z-Y2-Y1", CommandError::ZOfMove),
            ("I-Y4", CommandError::Parts),
            ("I-Y4-X-Y", CommandError::Parts),
            ("2T-Y2-Y1", CommandError::CountOfMove),
            ("C,T-Y2-Y1", CommandError::ItemsOfMove),
            ("I-Y4->X", CommandError::ArrowOfMove),
            ("3I-Y4->", CommandError::NoPiece(Part::Last)),
            ("3I-Y4->P", CommandError::NeverHad(Kind::PowerUnit)),
            ("-Y4-X", CommandError::NoPiece(Part::Pieces)),
            ("J-Y4-X", CommandError::NoPiece(Part::Pieces)),
            ("WI-Y4-X", CommandError::NoPiece(Part::Pieces)),
            ("0T-K2->H", CommandError::BadCount),
            ("4294967296T-K2->H", CommandError::BadCount),
            ("3V-K2->M", CommandError::FlagGiven),
            (",-K2->M", CommandError::NoPiece(Part::Pieces)),
        ] {
            assert_eq!(written(text), Err(error), "{text}");
        }
    }
}
