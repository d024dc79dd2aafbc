//! The inputs of a command, and its options for reading them.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use crate::archive::containers::Limits;
use crate::archive::{FindOptions, Input, expand, find, unpacked};
use crate::conversion::{ReadOptions, Secrecy, Wanted, board_in, positions_in};
use crate::formats::{Format, json};
use crate::text::{Diagnostic, Encoding};

use super::Status;
use super::console::Console;
use super::progress::{Progress, ProgressChoice};
use super::selection::Selection;
use super::threads::set_jobs;
use super::values::{ANY_FORMAT, ENCODING};
use super::work::Work;

/// The inputs that the user names.
#[derive(Args)]
#[command(next_help_heading = "Input options")]
pub struct InputArguments {
    /// Files, folders and archives to read; `-` is standard input
    ///
    /// Archives, disk images and mails are read in place. Each file in them is an input of its own, which can also be
    /// named: GAMES.ZIP!/WAR/WAR04.DAT.
    #[arg(required_unless_present = "files_from", value_name = "INPUT", help_heading = None)]
    pub inputs: Vec<PathBuf>,
    /// Read the names of further inputs from this file, one per line; `-` is standard input
    #[arg(long, value_name = "FILE")]
    pub files_from: Option<PathBuf>,
    /// The names in the file of --files-from end in a zero byte, as written by `find -print0`
    #[arg(long, short = '0', requires = "files_from")]
    pub null: bool,
    /// Follow symbolic links in folders
    #[arg(long)]
    pub follow_links: bool,
    #[command(flatten)]
    pub selection: Selection,
    #[command(flatten)]
    limits: LimitArguments,
    /// Number of inputs to process in parallel [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), value_hint = ValueHint::Other)]
    jobs: Option<u16>,
    /// When to show the progress of the run
    #[arg(long, value_enum, default_value = "auto", value_name = "WHEN")]
    progress: ProgressChoice,
    /// File name for standard input
    ///
    /// The name helps to detect the format, and the output is named after it.
    #[arg(long, value_name = "NAME", value_hint = ValueHint::Other)]
    pub name: Option<String>,
}

/// The inputs that were found.
pub struct Inputs {
    /// The inputs to read.
    pub list: Vec<Input>,
    /// The diagnostics on all others.
    pub diagnostics: Vec<Diagnostic>,
    /// Settings for going through the inputs.
    pub walk: Walk,
}

/// Settings for going through inputs.
pub struct Walk {
    /// The limits for archives.
    limits: Limits,
    /// Shows the progress; notified of each input that is done.
    pub progress: Progress,
}

impl Walk {
    /// Returns the work on the inputs that the user selected; `is_format_given` if they have a format that the user
    /// names.
    pub fn work<'w>(&'w self, selection: &'w Selection, is_format_given: bool) -> Work<'w> {
        Work { limits: &self.limits, selection, is_format_given, progress: &self.progress }
    }
}

impl Inputs {
    /// Returns whether there may be several inputs: a folder stands for many, and so does a container.
    pub fn are_many(&self) -> bool {
        self.list.len() + self.errors() != 1 || self.list.iter().any(|input| input.found || input.is_container())
    }

    /// Replaces containers by their members, for commands that need all inputs at once. Containers that cannot be
    /// opened are reported.
    pub fn expand(&mut self, selection: &Selection, console: &Console) {
        let (inputs, diagnostics) = expand(std::mem::take(&mut self.list), &self.walk.limits);
        console.emit(&console.rendered(&diagnostics, None));
        self.list =
            inputs.into_iter().filter(|input| !selection.excludes(input) && selection.includes(input)).collect();
        self.diagnostics.extend(diagnostics);
    }

    /// Replaces a container that is the only input and holds a single file by that file, which is treated as merely
    /// packed.
    pub fn unwrap_packed_file(&mut self) {
        let [input] = &self.list[..] else { return };
        if self.errors() > 0 {
            return;
        }
        if let Some(input) = unpacked(input, &self.walk.limits) {
            self.list = vec![input];
        }
    }

    fn errors(&self) -> usize {
        self.diagnostics.iter().filter(|d| d.is_error()).count()
    }

    /// Returns `Errors` if some input was not found.
    pub fn status(&self) -> Status {
        if self.errors() > 0 { Status::Errors } else { Status::Done }
    }
}

