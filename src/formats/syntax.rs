//! Reading and writing formats: a format implements [`GameSyntax`], all other code uses it through [`TextFormat`].

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::turns::{self, TurnNames};
use super::{placing, unwritten};
use crate::model::{Board, Game};
use crate::rules::{Finding, RuleSet};
use crate::text::write_back::{self, ParseOutput, SourceSpan, Statements, Syntax, Unwritable, Written};
use crate::text::{Diagnostic, Report, codes};

/// The parts of a game notation beyond reading and rendering.
pub trait GameSyntax: Syntax<Meaning = Game> + Sync {
    /// Returns the part of `game` that this format can hold, in the order in which it is written.
    ///
    /// Parts that are left out are reported as a `CV` warning, values that cannot be written as a `JS` error with their
    /// path; after an error nothing is written.
    fn prepare<'g>(&self, game: &'g Game, out: &mut Vec<Diagnostic>) -> Cow<'g, Game>;

    /// Returns the paths, without the indices of elements (`game.turns[].number`), of values that are not written since
    /// they follow from others when a file is read; `order of game.players` is the order of a list.
    fn derived(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns patterns of the paths of list elements and values that can be left out of a game without making the rest
    /// untrue. Values with a fixed place in the file are not included.
    fn may_leave_out(&self) -> &'static [&'static str] {
        MAY_LEAVE_OUT
    }

    /// Returns the prefix of comment lines; `None` if there can be none between statements.
    fn comment_mark(&self) -> Option<&'static str> {
        None
    }

    /// Returns how many statements a text without line ends, semicolons and commas has at most: in some notations they
    /// have other separators, or follow each other without.
    fn statements_in(&self, _text: &str) -> usize {
        1
    }

    /// Checks the game by the rules.
    fn validate(&self, game: &Game, rules: RuleSet) -> Vec<Finding>;

    /// Reads a text again to check it: finds what the program that it is for would refuse, and the byte ranges of the
    /// values at some paths of the document. Without `rules` only these are wanted, and diagnostics may be left out.
    fn lint_source(&self, text: &str, paths: &[&str], rules: Option<RuleSet>) -> SourceLint;

    /// Lints the text that `game` was read from like [`GameSyntax::lint_source`]. The turns of the game may be dropped
    /// while the text is read again, and are there again afterwards.
    fn lint_own_source(&self, _game: &mut Game, text: &str, paths: &[&str], rules: RuleSet) -> SourceLint {
        self.lint_source(text, paths, Some(rules))
    }

    /// Returns the game with all mistakes corrected that have only one possible correction; `None` if there are none.
    fn corrected(&self, _game: &Game) -> Option<Game> {
        None
    }

    /// Returns the byte ranges of a text that must not be printed, in any order: passwords, names that the game hides,
    /// and values that may be one of these in a file whose lines are displaced. Addresses need not be included: they
    /// are always found.
    fn secrets(&self, _text: &str) -> Vec<Range<usize>> {
        Vec::new()
    }

    /// Returns the value of a statement for people, by its label and canonical text; empty if it has none.
    fn shown_value<'t>(&self, _label: &str, text: &'t str) -> Cow<'t, str> {
        Cow::Borrowed(text)
    }

    /// Returns whether a correction keeps the source text of a statement whose meaning is right.
    fn keeps(&self, _label: &str, _text: &str) -> bool {
        true
    }

    /// Returns the style of a file of the same family, for a new file.
    fn style_of_companion(&self, _text: &str) -> Option<Self::Style> {
        None
    }

    /// Returns the same notation with the territories of `board`, if its texts refer to territories that they do not
    /// define.
    fn on_board(&self, _board: &Board) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }
}

/// Paths that most formats can leave out of a game: elements with a statement each, and optional values.
pub const MAY_LEAVE_OUT: &[&str] = &[
    "game.title",
    "game.started",
    "game.ended",
    "game.variants",
    "game.result",
    "game.result.reason",
    "game.position.pieces[]",
    "game.turns[]",
    "game.turns[].position.pieces[]",
    "game.turns[].position.holdings[]",
    "game.turns[].actions[]",
    "game.turns[].actions[].remarks[]",
    "game.turns[].undone[][]",
    "game.turns[].remarks[]",
    "game.turns[].extras[]",
];

