//! How the model lies in tables: what no type says. Meanings and kinds of values come from the model itself.
//!
//! A place is the path of the rows of a table, below the document or below a row of another table (`turns:actions`).
//! Each pair of brackets is a list; a name in it is what rows are numbered by. `{famine|plague}` is one of several keys.
//!
//! Columns are `name=path`, the path below the row's own, which is the name where it is left out. `path.:` begins a part
//! whose paths are below that, and `:` ends it. Behind them may stand `(unit)` and `>table.column`, which the values
//! refer to. Other columns hold no value of the row:
//! - `name#number` a number that the row or what it is in goes by; `name#` is the row's own number in the table
//! - `name@` the key of the place
//! - `name*=path` one of a list: an element with several has as many rows
//! - `name!base` what only people look at, which follows from `base`
//! - `name?` a value that is false where it is not said
//! - `name+` a value beside the document
//! - `-path` a value that is written elsewhere

/// Why rows have no place in a game, where nothing more is to be said.
pub const NOWHERE: &str = "the game has no place for this table";

/// A table as the layout describes it.
pub struct Layout {
    /// Its name.
    pub name: &'static str,
    /// What one row is.
    pub meaning: &'static str,
    /// The places of its rows.
    pub places: &'static [&'static str],
    /// The columns that tell its rows apart, separated by blanks.
    pub key: &'static str,
    /// Its columns, separated by blanks.
    pub columns: &'static str,
    /// The parts of a row, by their paths, that may be there with nothing in them, and what that means.
    pub groups: &'static [(&'static str, &'static str, &'static str)],
    /// What columns mean that hold no value of the model.
    pub meanings: &'static [(&'static str, &'static str)],
    /// What columns of numbers are expected to hold.
    pub references: &'static [(&'static str, &'static str)],
    /// Why its rows have no place in some games.
    pub nowhere: &'static str,
}

impl Layout {
    const BLANK: Layout = Layout {
        name: "",
        meaning: "",
        places: &[],
        key: "",
        columns: "",
        groups: &[],
        meanings: &[],
        references: &[],
        nowhere: NOWHERE,
    };
}

const TURN: (&str, &str) = ("turn", "the number of a row of the table turns");
const UNDONE: (&str, &str) = ("undone", "a number in the cell undone of that turn");
const ACTION: (&str, &str) = ("action", "the number of an action of that turn or list");
const OF_GLOBAL_WAR: &str = "this table is of Global War, and the game is of another system";
const OF_INTERRUPTED: &str = "this table is of an interrupted game, and the table interrupted_games has no row";
const OF_DIPLOMACY: &str = "this table is of Diplomacy, and the game is of another system";

const UNDERSTOOD: (&str, &str) =
    ("understood", "false where the row was not understood: its text is in the table unknowns");
const NUMBER: (&str, &str) = ("number", "its place, from 1");
const TURN_OF_POSITION: (&str, &str) =
    ("turn", "the turn that starts from this position; empty is the game's own position");

