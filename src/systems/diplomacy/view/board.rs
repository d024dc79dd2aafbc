//! Shows a map: its provinces, homes and cities.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{MAX_IN_CELL, MAX_NAMES, View, clipped_powers, territory_name};
use crate::model::{Board, City, Element, Field, Seat, Territory, TerritoryKind};
use crate::view::layout::{Column, Page, counted, few, listed, room_beside, stack};

/// First letters of the kinds of lines for fleets.
const FLEETS: &str = "xnsewc";
/// Coasts, by the first letters of their kinds of lines.
const COASTS: [(char, &str); 4] = [('n', "nc"), ('s', "sc"), ('e', "ec"), ('w', "wc")];

/// Phrase for a province whose type was not understood.
const NO_TYPE: &str = "of no known type";

/// Facts about a territory in the lines of moves.
#[derive(Default)]
struct Moves {
    /// Whether a fleet can leave the territory.
    has_fleets: bool,
    coasts: BTreeSet<&'static str>,
    /// Whether a move leads from the territory to another, or from another to it.
    is_open: bool,
}

impl View<'_> {
    /// Shows the map. Below a position it leaves out the homes of each power.
    pub(super) fn board(&self, page: &mut Page, board: &Board) {
        let territories: Vec<&Territory> = board.territories.iter().filter_map(Element::known).collect();
        let moves = moves(board);
        page.paragraph(&provinces(&territories, &moves));
        page.continued(&both_kinds(&territories));
        page.continued(&separate_coasts(&territories, &moves));
        page.continued(&centres(&territories));
        if self.game.position.is_none() {
            self.homes(page, &territories);
        }
        cities(page, &territories);
        self.moves(page, board);
        self.sections(page, board);
    }

    /// Shows the table of homes, and of the centres that are nobody's.
    fn homes(&self, page: &mut Page, territories: &[&Territory]) {
        let mut homes: BTreeMap<(usize, &Seat), Vec<&Territory>> = BTreeMap::new();
        for territory in territories {
            if let Some(seat) = home(territory) {
                homes.entry((self.rank(seat), seat)).or_default().push(territory);
            }
        }
        let free: Vec<&Territory> = territories.iter().copied().filter(|t| is_centre(t) && home(t).is_none()).collect();
        let powers = homes.len();
        let clipped = clipped_powers(powers);
        let of_powers = homes.into_iter().take(clipped).map(|((_, seat), list)| (self.power_cell(seat), list));
        let of_nobody = (!free.is_empty()).then(|| ("nobody".to_owned(), free));
        let (mut rows, lists): (Vec<_>, Vec<_>) =
            of_powers.chain(of_nobody).map(|(who, list)| (vec![who, list.len().to_string()], list)).unzip();
        if rows.is_empty() {
            return;
        }
        let mut columns = vec![Column::text("power"), Column::number("homes")];
        let room = room_beside(&columns, &rows, page.width());
        for (row, list) in rows.iter_mut().zip(lists) {
            row.push(stack(&few(&list, MAX_IN_CELL, |t| territory_name(t)), room));
        }
        columns.push(Column::text("provinces"));
        page.table(&columns, &rows);
        if powers > clipped {
            page.continued(&format!("And {}.", counted(powers - clipped, "more power", "more powers")));
        }
    }
}

fn moves(board: &Board) -> HashMap<&str, Moves> {
    let mut moves: HashMap<&str, Moves> = HashMap::new();
    for line in board.adjacencies.iter().filter_map(Element::known) {
        let from = line.from.territory();
        let mut leaves = false;
        for to in line.to.iter().filter_map(Field::known).map(|place| place.territory()).filter(|&to| to != from) {
            moves.entry(to).or_default().is_open = true;
            leaves = true;
        }
        let of_line = moves.entry(from).or_default();
        let way = line.movement.chars().next().unwrap_or_default();
        of_line.is_open |= leaves;
        of_line.has_fleets |= leaves && FLEETS.contains(way);
        of_line.coasts.extend(COASTS.iter().find(|(letter, _)| *letter == way).map(|(_, coast)| coast));
    }
    moves
}

fn is_centre(territory: &Territory) -> bool {
    territory.centre == Some(true)
}

fn home(territory: &Territory) -> Option<&Seat> {
    territory.home.known()?.as_ref()
}

fn kind_name(kind: TerritoryKind) -> &'static str {
    match kind {
        TerritoryKind::Land => "land",
        TerritoryKind::Water => "water",
        TerritoryKind::HighSea => "high sea",
        TerritoryKind::Ice => "ice",
        TerritoryKind::Gateway => "gateway",
        TerritoryKind::Railway => "railway",
    }
}

