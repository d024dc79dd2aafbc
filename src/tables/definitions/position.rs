//! What stands where.

use smol_str::SmolStr;

use super::rows::borrowed;
use crate::model::{Element, Field, Holding, Piece, Place, Player, Seat, System};
use crate::rules::global_war::country;
use crate::tables::column::{Bound, stored};
use crate::tables::element::held;
use crate::tables::table::{Content, Definition, UnknownRow};
use crate::tables::{Cell, Value};

/// Who holds which territory.
pub static HOLDINGS: Definition<Holding> = Definition {
    name: "holdings",
    meaning: "who holds which territory, in the order of the source",
    key: &["territory"],
    columns: &[
        stored!(Holding, "territory", Place, |h| h.territory, "the territory").refers_to("territories", "id"),
        Bound::derived("continent", "territory", "the continent of a country of the built-in board", continent),
        stored!(Holding, "owner", Field<Option<Seat>>, |h| h.owner, "the seat that owns it; empty is nobody")
            .refers_to("players", "seat"),
        Bound::derived("owner_name", "owner", "the owner's name", owner_name),
        stored!(Holding, "armies", Field<i32>, |h| h.armies, "how many armies stand on it").unit("armies"),
        stored!(
            Holding,
            "city_owner",
            Field<Option<Seat>>,
            |h| h.city_owner,
            "the seat that owns the city (Machiavelli)"
        )
        .refers_to("players", "seat"),
        stored!(Holding, "home", Field<Option<Seat>>, |h| h.home, "the power whose home it is")
            .refers_to("players", "seat"),
        stored!(Holding, "flags", Field<i32>, |h| h.flags, "flags, as a number (nJudge)"),
        stored!(Holding, "held", Field<bool>, |h| h.held, "whether it is held (nJudge)"),
        stored!(Holding, "new_owner", Field<Option<Seat>>, |h| h.new_owner, "the owner after retreats (nJudge)")
            .refers_to("players", "seat"),
        stored!(
            Holding,
            "new_city_owner",
            Field<Option<Seat>>,
            |h| h.new_city_owner,
            "the city's owner after retreats (nJudge)"
        )
        .refers_to("players", "seat"),
    ],
    groups: &[],
    unknown_row: None,
    rows: |content| content.document.game.position.as_ref().map_or_else(Vec::new, |p| borrowed(&p.holdings)),
    blank: || Holding::of(Place::new("")),
    put: |content, rows| {
        if !rows.is_empty() {
            content.document.to_mut().game.position.get_or_insert_default().holdings = rows;
        }
        Ok(())
    },
};

/// A column of pieces.
macro_rules! piece {
    ($name:ident, $type:ty, $meaning:literal) => {
        held!(Element<Piece>, stringify!($name), $type, |p| p.$name, $meaning)
    };
}

/// The pieces.
pub static PIECES: Definition<Element<Piece>> = Definition {
    name: "pieces",
    meaning: "the pieces, in the order of the source",
    key: &[],
    columns: &[
        piece!(player, Option<Seat>, "whose it is").refers_to("players", "seat"),
        piece!(kind, SmolStr, "what it is, such as army or fleet"),
        piece!(serial, Option<SmolStr>, "what tells it from equal pieces"),
        piece!(territory, Place, "where it stands, with its coast where there is one"),
        piece!(count, Option<u32>, "how many, where it is a stack").unit("pieces"),
        piece!(status, Option<String>, "maintained, dislodged, or the letter"),
        piece!(special, Option<String>, "citizen, mercenary, professional"),
        piece!(retreats, Vec<Place>, "where it may retreat to, separated by blanks"),
        Bound::understood(),
    ],
    groups: &[],
    unknown_row: Some(UnknownRow::of_element()),
    rows: |content| content.document.game.position.as_ref().map_or_else(Vec::new, |p| borrowed(&p.pieces)),
    blank: || Element::Known(Piece::default()),
    put: |content, rows| {
        if !rows.is_empty() {
            content.document.to_mut().game.position.get_or_insert_default().pieces = rows;
        }
        Ok(())
    },
};

fn text_or_null(text: Option<&str>) -> Value {
    Value::Known(text.map_or(Cell::Null, |text| Cell::Text(text.into())))
}

fn continent(content: &Content<'_>, holding: &Holding) -> Value {
    let country = country(holding.territory.as_str()).filter(|_| content.document.game.system == System::GlobalWar);
    text_or_null(country.map(|(_, country)| country.continent.name()))
}

fn owner_name(content: &Content<'_>, holding: &Holding) -> Value {
    let owner = holding.owner.known().and_then(Option::as_ref);
    let player = owner.and_then(|owner| content.document.game.players.iter().find(|player| player.seat == *owner));
    text_or_null(player.and_then(Player::name))
}
