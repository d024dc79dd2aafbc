//! Shows the table of the players with their holdings.

use super::{NOT_READ, View, days_between, is_empty_seat};
use crate::model::{Field, Player, Seat, State};
use crate::systems::global_war::rules::{self as rules, COUNTRIES, Continent};
use crate::view::layout::{Column, Page, clip, moment_text, name_text, raw, room_beside, seat_text, stack, width};

/// The longest name that the game stores, in columns; longer names are clipped to it if there is no room.
const NAME_COLUMNS: usize = 17;
/// The least width of the column of continents.
const CONTINENT_COLUMNS: usize = 10;

impl View<'_> {
    /// Writes the table, with the players' holdings unless no country has been dealt out.
    pub(super) fn players(&self, page: &mut Page) {
        if self.game.players.is_empty() && self.holdings().is_empty() {
            return;
        }
        let signup = self.game.state == Some(State::Signup);
        let dealt = self
            .holdings()
            .iter()
            .any(|h| !matches!(h.owner, Field::Known(None)) || h.armies.known().is_none_or(|&armies| armies != 0));
        let shows_realms = dealt || !signup;
        let mut columns = vec![Column::text("seat"), Column::text("name")];
        if signup {
            columns.push(Column::text("vote"));
        }
        columns.push(Column::text("last moved"));
        columns.push(Column::number("days"));
        if shows_realms {
            columns.push(Column::number("countries"));
            columns.push(Column::number("armies"));
        }
        let mut lines = self.lines();
        if !shows_realms {
            lines.retain(|line| matches!(line.holder, Holder::Player(_)));
        }
        let mut rows: Vec<Vec<String>> = lines.iter().map(|line| self.cells(line, signup, shows_realms)).collect();
        if shows_realms {
            self.add_continents(&lines, &mut rows, &columns, page.width());
            columns.push(Column::text("continents"));
        }
        page.table(&columns, &rows);
        if !shows_realms && self.holdings().len() >= COUNTRIES.len() {
            page.paragraph("The countries have not been dealt out.");
        }
    }

    /// Adds the column of continents; if it needs the room, long names are clipped to the length of the game's own.
    fn add_continents(&self, lines: &[Line<'_>], rows: &mut [Vec<String>], columns: &[Column], width_of_page: usize) {
        let needed =
            lines.iter().map(|line| self.continents(line, usize::MAX).len()).fold(CONTINENT_COLUMNS, usize::max);
        let lacking = needed.saturating_sub(room_beside(columns, rows, width_of_page));
        let longest = rows.iter().filter_map(|row| row.get(1)).map(|name| width(name)).max().unwrap_or(0);
        let most = longest.saturating_sub(lacking).max(NAME_COLUMNS);
        for name in rows.iter_mut().filter_map(|row| row.get_mut(1)) {
            *name = clip(name, most);
        }
        let room = room_beside(columns, rows, width_of_page).max(CONTINENT_COLUMNS);
        for (line, row) in lines.iter().zip(rows) {
            row.push(self.continents(line, room));
        }
    }

    /// Returns the rows of the table: the players (empty seats only if they hold something), then the countries of
    /// nobody and of unknown owners.
    fn lines(&self) -> Vec<Line<'_>> {
        let mut lines = Vec::new();
        for player in &self.game.players {
            let totals = self.totals(|owner| owner.known().and_then(Option::as_ref) == Some(&player.seat));
            if !is_empty_seat(player) || totals.countries > 0 {
                let continents = rules::player_totals(self.holdings(), &player.seat).continents;
                lines.push(Line { holder: Holder::Player(player), totals, continents });
            }
        }
        let strays = self.holdings().iter().filter_map(|h| h.owner.known()?.as_ref());
        let mut strays: Vec<&Seat> = strays.filter(|s| self.game.players.iter().all(|p| p.seat != **s)).collect();
        strays.sort();
        strays.dedup();
        for seat in strays {
            let totals = self.totals(|owner| owner.known().and_then(Option::as_ref) == Some(seat));
            let continents = rules::player_totals(self.holdings(), seat).continents;
            lines.push(Line { holder: Holder::Seat(seat), totals, continents });
        }
        for (holder, totals) in [
            (Holder::Nobody, self.totals(|owner| owner.known() == Some(&None))),
            (Holder::Unknown, self.totals(|owner| owner.known().is_none())),
        ] {
            if totals.countries > 0 {
                lines.push(Line { holder, totals, continents: Vec::new() });
            }
        }
        lines
    }

    fn totals(&self, is_held: impl Fn(&Field<Option<Seat>>) -> bool) -> Totals {
        let mut totals = Totals::default();
        for holding in self.holdings().iter().filter(|h| is_held(&h.owner)) {
            totals.countries += 1;
            match holding.armies.known() {
                Some(&armies) => {
                    totals.armies += i64::from(armies);
                    totals.counted += 1;
                }
                None => totals.is_partial = true,
            }
        }
        totals
    }

    fn cells(&self, line: &Line<'_>, signup: bool, shows_realms: bool) -> Vec<String> {
        let (seat, name) = match line.holder {
            Holder::Player(player) => (seat_text(&player.seat), self.name_cell(player)),
            Holder::Seat(seat) => (seat_text(seat), NOT_READ.into()),
            Holder::Nobody => ("-".into(), "nobody".into()),
            Holder::Unknown => (NOT_READ.into(), "unknown".into()),
        };
        let mut cells = vec![seat, name];
        let player = match line.holder {
            Holder::Player(player) => Some(player),
            _ => None,
        };
        if signup {
            cells.push(player.map_or_else(String::new, |p| match &p.vote {
                Field::Known(true) => "T".into(),
                Field::Known(false) => "F".into(),
                Field::Unknown(u) => raw(&u.unknown),
                Field::Absent => NOT_READ.into(),
            }));
        }
        let (moved, days) = player.map_or_else(Default::default, |p| self.moved_cells(p));
        cells.extend([moved, days]);
        if shows_realms {
            if self.holdings().is_empty() {
                cells.extend([NOT_READ.into(), NOT_READ.into()]);
            } else {
                cells.extend([line.totals.countries.to_string(), line.totals.armies_text()]);
            }
        }
        cells
    }

    fn name_cell(&self, player: &Player) -> String {
        match &player.name {
            Field::Known(None) => "-".into(),
            Field::Absent => NOT_READ.into(),
            _ if self.is_masked() => "(hidden)".into(),
            Field::Known(Some(name)) => name_text(name),
            Field::Unknown(u) => raw(&u.unknown),
        }
    }

    fn moved_cells(&self, player: &Player) -> (String, String) {
        match &player.last_moved {
            Field::Known(Some(moment)) => {
                let days = self.days_to.map(|now| days_between(*moment, now));
                (moment_text(*moment), days.map_or_else(|| NOT_READ.into(), |days| days.to_string()))
            }
            Field::Known(None) => ("never".into(), "-".into()),
            Field::Unknown(u) => (raw(&u.unknown), NOT_READ.into()),
            Field::Absent => (NOT_READ.into(), NOT_READ.into()),
        }
    }

    fn continents(&self, line: &Line<'_>, room: usize) -> String {
        let knows_all = self.knows_every_owner();
        let is_player = matches!(line.holder, Holder::Player(p) if p.name().is_some());
        match &line.continents[..] {
            _ if matches!(line.holder, Holder::Nobody | Holder::Unknown) => String::new(),
            [] if !knows_all => NOT_READ.into(),
            [] if is_player && line.totals.countries == 0 && self.game.state == Some(State::Playing) => {
                "eliminated".into()
            }
            [] => "-".into(),
            all if all.len() == Continent::ALL.len() => "all".into(),
            some => stack(&some.iter().map(|&c| short_name(c)).collect::<Vec<_>>(), room),
        }
    }
}

/// A row of the table.
struct Line<'d> {
    holder: Holder<'d>,
    totals: Totals,
    continents: Vec<Continent>,
}

/// The owner of the countries in a row.
enum Holder<'d> {
    /// A player.
    Player(&'d Player),
    /// A seat whose player was not read.
    Seat(&'d Seat),
    /// Nobody, according to the file.
    Nobody,
    /// Owners that were not read or not understood.
    Unknown,
}

/// The totals of countries and armies in a row.
#[derive(Default)]
struct Totals {
    countries: usize,
    armies: i64,
    /// The number of countries whose armies are known.
    counted: usize,
    /// Whether some armies could not be counted, so that the total is too low.
    is_partial: bool,
}

impl Totals {
    fn armies_text(&self) -> String {
        match (self.is_partial, self.counted) {
            (false, _) => self.armies.to_string(),
            (true, 0) => NOT_READ.into(),
            (true, _) => format!("{}+?", self.armies),
        }
    }
}
/// Returns the name of a continent for a narrow column.
fn short_name(continent: Continent) -> &'static str {
    match continent {
        Continent::NorthAmerica => "N. America",
        Continent::SouthAmerica => "S. America",
        other => other.name(),
    }
}
