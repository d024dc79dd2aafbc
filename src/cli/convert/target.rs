//! The targets of outputs, and their formats.

use std::path::{Path, PathBuf};

use clap::builder::PossibleValue;

use super::Arguments;
use crate::archive::bag::PAYLOAD;
use crate::archive::{self, Input, InputKind};
use crate::cli::Status;
use crate::cli::console::Console;
use crate::cli::places::ends_in_slash;
use crate::cli::values::{OneOf, format_of, written_formats};
use crate::conversion;
use crate::formats::{self, Collection, Format, Kind};
use crate::systems::diplomacy::formats::GAME;

/// A value of `-t`.
#[derive(Clone, Copy)]
pub enum WantedFormat {
    /// The formats that each document was read from.
    Source,
    /// One format for all.
    One(&'static Format),
    /// A collection, which takes all inputs.
    Collection(&'static Collection),
}

const SOURCE: &str = "source";

/// Accepts the values of `-t`.
pub const WANTED_FORMAT: OneOf<WantedFormat> = OneOf::new(
    |id| match id {
        SOURCE => Some(WantedFormat::Source),
        id => format_of(id).map(WantedFormat::One).or_else(|| formats::collection(id).map(WantedFormat::Collection)),
    },
    || {
        let source = PossibleValue::new(SOURCE).help("The formats that each document was read from");
        let collection = |collection: &&Collection| PossibleValue::new(collection.id).help(collection.name);
        written_formats().into_iter().chain(formats::COLLECTIONS.iter().map(collection)).chain([source]).collect()
    },
);

impl WantedFormat {
    /// Returns the value as `-t` accepts it.
    pub fn id(self) -> &'static str {
        match self {
            WantedFormat::Source => SOURCE,
            WantedFormat::One(format) => format.id,
            WantedFormat::Collection(collection) => collection.id,
        }
    }

    /// Returns whether it stands for tables.
    pub fn is_csv(self) -> bool {
        self.id() == formats::CSV.id
    }

    /// Returns whether it can be written as a file with a game on each line.
    fn is_game(self) -> bool {
        matches!(self.id(), id if id == SOURCE || id == GAME.id)
    }
}

/// The target of outputs.
pub enum Target {
    Stdout,
    /// The input file itself.
    InPlace,
    /// A file, or for csv a folder with one document.
    One(PathBuf),
    /// A folder with an output for each input.
    Into(PathBuf),
    /// One file or folder for all inputs, or standard output if there is no path.
    Collection(CollectionTarget, Option<PathBuf>),
}

impl Target {
    /// Determines the target from the arguments, for one input or for `many`.
    pub fn new(arguments: &Arguments, console: &Console, many: bool, inputs: &[Input]) -> Result<Target, Status> {
        if arguments.in_place {
            return Ok(Target::InPlace);
        }
        if let Some(target) = CollectionTarget::new(arguments, console, many, inputs)? {
            let output = target.output(arguments, console)?;
            return Ok(Target::Collection(target, output));
        }
        if arguments.all_originals {
            return Err(console
                .usage("--all-originals is for what holds many documents: -t sqlite, -t parquet or -t csv --merge"));
        }
        if arguments.bag {
            return Ok(Target::Into(payload(arguments, console)?));
        }
        let to_csv = arguments.to.is_some_and(WantedFormat::is_csv);
        let are_lines = inputs.iter().all(|input| matches!(input.kind, InputKind::Line(_)));
        let is_line_file = |path: &Path| archive::is_line_file(path) && !path.is_dir() && !ends_in_slash(path);
        // Games of one such file go to one file again, and saved games do if the output is named like one.
        let to_lines = match (arguments.to, &arguments.output) {
            (Some(to), Some(path)) if path.as_os_str() != "-" => to.is_game() && is_line_file(path),
            (Some(to), _) => to.is_game() && are_lines,
            (None, Some(path)) => are_lines && is_line_file(path),
            (None, None) => false,
        };
        let are_several = many && (inputs.len() > 1 || inputs.iter().any(Input::is_container));
        match &arguments.output {
            None if are_several && !to_lines => {
                Err(console.usage("many inputs need a folder for their outputs: add -o FOLDER/"))
            }
            None if to_csv => Err(console.usage("csv is a folder of tables: add -o FOLDER")),
            None => Ok(Target::Stdout),
            Some(path) if path.as_os_str() == "-" => {
                if are_several && !to_lines || to_csv {
                    return Err(console.usage("standard output holds one file: add -o FOLDER/"));
                }
                Ok(Target::Stdout)
            }
            Some(path) if path.is_dir() && (many || !to_csv) => Ok(Target::Into(path.clone())),
            Some(path) if many && to_lines => Ok(Target::One(path.clone())),
            Some(path) if many => match refused_as_folder(path) {
                Some(message) => Err(console.usage(&message)),
                None => Ok(Target::Into(path.clone())),
            },
            Some(path) if !to_csv && ends_in_slash(path) => Ok(Target::Into(path.clone())),
            Some(path) => Ok(Target::One(path.clone())),
        }
    }
}

/// Returns the folder for outputs in a bag.
fn payload(arguments: &Arguments, console: &Console) -> Result<PathBuf, Status> {
    match arguments.output.as_deref() {
        Some(path) if path.as_os_str() != "-" && !path.is_file() => Ok(path.join(PAYLOAD)),
        path => {
            let shown = path.unwrap_or(Path::new("-")).display();
            Err(console.usage(&format!("a bag is a folder, and {shown} is none: add -o FOLDER/")))
        }
    }
}

/// Returns why a path that is not a folder cannot be one for several outputs; `None` if it can.
fn refused_as_folder(path: &Path) -> Option<String> {
    let shown = path.display();
    if path.exists() {
        return Some(format!("{shown} is a file, and many inputs need a folder: -o FOLDER/"));
    }
    (path.extension().is_some() && !ends_in_slash(path)).then(|| {
        format!(
            "{shown} is the name of one file, and there are many inputs: -o {shown}/ writes each into a folder, and \
             --together makes one document of inputs that speak of one game"
        )
    })
}

/// A collection, which holds many documents.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum CollectionTarget {
    /// A file with a document on each line.
    Lines,
    /// A package of tables.
    Csv,
    /// An SQLite database.
    Sqlite,
    /// A folder of Parquet files.
    Parquet,
}

