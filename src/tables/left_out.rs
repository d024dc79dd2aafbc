//! What of a document has no table yet. Each type is taken apart field by field, so that a field that is added to the
//! model must be given a table here or be named as left out.

use super::definitions::{DEPTH, gives};
use super::games::PASSWORDS;
use crate::model::{
    Account, Action, Adjacency, Board, BoardSource, City, Commendations, Details, DiplomacyDetails, Disaster, Document,
    Element, Extra, ExtraCentres, Field, Game, GameBlock, GameResult, GlobalWarDetails, Holding, HomeworldsDetails,
    HongKong, Income, Interruption, Limits, Member, Ownership, OwnershipGroup, Passage, Phase, Piece, Place, Player,
    Position, Remark, Setting, Source, Stack, Standing, System, Territory, Turn, When,
};
use crate::text::{Diagnostic, codes};

/// The parts of a document that the tables cannot hold, each as an error.
pub fn left_out(document: &Document) -> Vec<Diagnostic> {
    let mut parts = Parts(Vec::new());
    // The version is checked on reading; of texts, originals are made.
    let Document { schema: _, ludex: _, redacted: _, game, sources, diagnostics } = document;
    for Source { format: _, name: _, path: _, line: _, lines: _, encoding: _, bytes: _, sha256: _, text: _ } in sources
    {
    }
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
            variants: _,
            state: _,
            players,
            board,
            position,
            turns,
            result,
            details,
        } = game;
        for Player { seat: _, name: _, kind: _, vote: _, last_moved: _, commendations } in players {
            if let Some(Commendations { general: _, king: _, queen: _ }) = commendations {}
        }
        if let Some(board) = board {
            self.board(board);
        }
        position.iter().for_each(every_part_of_a_position_has_a_table);
        for (index, turn) in turns.iter().enumerate() {
            self.turn(turn, &format!("game.turns[{index}]"), 0);
        }
        if let Some(GameResult { winners: _, reason: _, stated: _ }) = result {}
        match (details, system) {
            (Details::GlobalWar(war), System::GlobalWar) => self.global_war(war),
            (Details::Diplomacy(details), System::Diplomacy) => self.diplomacy(details),
            (Details::Homeworlds(details), System::Homeworlds) => {
                let HomeworldsDetails { to_move: _, extras } = &**details;
                for Extra { key: _, json: _ } in extras {}
            }
            (Details::GlobalWar(_) | Details::Diplomacy(_) | Details::Homeworlds(_), _) => {
                self.has(true, "game.details")
            }
            (Details::None, _) => {}
        }
    }

    /// A turn that is in so many alternatives, one within the other.
    fn turn(&mut self, turn: &Turn, path: &str, depth: usize) {
        let Turn {
            number: _,
            player: _,
            when,
            position,
            actions,
            unset: _,
            remarks,
            extras,
            undone,
            inferred: _,
            tag: _,
            alternatives,
        } = turn;
        when.iter().for_each(every_part_of_a_when_has_a_column);
        position.as_deref().into_iter().for_each(every_part_of_a_position_has_a_table);
        actions.iter().chain(undone.iter().flatten()).for_each(every_part_of_an_action_has_a_column);
        remarks.iter().for_each(every_part_of_a_remark_has_a_column);
        for Extra { key: _, json: _ } in extras {}
        for (place, turns) in alternatives.iter().enumerate() {
            for (index, turn) in turns.iter().enumerate() {
                let path = format!("{path}.alternatives[{place}][{index}]");
                if depth < DEPTH {
                    self.turn(turn, &path, depth + 1);
                } else {
                    self.is_too_deep(path);
                }
            }
        }
    }

    fn is_too_deep(&mut self, path: String) {
        let message =
            format!("{path} is in more than {DEPTH} alternatives, one within the other, which tables cannot hold");
        let help = "take it out, or convert to json";
        self.0.push(Diagnostic::error(&codes::LEFT_OUT, message).on(path).help(help));
    }

    fn board(&mut self, board: &Board) {
        let Board { builtin: _, from, territories, adjacencies, passages } = board;
        if let Some(BoardSource { name: _, sha256: _, content_sha256: _ }) = from {}
        for territory in known(territories) {
            let Territory {
                id: _,
                name: _,
                aliases: _,
                code: _,
                kind: _,
                second_kind: _,
                centre: _,
                home: _,
                region: _,
                city,
            } = territory;
            if let Some(City { income: _, fortified: _, port: _, venice: _ }) = city {}
        }
        for (index, element) in adjacencies.iter().enumerate() {
            if let Element::Known(Adjacency { from: _, movement: _, to }) = element {
                self.places(to, || format!("game.board.adjacencies[{index}].to"));
            }
        }
        for Passage { kind: _, at: _, controlled_from: _, between: _, powers: _, path: _ } in known(passages) {}
    }

    /// Rows of places have none where there are no places, so a place that is absent has no row of its own.
    fn places(&mut self, places: &[Field<Place>], path: impl FnOnce() -> String) {
        if let Some(index) = places.iter().position(Field::is_absent) {
            self.has(true, &format!("{}[{index}]", path()));
        }
    }

    fn diplomacy(&mut self, details: &DiplomacyDetails) {
        let DiplomacyDetails {
            sections: _,
            famine,
            plague,
            storms,
            income,
            city_order,
            centre_order,
            hong_kong,
            limits,
            extra_centres,
            ownership,
            accounts,
            standings,
            game_block,
            extras,
        } = details;
        for Extra { key: _, json: _ } in extras {}
        for Disaster { row: _, column: _, territory: _ } in [famine, plague, storms].into_iter().flatten().flatten() {}
        for Income { territory: _, dice: _, values: _, initial: _ } in
            income.iter().flatten().filter_map(Element::known)
        {}
        for (order, name) in [(city_order, "city_order"), (centre_order, "centre_order")] {
            for (index, line) in order.iter().flatten().enumerate() {
                self.places(line, || format!("game.details.{name}[{index}]"));
            }
        }
        for (index, element) in hong_kong.iter().flatten().enumerate() {
            if let Element::Known(HongKong { player: _, territories }) = element {
                self.places(territories, || format!("game.details.hong_kong[{index}].territories"));
            }
        }
        for Limits { player: _, army: _, fleet: _, garrison: _ } in limits.iter().flatten().filter_map(Element::known) {
        }
        for ExtraCentres { player: _, count: _ } in extra_centres.iter().flatten().filter_map(Element::known) {}
        match ownership {
            Some(Ownership::Groups(groups)) => groups.iter().for_each(every_record_has_a_column),
            Some(Ownership::Flat(_)) | None => {}
        }
        for Account { player: _, treasury: _, loans: _, chits: _, allies: _ } in known(accounts) {}
        standings.iter().flatten().filter_map(Element::known).for_each(every_number_has_a_column);
        game_block.iter().for_each(every_setting_has_a_column);
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

fn every_part_of_a_position_has_a_table(position: &Position) {
    let Position { when, from, holdings, pieces } = position;
    when.iter().for_each(every_part_of_a_when_has_a_column);
    if let Some(BoardSource { name: _, sha256: _, content_sha256: _ }) = from {}
    holdings.iter().for_each(every_field_has_a_column);
    for Piece { player: _, kind: _, serial: _, territory: _, count: _, status: _, special: _, retreats: _ } in
        known(pieces)
    {}
}

fn every_part_of_a_when_has_a_column(when: &When) {
    match when {
        When::Phase(Phase { season: _, year: _, phase: _ }) | When::Moment(_) => {}
    }
}

fn every_part_of_an_action_has_a_column(action: &Action) {
    // Kinds of actions are taken apart where their columns are defined; only what they give has another table.
    let Action { kind: _, player: _, when, serial: _, results: _, inferred: _, text: _, remarks } = action;
    for Stack { piece: _, count: _, player: _ } in gives(action) {}
    when.iter().for_each(|when| every_part_of_a_when_has_a_column(when));
    remarks.iter().for_each(every_part_of_a_remark_has_a_column);
}

fn every_part_of_a_remark_has_a_column(remark: &Remark) {
    let Remark { author: _, recipient: _, text: _, when: _, place: _ } = remark;
}

fn every_field_has_a_column(holding: &Holding) {
    let Holding {
        territory: _,
        owner: _,
        armies: _,
        city_owner: _,
        home: _,
        centre: _,
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
        also: _,
    } = diagnostic;
}

fn every_record_has_a_column(group: &OwnershipGroup) {
    let OwnershipGroup {
        names: _,
        owner: _,
        city_owner: _,
        home: _,
        flags: _,
        held: _,
        new_owner: _,
        new_city_owner: _,
    } = group;
}

fn every_number_has_a_column(standing: &Standing) {
    let Standing {
        player: _,
        status: _,
        units: _,
        centres: _,
        user: _,
        site: _,
        dedication: _,
        address: _,
        late: _,
        blockaded: _,
    } = standing;
}

fn every_setting_has_a_column(block: &GameBlock) {
    let GameBlock {
        name: _,
        sequence: _,
        phase: _,
        access: _,
        variant: _,
        level: _,
        dedication: _,
        flags: _,
        victory: _,
        players: _,
        xflags: _,
        absence: _,
        x2flags: _,
        homes: _,
        x3flags: _,
        powers: _,
        settings,
        members,
    } = block;
    for Setting { key: _, text: _ } in known(settings) {}
    for member in known(members) {
        let Member {
            player: _,
            status: _,
            units: _,
            centres: _,
            user: _,
            site: _,
            password: _,
            address: _,
            numbers: _,
        } = member;
    }
}

fn known<T>(elements: &[Element<T>]) -> impl Iterator<Item = &T> {
    elements.iter().filter_map(Element::known)
}
