//! The inputs of a command, and options about reading.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::archive::{FindOptions, Input, find};
use crate::conversion::{ReadOptions, Secrecy, board_in, positions_in};
use crate::formats;
use crate::text::{Diagnostic, Encoding};

use super::Status;
use super::console::Console;

/// Inputs that are worked on side by side before their messages are shown, in order.
pub const BATCH: usize = 512;

/// What the user names.
#[derive(Args)]
pub struct InputArguments {
    /// Files or folders; `-` is standard input
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// The name that standard input has, which says what format it is likely of, and names its output
    #[arg(long, value_name = "NAME")]
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
pub struct ReadArguments {
    /// Read as this format (an id of `ludex formats`), instead of finding out
    #[arg(long, short, value_name = "FORMAT")]
    pub from: Option<String>,
    /// Encoding of text files, such as cp437, cp850, cp852, cp866, windows-1252, iso-8859-1 or utf-8
    #[arg(long, value_name = "NAME")]
    pub encoding: Option<String>,
    /// The map that a seed, position or order file refers to; without it the map.VARIANT beside a seed or position,
    /// and for orders the standard board
    #[arg(long, value_name = "FILE")]
    pub board: Option<PathBuf>,
    /// The position that orders or commands are given in: a seed, a position file or a saved game, or for Power a
    /// folded board or a history of boards
    ///
    /// They are judged by it, and orders are completed. It goes into the document, so that nothing else is needed
    /// later.
    #[arg(long, value_name = "FILE")]
    pub position: Option<PathBuf>,
    /// Read files, and write documents, of up to this size, such as 20M, instead of up to the usual limit of a format
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub max_size: Option<usize>,
    /// Show passwords, addresses, hidden names, and texts that may be one of them, which are masked otherwise
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
        if let Some(id) = &self.from {
            known_format(id, console)?;
        }
        let encoding = match &self.encoding {
            None => None,
            Some(name) => Some(Encoding::named(name).filter(|e| *e != Encoding::BINARY).ok_or_else(|| {
                let names: Vec<&str> = crate::text::encoding::ENCODINGS.iter().map(|e| e.name()).collect();
                console.usage(&format!("no encoding {name:?}; there are {}", names.join(", ")))
            })?),
        };
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
        Ok(ReadOptions { format: self.from.clone(), encoding, max_size: self.max_size, salvage, board, positions })
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

/// The format of an id, or a message that lists them.
pub fn known_format(id: &str, console: &Console) -> Result<&'static formats::Format, Status> {
    formats::format(id).ok_or_else(|| {
        let ids: Vec<&str> = formats::FORMATS.iter().map(|f| f.id).collect();
        console.usage(&format!("no format {id:?}; there are {}", ids.join(", ")))
    })
}
