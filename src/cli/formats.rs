//! `ludex formats`

use clap::Args;
use clap::builder::PossibleValue;
use serde_json::{Value, json};

use crate::archive::containers::KINDS;
use crate::formats::{
    COLLECTIONS, Collection, FORMATS, Format, GamePart, Join, Kind, collection, conversions_from, conversions_into,
    system_of,
};
use crate::view::layout::{Column, Page};

use super::Status;
use super::console::Console;
use super::rows::{RowArguments, RowFormat, Rows};
use super::terminal::{self, USUAL_WIDTH};
use super::values::{ANY_FORMAT, OneOf, format_of};

/// List the formats, or describe one: its contents and the formats it converts to
#[derive(Args)]
pub struct Arguments {
    /// Format to describe; by default, all formats are listed
    #[arg(value_name = "FORMAT", value_parser = SHOWN, hide_possible_values = true)]
    id: Option<Shown>,
    /// List the archives, disk images and mails that are read in place, with the compression methods of each
    #[arg(long, conflicts_with = "id")]
    archives: bool,
    #[command(flatten)]
    rows: RowArguments,
    /// Same as --format json
    #[arg(long, conflicts_with = "format", help_heading = "Output options")]
    json: bool,
}

/// A thing that the command shows.
#[derive(Clone, Copy)]
enum Shown {
    Format(&'static Format),
    Collection(&'static Collection),
}

/// Accepts the id of a format or of a collection.
const SHOWN: OneOf<Shown> = OneOf::new(
    |id| format_of(id).map(Shown::Format).or_else(|| collection(id).map(Shown::Collection)),
    || {
        let collection = |collection: &&Collection| PossibleValue::new(collection.id).help(collection.name);
        (ANY_FORMAT.names)().into_iter().chain(COLLECTIONS.iter().map(collection)).collect()
    },
);

impl Shown {
    fn all() -> impl Iterator<Item = Shown> {
        let collections = COLLECTIONS.iter().map(|collection| Shown::Collection(collection));
        FORMATS.iter().map(|format| Shown::Format(format)).chain(collections)
    }

    fn id(self) -> &'static str {
        match self {
            Shown::Format(format) => format.id,
            Shown::Collection(collection) => collection.id,
        }
    }

    /// Returns the object for scripts.
    fn object(self) -> Value {
        match self {
            Shown::Format(format) => object(format),
            Shown::Collection(collection) => json!({
                "id": collection.id,
                "name": collection.name,
                "system": null,
                "about": collection.about,
                "reads": collection.is_read,
                "writes": collection.is_built,
                "file_names": collection.file_names,
                "extension": collection.extension,
                "encoding": null,
                "max_size": null,
                "holds": GamePart::ALL.iter().map(|part| part.words()).collect::<Vec<_>>(),
                "joins": null,
                "converts_to": [],
                "converts_from": [],
                "collection": true,
            }),
        }
    }

    /// Returns the cells of the row in a table.
    fn cells(self) -> Vec<String> {
        match self {
            Shown::Format(format) => {
                vec![format.id.into(), format.name.into(), self.ability().into(), file_names(format.file_names)]
            }
            Shown::Collection(collection) => {
                let names = file_names(collection.file_names);
                vec![collection.id.into(), collection.name.into(), self.ability().into(), names]
            }
        }
    }

    fn ability(self) -> &'static str {
        match self {
            Shown::Format(format) => ability(format),
            Shown::Collection(collection) if collection.is_built => collection.ability,
            Shown::Collection(_) => NOT_BUILT,
        }
    }

    /// Returns the page for people.
    fn page(self, colour: bool) -> String {
        match self {
            Shown::Format(format) => page(format, colour),
            Shown::Collection(collection) => {
                let mut page = Page::new(terminal::width().unwrap_or(USUAL_WIDTH));
                page.heading(&format!("{} - {}", collection.id, collection.name), colour);
                page.paragraph(collection.about);
                if let Some(feature) = collection.feature.filter(|_| !collection.is_built) {
                    page.paragraph(&format!("This build was made without the feature `{feature}`."));
                }
                let names = file_names(collection.file_names);
                let rows = [("Usual names", names), ("Extension", format!(".{}", collection.extension))];
                let rows = rows.into_iter().filter(|(_, fact)| !fact.is_empty());
                let rows: Vec<Vec<String>> = rows.map(|(name, fact)| vec![name.to_owned(), fact]).collect();
                page.table(&[Column::text("Ludex"), Column::text(self.ability())], &rows);
                page.into_text()
            }
        }
    }
}

