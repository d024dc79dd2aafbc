//! How far a run is, for people who wait.

use std::io::{self, IsTerminal};
use std::time::Duration;

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::archive::Input;
use crate::text::printable::printable;

/// When progress is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum ProgressChoice {
    /// Where standard error is a terminal
    #[default]
    Auto,
    /// Not at all
    Never,
}

/// What is drawn: how much is done, at what rate, how long the rest will take, and what was read last.
const TEMPLATE: &str = "{pos}/{len} files ({per_sec}, {eta} left) {wide_msg}";

/// Shows how far a run is, or nothing.
pub struct Progress(ProgressBar);

impl Progress {
    /// Of a run over that many files and folders that the user named or that lie in these.
    pub fn new(choice: ProgressChoice, is_quiet: bool, length: usize) -> Self {
        let is_shown = choice == ProgressChoice::Auto && !is_quiet && io::stderr().is_terminal() && length > 1;
        if !is_shown {
            return Progress(ProgressBar::hidden());
        }
        let target = ProgressDrawTarget::stderr_with_hz(5);
        let bar = ProgressBar::with_draw_target(Some(length as u64), target);
        // A template that cannot be read leaves the usual one.
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(500));
        Progress(bar)
    }

    /// An input was done. A member of a container is one more than was known of.
    pub fn done(&self, input: &Input) {
        if self.0.is_hidden() {
            return;
        }
        if input.member.is_some() {
            self.0.inc_length(1);
        }
        self.0.inc(1);
        self.0.set_message(printable(&input.label()).into_owned());
    }

    /// Lets something be written while nothing is drawn.
    pub fn suspended<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.0.is_hidden() { write() } else { self.0.suspend(write) }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
