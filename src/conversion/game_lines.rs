//! Puts together files with a game on each line from the output of each game.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use crate::text::encoding::without_mark;
use crate::text::{Diagnostic, codes};

/// One game of a file.
pub struct GameLine {
    /// Path of the file that the game is written to.
    pub path: PathBuf,
    /// Name of the file that it was read from.
    pub source: String,
    /// Number of the game in that file, from 1, and the number of games there; `None` if it was a file of its own.
    pub place: Option<(u64, u64)>,
    /// Text of the game.
    pub bytes: Vec<u8>,
}

/// A file put together from games.
pub struct LineFile {
    /// Path of the file.
    pub path: PathBuf,
    /// The games, one on each line.
    pub bytes: Vec<u8>,
    /// A warning about games of a source that are missing, or an error about one that occurs twice.
    pub diagnostics: Vec<Diagnostic>,
}

/// Groups games by the file that they are written to, each file with its games in the order in which they were read.
pub fn line_files(games: Vec<GameLine>) -> Vec<LineFile> {
    let mut by_path: BTreeMap<PathBuf, Vec<GameLine>> = BTreeMap::new();
    for game in games {
        by_path.entry(game.path.clone()).or_default().push(game);
    }
    by_path.into_iter().map(|(path, games)| file(path, games)).collect()
}

fn file(path: PathBuf, games: Vec<GameLine>) -> LineFile {
    // Sources come in the order of their first game; a game that was a file of its own keeps its place.
    let mut ranks: HashMap<String, usize> = HashMap::new();
    let mut ranked: Vec<(usize, GameLine)> = Vec::with_capacity(games.len());
    for (index, game) in games.into_iter().enumerate() {
        let rank = if game.place.is_some() { *ranks.entry(game.source.clone()).or_insert(index) } else { index };
        ranked.push((rank, game));
    }
    ranked.sort_by_key(|(rank, game)| (*rank, game.place));
    let mut diagnostics = Vec::new();
    for games in ranked.chunk_by(|a, b| a.0 == b.0) {
        diagnostics.extend(gaps(games));
    }
    let mut bytes = Vec::new();
    let last = ranked.len().saturating_sub(1);
    for (index, (_, game)) in ranked.into_iter().enumerate() {
        add_line(&mut bytes, game.bytes, index == last);
    }
    LineFile { path, bytes, diagnostics }
}

/// Returns a diagnostic about missing or repeated games of one source; `games` are in order.
fn gaps(games: &[(usize, GameLine)]) -> Option<Diagnostic> {
    let (_, first) = games.first()?;
    let (_, of) = first.place?;
    let source = &first.source;
    let numbers: Vec<u64> = games.iter().filter_map(|(_, game)| Some(game.place?.0)).collect();
    if let Some(twice) = numbers.windows(2).find(|pair| pair[0] == pair[1]) {
        let message = format!("game {} of {source} is there twice", twice[0]);
        return Some(Diagnostic::error(&codes::SAME_OUTPUT, message).help("give one document of each game"));
    }
    let mut next = 1;
    let mut missing = Vec::new();
    for number in numbers.into_iter().chain([of.saturating_add(1)]) {
        match number.saturating_sub(next) {
            0 => {}
            1 => missing.push(next.to_string()),
            _ => missing.push(format!("{next} to {}", number - 1)),
        }
        next = next.max(number.saturating_add(1));
    }
    let message = format!("of the {of} games of {source} these are missing: {}", missing.join(", "));
    (!missing.is_empty()).then(|| Diagnostic::warning(&codes::GAMES_MISSING, message).help(codes::GAMES_MISSING.advice))
}

/// Adds a game as a single line, whatever its text was edited to: line ends in JSON are blanks.
fn add_line(out: &mut Vec<u8>, mut game: Vec<u8>, is_last: bool) {
    let end = game.trim_ascii_end().len();
    let unmarked = without_mark(&game[..end]);
    let begin = end - unmarked.trim_ascii_start().len();
    if game[begin..end].contains(&b'\n') {
        game = [&game[..begin], &joined(&game[begin..end])[..], &game[end..]].concat();
    }
    let has_end = game.ends_with(b"\n");
    out.append(&mut game);
    if !has_end && !is_last {
        out.push(b'\n');
    }
}

fn joined(text: &[u8]) -> Vec<u8> {
    text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).collect::<Vec<_>>().concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(source: &str, place: Option<(u64, u64)>, text: &str) -> GameLine {
        GameLine { path: "o.jsonl".into(), source: source.into(), place, bytes: text.into() }
    }

    #[test]
    fn games_stand_in_the_order_of_their_file() {
        let mut games: Vec<_> = (1..=12).rev().map(|n| game("a", Some((n, 12)), &format!("{n}\n"))).collect();
        games.push(game("b", None, "{\n  \"x\": 1\n}"));
        games.push(game("c", None, "last"));
        let files = line_files(games);
        let lines: Vec<&str> = std::str::from_utf8(&files[0].bytes).unwrap().lines().collect();
        assert_eq!(lines[0..3], ["1", "2", "3"]);
        assert_eq!(lines[11..], ["12", "{\"x\": 1}", "last"]);
        assert!(files[0].diagnostics.is_empty());
    }

    #[test]
    fn games_that_are_missing_or_there_twice_are_named() {
        let said = |places: &[u64]| {
            let games = places.iter().map(|&n| game("a", Some((n, 9)), "x")).collect();
            line_files(games).remove(0).diagnostics.pop().map(|d| (d.code, d.message)).unwrap()
        };
        let (code, message) = said(&[2, 3, 7]);
        assert_eq!((&*code, &*message), ("CV022", "of the 9 games of a these are missing: 1, 4 to 6, 8 to 9"));
        assert_eq!(said(&[2, 2]).1, "game 2 of a is there twice");
    }
}
