//! Write-back: an unedited text is restored byte for byte, and an edit stays local.
//!
//! A [`Syntax`] reads a text into a meaning, a [style](Syntax::Style) (file-wide habits) and [source
//! spans](SourceSpan): for each statement of the canonical text, the span of the source that it came from. It renders a
//! meaning as labelled [`Statements`]. From these, [`write_back`] writes any meaning over a source: unchanged
//! statements keep their source text, changed ones become canonical text in the file's style, and layout (comments,
//! blank lines, whatever no statement covers) stays in its place. The written text is always read again to verify it.

use std::fmt::{Display, Write as _};
use std::ops::Range;

use gix_imara_diff::{Algorithm, Diff, InternedInput, Interner, Token};

use super::diagnostic::Report;

/// The place of a canonical statement in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourceSpan {
    /// Byte offset of the statement.
    pub start: usize,
    /// Byte offset after the statement, where its terminator (line end, separator) begins.
    pub end: usize,
    /// Byte offset after the terminator; equal to `end` if the source has none.
    pub next: usize,
}

impl From<super::lines::Line> for SourceSpan {
    fn from(line: super::lines::Line) -> Self {
        SourceSpan { start: line.start, end: line.end, next: line.next }
    }
}

/// The result of reading a text.
#[derive(Debug, Clone)]
pub struct ParseOutput<M, S> {
    /// The meaning of the text.
    pub meaning: M,
    /// The file's style.
    pub style: S,
    /// Source spans, one for each statement that rendering `meaning` in `style` gives, in that order.
    pub source_spans: Vec<SourceSpan>,
}

/// Canonical text in labelled statements, in flat buffers.
#[derive(Debug, Default, Clone)]
pub struct Statements {
    text: String,
    labels: String,
    items: Vec<Item>,
}

#[derive(Debug, Clone)]
struct Item {
    label: Range<usize>,
    body: Range<usize>,
    next: usize,
}

impl Statements {
    /// Adds a statement.
    ///
    /// `label` says what the statement is about, as finely as identity is stable under edits and no finer: slots and
    /// ids in full (`country.5.armies`), list elements by kind only (`turn.action`). `end` is its terminator.
    pub fn push(&mut self, label: impl Display, body: impl Display, end: &str) {
        let (label_start, start) = (self.labels.len(), self.text.len());
        // Writing to a String cannot fail.
        let _ = write!(self.labels, "{label}");
        let _ = write!(self.text, "{body}");
        let body = start..self.text.len();
        self.text.push_str(end);
        self.items.push(Item { label: label_start..self.labels.len(), body, next: self.text.len() });
    }

    /// Adds a statement whose parts are texts already, which is faster than [`push`](Self::push).
    pub fn push_text(&mut self, label: &str, body: &str, end: &str) {
        let (label_start, start) = (self.labels.len(), self.text.len());
        self.labels.push_str(label);
        self.text.push_str(body);
        let body = start..self.text.len();
        self.text.push_str(end);
        self.items.push(Item { label: label_start..self.labels.len(), body, next: self.text.len() });
    }

    /// Adds text that is no statement, such as the blank line between two turns.
    pub fn layout(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Returns the whole canonical text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Converts the statements into the canonical text.
    pub fn into_text(self) -> String {
        self.text
    }

    /// Returns the number of statements.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns whether there are no statements.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns the label of statement `index`; empty beyond the last.
    pub fn label(&self, index: usize) -> &str {
        self.items.get(index).map_or("", |i| &self.labels[i.label.clone()])
    }

    /// Returns the text of statement `index` without its terminator; empty beyond the last.
    pub fn body(&self, index: usize) -> &str {
        self.items.get(index).map_or("", |i| &self.text[i.body.clone()])
    }

    /// Returns the terminator of statement `index`; empty beyond the last.
    pub fn end(&self, index: usize) -> &str {
        self.items.get(index).map_or("", |i| &self.text[i.body.end..i.next])
    }

    fn tokens(&self) -> impl Iterator<Item = (&str, &str)> {
        (0..self.len()).map(|i| (self.label(i), self.body(i)))
    }

    /// For each statement of `self`, returns the index of the equal statement of `old` that it is aligned with.
    fn aligned_with(&self, old: &Statements) -> Vec<Option<usize>> {
        align(old.tokens(), self.tokens())
    }
}

/// A notation: reads texts into meanings and renders meanings as text.
pub trait Syntax {
    /// The meaning of a text.
    type Meaning: PartialEq;
    /// File-wide habits, such as the padding of numbers; the default is the canonical style.
    type Style: Default;

