//! Tests of commands on a board, of rounds, and of comparing boards.

use super::*;
use crate::systems::power::rules::{BoardAfterRound, after, check_from};

/// A game of four colours, with boards that follow from each other.
const ROUNDS: &[&str] = &[
    "1Y [YQ 2YI,YT,YV; KQ 2KF,KD,KV; RQ 3RI,RV; AU 3AP; AQ AV]YI-YQ-Y8 YT-YQ-Y7",
    "1K KF-KQ-X KD-KQ-L07",
    "1R 3RI-RQ->RG",
    "1A 3AP-AU->AT AT-AU-AQ",
    "2Y [YQ YI,YV; Y8 YI; Y7 YT; KQ KF,KV; X KF; L07 KD; RQ RG,RV; AQ AT,AV]YI-Y8-Y6",
    "2K KD-L07-N",
    "2R RG-RQ-R7",
    "2A AT-AQ-A6",
    "= YQ YI,YV; Y6 YI; Y7 YT; KQ KF,KV; X KF; N KD; RQ RV; R7 RG; A6 AT; AQ AV",
];

#[test]
fn a_game_that_agrees_with_its_boards_is_clean() {
    assert_found(ROUNDS, &[]);
    // The same without the boards in between, and with the turns of each colour together.
    let mut game = game(ROUNDS);
    game.turns[4].position = None;
    game.turns.sort_by_key(|turn| turn.player.clone());
    assert!(check(&game, RuleSet::Engine).iter().all(|finding| finding.code.id == "PW124"));
    for (rounds, stated) in [(0, true), (1, true), (2, true)] {
        let scene = after(&super::game(ROUNDS), Some(rounds), None).unwrap();
        assert_eq!(
            (scene.rounds, scene.is_stated, scene.number),
            (rounds, stated, (rounds > 0).then_some(rounds as u32))
        );
    }
    assert_eq!(after(&super::game(ROUNDS), Some(3), None), None);
}

#[test]
fn a_board_that_differs_is_named_with_its_sectors() {
    let mut lines: Vec<&str> = ROUNDS.to_vec();
    lines[8] = "= YQ YI,YV; Y6 YI; Y7 YT,YI; KQ KF,KV; X KF; N KC; RQ RV; R7 RG; A6 AT; AQ AV";
    assert_found(
        &lines,
        &[
            "PW122 error position: the board differs from what the commands give: N has KC, not KD; Y7 has YI,YT, not YT",
        ],
    );
    lines[8] = "= YQ YI,YV";
    let found = super::lines(&lines);
    assert!(
        found[0].ends_with("; RQ has nothing, not RV; and 1 more sector") || found[0].contains("more sector"),
        "{found:?}"
    );
    // If a command was not played, the difference is a warning, and the stated board counts.
    lines[8] = ROUNDS[8];
    lines[1] = "1K KF-KQ-X KD-KQ-L08 KT-KQ-K8";
    assert_found(
        &lines,
        &[
            "PW118 error turns[1].actions[2]: there is no tank on KQ, where KF,KV stands",
            "PW122 warning turns[4].position: the board differs from what the commands give: L07 has KD, not nothing; L08 has",
        ],
    );
}

#[test]
fn pieces_must_be_there_and_be_their_colours() {
    let board = "= Y4 2YI,KT; X YI,KI; L01 RD; YU 9YP; YQ YV; Y2 2YB,4YC";
    for (command, expected) in [
        ("YI-Y4-Y1", &[][..]),
        ("I-Y4-Y1", &[]),
        ("I-Y3-Y1", &["PW118 error turns[0].actions[0]: there is no infantry on Y3, which is empty"]),
        ("YT-Y4-Y1", &["PW119 error turns[0].actions[0]: the tank on Y4 is black's"]),
        ("I-X-Y0", &["PW120 warning turns[0].actions[0]: yellow and black both have an infantry on X"]),
        ("YI-X-Y0", &[]),
        ("3YI-Y4->YG", &["PW118 error turns[0].actions[0]: there are not 3 infantry on Y4, where 2YI,KT stands"]),
        ("10P-YU->D", &["PW118 error turns[0].actions[0]: there are not 10 power units on YU, where 9YP stands"]),
        ("5P-YU->F F-YU-YQ 5P-YU->F", &["PW118 error turns[0].actions[2]: there are not 5 power units on YU"]),
        ("Z-Y4->M", &["PW120"]),
        ("YZ-Y4->YM", &["PW111 error turns[0].actions[0]: a megamissile needs 100 points, and yellow has 4 on Y4"]),
        ("Z-Y5->M", &["PW111 error turns[0].actions[0]: there is nothing on Y5"]),
        ("Z-Y2->M", &["PW127 note turns[0].actions[0]: Z does not say which of the 250 points on Y2 are given"]),
    ] {
        assert_found(&[command, board], expected);
    }
}

