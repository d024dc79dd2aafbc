//! What of a document has no table yet. Each type is taken apart field by field, so that a field that is added to the
//! model must be given a table here or be named as left out.

use super::games::PASSWORDS;
use crate::model::{
    Board, Commendations, Details, Document, Game, GameResult, GlobalWarDetails, Holding, Interruption, IsEmpty,
    Player, Position, Seat, Source, System,
};
use crate::text::{Diagnostic, codes};

/// The parts of a document that the tables cannot hold, each as an error.
pub fn left_out(document: &Document) -> Vec<Diagnostic> {
    let mut parts = Parts(Vec::new());
    // The version is checked on reading; of texts, originals are made.
    let Document { ludex: _, redacted: _, game, sources, diagnostics } = document;
    for Source { format: _, name: _, encoding: _, bytes: _, sha256: _, text: _ } in sources {}
    diagnostics.iter().for_each(every_part_has_a_column);
    parts.game(game);
    parts.0
}

struct Parts(Vec<Diagnostic>);

impl Parts {
    fn has(&mut self, is_there: bool, path: &str) {
        if is_there {
            let message = format!("{path} has no table, so the document cannot be written as tables");
            let help = "convert to json, which holds everything";
            self.0.push(Diagnostic::error(&codes::LEFT_OUT, message).on(path).help(help));
        }
    }

    fn game(&mut self, game: &Game) {
        let Game {
            system,
            variant: _,
            title: _,
            started: _,
            ended: _,
            variants,
            state: _,
            players,
            board,
            position,
            turns,
            result,
            details,
        } = game;
        self.has(variants.is_some(), "game.variants");
        for Player { seat: _, name: _, kind: _, vote: _, last_moved: _, commendations } in players {
            if let Some(Commendations { general: _, king: _, queen: _ }) = commendations {}
        }
        if let Some(Board { builtin: _, from, territories, adjacencies, passages }) = board {
            self.has(from.is_some(), "game.board.from");
            self.has(!territories.is_empty(), "game.board.territories");
            self.has(!adjacencies.is_empty(), "game.board.adjacencies");
            self.has(!passages.is_empty(), "game.board.passages");
        }
        if let Some(Position { when, holdings, pieces }) = position {
            self.has(when.is_some(), "game.position.when");
            self.has(!pieces.is_empty(), "game.position.pieces");
            holdings.iter().for_each(every_field_has_a_column);
        }
        self.has(!turns.is_empty(), "game.turns");
        if let Some(GameResult { winners, reason: _, stated: _ }) = result {
            // They stand in one cell, with blanks between them.
            let fits = |seat: &Seat| !seat.as_str().is_empty() && !seat.as_str().contains(' ');
            self.has(!winners.iter().all(fits), "game.result.winners");
        }
        match details {
            Details::GlobalWar(_) if *system != System::GlobalWar => self.has(true, "game.details"),
            Details::GlobalWar(war) => self.global_war(war),
            Details::Diplomacy(_) => self.has(!details.is_empty(), "game.details"),
            Details::None => {}
        }
    }

    fn global_war(&mut self, details: &GlobalWarDetails) {
        let GlobalWarDetails {
            event: _,
            game_kind: _,
            hidden_names: _,
            non_sequential: _,
            flag_1000: _,
            players_min: _,
            players_max: _,
            event_day: _,
            commendation_sets: _,
            team_passwords,
            fortifications: _,
            more_lines: _,
            interruption,
        } = details;
        let passwords = team_passwords.as_ref().map_or(0, Vec::len);
        self.has(passwords > PASSWORDS, &format!("game.details.team_passwords[{PASSWORDS}]"));
        if let Some(Interruption { player: _, activity: _, armies_to_deploy: _, map: _, state }) = interruption {
            self.has(state.is_some(), "game.details.interruption.state");
        }
    }
}

fn every_field_has_a_column(holding: &Holding) {
    let Holding {
        territory: _,
        owner: _,
        armies: _,
        city_owner: _,
        home: _,
        flags: _,
        held: _,
        new_owner: _,
        new_city_owner: _,
    } = holding;
}

fn every_part_has_a_column(diagnostic: &Diagnostic) {
    // A span is a line and a column, once it is located.
    let Diagnostic {
        code: _,
        severity: _,
        message: _,
        file: _,
        member: _,
        line: _,
        column: _,
        length: _,
        path: _,
        help: _,
        span: _,
    } = diagnostic;
}