impl CollectionTarget {
    /// Determines the collection from the arguments; `None` if they ask for none.
    fn new(arguments: &Arguments, console: &Console, many: bool, inputs: &[Input]) -> Result<Option<Self>, Status> {
        // The name of a bag says nothing about its content.
        let output = arguments.output.as_deref().filter(|path| path.as_os_str() != "-" && !arguments.bag);
        let has_extension = |wanted: &str| {
            output.and_then(Path::extension).is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
        };
        let to_csv = match arguments.to {
            Some(to) => to.is_csv(),
            None => has_extension(formats::CSV.extension),
        };
        if arguments.merge && !to_csv {
            return Err(
                console.usage("--merge is for tables: add -t csv; sqlite, parquet and jsonl always hold all inputs")
            );
        }
        let is_named = || {
            output.is_some_and(|path| !path.is_dir() && !ends_in_slash(path)) && has_extension(formats::CSV.extension)
        };
        if to_csv && (arguments.merge || many && arguments.to.is_some() && is_named()) {
            return Ok(Some(CollectionTarget::Csv));
        }
        let by_name = || {
            let name = output?.file_name()?.to_string_lossy();
            // Saved games read from a file with one on each line become such a file again.
            let are_games = inputs.iter().all(|input| matches!(input.kind, InputKind::Line(line) if !line.is_document));
            let is_one = |collection: &&&Collection| {
                let is_named = collection.file_names.iter().any(|pattern| formats::is_name(pattern, &name));
                is_named || has_extension(collection.extension)
            };
            let found = formats::COLLECTIONS.iter().find(is_one)?;
            (found.id != formats::JSONL.id || !are_games).then_some(*found)
        };
        let collection = match arguments.to {
            Some(WantedFormat::Collection(collection)) => Some(collection),
            Some(_) => None,
            None => by_name(),
        };
        let Some(collection) = collection else { return Ok(None) };
        if arguments.all_originals && collection.id == formats::JSONL.id {
            return Err(
                console.usage("jsonl holds documents alone: --all-originals is for sqlite, parquet and csv --merge")
            );
        }
        if !collection.is_built {
            let feature = collection.feature.unwrap_or_default();
            let message =
                format!("this build of ludex has no {}: it was built without the feature `{feature}`", collection.id);
            return Err(console.usage(&message));
        }
        Ok(Some(match collection.id {
            id if id == formats::JSONL.id => CollectionTarget::Lines,
            id if id == formats::SQLITE.id => CollectionTarget::Sqlite,
            _ => CollectionTarget::Parquet,
        }))
    }

