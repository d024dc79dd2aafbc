//! A record of orders as text: phases, powers, orders and remarks, whatever the syntax of a single order is.

mod lint_source;
mod prepare;
mod read;
mod render;
mod secrets;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use super::order_grammar::{Deviation, OrderError, Purpose, UnwritableOrder};
use crate::formats::phase::{self, Form};
use crate::formats::preparation::Preparation;
use crate::formats::{GameSyntax, Probe, SourceLint};
use crate::model::{Action, ActionKind, Board, BuiltinBoard, Game, Phase, PhaseKind, Remark, RemarkAnchor, Seat, Turn};
use crate::rules::{Finding, RuleSet};
use crate::systems::diplomacy::boards;
use crate::systems::diplomacy::rules::{NamedBoard, orders as rules};
use crate::text::write_back::{ParseOutput, Statements, Syntax};
use crate::text::{Diagnostic, Report};

/// A notation of records, whose orders are of that syntax.
pub struct Records<S>(pub S);

impl<S: OrderSyntax> Syntax for Records<S> {
    type Meaning = Game;
    type Style = Style;

    /// Where a power's letter counts for its line alone, what is written anew has no part in another line.
    const OWN_LINES: bool = !S::POWERS_PERSIST;

    fn read(&self, text: &str, report: &mut Report) -> Option<ParseOutput<Game, Style>> {
        Some(read::read(&self.0, text, report))
    }

    fn render(&self, game: &Game, style: &Style, out: &mut Statements) {
        render::render(&self.0, game, style, out);
    }
}

impl<S: OrderSyntax> GameSyntax for Records<S> {
    fn prepare<'g>(&self, game: &'g Game, out: &mut Vec<Diagnostic>) -> Cow<'g, Game> {
        prepare::prepare(&self.0, game, out)
    }

    fn comment_mark(&self) -> Option<&'static str> {
        S::HAS_REMARKS.then_some("#")
    }

    fn validate(&self, game: &Game, rules: RuleSet) -> Vec<Finding> {
        let game = as_read_by_program(&self.0, game);
        let check = if S::HAS_COMMANDS { rules::check_mail } else { rules::check };
        let mut found = check(&game, self.0.named_board(), rules);
        found.retain(|finding| self.0.minds(finding));
        found
    }

    fn lint_source(&self, text: &str, paths: &[&str], rules: RuleSet) -> SourceLint {
        lint_source::lint_source(&self.0, text, paths, rules)
    }

    fn secrets(&self, text: &str) -> Vec<Range<usize>> {
        secrets::secrets(text)
    }

    fn corrected(&self, game: &Game) -> Option<Game> {
        self.0.corrected(game)
    }

    fn keeps(&self, label: &str, text: &str) -> bool {
        !label.starts_with("action") || is_canonical(&self.0, text)
    }

    /// A built-in board is the one without any at hand.
    fn on_board(&self, board: &Board) -> Option<Self> {
        own_atlas(board).map(|named_board| Records(S::on(Some(named_board))))
    }
}

/// How a notation writes the parts of a record.
pub trait OrderSyntax: Sync {
    /// Whether the power of an order is that of those in the lines behind it, until another is named.
    const POWERS_PERSIST: bool;
    /// Whether there are remarks.
    const HAS_REMARKS: bool;
    /// Whether there are conditions and commands.
    const HAS_COMMANDS: bool;
    /// What the file is called in messages.
    const TARGET: &'static str;

    /// The syntax on a board at hand; without one, on the standard board.
    fn on(named_board: Option<Arc<NamedBoard>>) -> Self
    where
        Self: Sized;

    /// The board at hand.
    fn at_hand(&self) -> Option<&Arc<NamedBoard>>;

    /// The names that orders are read by.
    fn named_board(&self) -> &NamedBoard {
        self.at_hand().unwrap_or_else(|| boards::standard())
    }

    /// The board as a document names it.
    fn board(&self) -> Board {
        match self.at_hand() {
            Some(named_board) => named_board.board().clone(),
            None => Board { builtin: Some(BuiltinBoard::Standard), ..Board::default() },
        }
    }

    /// Whether a finding of the rules counts for files of this notation.
    fn minds(&self, _finding: &Finding) -> bool {
        true
    }

    /// The game with what is wrong about its orders corrected, where the notation has corrections.
    fn corrected(&self, _game: &Game) -> Option<Game> {
        None
    }

