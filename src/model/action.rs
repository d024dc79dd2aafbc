//! The actions of players: one enum for all systems, so that one query answers a question over all archives.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;
use thin_vec::ThinVec;

use super::moment::When;
use super::value::{Field, Seat, TerritoryRef};

/// An action: its kind, its player and its result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Action {
    /// The kind of action, with its fields.
    #[serde(flatten)]
    pub kind: ActionKind,
    /// Seat of the acting player; absent if the source does not name one for each action. For `eliminate`, the player
    /// who is out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Seat>,
    /// Time of the action; absent if the source does not give one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<Box<When>>,
    /// Letters that distinguish the pieces from others of the same kind (.hwl): one for each piece of the action, in
    /// the order of its fields.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub serial: Option<SmolStr>,
    /// Results of an order: `bounce`, `cut`, `void`, `dislodged`, ...; an empty list means success, absent means
    /// unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<String>>")]
    pub results: Option<ThinVec<String>>,
    /// Names of the fields that are not in the source but follow from the rules or the board.
    #[serde(default, skip_serializing_if = "ThinVec::is_empty")]
    #[schemars(with = "Vec<String>")]
    pub inferred: ThinVec<String>,
    /// Text of the action in the source; absent if all of it was understood and resolved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<Box<str>>,
    /// Remarks that belong to this action.
    #[serde(default, skip_serializing_if = "ThinVec::is_empty")]
    #[schemars(with = "Vec<Remark>")]
    pub remarks: ThinVec<Remark>,
}

impl Action {
    /// Creates an action with all other fields empty.
    pub fn of(kind: ActionKind) -> Action {
        Action {
            kind,
            player: None,
            when: None,
            serial: None,
            results: None,
            inferred: ThinVec::new(),
            text: None,
            remarks: ThinVec::new(),
        }
    }
}

/// The kind of an action. The same kind has the same fields in every system.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum ActionKind {
    /// A piece moves from one territory to another.
    Move {
        /// Kind of the moving piece; absent if the source does not name it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceName>,
        /// Territory the piece leaves.
        from: TerritoryRef,
        /// Destination territory.
        to: TerritoryRef,
        /// Territories along the route of a convoy or a railway; absent if the source gives no route.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<Vec<TerritoryRef>>")]
        via: Option<ThinVec<TerritoryRef>>,
        /// True if an army moves by convoy.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by_convoy: Option<bool>,
        /// Star of the system that this move creates; absent if it creates none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        new_star: Option<Box<PieceName>>,
    },
    /// A unit holds.
    Hold {
        /// Kind of the piece; absent if the source does not name it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceName>,
        /// Territory of the unit, with its coast if it has one.
        at: TerritoryRef,
    },
    /// A unit without an order; it may still have results.
    NoOrder {
        /// Kind of the piece; absent if the source does not name it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceName>,
        /// Territory of the unit, with its coast if it has one.
        at: TerritoryRef,
    },
    /// A unit supports another to hold or to move.
    Support {
        /// Kind of the piece; absent if the source does not name it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceName>,
        /// Territory of the unit, with its coast if it has one.
        at: TerritoryRef,
        /// The supported unit.
        supported: Box<Supported>,
    },
    /// A fleet carries an army.
    Convoy {
        /// Kind of the piece; absent if the source does not name it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceName>,
        /// Territory of the unit, with its coast if it has one.
        at: TerritoryRef,
        /// The convoyed army.
        convoyed: Box<Convoyed>,
    },
    /// A dislodged unit retreats.
    Retreat {
        /// Kind of the piece; absent if the source does not name it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceName>,
        /// Territory the unit was dislodged from.
        from: TerritoryRef,
        /// Territory the unit retreats to.
        to: TerritoryRef,
    },
    /// A new piece is put on the board.
    Build {
        /// Kind of the piece; absent if the source does not name it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceName>,
        /// Territory of the new piece, with its coast if it has one.
        at: TerritoryRef,
    },
    /// A dislodged unit is disbanded.
    Disband {
        /// Kind of the piece; absent if the source does not name it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceName>,
        /// Territory of the unit, with its coast if it has one.
        at: TerritoryRef,
    },
    /// A unit is removed in an adjustment.
    Remove {
        /// Kind of the piece; absent if the source does not name it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<PieceName>,
        /// Territory of the unit, with its coast if it has one.
        at: TerritoryRef,
    },
    /// A player waives a build.
    Waive {
        /// Territory where nothing is built; absent if the source names none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<TerritoryRef>,
    },
    /// A condition for the orders after it (nJudge's `IF`), in `text`.
    Condition,
    /// A command to the program that reads the file (nJudge's `SIGNON`, or a message), in `text`.
    Command,
    /// Pieces are exchanged for another one (a trade).
    Exchange {
        /// Territory of the pieces.
        at: TerritoryRef,
        /// Pieces given for the new one.
        gives: TradeInput,
        /// Kind of the new piece.
        becomes: PieceName,
    },
    /// A player sets up a homeworld.
    Setup {
        /// Stars of the homeworld; null for a missing star.
        stars: Vec<Option<PieceName>>,
        /// Ship of the homeworld.
        piece: PieceName,
        /// Id of the system.
        at: TerritoryRef,
        /// Name of the system; absent if it equals the id.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<Box<str>>,
        /// True if the player insists on the setup against the program's advice.
        #[serde(default, skip_serializing_if = "Option::is_none", rename = "override")]
        overrides: Option<bool>,
    },
    /// A ship moves to a new system.
    Discover {
        /// Ship that moves.
        piece: PieceName,
        /// System the ship leaves.
        from: TerritoryRef,
        /// Star of the new system.
        star: Box<PieceName>,
        /// Id of the new system.
        to: TerritoryRef,
        /// Name of the new system; absent if it equals the id.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<Box<str>>,
    },
    /// A ship is captured.
    Capture {
        /// Ship that is captured.
        piece: PieceName,
        /// System of the ship.
        at: TerritoryRef,
        /// Previous owner of the ship; absent if the source does not name one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        owner: Option<Seat>,
    },
    /// A ship is sacrificed.
    Sacrifice {
        /// Ship that is sacrificed.
        piece: PieceName,
        /// System of the ship.
        at: TerritoryRef,
    },
    /// Four or more pieces of one colour destroy each other.
    Catastrophe {
        /// System of the catastrophe.
        at: TerritoryRef,
        /// Overpopulated colour.
        colour: PieceName,
    },
    /// The player passes.
    Pass,
    /// The player takes the turn back and starts it again; always the last of the undone actions.
    Restart,
    /// The player resigns from the game.
    Resign,
    /// Armies are deployed in a country.
    Deploy {
        /// Number of armies deployed.
        armies: i32,
        /// Country where the armies are deployed.
        at: TerritoryRef,
        /// Number of armies in the country afterwards.
        total: i32,
    },
    /// A country attacks another one.
    Attack {
        /// Attacking country.
        from: TerritoryRef,
        /// Number of attacking armies.
        armies: i32,
        /// Attacked country.
        to: TerritoryRef,
        /// Seat of the attacked player.
        defender: Field<Seat>,
        /// Number of defending armies.
        defending: i32,
    },
    /// The losses of both sides in an attack.
    Losses {
        /// Attacking country.
        from: TerritoryRef,
        /// Number of armies the attacker lost.
        attacker_lost: i32,
        /// Attacked country.
        to: TerritoryRef,
        /// Number of armies the defender lost.
        defender_lost: i32,
    },
    /// A country is conquered, and armies move in.
    Conquer {
        /// Conquered country.
        at: TerritoryRef,
        /// Number of armies that move in.
        armies: i32,
    },
    /// Armies are moved at the end of a turn.
    Fortify {
        /// Country the armies leave.
        from: TerritoryRef,
        /// Country the armies move to.
        to: TerritoryRef,
        /// Number of armies that move.
        armies: i32,
    },
    /// The player in `player` is out of the game.
    Eliminate,
    /// The player wins the game.
    Win,
    /// The player now holds a whole continent.
    TakeContinent {
        /// Name of the continent.
        continent: String,
    },
    /// The player turns in a set of commendations for armies.
    CashSet {
        /// Number of armies the player gets for the set.
        armies: i32,
    },
    /// The player takes the commendations of an eliminated opponent.
    TakeCommendations {
        /// Number of commendations taken.
        count: i32,
    },
    /// The player swaps a country for one of the partner's.
    Swap {
        /// Country given to the partner.
        at: TerritoryRef,
        /// Number of armies in the country given.
        armies: i32,
        /// Country received from the partner.
        #[serde(rename = "for")]
        swapped_for: TerritoryRef,
        /// Number of armies in the country received.
        armies_there: i32,
    },
    /// The player gives a country to the partner.
    Give {
        /// Country given to the partner.
        at: TerritoryRef,
        /// Number of armies in the country given.
        armies: i32,
    },
    /// The player's connection is lost, and the turn is saved.
    CarrierLost,
    /// The player resumes the saved turn.
    Resume,
    /// An action that was not understood, in `text`.
    Unknown,
}

