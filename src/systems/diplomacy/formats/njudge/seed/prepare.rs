//! Reduces a game to what a seed or position file can hold, and reports what is left out or refused.

use std::borrow::Cow;
use std::collections::HashSet;

use super::block::{WrittenGame, WrittenMember, WrittenPlayerRow, WrittenSetting, game, member, setting, standing};
use super::ownership::{self, GROUP_WIDTH, Layout, Row};
use super::phase::can_be_said;
use super::read::FIRST_UNITS;
use super::unit::{self, can_be_written};
use super::{OnBoard, WrittenNames, full_name, named_players, variant_of};
use crate::formats::preparation::Preparation;
use crate::model::{Details, Element, Field, Game, Holding, Piece, Player, Position, Seat, System, TerritoryRef, When};
use crate::systems::diplomacy::formats::njudge::ids::refuse_hidden;
use crate::systems::diplomacy::formats::njudge::map::looks_like_province;
use crate::systems::diplomacy::model::DiplomacyDetails;
use crate::text::printable::quoted;
use crate::text::{Diagnostic, codes as cv};

/// Returns the part of a game that a seed or position file can hold; diagnostics for what is left out or refused go to
/// `out`.
pub fn prepare<'g>(game: &'g Game, board: Option<&OnBoard>, out: &mut Vec<Diagnostic>) -> Cow<'g, Game> {
    let mut preparation = Preparation::new("a seed or position file", out);
    let details = preparation.details(game, System::Diplomacy, Details::diplomacy);
    let Some(details) = details else { return Cow::Borrowed(game) };
    let mut prepared = Game::new(game.system);
    prepared.board = board.map(|board| board.board.clone());
    prepared.position = position(game, board, &mut preparation);
    prepared.details = Details::Diplomacy(Box::new(kept(&details, &mut preparation)));
    resolve_ownership(&mut prepared, board);
    blocks(game, &details, &mut preparation);
    prepared.players = named_players(&prepared, &named(game, &details, &mut preparation));
    prepared.variant = variant_of(&details).map(|variant| variant.name.to_owned());
    prepared.state = game.state.filter(|&state| can_be_said(state));
    preparation.common(game, details.game_block.is_some());
    preparation.leave_out(game.state.is_some() && prepared.state.is_none(), "game.state", "the state of the game");
    preparation.leave_out(!game.turns.is_empty(), "game.turns", "the record of turns");
    let board_of_its_own = game.board.as_ref().is_some_and(|board| board.from.is_none());
    preparation.leave_out(board_of_its_own && board.is_some(), "game.board", "the board");
    if board.is_none() {
        preparation.leave_out(game.board.is_some(), "game.board", "the board");
    }
    Cow::Owned(prepared)
}

/// Converts ownership that was kept as text to holdings, where it has the territories of the board.
fn resolve_ownership(game: &mut Game, board: Option<&OnBoard>) {
    let (Some(board), Details::Diplomacy(details)) = (board, &mut game.details) else { return };
    let resolved = details.ownership.as_ref().and_then(|given| ownership::holdings(given, &Layout::of(given), board));
    if let (Some(holdings), Some(position)) = (resolved, &mut game.position) {
        position.holdings = holdings;
        details.ownership = None;
    }
}

/// Returns the players of the game block, with the names that are read back from it.
fn named(game: &Game, details: &DiplomacyDetails, preparation: &mut Preparation<'_>) -> Vec<Player> {
    let mut named: Vec<Player> = Vec::new();
    let (mut seats, names, variant) = (HashSet::new(), WrittenNames::new(game, details), variant_of(details));
    let standings = details.standings.iter().flatten().filter_map(Element::known);
    let standings: HashSet<&Seat> = standings.filter_map(|standing| standing.player.known()).collect();
    let members = details.game_block.iter().flat_map(|block| &block.members);
    for (i, seat) in members.enumerate().filter_map(|(i, member)| Some((i, &member.known()?.player))) {
        let path = format!("game.details.game_block.members[{i}].player");
        if !seats.insert(seat) {
            let message = format!("duplicate power {}", quoted(seat.as_str()));
            preparation.refuse(&cv::TWICE, path.clone(), message, "remove one of the two; a power has one line");
        }
        let name = names.of(seat);
        let mut player = Player::at(seat.clone());
        // The line of a member has the power's letter, and the rest of its name in small letters.
        let small = || format!("{seat}{}", name.chars().skip(1).collect::<String>().to_lowercase());
        let name = match full_name(variant, seat, &name) {
            Some(full) => full.to_owned(),
            None if standings.contains(seat) => name,
            None => small(),
        };
        player.name = Field::Known(Some(name));
        named.push(player);
    }
    named
}

