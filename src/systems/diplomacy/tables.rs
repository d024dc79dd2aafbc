//! The tables that only games of Diplomacy have.

use crate::tables::layout::{ALWAYS_1, Layout, NUMBER, UNDERSTOOD};

const OF_DIPLOMACY: &str = "this table is of Diplomacy, and the game is of another system";

/// The tables that only games of Diplomacy have.
pub const TABLES: &[Layout] = &[
    Layout {
        name: "diplomacy_games",
        meaning: "what only Diplomacy says of the game; one row",
        places: &["game.details(DiplomacyDetails)"],
        columns: "number# ownership=ownership.flat",
        groups: &[
            ("famine", "famine", "there is a table of famine, and it is empty"),
            ("plague", "plague", "there is a table of plague, and it is empty"),
            ("storms", "storms", "there is a table of storms, and it is empty"),
            ("income", "income", "there is a table of incomes, and it is empty"),
            ("city_order", "city_order", "there is an order of cities, and it is empty"),
            ("centre_order", "centre_order", "there is an order of centres, and it is empty"),
            ("hong_kong", "hong_kong", "there is a list of Hong Kongs, and it is empty"),
            ("limits", "limits", "there is a list of limits, and it is empty"),
            ("extra_centres", "extra_centres", "there is a list of extra centres, and it is empty"),
            ("standings", "standings", "there is a players' block, and it is empty"),
            ("ownership", "ownership", "there is ownership in groups, and there are none"),
        ],
        meanings: &[
            ALWAYS_1,
            ("ownership", "ownership, one character a territory, where no board says which territories it counts"),
        ],
        nowhere: OF_DIPLOMACY,
        ..Layout::BLANK
    },
    Layout {
        name: "sections",
        meaning: "the optional sections of a map, in the order of the file, with the lines that belong to none",
        places: &["game.details.sections[number]"],
        key: "number",
        columns: "number#number section=.",
        meanings: &[NUMBER, ("section", "the section")],
        nowhere: OF_DIPLOMACY,
        ..Layout::BLANK
    },
    Layout {
        name: "disasters",
        meaning: "famine, plague and storms: what strikes when two dice show it",
        places: &["game.details.{famine|plague|storms}[]"],
        columns: "disaster@ row column_number=column territory>territories.id",
        meanings: &[("disaster", "which of them")],
        nowhere: OF_DIPLOMACY,
        ..Layout::BLANK
    },
    Layout {
        name: "incomes",
        meaning: "variable income of cities, by the dice",
        places: &["game.details.income[]"],
        key: "territory",
        columns: "territory>territories.id dice(dice) value_1=values.0(ducats) value_2=values.1(ducats) \
            value_3=values.2(ducats) value_4=values.3(ducats) value_5=values.4(ducats) value_6=values.5(ducats) \
            initial(ducats) understood!whole_row",
        meanings: &[
            ("value_1", "what a die of 1 brings"),
            ("value_2", "what a die of 2 brings"),
            ("value_3", "what a die of 3 brings"),
            ("value_4", "what a die of 4 brings"),
            ("value_5", "what a die of 5 brings"),
            ("value_6", "what a die of 6 brings"),
            UNDERSTOOD,
        ],
        nowhere: OF_DIPLOMACY,
        ..Layout::BLANK
    },
    Layout {
        name: "report_orders",
        meaning: "cities and centres in the order of the judge's reports, one row a territory",
        places: &["game.details.{city_order|centre_order}[line]"],
        key: "list line territory",
        columns: "list@ line#line territory*=.>territories.id",
        meanings: &[
            ("list", "which of the orders"),
            ("line", "the line of the list, from 1"),
            ("territory", "the territory; empty where the line has none"),
        ],
        nowhere: OF_DIPLOMACY,
        ..Layout::BLANK
    },
    Layout {
        name: "hong_kong",
        meaning: "centres that a power may own and not build for, one row a territory",
        places: &["game.details.hong_kong[line]"],
        key: "line territory",
        columns: "line#line player>players.seat territory*=territories>territories.id understood!whole_row",
        meanings: &[
            ("line", "the line of the section, from 1"),
            ("territory", "the territory; empty where the line has none"),
            UNDERSTOOD,
        ],
        nowhere: OF_DIPLOMACY,
        ..Layout::BLANK
    },
    Layout {
        name: "limits",
        meaning: "which unit types each power may have: four marks a type, x at any time, b by building, r by bribing",
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
        meaning: "ownership where no board says which territories it counts: groups of records, a character a territory",
        places: &["game.details.ownership.groups[number]"],
        key: "number",
        columns: "number#number names owner city_owner home flags held new_owner new_city_owner",
        meanings: &[("number", "the place of the group, from 1")],
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
            ("account", "the row of the account, from 1 without the header"),
            ("amount", "how much"),
            ("interest", "the interest"),
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
        meaning: "the game block of a position file; one row",
        places: &["game.details.game_block"],
        columns: "name sequence phase access variant level dedication(points) flags victory(centres) players(players) \
            xflags absence x2flags homes x3flags powers(powers)",
        nowhere: OF_DIPLOMACY,
        ..Layout::BLANK
    },
    Layout {
        name: "settings",
        meaning: "the settings of a game block, a row a line",
        places: &["game_blocks:settings[]"],
        columns: "key text understood!whole_row",
        meanings: &[UNDERSTOOD],
        nowhere: "this table is of the game block, and the table game_blocks has no row",
        ..Layout::BLANK
    },
    Layout {
        name: "members",
        meaning: "the players of a game block, a row a line",
        places: &["game_blocks:members[]"],
        key: "player",
        columns: "player>players.seat status units(units) centres(centres) user_number=user site password address numbers \
            understood!whole_row",
        meanings: &[UNDERSTOOD],
        nowhere: "this table is of the game block, and the table game_blocks has no row",
        ..Layout::BLANK
    },
];