/// The result of checking a text again.
#[derive(Debug, Default)]
pub struct SourceLint {
    /// Findings about what the program that the text is for would refuse or read differently.
    pub diagnostics: Vec<Diagnostic>,
    /// Byte range of each requested path, in the same order.
    pub places: Vec<Option<Range<usize>>>,
}

/// Finds the byte ranges of values in a text with one statement for each value; `label_of` returns the label for a
/// path.
pub fn places_by_label(
    parsed_source: Option<&ParsedSource>,
    paths: &[&str],
    label_of: impl Fn(&str) -> Option<String>,
) -> Vec<Option<Range<usize>>> {
    let mut spans: HashMap<&str, &SourceSpan> = HashMap::new();
    if let Some(parsed_source) = parsed_source {
        for (index, source_span) in parsed_source.source_spans.iter().enumerate() {
            spans.entry(parsed_source.statements.label(index)).or_insert(source_span);
        }
    }
    let place = |path: &&str| spans.get(&*label_of(path)?).map(|source_span| source_span.start..source_span.end);
    paths.iter().map(place).collect()
}

/// Parses the index after a name, and returns the rest of the path.
pub fn numbered<'p>(path: &'p str, name: &str) -> Option<(usize, &'p str)> {
    let (number, rest) = path.strip_prefix(name)?.split_once(']')?;
    Some((number.parse().ok()?, rest))
}

/// A text format independent of its style type: the object-safe form of [`GameSyntax`].
pub trait TextFormat: Sync {
    /// Reads a text; returns `None` if it is not of this format at all.
    fn read(&self, text: &str, report: &mut Report) -> Option<Game>;

    /// Writes `game` over the text it was read from, or as canonical text if there is none. If it cannot be written,
    /// `out` usually says why; otherwise the error names the statement.
    fn write(&self, game: &Game, source: Option<&str>, out: &mut Vec<Diagnostic>) -> Result<Written, Unwritable>;

    /// Returns a writer of games over one text, which is read only once.
    fn writer_over<'s>(&'s self, source: &'s str) -> Writer<'s>;

    /// Writes `game` as a new file in the style of a file of the same family; returns `None` if that gives no style.
    fn write_like(
        &self,
        game: &Game,
        companion: &str,
        out: &mut Vec<Diagnostic>,
    ) -> Option<Result<Written, Unwritable>>;

    /// Writes `game` over the text it was read from, with the corrections that have only one possibility, and in the
    /// style that the format's document demands; returns `None` if the format has no corrections.
    fn correct(&self, game: &Game, source: &str) -> Option<Result<Written, Unwritable>>;

    /// Returns the paths of what a file of this format leaves out of `game`.
    fn left_out(&self, game: &Game) -> Vec<String>;

    /// Checks `game` by the rules and the program that the files are for, and reports what they find; findings are
    /// placed in the text it was read from. Its turns may be dropped while that text is read again, and are there again
    /// afterwards.
    fn validate(&self, game: &mut Game, source: Option<&str>, rules: RuleSet, report: &mut Report);

