//! Writes recovered games: complete ones as files of the game, others as documents that list what is missing.

use std::path::PathBuf;

use super::{Arguments, Group, ReadFile};
use crate::archive::{Overwriting, Saved, save_file};
use crate::cli::console::Console;
use crate::cli::places;
use crate::conversion::{self, Content, WriteOptions};
use crate::formats::{self, Format};
use crate::model::Document;
use crate::rules::recovery::{Recovered, Recovery};
use crate::text::english::counted;
use crate::text::{Diagnostic, codes};

/// Writes the recovered game if there is an output, and prints the result. Returns `false` if an output was asked for
/// and the game was not written as a complete one; for an output folder, a game with nothing to recover is no failure.
pub fn write(
    group: &Group,
    all: &[ReadFile],
    recovery: Recovery,
    arguments: &Arguments,
    overwriting: &Overwriting,
    console: &Console,
) -> bool {
    let Some(output) = &arguments.output else { return true };
    let emit = |d: Diagnostic| console.emit(&console.rendered(&[d.in_file(group.name.clone())], None));
    let Some(recovered) = recovery.recovered else {
        let why = recovery.nothing_because.unwrap_or_default();
        let d = Diagnostic::error(&codes::NOTHING_TO_RECOVER, format!("nothing is written: {why}"));
        emit(d.help(codes::NOTHING_TO_RECOVER.advice));
        return places::is_folder(output);
    };
    let mut warnings: Vec<Diagnostic> =
        recovered.warnings.iter().map(|why| Diagnostic::warning(&codes::RECOVERED_WITH_CARE, why)).collect();
    if arguments.read.strict {
        conversion::make_strict(&mut warnings);
    }
    let is_refused = warnings.iter().any(Diagnostic::is_error);
    warnings.into_iter().for_each(emit);
    if is_refused {
        return false;
    }
    let extension = formats::format(group.system.target).map_or("", |format| format.extension);
    let path = match places::is_folder(output) {
        true => output.join(place_below(group)).with_extension(extension),
        false => output.clone(),
    };
    let is_whole = recovered.holes.is_empty();
    let is_json = path.extension().is_some_and(|own| own.eq_ignore_ascii_case(formats::json::JSON.extension));
    let target = if is_whole && !is_json { formats::format(group.system.target) } else { None };
    let target = target.unwrap_or(&formats::json::JSON);
    let path = match target.text() {
        None if !is_json && path.as_os_str() != "-" => {
            let name = path.file_name().unwrap_or_default();
            path.with_file_name(places::with_extension(name, formats::json::JSON.extension))
        }
        _ => path,
    };
    let what = recovered.what.clone();
    let holes = holes(&recovered);
    let count = holes.len();
    let document = document(group, all, recovered, holes, target);
    let (outputs, mut diagnostics) = conversion::write(&document, target, &WriteOptions::default());
    diagnostics.retain(Diagnostic::is_error);
    let is_written = diagnostics.is_empty();
    diagnostics.into_iter().for_each(emit);
    let bytes = outputs.into_iter().find_map(|output| match output.content {
        Content::File(bytes) => Some(bytes),
        Content::Folder(_) => None,
    });
    let Some(bytes) = bytes.filter(|_| is_written) else { return false };
    let saved = if path.as_os_str() == "-" {
        let bytes = if arguments.dry_run { &[][..] } else { &bytes };
        console.print(bytes).map(|()| Saved::Written).map_err(|error| {
            Diagnostic::error(&codes::CANNOT_WRITE, format!("standard output cannot be written: {}", error.kind()))
        })
    } else {
        save_file(&path, &bytes, overwriting)
    };
    match saved {
        Ok(_) if count > 0 => {
            let values = counted(count, "value", "values");
            let lists = if arguments.dry_run { "would list" } else { "lists" };
            let message = format!("{values} of {what} cannot be known: {} {lists} them", path.display());
            emit(Diagnostic::error(&codes::HOLE, message).help(codes::HOLE.advice));
            false
        }
        Ok(_) => {
            let wrote = if arguments.dry_run { "would write" } else { "wrote" };
            console.remark(&format!("{wrote} {}: {what}", path.display()));
            true
        }
        Err(d) => {
            emit(d);
            false
        }
    }
}

/// Returns the path of a game below the output folder; it never leads out of that folder.
fn place_below(group: &Group) -> PathBuf {
    let name = group.relative.to_string_lossy().into_owned();
    crate::archive::member_place(&name).into_owned().into()
}

/// Returns the missing values as the diagnostics of a document.
fn holes(recovered: &Recovered) -> Vec<Diagnostic> {
    let hole = |hole: &crate::rules::recovery::Statement| {
        let d = Diagnostic::warning(&codes::HOLE, &hole.text);
        match &hole.path {
            Some(path) => d.on(path),
            None => d,
        }
    };
    recovered.holes.iter().map(hole).collect()
}

/// Builds the document of a recovered game, with the sources of the file that it is to be written like.
fn document(
    group: &Group,
    all: &[ReadFile],
    recovered: Recovered,
    holes: Vec<Diagnostic>,
    target: &Format,
) -> Document {
    let mut document = Document::new(recovered.game);
    document.diagnostics = holes;
    let like = recovered.like.and_then(|like| all.get(*group.members.get(like)?));
    if let Some(like) = like.filter(|_| target.text().is_some()) {
        document.sources.clone_from(&like.document.sources);
    }
    document
}
