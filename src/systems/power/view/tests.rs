//! Tests of pages of games of Power.

use super::*;
use crate::model::{
    Action, ActionKind, Element, Piece, PieceName, Player, Position, Seat, Stack, System, TerritoryRef, TradeInput,
    TradeInputWord, Turn,
};

fn colour(text: &str) -> (Option<Seat>, &str) {
    let first = text.chars().next().and_then(Colour::of_letter);
    first.map_or((None, text), |colour| (Some(colour.seat()), &text[1..]))
}

fn piece(text: &str) -> PieceName {
    let kind = text.chars().next().and_then(Kind::of_letter);
    PieceName(kind.map_or(text.into(), |kind| kind.name().into()))
}

/// Reads a move, an exchange of pieces of one kind or of Z, or text that is not understood.
fn action(text: &str) -> Action {
    let parts: Vec<&str> = text.split('-').collect();
    let [what, from, to] = parts.as_slice() else {
        return Action { text: Some(text.into()), ..Action::of(ActionKind::Unknown) };
    };
    let digits = what.find(|c: char| !c.is_ascii_digit()).unwrap();
    let (player, letter) = colour(&what[digits..]);
    let kind = if let Some(becomes) = to.strip_prefix('>') {
        let stack = Stack { piece: piece(letter), count: what[..digits].parse().unwrap_or(1), player: None };
        let gives =
            if letter == "Z" { TradeInput::Word(TradeInputWord::AsNeeded) } else { TradeInput::Pieces(vec![stack]) };
        ActionKind::Exchange { at: TerritoryRef::new(from), gives, becomes: piece(colour(becomes).1) }
    } else {
        let (from, to) = (TerritoryRef::new(from), TerritoryRef::new(to));
        ActionKind::Move { piece: Some(piece(letter)), from, to, via: None, by_convoy: None, new_star: None }
    };
    Action { player, ..Action::of(kind) }
}

pub(super) fn turn(number: u32, player: &str, commands: &str) -> Turn {
    Turn {
        number: (number > 0).then_some(number),
        player: (!player.is_empty()).then(|| Seat::new(player)),
        actions: commands.split_whitespace().map(action).collect(),
        ..Turn::default()
    }
}

fn position(text: &str) -> Position {
    let mut board = Board::default();
    for field in text.split("; ") {
        let (code, stacks) = field.split_once(' ').unwrap();
        for stack in stacks.split(',') {
            let digits = stack.find(|c: char| !c.is_ascii_digit()).unwrap();
            let (seat, letter) = colour(&stack[digits..]);
            let kind = Kind::of_letter(letter.chars().next().unwrap()).unwrap();
            let owner = Colour::of_seat(&seat.unwrap()).unwrap();
            board.add(Sector::parse(code).unwrap(), owner, kind, stack[..digits].parse().unwrap_or(1));
        }
    }
    board.position()
}

pub(super) fn game(turns: Vec<Turn>) -> Game {
    Game { turns, ..Game::new(System::Power) }
}

/// Returns two rounds of all four colours.
pub(super) fn two_rounds() -> Game {
    let mut game = game(vec![
        turn(1, "Y", "YI-YQ-Y8 YT-YQ-Y7 YF-YQ-Y3 YD-YQ-L05"),
        turn(1, "K", "KT-KQ-K8 KF-KQ-X KD-KQ-L07"),
        turn(1, "R", "RI-RQ-R8 RT-RQ-R6 RD-RQ-L12"),
        turn(1, "A", "AT-AQ-A8 AF-AQ-A0 AD-AQ-L10"),
        turn(2, "Y", "YI-Y8-Y6 YT-Y7-Y5 YD-L05-W"),
        turn(2, "K", "KI-KQ-K8 KT-K8-K6 KD-L07-N"),
        turn(2, "R", "RI-R8-R7 RT-R6-R3 RD-L12-R6"),
        turn(2, "A", ""),
    ]);
    game.turns[0].position = Some(Board::standard().position().into());
    game.players = Colour::ALL.map(|colour| Player::at(colour.seat())).to_vec();
    game
}

fn page(game: &Game, width: usize) -> String {
    let mut page = Page::new(width);
    show(&mut page, &Document::new(game.clone()), &ViewOptions::default());
    page.into_text()
}

fn after(game: &Game, number: u32) -> Result<String, NoBoard> {
    let mut page = Page::new(80);
    let round = MomentName::Named(number.to_string());
    after_turn(&mut page, &Document::new(game.clone()), &round, &ViewOptions::default()).map(|()| page.into_text())
}

