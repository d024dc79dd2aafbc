//! The arguments of `ludex convert`.

use std::path::PathBuf;

use clap::Args;

use super::target::{WANTED_FORMAT, WantedFormat};
use crate::cli::input::{InputArguments, ReadArguments};

/// Convert files from one format to another
///
/// What an input is follows from its contents. A folder stands for all files in and below it, or, with a datapackage.json
/// in it, for one document. A file that goes to JSON or CSV and back unedited has the same bytes.
///
/// Documents in a folder are passed over where they would become what they are, or lie beside the file that they were
/// made of. `-t source` writes a folder of edited documents back.
#[derive(Args)]
#[command(next_help_heading = "Output options")]
pub struct Arguments {
    /// Write this format; without it the name of the output tells, else it is json
    ///
    /// `ludex formats` lists the formats. `source` writes each document in the formats that it was read from, under the
    /// names of its sources.
    #[arg(long, short, value_name = "FORMAT", value_parser = WANTED_FORMAT, hide_possible_values = true)]
    pub to: Option<WantedFormat>,
    /// Write to this file, or for many inputs into this folder; `-` is standard output
    ///
    /// Without it, one input goes to standard output. Into a folder, which is one that exists or ends in a slash, each
    /// input is written under its own name. For one input, csv is a new folder.
    #[arg(long, short, value_name = "OUTPUT")]
    pub output: Option<PathBuf>,
    /// Make one document of all inputs, such as a .DAT, the .REC and the .LOG of the same game
    ///
    /// A map and its seed, a .DAT of Global War with its .REC and its .LOG, and the files of one game of Power, become one
    /// without being asked to where they are named without a folder as output.
    #[arg(long)]
    pub together: bool,
    /// Put the tables of all inputs into one folder, for csv
    ///
    /// Each row then says which game it is of, and the files of all inputs are listed. sqlite, parquet and jsonl always
    /// hold all inputs.
    #[arg(long, conflicts_with = "in_place")]
    pub merge: bool,
    /// Keep the bytes of files that are not converted, too: in a database, a merged package, or Parquet
    ///
    /// Without it, these have the originals of the games alone, and what became of other files.
    #[arg(long, conflicts_with_all = ["no_originals", "redact", "in_place"])]
    pub all_originals: bool,
    /// Make the output folder a BagIt bag: what is written goes to FOLDER/data/, with the SHA-256 of each file
    ///
    /// -o then names the bag, whatever the target: documents are written to data/ one by one, a database to
    /// data/games.sqlite, a .jsonl to data/games.jsonl, merged tables to data/tables and Parquet to data/parquet. What
    /// became of each input is told in metadata/premis.xml. Into a bag that is there, the run adds, and the manifests are
    /// written anew for all that is in it; until then it has no bagit.txt. `ludex verify FOLDER` checks a bag.
    #[arg(long, requires = "output", conflicts_with = "in_place")]
    pub bag: bool,
    /// Overwrite outputs that exist
    #[arg(long)]
    pub force: bool,
    /// Replace each file by its own format anew, such as in its canonical spelling
    ///
    /// What it was is kept as NAME.bak, which may not exist yet. This is the only way to overwrite an input.
    #[arg(long, conflicts_with_all = ["to", "output", "force", "together", "leave_out"])]
    pub in_place: bool,
    /// Write the usual spelling of a text format instead of the source's own
    #[arg(long)]
    pub canonical: bool,
    /// Convert what is left of a damaged file
    ///
    /// Values that are missing are left out of the document. Unedited it still gives the same bytes back; edited it can
    /// be written once the missing values are added. Of a damaged member of an archive what can be unpacked is read.
    #[arg(long)]
    pub salvage: bool,
    /// Write the rest of a game where the target cannot hold a part of it
    ///
    /// That is an order, an action, a turn, a remark, a unit, a province, or a value such as the title. Each part that is
    /// left out is an error in the messages, and a comment at its place where the target has comments. Without this,
    /// nothing is written of such a game.
    #[arg(long)]
    pub leave_out: bool,
    /// Repair text that was once read in the wrong encoding, where it is certain what it was
    ///
    /// That is Windows-1252 punctuation that has become control characters, numeric references of HTML, and UTF-8 that
    /// was encoded twice. JSON and CSV keep the original text too.
    #[arg(long)]
    pub repair_text: bool,
    /// Take out passwords, addresses and all text that was not understood
    ///
    /// The originals, which hold them, are left out, and messages show no lines of the file. How much was taken out is
    /// reported.
    #[arg(long, conflicts_with = "reveal")]
    pub redact: bool,
    /// Leave the original texts out of JSON and CSV
    ///
    /// Only the values come back then, in the usual spelling.
    #[arg(long)]
    pub no_originals: bool,
    /// Write tables so that spreadsheets leave their cells as they are
    ///
    /// A text that looks like a formula, a number, a date or a missing value gets an apostrophe before it, which is
    /// taken away again on reading.
    #[arg(long)]
    pub guard: bool,
    /// Make sure that each output is on the disk before the next is written
    ///
    /// Without it, on Linux, all of them are on the disk at the end of the run.
    #[arg(long)]
    pub sync: bool,
    /// Do all but write: say what would be written, and what would be refused
    #[arg(long)]
    pub dry_run: bool,
    /// Write what became of each input, and of each member of an archive, to this file
    ///
    /// That is a row each with its length, its SHA-256, its date where an archive has one, its format and why it is that,
    /// how it ended, its output and the SHA-256 of that, and the first input with the same bytes: as CSV where the name
    /// of the file ends in .csv, else as JSON Lines. Files of other formats are read whole for it.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    #[command(flatten)]
    pub input: InputArguments,
    #[command(flatten)]
    pub read: ReadArguments,
}
