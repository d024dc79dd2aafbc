//! What players do: one enum for all systems, so that one question is one query over all archives.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::moment::When;
use super::value::{Field, Seat, TerritoryRef};

/// An action: what was done, by whom, with what result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Action {
    /// What was done.
    #[serde(flatten)]
    pub kind: ActionKind,
    /// Who did it, where the source says so for each action; who is out, of `eliminate`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Seat>,
    /// When, where the source gives a time to each action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Box<When>>,
    /// What tells the piece from equal pieces (.hwl): one letter for each piece that the action names, in the order
    /// of its fields.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub serial: Option<SmolStr>,
    /// What came of it: `bounce`, `cut`, `void`, `dislodged`, ...; an empty list is success.
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

/// What was done. A move is a move and a build is a build in every system, with the same fields.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)] // The fields say what they are; the table of the contract describes each variant.
pub enum ActionKind {
    /// A piece goes from one territory to another.
    Move {
        /// The kind of piece that does it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceName>,
        /// Where the piece comes from.
        from: TerritoryRef,
        /// Where it goes.
        to: TerritoryRef,
        /// The route of a convoy, or of a railway.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        via: Option<Vec<TerritoryRef>>,
        /// Whether an army moves by convoy.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by_convoy: Option<bool>,
        /// The star of a system that is born by this move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<String>")]
        new_star: Option<SmolStr>,
    },
    /// A unit stays.
    Hold {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceName>,
        /// Where it is done, with the coast where there is one.
        at: TerritoryRef,
    },
    /// A unit was given no order; what came of it is said all the same.
    NoOrder {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceName>,
        at: TerritoryRef,
    },
    /// A unit supports another to hold or to move.
    Support {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceName>,
        at: TerritoryRef,
        supported: Supported,
    },
    /// A fleet carries an army.
    Convoy {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceName>,
        at: TerritoryRef,
        convoyed: Convoyed,
    },
    /// A dislodged unit retreats.
    Retreat {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceName>,
        from: TerritoryRef,
        to: TerritoryRef,
    },
    /// A piece is built.
    Build {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceName>,
        at: TerritoryRef,
    },
    /// A dislodged unit is disbanded.
    Disband {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceName>,
        at: TerritoryRef,
    },
    /// A unit is removed in an adjustment.
    Remove {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceName>,
        at: TerritoryRef,
    },
    /// A build is waived.
    Waive {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<TerritoryRef>,
    },
    /// A condition that the orders behind it stand under (nJudge's `IF`), in `text`.
    Condition,
    /// A command to the program that the file is for (nJudge's `SIGNON`, and messages), in `text`.
    Command,
    /// Pieces are given for another (a trade).
    Exchange {
        at: TerritoryRef,
        /// What is given for another piece.
        gives: TradeInput,
        /// The kind of piece that it becomes.
        becomes: PieceName,
    },
    /// A homeworld is set up; a missing star is null.
    Setup {
        /// The stars of a homeworld; null is a missing one.
        stars: Vec<Option<PieceName>>,
        piece: PieceName,
        at: TerritoryRef,
        /// The name of the system, where its id is another.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// Whether the player insists on it against the program's advice.
        #[serde(default, skip_serializing_if = "Option::is_none", rename = "override")]
        overrides: Option<bool>,
    },
    /// A ship moves to a system that is born by it.
    Discover {
        piece: PieceName,
        from: TerritoryRef,
        /// The star of a system that is born.
        star: PieceName,
        to: TerritoryRef,
        /// The name of the system, where its id is another.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// A ship is taken over.
    Capture {
        piece: PieceName,
        at: TerritoryRef,
        /// Whose ship it was.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        owner: Option<Seat>,
    },
    /// A ship is sacrificed.
    Sacrifice { piece: PieceName, at: TerritoryRef },
    /// Four of a colour are too many.
    Catastrophe {
        at: TerritoryRef,
        /// The colour that there is too much of.
        colour: PieceName,
    },
    /// Nothing is done.
    Pass,
    /// The player takes the turn back and begins it anew; the last of what was undone.
    Restart,
    /// The player resigns.
    Resign,
    /// Armies are deployed; `total` then stand there.
    Deploy {
        /// How many armies do it.
        armies: i32,
        at: TerritoryRef,
        /// How many then stand there.
        total: i32,
    },
    /// An attack, with the armies on either side.
    Attack {
        from: TerritoryRef,
        armies: i32,
        to: TerritoryRef,
        /// Who is attacked.
        defender: Field<Seat>,
        /// How many armies defend.
        defending: i32,
    },
    /// Losses of an attack.
    Losses {
        from: TerritoryRef,
        /// How many armies the attacker lost.
        attacker_lost: i32,
        to: TerritoryRef,
        /// How many armies the defender lost.
        defender_lost: i32,
    },
    /// A country is conquered; so many armies move in.
    Conquer { at: TerritoryRef, armies: i32 },
    /// Armies are moved at the end of a turn.
    Fortify { from: TerritoryRef, to: TerritoryRef, armies: i32 },
    /// The `player` is out of the game.
    Eliminate,
    /// The player wins.
    Win,
    /// A continent is held.
    TakeContinent {
        /// The continent that is held.
        continent: String,
    },
    /// A set of commendations is turned in for armies.
    CashSet { armies: i32 },
    /// Commendations are taken from an eliminated opponent.
    TakeCommendations {
        /// How many commendations are taken.
        count: i32,
    },
    /// A country is swapped for one of the partner.
    Swap {
        at: TerritoryRef,
        armies: i32,
        /// The country that one is swapped for.
        #[serde(rename = "for")]
        swapped_for: TerritoryRef,
        /// How many armies stand in that.
        armies_there: i32,
    },
    /// A country is given to the partner.
    Give { at: TerritoryRef, armies: i32 },
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
    /// What it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<PieceName>,
    /// Where it stands.
    pub from: TerritoryRef,
    /// Where it goes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<TerritoryRef>,
    /// Whose it is, where it is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Seat>,
}

/// The army that is convoyed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Convoyed {
    /// What it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<PieceName>,
    /// Where it stands.
    pub from: TerritoryRef,
    /// Where it goes.
    pub to: TerritoryRef,
    /// Whose it is, where it is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Seat>,
}

/// What is given in an exchange.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum TradeInput {
    /// These pieces.
    Pieces(Vec<Stack>),
    /// As much as is needed (Power's `Z`).
    Word(TradeInputWord),
}

impl Default for TradeInput {
    /// No pieces.
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
    /// The kind.
    pub piece: PieceName,
    /// How many.
    pub count: u64,
    /// Whose, where it is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Seat>,
}

/// Something said: chat, a comment, a message.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Remark {
    /// Who said it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// Who it was said to, where the source says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipient: Option<String>,
    /// What was said; lines end in LF.
    pub text: String,
    /// When.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<super::moment::Moment>,
    /// Where it stands, where that is not behind what it belongs to, in the same line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<RemarkAnchor>,
}

/// Where a remark stands that has a line of its own.
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
    /// The value, as JSON.
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