    /// Returns the id of its format.
    pub fn id(self) -> &'static str {
        match self {
            CollectionTarget::Lines => formats::JSONL.id,
            CollectionTarget::Csv => formats::CSV.id,
            CollectionTarget::Sqlite => formats::SQLITE.id,
            CollectionTarget::Parquet => formats::PARQUET.id,
        }
    }

    /// Returns the path of the collection; `None` for standard output.
    fn output(self, arguments: &Arguments, console: &Console) -> Result<Option<PathBuf>, Status> {
        let id = self.id();
        if arguments.bag {
            let name = match self {
                CollectionTarget::Csv => "tables".to_owned(),
                CollectionTarget::Parquet => id.to_owned(),
                CollectionTarget::Lines | CollectionTarget::Sqlite => format!("games.{id}"),
            };
            return Ok(Some(payload(arguments, console)?.join(name)));
        }
        let is_folder = matches!(self, CollectionTarget::Csv | CollectionTarget::Parquet);
        match arguments.output.as_deref().filter(|path| path.as_os_str() != "-") {
            None if self == CollectionTarget::Lines => Ok(None),
            None if is_folder => Err(console.usage(&format!("{id} is a folder of tables: add -o FOLDER"))),
            None => Err(console.usage(&format!("{id} is one file: add -o games.{id}"))),
            Some(path) if !is_folder && (path.is_dir() || ends_in_slash(path)) => {
                let message = format!(
                    "{0} is a folder, and {id} is one file: -o {1}",
                    path.display(),
                    path.join(format!("games.{id}")).display()
                );
                Err(console.usage(&message))
            }
            Some(path) if is_folder && path.is_file() => {
                Err(console.usage(&format!("{} is a file, and {id} is a folder of tables", path.display())))
            }
            Some(path) => Ok(Some(path.to_owned())),
        }
    }
}

/// The format of outputs.
#[derive(Clone, Copy)]
pub enum TargetFormat {
    /// One format for all.
    Fixed(&'static Format),
    /// The format of each input.
    OfInput,
    /// The formats that each document was read from.
    OwnSources,
    /// A collection.
    Collection(CollectionTarget),
}

impl TargetFormat {
    /// Returns the id of the format, as `-t` accepts it.
    pub fn id(self) -> &'static str {
        match self {
            TargetFormat::Fixed(format) => format.id,
            TargetFormat::OfInput | TargetFormat::OwnSources => SOURCE,
            TargetFormat::Collection(target) => target.id(),
        }
    }

    /// Determines the format: the one asked for, or the one that the output's name implies, or else JSON.
    pub fn new(arguments: &Arguments, console: &Console, target: &Target, inputs: &[Input]) -> Result<Self, Status> {
        match (arguments.to, target) {
            (_, Target::Collection(target, _)) => Ok(TargetFormat::Collection(*target)),
            (Some(WantedFormat::Collection(_)), _) => Ok(TargetFormat::Fixed(&formats::json::JSON)),
            (Some(WantedFormat::Source), _) => Ok(TargetFormat::OwnSources),
            (Some(WantedFormat::One(format)), _) => Ok(TargetFormat::Fixed(format)),
            (None, Target::One(path))
                if archive::is_line_file(path)
                    && inputs.iter().all(|input| matches!(input.kind, InputKind::Line(_))) =>
            {
                Ok(TargetFormat::Fixed(&GAME))
            }
            (None, Target::One(path)) => match by_name(path, inputs) {
                Some(format) => Ok(TargetFormat::Fixed(format)),
                None => Err(console.usage(&unclaimed(path))),
            },
            (None, Target::InPlace) => Ok(TargetFormat::OfInput),
            (None, Target::Stdout | Target::Into(_)) => Ok(TargetFormat::Fixed(&formats::json::JSON)),
        }
    }
}

