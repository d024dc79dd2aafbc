//! Builds the turns of a text for one order of a trade's words and one plan of which lines form a turn.

use std::collections::HashMap;
use std::ops::Range;

use smol_str::SmolStr;
use thin_vec::{ThinVec, thin_vec};

use super::comment::{self, Comment};
use super::dialect;
use super::scan::{Command, Item, Kind, is_junk};
use super::turns::{Plan, Role};
use crate::model::{Action, ActionKind, Game, Player, Remark, Seat, Turn, by_seat};
use crate::systems::homeworlds::formats::systems::Systems;
use crate::systems::homeworlds::formats::words::{self, TradeOrder, Verb};
use crate::systems::homeworlds::formats::{codes, error, passes, sizes};
use crate::systems::homeworlds::rules::{Colour, Piece, Server, State};
use crate::text::write_back::SourceSpan;
use crate::text::{Diagnostic, Report};

/// The turns of a text, as built from one reading.
#[derive(Debug, Default)]
pub struct Built {
    /// The turns.
    pub turns: Vec<Turn>,
    /// The spans of their statements.
    pub source_spans: Vec<SourceSpan>,
    /// The diagnostics of text that was not understood.
    pub report: Report,
    /// The number of illegal actions.
    pub illegal: usize,
    /// The number of actions that were played before the first illegal one.
    pub played: usize,
}

/// The deepest nesting of alternatives, as deep as JSON can hold.
const DEPTH: usize = 30;

/// Builds the turns. `game` has the players and the start position, whose systems are in `systems`; `start` is the
/// index of the item with the start position.
pub fn build(
    text: &str,
    items: &[Item],
    game: &Game,
    systems: &Systems,
    start: Option<usize>,
    (trade, plan): (TradeOrder, &Plan),
) -> Built {
    let mut builder = Builder {
        text,
        game,
        homes: Homes::of(game),
        trade,
        plan,
        is_tree: items.iter().any(|item| matches!(item.kind, Kind::Open)),
        state: State::of(game, Server::Table),
        systems: systems.clone(),
        turns: Vec::new(),
        frames: Vec::new(),
        before: None,
        last_mover: None,
        pending: ThinVec::new(),
        mover: None,
        has_turn: false,
        built: Built::default(),
    };
    let goes_on = goes_on(items, plan);
    for (index, item) in items.iter().enumerate() {
        let after_comment = index > 0 && matches!(items[index - 1].kind, Kind::Comment) && !item.after_blank;
        let next = items.get(index + 1).map(|next| (next, plan.roles[index + 1]));
        let is_next_prose = plan.is_prose.get(index + 1) == Some(&true);
        let place = Place { role: plan.roles[index], next, is_next_prose, goes_on: goes_on[index], after_comment };
        builder.blanks_before(item, place.role);
        builder.item(item, &place, start == Some(index));
    }
    builder.finish()
}

/// Returns for each item whether its turn, or the turn before it, continues after it.
fn goes_on(items: &[Item], plan: &Plan) -> Vec<bool> {
    let mut goes_on = vec![false; items.len()];
    let mut next = false;
    for (index, item) in items.iter().enumerate().rev() {
        goes_on[index] = next;
        match item.kind {
            Kind::Commands(..) => next = plan.roles[index] == Role::GoesOn,
            Kind::Comment => {}
            _ => next = false,
        }
    }
    goes_on
}

/// The context of an item in the text.
struct Place<'i> {
    role: Role,
    /// The next item and its role; `None` for the last item.
    next: Option<(&'i Item, Role)>,
    /// Whether the next item is prose, not an attempt at a command.
    is_next_prose: bool,
    /// Whether the turn continues after the item.
    goes_on: bool,
    /// Whether the line before is a comment, with no blank line between.
    after_comment: bool,
}

/// Returns the player who should move: two players alternate; of more, the next who is in the game.
pub fn expected_mover(state: &State, players: &[Player], last: Option<&Seat>) -> Option<Seat> {
    let behind_last = || {
        let place = last.and_then(|seat| players.iter().position(|player| player.seat == *seat));
        players.get(place.map_or(0, |place| place + 1)).or(players.first()).map(|player| player.seat.clone())
    };
    match (last, players.len()) {
        (Some(_), 2) => behind_last(),
        _ => state.to_move().cloned().or_else(behind_last),
    }
}