/// Every table there is.
pub const LAYOUTS: &[Layout] = &[
    Layout {
        name: "games",
        meaning: "the game; one row a document",
        places: &[""],
        columns: "schema=$schema ludex \
            game.: system variant title state started ended variants \
            board=board.builtin board_from_name=board.from.name board_from_sha256=board.from.sha256 \
            board_from_content_sha256=board.from.content_sha256 \
            when=position.when when_season=position.when.season when_year=position.when.year \
            when_phase=position.when.phase position_from_name=position.from.name \
            position_from_sha256=position.from.sha256 position_from_content_sha256=position.from.content_sha256 \
            winners=result.winners reason=result.reason stated=result.stated : redacted \
            game.details.: event game_kind hidden_names non_sequential flag_1000 players_min(players) \
            players_max(players) event_day commendation_sets(sets) team_password_1=team_passwords.0 \
            team_password_2=team_passwords.1 team_password_3=team_passwords.2 fortifications \
            interruption_player=interruption.player>players.seat interruption_activity=interruption.activity \
            interruption_armies_to_deploy=interruption.armies_to_deploy(armies) interruption_map=interruption.map \
            to_move>players.seat ownership=ownership.flat",
        groups: &[
            ("board", "game.board", "there is a board that has nothing"),
            ("position", "game.position", "there is a position in which nothing stands"),
            ("when", "game.position.when", "the position stands at a phase of which nothing is known"),
            ("team_passwords", "game.details.team_passwords", "there is a list of passwords, and it is empty"),
            ("interruption", "game.details.interruption", "a turn was interrupted of which nothing is known"),
            ("famine", "game.details.famine", "there is a table of famine, and it is empty"),
            ("plague", "game.details.plague", "there is a table of plague, and it is empty"),
            ("storms", "game.details.storms", "there is a table of storms, and it is empty"),
            ("income", "game.details.income", "there is a table of incomes, and it is empty"),
            ("city_order", "game.details.city_order", "there is an order of cities, and it is empty"),
            ("centre_order", "game.details.centre_order", "there is an order of centres, and it is empty"),
            ("hong_kong", "game.details.hong_kong", "there is a list of Hong Kongs, and it is empty"),
            ("limits", "game.details.limits", "there is a list of limits, and it is empty"),
            ("extra_centres", "game.details.extra_centres", "there is a list of extra centres, and it is empty"),
            ("standings", "game.details.standings", "there is a players' block, and it is empty"),
            ("ownership", "game.details.ownership", "there is ownership in groups, and there are none"),
        ],
        meanings: &[
            ("team_password_1", "the first password of a team game"),
            ("team_password_2", "the second password of a team game"),
            ("team_password_3", "the third password of a team game"),
            ("ownership", "ownership, one character a territory, where no board says which territories it counts"),
        ],
        ..Layout::BLANK
    },
    Layout {
        name: "players",
        meaning: "the players, in the order of the source",
        places: &["game.players[]"],
        key: "seat",
        columns: "seat name kind vote last_moved commendations_general=commendations.general \
            commendations_king=commendations.king commendations_queen=commendations.queen",
        groups: &[("commendations", "commendations", "there are commendations of which nothing is known")],
        ..Layout::BLANK
    },
    Layout {
        name: "territories",
        meaning: "the territories of the board, in the order of the source",
        places: &["game.board.territories[]"],
        key: "id",
        columns: "id name aliases code kind second_kind centre home>players.seat region city_income=city.income(ducats) \
            city_fortified=city.fortified city_port=city.port city_venice?=city.venice understood!whole_row",
        meanings: &[UNDERSTOOD],
        ..Layout::BLANK
    },
    Layout {
        name: "adjacencies",
        meaning: "who may go from which territory to which, one row a target",
        places: &["game.board.adjacencies[line]"],
        key: "line to",
        columns: "line#line from>territories.id move to* understood!whole_row",
        meanings: &[("line", "the line of the source it is of, counted from 1"), UNDERSTOOD],
        ..Layout::BLANK
    },
    Layout {
        name: "passages",
        meaning: "gateways and railways, in the order of the source",
        places: &["game.board.passages[passage]"],
        columns: "kind at>territories.id controlled_from>territories.id powers understood!whole_row",
        meanings: &[UNDERSTOOD],
        ..Layout::BLANK
    },
    Layout {
        name: "passage_steps",
        meaning: "the territories that gateways lie between and railways go along, in their order",
        places: &["passages:{between|path}[]"],
        columns: "passage#passage list@ territory=.>territories.id",
        meanings: &[
            ("passage", "the row of the passage, from 1 without the header"),
            ("list", "whether it lies between two, or goes along a path"),
            ("territory", "the territory"),
        ],
        references: &[("passage", "the number of a row of the table passages that was understood")],
        ..Layout::BLANK
    },
    Layout {
        name: "turns",
        meaning: "the turns of the record of play, in their order, each before those of its alternatives",
        places: &["game.turns[turn]", "turns:alternatives[alternative][turn]"],
        key: "turn",
        columns: "turn# alternative_to#turn>turns.turn alternative#alternative number player>players.seat when \
            when_season=when.season when_year=when.year when_phase=when.phase tag unset inferred undone alternatives \
            position_from_name=position.from.name position_from_sha256=position.from.sha256 \
            position_from_content_sha256=position.from.content_sha256 position_when=position.when \
            position_when_season=position.when.season position_when_year=position.when.year \
            position_when_phase=position.when.phase",
        groups: &[
            ("when", "when", "it is a phase of which nothing is known"),
            ("position", "position", "it starts from a position in which nothing stands"),
            (
                "position_when",
                "position.when",
                "the position that it starts from stands at a phase of which nothing is known",
            ),
        ],
        meanings: &[
            ("turn", "its place, from 1, which other tables refer by"),
            (
                "alternative_to",
                "the turn, before it, that it is an alternative to; empty for a turn of the game itself",
            ),
            (
                "alternative",
                "which of the alternatives to that turn it is part of, by a number that the cell alternatives there has",
            ),
            ("undone", "the numbers, from 1, of the lists of actions that restarts took back, separated by blanks"),
            ("alternatives", "the numbers, from 1, of the alternatives to it, separated by blanks"),
        ],
        references: &[
            ("alternative_to", "the number of a turn before it"),
            ("alternative", "a number in the cell alternatives of that turn"),
        ],
        ..Layout::BLANK
    },
    Layout {
        name: "holdings",
        meaning: "who holds which territory, in the order of the source",
        places: &["game.position.holdings[]", "turns:position.holdings[]"],
        key: "turn territory",
        columns: "turn#turn>turns.turn territory>territories.id continent!territory owner>players.seat owner_name!owner \
            armies(armies) city_owner>players.seat home>players.seat centre flags held new_owner>players.seat \
            new_city_owner>players.seat",
        meanings: &[
            TURN_OF_POSITION,
            ("continent", "the continent of a country of the built-in board"),
            ("owner_name", "the owner's name"),
        ],
        references: &[TURN],
        ..Layout::BLANK
    },
    Layout {
        name: "pieces",
        meaning: "the pieces, in the order of the source",
        places: &["game.position.pieces[]", "turns:position.pieces[]"],
        columns: "turn#turn>turns.turn player>players.seat kind serial territory count(pieces) status special retreats \
            understood!whole_row",
        meanings: &[TURN_OF_POSITION, UNDERSTOOD],
        references: &[TURN],
        ..Layout::BLANK
    },
    Layout {
        name: "actions",
        meaning: "what was done in the turns, in its order",
        places: &["turns:actions[action]", "turns:undone[undone][action]"],
        key: "turn undone action",
        columns: "turn#turn>turns.turn undone#undone action#action type player>players.seat piece at from to via by_convoy \
            supported_piece=supported.piece supported_from=supported.from supported_to=supported.to \
            supported_player=supported.player>players.seat convoyed_piece=convoyed.piece convoyed_from=convoyed.from \
            convoyed_to=convoyed.to convoyed_player=convoyed.player>players.seat gives becomes stars override star \
            new_star name owner>players.seat colour armies(armies) total(armies) defender>players.seat \
            defending(armies) attacker_lost(armies) defender_lost(armies) continent count(commendations) for \
            armies_there(armies) results inferred text serial when when_season=when.season when_year=when.year \
            when_phase=when.phase",
        groups: &[("when", "when", "it was in a phase of which nothing is known")],
        meanings: &[
            ("turn", "the turn that it belongs to"),
            ("undone", "the list, among those that restarts took back, that it is in; empty where it stands"),
            ("action", "its place in that turn or list, from 1"),
            ("type", "what was done"),
        ],
        references: &[TURN, UNDONE],
        ..Layout::BLANK
    },
    Layout {
        name: "action_gives",
        meaning: "the pieces that are given in exchanges, in their order",
        places: &["actions:gives[]"],
        columns: "turn#turn>turns.turn undone#undone action#action piece count(pieces) player>players.seat",
        meanings: &[
            ("turn", "the turn of the action"),
            ("undone", "the list, among those that restarts took back, that the action is in; empty where it stands"),
            ("action", "the place of the action in that turn or list, from 1"),
        ],
        references: &[TURN, UNDONE, ("action", "the number of an exchange whose cell gives is empty")],
        ..Layout::BLANK
    },
    Layout {
        name: "remarks",
        meaning: "what was said, in the order of the source: for each turn its own, then those of its actions",
        places: &["turns:remarks[]", "actions:remarks[]"],
        columns: "turn#turn>turns.turn undone#undone action#action author recipient text when place",
        meanings: &[
            ("turn", "the turn that it belongs to"),
            ("undone", "the list, among those that restarts took back, that its action is in; empty where that stands"),
            (
                "action",
                "the place in that turn or list, from 1, of the action that it belongs to; empty where it belongs to the turn",
            ),
        ],
        references: &[TURN, UNDONE, ACTION],
        ..Layout::BLANK
    },
    Layout {
        name: "extras",
        meaning: "values of a source in JSON that the model has no place for, in their order",
        places: &["game.details.extras[]", "turns:extras[]"],
        columns: "turn#turn>turns.turn key json",
        meanings: &[("turn", "the turn that it belongs to; empty where it belongs to the game")],
        references: &[TURN],
        nowhere: "values of a Diplomacy or Homeworlds game, and the game is of another system",
        ..Layout::BLANK
    },
    Layout {
        name: "more_lines",
        meaning: "lines beyond 127 of a Global War file, as they stand",
        places: &["game.details.more_lines[number]"],
        key: "number",
        columns: "number#number text=.",
        meanings: &[NUMBER, ("text", "the line")],
        nowhere: "lines of a Global War file, and the game is of another system",
        ..Layout::BLANK
    },
    Layout {
        name: "interrupted_games",
        meaning: "the interrupted game, as far as it differs from the saved one (Global War); one row",
        places: &["game.details.interruption.state"],
        columns: "number# state when=position.when when_season=position.when.season when_year=position.when.year \
            when_phase=position.when.phase position_from_name=position.from.name \
            position_from_sha256=position.from.sha256 position_from_content_sha256=position.from.content_sha256 \
            details.: event game_kind hidden_names non_sequential flag_1000 players_min(players) players_max(players) \
            event_day commendation_sets(sets) team_password_1=team_passwords.0 team_password_2=team_passwords.1 \
            team_password_3=team_passwords.2 fortifications",
        groups: &[
            ("position", "position", "there is a position in which nothing stands"),
            ("when", "position.when", "the position stands at a phase of which nothing is known"),
            ("details", "details", "there are details of which nothing is known"),
            ("team_passwords", "details.team_passwords", "there is a list of passwords, and it is empty"),
        ],
        meanings: &[
            ("number", "always 1"),
            ("team_password_1", "the first password of a team game"),
            ("team_password_2", "the second password of a team game"),
            ("team_password_3", "the third password of a team game"),
        ],
        nowhere: OF_GLOBAL_WAR,
        ..Layout::BLANK
    },
    Layout {
        name: "interrupted_players",
        meaning: "the players of the interrupted game that differ from those of the saved one",
        places: &["interrupted_games:players[]"],
        key: "seat",
        columns: "seat name kind vote last_moved commendations_general=commendations.general \
            commendations_king=commendations.king commendations_queen=commendations.queen",
        groups: &[("commendations", "commendations", "there are commendations of which nothing is known")],
        nowhere: OF_INTERRUPTED,
        ..Layout::BLANK
    },
    Layout {
        name: "interrupted_holdings",
        meaning: "who holds which territory in the interrupted game, where that differs from the saved one",
        places: &["interrupted_games:position.holdings[]"],
        key: "territory",
        columns: "territory owner>players.seat armies(armies) city_owner>players.seat home>players.seat centre flags held \
            new_owner>players.seat new_city_owner>players.seat",
        nowhere: OF_INTERRUPTED,
        ..Layout::BLANK
    },
    Layout {
        name: "interrupted_pieces",
        meaning: "the pieces of the interrupted game, where they differ from those of the saved one",
        places: &["interrupted_games:position.pieces[]"],
        columns: "player>players.seat kind serial territory count(pieces) status special retreats understood!whole_row",
        meanings: &[UNDERSTOOD],
        nowhere: OF_INTERRUPTED,
        ..Layout::BLANK
    },
    Layout {
        name: "interrupted_lines",
        meaning: "lines beyond 127 of the file of the interrupted game, as they stand",
        places: &["interrupted_games:details.more_lines[number]"],
        key: "number",
        columns: "number#number text=.",
        meanings: &[NUMBER, ("text", "the line")],
        nowhere: OF_INTERRUPTED,
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
        columns: "table@ row column territory>territories.id",
        meanings: &[("table", "which of them")],
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
        columns: "player>players.seat status units(units) centres(centres) user site dedication(points) address late \
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
        columns: "player>players.seat status units(units) centres(centres) user site password address numbers \
            understood!whole_row",
        meanings: &[UNDERSTOOD],
        nowhere: "this table is of the game block, and the table game_blocks has no row",
        ..Layout::BLANK
    },
    Layout {
        name: "unknowns",
        meaning: "what was not understood, in the place of an empty cell; without a text the value is missing",
        places: &["unknowns[]"],
        key: "table row column",
        columns: "table row column text",
        ..Layout::BLANK
    },
    Layout {
        name: "diagnostics",
        meaning: "what could not be read or understood when the sources were read",
        places: &["diagnostics[]"],
        columns: "code severity message file member line column(characters) length(characters) path help",
        ..Layout::BLANK
    },
    Layout {
        name: "sources",
        meaning: "the files that the document came from",
        places: &["sources[]"],
        columns: "format name path line lines encoding bytes(bytes) sha256 original+ -text",
        meanings: &[("original", "the file beside the tables that holds its bytes")],
        ..Layout::BLANK
    },
];
