//! Shows a seed or a position: the powers, their units and what they own.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{MAX_IN_CELL, MAX_NAMES, MAX_POWERS, View, builtin_name, known};
use crate::model::{Element, Field, Holding, Phase, PhaseKind, Piece, Position, Season, Seat, State, When};
use crate::systems::diplomacy::model::{Ownership, OwnershipGroup};
use crate::text::printable::printable;
use crate::view::layout::{
    Column, Page, capital, clip, counted, few, listed, moment_text, raw, room_beside, seat_text, stack,
};

/// Kind of territories that count as owned.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owned {
    /// No territories, as the file has no ownership and there is no board.
    Nothing,
    /// Homes of the board, as the file has no ownership.
    Homes,
    /// Centres of the board.
    Centres,
    /// All territories with an owner.
    Any,
}

/// Units and number of owned territories of a power.
#[derive(Default)]
struct PlayerTotals<'d> {
    owned: usize,
    pieces: Vec<&'d Piece>,
}

/// The powers by rank and letter; the entry for pieces of nobody comes last.
type TotalsByPlayer<'d> = BTreeMap<(bool, usize, Option<Seat>), PlayerTotals<'d>>;

impl<'d> View<'d> {
    pub(super) fn position(&self, page: &mut Page, position: &'d Position) {
        let pieces = known(&position.pieces);
        let owned = self.what_is_owned(position);
        let state = match self.game.state {
            Some(State::Finished) => " The game is over.",
            Some(State::Paused) => " The game is paused.",
            Some(State::Suspended) => " The game is suspended.",
            Some(State::Signup | State::Playing) | None => "",
        };
        page.paragraph(format!("{}{state} {}", when(position.when.as_ref()), self.names_by()).trim_end());
        let totals_by_player = self.totals_by_player(position, &pieces, owned);
        self.powers(page, &totals_by_player, owned, &pieces);
        let retreats = few(&dislodged(&pieces), 10, |piece| self.retreat(piece));
        let retreats = retreats.into_iter().map(|text| format!("{}.", capital(&text)));
        page.paragraphs(&[maintained(&pieces)].into_iter().chain(retreats).collect::<Vec<_>>());
        page.paragraphs(&[
            self.ownership(position, owned),
            self.captured(&position.holdings),
            self.cities_apart(&position.holdings),
            marks(&position.holdings),
        ]);
    }

    /// Returns a sentence about the board that names are resolved on.
    pub(super) fn names_by(&self) -> String {
        match &self.game.board {
            Some(board) => match (&board.from, board.builtin) {
                (Some(from), _) => format!("Provinces by {}.", clip(&printable(&from.name), 40)),
                (None, Some(builtin)) => format!("On the {} board.", builtin_name(builtin)),
                (None, None) => String::new(),
            },
            None => "No map is at hand: provinces are named as in the file.".into(),
        }
    }

    fn what_is_owned(&self, position: &Position) -> Owned {
        let has_board = !self.territories.is_empty();
        let has_holdings = position.holdings.iter().any(|h| !h.owner.is_absent());
        match &self.details.ownership {
            _ if has_holdings && has_board => Owned::Centres,
            None if !has_holdings && has_board => Owned::Homes,
            None if !has_holdings => Owned::Nothing,
            _ => Owned::Any,
        }
    }

