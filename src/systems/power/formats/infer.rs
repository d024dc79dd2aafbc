//! Infers the players, and whose turns they are, from the commands and boards.

use thin_vec::{ThinVec, thin_vec};

use crate::model::{ActionKind, Board, BuiltinBoard, Element, Game, Player, Position, Seat, TradeInput, Turn};
use crate::systems::power::rules::Colour;

/// A set of the four colours, one bit each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Colours(u8);

impl Colours {
    fn add(&mut self, seat: Option<&Seat>) {
        if let Some(colour) = seat.and_then(Colour::of_seat) {
            self.0 |= 1 << colour as u8;
        }
    }

    fn all(self) -> impl Iterator<Item = Colour> {
        Colour::ALL.into_iter().filter(move |colour| self.0 >> *colour as u8 & 1 == 1)
    }

    /// Returns the colour of a set that has exactly one.
    fn only(self) -> Option<Colour> {
        let mut all = self.all();
        all.next().filter(|_| all.next().is_none())
    }
}

/// Returns the colour that commands of these turns name, if it is the only one.
pub fn only_colour(turns: &[Turn]) -> Option<Colour> {
    let mut named = Colours::default();
    turns.iter().flat_map(|turn| &turn.actions).for_each(|action| named.add(action.player.as_ref()));
    named.only()
}

/// Sets the values that follow from the rest: numbers and players of turns, board and players of the game.
///
/// All turns of a file belong to one colour if all commands that name a colour name the same; otherwise each turn has
/// the colour of its own commands.
pub fn infer(game: &mut Game) {
    let mut players = Colours::default();
    let named: Vec<Colours> = game.turns.iter().map(|turn| of_turn(turn, &mut players)).collect();
    let row = Colours(named.iter().fold(0, |all, named| all | named.0)).only();
    let is_history = game.turns.len() + usize::from(game.position.is_some()) > 1;
    for ((number, turn), named) in (1..).zip(&mut game.turns).zip(named) {
        turn.number = is_history.then_some(number);
        let is_board = turn.position.as_ref().is_some_and(|position| position.from.is_none());
        let colour = if is_board { None } else { row.or_else(|| named.only()) };
        turn.player = colour.map(Colour::seat);
        turn.inferred = if colour.is_some() { thin_vec!["player".into()] } else { ThinVec::new() };
    }
    game.position.iter().for_each(|position| of_position(position, &mut players));
    game.players = players.all().map(|colour| Player::at(colour.seat())).collect();
    game.board = Some(board());
}

/// Returns the built-in board.
pub fn board() -> Board {
    Board { builtin: Some(BuiltinBoard::Power), ..Board::default() }
}

/// Returns the colours that commands of a turn name, and adds them and those of its pieces to the players.
fn of_turn(turn: &Turn, players: &mut Colours) -> Colours {
    let mut named = Colours::default();
    for action in &turn.actions {
        named.add(action.player.as_ref());
        if let ActionKind::Exchange { gives: TradeInput::Pieces(stacks), .. } = &action.kind {
            stacks.iter().for_each(|stack| players.add(stack.player.as_ref()));
        }
    }
    turn.position.iter().for_each(|position| of_position(position, players));
    players.0 |= named.0;
    named
}

fn of_position(position: &Position, players: &mut Colours) {
    let pieces = position.pieces.iter().filter_map(Element::known);
    pieces.for_each(|piece| players.add(piece.player.as_ref()));
}
