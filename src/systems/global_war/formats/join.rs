//! Joins a `.REC` and its `.DAT` in one document, and separates them again.

use crate::model::{Details, Field, Game, Holding, Position};
use crate::systems::global_war::model::{GlobalWarDetails, Interruption, InterruptionState};
use crate::systems::global_war::rules;
use crate::text::Diagnostic;

/// Returns the saved game with the interrupted turn in it: the differences are in `details.interruption.state`.
///
/// `None` if the two could not be separated again, for example because one has a line that the other lacks.
pub fn join(saved: &Game, interrupted: &Game) -> Option<Game> {
    let (details, other) = (saved.details.global_war()?, interrupted.details.global_war()?);
    if details.interruption.is_some()
        || !saved.players.iter().map(|p| &p.seat).eq(interrupted.players.iter().map(|p| &p.seat))
    {
        return None;
    }
    let players = interrupted.players.iter().zip(&saved.players).filter(|(now, then)| now != then);
    let holdings: Vec<Holding> =
        holdings(interrupted).iter().filter(|h| !self::holdings(saved).contains(h)).cloned().collect();
    let state = InterruptionState {
        state: interrupted.state.filter(|_| interrupted.state != saved.state),
        players: players.map(|(now, _)| now.clone()).collect(),
        position: (!holdings.is_empty()).then(|| Position { holdings, ..Position::default() }),
        details: Some(differing(details, other)).filter(|d| *d != GlobalWarDetails::default()),
    };
    let mut details = details.clone();
    details.interruption = Some(Interruption { state: Some(Box::new(state)), ..other.interruption.clone()? });
    let joined = Game { details: Details::GlobalWar(Box::new(details)), ..saved.clone() };
    (interrupted_game(&joined).as_ref() == Some(interrupted)).then_some(joined)
}

/// Returns the reasons to doubt that an interrupted turn belongs to the saved game called `name`, or that the turn can
/// continue.
pub fn doubts(saved: &Game, interrupted: &Game, name: &str) -> Vec<Diagnostic> {
    let reasons = rules::foreign_because(interrupted, saved);
    if !reasons.is_empty() {
        const SHOWN: usize = 3;
        let more = if reasons.len() > SHOWN { format!(", and {} more", reasons.len() - SHOWN) } else { String::new() };
        let why = reasons[..reasons.len().min(SHOWN)].join(", ");
        let message = format!("this turn is not of the game in {name}: {why}{more}");
        let d = Diagnostic::error(&rules::FOREIGN_RECOVERY, message);
        return vec![d.help("check which game it is of; do not recover from it beside this .DAT")];
    }
    let moved: Vec<String> = rules::moved_since(interrupted, saved).iter().map(|p| p.seat.to_string()).collect();
    let who = match &moved[..] {
        [] => return Vec::new(),
        [one] => format!("player {one} has"),
        several => format!("players {} have", several.join(", ")),
    };
    let message = format!("the game went on: in {name} {who} moved since");
    let d = Diagnostic::warning(&rules::STALE_RECOVERY, message);
    vec![d.help("Global War would delete this file and use the .DAT; do not recover from it")]
}

fn holdings(game: &Game) -> &[Holding] {
    game.position.as_ref().map_or(&[], |p| &p.holdings)
}

/// Returns the interrupted game of a joined document, as its `.REC` has it; `None` if the document is not joined.
pub fn interrupted_game(joined: &Game) -> Option<Game> {
    let details = joined.details.global_war()?;
    let state = details.interruption.as_ref()?.state.as_deref()?;
    let mut game = joined.clone();
    game.state = state.state.or(joined.state);
    for player in &state.players {
        match game.players.iter_mut().find(|p| p.seat == player.seat) {
            Some(there) => *there = player.clone(),
            None => game.players.push(player.clone()),
        }
    }
    if let (Some(position), Some(changes)) = (&mut game.position, &state.position) {
        for holding in &changes.holdings {
            match position.holdings.iter_mut().find(|h| h.territory == holding.territory) {
                Some(there) => *there = holding.clone(),
                None => position.holdings.push(holding.clone()),
            }
        }
    }
    let mut details = details.clone();
    if let Some(changes) = &state.details {
        apply(&mut details, changes);
    }
    if let Some(interruption) = &mut details.interruption {
        interruption.state = None;
    }
    game.details = Details::GlobalWar(Box::new(details));
    game.result = rules::result(&game);
    Some(game)
}

/// Returns the fields of `now` that differ from `then`.
fn differing(then: &GlobalWarDetails, now: &GlobalWarDetails) -> GlobalWarDetails {
    fn field<T: Clone + PartialEq>(then: &Field<T>, now: &Field<T>) -> Field<T> {
        if then == now { Field::Absent } else { now.clone() }
    }
    fn option<T: Clone + PartialEq>(then: &Option<T>, now: &Option<T>) -> Option<T> {
        if then == now { None } else { now.clone() }
    }
    GlobalWarDetails {
        event: option(&then.event, &now.event),
        game_kind: option(&then.game_kind, &now.game_kind),
        hidden_names: option(&then.hidden_names, &now.hidden_names),
        non_sequential: option(&then.non_sequential, &now.non_sequential),
        flag_1000: now.flag_1000 && !then.flag_1000,
        players_min: option(&then.players_min, &now.players_min),
        players_max: option(&then.players_max, &now.players_max),
        event_day: field(&then.event_day, &now.event_day),
        log_started: field(&then.log_started, &now.log_started),
        commendation_sets: field(&then.commendation_sets, &now.commendation_sets),
        team_passwords: option(&then.team_passwords, &now.team_passwords),
        fortifications: field(&then.fortifications, &now.fortifications),
        more_lines: if then.more_lines == now.more_lines { Vec::new() } else { now.more_lines.clone() },
        interruption: None,
    }
}

/// Copies the fields that are present in `changes` to `details`.
fn apply(details: &mut GlobalWarDetails, changes: &GlobalWarDetails) {
    fn field<T: Clone>(place: &mut Field<T>, change: &Field<T>) {
        if !change.is_absent() {
            *place = change.clone();
        }
    }
    fn option<T: Clone>(place: &mut Option<T>, change: &Option<T>) {
        if change.is_some() {
            place.clone_from(change);
        }
    }
    option(&mut details.event, &changes.event);
    option(&mut details.game_kind, &changes.game_kind);
    option(&mut details.hidden_names, &changes.hidden_names);
    option(&mut details.non_sequential, &changes.non_sequential);
    details.flag_1000 |= changes.flag_1000;
    option(&mut details.players_min, &changes.players_min);
    option(&mut details.players_max, &changes.players_max);
    field(&mut details.event_day, &changes.event_day);
    field(&mut details.log_started, &changes.log_started);
    field(&mut details.commendation_sets, &changes.commendation_sets);
    option(&mut details.team_passwords, &changes.team_passwords);
    field(&mut details.fortifications, &changes.fortifications);
    if !changes.more_lines.is_empty() {
        details.more_lines.clone_from(&changes.more_lines);
    }
}