/// Returns the format that the name of an output implies; `None` if no format has its extension.
fn by_name(path: &Path, inputs: &[Input]) -> Option<&'static Format> {
    let is_device = path.metadata().is_ok_and(|there| !there.is_file() && !there.is_dir());
    let Some(name) = path.file_name().map(|name| name.to_string_lossy()).filter(|_| !is_device) else {
        return Some(&formats::json::JSON);
    };
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let is_json = extension.eq_ignore_ascii_case(formats::json::JSON.extension);
    let writable = || formats::FORMATS.iter().copied().filter(|format| !matches!(format.kind, Kind::NotRead(_)));
    let by_extension = || writable().filter(|format| has_extension(format, &extension));
    match inputs {
        // Other formats use the extension of JSON too, and a document may have been read from a file with any name.
        [document] => of_source(document, &name),
        _ => None,
    }
    .or_else(|| is_json.then_some(&formats::json::JSON))
    .or_else(|| by_extension().min_by_key(|format| format.text().is_some()))
    .or_else(|| writable().find(|format| is_usual_name(format, &name, inputs)))
    .or_else(|| extension.is_empty().then_some(&formats::json::JSON))
}

/// Returns whether a name is usual for a text format. A name without an extension, such as `G001`, counts only if a
/// document is written back.
fn is_usual_name(format: &Format, name: &str, inputs: &[Input]) -> bool {
    let is_document =
        |input: &Input| input.kind == InputKind::Package || input.name().to_lowercase().ends_with(".json");
    let may_be_meant = Path::new(name).extension().is_some() || inputs.iter().any(is_document);
    may_be_meant && format.text().is_some() && format.is_usual_name(name)
}

fn has_extension(format: &Format, extension: &str) -> bool {
    format.extension.eq_ignore_ascii_case(extension)
}

/// Returns the format of the source with this name, if the input is a document.
fn of_source(input: &Input, name: &str) -> Option<&'static Format> {
    let originals = match input.kind {
        InputKind::Package => conversion::originals_of_package(&|path| input.table(path)).ok()?,
        InputKind::File => {
            let bytes = input.bytes().ok().filter(|bytes| formats::json::is_document(bytes))?;
            conversion::originals(&bytes).ok()?
        }
        InputKind::Stdin { .. } | InputKind::Line(_) => return None,
    };
    let source = originals.iter().map(|original| &original.source).find(|source| source.name == name)?;
    formats::format(&source.format)
}

/// Returns the message for an output with an extension that no format has.
fn unclaimed(path: &Path) -> String {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let mut message = format!("no format is written with the extension .{extension}; name one with -t, or use one of:");
    for format in formats::FORMATS.iter().filter(|format| !matches!(format.kind, Kind::NotRead(_))) {
        let mut extensions = vec![format.extension];
        let of_names = format.file_names.iter().filter_map(|pattern| Path::new(pattern).extension()?.to_str());
        extensions.extend(of_names.filter(|extension| extension.chars().all(char::is_alphanumeric)));
        extensions.dedup();
        // The extension of JSON stands for documents, although other formats use it too.
        extensions
            .retain(|extension| format.id == formats::json::JSON.id || *extension != formats::json::JSON.extension);
        if !extensions.is_empty() {
            message += &format!("\n  {:<17} .{}", format.id, extensions.join(", ."));
        }
    }
    for collection in formats::COLLECTIONS.iter().filter(|collection| collection.is_built) {
        let of_names = collection.file_names.iter().filter_map(|pattern| Path::new(pattern).extension()?.to_str());
        let mut extensions: Vec<&str> = [collection.extension].into_iter().chain(of_names).collect();
        extensions.dedup();
        message += &format!("\n  {:<17} .{}", collection.id, extensions.join(", ."));
    }
    message
}
