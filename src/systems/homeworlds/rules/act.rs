//! Applies actions to the state and reports their rule violations.

use smol_str::SmolStr;

use super::codes;
use super::piece::{Colour, Piece};
use super::state::{Budget, PlayerStatus, RuleViolation, Ship, State, World, illegal, no_system, odd, remark};
use super::table::clipped;
use crate::model::{Action, ActionKind, PieceName, Seat, TerritoryRef, TradeInput};
use crate::text::Severity;

impl State {
    /// Applies an action of the current turn and returns its first error. An illegal action is applied as far as that
    /// is possible. If no turn has begun, the turn of the next player begins.
    pub fn act(&mut self, action: &Action) -> Result<(), RuleViolation> {
        let mut violations = Vec::new();
        self.act_noting(action, &mut violations);
        violations.into_iter().find(|violation| violation.severity == Severity::Error).map_or(Ok(()), Err)
    }

    /// Applies an action of the current turn and collects all its violations, warnings and notes among them.
    pub fn act_noting(&mut self, action: &Action, violations: &mut Vec<RuleViolation>) {
        let mover = self.open_turn();
        let mut act = Act { mover, state: self, violations };
        act.perform(action);
    }
}

/// One action while it is applied.
pub(super) struct Act<'s> {
    pub(super) state: &'s mut State,
    pub(super) mover: usize,
    pub(super) violations: &'s mut Vec<RuleViolation>,
}

