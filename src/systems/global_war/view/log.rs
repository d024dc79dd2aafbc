//! Shows the record of a game: a table of its turns, and what one turn did, with the board after it.

use std::collections::HashMap;

use super::View;
use super::board::CountryState;
use crate::model::{Action, ActionKind, Document, Field, Game, Moment, Seat, TerritoryRef, Turn, When};
use crate::systems::global_war::model::GlobalWarDetails;
use crate::systems::global_war::rules::replay::{
    Fact, Given, Placement, Replay, cut_off, is_undone, place, replay, seat_number,
};
use crate::text::english::counted;
use crate::text::printable::printable;
use crate::view::layout::{Column, Page, capital, clip, listed, moment_text, raw, seat_text};
use crate::view::picture::MomentName;
use crate::view::{NoBoard, ViewOptions, turn_number};

/// The most turns in the table, which shows the last ones.
const MAX_ROWS: usize = 60;
/// The most columns of text that was not understood.
const MAX_TEXT: usize = 60;

/// A game that is replayed from its log and, if it has one, its position.
pub(super) struct Played {
    pub(super) replay: Replay,
    /// The place of the position among the turns; `None` if there is no position, or it cannot be placed.
    pub(super) placed: Option<Placement>,
}

impl Played {
    pub(super) fn of(game: &Game) -> Played {
        let placed = game.position.as_ref().and_then(|position| Some((position, place(&game.turns, game)?)));
        let given = placed.map(|(position, placed)| Given { before: placed.before, position });
        Played { replay: replay(&game.turns, given.as_slice()), placed: placed.map(|(_, placed)| placed) }
    }

    /// Returns the states of the countries at a moment; unknown values are absent.
    pub(super) fn countries(&self, moment: usize) -> Vec<CountryState> {
        let state = |at: crate::systems::global_war::rules::replay::CountryAt| CountryState {
            owner: field(at.owner, |owner| if owner == 0 { None } else { Some(Seat::new(&owner.to_string())) }),
            armies: field(at.armies, |armies| armies),
            remark: String::new(),
        };
        self.replay.board(moment).into_iter().map(state).collect()
    }
}

fn field<T: Copy, V>(fact: Fact<T>, value: impl Fn(T) -> V) -> Field<V> {
    fact.value().map_or(Field::Absent, |known| Field::Known(value(known)))
}

/// The totals of a turn.
#[derive(Default)]
pub(super) struct Sum {
    pub(super) deployed: i64,
    pub(super) won: usize,
    pub(super) armies_lost: i64,
    pub(super) killed: i64,
    pub(super) notes: Vec<String>,
}

impl Sum {
    pub(super) fn of(turn: &Turn) -> Sum {
        let mut sum = Sum::default();
        for action in &turn.actions {
            match &action.kind {
                ActionKind::Deploy { armies, .. } => sum.deployed += i64::from(*armies),
                ActionKind::Conquer { .. } => sum.won += 1,
                ActionKind::Losses { attacker_lost, defender_lost, .. } => {
                    sum.armies_lost += i64::from(*attacker_lost);
                    sum.killed += i64::from(*defender_lost);
                }
                ActionKind::TakeContinent { continent } => sum.notes.push(printable(continent).into_owned()),
                ActionKind::Eliminate => {
                    sum.notes.push(format!("player {} is out", action.player.as_ref().map_or("?".into(), seat_text)));
                }
                ActionKind::Win => sum.notes.push("won the game".to_owned()),
                ActionKind::CarrierLost => sum.notes.push("carrier lost".to_owned()),
                ActionKind::Resume => sum.notes.push("resumed".to_owned()),
                ActionKind::Unknown => sum.notes.push("not all understood".to_owned()),
                _ => {}
            }
        }
        sum.notes.dedup();
        sum
    }
}

/// Returns for each turn the number of countries that its player lost since the player's turn before.
fn countries_lost(turns: &[Turn]) -> Vec<usize> {
    let mut lost: HashMap<&Seat, usize> = HashMap::new();
    let mut defenders: HashMap<&TerritoryRef, &Seat> = HashMap::new();
    let of_turn = |(place, turn)| {
        let Turn { player, actions, .. }: &Turn = turn;
        let own = player.as_ref().and_then(|player| lost.remove(player)).unwrap_or_default();
        for action in actions.iter().filter(|_| !is_undone(turns, place)) {
            match &action.kind {
                ActionKind::Attack { to, defender: Field::Known(defender), .. } => {
                    defenders.insert(to, defender);
                }
                ActionKind::Conquer { at, .. } => {
                    if let Some(defender) = defenders.remove(at) {
                        *lost.entry(defender).or_default() += 1;
                    }
                }
                _ => {}
            }
        }
        own
    };
    turns.iter().enumerate().map(of_turn).collect()
}

