//! Shows unusual moves: one-way, with less strength, through conduits, gateways and railways.

use super::{MAX_NAMES, View, known};
use crate::model::{Adjacency, Board, Field, Passage, PassageKind, TerritoryRef};
use crate::systems::diplomacy::rules::{check_board, codes};
use crate::view::layout::{Page, counted, few, listed, seat_text};

/// Moves of armies with less strength, by the first letters of their suffixes.
const WEAK: [(char, &str); 3] = [
    ('m', "Moves with one less support (/mx)"),
    ('h', "Moves with half value (/hx)"),
    ('l', "Moves and convoys with half value (/lx)"),
];

impl View<'_> {
    /// Shows the number of lines of moves, and the unusual moves among them.
    pub(super) fn moves(&self, page: &mut Page, board: &Board) {
        let lines = known(&board.adjacencies);
        page.paragraph(&kinds(&lines));
        page.continued(&self.one_way(board));
        page.continued(&self.conduits(&lines));
        for (letter, what) in WEAK {
            page.continued(&self.with_suffix(&lines, letter, what));
        }
        let passages: Vec<&Passage> = known(&board.passages).into_iter().filter(|p| !is_no_passage(p)).collect();
        for passage in few(&passages, MAX_NAMES, |passage| self.passage(passage)) {
            page.continued(&format!("{passage}."));
        }
    }

    /// Lists the moves without a move back.
    fn one_way(&self, board: &Board) -> String {
        let found = check_board(self.game).into_iter().filter(|finding| finding.code.id == codes::NO_WAY_BACK.id);
        let moves: Vec<(&Adjacency, &TerritoryRef)> =
            found.filter_map(|finding| target(board, &finding.path)).collect();
        if moves.is_empty() {
            return String::new();
        }
        let names = few(&moves, MAX_NAMES, |(line, to)| format!("{} to {}", self.place(&line.from), self.place(to)));
        format!("One-way, for which a judge rejects the map: {}.", listed(&names))
    }

    fn conduits(&self, lines: &[&Adjacency]) -> String {
        let with_keepers = lines.iter().flat_map(|line| {
            let followed = line.to.iter().zip(line.to.iter().skip(1).map(Some).chain([None]));
            followed.filter(|(to, _)| has_suffix(to, 'c')).map(move |(to, keeper)| (&line.from, to, keeper))
        });
        let conduits: Vec<_> = with_keepers.collect();
        if conduits.is_empty() {
            return String::new();
        }
        let names = few(&conduits, MAX_NAMES, |(from, to, keeper)| {
            let keeper = keeper.map_or("nobody".to_owned(), |keeper| self.territory(keeper));
            format!("{} - {} past {keeper}", self.place(from), self.territory(to))
        });
        format!("Conduits: {}.", listed(&names))
    }

    fn with_suffix(&self, lines: &[&Adjacency], letter: char, what: &str) -> String {
        let targets = lines.iter().flat_map(|line| line.to.iter().map(|to| (&line.from, to)));
        let weak: Vec<_> = targets.filter(|(_, to)| has_suffix(to, letter)).collect();
        if weak.is_empty() {
            return String::new();
        }
        let names = few(&weak, MAX_NAMES, |(from, to)| format!("{} to {}", self.place(from), self.territory(to)));
        format!("{what}: {}.", listed(&names))
    }

    fn passage(&self, passage: &Passage) -> String {
        let at = self.territory(&passage.at);
        match passage.kind {
            PassageKind::Gateway => {
                let ends = listed(&few(&passage.between, 4, |place| self.territory(place)));
                let ends = if ends.is_empty() { "no provinces".to_owned() } else { ends };
                format!("Gateway {at}: between {ends}, controlled from {}", self.territory(&passage.controlled_from))
            }
            PassageKind::Railway => {
                let path = few(&passage.path, 12, |place| self.territory(place)).join(" - ");
                let powers = listed(&few(&passage.powers, MAX_NAMES, seat_text));
                let powers = if powers.is_empty() { "nobody".to_owned() } else { powers };
                format!("Railway {at}, for {powers}: {}", if path.is_empty() { "no provinces" } else { &path })
            }
        }
    }
}

/// Counts the lines of moves of each kind. The judge only reads the first letter of a kind.
fn kinds(lines: &[&Adjacency]) -> String {
    const KINDS: [(&str, &str); 4] =
        [("m", "of armies"), ("x", "of fleets"), ("nsew", "from coasts"), ("c", "of conduits")];
    let mut parts = Vec::new();
    let mut counted_lines = 0;
    for (letters, what) in KINDS {
        let count = lines.iter().filter(|line| line.movement.starts_with(|c| letters.contains(c))).count();
        counted_lines += count;
        if count > 0 {
            parts.push(format!("{count} {what}"));
        }
    }
    if counted_lines < lines.len() {
        parts.push(format!("{} of no known kind", lines.len() - counted_lines));
    }
    let all = counted(lines.len(), "line", "lines");
    match &parts[..] {
        [] => "No moves.".into(),
        [only] => format!("{all} of moves, {}.", only.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ')),
        _ => format!("{all} of moves: {}.", listed(&parts)),
    }
}

/// Returns the move that the path of a finding leads to, such as `game.board.adjacencies[3].to[0]`.
fn target<'b>(board: &'b Board, path: &str) -> Option<(&'b Adjacency, &'b TerritoryRef)> {
    let (line, slot) = path.strip_prefix("game.board.adjacencies[")?.strip_suffix(']')?.split_once("].to[")?;
    let line = board.adjacencies.get(line.parse::<usize>().ok()?)?.known()?;
    Some((line, line.to.get(slot.parse::<usize>().ok()?)?.known()?))
}

fn has_suffix(place: &Field<TerritoryRef>, letter: char) -> bool {
    place.known().and_then(TerritoryRef::coast).is_some_and(|suffix| suffix.starts_with(letter))
}

/// Returns whether a passage is a line that was not understood.
pub(super) fn is_no_passage(passage: &Passage) -> bool {
    let is_empty = passage.controlled_from.is_absent() && passage.between.is_empty() && passage.path.is_empty();
    is_empty && passage.powers.is_empty() && passage.at.is_unknown()
}
