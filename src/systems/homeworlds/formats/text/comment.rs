//! Comments: remarks about a turn, the player who moves out of order, and all other comments.

use super::header;
use crate::model::{Player, Remark, RemarkAnchor};

/// The meaning of a comment line.
#[derive(Debug)]
pub enum Comment<'t> {
    /// A continuation of the comment in the line before.
    More(&'t str),
    /// The seat of the player of the next turn.
    Mover(&'t str),
    /// A remark: its author and its text.
    Remark(&'t str, &'t str),
    /// Any other comment.
    Plain(&'t str),
}

const MOVER: &str = "mover: ";
/// The text in place of a seat if the next line is no player's turn.
pub const NOBODY: &str = "-";
const BLANKS: [char; 2] = [' ', '\t'];

/// Parses a comment line, which begins with `#`. It has a meaning only with exactly one blank after the `#`, and it is
/// a remark only if the players have names.
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
        (None, Some((author, text))) => Comment::Remark(author, text),
        (None, None) => Comment::Plain(text),
    }
}

/// Returns the text of a comment line, without interpreting it.
pub fn bare(line: &str) -> &str {
    line.strip_prefix('#').unwrap_or(line).trim_start_matches(BLANKS)
}

/// Returns the text of a comment after actions.
pub fn inline(text: &str) -> &str {
    text.trim_start_matches('#').trim_matches(BLANKS)
}

/// Splits a remark into its author and its text; `None` if the text does not begin with an author.
fn remark_by<'t>(text: &'t str, players: &[Player]) -> Option<(&'t str, &'t str)> {
    let (author, text) = text.split_once(": ").or_else(|| Some((text.strip_suffix(':')?, "")))?;
    is_author(author, players).then_some((author, text))
}

/// Returns whether a name can be the author of a remark: a player's name or a single word, and only if the players have
/// names.
pub fn is_author(name: &str, players: &[Player]) -> bool {
    let is_word = || !name.contains(|c: char| c.is_whitespace() || c.is_control());
    let is_player = || players.iter().any(|player| player.name() == Some(name));
    !name.is_empty() && !name.contains(':') && header::names_players(players) && (is_word() || is_player())
}

/// Returns the comment line that names the player of the next turn.
pub fn mover(seat: &str) -> String {
    format!("# {MOVER}{seat}")
}

/// Returns the comment lines of a remark that is not written after actions.
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
        // A second blank keeps the line from being read as anything but a comment.
        None => format!("#  {first}"),
    };
    for line in lines {
        out.push_str(line_end);
        out.push_str("#\t");
        out.push_str(line);
    }
    out
}

/// Returns a remark for a comment in a line of its own.
pub fn plain(text: &str) -> Remark {
    Remark { text: text.to_owned(), place: Some(RemarkAnchor::Before), ..Remark::default() }
}

/// Returns the remark, placed before the turn it belongs to.
pub fn before(remark: Remark) -> Remark {
    Remark { place: Some(RemarkAnchor::Before), ..remark }
}

/// Returns the remark, placed after the turn it belongs to.
pub fn behind(remark: Remark) -> Remark {
    Remark { place: Some(RemarkAnchor::After), ..remark }
}
