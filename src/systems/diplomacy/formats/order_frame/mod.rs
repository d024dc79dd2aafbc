//! Files of orders: phases, powers, orders and remarks, whatever the syntax of a single order is.

mod lint_source;
mod prepare;
mod read;
mod render;
mod secrets;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;
use std::sync::Arc;

use super::order_grammar::{Deviation, OrderError, Purpose, UnwritableOrder};
use crate::formats::phase::{self, Form};
use crate::formats::preparation::Preparation;
use crate::formats::{GameSyntax, Probe, SourceLint};
use crate::model::{Action, ActionKind, Board, BuiltinBoard, Game, Phase, PhaseKind, Remark, RemarkAnchor, Seat, Turn};
use crate::rules::{Finding, RuleSet};
use crate::systems::diplomacy::boards;
use crate::systems::diplomacy::rules::NamedBoard;
use crate::systems::diplomacy::rules::orders::{self as rules, Convoys};
use crate::text::write_back::{ParseOutput, Statements, Syntax};
use crate::text::{Diagnostic, Report};

/// The orders of a turn that is prepared, with what several of them ask for.
pub struct TurnOrders<'t> {
    /// The turn.
    pub turn: &'t Turn,
    convoys: OnceCell<Convoys>,
}

impl<'t> TurnOrders<'t> {
    fn of(turn: &'t Turn) -> TurnOrders<'t> {
        TurnOrders { turn, convoys: OnceCell::new() }
    }

    /// Returns the convoy orders, which are looked for once.
    pub fn convoys(&self, named_board: &NamedBoard) -> &Convoys {
        self.convoys.get_or_init(|| Convoys::of(self.turn, named_board))
    }
}

/// The notation of an order file, whose orders have the syntax `S`.
pub struct Records<S>(pub S);

impl<S: OrderSyntax> Syntax for Records<S> {
    type Meaning = Game;
    type Style = Style;

    /// If a power's letter applies to its line alone, a rewritten statement must not be joined to another line.
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

    fn statements_in(&self, text: &str) -> usize {
        let is_one = |word: &&str| word.ends_with(':') || word.eq_ignore_ascii_case("waive");
        let count = |part: &str| part.split_whitespace().filter(is_one).count().max(1);
        text.split('|').filter(|part| !part.is_empty()).map(count).sum()
    }

    fn validate(&self, game: &Game, rules: RuleSet) -> Vec<Finding> {
        let game = as_read_by_program(&self.0, game);
        let check = if S::HAS_COMMANDS { rules::check_mail } else { rules::check };
        let mut found = check(&game, self.0.named_board(), rules);
        found.retain(|finding| self.0.minds(finding));
        found
    }

    fn lint_source(&self, text: &str, paths: &[&str], rules: Option<RuleSet>) -> SourceLint {
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

    /// Returns the notation on a board with territories of its own. A built-in board is the default and needs no
    /// notation of its own.
    fn on_board(&self, board: &Board) -> Option<Self> {
        own_atlas(board).map(|named_board| Records(S::on(Some(named_board))))
    }
}

/// The syntax of the parts of an order file.
pub trait OrderSyntax: Sync {
    /// Whether the power of an order also applies to the lines after it, until another is named.
    const POWERS_PERSIST: bool;
    /// Whether the notation has remarks.
    const HAS_REMARKS: bool;
    /// Whether the notation has conditions and commands.
    const HAS_COMMANDS: bool;
    /// The kind of file, as messages name it.
    const TARGET: &'static str;

    /// Returns the syntax on the board at hand; on the standard board if `named_board` is `None`.
    fn on(named_board: Option<Arc<NamedBoard>>) -> Self
    where
        Self: Sized;

    /// Returns the board at hand; `None` for the standard board.
    fn at_hand(&self) -> Option<&Arc<NamedBoard>>;

    /// Returns the names that orders are resolved by.
    fn named_board(&self) -> &NamedBoard {
        self.at_hand().unwrap_or_else(|| boards::standard())
    }

    /// Returns the board as it is stored in a document.
    fn board(&self) -> Board {
        match self.at_hand() {
            Some(named_board) => named_board.board().clone(),
            None => Board { builtin: Some(BuiltinBoard::Standard), ..Board::default() },
        }
    }

    /// Returns whether a finding of the rules applies to files of this notation.
    fn minds(&self, _finding: &Finding) -> bool {
        true
    }