#[test]
fn each_piece_moves_once_and_what_is_made_stays() {
    for (board, commands, expected) in [
        (
            "Y4 YI",
            "I-Y4-Y1 I-Y1-X",
            &["PW116 error turns[0].actions[1]: the infantry on Y1 has already moved, or was made"][..],
        ),
        ("Y4 YI; Y1 YI", "I-Y4-Y1 I-Y1-X", &[]),
        ("Y4 YI; Y1 YI", "I-Y4-Y1 I-Y1-X I-Y1-Y3", &["PW116"]),
        // Trade, then move.
        ("Y4 3YT", "3T-Y4->H H-Y4-Y1", &["PW116"]),
        ("Y4 3YT,YH", "3T-Y4->H H-Y4-Y1", &[]),
        ("YU 3YP", "3P-YU->T T-YU-YQ", &[]),
        ("YU 3YP", "3P-YU->T T-YU-YQ T-YQ-Y8", &["PW116"]),
        ("Y4 4YB", "4B-Y4->M M-Y4-KQ", &[]),
        ("Y5 2YC", "2C-Y5->M M-Y5-KQ", &[]),
        // Move, then trade; pieces that have moved are given first.
        ("Y4 2YI; Y1 2YI", "I-Y4-Y1 I-Y4-Y1 3I-Y1->G I-Y1-X", &[]),
    ] {
        assert_found(&[commands, &format!("= {board}")], expected);
    }
}

fn scene(lines: &[&str]) -> BoardAfterRound {
    after(&game(lines), None, None).unwrap()
}

fn field(scene: &BoardAfterRound, code: &str) -> String {
    scene.board.field(at(code), None)
}

#[test]
fn a_megamissile_destroys_all_but_the_flag() {
    let played = scene(&["M-YU-KQ", "= YU YM; KQ 2KI,KT,YI,KV"]);
    assert_eq!((field(&played, "YU"), field(&played, "KQ")), (String::new(), "KV".to_owned()));
    assert_found(
        &["1Y [YU YM; K8 KI]M-YU-K8", "1K KI-K8-K7", "= K7 KI"],
        &["PW123 note turns[1]: a megamissile hits K8 in the round in which pieces come or go there"],
    );
}

#[test]
fn as_much_as_is_needed_leaves_what_can_be_spared() {
    // 50+50+25+20+3 are 48 too many: a cruiser cannot be spared, the others can.
    let played = scene(&["Z-Y2->M", "= Y2 2YC,YB,YG,YT,YM; YQ YV"]);
    assert_eq!(field(&played, "Y2"), "YG,YT,YB,2YM");
    assert_eq!(played.uncertain, [at("Y2")]);
    let played = scene(&["Z-Y2->M", "= Y2 YC,2YB"]);
    assert_eq!((field(&played, "Y2").as_str(), played.uncertain.len()), ("YM", 0));
    assert_eq!(field(&scene(&["Z-YU->M", "= YU 103YP"]), "YU"), "YM,3YP");
}

#[test]
fn a_fight_is_named_and_not_decided() {
    let lines = ["1Y [Y3 YT; K5 KI,KI; YQ YV; KQ KV]YT-Y3-N", "1K KI-K5-N", "2Y YT-N-K5", "2K KI-N-Y3 KI-K5-K7"];
    assert_found(
        &lines,
        &["PW123 note turns[1]: yellow with 3 points and black with 2 points meet on N; Ludex does not"],
    );
    let played = scene(&lines[..2]);
    assert_eq!(played.uncertain, [at("YU"), at("KU"), at("N")]);
    // Whatever the outcome, the next board is believed, and what is certain is compared.
    let mut with_board: Vec<&str> = lines[..2].to_vec();
    with_board.push("= YU YI; N YT; K5 KI; YQ YV; KQ KV");
    assert_eq!(super::lines(&with_board).len(), 1);
    with_board[2] = "= YU YI; N YT; K7 KI; YQ YV; KQ KV";
    assert!(
        super::lines(&with_board)[1]
            .starts_with("PW122 warning position: the board differs from what the commands give: K5 has nothing")
    );
}

#[test]
fn who_takes_a_headquarters_leaves_all_of_its_colour_uncertain() {
    let played = scene(&["1Y [K8 YT; KQ KV; KU KI; K3 KT; YQ YV]YT-K8-KQ", "1K KI-KU-KQ"]);
    assert_eq!(played.uncertain_colours, [Colour::Black]);
}

