//! What stands where.

use std::borrow::Cow;
use std::iter;

use smol_str::SmolStr;

use super::of_turn::{OfTurn, numbered_turns, turn_of};
use crate::model::{Element, Field, Holding, Piece, Place, Player, Position, Seat, System};
use crate::rules::global_war::country;
use crate::tables::column::{Bound, stored};
use crate::tables::element::held;
use crate::tables::parts::position;
use crate::tables::table::{Content, Definition, Refuse, UnknownRow};
use crate::tables::{Cell, Value};

/// A column of holdings.
macro_rules! holding {
    ($name:ident, $type:ty, $meaning:literal) => {
        stored!(OfTurn<Holding>, stringify!($name), $type, |h| h.value.$name, $meaning)
    };
}

/// Who holds which territory.
pub static HOLDINGS: Definition<OfTurn<Holding>> = Definition {
    name: "holdings",
    meaning: "who holds which territory, in the order of the source",
    key: &["turn", "territory"],
    columns: &[
        OfTurn::turn("the turn that starts from this position; empty is the game's own position"),
        holding!(territory, Place, "the territory").refers_to("territories", "id"),
        Bound::derived("continent", "territory", "the continent of a country of the built-in board", continent),
        holding!(owner, Field<Option<Seat>>, "the seat that owns it; empty is nobody").refers_to("players", "seat"),
        Bound::derived("owner_name", "owner", "the owner's name", owner_name),
        holding!(armies, Field<i32>, "how many armies stand on it").unit("armies"),
        holding!(city_owner, Field<Option<Seat>>, "the seat that owns the city (Machiavelli)")
            .refers_to("players", "seat"),
        holding!(home, Field<Option<Seat>>, "the power whose home it is").refers_to("players", "seat"),
        holding!(centre, Option<bool>, "whether it is a supply centre, as a home is (nJudge)"),
        holding!(flags, Field<i32>, "flags, as a number (nJudge)"),
        holding!(held, Field<bool>, "whether it is held (nJudge)"),
        holding!(new_owner, Field<Option<Seat>>, "the owner after retreats (nJudge)").refers_to("players", "seat"),
        holding!(new_city_owner, Field<Option<Seat>>, "the city's owner after retreats (nJudge)")
            .refers_to("players", "seat"),
    ],
    groups: &[],
    unknown_row: None,
    rows: |content| of_positions(content, |position| &position.holdings),
    blank: || OfTurn { turn: None, value: Holding::of(Place::new("")) },
    put: |content, rows, refuse| {
        put_in_positions(content, rows, |position| &mut position.holdings, refuse);
        Ok(())
    },
};

/// A column of pieces.
macro_rules! piece {
    ($name:ident, $type:ty, $meaning:literal) => {
        held!(OfTurn<Element<Piece>>, stringify!($name), $type, |p| p.$name, $meaning)
    };
}

/// The pieces.
pub static PIECES: Definition<OfTurn<Element<Piece>>> = Definition {
    name: "pieces",
    meaning: "the pieces, in the order of the source",
    key: &[],
    columns: &[
        OfTurn::turn("the turn that starts from this position; empty is the game's own position"),
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
    rows: |content| of_positions(content, |position| &position.pieces),
    blank: || OfTurn { turn: None, value: Element::Known(Piece::default()) },
    put: |content, rows, refuse| {
        put_in_positions(content, rows, |position| &mut position.pieces, refuse);
        Ok(())
    },
};

/// The rows of all positions: those of the game's own, then those of its turns.
fn of_positions<'c, T: Clone>(content: &'c Content<'_>, list: fn(&Position) -> &Vec<T>) -> Vec<Cow<'c, OfTurn<T>>> {
    let game = &content.document.game;
    let of_turns = numbered_turns(game).map(|turn| (Some(turn.number), turn.turn.position.as_deref()));
    let positions = iter::once((None, game.position.as_ref())).chain(of_turns);
    let rows = |(turn, position): (_, Option<&'c Position>)| {
        position.map(list).into_iter().flatten().map(move |value| Cow::Owned(OfTurn { turn, value: value.clone() }))
    };
    positions.flat_map(rows).collect()
}

fn put_in_positions<T>(
    content: &mut Content<'_>,
    rows: Vec<OfTurn<T>>,
    list: fn(&mut Position) -> &mut Vec<T>,
    refuse: &mut Refuse<'_>,
) {
    for (row, OfTurn { turn, value }) in rows.into_iter().enumerate() {
        let position = match turn {
            None => Some(position(content.document.to_mut())),
            Some(turn) => turn_of(content, turn, row, refuse).map(|turn| &mut **turn.position.get_or_insert_default()),
        };
        if let Some(position) = position {
            list(position).push(value);
        }
    }
}

fn text_or_null(text: Option<&str>) -> Value {
    Value::Known(text.map_or(Cell::Null, |text| Cell::Text(text.into())))
}

fn continent(content: &Content<'_>, row: &OfTurn<Holding>) -> Value {
    let country = country(row.value.territory.as_str()).filter(|_| content.document.game.system == System::GlobalWar);
    text_or_null(country.map(|(_, country)| country.continent.name()))
}

fn owner_name(content: &Content<'_>, row: &OfTurn<Holding>) -> Value {
    let owner = row.value.owner.known().and_then(Option::as_ref);
    let player = owner.and_then(|owner| content.document.game.players.iter().find(|player| player.seat == *owner));
    text_or_null(player.and_then(Player::name))
}