/// Returns the details that such a file can hold; those of maps are left out.
fn kept(details: &DiplomacyDetails, preparation: &mut Preparation<'_>) -> DiplomacyDetails {
    let DiplomacyDetails {
        sections,
        famine,
        plague,
        storms,
        income,
        city_order,
        centre_order,
        hong_kong,
        limits,
        extra_centres,
        ownership,
        accounts,
        standings,
        game_block,
        extras,
    } = details;
    preparation.leave_out(!extras.is_empty(), "game.details.extras", "the extras of a saved game");
    let has_sections = !sections.is_empty()
        || [famine, plague, storms].into_iter().any(Option::is_some)
        || [city_order, centre_order].into_iter().any(Option::is_some)
        || (income.is_some() || hong_kong.is_some() || limits.is_some() || extra_centres.is_some());
    preparation.leave_out(has_sections, "game.details.sections", "the sections of the map");
    DiplomacyDetails {
        ownership: ownership.clone(),
        accounts: accounts.clone(),
        standings: standings.clone(),
        game_block: game_block.clone(),
        ..DiplomacyDetails::default()
    }
}

fn position(game: &Game, board: Option<&OnBoard>, preparation: &mut Preparation<'_>) -> Option<Position> {
    let Some(position) = &game.position else {
        let help = "a seed needs a phase and units; a map has none";
        preparation.refuse(&cv::VALUES_MISSING, "game.position", "the document has no position", help);
        return None;
    };
    // A line that looks like a province of a map is no evidence of a seed.
    let is_telling = |piece: &Element<Piece>| {
        piece.known().is_some_and(|piece| !looks_like_province(&unit::WrittenUnit(piece, board).to_string()))
    };
    match &position.when {
        Some(When::Phase(phase)) => {
            let complete = phase.season.known().is_some() && phase.year.known().is_some_and(|y| (0..=9999).contains(y));
            let letter = |text: &str| text.chars().count() == 1;
            let is_kept = match (&phase.season, &phase.phase) {
                // An unknown season is read back as a phase if units follow it.
                (Field::Unknown(_), _) => position.pieces.iter().take(FIRST_UNITS).any(is_telling),
                (_, Field::Unknown(unknown)) => complete && letter(&unknown.unknown),
                _ => complete,
            };
            if !is_kept {
                let message = "expected a season, a year from 0 to 9999 and a phase";
                preparation.refuse(
                    &cv::VALUES_MISSING,
                    "game.position.when",
                    message,
                    "add what is missing, such as {\"season\": \"spring\", \"year\": 1901, \"phase\": \"movement\"}",
                );
            }
        }
        // A file may begin with its units.
        None if position.pieces.first().is_some_and(is_telling) => {}
        _ => {
            let help = "add it, such as {\"season\": \"spring\", \"year\": 1901, \"phase\": \"movement\"}";
            preparation.refuse(&cv::VALUES_MISSING, "game.position.when", "a seed needs a phase", help);
        }
    }
    let mut prepared = Position { when: position.when.clone(), ..Position::default() };
    for (index, element) in position.pieces.iter().enumerate() {
        let mut element = element.clone();
        if let Element::Known(piece) = &mut element {
            prepare_piece(piece, &format!("game.position.pieces[{index}]"), board, preparation);
        }
        prepared.pieces.push(element);
    }
    let has_strings = game.details.diplomacy().is_some_and(|details| details.ownership.is_some());
    match board {
        Some(board) if !has_strings => prepared.holdings = holdings(&position.holdings, board, preparation),
        Some(_) => {
            let path = "game.position.holdings";
            preparation.leave_out(!position.holdings.is_empty(), path, "these holdings next to details.ownership");
        }
        None if position.holdings.is_empty() => {}
        None => {
            let message = "expected a board: ownership lists the owners in the order of its territories";
            let help = "give the map with --board, or the ownership as text in details.ownership";
            preparation.refuse(&cv::VALUES_MISSING, "game.position.holdings", message, help);
        }
    }
    Some(prepared)
}

