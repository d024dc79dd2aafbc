//! Writes a map file.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::iter::repeat_n;

use super::form::{Form, form};
use super::moves::WrittenMoves;
use super::province::TypeOf;
use super::read::{begins_moves, begins_section};
use super::style::{BeforeType, Style};
use crate::model::{Board, Element, Field, Game, Passage, PassageKind, Territory, TerritoryRef};
use crate::systems::diplomacy::model::{DiplomacyDetails, Disaster, Income, Section};
use crate::systems::diplomacy::rules::names::{Names, short_first};
use crate::text::write_back::Statements;

/// Writes a game that was prepared by [`prepare`](super::prepare::prepare).
pub fn render(game: &Game, style: &Style, out: &mut Statements) {
    let Some(board) = &game.board else { return };
    if style.missing.contains(&true) {
        return write(game, board, &style_of_ends(game, board, style), out);
    }
    write(game, board, style, out);
}

/// Returns the style without those end lines that are missing in the file, where the first line after them still shows
/// that another block begins. Other missing end lines are written.
fn style_of_ends(game: &Game, board: &Board, style: &Style) -> Style {
    let mut whole = style.with_all_ends();
    let mut text = Statements::default();
    write(game, board, &whole, &mut text);
    let names = Names::of(board);
    let behind = |label: &str| (0..text.len()).find(|&i| text.label(i) == label).map_or(text.len(), |i| i + 1);
    let line = |index: usize| (index < text.len()).then(|| text.body(index));
    let (moves, sections) = (behind("end.1"), behind("end.2"));
    let begin = [
        line(moves).is_some_and(|first| begins_moves(first, line(moves + 1), &names)),
        line(sections).is_some_and(|first| begins_section(first, &names)),
    ];
    for (block, begins) in begin.into_iter().enumerate() {
        if begins && style.missing.get(block) == Some(&true) {
            whole.leave_out_end(block);
        }
    }
    whole
}

fn write(game: &Game, board: &Board, style: &Style, out: &mut Statements) {
    let nothing = DiplomacyDetails::default();
    let details = game.details.diplomacy().unwrap_or(&nothing);
    let names = board.territories.iter().filter_map(|territory| territory.known()?.name.as_deref());
    let before_type = style.before_type.for_names(names.map(str::len));
    let mut writer = Writer { style, out, spellings: Spellings::of(board), before_type };
    for territory in &board.territories {
        writer.territory(territory);
    }
    let has = [!board.adjacencies.is_empty() || !details.sections.is_empty(), !details.sections.is_empty(), false];
    writer.terminator(0, has);
    for moves in &board.adjacencies {
        match moves {
            Element::Known(moves) => {
                let spellings = &writer.spellings;
                let written = WrittenMoves(moves, |place: &TerritoryRef| spellings.of_place(place));
                writer.out.push(format_args!("move.{}.{}", moves.from, moves.movement), written, style.line_end);
            }
            Element::Unknown(line) => writer.out.push("move", &line.unknown, style.line_end),
        }
    }
    writer.terminator(1, has);
    for (index, section) in details.sections.iter().enumerate() {
        match section {
            Field::Known(section) => {
                let ends_by_itself = match details.sections.get(index + 1) {
                    None => true,
                    Some(Field::Unknown(line)) => line.unknown.starts_with([' ', '\t']),
                    Some(_) => false,
                };
                let is_open = ends_by_itself && style.open.contains(section);
                writer.section(form(*section), board, details, is_open);
            }
            Field::Unknown(line) => writer.out.push("section.line", &line.unknown, style.line_end),
            Field::Absent => {}
        }
    }
    writer.terminator(2, has);
}

/// Spelling that each territory is written with, by id.
pub struct Spellings<'b>(HashMap<&'b str, &'b str>);

impl<'b> Spellings<'b> {
    /// Chooses spellings: the first abbreviation that the judge resolves to the territory, or else its name.
    pub fn of(board: &'b Board) -> Self {
        let written = Names::of(board).written(board, short_first);
        let ids = board.territories.iter().filter_map(Element::known).map(|territory| territory.id.as_str());
        Spellings(ids.zip(written).filter_map(|(id, written)| Some((id, written?))).collect())
    }

