//! Draws the board itself: provinces, their names and cities, and the lines and passages between them.

use super::graph::{Graph, Province};
use super::map::Map;
use super::units;
use crate::model::{Board, City, Element, Field, PassageKind, TerritoryRef};
use crate::view::picture::{Anchor, BoundingBox, Level, Paint, Part, Point, Shape, Style, clipped, text_width};

/// Heights of letters that names are tried in, the best first.
const SIZES: [f64; 3] = [10.0, 9.0, 8.0];
/// Height of letters of an abbreviation that fits in none of them.
const SMALL: f64 = 7.0;
/// Width of a supply centre's mark, including the gap behind it.
const MARK: f64 = 9.0;
/// Gap between a unit and the name below it.
const GAP: f64 = 2.0;

/// The points of the unit and the name of a province.
pub struct Placement {
    pub unit: Point,
    label: String,
    size: f64,
    /// The beginning of the line with the mark of the centre and the name.
    line: Point,
    /// Whether unit and name fit in the province.
    has_room: bool,
    /// Whether there is room for the mark of its city.
    has_city: bool,
}

/// Greatest distance that a name is moved up or down to avoid another, in heights of its letters.
const MAX_SHIFT: f64 = 4.0;

/// Finds room for the unit and the name of each province.
pub fn spots(graph: &Graph<'_>, map: &Map) -> Vec<Placement> {
    let mut spots: Vec<Placement> =
        graph.provinces.iter().enumerate().map(|(number, province)| spot(province, map, number)).collect();
    // Names that do not fit in their provinces give way to those that do. A name without any free place is left out;
    // the title of the province, shown under the pointer, has it.
    let mut order: Vec<usize> = (0..spots.len()).collect();
    order.sort_by_key(|number| spots.get(*number).is_none_or(|spot| !spot.has_room));
    let mut taken: Vec<BoundingBox> = Vec::new();
    for number in order {
        let (Some(spot), Some(province)) = (spots.get_mut(number), graph.provinces.get(number)) else { continue };
        let is_free =
            |taken: &[BoundingBox], wanted: &BoundingBox| taken.iter().all(|other| wanted.overlap(other) <= 0.05);
        let inside = |at: Point, spot: &Placement| {
            let bounds = spot.bounds(province, Point::default());
            let x = at.x.min(map.width - bounds.right - 2.0).max(2.0);
            Point::new(x, at.y.min(map.height - bounds.bottom - 2.0).max(2.0 - bounds.top))
        };
        let here = spot.line;
        let steps = (0..=(MAX_SHIFT * 2.0) as i32).flat_map(|step| [step, -step]).map(|step| f64::from(step) / 2.0);
        let shifts = steps.flat_map(|y| [(0.0, y), (2.0, y), (-2.0, y)]);
        let mut places = shifts.map(|(x, y)| inside(Point::new(here.x + x * spot.size, here.y + y * spot.size), spot));
        match places.find(|at| is_free(&taken, &spot.bounds(province, *at))) {
            Some(free) => {
                spot.line = free;
                taken.push(spot.bounds(province, free));
            }
            None => spot.label.clear(),
        }
        if let Some((at, _)) = city_of(province, spot) {
            spot.has_city = is_free(&taken, &income_bounds(at));
            taken.extend(spot.has_city.then(|| income_bounds(at)));
        }
    }
    spots
}

fn income_bounds(at: Point) -> BoundingBox {
    BoundingBox::of_text(Point::new(at.x, at.y + 3.0), 8.0, Anchor::Middle, "0")
}

/// Returns the city of a province and the point of its mark, beside the unit; `None` if there is no city to show.
fn city_of<'p>(province: &Province<'p>, spot: &Placement) -> Option<(Point, &'p City)> {
    Some((Point::new(spot.unit.x - units::WIDTH / 2.0 - 8.0, spot.unit.y), province.city()?))
}

impl Placement {
    /// Returns the box that the name covers; `None` if there is no label.
    pub fn name(&self, province: &Province<'_>) -> Option<BoundingBox> {
        (!self.label.is_empty()).then(|| self.bounds(province, self.line))
    }

