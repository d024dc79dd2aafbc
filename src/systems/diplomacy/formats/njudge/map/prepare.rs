//! Reduces a game to what a map file can hold, and reports what is left out or refused.

use std::borrow::Cow;
use std::collections::HashSet;

use super::moves::{is_kind, is_target_kind};
use super::province::{MAX_NAME_LENGTH, TypeOf, looks_like_province};
use super::read::is_data;
use crate::formats::preparation::Preparation;
use crate::model::{
    Adjacency, Board, Details, Element, Field, Game, Passage, PassageKind, System, Territory, TerritoryKind,
    TerritoryRef,
};
use crate::systems::diplomacy::formats::njudge::ids::Ids;
use crate::systems::diplomacy::model::{DiplomacyDetails, Disaster, HongKong, Income, Limits, Section};
use crate::systems::diplomacy::rules::players;
use crate::text::printable::quoted;
use crate::text::{Diagnostic, codes as cv};

/// Returns the part of a game that a map file can hold; diagnostics for what is left out or refused go to `out`.
pub fn prepare<'g>(game: &'g Game, out: &mut Vec<Diagnostic>) -> Cow<'g, Game> {
    let mut preparation = Preparation::new("a map file", out);
    let details = preparation.details(game, System::Diplomacy, Details::diplomacy);
    let Some(details) = details else { return Cow::Borrowed(game) };
    let Some(board) = game.board.as_ref().filter(|board| !board.territories.is_empty()) else {
        let message = "the document has no board of its own";
        let help = "convert a map, or give the map of the seed with --board";
        preparation.refuse(&cv::VALUES_MISSING, "game.board.territories", message, help);
        return Cow::Borrowed(game);
    };
    let ids = Ids::of(board, &mut preparation);
    let mut prepared = Game::new(game.system);
    let prepared_board = prepare_board(board, &ids, &mut preparation);
    check_is_map(&prepared_board, &mut preparation);
    prepared.board = Some(prepared_board);
    let sections = Sections { ids: &ids, preparation: &mut preparation }.prepare(&details, prepared.board.as_mut());
    prepared.details = Details::Diplomacy(Box::new(sections));
    prepared.players = players(&prepared);
    preparation.common(game, false);
    preparation.leave_out(game.state.is_some(), "game.state", "the state of the game");
    preparation.leave_out(!game.turns.is_empty(), "game.turns", "the record of turns");
    preparation.leave_out(board.builtin.is_some(), "game.board.builtin", "the name of a built-in board");
    preparation.leave_out(game.position.is_some(), "game.position", "the position");
    let DiplomacyDetails { ownership, accounts, standings, game_block, extras, .. } = &*details;
    preparation.leave_out(ownership.is_some(), "game.details.ownership", "the ownership");
    preparation.leave_out(!accounts.is_empty(), "game.details.accounts", "the accounts");
    preparation.leave_out(standings.is_some(), "game.details.standings", "the standings of the players");
    preparation.leave_out(game_block.is_some(), "game.details.game_block", "the game block");
    preparation.leave_out(!extras.is_empty(), "game.details.extras", "the extras of a saved game");
    Cow::Owned(prepared)
}

fn prepare_board(board: &Board, ids: &Ids, preparation: &mut Preparation<'_>) -> Board {
    let mut prepared = Board::default();
    for (index, element) in board.territories.iter().enumerate() {
        let mut element = element.clone();
        if let Element::Known(territory) = &mut element {
            check_territory(territory, &format!("game.board.territories[{index}]"), preparation);
            if let Some(id) = ids.get(territory.id.as_str()) {
                territory.id = id.clone();
            }
            (territory.code, territory.region) = (None, None);
        }
        prepared.territories.push(element);
    }
    for (index, element) in board.adjacencies.iter().enumerate() {
        let mut element = element.clone();
        if let Element::Known(moves) = &mut element {
            prepare_moves(moves, &format!("game.board.adjacencies[{index}]"), ids, preparation);
        }
        prepared.adjacencies.push(element);
    }
    for (index, element) in board.passages.iter().enumerate() {
        let path = format!("game.board.passages[{index}]");
        let mut element = element.clone();
        match &mut element {
            Element::Known(passage) => prepare_passage(passage, &path, ids, preparation),
            Element::Unknown(_) => {
                let help = "write \"kind\": \"gateway\" or \"railway\", and the text as \"at\": {\"unknown\": ...}";
                preparation.refuse(&cv::VALUES_MISSING, path, "expected a kind of passage", help);
            }
        }
        prepared.passages.push(element);
    }
    prepared
}