impl InputArguments {
    /// Finds the inputs, none of them in the output folder; those that cannot be found are reported at once.
    pub fn find(&self, output: Option<&Path>, console: &Console) -> Result<Inputs, Status> {
        set_jobs(self.jobs.map(usize::from));
        let is_stdin = |path: &PathBuf| path.as_os_str() == "-";
        let names_from_stdin = self.files_from.as_ref().is_some_and(is_stdin);
        let named = match &self.files_from {
            None => Vec::new(),
            Some(path) => named_in(path, self.null).map_err(|d| {
                console.emit(&console.rendered(&[d.in_file(path.display().to_string())], None));
                Status::Errors
            })?,
        };
        let all: Vec<PathBuf> = self.inputs.iter().cloned().chain(named).collect();
        let stdins = all.iter().filter(|path| is_stdin(path)).count();
        if stdins + usize::from(names_from_stdin) > 1 {
            return Err(console.usage("standard input can be read once"));
        }
        if stdins == 0 && self.name.is_some() {
            return Err(console.usage("--name is the name of standard input, and `-` is not among the inputs"));
        }
        let limits = self.limits.limits();
        let options = FindOptions {
            output,
            stdin_name: self.name.as_deref(),
            follows_links: self.follow_links,
            limits: limits.clone(),
            keeps_lines: false,
        };
        let found = find(&all, &options);
        console.emit(&console.rendered(&found.diagnostics, None));
        let progress = Progress::new(self.progress, console.is_quiet() || console.is_json(), found.inputs.len());
        Ok(Inputs { list: found.inputs, diagnostics: found.diagnostics, walk: Walk { limits, progress } })
    }

    /// Returns the inputs as the user would type them again.
    pub fn as_typed(&self) -> String {
        let typed = self.inputs.iter().map(|path| path.display().to_string());
        let from = self.files_from.iter().map(|path| format!("--files-from {}", path.display()));
        typed.chain(from).collect::<Vec<_>>().join(" ")
    }
}

/// Reads the paths listed in a file; their bytes are taken unchanged.
fn named_in(path: &Path, ends_in_null: bool) -> Result<Vec<PathBuf>, Diagnostic> {
    let list = if path.as_os_str() == "-" { Input::stdin_called("-") } else { Input::companion(path.to_owned()) };
    let bytes = list.bytes()?;
    let end = if ends_in_null { 0 } else { b'\n' };
    let name = |name: &[u8]| match ends_in_null {
        true => path_of(name),
        false => path_of(name.strip_suffix(b"\r").unwrap_or(name)),
    };
    Ok(bytes.split(|&byte| byte == end).map(name).filter(|path| !path.as_os_str().is_empty()).collect())
}

#[cfg(unix)]
fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    std::ffi::OsStr::from_bytes(bytes).into()
}

#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> PathBuf {
    String::from_utf8_lossy(bytes).into_owned().into()
}

/// The limits for archives.
#[derive(Args)]
#[command(next_help_heading = "Limits of archives")]
pub struct LimitArguments {
    /// Maximum size of a member of an archive [default: 256M]
    #[arg(long, value_name = "SIZE", value_parser = size, value_hint = ValueHint::Other, hide_short_help = true)]
    max_member_size: Option<usize>,
    /// Maximum ratio of a member's size to its packed size [default: 500]
    #[arg(long, value_name = "N", value_hint = ValueHint::Other, hide_short_help = true)]
    max_ratio: Option<u64>,
    /// Maximum unpacked size of one file, with all archives in it [default: 64G]
    #[arg(long, value_name = "SIZE", value_parser = size, value_hint = ValueHint::Other, hide_short_help = true)]
    max_expanded: Option<usize>,
    /// Maximum number of archives nested in each other [default: 8]
    #[arg(long, value_name = "N", value_hint = ValueHint::Other, hide_short_help = true)]
    max_depth: Option<usize>,
    /// Maximum number of members of one file, with all archives in it [default: 1000000]
    #[arg(long, value_name = "N", value_hint = ValueHint::Other, hide_short_help = true)]
    max_members: Option<usize>,
    /// Maximum length of a member's path, in bytes [default: 1024]
    #[arg(long, value_name = "N", value_hint = ValueHint::Other, hide_short_help = true)]
    max_name_length: Option<usize>,
}

