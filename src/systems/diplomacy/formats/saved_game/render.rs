//! Writes a saved game.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};

use super::messages::{self, TIMES, Times};
use super::names::Names;
use super::position::DISLODGED;
use super::results::{self, is_order, orders_of};
use super::style::{StatementGranularity, Style};
use super::turn::{Repeated, STATE, name_of, repeated};
use crate::model::{Action, Element, Extra, Game, Piece, PieceName, Player, Seat, TerritoryRef, Turn};
use crate::systems::diplomacy::formats::order_grammar;
use crate::text::json::{Emitter, Slot, Spacing};
use crate::text::write_back::Statements;

/// Writes a game that was prepared by [`prepare`](super::prepare::prepare).
pub fn render(game: &Game, names: &Names, style: &Style, out: &mut Statements) {
    let style: &Style = &with_needed_keys(game, style);
    if style.granularity == StatementGranularity::Whole {
        let mut whole = Statements::default();
        let fine = Style { granularity: StatementGranularity::Value, ..style.clone() };
        render_game(game, names, &fine, &mut whole);
        out.push("game", whole.text(), "");
    } else {
        render_game(game, names, style, out);
    }
    out.layout(style.line_end);
}

/// Returns the style with the keys of all values in the states of the game, as a key stands in every state or in none.
fn with_needed_keys<'s>(game: &Game, style: &'s Style) -> Cow<'s, Style> {
    let positions = || game.turns.iter().filter_map(|turn| turn.position.as_ref());
    let pieces = || positions().flat_map(|position| &position.pieces).filter_map(Element::known);
    let has_extra = |key: &str| {
        let mut extras = game.turns.iter().flat_map(|turn| &turn.extras);
        extras.any(|extra| extra.key.strip_prefix(STATE) == Some(key))
    };
    let needed = [
        ("units", pieces().next().is_some()),
        ("retreats", pieces().any(|piece| !piece.retreats.is_empty())),
        ("centers", positions().any(|position| !position.holdings.is_empty())),
    ];
    let needed = needed.into_iter().filter(|(key, is_needed)| *is_needed || has_extra(key));
    let mut style = Cow::Borrowed(style);
    for (key, _) in needed {
        if !style.state.has(key) {
            style.to_mut().state.add(key);
        }
    }
    style
}

fn render_game(game: &Game, names: &Names, style: &Style, out: &mut Statements) {
    let nothing = Vec::new();
    let extras = game.details.diplomacy().map_or(&nothing, |details| &details.extras);
    let keys: Vec<&str> = extras.iter().map(|extra| extra.key.as_str()).collect();
    let known = [
        ("id", game.title.is_some()),
        ("map", game.variant.is_some()),
        ("rules", game.variants.is_some()),
        ("phases", true),
    ];
    let mut json = Emitter::new(out, &style.spacing, 0);
    json.open("game", None, '{');
    for slot in style.game.arrange(&known, &keys) {
        match slot {
            Slot::Extra(index) => write_extra(&extras[index], "game", &extras[index].key, &mut json),
            Slot::Known("phases") => phases(game, names, style, &mut json),
            Slot::Known(key) => {
                let value = match key {
                    "id" => game.title.as_deref().map(Repeated::Text),
                    "map" => game.variant.as_deref().map(Repeated::Text),
                    _ => game.variants.as_deref().map(Repeated::Texts),
                };
                write_repeated(value, "game", key, &mut json);
            }
        }
    }
    json.close("game.end", '}');
    json.end();
}

fn phases(game: &Game, names: &Names, style: &Style, json: &mut Emitter<'_, '_>) {
    let ranks: HashMap<&Seat, usize> =
        game.players.iter().zip(0..).map(|(player, rank)| (&player.seat, rank)).collect();
    json.open("game.phases", Some("phases"), '[');
    for turn in &game.turns {
        match style.granularity {
            StatementGranularity::Value => Phase { game, names, style, turn, ranks: &ranks }.write(json),
            StatementGranularity::Phase | StatementGranularity::Whole => json.value("phase", None, |body, depth| {
                let mut whole = Statements::default();
                let mut inner = Emitter::new(&mut whole, &style.spacing, depth);
                Phase { game, names, style, turn, ranks: &ranks }.write(&mut inner);
                inner.end();
                body.push_str(whole.text());
            }),
        }
    }
    json.close("game.phases.end", ']');
}

