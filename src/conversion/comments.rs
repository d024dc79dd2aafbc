//! Writes comments into a text where elements were left out.

use std::borrow::Cow;

use thin_vec::ThinVec;

use crate::formats::TextFormat;
use crate::model::{Action, Document, Game, Remark, Turn};
use crate::text::hidden::Hidden;
use crate::text::{Diagnostic, Report};

use super::hiding;
use super::leaving_out::{Rest, SAID};
use super::removal::{TURNS, list_and_number};

/// Prefix of each comment, which distinguishes it from remarks: records of play have comments among theirs.
const MARK: &str = "left out: ";

/// Limit of a comment's characters: the complete message is among the diagnostics.
const MAX_LENGTH: usize = 200;

/// Limit of readings of a text with comments, which find those that change its meaning.
const MAX_ATTEMPTS: usize = 16;

/// Returns the text with a comment for each element that is left out; `None` if there are none, or if the format has no
/// comments. A comment that would change the text's meaning is put at the end, unless it would change it there too.
pub fn commented(
    rest: &Rest<'_, (Cow<'_, str>, Vec<u8>)>,
    format: &dyn TextFormat,
    document: &Document,
    is_redacted: bool,
) -> Option<String> {
    let mark = format.comment_mark().filter(|_| !rest.left_out.is_empty())?;
    let text = &*rest.written.0;
    let mut said = rest.left_out.clone();
    let mut hidden = Hidden::default();
    hiding::hide_quotes(&said, document, &mut hidden);
    hidden.hide(&mut said, None);
    let comments = said.iter().map(|d| format!("{mark} {}", comment(d, is_redacted)));
    let mut comments: Vec<Comment> = places(rest, format).into_iter().zip(comments).collect();
    comments.sort_by_key(|(place, _)| *place);
    let on_board = rest.game.board.as_ref().and_then(|board| format.on_board(board));
    let format = on_board.as_deref().unwrap_or(format);
    let mut commenter = Commenter { text, format, meaning: meaning(format, text)?, accepted: Vec::new(), attempts: 0 };
    let mut refused = commenter.add(comments);
    refused.iter_mut().for_each(|(place, _)| *place = text.len());
    commenter.add(refused);
    Some(commenter.with(&[]))
}

/// Offset of a comment, and its line.
type Comment = (usize, String);

struct Commenter<'t> {
    text: &'t str,
    format: &'t dyn TextFormat,
    /// The meaning of the text without comments.
    meaning: Game,
    accepted: Vec<Comment>,
    attempts: usize,
}

impl Commenter<'_> {
    /// Adds the comments that do not change the meaning of the text, and returns the others.
    fn add(&mut self, mut comments: Vec<Comment>) -> Vec<Comment> {
        if comments.is_empty() || self.attempts >= MAX_ATTEMPTS {
            return comments;
        }
        self.attempts += 1;
        if meaning(self.format, &self.with(&comments)).as_ref() == Some(&self.meaning) {
            self.accepted.append(&mut comments);
            return comments;
        }
        if comments.len() == 1 {
            return comments;
        }
        let others = comments.split_off(comments.len() / 2);
        let mut refused = self.add(comments);
        refused.append(&mut self.add(others));
        refused
    }

    /// Returns the text with the accepted comments and with `more`.
    fn with(&self, more: &[Comment]) -> String {
        let mut comments: Vec<&Comment> = self.accepted.iter().chain(more).collect();
        comments.sort_by_key(|(place, _)| *place);
        let line_end = if self.text.contains("\r\n") { "\r\n" } else { "\n" };
        let mut commented = String::with_capacity(self.text.len() + comments.len() * MAX_LENGTH);
        let mut from = 0;
        for (place, line) in comments {
            commented.push_str(self.text.get(from..*place).unwrap_or_default());
            if !commented.is_empty() && !commented.ends_with('\n') {
                commented.push_str(line_end);
            }
            commented.push_str(line);
            commented.push_str(line_end);
            from = *place;
        }
        commented.push_str(self.text.get(from..).unwrap_or_default());
        commented
    }
}

/// Returns the meaning of a text without its comments.
fn meaning(format: &dyn TextFormat, text: &str) -> Option<Game> {
    let mut game = format.read(text, &mut Report::silent())?;
    strip(&mut game.turns);
    Some(game)
}

