//! The album of a game: pictures of its phases, of its position, or of the board alone.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, LazyLock, OnceLock};

use super::base::{self, Placement};
use super::graph::Graph;
use super::map::Map;
use super::orders::{self, Places, Ways};
use super::powers::Powers;
use super::units::{self, Crowd, Unit};
use crate::formats::phase;
use crate::model::{
    Action, ActionKind, Board, BuiltinBoard, Document, Element, Game, Piece, PieceName, Position, Seat, TerritoryRef,
    Turn, When,
};
use crate::systems::diplomacy::boards::standard;
use crate::systems::diplomacy::model::DiplomacyDetails;
use crate::systems::diplomacy::view::View;
use crate::systems::diplomacy::view::position::when;
use crate::text::english::listed;
use crate::view::ViewOptions;
use crate::view::picture::{
    Album, Anchor, BoundingBox, Event, EventKind, Level, Moment, NoPicture, Paint, Part, Picture, Point, Series, Shape,
    Style, clipped, text_width, wrapped,
};

/// Greatest number of provinces of a board that is drawn.
const MAX_PROVINCES: usize = 2_000;
/// Margin around title and legend.
const MARGIN: f64 = 16.0;
/// Height of the title's letters.
const TITLE_SIZE: f64 = 20.0;
/// Height of the legend's letters.
const LEGEND_SIZE: f64 = 12.0;
/// Height of the letters of the result.
const RESULT_SIZE: f64 = 13.0;
/// Width of a column of the legend.
const LEGEND_WIDTH: f64 = 255.0;
/// Height of a row of the legend.
const LEGEND_HEIGHT: f64 = 22.0;
/// Least width of a picture.
const MIN_WIDTH: f64 = 500.0;

static NOTHING: LazyLock<DiplomacyDetails> = LazyLock::new(DiplomacyDetails::default);

/// Opens the album of a game.
pub fn open<'d>(document: &'d Document, options: &ViewOptions) -> Result<Box<dyn Album + 'd>, NoPicture> {
    let game = &document.game;
    let board = board_of(game);
    let graph = Graph::of(board, named(game));
    match graph.provinces.len() {
        0 => return Err(NoPicture::Nothing("a game without a map, units or orders".to_owned())),
        1..=MAX_PROVINCES => {}
        more => {
            return Err(NoPicture::Nothing(format!(
                "a map of {more} provinces, and {MAX_PROVINCES} are drawn at most"
            )));
        }
    }
    let drawn = drawn(board, &graph);
    let powers = Powers::of(game);
    let view = View::of(game, game.details.diplomacy().unwrap_or(&NOTHING), options.reveal);
    let (frames, moments) = (frames(game), moments(game));
    Ok(Box::new(GameAlbum { game, board, graph, drawn, powers, view, frames, moments }))
}

/// A map, and the points of units and names on it.
struct Drawn {
    map: Map,
    spots: Vec<Placement>,
}

impl Drawn {
    fn of(graph: &Graph<'_>) -> Drawn {
        let map = Map::of(graph);
        Drawn { spots: base::spots(graph, &map), map }
    }
}

/// Returns the map of a board; the map of the built-in standard board is made once and shared.
fn drawn(board: Option<&Board>, graph: &Graph<'_>) -> Arc<Drawn> {
    static STANDARD: OnceLock<Arc<Drawn>> = OnceLock::new();
    let is_standard = board.is_some_and(|board| std::ptr::eq(board, standard().board()));
    if is_standard && graph.provinces.len() == standard().count() {
        return Arc::clone(STANDARD.get_or_init(|| Arc::new(Drawn::of(graph))));
    }
    Arc::new(Drawn::of(graph))
}

/// Returns the moments of a game: its phases, and the position that follows them or stands alone.
pub fn moments(game: &Game) -> Vec<Moment> {
    frames(game).iter().enumerate().map(|(i, frame)| frame.moment(i)).collect()
}