fn write_extra(extra: &Extra, label: &str, key: &str, json: &mut Emitter<'_, '_>) {
    let spacing = json.spacing;
    json.value(format!("{label}.{key}"), Some(key), |body, depth| spacing.extra(&extra.json, depth, body));
}

fn write_repeated(value: Option<Repeated<'_>>, label: &str, key: &str, json: &mut Emitter<'_, '_>) {
    let spacing = json.spacing;
    match value {
        None => {}
        Some(Repeated::Text(text)) => {
            json.value(format!("{label}.{key}"), Some(key), |body, _| spacing.string(text, body));
        }
        Some(Repeated::Texts(texts)) => {
            json.value(format!("{label}.{key}"), Some(key), |body, depth| strings(texts, spacing, depth, body));
        }
    }
}

/// Writes a list of strings as one value.
fn strings<S: AsRef<str>>(texts: &[S], spacing: &Spacing, depth: usize, out: &mut String) {
    out.push('[');
    for (index, text) in texts.iter().enumerate() {
        match index {
            0 => spacing.line(depth + 1, out),
            _ => spacing.comma(depth + 1, out),
        }
        spacing.string(text.as_ref(), out);
    }
    if !texts.is_empty() {
        spacing.line(depth, out);
    }
    out.push(']');
}

/// A phase that is being written.
struct Phase<'m> {
    game: &'m Game,
    names: &'m Names,
    style: &'m Style,
    turn: &'m Turn,
    /// Positions of the players in their order.
    ranks: &'m HashMap<&'m Seat, usize>,
}

/// Items of the players, in the order of the players.
struct ByPlayer<'m, T>(std::iter::Peekable<std::vec::IntoIter<(usize, &'m T)>>);

impl<'m, T> ByPlayer<'m, T> {
    /// Takes the next item if it belongs to the player with this rank.
    fn next_of(&mut self, rank: usize) -> Option<&'m T> {
        self.0.next_if(|(other, _)| *other == rank).map(|(_, item)| item)
    }

    fn has(&mut self, rank: usize) -> bool {
        self.0.peek().is_some_and(|(other, _)| *other == rank)
    }
}

impl<'m> Phase<'m> {
    fn by_player<T>(&self, items: impl Iterator<Item = &'m T>, seat: impl Fn(&T) -> Option<&Seat>) -> ByPlayer<'m, T> {
        let rank = |item: &'m T| Some((*self.ranks.get(seat(item)?)?, item));
        let mut items: Vec<_> = items.filter_map(rank).collect();
        items.sort_by_key(|(rank, _)| *rank);
        ByPlayer(items.into_iter().peekable())
    }

    fn pieces(&self) -> impl Iterator<Item = &'m Piece> {
        self.turn.position.iter().flat_map(|position| &position.pieces).filter_map(Element::known)
    }

    fn write(&self, json: &mut Emitter<'_, '_>) {
        let turn = self.turn;
        let is_state = |extra: &&Extra| extra.key.starts_with(STATE);
        let of_phase = |extra: &&Extra| !is_state(extra) && extra.key != TIMES;
        let extras: Vec<&Extra> = turn.extras.iter().filter(of_phase).collect();
        let keys: Vec<&str> = extras.iter().map(|extra| extra.key.as_str()).collect();
        let name = name_of(turn.when.as_ref());
        let known = [
            ("name", name.is_some()),
            ("state", turn.position.is_some() || turn.extras.iter().any(|extra| is_state(&extra))),
            ("orders", !turn.unset.is_empty() || turn.actions.iter().any(is_order)),
            ("results", turn.actions.iter().any(|action| action.results.is_some())),
            ("messages", !turn.remarks.is_empty()),
        ];
        json.open("phase.start", None, '{');
        for slot in self.style.phase.arrange(&known, &keys) {
            match slot {
                Slot::Extra(index) => write_extra(extras[index], "phase", &extras[index].key, json),
                Slot::Known("name") => {
                    write_repeated(name.as_deref().map(Repeated::Text), "phase", "name", json);
                }
                Slot::Known("state") => self.state(name.as_deref(), json),
                Slot::Known("orders") => self.orders(json),
                Slot::Known("results") => self.results(json),
                Slot::Known(_) => self.messages(name.as_deref().unwrap_or_default(), json),
            }
        }
        json.close("phase.end", '}');
    }

