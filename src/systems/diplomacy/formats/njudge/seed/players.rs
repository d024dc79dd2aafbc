//! Reads the blocks of players and of the game in a position file.

use super::block::{game, is_same_power, member, setting, standing};
use super::read::Reader;
use super::{full_name, short_name};
use crate::model::{Element, Field, Player, Seat};
use crate::systems::diplomacy::formats::njudge::codes;
use crate::systems::diplomacy::formats::njudge::cursor::{TextLine, ends_block};
use crate::systems::diplomacy::rules::variants;

impl<'t> Reader<'t, '_, '_> {
    /// Reads the players, and the block of the game after them.
    pub(super) fn players_block(&mut self) {
        let mut standings = Vec::new();
        let mut names: Vec<(usize, String)> = Vec::new();
        let mut has_game = false;
        while let Some(line) = self.cursor.peek().filter(|line| !ends_block(line.text)) {
            has_game = game(line.text).is_some() && !line.is_blank();
            if has_game {
                self.missing_end("standings.end", "-2", "the game");
                break;
            }
            self.cursor.next();
            if line.is_blank() {
                continue;
            }
            self.cursor.source_span(line);
            let index = standings.len();
            self.cursor.mark(|| format!("game.details.standings[{index}]"), line.span());
            match standing(line.text) {
                Some((name, standing)) => {
                    names.push((index, name.to_owned()));
                    standings.push(Element::Known(standing));
                }
                None => self.not_understood(line, &mut standings),
            }
        }
        self.details.standings = Some(standings);
        if !has_game {
            has_game = self.cursor.peek().is_some_and(|line| line.text.starts_with("-2"));
            if !self.terminator() {
                return self.cut("the players");
            }
        }
        if has_game {
            self.game_block(&names);
        }
    }

    fn not_understood<T>(&mut self, line: TextLine<'t>, list: &mut Vec<Element<T>>) {
        // `_pref:` and `_draw:` are known lines, but no document describes their texts.
        if !line.text.starts_with('_') {
            self.cursor.odd(&codes::BAD_LINE, line.span(), "unknown line, which is kept as it is");
        }
        list.push(Element::unknown(line.text));
    }

    fn game_block(&mut self, names: &[(usize, String)]) {
        let header = self.cursor.next_if(|line| !ends_block(line));
        let Some((line, mut block)) = header.and_then(|line| Some((line, game(line.text)?))) else {
            let at = header.map_or(self.cursor.text.len()..self.cursor.text.len(), |line| line.span());
            let message = "unknown line in place of the game's own: what follows is not read";
            return self.cursor.refused(&codes::BAD_LINE, at, message);
        };
        self.cursor.source_span(line);
        self.cursor.mark(|| "game.details.game_block".to_owned(), line.span());
        let variant = variants::numbered(block.variant);
        while let Some(line) = self.cursor.next_if(|line| !ends_block(line)) {
            if line.is_blank() {
                continue;
            }
            self.cursor.source_span(line);
            let taken = |letter: &Seat, names: &[Player]| names.iter().any(|p| p.seat == *letter);
            match member(line.text).filter(|(_, member)| !taken(&member.player, &self.names)) {
                Some((name, member)) => {
                    let seat = &member.player;
                    let full = self.seat_standing(name, seat, names);
                    // Without a line in the players' block, the first letter of the name is taken to be the letter of
                    // the power.
                    let letters = name.get(1..).unwrap_or_default();
                    let written = full.map_or_else(|| format!("{seat}{letters}"), str::to_owned);
                    let name = full_name(variant, seat, &written).map_or(written, str::to_owned);
                    self.names.push(Player { name: Field::Known(Some(name)), ..Player::at(seat.clone()) });
                    block.members.push(Element::Known(member));
                }
                None if !block.members.is_empty() => self.not_understood(line, &mut block.members),
                None => match setting(line.text) {
                    Some(setting) => block.settings.push(Element::Known(setting)),
                    None => self.not_understood(line, &mut block.settings),
                },
            }
        }
        self.details.game_block = Some(block);
        if !self.terminator() {
            self.cut("the game");
        }
    }

    /// Assigns the seat of a member to its row in the players' block, and returns the name in that row; `None` where
    /// the block has no row for it.
    fn seat_standing<'n>(&mut self, name: &str, seat: &Seat, names: &'n [(usize, String)]) -> Option<&'n str> {
        let short = short_name(name);
        let standings = self.details.standings.as_mut()?;
        let is_free = |index: usize| {
            let standing = standings.get(index).and_then(Element::known);
            standing.is_some_and(|standing| standing.player.is_unknown())
        };
        let exact = names.iter().find(|(index, other)| is_free(*index) && is_same_power(name, other));
        let cut = || names.iter().find(|(index, other)| is_free(*index) && is_same_power(&short, &short_name(other)));
        let (index, full) = exact.or_else(cut)?;
        if let Some(Element::Known(standing)) = standings.get_mut(*index) {
            standing.player = Field::Known(seat.clone());
        }
        Some(full)
    }
}
