//! The layout of the tables that several systems share, and of those beside the game.

use super::{ACTION, Layout, TURN, TURN_OF_POSITION, UNDERSTOOD, UNDONE};

/// The tables of a game.
pub const OF_THE_GAME: &[Layout] = &[
    Layout {
        name: "games",
        meaning: "the game, in one row",
        places: &[""],
        columns: "schema=$schema ludex \
            game.: system variant title state started ended variants \
            board=board.builtin board_from_name=board.from.name board_from_sha256=board.from.sha256 \
            board_from_content_sha256=board.from.content_sha256 \
            moment=position.when when_season=position.when.season when_year=position.when.year \
            when_phase=position.when.phase position_from_name=position.from.name \
            position_from_sha256=position.from.sha256 position_from_content_sha256=position.from.content_sha256 \
            winners=result.winners reason=result.reason stated=result.stated : redacted",
        groups: &[
            ("board", "game.board", "an empty board"),
            ("position", "game.position", "an empty position"),
            ("when", "game.position.when", "a position at an unknown phase"),
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
        groups: &[("commendations", "commendations", "commendations of unknown number")],
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
        meaning: "the moves between territories, one row per target",
        places: &["game.board.adjacencies[line]"],
        key: "line to_territory",
        columns: "line#line from_territory=from>territories.id move to_territory*=to understood!whole_row",
        meanings: &[("line", "Line of moves in the source, from 1."), UNDERSTOOD],
        ..Layout::BLANK
    },
    Layout {
        name: "passages",
        meaning: "gateways and railways, in the order of the source",
        places: &["game.board.passages[passage]"],
        columns: "kind at_territory=at>territories.id controlled_from>territories.id powers understood!whole_row",
        meanings: &[UNDERSTOOD],
        ..Layout::BLANK
    },
    Layout {
        name: "passage_steps",
        meaning: "the territories that gateways connect and railways run through, in order",
        places: &["passages:{between|path}[]"],
        columns: "passage#passage list@ territory=.>territories.id",
        meanings: &[
            ("passage", "Row of the passage in the table `passages`, from 1 without the header."),
            ("list", "`between` for the two territories of a gateway, `path` for those of a railway."),
            ("territory", "Id of the territory."),
        ],
        references: &[("passage", "the number of a row of the table passages that was understood")],
        ..Layout::BLANK
    },
    Layout {
        name: "turns",
        meaning: "the turns in the order of play, each before the turns of its alternatives",
        places: &["game.turns[turn]", "turns:alternatives[alternative][turn]"],
        key: "turn",
        columns: "turn# alternative_to#turn>turns.turn alternative#alternative number player>players.seat moment=when \
            when_season=when.season when_year=when.year when_phase=when.phase tag unset inferred undone alternatives \
            position_from_name=position.from.name position_from_sha256=position.from.sha256 \
            position_from_content_sha256=position.from.content_sha256 position_moment=position.when \
            position_when_season=position.when.season position_when_year=position.when.year \
            position_when_phase=position.when.phase",
        groups: &[
            ("when", "when", "an unknown phase"),
            ("position", "position", "a turn that starts from an empty position"),
            ("position_when", "position.when", "a turn that starts from a position at an unknown phase"),
        ],
        meanings: &[
            ("turn", "Number of the turn, from 1, which other tables refer to."),
            ("alternative_to", "Earlier turn that this one is an alternative to; empty for a turn of the game itself."),
            (
                "alternative",
                "Number of the alternative that the turn is part of, from the column `alternatives` of that earlier turn.",
            ),
            ("undone", "Numbers, from 1, of the lists of actions that restarts took back. Separated by blanks."),
            ("alternatives", "Numbers, from 1, of the alternatives to the turn. Separated by blanks."),
        ],
        references: &[
            ("alternative_to", "the number of a turn before it"),
            ("alternative", "a number in the cell alternatives of that turn"),
        ],
        ..Layout::BLANK
    },
    Layout {
        name: "holdings",
        meaning: "the owners and armies of territories, in the order of the source",
        places: &["game.position.holdings[]", "turns:position.holdings[]"],
        key: "turn territory",
        columns: "turn#turn>turns.turn territory>territories.id continent!territory owner>players.seat owner_name!owner \
            armies(armies) city_owner>players.seat home>players.seat centre flags held new_owner>players.seat \
            new_city_owner>players.seat",
        meanings: &[
            TURN_OF_POSITION,
            ("continent", "Continent of a country of the built-in board; derived from the territory."),
            ("owner_name", "Name of the owner; derived from the owner's seat."),
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
        meaning: "the actions of the turns, in the order of play",
        places: &["turns:actions[action]", "turns:undone[undone][action]"],
        key: "turn undone action",
        columns: "turn#turn>turns.turn undone#undone action#action type player>players.seat piece at_territory=at from_territory=from to_territory=to via by_convoy \
            supported_piece=supported.piece supported_from=supported.from supported_to=supported.to \
            supported_player=supported.player>players.seat convoyed_piece=convoyed.piece convoyed_from=convoyed.from \
            convoyed_to=convoyed.to convoyed_player=convoyed.player>players.seat gives becomes stars override star \
            new_star name owner>players.seat colour armies(armies) total(armies) defender>players.seat \
            defending(armies) attacker_lost(armies) defender_lost(armies) continent count(commendations) for_territory=for \
            armies_there(armies) results inferred text serial moment=when when_season=when.season when_year=when.year \
            when_phase=when.phase",
        groups: &[("when", "when", "an action in an unknown phase")],
        meanings: &[
            ("turn", "Turn that it belongs to."),
            (
                "undone",
                "Number of the list of actions taken back by a restart that the action is in; empty for an action that counts.",
            ),
            ("action", "Number of the action in its turn or list, from 1."),
            ("type", "Kind of the action."),
        ],
        references: &[TURN, UNDONE],
        ..Layout::BLANK
    },
    Layout {
        name: "action_gives",
        meaning: "the pieces given in exchanges, in the order of the source",
        places: &["actions:gives[]"],
        columns: "turn#turn>turns.turn undone#undone action#action piece count(pieces) player>players.seat",
        meanings: &[
            ("turn", "Turn of the action."),
            (
                "undone",
                "Number of the list of actions taken back by a restart that the action is in; empty for an action that counts.",
            ),
            ("action", "Number of the action in its turn or list, from 1."),
        ],
        references: &[TURN, UNDONE, ("action", "the number of an exchange whose cell gives is empty")],
        ..Layout::BLANK
    },
    Layout {
        name: "remarks",
        meaning: "remarks in the order of the source: those of each turn itself, then those of its actions",
        places: &["turns:remarks[]", "actions:remarks[]"],
        columns: "turn#turn>turns.turn undone#undone action#action author recipient text moment=when place",
        meanings: &[
            ("turn", "Turn that it belongs to."),
            (
                "undone",
                "Number of the list of actions taken back by a restart that its action is in; empty if the action counts, or there is none.",
            ),
            (
                "action",
                "Number, in its turn or list, of the action that the remark belongs to, from 1; empty for a remark of the turn itself.",
            ),
        ],
        references: &[TURN, UNDONE, ACTION],
        ..Layout::BLANK
    },
    Layout {
        name: "extras",
        meaning: "values of a JSON source that the model has no field for, in the order of the source",
        places: &["game.details.extras[]", "turns:extras[]"],
        columns: "turn#turn>turns.turn key json",
        meanings: &[("turn", "Turn that the value belongs to; empty if it belongs to the game.")],
        references: &[TURN],
        nowhere: "values of a Diplomacy or Homeworlds game, and the game is of another system",
        ..Layout::BLANK
    },
];

/// The tables beside the game.
pub const BESIDE_THE_GAME: &[Layout] = &[
    Layout {
        name: "unknowns",
        meaning: "texts that were not understood, each in place of an empty cell; a row without text marks a missing value",
        places: &["unknowns[]"],
        key: "in_table in_row in_column",
        columns: "in_table in_row in_column text",
        ..Layout::BLANK
    },
    Layout {
        name: "diagnostics",
        meaning: "diagnostics of reading the sources: the parts that could not be read or understood",
        places: &["diagnostics[]"],
        columns: "code severity message file member line column_number=column(characters) length(characters) \
            byte_offset=offset(bytes) path help",
        ..Layout::BLANK
    },
    Layout {
        name: "sources",
        meaning: "the files that the document was read from",
        places: &["sources[]"],
        columns: "format name path containers modified line lines encoding bytes(bytes) sha256 original+ -text -base64",
        meanings: &[(
            "original",
            "Path of the original file, below the folder of the tables; empty if originals are left out.",
        )],
        ..Layout::BLANK
    },
];
