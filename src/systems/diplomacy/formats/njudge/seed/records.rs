//! Reads records of ownership, and accounts after them.

use std::ops::Range;

use super::OnBoard;
use super::block::{account_row, add_row};
use super::ownership::{GroupLayout, Layout, Row, width_of};
use super::read::{Reader, is_record};
use crate::model::Element;
use crate::systems::diplomacy::formats::njudge::codes;
use crate::systems::diplomacy::formats::njudge::cursor::{TextLine, ends_block, is_blank};
use crate::systems::diplomacy::model::{Ownership, OwnershipGroup};
use crate::text::english::counted;

impl<'t> Reader<'t, '_, '_> {
    /// Reads records, up to the first line that is none.
    pub(super) fn records(&mut self) {
        let mut groups: Vec<OwnershipGroup> = Vec::new();
        let mut layouts: Vec<GroupLayout> = Vec::new();
        let first = self.cursor.peek().map_or(0..0, |line| line.span());
        self.cursor.mark(|| "game.position.holdings".to_owned(), first.clone());
        self.cursor.mark(|| "game.details.ownership".to_owned(), first.clone());
        while let Some(line) = self.cursor.next_if(|line| is_record(line) || is_blank(line)) {
            if line.is_blank() {
                let message = "unexpected blank line among the records: the judge stops reading here";
                self.cursor.refused(&codes::OWNERSHIP, line.span(), message);
                continue;
            }
            let letter = line.text.as_bytes().first().copied().unwrap_or_default();
            let is_first = groups.is_empty();
            if is_first && letter != b'N' {
                let message = "expected names (N:) in the first record, which the judge skips";
                self.cursor.refused(&codes::OWNERSHIP, line.span(), message);
            }
            let is_group = self.details.accounts.is_empty();
            if is_group && (is_first || letter == b'N') {
                groups.push(OwnershipGroup::default());
                layouts.push(GroupLayout { rows: Vec::new(), width: 0 });
            }
            let (Some(group), Some(layout)) = (groups.last_mut(), layouts.last_mut()) else { continue };
            let rest = line.text.get(2..).unwrap_or_default();
            if is_group && (is_first || matches!(letter, b'N' | b'n')) {
                self.cursor.source_span(line);
                layout.rows.push(Row::Names);
                group.names.push(rest.trim_end_matches('\r').to_owned());
            } else if let Some(row) = Row::of_letter(letter).filter(|_| is_group) {
                let text = rest.split([' ', '\t', '\r']).next().unwrap_or_default();
                let Some(place) = row.of_group(group) else { continue };
                if text.is_empty() {
                    self.cursor.odd(&codes::OWNERSHIP, line.span(), "unexpected row without territories");
                    continue;
                }
                if place.as_deref().is_some_and(|other| other != text) {
                    let message = "duplicate row of the group, with another text: the last one counts";
                    self.cursor.odd(&codes::OWNERSHIP, line.span(), message);
                }
                // The judge writes some rows twice.
                self.cursor.source_span(line);
                layout.rows.push(row);
                *place = Some(text.to_owned());
                layout.width = width_of(group);
            } else {
                self.other_record(line);
            }
        }
        self.style.layout = Layout::Records(layouts);
        let total: usize = match &self.style.layout {
            Layout::Records(layouts) => layouts.iter().map(|layout| layout.width).sum(),
            _ => 0,
        };
        if let Some(board) = self.board {
            self.compare_names(&groups, board, first.clone());
            let count = board.names.len();
            if count != total {
                let message =
                    format!("the records have {}, but the map has {count}", counted(total, "province", "provinces"));
                self.cursor.refused(&codes::OWNERSHIP, first, message);
            }
        }
        self.owned(Ownership::Groups(groups));
        self.behind_records();
    }

    /// Warns where the initials in the names are not those of the map.
    fn compare_names(&mut self, groups: &[OwnershipGroup], board: &OnBoard, at: Range<usize>) {
        if !super::names_agree(groups, &self.style.layout, board) {
            let message = "the initials in the names (N:, n:) are not those of the map's provinces";
            self.cursor.odd(&codes::OWNERSHIP, at, message);
        }
    }

    /// Reads a record of an account, or keeps one that belongs nowhere.
    fn other_record(&mut self, line: TextLine<'t>) {
        self.cursor.source_span(line);
        match account_row(line.text) {
            Some(row) => {
                add_row(&mut self.details.accounts, row);
                let index = self.details.accounts.len().saturating_sub(1);
                self.cursor.mark(|| format!("game.details.accounts[{index}]"), line.span());
            }
            None => {
                let message = "unknown record, or a record in the wrong place";
                self.cursor.refused(&codes::BAD_RECORD, line.span(), message);
                self.details.accounts.push(Element::unknown(line.text));
            }
        }
    }

    /// Reads the end of a seed after the records, which is one -1 or two, or the players of a position file.
    fn behind_records(&mut self) {
        match self.cursor.peek() {
            Some(line) if !ends_block(line.text) => self.players_block(),
            Some(_) => {
                self.terminator();
                // A single one is enough for the judge.
                if self.cursor.peek().is_some() {
                    self.end();
                }
            }
            None => self.no_end(),
        }
    }
}