/// The note on formats that a build was made without.
const NOT_BUILT: &str = "not in this build";

const KEYS: &[&str] = &[
    "id",
    "name",
    "system",
    "about",
    "reads",
    "writes",
    "file_names",
    "extension",
    "encoding",
    "max_size",
    "holds",
    "joins",
    "converts_to",
    "converts_from",
    "collection",
];

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    let json = arguments.json.then_some(RowFormat::Json);
    let wanted = arguments.rows.format.or(json).or(console.is_json().then_some(RowFormat::Jsonl));
    if arguments.archives {
        return list_archives(wanted.unwrap_or(RowFormat::Table), console);
    }
    match (arguments.id, wanted) {
        (Some(shown), None | Some(RowFormat::Table)) => {
            console.print(shown.page(console.colours_output()).as_bytes())?
        }
        (Some(shown), Some(RowFormat::Json)) => {
            console.print((serde_json::to_string_pretty(&shown.object())? + "\n").as_bytes())?;
        }
        (None, Some(RowFormat::Json)) => {
            let list: Vec<Value> = Shown::all().map(Shown::object).collect();
            console.print((serde_json::to_string_pretty(&list)? + "\n").as_bytes())?;
        }
        (id, wanted) => {
            let header = &["ID", "NAME", "LUDEX", "USUAL FILE NAMES"];
            let mut rows = Rows::new(console, wanted.unwrap_or(RowFormat::Table), KEYS, header);
            for shown in Shown::all().filter(|shown| id.is_none_or(|id| id.id() == shown.id())) {
                rows.add(&shown.object(), || shown.cells())?;
            }
            rows.finish()?;
            if id.is_none() && wanted.is_none_or(|wanted| wanted == RowFormat::Table) {
                console.remark("\nFiles in archives are read in place: `ludex formats --archives` lists these.");
            }
        }
    }
    Ok(Status::Done)
}

const ARCHIVE_KEYS: &[&str] = &["id", "name", "extensions", "methods", "unproved_methods"];

/// Lists the kinds of containers. A method of packing counts as proved if a test unpacks a file that another program
/// packed with it.
fn list_archives(form: RowFormat, console: &Console) -> anyhow::Result<Status> {
    let mut rows = Rows::new(console, form, ARCHIVE_KEYS, &["ID", "NAME", "USUAL EXTENSIONS", "PACKED BY"]);
    for kind in KINDS {
        let names = |is_proved: bool| -> Vec<&str> {
            kind.methods.iter().filter(|method| method.is_proved == is_proved).map(|method| method.name).collect()
        };
        let object = json!({
            "id": kind.id,
            "name": kind.title,
            "extensions": kind.extensions,
            "methods": names(true),
            "unproved_methods": names(false),
        });
        let mut methods = names(true).join(", ");
        if !names(false).is_empty() {
            methods += &format!("; unproved: {}", names(false).join(", "));
        }
        rows.add(&object, || vec![kind.id.into(), kind.title.into(), kind.extensions.join(" "), methods])?;
    }
    rows.finish()?;
    if KINDS.is_empty() {
        console.remark("This build reads no archives: it was built without the feature `archives`.");
    }
    Ok(Status::Done)
}

fn is_handled(format: &Format) -> bool {
    !matches!(format.kind, Kind::NotRead(_))
}

fn ability(format: &Format) -> &'static str {
    if is_handled(format) { "reads, writes" } else { "identifies" }
}

/// Returns the usual file names, with `#` for a digit.
fn file_names(patterns: &[&str]) -> String {
    let names: Vec<String> = patterns.iter().map(|name| name.replace("[0-9]", "#")).collect();
    names.join(" ")
}

/// Returns the formats whose files are joined with those of this one to one document.
fn joined(format: &Format) -> Option<String> {
    match format.joins? {
        Join::With { to, .. } => Some(to.join(" or ")),
        Join::PlayerFiles { .. } => Some("its own kind".to_owned()),
    }
}

