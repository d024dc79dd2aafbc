//! Comments: what somebody said about a turn, who moves against the order, and everything else.

use super::header;
use crate::model::{Player, Remark, RemarkAnchor};

/// What a comment's line says.
#[derive(Debug)]
pub enum Comment<'t> {
    /// More of the comment in the line before.
    More(&'t str),
    /// Who moves in the next turn.
    Mover(&'t str),
    /// What somebody said.
    Sink(&'t str, &'t str),
    /// Anything else.
    Plain(&'t str),
}

const MOVER: &str = "mover: ";
/// What stands for the seat where the next line is nobody's turn.
pub const NOBODY: &str = "-";
const BLANKS: [char; 2] = [' ', '\t'];

/// Takes a comment's line apart, which begins with `#`. Only one blank behind the `#` gives it a meaning, and only
/// where the players have names somebody says something.
pub fn read<'t>(line: &'t str, players: &[Player]) -> Comment<'t> {
    let rest = line.strip_prefix('#').unwrap_or(line);
    if let Some(more) = rest.strip_prefix('\t') {
        return Comment::More(more);
    }
    let Some(text) = rest.strip_prefix(' ').filter(|text| !text.starts_with(BLANKS)) else {
        return Comment::Plain(bare(line));
    };
    match (text.strip_prefix(MOVER), remark_by(text, players)) {
        (Some(seat), _) => Comment::Mover(seat),
        (None, Some((author, text))) => Comment::Sink(author, text),
        (None, None) => Comment::Plain(text),
    }
}

/// The text of a comment's line, whatever it means.
pub fn bare(line: &str) -> &str {
    line.strip_prefix('#').unwrap_or(line).trim_start_matches(BLANKS)
}

/// The text of a comment behind actions.
pub fn inline(text: &str) -> &str {
    text.trim_start_matches('#').trim_matches(BLANKS)
}

/// An author and what was said.
fn remark_by<'t>(text: &'t str, players: &[Player]) -> Option<(&'t str, &'t str)> {
    let (author, text) = text.split_once(": ").or_else(|| Some((text.strip_suffix(':')?, "")))?;
    is_author(author, players).then_some((author, text))
}

/// Whether a name can stand before what was said: a player's, or one word, where players have names at all.
pub fn is_author(name: &str, players: &[Player]) -> bool {
    let is_word = || !name.contains(|c: char| c.is_whitespace() || c.is_control());
    let is_player = || players.iter().any(|player| player.name() == Some(name));
    !name.is_empty() && !name.contains(':') && header::names_players(players) && (is_word() || is_player())
}

/// The line that says who moves.
pub fn mover(seat: &str) -> String {
    format!("# {MOVER}{seat}")
}

/// The lines of a remark that has lines of its own.
pub fn text(remark: &Remark, players: &[Player], line_end: &str) -> String {
    let mut lines = remark.text.split('\n');
    let first = lines.next().unwrap_or_default();
    let plain = format!("# {first}");
    let is_plain = matches!(read(&plain, players), Comment::Plain(_)) && header::slot(&plain, &[]).is_none();
    let mut out = match &remark.author {
        Some(author) if first.is_empty() => format!("# {author}:"),
        Some(author) => format!("# {author}: {first}"),
        None if first.is_empty() => "#".to_owned(),
        None if is_plain => plain,
        // A second blank takes the meaning away.
        None => format!("#  {first}"),
    };
    for line in lines {
        out.push_str(line_end);
        out.push_str("#\t");
        out.push_str(line);
    }
    out
}

/// A comment that has a line of its own.
pub fn plain(text: &str) -> Remark {
    Remark { text: text.to_owned(), place: Some(RemarkAnchor::Before), ..Remark::default() }
}

/// The same comment before what it belongs to.
pub fn before(remark: Remark) -> Remark {
    Remark { place: Some(RemarkAnchor::Before), ..remark }
}

/// The same comment behind what it belongs to.
pub fn behind(remark: Remark) -> Remark {
    Remark { place: Some(RemarkAnchor::After), ..remark }
}
