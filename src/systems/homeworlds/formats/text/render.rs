//! Renders a game as text.

use super::build::is_of_nobody;
use super::comment;
use super::{Style, dialect, position, read};
use crate::model::{Action, ActionKind, Game, Remark, RemarkAnchor, Turn};
use crate::systems::homeworlds::formats::systems::Systems;
use crate::systems::homeworlds::formats::{passes, slots, words};
use crate::text::Report;
use crate::text::write_back::Statements;

/// The indentation of each level of alternatives.
const INDENT: &str = "    ";
/// The separator for actions that words alone do not separate.
const HARD: &str = "; ";

pub fn render(game: &Game, style: &Style, out: &mut Statements) {
    if is_tree(&game.turns) && (style.action_lines || style.is_spaced) {
        // In a tree of alternatives each turn has one line.
        return write(game, &Style { action_lines: false, is_spaced: false, ..style.clone() }, &[], out);
    }
    let is_one_line = |turn: &Turn| turn.actions.iter().filter(|action| !passes::is_inferred(action)).count() < 2;
    let needs_marks = style.action_lines || game.turns.iter().all(is_one_line);
    let needs_marks = needs_marks && !game.turns.is_empty() && !is_tree(&game.turns);
    let marks = if needs_marks { marks(game, style) } else { Some(Vec::new()) };
    match marks {
        Some(marks) => write(game, style, &marks, out),
        // One line a turn needs the fewest marks.
        None => write(game, &Style { action_lines: false, is_spaced: true, ..style.clone() }, &[], out),
    }
}

/// Renders a game without the marks that it takes a reading of the text to find; they do not change the labels.
pub fn render_without_marks(game: &Game, style: &Style, out: &mut Statements) {
    write(game, style, &[], out);
}

/// After this many attempts to mark single turns, all turns are marked.
const MAX_TRIED: usize = 8;

/// Limit of the turns that all attempts read together: eight times those of a game that is longer than any real one.
const MAX_READ: usize = 8 * 1_000;

/// A mark for the end of a turn that the rules alone do not show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    None,
    /// Slashes join the actions.
    Slashes,
    /// Slashes join the actions, and a blank line follows the turn.
    Blank,
}

/// Returns the marks that the turns need to be read back alike; `None` if no marks achieve that.
fn marks(game: &Game, style: &Style) -> Option<Vec<Mark>> {
    let mut marks = vec![Mark::None; game.turns.len()];
    let tries = (MAX_READ / game.turns.len().max(1)).clamp(1, MAX_TRIED);
    for _ in 0..tries {
        let mut trial = Statements::default();
        write(game, style, &marks, &mut trial);
        let again = read::read(trial.text(), &mut Report::silent()).meaning;
        if again.turns == game.turns {
            return Some(marks);
        }
        let first = again.turns.iter().zip(&game.turns).position(|(one, other)| one != other);
        let first = first.unwrap_or(again.turns.len().min(game.turns.len()).saturating_sub(1));
        let has_several = |turn: usize| style.action_lines && game.turns[turn].actions.len() > 1;
        let behind = || first..game.turns.len();
        let joined = behind().find(|turn| has_several(*turn) && marks[*turn] == Mark::None);
        match joined.or_else(|| behind().find(|turn| marks[*turn] < Mark::Blank))? {
            turn if joined.is_some() => marks[turn] = Mark::Slashes,
            turn => marks[turn] = Mark::Blank,
        }
    }
    marks.fill(Mark::Blank);
    let mut trial = Statements::default();
    write(game, style, &marks, &mut trial);
    let again = read::read(trial.text(), &mut Report::silent()).meaning;
    (again.turns == game.turns).then_some(marks)
}

/// Writes a game with the given marks of its turns.
fn write(game: &Game, style: &Style, marks: &[Mark], out: &mut Statements) {
    slots::write(game, None, &style.header, style.line_end, out);
    let mut renderer = Renderer {
        game,
        style,
        is_tree: is_tree(&game.turns),
        systems: Systems::default(),
        has_mover: false,
        marks: &[],
        out,
    };
    let before = match &game.position {
        Some(_) => game.turns.iter().take_while(|turn| is_of_nobody(turn)).count(),
        None => 0,
    };
    let (before, turns) = game.turns.split_at(before);
    renderer.turns(before, 0);
    if let Some(position) = &game.position {
        let to_move = game.details.homeworlds().and_then(|details| details.to_move.as_ref());
        position::places(position).into_iter().for_each(|place| drop(renderer.systems.born(place.as_str())));
        let text = position::text(position, to_move, game.players.len());
        renderer.out.push_text("position", &text, style.line_end);
    }
    renderer.marks = marks.get(before.len()..).unwrap_or_default();
    renderer.turns(turns, 0);
}