/// Refuses a board whose file would not be taken for a map, since none of its lines looks like a province.
fn check_is_map(board: &Board, preparation: &mut Preparation<'_>) {
    let is_province = |territory: &Element<Territory>| match territory {
        Element::Known(territory) => {
            let name = territory.name.as_deref().unwrap_or_default();
            looks_like_province(&format!("{name}, {}", TypeOf(territory)))
        }
        Element::Unknown(line) => looks_like_province(&line.unknown),
    };
    if !board.territories.iter().any(is_province) {
        let message = format!(
            "no province has a known kind and a name of at most {MAX_NAME_LENGTH} bytes: the file would not be taken \
             for a map"
        );
        let help = "shorten a name, or give one province a kind that the document lists";
        preparation.refuse(&cv::READS_BACK_DIFFERENTLY, "game.board.territories", message, help);
    }
}

fn check_territory(territory: &Territory, path: &str, preparation: &mut Preparation<'_>) {
    let Territory { id: _, name, aliases, code, kind, second_kind, centre, home, region, city } = territory;
    match name {
        None => preparation.refuse(&cv::VALUES_MISSING, format!("{path}.name"), "missing name of a province", "add it"),
        Some(name) if !is_data(name) || name.contains([',', '\n', '\r']) => {
            let message = format!("{} cannot be the name of a province in a map file", quoted(name));
            let help = "a name begins with a letter or digit of ASCII, and has no comma and no line break";
            preparation.refuse(&cv::READS_BACK_DIFFERENTLY, format!("{path}.name"), message, help);
        }
        Some(_) => {}
    }
    for (i, alias) in aliases.iter().enumerate() {
        if alias.is_empty() || alias.contains([' ', '\t', '\n', '\r']) {
            let message = format!("{} cannot be an abbreviation", quoted(alias));
            let help = "an abbreviation is one word, without blanks";
            preparation.refuse(&cv::READS_BACK_DIFFERENTLY, format!("{path}.aliases[{i}]"), message, help);
        }
    }
    preparation.leave_out(code.is_some(), &format!("{path}.code"), "a territory's code");
    preparation.leave_out(region.is_some(), &format!("{path}.region"), "a territory's region");
    if let Field::Known(Some(seat)) = home
        && !matches!(seat.as_str().as_bytes(), [b'A'..=b'Z' | b'0'..=b'9'])
    {
        let message = format!("expected a power whose home this is, found {}", quoted(seat.as_str()));
        let help = "a power is a capital letter or a digit";
        preparation.refuse(&cv::BAD_VALUE, format!("{path}.home"), message, help);
    }
    if let Field::Unknown(unknown) = kind
        && (unknown.unknown.is_empty() || unknown.unknown.contains([' ', '\t', '\n', '\r']))
    {
        let message = format!("expected the type of a province, found {}", quoted(&unknown.unknown));
        preparation.refuse(&cv::READS_BACK_DIFFERENTLY, format!("{path}.kind"), message, "a type is one word");
    }
    let is_centre = *centre == Some(true);
    let agrees = match kind {
        Field::Known(TerritoryKind::Land) => is_centre != home.is_absent() && *centre != Some(false),
        Field::Known(_) => centre.is_none() && home.is_absent(),
        Field::Unknown(_) => centre.is_none() && home.is_absent() && second_kind.is_none() && city.is_none(),
        Field::Absent => false,
    };
    if !agrees {
        let message = "kind, centre and home contradict each other";
        let help = "a supply centre has \"kind\": \"land\", \"centre\": true and a \"home\" (null is nobody's); \
                    other provinces have no centre and no home";
        preparation.refuse(&cv::BAD_VALUE, format!("{path}.kind"), message, help);
    }
    if !matches!(second_kind, None | Some(TerritoryKind::Land | TerritoryKind::Water)) {
        let message = "expected land or water as the second kind";
        preparation.refuse(&cv::BAD_VALUE, format!("{path}.second_kind"), message, "write \"land\" or \"water\"");
    }
    if let Some(city) = city.as_ref().filter(|city| city.income > 7) {
        let message = format!("expected an income of 0 to 7, found {}", city.income);
        let help = "write a smaller number; variable income can add to it";
        preparation.refuse(&cv::BAD_VALUE, format!("{path}.city.income"), message, help);
    }
}