/// Name of a kind of piece, such as `army`, `g2` or `heavy-tank`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct PieceName(#[schemars(with = "String")] pub SmolStr);

/// A supported unit: supported to move if `to` is present, else to hold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Supported {
    /// Kind of the unit; absent if the order does not name it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<PieceName>,
    /// Territory of the unit.
    pub from: TerritoryRef,
    /// Destination of the unit; absent if it holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<TerritoryRef>,
    /// Power of the unit; absent if the order does not name it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Seat>,
}

/// A convoyed army.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Convoyed {
    /// Kind of the unit; absent if the order does not name it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<PieceName>,
    /// Territory of the army.
    pub from: TerritoryRef,
    /// Destination of the army.
    pub to: TerritoryRef,
    /// Power of the army; absent if the order does not name it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Seat>,
}

/// The pieces given in an exchange.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum TradeInput {
    /// A list of the pieces.
    Pieces(Vec<Stack>),
    /// As many pieces as the exchange takes (Power's `Z`).
    Word(TradeInputWord),
}

impl Default for TradeInput {
    /// An empty list of pieces.
    fn default() -> Self {
        TradeInput::Pieces(Vec::new())
    }
}

/// A word in place of a list of pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TradeInputWord {
    /// As many pieces as the exchange takes.
    AsNeeded,
}

/// A number of pieces of one kind.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stack {
    /// Kind of the pieces.
    pub piece: PieceName,
    /// Number of pieces.
    pub count: u64,
    /// Owner of the pieces; absent if the source does not name one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Seat>,
}

/// A remark: chat, a comment or a message.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Remark {
    /// Name of the author as in the source; absent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// Person or group addressed; absent if the source names none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipient: Option<String>,
    /// Text of the remark; its lines end in LF.
    pub text: String,
    /// Time of the remark; absent if the source gives none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<super::moment::Moment>,
    /// Position of the remark relative to its action or turn; absent if it follows on the same line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<RemarkAnchor>,
}

/// The position of a remark that has its own line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RemarkAnchor {
    /// Before its action or turn.
    Before,
    /// Before its action, the first of a player's, and below the heading of those actions.
    UnderHeading,
    /// After its action or turn.
    After,
}

/// A value of a JSON source that the model has no field for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Extra {
    /// Key of the value, after the keys of the objects around it: `state.zobrist_hash`.
    pub key: String,
    /// The value as JSON text.
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
