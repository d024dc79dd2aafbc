//! Shows the accounts, players and game block of a position file.

use std::collections::BTreeMap;

use super::{MAX_NAMES, MAX_POWERS, TITLE_COLUMNS, View, known};
use crate::model::secrets::TAKEN_OUT;
use crate::model::{Field, Seat};
use crate::systems::diplomacy::model::{Account, GameBlock, Setting};
use crate::text::printable::printable;
use crate::view::layout::{Column, Page, clip, counted, few, listed, raw, room_beside};

/// Width of the column for the keys of settings, as in the file.
const KEY_COLUMNS: usize = 9;

impl View<'_> {
    /// Shows the blocks that the file has.
    pub(super) fn blocks(&self, page: &mut Page, redacted: bool) {
        self.accounts(page);
        if let Some(block) = &self.details.game_block {
            game(page, block);
            self.settings(page, block);
        }
        self.players(page, redacted);
    }

    /// Shows a table of the powers that have money, loans, chits or allies.
    fn accounts(&self, page: &mut Page) {
        let accounts = known(&self.details.accounts);
        let letters = |letters: &Option<String>| clip(&printable(letters.as_deref().unwrap_or_default()), 20);
        let (rows, poor): (Vec<&Account>, Vec<&Account>) = accounts.into_iter().partition(|account| {
            let is_poor = account.treasury.unwrap_or(0) == 0 && account.loans.is_empty();
            !is_poor || account.chits.is_some() || account.allies.is_some()
        });
        if !rows.is_empty() {
            let has = |has: fn(&Account) -> bool| rows.iter().any(|account| has(account));
            let shown = [true, has(|a| !a.loans.is_empty()), has(|a| a.chits.is_some()), has(|a| a.allies.is_some())];
            let columns =
                [Column::number("ducats"), Column::text("loans"), Column::text("chits"), Column::text("allies")];
            let columns = columns.into_iter().zip(shown).filter(|(_, is_shown)| *is_shown).map(|(column, _)| column);
            let columns: Vec<Column> = [Column::text("power")].into_iter().chain(columns).collect();
            let cells = |account: &&Account| {
                let loans = few(&account.loans, 6, |[amount, interest]| format!("{amount} (interest {interest})"));
                let treasury = account.treasury.map_or_else(String::new, |ducats| ducats.to_string());
                let cells = [treasury, loans.join(", "), letters(&account.chits), letters(&account.allies)];
                let cells = cells.into_iter().zip(shown).filter(|(_, is_shown)| *is_shown).map(|(cell, _)| cell);
                [self.power_cell(&account.player)].into_iter().chain(cells).collect()
            };
            page.table(&columns, &rows.iter().take(MAX_POWERS).map(cells).collect::<Vec<_>>());
        }
        if !poor.is_empty() {
            let names = few(&poor, 12, |account| self.power(&account.player));
            let text = format!("No money: {}.", listed(&names));
            if rows.is_empty() { page.paragraph(&text) } else { page.continued(&text) }
        }
    }

    /// Shows the table of settings.
    fn settings(&self, page: &mut Page, block: &GameBlock) {
        let is_usual = |setting: &&Setting| self.reveal || Setting::KEYS.contains(&setting.key.as_str());
        let (usual, unusual): (Vec<&Setting>, Vec<&Setting>) = known(&block.settings).into_iter().partition(is_usual);
        let columns = [Column::text("setting"), Column::text("value")];
        let keys: Vec<Vec<String>> =
            usual.iter().take(Setting::KEYS.len()).map(|s| vec![clip(&printable(&s.key), KEY_COLUMNS)]).collect();
        let room = room_beside(&columns[..1], &keys, page.width()).max(10);
        let row = |(mut row, setting): (Vec<String>, &&Setting)| {
            let words: Vec<&str> = setting.text.split_whitespace().collect();
            row.push(clip(&printable(&words.join(" ")), room));
            row
        };
        let rows: Vec<Vec<String>> = keys.into_iter().zip(&usual).map(row).collect();
        if !rows.is_empty() {
            page.table(&columns, &rows);
        }
        let more = usual.len() - rows.len() + unusual.len();
        if more > 0 {
            page.continued(&format!("And {}.", counted(more, "more setting", "more settings")));
        }
    }

    /// Shows the players of the blocks, with their addresses and passwords where they may be shown.
    fn players(&self, page: &mut Page, redacted: bool) {
        let standings = known(self.details.standings.as_deref().unwrap_or_default());
        let members = self.details.game_block.as_ref().map(|block| known(&block.members)).unwrap_or_default();
        let late: Vec<_> = standings.iter().filter(|standing| standing.late != 0).collect();
        if !late.is_empty() {
            let late = few(&late, MAX_NAMES, |s| format!("{} {}", self.who_stands(&s.player), s.late));
            page.paragraph(&format!("Late: {}.", late.join(", ")));
        }
        let addresses = standings.iter().map(|s| &s.address).chain(members.iter().map(|m| &m.address));
        let is_there = |text: &&String| *text != TAKEN_OUT;
        let mut secrets = addresses.chain(members.iter().map(|member| &member.password)).flatten().filter(is_there);
        if secrets.next().is_none() {
            if redacted && self.details.standings.is_some() {
                page.paragraph("Addresses and passwords were taken out.");
            }
            return;
        }
        if !self.reveal {
            return page.paragraph("Addresses and passwords of the players are hidden (--reveal shows them).");
        }
        let mut rows: BTreeMap<(usize, String), [Vec<&str>; 2]> = BTreeMap::new();
        let rank = |seat: &Field<Seat>| seat.known().map_or(usize::MAX, |seat| self.rank(seat));
        for standing in &standings {
            let key = (rank(&standing.player), self.who_stands(&standing.player));
            rows.entry(key).or_default()[0].extend(standing.address.as_deref());
        }
        for member in &members {
            let row = rows.entry((self.rank(&member.player), self.power_cell(&member.player))).or_default();
            row[0].extend(member.address.as_deref());
            row[1].extend(member.password.as_deref());
        }
        let columns = [Column::text("power"), Column::text("address"), Column::text("password")];
        let cell = |mut texts: Vec<&str>| {
            texts.dedup();
            few(&texts, 2, |text| clip(&printable(text), 60)).join(", ")
        };
        let shown = rows.into_iter().take(MAX_POWERS);
        let rows = shown.map(|((_, who), [address, password])| vec![who, cell(address), cell(password)]);
        page.table(&columns, &rows.collect::<Vec<_>>());
    }

    fn who_stands(&self, player: &Field<Seat>) -> String {
        match player {
            Field::Known(seat) => self.power_cell(seat),
            Field::Unknown(name) => raw(&name.unknown),
            Field::Absent => "?".into(),
        }
    }
}

/// Shows the first line of the game block.
fn game(page: &mut Page, block: &GameBlock) {
    let text = |text: &str| clip(&printable(text), TITLE_COLUMNS);
    let phase = format!("phase {} (number {})", text(&block.phase), text(&block.sequence));
    page.paragraph(&format!("Game {}, {phase}.", text(&block.name)));
    let flags = [&block.flags, &block.xflags, &block.x2flags, &block.x3flags].map(|flags| text(flags)).join(" ");
    page.continued(&format!(
        "Players {}, powers {}, victory {}, homes {}, absence {}; access {}, variant {}, level {}, dedication {}; \
         flags {flags}.",
        block.players,
        block.powers,
        block.victory,
        block.homes,
        block.absence,
        block.access,
        block.variant,
        block.level,
        block.dedication
    ));
}
