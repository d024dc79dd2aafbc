//! Fast path for canonical orders, and constructors of actions that all readers share.

use smol_str::SmolStr;

use crate::model::{ActionKind, Convoyed, PhaseKind, PieceName, Supported, TerritoryRef};
use crate::systems::diplomacy::rules::{COASTS, NamedBoard};

/// Reads a canonical order without splitting it into tokens; `None` for any other text. Most orders are canonical.
pub fn canonical(text: &[u8], named_board: &NamedBoard, phase: Option<PhaseKind>) -> Option<ActionKind> {
    if text == b"WAIVE" {
        return Some(ActionKind::Waive { at: None });
    }
    let mut at = 0;
    let (piece, place) = canonical_unit(text, &mut at, named_board)?;
    let rest = text.get(at..)?;
    let at = &mut (at + 3);
    Some(match (rest, phase) {
        (b" H", _) => ActionKind::Hold { piece, at: place },
        (b" B", _) => ActionKind::Build { piece, at: place },
        (b" D", _) => gone(piece, place, phase),
        ([b' ', b'-', b' ', ..], _) => {
            let to = canonical_place(text, at, named_board)?;
            match text.get(*at..)? {
                [] => moved(piece, place, to, phase),
                b" VIA" => by_convoy(piece, place, to),
                _ => return None,
            }
        }
        ([b' ', b'R', b' ', ..], _) => {
            let to = canonical_place(text, at, named_board)?;
            (*at == text.len()).then_some(ActionKind::Retreat { piece, from: place, to })?
        }
        ([b' ', verb @ (b'S' | b'C'), b' ', ..], _) => {
            let (other, from) = canonical_unit(text, at, named_board)?;
            let to = match text.get(*at..)? {
                [] => None,
                [b' ', b'-', b' ', ..] => {
                    *at += 3;
                    Some(canonical_place(text, at, named_board)?)
                }
                _ => return None,
            };
            if *at != text.len() {
                return None;
            }
            match (verb, to) {
                (b'S', to) => {
                    let supported = Supported { piece: other, from, to, player: None };
                    ActionKind::Support { piece, at: place, supported: Box::new(supported) }
                }
                (_, Some(to)) => ActionKind::Convoy {
                    piece,
                    at: place,
                    convoyed: Box::new(Convoyed { piece: other, from, to, player: None }),
                },
                _ => return None,
            }
        }
        _ => return None,
    })
}

fn canonical_unit(text: &[u8], at: &mut usize, named_board: &NamedBoard) -> Option<(Option<PieceName>, TerritoryRef)> {
    let piece = match text.get(*at..*at + 2)? {
        b"A " => ARMY,
        b"F " => FLEET,
        _ => return None,
    };
    *at += 2;
    Some((Some(PieceName(piece)), canonical_place(text, at, named_board)?))
}

const ARMY: SmolStr = SmolStr::new_static("army");
const FLEET: SmolStr = SmolStr::new_static("fleet");

fn canonical_place(text: &[u8], at: &mut usize, named_board: &NamedBoard) -> Option<TerritoryRef> {
    let word = text.get(*at..*at + 3)?;
    let number = named_board.code_word(word)?;
    // Other abbreviations and small letters are not canonical.
    if named_board.code(number)?.as_bytes() != word {
        return None;
    }
    let territory = named_board.names().ids().get(number)?;
    *at += 3;
    match text.get(*at) {
        None | Some(b' ') => Some(territory.clone()),
        Some(b'/') => {
            let coast = text.get(*at + 1..*at + 3)?;
            let (suffix, _) = COASTS.iter().find(|(s, _)| s.as_bytes().eq_ignore_ascii_case(coast))?;
            if !coast.iter().all(u8::is_ascii_uppercase) {
                return None;
            }
            *at += 3;
            Some(on_coast(territory, suffix))
        }
        Some(_) => None,
    }
}

/// Returns a territory with a coast.
pub fn on_coast(territory: &TerritoryRef, coast: &str) -> TerritoryRef {
    TerritoryRef::new(&format!("{territory}/{coast}"))
}

/// Creates a move, or in a retreat phase a retreat.
pub fn moved(piece: Option<PieceName>, from: TerritoryRef, to: TerritoryRef, phase: Option<PhaseKind>) -> ActionKind {
    match phase {
        Some(PhaseKind::Retreat) => ActionKind::Retreat { piece, from, to },
        _ => ActionKind::Move { piece, from, to, via: None, by_convoy: None, new_star: None },
    }
}

/// Creates the move of an army that is convoyed.
pub fn by_convoy(piece: Option<PieceName>, from: TerritoryRef, to: TerritoryRef) -> ActionKind {
    ActionKind::Move { piece, from, to, via: None, by_convoy: Some(true), new_star: None }
}

/// Creates a disband, or in an adjustment phase a removal.
pub fn gone(piece: Option<PieceName>, at: TerritoryRef, phase: Option<PhaseKind>) -> ActionKind {
    match phase {
        Some(PhaseKind::Adjustment | PhaseKind::Builds) => ActionKind::Remove { piece, at },
        _ => ActionKind::Disband { piece, at },
    }
}