#[test]
fn occupied_countries_pay_a_power_unit_each() {
    let played = scene(&["1Y [K3 YT,YI; A8 YI; R4 YD; X YF; YQ YV; KQ KV; AQ AV; RQ KI]YI-A8-A6", "1K KI-RQ-R8"]);
    // Red has no flag, so R pays nobody; white pays yellow.
    assert_eq!((field(&played, "YU").as_str(), field(&played, "KU").as_str()), ("2YP", ""));
}

#[test]
fn a_colour_that_does_nothing_or_is_not_there_is_not_judged() {
    let start = "YQ 2YI,YV; KQ KI,KV";
    assert_found(
        &[&format!("1Y [{start}]I-YQ-Y8"), "1K", "2Y I-Y8-Y7", "2K KT-KQ-K8"],
        &["PW125 note turns[1]: black gives no command, and pays for it with a piece"],
    );
    // A single player file: its own pieces on the board are checked all the same.
    assert_found(
        &[&format!("1Y [{start}]I-YQ-Y8"), "2Y T-YU-YQ I-Y5-Y7"],
        &[
            "PW127 note turns[0]: the record does not say what black did in round 1",
            "PW118 error turns[1].actions[1]: there is no infantry on Y5, which is empty",
        ],
    );
    assert_found(
        &[&format!("1Y [{start}]?"), "1K KI-KQ-K8", "2Y YH-Y1-Y0", "2K KI-K8-K7"],
        &[
            "PW128 note turns[0].actions[0]: a command that was not understood has no effect",
            "PW118 error turns[2].actions[0]: there is no heavy tank on Y1, which is empty",
        ],
    );
}

#[test]
fn boards_alone_are_not_compared_with_each_other() {
    let boards = ["1 [YQ YI,YV; KQ YT,KT]", "2 [Y3 YI]", "= K3 YI"];
    assert_found(&boards, &[]);
    for (rounds, there) in [(0, "YQ"), (1, "Y3"), (2, "K3")] {
        let scene = after(&game(&boards), Some(rounds), None).unwrap();
        assert!(scene.is_stated && field(&scene, there).starts_with("YI"));
    }
}

#[test]
fn a_board_can_be_given_beside_the_game() {
    let commands = game(&["1Y I-YQ-Y8 T-YQ-Y7", "1K I-KQ-K8 T-KQ-X", "1R T-RQ-R6", "1A F-AQ-A0"]);
    let found = check_from(&commands, Some(&Board::standard()), RuleSet::Engine);
    assert_eq!(found.iter().map(line).collect::<Vec<_>>().len(), 1, "{found:?}");
    assert!(line(&found[0]).starts_with("PW101 error turns[1].actions[1]"));
    assert!(check_from(&commands, Some(&Board::default()), RuleSet::Engine).len() > 5);
    let scene = after(&commands, None, Some(&Board::standard())).unwrap();
    assert_eq!((field(&scene, "Y8").as_str(), scene.is_stated), ("YI", false));
    assert_eq!(after(&commands, None, None), None);
}

#[test]
fn boards_read_back_and_what_is_odd_about_them_is_named() {
    let standard = Board::standard();
    assert_eq!(Board::of(&standard.position()), standard);
    assert_eq!(standard.position().pieces.len(), 20);
    assert_eq!(standard.field(at("YQ"), None), "2YI,2YT,2YF,2YD,YV");
    assert_eq!((standard.points(at("KQ"), Colour::Black), standard.points(at("KQ"), Colour::Red)), (40, 0));
    for (board, expected) in [
        ("Y4 YD", "PW121 warning position.pieces[0]: a destroyer cannot be on Y4, which is inland"),
        ("Y3 YP", "PW121 warning position.pieces[0]: a power unit cannot be on Y3, which is not a reserve"),
        ("YU YV", "PW121 warning position.pieces[0]: a flag cannot be on YU, which is a reserve"),
        ("KQ YV", "PW121 warning position.pieces[0]: yellow's flag is in another headquarters, KQ"),
        ("YQ 2YV", "PW121 warning position.pieces[0]: yellow has more than one flag on YQ"),
        ("YQ YV,YV", "PW121 warning position.pieces[1]"),
        ("YQ 0YI", "PW121 warning position.pieces[0]: a count of 0 for the infantry on YQ"),
        ("YU KI", "PW114 warning position.pieces[0]"),
        ("Y9 YI", "PW121 error position.pieces[0]: expected a sector, found \"Y9\""),
        ("Y8 YJ", "PW121 error position.pieces[0]: expected a piece, found \"army\""),
        ("Y8 I", "PW121 error position.pieces[0]: the infantry on Y8 has no colour"),
    ] {
        assert_found(&[&format!("= {board}")], &[expected]);
    }
}
