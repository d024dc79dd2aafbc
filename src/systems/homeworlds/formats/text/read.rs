//! Reads a text: facts about the whole file first, then its turns.

use std::collections::HashMap;

use super::build::{self, Built};
use super::scan::{self, Command, Item, Kind};
use super::turns::{self, Plan, Role};
use super::{Style, header, position};
use crate::model::{Details, Game, Player, System};
use crate::systems::homeworlds::formats::systems::Systems;
use crate::systems::homeworlds::formats::words::{TradeOrder, Verb};
use crate::systems::homeworlds::formats::{codes, prepare};
use crate::systems::homeworlds::model::HomeworldsDetails;
use crate::systems::homeworlds::rules::{Colour, Piece};
use crate::text::lines::{dos_lines, usual_line_end};
use crate::text::write_back::ParseOutput;
use crate::text::{Diagnostic, Report};

/// Reads a text; it is an error if no line is part of a record.
pub fn read(text: &str, report: &mut Report) -> ParseOutput<Game, Style> {
    let lines = dos_lines(text);
    let mut items = scan::items(text, &lines);
    let line_end = usual_line_end(text, &lines).unwrap_or("\n");
    drop(lines);
    let mut game = Game::new(System::Homeworlds);
    read_header(text, &mut items, &mut game);
    let commands: Vec<&Command> = commands_of(&items).collect();
    let start = start_position(text, &items);
    let mut systems = Systems::default();
    match &start {
        Some((_, start)) => {
            if game.players.is_empty() {
                game.players = players(start.players);
            }
            game.position = Some(start.position(|name| systems.born(name).0));
            let to_move = prepare::seats(start.players).into_iter().nth(start.to_move);
            game.details = Details::of_homeworlds(HomeworldsDetails { to_move, extras: Vec::new() });
        }
        None if game.players.is_empty() => game.players = players(homeworlds(text, &items)),
        None => {}
    }
    let start = start.map(|(index, _)| index);
    let (trade, plan, built) = decide(text, &items, &commands, &game, &systems, start);
    let is_record = start.is_some() || commands.iter().any(|command| command.is_whole && !command.is_prose(text));
    if !is_record {
        let d = Diagnostic::error(&codes::NO_RECORD, "found no start position and no action");
        let first = text.find('\n').unwrap_or(text.len());
        report.unreadable(d.at(0..first).help(codes::NO_RECORD.advice));
    }
    report.append(built.report);
    plan.guess.iter().for_each(|guess| report.add(guess.clone()));
    game.turns = built.turns;
    let mut style = Style { trade, ..style_of(text, &items, &commands) };
    mark_style(text, &items, &plan, &mut style);
    style.slashes = items.iter().any(|item| match &item.kind {
        Kind::Commands(_, Some(tail)) => text[tail.clone()].starts_with("//"),
        _ => false,
    });
    style.line_end = line_end;
    ParseOutput { meaning: game, style, source_spans: built.source_spans }
}

/// Reads the lines of the header; from the first invalid line on they are comments.
fn read_header(text: &str, items: &mut [Item], game: &mut Game) {
    let mut is_header = true;
    for item in items {
        let Kind::Header(slot) = item.kind else { return };
        is_header = is_header && header::read(slot, &text[item.line.span()], game);
        if !is_header {
            item.kind = Kind::Comment;
        }
    }
}

fn commands_of(items: &[Item]) -> impl Iterator<Item = &Command> {
    items.iter().flat_map(|item| match &item.kind {
        Kind::Commands(commands, _) => &commands[..],
        _ => &[],
    })
}

/// Returns the start position and the index of its item; only comments and prose may precede it.
fn start_position(text: &str, items: &[Item]) -> Option<(usize, position::Start)> {
    let is_before = |item: &Item| match &item.kind {
        Kind::Header(_) | Kind::Comment => true,
        Kind::Commands(commands, None) => commands.iter().all(|command| command.is_prose(text)),
        _ => false,
    };
    let index = items.iter().position(|item| !is_before(item))?;
    let item = items.get(index).filter(|item| matches!(item.kind, Kind::Position))?;
    position::read(&text[item.line.span()]).map(|start| (index, start))
}

/// Returns the number of turns at the beginning that set up a homeworld.
fn homeworlds(text: &str, items: &[Item]) -> usize {
    let commands = items.iter().filter_map(|item| match &item.kind {
        Kind::Commands(commands, _) => Some(commands),
        _ => None,
    });
    let turns = commands.filter(|line| !line.iter().all(|command| command.is_prose(text)));
    let verb = |command: &Command| command.words(text).next().and_then(Verb::parse);
    turns.take_while(|line| line.first().and_then(verb) == Some(Verb::Homeworld)).count()
}

/// Returns players without names: two of them unless `count` is 3 to 8.
pub fn players(count: usize) -> Vec<Player> {
    prepare::seats(if position::PLAYERS.contains(&count) { count } else { 2 }).into_iter().map(Player::at).collect()
}