    fn totals_by_player(&self, position: &'d Position, pieces: &[&'d Piece], owned: Owned) -> TotalsByPlayer<'d> {
        let mut totals_by_player = TotalsByPlayer::new();
        let key = |seat: Option<&Seat>| {
            let is_power = seat.is_some_and(|s| !s.as_str().starts_with(|c: char| c.is_ascii_punctuation()));
            (!is_power, seat.map_or(usize::MAX, |seat| self.rank(seat)), seat.cloned())
        };
        let mut own = |seat: &Seat| totals_by_player.entry(key(Some(seat))).or_default().owned += 1;
        match owned {
            Owned::Nothing => {}
            Owned::Homes => {
                let territories = self.game.board.iter().flat_map(|b| &b.territories).filter_map(Element::known);
                territories.filter(|t| t.centre == Some(true)).filter_map(|t| t.home.known()?.as_ref()).for_each(own);
            }
            Owned::Centres => {
                let is_centre = |h: &&Holding| {
                    self.territories.get(h.territory.territory()).is_some_and(|t| t.centre == Some(true))
                };
                position.holdings.iter().filter(is_centre).filter_map(owner).for_each(own);
            }
            Owned::Any => {
                position.holdings.iter().filter_map(owner).for_each(&mut own);
                let counts = owners(self.details.ownership.as_ref()).filter(|c| *c != '.');
                counts.for_each(|c| own(&Seat::new(c.encode_utf8(&mut [0; 4]))));
            }
        }
        for piece in pieces {
            totals_by_player.entry(key(piece.player.as_ref())).or_default().pieces.push(piece);
        }
        totals_by_player
    }

    /// Shows the table of the powers.
    fn powers(&self, page: &mut Page, totals_by_player: &TotalsByPlayer<'_>, owned: Owned, pieces: &[&Piece]) {
        let heading = match owned {
            Owned::Nothing => None,
            Owned::Homes => Some("homes"),
            Owned::Centres => Some("centres"),
            Owned::Any => Some("owns"),
        };
        if pieces.is_empty() {
            page.paragraph("There are no units.");
            if heading.is_some() {
                page.continued(&self.shares(totals_by_player));
            }
            return;
        }
        let mut columns = vec![Column::text("power")];
        columns.extend(heading.map(Column::number));
        columns.push(Column::number("units"));
        let mut rows: Vec<Vec<String>> = Vec::new();
        for ((_, _, seat), player_totals) in totals_by_player.iter().take(MAX_POWERS) {
            let mut row = vec![seat.as_ref().map_or_else(|| "?".to_owned(), |seat| self.power_cell(seat))];
            row.extend(heading.map(|_| player_totals.owned.to_string()));
            row.push(player_totals.pieces.len().to_string());
            rows.push(row);
        }
        let room = room_beside(&columns, &rows, page.width());
        for (row, player_totals) in rows.iter_mut().zip(totals_by_player.values()) {
            row.push(stack(&few(&player_totals.pieces, MAX_IN_CELL, |piece| self.piece(piece)), room));
        }
        columns.push(Column::text("where"));
        page.table(&columns, &rows);
        if totals_by_player.len() > MAX_POWERS {
            page.continued(&format!(
                "And {}.",
                counted(totals_by_player.len() - MAX_POWERS, "more power", "more powers")
            ));
        }
    }

    /// Returns a sentence with the number of territories of each power, for use without a table.
    fn shares(&self, totals_by_player: &TotalsByPlayer<'_>) -> String {
        let mut shares: BTreeMap<Reverse<usize>, Vec<Option<&Seat>>> = BTreeMap::new();
        for ((_, _, seat), player_totals) in totals_by_player {
            shares.entry(Reverse(player_totals.owned)).or_default().push(seat.as_ref());
        }
        let shares: Vec<_> = shares.into_iter().collect();
        let share = |(Reverse(owned), seats): &(Reverse<usize>, Vec<Option<&Seat>>)| {
            let each = if seats.len() > 1 { " each" } else { "" };
            format!("{owned}{each} by {}", few(seats, MAX_IN_CELL, |seat| self.who(*seat)).join(" "))
        };
        if shares.is_empty() { String::new() } else { format!("Owned: {}.", few(&shares, 4, share).join(", ")) }
    }

    fn who(&self, seat: Option<&Seat>) -> String {
        seat.map_or_else(|| "nobody".into(), |seat| self.power(seat))
    }

    /// Returns a unit as orders name it, with its status and special type.
    fn piece(&self, piece: &Piece) -> String {
        let letter = match piece.kind.as_str() {
            "army" => "A".into(),
            "fleet" => "F".into(),
            "garrison" => "G".into(),
            "wing" => "W".into(),
            other => clip(&printable(other), 12),
        };
        let status = match piece.status.as_deref() {
            None | Some("maintained") => None,
            Some("dislodged") => Some("dislodged".to_owned()),
            Some(other) => Some(format!("status {}", clip(&printable(other), 12))),
        };
        let special = piece.special.as_deref().map(|special| clip(&printable(special), 12));
        let notes: Vec<String> = special.into_iter().chain(status).collect();
        let place = self.place(&piece.territory);
        if notes.is_empty() { format!("{letter} {place}") } else { format!("{letter} {place} ({})", notes.join(", ")) }
    }

    fn retreat(&self, piece: &Piece) -> String {
        let place = self.place(&piece.territory);
        let unit = format!("{} of {}", clip(&printable(&piece.kind), 12), self.who(piece.player.as_ref()));
        let mut places: Vec<String> = few(&piece.retreats, MAX_NAMES, |place| self.place(place));
        match places.pop() {
            None => format!("the {unit} dislodged in {place} may retreat nowhere"),
            Some(last) if places.is_empty() => format!("the {unit} dislodged in {place} may retreat to {last}"),
            Some(last) => format!("the {unit} dislodged in {place} may retreat to {} or {last}", places.join(", ")),
        }
    }

    /// Returns a sentence about how the file records ownership.
    fn ownership(&self, position: &Position, owned: Owned) -> String {
        let provinces = |count: usize| counted(count, "province", "provinces");
        let count = owners(self.details.ownership.as_ref()).filter(|c| *c != '.').count();
        match &self.details.ownership {
            Some(Ownership::Flat(text)) => {
                let all = provinces(text.chars().count());
                format!("Ownership is a string of characters for {all}, {count} of them owned.")
            }
            Some(Ownership::Groups(groups)) => {
                let widths: Vec<usize> = groups.iter().map(width).collect();
                let parts = few(&widths, MAX_NAMES, usize::to_string).join(" + ");
                let parts = if widths.len() > 1 { format!(" ({parts})") } else { String::new() };
                let all = provinces(widths.iter().sum());
                format!("Ownership is in records of {all}{parts}, {count} of them owned.")
            }
            None if owned == Owned::Homes => {
                "The file does not say who owns what: each power has its homes on the map.".into()
            }
            None if owned == Owned::Nothing => "The file does not say who owns what: that comes from the map.".into(),
            None => {
                let count = position.holdings.iter().filter(|h| owner(h).is_some()).count();
                let verb = if count == 1 { "has" } else { "have" };
                format!("{count} of {} {verb} an owner.", provinces(position.holdings.len()))
            }
        }
    }

    /// Lists the homes that another power owns.
    fn captured(&self, holdings: &[Holding]) -> String {
        let taken = holdings.iter().filter_map(|holding| {
            let on_board = || self.territories.get(holding.territory.territory())?.home.known()?.as_ref();
            let home = holding.home.known().map_or_else(on_board, Option::as_ref)?;
            owner(holding).filter(|owner| *owner != home).map(|owner| (holding, owner, home))
        });
        let taken: Vec<_> = taken.collect();
        if taken.is_empty() {
            return String::new();
        }
        let names = few(&taken, MAX_NAMES, |(holding, owner, home)| {
            format!("{} (of {}, held by {})", self.place(&holding.territory), seat_text(home), seat_text(owner))
        });
        format!("{} in other hands: {}.", counted(taken.len(), "home", "homes"), listed(&names))
    }

    /// Lists the cities with another owner than the province.
    fn cities_apart(&self, holdings: &[Holding]) -> String {
        let apart = |h: &&Holding| !h.city_owner.is_absent() && h.city_owner != h.owner;
        let apart: Vec<&Holding> = holdings.iter().filter(apart).collect();
        if apart.is_empty() {
            return String::new();
        }
        let names = few(&apart, MAX_NAMES, |holding| {
            let (city, province) = (self.owner(&holding.city_owner), self.owner(&holding.owner));
            format!("{} (city {city}, province {province})", self.place(&holding.territory))
        });
        let (cities, others) = (counted(apart.len(), "city", "cities"), if apart.len() == 1 { "has" } else { "have" });
        format!("{cities} {others} another owner than the province: {}.", listed(&names))
    }
}