    /// Returns the paths of values that follow from others when a file is read; see [`GameSyntax::derived`].
    fn derived(&self) -> &'static [&'static str];

    /// Returns what can be left out of a game; see [`GameSyntax::may_leave_out`].
    fn may_leave_out(&self) -> &'static [&'static str];

    /// Returns the prefix of comment lines; see [`GameSyntax::comment_mark`].
    fn comment_mark(&self) -> Option<&'static str>;

    /// Returns how many statements a text without line ends, semicolons and commas has; see
    /// [`GameSyntax::statements_in`].
    fn statements_in(&self, text: &str) -> usize;

    /// Returns the byte ranges of the values at some paths of `game` in the text that was written from it.
    fn places(&self, text: &str, game: &Game, paths: &[&str]) -> Vec<Option<Range<usize>>>;

    /// Adds the phase or turn to findings in a text that was read as `game`, if their lines do not name it.
    fn name_turns(&self, diagnostics: &mut [Diagnostic], text: &str, game: &Game);

    /// Gives findings in a text that was written from `game` the paths of the values that they are about.
    fn place_on_paths(&self, diagnostics: &mut [Diagnostic], text: &str, game: &Game);

    /// Reads the text that was written from `game` again and returns the findings: those of reading or, with `rules`,
    /// those of the program that the text is for. Each has the path of the value that it is about, or its place in the
    /// text if there is none.
    fn reread(&self, text: &str, game: &Game, rules: Option<RuleSet>) -> Vec<Diagnostic>;

    /// Returns the byte ranges that must not be printed of a text of this format, damaged or not.
    fn secrets(&self, text: &str) -> Vec<Range<usize>>;

    /// Returns the same format with the territories of `board`, if its texts refer to territories that they do not
    /// define.
    fn on_board(&self, board: &Board) -> Option<Box<dyn TextFormat>>;

    /// Returns the value of a statement for people, by its label and canonical text; empty if it has none.
    fn shown_value<'t>(&self, label: &str, text: &'t str) -> Cow<'t, str>;

    /// Parses a text into its game, statements and source spans.
    fn parsed_source(&self, text: &str) -> Option<ParsedSource>;

    /// Returns the canonical text of `game` in the style of `model`.
    fn canonical_in_style_of(&self, game: &Game, model: &str) -> Option<String>;
}

/// Writes a game; the messages or the error say why it cannot be written.
pub type Writer<'s> = Box<dyn FnMut(&Game, &mut Vec<Diagnostic>) -> Result<Written, Unwritable> + 's>;

/// A parsed text: its game, the canonical statements in its own style, and their places.
pub struct ParsedSource {
    /// The meaning of the text.
    pub game: Game,
    /// The game as canonical statements in the text's style.
    pub statements: Statements,
    /// Source span of each statement.
    pub source_spans: Vec<SourceSpan>,
}

