//! Renders a record, or move strings.

use super::command::Writer;
use super::header::{self, GAME_KEYS, HEADER_KEYS, NAME, PLAYER_KEYS, Part, ROOT_KEYS, SITE_KEYS, part_of};
use super::infer;
use super::lines::homeworlds;
use super::rounds::{Rounds, places};
use super::style::{RecordStyle, Style};
use crate::model::{Extra, Field, Game, Player, Seat, Turn};
use crate::systems::homeworlds::formats::prepare::seats;
use crate::text::json::{Emitter, Keys, Slot, Spacing};
use crate::text::write_back::Statements;

/// Renders a game that `prepare` has accepted, as move strings if they can express all of it.
pub fn render(game: &Game, style: &Style, out: &mut Statements) {
    if is_of_moves(game) {
        return lines(game, style, out);
    }
    if style.record.is_whole {
        let mut whole = Statements::default();
        record(game, style, &mut whole);
        out.push("record", whole.text(), "");
    } else {
        record(game, style, out);
    }
    out.layout(style.line_end);
}

/// Returns whether move strings express all of a game: only actions, with players that follow from the order. A record
/// needs the player of each turn.
pub fn is_of_moves(game: &Game) -> bool {
    let is_said = |turn: &Turn| !turn.inferred.is_empty() && !turn.actions.is_empty() && turn.extras.is_empty();
    is_bare(game) && game.turns.iter().all(is_said) && !game.turns.is_empty() && {
        let mut rotated = game.clone();
        infer::fill_in_rotation(&mut rotated);
        rotated.turns.iter().zip(&game.turns).all(|(turn, other)| turn.player == other.player)
    }
}

/// Returns whether a game has nothing but its turns, and as many players as set up homeworlds at its beginning.
pub fn is_bare(game: &Game) -> bool {
    let mut bare = Game::new(game.system);
    bare.players = seats(homeworlds(&game.turns).clamp(2, 4)).into_iter().map(Player::at).collect();
    bare == about(game)
}

/// Returns a game without its turns.
fn about(game: &Game) -> Game {
    Game {
        system: game.system,
        variant: game.variant.clone(),
        title: game.title.clone(),
        started: game.started.clone(),
        ended: game.ended.clone(),
        variants: game.variants.clone(),
        state: game.state,
        players: game.players.clone(),
        board: None,
        position: None,
        turns: Vec::new(),
        result: game.result.clone(),
        details: game.details.clone(),
    }
}

fn writer<'g>(game: &'g Game, style: &Style) -> Writer<'g> {
    Writer::new(game.players.iter().map(|player| &player.seat).collect(), style.letters)
}

fn lines(game: &Game, style: &Style, out: &mut Statements) {
    let line_end = if style.line_end.is_empty() { "\n" } else { style.line_end };
    let mut writer = writer(game, style);
    let mut command = String::new();
    for turn in &game.turns {
        let mut actions = &turn.actions[..];
        while !actions.is_empty() {
            command.clear();
            let count = writer.write(actions, turn.player.as_ref(), &mut command);
            actions = actions.get(count.max(1)..).unwrap_or_default();
            let end = if actions.is_empty() { line_end } else { &style.between };
            out.push_text("turn.action", &command, end);
        }
    }
}

/// The extras of the objects of a header.
struct Extras<'g>(Vec<(Part, &'g str, &'g Extra)>);

impl<'g> Extras<'g> {
    fn of(game: &'g Game) -> Self {
        let extras = game.details.homeworlds().map_or(&[][..], |details| &details.extras);
        let of = |extra: &'g Extra| {
            let (part, key) = part_of(&extra.key, game);
            (part, key, extra)
        };
        Extras(extras.iter().map(of).collect())
    }

    fn has(&self, is_it: impl Fn(Part) -> bool) -> bool {
        self.0.iter().any(|(part, _, _)| is_it(*part))
    }

    /// Returns the members of an object in their order: those with a known key, and extras.
    fn arrange<'k>(&self, part: Part, keys: &Keys, known: &[(&'k str, bool)]) -> Vec<Member<'k, 'g>> {
        let own: Vec<(&str, &Extra)> =
            self.0.iter().filter(|(other, _, _)| *other == part).map(|(_, key, extra)| (*key, *extra)).collect();
        let names: Vec<&str> = own.iter().map(|(key, _)| *key).collect();
        let slots = keys.arrange(known, &names).into_iter();
        slots
            .filter_map(|slot| match slot {
                Slot::Known(key) => Some(Member::Known(key)),
                Slot::Extra(index) => own.get(index).map(|(key, extra)| Member::Extra(key, extra)),
            })
            .collect()
    }
}

