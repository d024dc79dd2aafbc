//! What a position file says of ownership, accounts, players and the game.

use std::borrow::Cow;

use super::rows::{Numbered, borrowed, element_at, in_order, numbered, of_diplomacy, put_diplomacy, refuse_absent};
use crate::model::{Account, Element, Field, GameBlock, Member, Ownership, OwnershipGroup, Seat, Setting, Standing};
use crate::tables::column::{Bound, stored};
use crate::tables::element::held;
use crate::tables::parts::diplomacy;
use crate::tables::table::{Content, Definition, UnknownRow};
use crate::text::{Diagnostic, codes};

/// A record of a group of ownership.
macro_rules! record {
    ($name:ident, $type:ty, $meaning:literal) => {
        stored!(Numbered<OwnershipGroup>, stringify!($name), $type, |g| g.value.$name, $meaning)
    };
}

/// Ownership in groups.
pub static OWNERSHIP: Definition<Numbered<OwnershipGroup>> = Definition {
    name: "ownership",
    meaning: "ownership where no board says which territories it counts: groups of records, a character a territory",
    key: &["number"],
    columns: &[
        stored!(Numbered<OwnershipGroup>, "number", usize, |g| g.number, "the place of the group, from 1"),
        record!(names, Vec<String>, "rows with the letters of the names, separated by blanks"),
        record!(owner, Option<String>, "owners"),
        record!(city_owner, Option<String>, "owners of the cities"),
        record!(home, Option<String>, "homes; x is a centre that is nobody's home"),
        record!(flags, Option<String>, "flags, each a character above 0"),
        record!(held, Option<String>, "whether held; 0 is no"),
        record!(new_owner, Option<String>, "owners after retreats"),
        record!(new_city_owner, Option<String>, "owners of the cities after retreats"),
    ],
    groups: &[],
    unknown_row: None,
    rows: |content| match diplomacy(&content.document).and_then(|details| details.ownership.as_ref()) {
        Some(Ownership::Groups(groups)) => numbered(groups),
        Some(Ownership::Flat(_)) | None => Vec::new(),
    },
    blank: Numbered::default,
    put: |content, rows, refuse| {
        put_diplomacy(content, rows, |details, rows| {
            if matches!(details.ownership, Some(Ownership::Flat(_))) {
                let message = "ownership is given in the table games as well";
                return Err(Diagnostic::error(&codes::TWICE, message).help("take one of the two out"));
            }
            details.ownership = Some(Ownership::Groups(in_order(rows, refuse)));
            Ok(())
        })
    },
};

/// Money, chits and allies.
pub static ACCOUNTS: Definition<Element<Account>> = Definition {
    name: "accounts",
    meaning: "money, chits and allies of the powers",
    key: &["player"],
    columns: &[
        held!(Element<Account>, "player", Seat, |a| a.player, "the power").refers_to("players", "seat"),
        held!(Element<Account>, "treasury", Option<i32>, |a| a.treasury, "money in the treasury").unit("ducats"),
        held!(Element<Account>, "chits", Option<String>, |a| a.chits, "assassination chits, by letters of powers"),
        held!(Element<Account>, "allies", Option<String>, |a| a.allies, "allies, by their letters"),
        Bound::understood(),
    ],
    groups: &[],
    unknown_row: Some(UnknownRow::of_element()),
    rows: |content| of_diplomacy(content, |details| Some(&details.accounts)),
    blank: || Element::Known(Account::default()),
    // Their loans are read after them.
    put: |content, rows, _| {
        put_diplomacy(content, rows, |details, rows| {
            details.accounts = rows;
            Ok(())
        })
    },
};

/// A loan of a power.
#[derive(Debug, Clone, Default)]
pub struct LoanRow {
    account: usize,
    loan: [i32; 2],
}

/// The loans.
pub static LOANS: Definition<LoanRow> = Definition {
    name: "loans",
    meaning: "loans of the powers, in the order of the source",
    key: &[],
    columns: &[
        stored!(LoanRow, "account", usize, |l| l.account, "the row of the account, from 1 without the header"),
        stored!(LoanRow, "amount", i32, |l| l.loan[0], "how much").unit("ducats"),
        stored!(LoanRow, "interest", i32, |l| l.loan[1], "the interest"),
    ],
    groups: &[],
    unknown_row: None,
    rows: |content| {
        let accounts = diplomacy(&content.document).map_or(&[][..], |details| &details.accounts);
        let loans = accounts.iter().zip(1..).filter_map(|(element, account)| Some((element.known()?, account)));
        let rows = |(known, account): (&Account, usize)| {
            known.loans.clone().into_iter().map(move |loan| Cow::Owned(LoanRow { account, loan }))
        };
        loans.flat_map(rows).collect()
    },
    blank: LoanRow::default,
    put: |content, rows, _| {
        put_diplomacy(content, rows, |details, rows| {
            for LoanRow { account, loan } in rows {
                element_at(&mut details.accounts, account, "accounts")?.loans.push(loan);
            }
            Ok(())
        })
    },
};

/// A column of standings.
macro_rules! standing {
    ($name:ident, $type:ty, $meaning:literal) => {
        held!(Element<Standing>, stringify!($name), $type, |s| s.$name, $meaning)
    };
}