/// Returns whether the turns have alternatives; then a slash begins a tag.
pub fn is_tree(turns: &[Turn]) -> bool {
    let is_mark = |action: &Action| matches!(action.text.as_deref(), Some("(" | ")"));
    turns.iter().any(|turn| !turn.alternatives.is_empty() || turn.actions.iter().any(is_mark))
}

/// Returns whether a remark is written after the actions of its turn.
pub fn is_inline(remark: &Remark) -> bool {
    remark.place.is_none() && remark.author.is_none()
}

struct Renderer<'r> {
    game: &'r Game,
    style: &'r Style,
    is_tree: bool,
    systems: Systems,
    /// Whether a turn of a player has been written.
    has_mover: bool,
    /// The marks of the turns.
    marks: &'r [Mark],
    out: &'r mut Statements,
}

impl Renderer<'_> {
    fn turns(&mut self, turns: &[Turn], depth: usize) {
        for (index, turn) in turns.iter().enumerate() {
            let is_last = index + 1 == turns.len();
            let mark = self.marks.get(index).copied().filter(|_| depth == 0).unwrap_or(Mark::None);
            // Entries without a player before the first turn are not turns.
            let is_turn = turn.player.is_some() || self.has_mover;
            let is_spaced = is_turn && !is_last && (mark == Mark::Blank || self.style.is_spaced);
            let births = self.systems.births();
            self.remarks(turn, depth, |remark| remark.place == Some(RemarkAnchor::Before));
            self.mover(turn, depth);
            self.actions(turn, depth, mark > Mark::None, is_spaced);
            self.remarks(turn, depth, |remark| remark.place.is_none() && remark.author.is_some());
            self.remarks(turn, depth, |remark| remark.place == Some(RemarkAnchor::After));
            if turn.alternatives.is_empty() {
                continue;
            }
            let mut born = self.systems.go_back(births);
            for alternative in &turn.alternatives {
                self.line("tree.open", "(", depth);
                let has_mover = std::mem::take(&mut self.has_mover);
                self.turns(alternative, depth + 1);
                self.has_mover = has_mover;
                self.line("tree.close", ")", depth);
                self.systems.go_back(births);
            }
            born.drain(..).for_each(|name| drop(self.systems.born(&name)));
        }
    }

    /// Writes the comment line that names the player of a turn, if the player is not inferred.
    fn mover(&mut self, turn: &Turn, depth: usize) {
        let is_behind = self.has_mover;
        self.has_mover |= turn.player.is_some();
        if !turn.inferred.is_empty() {
            return;
        }
        match &turn.player {
            Some(seat) => self.line("turn.mover", &comment::mover(seat.as_str()), depth),
            None if is_behind && turn.actions.iter().any(may_be_a_turn) => {
                self.line("turn.mover", &comment::mover(comment::NOBODY), depth);
            }
            None => {}
        }
    }

    fn line(&mut self, label: &str, text: &str, depth: usize) {
        self.indent(depth);
        self.out.push_text(label, text, self.style.line_end);
    }

    fn indent(&mut self, depth: usize) {
        (0..depth).for_each(|_| self.out.layout(INDENT));
    }

    fn remarks(&mut self, turn: &Turn, depth: usize, is_one: impl Fn(&Remark) -> bool) {
        let end = format!("{}{}", self.style.line_end, INDENT.repeat(depth));
        for remark in turn.remarks.iter().filter(|remark| is_one(remark)) {
            self.line("turn.remark", &comment::text(remark, &self.game.players, &end), depth);
        }
    }

    fn actions(&mut self, turn: &Turn, depth: usize, is_marked: bool, is_spaced: bool) {
        let style = self.style;
        let slash = if is_marked && style.joint.is_empty() { " /" } else { &style.joint };
        let joint = format!("{slash}{}", style.line_end);
        let turn_end = style.line_end.repeat(if is_spaced { 2 } else { 1 });
        let tail = self.tail(turn);
        let actions: Vec<&Action> = turn.actions.iter().filter(|action| !passes::is_inferred(action)).collect();
        let mut text = String::new();
        for (index, action) in actions.iter().enumerate() {
            text.clear();
            words::write(action, &dialect(style.trade), &style.wording(), &mut self.systems, &mut text);
            let is_last = index + 1 == actions.len();
            if index == 0 || style.action_lines {
                self.indent(depth);
            }
            let end: &str = match (actions.get(index + 1), &tail) {
                (Some(_), _) if style.action_lines => &joint,
                (Some(next), _) if needs_separator(action) || needs_separator(next) => HARD,
                (Some(_), _) if self.is_tree && style.separator.contains('/') => HARD,
                (Some(_), _) => &style.separator,
                (None, Some(tail)) if tail.starts_with('/') => "",
                (None, Some(_)) => " ",
                (None, None) => &turn_end,
            };
            // The label tells the last action of a line, because its text alone does not.
            self.out.push_text(if is_last { "turn.last.action" } else { "turn.action" }, &text, end);
        }
        if let Some(tail) = tail {
            self.out.push_text("turn.tail", &tail, &turn_end);
        }
    }

    /// Returns the text after the actions of a turn: a tag, a remark or both; `None` without either.
    fn tail(&self, turn: &Turn) -> Option<String> {
        let inline = turn.remarks.iter().find(|remark| is_inline(remark)).map(|remark| remark.text.as_str());
        match (self.is_tree, turn.tag.as_deref(), inline) {
            (true, tag, Some(inline)) => Some(format!("/{}/{inline}", tag.unwrap_or_default())),
            (true, Some(tag), None) => Some(format!("/{tag}")),
            (false, Some(tag), Some(inline)) => Some(format!("/{tag}/{inline}")),
            (false, Some(tag), None) => Some(format!("/{tag}")),
            (false, None, Some("")) => Some("#".to_owned()),
            (false, None, Some(inline)) if self.style.slashes => Some(format!("//{inline}")),
            (false, None, Some(inline)) => Some(format!("# {inline}")),
            (_, None, None) => None,
        }
    }
}