    /// Returns the box that the name covers if its line begins at `line`.
    fn bounds(&self, province: &Province<'_>, line: Point) -> BoundingBox {
        let mark = if province.is_centre() { MARK } else { 0.0 };
        BoundingBox::of_text(Point::new(line.x + mark, line.y), self.size, Anchor::Start, &self.label)
    }
}

fn spot(province: &Province<'_>, map: &Map, number: usize) -> Placement {
    let mark = if province.is_centre() { MARK } else { 0.0 };
    let (name, short) = (province.name(), province.short());
    let tries = SIZES.iter().take(2).map(|size| (name, *size)).chain(SIZES.iter().map(|size| (short.as_str(), *size)));
    for (label, size) in tries.chain([(short.as_str(), SMALL)]) {
        if label.chars().count() > 40 {
            continue;
        }
        let wide = text_width(label, size) + mark;
        let (width, height) = (wide.max(units::WIDTH), units::HEIGHT + GAP + size);
        if let Some(middle) = map.regions.place(number, width + 3.0, height + 2.0) {
            let unit = Point::new(middle.x, middle.y - height / 2.0 + units::HEIGHT / 2.0);
            let line = Point::new(middle.x - wide / 2.0, middle.y + height / 2.0 - size * 0.2);
            return Placement { unit, label: label.to_owned(), size, line, has_room: true, has_city: true };
        }
    }
    // There is no room for both: the name goes below the middle, clipped to the room there is.
    let middle = map.middle(number);
    let room = map.regions.regions.get(number).map_or(0.0, |region| region.room);
    let label = clipped(&short, SMALL, (room * 2.4).max(14.0));
    let wide = text_width(&label, SMALL) + mark;
    let unit = Point::new(middle.x, middle.y - SMALL / 2.0 - 2.0);
    let line = Point::new(middle.x - wide / 2.0, unit.y + units::HEIGHT / 2.0 + SMALL);
    Placement { unit, label, size: SMALL, line, has_room: false, has_city: true }
}

/// Draws the lowest layer of the picture: land of nobody, and the sea around Europe.
pub fn ground(graph: &Graph<'_>, map: &Map) -> Part {
    let mut shapes = Vec::new();
    if map.is_sea_around {
        let style = Style::filled(Paint::Sea);
        shapes.push(Shape::Rectangle { at: Point::default(), width: map.width, height: map.height, round: 0.0, style });
    }
    for region in map.regions.regions.iter().skip(graph.provinces.len()) {
        shapes.push(Shape::Path { data: region.path(), style: Style::of(Paint::Barred, Paint::Muted, 0.8) });
    }
    Part { level: Level::Ground, key: "ground".to_owned(), shapes }
}

/// Draws a province in the pattern of its owner, or as land, sea or closed land if it has none.
pub fn province(graph: &Graph<'_>, map: &Map, number: usize, owner: Option<usize>, title: &str) -> Option<Part> {
    let (province, region) = (graph.provinces.get(number)?, map.regions.regions.get(number)?);
    let fill = match owner {
        Some(index) => Paint::Pattern(index),
        None if graph.is_closed(number) && !province.is_sea => Paint::Barred,
        None if province.is_sea => Paint::Sea,
        None => Paint::Land,
    };
    let style = if province.is_sea { Style::of(fill, Paint::Muted, 0.7) } else { Style::of(fill, Paint::Ink, 1.0) };
    let shapes = vec![Shape::group(title, vec![Shape::Path { data: region.path(), style }])];
    Some(Part { level: Level::Places, key: format!("province.{}", province.id), shapes })
}

/// Draws the name of a province, after the mark of its supply centre, which has the colour of the power whose home it
/// is.
pub fn name(province: &Province<'_>, spot: &Placement, home: Option<usize>) -> Part {
    let mut shapes = Vec::new();
    let mut begin = spot.line;
    if province.is_centre() {
        let fill = if province.home().is_some() { units::paint(home) } else { Paint::Paper };
        let at = Point::new(begin.x + MARK / 2.0 - 1.0, begin.y - spot.size * 0.33);
        shapes.push(Shape::Circle { at, radius: 3.2, style: Style::of(fill, Paint::Ink, 1.1) });
        begin.x += MARK;
    }
    let paint = if province.is_sea { Paint::Muted } else { Paint::Ink };
    if spot.label.is_empty() {
        return Part { level: Level::Names, key: format!("name.{}", province.id), shapes };
    }
    shapes.push(Shape::text(begin, spot.size, Anchor::Start, &spot.label).in_paint(paint).with_halo());
    Part { level: Level::Names, key: format!("name.{}", province.id), shapes }
}