    fn state(&self, name: Option<&str>, json: &mut Emitter<'_, '_>) {
        let own = |extra: &'m Extra| Some((extra.key.strip_prefix(STATE)?, extra));
        let extras: Vec<(&str, &Extra)> = self.turn.extras.iter().filter_map(own).collect();
        let keys: Vec<&str> = extras.iter().map(|(key, _)| *key).collect();
        let has_holdings = self.turn.position.as_ref().is_some_and(|position| !position.holdings.is_empty());
        let known = [
            ("name", false),
            ("units", self.pieces().next().is_some()),
            ("retreats", self.pieces().any(|piece| !piece.retreats.is_empty())),
            ("centers", has_holdings),
            ("game_id", false),
            ("map", false),
            ("rules", false),
        ];
        json.open("phase.state", Some("state"), '{');
        for slot in self.style.state.arrange(&known, &keys) {
            match slot {
                Slot::Extra(index) => {
                    let (key, extra) = extras[index];
                    write_extra(extra, "phase.state", key, json);
                }
                Slot::Known("units") => self.units(json),
                Slot::Known("retreats") => self.retreats(json),
                Slot::Known("centers") => self.centers(json),
                Slot::Known(key) => write_repeated(repeated(key, self.game, name), "phase.state", key, json),
            }
        }
        json.close("phase.state.end", '}');
    }

    /// Returns the players that the state lists; none where the turn has no position.
    fn listed(&self) -> &[Player] {
        if self.turn.position.is_some() { &self.game.players } else { &[] }
    }

    fn unit(&self, piece: &Piece, out: &mut String) {
        let mut unit = String::with_capacity(8);
        self.names.write_unit(&Some(PieceName(piece.kind.clone())), &piece.territory, &mut unit);
        self.style.spacing.string(&unit, out);
    }

    fn units(&self, json: &mut Emitter<'_, '_>) {
        let mut pieces = self.by_player(self.pieces(), |piece| piece.player.as_ref());
        json.open("phase.units", Some("units"), '{');
        for (rank, player) in self.listed().iter().enumerate() {
            json.open("phase.units.power", Some(self.names.power(&player.seat)), '[');
            while let Some(piece) = pieces.next_of(rank) {
                json.value("phase.units.unit", None, |body, _| {
                    let start = body.len();
                    self.unit(piece, body);
                    if is_dislodged(piece) {
                        body.insert(start + 1, '*');
                    }
                });
            }
            json.close("phase.units.power.end", ']');
        }
        json.close("phase.units.end", '}');
    }

    fn retreats(&self, json: &mut Emitter<'_, '_>) {
        let spacing = &self.style.spacing;
        let dislodged = self.pieces().filter(|piece| is_dislodged(piece));
        let mut pieces = self.by_player(dislodged, |piece| piece.player.as_ref());
        json.open("phase.retreats", Some("retreats"), '{');
        for (rank, player) in self.listed().iter().enumerate() {
            json.open("phase.retreats.power", Some(self.names.power(&player.seat)), '{');
            while let Some(piece) = pieces.next_of(rank) {
                json.value("phase.retreats.unit", None, |body, depth| {
                    self.unit(piece, body);
                    spacing.colon(body);
                    let codes: Vec<String> = piece.retreats.iter().map(|place| self.code(place)).collect();
                    strings(&codes, spacing, depth, body);
                });
            }
            json.close("phase.retreats.power.end", '}');
        }
        json.close("phase.retreats.end", '}');
    }