impl Act<'_> {
    fn perform(&mut self, action: &Action) {
        let waits = self.state.standings.get(self.mover) == Some(&PlayerStatus::Waiting);
        match &action.kind {
            ActionKind::Setup { stars, piece, at, name, overrides } => {
                self.setup(stars, piece, at, name.as_deref(), *overrides == Some(true));
            }
            ActionKind::Pass => self.pass(waits),
            ActionKind::Catastrophe { at, colour } => self.catastrophe(at, colour),
            ActionKind::Resign => self.leaves(action.player.as_ref(), PlayerStatus::Resigned),
            ActionKind::Eliminate => self.leaves(action.player.as_ref(), PlayerStatus::Eliminated),
            ActionKind::Unknown => {
                self.is_unclear();
                self.set_budget(Budget::Unclear);
            }
            ActionKind::Restart => {}
            ActionKind::Build { .. }
            | ActionKind::Exchange { .. }
            | ActionKind::Discover { .. }
            | ActionKind::Move { .. }
            | ActionKind::Capture { .. }
            | ActionKind::Sacrifice { .. }
                if waits =>
            {
                let message = format!("{} has no homeworld yet", self.mover_name());
                self.emit(illegal(&codes::BEFORE_SETUP, message));
                self.set_budget(Budget::Spent);
            }
            ActionKind::Build { piece, at } => self.build(piece.as_ref(), at),
            ActionKind::Exchange { at, gives, becomes } => self.exchange(at, gives, becomes),
            ActionKind::Discover { piece, from, star, to, name } => {
                self.discover(piece, from, star, to, name.as_deref());
            }
            ActionKind::Move { piece, from, to, .. } => self.moves(piece.as_ref(), from, to),
            ActionKind::Capture { piece, at, owner } => self.capture(piece, at, owner.as_ref()),
            ActionKind::Sacrifice { piece, at } => self.sacrifice(piece, at),
            _ => {
                self.emit(illegal(&codes::NO_ACTION, "this is not an action of Homeworlds".to_owned()));
                self.is_unclear();
            }
        }
    }

    fn build(&mut self, piece: Option<&PieceName>, at: &TerritoryRef) {
        let colour = piece.and_then(|piece| Colour::parse(&piece.0)).filter(|c| self.state.smallest(*c).is_none());
        if let Some(colour) = colour {
            let at = self.system(at);
            self.spend(Colour::Green, at);
            return self.emit(illegal(&codes::NOT_IN_BANK, format!("the bank has nothing {}", colour.word())));
        }
        let (piece, at) = (self.piece(piece), self.system(at));
        self.spend(Colour::Green, at);
        let (Some(piece), Some(at)) = (piece, at) else { return };
        let Some(world) = self.state.worlds.get(at) else { return };
        if !world.has_colour(piece.colour(), self.mover) {
            let (colour, label) = (piece.colour().word(), world.label());
            let message = format!("{} has no {colour} ship at {label} to build from", self.mover_name());
            self.emit(illegal(&codes::NOTHING_TO_COPY, message));
        }
        let smallest = self.state.smallest(piece.colour());
        if !self.state.take(piece) {
            return self.not_in_bank(piece, smallest);
        }
        if let Some(smallest) = smallest.filter(|smallest| *smallest != piece) {
            let message =
                format!("{piece} is not the smallest {} piece: {smallest} is in the bank", piece.colour().word());
            self.emit(illegal(&codes::NOT_SMALLEST, message));
        }
        self.land(Ship { piece, owner: self.mover }, at);
    }

    fn exchange(&mut self, at: &TerritoryRef, gives: &TradeInput, becomes: &PieceName) {
        let given = match gives {
            TradeInput::Pieces(stacks) => match stacks.as_slice() {
                [stack] if stack.count == 1 => self.piece(Some(&stack.piece)),
                _ => self.refuse_trade("one ship is traded at a time".to_owned()),
            },
            TradeInput::Word(_) => self.refuse_trade("the trade names no ship".to_owned()),
        };
        let (becomes, at) = (self.piece(Some(becomes)), self.system(at));
        self.spend(Colour::Blue, at);
        let (Some(given), Some(becomes), Some(at)) = (given, becomes, at) else { return };
        let Some(ship) = self.own_ship(given, at) else { return };
        if given == becomes {
            return self
                .emit(odd(&codes::BAD_TRADE, format!("{given} is traded for {becomes}, which changes nothing")));
        }
        if given.size() != becomes.size() {
            self.refuse_trade(format!("{given} cannot become {becomes}, which is of another size"));
        } else if given.colour() == becomes.colour() {
            self.refuse_trade(format!("{given} cannot become {becomes}, which is of the same colour"));
        }
        if !self.state.take(becomes) {
            return self.not_in_bank(becomes, None);
        }
        self.state.give_back(given);
        if let Some(ship) = self.state.worlds_mut().get_mut(at).and_then(|world| world.ships.get_mut(ship)) {
            ship.piece = becomes;
        }
    }

    fn refuse_trade(&mut self, message: String) -> Option<Piece> {
        self.emit(illegal(&codes::BAD_TRADE, message));
        None
    }

    fn discover(
        &mut self,
        piece: &PieceName,
        from: &TerritoryRef,
        star: &PieceName,
        to: &TerritoryRef,
        name: Option<&str>,
    ) {
        let (piece, star, from) = (self.piece(Some(piece)), self.piece(Some(star)), self.system(from));
        self.spend(Colour::Yellow, from);
        let (Some(piece), Some(star), Some(from)) = (piece, star, from) else { return };
        let Some(ship) = self.own_ship(piece, from) else { return };
        if let Some(taken) = self.state.number(to) {
            self.taken(taken);
            return self.travel(ship, from, taken);
        }
        if let Some(size) = self.state.worlds.get(from).and_then(|world| world.shared_size(&[star])) {
            let label = self.label(from);
            let message = format!("{label} has a star of size {size}, like the new star {star}");
            self.emit(illegal(&codes::NOT_CONNECTED, message));
        }
        if !self.state.take(star) {
            return self.not_in_bank(star, None);
        }
        let new = World {
            id: to.clone(),
            name: name.map(SmolStr::new),
            stars: vec![star],
            ships: Vec::with_capacity(4),
            home: None,
        };
        self.state.worlds_mut().push(new);
        let new = self.state.worlds.len() - 1;
        self.travel(ship, from, new);
        self.same_name();
    }

    /// Warns if the newest system has the name of another.
    pub(super) fn same_name(&mut self) {
        let Some((new, others)) = self.state.worlds.split_last() else { return };
        let name = new.full_name();
        if let Some(other) = others.iter().find(|other| other.full_name().eq_ignore_ascii_case(name)) {
            let message = format!("there is a system {} on the board already", other.label());
            self.emit(odd(&codes::NAME_TAKEN, message));
        }
    }

    pub(super) fn taken(&mut self, number: usize) {
        let message = format!("there is a system {} on the board already", self.label(number));
        self.emit(illegal(&codes::NAME_TAKEN, message));
    }

    fn moves(&mut self, piece: Option<&PieceName>, from: &TerritoryRef, to: &TerritoryRef) {
        let (from, to) = (self.system(from), self.system(to));
        let piece = match (piece, from) {
            (None, Some(from)) => self.only_ship(from),
            _ => self.piece(piece),
        };
        self.spend(Colour::Yellow, from);
        let (Some(piece), Some(from), Some(to)) = (piece, from, to) else { return };
        let Some(ship) = self.own_ship(piece, from) else { return };
        let (Some(there), Some(here)) = (self.state.worlds.get(to), self.state.worlds.get(from)) else { return };
        if let Some(size) = here.shared_size(&there.stars) {
            let message = match from == to {
                true => format!("{piece} stays at {}", here.label()),
                false => format!("{} and {} share a star of size {size}", here.label(), there.label()),
            };
            self.emit(illegal(&codes::NOT_CONNECTED, message));
        }
        self.travel(ship, from, to);
    }

    /// Returns the kind of the mover's ships in the system if they are all of one kind; else emits a violation.
    fn only_ship(&mut self, at: usize) -> Option<Piece> {
        let world = self.state.worlds.get(at)?;
        let first = world.ships_of(self.mover).next();
        let only = first.filter(|first| world.ships_of(self.mover).all(|other| other == *first));
        if only.is_none() {
            self.emit(illegal(&codes::UNKNOWN_PIECE, "the move names no ship".to_owned()));
        }
        only
    }

    /// Moves a ship from one system to another. The system that it left may vanish.
    fn travel(&mut self, ship: usize, from: usize, to: usize) {
        if from == to || to >= self.state.worlds.len() {
            return;
        }
        let Some(world) = self.state.worlds_mut().get_mut(from).filter(|world| ship < world.ships.len()) else {
            return;
        };
        let ship = world.ships.remove(ship);
        self.land(ship, to);
        self.state.settle(from);
    }

    fn land(&mut self, ship: Ship, at: usize) {
        if let Some(world) = self.state.worlds_mut().get_mut(at) {
            world.ships.push(ship);
        }
    }

    fn sacrifice(&mut self, piece: &PieceName, at: &TerritoryRef) {
        let (piece, at) = (self.piece(Some(piece)), self.system(at));
        if !matches!(self.budget(), Budget::Untouched | Budget::Unclear) {
            let message = format!("{} has already acted in this turn, before the sacrifice", self.mover_name());
            self.emit(illegal(&codes::TOO_MANY_ACTIONS, message));
        }
        // Set after an illegal sacrifice too, because the actions that it would pay for follow.
        self.set_budget(match piece {
            Some(piece) => Budget::Sacrifice { colour: piece.colour(), left: piece.size() },
            None => Budget::Spent,
        });
        let (Some(piece), Some(at)) = (piece, at) else { return };
        let Some(ship) = self.own_ship(piece, at) else { return };
        if let Some(world) = self.state.worlds_mut().get_mut(at).filter(|world| ship < world.ships.len()) {
            world.ships.remove(ship);
            self.state.give_back(piece);
            self.state.settle(at);
        }
    }

    fn catastrophe(&mut self, at: &TerritoryRef, colour: &PieceName) {
        let Some(at) = self.system(at) else { return };
        let Some(colour) = Colour::parse(&colour.0) else {
            let message = format!("expected a colour, found {}", clipped(&colour.0));
            return self.emit(illegal(&codes::UNKNOWN_PIECE, message));
        };
        let Some(world) = self.state.worlds_mut().get_mut(at) else { return };
        let is_hit = |piece: Piece| piece.colour() == colour;
        let count =
            world.stars.iter().chain(world.ships.iter().map(|ship| &ship.piece)).filter(|p| is_hit(**p)).count();
        if count < 4 {
            let message = format!("{} has {count} of the 4 {} pieces of a catastrophe", world.label(), colour.word());
            return self.emit(illegal(&codes::NO_CATASTROPHE, message));
        }
        let stars = world.stars.extract_if(.., |star| is_hit(*star));
        let ships = world.ships.extract_if(.., |ship| is_hit(ship.piece)).map(|ship| ship.piece);
        let hit: Vec<Piece> = stars.chain(ships).collect();
        hit.into_iter().for_each(|piece| self.state.give_back(piece));
        self.state.settle(at);
    }

    fn pass(&mut self, waits: bool) {
        let budget = self.budget();
        if self.state.table.server.restricts_passes() && budget == Budget::Untouched {
            let message = match (waits, self.state.table.pass_free) {
                (true, _) => Some("the turn cannot be passed before the homeworld is set up"),
                (false, true) => None,
                (false, false) => Some("the turn can be passed only in the variant passFree"),
            };
            if let Some(message) = message {
                self.emit(illegal(&codes::NO_PASS, message.to_owned()));
            }
        }
        match budget {
            Budget::Untouched => self.set_budget(Budget::Spent),
            Budget::Sacrifice { colour, left: left @ 1.. } => {
                self.set_budget(Budget::Sacrifice { colour, left: left - 1 });
            }
            Budget::Unclear => {}
            _ => self.emit(remark(&codes::REDUNDANT_PASS, "there is nothing left to pass".to_owned())),
        }
    }

    fn leaves(&mut self, player: Option<&Seat>, how: PlayerStatus) {
        self.is_unclear();
        let player = match player {
            Some(seat) => self.state.table.number(seat),
            None => Some(self.mover),
        };
        let player = player.filter(|player| self.state.plays(*player));
        if let Some(standing) = player.and_then(|player| self.state.standings.get_mut(player)) {
            *standing = how;
        }
    }
}