/// Returns the number of territories in a group of records.
fn width(group: &OwnershipGroup) -> usize {
    let rows = [&group.owner, &group.city_owner, &group.home, &group.flags, &group.held];
    rows.into_iter().flatten().map(|row| row.chars().count()).max().unwrap_or(0)
}

/// Returns the characters for the owners of territories.
fn owners(ownership: Option<&Ownership>) -> impl Iterator<Item = char> {
    let (flat, groups): (&str, &[OwnershipGroup]) = match ownership {
        Some(Ownership::Flat(text)) => (text, &[]),
        Some(Ownership::Groups(groups)) => ("", groups),
        None => ("", &[]),
    };
    flat.chars().chain(groups.iter().filter_map(|group| group.owner.as_deref()).flat_map(str::chars))
}

fn owner(holding: &Holding) -> Option<&Seat> {
    holding.owner.known()?.as_ref()
}

/// Returns a sentence about the marks of provinces.
fn marks(holdings: &[Holding]) -> String {
    let count = |is: fn(&Holding) -> bool| holdings.iter().filter(|holding| is(holding)).count();
    let flags = count(|h| !matches!(h.flags, Field::Absent | Field::Known(0)));
    let held = count(|h| h.held.known() == Some(&true));
    let new =
        count(|h| matches!(h.new_owner.known(), Some(Some(_))) || matches!(h.new_city_owner.known(), Some(Some(_))));
    let marks = [(flags, "with flags"), (held, "held"), (new, "with another owner after the retreats")];
    let there = marks.into_iter().filter(|(count, _)| *count > 0);
    let texts: Vec<String> = there.map(|(n, what)| format!("{} {what}", counted(n, "province", "provinces"))).collect();
    if texts.is_empty() { String::new() } else { format!("{}.", capital(&listed(&texts))) }
}