/// Returns the board of a game; one without territories that names the built-in standard board is replaced by that.
fn board_of(game: &Game) -> Option<&Board> {
    let board = game.board.as_ref()?;
    match board.builtin {
        _ if !board.territories.is_empty() => Some(board),
        Some(BuiltinBoard::Standard) => Some(standard().board()),
        _ => Some(board),
    }
}

/// Returns the territories that the positions and orders of a game name; the board may lack them.
fn named(game: &Game) -> impl Iterator<Item = &str> {
    let positions = game.turns.iter().filter_map(|turn| turn.position.as_deref()).chain(&game.position);
    let pieces = positions.clone().flat_map(|position| position.pieces.iter().filter_map(Element::known));
    let holdings = positions.flat_map(|position| &position.holdings);
    let actions = game.turns.iter().flat_map(|turn| &turn.actions);
    let ordered = actions.filter_map(|action| ordered(action).map(|(_, place)| place));
    let places = pieces.map(|piece| &piece.territory).chain(holdings.map(|holding| &holding.territory)).chain(ordered);
    places.map(TerritoryRef::territory)
}

/// Returns the unit that an order is for, and the place where it stands or is to be built; `None` for other actions.
fn ordered(action: &Action) -> Option<(&Option<PieceName>, &TerritoryRef)> {
    match &action.kind {
        ActionKind::Move { piece, from, .. } | ActionKind::Retreat { piece, from, .. } => Some((piece, from)),
        ActionKind::Hold { piece, at }
        | ActionKind::NoOrder { piece, at }
        | ActionKind::Support { piece, at, .. }
        | ActionKind::Convoy { piece, at, .. }
        | ActionKind::Build { piece, at }
        | ActionKind::Disband { piece, at }
        | ActionKind::Remove { piece, at } => Some((piece, at)),
        _ => None,
    }
}

/// A moment of a game: a position, and the orders given in it.
struct Frame<'d> {
    turn: Option<(usize, &'d Turn)>,
    position: Option<&'d Position>,
}

fn frames(game: &Game) -> Vec<Frame<'_>> {
    let last = game.turns.len().saturating_sub(1);
    let mut frames: Vec<Frame<'_>> = Vec::with_capacity(game.turns.len() + 1);
    for (i, turn) in game.turns.iter().enumerate() {
        // Orders without a position of their own are drawn in the position that the game has, if they are the last.
        let given = game.position.as_ref().filter(|_| i == last);
        frames.push(Frame { turn: Some((i, turn)), position: turn.position.as_deref().or(given) });
    }
    let stands_behind = game.turns.last().is_none_or(|turn| turn.position.is_some() && game.position.is_some());
    if stands_behind {
        frames.push(Frame { turn: None, position: game.position.as_ref() });
    }
    frames
}

/// A unit of a moment.
struct UnitAt<'d> {
    kind: &'d str,
    seat: Option<&'d Seat>,
    place: &'d TerritoryRef,
    is_dislodged: bool,
}

