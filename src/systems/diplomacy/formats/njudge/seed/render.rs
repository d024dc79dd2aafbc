//! Writes a seed or position file.

use super::block::{WrittenGame, WrittenMember, WrittenPlayerRow, WrittenSetting, account_rows};
use super::ownership::{Layout, Row, by_territory, groups, name_row, row_text};
use super::read::begins_ownership;
use super::style::Style;
use super::unit::WrittenUnit;
use super::{OnBoard, WrittenNames, phase};
use crate::model::{Element, Game};
use crate::systems::diplomacy::model::{DiplomacyDetails, GameBlock, Ownership, OwnershipGroup, PlayerRow};
use crate::text::write_back::Statements;

/// Writes a game that was prepared by [`prepare`](super::prepare::prepare).
pub fn render(game: &Game, board: Option<&OnBoard>, style: &Style, out: &mut Statements) {
    if style.missing.is_empty() {
        return write(game, board, style, out);
    }
    write(game, board, &style_of_ends(game, board, style), out);
}

/// Returns the style without those end lines that are missing in the file, where the first line after them still shows
/// that another block begins. Other missing end lines are written.
fn style_of_ends(game: &Game, board: Option<&OnBoard>, style: &Style) -> Style {
    let terminators = style.terminators + style.missing.len();
    let mut whole = Style { missing: Vec::new(), terminators, ..style.clone() };
    let mut text = Statements::default();
    write(game, board, &whole, &mut text);
    let line = |index: usize| (index < text.len()).then(|| text.body(index));
    for &label in &style.missing {
        let behind = (0..text.len()).find(|&i| text.label(i) == label).map_or(text.len(), |i| i + 1);
        let begins = line(behind).is_some_and(|first| match label {
            "units.end" => begins_ownership(first, || line(behind + 1)),
            _ => text.label(behind) == "game",
        });
        if begins {
            whole.missing.push(label);
            whole.terminators = whole.terminators.saturating_sub(1);
        }
    }
    whole
}

fn write(game: &Game, board: Option<&OnBoard>, style: &Style, out: &mut Statements) {
    let nothing = DiplomacyDetails::default();
    let details = game.details.diplomacy().unwrap_or(&nothing);
    let mut writer = Writer { game, details, board, style, out, terminators: 0 };
    let position = game.position.as_ref();
    if let Some(when) = position.and_then(|position| position.when.as_ref()) {
        writer.push("phase", phase::written(when, game.state));
    }
    for piece in position.into_iter().flat_map(|position| &position.pieces) {
        match piece {
            Element::Known(piece) => writer.push("unit", WrittenUnit(piece, board)),
            Element::Unknown(line) => writer.push("unit", &line.unknown),
        }
    }
    let form = form(game, details, board, style);
    writer.terminator("units.end", "-1", form != Form::None || details.standings.is_some());
    match form {
        Form::None => {}
        Form::Flat => writer.flat(),
        Form::Records => writer.records(),
    }
    match &details.standings {
        Some(standings) => writer.blocks(standings),
        None => {
            if form == Form::Records {
                writer.terminator("records.end", "-1", false);
            }
            writer.terminator("end", "-1", false);
        }
    }
}

/// Form in which ownership is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    None,
    Flat,
    Records,
}

/// Returns the form of the file, where it can hold all holdings; otherwise one that can.
fn form(game: &Game, details: &DiplomacyDetails, board: Option<&OnBoard>, style: &Style) -> Form {
    match details.ownership {
        Some(Ownership::Flat(_)) => return Form::Flat,
        Some(Ownership::Groups(_)) => return Form::Records,
        None => {}
    }
    let holdings = game.position.as_ref().map_or(&[][..], |position| &position.holdings);
    let more_than_owners = holdings.iter().any(Row::more_than_owner_is_in);
    let has_blocks = !details.accounts.is_empty() || details.standings.is_some();
    let has_records = || {
        let groups = board.map(|board| groups(&style.layout, &by_territory(holdings, board)));
        groups.is_some_and(|groups| !groups.is_empty())
    };
    if has_blocks || more_than_owners || matches!(style.layout, Layout::Records(_)) && has_records() {
        Form::Records
    } else if holdings.is_empty() {
        Form::None
    } else {
        Form::Flat
    }
}

struct Writer<'m, 'o> {
    game: &'m Game,
    details: &'m DiplomacyDetails,
    board: Option<&'m OnBoard>,
    style: &'m Style,
    out: &'o mut Statements,
    terminators: usize,
}

impl Writer<'_, '_> {
    fn push(&mut self, label: impl std::fmt::Display, body: impl std::fmt::Display) {
        self.out.push(label, body, self.style.line_end);
    }