/// Returns the maximum size of a file that is read by default; `None` if there is no limit.
fn max_size(format: &Format) -> Option<usize> {
    Some(format.max_file_size).filter(|&max_file_size| max_file_size < usize::MAX)
}

/// Returns the object of a format for scripts.
fn object(format: &Format) -> Value {
    let words = |parts: &[GamePart]| parts.iter().map(|part| part.words()).collect::<Vec<_>>();
    let conversions = |all: Vec<(&Format, Vec<GamePart>)>| {
        let object =
            |(other, left_out): (&Format, Vec<GamePart>)| json!({"format": other.id, "leaves_out": words(&left_out)});
        all.into_iter().map(object).collect::<Vec<_>>()
    };
    json!({
        "id": format.id,
        "name": format.name,
        "system": system_of(format),
        "about": format.facts.about,
        "reads": is_handled(format),
        "writes": is_handled(format),
        "file_names": format.file_names,
        "extension": format.extension,
        "encoding": format.encoding.name(),
        "max_size": max_size(format),
        "holds": words(format.facts.holds),
        "joins": joined(format),
        "converts_to": conversions(conversions_from(format)),
        "converts_from": conversions(conversions_into(format)),
        "collection": false,
    })
}

/// Returns the page of a format for people.
fn page(format: &Format, colour: bool) -> String {
    let mut page = Page::new(terminal::width().unwrap_or(USUAL_WIDTH));
    page.heading(&format!("{} - {}", format.id, format.name), colour);
    page.paragraph(format.facts.about);
    let holds: Vec<&str> = format.facts.holds.iter().map(|part| part.words()).collect();
    let joins = joined(format).map_or_else(String::new, |other| format!("a file of {other}, into one document"));
    let size = max_size(format).map_or_else(String::new, |bytes| format!("{} (--max-size allows more)", size(bytes)));
    let facts = [
        ("System", system_of(format).map_or("any", |system| system.name()).to_owned()),
        ("Usual names", file_names(format.file_names)),
        ("Extension", if is_handled(format) { format!(".{}", format.extension) } else { String::new() }),
        ("Encoding", format.encoding.name().to_owned()),
        ("Largest file", size),
        (
            "Holds",
            if holds.len() == GamePart::ALL.len() { "all that any format holds".into() } else { holds.join(", ") },
        ),
        ("Joins", joins),
    ];
    let rows = facts.into_iter().filter(|(_, fact)| !fact.is_empty());
    let rows: Vec<Vec<String>> = rows.map(|(name, fact)| vec![name.to_owned(), fact]).collect();
    let ability = if is_handled(format) { "reads and writes it" } else { "identifies it, and does not read it yet" };
    page.table(&[Column::text("Ludex"), Column::text(ability)], &rows);
    conversions(&mut page, "CONVERTS INTO", conversions_from(format));
    conversions(&mut page, "CONVERTED FROM", conversions_into(format));
    if format.codes.iter().any(|codes| !codes.is_empty()) {
        let first = format.codes.iter().filter_map(|codes| codes.first()).next().map_or("", |code| code.id);
        page.paragraph(&format!(
            "Its messages have codes such as {first}; `ludex explain {first}` says what one means."
        ));
    }
    page.into_text()
}

fn conversions(page: &mut Page, title: &'static str, all: Vec<(&Format, Vec<GamePart>)>) {
    let row = |(other, left_out): &(&Format, Vec<GamePart>)| {
        let words: Vec<&str> = left_out.iter().map(|part| part.words()).collect();
        vec![other.id.to_owned(), if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }]
    };
    if !all.is_empty() {
        let rows: Vec<Vec<String>> = all.iter().map(row).collect();
        page.table(&[Column::text(title), Column::text("LEFT OUT")], &rows);
    }
}

/// Formats a number of bytes as `--max-size` accepts it.
fn size(bytes: usize) -> String {
    let (megabyte, kilobyte) = (1 << 20, 1 << 10);
    match bytes {
        _ if bytes.is_multiple_of(megabyte) => format!("{}M", bytes / megabyte),
        _ if bytes.is_multiple_of(kilobyte) => format!("{}K", bytes / kilobyte),
        _ => bytes.to_string(),
    }
}
