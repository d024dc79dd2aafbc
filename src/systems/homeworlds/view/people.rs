//! Shows the players, their homeworlds, and the winner.

use super::mover;
use super::names::{Names, named_piece, pieces_text, short};
use super::record::turn_text;
use crate::model::{ActionKind, Game, PieceName, Seat};
use crate::systems::homeworlds::rules::{self as rules, Outcome, Piece, PlayerStatus, Server, State, System};
use crate::view::layout::{Column, Page, counted, few, listed, seat_text};

/// Maximum number of winners that are named; the largest table has no more players.
const MAX_PLAYERS: usize = 8;
/// The columns of a name in the table.
const NAME_COLUMNS: usize = 26;
/// Maximum width in columns of the reason for a result.
const REASON_COLUMNS: usize = 60;

/// Writes the table of the players, in the order of play.
pub fn table(page: &mut Page, game: &Game, server: Server, outcome: &Outcome, names: &Names<'_>) {
    let start = State::of(game, server);
    let setups = setups(game, server, &start);
    let row = |seat: &Seat| {
        let setup = setups.iter().find(|setup| setup.seat == *seat);
        let (stars, ship) = setup.map_or(("-", "-"), |setup| (&setup.stars, &setup.ship));
        let name = names.name(seat, NAME_COLUMNS).unwrap_or_else(|| "-".to_owned());
        vec![seat_text(seat), name, stars.to_owned(), ship.to_owned(), fate(game, seat, outcome)]
    };
    let rows: Vec<Vec<String>> = start.players().map(|(seat, _)| row(seat)).collect();
    page.table(&["Seat", "Player", "Homeworld", "Ship", ""].map(Column::text), &rows);
    if let Some(more) = game.players.len().checked_sub(rows.len()).filter(|more| *more > 0) {
        page.continued(&format!("And {}, for whom no table has a seat.", counted(more, "more player", "more players")));
    }
}

/// A player's pieces at the start.
struct Setup {
    seat: Seat,
    stars: String,
    ship: String,
}

/// Returns the homeworlds of the start position, and those set up in play.
fn setups(game: &Game, server: Server, start: &State) -> Vec<Setup> {
    let given = |system: System<'_>| {
        let seat = system.home()?;
        let ships: Vec<Piece> = system.ships().filter(|(_, owner)| *owner == seat).map(|(ship, _)| ship).collect();
        Some(Setup { seat: seat.clone(), stars: pieces_text(system.stars()), ship: pieces_text(&ships) })
    };
    let mut setups: Vec<Setup> = start.systems().filter_map(given).collect();
    let in_turns = game.turns.iter().enumerate().flat_map(|(index, turn)| {
        let setup = turn.actions.iter().find(|action| matches!(action.kind, ActionKind::Setup { .. }));
        setup.map(|setup| (index, turn, setup))
    });
    for (index, turn, action) in in_turns.take(2 * MAX_PLAYERS) {
        let ActionKind::Setup { stars, piece, .. } = &action.kind else { continue };
        let mover = mover(turn, &rules::after(game, server, index)).cloned();
        let Some(seat) = mover.filter(|mover| setups.iter().all(|setup| setup.seat != *mover)) else { continue };
        let star = |star: &Option<PieceName>| star.as_ref().map_or("-".to_owned(), |s| named_piece(&s.0));
        let stars = few(stars, 3, star).join(" ");
        setups.push(Setup { seat, stars, ship: named_piece(&piece.0) });
    }
    setups
}

/// Returns how the game ended for a player.
fn fate(game: &Game, seat: &Seat, outcome: &Outcome) -> String {
    let winners = game.result.as_ref().map_or(&outcome.winners, |result| &result.winners);
    let out = outcome.out.iter().find(|out| out.seat == *seat);
    let lost = out.map(|out| {
        let verb = if out.standing == PlayerStatus::Resigned { "resigned" } else { "out" };
        let when = out.turn.map(|index| format!(" in {}", turn_text(game, index)));
        format!("{verb}{}", when.unwrap_or_else(|| " from the start".to_owned()))
    });
    let won = winners.contains(seat).then(|| if winners.len() > 1 { "drawn" } else { "won" }.to_owned());
    won.into_iter().chain(lost).collect::<Vec<_>>().join("; ")
}

/// Returns a sentence about the winner, by the record or else by the board, and about how the game was won.
pub fn result(game: &Game, outcome: &Outcome, names: &Names<'_>) -> String {
    let won = |seats: &[Seat]| match seats {
        [] => "Nobody has won".to_owned(),
        [one] => format!("{} has won", names.who(one)),
        many => format!("Drawn between {}", listed(&few(many, MAX_PLAYERS, |seat| names.who(seat)))),
    };
    let how = outcome.decided.map(|index| {
        let lost = outcome.out.iter().filter(|out| out.turn == Some(index));
        let lost: Vec<String> = lost.map(|out| lost_how(out.standing, &names.who(&out.seat))).collect();
        let lost = if lost.is_empty() { "it was decided".to_owned() } else { listed(&lost) };
        format!("{lost} in {}", turn_text(game, index))
    });
    let reason = game.result.as_ref().and_then(|result| result.reason.as_deref());
    let reason = reason.map(|reason| format!(" ({})", short(reason, REASON_COLUMNS))).unwrap_or_default();
    let source = match &game.result {
        Some(result) if result.stated => "by the record",
        _ => "by the document, which has derived it",
    };
    match (&game.result, how) {
        (Some(result), Some(how)) if same(&result.winners, &outcome.winners) => {
            let stated = if result.stated { "" } else { ", which the record does not state" };
            format!("{}{reason}{stated}: {how}.", won(&result.winners))
        }
        (Some(result), Some(how)) => {
            format!("{} {source}{reason}. By the board {}: {how}.", won(&result.winners), won(&outcome.winners))
        }
        (Some(result), None) => format!("{} {source}{reason}; the board does not show it.", won(&result.winners)),
        (None, Some(how)) => format!("{}, which the record does not state: {how}.", won(&outcome.winners)),
        (None, None) => "Who has won is not stated, and the board does not show it.".to_owned(),
    }
}

fn lost_how(standing: PlayerStatus, who: &str) -> String {
    match standing {
        PlayerStatus::Resigned => format!("{who} resigned"),
        _ => format!("{who} lost the homeworld"),
    }
}

fn same(one: &[Seat], other: &[Seat]) -> bool {
    one.len() == other.len() && one.iter().all(|seat| other.contains(seat))
}