    /// Whether changed statements get a line of their own, so that a terminator inside a line is kept only between
    /// unchanged statements.
    const OWN_LINES: bool = false;

    /// Reads a text; returns `None` if it is not in this notation at all.
    fn read(&self, text: &str, report: &mut Report) -> Option<ParseOutput<Self::Meaning, Self::Style>>;

    /// Reads only the meaning of a text, if that is cheaper than finding the place of each statement too.
    fn read_meaning(&self, text: &str, report: &mut Report) -> Option<Self::Meaning> {
        self.read(text, report).map(|reading| reading.meaning)
    }

    /// Writes a meaning over the text that was read as `old`, if the notation knows the place of every statement and
    /// need not compare them; returns `None` if it does not. The result is read again like any written text.
    fn write_in_place(
        &self,
        _meaning: &Self::Meaning,
        _source: &str,
        _old: &ParseOutput<Self::Meaning, Self::Style>,
    ) -> Option<String> {
        None
    }

    /// Renders a meaning that the notation can hold as canonical text.
    fn render(&self, meaning: &Self::Meaning, style: &Self::Style, out: &mut Statements);

    /// Renders a meaning for the labels of its statements: the same as [`Syntax::render`], except for layout that can
    /// be left out if that is cheaper.
    fn render_for_labels(&self, meaning: &Self::Meaning, style: &Self::Style, out: &mut Statements) {
        self.render(meaning, style, out);
    }
}

/// The result of [`write_back`].
#[derive(Debug, PartialEq, Eq)]
pub enum Written {
    /// The source was left as it is.
    Unchanged,
    /// A text that keeps the source text of everything that was not edited.
    Patched(String),
    /// Canonical text: the style of the source could not be kept.
    Canonical(String),
}

/// The error that a meaning cannot be written: the text would be read back as something else.
#[derive(Debug, Default, PartialEq, Eq, thiserror::Error)]
#[error("{} would be read back as something else", if label.is_empty() { "what is written" } else { label })]
pub struct Unwritable {
    /// Label of the first statement that is not read back the same; empty if none can be named.
    pub label: String,
}

/// Writes `meaning` over the text it was once read from; `old` is the result of reading `source` again.
pub fn write_back<N: Syntax>(
    notation: &N,
    meaning: &N::Meaning,
    source: &str,
    old: &ParseOutput<N::Meaning, N::Style>,
) -> Result<Written, Unwritable> {
    if old.meaning == *meaning {
        return Ok(Written::Unchanged);
    }
    if let Some(text) = notation.write_in_place(meaning, source, old)
        && notation.read_meaning(&text, &mut Report::silent()).as_ref() == Some(meaning)
    {
        return Ok(Written::Patched(text));
    }
    write_over(notation, meaning, source, old, |_, _| true)
}

/// Writes `meaning` over a text and keeps only the statements that `keeps` accepts, by label and text: all others are
/// written canonically in their place.
pub fn write_anew<N: Syntax>(
    notation: &N,
    meaning: &N::Meaning,
    source: &str,
    old: &ParseOutput<N::Meaning, N::Style>,
    keeps: impl Fn(&str, &str) -> bool,
) -> Result<Written, Unwritable> {
    match write_over(notation, meaning, source, old, keeps)? {
        Written::Patched(text) if text == source => Ok(Written::Unchanged),
        written => Ok(written),
    }
}

fn write_over<N: Syntax>(
    notation: &N,
    meaning: &N::Meaning,
    source: &str,
    old: &ParseOutput<N::Meaning, N::Style>,
    keeps: impl Fn(&str, &str) -> bool,
) -> Result<Written, Unwritable> {
    let mut before = Statements::default();
    notation.render(&old.meaning, &old.style, &mut before);
    let mut after = Statements::default();
    notation.render(meaning, &old.style, &mut after);
    if old.source_spans.len() == before.len() {
        let mut patcher = Patcher::new(source, &old.source_spans, &before, &after);
        patcher.own_lines = N::OWN_LINES;
        patcher.respell(keeps);
        let mut wrong = vec![false; after.len()];
        for round in 0..4 {
            let patched = patcher.patch(&wrong);
            let Some(again) = notation.read_meaning(&patched, &mut Report::silent()) else { break };
            if again == *meaning {
                return Ok(Written::Patched(patched));
            }
            let mut reread = Statements::default();
            notation.render(&again, &old.style, &mut reread);
            mark_wrong(&mut wrong, &after.aligned_with(&reread), round);
        }
    }
    canonical(notation, meaning, &old.style).map(Written::Canonical)
}

/// Writes `meaning` as canonical text in a style, and verifies that it reads back as the same.
pub fn canonical<N: Syntax>(notation: &N, meaning: &N::Meaning, style: &N::Style) -> Result<String, Unwritable> {
    let mut out = Statements::default();
    notation.render(meaning, style, &mut out);
    let again = notation.read_meaning(out.text(), &mut Report::silent());
    if again.as_ref().is_some_and(|again| again == meaning) {
        return Ok(out.into_text());
    }
    let mut reread = Statements::default();
    if let Some(again) = again {
        notation.render(&again, style, &mut reread);
    }
    let first = out.aligned_with(&reread).iter().position(Option::is_none);
    Err(Unwritable { label: first.map(|i| out.label(i).to_owned()).unwrap_or_default() })
}

/// Marks the statements that were not read back the same; from the second round on also their neighbours, since the
/// statement before may be the cause.
fn mark_wrong(wrong: &mut [bool], came_back: &[Option<usize>], round: usize) {
    let reach = if round == 0 { 0 } else { 1 << round };
    let missing: Vec<usize> = (0..wrong.len()).filter(|&j| came_back[j].is_none()).collect();
    if missing.is_empty() {
        wrong.fill(true);
    }
    for j in missing {
        let (from, to) = (j.saturating_sub(reach), (j + reach).min(wrong.len() - 1));
        wrong[from..=to].fill(true);
    }
}

/// For each element of `after`, returns the index of the element of `before` that a longest common subsequence pairs it
/// with.
pub fn align<T: Eq + std::hash::Hash>(
    before: impl Iterator<Item = T>,
    after: impl Iterator<Item = T>,
) -> Vec<Option<usize>> {
    let mut input = InternedInput { before: Vec::new(), after: Vec::new(), interner: Interner::new(0) };
    input.update_before(before);
    input.update_after(after);
    let diff = Diff::compute(Algorithm::Myers, &input);
    let mut pairs = Vec::with_capacity(input.after.len());
    let mut old = 0;
    for new in 0..input.after.len() {
        if diff.is_added(new as u32) {
            pairs.push(None);
            continue;
        }
        while old < input.before.len() && diff.is_removed(old as u32) {
            old += 1;
        }
        pairs.push(Some(old));
        old += 1;
    }
    settle(&mut pairs, &input.before);
    pairs
}

/// Pairs each element with that of several equal ones which leaves as many elements of both lists before and behind it:
/// what is between pairs is then edited, rather than taken out in one place and put in at another.
fn settle(pairs: &mut [Option<usize>], before: &[Token]) {
    /// How far the other elements are from the one that was paired, at most.
    const NEAR: usize = 50;
    let paired: Vec<(usize, usize)> = pairs.iter().enumerate().filter_map(|(new, old)| Some((new, (*old)?))).collect();
    let (mut first_new, mut first_old) = (0, 0);
    for (at, &(new, old)) in paired.iter().enumerate() {
        let (end_new, end_old) = paired.get(at + 1).copied().unwrap_or((pairs.len(), before.len()));
        let uneven =
            |&old: &usize| (old - first_old).abs_diff(new - first_new) + (end_old - old).abs_diff(end_new - new);
        let near = first_old.max(old.saturating_sub(NEAR))..end_old.min(old + NEAR);
        let best = near.filter(|&other| before[other] == before[old]).min_by_key(uneven).unwrap_or(old);
        pairs[new] = Some(best);
        (first_new, first_old) = (new + 1, best + 1);
    }
}

struct Patcher<'a> {
    source: &'a str,
    source_spans: &'a [SourceSpan],
    before: &'a Statements,
    after: &'a Statements,
    /// For each new statement, the old one whose place it takes, and whether both are the same.
    places: Vec<Option<(usize, bool)>>,
    /// Whether changed statements get a line of their own.
    own_lines: bool,
}

