//! Shows the 42 countries by continent, with their owners and armies.

use std::collections::HashMap;

use super::{NOT_READ, View};
use crate::model::{Document, Field, Game, Holding, Seat};
use crate::systems::global_war::formats::interrupted_game;
use crate::systems::global_war::model::GlobalWarDetails;
use crate::systems::global_war::rules::{COUNTRIES, Continent, country};
use crate::text::english::counted;
use crate::view::ViewOptions;
use crate::view::layout::{Column, Page, clip, listed, name_text, raw, seat_text};

/// The most columns of an owner's name.
const OWNER_COLUMNS: usize = 20;
/// The page width from which owners are named; on a narrower page only seats are shown, and each continent's name is
/// above its countries.
const WIDE: usize = 64;

/// The state of a country; a field is absent if its value is unknown.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CountryState {
    /// The owner; known to be `None` if nobody owns the country.
    pub owner: Field<Option<Seat>>,
    /// The number of armies on the country.
    pub armies: Field<i32>,
    /// A remark of a few words; empty for none.
    pub remark: String,
}

impl CountryState {
    fn of(holding: &Holding) -> CountryState {
        CountryState { owner: holding.owner.clone(), armies: holding.armies.clone(), remark: String::new() }
    }
}

/// Shows the board. If there is an interrupted turn, the board is that of the turn, with the changes that it made.
pub(super) fn show(page: &mut Page, document: &Document, options: &ViewOptions) {
    let nothing = GlobalWarDetails::default();
    let view = View::of(document, &nothing, options);
    let saved = countries(view.game);
    let Some(interruption) = &view.details.interruption else {
        page.paragraph(&elsewhere(view.game));
        view.board(page, &saved, "");
        return page.paragraph(view.masked());
    };
    page.paragraph(&view.interrupted(interruption));
    match interrupted_game(view.game) {
        Some(game) => {
            let mut now = countries(&game);
            let mut changed = 0;
            for (country, then) in now.iter_mut().zip(&saved) {
                country.remark = view.before(then, country);
                changed += usize::from(!country.remark.is_empty());
            }
            page.continued(&match changed {
                0 => "By the .REC no country had changed since the .DAT was saved.".to_owned(),
                n => format!("By the .REC {} changed since the .DAT was saved.", had(n)),
            });
            view.board(page, &now, "in the .DAT");
        }
        None => {
            page.continued("What the turn changed cannot be told without its .DAT.");
            view.board(page, &saved, "");
        }
    }
    page.paragraph(view.masked());
}

fn had(countries: usize) -> String {
    format!("{} had", counted(countries, "country", "countries"))
}

/// Returns the states of the countries in a game's position, in the order of their numbers.
pub(super) fn countries(game: &Game) -> Vec<CountryState> {
    let mut states = vec![CountryState::default(); COUNTRIES.len()];
    let holdings = game.position.as_ref().map_or(&[][..], |position| &position.holdings);
    for holding in holdings {
        if let Some((number, _)) = country(holding.territory.as_str())
            && let Some(state) = states.get_mut(number)
        {
            *state = CountryState::of(holding);
        }
    }
    states
}

/// Returns a sentence with the number of holdings that are not of a country; empty if there are none.
fn elsewhere(game: &Game) -> String {
    let holdings = game.position.as_ref().map_or(&[][..], |position| &position.holdings);
    match holdings.iter().filter(|holding| country(holding.territory.as_str()).is_none()).count() {
        0 => String::new(),
        n => format!("{} of no country of the board.", counted(n, "holding is", "holdings are")),
    }
}