/// Helpers that several actions share.
impl Act<'_> {
    /// Pays for an action. As the only action of the turn it needs its colour in the system; after a sacrifice it uses
    /// up one of the actions paid for, which must be of the sacrificed colour.
    pub(super) fn spend(&mut self, colour: Colour, at: Option<usize>) {
        match self.budget() {
            Budget::Untouched => {
                self.set_budget(Budget::Spent);
                let Some(world) = at.and_then(|at| self.state.worlds.get(at)) else { return };
                let has_star = world.stars.iter().any(|star| star.colour() == colour);
                if !has_star && !world.has_colour(colour, self.mover) {
                    let (mover, label) = (self.mover_name(), world.label());
                    let message =
                        format!("{mover} has nothing {} at {label}, and nothing was sacrificed", colour.word());
                    self.emit(illegal(&codes::NO_TECHNOLOGY, message));
                }
            }
            Budget::Sacrifice { colour: paid, left: left @ 1.. } => {
                self.set_budget(Budget::Sacrifice { colour: paid, left: left - 1 });
                if paid != colour {
                    let message = format!("the action is {}, and the sacrifice was {}", colour.word(), paid.word());
                    self.emit(illegal(&codes::OTHER_COLOUR, message));
                }
            }
            Budget::Unclear => {}
            Budget::Spent | Budget::Sacrifice { .. } => {
                let message = format!("{} has no action left in this turn", self.mover_name());
                self.emit(illegal(&codes::TOO_MANY_ACTIONS, message));
            }
        }
    }

    pub(super) fn piece(&mut self, name: Option<&PieceName>) -> Option<Piece> {
        let piece = name.and_then(|name| Piece::parse(&name.0));
        if piece.is_none() {
            let message = match name {
                Some(name) => format!("expected a piece, found {}", clipped(&name.0)),
                None => "the action names no piece".to_owned(),
            };
            self.emit(illegal(&codes::UNKNOWN_PIECE, message));
        }
        piece
    }

    pub(super) fn system(&mut self, id: &TerritoryRef) -> Option<usize> {
        let number = self.state.number(id);
        if number.is_none() {
            self.emit(no_system(id, &self.state.worlds));
        }
        number
    }

    fn own_ship(&mut self, piece: Piece, at: usize) -> Option<usize> {
        let world = self.state.worlds.get(at)?;
        let ship = world.ship(piece, self.mover);
        if ship.is_none() {
            let message = format!("{} has no {piece} at {}", self.mover_name(), world.label());
            self.emit(illegal(&codes::NO_SUCH_SHIP, message));
        }
        ship
    }

    pub(super) fn not_in_bank(&mut self, piece: Piece, smallest: Option<Piece>) {
        let message = match smallest {
            Some(smallest) => format!("no {piece} is in the bank, which has {smallest}"),
            None => format!("no {piece} is in the bank"),
        };
        self.emit(illegal(&codes::NOT_IN_BANK, message));
    }

    pub(super) fn emit(&mut self, violation: RuleViolation) {
        self.violations.push(violation);
    }

    pub(super) fn mover_name(&self) -> &str {
        self.state.name(self.mover)
    }

    fn label(&self, number: usize) -> &str {
        self.state.worlds.get(number).map_or("?", World::label)
    }

    pub(super) fn budget(&self) -> Budget {
        self.state.turn.as_ref().map_or(Budget::Spent, |turn| turn.budget)
    }

    pub(super) fn set_budget(&mut self, budget: Budget) {
        if let Some(turn) = &mut self.state.turn {
            turn.budget = budget;
        }
    }

    fn is_unclear(&mut self) {
        if let Some(turn) = &mut self.state.turn {
            turn.unclear = true;
        }
    }
}