    /// Takes a line apart that begins at byte `at` of the file.
    fn parts(&self, line: &str, at: usize, state: &mut State, out: &mut Vec<Part>);

    /// Writes an order.
    fn write(&self, order: &ActionKind, out: &mut String) -> Result<(), UnwritableOrder>;

    /// Whether a text is read as this action where it stands.
    fn reads_as(&self, text: &str, action: &Action, state: &mut State) -> bool {
        let mut parts = Vec::new();
        self.parts(text, 0, state, &mut parts);
        match &parts[..] {
            [Part { what: What::Order(order), .. }] => order.remarks.is_empty() && order.says(action, text),
            _ => false,
        }
    }

    /// The line of a phase.
    fn phase_line(&self, phase: &Phase, form: Form) -> Option<String>;

    /// The name of a seat before its orders.
    fn power<'s>(&'s self, seat: &'s Seat) -> &'s str;

    /// Whether an order may say that the unit it speaks of is that power's.
    fn names_units_of(&self, _seat: &Seat) -> bool {
        false
    }

    /// Changes an action to what can be written, saying what is lost; nothing where all of it is.
    fn prepare(
        &self,
        turn: &Turn,
        index: usize,
        action: Action,
        path: &str,
        preparation: &mut Preparation<'_>,
    ) -> Option<Action>;

    /// What is wrong about an order's own text, which stands at `order.text` in the file's; `phase` is the kind of its
    /// phase.
    fn lint_source(
        &self,
        order: &OrderPart,
        text: &str,
        phase: Option<PhaseKind>,
        rules: RuleSet,
        diagnostics: &mut Vec<Diagnostic>,
    );

    /// What the program that the notation is for reads out of a text that Ludex keeps as it stands.
    fn read_by_program(&self, _text: &str, _phase: Option<PhaseKind>) -> Option<ActionKind> {
        None
    }
}

/// What is known where a line stands.
#[derive(Debug, Clone, Copy, Default)]
pub struct State {
    /// The kind of the phase.
    pub phase: Option<PhaseKind>,
    /// Whether the line is one of a message, which holds no orders.
    pub in_message: bool,
    /// What the line is read for.
    pub purpose: Purpose,
}

impl State {
    /// At the beginning of a file that is to be identified.
    pub fn identifying() -> State {
        State { purpose: Purpose::Identifying, ..State::default() }
    }
}

/// A part of a line.
pub struct Part {
    /// Where it stands in the file.
    pub span: Range<usize>,
    /// What it is.
    pub what: What,
}

/// What a part of a line is.
pub enum What {
    /// A phase, and the remarks behind it.
    Phase(Phase, Form, Vec<String>),
    /// A comment, which has its line to itself or follows a heading.
    Comment(String),
    /// The power of the orders behind it; without one they are nobody's. What is odd about it is said.
    Power(Option<Seat>, Option<Box<Diagnostic>>),
    /// An order.
    Order(Box<OrderPart>),
}

/// An order in a line.
pub struct OrderPart {
    /// The order, or why it is none.
    pub order: Result<ActionKind, Box<OrderError>>,
    /// Where its text stands in the file, without remarks.
    pub text: Range<usize>,
    /// Where the remarks behind it end that are in brackets.
    pub end: usize,
    /// How it differs from the canonical text, by places in its own.
    pub deviations: Vec<Deviation>,
    /// What else is to be said about it, placed in the file.
    pub diagnostics: Vec<Diagnostic>,
    /// The remarks behind it.
    pub remarks: Vec<String>,
    /// The power whose orders follow, where a command says so.
    pub signs_on: Option<Seat>,
}

impl OrderPart {
    /// An order, or why it is none, that stands there.
    pub fn new(order: Result<ActionKind, OrderError>, text: Range<usize>) -> OrderPart {
        let (deviations, diagnostics, remarks) = (Vec::new(), Vec::new(), Vec::new());
        OrderPart {
            order: order.map_err(Box::new),
            end: text.end,
            text,
            deviations,
            diagnostics,
            remarks,
            signs_on: None,
        }
    }

    /// Why the text is no order.
    pub fn error(&self) -> Option<Diagnostic> {
        let error = self.order.as_ref().err()?;
        let d = Diagnostic::error(error.code, error.message.clone());
        Some(d.at(self.at(&error.span)).help(error.help.clone()))
    }