impl<'d> Frame<'d> {
    fn when(&self) -> Option<&'d When> {
        self.turn.and_then(|(_, turn)| turn.when.as_ref()).or_else(|| self.position?.when.as_ref())
    }

    fn moment(&self, index: usize) -> Moment {
        let code = match self.when() {
            Some(When::Phase(phase)) => phase::written(phase, phase::Form::Short),
            _ => None,
        };
        let title = match (self.when(), self.position, self.turn) {
            (Some(moment), _, _) => when(Some(moment)).trim_end_matches('.').to_owned(),
            (None, Some(_), _) => "The position".to_owned(),
            (None, None, Some(_)) => "Orders".to_owned(),
            (None, None, None) => "The board".to_owned(),
        };
        Moment { name: code.unwrap_or_else(|| index.to_string()), title, turn: self.turn.map(|(index, _)| index) }
    }

    fn actions(&self) -> &'d [Action] {
        self.turn.map_or(&[], |(_, turn)| &turn.actions)
    }

    /// Returns the units of the position, or those that the orders name if there is no position.
    fn units(&self) -> Vec<UnitAt<'d>> {
        if let Some(position) = self.position {
            let is_dislodged =
                |piece: &Piece| piece.status.as_deref() == Some("dislodged") || !piece.retreats.is_empty();
            let pieces = position.pieces.iter().filter_map(Element::known);
            let standing = |piece: &'d Piece| UnitAt {
                kind: &piece.kind,
                seat: piece.player.as_ref(),
                place: &piece.territory,
                is_dislodged: is_dislodged(piece),
            };
            return pieces.map(standing).collect();
        }
        let mut seen = HashSet::new();
        let mut units = Vec::new();
        for action in self.actions() {
            if let Some((piece, place)) = ordered(action)
                && !matches!(action.kind, ActionKind::Build { .. })
                && seen.insert((action.player.as_ref(), place.territory()))
            {
                let kind = piece.as_ref().map_or("", |piece| piece.0.as_str());
                let is_dislodged = matches!(action.kind, ActionKind::Retreat { .. } | ActionKind::Disband { .. });
                units.push(UnitAt { kind, seat: action.player.as_ref(), place, is_dislodged });
            }
        }
        units
    }
}

/// The numbers of supply centres and units of a power.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Totals {
    centres: usize,
    units: usize,
}

struct GameAlbum<'d> {
    game: &'d Game,
    board: Option<&'d Board>,
    graph: Graph<'d>,
    drawn: Arc<Drawn>,
    powers: Powers<'d>,
    view: View<'d>,
    frames: Vec<Frame<'d>>,
    moments: Vec<Moment>,
}

