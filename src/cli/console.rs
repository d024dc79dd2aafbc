//! Standard output and standard error.

use std::io::{self, IsTerminal, Write};

use crate::text::hidden::Hidden;
use crate::text::printable::printable_json;
use crate::text::render::Rendering;
use crate::text::{Diagnostic, Severity};

use super::terminal::shows_colours;
use super::{ColorChoice, Common, MessageFormat};

/// Where messages and results go.
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

    /// Whether results may be coloured.
    pub fn colours_output(&self) -> bool {
        self.colour_output
    }

    /// Whether standard output is a terminal.
    pub fn prints_to_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// Whether results are wanted as JSON lines too.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Whether only errors are said.
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Whether all is listed that is only counted else.
    pub fn is_verbose(&self) -> bool {
        self.verbose
    }

    /// Whether a finding is wanted.
    pub fn shows(&self, d: &Diagnostic) -> bool {
        !self.quiet || d.severity == Severity::Error
    }

    /// The messages of one input, rendered; `source` is the text that their lines refer to, and what of it is hidden.
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
        // Nobody can be told that standard error is gone.
        let _ = io::stderr().lock().write_all(rendered.as_bytes());
    }

    /// A line about the run as a whole; not for scripts.
    pub fn remark(&self, line: &str) {
        if !self.quiet && !self.json {
            self.emit(&format!("{line}\n"));
        }
    }

    /// Says what is wrong about the arguments.
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