fn prepare_piece(piece: &mut Piece, path: &str, board: Option<&OnBoard>, preparation: &mut Preparation<'_>) {
    let is_letter = |seat: &Seat| matches!(seat.as_str().as_bytes(), [b'A'..=b'Z' | b'0'..=b'9' | b'&' | b'=' | b'?']);
    if !piece.player.as_ref().is_some_and(is_letter) {
        let found = piece.player.as_ref().map_or(String::new(), |seat| format!(", found {}", quoted(seat.as_str())));
        let message = format!("expected the owner of the unit{found}");
        let help = "write a capital letter, a digit, or & for an autonomous unit";
        preparation.refuse(&cv::BAD_VALUE, format!("{path}.player"), message, help);
    }
    if let Err((field, expected)) = can_be_written(piece) {
        let message = format!("expected {expected}");
        preparation.refuse(
            &cv::BAD_VALUE,
            format!("{path}.{field}"),
            message,
            "the line of a unit has room for no other",
        );
    }
    if let Some(count) = piece.count.filter(|count| *count != 1) {
        let message = format!("expected a single unit, found {count}");
        preparation.refuse(&cv::BAD_VALUE, format!("{path}.count"), message, "write a piece for each unit");
    }
    piece.count = None;
    preparation.leave_out(piece.serial.is_some(), &format!("{path}.serial"), "the serial letter of a piece");
    piece.serial = None;
    prepare_place(&mut piece.territory, &format!("{path}.territory"), board, preparation);
    for (i, retreat) in piece.retreats.iter_mut().enumerate() {
        prepare_place(retreat, &format!("{path}.retreats[{i}]"), board, preparation);
    }
}

/// Replaces a place by an id of the board, where it is one or a name that the board has; otherwise it is kept as text.
/// Refuses text that cannot be written as a place.
fn prepare_place(place: &mut TerritoryRef, path: &str, board: Option<&OnBoard>, preparation: &mut Preparation<'_>) {
    let text = place.as_str();
    if text.is_empty() || text.contains([',', '\n', '\r']) || text.trim_matches([' ', '\t']) != text {
        let message = format!("expected a province, found {}", quoted(text));
        let help = "give the id of a territory of the board, or its name";
        return preparation.refuse(&cv::READS_BACK_DIFFERENTLY, path, message, help);
    }
    let Some(board) = board else { return };
    let coast = place.coast();
    if board.names.number(place.territory()).is_some() {
        if board.spelling(place).is_none() {
            refuse_hidden(place, path, preparation);
        }
        if coast.is_some_and(|coast| !matches!(coast, "nc" | "sc" | "ec" | "wc")) {
            let message = format!("expected a coast after the slash, found {}", quoted(coast.unwrap_or_default()));
            preparation.refuse(&cv::BAD_VALUE, path, message, "write nc, sc, ec or wc");
        }
    } else if let Some(found) = board.names.find_whole(text) {
        *place = board.names.place(found);
    }
}

/// Returns the holdings in the order of the board. Rows have no gaps: where a later territory of a group has a value,
/// all territories before it get one.
fn holdings(holdings: &[Holding], board: &OnBoard, preparation: &mut Preparation<'_>) -> Vec<Holding> {
    let mut places: Vec<Option<Holding>> = vec![None; board.names.len()];
    for (index, holding) in holdings.iter().enumerate() {
        let path = format!("game.position.holdings[{index}]");
        let id = holding.territory.as_str();
        let Some(place) = board.names.number(id).and_then(|number| places.get_mut(number)) else {
            preparation.unknown_territory(
                id,
                format!("{path}.territory"),
                board.names.ids().iter().map(TerritoryRef::as_str),
            );
            continue;
        };
        if place.is_some() {
            let message = format!("duplicate territory {}", quoted(id));
            preparation.refuse(&cv::TWICE, format!("{path}.territory"), message, "remove one of the two");
        }
        preparation.leave_out(!holding.armies.is_absent(), &format!("{path}.armies"), "the number of armies");
        let mut holding = holding.clone();
        holding.armies = Field::Absent;
        let seats = [&holding.owner, &holding.city_owner, &holding.home, &holding.new_owner, &holding.new_city_owner];
        if let Some(seat) = seats.into_iter().filter_map(|field| field.known()?.as_ref()).find(|seat| !is_owner(seat)) {
            let message = format!("expected an owner, found {}", quoted(seat.as_str()));
            preparation.refuse(&cv::BAD_VALUE, path.clone(), message, "write a capital letter, a digit, & or =");
        }
        match (&holding.home, holding.centre) {
            (Field::Known(Some(_)), None | Some(true)) => holding.centre = Some(true),
            (Field::Known(None), None | Some(true)) | (_, None) => {}
            _ => {
                let message = "home and centre contradict each other";
                let help = "a \"home\" is a centre; a centre that is nobody's home has \"home\": null and \"centre\": true; \
                            other territories have no \"centre\"";
                preparation.refuse(&cv::BAD_VALUE, format!("{path}.centre"), message, help);
            }
        }
        if let Some(flags) = holding.flags.known().filter(|flags| !(0..=0x4E).contains(*flags)) {
            let message = format!("expected flags from 0 to 78, found {flags}");
            preparation.refuse(&cv::BAD_VALUE, format!("{path}.flags"), message, "one character stands for all flags");
        }
        *place = Some(holding);
    }
    let more_than_owners = places.iter().flatten().any(Row::more_than_owner_is_in);
    // One line of owners counts from the first territory, records from the first of their group.
    let width = if more_than_owners { GROUP_WIDTH } else { places.len().max(1) };
    for (group, places) in places.chunks_mut(width).enumerate() {
        for row in Row::DATA {
            let is_given = |place: &Option<Holding>| place.as_ref().is_some_and(|holding| row.is_in(holding));
            let last = places.iter().rposition(is_given).unwrap_or_default();
            for (number, place) in places.iter_mut().enumerate().take(last).filter(|(_, place)| !is_given(place)) {
                let id =
                    board.names.ids().get(group * width + number).cloned().unwrap_or_else(|| TerritoryRef::new(""));
                row.clear(place.get_or_insert_with(|| Holding::of(id)));
            }
        }
    }
    places.into_iter().flatten().filter(Row::any_is_in).collect()
}