    /// Returns the game with its orders corrected; `None` if the notation has no corrections.
    fn corrected(&self, _game: &Game) -> Option<Game> {
        None
    }

    /// Splits a line that begins at byte `at` of the file into parts.
    fn parts(&self, line: &str, at: usize, state: &mut State, out: &mut Vec<Part>);

    /// Writes the text of an order to `out`.
    fn write(&self, order: &ActionKind, out: &mut String) -> Result<(), UnwritableOrder>;

    /// Returns whether a text is read back as this action at this point of a file.
    fn reads_as(&self, text: &str, action: &Action, state: &mut State) -> bool {
        let mut parts = Vec::new();
        self.parts(text, 0, state, &mut parts);
        match &parts[..] {
            [Part { what: What::Order(order), .. }] => order.remarks.is_empty() && order.says(action, text),
            _ => false,
        }
    }

    /// Returns the line of a phase; `None` where the phase cannot be written.
    fn phase_line(&self, phase: &Phase, form: Form) -> Option<String>;

    /// Returns the name that is written for a seat before its orders.
    fn power<'s>(&'s self, seat: &'s Seat) -> &'s str;

    /// Returns whether an order can name the power of the unit that it supports or convoys.
    fn names_units_of(&self, _seat: &Seat) -> bool {
        false
    }

    /// Reduces an action to what can be written, and reports what is lost; `None` where nothing of it can be written.
    fn prepare(
        &self,
        orders: &TurnOrders<'_>,
        index: usize,
        action: Action,
        path: &str,
        preparation: &mut Preparation<'_>,
    ) -> Option<Action>;

    /// Reports deviations in the text of an order, which is at `order.text` in the file's `text`; `phase` is the kind
    /// of its phase.
    fn lint_source(
        &self,
        order: &OrderPart,
        text: &str,
        phase: Option<PhaseKind>,
        rules: RuleSet,
        diagnostics: &mut Vec<Diagnostic>,
    );

    /// Returns the order that the target program reads out of a text that Ludex keeps as text; `None` where there is
    /// none.
    fn read_by_program(&self, _text: &str, _phase: Option<PhaseKind>) -> Option<ActionKind> {
        None
    }
}

/// State of parsing at the beginning of a line.
#[derive(Debug, Clone, Copy, Default)]
pub struct State {
    /// Kind of the phase; `None` before the first phase, and where its kind is unknown.
    pub phase: Option<PhaseKind>,
    /// Whether the line is inside a message, which holds no orders.
    pub in_message: bool,
    /// Purpose of parsing the line.
    pub purpose: Purpose,
}

impl State {
    /// Returns the state at the beginning of a file that is to be identified.
    pub fn identifying() -> State {
        State { purpose: Purpose::Identifying, ..State::default() }
    }
}

/// A part of a line: a phase, a comment, a power or an order.
pub struct Part {
    /// Span in the file.
    pub span: Range<usize>,
    /// Kind and content.
    pub what: What,
}

/// Kind and content of a part of a line.
pub enum What {
    /// A phase, the form that it is written in, and the remarks after it.
    Phase(Phase, Form, Vec<String>),
    /// A comment that has its line to itself or follows a heading.
    Comment(String),
    /// The power of the orders after it, `None` where they are nobody's; and a diagnostic where its name is odd.
    Power(Option<Seat>, Option<Box<Diagnostic>>),
    /// An order.
    Order(Box<OrderPart>),
}

/// An order in a line.
pub struct OrderPart {
    /// The order, or the error for a text that is none.
    pub order: Result<ActionKind, Box<OrderError>>,
    /// Span of its text in the file, without remarks.
    pub text: Range<usize>,
    /// End of the bracketed remarks after it, as an offset in the file.
    pub end: usize,
    /// Differences from the canonical text, with spans in the text of the order.
    pub deviations: Vec<Deviation>,
    /// Other diagnostics, with spans in the file.
    pub diagnostics: Vec<Diagnostic>,
    /// The remarks after it.
    pub remarks: Vec<String>,
    /// The power whose orders follow, where the order is a command that signs on.
    pub signs_on: Option<Seat>,
}

impl OrderPart {
    /// Creates the part for an order, or for a text that is none, at a span of the file.
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

    /// Returns the diagnostic for a text that is no order; `None` for an order.
    pub fn error(&self) -> Option<Diagnostic> {
        let error = self.order.as_ref().err()?;
        let d = Diagnostic::error(error.code, error.message.clone());
        Some(d.at(self.at(&error.span)).help(error.help.clone()))
    }