    /// Returns a place as it is written, with its coast.
    pub fn of_place(&self, place: &TerritoryRef) -> String {
        let spelling = self.0.get(place.territory()).copied().unwrap_or(place.territory());
        place.renamed(spelling).to_string()
    }

    fn field(&self, place: &Field<TerritoryRef>) -> String {
        super::spelled_field(place, &|place: &TerritoryRef| self.of_place(place))
    }

    fn list<'p>(&self, places: impl IntoIterator<Item = &'p Field<TerritoryRef>>) -> String {
        places.into_iter().map(|place| self.field(place)).collect::<Vec<_>>().join(" ")
    }
}

struct Writer<'s, 'o, 'b> {
    style: &'s Style,
    out: &'o mut Statements,
    spellings: Spellings<'b>,
    before_type: BeforeType,
}

impl Writer<'_, '_, '_> {
    /// Writes the end line of a block, where the file has it or more follows.
    fn terminator(&mut self, block: usize, more_follows: [bool; 3]) {
        if self.style.missing.get(block) == Some(&true) {
            return;
        }
        // Missing end lines of earlier blocks are not counted.
        let counted = block - self.style.missing.iter().take(block).filter(|missing| **missing).count();
        if counted < self.style.terminators || more_follows.get(block) == Some(&true) {
            self.out.push(format_args!("end.{}", block + 1), "-1", self.style.line_end);
        }
    }

    fn territory(&mut self, territory: &Element<Territory>) {
        let territory = match territory {
            Element::Known(territory) => territory,
            Element::Unknown(line) => return self.out.push("territory", &line.unknown, self.style.line_end),
        };
        let name = territory.name.as_deref().unwrap_or_default();
        let mut body = format!("{name},");
        match &self.before_type {
            BeforeType::Column(column) if *column > body.len() => body.extend(repeat_n(' ', column - body.len())),
            // The name is too long for the column.
            BeforeType::Column(_) => body.push(' '),
            BeforeType::Gap(gap) => body.push_str(gap),
        }
        // Writing to a String cannot fail.
        let _ = write!(body, "{}", TypeOf(territory));
        for (i, alias) in territory.aliases.iter().enumerate() {
            body.push_str(if i == 0 { &self.style.behind_type } else { " " });
            body.push_str(alias);
        }
        self.out.push(format_args!("territory.{}", territory.id), body, self.style.line_end);
    }

    fn section(&mut self, form: &Form, board: &Board, details: &DiplomacyDetails, is_open: bool) {
        self.out.push(format_args!("section.{}", form.name), form.header, self.style.line_end);
        match form.section {
            Section::Famine => self.table(form, details.famine.as_deref()),
            Section::Plague => self.table(form, details.plague.as_deref()),
            Section::Storms => self.table(form, details.storms.as_deref()),
            Section::CityOrder => self.list(form, details.city_order.as_deref()),
            Section::CentreOrder => self.list(form, details.centre_order.as_deref()),
            Section::Income => {
                let style = &self.style.income;
                let rows = details.income.iter().flatten().filter_map(Element::known);
                let ends = style.ends.filter(|ends| rows.clone().all(|row| fits(row, &self.spellings, ends)));
                let row = |income: &Income, spellings: &Spellings<'_>| income_row(income, spellings, ends.as_ref());
                self.rows(form, &style.indent, details.income.as_deref(), row);
            }
            Section::Limits => {
                let row = |l: &crate::systems::diplomacy::model::Limits, _: &Spellings<'_>| {
                    format!("{} {} {} {}", l.player, l.army, l.fleet, l.garrison)
                };
                self.rows(form, &self.style.indent, details.limits.as_deref(), row);
            }
            Section::HongKong => {
                let row = |h: &crate::systems::diplomacy::model::HongKong, spellings: &Spellings<'_>| {
                    format!("{}: {}", h.player, spellings.list(&h.territories))
                };
                self.rows(form, "", details.hong_kong.as_deref(), row);
            }
            Section::ExtraCentres => {
                let row = |e: &crate::systems::diplomacy::model::ExtraCentres, _: &Spellings<'_>| {
                    format!("{} {}", e.player, e.count)
                };
                self.rows(form, "", details.extra_centres.as_deref(), row);
            }
            Section::Gateway => self.passages(form, board, PassageKind::Gateway),
            Section::Railway => self.passages(form, board, PassageKind::Railway),
        }
        if let Some(end) = form.rows.end().filter(|_| !is_open) {
            self.out.push(format_args!("section.{}.end", form.name), end, self.style.line_end);
        }
    }

    fn row(&mut self, form: &Form, body: impl std::fmt::Display) {
        self.out.push(format_args!("section.{}.row", form.name), body, self.style.line_end);
    }

    fn rows<T>(
        &mut self,
        form: &Form,
        indent: &str,
        rows: Option<&[Element<T>]>,
        written: impl Fn(&T, &Spellings<'_>) -> String,
    ) {
        for row in rows.unwrap_or_default() {
            match row {
                Element::Known(row) => {
                    let body = written(row, &self.spellings);
                    self.row(form, format_args!("{indent}{body}"));
                }
                Element::Unknown(row) => self.row(form, format_args!("{indent}{}", row.unknown)),
            }
        }
    }

    fn list(&mut self, form: &Form, rows: Option<&[Vec<Field<TerritoryRef>>]>) {
        for row in rows.unwrap_or_default() {
            let body = self.spellings.list(row);
            self.row(form, format_args!("{}{body}", self.style.indent));
        }
    }

    fn table(&mut self, form: &Form, cells: Option<&[Disaster]>) {
        let cells = cells.unwrap_or_default();
        for row in 2..=12 {
            let mut body = format!("{row:>width$}:", width = self.style.label_end);
            for column in 2..=12 {
                let cell = cells.iter().find(|cell| cell.row == row && cell.column == column);
                let cell = cell.map_or_else(|| "-----".to_owned(), |cell| self.spellings.field(&cell.territory));
                let _ = write!(body, " {cell:<5}");
            }
            self.out.push(format_args!("section.{}.{row}", form.name), body.trim_end(), self.style.line_end);
        }
    }

    fn passages(&mut self, form: &Form, board: &Board, kind: PassageKind) {
        let passages = board.passages.iter().filter_map(Element::known).filter(|passage| passage.kind == kind);
        for passage in passages {
            let body = passage_row(passage, &self.spellings);
            self.row(form, body);
        }
    }
}

