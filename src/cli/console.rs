//! Writes to standard output and standard error.

use std::io::{self, IsTerminal, Write};

use crate::text::hidden::Hidden;
use crate::text::printable::printable_json;
use crate::text::render::Rendering;
use crate::text::{Diagnostic, Severity};

use super::terminal::shows_colours;
use super::{ColorChoice, Common, MessageFormat};

/// The streams for messages and results, with the options that apply to them.
pub struct Console {
    json: bool,
    quiet: bool,
    verbose: bool,
    colour: bool,
    colour_output: bool,
}

impl Console {
    pub fn new(common: &Common) -> Self {
        let colours = |by_default: fn() -> bool| match common.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => by_default(),
        };
        Console {
            json: common.message_format == MessageFormat::Json,
            quiet: common.quiet,
            verbose: common.verbose,
            colour: colours(|| shows_colours(&io::stderr())),
            colour_output: colours(|| shows_colours(&io::stdout())),
        }
    }

    /// Returns whether results may be coloured.
    pub fn colours_output(&self) -> bool {
        self.colour_output
    }

    /// Returns whether standard output is a terminal.
    pub fn prints_to_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// Returns whether messages, and records of inputs, are written as JSON lines.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Returns whether only errors are shown.
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Returns whether everything is listed that is otherwise only counted.
    pub fn is_verbose(&self) -> bool {
        self.verbose
    }

    /// Returns whether a diagnostic is shown.
    pub fn shows(&self, d: &Diagnostic) -> bool {
        !self.quiet || d.severity == Severity::Error
    }

    /// Renders the diagnostics on one input; `source` is the text that their lines refer to, and the parts of it that
    /// are hidden.
    pub fn rendered(&self, diagnostics: &[Diagnostic], source: Option<(&str, &Hidden)>) -> String {
        let shown: Vec<&Diagnostic> = diagnostics.iter().filter(|d| self.shows(d)).collect();
        if shown.is_empty() {
            return String::new();
        }
        let mut out = String::new();
        let rendering = Rendering::new(source.filter(|_| !self.json), self.colour);
        for d in shown {
            if self.json {
                out.push_str(&printable_json(&serde_json::to_string(d).unwrap_or_default()));
            } else {
                out.push_str(&rendering.render(d));
            }
            out.push('\n');
        }
        out
    }

    /// Writes messages to standard error.
    pub fn emit(&self, rendered: &str) {
        // If standard error is closed, there is nowhere to report it.
        let _ = io::stderr().lock().write_all(rendered.as_bytes());
    }

    /// Writes a line about the run as a whole; left out with `--quiet` and in JSON.
    pub fn remark(&self, line: &str) {
        if !self.quiet && !self.json {
            self.emit(&format!("{line}\n"));
        }
    }

    /// Reports an error in the arguments.
    pub fn usage(&self, message: &str) -> super::Status {
        self.emit(&format!("error: {message}\n\nFor more information, try '--help'.\n"));
        super::Status::Usage
    }

    /// Writes a result to standard output.
    pub fn print(&self, bytes: &[u8]) -> io::Result<()> {
        let mut out = io::stdout().lock();
        out.write_all(bytes)?;
        out.flush()
    }
}
