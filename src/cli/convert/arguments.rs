//! The arguments of `ludex convert`.

use std::path::PathBuf;

use clap::Args;

use super::target::{WANTED_FORMAT, WantedFormat};
use crate::cli::input::{InputArguments, ReadArguments};

/// Convert files from one format to another
///
/// The format of an input is detected from its contents. A folder stands for all files in and below it, or for one
/// document if it contains a datapackage.json. A file converted to JSON or CSV and back unedited keeps the same bytes.
///
/// Documents in a folder are skipped if they already have the target format, or lie beside the file they were made
/// from. `-t source` writes a folder of edited documents back.
#[derive(Args)]
#[command(next_help_heading = "Output options")]
pub struct Arguments {
    /// Target format [default: from the name of the output, else json]
    ///
    /// `ludex formats` lists the formats. `source` writes each document in the formats it was read from, under the
    /// names of its sources.
    #[arg(long, short, value_name = "FORMAT", value_parser = WANTED_FORMAT, hide_possible_values = true)]
    pub to: Option<WantedFormat>,
    /// Output file, or folder for several inputs; `-` is standard output
    ///
    /// By default, a single input goes to standard output. In a folder (one that exists, or a name that ends in a
    /// slash), each input is written under its own name. With csv, the output of a single input is a new folder.
    #[arg(long, short, value_name = "OUTPUT")]
    pub output: Option<PathBuf>,
    /// Join all inputs into one document, such as the .DAT, .REC and .LOG of the same game
    ///
    /// A map and its seed, a Global War .DAT with its .REC and .LOG, and the files of one Power game are joined even
    /// without this option, if they are named as inputs and the output is not a folder.
    #[arg(long)]
    pub together: bool,
    /// Put the tables of all inputs into one folder (csv only)
    ///
    /// Each row then has the number of its game, and the files of all inputs are listed. sqlite, parquet and jsonl
    /// always contain all inputs.
    #[arg(long, conflicts_with = "in_place")]
    pub merge: bool,
    /// Keep the bytes of files that are not converted, too, in a database, a merged package or Parquet
    ///
    /// By default, these contain the originals of games only, and the outcome for other files.
    #[arg(long, conflicts_with_all = ["no_originals", "redact", "in_place"])]
    pub all_originals: bool,
    /// Make the output folder a BagIt bag: outputs go to FOLDER/data/, and the manifests list the SHA-256 of each file
    ///
    /// -o then names the bag, whatever the target: documents are written to data/ one by one, a database to
    /// data/games.sqlite, a .jsonl to data/games.jsonl, merged tables to data/tables and Parquet to data/parquet.
    /// metadata/premis.xml records the outcome for each input. A run adds to an existing bag and rewrites its manifests
    /// for all files in it; until then the bag has no bagit.txt. `ludex verify FOLDER` checks a bag.
    #[arg(long, requires = "output", conflicts_with = "in_place")]
    pub bag: bool,
    /// Overwrite existing outputs
    #[arg(long)]
    pub force: bool,
    /// Rewrite each file in place in its own format, such as in canonical form
    ///
    /// The old file is kept as NAME.bak, which must not exist yet. This is the only way to overwrite an input.
    #[arg(long, conflicts_with_all = ["to", "output", "force", "together", "leave_out"])]
    pub in_place: bool,
    /// Write text formats in canonical form instead of the source's own spelling
    #[arg(long)]
    pub canonical: bool,
    /// Convert the readable parts of a damaged file
    ///
    /// Missing values are left out of the document. Unedited, it still converts back to the same bytes; edited, it can
    /// be written once the missing values are added. A damaged member of an archive is read as far as it can be
    /// unpacked.
    #[arg(long)]
    pub salvage: bool,
    /// Leave out parts of a game that the target cannot hold, and write the rest
    ///
    /// A part is an order, an action, a turn, a remark, a unit, a province, or a value such as the title. Each omitted
    /// part is reported as an error, and becomes a comment in its place if the target has comments. By default, such a
    /// game is not written at all.
    #[arg(long)]
    pub leave_out: bool,
    /// Repair text that was once read in the wrong encoding, where the repair is certain
    ///
    /// Repaired are Windows-1252 punctuation that became control characters, numeric HTML references, and UTF-8 that
    /// was encoded twice. JSON and CSV keep the original text, too.
    #[arg(long)]
    pub repair_text: bool,
    /// Remove passwords, addresses and all text that was not understood
    ///
    /// The originals, which contain them, are left out, too, and messages show no lines of the file. The number of
    /// removals is reported.
    #[arg(long, conflicts_with = "reveal")]
    pub redact: bool,
    /// Leave the original files out of JSON and CSV
    ///
    /// Only the values can then be converted back, in canonical form.
    #[arg(long)]
    pub no_originals: bool,
    /// Protect the cells of tables from changes by spreadsheets
    ///
    /// Text that looks like a formula, a number, a date or a missing value gets a leading apostrophe, which is removed
    /// again on reading.
    #[arg(long)]
    pub guard: bool,
    /// Flush each output to disk before writing the next one
    ///
    /// By default, on Linux, all outputs are flushed at the end of the run.
    #[arg(long)]
    pub sync: bool,
    /// Write nothing, but report what would be written and what would be refused
    #[arg(long)]
    pub dry_run: bool,
    /// Write the outcome for each input, and for each member of an archive, to this file
    ///
    /// Each row has the length and SHA-256 of the file, its date (if an archive stores one), its format and the
    /// evidence for it, the outcome, the output and its SHA-256, and the first input with the same bytes. The report is
    /// CSV if its name ends in .csv, else JSON Lines. Files in other formats are read completely for it.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    #[command(flatten)]
    pub input: InputArguments,
    #[command(flatten)]
    pub read: ReadArguments,
}