impl<N: GameSyntax + 'static> TextFormat for N {
    fn read(&self, text: &str, report: &mut Report) -> Option<Game> {
        self.read_meaning(text, report)
    }

    fn write(&self, game: &Game, source: Option<&str>, out: &mut Vec<Diagnostic>) -> Result<Written, Unwritable> {
        match source {
            Some(source) => TextFormat::writer_over(self, source)(game, out),
            None => write(on_board_of(self, game).as_ref().unwrap_or(self), game, None, out),
        }
    }

    fn writer_over<'s>(&'s self, source: &'s str) -> Writer<'s> {
        let mut kept: Option<OnBoard<N>> = None;
        Box::new(move |game, out| {
            let is_kept = kept.as_ref().is_some_and(|kept| kept.is_for(self, game));
            let OnBoard { notation, old, .. } = match &mut kept {
                Some(kept) if is_kept => kept,
                kept => kept.insert(OnBoard::read(self, game, source)),
            };
            let old = old.as_ref().map(|old| (source, old));
            write(notation.as_ref().unwrap_or(self), game, old, out)
        })
    }

    fn write_like(
        &self,
        game: &Game,
        companion: &str,
        out: &mut Vec<Diagnostic>,
    ) -> Option<Result<Written, Unwritable>> {
        let style = self.style_of_companion(companion)?;
        let prepared = self.prepare(game, out);
        if out.iter().any(Diagnostic::is_error) {
            return Some(Err(Unwritable::default()));
        }
        if *prepared != *game {
            unwritten::report_unwritten(game, &prepared, None, GameSyntax::derived(self), out);
        }
        Some(write_back::canonical(self, &prepared, &style).map(Written::Canonical))
    }

    fn correct(&self, game: &Game, source: &str) -> Option<Result<Written, Unwritable>> {
        let on_board = on_board_of(self, game);
        let notation = on_board.as_ref().unwrap_or(self);
        let corrected = notation.corrected(game)?;
        let old = Syntax::read(notation, source, &mut Report::silent())?;
        let mut diagnostics = Vec::new();
        let prepared = notation.prepare(&corrected, &mut diagnostics);
        if diagnostics.iter().any(Diagnostic::is_error) {
            return Some(Err(Unwritable::default()));
        }
        Some(write_back::write_anew(notation, &prepared, source, &old, |label, text| notation.keeps(label, text)))
    }

    fn left_out(&self, game: &Game) -> Vec<String> {
        let mut diagnostics = Vec::new();
        on_board_of(self, game).as_ref().unwrap_or(self).prepare(game, &mut diagnostics);
        diagnostics.into_iter().filter(|d| d.code == codes::LEFT_OUT.id).filter_map(|d| d.path).collect()
    }

    fn validate(&self, game: &mut Game, source: Option<&str>, rules: RuleSet, report: &mut Report) {
        let on_board = on_board_of(self, game);
        let notation = on_board.as_ref().unwrap_or(self);
        let findings = GameSyntax::validate(notation, game, rules);
        let Some(source) = source else {
            findings.into_iter().for_each(|finding| report.add(finding.into()));
            return;
        };
        let paths: Vec<&str> = findings.iter().map(|finding| &*finding.path).collect();
        let SourceLint { mut diagnostics, places } = notation.lint_own_source(game, source, &paths, rules);
        let game = &*game;
        let place = |d: &Diagnostic| (d.code.clone(), d.span.clone());
        let said_already: HashSet<_> = diagnostics.iter().map(place).collect();
        TextFormat::name_turns(self, &mut diagnostics, source, game);
        let unnamed = turns::are_unnamed(source, game).then(|| TurnNames::of(game));
        diagnostics.into_iter().for_each(|d| report.add(d));
        // There may be very many: beyond its limit the report only counts them.
        let placed = findings.into_iter().zip(places).map(|(finding, place)| match place {
            Some(place) => {
                let mut d = Diagnostic::from(finding).at(place);
                if let Some((path, names)) = d.path.take().zip(unnamed.as_ref()) {
                    names.name_in_text(&mut d, &path, source);
                }
                d
            }
            None => Diagnostic::from(finding),
        });
        placed.filter(|d| !said_already.contains(&place(d))).for_each(|d| report.add(d));
    }

    fn derived(&self) -> &'static [&'static str] {
        GameSyntax::derived(self)
    }

    fn may_leave_out(&self) -> &'static [&'static str] {
        GameSyntax::may_leave_out(self)
    }

    fn comment_mark(&self) -> Option<&'static str> {
        GameSyntax::comment_mark(self)
    }

    fn statements_in(&self, text: &str) -> usize {
        GameSyntax::statements_in(self, text)
    }

    fn places(&self, text: &str, game: &Game, paths: &[&str]) -> Vec<Option<Range<usize>>> {
        let on_board = on_board_of(self, game);
        on_board.as_ref().unwrap_or(self).lint_source(text, paths, None).places
    }

    fn name_turns(&self, diagnostics: &mut [Diagnostic], text: &str, game: &Game) {
        if diagnostics.iter().all(|d| d.span.is_none()) || !turns::are_unnamed(text, game) {
            return;
        }
        let on_board = on_board_of(self, game);
        let notation = on_board.as_ref().unwrap_or(self);
        let places_of = |paths: &[&str]| notation.lint_source(text, paths, None).places;
        let paths = placing::in_turns(diagnostics, text, game, places_of);
        let names = TurnNames::of(game);
        for (d, path) in diagnostics.iter_mut().zip(paths) {
            if let Some(path) = path {
                names.name_in_text(d, &path, text);
            }
        }
    }

    fn place_on_paths(&self, diagnostics: &mut [Diagnostic], text: &str, game: &Game) {
        let on_board = on_board_of(self, game);
        let notation = on_board.as_ref().unwrap_or(self);
        if let Some(reading) = Syntax::read(notation, text, &mut Report::silent()) {
            let places_of = |paths: &[&str]| notation.lint_source(text, paths, None).places;
            placing::on_paths(diagnostics, text, game, &reading.meaning, places_of);
        }
    }

    fn reread(&self, text: &str, game: &Game, rules: Option<RuleSet>) -> Vec<Diagnostic> {
        let on_board = on_board_of(self, game);
        let notation = on_board.as_ref().unwrap_or(self);
        let mut report = Report::salvaging();
        let Some(reading) = Syntax::read(notation, text, &mut report) else { return report.into_found() };
        let mut diagnostics = match rules {
            None => report.into_found(),
            Some(rules) => {
                drop(report);
                notation.lint_source(text, &[], Some(rules)).diagnostics
            }
        };
        placing::on_paths(&mut diagnostics, text, game, &reading.meaning, |paths| {
            notation.lint_source(text, paths, None).places
        });
        diagnostics
    }

    fn secrets(&self, text: &str) -> Vec<Range<usize>> {
        GameSyntax::secrets(self, text)
    }

    fn on_board(&self, board: &Board) -> Option<Box<dyn TextFormat>> {
        GameSyntax::on_board(self, board).map(|notation| Box::new(notation) as Box<dyn TextFormat>)
    }

    fn shown_value<'t>(&self, label: &str, text: &'t str) -> Cow<'t, str> {
        GameSyntax::shown_value(self, label, text)
    }

    fn parsed_source(&self, text: &str) -> Option<ParsedSource> {
        let reading = Syntax::read(self, text, &mut Report::silent())?;
        let mut statements = Statements::default();
        self.render(&reading.meaning, &reading.style, &mut statements);
        Some(ParsedSource { game: reading.meaning, statements, source_spans: reading.source_spans })
    }

    fn canonical_in_style_of(&self, game: &Game, model: &str) -> Option<String> {
        let style = Syntax::read(self, model, &mut Report::silent())?.style;
        let mut out = Statements::default();
        self.render(game, &style, &mut out);
        Some(out.into_text())
    }
}

