//! The tables that only games of Diplomacy have.

use crate::tables::layout::{ALWAYS_1, Layout, NUMBER, UNDERSTOOD};

const OF_DIPLOMACY: &str = "this table is of Diplomacy, and the game is of another system";

/// The tables that only games of Diplomacy have.
pub const TABLES: &[Layout] = &[
    Layout {
        name: "diplomacy_games",
        meaning: "the values of the game that only Diplomacy has, in one row",
        places: &["game.details(DiplomacyDetails)"],
        columns: "number# ownership=ownership.flat",
        groups: &[
            ("famine", "famine", "an empty table of famine"),
            ("plague", "plague", "an empty table of plague"),
            ("storms", "storms", "an empty table of storms"),
            ("income", "income", "an empty table of incomes"),
            ("city_order", "city_order", "an empty order of cities"),
            ("centre_order", "centre_order", "an empty order of centres"),
            ("hong_kong", "hong_kong", "an empty list of Hong Kongs"),
            ("limits", "limits", "an empty list of limits"),
            ("extra_centres", "extra_centres", "an empty list of extra centres"),
            ("standings", "standings", "an empty players' block"),
            ("ownership", "ownership", "ownership in groups, without any group"),
        ],
        meanings: &[
            ALWAYS_1,
            (
                "ownership",
                "Ownership string, one character per territory; empty if a board says which territories it counts.",
            ),
        ],
        nowhere: OF_DIPLOMACY,
        ..Layout::BLANK
    },
    Layout {
        name: "sections",
        meaning: "the optional sections of a map and the lines outside of sections, in the order of the file",
        places: &["game.details.sections[number]"],
        key: "number",
        columns: "number#number section=.",
        meanings: &[NUMBER, ("section", "Kind of the section.")],
        nowhere: OF_DIPLOMACY,
        ..Layout::BLANK
    },
    Layout {
        name: "disasters",
        meaning: "famine, plague and storms: the territories struck by rolls of two dice",
        places: &["game.details.{famine|plague|storms}[]"],
        columns: "disaster@ row column_number=column territory>territories.id",
        meanings: &[("disaster", "`famine`, `plague` or `storms`.")],
        nowhere: OF_DIPLOMACY,
        ..Layout::BLANK
    },
    Layout {
        name: "incomes",
        meaning: "variable income of cities, by dice",
        places: &["game.details.income[]"],
        key: "territory",
        columns: "territory>territories.id dice(dice) value_1=values.0(ducats) value_2=values.1(ducats) \
            value_3=values.2(ducats) value_4=values.3(ducats) value_5=values.4(ducats) value_6=values.5(ducats) \
            initial(ducats) understood!whole_row",
        meanings: &[
            ("value_1", "Income for a die that shows 1."),
            ("value_2", "Income for a die that shows 2."),
            ("value_3", "Income for a die that shows 3."),
            ("value_4", "Income for a die that shows 4."),
            ("value_5", "Income for a die that shows 5."),
            ("value_6", "Income for a die that shows 6."),
            UNDERSTOOD,
        ],
        nowhere: OF_DIPLOMACY,
        ..Layout::BLANK
    },
    Layout {
        name: "report_orders",
        meaning: "cities and centres in the order of the judge's reports, one row per territory",
        places: &["game.details.{city_order|centre_order}[line]"],
        key: "list line territory",
        columns: "list@ line#line territory*=.>territories.id",
        meanings: &[
            ("list", "`city_order` or `centre_order`."),
            ("line", "Line of the list, from 1."),
            ("territory", "Id of the territory; empty if the line has none."),
        ],
        nowhere: OF_DIPLOMACY,
        ..Layout::BLANK
    },
    Layout {
        name: "hong_kong",
        meaning: "centres that a power may own but not build for, one row per territory",
        places: &["game.details.hong_kong[line]"],
        key: "line territory",
        columns: "line#line player>players.seat territory*=territories>territories.id understood!whole_row",
        meanings: &[
            ("line", "Line of the section, from 1."),
            ("territory", "Id of the territory; empty if the line has none."),
            UNDERSTOOD,
        ],
        nowhere: OF_DIPLOMACY,
        ..Layout::BLANK
    },
    Layout {
        name: "limits",
        meaning: "the unit types allowed to each power: four marks per type, x at any time, b only by building, r only by bribing",
        places: &["game.details.limits[]"],
        key: "player",
        columns: "player>players.seat army fleet garrison understood!whole_row",
        meanings: &[UNDERSTOOD],
        nowhere: OF_DIPLOMACY,
        ..Layout::BLANK
    },
    Layout {
        name: "extra_centres",
        meaning: "centres that count for a power without being on the board",
        places: &["game.details.extra_centres[]"],
        key: "player",
        columns: "player>players.seat count(centres) understood!whole_row",
        meanings: &[UNDERSTOOD],
        nowhere: OF_DIPLOMACY,
        ..Layout::BLANK
    },
    Layout {
        name: "ownership",
        meaning: "ownership strings without a board that says which territories they count: groups of records, one character per territory",
        places: &["game.details.ownership.groups[number]"],
        key: "number",
        columns: "number#number names owner city_owner home flags held new_owner new_city_owner",
        meanings: &[("number", "Number of the group, from 1.")],
        nowhere: OF_DIPLOMACY,
        ..Layout::BLANK
    },
    Layout {
        name: "accounts",
        meaning: "money, chits and allies of the powers",
        places: &["game.details.accounts[account]"],
        key: "player",
        columns: "player>players.seat treasury(ducats) chits allies understood!whole_row",
        meanings: &[UNDERSTOOD],
        nowhere: OF_DIPLOMACY,
        ..Layout::BLANK
    },
    Layout {
        name: "loans",
        meaning: "loans of the powers, in the order of the source",
        places: &["accounts:loans[]"],
        columns: "account#account amount=0(ducats) interest=1",
        meanings: &[
            ("account", "Row of the account in the table `accounts`, from 1 without the header."),
            ("amount", "Amount of the loan."),
            ("interest", "Interest on the loan."),
        ],
        references: &[("account", "the number of a row of the table accounts that was understood")],
        nowhere: OF_DIPLOMACY,
        ..Layout::BLANK
    },
    Layout {
        name: "standings",
        meaning: "the players' block of a position file",
        places: &["game.details.standings[]"],
        key: "player",
        columns: "player>players.seat status units(units) centres(centres) user_number=user site dedication(points) address late \
            blockaded(centres) understood!whole_row",
        meanings: &[UNDERSTOOD],
        nowhere: OF_DIPLOMACY,
        ..Layout::BLANK
    },
    Layout {
        name: "game_blocks",
        meaning: "the game block of a position file, in one row",
        places: &["game.details.game_block"],
        columns: "name sequence phase access variant level dedication(points) flags victory(centres) players(players) \
            xflags absence x2flags homes x3flags powers(powers)",
        nowhere: OF_DIPLOMACY,
        ..Layout::BLANK
    },
    Layout {
        name: "settings",
        meaning: "the settings of a game block, one row per line",
        places: &["game_blocks:settings[]"],
        columns: "key text understood!whole_row",
        meanings: &[UNDERSTOOD],
        nowhere: "this table is of the game block, and the table game_blocks has no row",
        ..Layout::BLANK
    },
    Layout {
        name: "members",
        meaning: "the players of a game block, one row per line",
        places: &["game_blocks:members[]"],
        key: "player",
        columns: "player>players.seat status units(units) centres(centres) user_number=user site password address numbers \
            understood!whole_row",
        meanings: &[UNDERSTOOD],
        nowhere: "this table is of the game block, and the table game_blocks has no row",
        ..Layout::BLANK
    },
];
