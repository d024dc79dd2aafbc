//! Saves the outputs of inputs to their places.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::PoisonError;

use super::target::Target;
use super::{Converted, Job, STDOUT};
use crate::archive::{Input, Saved, replace_file, save_file, save_folder};
use crate::cli::places;
use crate::cli::tally::{Outcome, Tally};
use crate::conversion::{self, Content, GameLine, Output, line_files, sha256};
use crate::formats::Format;
use crate::text::{Diagnostic, codes};

impl Job<'_> {
    /// Writes the files whose lines are games. A file is not written if one of its games could not be converted.
    pub(super) fn save_lines(&self, lines: Vec<GameLine>, tally: &mut Tally<'_>) -> anyhow::Result<()> {
        for file in line_files(lines) {
            let mut emitted = file.diagnostics;
            if self.arguments.read.strict || tally.failed() > 0 {
                conversion::make_strict(&mut emitted);
            }
            let label =
                if matches!(self.target, Target::Stdout) { STDOUT.into() } else { file.path.display().to_string() };
            if !emitted.iter().any(Diagnostic::is_error) {
                if matches!(self.target, Target::Stdout) {
                    self.console.print(&file.bytes)?;
                } else if !self.is_first(&file.path) {
                    emitted.push(places::same_output(&file.path));
                } else if let Err(d) = save_file(&file.path, &file.bytes, &self.overwriting) {
                    emitted.push(d);
                }
            }
            emitted.iter_mut().for_each(|d| d.file = Some(label.clone()));
            self.console.emit(&self.console.rendered(&emitted, None));
            tally.add_diagnostics(&emitted)?;
        }
        Ok(())
    }

    /// Returns the outputs of one input with their paths; text for standard output is added to `printed`.
    pub(super) fn place(
        &self,
        input: &Input,
        outputs: Vec<(&'static Format, Output)>,
        printed: &mut Vec<u8>,
        lines: &mut Vec<GameLine>,
        emitted: &mut Vec<Diagnostic>,
    ) -> Result<Vec<(PathBuf, Content)>, Diagnostic> {
        if outputs.len() > 1 && !matches!(self.target, Target::Into(_)) {
            let names: Vec<String> = outputs.into_iter().filter_map(|(_, output)| output.name).collect();
            let message = format!("{} files would be written: {}", names.len(), names.join(", "));
            let d = Diagnostic::error(&codes::SEVERAL_SOURCES, message);
            return Err(d.help("-o FOLDER/ writes each under its own name"));
        }
        let mut placed = Vec::new();
        for (format, output) in outputs {
            if let Some(path) = self.line_file(input, format, &output) {
                let Output { name, line: place, content: Content::File(bytes), .. } = output else { continue };
                lines.push(GameLine { path, source: name.unwrap_or_default(), place, bytes });
                continue;
            }
            let path = match &self.target {
                Target::One(path) => path.clone(),
                Target::InPlace => {
                    places::check_in_place(input)?;
                    input.path.clone()
                }
                Target::Into(folder) => {
                    let place = relative_output(input, format, &output);
                    if let Some(source) = output.name.as_deref().filter(|_| format.text().is_some()) {
                        let renamed = places::renamed(source, output.path.as_deref(), &place);
                        emitted.extend(renamed.map(|d| d.in_file(input.label())));
                    }
                    folder.join(place)
                }
                Target::Stdout | Target::Collection(..) => match output.content {
                    Content::File(_) if format.is_binary() && self.console.prints_to_terminal() => {
                        let message = format!("a {} is no text, and is not printed to a terminal", format.id);
                        let d = Diagnostic::error(&codes::CANNOT_WRITE, message);
                        return Err(d.help("name a file with -o, or redirect the output"));
                    }
                    Content::File(mut bytes) => {
                        printed.append(&mut bytes);
                        continue;
                    }
                    Content::Folder(_) => {
                        let d = Diagnostic::error(&codes::CANNOT_WRITE, "csv is a folder of tables");
                        return Err(d.help("add -o FOLDER"));
                    }
                },
            };
            placed.push((path, output.content));
        }
        Ok(placed)
    }

    /// Returns the file that an output is a line of; `None` if it is a file of its own.
    fn line_file(&self, input: &Input, format: &Format, output: &Output) -> Option<PathBuf> {
        format.text()?;
        match &self.target {
            Target::Into(folder) => {
                output.line?;
                Some(folder.join(relative_output(input, format, output)))
            }
            Target::One(path) => self.many.then(|| path.clone()),
            Target::Stdout => (self.many && output.line.is_some()).then(PathBuf::new),
            Target::InPlace | Target::Collection(..) => None,
        }
    }

    /// Refuses to write an input's output over that of another input of this run.
    pub(super) fn take(&self, converted: &mut Converted) {
        if !matches!(self.target, Target::Into(_)) {
            return;
        }
        let other = converted.outputs.iter().find(|(path, _)| !self.is_first(path));
        if let Some(d) = other.map(|(path, _)| places::same_output(path)) {
            converted.outputs.clear();
            self.fail(converted, d);
        }
    }

    /// Returns whether nothing of this run has been written to `path` so far, and reserves the path.
    fn is_first(&self, path: &Path) -> bool {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).insert(brief(path))
    }

    /// Saves the outputs of one input and records their paths.
    pub(super) fn save(&self, converted: &mut Converted) {
        let (mut all_there, with_hash) = (true, self.tells_facts());
        for (path, content) in std::mem::take(&mut converted.outputs) {
            converted.facts.output_sha256 = match &content {
                Content::File(bytes) if with_hash => Some(sha256(bytes)),
                _ => None,
            };
            let saved = match (content, &self.target) {
                (Content::File(bytes), Target::InPlace) => replace_file(&path, &bytes, &self.overwriting),
                (Content::File(bytes), _) => save_file(&path, &bytes, &self.overwriting),
                (Content::Folder(files), _) => save_folder(&path, &files, &self.overwriting),
            };
            match saved {
                Ok(saved) => {
                    all_there &= saved == Saved::AlreadyThere;
                    converted.record.outputs.push(path);
                }
                Err(d) => return self.fail(converted, d),
            }
        }
        if all_there && !converted.record.outputs.is_empty() && converted.record.outcome == Outcome::Done {
            converted.record.outcome = Outcome::Identical;
        }
    }

    pub(super) fn fail(&self, converted: &mut Converted, d: Diagnostic) {
        converted.record.outputs.clear();
        converted.record.left_out = 0;
        converted.record.outcome = Outcome::refused(d.code.clone());
        converted.record.note(std::slice::from_ref(&d));
        converted.facts.output_sha256 = None;
        let d = d.in_file(converted.record.file.clone());
        converted.messages += &self.console.rendered(&[d], None);
    }
}

/// Returns a hash that identifies a path within a run, and takes less memory than the path.
pub(super) fn brief(path: &Path) -> [u64; 2] {
    let mut hasher = DefaultHasher::new();
    path.hash(&mut hasher);
    let first = hasher.finish();
    first.hash(&mut hasher);
    [first, hasher.finish()]
}

/// Returns the place of an output below the folder: that of the source it is written from, or the place of the input,
/// with the extension of the format added to its name.
fn relative_output(input: &Input, format: &Format, output: &Output) -> PathBuf {
    let is_text = format.text().is_some();
    if let Some(source) = output.name.as_deref().filter(|_| is_text) {
        return places::source_place(input, source, output.path.as_deref());
    }
    // A text that is made of a document is not named as a document.
    let name = if is_text { places::without_document_extension(input) } else { input.file_name() };
    places::folder_of(input).join(places::with_extension(name, format.extension))
}