fn is_owner(seat: &Seat) -> bool {
    matches!(seat.as_str().as_bytes(), [b'A'..=b'Z' | b'0'..=b'9' | b'&' | b'='])
}

/// Refuses values in the blocks of a position file that would be read back as something else.
fn blocks(given: &Game, details: &DiplomacyDetails, preparation: &mut Preparation<'_>) {
    let check = |comes_back: bool, path: String, preparation: &mut Preparation<'_>| {
        if !comes_back {
            let message = "a value is missing here, or would be read back as another one";
            let help = "write names and addresses as one word each, and add passwords and addresses that are missing";
            preparation.refuse(&cv::READS_BACK_DIFFERENTLY, path, message, help);
        }
    };
    let names = WrittenNames::new(given, details);
    let members = details.game_block.iter().flat_map(|block| &block.members).filter_map(Element::known);
    let members: HashSet<&Seat> = members.map(|member| &member.player).collect();
    let mut seated: HashSet<&Seat> = HashSet::new();
    for (i, line) in details.standings.iter().flatten().enumerate() {
        let Element::Known(line) = line else { continue };
        if let Field::Known(seat) = &line.player {
            let path = format!("game.details.standings[{i}].player");
            if !seated.insert(seat) {
                let message = format!("duplicate power {}", quoted(seat.as_str()));
                preparation.refuse(&cv::TWICE, path, message, "remove one of the two; a power has one line");
            } else if !members.contains(seat) {
                let message = format!("the game block has no line for the power {}", quoted(seat.as_str()));
                let help = "add it to game_block.members, or give the name as {\"unknown\": ...}";
                preparation.refuse(&cv::NO_SUCH_REFERENCE, path, message, help);
            }
        }
        let written = WrittenPlayerRow(&names.of_standing(line), line).to_string();
        let comes_back = standing(&written).is_some_and(|(_, mut again)| {
            again.player = line.player.clone();
            again == *line
        });
        check(comes_back, format!("game.details.standings[{i}]"), preparation);
    }
    let Some(block) = &details.game_block else { return };
    let again = game(&WrittenGame(block).to_string());
    let comes_back = again.is_some_and(|mut again| {
        (again.settings, again.members) = (block.settings.clone(), block.members.clone());
        again == *block
    });
    check(comes_back, "game.details.game_block".to_owned(), preparation);
    for (i, line) in block.settings.iter().enumerate() {
        let Element::Known(line) = line else { continue };
        let comes_back = setting(&WrittenSetting(line).to_string()).as_ref() == Some(line);
        check(comes_back, format!("game.details.game_block.settings[{i}]"), preparation);
    }
    for (i, line) in block.members.iter().enumerate() {
        let Element::Known(line) = line else { continue };
        let written = WrittenMember(&names.of(&line.player), line).to_string();
        let comes_back = member(&written).is_some_and(|(_, again)| again == *line);
        check(comes_back, format!("game.details.game_block.members[{i}]"), preparation);
    }
}