impl LimitArguments {
    /// Returns the limits that the user chose, or else the defaults.
    pub fn limits(&self) -> Limits {
        let usual = Limits::default();
        Limits {
            member_size: self.max_member_size.map_or(usual.member_size, |size| size as u64),
            ratio: self.max_ratio.unwrap_or(usual.ratio),
            expanded: self.max_expanded.map_or(usual.expanded, |size| size as u64),
            depth: self.max_depth.unwrap_or(usual.depth),
            members: self.max_members.unwrap_or(usual.members),
            name_length: self.max_name_length.unwrap_or(usual.name_length),
        }
    }
}

/// Options of the commands that read files.
#[derive(Args)]
#[command(next_help_heading = "Input options")]
pub struct ReadArguments {
    /// Read inputs as this format instead of detecting it
    ///
    /// `ludex formats` lists the formats.
    #[arg(long, short, value_name = "FORMAT", value_parser = ANY_FORMAT, hide_possible_values = true)]
    pub from: Option<&'static Format>,
    /// Encoding of text files, such as cp437, cp850, windows-1252 or utf-8
    ///
    /// By default, it is the usual encoding of the format.
    #[arg(long, value_name = "ENCODING", value_parser = ENCODING, hide_possible_values = true)]
    pub encoding: Option<Encoding>,
    /// Map for a seed, a position file or orders
    ///
    /// By default, a seed or position file is read with the map.VARIANT beside it, and orders with the standard board.
    #[arg(long, value_name = "FILE")]
    pub board: Option<PathBuf>,
    /// Position for orders or commands
    ///
    /// For Diplomacy, a seed, a position file or a saved game; for Power, a folded board or a history of boards. Orders
    /// are checked against it and completed from it. It becomes part of the document, so that no other file is needed
    /// later.
    #[arg(long, value_name = "FILE")]
    pub position: Option<PathBuf>,
    /// Maximum size of files to read and documents to write, such as 20M
    ///
    /// By default, each format has its own limit; a larger file is unlikely to be in that format.
    #[arg(long, value_name = "SIZE", value_parser = size, value_hint = ValueHint::Other)]
    pub max_size: Option<usize>,
    /// Show values that are otherwise masked: passwords, addresses, hidden names
    ///
    /// Text that might be one of these, such as a line out of place, is masked as well.
    #[arg(long)]
    pub reveal: bool,
    /// Treat warnings as errors
    #[arg(long)]
    pub strict: bool,
}

impl ReadArguments {
    /// Returns what messages may show of the text that was read.
    pub fn secrecy(&self) -> Secrecy {
        if self.reveal { Secrecy::Revealed } else { Secrecy::Masked }
    }

    /// Returns the limit of what is written in bytes, if the user sets one: no less than a document may have anyway.
    pub fn max_size_of_outputs(&self) -> Option<usize> {
        self.max_size.map(|size| size.max(json::MAX_FILE_SIZE))
    }

    /// Returns the options for reading; errors in them are reported.
    pub fn options(&self, salvage: bool, console: &Console) -> Result<ReadOptions, Status> {
        let failed = |path: &PathBuf, d: Diagnostic| {
            console.emit(&console.rendered(&[d.in_file(path.display().to_string())], None));
            Status::Errors
        };
        let board = match &self.board {
            None => None,
            // For `inspect --board` without a file: the user asks for the board itself.
            Some(path) if path.as_os_str().is_empty() => None,
            Some(path) => Some(board_in(path).map_err(|d| failed(path, d))?),
        };
        let positions = match &self.position {
            None => None,
            Some(path) => Some(positions_in(path, board.as_ref()).map_err(|d| failed(path, d))?),
        };
        let format = self.from.map(|format| format.id.to_owned());
        let Self { encoding, max_size, .. } = *self;
        Ok(ReadOptions { format, encoding, max_size, salvage, board, positions })
    }
}

/// Parses a number of bytes, or of kilobytes, megabytes or gigabytes with K, M or G behind it.
fn size(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor: usize = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" => 1,
        "K" => 1 << 10,
        "M" => 1 << 20,
        "G" => 1 << 30,
        _ => return Err("a number of bytes is expected, or one with K, M or G behind it".into()),
    };
    let number: usize = digits.parse().map_err(|_| "a number of bytes is expected, such as 20M")?;
    number.checked_mul(factor).ok_or_else(|| "that is more than there can be".into())
}