    /// The order's text with the remarks behind it.
    pub fn whole<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.text.start..self.end).unwrap_or_default()
    }

    /// Where a place in the order's text stands in the file.
    pub fn at(&self, span: &Range<usize>) -> Range<usize> {
        self.text.start + span.start..self.text.start + span.end
    }

    /// Whether this is what an action says.
    fn says(&self, action: &Action, text: &str) -> bool {
        match &self.order {
            Ok(kind) => *kind == action.kind && (!has_own_text(kind) || action.text.as_deref() == Some(text)),
            Err(_) => action.kind == ActionKind::Unknown && action.text.as_deref() == Some(text),
        }
    }
}

/// The syntax on the board that is at hand while a file is identified.
pub fn on_board_of<S: OrderSyntax>(probe: &Probe<'_>) -> S {
    S::on(probe.board.and_then(own_atlas))
}

/// The game with what the program makes of the texts that Ludex keeps as they stand.
fn as_read_by_program<'g, S: OrderSyntax>(syntax: &S, game: &'g Game) -> Cow<'g, Game> {
    let mut game = Cow::Borrowed(game);
    for turn in 0..game.turns.len() {
        let phase = phase::kind(game.turns[turn].when.as_ref());
        for action in 0..game.turns[turn].actions.len() {
            let Action { kind: ActionKind::Unknown, text: Some(text), .. } = &game.turns[turn].actions[action] else {
                continue;
            };
            if let Some(kind) = syntax.read_by_program(text, phase) {
                game.to_mut().turns[turn].actions[action].kind = kind;
            }
        }
    }
    game
}

/// The names on a board with territories of its own.
fn own_atlas(board: &Board) -> Option<Arc<NamedBoard>> {
    if board.territories.is_empty() { None } else { boards::named_board(board) }
}

/// The whole lines among the first of a file that is looked at.
pub fn lines_of<'b>(probe: &Probe<'b>) -> Option<&'b str> {
    let bytes = &probe.bytes[..probe.bytes.len().min(MAX_SAMPLE)];
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        // The end of what is looked at may cut a character.
        Err(error) => std::str::from_utf8(bytes.get(..error.valid_up_to())?).ok()?,
    };
    if text.len() == probe.bytes.len() { Some(text) } else { text.get(..=text.rfind('\n')?) }
}

/// How much of a file is looked at.
const MAX_SAMPLE: usize = 16 * 1024;

/// File-wide habits.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Style {
    /// How lines end; empty is LF.
    line_end: &'static str,
    /// How phases are written.
    form: Form,
    /// Whether a power is named once for all its orders.
    grouped: bool,
    /// Whether it has a line to itself then.
    headings: bool,
}

impl Style {
    fn line_end(&self) -> &'static str {
        if self.line_end.is_empty() { "\n" } else { self.line_end }
    }
}

/// The power that counts where an order stands, or nobody where that was said; for reading and writing alike.
#[derive(Default)]
struct Current(Option<Option<Seat>>);

impl Current {
    /// Whether an action needs a statement that names its power.
    fn needs_statement(&self, action: &Action, style: &Style) -> bool {
        has_remark_under_heading(action) || style.grouped && self.0.as_ref().unwrap_or(&None) != &action.player
    }

    /// Whether an action of nobody needs to say so.
    fn is_set(&self) -> bool {
        self.0.is_some()
    }

    /// Takes over the power of an action, once one was named.
    fn goes_on(&mut self, action: &Action) {
        if self.is_set() || action.player.is_some() || has_remark_under_heading(action) {
            self.0 = Some(action.player.clone());
        }
    }
}

/// Whether the orders of a line are spelled as the canonical text is, whatever stands around them.
fn is_canonical<S: OrderSyntax>(syntax: &S, line: &str) -> bool {
    let mut parts = Vec::new();
    syntax.parts(line, 0, &mut State::default(), &mut parts);
    parts.iter().all(|part| !matches!(&part.what, What::Order(order) if !order.deviations.is_empty()))
}

/// Whether an action is its text.
fn has_own_text(kind: &ActionKind) -> bool {
    matches!(kind, ActionKind::Unknown | ActionKind::Condition | ActionKind::Command)
}

fn has_remark_under_heading(action: &Action) -> bool {
    action.remarks.iter().any(|remark| remark.place == Some(RemarkAnchor::UnderHeading))
}

fn remark(text: String, place: Option<RemarkAnchor>) -> Remark {
    Remark { text, place, ..Remark::default() }
}