impl<'a> Patcher<'a> {
    fn new(source: &'a str, source_spans: &'a [SourceSpan], before: &'a Statements, after: &'a Statements) -> Self {
        let places = after.aligned_with(before).into_iter().map(|p| p.map(|old| (old, true))).collect();
        let mut patcher = Patcher { source, source_spans, before, after, places, own_lines: false };
        patcher.place_edited();
        patcher
    }

    /// Pairs edited statements with old ones between the same unedited neighbours, so that they take over their place
    /// among the layout and their line end: first by label, then the rest by kind (an id in the label may have been
    /// edited).
    fn place_edited(&mut self) {
        self.place_by(|label| (label.to_owned(), 0));
        self.place_by(|label| (label.split('.').next().unwrap_or_default().to_owned(), label.matches('.').count()));
    }

    /// Marks the statements that `keeps` does not accept as changed, so that they are written canonically.
    fn respell(&mut self, keeps: impl Fn(&str, &str) -> bool) {
        for (new, place) in self.places.iter_mut().enumerate() {
            if let Some((old, same)) = place {
                let source_span = &self.source_spans[*old];
                *same &= keeps(
                    self.after.label(new),
                    self.source.get(source_span.start..source_span.end).unwrap_or_default(),
                );
            }
        }
    }

    fn place_by<K: Eq + std::hash::Hash>(&mut self, key: impl Fn(&str) -> K) {
        let (mut new, mut old) = (0, 0);
        while new < self.places.len() {
            if let Some((at, _)) = self.places[new] {
                (new, old) = (new + 1, at + 1);
                continue;
            }
            let new_end = (new..self.places.len()).find(|&j| self.places[j].is_some()).unwrap_or(self.places.len());
            let old_end = self.places.get(new_end).copied().flatten().map_or(self.before.len(), |(at, _)| at);
            let before = (old..old_end).map(|i| key(self.before.label(i)));
            let after = (new..new_end).map(|j| key(self.after.label(j)));
            for (offset, pair) in align(before, after).into_iter().enumerate() {
                self.places[new + offset] = pair.map(|p| (old + p, false));
            }
            new = new_end;
        }
    }