fn passage_row(passage: &Passage, spellings: &Spellings<'_>) -> String {
    let at = spellings.field(&passage.at);
    match passage.kind {
        PassageKind::Gateway if passage.controlled_from.is_absent() => at,
        PassageKind::Gateway => {
            format!("{at}: {}", spellings.list(std::iter::once(&passage.controlled_from).chain(&passage.between)))
        }
        PassageKind::Railway if passage.powers.is_empty() && passage.path.is_empty() => at,
        PassageKind::Railway => {
            let powers: String = passage.powers.iter().map(|power| power.as_str()).collect();
            format!("{at}:{powers} {}", spellings.list(&passage.path))
        }
    }
}

/// Returns whether the numbers of a row of incomes can end in these columns.
fn fits(income: &Income, spellings: &Spellings<'_>, ends: &[usize; 8]) -> bool {
    let mut behind = spellings.field(&income.territory).len();
    numbers(income).zip(ends).all(|(number, end)| {
        let fits = behind + 1 + number.len() <= *end;
        behind = *end;
        fits
    })
}

/// Returns a row of incomes, with its numbers aligned to the columns of the file.
fn income_row(income: &Income, spellings: &Spellings<'_>, ends: Option<&[usize; 8]>) -> String {
    let mut body = spellings.field(&income.territory);
    for (i, number) in numbers(income).enumerate() {
        let end = ends.and_then(|ends| ends.get(i)).copied().unwrap_or_default();
        let width = body.len() + number.len();
        body.extend(repeat_n(' ', end.saturating_sub(width).max(1)));
        body.push_str(&number);
    }
    body
}

fn numbers(income: &Income) -> impl Iterator<Item = String> {
    std::iter::once(income.dice).chain(income.values).chain(income.initial).map(|number| number.to_string())
}
