//! What reads and writes a format: a format implements [`GameSyntax`], everybody else meets a [`TextFormat`].

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use super::{placing, turns, unwritten};
use crate::model::{Board, Game};
use crate::rules::{Finding, RuleSet};
use crate::text::write_back::{self, ParseOutput, SourceSpan, Statements, Syntax, Unwritable, Written};
use crate::text::{Diagnostic, Report, codes};

/// What a notation of games says beyond reading and rendering.
pub trait GameSyntax: Syntax<Meaning = Game> + Sync {
    /// The part of `game` that this format can hold, in the order it is written in.
    ///
    /// What is left out is a `CV` warning, what cannot be written a `JS` error with its path; with an error among
    /// them nothing is written.
    fn prepare<'g>(&self, game: &'g Game, out: &mut Vec<Diagnostic>) -> Cow<'g, Game>;

    /// The paths of values that are not written since they follow from others when a file is read, without the numbers
    /// of elements (`game.turns[].number`); `order of game.players` is the order of a list.
    fn derived(&self) -> &'static [&'static str] {
        &[]
    }

    /// The elements of lists, and the values, that can be left out of a game while the rest of it stays true, as
    /// patterns of their paths. What has a fixed place in the files is none of them.
    fn may_leave_out(&self) -> &'static [&'static str] {
        MAY_LEAVE_OUT
    }

    /// What a line begins with that is a comment, where one may stand between the statements.
    fn comment_mark(&self) -> Option<&'static str> {
        None
    }

    /// What the rules say about the game.
    fn validate(&self, game: &Game, rules: RuleSet) -> Vec<Finding>;

    /// Looks at a text again for people: what the program that it is for would refuse of it, and where the values at
    /// some paths of the document stand.
    fn lint_source(&self, text: &str, paths: &[&str], rules: RuleSet) -> SourceLint;

    /// The game with what is wrong about it corrected, where that is determined; nothing where nothing can be.
    fn corrected(&self, _game: &Game) -> Option<Game> {
        None
    }

    /// The places of what is not to be printed of a text, in any order: passwords, names that the game hides, and what
    /// may be one of them where a file is out of step. Addresses are found everywhere.
    fn secrets(&self, _text: &str) -> Vec<Range<usize>> {
        Vec::new()
    }

    /// The value of a statement for people, by its label and its canonical text; empty where it has none.
    fn shown_value<'t>(&self, _label: &str, text: &'t str) -> Cow<'t, str> {
        Cow::Borrowed(text)
    }

    /// Whether a correction leaves a statement as it is spelled, when it means what it should.
    fn keeps(&self, _label: &str, _text: &str) -> bool {
        true
    }

    /// The style of a file of the same family, for a file that there is none of yet.
    fn style_of_companion(&self, _text: &str) -> Option<Self::Style> {
        None
    }

    /// The same notation with the territories of `board` at hand, where its texts refer to some that they do not
    /// define.
    fn on_board(&self, _board: &Board) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }
}

/// What most formats can leave out of a game: a statement for each element, and what need not be said.
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

/// What looking at a text again gives.
#[derive(Debug, Default)]
pub struct SourceLint {
    /// What the program that the text is for would refuse or read in another way.
    pub diagnostics: Vec<Diagnostic>,
    /// Where each path leads, in the order that they were asked for.
    pub places: Vec<Option<Range<usize>>>,
}

/// Where values stand in a text whose statements each hold one: `label_of` gives the statement's label.
pub fn places_by_label(
    parsed_source: Option<&ParsedSource>,
    paths: &[&str],
    label_of: impl Fn(&str) -> Option<String>,
) -> Vec<Option<Range<usize>>> {
    let place = |path: &&str| {
        let (parsed_source, label) = (parsed_source?, label_of(path)?);
        let index = (0..parsed_source.statements.len()).find(|&i| parsed_source.statements.label(i) == label)?;
        parsed_source.source_spans.get(index).map(|source_span| source_span.start..source_span.end)
    };
    paths.iter().map(place).collect()
}