fn prepare_moves(moves: &mut Adjacency, path: &str, ids: &Ids, preparation: &mut Preparation<'_>) {
    let from = format!("{path}.from");
    if moves.from.coast().is_some() {
        let message =
            format!("unexpected coast in {}: the kind of moves says which it is", quoted(moves.from.as_str()));
        preparation.refuse(
            &cv::BAD_VALUE,
            from.clone(),
            message,
            "write the province without its coast, and nc, sc, ec or wc as the \"move\"",
        );
    }
    moves.from = ids.place(&moves.from, &from, preparation);
    if !is_kind(&moves.movement) {
        let message = format!("unknown kind of moves {}", quoted(&moves.movement));
        preparation.refuse(&cv::BAD_VALUE, format!("{path}.move"), message, "write mv, xc, nc, sc, ec, wc, cc or mx");
    }
    for (i, to) in moves.to.iter_mut().enumerate() {
        let path = format!("{path}.to[{i}]");
        if let Field::Known(place) = to
            && let Some(kind) = place.coast()
            && !is_target_kind(kind)
        {
            let message = format!("expected a coast or a kind of moves after the slash, found {}", quoted(kind));
            preparation.refuse(&cv::BAD_VALUE, path.clone(), message, "write nc, sc, ec, wc, cc, mx, hx, lx or xc");
        }
        *to = ids.field(to, &path, preparation);
    }
}

fn prepare_passage(passage: &mut Passage, path: &str, ids: &Ids, preparation: &mut Preparation<'_>) {
    let Passage { kind, at, controlled_from, between, powers, path: along } = passage;
    *at = ids.field(at, &format!("{path}.at"), preparation);
    *controlled_from = ids.field(controlled_from, &format!("{path}.controlled_from"), preparation);
    for (field, places) in [("between", &mut *between), ("path", &mut *along)] {
        for (i, place) in places.iter_mut().enumerate() {
            *place = ids.field(place, &format!("{path}.{field}[{i}]"), preparation);
        }
    }
    for (i, power) in powers.iter().enumerate() {
        preparation.letter(power.as_str(), &format!("{path}.powers[{i}]"));
    }
    let has_only_its_own = match kind {
        PassageKind::Gateway => powers.is_empty() && along.is_empty(),
        PassageKind::Railway => controlled_from.is_absent() && between.is_empty(),
    };
    if !has_only_its_own {
        let message = "a gateway has \"controlled_from\" and \"between\", and a railway \"powers\" and \"path\"";
        preparation.refuse(&cv::BAD_VALUE, path, message, "take out what belongs to the other kind");
    }
}

/// Prepares the sections in the details of a game.
struct Sections<'f, 'o> {
    ids: &'f Ids,
    preparation: &'f mut Preparation<'o>,
}

impl Sections<'_, '_> {
    /// Returns the details with every section listed that has content, and sorts passages by their sections.
    fn prepare(mut self, details: &DiplomacyDetails, board: Option<&mut Board>) -> DiplomacyDetails {
        let mut prepared = DiplomacyDetails { sections: details.sections.clone(), ..DiplomacyDetails::default() };
        let passages = board.as_ref().map_or(&[][..], |board| &board.passages);
        let has = |kind| passages.iter().filter_map(Element::known).any(|passage| passage.kind == kind);
        let there = [
            (Section::Famine, details.famine.is_some()),
            (Section::Plague, details.plague.is_some()),
            (Section::Income, details.income.is_some()),
            (Section::CityOrder, details.city_order.is_some()),
            (Section::CentreOrder, details.centre_order.is_some()),
            (Section::HongKong, details.hong_kong.is_some()),
            (Section::Gateway, has(PassageKind::Gateway)),
            (Section::Railway, has(PassageKind::Railway)),
            (Section::Storms, details.storms.is_some()),
            (Section::Limits, details.limits.is_some()),
            (Section::ExtraCentres, details.extra_centres.is_some()),
        ];
        // A section that was added to the document is written, even if it is not listed.
        for (section, is_there) in there {
            if is_there && !prepared.sections.contains(&Field::Known(section)) {
                prepared.sections.push(Field::Known(section));
            }
        }
        let mut listed = Vec::new();
        for (index, section) in prepared.sections.iter().enumerate() {
            if let Field::Known(section) = section {
                if listed.contains(section) {
                    let path = format!("game.details.sections[{index}]");
                    self.preparation.refuse(&cv::TWICE, path, "duplicate section", "remove one of the two");
                } else {
                    listed.push(*section);
                }
            }
        }
        let is_listed = |section| listed.contains(&section);
        prepared.famine = self.disasters("famine", details.famine.as_deref(), is_listed(Section::Famine));
        prepared.plague = self.disasters("plague", details.plague.as_deref(), is_listed(Section::Plague));
        prepared.storms = self.disasters("storms", details.storms.as_deref(), is_listed(Section::Storms));
        prepared.city_order = self.lists("city_order", details.city_order.as_deref(), is_listed(Section::CityOrder));
        prepared.centre_order =
            self.lists("centre_order", details.centre_order.as_deref(), is_listed(Section::CentreOrder));
        prepared.income = given(&details.income, is_listed(Section::Income));
        prepared.hong_kong = given(&details.hong_kong, is_listed(Section::HongKong));
        prepared.limits = given(&details.limits, is_listed(Section::Limits));
        prepared.extra_centres = given(&details.extra_centres, is_listed(Section::ExtraCentres));
        self.rows(&mut prepared);
        if let Some(board) = board {
            let order = |passage: &Element<Passage>| {
                let section = passage.known().map(|passage| match passage.kind {
                    PassageKind::Gateway => Section::Gateway,
                    PassageKind::Railway => Section::Railway,
                });
                listed.iter().position(|listed| Some(*listed) == section)
            };
            board.passages.sort_by_key(order);
        }
        prepared
    }

