//! The turns of a text under one way of reading it: a trade's order, and how turns are told apart.

use std::ops::Range;

use smol_str::SmolStr;

use super::comment::{self, Comment};
use super::dialect;
use super::scan::{Command, Item, Kind, is_junk};
use crate::formats::homeworlds::systems::Systems;
use crate::formats::homeworlds::words::{self, TradeOrder, Verb};
use crate::formats::homeworlds::{codes, passes, trouble};
use crate::model::{Action, ActionKind, Game, Player, Remark, Seat, Turn};
use crate::rules::homeworlds::{Colour, Piece, Server, State};
use crate::text::Diagnostic;
use crate::text::spelling::Claim;

/// A way of reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// What a trade's words are.
    pub trade: TradeOrder,
    /// Whether each action has a line to itself, and the rules tell where a turn ends.
    pub action_lines: bool,
}

/// What it gives.
#[derive(Debug, Default)]
pub struct Built {
    /// The turns.
    pub turns: Vec<Turn>,
    /// Where their statements stand.
    pub claims: Vec<Claim>,
    /// What was not understood.
    pub said: Vec<Diagnostic>,
    /// How many actions are illegal.
    pub illegal: usize,
    /// How many actions were played before the first of them.
    pub played: usize,
    /// The first illegal action.
    pub first: Option<Range<usize>>,
    /// Whether a turn has only catastrophes, which may belong to the turn before.
    pub has_loose_catastrophe: bool,
}

/// Alternatives that lie within each other: as deep as JSON can hold.
const DEPTH: usize = 30;

/// Reads the turns. `game` has the players and the start position, whose systems are in `systems`; `start` is the item
/// that it stands in.
pub fn build(text: &str, items: &[Item], game: &Game, systems: &Systems, start: Option<usize>, plan: Plan) -> Built {
    let mut builder = Builder {
        text,
        game,
        plan,
        is_tree: items.iter().any(|item| matches!(item.kind, Kind::Open)),
        state: State::of(game, Server::Table),
        systems: systems.clone(),
        turns: Vec::new(),
        frames: Vec::new(),
        before: None,
        pending: Vec::new(),
        mover: None,
        has_turn: false,
        may_go_on: false,
        built: Built::default(),
    };
    for (index, item) in items.iter().enumerate() {
        let after_comment = index > 0 && matches!(items[index - 1].kind, Kind::Comment) && !item.after_blank;
        builder.item(item, items.get(index + 1), after_comment, start == Some(index));
    }
    builder.finish()
}

/// Whose turn it should be: of two players each in turn, of more the next who is in the game.
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

/// The name of a homeworld that is given none.
pub fn home_of<'g>(game: &'g Game, seat: &'g Seat) -> &'g str {
    let player = game.players.iter().find(|player| player.seat == *seat);
    player.and_then(|player| player.name()).unwrap_or(seat.as_str())
}

/// Whether a turn holds only what belongs to no player's turn.
pub fn is_of_nobody(turn: &Turn) -> bool {
    turn.player.is_none()
}

struct Builder<'t> {
    text: &'t str,
    game: &'t Game,
    plan: Plan,
    is_tree: bool,
    state: State,
    systems: Systems,
    /// The turns of the list that is being read.
    turns: Vec<Turn>,
    /// The lists that it lies in.
    frames: Vec<Frame>,
    /// Where the last turn starts, which alternatives to it start from too.
    before: Option<Start>,
    /// Comments that belong to what follows.
    pending: Vec<Remark>,
    /// Who moves next, where that is said.
    mover: Option<Seat>,
    /// Whether a turn has begun that is not over in `state`.
    has_turn: bool,
    /// Whether the last turn may go on in the next line.
    may_go_on: bool,
    built: Built,
}

/// Where a turn starts: the state, and how many systems were born.
#[derive(Clone)]
struct Start {
    state: State,
    births: usize,
}