/// The number behind a name, and the rest of the path.
pub fn numbered<'p>(path: &'p str, name: &str) -> Option<(usize, &'p str)> {
    let (number, rest) = path.strip_prefix(name)?.split_once(']')?;
    Some((number.parse().ok()?, rest))
}

/// A text format, whatever its style type: the object-safe face of [`GameSyntax`].
pub trait TextFormat: Sync {
    /// Reads a text, or gives nothing where it is not of this format at all.
    fn read(&self, text: &str, report: &mut Report) -> Option<Game>;

    /// Writes `game` over the text it was read from, or as canonical text where there is none. Where it cannot be
    /// written, `out` says why in most cases, else the error names the statement.
    fn write(&self, game: &Game, source: Option<&str>, out: &mut Vec<Diagnostic>) -> Result<Written, Unwritable>;

    /// Writes games over one text, which is read once.
    fn writer_over<'s>(&'s self, source: &'s str) -> Writer<'s>;

    /// Writes `game` as a new file in the style of one of the same family; nothing where that gives no style.
    fn write_like(
        &self,
        game: &Game,
        companion: &str,
        out: &mut Vec<Diagnostic>,
    ) -> Option<Result<Written, Unwritable>>;

    /// Writes `game` over the text it was read from, corrected where that is determined, and in the spelling that the
    /// document demands; nothing where the format has no corrections.
    fn correct(&self, game: &Game, source: &str) -> Option<Result<Written, Unwritable>>;

    /// The places of what a file of this format leaves out of `game`.
    fn left_out(&self, game: &Game) -> Vec<String>;

    /// What the rules, and the program that the files are for, say about `game`, placed in the text it was read from.
    fn validate(&self, game: &Game, source: Option<&str>, rules: RuleSet) -> Vec<Diagnostic>;

    /// The paths of values that follow from others when a file is read, as [`GameSyntax::derived`] gives them.
    fn derived(&self) -> &'static [&'static str];

    /// What can be left out of a game, as [`GameSyntax::may_leave_out`] gives it.
    fn may_leave_out(&self) -> &'static [&'static str];

    /// What a comment begins with, as [`GameSyntax::comment_mark`] gives it.
    fn comment_mark(&self) -> Option<&'static str>;

    /// Where the values at some paths of `game` stand in the text that was written of it.
    fn places(&self, text: &str, game: &Game, paths: &[&str]) -> Vec<Option<Range<usize>>>;

    /// Lets findings in a text that was read as `game` name their phase or turn, where their lines do not.
    fn name_turns(&self, diagnostics: &mut [Diagnostic], text: &str, game: &Game);

    /// Gives findings in a text that was written of `game` the paths of the values that they are about.
    fn place_on_paths(&self, diagnostics: &mut [Diagnostic], text: &str, game: &Game);

    /// What reading the text says that is written of `game`, or where `rules` are given what the program that it is for
    /// refuses; each with the path of the value that it is about, or its place in the text where there is no such value.
    fn reread(&self, text: &str, game: &Game, rules: Option<RuleSet>) -> Vec<Diagnostic>;

    /// The places of what is not to be printed of a text of this format, damaged or not.
    fn secrets(&self, text: &str) -> Vec<Range<usize>>;

    /// The same format with the territories of `board` at hand, where its texts refer to some that they do not define.
    fn on_board(&self, board: &Board) -> Option<Box<dyn TextFormat>>;

    /// The value of a statement for people, by its label and its canonical text; empty where it has none.
    fn shown_value<'t>(&self, label: &str, text: &'t str) -> Cow<'t, str>;

    /// How a text is understood: what stands where.
    fn parsed_source(&self, text: &str) -> Option<ParsedSource>;

    /// The canonical text of `game` in the style of `model`.
    fn canonical_in_style_of(&self, game: &Game, model: &str) -> Option<String>;
}

/// Writes a game, and says why where it cannot be written.
pub type Writer<'s> = Box<dyn FnMut(&Game, &mut Vec<Diagnostic>) -> Result<Written, Unwritable> + 's>;

/// How a text is understood: its game, the canonical statements in its own style, and where each stands.
pub struct ParsedSource {
    /// What the text means.
    pub game: Game,
    /// The game as canonical statements in the text's style.
    pub statements: Statements,
    /// Where each of them stands in the text.
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