/// The names of homeworlds that were not given one.
pub struct Homes<'g>(HashMap<&'g Seat, &'g Player>);

impl<'g> Homes<'g> {
    pub fn of(game: &'g Game) -> Homes<'g> {
        Homes(by_seat(&game.players))
    }

    /// Returns the name of a player's homeworld: the player's name, or else the seat.
    pub fn of_seat<'s>(&'s self, seat: &'s Seat) -> &'s str {
        self.0.get(seat).and_then(|player| player.name()).unwrap_or(seat.as_str())
    }
}

/// Returns whether an entry of the list belongs to no player.
pub fn is_of_nobody(turn: &Turn) -> bool {
    turn.player.is_none()
}

struct Builder<'t> {
    text: &'t str,
    game: &'t Game,
    homes: Homes<'t>,
    trade: TradeOrder,
    plan: &'t Plan,
    is_tree: bool,
    state: State,
    systems: Systems,
    /// The turns of the innermost list, which is being read.
    turns: Vec<Turn>,
    /// The outer lists, from the outermost on.
    frames: Vec<Frame>,
    /// The start of the last turn, from which alternatives to it start too.
    before: Option<Start>,
    /// The player of the last turn of the innermost list that is a player's.
    last_mover: Option<Seat>,
    /// Comments that belong to the next turn.
    pending: ThinVec<Remark>,
    /// The player who moves next, if a comment names one; `-` means that the line is no player's turn.
    mover: Option<Seat>,
    /// Whether a turn has begun that has not ended in `state`.
    has_turn: bool,
    built: Built,
}

/// The start of a turn: the state, and the number of systems created so far.
#[derive(Clone)]
struct Start {
    state: State,
    births: usize,
}

/// A list of turns, while alternatives to its last turn are read.
struct Frame {
    turns: Vec<Turn>,
    /// The start of the last turn.
    start: Start,
    /// The state after the last turn.
    state: State,
    /// The names of the systems created in the last turn.
    born: Vec<SmolStr>,
    /// The player of the last turn that is a player's.
    last_mover: Option<Seat>,
}