    fn code(&self, place: &TerritoryRef) -> String {
        let mut code = String::with_capacity(8);
        self.names.write_place(place, &mut code);
        code
    }

    fn centers(&self, json: &mut Emitter<'_, '_>) {
        let holdings = self.turn.position.iter().flat_map(|position| &position.holdings);
        let mut holdings = self.by_player(holdings, |holding| holding.owner.known().and_then(Option::as_ref));
        json.open("phase.centers", Some("centers"), '{');
        for (rank, player) in self.listed().iter().enumerate() {
            json.open("phase.centers.power", Some(self.names.power(&player.seat)), '[');
            while let Some(holding) = holdings.next_of(rank) {
                json.value("phase.centers.center", None, |body, _| {
                    self.style.spacing.string(&self.code(&holding.territory), body);
                });
            }
            json.close("phase.centers.power.end", ']');
        }
        json.close("phase.centers.end", '}');
    }

    fn orders(&self, json: &mut Emitter<'_, '_>) {
        let orders = self.turn.actions.iter().filter(|action| is_order(action));
        let mut orders = self.by_player(orders, |action| action.player.as_ref());
        let unset: HashSet<&Seat> = self.turn.unset.iter().collect();
        let ranks: Vec<usize> = if self.style.sparse_orders {
            let listed: BTreeSet<usize> =
                orders_of(self.turn).filter_map(|seat| self.ranks.get(seat)).copied().collect();
            listed.into_iter().collect()
        } else {
            (0..self.game.players.len()).collect()
        };
        json.open("phase.orders", Some("orders"), '{');
        for rank in ranks {
            let player = &self.game.players[rank];
            let power = Some(self.names.power(&player.seat));
            let has_orders = orders.has(rank);
            if !has_orders && unset.contains(&player.seat) {
                json.value("phase.orders.power", power, |body, _| body.push_str("null"));
                continue;
            }
            json.open("phase.orders.power", power, '[');
            while let Some(action) = orders.next_of(rank) {
                let text = order_text(action, self.names);
                json.value("phase.orders.order", None, |body, _| self.style.spacing.string(&text, body));
            }
            json.close("phase.orders.power.end", ']');
        }
        json.close("phase.orders.end", '}');
    }

    fn results(&self, json: &mut Emitter<'_, '_>) {
        let spacing = &self.style.spacing;
        let results = results::in_order(self.turn, self.names);
        json.value("phase.results", Some("results"), |body, depth| {
            body.push('{');
            for (index, (unit, results)) in results.iter().enumerate() {
                match index {
                    0 => spacing.line(depth + 1, body),
                    _ => spacing.comma(depth + 1, body),
                }
                spacing.key(unit, body);
                strings(results, spacing, depth + 1, body);
            }
            if !results.is_empty() {
                spacing.line(depth, body);
            }
            body.push('}');
        });
    }

    fn messages(&self, name: &str, json: &mut Emitter<'_, '_>) {
        let spacing = &self.style.spacing;
        let mut times = Times::of(&self.turn.extras).unwrap_or_default();
        json.open("phase.messages", Some("messages"), '[');
        for remark in &self.turn.remarks {
            json.value("phase.messages.message", None, |body, depth| {
                messages::write(remark, name, &mut times, spacing, depth, body);
            });
        }
        json.close("phase.messages.end", ']');
    }
}

fn is_dislodged(piece: &Piece) -> bool {
    piece.status.as_deref() == Some(DISLODGED)
}

/// Returns the text of an order, with its remarks in brackets.
pub fn order_text(action: &Action, names: &Names) -> String {
    let written = names.named_board().and_then(|named_board| order_grammar::written(&action.kind, named_board).ok());
    let mut text = written.or_else(|| action.text.clone().map(String::from)).unwrap_or_default();
    for remark in &action.remarks {
        text.push_str(" (");
        text.push_str(&remark.text);
        text.push(')');
    }
    text
}