    fn validate(&self, game: &Game, source: Option<&str>, rules: RuleSet) -> Vec<Diagnostic> {
        let on_board = on_board_of(self, game);
        let notation = on_board.as_ref().unwrap_or(self);
        let findings = GameSyntax::validate(notation, game, rules);
        let Some(source) = source else { return findings.into_iter().map(Diagnostic::from).collect() };
        let paths: Vec<&str> = findings.iter().map(|finding| &*finding.path).collect();
        let SourceLint { mut diagnostics, places } = notation.lint_source(source, &paths, rules);
        let place = |d: &Diagnostic| (d.code.clone(), d.span.clone());
        let said_already: HashSet<_> = diagnostics.iter().map(place).collect();
        TextFormat::name_turns(self, &mut diagnostics, source, game);
        let is_unnamed = turns::are_unnamed(source, game);
        let placed = findings.into_iter().zip(places).map(|(finding, place)| match place {
            Some(place) => {
                let mut d = Diagnostic::from(finding).at(place);
                if let Some(path) = d.path.take().filter(|_| is_unnamed) {
                    turns::name_turn_in_text(&mut d, &path, source, game);
                }
                d
            }
            None => Diagnostic::from(finding),
        });
        diagnostics.extend(placed.filter(|d| !said_already.contains(&place(d))));
        diagnostics
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

    fn places(&self, text: &str, game: &Game, paths: &[&str]) -> Vec<Option<Range<usize>>> {
        let on_board = on_board_of(self, game);
        on_board.as_ref().unwrap_or(self).lint_source(text, paths, RuleSet::default()).places
    }

    fn name_turns(&self, diagnostics: &mut [Diagnostic], text: &str, game: &Game) {
        if diagnostics.iter().all(|d| d.span.is_none()) || !turns::are_unnamed(text, game) {
            return;
        }
        let on_board = on_board_of(self, game);
        let notation = on_board.as_ref().unwrap_or(self);
        let places_of = |paths: &[&str]| notation.lint_source(text, paths, RuleSet::default()).places;
        let paths = placing::in_turns(diagnostics, text, game, places_of);
        for (d, path) in diagnostics.iter_mut().zip(paths) {
            if let Some(path) = path {
                turns::name_turn_in_text(d, &path, text, game);
            }
        }
    }

    fn place_on_paths(&self, diagnostics: &mut [Diagnostic], text: &str, game: &Game) {
        let on_board = on_board_of(self, game);
        let notation = on_board.as_ref().unwrap_or(self);
        if let Some(reading) = Syntax::read(notation, text, &mut Report::silent()) {
            let places_of = |paths: &[&str]| notation.lint_source(text, paths, RuleSet::default()).places;
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
            Some(rules) => notation.lint_source(text, &[], rules).diagnostics,
        };
        placing::on_paths(&mut diagnostics, text, game, &reading.meaning, |paths| {
            notation.lint_source(text, paths, rules.unwrap_or_default()).places
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

/// A text as it is read with a board at hand.
struct OnBoard<N: GameSyntax> {
    board: Option<Board>,
    /// The notation, where it needs the board.
    notation: Option<N>,
    old: Option<ParseOutput<Game, N::Style>>,
}

impl<N: GameSyntax> OnBoard<N> {
    fn read(notation: &N, game: &Game, source: &str) -> Self {
        let on_board = on_board_of(notation, game);
        let old = Syntax::read(on_board.as_ref().unwrap_or(notation), source, &mut Report::silent());
        OnBoard { board: game.board.clone(), notation: on_board, old }
    }

    /// Whether the text reads the same with the board of `game` at hand.
    fn is_for(&self, notation: &N, game: &Game) -> bool {
        self.board == game.board || self.notation.is_none() && on_board_of(notation, game).is_none()
    }
}

/// The notation with the board of `game` at hand.
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
        // This goes for a damaged file too, though its missing values could not be written.
        return Ok(Written::Unchanged);
    }
    let prepared = notation.prepare(game, out);
    if says(&prepared) {
        // What a damaged file lacks stands in its place among what was joined with it, too.
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
