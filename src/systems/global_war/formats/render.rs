//! Renders a game as canonical text.

use super::event::Event;
use super::number::{Daynum, Padded, Padding, Styled};
use super::read::{ACTIVITIES, MAPS};
use super::slot::{Interrupted, PlayerLine, Slot};
use super::style::Style;
use crate::model::{Commendations, Field, Game, Holding, Moment, Player, Seat};
use crate::systems::global_war::model::{GlobalWarDetails, Interruption};
use crate::text::write_back::Statements;

/// Renders a game that `prepare` has accepted.
pub fn render(game: &Game, recovery: bool, style: &Style, out: &mut Statements) {
    let Some(details) = game.details.global_war() else { return };
    let mut writer = Writer { style, out };
    let nothing = Interruption::default();
    let interruption = details.interruption.as_ref().unwrap_or(&nothing);
    for &slot in Slot::all(recovery) {
        match slot {
            Slot::Interruption(line) => match line {
                Interrupted::Player => writer.number(slot, &interruption.player, |s| s),
                Interrupted::Activity => writer.number(slot, &interruption.activity, |a| index(&ACTIVITIES, a)),
                Interrupted::ArmiesToDeploy => writer.number(slot, &interruption.armies_to_deploy, |n| n),
                Interrupted::Map => writer.number(slot, &interruption.map, |m| index(&MAPS, m) + 1),
            },
            Slot::Event => writer.event(game, details),
            Slot::EventDay => writer.daynum(slot, &details.event_day, |&m| Daynum::of(m)),
            Slot::Player(p, line) => {
                if let Some(player) = game.players.get(p) {
                    writer.player(slot, player, line);
                }
            }
            Slot::CommendationSets => writer.number(slot, &details.commendation_sets, |n| n),
            Slot::Armies(c) => {
                if let Some(holding) = holdings(game).get(c) {
                    writer.number(slot, &holding.armies, |n| n);
                }
            }
            Slot::Owner(c) => {
                if let Some(holding) = holdings(game).get(c) {
                    writer.number(slot, &holding.owner, |o| o.as_ref().map_or("0", Seat::as_str));
                }
            }
            Slot::Password(t) => {
                if let Some(password) = details.team_passwords.as_ref().and_then(|p| p.get(t)) {
                    writer.text(slot, &style.passwords, password);
                }
            }
            Slot::Fortifications | Slot::MoreLine(_) => {}
        }
    }
    writer.number(Slot::Fortifications, &details.fortifications, |n| n);
    for (n, line) in details.more_lines.iter().enumerate() {
        writer.out.push(Slot::MoreLine(n), line, style.line_end);
    }
}

fn index<T: PartialEq>(list: &[T], value: &T) -> usize {
    list.iter().position(|v| v == value).unwrap_or_default()
}

/// Returns the holdings of a game in their order.
pub fn holdings(game: &Game) -> &[Holding] {
    game.position.as_ref().map_or(&[], |p| &p.holdings)
}

struct Writer<'s, 'o> {
    style: &'s Style,
    out: &'o mut Statements,
}

impl Writer<'_, '_> {
    fn text(&mut self, slot: Slot, padding: &Padding, value: impl std::fmt::Display) {
        self.out.push(slot, Padded { value, padding }, self.style.line_end);
    }

    /// Writes a value as a number; writes nothing if the value is absent.
    fn number<'v, T, N: std::fmt::Display>(&mut self, slot: Slot, field: &'v Field<T>, number: impl Fn(&'v T) -> N) {
        match field {
            Field::Absent => {}
            Field::Known(value) => self.integer(slot, &number(value).to_string()),
            Field::Unknown(u) => self.text(slot, &Padding::default(), &u.unknown),
        }
    }

    fn integer(&mut self, slot: Slot, number: &str) {
        let style = self.style.integer(slot);
        self.text(slot, &style.padding, style.spelled(number));
    }

    fn daynum<T>(&mut self, slot: Slot, field: &Field<T>, daynum: impl Fn(&T) -> Daynum) {
        match field {
            Field::Absent => {}
            Field::Known(value) => {
                let daynum = daynum(value);
                let mut padding = self.style.reals;
                if daynum.is_negative() {
                    // The sign takes the place of the blank before other numbers.
                    padding.lead = padding.lead.saturating_sub(1);
                }
                self.text(slot, &padding, Styled { daynum, style: self.style.real });
            }
            Field::Unknown(u) => self.text(slot, &Padding::default(), &u.unknown),
        }
    }

    fn event(&mut self, game: &Game, details: &GlobalWarDetails) {
        match (&details.event, event(game, details).and_then(|e| e.number())) {
            (Some(u), _) => self.text(Slot::Event, &Padding::default(), &u.unknown),
            (None, Some(number)) => self.integer(Slot::Event, &number.to_string()),
            (None, None) => {}
        }
    }

    fn player(&mut self, slot: Slot, player: &Player, line: PlayerLine) {
        let none = Commendations::default();
        let commendations = player.commendations.as_ref().unwrap_or(&none);
        match line {
            PlayerLine::Name => match &player.name {
                Field::Absent => {}
                Field::Known(name) => self.text(slot, &self.style.names, name.as_deref().unwrap_or("NONE")),
                Field::Unknown(u) => self.text(slot, &Padding::default(), &u.unknown),
            },
            PlayerLine::Vote => match &player.vote {
                Field::Absent => {}
                Field::Known(vote) => {
                    let (yes, no) = self.style.vote;
                    self.text(slot, &self.style.votes, if *vote { yes } else { no });
                }
                Field::Unknown(u) => self.text(slot, &Padding::default(), &u.unknown),
            },
            PlayerLine::LastMoved => {
                self.daynum(slot, &player.last_moved, |m: &Option<Moment>| m.map_or(Daynum::ZERO, Daynum::of));
            }
            PlayerLine::General => self.number(slot, &commendations.general, |n| n),
            PlayerLine::King => self.number(slot, &commendations.king, |n| n),
            PlayerLine::Queen => self.number(slot, &commendations.queen, |n| n),
        }
    }
}

/// Returns the event of a game's state, kind and flags; `None` if any of them is absent.
pub fn event(game: &Game, details: &GlobalWarDetails) -> Option<Event> {
    Some(Event {
        kind: details.game_kind?,
        state: game.state?,
        limits: details.players_min.zip(details.players_max),
        hidden_names: details.hidden_names?,
        flag_1000: details.flag_1000,
        non_sequential: details.non_sequential?,
    })
}
