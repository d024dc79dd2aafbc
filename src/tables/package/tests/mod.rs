//! Round trips, and the diagnostics on folders that people edited.

mod diplomacy;
mod edited;
mod homeworlds;
mod lenient;
mod older;
mod random;
mod record;
mod round_trips;

use std::collections::BTreeMap;
use std::io;

use super::{Tables, read};
use crate::archive::FolderFile;
use crate::model::{Details, Document, Field, Game, Holding, Player, Position, Seat, Source, System};
use crate::systems::global_war::model::GlobalWarDetails;
use crate::tables::{PLAN, WHOLE_ROW};
use crate::text::{Code, Diagnostic, Encoding, Report};

/// Returns the game in the original `.DAT` or `.REC` of a document.
fn original_game(document: &Document) -> Option<Game> {
    let source = document.sources.first()?;
    let format = crate::formats::format(&source.format)?.text()?;
    format.read(source.text.as_deref()?, &mut Report::silent())
}

type Folder = BTreeMap<String, Vec<u8>>;

fn original(source: &Source) -> Option<Vec<u8>> {
    let encoding = Encoding::named(&source.encoding)?;
    encoding.encode(source.original()?).ok().map(|bytes| bytes.into_owned())
}

fn folder(document: &Document) -> Folder {
    folder_with(document, false)
}

fn folder_with(document: &Document, guard: bool) -> Folder {
    let files = Tables::of(document, &original, guard).unwrap().into_files().unwrap();
    let count = files.len();
    let folder: Folder = files.into_iter().map(|FolderFile { path, bytes }| (path, bytes)).collect();
    assert_eq!(folder.len(), count, "every path is there once");
    folder
}

fn refused(document: &Document) -> Vec<Diagnostic> {
    Tables::of(document, &original, false).err().unwrap()
}

fn read_folder(folder: &Folder) -> (Option<Document>, Vec<Diagnostic>) {
    let files = |path: &str| folder.get(path).cloned().ok_or_else(|| io::ErrorKind::NotFound.into());
    let (document, _, diagnostics) = read(&files, &original_game);
    (document, diagnostics)
}

fn text<'f>(folder: &'f Folder, path: &str) -> &'f str {
    std::str::from_utf8(&folder[path]).unwrap()
}

#[track_caller]
fn comes_back(document: &Document) -> Folder {
    let folder = folder(document);
    let (again, diagnostics) = read_folder(&folder);
    assert_eq!(diagnostics, []);
    assert_eq!(again.as_ref(), Some(document));
    folder
}

#[track_caller]
fn comes_back_guarded(document: &Document) {
    let (again, diagnostics) = read_folder(&folder_with(document, true));
    assert_eq!((again.as_ref(), diagnostics), (Some(document), vec![]));
}

/// Reads an edited folder, and returns the diagnostics: code, member, line and message.
fn said(folder: &Folder) -> Vec<(String, String, Option<usize>, String)> {
    let (document, diagnostics) = read_folder(folder);
    assert_eq!(document.is_none(), diagnostics.iter().any(Diagnostic::is_error));
    let said = |d: Diagnostic| (d.code.into_owned(), d.member.unwrap_or_default(), d.line, d.message);
    diagnostics.into_iter().map(said).collect()
}

#[track_caller]
fn says(folder: &Folder, code: &Code, member: &str, line: Option<usize>, message: &str) {
    let emitted = said(folder);
    let [(c, m, l, text)] = &emitted[..] else { panic!("{emitted:?}") };
    assert_eq!((c.as_str(), m.as_str(), *l), (code.id, member, line), "{text}");
    assert!(text.contains(message), "{text}");
}

fn edit(folder: &Folder, path: &str, from: &str, to: &str) -> Folder {
    let before = text(folder, path);
    assert!(before.contains(from), "{before}");
    let mut folder = folder.clone();
    folder.insert(path.into(), before.replacen(from, to, 1).into_bytes());
    folder
}