    fn rows(&mut self, prepared: &mut DiplomacyDetails) {
        for (i, row) in prepared.income.iter_mut().flatten().enumerate() {
            if let Element::Known(Income { territory, .. }) = row {
                *territory =
                    self.ids.field(territory, &format!("game.details.income[{i}].territory"), self.preparation);
            }
        }
        for (i, row) in prepared.hong_kong.iter_mut().flatten().enumerate() {
            let Element::Known(HongKong { player, territories }) = row else { continue };
            self.preparation.letter(player.as_str(), &format!("game.details.hong_kong[{i}].player"));
            for (j, place) in territories.iter_mut().enumerate() {
                let path = format!("game.details.hong_kong[{i}].territories[{j}]");
                *place = self.ids.field(place, &path, self.preparation);
            }
        }
        for (i, row) in prepared.limits.iter().flatten().enumerate() {
            let Element::Known(Limits { player, army, fleet, garrison }) = row else { continue };
            self.preparation.letter(player.as_str(), &format!("game.details.limits[{i}].player"));
            for (field, marks) in [("army", army), ("fleet", fleet), ("garrison", garrison)] {
                if marks.len() != 4 || marks.bytes().any(|b| !matches!(b, b'x' | b'b' | b'r' | b'.')) {
                    let message = format!("expected four marks (x, b, r or a dot), found {}", quoted(marks));
                    let path = format!("game.details.limits[{i}].{field}");
                    let help = "write one mark each for ordinary, citizen, mercenary and professional units";
                    self.preparation.refuse(&cv::BAD_VALUE, path, message, help);
                }
            }
        }
        for (i, row) in prepared.extra_centres.iter().flatten().enumerate() {
            if let Element::Known(extra) = row {
                self.preparation.letter(extra.player.as_str(), &format!("game.details.extra_centres[{i}].player"));
            }
        }
    }

    /// Returns the cells of a table in the order of the file; `None` where there are none and the section is not
    /// listed.
    fn disasters(&mut self, name: &str, cells: Option<&[Disaster]>, listed: bool) -> Option<Vec<Disaster>> {
        let mut prepared: Vec<Disaster> = Vec::new();
        let mut seen = HashSet::new();
        for (i, cell) in cells.unwrap_or_default().iter().enumerate() {
            let path = format!("game.details.{name}[{i}]");
            let Disaster { row, column, territory } = cell;
            if !(2..=12).contains(row) || !(2..=12).contains(column) {
                let message = format!("expected a row and a column from 2 to 12, found {row} and {column}");
                self.preparation.refuse(&cv::BAD_VALUE, path.clone(), message, "they are what two dice show");
            }
            if !seen.insert((*row, *column)) {
                let message = format!("duplicate cell in row {row}, column {column}");
                self.preparation.refuse(
                    &cv::TWICE,
                    path.clone(),
                    message,
                    "remove one of the two; a cell holds one territory",
                );
            }
            let territory = self.ids.field(territory, &format!("{path}.territory"), self.preparation);
            prepared.push(Disaster { row: *row, column: *column, territory });
        }
        prepared.sort_by_key(|cell| (cell.row, cell.column));
        (cells.is_some() || listed).then_some(prepared)
    }

    fn lists(
        &mut self,
        name: &str,
        rows: Option<&[Vec<Field<TerritoryRef>>]>,
        listed: bool,
    ) -> Option<Vec<Vec<Field<TerritoryRef>>>> {
        let mut prepared = Vec::new();
        for (i, row) in rows.unwrap_or_default().iter().enumerate() {
            if row.is_empty() {
                let path = format!("game.details.{name}[{i}]");
                self.preparation.refuse(&cv::VALUES_MISSING, path, "unexpected empty row", "remove it");
            }
            let place = |(j, place): (usize, &Field<TerritoryRef>)| {
                self.ids.field(place, &format!("game.details.{name}[{i}][{j}]"), self.preparation)
            };
            prepared.push(row.iter().enumerate().map(place).collect());
        }
        (rows.is_some() || listed).then_some(prepared)
    }
}

/// Returns a list; an empty one where it is absent but its section is listed.
fn given<T: Clone>(list: &Option<Vec<T>>, listed: bool) -> Option<Vec<T>> {
    list.clone().or_else(|| listed.then(Vec::new))
}
