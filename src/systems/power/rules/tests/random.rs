//! Tests that no game makes the rules panic, and that long ones are checked in linear time.

use super::*;
use crate::systems::power::rules::after;

/// Pseudo-random numbers from a seed, good enough for the tests.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn sector(&mut self) -> &'static str {
        Sector::all().nth(self.below(61)).unwrap().code()
    }

    fn piece(&mut self) -> String {
        let colour = Colour::ALL[self.below(4)].letter();
        format!("{colour}{}", Kind::ALL[self.below(11)].letter())
    }

    fn command(&mut self) -> String {
        match self.below(6) {
            0 => format!("{}{}-{}->{}", self.below(4), self.piece(), self.sector(), self.piece()),
            1 => format!("Z-{}->M", self.sector()),
            2 => "?".to_owned(),
            _ => format!("{}-{}-{}", self.piece(), self.sector(), self.sector()),
        }
    }
}

#[test]
fn random_games_are_judged() {
    let mut numbers = Numbers(7);
    for _ in 0..300 {
        let board: Vec<String> = (0..60).map(|_| format!("{} 9{}", numbers.sector(), numbers.piece())).collect();
        let mut turns: Vec<String> = (0..12)
            .map(|turn| {
                let commands: Vec<String> = (0..numbers.below(7)).map(|_| numbers.command()).collect();
                format!("{}{} {}", turn / 4 + 1, Colour::ALL[turn % 4].letter(), commands.join(" "))
            })
            .collect();
        turns.push(format!("= {}", board.join("; ")));
        let turns: Vec<&str> = turns.iter().map(String::as_str).collect();
        let mut game = game(&turns);
        check(&game, RuleSet::Engine);
        after(&game, None, None).unwrap();
        game.turns[4].position = game.position.clone().map(Box::new);
        check(&game, RuleSet::Document);
    }
}

#[test]
fn legal_moves_keep_the_number_of_pieces() {
    let mut numbers = Numbers(3);
    let mut board = Board::standard();
    let count = |board: &Board| Sector::all().flat_map(|at| board.stacks(at)).map(|stack| stack.2).sum::<u32>();
    for _ in 0..200 {
        let (from, to) = (numbers.sector(), numbers.sector());
        let letter = Kind::ALL[numbers.below(8)].letter();
        let mut game = game(&[&format!("{letter}-{from}-{to}")]);
        game.position = Some(board.position());
        board = after(&game, None, None).unwrap().board;
        assert_eq!(count(&board), 36);
    }
}

#[test]
fn long_games_are_checked() {
    let mut game = game(&["1Y I-YQ-Y8", "1K T-KQ-K8"]);
    game.position = Some(Board::standard().position());
    let turns = game.turns.clone();
    for number in 2..10_000 {
        game.turns.extend(turns.iter().map(|turn| Turn { number: Some(number), ..turn.clone() }));
    }
    assert!(check(&game, RuleSet::Engine).len() > 1000);
    let mut one = game.clone();
    one.turns.iter_mut().for_each(|turn| turn.number = Some(1));
    assert!(check(&one, RuleSet::Engine).len() > 1000);
}