impl View<'_> {
    /// Writes the table of the countries, each with its number; `remarks` is the heading of the column of remarks.
    pub(super) fn board(&self, page: &mut Page, countries: &[CountryState], remarks: &'static str) {
        let has_remarks = countries.iter().any(|country| !country.remark.is_empty());
        let is_wide = page.width() >= WIDE;
        let mut columns = vec![Column::number("no."), Column::text("country"), Column::text("owner")];
        columns.push(Column::number("armies"));
        if is_wide {
            columns.insert(0, Column::text("continent"));
        }
        if has_remarks {
            columns.push(Column::text(remarks));
        }
        let owners = self.owners(countries, is_wide);
        let mut rows: Vec<Vec<String>> = Vec::new();
        for continent in Continent::ALL {
            if !rows.is_empty() {
                rows.push(vec![String::new(); columns.len()]);
            }
            let mut name = continent.name();
            if !is_wide {
                rows.push(vec![String::new(), std::mem::take(&mut name).to_owned()]);
            }
            for (index, country) in COUNTRIES.iter().enumerate().filter(|(_, c)| c.continent == continent) {
                let Some(state) = countries.get(index) else { continue };
                let mut row = vec![(index + 1).to_string(), country.name.to_owned()];
                row.extend([self.owner_cell(&state.owner, &owners), armies_cell(&state.armies)]);
                if is_wide {
                    row.insert(0, std::mem::take(&mut name).to_owned());
                }
                row.extend(has_remarks.then(|| state.remark.clone()));
                rows.push(row);
            }
        }
        page.table(&columns, &rows);
        page.paragraph(&whole_continents(countries));
    }

    /// Returns the text of each owner in the table.
    fn owners<'c>(&self, countries: &'c [CountryState], is_wide: bool) -> HashMap<&'c Seat, String> {
        let seats = countries.iter().filter_map(|country| country.owner.known()?.as_ref());
        let shown = |seat| if is_wide { self.seat_and_name(seat) } else { seat_text(seat) };
        seats.map(|seat| (seat, shown(seat))).collect()
    }

    fn seat_and_name(&self, seat: &Seat) -> String {
        let player = self.game.players.iter().find(|player| player.seat == *seat);
        match player.and_then(|player| player.name()).filter(|_| !self.is_masked()) {
            Some(name) => format!("{} {}", seat_text(seat), clip(&name_text(name), OWNER_COLUMNS)),
            None => seat_text(seat),
        }
    }

    fn owner_cell(&self, owner: &Field<Option<Seat>>, owners: &HashMap<&Seat, String>) -> String {
        match owner {
            Field::Known(Some(seat)) => owners.get(seat).cloned().unwrap_or_else(|| seat_text(seat)),
            Field::Known(None) => "nobody".to_owned(),
            Field::Unknown(unknown) => raw(&unknown.unknown),
            Field::Absent => NOT_READ.to_owned(),
        }
    }

    /// Describes the earlier state of a country where it differs from the present one; empty if it does not.
    pub(super) fn before(&self, then: &CountryState, now: &CountryState) -> String {
        let owner = || match &then.owner {
            Field::Known(Some(seat)) => format!("player {}", seat_text(seat)),
            owner => self.owner_cell(owner, &HashMap::new()),
        };
        match (then.owner != now.owner, then.armies != now.armies) {
            (false, false) => String::new(),
            (false, true) => armies_cell(&then.armies),
            (true, _) => format!("{}, {}", owner(), armies_cell(&then.armies)),
        }
    }
}

fn armies_cell(armies: &Field<i32>) -> String {
    match armies {
        Field::Known(armies) => armies.to_string(),
        Field::Unknown(unknown) => raw(&unknown.unknown),
        Field::Absent => NOT_READ.to_owned(),
    }
}

/// Returns a sentence about the continents held by one player; empty if there are none.
fn whole_continents(countries: &[CountryState]) -> String {
    let held: Vec<String> = Continent::ALL
        .into_iter()
        .filter_map(|continent| {
            Some(format!("{} by player {}", continent.name(), seat_text(holder(countries, continent)?)))
        })
        .collect();
    if held.is_empty() { String::new() } else { format!("Whole continents are held: {}.", listed(&held)) }
}

/// Returns the player who holds all of a continent; `None` if nobody does.
pub(super) fn holder(countries: &[CountryState], continent: Continent) -> Option<&Seat> {
    let mut of_it = COUNTRIES.iter().zip(countries).filter(|(country, _)| country.continent == continent);
    let first = of_it.next()?.1.owner.known()?.as_ref()?;
    of_it.all(|(_, state)| state.owner.known().and_then(Option::as_ref) == Some(first)).then_some(first)
}