impl<'d> GameAlbum<'d> {
    fn frame(&self, index: usize) -> Option<&Frame<'d>> {
        self.frames.get(index).or_else(|| self.frames.last())
    }

    /// Returns the owner of each owned province, by its number: as the position states, or else by the homes of the
    /// board. `None` if neither applies: for orders without a position.
    fn owners(&self, frame: &Frame<'d>) -> Option<BTreeMap<usize, &'d Seat>> {
        let number = |place: &TerritoryRef| self.graph.number(place.territory());
        let held = |position: &'d Position| -> BTreeMap<usize, &'d Seat> {
            let owner = |holding: &'d crate::model::Holding| holding.owner.known()?.as_ref();
            position.holdings.iter().filter_map(|h| Some((number(&h.territory)?, owner(h)?))).collect()
        };
        let has_owners = |position: &&Position| position.holdings.iter().any(|holding| !holding.owner.is_absent());
        match frame.position {
            Some(position) if has_owners(&position) => Some(held(position)),
            None if frame.turn.is_some() => None,
            _ => {
                let homes = self.graph.provinces.iter().enumerate();
                Some(homes.filter_map(|(number, province)| Some((number, province.home()?))).collect())
            }
        }
    }

    /// Returns the totals of each power, by its index, and whether owners are known.
    fn totals(&self, frame: &Frame<'d>) -> (BTreeMap<usize, Totals>, bool) {
        let mut totals: BTreeMap<usize, Totals> = BTreeMap::new();
        let owners = self.owners(frame);
        let has_centres = self.graph.provinces.iter().any(|province| province.is_centre());
        for (number, seat) in owners.iter().flatten() {
            let counts = !has_centres || self.graph.provinces.get(*number).is_some_and(|p| p.is_centre());
            if let Some(index) = self.powers.index(seat).filter(|_| counts) {
                totals.entry(index).or_default().centres += 1;
            }
        }
        for unit in frame.units() {
            if let Some(index) = unit.seat.and_then(|seat| self.powers.index(seat)) {
                totals.entry(index).or_default().units += 1;
            }
        }
        (totals, owners.is_some())
    }

    fn title(&self, index: usize) -> String {
        let moment = self.moments.get(index).or_else(|| self.moments.last()).map_or("", |moment| &moment.title);
        let game = self.game.title.as_deref().or(self.game.variant.as_deref()).unwrap_or(self.game.system.name());
        format!("{game}: {moment}")
    }

    /// Describes the picture in words: the supply centres and units of each power.
    fn description(&self, frame: &Frame<'d>) -> String {
        let mut units: BTreeMap<Option<usize>, Vec<String>> = BTreeMap::new();
        for unit in frame.units() {
            let dislodged = if unit.is_dislodged { " (dislodged)" } else { "" };
            let text = format!("{} {}{dislodged}", unit.kind, self.view.place(unit.place));
            units.entry(unit.seat.and_then(|seat| self.powers.index(seat))).or_default().push(text);
        }
        let (totals, has_owners) = self.totals(frame);
        let mut sentences = vec![format!("A map of {} provinces.", self.graph.provinces.len())];
        for (index, seat) in self.powers.seats.iter().enumerate() {
            let (of_power, totals) = (units.remove(&Some(index)), totals.get(&index).copied().unwrap_or_default());
            let centres = if has_owners { format!(" {}", centres(totals.centres)) } else { String::new() };
            let listed = of_power.map_or_else(|| "no units".to_owned(), |list| list.join(", "));
            if !centres.is_empty() || listed != "no units" {
                sentences.push(format!("{}:{centres}; {listed}.", self.view.power(seat)).replace(":;", ":"));
            }
        }
        sentences.join(" ")
    }

    fn unit(&self, standing: &UnitAt<'d>) -> Unit<'d> {
        let colour = standing.seat.and_then(|seat| self.powers.colour(seat));
        let power = standing.seat.map_or_else(|| "nobody".to_owned(), |seat| self.view.power(seat));
        let dislodged = if standing.is_dislodged { ", dislodged" } else { "" };
        let kind = if standing.kind.is_empty() { "unit" } else { standing.kind };
        Unit {
            kind: standing.kind,
            colour,
            letter: standing.seat.map_or("", |seat| seat.as_str()),
            coast: standing.place.coast(),
            is_dislodged: standing.is_dislodged,
            title: format!("{kind} of {power} in {}{dislodged}", self.view.place(standing.place)),
        }
    }

    fn provinces(&self, frame: &Frame<'d>, parts: &mut Vec<Part>) {
        let owners = self.owners(frame).unwrap_or_default();
        let mut city_owners: HashMap<usize, usize> = HashMap::new();
        for holding in frame.position.into_iter().flat_map(|position| &position.holdings) {
            let owner = holding.city_owner.known().and_then(Option::as_ref).and_then(|seat| self.powers.index(seat));
            if let (Some(number), Some(owner)) = (self.graph.number(holding.territory.territory()), owner) {
                city_owners.insert(number, owner);
            }
        }
        for (number, province) in self.graph.provinces.iter().enumerate() {
            let owner = owners.get(&number);
            let home = province.home().map(|seat| format!(", home of {}", self.view.power(seat)));
            let held = owner.map(|seat| format!(", held by {}", self.view.power(seat)));
            let title = format!("{}{}{}", province.name(), home.unwrap_or_default(), held.unwrap_or_default());
            let colour = owner.and_then(|seat| self.powers.index(seat));
            parts.extend(base::province(&self.graph, &self.drawn.map, number, colour, &title));
        }
        for (number, (province, spot)) in self.graph.provinces.iter().zip(&self.drawn.spots).enumerate() {
            parts.push(base::name(province, spot, province.home().and_then(|seat| self.powers.index(seat))));
            parts.extend(base::city(province, spot, city_owners.get(&number).copied()));
        }
    }

    fn units(&self, frame: &Frame<'d>, places: &Places<'_>, crowd: &mut Crowd, parts: &mut Vec<Part>) {
        let mut here: HashMap<(&str, bool), usize> = HashMap::new();
        for standing in frame.units() {
            let Some(at) = places.of(standing.place) else { continue };
            let id = standing.place.territory();
            let before = here.entry((id, standing.is_dislodged)).or_default();
            *before += 1;
            let aside = if standing.is_dislodged { units::ASIDE } else { (0.0, 0.0) };
            let stand = crowd.stand(Point::new(at.x + aside.0, at.y + aside.1), standing.place.coast().is_some());
            let what = if standing.is_dislodged { "dislodged" } else { "unit" };
            let key = if *before > 1 { format!("{what}.{id}.{before}") } else { format!("{what}.{id}") };
            parts.push(Part { level: Level::Pieces, key, shapes: vec![self.unit(&standing).shape(stand)] });
        }
    }

    fn orders(&self, frame: &Frame<'d>, places: &Places<'_>, crowd: &mut Crowd, parts: &mut Vec<Part>) {
        let ways = Ways::of(frame.actions(), places);
        for (i, action) in frame.actions().iter().enumerate() {
            let colour = action.player.as_ref().and_then(|seat| self.powers.index(seat));
            let mut shapes = Vec::new();
            if let ActionKind::Build { piece, at: place } = &action.kind
                && let Some(at) = places.of(place)
            {
                let kind = piece.as_ref().map_or("", |piece| piece.0.as_str());
                let built = UnitAt { kind, seat: action.player.as_ref(), place, is_dislodged: false };
                shapes.push(self.unit(&built).shape(crowd.stand(at, place.coast().is_some())));
            }
            shapes.extend(orders::shapes(places, action, &ways, colour));
            if !shapes.is_empty() {
                let shapes = vec![Shape::group(&self.told(action), shapes)];
                parts.push(Part { level: Level::Orders, key: format!("order.{}", i + 1), shapes });
            }
        }
    }

    fn told(&self, action: &Action) -> String {
        let order = self.view.order(action);
        action.player.as_ref().map_or_else(|| order.clone(), |seat| format!("{}: {order}", self.view.power(seat)))
    }

    /// Returns the result of the game in words; `None` before the last moment, and if it has none.
    fn result(&self, index: usize) -> Option<String> {
        let result = self.game.result.as_ref().filter(|_| index + 1 >= self.frames.len())?;
        let winners: Vec<String> = result.winners.iter().map(|seat| self.view.power(seat)).collect();
        let reason = result.reason.as_ref().map(|reason| format!(" ({reason})")).unwrap_or_default();
        Some(if winners.is_empty() {
            format!("Nobody won{reason}")
        } else {
            format!("Won by {}{reason}", listed(&winners))
        })
    }

    /// Draws the title, the powers, the result and the meaning of marks below the map; returns the height of the whole
    /// picture.
    fn legend(&self, index: usize, width: f64, parts: &mut Vec<Part>) -> f64 {
        let Some(frame) = self.frame(index) else { return 0.0 };
        let top = self.drawn.map.height + MARGIN;
        let title = clipped(&self.title(index), TITLE_SIZE, width - 2.0 * MARGIN);
        let line = Shape::text(Point::new(MARGIN, top + TITLE_SIZE * 0.8), TITLE_SIZE, Anchor::Start, &title);
        parts.push(Part { level: Level::Legend, key: "title".to_owned(), shapes: vec![line] });
        let (totals, has_owners) = self.totals(frame);
        let columns = (((width - 2.0 * MARGIN) / LEGEND_WIDTH).floor() as usize).max(1);
        let top = top + TITLE_SIZE + 14.0;
        for (index, seat) in self.powers.seats.iter().enumerate() {
            let (column, row) = (index % columns, index / columns);
            let at = Point::new(MARGIN + column as f64 * LEGEND_WIDTH, top + row as f64 * LEGEND_HEIGHT);
            let totals = totals.get(&index).copied().unwrap_or_default();
            let centres = if has_owners { format!("{}, ", centres(totals.centres)) } else { String::new() };
            let units = if totals.units == 1 { "unit" } else { "units" };
            let behind = format!(": {centres}{} {units}", totals.units);
            let room = LEGEND_WIDTH - 62.0 - text_width(&behind, LEGEND_SIZE);
            let text = clipped(&self.view.power(seat), LEGEND_SIZE, room) + &behind;
            let letter: String = seat.as_str().chars().take(2).collect();
            let frame = Style::of(Paint::Pattern(index), Paint::Ink, 0.8);
            let (second, base) = (Point::new(at.x + 24.0, at.y), at.y + 12.0);
            let shapes = vec![
                Shape::Rectangle { at, width: 20.0, height: 16.0, round: 2.0, style: frame },
                Shape::Rectangle {
                    at: second,
                    width: 20.0,
                    height: 16.0,
                    round: 2.0,
                    style: Style::filled(units::paint(self.powers.colour(seat))),
                },
                Shape::text(Point::new(at.x + 34.0, base), 11.0, Anchor::Middle, &letter).in_paint(Paint::Paper),
                Shape::text(Point::new(at.x + 50.0, base), LEGEND_SIZE, Anchor::Start, &text),
            ];
            parts.push(Part { level: Level::Legend, key: format!("legend.{}", index + 1), shapes });
        }
        let mut bottom = top + self.powers.seats.len().div_ceil(columns) as f64 * LEGEND_HEIGHT;
        if let Some(result) = self.result(index) {
            bottom += 16.0;
            let text = clipped(&result, RESULT_SIZE, width - 2.0 * MARGIN);
            let text = Shape::text(Point::new(MARGIN, bottom - 3.0), RESULT_SIZE, Anchor::Start, &text);
            parts.push(Part { level: Level::Legend, key: "result".to_owned(), shapes: vec![text] });
        }
        let mut marks = Vec::new();
        if !frame.actions().is_empty() {
            marks.push(
                "Arrow: move or retreat; thin and grey: supported, and not ordered. Line to a point: support. Ring: convoy. \
                 Frame: holds, or with a plus is built. Dashed or crossed: failed, or removed.",
            );
        }
        if !self.drawn.map.is_sea_around && !self.drawn.map.links.is_empty() {
            marks.push("Dashed line between provinces: they touch. Gap: they do not.");
        }
        for line in marks.iter().flat_map(|text| wrapped(text, 10.0, width - 2.0 * MARGIN, 4)) {
            bottom += 14.0;
            let text = Shape::text(Point::new(MARGIN, bottom - 2.0), 10.0, Anchor::Start, &line).in_paint(Paint::Muted);
            parts.push(Part { level: Level::Legend, key: format!("marks.{}", bottom.round()), shapes: vec![text] });
        }
        bottom + MARGIN
    }

    /// Returns the changes from a moment to the next: provinces that changed hands, and powers that are out.
    fn changes(&self, index: usize) -> Vec<Event> {
        let (Some(frame), Some(next)) = (self.frames.get(index), self.frames.get(index + 1)) else { return Vec::new() };
        let mut events = Vec::new();
        let result = |text: String| Event { text, kind: EventKind::Result, action: None };
        if let (Some(before), Some(after)) = (self.owners(frame), self.owners(next)) {
            for (number, owner) in &after {
                let Some(province) = self.graph.provinces.get(*number) else { continue };
                match before.get(number) {
                    Some(former) if former == owner => {}
                    Some(former) => events.push(result(format!(
                        "{} takes {} from {}",
                        self.view.power(owner),
                        province.name(),
                        self.view.power(former)
                    ))),
                    None => events.push(result(format!("{} takes {}", self.view.power(owner), province.name()))),
                }
            }
        }
        let (before, after) = (self.totals(frame).0, self.totals(next).0);
        for (index, seat) in self.powers.seats.iter().enumerate() {
            let is_out = |totals: Option<&Totals>| totals.is_none_or(|totals| *totals == Totals::default());
            if !is_out(before.get(&index)) && is_out(after.get(&index)) && next.position.is_some() {
                events.push(result(format!("{} is out", self.view.power(seat))));
            }
        }
        events
    }
}

fn centres(count: usize) -> String {
    if count == 1 { "1 centre".to_owned() } else { format!("{count} centres") }
}

/// Removes names that the letters of units or orders cover; the title of the province, shown under the pointer, still
/// has them.
fn give_way(parts: &mut [Part]) {
    let is_above = |part: &&Part| matches!(part.level, Level::Pieces | Level::Orders);
    let labels = parts.iter().filter(is_above).flat_map(|part| &part.shapes).flat_map(Shape::labels);
    let above: Vec<BoundingBox> = labels.map(|(_, covered)| covered).collect();
    for part in parts.iter_mut().filter(|part| part.level == Level::Names) {
        part.retain_labels(&|covered| above.iter().all(|other| other.overlap(covered) <= 0.08));
    }
}

impl Album for GameAlbum<'_> {
    fn moments(&self) -> &[Moment] {
        &self.moments
    }

    fn picture(&self, index: usize) -> Picture {
        let Some(frame) = self.frame(index) else {
            return Picture {
                title: String::new(),
                description: String::new(),
                width: 0.0,
                height: 0.0,
                parts: Vec::new(),
            };
        };
        let width = self.drawn.map.width.max(MIN_WIDTH);
        let mut parts = vec![base::ground(&self.graph, &self.drawn.map)];
        self.provinces(frame, &mut parts);
        parts.extend(base::links(&self.graph, &self.drawn.map));
        parts.extend(base::passages(self.board, &self.graph, &self.drawn.map));
        let places = Places { graph: &self.graph, map: &self.drawn.map, spots: &self.drawn.spots };
        let mut crowd = Crowd::on(self.drawn.map.width, self.drawn.map.height);
        self.units(frame, &places, &mut crowd, &mut parts);
        self.orders(frame, &places, &mut crowd, &mut parts);
        give_way(&mut parts);
        let height = self.legend(index, width, &mut parts);
        let result = self.result(index).map(|result| format!(" {result}.")).unwrap_or_default();
        let description = self.description(frame) + &result;
        Picture { title: self.title(index), description, width, height, parts }
    }

    fn events(&self, index: usize) -> Vec<Event> {
        let Some(frame) = self.frame(index) else { return Vec::new() };
        let event = |(i, action): (usize, &Action)| {
            let kind = if orders::has_failed(action) { EventKind::Failed } else { EventKind::Done };
            Event { text: self.told(action), kind, action: Some(i) }
        };
        let mut events: Vec<Event> = frame.actions().iter().enumerate().map(event).collect();
        events.extend(self.changes(index));
        events.extend(self.result(index).map(|text| Event { text, kind: EventKind::Result, action: None }));
        events
    }

    fn series(&self, first: usize) -> Vec<Series> {
        let frames = self.frames.iter().skip(first);
        let totals: Vec<_> = frames.map(|frame| (self.totals(frame), frame.position.is_some())).collect();
        let series = |name: &str, of: &dyn Fn(&Totals) -> usize, is_known: &dyn Fn(bool, bool) -> bool| {
            let player = |(index, seat): (usize, &&Seat)| {
                let counts = totals.iter().map(|((totals, has_owners), has_position)| {
                    let count = totals.get(&index).map_or(0, of);
                    is_known(*has_owners, *has_position).then(|| i64::try_from(count).unwrap_or(i64::MAX))
                });
                (self.view.power(seat), Paint::Player(index), counts.collect())
            };
            let players = self.powers.seats.iter().enumerate().map(player).collect();
            Series { name: name.to_owned(), players }
        };
        vec![
            series("Supply centres", &|totals| totals.centres, &|has_owners, _| has_owners),
            series("Units", &|totals| totals.units, &|_, has_position| has_position),
        ]
    }
}
