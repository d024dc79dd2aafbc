//! What players do: one enum for all systems, so that one question is one query over all archives.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::moment::When;
use super::value::{Field, Seat, TerritoryRef};

/// An action: what was done, by whom, with what result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Action {
    /// The kind of action, with its fields.
    #[serde(flatten)]
    pub kind: ActionKind,
    /// The player who acts, where the source names one for each action; of `eliminate`, the player who is out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Seat>,
    /// The time of the action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Box<When>>,
    /// Letters that tell the pieces from equal ones (.hwl): one for each piece that the action names, in the order of
    /// its fields.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub serial: Option<SmolStr>,
    /// Results of an order: `bounce`, `cut`, `void`, `dislodged`, ...; an empty list is success, absent is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub results: Option<Vec<String>>,
    /// The fields that were not in the source but follow from the rules or the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inferred: Vec<String>,
    /// The text it was given with, where it did not resolve or was not understood.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Remarks that belong to this action.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
}

impl Action {
    /// An action of which nothing else is said.
    pub fn of(kind: ActionKind) -> Action {
        Action {
            kind,
            player: None,
            when: None,
            serial: None,
            results: None,
            inferred: Vec::new(),
            text: None,
            remarks: Vec::new(),
        }
    }
}

/// The kinds of actions. A move is a move and a build is a build in every system, with the same fields.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum ActionKind {
    /// A piece goes from one territory to another.
    Move {
        /// The kind of piece that does it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceName>,
        /// The territory that the piece leaves.
        from: TerritoryRef,
        /// The territory that it goes to.
        to: TerritoryRef,
        /// The route of a convoy, or of a railway.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        via: Option<Vec<TerritoryRef>>,
        /// True where an army moves by convoy.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by_convoy: Option<bool>,
        /// The star of a system that is born by this move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<String>")]
        new_star: Option<SmolStr>,
    },
    /// A unit holds.
    Hold {
        /// The kind of piece.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceName>,
        /// The territory, with the coast where there is one.
        at: TerritoryRef,
    },
    /// A unit was given no order; what came of it is said all the same.
    NoOrder {
        /// The kind of piece.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceName>,
        /// Where it is done, with the coast where there is one.
        at: TerritoryRef,
    },
    /// A unit supports another to hold or to move.
    Support {
        /// The kind of piece.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceName>,
        /// Where it is done, with the coast where there is one.
        at: TerritoryRef,
        /// What is supported.
        supported: Supported,
    },
    /// A fleet carries an army.
    Convoy {
        /// The kind of piece.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceName>,
        /// Where it is done, with the coast where there is one.
        at: TerritoryRef,
        /// What is carried.
        convoyed: Convoyed,
    },
    /// A dislodged unit retreats.
    Retreat {
        /// The kind of piece.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceName>,
        /// Where the unit was dislodged.
        from: TerritoryRef,
        /// Where it goes.
        to: TerritoryRef,
    },
    /// A new piece is put on the board.
    Build {
        /// The kind of piece.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceName>,
        /// Where it is built.
        at: TerritoryRef,
    },
    /// A dislodged unit is disbanded.
    Disband {
        /// The kind of piece.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceName>,
        /// Where it is done, with the coast where there is one.
        at: TerritoryRef,
    },
    /// A unit is removed in an adjustment.
    Remove {
        /// The kind of piece.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceName>,
        /// Where it is done, with the coast where there is one.
        at: TerritoryRef,
    },
    /// A build that is due is waived.
    Waive {
        /// Where nothing is built, where the source says it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<TerritoryRef>,
    },
    /// A condition that the orders behind it stand under (nJudge's `IF`), in `text`.
    Condition,
    /// A command to the program that the file is for (nJudge's `SIGNON`, and messages), in `text`.
    Command,
    /// Pieces are given for another (a trade).
    Exchange {
        /// Where the pieces stand.
        at: TerritoryRef,
        /// The pieces that are given for the new one.
        gives: TradeInput,
        /// The kind of piece that it becomes.
        becomes: PieceName,
    },
    /// A homeworld is set up; a missing star is null.
    Setup {
        /// The stars of a homeworld; null is a missing one.
        stars: Vec<Option<PieceName>>,
        /// The ship.
        piece: PieceName,
        /// The system, by its id.
        at: TerritoryRef,
        /// The name of the system, where its id is another.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// True where the player insists on it against the advice of the program.
        #[serde(default, skip_serializing_if = "Option::is_none", rename = "override")]
        overrides: Option<bool>,
    },
    /// A ship moves to a system that is born by it.
    Discover {
        /// The ship.
        piece: PieceName,
        /// The system that it leaves.
        from: TerritoryRef,
        /// The star of a system that is born.
        star: PieceName,
        /// The system that is born, by its id.
        to: TerritoryRef,
        /// The name of the system, where its id is another.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// A ship is taken over.
    Capture {
        /// The ship.
        piece: PieceName,
        /// The system.
        at: TerritoryRef,
        /// The player that the ship was taken from.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        owner: Option<Seat>,
    },
    /// A ship is sacrificed.
    Sacrifice {
        /// The ship.
        piece: PieceName,
        /// The system.
        at: TerritoryRef,
    },
    /// Four of a colour are too many.
    Catastrophe {
        /// The system.
        at: TerritoryRef,
        /// The colour that there is too much of.
        colour: PieceName,
    },
    /// The player passes.
    Pass,
    /// The player takes the turn back and begins it anew; the last of what was undone.
    Restart,
    /// The player gives the game up.
    Resign,
    /// Armies are deployed; `total` then stand there.
    Deploy {
        /// The number of armies that are deployed.
        armies: i32,
        /// Where it is done, with the coast where there is one.
        at: TerritoryRef,
        /// The number of armies that stand there afterwards.
        total: i32,
    },
    /// An attack, with the armies on either side.
    Attack {
        /// The country that attacks.
        from: TerritoryRef,
        /// How many armies attack.
        armies: i32,
        /// The country that is attacked.
        to: TerritoryRef,
        /// The player who is attacked.
        defender: Field<Seat>,
        /// The number of armies that defend.
        defending: i32,
    },
    /// The armies that an attack cost both sides.
    Losses {
        /// The country that attacked.
        from: TerritoryRef,
        /// The number of armies that the attacker lost.
        attacker_lost: i32,
        /// The country that was attacked.
        to: TerritoryRef,
        /// The number of armies that the defender lost.
        defender_lost: i32,
    },
    /// A country is conquered; so many armies move in.
    Conquer {
        /// The country that is conquered.
        at: TerritoryRef,
        /// How many armies move in.
        armies: i32,
    },
    /// Armies are moved at the end of a turn.
    Fortify {
        /// Where it comes from.
        from: TerritoryRef,
        /// Where it goes.
        to: TerritoryRef,
        /// How many armies move.
        armies: i32,
    },
    /// The `player` is out of the game.
    Eliminate,
    /// The player wins the game.
    Win,
    /// The player now holds a whole continent.
    TakeContinent {
        /// The continent that is held.
        continent: String,
    },
    /// A set of commendations is turned in for armies.
    CashSet {
        /// How many armies the set gives.
        armies: i32,
    },
    /// Commendations are taken from an eliminated opponent.
    TakeCommendations {
        /// The number of commendations that are taken.
        count: i32,
    },
    /// A country is swapped for one of the partner.
    Swap {
        /// The country that is given.
        at: TerritoryRef,
        /// How many armies stand in it.
        armies: i32,
        /// The country that one is swapped for.
        #[serde(rename = "for")]
        swapped_for: TerritoryRef,
        /// The number of armies that stand in that territory.
        armies_there: i32,
    },
    /// A country is given to the partner.
    Give {
        /// The country that is given.
        at: TerritoryRef,
        /// How many armies stand in it.
        armies: i32,
    },
    /// The connection was lost; the turn is saved.
    CarrierLost,
    /// The saved turn goes on.
    Resume,
    /// Text that was not understood, in `text`.
    Unknown,
}