/// A list of turns, while alternatives to its last turn are read.
struct Frame {
    turns: Vec<Turn>,
    /// Where the last turn starts.
    start: Start,
    /// The state after it.
    state: State,
    /// The systems that were born in it.
    born: Vec<SmolStr>,
}

impl Builder<'_> {
    fn item(&mut self, item: &Item, next: Option<&Item>, after_comment: bool, is_start: bool) {
        let line = Claim::from(item.line);
        let trimmed = Claim { end: line.start + self.text[item.line.span()].trim_end_matches(is_junk).len(), ..line };
        if !matches!(item.kind, Kind::Commands(..)) {
            self.may_go_on = false;
        }
        match &item.kind {
            Kind::Header(_) => self.built.claims.push(line),
            Kind::Comment => self.comment(line, next, after_comment),
            Kind::Position if is_start => {
                self.comments_alone();
                self.built.claims.push(trimmed);
            }
            Kind::Open if self.opens() => self.built.claims.push(trimmed),
            Kind::Close if !self.frames.is_empty() => {
                self.end_list();
                self.close();
                self.built.claims.push(trimmed);
            }
            Kind::Position => self.keep(trimmed, "this is no start position, or not at the beginning"),
            Kind::Open => self.keep(trimmed, "no turn stands before these alternatives, or they lie too deep"),
            Kind::Close => self.keep(trimmed, "no alternatives were begun"),
            Kind::Commands(commands, tail) => self.commands(commands, tail.as_ref(), item),
        }
    }

    /// Keeps a line as text.
    fn keep(&mut self, line: Claim, why: &str) {
        let said = Diagnostic::warning(&codes::STRAY_LINE, format!("{why}: kept as text"));
        self.built.said.push(said.at(line.start..line.end).help(codes::STRAY_LINE.advice));
        let actions = vec![unknown(&self.text[line.start..line.end])];
        self.turns.push(Turn { actions, remarks: std::mem::take(&mut self.pending), ..Turn::default() });
        self.built.claims.push(line);
    }

    fn comment(&mut self, line: Claim, next: Option<&Item>, after_comment: bool) {
        let content = &self.text[line.start..line.end];
        let text = match comment::read(content, &self.game.players) {
            Comment::More(more) if after_comment => {
                let said = self.turns.last_mut().and_then(|turn| turn.remarks.last_mut());
                if let (Some(remark), Some(last)) = (self.pending.last_mut().or(said), self.built.claims.last_mut()) {
                    remark.text.push('\n');
                    remark.text.push_str(more);
                    (last.end, last.next) = (line.end, line.next);
                }
                return;
            }
            Comment::Mover(seat) if next.is_some_and(|next| self.is_turn(next)) && self.is_unexpected(seat) => {
                self.mover = Some(Seat::new(seat));
                None
            }
            Comment::Said(author, text) => match self.turns.last_mut() {
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
        self.built.claims.push(line);
    }

    /// Whether it has to be said that a turn is that player's.
    fn is_unexpected(&mut self, seat: &str) -> bool {
        self.end_turn();
        self.expected().is_none_or(|expected| expected.as_str() != seat)
    }

    /// Whether the commands of an item are a player's turn.
    fn is_turn(&self, item: &Item) -> bool {
        matches!(&item.kind, Kind::Commands(commands, tail) if !self.is_prose(commands, tail.as_ref()))
    }

    /// Comments that no turn follows, in a turn of nobody.
    fn comments_alone(&mut self) {
        if !self.pending.is_empty() {
            let remarks = std::mem::take(&mut self.pending);
            self.turns.push(Turn { remarks, ..Turn::default() });
        }
    }

    /// Ends a list: comments that are left belong to its last turn.
    fn end_list(&mut self) {
        match self.turns.last_mut() {
            Some(turn) if turn.alternatives.is_empty() && !is_of_nobody(turn) => {
                turn.remarks.extend(self.pending.drain(..).map(comment::behind));
            }
            _ => self.comments_alone(),
        }
    }

    /// Begins a list of alternatives to the last turn, where there can be one.
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
        self.frames.push(Frame { turns: std::mem::take(&mut self.turns), start, state, born });
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
        // There may be more.
        self.before = Some(frame.start);
        if let Some(turn) = self.turns.last_mut() {
            turn.alternatives.push(alternative);
        }
    }

    fn commands(&mut self, commands: &[Command], tail: Option<&Range<usize>>, item: &Item) {
        if self.is_prose(commands, tail) {
            self.may_go_on = false;
            let remarks = std::mem::take(&mut self.pending);
            self.turns.push(Turn { remarks, ..Turn::default() });
            for command in commands {
                let action = self.action(command, "");
                self.add(action);
            }
            return;
        }
        if !self.goes_on(commands) {
            self.end_turn();
            self.begin();
        }
        let home = self.turns.last().and_then(|turn| turn.player.as_ref());
        let home = home.map_or("", |seat| home_of(self.game, seat)).to_owned();
        for command in commands {
            let action = self.action(command, &home);
            match self.state.act(&action) {
                Ok(()) if self.built.illegal == 0 => self.built.played += 1,
                Ok(()) => {}
                Err(_) => self.object(command),
            }
            self.add(action);
        }
        if self.plan.action_lines {
            self.may_go_on = tail.is_none();
        } else {
            self.end_turn();
        }
        if let Some(tail) = tail {
            self.tail(tail.clone(), item);
        }
    }

    fn object(&mut self, command: &Command) {
        self.built.illegal += 1;
        self.built.first.get_or_insert_with(|| command.span.clone());
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
                let is_catastrophe = |action: &Action| matches!(action.kind, ActionKind::Catastrophe { .. });
                self.built.has_loose_catastrophe |= turn.actions.iter().all(is_catastrophe);
                passes::infer(turn);
            }
        }
        self.may_go_on = false;
    }

    /// Begins the turn of whoever is to move.
    fn begin(&mut self) {
        self.before = self.is_tree.then(|| Start { state: self.state.clone(), births: self.systems.births() });
        let said = self.mover.take();
        let inferred = if said.is_some() { Vec::new() } else { vec!["player".to_owned()] };
        let player = said.or_else(|| self.expected());
        if let Some(seat) = &player {
            // What is against it is found when the game is judged.
            let _ = self.state.begin_turn(seat);
        }
        let remarks = std::mem::take(&mut self.pending);
        self.turns.push(Turn { player, inferred, remarks, ..Turn::default() });
        self.has_turn = true;
    }

    /// Whose turn is next, if nobody says otherwise.
    fn expected(&self) -> Option<Seat> {
        let last = self.turns.iter().rev().find_map(|turn| turn.player.as_ref());
        match (last, self.frames.last()) {
            // What a player could have done instead.
            (None, Some(Frame { turns, .. })) => turns.last().and_then(|turn| turn.player.clone()),
            _ => expected_mover(&self.state, &self.game.players, last),
        }
    }

    /// Whether a line is another action of the turn before: of a sacrifice, or a catastrophe behind it.
    fn goes_on(&mut self, commands: &[Command]) -> bool {
        let [command] = commands else { return false };
        if !self.may_go_on || self.mover.is_some() {
            return false;
        }
        let births = self.systems.births();
        let read = words::read(&words_of(self.text, command), "", &dialect(self.plan.trade), &mut self.systems);
        self.systems.go_back(births);
        let Ok((action, _)) = read else { return false };
        let is_catastrophe = matches!(action.kind, ActionKind::Catastrophe { .. });
        (is_catastrophe || self.state.unspent() > 0) && self.state.clone().act(&action).is_ok()
    }

    fn action(&mut self, command: &Command, home: &str) -> Action {
        let span = command.span.clone();
        self.built.claims.push(Claim { start: span.start, end: span.end, next: command.next });
        let text = self.text;
        let words = words_of(text, command);
        match words::read(&words, home, &dialect(self.plan.trade), &mut self.systems) {
            Ok((mut action, _)) => {
                if words.first().is_some_and(|verb| words::is_capture(verb)) {
                    let said = Diagnostic::note(&codes::CAPTURE, "capture is read as attack");
                    self.built.said.push(said.at(span).help(codes::CAPTURE.advice));
                }
                // Its colour is written, and its size goes without saying in either order.
                action.inferred.retain(|field| field != "becomes");
                action
            }
            Err(trouble) => {
                self.built.said.push(trouble::say(trouble, &words).at(span.clone()));
                unknown(&text[span])
            }
        }
    }

    /// A tag and a comment, or a comment alone, behind the actions of a turn.
    fn tail(&mut self, span: Range<usize>, item: &Item) {
        let text = self.text[span.clone()].trim_end_matches([' ', '\t']);
        let Some(turn) = self.turns.last_mut() else { return };
        let claim = Claim { start: span.start, end: span.start + text.len(), next: item.line.next };
        let said = match text.strip_prefix('/') {
            Some(rest) => {
                let (tag, said) = rest.split_once('/').unwrap_or((rest, ""));
                turn.tag = Some(tag.to_owned()).filter(|tag| !tag.is_empty());
                said
            }
            None => comment::inline(text),
        };
        let has_remark = !said.is_empty() || text.starts_with('#');
        if has_remark {
            turn.remarks.push(Remark { text: said.to_owned(), ..Remark::default() });
        }
        if has_remark || turn.tag.is_some() {
            self.built.claims.push(claim);
        } else if let Some(last) = self.built.claims.last_mut() {
            // Slashes alone say nothing.
            last.next = item.line.next;
        }
    }

    /// Whether a line is no attempt at a turn. Directly behind a start position it is one in any case: what belongs to
    /// nobody stands before it.
    fn is_prose(&self, commands: &[Command], tail: Option<&Range<usize>>) -> bool {
        let may_be_alone = self.game.position.is_none() || !self.turns.iter().all(is_of_nobody);
        may_be_alone && tail.is_none() && commands.iter().all(|command| is_prose(&words_of(self.text, command)))
    }

    fn finish(mut self) -> Built {
        self.end_turn();
        self.end_list();
        let end = self.text.len();
        if !self.frames.is_empty() {
            let said = Diagnostic::warning(&codes::STRAY_LINE, "alternatives are begun, and not ended");
            self.built.said.push(said.at(end..end).help(codes::STRAY_LINE.advice));
        }
        while !self.frames.is_empty() {
            self.close();
            self.built.claims.push(Claim { start: end, end, next: end });
            self.end_list();
        }
        self.built.turns = self.turns;
        self.built
    }
}

/// The words of a command, or of what is none.
pub fn words_of<'t>(text: &'t str, command: &Command) -> Vec<&'t str> {
    if command.words.is_empty() {
        return text[command.span.clone()].split([' ', '\t', ',']).filter(|word| !word.is_empty()).collect();
    }
    command.words.iter().map(|word| &text[word.clone()]).collect()
}

fn unknown(text: &str) -> Action {
    Action { text: Some(text.to_owned()), ..Action::of(ActionKind::Unknown) }
}

/// Whether words are no attempt at a command: no piece among them, and no verb that needs none.
pub fn is_prose(words: &[&str]) -> bool {
    let is_command = match words.first().and_then(|word| Verb::parse(word)) {
        Some(Verb::Pass) => true,
        Some(Verb::Catastrophe) => words.get(2).is_some_and(|word| Colour::parse(word).is_some()),
        _ => false,
    };
    !is_command && !words.iter().any(|word| is_piece(word))
}

/// Whether a word is a piece, or one with its owner's seat.
pub fn is_piece(word: &str) -> bool {
    let (piece, seat) = word.split_at_checked(2).unwrap_or((word, ""));
    seat.len() < 2 && Piece::parse(piece).is_some()
}
