//! Parts of a document that columns lie in: how they are found, and made where they are not there.

use crate::model::{
    Details, DiplomacyDetails, Document, Extra, GameResult, GlobalWarDetails, HomeworldsDetails, Ownership, Phase,
    Position, System, When,
};

/// The details of a Global War game.
pub fn war(document: &Document) -> Option<&GlobalWarDetails> {
    document.game.details.global_war()
}

/// The details of a game, made where its system has some; the system stands before them in a row.
pub fn details_mut(document: &mut Document) -> &mut Details {
    let game = &mut document.game;
    if game.details == Details::None {
        game.details = match game.system {
            System::GlobalWar => Details::GlobalWar(Box::default()),
            System::Diplomacy => Details::Diplomacy(Box::default()),
            System::Homeworlds => Details::Homeworlds(Box::default()),
            System::Power => Details::None,
        };
    }
    &mut game.details
}

/// The details of a Global War game, for giving them values.
pub fn war_mut(document: &mut Document) -> Option<&mut GlobalWarDetails> {
    match details_mut(document) {
        Details::GlobalWar(details) => Some(details),
        _ => None,
    }
}

/// The details of a Diplomacy game.
pub fn diplomacy(document: &Document) -> Option<&DiplomacyDetails> {
    document.game.details.diplomacy()
}

/// The details of a Diplomacy game, for giving them values.
pub fn diplomacy_mut(document: &mut Document) -> Option<&mut DiplomacyDetails> {
    match details_mut(document) {
        Details::Diplomacy(details) => Some(details),
        _ => None,
    }
}

/// The details of a Homeworlds game.
pub fn homeworlds(document: &Document) -> Option<&HomeworldsDetails> {
    document.game.details.homeworlds()
}

/// The details of a Homeworlds game, for giving them values.
pub fn homeworlds_mut(document: &mut Document) -> Option<&mut HomeworldsDetails> {
    match details_mut(document) {
        Details::Homeworlds(details) => Some(details),
        _ => None,
    }
}

/// What a source in JSON has beside, of the game itself.
pub fn extras(details: &Details) -> &[Extra] {
    match details {
        Details::Diplomacy(details) => &details.extras,
        Details::Homeworlds(details) => &details.extras,
        Details::GlobalWar(_) | Details::None => &[],
    }
}

/// The same, for adding some.
pub fn extras_mut(document: &mut Document) -> Option<&mut Vec<Extra>> {
    match details_mut(document) {
        Details::Diplomacy(details) => Some(&mut details.extras),
        Details::Homeworlds(details) => Some(&mut details.extras),
        Details::GlobalWar(_) | Details::None => None,
    }
}

/// The position of the game, made where there is none.
pub fn position(document: &mut Document) -> &mut Position {
    document.game.position.get_or_insert_default()
}

/// The phase that something stands at, where that is no moment.
pub fn phase(when: &Option<When>) -> Option<&Phase> {
    match when.as_ref()? {
        When::Phase(phase) => Some(phase),
        When::Moment(_) => None,
    }
}

/// That phase, made where there is neither a phase nor a moment.
pub fn phase_mut(when: &mut Option<When>) -> Option<&mut Phase> {
    match when.get_or_insert_with(|| When::Phase(Phase::default())) {
        When::Phase(phase) => Some(phase),
        When::Moment(_) => None,
    }
}

/// Whether something stands at a phase of which nothing is known.
pub fn is_bare(when: &Option<When>) -> bool {
    phase(when).is_some_and(|phase| *phase == Phase::default())
}

/// Binds a column to a field of the phase that something stands at; a column of its moment is one of `Option<When>`.
macro_rules! phase_column {
    ($row:ty, $column:expr, $name:ident, $type:ty, |$r:ident| $at:expr, $made:expr, $meaning:expr) => {
        $crate::tables::column::stored!(
            $row,
            $column,
            $type,
            |$r| $crate::tables::parts::phase(&$at)?.$name,
            $crate::tables::parts::phase_mut(&mut $made)?.$name,
            $meaning
        )
    };
}
pub(super) use phase_column;

/// Binds a column to a field of the file that something is from.
macro_rules! source_column {
    ($row:ty, $column:expr, $name:ident, $type:ty, |$r:ident| $at:expr, $made:expr, $meaning:expr) => {
        $crate::tables::column::stored!(
            $row,
            $column,
            $type,
            |$r| $at.as_ref()?.$name,
            $made.get_or_insert_default().$name,
            $meaning
        )
        .optional()
    };
}
pub(super) use source_column;

/// Ownership as it stands.
pub fn ownership(document: &Document) -> Option<&Ownership> {
    diplomacy(document)?.ownership.as_ref()
}

/// Ownership as it stands, made where there is none.
pub fn ownership_mut(document: &mut Document, make: fn() -> Ownership) -> Option<&mut Ownership> {
    Some(diplomacy_mut(document)?.ownership.get_or_insert_with(make))
}

/// Ownership in one text.
pub fn flat(document: &Document) -> Option<&String> {
    match ownership(document)? {
        Ownership::Flat(text) => Some(text),
        Ownership::Groups(_) => None,
    }
}

/// Ownership in one text, where it is in no groups, for giving it one.
pub fn flat_mut(document: &mut Document) -> Option<&mut String> {
    match ownership_mut(document, || Ownership::Flat(String::new()))? {
        Ownership::Flat(text) => Some(text),
        Ownership::Groups(_) => None,
    }
}

/// The result, for giving it values.
pub fn result(document: &mut Document) -> &mut GameResult {
    document.game.result.get_or_insert(GameResult { winners: Vec::new(), reason: None, stated: false })
}
