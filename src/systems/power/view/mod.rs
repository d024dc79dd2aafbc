//! Shows a game of Power: the commands, what each colour has, and the board as the document draws it.

mod colours;
mod drawing;
mod picture;
mod record;
mod terms;
#[cfg(test)]
mod tests;

use crate::model::{Document, Game};
use crate::systems::power::rules::{self as rules, Board, BoardAfterRound, Colour, Kind, Sector};
use crate::text::printable::printable;
use crate::view::layout::{Page, capital, clip, counted, listed};
use crate::view::picture::MomentName;
use crate::view::{NoBoard, SystemView, ViewOptions, turn_number};
use terms::TERMS;

/// The most uncertain sectors that are named.
const MAX_SECTORS: usize = 12;

/// The view of games of Power.
pub static SYSTEM: SystemView =
    SystemView { what, show, board: None, terms: &TERMS, album: Some(drawing::open), after_turn: Some(after_turn) };

/// Returns a phrase for the kind of game or file.
fn what(game: &Game) -> String {
    let rounds = rules::rounds(game);
    let is_played = game.turns.iter().any(|turn| turn.player.is_some() || !turn.actions.is_empty());
    let boards = game.position.iter().count() + game.turns.iter().filter(|turn| turn.position.is_some()).count();
    let colours = colours::of_turns(game);
    let what = if game.turns.is_empty() {
        if boards == 0 {
            return game.system.name().to_owned();
        }
        "a board".to_owned()
    } else if !is_played && boards > 0 {
        counted(boards, "board", "boards")
    } else if game.turns.iter().all(|turn| turn.number.is_none()) {
        let commands = game.turns.iter().map(|turn| turn.actions.len()).sum();
        counted(commands, "command", "commands")
    } else {
        let rounds = counted(rounds, "round", "rounds");
        match colours.as_slice() {
            [] => format!("a history of {rounds}"),
            [one] => format!("the history of {}, {rounds}", one.word()),
            _ => format!("a game of {rounds}"),
        }
    };
    format!("Power, {what}")
}

/// Shows the game, and its latest board.
fn show(page: &mut Page, document: &Document, _: &ViewOptions) {
    let game = &document.game;
    let start = Start::of(game);
    let scene = start.scene(game, None);
    if let Some(title) = &game.title {
        page.paragraph(&format!("{}.", clip(&printable(title), 60)));
    }
    colours::table(page, game, scene.as_ref());
    page.paragraph(&result(game));
    page.paragraphs(&record::sentences(game));
    match &scene {
        Some(scene) => board(page, scene, &start, true),
        None => record::commands(page, game),
    }
}

/// Shows the commands of a round, and the board after it; round 0 is the start.
fn after_turn(page: &mut Page, document: &Document, round: &MomentName, _: &ViewOptions) -> Result<(), NoBoard> {
    let game = &document.game;
    let number = match turn_number(round)? {
        Some(number) => number,
        None => record::last_number(game).unwrap_or_default(),
    };
    let rounds = record::rounds_to(game, number)?;
    let start = Start::of(game);
    if number > 0 {
        record::round(page, game, number);
    }
    let scene = start.scene(game, Some(rounds)).ok_or(NoBoard::Start)?;
    board(page, &scene, &start, false);
    Ok(())
}

/// The board that a game is played from.
enum Start {
    /// The document states it.
    Stated,
    /// The document does not, but the game can be played from the usual setup, with only the pieces of these colours.
    Standard(Vec<Colour>, Box<Board>),
    /// There is no board to play from.
    None,
}

impl Start {
    fn of(game: &Game) -> Start {
        if rules::after(game, Some(0), None).is_some() {
            return Start::Stated;
        }
        let is_history = !game.turns.is_empty() && game.turns.iter().all(|turn| turn.number.is_some());
        let colours = colours::of_turns(game);
        if !is_history || colours.is_empty() {
            return Start::None;
        }
        let mut board = Board::default();
        let standard = Board::standard();
        for at in Sector::all() {
            let own = standard.stacks(at).filter(|(colour, _, _)| colours.contains(colour));
            own.for_each(|(colour, kind, count)| board.add(at, colour, kind, count));
        }
        let found = rules::check_from(game, Some(&board), crate::rules::RuleSet::Engine);
        let is_off = found.iter().any(|finding| rules::codes::OFF_BOARD.contains(&finding.code.id));
        if is_off { Start::None } else { Start::Standard(colours, Box::new(board)) }
    }