/// Returns whether text that was not understood could be a player's turn; brackets and start positions could not.
fn may_be_a_turn(action: &Action) -> bool {
    action.text.as_deref().is_some_and(|text| !matches!(text, "(" | ")") && !text.starts_with('<'))
}

/// Returns whether words alone do not show where an action ends, as in a homeworld without a name or text that was not
/// understood.
fn needs_separator(action: &Action) -> bool {
    match &action.kind {
        ActionKind::Unknown => true,
        ActionKind::Setup { .. } => action.inferred.iter().any(|field| field == "at"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conversion::{self, ReadOptions, WriteOptions};
    use crate::model::Document;
    use crate::systems::homeworlds::formats::TEXT;

    #[test]
    fn marks_do_not_change_the_labels() {
        let homes = "homeworld g3 b1 y3 Andy\nhomeworld r2 b1 g3 Bob\n";
        for turns in
            ["build g1 Andy\nbuild g1 Bob\n", "sacrifice g3 Andy\nbuild g1 Andy\n\nwhat\n\nbuild g1 Bob /a/b\n"]
        {
            let reading = read::read(&format!("{homes}{turns}"), &mut Report::silent());
            for style in [reading.style.clone(), Style { action_lines: true, ..Style::default() }] {
                let [mut with, mut without] = [Statements::default(), Statements::default()];
                render(&reading.meaning, &style, &mut with);
                render_without_marks(&reading.meaning, &style, &mut without);
                let labels = |statements: &Statements| -> Vec<String> {
                    (0..statements.len()).map(|index| statements.label(index).to_owned()).collect()
                };
                assert_eq!(labels(&with), labels(&without), "{turns}");
            }
        }
    }

    #[test]
    fn a_long_game_is_read_again_less_often() {
        let cost = |count: usize| {
            let first = "Players: Ann,Bob,Cem,Dia\nh4294967296,g3E,b2E,y3E\n";
            let text = first.to_owned() + &"h,r1E,b3E,g3D\n".repeat(count);
            let options =
                ReadOptions { format: Some("homeworlds-hwl".into()), salvage: true, ..ReadOptions::default() };
            let document = conversion::read("x.hwl", text.as_bytes(), &options).document.unwrap();
            let bare = Document { sources: Vec::new(), ..document };
            let write = || drop(conversion::write(&bare, &TEXT, &WriteOptions::default()));
            allocation_counter::measure(write).count_total / count as u64
        };
        let (short, long) = (cost(500), cost(5_000));
        assert!(long * 3 < short * 2, "{long} allocations for a turn, {short} in a short game");
    }
}
