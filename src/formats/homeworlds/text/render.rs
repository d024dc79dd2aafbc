//! Writes a text.

use super::build::is_of_nobody;
use super::comment;
use super::{Style, dialect, position, read};
use crate::formats::homeworlds::slots;
use crate::formats::homeworlds::systems::Systems;
use crate::formats::homeworlds::{passes, words};
use crate::model::{Action, ActionKind, Game, Remark, RemarkPlace, Turn};
use crate::text::Report;
use crate::text::spelling::Statements;

/// A list of alternatives lies so much deeper.
const INDENT: &str = "    ";
/// What always separates actions, where words alone do not.
const HARD: &str = "; ";

pub fn render(game: &Game, style: &Style, out: &mut Statements) {
    if style.action_lines {
        // A line for each action only where the rules tell the turns apart.
        let mut trial = Statements::default();
        write(game, style, &mut trial);
        let is_read_so = read::read(trial.text(), &mut Report::silent()).meaning == *game;
        let style = Style { action_lines: is_read_so, ..style.clone() };
        return write(game, &style, out);
    }
    write(game, style, out);
}

fn write(game: &Game, style: &Style, out: &mut Statements) {
    slots::write(game, None, &style.header, style.line_end, out);
    let mut renderer = Renderer { game, style, is_tree: is_tree(&game.turns), systems: Systems::default(), out };
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
    renderer.turns(turns, 0);
}

/// Whether there are alternatives: then a slash begins a tag.
pub fn is_tree(turns: &[Turn]) -> bool {
    let is_mark = |action: &Action| matches!(action.text.as_deref(), Some("(" | ")"));
    turns.iter().any(|turn| !turn.alternatives.is_empty() || turn.actions.iter().any(is_mark))
}

/// Whether a remark stands behind the actions of its turn.
pub fn is_inline(remark: &Remark) -> bool {
    remark.place.is_none() && remark.author.is_none()
}

struct Renderer<'r> {
    game: &'r Game,
    style: &'r Style,
    is_tree: bool,
    systems: Systems,
    out: &'r mut Statements,
}

impl Renderer<'_> {
    fn turns(&mut self, turns: &[Turn], depth: usize) {
        for turn in turns {
            let births = self.systems.births();
            self.remarks(turn, depth, |remark| remark.place == Some(RemarkPlace::Before));
            if let Some(seat) = turn.player.as_ref().filter(|_| turn.inferred.is_empty()) {
                self.line("turn.mover", &comment::mover(seat), depth);
            }
            self.actions(turn, depth);
            self.remarks(turn, depth, |remark| remark.place.is_none() && remark.author.is_some());
            self.remarks(turn, depth, |remark| remark.place == Some(RemarkPlace::After));
            if turn.alternatives.is_empty() {
                continue;
            }
            let mut born = self.systems.go_back(births);
            for alternative in &turn.alternatives {
                self.line("tree.open", "(", depth);
                self.turns(alternative, depth + 1);
                self.line("tree.close", ")", depth);
                self.systems.go_back(births);
            }
            born.drain(..).for_each(|name| drop(self.systems.born(&name)));
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

    fn actions(&mut self, turn: &Turn, depth: usize) {
        let style = self.style;
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
            let end = match (actions.get(index + 1), &tail) {
                (Some(_), _) if style.action_lines => style.line_end,
                (Some(next), _) if needs_separator(action) || needs_separator(next) => HARD,
                (Some(_), _) if self.is_tree && style.separator.contains('/') => HARD,
                (Some(_), _) => &style.separator,
                (None, Some(_)) if self.is_tree => "",
                (None, Some(_)) => " ",
                (None, None) => style.line_end,
            };
            // Which action is the last of its line is more than its words say.
            self.out.push_text(if is_last { "turn.last.action" } else { "turn.action" }, &text, end);
        }
        if let Some(tail) = tail {
            self.out.push_text("turn.tail", &tail, style.line_end);
        }
    }

    /// What stands behind the actions of a turn: a tag and a remark, or a remark alone.
    fn tail(&self, turn: &Turn) -> Option<String> {
        let said = turn.remarks.iter().find(|remark| is_inline(remark)).map(|remark| remark.text.as_str());
        match (self.is_tree, turn.tag.as_deref(), said) {
            (true, tag, Some(said)) => Some(format!("/{}/{said}", tag.unwrap_or_default())),
            (true, Some(tag), None) => Some(format!("/{tag}")),
            (false, _, Some("")) => Some("#".to_owned()),
            (false, _, Some(said)) => Some(format!("# {said}")),
            (true, None, None) | (false, _, None) => None,
        }
    }
}

/// Whether words alone do not tell where an action ends: a homeworld without a name, or what was not understood.
fn needs_separator(action: &Action) -> bool {
    match &action.kind {
        ActionKind::Unknown => true,
        ActionKind::Setup { .. } => action.inferred.iter().any(|field| field == "at"),
        _ => false,
    }
}
