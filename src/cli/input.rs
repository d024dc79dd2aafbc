//! The inputs of a command, and options about reading.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use crate::archive::{FindOptions, Input, find};
use crate::conversion::{ReadOptions, Secrecy, board_in, positions_in};
use crate::formats::Format;
use crate::text::{Diagnostic, Encoding};

use super::Status;
use super::console::Console;
use super::values::{ANY_FORMAT, ENCODING};

/// Inputs that are worked on side by side before their messages are shown, in order.
pub const BATCH: usize = 512;

/// What the user names.
#[derive(Args)]
#[command(next_help_heading = "Input options")]
pub struct InputArguments {
    /// Files and folders to read; `-` is standard input
    #[arg(required = true, value_name = "INPUT", help_heading = None)]
    pub inputs: Vec<PathBuf>,
    /// Call standard input by this name
    ///
    /// The name tells what format it may be, and its output is named after it.
    #[arg(long, value_name = "NAME", value_hint = ValueHint::Other)]
    pub name: Option<String>,
}

/// What was found of it.
pub struct Inputs {
    /// What there is to read.
    pub list: Vec<Input>,
    /// What was said of the rest.
    pub diagnostics: Vec<Diagnostic>,
}

impl Inputs {
    /// Whether there may be more than one: a folder stands for many.
    pub fn are_many(&self) -> bool {
        self.list.len() + self.errors() != 1 || self.list.iter().any(|input| input.found)
    }

    fn errors(&self) -> usize {
        self.diagnostics.iter().filter(|d| d.is_error()).count()
    }

    /// Whether all could be found.
    pub fn status(&self) -> Status {
        if self.errors() > 0 { Status::Errors } else { Status::Done }
    }
}

impl InputArguments {
    /// Finds the inputs, none of them in the folder that outputs go to; what cannot be found is said at once.
    pub fn find(&self, output: Option<&Path>, console: &Console) -> Result<Inputs, Status> {
        let stdins = self.inputs.iter().filter(|path| path.as_os_str() == "-").count();
        if stdins > 1 {
            return Err(console.usage("standard input can be read once"));
        }
        if stdins == 0 && self.name.is_some() {
            return Err(console.usage("--name is the name of standard input, and `-` is not among the inputs"));
        }
        let found = find(&self.inputs, &FindOptions { output, stdin_name: self.name.as_deref() });
        console.emit(&console.rendered(&found.diagnostics, None));
        Ok(Inputs { list: found.inputs, diagnostics: found.diagnostics })
    }

    /// The inputs as the user would type them again.
    pub fn as_typed(&self) -> String {
        let typed: Vec<String> = self.inputs.iter().map(|path| path.display().to_string()).collect();
        typed.join(" ")
    }
}

/// Options of the commands that read files.
#[derive(Args)]
#[command(next_help_heading = "Input options")]
pub struct ReadArguments {
    /// Read inputs as this format, instead of finding out
    ///
    /// `ludex formats` lists the formats.
    #[arg(long, short, value_name = "FORMAT", value_parser = ANY_FORMAT, hide_possible_values = true)]
    pub from: Option<&'static Format>,
    /// The encoding of texts, such as cp437, cp850, windows-1252 or utf-8
    ///
    /// Without it, it is the usual one of the format.
    #[arg(long, value_name = "ENCODING", value_parser = ENCODING, hide_possible_values = true)]
    pub encoding: Option<Encoding>,
    /// The map that a seed, a position file or orders refer to
    ///
    /// Without it, a seed or position file is read with the map.VARIANT beside it, and orders with the standard board.
    #[arg(long, value_name = "FILE")]
    pub board: Option<PathBuf>,
    /// The position that orders or commands are given in
    ///
    /// That is a seed, a position file or a saved game of Diplomacy; for Power a folded board or a history of boards.
    /// Orders are judged by it and completed from it. It becomes part of the document, so that nothing else is needed
    /// later.
    #[arg(long, value_name = "FILE")]
    pub position: Option<PathBuf>,
    /// Read files, and write documents, of up to this size, such as 20M
    ///
    /// Without it, each format has a limit of its own: a file that is larger is hardly of that format.
    #[arg(long, value_name = "SIZE", value_parser = size, value_hint = ValueHint::Other)]
    pub max_size: Option<usize>,
    /// Show what is masked otherwise: passwords, addresses, hidden names
    ///
    /// Texts that may be one of these, such as a line out of its place, are masked too.
    #[arg(long)]
    pub reveal: bool,
    /// Treat warnings as errors
    #[arg(long)]
    pub strict: bool,
}

impl ReadArguments {
    /// What messages show of what was read.
    pub fn secrecy(&self) -> Secrecy {
        if self.reveal { Secrecy::Revealed } else { Secrecy::Masked }
    }

    /// The options, or what is wrong about them.
    pub fn options(&self, salvage: bool, console: &Console) -> Result<ReadOptions, Status> {
        let failed = |path: &PathBuf, d: Diagnostic| {
            console.emit(&console.rendered(&[d.in_file(path.display().to_string())], None));
            Status::Errors
        };
        let board = match &self.board {
            None => None,
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

/// A number of bytes, or of kilobytes, megabytes or gigabytes with K, M or G behind it.
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