#[test]
fn a_game_is_shown_with_its_latest_board() {
    assert_eq!(what(&two_rounds()), "Power, a game of 2 rounds");
    let expected = r"Colour  Turns  Commands  Points  Flag  Pieces
Yellow      2         7      40  YQ    2I 2T 2F 2D
Black       2         6      40  KQ    2I 2T 2F 2D
Red         2         6      40  RQ    2I 2T 2F 2D
White       2         3      40  AQ    2I 2T 2F 2D

22 moves and 0 exchanges.
1 turn without a command.

The board after round 2, as the commands give it:

YU                                                                     KU
+-------+-----------------------+-------+-----------------------+-------+
|Q YI YT|L06                    |N KD   |L07                    |Q KI KT|
|YF YD  |                       |       |                       |KF KD  |
|YV     |                       |       |                       |KV     |
+-------/-------+-------+-------\-------/-------+-------+-------\-------+
|L05    |8      |6 YI   |3 YF   |L01    |5      |7      |8 KI   |L08    |
|       +-------+-------+-------+       +-------+-------+-------+       |
|       |7      |4      |1      |       |2      |4      |6 KT   |       |
|       +-------+-------+-------+       +-------+-------+-------+       |
|       |5 YT   |2      |0      |       |0      |1      |3      |       |
+-------\-------+-------+-------/-------\-------+-------+-------/-------+
|W YD   |L04                    |X KF   |L02                    |E      |
+-------/-------+-------+-------\-------/-------+-------+-------\-------+
|L12    |3 RT   |1      |0      |L03    |0 AF   |2      |5      |L09    |
|       +-------+-------+-------+       +-------+-------+-------+       |
|       |6 RD   |4      |2      |       |1      |4      |7      |       |
|       +-------+-------+-------+       +-------+-------+-------+       |
|       |8      |7 RI   |5      |       |3      |6      |8 AT   |       |
+-------\-------+-------+-------/-------\-------+-------+-------/-------+
|Q RI RT|L11                    |S      |L10 AD                 |Q 2AI  |
|2RF RD |                       |       |                       |AT AF  |
|RV     |                       |       |                       |AD AV  |
+-------+-----------------------+-------+-----------------------+-------+
RU                                                                     AU

Y yellow, K black, R red, A white; I infantry, T tank, F fighter, D destroyer, V
flag.

Not certain (?), since fights are not decided here and not all is known: all
white pieces.
";
    assert_eq!(page(&two_rounds(), 80), expected);
}

#[test]
fn no_line_is_wider_than_the_page() {
    let mut full = game(Vec::new());
    let board = "L01 YD,KD,RD,AD,YC,KC,RC,AC,12YM,3KM,RM,AM; L05 999999YD,AC; YU 10YP,YI,YT,YG,YF,YH,YD; X YI; AQ AV; \
                 Y4 2YI,YT,3KT,RT,AT,1000000000AI,YG; AU 12AP";
    full.position = Some(position(board));
    assert_eq!(what(&full), "Power, a board");
    for game in [&full, &two_rounds()] {
        for width in 40..140 {
            let page = page(game, width);
            assert!(page.lines().all(|line| line.chars().count() <= width), "{width}\n{page}");
            // Every piece is shown, broken across lines or not.
            let letters: String = page.chars().filter(|c| !" |\n".contains(*c)).collect();
            assert!(game.turns.len() > 1 || letters.contains("12AP"), "{width}\n{page}");
        }
    }
    let page = page(&full, 80);
    assert!(page.contains("\nThe board:\n") && page.contains("|999999Y+---"), "{page}");
}

#[test]
fn a_narrow_page_has_the_drawing_of_the_document_and_a_list() {
    let mut one = game(Vec::new());
    one.position = Some(position("YQ 2YI,YV; N YD; L07 KD; YU 3YP; Y3 YT"));
    let page = page(&one, 60);
    let expected = r"
YU                                 KU
+---+-----------+---+-----------+---+
| Q*|L06        | N*|L07*       | Q |
+---/---+---+---\---/---+---+---\---+
|L05| 8 | 6 | 3*|L01| 5 | 7 | 8 |L08|
|   +---+---+---+   +---+---+---+   |
|   | 7 | 4 | 1 |   | 2 | 4 | 6 |   |
";
    assert!(page.contains(expected), "{page}");
    assert!(page.contains("\nYU 3YP\nYQ 2YI YV\nN YD\nL07 KD\nY3 YT\n"), "{page}");
    // Too narrow even for the drawing.
    assert!(super::tests::page(&one, 40).contains("\nYU 3YP\n"));
}

#[test]
fn the_board_after_a_round_comes_with_its_commands() {
    let game = two_rounds();
    let start = after(&game, 0).unwrap();
    assert!(start.starts_with("The board before the first round:\n") && start.contains("|Q 2YI  |"), "{start}");
    let first = after(&game, 1).unwrap();
    let told = "Round 1.\nYellow: infantry YQ to Y8; tank YQ to Y7; fighter YQ to Y3; destroyer YQ to L05.\nBlack:";
    assert!(first.starts_with(told) && first.contains("|L05 YD |8 YI   |6"), "{first}");
    let second = after(&game, 2).unwrap();
    assert!(second.contains("\nWhite: no command.\n") && second.contains("after round 2, as the commands"), "{second}");
    assert_eq!(after(&game, 3), Err(NoBoard::Turn { turn: 3, last: Some(2) }));
}

