//! JSON as statements: commas stand behind values, blanks and line ends at the brackets.

use std::borrow::Cow;

use super::spacing::Spacing;
use crate::text::write_back::Statements;

/// Writes values and brackets, each as a statement that waits until what follows is known.
pub struct Emitter<'o, 's> {
    out: &'o mut Statements,
    /// How the text is set.
    pub spacing: &'s Spacing,
    /// How many brackets are open.
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
    /// Writes from a depth on.
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

    /// A value, which `write` writes at the depth that it is given.
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

    /// A bracket that opens.
    pub fn open(&mut self, label: impl Into<Cow<'static, str>>, key: Option<&str>, bracket: char) {
        self.start(label, key);
        self.body.push(bracket);
        self.depth += 1;
        self.waiting = Waiting::Bracket;
    }

    /// The bracket that closes the last one.
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

    /// Writes what is waiting with this behind it, and leaves it to the caller to write what follows.
    pub fn interrupt(&mut self, end: &str) -> &mut Statements {
        self.out.push_text(&self.label, &self.body, end);
        self.waiting = Waiting::Nothing;
        self.out
    }

    /// Writes what is still waiting.
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
