//! Reads a file of move strings, one turn a line.

use thin_vec::thin_vec;

use super::TurnPlaces;
use super::command::{Commands, commands};
use super::infer;
use super::style::{Habits, Style};
use crate::model::{Action, ActionKind, Game, Player, System, Turn};
use crate::systems::homeworlds::formats::codes;
use crate::systems::homeworlds::formats::prepare::seats;
use crate::systems::homeworlds::formats::words::Verb;
use crate::text::lines::{Line, dos_lines, usual_line_end};
use crate::text::write_back::{ParseOutput, SourceSpan};
use crate::text::{Diagnostic, Report};

/// Reads a text; it is an error if no line is a turn. `None` if all lines are blank.
pub fn read(text: &str, report: &mut Report) -> Option<(ParseOutput<Game, Style>, Vec<TurnPlaces>)> {
    let lines = dos_lines(text);
    let line_end = usual_line_end(text, &lines).unwrap_or("\n");
    let mut game = Game::new(System::Homeworlds);
    let players = lines.iter().filter_map(|line| first_verb(&text[line.span()])).take_while(is_setup).count();
    game.players = seats(players.clamp(2, 4)).into_iter().map(Player::at).collect();
    let mut reader = Reader {
        text,
        report,
        commands: Commands::of(game.players.len()),
        source_spans: Vec::with_capacity(text.len() / 16),
        habits: Habits::default(),
        places: Vec::new(),
        understood: 0,
    };
    for line in &lines {
        reader.turn(line, &mut game);
    }
    Turn::end(&mut game.turns);
    let Reader { source_spans, habits, places, understood, .. } = reader;
    if understood == 0 {
        let first = lines.iter().find(|line| !text[line.span()].trim().is_empty()).map_or(0..0, Line::span);
        let d = Diagnostic::error(&codes::NO_RECORD, "found no command of Abstract Play").at(first);
        report.unreadable(d.help(codes::NO_RECORD.advice));
        if game.turns.is_empty() {
            return None;
        }
    }
    infer::fill_in_rotation(&mut game);
    Some((ParseOutput { meaning: game, style: habits.style(line_end), source_spans }, places))
}

/// Returns the verb of a line's first command, `Some(None)` if its first word is not a verb, and `None` if the line has
/// no command.
fn first_verb(line: &str) -> Option<Option<Verb>> {
    let first = commands(line).next()?;
    Some(line[first].split_whitespace().next().and_then(Verb::parse))
}

fn is_setup(verb: &Option<Verb>) -> bool {
    *verb == Some(Verb::Homeworld)
}

/// Returns the number of homeworlds at the beginning of a file of move strings.
pub fn homeworlds(turns: &[Turn]) -> usize {
    let sets_up = |turn: &&Turn| match turn.actions.first() {
        Some(Action { kind: ActionKind::Setup { .. }, .. }) => true,
        Some(Action { kind: ActionKind::Unknown, text: Some(text), .. }) => {
            first_verb(text).is_some_and(|verb| is_setup(&verb))
        }
        _ => false,
    };
    turns.iter().take_while(sets_up).count()
}

struct Reader<'t, 'r> {
    text: &'t str,
    report: &'r mut Report,
    commands: Commands,
    source_spans: Vec<SourceSpan>,
    habits: Habits,
    places: Vec<TurnPlaces>,
    /// The number of commands that were understood.
    understood: usize,
}

impl Reader<'_, '_> {
    fn turn(&mut self, line: &Line, game: &mut Game) {
        let content = &self.text[line.span()];
        let mut parts = commands(content).peekable();
        let Some(first) = parts.peek() else { return };
        let mut places = TurnPlaces { turn: line.start + first.start..line.start + first.end, actions: Vec::new() };
        let Some(mover) = game.players.get(game.turns.len() % game.players.len().max(1)) else { return };
        let mover = mover.seat.clone();
        let mut turn = Turn { player: Some(mover.clone()), inferred: thin_vec!["player".into()], ..Turn::default() };
        let mut in_passes = false;
        while let Some(part) = parts.next() {
            let text = &content[part.clone()];
            let span = line.start + part.start..line.start + part.end;
            let next = match parts.peek() {
                Some(next) => {
                    self.habits.between(&content[part.end..next.start]);
                    line.start + next.start
                }
                None => line.next,
            };
            let meaning = self.commands.read(text, &mover, &turn.actions);
            let before = turn.actions.len();
            self.understood += usize::from(meaning.is_ok());
            let is_pass = meaning.as_ref().is_ok_and(|(action, _)| action.kind == ActionKind::Pass);
            let was_in_passes = std::mem::replace(&mut in_passes, is_pass);
            match meaning {
                Ok((action, count)) => turn.actions.extend(std::iter::repeat_n(action, count)),
                Err(refused) => {
                    self.report.add(refused.diagnostic(text).at(span.clone()));
                    turn.actions.push(unknown(text));
                }
            }
            self.habits.command(text);
            places.turn.end = span.end;
            places.actions.extend(std::iter::repeat_n(span.clone(), turn.actions.len() - before));
            match self.source_spans.last_mut() {
                // Consecutive passes are one statement.
                Some(last) if was_in_passes && in_passes => (last.end, last.next) = (span.end, next),
                _ => self.source_spans.push(SourceSpan { start: span.start, end: span.end, next }),
            }
        }
        self.places.push(places);
        Turn::begin(&mut game.turns, turn);
    }
}

/// Returns a command that was not understood, as an action.
pub fn unknown(text: &str) -> Action {
    Action { text: Some(text.into()), ..Action::of(ActionKind::Unknown) }
}
