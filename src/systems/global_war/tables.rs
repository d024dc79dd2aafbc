//! The tables for values that only Global War has.

use crate::tables::layout::{ALWAYS_1, Layout, NUMBER, UNDERSTOOD};

const OF_GLOBAL_WAR: &str = "this table is of Global War, and the game is of another system";
const OF_INTERRUPTED: &str = "this table is of an interrupted game, and the table interrupted_games has no row";

/// The tables that only Global War has.
pub const TABLES: &[Layout] = &[
    Layout {
        name: "global_war_games",
        meaning: "what only Global War says of the game; one row",
        places: &["game.details(GlobalWarDetails)"],
        columns: "number# event game_kind hidden_names non_sequential flag_1000 players_min(players) \
            players_max(players) event_day log_started commendation_sets(sets) team_password_1=team_passwords.0 \
            team_password_2=team_passwords.1 team_password_3=team_passwords.2 fortifications \
            interruption_player=interruption.player>players.seat interruption_activity=interruption.activity \
            interruption_armies_to_deploy=interruption.armies_to_deploy(armies) interruption_map=interruption.map",
        groups: &[
            ("team_passwords", "team_passwords", "there is a list of passwords, and it is empty"),
            ("interruption", "interruption", "a turn was interrupted of which nothing is known"),
        ],
        meanings: &[
            ALWAYS_1,
            ("team_password_1", "the first password of a team game"),
            ("team_password_2", "the second password of a team game"),
            ("team_password_3", "the third password of a team game"),
        ],
        nowhere: OF_GLOBAL_WAR,
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
        columns: "number# state moment=position.when when_season=position.when.season when_year=position.when.year \
            when_phase=position.when.phase position_from_name=position.from.name \
            position_from_sha256=position.from.sha256 position_from_content_sha256=position.from.content_sha256 \
            details.: event game_kind hidden_names non_sequential flag_1000 players_min(players) players_max(players) \
            event_day log_started commendation_sets(sets) team_password_1=team_passwords.0 team_password_2=team_passwords.1 \
            team_password_3=team_passwords.2 fortifications",
        groups: &[
            ("position", "position", "there is a position in which nothing stands"),
            ("when", "position.when", "the position stands at a phase of which nothing is known"),
            ("details", "details", "there are details of which nothing is known"),
            ("team_passwords", "details.team_passwords", "there is a list of passwords, and it is empty"),
        ],
        meanings: &[
            ALWAYS_1,
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
];
