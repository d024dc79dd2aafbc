//! Shows the progress of a run to people.

use std::io::{self, IsTerminal};
use std::time::Duration;

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::archive::Input;
use crate::text::printable::printable;

/// When progress is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum ProgressChoice {
    /// If standard error is a terminal
    #[default]
    Auto,
    /// Never
    Never,
}

/// The template of the bar: number of files done, rate, time left, and the last input read.
const TEMPLATE: &str = "{pos}/{len} files ({per_sec}, {eta} left) {wide_msg}";

/// A progress bar, or nothing where progress is not shown.
pub struct Progress(ProgressBar);

impl Progress {
    /// Creates the progress of a run over `length` files, which the user named or which are in folders that the user
    /// named.
    pub fn new(choice: ProgressChoice, is_quiet: bool, length: usize) -> Self {
        let is_shown = choice == ProgressChoice::Auto && !is_quiet && io::stderr().is_terminal() && length > 1;
        if !is_shown {
            return Progress(ProgressBar::hidden());
        }
        let target = ProgressDrawTarget::stderr_with_hz(5);
        let bar = ProgressBar::with_draw_target(Some(length as u64), target);
        // If the template is invalid, the default one stays.
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(500));
        Progress(bar)
    }

    /// Advances the bar by an input. A member of a container was not counted in advance.
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

    /// Writes something while the bar is not drawn.
    pub fn suspended<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.0.is_hidden() { write() } else { self.0.suspend(write) }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