/// Returns a document with the game of a source, read as far as possible.
fn war(name: &str, text: &str) -> Document {
    let id = if name.ends_with(".REC") { "war-rec" } else { "war-dat" };
    let mut report = Report::salvaging();
    let game = crate::formats::format(id).unwrap().text().unwrap().read(text, &mut report).unwrap();
    let bytes = Encoding::CP437.encode(text).unwrap().into_owned();
    let mut document = Document::new(game);
    document.diagnostics = report.finish(text);
    document.sources.push(Source {
        format: id.into(),
        name: name.into(),
        path: None,
        containers: Vec::new(),
        modified: None,
        line: None,
        lines: None,
        encoding: "cp437".into(),
        bytes: bytes.len() as u64,
        sha256: Some(Source::sha256_of(&bytes)),
        text: Some(text.into()),
        base64: None,
    });
    document
}

/// Returns the text of a `.REC` of a team game under way.
fn recovery() -> String {
    let mut lines: Vec<String> = ["1", "0", "9", "3", "4", " 1.6579458000E+03"].map(str::to_owned).into();
    for (seat, name) in ["J\u{f6}RG", "\\", " BOB, \"THE\"", "NONE", "", "\\x"].into_iter().enumerate() {
        let vote = if seat == 1 { "?" } else { "T" };
        lines.extend([name, vote, if seat == 3 { "0.0" } else { "1671.25" }, "2", "x", "1"].map(str::to_owned));
    }
    lines.push("7".into());
    for country in 0..42 {
        lines.extend([(country + 1).to_string(), if country == 5 { "9".into() } else { (country % 7).to_string() }]);
    }
    lines.extend(["", "\\secret", "a,b"].map(str::to_owned));
    lines.join("\r\n") + "\r\n"
}

fn game_of(details: GlobalWarDetails) -> Document {
    let mut game = Game::new(System::GlobalWar);
    game.details = Details::GlobalWar(Box::new(details));
    Document::new(game)
}

fn small() -> Document {
    let mut document = game_of(GlobalWarDetails::default());
    for (seat, name) in [("1", Some("ANN")), ("2", None)] {
        document.game.players.push(Player { name: Field::Known(name.map(str::to_owned)), ..Player::at(seat.into()) });
    }
    let holding = |territory: &str, owner: Option<&str>, armies| Holding {
        owner: Field::Known(owner.map(Seat::from)),
        armies: Field::Known(armies),
        ..Holding::of(territory.into())
    };
    let holdings = vec![holding("Peru", Some("1"), 3), holding("Brazil", None, -4)];
    document.game.position = Some(Position { holdings, ..Position::default() });
    document
}

#[test]
fn the_whole_descriptor_names_every_table_and_reference() {
    let descriptor = super::descriptor();
    let resources = descriptor["resources"].as_array().unwrap();
    let names: Vec<&str> = resources.iter().filter_map(|r| r["name"].as_str()).collect();
    let ends = ["unknowns", "diagnostics", "sources"];
    assert_eq!((names[..2].to_vec(), names[names.len() - 3..].to_vec()), (vec!["games", "players"], ends.to_vec()));
    assert_eq!(names.len(), PLAN.len());
    let lists = PLAN.iter().flat_map(|table| &table.places).flat_map(|place| &place.rows.lists);
    assert!(lists.max() < Some(&crate::tables::plan::NO_SCOPE.len()));
    for table in PLAN.iter() {
        for column in &table.columns {
            if let Some(reference) = column.refers_to {
                let other = PLAN.iter().find(|t| t.name == reference.table).unwrap();
                assert!(other.place(reference.column).is_some());
            }
            let is_base = |base| table.place(base).is_some() || base == WHOLE_ROW && table.may_be_unknown;
            assert!(!column.meaning.is_empty(), "{}.{}", table.name, column.name);
            assert!(column.derived_from().is_none_or(is_base));
        }
        assert!(table.key.iter().all(|name| table.place(name).is_some()));
        assert_eq!(table.place(WHOLE_ROW), None);
        assert_eq!(table.place("understood").is_some(), table.may_be_unknown);
    }
}
