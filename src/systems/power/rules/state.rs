//! A board in play: the effects of commands on it, and what is not certain about it.

use super::board::Board;
use super::codes;
use super::command::{Command, counted};
use super::piece::{Colour, Kind, Price, Terrain};
use super::sector::{Area, Sector};
use super::violation::{RuleViolation, illegal, odd, remark};
use crate::model::Stack;
use crate::text::english;

/// Points of a megamissile.
const MISSILE: u64 = match Kind::Megamissile.price() {
    Price::Points(points) => points,
    Price::Pieces(..) | Price::Never => 0,
};

/// A board, and what the commands of the round have done to it so far.
#[derive(Debug, Clone)]
pub struct State {
    /// The pieces on the board.
    pub board: Board,
    /// The pieces that have moved or were made in this round.
    spent: Board,
    /// Stacks that `spent` may hold.
    touched: Vec<(Sector, Colour, Kind)>,
    /// Sectors that pieces moved into or out of, one bit each.
    moved: u64,
    /// Sectors that megamissiles hit.
    hit: Vec<Sector>,
    /// Parts of the board that are not certain.
    pub uncertainty: Uncertainty,
}

/// Parts of a board that do not follow from the commands.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Uncertainty {
    /// Sectors whose pieces are not certain, one bit each.
    sectors: u64,
    /// Colours whose pieces are not certain, wherever they are.
    colours: Vec<Colour>,
    /// Whether any sector may have pieces that are not known, as the commands of a colour are missing.
    pub everything: bool,
}

impl Uncertainty {
    /// Marks a sector as not certain.
    pub fn sector(&mut self, at: Sector) {
        self.sectors |= 1 << at.index();
    }

    /// Marks the pieces of a colour as not certain.
    pub fn colour(&mut self, colour: Colour) {
        if !self.colours.contains(&colour) {
            self.colours.push(colour);
        }
    }

    /// Returns whether the pieces on a sector are not certain.
    pub fn is_in(&self, at: Sector) -> bool {
        self.sectors >> at.index() & 1 == 1
    }

    /// Returns whether the places of a colour's pieces are not certain.
    pub fn is_of(&self, colour: Colour) -> bool {
        self.colours.contains(&colour)
    }

    /// Returns whether the pieces of a colour on a sector are not certain.
    pub fn covers(&self, at: Sector, colour: Colour) -> bool {
        self.is_in(at) || self.is_of(colour)
    }

    /// Returns whether everything is certain.
    pub fn is_none(&self) -> bool {
        self.sectors == 0 && self.colours.is_empty() && !self.everything
    }
}

impl State {
    /// Returns the state at the beginning of a round.
    pub fn of(board: Board) -> State {
        State {
            board,
            spent: Board::default(),
            touched: Vec::new(),
            moved: 0,
            hit: Vec::new(),
            uncertainty: Uncertainty::default(),
        }
    }

    /// Plays a command that is allowed without a board. A command that is refused with an error has no effect.
    pub fn play(
        &mut self,
        command: &Command<'_>,
        colour: Option<Colour>,
    ) -> Result<Option<RuleViolation>, RuleViolation> {
        match *command {
            Command::Move { kind, from, to } => self.go(colour, kind, from, to).map(|()| None),
            Command::Exchange { at, gives: Some(gives), becomes } => {
                let named = gives.iter().find_map(|stack| stack.player.as_ref()).and_then(Colour::of_seat);
                self.exchange(colour.or(named), at, gives, becomes).map(|()| None)
            }
            Command::Exchange { at, gives: None, becomes } => self.gather(colour, at, becomes),
        }
    }

    fn go(&mut self, colour: Option<Colour>, kind: Kind, from: Sector, to: Sector) -> Result<(), RuleViolation> {
        let Some(colour) = self.owner(colour, from, kind)? else { return Ok(()) };
        let (there, spent) = (self.board.count(from, colour, kind), self.spent.count(from, colour, kind));
        if there > 0 && spent >= there && !self.uncertainty.covers(from, colour) {
            let message =
                format!("the {} on {} has already moved, or was made in this round", kind.word(), from.code());
            return Err(illegal(&codes::MOVED_TWICE, message));
        }
        self.board.take(from, colour, kind, 1);
        if kind.terrain() == Terrain::All {
            self.hit.push(to);
            return Ok(());
        }
        self.board.add(to, colour, kind, 1);
        self.spend(to, colour, kind);
        self.moved |= 1 << from.index() | 1 << to.index();
        Ok(())
    }

    fn spend(&mut self, at: Sector, colour: Colour, kind: Kind) {
        self.spent.add(at, colour, kind, 1);
        self.touched.push((at, colour, kind));
    }