    /// Returns the text of the order with the bracketed remarks after it.
    pub fn whole<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.text.start..self.end).unwrap_or_default()
    }

    /// Converts a span in the text of the order to one in the file.
    pub fn at(&self, span: &Range<usize>) -> Range<usize> {
        self.text.start + span.start..self.text.start + span.end
    }

    /// Returns whether the part is read as an action with this kind and, where it needs one, this text.
    fn says(&self, action: &Action, text: &str) -> bool {
        match &self.order {
            Ok(kind) => *kind == action.kind && (!has_own_text(kind) || action.text.as_deref() == Some(text)),
            Err(_) => action.kind == ActionKind::Unknown && action.text.as_deref() == Some(text),
        }
    }
}

/// Returns the syntax on the board at hand while a file is identified.
pub fn on_board_of<S: OrderSyntax>(probe: &Probe<'_>) -> S {
    S::on(probe.board.and_then(own_atlas))
}

/// Replaces actions that are kept as text by the orders that the target program reads out of them.
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

/// Returns the names on a board with territories of its own; `None` for a built-in board.
fn own_atlas(board: &Board) -> Option<Arc<NamedBoard>> {
    if board.territories.is_empty() { None } else { boards::named_board(board) }
}

/// Returns the whole lines among the first `MAX_SAMPLE` bytes of a file; `None` where they are not UTF-8, or the
/// first line is longer.
pub fn lines_of<'b>(probe: &Probe<'b>) -> Option<&'b str> {
    let bytes = &probe.bytes[..probe.bytes.len().min(MAX_SAMPLE)];
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        // The end of the sample may cut a character.
        Err(error) => std::str::from_utf8(bytes.get(..error.valid_up_to())?).ok()?,
    };
    if text.len() == probe.bytes.len() { Some(text) } else { text.get(..=text.rfind('\n')?) }
}

/// Number of bytes at the beginning of a file that identification reads.
const MAX_SAMPLE: usize = 16 * 1024;

/// The style of an order file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Style {
    /// Line end; empty stands for LF.
    line_end: &'static str,
    /// Form in which phases are written.
    form: Form,
    /// Whether each power is named once for all its orders, instead of before each.
    grouped: bool,
    /// Whether the name of a power has a line to itself; only applies if it is named once.
    headings: bool,
}

impl Style {
    fn line_end(&self) -> &'static str {
        if self.line_end.is_empty() { "\n" } else { self.line_end }
    }
}

/// The power that applies to the next order, for reading and writing alike: `None` before any was named, `Some(None)`
/// after `?:`, which names nobody.
#[derive(Default)]
struct Current(Option<Option<Seat>>);

impl Current {
    /// Returns whether the power of an action needs a statement of its own before it.
    fn needs_statement(&self, action: &Action, style: &Style) -> bool {
        has_remark_under_heading(action) || style.grouped && self.0.as_ref().unwrap_or(&None) != &action.player
    }

    /// Returns whether a power applies, so that an action without a power has to be marked as nobody's.
    fn is_set(&self) -> bool {
        self.0.is_some()
    }

    /// Makes the power of an action the one that applies, once a power was named.
    fn goes_on(&mut self, action: &Action) {
        if self.is_set() || action.player.is_some() || has_remark_under_heading(action) {
            self.0 = Some(action.player.clone());
        }
    }
}

/// Returns whether all orders of a line have canonical text; the text around them is not compared.
fn is_canonical<S: OrderSyntax>(syntax: &S, line: &str) -> bool {
    let mut parts = Vec::new();
    syntax.parts(line, 0, &mut State::default(), &mut parts);
    parts.iter().all(|part| !matches!(&part.what, What::Order(order) if !order.deviations.is_empty()))
}

/// Returns whether an action of this kind is kept as its text.
fn has_own_text(kind: &ActionKind) -> bool {
    matches!(kind, ActionKind::Unknown | ActionKind::Condition | ActionKind::Command)
}

fn has_remark_under_heading(action: &Action) -> bool {
    action.remarks.iter().any(|remark| remark.place == Some(RemarkAnchor::UnderHeading))
}

fn remark(text: String, place: Option<RemarkAnchor>) -> Remark {
    Remark { text, place, ..Remark::default() }
}
