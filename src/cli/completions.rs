//! `ludex completions`

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::console::Console;
use super::{Cli, Status};

/// Print a completion script for a shell
#[derive(Args)]
pub struct Arguments {
    /// The shell
    shell: Shell,
}

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "ludex", &mut script);
    console.print(&script)?;
    Ok(Status::Done)
}