/// The players' block.
pub static STANDINGS: Definition<Element<Standing>> = Definition {
    name: "standings",
    meaning: "the players' block of a position file",
    key: &["player"],
    columns: &[
        standing!(player, Field<Seat>, "the power").refers_to("players", "seat"),
        standing!(status, i32, "status bits"),
        standing!(units, i32, "units on the board").unit("units"),
        standing!(centres, i32, "centres owned").unit("centres"),
        standing!(user, i32, "the user's number"),
        standing!(site, i32, "the site's number"),
        standing!(dedication, i32, "dedication").unit("points"),
        standing!(address, Option<String>, "the e-mail address"),
        standing!(late, i32, "how often late"),
        standing!(blockaded, i32, "centres that are blockaded").unit("centres"),
        Bound::understood(),
    ],
    groups: &[],
    unknown_row: Some(UnknownRow::of_element()),
    rows: |content| of_diplomacy(content, |details| details.standings.as_ref()),
    blank: || Element::Known(Standing::default()),
    put: |content, rows, refuse| {
        put_diplomacy(content, rows, |details, rows| {
            refuse_absent(&rows, "player", "a power", |row| Some(&row.known()?.player), refuse);
            details.standings = Some(rows);
            Ok(())
        })
    },
};

/// A column of the game block.
macro_rules! block {
    ($name:ident, $type:ty, $meaning:literal) => {
        stored!(GameBlock, stringify!($name), $type, |b| b.$name, $meaning)
    };
}

/// The game block.
pub static GAME_BLOCKS: Definition<GameBlock> = Definition {
    name: "game_blocks",
    meaning: "the game block of a position file; one row",
    key: &[],
    columns: &[
        block!(name, String, "the game's name"),
        block!(sequence, String, "the number of the phase, as it is written"),
        block!(phase, String, "the phase, such as F1453R"),
        block!(access, i32, "the access mode's number"),
        block!(variant, i32, "the variant's number"),
        block!(level, i32, "the level's number"),
        block!(dedication, i32, "dedication that is asked for").unit("points"),
        block!(flags, String, "flags, in hexadecimal"),
        block!(victory, i32, "centres for a victory").unit("centres"),
        block!(players, i32, "how many players").unit("players"),
        block!(xflags, String, "more flags, in hexadecimal"),
        block!(absence, i32, "absences that are allowed"),
        block!(x2flags, String, "more flags, in hexadecimal"),
        block!(homes, i32, "homes that are to be held for a victory"),
        block!(x3flags, String, "more flags, in hexadecimal"),
        block!(powers, i32, "how many powers").unit("powers"),
    ],
    groups: &[],
    unknown_row: None,
    rows: |content| of_block(content, |block| vec![Cow::Borrowed(block)]),
    blank: GameBlock::default,
    put: |content, rows, _| {
        put_diplomacy(content, rows, |details, rows| {
            let count = rows.len();
            // Its settings and members belong to some row, even if there are too many.
            details.game_block = rows.into_iter().next();
            if count > 1 {
                let message = format!("the table game_blocks has {count} rows, and a position file has one game block");
                return Err(Diagnostic::error(&codes::BAD_TABLE, message).help("leave the one row that is meant"));
            }
            Ok(())
        })
    },
};

/// The settings of the game block.
pub static SETTINGS: Definition<Element<Setting>> = Definition {
    name: "settings",
    meaning: "the settings of a game block, a row a line",
    key: &[],
    columns: &[
        held!(Element<Setting>, "key", String, |s| s.key, "the word that the line begins with"),
        held!(Element<Setting>, "text", String, |s| s.text, "the rest of the line"),
        Bound::understood(),
    ],
    groups: &[],
    unknown_row: Some(UnknownRow::of_element()),
    rows: |content| of_block(content, |block| borrowed(&block.settings)),
    blank: || Element::Known(Setting::default()),
    put: |content, rows, _| put_block(content, rows, |block, rows| block.settings = rows),
};

/// A column of members.
macro_rules! member {
    ($name:ident, $type:ty, $meaning:literal) => {
        held!(Element<Member>, stringify!($name), $type, |m| m.$name, $meaning)
    };
}

/// The players of the game block.
pub static MEMBERS: Definition<Element<Member>> = Definition {
    name: "members",
    meaning: "the players of a game block, a row a line",
    key: &["player"],
    columns: &[
        member!(player, Seat, "the power").refers_to("players", "seat"),
        member!(status, i32, "status bits"),
        member!(units, i32, "units on the board").unit("units"),
        member!(centres, i32, "centres owned").unit("centres"),
        member!(user, i32, "the user's number"),
        member!(site, i32, "the site's number"),
        member!(password, Option<String>, "the password"),
        member!(address, Option<String>, "the e-mail address"),
        member!(numbers, Vec<i32>, "the numbers behind it, separated by blanks, which no document describes"),
        Bound::understood(),
    ],
    groups: &[],
    unknown_row: Some(UnknownRow::of_element()),
    rows: |content| of_block(content, |block| borrowed(&block.members)),
    blank: || Element::Known(Member::default()),
    put: |content, rows, _| put_block(content, rows, |block, rows| block.members = rows),
};

fn of_block<'c, R: Clone>(content: &'c Content<'_>, rows: fn(&'c GameBlock) -> Vec<Cow<'c, R>>) -> Vec<Cow<'c, R>> {
    let block = diplomacy(&content.document).and_then(|details| details.game_block.as_ref());
    block.map_or_else(Vec::new, rows)
}

/// Gives the game block rows, where there are any.
fn put_block<R>(content: &mut Content<'_>, rows: Vec<R>, put: fn(&mut GameBlock, Vec<R>)) -> Result<(), Diagnostic> {
    put_diplomacy(content, rows, |details, rows| match &mut details.game_block {
        Some(block) => {
            put(block, rows);
            Ok(())
        }
        None => {
            let message = "this table is of the game block, and the table game_blocks has no row";
            Err(Diagnostic::error(&codes::NO_SUCH_REFERENCE, message).help("give the table game_blocks its row"))
        }
    })
}
