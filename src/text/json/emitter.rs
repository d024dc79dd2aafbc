//! Writes JSON as statements: commas belong to the value before them, blanks and line ends to the brackets.

use std::borrow::Cow;

use super::spacing::Spacing;
use crate::text::write_back::Statements;

/// Writer of values and brackets. Each statement waits until its successor is known.
pub struct Emitter<'o, 's> {
    out: &'o mut Statements,
    /// Spacing and escapes of the written text.
    pub spacing: &'s Spacing,
    /// Number of open brackets.
    pub depth: usize,
    waiting: Waiting,
    label: Cow<'static, str>,
    body: String,
    end: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Waiting {
    Nothing,
    Bracket,
    Value,
}

impl<'o, 's> Emitter<'o, 's> {
    /// Creates an emitter that starts at a given depth.
    pub fn new(out: &'o mut Statements, spacing: &'s Spacing, depth: usize) -> Self {
        Emitter {
            out,
            spacing,
            depth,
            waiting: Waiting::Nothing,
            label: Cow::Borrowed(""),
            body: String::new(),
            end: String::new(),
        }
    }

    /// Adds a value; `write` gets the depth to write it at.
    pub fn value(
        &mut self,
        label: impl Into<Cow<'static, str>>,
        key: Option<&str>,
        write: impl FnOnce(&mut String, usize),
    ) {
        self.start(label, key);
        write(&mut self.body, self.depth);
        self.waiting = Waiting::Value;
    }

    /// Adds an opening bracket.
    pub fn open(&mut self, label: impl Into<Cow<'static, str>>, key: Option<&str>, bracket: char) {
        self.start(label, key);
        self.body.push(bracket);
        self.depth += 1;
        self.waiting = Waiting::Bracket;
    }

    /// Adds the bracket that closes the last open one.
    pub fn close(&mut self, label: impl Into<Cow<'static, str>>, bracket: char) {
        let has_values = self.waiting == Waiting::Value;
        self.push();
        self.depth = self.depth.saturating_sub(1);
        self.relabel(label);
        if has_values {
            self.spacing.line(self.depth, &mut self.body);
        }
        self.body.push(bracket);
        self.waiting = Waiting::Value;
    }

    /// Writes the waiting statement with this terminator, and returns the output so that the caller can write what
    /// follows.
    pub fn interrupt(&mut self, end: &str) -> &mut Statements {
        self.out.push_text(&self.label, &self.body, end);
        self.waiting = Waiting::Nothing;
        self.out
    }

    /// Writes the statement that is still waiting.
    pub fn end(mut self) {
        self.push();
    }

    fn start(&mut self, label: impl Into<Cow<'static, str>>, key: Option<&str>) {
        match self.waiting {
            Waiting::Nothing => {}
            Waiting::Bracket => {
                self.spacing.line(self.depth, &mut self.body);
                self.push();
            }
            Waiting::Value => {
                self.end.clear();
                self.spacing.comma(self.depth, &mut self.end);
                self.out.push_text(&self.label, &self.body, &self.end);
            }
        }
        self.relabel(label);
        if let Some(key) = key {
            self.spacing.key(key, &mut self.body);
        }
    }

    fn relabel(&mut self, label: impl Into<Cow<'static, str>>) {
        self.label = label.into();
        self.body.clear();
    }

    fn push(&mut self) {
        if self.waiting != Waiting::Nothing {
            self.out.push_text(&self.label, &self.body, "");
        }
    }
}