impl Builder<'_> {
    /// Extends the last statement over blank lines that mark the end of a turn, and over separators before a line that
    /// continues the turn.
    fn blanks_before(&mut self, item: &Item, role: Role) {
        let is_command = matches!(item.kind, Kind::Commands(..));
        let to = match () {
            () if is_command && item.marks.goes_on => item.line.start,
            () if self.plan.blanks_count && item.after_blank => {
                let before = &self.text[..item.line.start];
                before.rfind(['\n', '\r']).map_or(0, |end| end + 1)
            }
            () => return,
        };
        if let Some(last) = self.built.source_spans.last_mut() {
            let between = self.text.get(last.next..to).unwrap_or("?");
            let goes_on = is_command && item.marks.goes_on && role == Role::GoesOn;
            if goes_on || between.chars().all(|c| is_junk(c) || matches!(c, '/' | '\n')) {
                last.next = to;
            }
        }
    }

    fn item(&mut self, item: &Item, place: &Place<'_>, is_start: bool) {
        let line = SourceSpan::from(item.line);
        let trimmed =
            SourceSpan { end: line.start + self.text[item.line.span()].trim_end_matches(is_junk).len(), ..line };
        match &item.kind {
            Kind::Header(_) => self.built.source_spans.push(line),
            Kind::Comment if place.goes_on && self.has_turn => self.inside(line.start..line.end),
            Kind::Comment => self.comment(line, place),
            Kind::Position if is_start => {
                self.comments_alone();
                self.built.source_spans.push(trimmed);
            }
            Kind::Open if self.opens() => self.built.source_spans.push(trimmed),
            Kind::Close if !self.frames.is_empty() => {
                self.end_list();
                self.close();
                self.built.source_spans.push(trimmed);
            }
            Kind::Position => self.keep(trimmed, "this is not a start position, or not at the beginning"),
            Kind::Open => self.keep(trimmed, "no turn comes before these alternatives, or they are nested too deeply"),
            Kind::Close => self.keep(trimmed, "this bracket closes nothing"),
            Kind::Commands(commands, tail) => self.commands(commands, tail.as_ref(), item, place),
        }
    }

    /// Warns of a comment between the actions of a turn, which is kept in this file but not converted.
    fn inside(&mut self, span: Range<usize>) {
        let message = "a comment inside a turn: it stays in this file, and is not converted";
        self.built.report.add(Diagnostic::warning(&codes::INSIDE, message).at(span).help(codes::INSIDE.advice));
    }

    /// Keeps a line as text that was not understood.
    fn keep(&mut self, line: SourceSpan, why: &str) {
        let diagnostic = Diagnostic::warning(&codes::STRAY_LINE, format!("{why}; kept as text"));
        self.built.report.add(diagnostic.at(line.start..line.end).help(codes::STRAY_LINE.advice));
        let actions = vec![unknown(&self.text[line.start..line.end])];
        Turn::begin(&mut self.turns, Turn { actions, remarks: std::mem::take(&mut self.pending), ..Turn::default() });
        self.built.source_spans.push(line);
    }

    fn comment(&mut self, line: SourceSpan, place: &Place<'_>) {
        let content = &self.text[line.start..line.end];
        let text = match comment::read(content, &self.game.players) {
            Comment::More(more) if place.after_comment => {
                let last_remark = self.turns.last_mut().and_then(|turn| turn.remarks.last_mut());
                if let (Some(remark), Some(last)) =
                    (self.pending.last_mut().or(last_remark), self.built.source_spans.last_mut())
                {
                    remark.text.push('\n');
                    remark.text.push_str(more);
                    (last.end, last.next) = (line.end, line.next);
                }
                return;
            }
            Comment::Mover(seat) if self.is_needed(seat, place) => {
                self.mover = Some(Seat::new(seat));
                None
            }
            Comment::Remark(author, text) => match self.turns.last_mut() {
                Some(turn) if self.pending.is_empty() && turn.alternatives.is_empty() && !is_of_nobody(turn) => {
                    let author = Some(author.to_owned());
                    turn.remarks.push(Remark { author, text: text.to_owned(), ..Remark::default() });
                    None
                }
                _ => Some(comment::bare(content)),
            },
            Comment::Plain(text) => Some(text),
            Comment::More(_) | Comment::Mover(_) => Some(comment::bare(content)),
        };
        self.pending.extend(text.map(comment::plain));
        self.built.source_spans.push(line);
    }

    /// Returns whether a comment that names the next player, or nobody, is needed because the text alone would be read
    /// otherwise.
    fn is_needed(&mut self, seat: &str, place: &Place<'_>) -> bool {
        let Some((Item { kind: Kind::Commands(..), .. }, role)) = place.next else { return false };
        if seat == comment::NOBODY {
            return role == Role::Nobody && self.last_mover.is_some();
        }
        self.end_turn();
        role == Role::Begins
            && (place.is_next_prose || self.expected().is_none_or(|expected| expected.as_str() != seat))
    }

    /// Adds comments that no turn follows as an entry without a player.
    fn comments_alone(&mut self) {
        if !self.pending.is_empty() {
            let remarks = std::mem::take(&mut self.pending);
            Turn::begin(&mut self.turns, Turn { remarks, ..Turn::default() });
        }
    }

    /// Ends a list: remaining comments are added to its last turn.
    fn end_list(&mut self) {
        match self.turns.last_mut() {
            Some(turn) if turn.alternatives.is_empty() && !is_of_nobody(turn) => {
                turn.remarks.extend(self.pending.drain(..).map(comment::behind));
            }
            _ => self.comments_alone(),
        }
    }

    /// Begins a list of alternatives to the last turn; returns `false` if no turn can have alternatives here.
    fn opens(&mut self) -> bool {
        let last = self.turns.last_mut().filter(|turn| !is_of_nobody(turn));
        let (Some(turn), Some(start)) = (last, &self.before) else { return false };
        if self.frames.len() >= DEPTH || !self.pending.is_empty() && !turn.alternatives.is_empty() {
            return false;
        }
        turn.remarks.extend(self.pending.drain(..).map(comment::behind));
        let start = start.clone();
        let born = self.systems.go_back(start.births);
        let state = std::mem::replace(&mut self.state, start.state.clone());
        let (turns, last_mover) = (std::mem::take(&mut self.turns), self.last_mover.take());
        self.frames.push(Frame { turns, start, state, born, last_mover });
        self.before = None;
        true
    }

    fn close(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let alternative = std::mem::replace(&mut self.turns, frame.turns);
        self.systems.go_back(frame.start.births);
        for name in &frame.born {
            self.systems.born(name);
        }
        self.state = frame.state;
        self.last_mover = frame.last_mover;
        // Another list of alternatives to the same turn may follow.
        self.before = Some(frame.start);
        if let Some(turn) = self.turns.last_mut() {
            turn.alternatives.push(alternative);
        }
    }

    fn commands(&mut self, commands: &[Command], tail: Option<&Range<usize>>, item: &Item, place: &Place<'_>) {
        match place.role {
            Role::Nobody => return self.of_nobody(commands),
            Role::GoesOn if self.has_turn => {}
            Role::GoesOn | Role::Begins => {
                self.end_turn();
                self.begin();
            }
        }
        let home = self.turns.last().and_then(|turn| turn.player.as_ref());
        let home = home.map_or("", |seat| self.homes.of_seat(seat)).to_owned();
        for command in commands {
            let mut action = self.action(command, &home);
            sizes::fill(&mut action, &self.state);
            match self.state.act(&action) {
                Ok(()) if self.built.illegal == 0 => self.built.played += 1,
                Ok(()) => {}
                Err(_) => self.built.illegal += 1,
            }
            self.add(action);
        }
        match tail {
            Some(tail) if place.goes_on => {
                self.inside(tail.clone());
                if let Some(last) = self.built.source_spans.last_mut() {
                    last.next = item.line.next;
                }
            }
            Some(tail) => self.tail(tail.clone(), item),
            None => {}
        }
        if !place.goes_on {
            self.end_turn();
        }
    }

    /// Adds commands that are no player's turn.
    fn of_nobody(&mut self, commands: &[Command]) {
        self.end_turn();
        let is_said = self.mover.take().is_some() || self.last_mover.is_none();
        let inferred = if is_said { ThinVec::new() } else { thin_vec!["player".to_owned()] };
        Turn::begin(&mut self.turns, Turn { inferred, remarks: std::mem::take(&mut self.pending), ..Turn::default() });
        for command in commands {
            let action = self.action(command, "");
            self.add(action);
        }
    }

    fn add(&mut self, action: Action) {
        if let Some(turn) = self.turns.last_mut() {
            turn.actions.push(action);
        }
    }

    fn end_turn(&mut self) {
        if std::mem::take(&mut self.has_turn) {
            self.state.end_turn();
            if let Some(turn) = self.turns.last_mut() {
                passes::infer(turn);
            }
        }
    }

    /// Begins the turn of the player to move.
    fn begin(&mut self) {
        self.before = self.is_tree.then(|| Start { state: self.state.clone(), births: self.systems.births() });
        let stated = self.mover.take();
        let inferred = if stated.is_some() { ThinVec::new() } else { thin_vec!["player".to_owned()] };
        let player = stated.or_else(|| self.expected());
        if let Some(seat) = &player {
            // Violations are reported when the rules of the game are checked.
            let _ = self.state.begin_turn(seat);
            self.last_mover = Some(seat.clone());
        }
        let remarks = std::mem::take(&mut self.pending);
        Turn::begin(&mut self.turns, Turn { player, inferred, remarks, ..Turn::default() });
        self.has_turn = true;
    }

    /// Returns the player to move if no comment names one.
    fn expected(&self) -> Option<Seat> {
        match (&self.last_mover, self.frames.last()) {
            // The first turn of an alternative is by the player of the turn that it replaces.
            (None, Some(Frame { turns, .. })) => turns.last().and_then(|turn| turn.player.clone()),
            (last, _) => expected_mover(&self.state, &self.game.players, last.as_ref()),
        }
    }

    fn action(&mut self, command: &Command, home: &str) -> Action {
        let span = command.span.clone();
        self.built.source_spans.push(SourceSpan { start: span.start, end: span.end, next: command.next });
        let text = self.text;
        let words: Vec<&str> = command.words(text).collect();
        match words::read(&words, home, &dialect(self.trade), &mut self.systems) {
            Ok((mut action, _)) => {
                if words.first().is_some_and(|verb| words::is_capture(verb)) {
                    let diagnostic = Diagnostic::note(&codes::CAPTURE, "capture is read as attack");
                    self.built.report.add(diagnostic.at(span).help(codes::CAPTURE.advice));
                }
                // A size that the text writes out follows in either order of words, so `becomes` is not marked as
                // inferred.
                action.inferred.retain(|field| field != "becomes");
                action
            }
            Err(error) => {
                self.built.report.add(error::diagnostic(error, &words).at(span.clone()));
                unknown(&text[span])
            }
        }
    }

    /// Adds the tag and the comment after the actions of a turn; either may be missing.
    fn tail(&mut self, span: Range<usize>, item: &Item) {
        let text = self.text[span.clone()].trim_end_matches([' ', '\t']);
        let Some(turn) = self.turns.last_mut() else { return };
        let source_span = SourceSpan { start: span.start, end: span.start + text.len(), next: item.line.next };
        let remark_text = match text.strip_prefix('/') {
            Some(rest) => {
                let (tag, remark_text) = rest.split_once('/').unwrap_or((rest, ""));
                turn.tag = Some(tag.trim_end().to_owned()).filter(|tag| !tag.is_empty());
                if self.is_tree { remark_text } else { remark_text.trim_matches([' ', '\t']) }
            }
            None => comment::inline(text),
        };
        let has_remark = !remark_text.is_empty() || text.starts_with('#');
        if has_remark {
            turn.remarks.push(Remark { text: remark_text.to_owned(), ..Remark::default() });
        }
        if has_remark || turn.tag.is_some() {
            self.built.source_spans.push(source_span);
        } else if let Some(last) = self.built.source_spans.last_mut() {
            // Slashes alone have no meaning.
            last.next = item.line.next;
        }
    }

    fn finish(mut self) -> Built {
        self.end_turn();
        self.end_list();
        let end = self.text.len();
        if !self.frames.is_empty() {
            let diagnostic = Diagnostic::warning(&codes::STRAY_LINE, "this bracket is never closed");
            self.built.report.add(diagnostic.at(end..end).help(codes::STRAY_LINE.advice));
        }
        while !self.frames.is_empty() {
            self.close();
            self.built.source_spans.push(SourceSpan { start: end, end, next: end });
            self.end_list();
        }
        Turn::end(&mut self.turns);
        self.built.turns = self.turns;
        self.built
    }
}