fn dislodged<'d>(pieces: &[&'d Piece]) -> Vec<&'d Piece> {
    let is_dislodged = |p: &&Piece| p.status.as_deref() == Some("dislodged") || !p.retreats.is_empty();
    pieces.iter().copied().filter(is_dislodged).collect()
}

fn maintained(pieces: &[&Piece]) -> String {
    let count = pieces.iter().filter(|piece| piece.status.as_deref() == Some("maintained")).count();
    match (count, pieces.len()) {
        (0, _) => String::new(),
        (1, 1) => "The unit is maintained.".into(),
        (count, all) if count == all => format!("All {all} units are maintained."),
        (1, all) => format!("1 of {all} units is maintained."),
        (count, all) => format!("{count} of {all} units are maintained."),
    }
}

/// Returns a sentence about a phase or moment, such as that of a position.
pub(in crate::systems::diplomacy) fn when(when: Option<&When>) -> String {
    match when {
        None => "The phase is not given.".into(),
        Some(When::Moment(moment)) => format!("At {}.", moment_text(*moment)),
        // The engine's words for a game that has not begun, and for one that is over.
        Some(When::Phase(phase)) if is_word(phase, "FORMING") => "Before the first phase.".into(),
        Some(When::Phase(phase)) if is_word(phase, "COMPLETED") => "After the last phase.".into(),
        Some(When::Phase(phase)) => {
            let Phase { season, year, phase } = &**phase;
            let season = field(season, |season| match season {
                Season::Spring => "spring",
                Season::Summer => "summer",
                Season::Fall => "fall",
                Season::Winter => "winter",
            });
            let phase = field(phase, |phase| match phase {
                PhaseKind::Movement => "movement",
                PhaseKind::Retreat => "retreats",
                PhaseKind::Builds => "builds",
                PhaseKind::Adjustment => "adjustments",
            });
            let season: Vec<String> = season.into_iter().chain(field(year, |year| year)).collect();
            let parts: Vec<String> = [season.join(" ")].into_iter().chain(phase).collect();
            format!("{}.", capital(&parts.join(", ")))
        }
    }
}

/// Returns whether a word stands where a phase was expected, and nothing else.
fn is_word(phase: &Phase, word: &str) -> bool {
    let is_season = matches!(&phase.season, Field::Unknown(text) if text.unknown == word);
    is_season && phase.year.is_absent() && phase.phase.is_absent()
}

fn field<T: Copy, N: ToString>(field: &Field<T>, name: impl Fn(T) -> N) -> Option<String> {
    match field {
        Field::Known(value) => Some(name(*value).to_string()),
        Field::Unknown(text) => Some(raw(&text.unknown)),
        Field::Absent => None,
    }
}