/// A text as it is read with a board.
struct OnBoard<N: GameSyntax> {
    board: Option<Board>,
    /// The notation with the board; `None` if it needs none.
    notation: Option<N>,
    old: Option<ParseOutput<Game, N::Style>>,
}

impl<N: GameSyntax> OnBoard<N> {
    fn read(notation: &N, game: &Game, source: &str) -> Self {
        let on_board = on_board_of(notation, game);
        let old = Syntax::read(on_board.as_ref().unwrap_or(notation), source, &mut Report::silent());
        OnBoard { board: game.board.clone(), notation: on_board, old }
    }

    /// Returns whether the text reads the same with the board of `game`.
    fn is_for(&self, notation: &N, game: &Game) -> bool {
        self.board == game.board || self.notation.is_none() && on_board_of(notation, game).is_none()
    }
}

/// Returns the notation with the board of `game`; `None` if it needs none.
fn on_board_of<N: GameSyntax>(notation: &N, game: &Game) -> Option<N> {
    notation.on_board(game.board.as_ref()?)
}

fn write<N: GameSyntax>(
    notation: &N,
    game: &Game,
    old: Option<(&str, &ParseOutput<Game, N::Style>)>,
    out: &mut Vec<Diagnostic>,
) -> Result<Written, Unwritable> {
    let says = |meaning: &Game| old.is_some_and(|(_, old)| old.meaning == *meaning);
    if says(game) {
        // A damaged file is left unchanged too, though its missing values could not be written.
        return Ok(Written::Unchanged);
    }
    let prepared = notation.prepare(game, out);
    if says(&prepared) {
        // Values that a damaged file lacks remain missing in it, also when it was joined with others.
        out.retain(|d| d.code != codes::VALUES_MISSING.id);
    }
    if out.iter().any(Diagnostic::is_error) {
        return Err(Unwritable::default());
    }
    if *prepared != *game {
        let original = old.map(|(_, old)| &old.meaning);
        unwritten::report_unwritten(game, &prepared, original, notation.derived(), out);
    }
    let written = match old {
        Some((source, old)) => write_back::write_back(notation, &prepared, source, old),
        None => write_back::canonical(notation, &prepared, &N::Style::default()).map(Written::Canonical),
    };
    written.inspect_err(|error| {
        let mut text = Statements::default();
        let usual = N::Style::default();
        notation.render(&prepared, old.map_or(&usual, |(_, old)| &old.style), &mut text);
        let again = Syntax::read(notation, text.text(), &mut Report::silent());
        out.push(unwritten::reads_back_differently(&prepared, again.map(|again| again.meaning).as_ref(), error));
    })
}