/// Returns a note if nothing of a turn counts because the carrier was lost in it; `None` if the turn counts.
pub(super) fn uncounted(turns: &[Turn], turn: usize) -> Option<&'static str> {
    if is_undone(turns, turn) {
        Some("Nothing of it counts, since another player called first: the board is that before the turn.")
    } else if cut_off(turns) == Some(turn) {
        Some("Nothing of it counts unless the player resumes it: the board is that before the turn.")
    } else {
        None
    }
}

pub(super) fn moment(turn: &Turn) -> Option<Moment> {
    match turn.when {
        Some(When::Moment(moment)) => Some(moment),
        _ => None,
    }
}

impl View<'_> {
    /// Writes the turns of the record, and the number of countries that each player held over time.
    pub(super) fn record(&self, page: &mut Page) {
        let turns = &self.game.turns;
        let Some(last) = turns.last() else { return };
        let played = Played::of(self.game);
        page.paragraph(&self.extent(last));
        if let Some(placed) = played.placed {
            page.continued(&self.beside(placed));
        }
        let contradictions = played.replay.contradictions().len();
        if contradictions > 0 {
            let times = counted(contradictions, "value", "values");
            page.continued(&format!("Lines contradict each other in {times}; `ludex check` names them."));
        }
        let first = turns.len().saturating_sub(MAX_ROWS);
        if first > 0 {
            page.paragraph(&format!("The last {MAX_ROWS} turns; `ludex timeline` has all."));
        }
        let columns = [
            Column::number("turn"),
            Column::text("began"),
            Column::text("player"),
            Column::number("deployed"),
            Column::number("won"),
            Column::number("lost"),
            Column::number("dead"),
            Column::number("killed"),
            Column::text(""),
        ];
        let lost = countries_lost(turns);
        let row = |(place, (turn, lost)): (usize, (&Turn, &usize))| {
            let mut sum = Sum::of(turn);
            if is_undone(turns, place) {
                sum.notes.push("does not count".to_owned());
            }
            vec![
                turn.number.map_or(String::new(), |number| number.to_string()),
                moment(turn).map_or("?".to_owned(), moment_text),
                turn.player.as_ref().map_or("?".to_owned(), seat_text),
                sum.deployed.to_string(),
                sum.won.to_string(),
                lost.to_string(),
                sum.armies_lost.to_string(),
                sum.killed.to_string(),
                sum.notes.join(", "),
            ]
        };
        let rows: Vec<Vec<String>> = turns.iter().zip(&lost).enumerate().skip(first).map(row).collect();
        page.table(&columns, &rows);
        page.paragraph(
            "Won are countries, and lost those that others took since the turn before; dead are the armies that the \
             player lost attacking, killed those of others.",
        );
        self.chart(page, &played.replay);
    }

    /// Returns a sentence about the beginning and the end of the record.
    fn extent(&self, last: &Turn) -> String {
        let turns = &self.game.turns;
        let began = self.details.log_started.known().copied().or_else(|| turns.iter().find_map(moment));
        let ended = turns.iter().rev().find_map(moment);
        let begun = turns.iter().filter(|turn| turn.number.is_some()).count();
        let count = counted(begun, "turn", "turns");
        let state = match last.actions.last().map(|action| &action.kind) {
            Some(ActionKind::CarrierLost) => " Carrier was lost in the last one.",
            _ if turns.iter().flat_map(|turn| &turn.actions).any(|action| action.kind == ActionKind::Win) => {
                " The game was won."
            }
            _ => "",
        };
        match (began, ended) {
            (Some(began), Some(ended)) => {
                let days = ended.days_since(began).floor().max(0.0) as usize;
                let days = counted(days, "day", "days");
                format!(
                    "{} in {days}: the log begins on {}, its last turn on {}.{state}",
                    capital(&count),
                    moment_text(began),
                    moment_text(ended)
                )
            }
            _ => format!("{}; when they were was not read.{state}", capital(&count)),
        }
    }

    /// Returns a sentence about the place of the position among the turns.
    fn beside(&self, placed: Placement) -> String {
        let turns = &self.game.turns;
        let behind: Vec<&Turn> = turns.iter().skip(placed.before).collect();
        let at = match placed.before.checked_sub(1).and_then(|before| turns.get(before)?.number) {
            Some(number) => format!("behind turn {number}"),
            None => "before the first turn".to_owned(),
        };
        let rest = match behind.len() {
            0 => "where the log ends".to_owned(),
            n => format!("{} before the log ends", counted(n, "turn", "turns")),
        };
        let odd = match placed.disagree {
            0 => String::new(),
            n => format!(
                ", though {} otherwise there",
                if n == 1 { "1 value is".into() } else { format!("{n} values are") }
            ),
        };
        format!("The saved position is that {at}, {rest}{odd}.")
    }

    /// Draws the number of countries that each player held, turn by turn.
    fn chart(&self, page: &mut Page, replay: &Replay) {
        const LEVELS: [char; 9] = ['.', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
        let moments = replay.moments();
        let columns = moments.min(page.width().saturating_sub(20)).max(1);
        let shown: Vec<usize> = (0..columns).map(|column| column * (moments - 1) / (columns - 1).max(1)).collect();
        let boards: Vec<Vec<Option<u8>>> = shown
            .iter()
            .map(|moment| replay.board(*moment).iter().map(|country| country.owner.value()).collect())
            .collect();
        let count = |board: &Vec<Option<u8>>, seat: u8| board.iter().filter(|owner| **owner == Some(seat)).count();
        let of_seat = |seat: u8| boards.iter().map(|board| count(board, seat)).collect::<Vec<usize>>();
        let all: Vec<(u8, Vec<usize>)> = (1..=6).map(|seat| (seat, of_seat(seat))).collect();
        let most = all.iter().flat_map(|(_, counts)| counts).copied().max().unwrap_or_default().max(1);
        let mut rows = Vec::new();
        for (seat, counts) in all.iter().filter(|(_, counts)| counts.iter().any(|count| *count > 0)) {
            let level = |count: &usize| LEVELS.get((*count * 8).div_ceil(most)).copied().unwrap_or('█');
            let last = counts.last().copied().unwrap_or_default();
            rows.push(vec![seat.to_string(), counts.iter().map(level).collect(), last.to_string()]);
        }
        if !rows.is_empty() {
            let columns =
                [Column::text("player"), Column::text("countries, turn by turn"), Column::number("at the end")];
            page.table(&columns, &rows);
        }
    }

    /// Returns the title of a turn, such as `Turn 12: Ann, 14 July 1989`.
    pub(super) fn turn_title(&self, turn: &Turn) -> String {
        match turn.number {
            Some(number) => format!("Turn {number}: {}", self.who_and_when(turn)),
            None => "Lines before the first turn".to_owned(),
        }
    }

    /// Names the player of a turn, and the time at which it began.
    pub(super) fn who_and_when(&self, turn: &Turn) -> String {
        let who = turn.player.as_ref().map_or("A player who was not read".to_owned(), |seat| self.who_first(seat));
        let when = moment(turn).map_or(String::new(), |began| format!(", {}", moment_text(began)));
        format!("{who}{when}")
    }

    /// Describes a line of a turn in words.
    pub(super) fn sentence(&self, action: &Action) -> String {
        let armies = |count: &i32| counted_armies(*count);
        let name = |at: &TerritoryRef| clip(&printable(at.as_str()), MAX_TEXT);
        match &action.kind {
            ActionKind::Deploy { armies: count, at, total } => {
                format!("{} on {}, which then has {total}", armies(count), name(at))
            }
            ActionKind::Attack { from, armies: count, to, defender, defending } => {
                let defender = match defender {
                    Field::Known(seat) => format!("player {}", seat_text(seat)),
                    Field::Unknown(unknown) => raw(&unknown.unknown),
                    Field::Absent => "nobody".to_owned(),
                };
                format!("{} ({count}) attacks {} ({defending}, of {defender})", name(from), name(to))
            }
            ActionKind::Losses { from, attacker_lost, to, defender_lost } => {
                format!("  {} loses {attacker_lost}, {} loses {defender_lost}", name(from), name(to))
            }
            ActionKind::Conquer { at, armies: count } => {
                format!(
                    "  {} is conquered; {} in",
                    name(at),
                    if *count == 1 { "1 army moves".into() } else { format!("{count} armies move") }
                )
            }
            ActionKind::Fortify { from, to, armies: count } => {
                format!("{} from {} to {}", armies(count), name(from), name(to))
            }
            ActionKind::Eliminate => {
                let seat = action
                    .player
                    .as_ref()
                    .and_then(|seat| Some(seat_text(seat)).filter(|_| seat_number(seat).is_some()));
                format!("player {} is out", seat.unwrap_or_else(|| "?".to_owned()))
            }
            ActionKind::Win => "the game is won".to_owned(),
            ActionKind::TakeContinent { continent } => format!("all of {} is held", printable(continent)),
            ActionKind::CashSet { armies: count } => format!("a set of commendations gives {}", armies(count)),
            ActionKind::TakeCommendations { count } => format!("{count} commendations are taken"),
            ActionKind::Swap { at, armies: count, swapped_for, armies_there } => {
                format!("{} ({count}) is swapped for {} ({armies_there}) of the partner", name(at), name(swapped_for))
            }
            ActionKind::Give { at, armies: count } => format!("{} ({count}) is given to the partner", name(at)),
            ActionKind::CarrierLost => "carrier is lost".to_owned(),
            ActionKind::Resume => "the turn is resumed".to_owned(),
            _ => format!("not understood: {}", clip(&printable(action.text.as_deref().unwrap_or_default()), MAX_TEXT)),
        }
    }
}