/// The name of a kind of piece: `army`, `g2`, `heavy-tank`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct PieceName(#[schemars(with = "String")] pub SmolStr);

/// The unit that is supported, and where it moves to; without `to` it is supported to hold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Supported {
    /// The kind of unit; absent where the order does not name it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<PieceName>,
    /// The territory that the unit stands in.
    pub from: TerritoryRef,
    /// The territory that it goes to; absent where it holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<TerritoryRef>,
    /// The power that the unit belongs to, where the order names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Seat>,
}

/// The army that is convoyed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Convoyed {
    /// The kind of unit; absent where the order does not name it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<PieceName>,
    /// The territory that the unit stands in.
    pub from: TerritoryRef,
    /// The territory that it goes to.
    pub to: TerritoryRef,
    /// The power that the unit belongs to, where the order names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Seat>,
}

/// The pieces that are given in an exchange.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum TradeInput {
    /// Exactly these pieces.
    Pieces(Vec<Stack>),
    /// As much as is needed (Power's `Z`).
    Word(TradeInputWord),
}

impl Default for TradeInput {
    /// An empty list of pieces.
    fn default() -> Self {
        TradeInput::Pieces(Vec::new())
    }
}

/// A word in the place of pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TradeInputWord {
    /// As much as is needed.
    AsNeeded,
}