    /// Returns the colour of the piece that a command means; `None` if that is not certain.
    fn owner(&self, named: Option<Colour>, at: Sector, kind: Kind) -> Result<Option<Colour>, RuleViolation> {
        let mut owners = Colour::ALL.into_iter().filter(|colour| self.board.count(at, *colour, kind) > 0);
        if let Some(named) = named {
            if self.board.count(at, named, kind) > 0 || self.uncertainty.covers(at, named) {
                return Ok(Some(named));
            }
            return Err(match owners.next() {
                Some(other) => {
                    let message = format!("the {} on {} is {}'s", kind.word(), at.code(), other.word());
                    illegal(&codes::NOT_OWN, message)
                }
                None => self.not_there(1, kind, at),
            });
        }
        match (owners.next(), owners.next()) {
            (Some(owner), None) => Ok(Some(owner)),
            (None, _) if self.is_doubtful(at) => Ok(None),
            (None, _) => Err(self.not_there(1, kind, at)),
            (Some(one), Some(other)) => {
                let [one, other] = [one, other].map(Colour::word);
                let message = format!("{one} and {other} both have {} on {}", kind.one(), at.code());
                Err(odd(&codes::WHOSE, message))
            }
        }
    }

    fn is_doubtful(&self, at: Sector) -> bool {
        Colour::ALL.into_iter().any(|colour| self.uncertainty.covers(at, colour))
    }

    fn not_there(&self, wanted: u64, kind: Kind, at: Sector) -> RuleViolation {
        let there = self.board.field(at, None);
        let there = if there.is_empty() { "which is empty".to_owned() } else { format!("where {there} stands") };
        let message = match wanted {
            1 => format!("there is no {} on {}, {there}", kind.word(), at.code()),
            _ => format!("there are not {} on {}, {there}", counted(wanted, kind), at.code()),
        };
        illegal(&codes::NOT_THERE, message)
    }

    fn exchange(
        &mut self,
        named: Option<Colour>,
        at: Sector,
        gives: &[Stack],
        becomes: Kind,
    ) -> Result<(), RuleViolation> {
        let mut wanted = [0_u64; Kind::ALL.len()];
        for stack in gives {
            let wanted = Kind::of_name(&stack.piece.0).and_then(|kind| wanted.get_mut(kind.index()));
            wanted.into_iter().for_each(|wanted| *wanted = wanted.saturating_add(stack.count));
        }
        let wanted = || Kind::ALL.into_iter().zip(wanted).filter(|(_, wanted)| *wanted > 0);
        let Some((first, _)) = wanted().next() else { return Ok(()) };
        let Some(colour) = self.owner(named, at, first)? else { return Ok(()) };
        for (kind, wanted) in wanted() {
            let is_short = u64::from(self.board.count(at, colour, kind)) < wanted;
            if is_short && self.uncertainty.covers(at, colour) {
                // They may be there, but an exchange of uncertain pieces makes nothing.
                self.uncertainty.sector(at);
                return Ok(());
            }
            if is_short {
                return Err(self.not_there(wanted, kind, at));
            }
        }
        wanted().for_each(|(kind, wanted)| self.give(at, colour, kind, wanted));
        self.make(at, colour, becomes);
        Ok(())
    }

    /// Takes pieces away; of equal ones, first those that cannot move any more.
    fn give(&mut self, at: Sector, colour: Colour, kind: Kind, count: u64) {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        self.board.take(at, colour, kind, count);
        self.spent.take(at, colour, kind, count);
    }

    /// Puts down a piece that was received in an exchange.
    fn make(&mut self, at: Sector, colour: Colour, becomes: Kind) {
        self.board.add(at, colour, becomes, 1);
        if !at.is_reserve() && becomes != Kind::Megamissile {
            self.spend(at, colour, becomes);
        }
    }

