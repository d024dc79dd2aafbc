//! The tables for values that only Global War has.

use crate::tables::layout::{ALWAYS_1, Layout, NUMBER, UNDERSTOOD};

const OF_GLOBAL_WAR: &str = "this table is of Global War, and the game is of another system";
const OF_INTERRUPTED: &str = "this table is of an interrupted game, and the table interrupted_games has no row";

/// The tables that only Global War has.
pub const TABLES: &[Layout] = &[
    Layout {
        name: "global_war_games",
        meaning: "the values of the game that only Global War has, in one row",
        places: &["game.details(GlobalWarDetails)"],
        columns: "number# event game_kind hidden_names non_sequential flag_1000 players_min(players) \
            players_max(players) event_day log_started commendation_sets(sets) team_password_1=team_passwords.0 \
            team_password_2=team_passwords.1 team_password_3=team_passwords.2 fortifications \
            interruption_player=interruption.player>players.seat interruption_activity=interruption.activity \
            interruption_armies_to_deploy=interruption.armies_to_deploy(armies) interruption_map=interruption.map",
        groups: &[
            ("team_passwords", "team_passwords", "an empty list of passwords"),
            ("interruption", "interruption", "an interrupted turn without any values"),
        ],
        meanings: &[
            ALWAYS_1,
            ("team_password_1", "First password of a team game."),
            ("team_password_2", "Second password of a team game."),
            ("team_password_3", "Third password of a team game."),
        ],
        nowhere: OF_GLOBAL_WAR,
        ..Layout::BLANK
    },
    Layout {
        name: "more_lines",
        meaning: "the lines after line 127 of a Global War file, unchanged",
        places: &["game.details.more_lines[number]"],
        key: "number",
        columns: "number#number text=.",
        meanings: &[NUMBER, ("text", "Text of the line.")],
        nowhere: "lines of a Global War file, and the game is of another system",
        ..Layout::BLANK
    },
    Layout {
        name: "interrupted_games",
        meaning: "the parts of the interrupted game that differ from the saved game (Global War), in one row",
        places: &["game.details.interruption.state"],
        columns: "number# state moment=position.when when_season=position.when.season when_year=position.when.year \
            when_phase=position.when.phase position_from_name=position.from.name \
            position_from_sha256=position.from.sha256 position_from_content_sha256=position.from.content_sha256 \
            details.: event game_kind hidden_names non_sequential flag_1000 players_min(players) players_max(players) \
            event_day log_started commendation_sets(sets) team_password_1=team_passwords.0 team_password_2=team_passwords.1 \
            team_password_3=team_passwords.2 fortifications",
        groups: &[
            ("position", "position", "an empty position"),
            ("when", "position.when", "a position at an unknown phase"),
            ("details", "details", "details without any values"),
            ("team_passwords", "details.team_passwords", "an empty list of passwords"),
        ],
        meanings: &[
            ALWAYS_1,
            ("team_password_1", "First password of a team game."),
            ("team_password_2", "Second password of a team game."),
            ("team_password_3", "Third password of a team game."),
        ],
        nowhere: OF_GLOBAL_WAR,
        ..Layout::BLANK
    },
    Layout {
        name: "interrupted_players",
        meaning: "the players of the interrupted game that differ from those of the saved game",
        places: &["interrupted_games:players[]"],
        key: "seat",
        columns: "seat name kind vote last_moved commendations_general=commendations.general \
            commendations_king=commendations.king commendations_queen=commendations.queen",
        groups: &[("commendations", "commendations", "commendations of unknown number")],
        nowhere: OF_INTERRUPTED,
        ..Layout::BLANK
    },
    Layout {
        name: "interrupted_holdings",
        meaning: "the owners and armies of the interrupted game that differ from those of the saved game",
        places: &["interrupted_games:position.holdings[]"],
        key: "territory",
        columns: "territory owner>players.seat armies(armies) city_owner>players.seat home>players.seat centre flags held \
            new_owner>players.seat new_city_owner>players.seat",
        nowhere: OF_INTERRUPTED,
        ..Layout::BLANK
    },
    Layout {
        name: "interrupted_pieces",
        meaning: "the pieces of the interrupted game that differ from those of the saved game",
        places: &["interrupted_games:position.pieces[]"],
        columns: "player>players.seat kind serial territory count(pieces) status special retreats understood!whole_row",
        meanings: &[UNDERSTOOD],
        nowhere: OF_INTERRUPTED,
        ..Layout::BLANK
    },
    Layout {
        name: "interrupted_lines",
        meaning: "the lines after line 127 of the interrupted game's file, unchanged",
        places: &["interrupted_games:details.more_lines[number]"],
        key: "number",
        columns: "number#number text=.",
        meanings: &[NUMBER, ("text", "Text of the line.")],
        nowhere: OF_INTERRUPTED,
        ..Layout::BLANK
    },
];
