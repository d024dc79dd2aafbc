//! The layout of the tables that several systems share, and of those beside the game.

use super::{ACTION, Layout, TURN, TURN_OF_POSITION, UNDERSTOOD, UNDONE};

/// The tables of a game.
pub const OF_THE_GAME: &[Layout] = &[
    Layout {
        name: "games",
        meaning: "the game; one row a document",
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
            ("board", "game.board", "there is a board that has nothing"),
            ("position", "game.position", "there is a position in which nothing stands"),
            ("when", "game.position.when", "the position stands at a phase of which nothing is known"),
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
        key: "line to_territory",
        columns: "line#line from_territory=from>territories.id move to_territory*=to understood!whole_row",
        meanings: &[("line", "the line of the source it is of, counted from 1"), UNDERSTOOD],
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
        columns: "turn# alternative_to#turn>turns.turn alternative#alternative number player>players.seat moment=when \
            when_season=when.season when_year=when.year when_phase=when.phase tag unset inferred undone alternatives \
            position_from_name=position.from.name position_from_sha256=position.from.sha256 \
            position_from_content_sha256=position.from.content_sha256 position_moment=position.when \
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
        columns: "turn#turn>turns.turn undone#undone action#action type player>players.seat piece at_territory=at from_territory=from to_territory=to via by_convoy \
            supported_piece=supported.piece supported_from=supported.from supported_to=supported.to \
            supported_player=supported.player>players.seat convoyed_piece=convoyed.piece convoyed_from=convoyed.from \
            convoyed_to=convoyed.to convoyed_player=convoyed.player>players.seat gives becomes stars override star \
            new_star name owner>players.seat colour armies(armies) total(armies) defender>players.seat \
            defending(armies) attacker_lost(armies) defender_lost(armies) continent count(commendations) for_territory=for \
            armies_there(armies) results inferred text serial moment=when when_season=when.season when_year=when.year \
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
        columns: "turn#turn>turns.turn undone#undone action#action author recipient text moment=when place",
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
];

/// The tables beside the game.
pub const BESIDE_THE_GAME: &[Layout] = &[
    Layout {
        name: "unknowns",
        meaning: "what was not understood, in the place of an empty cell; without a text the value is missing",
        places: &["unknowns[]"],
        key: "in_table in_row in_column",
        columns: "in_table in_row in_column text",
        ..Layout::BLANK
    },
    Layout {
        name: "diagnostics",
        meaning: "what could not be read or understood when the sources were read",
        places: &["diagnostics[]"],
        columns: "code severity message file member line column_number=column(characters) length(characters) \
            byte_offset=offset(bytes) path help",
        ..Layout::BLANK
    },
    Layout {
        name: "sources",
        meaning: "the files that the document came from",
        places: &["sources[]"],
        columns: "format name path containers modified line lines encoding bytes(bytes) sha256 original+ -text -base64",
        meanings: &[("original", "the file beside the tables that holds its bytes")],
        ..Layout::BLANK
    },
];