/// Counts the provinces of each kind, in a sentence.
fn provinces(territories: &[&Territory], moves: &HashMap<&str, Moves>) -> String {
    const KINDS: [(&str, &str); 9] = [
        ("inland", "inland"),
        ("coastal", "coastal"),
        ("land", "land"),
        ("water", "water"),
        ("high sea", "high seas"),
        ("ice", "ice"),
        ("gateway", "gateways"),
        ("railway", "railways"),
        (NO_TYPE, NO_TYPE),
    ];
    if territories.is_empty() {
        return "The map has no provinces.".into();
    }
    // Without any moves, coasts cannot be told from other land, nor which provinces can be reached.
    let has_moves = moves.values().any(|m| m.is_open);
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let mut closed = Vec::new();
    for territory in territories {
        let of_territory = moves.get(territory.id.as_str());
        let kind = territory.kind.known().copied();
        let is_notional = matches!(kind, Some(TerritoryKind::Gateway | TerritoryKind::Railway));
        if has_moves && !is_notional && !of_territory.is_some_and(|m| m.is_open) {
            closed.push(*territory);
            continue;
        }
        let name = match kind {
            Some(TerritoryKind::Land) if of_territory.is_some_and(|m| m.has_fleets) => "coastal",
            Some(TerritoryKind::Land) if has_moves => "inland",
            Some(kind) => kind_name(kind),
            None => NO_TYPE,
        };
        *counts.entry(name).or_default() += 1;
    }
    let there = KINDS.iter().filter_map(|(one, many)| Some(counted(*counts.get(one)?, one, many)));
    let mut parts: Vec<String> = there.collect();
    if !closed.is_empty() {
        let names = listed(&few(&closed, 3, |t| territory_name(t)));
        parts.push(format!("{} that nobody can enter or leave ({names})", closed.len()));
    }
    format!("{}: {}.", counted(territories.len(), "province", "provinces"), listed(&parts))
}

/// Lists the provinces of two kinds, in sentences.
fn both_kinds(territories: &[&Territory]) -> String {
    let mut pairs: BTreeMap<(&str, &str), Vec<&Territory>> = BTreeMap::new();
    for territory in territories {
        if let (Some(&kind), Some(second)) = (territory.kind.known(), territory.second_kind)
            && kind != second
        {
            pairs.entry((kind_name(kind), kind_name(second))).or_default().push(territory);
        }
    }
    let sentence = |((kind, second), list): (_, Vec<&Territory>)| {
        format!("Both {kind} and {second}: {}.", listed(&few(&list, MAX_NAMES, |t| territory_name(t))))
    };
    pairs.into_iter().map(sentence).collect::<Vec<_>>().join(" ")
}

fn separate_coasts(territories: &[&Territory], moves: &HashMap<&str, Moves>) -> String {
    let coasts = territories.iter().filter_map(|t| Some((*t, &moves.get(t.id.as_str())?.coasts)));
    let split: Vec<_> = coasts.filter(|(_, coasts)| !coasts.is_empty()).collect();
    if split.is_empty() {
        return String::new();
    }
    let text = |(territory, coasts): &(&Territory, &BTreeSet<&str>)| {
        format!("{} ({})", territory_name(territory), coasts.iter().copied().collect::<Vec<_>>().join(" "))
    };
    format!("Separate coasts: {}.", listed(&few(&split, MAX_NAMES, text)))
}

fn centres(territories: &[&Territory]) -> String {
    let centres = territories.iter().filter(|t| is_centre(t)).count();
    let homes: Vec<&Seat> = territories.iter().filter_map(|t| home(t)).collect();
    let powers = homes.iter().collect::<std::collections::HashSet<_>>().len();
    let all = counted(centres, "supply centre", "supply centres");
    let of = counted(powers, "power", "powers");
    match (centres, homes.len()) {
        (0, _) => "No supply centres.".into(),
        (_, 0) => format!("{all}, nobody's home."),
        (1, 1) => format!("{all}, a home."),
        (_, homes) if homes == centres => format!("{all}, all of them homes of {of}."),
        (_, 1) => format!("{all}, 1 of them a home."),
        (_, homes) => format!("{all}, {homes} of them homes of {of}."),
    }
}

/// Shows the cities of Machiavelli, by income and fortification.
fn cities(page: &mut Page, territories: &[&Territory]) {
    let all: Vec<(&Territory, &City)> = territories.iter().filter_map(|t| Some((*t, t.city.as_ref()?))).collect();
    if all.is_empty() {
        return;
    }
    // Without income and walls it is no city, even if it is a port.
    let cities: Vec<_> = all.iter().filter(|(_, city)| city.income > 0 || city.fortified).collect();
    let mut incomes: BTreeMap<u8, usize> = BTreeMap::new();
    cities.iter().for_each(|(_, city)| *incomes.entry(city.income).or_default() += 1);
    if cities.is_empty() {
        return page.paragraph("No cities.");
    }
    let incomes = incomes.into_iter().map(|(income, count)| match income {
        0 => counted(count, "fortress without income", "fortresses without income"),
        income => format!("{count} with an income of {income}"),
    });
    let incomes = listed(&incomes.collect::<Vec<_>>());
    let fortified = cities.iter().filter(|(_, city)| city.fortified).count();
    let ports = counted(cities.iter().filter(|(_, city)| city.port).count(), "port", "ports");
    page.paragraph(&format!("{}: {incomes}; {fortified} fortified, {ports}.", counted(cities.len(), "city", "cities")));
    let major: Vec<_> = cities.iter().filter(|(_, city)| city.income > 1).collect();
    if !major.is_empty() {
        let names = few(&major, 12, |(t, city)| format!("{} ({})", territory_name(t), city.income));
        page.continued(&format!("Major cities: {}.", listed(&names)));
    }
    let venice: Vec<_> = all.iter().filter(|(_, city)| city.venice).collect();
    if !venice.is_empty() {
        let names = few(&venice, MAX_NAMES, |(t, _)| territory_name(t));
        page.continued(&format!("The rules for Venice hold in {}.", listed(&names)));
    }
}
