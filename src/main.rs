//! The `ludex` program: parses its arguments and sets the exit status.

use std::io;
use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match ludex::cli::Cli::parse().run() {
        Ok(status) => ExitCode::from(status.code()),
        // Whoever reads our output has seen enough: `ludex ... | head` is a success.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|e| e.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe))
}