/// Formats a comment as a line of ASCII; if redacted, it has only the code and the path.
fn comment(d: &Diagnostic, is_redacted: bool) -> String {
    let path = d.path.as_deref().unwrap_or("game");
    let mut text = format!("{MARK}{} {path}", d.code);
    if !is_redacted {
        text += &format!(": {}", d.message.strip_suffix(SAID).unwrap_or(&d.message));
    }
    let plain = |c: char| match c {
        ' '..='~' => c.to_string(),
        _ => c.escape_unicode().to_string(),
    };
    text.chars().take(MAX_LENGTH).map(plain).collect()
}

/// Returns the offset of a comment's line for each element that is left out.
fn places(rest: &Rest<'_, (Cow<'_, str>, Vec<u8>)>, format: &dyn TextFormat) -> Vec<usize> {
    let text = &*rest.written.0;
    let anchors: Vec<Anchor> = rest.left_out.iter().map(|d| Anchor::of(d.path.as_deref(), rest)).collect();
    let paths: Vec<&str> = anchors.iter().filter_map(Anchor::path).collect();
    let mut found = format.places(text, &rest.game, &paths).into_iter();
    anchors
        .iter()
        .map(|anchor| {
            let place = anchor.path().and_then(|_| found.next().flatten());
            match (anchor, place) {
                (Anchor::Before(_), Some(place)) => text.get(..place.start).map_or(0, start_of_last_line),
                (Anchor::Behind(_), Some(place)) => end_of_line(text, place.end),
                _ => text.len(),
            }
        })
        .collect()
}

/// The value next to which a comment is put, by its path in the rest of the game.
enum Anchor {
    Before(String),
    Behind(String),
    End,
}

impl Anchor {
    fn of<T>(path: Option<&str>, rest: &Rest<'_, T>) -> Anchor {
        let Some((list, _)) = path.and_then(list_and_number) else {
            // A single value is in a header, which a comment might end.
            return if rest.game.turns.is_empty() { Anchor::End } else { Anchor::Before("game.turns[0]".to_owned()) };
        };
        let in_rest = rest.removed.in_rest(path.unwrap_or_default());
        let Some((of_rest, next)) = list_and_number(&in_rest) else { return Anchor::End };
        if list == TURNS {
            let is_last = next >= rest.game.turns.len();
            return if is_last { Anchor::End } else { Anchor::Before(in_rest) };
        }
        match next.checked_sub(1) {
            Some(before) => Anchor::Behind(format!("{of_rest}[{before}]")),
            None if is_empty(&rest.game, of_rest) => {
                // After the parent of the list, such as the heading of a turn.
                of_rest.rsplit_once('.').map_or(Anchor::End, |(parent, _)| Anchor::Behind(parent.to_owned()))
            }
            None => Anchor::Before(in_rest),
        }
    }

    fn path(&self) -> Option<&str> {
        match self {
            Anchor::Before(path) | Anchor::Behind(path) => Some(path),
            Anchor::End => None,
        }
    }
}

/// Returns whether the list of a turn's actions is empty.
fn is_empty(game: &Game, list: &str) -> bool {
    let turn = list.strip_suffix(".actions").and_then(list_and_number).map(|(_, number)| number);
    turn.and_then(|number| game.turns.get(number)).is_some_and(|turn| turn.actions.is_empty())
}

fn start_of_last_line(text: &str) -> usize {
    text.rfind('\n').map_or(0, |end| end + 1)
}

fn end_of_line(text: &str, from: usize) -> usize {
    text.get(from..).and_then(|rest| rest.find('\n')).map_or(text.len(), |end| from + end + 1)
}

/// Removes the comments from a game that was read.
fn strip(turns: &mut Vec<Turn>) {
    for turn in turns.iter_mut() {
        strip_remarks(&mut turn.remarks);
        turn.actions.iter_mut().for_each(|Action { remarks, .. }| strip_remarks(remarks));
        turn.alternatives.iter_mut().for_each(strip);
    }
    turns.retain(|turn| *turn != Turn::default());
}

fn strip_remarks(remarks: &mut ThinVec<Remark>) {
    remarks.retain_mut(|remark| {
        if !remark.text.contains(MARK) {
            return true;
        }
        let kept: Vec<&str> = remark.text.split('\n').filter(|line| !line.starts_with(MARK)).collect();
        let is_kept = !kept.is_empty();
        remark.text = kept.join("\n");
        is_kept
    });
}
