//! Where the statements of a saved game stand in its text.

use super::lexer::{same, skip_blanks, token, value_end};
use super::names::Names;
use super::render::render;
use super::style::{Grain, Style};
use crate::model::Game;
use crate::text::spelling::{Claim, Statements};

/// The claims of a game that was read from `text`, as fine as the text allows; `style` takes over how fine.
///
/// A text is the canonical one in its own style, but for blanks and escapes, the wording of orders and the order of
/// results: then each statement stands where canonical text has it. Where keys stand elsewhere or are missing, each
/// phase is a statement; where the text is damaged, all of it is one.
pub fn claims(text: &str, game: &Game, names: &Names, style: &mut Style, is_damaged: bool) -> Vec<Claim> {
    if !is_damaged && !is_disproportionate(text, game) {
        for grain in [Grain::Value, Grain::Phase] {
            style.grain = grain;
            let mut statements = Statements::default();
            render(game, names, style, &mut statements);
            if let Some(claims) = Matcher::new(text).claims(&statements) {
                return claims;
            }
        }
    }
    style.grain = Grain::Whole;
    let start = skip_blanks(text, begin(text));
    let end = text.trim_end_matches([' ', '\t', '\r', '\n']).len().max(start);
    vec![Claim { start, end, next: end }]
}

/// Behind a byte order mark.
fn begin(text: &str) -> usize {
    text.len() - text.trim_start_matches('\u{FEFF}').len()
}

struct Matcher<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Matcher<'t> {
    fn new(text: &'t str) -> Self {
        Matcher { text, at: skip_blanks(text, begin(text)) }
    }

    fn claims(mut self, statements: &Statements) -> Option<Vec<Claim>> {
        let mut claims = Vec::with_capacity(statements.len());
        for index in 0..statements.len() {
            let start = self.at;
            let body = statements.body(index);
            self.statement(body, is_free(statements.label(index)))?;
            // What stands between a bracket and its first value belongs to the bracket.
            if body.trim_end().ends_with(['{', '[']) {
                self.at = skip_blanks(self.text, self.at);
            }
            let end = self.at;
            if statements.end(index).starts_with(',') {
                let comma = skip_blanks(self.text, end);
                (self.text.as_bytes().get(comma) == Some(&b',')).then_some(())?;
                self.at = skip_blanks(self.text, comma + 1);
            }
            claims.push(Claim { start, end, next: self.at });
        }
        (skip_blanks(self.text, self.at) == self.text.len()).then_some(claims)
    }

    /// Passes over the same statement in the text; of a free one the value may be another.
    fn statement(&mut self, body: &str, is_free: bool) -> Option<()> {
        if self.text.as_bytes()[self.at..].starts_with(body.as_bytes()) {
            self.at += body.len();
            return Some(());
        }
        let mut at = 0;
        if !is_free {
            while skip_blanks(body, at) < body.len() {
                at = self.token(body, at)?;
            }
            return Some(());
        }
        let first = token(body, 0)?;
        if body.as_bytes().get(first.end) == Some(&b':') {
            at = self.token(body, at)?;
            self.token(body, at)?;
        }
        self.at = value_end(self.text, self.at)?;
        Some(())
    }

    /// Passes over the same token; gives where that of `body` ends.
    fn token(&mut self, body: &str, at: usize) -> Option<usize> {
        let (wanted, there) = (token(body, at)?, token(self.text, self.at)?);
        same(&body[wanted.clone()], &self.text[there.clone()]).then(|| {
            self.at = there.end;
            wanted.end
        })
    }
}

/// Whether a statement stands for itself, so that any value that reads as the same may stand in its place.
fn is_free(label: &str) -> bool {
    matches!(
        label,
        "phase"
            | "phase.units.unit"
            | "phase.retreats.unit"
            | "phase.centers.center"
            | "phase.orders.order"
            | "phase.results"
            | "phase.messages.message"
    )
}

/// Whether canonical text may be far longer than the text: each power that one phase names is listed in all.
fn is_disproportionate(text: &str, game: &Game) -> bool {
    let names: usize = game.players.iter().map(|player| player.seat.as_str().len() + 12).sum();
    names.saturating_mul(game.turns.len()).saturating_mul(LISTS) > text.len().saturating_mul(MOST_GROWTH)
}

/// The lists of a phase that name all powers.
const LISTS: usize = 4;

const MOST_GROWTH: usize = 40;
