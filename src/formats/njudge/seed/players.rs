//! The blocks of players and of the game in a position file.

use super::block::{game, is_same_power, member, setting, standing};
use super::read::Reader;
use crate::formats::njudge::codes;
use crate::formats::njudge::cursor::{TextLine, ends_block};
use crate::model::{Element, Field, Player, Seat};

impl<'t> Reader<'t, '_, '_> {
    /// Reads the players, and the game behind them.
    pub(super) fn players_block(&mut self) {
        let mut standings = Vec::new();
        let mut names: Vec<String> = Vec::new();
        while let Some(line) = self.cursor.next_if(|line| !ends_block(line)) {
            if line.is_blank() {
                continue;
            }
            self.cursor.claim(line);
            let index = standings.len();
            self.cursor.mark(|| format!("game.details.standings[{index}]"), line.span());
            match standing(line.text) {
                Some((name, standing)) => {
                    names.push(name.to_owned());
                    standings.push(Element::Known(standing));
                }
                None => self.not_understood(line, &mut standings),
            }
        }
        let has_game = self.cursor.peek().is_some_and(|line| line.text.starts_with("-2"));
        self.details.standings = Some(standings);
        if !self.terminator() {
            return self.cut("the players");
        }
        if has_game {
            self.game_block(&names);
        }
    }

    fn not_understood<T>(&mut self, line: TextLine<'t>, list: &mut Vec<Element<T>>) {
        // `_pref:` and `_draw:` are known lines, whose texts no document describes.
        if !line.text.starts_with('_') {
            self.cursor.odd(&codes::BAD_LINE, line.span(), "this line is not understood, and kept as it is");
        }
        list.push(Element::unknown(line.text));
    }

    fn game_block(&mut self, names: &[String]) {
        let header = self.cursor.next_if(|line| !ends_block(line));
        let Some((line, mut block)) = header.and_then(|line| Some((line, game(line.text)?))) else {
            let at = header.map_or(self.cursor.text.len()..self.cursor.text.len(), |line| line.span());
            let message = "the line of the game is not understood, so what follows is not read";
            return self.cursor.refused(&codes::BAD_LINE, at, message);
        };
        self.cursor.claim(line);
        self.cursor.mark(|| "game.details.game_block".to_owned(), line.span());
        while let Some(line) = self.cursor.next_if(|line| !ends_block(line)) {
            if line.is_blank() {
                continue;
            }
            self.cursor.claim(line);
            let taken = |letter: &Seat, names: &[Player]| names.iter().any(|p| p.seat == *letter);
            match member(line.text).filter(|(_, member)| !taken(&member.player, &self.names)) {
                Some((name, member)) => {
                    let full = names.iter().find(|other| is_same_power(name, other));
                    let mut player = Player::at(member.player.clone());
                    // Without a line in the players' block, the letter is the first of the name.
                    let letters = name.get(1..).unwrap_or_default();
                    let name = full.cloned().unwrap_or_else(|| format!("{}{letters}", member.player));
                    player.name = Field::Known(Some(name));
                    self.names.push(player);
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
        self.seat_standings();
        if !self.terminator() {
            self.cut("the game");
        }
    }

    /// Gives standings the seats that the game block tells.
    fn seat_standings(&mut self) {
        let mut seated: Vec<&Seat> = Vec::new();
        for standing in self.details.standings.iter_mut().flatten() {
            let Element::Known(standing) = standing else { continue };
            let Field::Unknown(name) = &standing.player else { continue };
            let player = self.names.iter().find(|player| player.name() == Some(&name.unknown));
            if let Some(player) = player.filter(|player| !seated.contains(&&player.seat)) {
                seated.push(&player.seat);
                standing.player = Field::Known(player.seat.clone());
            }
        }
    }
}
