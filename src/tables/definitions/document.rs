//! What stands beside the game: what was not understood, diagnostics, sources.

use std::borrow::Cow;

use super::rows::borrowed;
use crate::model::Source;
use crate::tables::column::stored;
use crate::tables::table::{Definition, Note};
use crate::text::{Diagnostic, Severity, codes};

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
            "its column, or a part of the row that is there with nothing in it, or whole_row"
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
    unknown_row: None,
    rows: |content| borrowed(&content.notes),
    blank: Note::default,
    put: |content, rows, _| {
        content.notes = rows;
        Ok(())
    },
};

/// What could not be read or understood.
pub static DIAGNOSTICS: Definition<Diagnostic> = Definition {
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
    unknown_row: None,
    rows: |content| borrowed(&content.document.diagnostics),
    blank: || Diagnostic::note(&codes::BAD_VALUE, ""),
    put: |content, rows, _| {
        content.document.to_mut().diagnostics = rows;
        Ok(())
    },
};

/// A source without its text, which stands in a file of its own.
#[derive(Clone)]
pub struct SourceRow {
    source: Source,
    original: Option<String>,
}

/// The files that the document came from.
pub static SOURCES: Definition<SourceRow> = Definition {
    name: "sources",
    meaning: "the files that the document came from",
    key: &[],
    columns: &[
        stored!(SourceRow, "format", String, |s| s.source.format, "the id of its format, such as war-dat"),
        stored!(SourceRow, "name", String, |s| s.source.name, "its name, without folders"),
        stored!(SourceRow, "path", Option<String>, |s| s.source.path, "its path below the folder that was converted"),
        stored!(
            SourceRow,
            "line",
            Option<u64>,
            |s| s.source.line,
            "which game of a file with a game a line it is, from 1"
        ),
        stored!(SourceRow, "lines", Option<u64>, |s| s.source.lines, "how many games that file has"),
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
    unknown_row: None,
    rows: |content| {
        let originals = content.originals.iter().cloned().chain(std::iter::repeat(None));
        let row = |(source, original): (&Source, _)| Cow::Owned(SourceRow { source: without_text(source), original });
        content.document.sources.iter().zip(originals).map(row).collect()
    },
    blank: || {
        let (format, name, encoding) = Default::default();
        SourceRow {
            source: Source {
                format,
                name,
                path: None,
                line: None,
                lines: None,
                encoding,
                bytes: 0,
                sha256: None,
                text: None,
            },
            original: None,
        }
    },
    put: |content, rows, _| {
        (content.document.to_mut().sources, content.originals) =
            rows.into_iter().map(|row| (row.source, row.original)).unzip();
        Ok(())
    },
};

fn without_text(source: &Source) -> Source {
    let Source { format, name, path, line, lines, encoding, bytes, sha256, text: _ } = source;
    Source {
        format: format.clone(),
        name: name.clone(),
        path: path.clone(),
        line: *line,
        lines: *lines,
        encoding: encoding.clone(),
        bytes: *bytes,
        sha256: sha256.clone(),
        text: None,
    }
}
