//! Documents of random games, with texts and shapes that are hard to tell apart.

mod record;
mod war;

use proptest::prelude::*;

use super::*;
use crate::model::{
    Adjacency, Board, BoardSource, BuiltinBoard, City, Element, GameResult, Passage, PassageKind, Phase, PhaseKind,
    Piece, Season, Territory, TerritoryKind, TerritoryRef, When,
};
use crate::systems::diplomacy::model::{
    Account, DiplomacyDetails, Disaster, ExtraCentres, GameBlock, HongKong, Income, Limits, Member, Ownership,
    OwnershipGroup, PlayerRow, Section, Setting,
};
use crate::systems::homeworlds::model::HomeworldsDetails;
use crate::text::tries::tries;

const TEXTS: [&str; 20] = [
    "",
    " ",
    "\\",
    "\\_",
    "\\\\",
    "a b",
    " a ",
    "Norwegian Sea",
    "stp/sc",
    "nwy",
    "V",
    "&",
    "\"",
    "a,b",
    "\r\n",
    "\n",
    "\u{feff}",
    "0",
    "true",
    "ä日",
];

/// A random number generator: the same seed always gives the same numbers.
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % count
    }

    fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    fn text(&mut self) -> String {
        self.one_of(&TEXTS).to_owned()
    }

    fn key<'k, K: From<&'k str>>(&mut self) -> K {
        self.one_of(&TEXTS).into()
    }

    fn number(&mut self) -> i32 {
        self.one_of(&[0, 1, -4, i32::MAX, i32::MIN])
    }

    fn yes(&mut self) -> bool {
        self.below(2) == 0
    }

    fn maybe<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.yes().then(|| make(self))
    }

    fn list<T>(&mut self, make: impl Fn(&mut Self) -> T) -> Vec<T> {
        (0..self.below(4)).map(|_| make(self)).collect()
    }

    /// Returns a field with a value, understood or not.
    fn there<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Field<T> {
        if self.below(3) > 0 { Field::Known(make(self)) } else { Field::unknown(self.text()) }
    }

    fn field<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Field<T> {
        if self.yes() { self.there(make) } else { Field::Absent }
    }

    fn elements<T>(&mut self, make: impl Fn(&mut Self) -> T) -> Vec<Element<T>> {
        self.list(|c| if c.below(4) > 0 { Element::Known(make(c)) } else { Element::unknown(c.text()) })
    }

    fn places(&mut self) -> Vec<Field<TerritoryRef>> {
        self.list(|c| c.there(Self::key))
    }

    fn territory(&mut self) -> Territory {
        use TerritoryKind::*;
        let kinds = [Land, Water, HighSea, Ice, Gateway, Railway];
        let city =
            |c: &mut Self| City { income: c.one_of(&[0, 7]), fortified: c.yes(), port: c.yes(), venice: c.yes() };
        Territory {
            id: self.key(),
            name: self.maybe(Self::text),
            aliases: self.list(Self::text),
            code: self.maybe(Self::text),
            kind: self.field(|c| c.one_of(&kinds)),
            second_kind: self.maybe(|c| c.one_of(&kinds)),
            centre: self.maybe(Self::yes),
            home: self.field(|c| c.maybe(Self::key)),
            region: self.maybe(Self::text),
            city: self.maybe(city),
        }
    }

    fn board(&mut self) -> Board {
        let passage = |c: &mut Self| Passage {
            kind: c.one_of(&[PassageKind::Gateway, PassageKind::Railway]),
            at: c.there(Self::key),
            controlled_from: c.field(Self::key),
            between: c.places(),
            powers: c.list(Self::key),
            path: c.places(),
        };
        Board {
            builtin: self.maybe(|_| BuiltinBoard::Standard),
            from: self.maybe(|c| BoardSource { name: c.text(), sha256: c.text(), content_sha256: c.maybe(Self::text) }),
            territories: self.elements(Self::territory),
            adjacencies: self.elements(|c| Adjacency { from: c.key(), movement: c.key(), to: c.places() }),
            passages: self.elements(passage),
        }
    }

    fn when(&mut self) -> When {
        if self.below(4) == 0 {
            return When::Moment("1989-07-16T22:41".parse().unwrap());
        }
        use {PhaseKind::*, Season::*};
        When::Phase(Box::new(Phase {
            season: self.field(|c| c.one_of(&[Spring, Summer, Fall, Winter])),
            year: self.field(Self::number),
            phase: self.field(|c| c.one_of(&[Movement, Retreat, Builds, Adjustment])),
        }))
    }

    fn position(&mut self) -> Position {
        let piece = |c: &mut Self| Piece {
            player: c.maybe(Self::key),
            kind: c.key(),
            serial: c.maybe(Self::key),
            territory: c.key(),
            count: c.maybe(|c| c.one_of(&[0, 1, u32::MAX])),
            status: c.maybe(Self::text),
            special: c.maybe(Self::text),
            retreats: c.list(Self::key),
        };
        let holding = |c: &mut Self| Holding {
            home: c.field(|c| c.maybe(Self::key)),
            centre: c.one_of(&[None, Some(true), Some(false)]),
            ..Holding::of(c.one_of(&TEXTS).into())
        };
        Position {
            when: self.maybe(Self::when),
            from: self.maybe(|c| BoardSource { name: c.text(), sha256: c.text(), content_sha256: c.maybe(Self::text) }),
            holdings: self.list(holding),
            pieces: self.elements(piece),
        }
    }

    fn group(&mut self) -> OwnershipGroup {
        OwnershipGroup {
            names: self.list(Self::text),
            owner: self.maybe(Self::text),
            city_owner: self.maybe(Self::text),
            home: self.maybe(Self::text),
            flags: self.maybe(Self::text),
            held: self.maybe(Self::text),
            new_owner: self.maybe(Self::text),
            new_city_owner: self.maybe(Self::text),
        }
    }

    fn standing(&mut self) -> PlayerRow {
        PlayerRow {
            player: self.there(Self::key),
            status: self.number(),
            units: self.number(),
            centres: self.number(),
            user: self.number(),
            site: self.number(),
            dedication: self.number(),
            address: self.maybe(Self::text),
            late: self.number(),
            blockaded: self.number(),
        }
    }

    fn game_block(&mut self) -> GameBlock {
        let member = |c: &mut Self| Member {
            player: c.key(),
            status: c.number(),
            units: c.number(),
            centres: c.number(),
            user: c.number(),
            site: c.number(),
            password: c.maybe(Self::text),
            address: c.maybe(Self::text),
            numbers: c.list(Self::number),
        };
        GameBlock {
            name: self.text(),
            sequence: self.text(),
            phase: self.text(),
            access: self.number(),
            variant: self.number(),
            level: self.number(),
            dedication: self.number(),
            flags: self.text(),
            victory: self.number(),
            players: self.number(),
            xflags: self.text(),
            absence: self.number(),
            x2flags: self.text(),
            homes: self.number(),
            x3flags: self.text(),
            powers: self.number(),
            settings: self.elements(|c| Setting { key: c.text(), text: c.text() }),
            members: self.elements(member),
        }
    }

    fn details(&mut self) -> DiplomacyDetails {
        use Section::*;
        let sections =
            [Famine, Plague, Storms, Income, CityOrder, CentreOrder, HongKong, Gateway, Railway, Limits, ExtraCentres];
        let disaster = |c: &mut Self| Disaster {
            row: c.one_of(&[2, 12]),
            column: c.one_of(&[0, 255]),
            territory: c.there(Self::key),
        };
        let income = |c: &mut Self| self::Income {
            territory: c.there(Self::key),
            dice: c.number(),
            values: std::array::from_fn(|_| c.number()),
            initial: c.maybe(Self::number),
        };
        let limits =
            |c: &mut Self| self::Limits { player: c.key(), army: c.text(), fleet: c.text(), garrison: c.text() };
        let account = |c: &mut Self| Account {
            player: c.key(),
            treasury: c.maybe(Self::number),
            loans: c.list(|c| [c.number(), c.number()]),
            chits: c.maybe(Self::text),
            allies: c.maybe(Self::text),
        };
        let ownership = |c: &mut Self| {
            if c.yes() { Ownership::Flat(c.text()) } else { Ownership::Groups(c.list(Self::group)) }
        };
        DiplomacyDetails {
            sections: self.list(|c| c.there(|c| c.one_of(&sections))),
            famine: self.maybe(|c| c.list(disaster)),
            plague: self.maybe(|c| c.list(disaster)),
            storms: self.maybe(|c| c.list(disaster)),
            income: self.maybe(|c| c.elements(income)),
            city_order: self.maybe(|c| c.list(Self::places)),
            centre_order: self.maybe(|c| c.list(Self::places)),
            hong_kong: self.maybe(|c| c.elements(|c| self::HongKong { player: c.key(), territories: c.places() })),
            limits: self.maybe(|c| c.elements(limits)),
            extra_centres: self.maybe(|c| c.elements(|c| self::ExtraCentres { player: c.key(), count: c.number() })),
            ownership: self.maybe(ownership),
            accounts: self.elements(account),
            standings: self.maybe(|c| c.elements(Self::standing)),
            game_block: self.maybe(Self::game_block),
            extras: self.list(Self::extra),
        }
    }

    fn homeworlds(&mut self) -> HomeworldsDetails {
        HomeworldsDetails { to_move: self.maybe(Self::key), extras: self.list(Self::extra) }
    }

    fn document(&mut self) -> Document {
        let system = self.one_of(&[System::Homeworlds, System::Diplomacy, System::Diplomacy, System::GlobalWar]);
        let mut game = Game::new(system);
        game.variant = self.maybe(Self::text);
        game.variants = self.maybe(|c| c.list(Self::text));
        game.players = self.list(Self::player);
        game.board = self.maybe(Self::board);
        game.position = self.maybe(Self::position);
        game.turns = self.list(|c| c.turn(3));
        game.result =
            self.maybe(|c| GameResult { winners: c.list(Self::key), reason: c.maybe(Self::text), stated: c.yes() });
        game.details = match system {
            System::Homeworlds => Details::of_homeworlds(self.homeworlds()),
            System::GlobalWar => Details::GlobalWar(Box::new(self.war())),
            _ => Details::Diplomacy(Box::new(self.details())),
        };
        Document::new(game)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(tries(500) as u32))]

    #[test]
    fn every_document_of_a_record_comes_back(seed: u64) {
        let document = Chance(seed).document();
        comes_back(&document);
        if seed % 5 == 0 {
            comes_back_guarded(&document);
        }
    }
}