    /// Writes the end line of a block, where the file has it or more follows.
    fn terminator(&mut self, label: &str, body: &str, more_follows: bool) {
        if self.style.missing.contains(&label) {
            return;
        }
        if self.terminators < self.style.terminators || more_follows {
            self.push(label, body);
        }
        self.terminators += 1;
    }

    fn flat(&mut self) {
        if let Some(Ownership::Flat(text)) = &self.details.ownership {
            return self.push("ownership", text);
        }
        let (Some(board), Some(position)) = (self.board, &self.game.position) else { return };
        let owners = row_text(Row::Owner, &by_territory(&position.holdings, board));
        self.push("ownership", owners);
    }

    fn records(&mut self) {
        match (&self.details.ownership, self.board) {
            (Some(Ownership::Groups(groups)), _) => groups.iter().enumerate().for_each(|(i, g)| self.group(i, g)),
            (_, Some(board)) => self.holdings(board),
            _ => {}
        }
        // The judge ignores the first record, so an account must not be the first.
        if self.out.label(self.out.len().saturating_sub(1)) == "units.end" && !self.details.accounts.is_empty() {
            self.push("record.0.N", "N:");
        }
        for account in &self.details.accounts {
            match account {
                Element::Known(account) => {
                    for (letter, row) in account_rows(account) {
                        self.push(format_args!("account.{}.{letter}", account.player), row);
                    }
                }
                Element::Unknown(line) => self.push("account", &line.unknown),
            }
        }
    }

    /// Writes the rows of a group in the order of the file, then those that the file does not have.
    fn group(&mut self, index: usize, group: &OwnershipGroup) {
        let given = match &self.style.layout {
            Layout::Records(layouts) => layouts.get(index).map_or(&[][..], |layout| &layout.rows),
            _ => &[],
        };
        let has = |row: &Row| row.text(group).is_some();
        let mut names = group.names.iter().enumerate();
        let mut rows: Vec<Row> = given.iter().copied().filter(|row| *row == Row::Names || has(row)).collect();
        let in_rows = rows.iter().filter(|row| **row == Row::Names).count();
        rows.splice(0..0, std::iter::repeat_n(Row::Names, group.names.len().saturating_sub(in_rows)));
        rows.extend(Row::DATA.iter().filter(|row| has(row) && !given.contains(row)));
        for row in rows {
            match row {
                Row::Names => {
                    if let Some((i, text)) = names.next() {
                        let letter = if i == 0 { 'N' } else { 'n' };
                        self.push(format_args!("record.{index}.{letter}"), format_args!("{letter}:{text}"));
                    }
                }
                row => {
                    let (letter, text) = (char::from(row.letter()), row.text(group).unwrap_or_default());
                    self.push(format_args!("record.{index}.{letter}"), format_args!("{letter}:{text}"));
                }
            }
        }
    }

    fn holdings(&mut self, board: &OnBoard) {
        let holdings = self.game.position.as_ref().map_or(&[][..], |position| &position.holdings);
        let places = by_territory(holdings, board);
        for (index, (range, rows)) in groups(&self.style.layout, &places).into_iter().enumerate() {
            let mut letters = 0;
            for row in rows {
                let (letter, text) = if row == Row::Names {
                    letters += 1;
                    (if letters == 1 { 'N' } else { 'n' }, name_row(board, range.clone(), letters - 1))
                } else {
                    (char::from(row.letter()), row_text(row, &places[range.clone()]))
                };
                self.push(format_args!("record.{index}.{letter}"), format_args!("{letter}:{text}"));
            }
        }
    }

    fn blocks(&mut self, standings: &[Element<PlayerRow>]) {
        let names = WrittenNames::new(self.game, self.details);
        for standing in standings {
            match standing {
                Element::Known(standing) => {
                    let name = names.of_standing(standing);
                    self.push(format_args!("standing.{name}"), WrittenPlayerRow(&name, standing));
                }
                Element::Unknown(line) => self.push("standing", &line.unknown),
            }
        }
        match &self.details.game_block {
            None => self.terminator("standings.end", "-1", false),
            Some(block) => {
                self.terminator("standings.end", "-2", true);
                self.game_block(block, &names);
            }
        }
    }

    fn game_block(&mut self, block: &GameBlock, names: &WrittenNames<'_>) {
        self.push("game", WrittenGame(block));
        for setting in &block.settings {
            match setting {
                Element::Known(setting) => self.push(format_args!("setting.{}", setting.key), WrittenSetting(setting)),
                Element::Unknown(line) => self.push("setting", &line.unknown),
            }
        }
        for member in &block.members {
            match member {
                Element::Known(member) => {
                    let name = names.of(&member.player);
                    self.push(format_args!("member.{}", member.player), WrittenMember(&name, member));
                }
                Element::Unknown(line) => self.push("member", &line.unknown),
            }
        }
        self.terminator("game.end", "-", false);
    }
}