/// Decides for the whole file the order of a trade's words, and which lines form a turn.
fn decide(
    text: &str,
    items: &[Item],
    commands: &[&Command],
    game: &Game,
    systems: &Systems,
    start: Option<usize>,
) -> (TradeOrder, Plan, Built) {
    let build = |trade| {
        let plan = turns::plan(text, items, game, systems, start, trade);
        let built = build::build(text, items, game, systems, start, (trade, &plan));
        (trade, plan, built)
    };
    let orders: &[TradeOrder] = match trade_votes(text, commands) {
        (colour, ship) if colour > ship => &[TradeOrder::Colour],
        (colour, ship) if ship > colour => &[TradeOrder::Ship],
        (_, 0) if !commands.iter().any(|command| is_trade(text, command)) => &[TradeOrder::Colour],
        _ => &[TradeOrder::Colour, TradeOrder::Ship],
    };
    let rank = |built: &Built| (built.illegal, std::cmp::Reverse(built.played));
    let best = orders.iter().map(|order| build(*order)).min_by_key(|(_, _, built)| rank(built));
    best.unwrap_or_else(|| build(TradeOrder::Colour))
}

fn is_trade(text: &str, command: &Command) -> bool {
    command.is_whole && command.words(text).next().and_then(Verb::parse) == Some(Verb::Trade)
}

/// Counts the trades that can only be `trade b1 Mars g`, and those that can only be `trade b1 g1 Mars`.
fn trade_votes(text: &str, commands: &[&Command]) -> (usize, usize) {
    let (mut colour, mut ship) = (0, 0);
    for command in commands.iter().filter(|command| is_trade(text, command)) {
        let word = |index: usize| command.words(text).nth(index).unwrap_or_default();
        let becomes = |word: &str| Colour::parse(word).is_some() || Piece::parse(word).is_some();
        colour += usize::from(!becomes(word(2)) && becomes(word(3)));
        ship += usize::from(becomes(word(2)) && !becomes(word(3)));
    }
    (colour, ship)
}

/// Returns the style of a file.
fn style_of(text: &str, items: &[Item], commands: &[&Command]) -> Style {
    let header = items.iter().map_while(|item| match item.kind {
        Kind::Header(slot) => Some(slot),
        _ => None,
    });
    let mut style = Style { header: header.collect(), ..Style::default() };
    let (mut letters, mut commas, mut colour_words) = (0isize, 0isize, 0isize);
    let vote = |votes: &mut isize, is_so: bool| *votes += if is_so { 1 } else { -1 };
    let mut separators: HashMap<&str, usize> = HashMap::new();
    for command in commands.iter().filter(|command| command.is_whole) {
        let mut words = command.words(text);
        let (Some(verb), Some(second)) = (words.next(), words.next()) else { continue };
        vote(&mut letters, verb.len() == 1);
        let gap = text[command.span.start + verb.len()..command.span.end].split(second).next();
        vote(&mut commas, gap.is_some_and(|gap| gap.contains(',')));
        if Verb::parse(verb) == Some(Verb::Catastrophe) {
            vote(&mut colour_words, words.next().is_some_and(|word| word.len() > 1));
        }
    }
    for (one, next) in commands.iter().zip(commands.iter().skip(1)) {
        let gap = &text[one.span.end..next.span.start];
        if one.next == next.span.start && !gap.is_empty() && !gap.contains(['\n', '\r']) {
            *separators.entry(gap).or_default() += 1;
        }
    }
    (style.letters, style.commas, style.colour_words) = (letters > 0, commas > 0, colour_words > 0);
    // Ties go to the shorter separator, and then to the first in the alphabet, so that the result is deterministic.
    let usual = separators.into_iter().max_by_key(|(gap, count)| (*count, std::cmp::Reverse((gap.len(), *gap))));
    if let Some((gap, _)) = usual {
        style.separator = gap.to_owned();
    }
    style
}

/// Finds how a file marks the ends of turns that take several lines.
fn mark_style(text: &str, items: &[Item], plan: &Plan, style: &mut Style) {
    style.action_lines = plan.takes_lines;
    let (mut spaced, mut after_blank) = (0isize, false);
    let (mut joint, mut is_joined) = (None, true);
    let mut before: Option<&Item> = None;
    for (item, role) in items.iter().zip(&plan.roles) {
        after_blank |= item.after_blank;
        if !matches!(item.kind, Kind::Commands(..)) {
            continue;
        }
        let Some(before) = before.replace(item) else {
            after_blank = false;
            continue;
        };
        match role {
            Role::GoesOn if before.marks.is_open => {
                let line = text[before.line.span()].trim_end();
                let at = line.trim_end_matches(scan::is_junk_or_slash).len();
                joint.get_or_insert(&line[at..]);
            }
            Role::GoesOn if item.marks.goes_on => drop(joint.get_or_insert(" /")),
            Role::GoesOn => is_joined = false,
            Role::Begins | Role::Nobody => spaced += if after_blank { 1 } else { -1 },
        }
        after_blank = false;
    }
    style.joint = joint.filter(|_| is_joined).unwrap_or_default().to_owned();
    style.is_spaced = spaced > 0;
}