    /// Returns the layout between the old statement before `index` and the one at `index`.
    fn gap(&self, index: usize) -> &'a str {
        let from = index.checked_sub(1).map_or(0, |i| self.source_spans[i].next);
        let to = self.source_spans.get(index).map_or(self.source.len(), |c| c.start);
        self.source.get(from..to).unwrap_or_default()
    }

    /// Patches the source: statements marked `wrong` are written canonically, and layout is kept out of runs of them.
    fn patch(&self, wrong: &[bool]) -> String {
        let mut out = String::with_capacity(self.source.len() + 64);
        let mut next_old = 0;
        for new in 0..self.after.len() {
            let in_wrong_run = wrong[new] && new > 0 && wrong[new - 1];
            if let Some((old, _)) = self.places[new]
                && !in_wrong_run
            {
                // Layout of wrong statements that follow immediately goes before the first of their run.
                let run_end = if wrong[new] { self.end_of_wrong_run(new, wrong) } else { old };
                for i in next_old..=run_end.max(old) {
                    out.push_str(self.gap(i));
                }
                next_old = run_end.max(old) + 1;
            }
            self.write_statement(new, wrong, &mut out);
        }
        for i in next_old..=self.source_spans.len() {
            out.push_str(self.gap(i));
        }
        out
    }

    /// Returns the last old statement whose place is taken in the run of wrong statements that begins at `new`.
    fn end_of_wrong_run(&self, new: usize, wrong: &[bool]) -> usize {
        let run = (new..self.after.len()).take_while(|&j| wrong[j]);
        run.filter_map(|j| self.places[j].map(|(old, _)| old)).max().unwrap_or(0)
    }

    /// Returns whether a statement is written as in the source.
    fn is_spelled(&self, new: usize, wrong: &[bool]) -> bool {
        !wrong[new] && self.places[new].is_some_and(|(_, same)| same)
    }

    /// Returns whether statement `new` and the next are both written as in the source and are adjacent there.
    fn are_neighbours(&self, new: usize, wrong: &[bool]) -> bool {
        let next = new + 1;
        next < self.after.len()
            && self.is_spelled(new, wrong)
            && self.is_spelled(next, wrong)
            && self.places[next].zip(self.places[new]).is_some_and(|((next, _), (old, _))| next == old + 1)
    }

    fn write_statement(&self, new: usize, wrong: &[bool], out: &mut String) {
        let end = self.after.end(new);
        let Some((old, same)) = self.places[new] else {
            out.push_str(self.after.body(new));
            out.push_str(end);
            return;
        };
        let source_span = &self.source_spans[old];
        let spelled = if same && !wrong[new] { self.source.get(source_span.start..source_span.end) } else { None };
        out.push_str(spelled.unwrap_or(self.after.body(new)));
        let written = self.source.get(source_span.end..source_span.next).unwrap_or_default();
        let is_last = new + 1 == self.after.len();
        let is_inside = self.own_lines && end.contains(['\n', '\r']) && !written.contains(['\n', '\r']);
        // Lines that were left out at the end stay left out as long as they are empty.
        let is_left_out =
            source_span.start == source_span.next && (new..self.after.len()).all(|new| self.is_spelled(new, wrong));
        let keeps_end = self.before.end(old) == end
            && (!written.is_empty() || is_last || is_left_out)
            && (!is_inside || is_last || self.are_neighbours(new, wrong));
        out.push_str(if keeps_end { written } else { end });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_equal_elements_the_one_in_its_place_is_paired() {
        let align = |before: &str, after: &str| align(before.chars(), after.chars());
        assert_eq!(align("xAAy", "zABy"), [None, Some(1), None, Some(3)]);
        assert_eq!(align("xAAy", "zBAy"), [None, None, Some(2), Some(3)]);
        assert_eq!(align("AAB", "zAx"), [None, Some(1), None]);
        assert_eq!(align("CCCD", "AACx"), [None, None, Some(2), None]);
        assert_eq!(align("BAAEDE", "BxAExB"), [Some(0), None, Some(2), Some(3), None, None]);
    }

    /// With time that grows with the square of the equal elements this would not come to an end.
    #[test]
    fn very_many_equal_elements_between_others_are_aligned() {
        const COUNT: usize = 1_000_000;
        let between = |first, last| [first].into_iter().chain(std::iter::repeat_n('A', COUNT)).chain([last]);
        let pairs = align(between('x', 'y'), between('z', 'w'));
        assert!(pairs.iter().enumerate().all(|(new, old)| *old == Some(new).filter(|new| (1..=COUNT).contains(new))));
    }

    /// A toy notation: `key = value` lines, `#` comments and blank lines as layout, and a `;`-separated list.
    struct Toy;

    impl Syntax for Toy {
        type Meaning = Vec<(String, String)>;
        type Style = ();

        fn read(&self, text: &str, _: &mut Report) -> Option<ParseOutput<Self::Meaning, ()>> {
            let mut meaning = Vec::new();
            let mut source_spans = Vec::new();
            for line in super::super::lines::dos_lines(text) {
                let content = &text[line.span()];
                if let Some((key, value)) = content.split_once('=') {
                    // A value of a single quotation mark repeats the value before: text that depends on its context.
                    let value = match value.trim() {
                        "\"" => meaning.last().map(|(_, v): &(String, String)| v.clone()).unwrap_or_default(),
                        v => v.to_owned(),
                    };
                    meaning.push((key.trim().to_owned(), value));
                    source_spans.push(line.into());
                }
            }
            Some(ParseOutput { meaning, style: (), source_spans })
        }

        fn render(&self, meaning: &Self::Meaning, (): &(), out: &mut Statements) {
            for (key, value) in meaning {
                out.push(key, format_args!("{key}={value}"), "\n");
            }
        }
    }

    fn edited(source: &str, edit: impl FnOnce(&mut Vec<(String, String)>)) -> String {
        let old = Toy.read(source, &mut Report::silent()).unwrap();
        let mut meaning = old.meaning.clone();
        edit(&mut meaning);
        match write_back(&Toy, &meaning, source, &old).unwrap() {
            Written::Unchanged => source.to_owned(),
            Written::Patched(text) => text,
            Written::Canonical(text) => panic!("spelling was given up: {text:?}"),
        }
    }

    const SOURCE: &str = "# head\r\na = 1\r\n\r\n# about b\nb =2  \r\nc= 3\n# tail\n";

    #[test]
    fn an_unedited_text_stays() {
        assert_eq!(edited(SOURCE, |_| {}), SOURCE);
    }

    #[test]
    fn an_edit_changes_its_own_line_and_keeps_its_line_end() {
        assert_eq!(edited(SOURCE, |m| m[1].1 = "9".into()), SOURCE.replace("b =2  \r\n", "b=9\r\n"));
    }

    #[test]
    fn a_deleted_statement_leaves_its_comment() {
        assert_eq!(edited(SOURCE, |m| drop(m.remove(1))), SOURCE.replace("b =2  \r\n", ""));
    }

    #[test]
    fn an_added_statement_stands_before_the_layout_of_the_next() {
        let added = edited(SOURCE, |m| m.insert(1, ("x".into(), "7".into())));
        assert_eq!(added, SOURCE.replace("a = 1\r\n", "a = 1\r\nx=7\n"));
        let last = edited("a = 1", |m| m.push(("b".into(), "2".into())));
        assert_eq!(last, "a = 1\nb=2\n");
    }

    #[test]
    fn spelling_that_depends_on_what_was_edited_is_given_up() {
        let source = "a = 1\nb = \"\nc  =  3\n";
        assert_eq!(edited(source, |m| m[0].1 = "5".into()), "a=5\nb=1\nc  =  3\n");
    }

    #[test]
    fn repeated_statements_keep_their_own_spelling() {
        let source = "a = 0\na=0 \na  =0\n";
        assert_eq!(edited(source, |m| m[1].1 = "1".into()), "a = 0\na=1\na  =0\n");
    }

    #[test]
    fn what_would_read_back_as_something_else_is_refused() {
        let meaning = vec![("a".to_owned(), "1".to_owned()), ("b".to_owned(), "2\n".to_owned())];
        let old = Toy.read("a = 1\n", &mut Report::silent()).unwrap();
        assert_eq!(write_back(&Toy, &meaning, "a = 1\n", &old).unwrap_err().label, "b");
    }
}
