//! Random records of play.

use thin_vec::ThinVec;

use super::*;
use crate::model::{
    Action, ActionKind, Convoyed, Extra, PieceName, Remark, RemarkAnchor, Stack, Supported, TradeInput, TradeInputWord,
    Turn,
};

/// Number of kinds of actions.
const KINDS: usize = 36;

impl Chance {
    fn piece(&mut self) -> PieceName {
        PieceName(self.key())
    }

    fn stack(&mut self) -> Stack {
        Stack { piece: self.piece(), count: self.one_of(&[0, 3, u64::MAX]), player: self.maybe(Self::key) }
    }

    fn kind(&mut self, kind: usize) -> ActionKind {
        use ActionKind::*;
        match kind {
            0 => Move {
                piece: self.maybe(Self::piece),
                from: self.key(),
                to: self.key(),
                via: self.maybe(|c| c.list(Self::key).into()),
                by_convoy: self.maybe(Self::yes),
                new_star: self.maybe(Self::piece).map(Box::new),
            },
            1 => Hold { piece: self.maybe(Self::piece), at: self.key() },
            2 => NoOrder { piece: self.maybe(Self::piece), at: self.key() },
            3 => {
                let supported = Supported {
                    piece: self.maybe(Self::piece),
                    from: self.key(),
                    to: self.maybe(Self::key),
                    player: self.maybe(Self::key),
                };
                Support { piece: self.maybe(Self::piece), at: self.key(), supported: supported.into() }
            }
            4 => {
                let convoyed = Convoyed {
                    piece: self.maybe(Self::piece),
                    from: self.key(),
                    to: self.key(),
                    player: self.maybe(Self::key),
                };
                Convoy { piece: self.maybe(Self::piece), at: self.key(), convoyed: convoyed.into() }
            }
            5 => Retreat { piece: self.maybe(Self::piece), from: self.key(), to: self.key() },
            6 => Build { piece: self.maybe(Self::piece), at: self.key() },
            7 => Disband { piece: self.maybe(Self::piece), at: self.key() },
            8 => Remove { piece: self.maybe(Self::piece), at: self.key() },
            9 => Waive { at: self.maybe(Self::key) },
            10 => Condition,
            11 => Command,
            12 => {
                let word = self.below(3) == 0;
                let gives = if word {
                    TradeInput::Word(TradeInputWord::AsNeeded)
                } else {
                    TradeInput::Pieces(self.list(Self::stack))
                };
                Exchange { at: self.key(), gives, becomes: self.piece() }
            }
            13 => Setup {
                stars: self.list(|c| c.maybe(Self::piece)),
                piece: self.piece(),
                at: self.key(),
                name: self.maybe(Self::text).map(Box::from),
                overrides: self.maybe(Self::yes),
            },
            14 => Discover {
                piece: self.piece(),
                from: self.key(),
                star: self.piece().into(),
                to: self.key(),
                name: self.maybe(Self::text).map(Box::from),
            },
            15 => Capture { piece: self.piece(), at: self.key(), owner: self.maybe(Self::key) },
            16 => Sacrifice { piece: self.piece(), at: self.key() },
            17 => Catastrophe { at: self.key(), colour: self.piece() },
            18 => Pass,
            19 => Restart,
            20 => Resign,
            21 => Deploy { armies: self.number(), at: self.key(), total: self.number() },
            22 => Attack {
                from: self.key(),
                armies: self.number(),
                to: self.key(),
                defender: self.there(Self::key),
                defending: self.number(),
            },
            23 => {
                Losses { from: self.key(), attacker_lost: self.number(), to: self.key(), defender_lost: self.number() }
            }
            24 => Conquer { at: self.key(), armies: self.number() },
            25 => Fortify { from: self.key(), to: self.key(), armies: self.number() },
            26 => Eliminate,
            27 => Win,
            28 => TakeContinent { continent: self.text() },
            29 => CashSet { armies: self.number() },
            30 => TakeCommendations { count: self.number() },
            31 => Swap { at: self.key(), armies: self.number(), swapped_for: self.key(), armies_there: self.number() },
            32 => Give { at: self.key(), armies: self.number() },
            33 => CarrierLost,
            34 => Resume,
            _ => Unknown,
        }
    }

    fn action(&mut self, kind: usize) -> Action {
        Action {
            kind: self.kind(kind),
            player: self.maybe(Self::key),
            when: self.maybe(Self::when).map(Box::new),
            serial: self.maybe(Self::key),
            results: self.maybe(|c| c.list(Self::text).into()),
            inferred: self.list(Self::text).into(),
            text: self.maybe(Self::text).map(Box::from),
            remarks: self.list(Self::remark).into(),
        }
    }

    fn remark(&mut self) -> Remark {
        use RemarkAnchor::*;
        Remark {
            author: self.maybe(Self::text),
            recipient: self.maybe(Self::text),
            text: self.text(),
            when: self.maybe(|_| "1989-07-16T22:41:05.120".parse().unwrap()),
            place: self.maybe(|c| c.one_of(&[Before, UnderHeading, After])),
        }
    }

    pub fn extra(&mut self) -> Extra {
        Extra { key: self.text(), json: self.text() }
    }

    /// Returns a turn; its alternatives may have alternatives of their own, up to a depth.
    pub fn turn(&mut self, depth: usize) -> Turn {
        let action = |c: &mut Self| {
            let kind = c.below(KINDS);
            c.action(kind)
        };
        let has_alternatives = depth > 0 && self.below(3) == 0;
        let alternative = |c: &mut Self| c.list(|c| c.turn(depth - 1));
        Turn {
            number: self.maybe(|c| c.one_of(&[0, 7, u32::MAX])),
            player: self.maybe(Self::key),
            when: self.maybe(Self::when),
            position: self.maybe(|c| if c.yes() { Position::default() } else { c.position() }.into()),
            actions: self.list(action),
            unset: self.list(Self::key).into(),
            remarks: self.list(Self::remark).into(),
            extras: self.list(Self::extra).into(),
            undone: if self.below(3) == 0 { self.list(|c| c.list(action)).into() } else { ThinVec::new() },
            inferred: self.list(Self::text).into(),
            tag: self.maybe(Self::text),
            alternatives: if has_alternatives { self.list(alternative).into() } else { ThinVec::new() },
        }
    }
}

#[test]
fn every_kind_of_action_comes_back_under_its_word_of_json() {
    let mut words = Vec::new();
    for kind in 0..KINDS {
        for seed in 0..40 {
            let action = Chance(seed).action(kind);
            let word = serde_json::to_value(&action).unwrap()["type"].as_str().unwrap().to_owned();
            let mut document = Document::new(Game::new(System::Power));
            document.game.turns.push(Turn { actions: vec![action], ..Turn::default() });
            let folder = comes_back(&document);
            assert!(text(&folder, "actions.csv").contains(&format!("\n1,1,{word}")), "{word}");
            if seed == 0 {
                words.push(word);
            }
        }
    }
    let descriptor = super::super::super::descriptor();
    let resources = descriptor["resources"].as_array().unwrap();
    let actions = resources.iter().find(|resource| resource["name"] == "actions").unwrap();
    let mut fields = actions["schema"]["fields"].as_array().unwrap().iter();
    let field = fields.find(|field| field["name"] == "type").unwrap();
    assert_eq!(field["constraints"]["enum"], serde_json::json!(words));
}