fn unknown(text: &str) -> Action {
    Action { text: Some(text.into()), ..Action::of(ActionKind::Unknown) }
}

/// Returns whether words are prose, not an attempt at a command: they include no piece, no verb that needs none, and no
/// verb in full with the right number of words.
pub fn is_prose(words: &[&str]) -> bool {
    let Some((first, rest)) = words.split_first() else { return true };
    let verb = Verb::parse(first);
    let is_whole = verb.is_some_and(|verb| verb.word().eq_ignore_ascii_case(first) && rest.len() == verb.arity());
    let is_command = match verb {
        Some(Verb::Pass) => true,
        Some(Verb::Build) => rest.len() == 2 && Colour::parse(rest[0]).is_some(),
        Some(Verb::Catastrophe) => rest.get(1).is_some_and(|word| Colour::parse(word).is_some()),
        _ => false,
    };
    !is_whole && !is_command && !words.iter().any(|word| is_meant_as_piece(word))
}

/// Returns whether a word is a piece, or a colour with a size that no piece has.
pub fn is_meant_as_piece(word: &str) -> bool {
    let (colour, size) = word.split_at_checked(1).unwrap_or((word, ""));
    let has_size = !size.is_empty() && size.bytes().all(|byte| byte.is_ascii_digit());
    is_piece(word) || has_size && Colour::parse(colour).is_some()
}

/// Returns whether a word is a piece, alone or followed by its owner's seat.
pub fn is_piece(word: &str) -> bool {
    let (piece, seat) = word.split_at_checked(2).unwrap_or((word, ""));
    seat.len() < 2 && Piece::parse(piece).is_some()
}
