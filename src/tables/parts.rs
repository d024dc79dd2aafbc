//! Parts of a document that columns lie in: how they are found, and made where they are not there.

use crate::model::{
    BoardSource, Details, DiplomacyDetails, Document, GameResult, GlobalWarDetails, Moment, Ownership, Phase, System,
    When,
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
            System::Homeworlds | System::Power => Details::None,
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

/// The file that the board is from, for giving it values.
pub fn board_from(document: &mut Document) -> &mut BoardSource {
    let board = document.game.board.get_or_insert_default();
    board.from.get_or_insert(BoardSource { name: String::new(), sha256: String::new() })
}

fn when(document: &Document) -> Option<&When> {
    document.game.position.as_ref()?.when.as_ref()
}

/// The moment that the position stands at.
pub fn moment(document: &Document) -> Option<&Moment> {
    match when(document)? {
        When::Moment(moment) => Some(moment),
        When::Phase(_) => None,
    }
}

/// The phase that the position stands at.
pub fn phase(document: &Document) -> Option<&Phase> {
    match when(document)? {
        When::Phase(phase) => Some(phase),
        When::Moment(_) => None,
    }
}

/// That phase, where it is no moment, for giving it values.
pub fn phase_mut(document: &mut Document) -> Option<&mut Phase> {
    let position = document.game.position.get_or_insert_default();
    match position.when.get_or_insert_with(|| When::Phase(Phase::default())) {
        When::Phase(phase) => Some(phase),
        When::Moment(_) => None,
    }
}

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
