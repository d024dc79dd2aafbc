//! `ludex manual`: the manual pages, for those who package or install Ludex.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Command, ValueHint};
use clap_mangen::Man;

use super::console::Console;
use super::examples::{EXAMPLES, Example};
use super::{EXIT_STATUS, Status, documented};
use crate::text::{Diagnostic, codes};

/// Write the manual pages of all commands into a folder
#[derive(Args)]
pub struct Arguments {
    /// Output folder, which is created if it does not exist
    #[arg(value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    folder: PathBuf,
}

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    match write_pages(&arguments.folder) {
        Ok(()) => Ok(Status::Done),
        Err(error) => {
            let d = Diagnostic::error(&codes::CANNOT_WRITE, format!("the manual pages cannot be written: {error}"));
            console.emit(&console.rendered(&[d.in_file(arguments.folder.display().to_string())], None));
            Ok(Status::Errors)
        }
    }
}

fn write_pages(folder: &std::path::Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut program = documented().disable_help_subcommand(true);
    program.build();
    let visible = program.get_subcommands().filter(|subcommand| !subcommand.is_hide_set());
    let examples = |name: &str| EXAMPLES.iter().find(|(of, _)| *of == name).map_or(&[][..], |(_, examples)| examples);
    for subcommand in visible {
        let name = format!("ludex-{}", subcommand.get_name());
        let page = page(subcommand.clone().display_name(name.clone()), examples(subcommand.get_name()))?;
        fs::write(folder.join(name + ".1"), page)?;
    }
    fs::write(folder.join("ludex.1"), page(program.clone(), examples(""))?)
}

fn page(command: Command, examples: &[Example]) -> io::Result<Vec<u8>> {
    let has_subcommands = command.get_subcommands().any(|subcommand| !subcommand.is_hide_set());
    let man = Man::new(command).manual("Ludex").source(concat!("ludex ", env!("CARGO_PKG_VERSION")));
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    if has_subcommands {
        man.render_subcommands_section(&mut page)?;
    }
    man.render_options_section(&mut page)?;
    if !examples.is_empty() {
        page.write_all(b".SH EXAMPLES\n")?;
    }
    for (command, what) in examples {
        writeln!(page, ".TP\n.B {}\n{}", escaped(command), escaped(what))?;
    }
    writeln!(page, ".SH \"EXIT STATUS\"\n{}", escaped(EXIT_STATUS.trim_start_matches("Exit status: ")))?;
    Ok(page)
}

/// Escapes the characters of a text that man would interpret.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq").replace('"', "\\(dq")
}