    /// Makes a megamissile of as many pieces as are needed: of all there are, except the largest that can be spared.
    fn gather(
        &mut self,
        named: Option<Colour>,
        at: Sector,
        becomes: Kind,
    ) -> Result<Option<RuleViolation>, RuleViolation> {
        let mut owners = self.board.colours_at(at);
        let colour = match (named, owners.next(), owners.next()) {
            (Some(named), _, _) => named,
            (None, Some(owner), None) => owner,
            (None, None, _) if self.is_doubtful(at) => return Ok(None),
            (None, None, _) => {
                return Err(illegal(&codes::TOO_FEW_POINTS, format!("there is nothing on {}", at.code())));
            }
            (None, Some(one), Some(other)) => {
                let message = format!("{} and {} both have pieces on {}", one.word(), other.word(), at.code());
                return Err(odd(&codes::WHOSE, message));
            }
        };
        drop(owners);
        let mut points = self.board.points(at, colour);
        if self.uncertainty.covers(at, colour) {
            self.uncertainty.sector(at);
            self.make(at, colour, becomes);
            return Ok(None);
        }
        if points < MISSILE {
            let message = format!(
                "a {} needs {MISSILE} points, and {} has {points} on {}",
                becomes.word(),
                colour.word(),
                at.code()
            );
            return Err(illegal(&codes::TOO_FEW_POINTS, message));
        }
        let there = points;
        let mut kinds = Kind::ALL.map(|kind| (kind.power(), kind));
        kinds.sort_by(|one, other| other.cmp(one));
        for (power, kind) in kinds.into_iter().filter(|(power, _)| *power > 0) {
            let count = u64::from(self.board.count(at, colour, kind));
            let spared = count.min(points.saturating_sub(MISSILE) / power);
            points -= spared * power;
            self.give(at, colour, kind, count - spared);
        }
        self.make(at, colour, becomes);
        if points == there {
            return Ok(None);
        }
        self.uncertainty.sector(at);
        let message = format!(
            "Z does not say which of the {there} points on {} are given; from here on that sector is not judged",
            at.code()
        );
        Ok(Some(remark(&codes::NOT_CERTAIN, message)))
    }

    /// Ends the round: megamissiles hit, fights are reported, and a colour that occupies a country gets a power unit
    /// for it. Of commands that are no round of a history, only megamissiles count.
    pub fn end_round(&mut self, is_whole: bool, emit: &mut impl FnMut(RuleViolation)) {
        for at in std::mem::take(&mut self.hit) {
            if self.moved >> at.index() & 1 == 1 && !self.uncertainty.is_in(at) {
                let message = format!("a megamissile hits {} in the round in which pieces come or go there", at.code());
                emit(remark(&codes::FIGHT, message));
                self.uncertainty.sector(at);
            }
            self.board.destroy(at);
        }
        for at in Sector::all().filter(|at| is_whole && !at.is_reserve()) {
            if let Some(violation) = self.fight(at) {
                emit(violation);
            }
        }
        for colour in Colour::ALL.into_iter().filter(|_| is_whole) {
            self.income(colour);
        }
        for (at, colour, kind) in self.touched.drain(..) {
            self.spent.take(at, colour, kind, u32::MAX);
        }
        self.moved = 0;
    }

    /// Reports a fight on a sector, and marks it and the reserves that captured pieces go to as not certain; `None` if
    /// there is no fight, or it was not certain before.
    fn fight(&mut self, at: Sector) -> Option<RuleViolation> {
        self.board.colours_at(at).nth(1)?;
        let fighting: Vec<Colour> = self.board.colours_at(at).collect();
        let is_known = !self.uncertainty.is_in(at) && !fighting.iter().any(|colour| self.uncertainty.is_of(*colour));
        self.uncertainty.sector(at);
        for colour in &fighting {
            self.uncertainty.sector(Sector::reserve(*colour));
        }
        // A colour that loses its flag loses more than the pieces on this sector.
        if let Area::Headquarters(of) = at.area()
            && self.board.count(at, of, Kind::Flag) > 0
        {
            self.uncertainty.colour(of);
        }
        is_known.then(|| {
            let sides: Vec<String> = fighting
                .iter()
                .map(|colour| {
                    let points = usize::try_from(self.board.points(at, *colour)).unwrap_or(usize::MAX);
                    format!("{} with {}", colour.word(), english::counted(points, "point", "points"))
                })
                .collect();
            remark(
                &codes::FIGHT,
                format!("{} meet on {}; Ludex does not decide the fight", sides.join(" and "), at.code()),
            )
        })
    }

    /// Adds a power unit for each other country, with its flag still up, in which the colour has a piece.
    fn income(&mut self, colour: Colour) {
        let reserve = Sector::reserve(colour);
        for other in Colour::ALL.into_iter().filter(|other| *other != colour) {
            let is_up = self.board.count(Sector::headquarters(other), other, Kind::Flag) > 0;
            let own = |at: &Sector| matches!(at.area(), Area::Land(of, _) if of == other);
            let is_there = |at: &Sector| self.board.total(*at, colour) > 0;
            let mut occupied = Sector::all().filter(own).filter(is_there).peekable();
            if occupied.peek().is_none() {
                continue;
            }
            let is_certain = occupied.any(|at| !self.uncertainty.covers(at, colour));
            if !is_certain || self.uncertainty.is_in(Sector::headquarters(other)) {
                self.uncertainty.sector(reserve);
            } else if is_up {
                self.board.add(reserve, colour, Kind::PowerUnit, 1);
            }
        }
    }
}
