//! Writes an order file.

use super::{Current, OrderSyntax, Style, has_own_text, has_remark_under_heading};
use crate::model::{Action, Game, Remark, RemarkAnchor, Seat, Turn, When};
use crate::text::write_back::Statements;

/// Writes a game that was prepared for the notation.
pub fn render<S: OrderSyntax>(syntax: &S, game: &Game, style: &Style, out: &mut Statements) {
    // A remark under a heading requires a file with headings.
    let mut actions = game.turns.iter().flat_map(|turn| &turn.actions);
    let style = &Style { grouped: style.grouped || actions.any(has_remark_under_heading), ..style.clone() };
    let mut writer = Writer { syntax, style, out, current: Current::default(), scratch: String::new() };
    for (index, turn) in game.turns.iter().enumerate() {
        if index > 0 {
            writer.out.layout(style.line_end());
        }
        writer.turn(turn);
    }
}

struct Writer<'a, S> {
    syntax: &'a S,
    style: &'a Style,
    out: &'a mut Statements,
    current: Current,
    scratch: String,
}

impl<S: OrderSyntax> Writer<'_, S> {
    fn turn(&mut self, turn: &Turn) {
        self.comments(&turn.remarks, RemarkAnchor::Before);
        if let Some(When::Phase(phase)) = &turn.when {
            self.scratch.clear();
            self.scratch.push_str(&self.syntax.phase_line(phase, self.style.form).unwrap_or_default());
            add_remarks(&turn.remarks, &mut self.scratch);
            self.out.push("phase", &self.scratch, self.style.line_end());
            self.current = Current::default();
        }
        for action in &turn.actions {
            self.action(action);
        }
        self.comments(&turn.remarks, RemarkAnchor::After);
    }

    fn action(&mut self, action: &Action) {
        self.comments(&action.remarks, RemarkAnchor::Before);
        self.scratch.clear();
        let is_named = self.current.needs_statement(action, self.style);
        if is_named {
            self.power(action);
            let has_line = self.style.headings || has_remark_under_heading(action);
            self.out.push("power", &self.scratch, if has_line { self.style.line_end() } else { " " });
            self.scratch.clear();
            self.comments(&action.remarks, RemarkAnchor::UnderHeading);
        } else if !self.style.grouped && (action.player.is_some() || self.current.is_set()) {
            self.power(action);
            self.scratch.push(' ');
        }
        match (&action.kind, &action.text) {
            (kind, Some(text)) if has_own_text(kind) => self.scratch.push_str(text),
            // Orders that cannot be written were refused before.
            (kind, _) => _ = self.syntax.write(kind, &mut self.scratch),
        }
        add_remarks(&action.remarks, &mut self.scratch);
        let seat = action.player.as_ref().map_or("", Seat::as_str);
        self.out.push(format_args!("action.{seat}"), &self.scratch, self.style.line_end());
        self.comments(&action.remarks, RemarkAnchor::After);
        if S::POWERS_PERSIST {
            self.current.goes_on(action);
        }
    }

    /// Writes `FRANCE:`, or `?:` for orders of nobody after those of a power.
    fn power(&mut self, action: &Action) {
        self.scratch.push_str(action.player.as_ref().map_or("?", |seat| self.syntax.power(seat)));
        self.scratch.push(':');
    }

    fn comments(&mut self, remarks: &[Remark], place: RemarkAnchor) {
        for remark in remarks.iter().filter(|remark| remark.place == Some(place)) {
            let gap = if remark.text.is_empty() { "" } else { " " };
            self.out.push("remark", format_args!("#{gap}{}", remark.text), self.style.line_end());
        }
    }
}

/// Writes remarks on the line of their order: in brackets, or after # where they contain brackets.
fn add_remarks(remarks: &[Remark], out: &mut String) {
    for remark in remarks.iter().filter(|remark| remark.place.is_none()) {
        if is_bracketed(&remark.text) {
            out.push_str(" (");
            out.push_str(&remark.text);
            out.push(')');
        } else {
            out.push_str(" # ");
            out.push_str(&remark.text);
        }
    }
}

/// Returns whether a remark can be written in brackets.
pub(super) fn is_bracketed(text: &str) -> bool {
    !text.contains(['(', ')'])
}
