//! The `ludex` program: parses its arguments and sets the exit status.

use std::io::{self, Write};
use std::process::ExitCode;

use ludex::internals::cli::Cli;

fn main() -> ExitCode {
    let result = match Cli::from_arguments() {
        Ok(cli) => cli.run().map(|status| status.code()),
        Err(error) => {
            // Usage errors go to standard error, help and version to standard output.
            let code = u8::try_from(error.exit_code()).unwrap_or(2);
            match code {
                0 => error.print().and_then(|()| io::stdout().flush()).map(|()| code).map_err(Into::into),
                _ => {
                    // Nobody can be told that standard error is gone.
                    let _ = error.print();
                    Ok(code)
                }
            }
        }
    };
    match result {
        Ok(code) => ExitCode::from(code),
        // Whoever reads our output has seen enough: `ludex ... | head` is a success.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: standard output: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|e| e.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe))
}
