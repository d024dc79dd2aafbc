//! `ludex completions`

mod bash;

use clap::{Args, ValueEnum};
use clap_complete::{Generator, aot};

use super::console::Console;
use super::{Status, documented};
use bash::Bash;

/// Print a completion script for a shell
///
/// The script completes commands, options, formats, encodings, codes and file names. The scripts for bash, zsh and fish
/// are tested; those for PowerShell and elvish are not.
#[derive(Args)]
pub struct Arguments {
    /// Shell to complete for
    #[arg(value_enum)]
    shell: Shell,
}

/// The shells that there are scripts for.
#[derive(Clone, Copy, ValueEnum)]
enum Shell {
    /// Version 3.2 or later; add `eval "$(ludex completions bash)"` to ~/.bashrc
    Bash,
    /// Add `source <(ludex completions zsh)` to ~/.zshrc, after compinit
    Zsh,
    /// Add `ludex completions fish | source` to ~/.config/fish/config.fish
    Fish,
    /// Not tested
    Powershell,
    /// Not tested
    Elvish,
}

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    let script = match arguments.shell {
        Shell::Bash => script(Bash),
        Shell::Zsh => script(aot::Zsh),
        Shell::Fish => [script(aot::Fish), fish_arguments().into_bytes()].concat(),
        Shell::Powershell => script(aot::PowerShell),
        Shell::Elvish => script(aot::Elvish),
    };
    console.print(&script)?;
    Ok(Status::Done)
}

fn script(shell: impl Generator) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut documented(), "ludex", &mut script);
    script
}

/// Returns the part of the script for fish that clap leaves out: the values of positional arguments.
fn fish_arguments() -> String {
    let mut lines = String::new();
    for subcommand in documented().get_subcommands() {
        let values = subcommand.get_positionals().find_map(|argument| argument.get_value_parser().possible_values());
        for value in values.into_iter().flatten().filter(|value| !value.is_hide_set()) {
            let quoted = |text: &str| text.replace('\\', "\\\\").replace('\'', "\\'");
            let help = value.get_help().map(ToString::to_string).unwrap_or_default();
            let (name, value, help) = (subcommand.get_name(), quoted(value.get_name()), quoted(&help));
            let condition = format!("__fish_ludex_using_subcommand {name}");
            lines += &format!("complete -c ludex -n \"{condition}\" -f -a '{value}' -d '{help}'\n");
        }
    }
    lines
}