/// Draws the city of a province of Machiavelli: its income, with a thick rim if it is fortified; `None` if there is no
/// city or no room for its mark.
pub fn city(province: &Province<'_>, spot: &Placement, owner: Option<usize>) -> Option<Part> {
    let (at, city) = city_of(province, spot).filter(|_| spot.has_city)?;
    let style = Style::of(owner.map_or(Paint::Paper, Paint::Owner), Paint::Ink, if city.fortified { 1.8 } else { 0.8 });
    let income = Shape::text(Point::new(at.x, at.y + 3.0), 8.0, Anchor::Middle, &city.income.to_string());
    let walls = if city.fortified { ", fortified" } else { "" };
    let port = if city.port { ", with a port" } else { "" };
    let shapes = if city.port {
        vec![Shape::Circle { at, radius: 6.0, style }, income]
    } else {
        let corner = Point::new(at.x - 5.5, at.y - 5.5);
        vec![Shape::Rectangle { at: corner, width: 11.0, height: 11.0, round: 0.0, style }, income]
    };
    let title = format!("City of {}, income {}{walls}{port}", province.name(), city.income);
    let shapes = vec![Shape::group(&title, shapes)];
    Some(Part { level: Level::Names, key: format!("city.{}", province.id), shapes })
}

/// Draws lines between provinces that touch by the rules but not on the map; `None` if there are none.
pub fn links(graph: &Graph<'_>, map: &Map) -> Option<Part> {
    let style = Style::outlined(Paint::Muted, 1.2).dashed();
    let name = |number: usize| graph.provinces.get(number).map_or("", Province::name);
    let line = |(one, other): &(usize, usize)| {
        let line = Shape::line(map.middle(*one), map.middle(*other), style);
        Shape::group(&format!("{} and {} touch", name(*one), name(*other)), vec![line])
    };
    let shapes: Vec<Shape> = map.links.iter().map(line).collect();
    (!shapes.is_empty()).then_some(Part { level: Level::Lines, key: "links".to_owned(), shapes })
}

/// Draws the gateways and railways of a board.
pub fn passages(board: Option<&Board>, graph: &Graph<'_>, map: &Map) -> Vec<Part> {
    let mut parts = Vec::new();
    let passages = board.into_iter().flat_map(|board| &board.passages).filter_map(Element::known);
    for (i, passage) in passages.enumerate() {
        let middle = |field: &Field<TerritoryRef>| Some(map.middle(graph.number(field.known()?.territory())?));
        let (way, kind, width) = match passage.kind {
            PassageKind::Gateway => (&passage.between, "Gateway", 4.0),
            PassageKind::Railway => (&passage.path, "Railway", 3.0),
        };
        let points: Vec<Point> = way.iter().filter_map(middle).collect();
        let at = passage.at.known().map_or("", |place| place.territory());
        let mut shapes = Vec::new();
        for pair in points.windows(2) {
            if let (Some(from), Some(to)) = (pair.first(), pair.last()) {
                shapes.push(Shape::line(*from, *to, Style::outlined(Paint::Ink, width).opacity(45)));
                shapes.push(Shape::line(*from, *to, Style::outlined(Paint::Paper, width - 1.5).dashed()));
            }
        }
        let powers: Vec<&str> = passage.powers.iter().map(|seat| seat.as_str()).collect();
        let of = if powers.is_empty() { String::new() } else { format!(" of {}", powers.join(", ")) };
        let key = format!("passage.{}", i + 1);
        parts.push(Part { level: Level::Lines, key, shapes: vec![Shape::group(&format!("{kind} {at}{of}"), shapes)] });
    }
    parts
}
