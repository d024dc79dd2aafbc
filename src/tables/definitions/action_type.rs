//! The types of actions, and the columns that each of them has.

use serde::{Deserialize, Serialize};

use crate::model::{ActionKind, Convoyed, Supported};
use crate::tables::stored::Stored;
use crate::tables::{Empty, Expected, Misfit, Value};

/// The values of an action in the columns that only some types have, by column.
#[derive(Debug, Clone, Default)]
pub struct Fields(Vec<(&'static str, Value)>);

impl Fields {
    /// The value in a column.
    pub fn value(&self, column: &str) -> Value {
        self.0.iter().find(|(name, _)| *name == column).map_or(Value::Absent, |(_, value)| value.clone())
    }

    /// Takes the value in a column.
    pub fn push(&mut self, column: &'static str, value: Value) {
        self.0.push((column, value));
    }

    /// Gives a field its value, which the type may need.
    fn take<T: Stored + Default>(
        &mut self,
        column: &'static str,
        of: ActionType,
        refuse: &mut impl FnMut(&'static str, Misfit),
    ) -> Option<T> {
        let mut field = T::default();
        let stored = match self.0.iter().position(|(name, _)| *name == column) {
            Some(place) => field.store(self.0.swap_remove(place).1),
            None if T::EMPTY == Empty::Refused => {
                Err(Expected(format!("a value, which the type {} needs,", of.name()).into()))
            }
            None => Ok(()),
        };
        match stored {
            Ok(()) => Some(field),
            Err(expected) => {
                refuse(column, expected.into());
                None
            }
        }
    }

    /// Refuses the values that no field took.
    fn refuse_rest(self, of: ActionType, refuse: &mut impl FnMut(&'static str, Misfit)) {
        for (column, _) in self.0 {
            let expected = format!("an empty cell, as the type {} has no {column},", of.name());
            refuse(column, Expected(expected.into()).into());
        }
    }
}

/// The column of a field; `for` and `override` are words of Rust, so they end in an underscore here.
fn column(field: &'static str) -> &'static str {
    field.trim_end_matches('_')
}

/// Defines the types of actions by the fields that have columns of the same names; a pattern tells how fields lie in
/// parts, or have other names in the model. It is a pattern on the way to the table, and an expression on the way back.
macro_rules! types {
    ($($name:ident [$($field:ident),*] $({ $($part:tt)+ } [$($inner:ident),+])?;)+) => {
        /// What an action does.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum ActionType {
            $(
                #[doc = concat!("[`ActionKind::", stringify!($name), "`]")]
                $name,
            )+
        }

        /// The type of an action, and its values.
        pub fn fields(kind: &ActionKind) -> (ActionType, Fields) {
            match kind {
                $(ActionKind::$name { $($field,)* $($($part)+)? } => {
                    let values = [
                        $((column(stringify!($field)), $field.value()),)*
                        $($((column(stringify!($inner)), $inner.value()),)+)?
                    ];
                    let values = values.into_iter().filter(|(_, value): &(_, Value)| *value != Value::Absent);
                    (ActionType::$name, Fields(values.collect()))
                })+
            }
        }

        /// The action of a type with those values; values that do not fit the type are refused, and values that it
        /// needs.
        pub fn kind(
            of: ActionType,
            mut fields: Fields,
            mut refuse: impl FnMut(&'static str, Misfit),
        ) -> Option<ActionKind> {
            match of {
                $(ActionType::$name => {
                    $(let $field = fields.take(column(stringify!($field)), of, &mut refuse);)*
                    $($(let $inner = fields.take(column(stringify!($inner)), of, &mut refuse);)+)?
                    fields.refuse_rest(of, &mut refuse);
                    $(let $field = $field?;)*
                    $($(let $inner = $inner?;)+)?
                    Some(ActionKind::$name { $($field,)* $($($part)+)? })
                })+
            }
        }
    };
}

types! {
    Move [piece, from, to, via, by_convoy, new_star];
    Hold [piece, at];
    NoOrder [piece, at];
    Support [piece, at] {
        supported: Supported {
            piece: supported_piece, from: supported_from, to: supported_to, player: supported_player
        }
    } [supported_piece, supported_from, supported_to, supported_player];
    Convoy [piece, at] {
        convoyed: Convoyed { piece: convoyed_piece, from: convoyed_from, to: convoyed_to, player: convoyed_player }
    } [convoyed_piece, convoyed_from, convoyed_to, convoyed_player];
    Retreat [piece, from, to];
    Build [piece, at];
    Disband [piece, at];
    Remove [piece, at];
    Waive [at];
    Condition [];
    Command [];
    Exchange [at, gives, becomes];
    Setup [stars, piece, at, name] { overrides: override_ } [override_];
    Discover [piece, from, star, to, name];
    Capture [piece, at, owner];
    Sacrifice [piece, at];
    Catastrophe [at, colour];
    Pass [];
    Restart [];
    Resign [];
    Deploy [armies, at, total];
    Attack [from, armies, to, defender, defending];
    Losses [from, attacker_lost, to, defender_lost];
    Conquer [at, armies];
    Fortify [from, to, armies];
    Eliminate [];
    Win [];
    TakeContinent [continent];
    CashSet [armies];
    TakeCommendations [count];
    Swap [at, armies, armies_there] { swapped_for: for_ } [for_];
    Give [at, armies];
    CarrierLost [];
    Resume [];
    Unknown [];
}

impl ActionType {
    /// The word that it is in tables and JSON.
    fn name(self) -> String {
        self.value().cell().to_csv().into()
    }
}