#[test]
fn what_is_not_certain_is_marked() {
    let mut game = two_rounds();
    game.turns.truncate(4);
    game.turns[0].actions.push(action("YF-YQ-X"));
    let page = page(&game, 80);
    assert!(page.contains("|X? YF  |L02") && page.contains("YU?  ") && page.contains("KU?\n"), "{page}");
    assert!(page.contains("not all is known: YU, KU\nand X.\n"), "{page}");
}

#[test]
fn without_a_board_a_history_is_played_from_the_usual_setup() {
    let mut all = two_rounds();
    all.turns[0].position = None;
    assert!(page(&all, 80).contains("The board after round 2, played from the usual setup:"));
    let yellow = game(vec![turn(1, "Y", "YI-YQ-Y8 3T-YQ->H"), turn(2, "Y", "YI-Y8-Y6")]);
    assert_eq!(what(&yellow), "Power, the history of yellow, 2 rounds");
    // Three tanks are more than the usual setup has.
    let shown = page(&yellow, 80);
    assert!(shown.contains("from the usual setup. The\nlast round:\nYellow: infantry Y8 to Y6.\n"), "{shown}");
    assert_eq!(after(&yellow, 1), Err(NoBoard::Start));
    let yellow = game(vec![turn(1, "Y", "YI-YQ-Y8"), turn(2, "Y", "YI-Y8-Y6")]);
    let shown = page(&yellow, 80);
    assert!(shown.contains("after round 2, played from the usual setup of yellow alone:"), "{shown}");
    assert!(shown.contains("|6 YI   |") && !shown.contains("KI"), "{shown}");
}

#[test]
fn commands_that_stand_alone_are_told_in_words() {
    let commands = "I-Y4-X KG-AU-AQ 3T-K2->H Z-Y2->M YZ-Y2->YM 3AP-AU->AT 2P-YU->I what\x1b[2J";
    let alone = game(vec![turn(0, "", commands)]);
    assert_eq!(what(&alone), "Power, 8 commands");
    let expected = "2 moves and 5 exchanges.\nNot understood: 1 command.\n\nInfantry Y4 to X\nBlack regiment AU to AQ\n\
                    3 tanks on K2 for a heavy tank\nAs much as is needed on Y2 for a megamissile\n\
                    As much as is needed on Y2 for a yellow megamissile\n3 power units on AU for a white tank\n\
                    2 power units on YU for an infantry\n\"what␛[2J\" (not understood)\n";
    assert_eq!(page(&alone, 80), expected);
}

#[test]
fn histories_of_boards_and_results_are_shown() {
    let mut boards = game(vec![turn(1, "", ""), turn(2, "", "")]);
    boards.turns[0].position = Some(Board::standard().position().into());
    boards.turns[1].position = Some(position("YQ YV; X YT").into());
    boards.position = Some(position("YQ YV; X YH; RU 2RP"));
    boards.players = vec![Player { name: Some("Ann\x07".to_owned()).into(), ..Player::at(Seat::new("Y")) }];
    boards.players.push(Player::at(Seat::new("Q\x1b")));
    assert_eq!(what(&boards), "Power, 3 boards");
    let shown = page(&boards, 80);
    assert!(
        shown.contains("Yellow  Ann␇") && shown.contains("Q␛") && shown.contains("The board after round 2:"),
        "{shown}"
    );
    assert!(shown.contains("|X YH   |") && shown.contains("\nRU 2RP  "), "{shown}");
    assert!(
        after(&boards, 1).unwrap().contains("Of round 1 no commands are written down.\n\nThe board after round 1:")
    );
    boards.result = Some(crate::model::GameResult {
        winners: vec![Seat::new("Y"), Seat::new("K")],
        reason: Some("by points\x1b".to_owned()),
        stated: true,
    });
    assert!(page(&boards, 80).contains("Yellow and black have won (by points␛)."));
    assert_eq!(what(&game(Vec::new())), "Power");
}

#[test]
fn odd_documents_are_shown() {
    let mut odd = two_rounds();
    odd.position = Some(Position {
        pieces: vec![
            Element::unknown("??"),
            Element::Known(Piece { kind: "army".into(), territory: TerritoryRef::new("\x1b"), ..Piece::default() }),
        ],
        ..Position::default()
    });
    assert!(page(&odd, 80).contains("The board is empty."));
    odd.turns[0].actions.push(Action::of(ActionKind::Pass));
    odd.turns[3].player = Some(Seat::new("nobody at all, or so"));
    assert!(after(&odd, 1).unwrap().contains("something that is no command of Power."));
    odd.turns.iter_mut().for_each(|turn| turn.number = None);
    page(&odd, 80);
}