enum Member<'k, 'g> {
    Known(&'k str),
    Extra(&'g str, &'g Extra),
}

fn record(game: &Game, style: &Style, out: &mut Statements) {
    let extras = Extras::of(game);
    let writing = Record { game, style, extras: &extras };
    let mut json = Emitter::new(out, &style.record.spacing, 0);
    json.open("record", None, '{');
    let [header, moves] = ROOT_KEYS;
    let known = [(header, writing.has_header()), (moves, true)];
    for member in extras.arrange(Part::Root, &style.record.root, &known) {
        match member {
            Member::Extra(key, extra) => write_extra("record", key, extra, &mut json),
            Member::Known("header") => writing.header(&mut json),
            Member::Known(_) => writing.moves(&mut json),
        }
    }
    json.close("record.end", '}');
    json.end();
}

fn write_extra(label: &str, key: &str, extra: &Extra, json: &mut Emitter<'_, '_>) {
    let spacing = json.spacing;
    json.value(format!("{label}.{key}"), Some(key), |body, depth| spacing.extra(&extra.json, depth, body));
}

fn write_text(label: &str, key: &str, text: Option<&str>, json: &mut Emitter<'_, '_>) {
    let spacing = json.spacing;
    if let Some(text) = text {
        json.value(format!("{label}.{key}"), Some(key), |body, _| spacing.string(text, body));
    }
}

struct Record<'m, 'g> {
    game: &'g Game,
    style: &'m Style,
    extras: &'m Extras<'g>,
}

impl Record<'_, '_> {
    fn record(&self) -> &RecordStyle {
        &self.style.record
    }

    fn has_game(&self) -> bool {
        self.game.variants.is_some() || self.extras.has(|part| part == Part::Game)
    }

    fn has_site(&self) -> bool {
        self.game.title.is_some() || self.extras.has(|part| part == Part::Site)
    }

    fn has_players(&self) -> bool {
        let is_named = |player: &Player| !player.name.is_absent();
        self.game.result.is_some()
            || self.game.players.iter().any(is_named)
            || self.extras.has(|part| matches!(part, Part::Player(_)))
    }

    fn has_header(&self) -> bool {
        let has_dates = self.game.started.is_some() || self.game.ended.is_some();
        let has_own = self.extras.has(|part| part == Part::Header);
        has_dates || has_own || self.has_game() || self.has_site() || self.has_players()
    }

    fn header(&self, json: &mut Emitter<'_, '_>) {
        json.open("header", Some("header"), '{');
        let [game, site, start, end, players] = HEADER_KEYS;
        let known = [
            (game, self.has_game()),
            (site, self.has_site()),
            (start, self.game.started.is_some()),
            (end, self.game.ended.is_some()),
            (players, self.has_players()),
        ];
        for member in self.extras.arrange(Part::Header, &self.record().header, &known) {
            match member {
                Member::Extra(key, extra) => write_extra("header", key, extra, json),
                Member::Known("game") => self.about_game(json),
                // A new record gets no empty object.
                Member::Known("site") if self.record().is_new && !self.has_site() => {}
                Member::Known("site") => self.site(json),
                Member::Known("players") => self.players(json),
                Member::Known("date-start") => {
                    write_text("header", "date-start", self.game.started.as_deref(), json);
                }
                Member::Known(key) => write_text("header", key, self.game.ended.as_deref(), json),
            }
        }
        json.close("header.end", '}');
    }

    fn about_game(&self, json: &mut Emitter<'_, '_>) {
        let spacing = json.spacing;
        json.open("header.game", Some("game"), '{');
        let [name, variants] = GAME_KEYS;
        let known = [(name, false), (variants, self.game.variants.is_some())];
        for member in self.extras.arrange(Part::Game, &self.record().game, &known) {
            match (member, &self.game.variants) {
                (Member::Extra(key, extra), _) => write_extra("header.game", key, extra, json),
                (Member::Known("name"), _) => write_text("header.game", "name", Some(NAME), json),
                (Member::Known(_), Some(list)) => {
                    json.value("header.game.variants", Some("variants"), |body, depth| {
                        strings(list, spacing, depth, body);
                    });
                }
                (Member::Known(_), None) => {}
            }
        }
        json.close("header.game.end", '}');
    }