/// So many pieces of a kind.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stack {
    /// The kind of piece.
    pub piece: PieceName,
    /// The number of pieces.
    pub count: u64,
    /// The player that they belong to, where the source names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Seat>,
}

/// Something said: chat, a comment, a message.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Remark {
    /// The author, by the name that the source gives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The person or group that it was said to, where the source names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipient: Option<String>,
    /// The text; lines end in LF.
    pub text: String,
    /// The time, where the source gives one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<super::moment::Moment>,
    /// The place of the remark beside the action or turn; absent where it stands behind it in the same line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<RemarkAnchor>,
}

/// The places of a remark that has a line of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RemarkAnchor {
    /// Before what it belongs to.
    Before,
    /// Between the heading of a player's actions and the first of them, which it belongs to.
    UnderHeading,
    /// Behind what it belongs to.
    After,
}

/// A value of a source in JSON that the model has no place for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Extra {
    /// Its key, behind those of the objects that it is in: `state.zobrist_hash`.
    pub key: String,
    /// The value, as JSON text.
    pub json: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_of_the_contract_reads_back() {
        for json in [
            r#"{"type":"move","piece":"army","from":"bre","to":"lon","via":["eng"],"player":"F"}"#,
            r#"{"type":"support","piece":"army","at":"mar","supported":{"piece":"army","from":"par","to":"bur"},"player":"F"}"#,
            r#"{"type":"setup","stars":["g2",null],"piece":"b3","at":"Mistermorn"}"#,
            r#"{"type":"exchange","at":"Y2","gives":"as-needed","becomes":"megamissile"}"#,
            r#"{"type":"exchange","at":"K2","gives":[{"piece":"tank","count":3}],"becomes":"heavy-tank"}"#,
            r#"{"type":"swap","at":"Peru","armies":3,"for":"Brazil","armies_there":2}"#,
            r#"{"type":"eliminate","player":"4"}"#,
            r#"{"type":"pass","inferred":["type"]}"#,
            r#"{"type":"unknown","text":"??"}"#,
        ] {
            let action: Action = serde_json::from_str(json).unwrap();
            assert_eq!(serde_json::to_string(&action).unwrap(), json);
        }
    }

    #[test]
    fn a_field_that_an_action_does_not_have_is_refused() {
        for json in [r#"{"type":"build","piece":"g1","at":"Mars","form":"x"}"#, r#"{"type":"dance"}"#] {
            assert!(serde_json::from_str::<Action>(json).is_err(), "{json}");
        }
    }
}
