//! The players.

use super::rows::borrowed;
use crate::model::{Commendations, Field, Moment, Player, PlayerKind, Seat};
use crate::tables::column::stored;
use crate::tables::table::{Definition, Group, GroupName};

/// The players, in the order of the source.
pub static PLAYERS: Definition<Player> = Definition {
    name: "players",
    meaning: "the players, in the order of the source",
    key: &["seat"],
    columns: &[
        stored!(Player, "seat", Seat, |p| p.seat, "the seat, which other tables refer by"),
        stored!(Player, "name", Field<Option<String>>, |p| p.name, "the name; empty is an empty seat"),
        stored!(Player, "kind", Option<PlayerKind>, |p| p.kind, "what is not an ordinary player"),
        stored!(Player, "vote", Field<bool>, |p| p.vote, "the vote to start the game (Global War)"),
        stored!(
            Player,
            "last_moved",
            Field<Option<Moment>>,
            |p| p.last_moved,
            "when the player last took a turn; empty is never"
        ),
        stored!(
            Player,
            "commendations_general",
            Field<i32>,
            |p| p.commendations.as_ref()?.general,
            p.commendations.get_or_insert_default().general,
            "commendations from the General (Global War)"
        ),
        stored!(
            Player,
            "commendations_king",
            Field<i32>,
            |p| p.commendations.as_ref()?.king,
            p.commendations.get_or_insert_default().king,
            "commendations from the King (Global War)"
        ),
        stored!(
            Player,
            "commendations_queen",
            Field<i32>,
            |p| p.commendations.as_ref()?.queen,
            p.commendations.get_or_insert_default().queen,
            "commendations from the Queen (Global War)"
        ),
    ],
    groups: &[Group {
        name: GroupName { name: "commendations", meaning: "there are commendations of which nothing is known" },
        is_bare: |p| p.commendations == Some(Commendations::default()),
        make: |p| _ = p.commendations.get_or_insert_default(),
    }],
    unknown_row: None,
    rows: |content| borrowed(&content.document.game.players),
    blank: || Player::at(Seat::new("")),
    put: |content, rows, _| {
        content.document.to_mut().game.players = rows;
        Ok(())
    },
};
