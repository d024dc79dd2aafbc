//! The tables.

use std::borrow::Cow;

use super::column::{Bound, stored};
use super::games::{GAMES, war_mut};
use super::table::{Content, Definition, Group, GroupName, Note, Table};
use super::{Cell, Value};
use crate::model::{Commendations, Field, Holding, Moment, Place, Player, PlayerKind, Seat, Source, System};
use crate::rules::global_war::country;
use crate::text::{Diagnostic, Severity, codes};

/// Every table there is, in the order that they are read in.
pub static TABLES: &[&dyn Table] = &[&GAMES, &PLAYERS, &HOLDINGS, &MORE_LINES, &UNKNOWNS, &DIAGNOSTICS, &SOURCES];

static PLAYERS: Definition<Player> = Definition {
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
    rows: |content| borrowed(&content.document.game.players),
    blank: || Player::at(Seat::new("")),
    put: |content, rows| {
        content.document.to_mut().game.players = rows;
        Ok(())
    },
};

static HOLDINGS: Definition<Holding> = Definition {
    name: "holdings",
    meaning: "who holds which territory, in the order of the source",
    key: &["territory"],
    columns: &[
        stored!(Holding, "territory", Place, |h| h.territory, "the territory"),
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
    rows: |content| content.document.game.position.as_ref().map_or_else(Vec::new, |p| borrowed(&p.holdings)),
    blank: || Holding::of(Place::new("")),
    put: |content, rows| {
        if !rows.is_empty() {
            content.document.to_mut().game.position.get_or_insert_default().holdings = rows;
        }
        Ok(())
    },
};

/// A line of the source that no document describes.
#[derive(Clone)]
struct MoreLine {
    number: u32,
    text: String,
}

static MORE_LINES: Definition<MoreLine> = Definition {
    name: "more_lines",
    meaning: "lines beyond 127 of a Global War file, as they stand",
    key: &["number"],
    columns: &[
        stored!(MoreLine, "number", u32, |l| l.number, "its place, from 1"),
        stored!(MoreLine, "text", String, |l| l.text, "the line"),
    ],
    groups: &[],
    rows: |content| {
        let lines = content.document.game.details.global_war().map_or(&[][..], |war| &war.more_lines);
        lines.iter().zip(1..).map(|(text, number)| Cow::Owned(MoreLine { number, text: text.clone() })).collect()
    },
    blank: || MoreLine { number: 0, text: String::new() },
    put: put_more_lines,
};

/// What empty cells do not say by themselves.
pub static UNKNOWNS: Definition<Note> = Definition {
    name: "unknowns",
    meaning: "what was not understood, in the place of an empty cell; without a text the value is missing",
    key: &["table", "row", "column"],
    columns: &[
        stored!(Note, "table", String, |n| n.table, "the table of the empty cell"),
        stored!(Note, "row", u64, |n| n.row, "its row, from 1 without the header"),
        stored!(
            Note,
            "column",
            String,
            |n| n.column,
            "its column, or a part of the row that is there with nothing in it"
        ),
        stored!(
            Note,
            "text",
            Option<String>,
            |n| n.text,
            "the text that was not understood; empty where the value is missing, and not null"
        ),
    ],
    groups: &[],
    rows: |content| borrowed(&content.notes),
    blank: Note::default,
    put: |content, rows| {
        content.notes = rows;
        Ok(())
    },
};

static DIAGNOSTICS: Definition<Diagnostic> = Definition {
    name: "diagnostics",
    meaning: "what could not be read or understood when the sources were read",
    key: &[],
    columns: &[
        stored!(Diagnostic, "code", Cow<'static, str>, |d| d.code, "stable code; `ludex explain` says what it means"),
        stored!(Diagnostic, "severity", Severity, |d| d.severity, "how bad it is"),
        stored!(Diagnostic, "message", String, |d| d.message, "what is wrong"),
        stored!(Diagnostic, "file", Option<String>, |d| d.file, "the file it was found in"),
        stored!(Diagnostic, "member", Option<String>, |d| d.member, "the member of that file"),
        stored!(Diagnostic, "line", Option<usize>, |d| d.line, "line in the file, from 1"),
        stored!(Diagnostic, "column", Option<usize>, |d| d.column, "column in the line, from 1").unit("characters"),
        stored!(Diagnostic, "length", Option<usize>, |d| d.length, "length of the span").unit("characters"),
        stored!(Diagnostic, "path", Option<String>, |d| d.path, "place in the document"),
        stored!(Diagnostic, "help", Option<String>, |d| d.help, "what was expected, or what to do"),
    ],
    groups: &[],
    rows: |content| borrowed(&content.document.diagnostics),
    blank: || Diagnostic::note(&codes::BAD_VALUE, ""),
    put: |content, rows| {
        content.document.to_mut().diagnostics = rows;
        Ok(())
    },
};

/// A source without its text, which stands in a file of its own.
#[derive(Clone)]
struct SourceRow {
    source: Source,
    original: Option<String>,
}

static SOURCES: Definition<SourceRow> = Definition {
    name: "sources",
    meaning: "the files that the document came from",
    key: &[],
    columns: &[
        stored!(SourceRow, "format", String, |s| s.source.format, "the id of its format, such as war-dat"),
        stored!(SourceRow, "name", String, |s| s.source.name, "its name, without folders"),
        stored!(SourceRow, "encoding", String, |s| s.source.encoding, "the encoding of its bytes"),
        stored!(SourceRow, "bytes", u64, |s| s.source.bytes, "its length").unit("bytes"),
        stored!(SourceRow, "sha256", Option<String>, |s| s.source.sha256, "the SHA-256 of its bytes, in hexadecimal"),
        stored!(
            SourceRow,
            "original",
            Option<String>,
            |s| s.original,
            "the file beside the tables that holds its bytes"
        ),
    ],
    groups: &[],
    rows: |content| {
        let originals = content.originals.iter().cloned().chain(std::iter::repeat(None));
        let row = |(source, original): (&Source, _)| Cow::Owned(SourceRow { source: without_text(source), original });
        content.document.sources.iter().zip(originals).map(row).collect()
    },
    blank: || {
        let (format, name, encoding) = Default::default();
        SourceRow { source: Source { format, name, encoding, bytes: 0, sha256: None, text: None }, original: None }
    },
    put: |content, rows| {
        (content.document.to_mut().sources, content.originals) =
            rows.into_iter().map(|row| (row.source, row.original)).unzip();
        Ok(())
    },
};

fn borrowed<T: Clone>(rows: &[T]) -> Vec<Cow<'_, T>> {
    rows.iter().map(Cow::Borrowed).collect()
}

fn without_text(source: &Source) -> Source {
    let Source { format, name, encoding, bytes, sha256, text: _ } = source;
    let (format, name, encoding) = (format.clone(), name.clone(), encoding.clone());
    Source { format, name, encoding, bytes: *bytes, sha256: sha256.clone(), text: None }
}

fn put_more_lines(content: &mut Content<'_>, mut rows: Vec<MoreLine>) -> Result<(), Diagnostic> {
    rows.sort_by_key(|line| line.number);
    if let Some((line, _)) = rows.iter().zip(rows.iter().skip(1)).find(|(a, b)| a.number == b.number) {
        let message = format!("two lines have the number {}", line.number);
        return Err(Diagnostic::error(&codes::TWICE, message).help("give one of them another number"));
    }
    match war_mut(content.document.to_mut()) {
        Some(war) => war.more_lines = rows.into_iter().map(|line| line.text).collect(),
        None if rows.is_empty() => {}
        None => {
            let message = "lines of a Global War file, and the game is of another system";
            return Err(Diagnostic::error(&codes::OTHER_SYSTEM, message));
        }
    }
    Ok(())
}

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