    fn site(&self, json: &mut Emitter<'_, '_>) {
        json.open("header.site", Some("site"), '{');
        let [id] = SITE_KEYS;
        let known = [(id, self.game.title.is_some())];
        for member in self.extras.arrange(Part::Site, &self.record().site, &known) {
            match member {
                Member::Extra(key, extra) => write_extra("header.site", key, extra, json),
                Member::Known(key) => write_text("header.site", key, self.game.title.as_deref(), json),
            }
        }
        json.close("header.site.end", '}');
    }

    fn players(&self, json: &mut Emitter<'_, '_>) {
        json.open("header.players", Some("players"), '[');
        for (index, player) in self.game.players.iter().enumerate() {
            json.open("header.player", None, '{');
            self.player(index, player, json);
            json.close("header.player.end", '}');
        }
        json.close("header.players.end", ']');
    }

    fn player(&self, index: usize, player: &Player, json: &mut Emitter<'_, '_>) {
        let label = format!("header.player.{}", player.seat);
        let [name, result] = PLAYER_KEYS;
        let known = [(name, !player.name.is_absent()), (result, self.game.result.is_some())];
        for member in self.extras.arrange(Part::Player(index), &self.record().player(index), &known) {
            match member {
                Member::Extra(key, extra) => write_extra(&label, key, extra, json),
                Member::Known("name") => match &player.name {
                    Field::Known(None) => {
                        json.value(format!("{label}.name"), Some("name"), |body, _| body.push_str("null"));
                    }
                    _ => write_text(&label, "name", player.name(), json),
                },
                Member::Known(key) => {
                    if let Some(result) = &self.game.result {
                        let points = header::result_of(&player.seat, result);
                        json.value(format!("{label}.{key}"), Some(key), |body, _| body.push_str(points));
                    }
                }
            }
        }
    }

    fn moves(&self, json: &mut Emitter<'_, '_>) {
        json.open("moves", Some("moves"), '[');
        let places = places(self.game);
        if let Some(first) = places.first() {
            let (spacing, depth) = (json.spacing, json.depth);
            let rounds = Rounds::new(spacing, depth);
            let out = json.interrupt(&rounds.begin(*first));
            let mut writer = writer(self.game, self.style);
            let (mut moves, mut body) = (String::new(), String::new());
            for (index, (turn, place)) in self.game.turns.iter().zip(&places).enumerate() {
                moves.clear();
                body.clear();
                self.commands(turn, &mut writer, &mut moves);
                write_turn(turn, &moves, spacing, depth + 1, &mut body);
                let end = match places.get(index + 1) {
                    Some(next) => rounds.between(*place, *next),
                    None => rounds.end(self.game),
                };
                out.push(format_args!("move.{}", turn.player.as_ref().map_or("", Seat::as_str)), &body, &end);
            }
        }
        json.close("moves.end", ']');
    }

    fn commands(&self, turn: &Turn, writer: &mut Writer<'_>, out: &mut String) {
        let mut actions = &turn.actions[..];
        while !actions.is_empty() {
            if !out.is_empty() {
                out.push_str(&self.style.between);
            }
            let count = writer.write(actions, turn.player.as_ref(), out);
            actions = actions.get(count.max(1)..).unwrap_or_default();
        }
    }
}

/// Writes a turn: its moves, or an object with them if the turn has extras.
fn write_turn(turn: &Turn, moves: &str, spacing: &Spacing, depth: usize, out: &mut String) {
    if turn.extras.is_empty() {
        return spacing.string(moves, out);
    }
    let has_moves = turn.extras.iter().any(|extra| extra.key == MOVE);
    let is_behind = turn.extras.first().is_some_and(|extra| extra.key == "sequence");
    let mut members: Vec<(&str, Option<&Extra>)> =
        turn.extras.iter().map(|extra| (extra.key.as_str(), Some(extra))).collect();
    if !has_moves {
        members.insert(usize::from(is_behind), (MOVE, None));
    }
    out.push('{');
    for (index, (key, extra)) in members.into_iter().enumerate() {
        match index {
            0 => spacing.line(depth + 1, out),
            _ => spacing.comma(depth + 1, out),
        }
        spacing.key(key, out);
        match extra {
            Some(extra) => spacing.extra(&extra.json, depth + 1, out),
            None => spacing.string(moves, out),
        }
    }
    spacing.line(depth, out);
    out.push('}');
}

/// The key of the moves in a turn that is an object.
pub const MOVE: &str = "move";

/// Writes a list of strings as one value.
fn strings(texts: &[String], spacing: &Spacing, depth: usize, out: &mut String) {
    let list = serde_json::to_string(texts).unwrap_or_default();
    spacing.value(&list, depth, out);
}