fn counted_armies(count: i32) -> String {
    if count == 1 { "1 army".to_owned() } else { format!("{count} armies") }
}

/// Returns the name that `--turn` takes for the turn at an index.
pub(super) fn turn_name(turns: &[Turn], index: usize) -> String {
    // Lines before the first turn have no number.
    let number = turns.get(index).and_then(|turn| turn.number);
    number.map_or_else(|| format!("0a{}", index + 1), |number| number.to_string())
}

/// Shows what a turn did, and the board after it; for turn 0, the board as the countries were dealt out.
pub(super) fn after_turn(
    page: &mut Page,
    document: &Document,
    turn: &MomentName,
    options: &ViewOptions,
) -> Result<(), NoBoard> {
    let nothing = GlobalWarDetails::default();
    let view = View::of(document, &nothing, options);
    let turns = &view.game.turns;
    let index = match turn {
        MomentName::Last => turns.len().checked_sub(1),
        MomentName::Named(name) => (0..turns.len()).rfind(|index| turn_name(turns, *index).eq_ignore_ascii_case(name)),
    };
    if index.is_none()
        && let Some(turn) = turn_number(turn)?.filter(|number| *number > 0)
    {
        return Err(NoBoard::Turn { turn, last: turns.iter().filter_map(|turn| turn.number).max().map(u64::from) });
    }
    if turns.is_empty() {
        return Err(NoBoard::NoTurns);
    }
    let played = Played::of(view.game);
    let moment_behind = index.map_or(0, |index| index + 1);
    let mut countries = played.countries(moment_behind);
    match index.and_then(|index| turns.get(index)) {
        Some(turn) => {
            page.paragraph(&format!("{}.", view.turn_title(turn)));
            page.blank();
            turn.actions.iter().for_each(|action| page.line(&format!("  {}", view.sentence(action))));
            page.paragraph(index.and_then(|index| uncounted(turns, index)).unwrap_or_default());
            let before = played.countries(moment_behind - 1);
            for (country, then) in countries.iter_mut().zip(&before) {
                country.remark = view.before(then, country);
            }
        }
        None => page.paragraph("The deal: the countries before the first turn."),
    }
    let unknown = countries.iter().filter(|country| country.owner.is_absent() || country.armies.is_absent()).count();
    view.board(page, &countries, "before the turn");
    if unknown > 0 {
        let known = counted(unknown, "country is", "countries are");
        page.paragraph(&format!("{known} not known in full: no line tells it, or lines contradict each other."));
    }
    let held: Vec<String> = (1..=6u8)
        .filter_map(|seat| {
            let own = |state: &&CountryState| matches!(&state.owner, Field::Known(Some(owner)) if seat_number(owner) == Some(seat));
            let count = countries.iter().filter(own).count();
            (count > 0).then(|| format!("player {seat} holds {}", counted(count, "country", "countries")))
        })
        .collect();
    if !held.is_empty() {
        page.paragraph(&format!("{}.", capital(&listed(&held))));
    }
    page.paragraph(view.masked());
    Ok(())
}