    fn scene(&self, game: &Game, rounds: Option<usize>) -> Option<BoardAfterRound> {
        match self {
            Start::Stated => rules::after(game, rounds, None),
            Start::Standard(_, board) => rules::after(game, rounds, Some(board)),
            Start::None => None,
        }
    }
}

/// Shows a board with its source; `is_latest` is whether no other was asked for.
fn board(page: &mut Page, scene: &BoardAfterRound, start: &Start, is_latest: bool) {
    page.paragraph(&format!("{}:", caption(scene, start, is_latest)));
    picture::show(page, scene);
    let legend = legend(&scene.board);
    page.paragraph(&legend);
    page.paragraphs(&[uncertain(scene)]);
}

/// Returns the caption of a board: its round and its source.
fn caption(scene: &BoardAfterRound, start: &Start, is_latest: bool) -> String {
    let when = match (scene.rounds, scene.number) {
        (0, _) => "before the first round".to_owned(),
        (_, Some(number)) => format!("after round {number}"),
        (_, None) => "behind the commands".to_owned(),
    };
    let whence = match start {
        Start::Standard(colours, _) if colours.len() < Colour::ALL.len() => {
            let words: Vec<String> = colours.iter().map(|colour| colour.word().to_owned()).collect();
            format!(", played from the usual setup of {} alone", listed(&words))
        }
        Start::Standard(..) => ", played from the usual setup".to_owned(),
        _ if scene.is_stated => String::new(),
        _ => ", as the commands give it".to_owned(),
    };
    let is_alone = scene.rounds == 0 && scene.is_stated && is_latest;
    if is_alone { "The board".to_owned() } else { format!("The board {when}{whence}") }
}

/// Explains the letters on the board.
fn legend(board: &Board) -> String {
    let all = || Sector::all().flat_map(|at| board.stacks(at));
    let colours = Colour::ALL.into_iter().filter(|colour| all().any(|(whose, _, _)| whose == *colour));
    let kinds = Kind::ALL.into_iter().filter(|kind| all().any(|(_, there, _)| there == *kind));
    let colours: Vec<String> = colours.map(|colour| format!("{} {}", colour.letter(), colour.word())).collect();
    let kinds: Vec<String> = kinds.map(|kind| format!("{} {}", kind.letter(), kind.word())).collect();
    match colours.len() {
        0 => "The board is empty.".to_owned(),
        _ => format!("{}; {}.", colours.join(", "), kinds.join(", ")),
    }
}

/// Returns a sentence that lists the uncertain sectors.
fn uncertain(scene: &BoardAfterRound) -> String {
    let more = scene.uncertain.len().saturating_sub(MAX_SECTORS);
    let mut what: Vec<String> = scene.uncertain.iter().take(MAX_SECTORS).map(|at| at.code().to_owned()).collect();
    if more > 0 {
        what.push(counted(more, "more sector", "more sectors"));
    }
    what.extend(scene.uncertain_colours.iter().map(|colour| format!("all {} pieces", colour.word())));
    if what.is_empty() {
        return String::new();
    }
    format!("Not certain (?), since fights are not decided here and not all is known: {}.", listed(&what))
}

/// Returns a sentence about the winners.
fn result(game: &Game) -> String {
    let Some(result) = &game.result else { return String::new() };
    let winners: Vec<String> = result
        .winners
        .iter()
        .map(|seat| Colour::of_seat(seat).map_or_else(|| clip(&printable(seat.as_str()), 8), |c| c.word().to_owned()))
        .collect();
    let reason =
        result.reason.as_ref().map_or_else(String::new, |reason| format!(" ({})", clip(&printable(reason), 60)));
    match winners.len() {
        0 => format!("Nobody has won{reason}."),
        1 => capital(&format!("{} has won{reason}.", listed(&winners))),
        _ => capital(&format!("{} have won{reason}.", listed(&winners))),
    }
}
