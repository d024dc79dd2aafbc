use std::collections::HashSet;

use super::*;
use Server::{AbstractPlay, Bga, Sdg, Table};

/// The seats, the start position, the turns, and the beginning of each expected finding.
type Row = (Server, &'static str, &'static str, &'static [&'static str], &'static [&'static str]);

/// A case for every code but those of positions, results and names; most cases include a similar legal action.
const ROWS: &[Row] = &[
    // Ships and systems.
    (Sdg, "NS", START, &["N: t g2 b2 Ann"], &["HW101 error turns[0].actions[0]: turn 1: Ann has no g2 at Ann"]),
    (
        Sdg,
        "NS",
        START,
        &["S: m g1 Mars Bob"],
        &["HW104", "HW101 error turns[0].actions[0]: turn 1: Bob has no g1 at Mars"],
    ),
    (Sdg, "NS", START, &["N: s g2 Ann; p; p"], &["HW101"]),
    (Sdg, "NS", START, &["N: b g1 mars"], &["HW102 error turns[0].actions[0]: turn 1: there is no system mars"]),
    (Sdg, "NS", START, &["N: c Venus b; p"], &["HW102"]),
    (Sdg, "NS", START, &["N: d g1 Mars y2 Venus; p", "S: p"], &["HW114"]),
    // Bank and builds.
    (
        Sdg,
        "NS",
        START,
        &["N: b g1 Mars", "S: b g2 Bob", "N: b g1 Mars", "S: b g1 Bob"],
        &[
            "HW108 error turns[1].actions[0]: turn 2: g2 is not the smallest green piece: g1 is in the bank",
            "HW103 error turns[3].actions[0]: turn 4: no g1 is in the bank, which has g2",
        ],
    ),
    (
        Sdg,
        "NS",
        START,
        &["N: b b1 Ann"],
        &["HW124 error turns[0].actions[0]: turn 1: Ann has no blue ship at Ann to build from"],
    ),
    (
        Sdg,
        "NS",
        START,
        &["S: b r2 Bob"],
        &["HW108 error turns[0].actions[0]: turn 1: r2 is not the smallest red piece: r1 is in the bank"],
    ),
    (
        Sdg,
        "NS",
        START,
        &["N: b g4 Mars", "S: b Bob"],
        &[
            "HW123 error turns[0].actions[0]: turn 1: expected a piece, found g4",
            "HW123 error turns[1].actions[0]: turn 2: the action names no piece",
        ],
    ),
    (Sdg, "NS", "A g3b2 N:g3 home=N; B r1y3 S:g3b1 home=S; M g2 N:y1", &["N: b y1 M"], &[]),
    (
        Sdg,
        "NS",
        "A g3b2 N:g3 home=N; B r1y3 S:g3b1 home=S; M r3 N:y1",
        &["N: b y1 M"],
        &["HW104 error turns[0].actions[0]: turn 1: Ann has nothing green at M, and nothing was sacrificed"],
    ),
    (Sdg, "NS", "A g3b2 N:g1 home=N; B r1y3 S:g3b1 home=S; M r3 N:y1g1", &["N: s g1 M; b y1 M"], &[]),
    // Trades.
    (
        Sdg,
        "NS",
        START,
        &["N: t g1 y2 Mars", "S: t b1 b1 Bob", "N: t g1 g2 Mars"],
        &[
            "HW109 error turns[0].actions[0]: turn 1: g1 cannot become y2, which is of another size",
            "HW109 warning turns[1].actions[0]: turn 2: b1 is traded for b1, which changes nothing",
            "HW101",
        ],
    ),
    (Sdg, "NS", START, &["N: t g1 g2 Mars"], &["HW109"]),
    (
        Sdg,
        "NS",
        START,
        &["N: t g3r1 y3 Ann", "S: t y3 Bob"],
        &["HW109 error turns[0].actions[0]: turn 1: one ship is traded at a time", "HW109"],
    ),
    (
        Sdg,
        "NS",
        "A g3b2 N:g3 home=N; B r3y3 S:g3b3r3 home=S; C r3 S:y3",
        &["N: t g3 r3 A"],
        &["HW103 error turns[0].actions[0]: turn 1: no r3 is in the bank"],
    ),
    (Sdg, "NS", START, &["N: t g1 r1 Mars", "S: t b1 y1 Bob", "N: t g3 r3 Ann"], &[]),
    (Sdg, "NS", "A g3y2 N:g3 home=N; B r1y3 S:g3b1 home=S", &["N: t g3 y3 A"], &["HW104"]),
    // Moves.
    (Sdg, "NS", START, &["N: m y1 Mars Ann", "S: p", "N: m y1 Mars Bob"], &["HW104", "HW101"]),
    (
        Sdg,
        "NS",
        START,
        &["N: m y1 Mars Bob"],
        &["HW105 error turns[0].actions[0]: turn 1: Mars and Bob share a star of size 1"],
    ),
    (Sdg, "NS", START, &["N: m y1 Mars Mars"], &["HW105 error turns[0].actions[0]: turn 1: y1 stays at Mars"]),
    (
        Sdg,
        "NS",
        START,
        &["N: d g1 Mars r1 Venus"],
        &["HW105 error turns[0].actions[0]: turn 1: Mars has a star of size 1, like the new star r1"],
    ),
    (
        Sdg,
        "NS",
        START,
        &["N: m Mars Ann", "S: p", "N: m Bob Ann"],
        &["HW123 error turns[0].actions[0]: turn 1: the move names no ship", "HW123"],
    ),
    (Sdg, "NS", "A g3b2 N:g3 home=N; B r1y3 S:g3 home=S; C y1 N:r1", &["N: m C A"], &[]),
    (Sdg, "NS", "A g3b2 N:g3 home=N; B r1y1 S:g3b1 home=S", &["S: m b1 B A"], &[]),
    (Sdg, "NS", "A g3b2 N:g3 home=N; B r1r1 S:g3b1 home=S", &["S: m b1 B A"], &["HW104"]),
    (
        Sdg,
        "NS",
        "A g3b2 N:g3b3b3b3 home=N; B r1y3 S:g3 home=S; C r2 N:y1",
        &["N: s y1 C; d b3 A b3 D"],
        &["HW105", "HW103 error turns[0].actions[1]: turn 1: no b3 is in the bank"],
    ),
    (
        Sdg,
        "NS",
        START,
        &["N: d g1 Mars y2 Ann"],
        &["HW122 error turns[0].actions[0]: turn 1: there is a system Ann on the board already"],
    ),
    (
        Sdg,
        "NS",
        START,
        &["N: d g1 Mars y3 mars"],
        &["HW122 warning turns[0].actions[0]: turn 1: there is a system Mars on the board already"],
    ),
    (Sdg, "NS", START, &["N: d g1 Mars y3 Mars#2 Mars"], &["HW122 warning"]),
    // Captures.
    (
        Sdg,
        "NS",
        "A g3b2 N:g3 home=N; B r1y3 S:g3b1 home=S; M r1 N:y2 S:b3",
        &["N: a b3 M"],
        &[
            "HW106 error turns[0].actions[0]: turn 1: Ann cannot capture b3 at M: the player's largest ship there is of size 2",
        ],
    ),
    (
        Sdg,
        "NS",
        "A g3b2 N:g3r2 home=N; B r1y3 S:g3b1 home=S; M g1 S:b3",
        &["N: s r2 A; a b3 M; p"],
        &["HW106 error turns[0].actions[1]: turn 1: Ann cannot capture b3 at M: the player has no ship there"],
    ),
    (
        Sdg,
        "NS",
        "A g3b2 N:g3 home=N; B r1y3 S:g3b1 home=S; M r1 N:y2 S:b2",
        &["N: a b2 M S", "S: a b1 M", "S: a b2 M"],
        &[
            "HW101 error turns[1].actions[0]: turn 2: no opponent has a b1 at M to capture",
            "HW130 error turns[2]: turn 3: Bob has moved in the turn before",
            "HW106",
        ],
    ),
    (
        Sdg,
        "NS",
        "A g3b2 N:g3 home=N; B r1y3 S:g3b1 home=S; M r1 N:y2 S:b2",
        &["N: a b2 M N", "S: a r1 B N"],
        &[
            "HW107 warning turns[0].actions[0]: turn 1: Ann is said to own the b2 at M",
            "HW101 error turns[1].actions[0]: turn 2: Ann has no r1 at B to capture",
        ],
    ),
    (
        Sdg,
        "NES",
        "A g3b2 N:g3 home=N; B r1y3 S:g3b1 home=S; C r1b3 E:g3 home=E; M r1 N:y2 S:b2 E:b2",
        &["N: a b2 M", "N: a b2 M N"],
        &[
            "HW107 error turns[0].actions[0]: turn 1: several opponents have a b2 at M",
            "HW107 error turns[1].actions[0]: turn 2: Ann is said to own",
        ],
    ),
    (
        Sdg,
        "NES",
        "A g3b2 N:g3 home=N; B r1y3 S:g3b1 home=S; C r1b3 E:g3 home=E; M r1 N:y2 S:b2 E:b2",
        &["N: a b2 M E", "E: a b2 M X"],
        &["HW107 error turns[1].actions[0]: turn 2: nobody at the table is said"],
    ),
    // Catastrophes.
    (
        Sdg,
        "NS",
        START,
        &["N: c Mars b; c Mars x; p"],
        &[
            "HW110 error turns[0].actions[0]: turn 1: Mars has 1 of the 4 blue pieces",
            "HW123 error turns[0].actions[1]: turn 1: expected a colour, found x",
        ],
    ),
    // Budgets.
    (
        Sdg,
        "NS",
        START,
        &["N: s g1 Mars; m y1 Mars Ann"],
        &["HW111 error turns[0].actions[1]: turn 1: the action is yellow, and the sacrifice was green"],
    ),
    (
        Sdg,
        "NS",
        START,
        &["N: b g1 Mars; b y1 Ann", "S: s g3 Bob; p; p; p; b r1 Bob"],
        &["HW112 error turns[0].actions[1]: turn 1: Ann has no action left", "HW112"],
    ),
    (
        Sdg,
        "NS",
        START,
        &["N: s y1 Mars; s g1 Mars; b r3 Ann"],
        &["HW112 error turns[0].actions[1]: turn 1: Ann has already acted in this turn", "HW108"],
    ),
    (
        Sdg,
        "NS",
        START,
        &["N: s g3 Ann; b r1 Ann", "S: ", "N: p", "S: ??", "N: p; p"],
        &[
            "HW113 warning turns[0]: turn 1: 2 actions are left, and not passed",
            "HW113 warning turns[1]: turn 2: 1 action is left",
            "HW114 note turns[4].actions[1]",
        ],
    ),
    (AbstractPlay, "NS", START, &["N: s g3 Ann; b r1 Ann"], &["HW113"]),
    (Bga, "NS", START, &["N: s g3 Ann; b r1 Ann", "S: "], &[]),
    (Table, "NS", START, &["N: s g3 Ann; b r1 Ann", "S: "], &[]),
    (Sdg, "NS", START, &["N: k"], &["HW128 error turns[0].actions[0]: turn 1: this is not an action of Homeworlds"]),
    // Setup.
    (
        Sdg,
        "NS",
        "",
        &["N: h g2b1 y3 Ann", "S: h r1y3 g3 Bob", "N: h g2b1 y3 Eve"],
        &[
            "HW117 note turns[1].actions[0]: turn 2: the homeworld of Bob is against the advice: it has nothing blue",
            "HW115 error turns[2].actions[0]: turn 3: Ann already has a homeworld",
        ],
    ),
    (
        Sdg,
        "NS",
        "",
        &["N: b g1 Ann", "S: p", "N: p"],
        &["HW116 error turns[0].actions[0]: turn 1: Ann has no homeworld yet"],
    ),
    (
        Sdg,
        "NS",
        "",
        &["N: h g2-- g1 Ann", "S: h g2b2 g3 Bob"],
        &[
            "HW117 note turns[0].actions[0]: turn 1: the homeworld of Ann is against the advice: it has one star, its ship is not large, it has fewer than three colours, it has nothing blue",
            "HW117 note turns[1].actions[0]: turn 2: the homeworld of Bob is against the advice: it has fewer than three colours, its stars are of the sizes of the neighbour's on the right",
        ],
    ),
    (
        Sdg,
        "NS",
        "",
        &["N: h g2-- g1 Ann *", "S: h b1r3 g3 Bob"],
        &[
            "HW117 note turns[1].actions[0]: turn 2: the homeworld of Bob is against the advice: it is connected with that of the neighbour on the right",
        ],
    ),
    (
        Sdg,
        "NS",
        "",
        &["N: h ---- g3 Ann", "N: h g1x2 y1 Ann *"],
        &["HW129 error turns[0].actions[0]: turn 1: the homeworld of Ann has 0 stars", "HW130", "HW123"],
    ),
    (
        Sdg,
        "NS",
        "",
        &["N: h b1b1b1 b1 Ann", "S: h g1y2 b3 Bob; p; h g1y2 b3 Bob"],
        &["HW129", "HW117", "HW114", "HW112", "HW115"],
    ),
    (
        Sdg,
        "NS",
        "",
        &["N: h b1b1 b2 Ann *", "S: h b1b1 b2 Bob *"],
        &["HW103 error turns[1].actions[0]: turn 2: no b1 is in the bank"],
    ),
    (Sdg, "NS", "", &["N: h g2b1 r3 Ann", "S: h g3b1 r3 Ann"], &["HW122 error turns[1].actions[0]"]),
    (Sdg, "NS", "", &["N: h g2b1 r3 A#1 Ann", "S: h g3b1 r3 A#2 Ann"], &["HW122 warning turns[1].actions[0]"]),
    // Turn order.
    (Sdg, "NS", START, &["X: p"], &["HW118 warning turns[0]: turn 1: nobody sits at X"]),
    (
        Sdg,
        "NES",
        "A g3b2 N:g3 home=N; B r1y3 S:g3b1 home=S; C r1 E:g3",
        &["E: b g1 C"],
        &["HW118 warning turns[0]: turn 1: Eve is out of the game"],
    ),
    // The end.
    (
        Sdg,
        "NS",
        START,
        &["N: resign", "S: zz", "N: m g1 X Y"],
        &["HW120 error turns[1]: turn 2: the game is over, Bob has won"],
    ),
    // Passes.
    (
        AbstractPlay,
        "NS",
        START,
        &["N: p", "S: s g3 Bob; p; p; p; p"],
        &["HW127 error turns[0].actions[0]: turn 1: the turn can be passed only in the variant passFree", "HW114"],
    ),
    (AbstractPlay, "NS", "", &["N: p"], &["HW127 error turns[0].actions[0]: turn 1: the turn cannot be passed before"]),
    (
        AbstractPlay,
        "NS",
        "A g3b2 N:y1 home=N; B r1y3 S:g3b1 home=S; M r1 N:g2",
        &["N: m y1 A B"],
        &["HW105", "HW119 error turns[0]: turn 1: Ann leaves the homeworld without a ship"],
    ),
    (Sdg, "NS", "A g3b2 N:y1 home=N; B r1y3 S:g3b1 home=S; M r1 N:g2", &["N: m y1 A M"], &[]),
];

#[test]
fn every_illegality_has_its_code_and_its_words() {
    let mut failed = Vec::new();
    for (server, seats, start, turns, expected) in ROWS {
        let game = game(seats, start, turns);
        let found = lines(&game, *server, RuleSet::Engine);
        let is_met = |(line, start): (&String, &&str)| line.starts_with(start);
        if found.len() != expected.len() || !found.iter().zip(*expected).all(is_met) {
            failed.push(format!("{turns:?} of {start:?}\n  found {found:#?}\n  expected {expected:#?}"));
        } else {
            found.iter().for_each(|line| saw(line));
        }
        assert_whole(&crate::systems::homeworlds::rules::after(&game, *server, usize::MAX));
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn odd_start_positions_are_said() {
    let found = |start: &str| lines(&game("NS", start, &[]), Sdg, RuleSet::Engine);
    assert_eq!(found(START), [""; 0]);
    for (start, expected) in [
        ("A g1g1g1g1 N:g2", "HW126 warning position.pieces[3]: the game has only 3 pieces g1"),
        ("A g4 N:g2; A b2", "HW126 warning position.pieces[0]: expected a piece, found g4"),
        ("A b2 E:g2 N:g1", "HW126 warning position.pieces[1]: nobody sits at E"),
        ("A b2 N:g1 home=N; B b2 N:g1 home=N", "HW126 warning position.holdings[1]: Ann has another homeworld"),
        ("A b2 N:g1 home=N home=S", "HW126 warning position.holdings[1]: the system is the homeworld of Ann"),
        ("A b2 N:g1 home=E", "HW126 warning position.holdings[0]: nobody sits at E"),
        ("A b2", "HW126 warning position: the system A has no ship"),
        ("A N:g2", "HW126 warning position: the system A has no star"),
    ] {
        assert_lines(&found(start), &[expected]);
    }
}

#[test]
fn a_winner_who_is_out_is_said() {
    let won = |winner: &str, turns: &[&str]| {
        let mut game = game("NS", "A g3b2 N:y1 home=N; B r1y3 S:g3b1 home=S; M r1 N:g2", turns);
        game.result = Some(crate::model::GameResult { winners: vec![seat(winner)], reason: None, stated: true });
        lines(&game, Sdg, RuleSet::Engine)
    };
    let expected = "HW121 warning result.winners[0]: the winner is Ann by the record, and Bob by the rules";
    assert_eq!(won("N", &["N: m y1 A M"]), [expected]);
    assert_eq!(won("S", &["N: m y1 A M"]), [""; 0]);
    assert_eq!(won("N", &["N: p"]), [""; 0]);
    let mut game = game("NES", "A g3b2 N:y1 home=N; B r1y3 S:g3b1 home=S; C r2 E:y2", &[]);
    game.result = Some(crate::model::GameResult { winners: vec![seat("E")], reason: None, stated: true });
    let expected = "HW121 warning result.winners[0]: Eve is the winner by the record, but was eliminated";
    assert_lines(&lines(&game, Sdg, RuleSet::Engine), &[expected]);
}

#[test]
fn names_are_advised_on_by_what_is_asked_for() {
    let game = game("NS", START, &["N: d g1 Mars y3 g1", "S: p", "N: d y1 Mars y2 Pass"]);
    let expected = |severity: &str| {
        [
            format!("HW125 {severity} turns[0].actions[0]: turn 1: the name \"g1\" looks like a piece"),
            format!("HW125 {severity} turns[2].actions[0]: turn 3: the name \"Pass\" looks like a verb"),
        ]
    };
    assert_lines(&lines(&game, Sdg, RuleSet::Engine), &expected("note"));
    assert_lines(&lines(&game, Sdg, RuleSet::Document), &expected("warning"));
}

#[test]
fn every_code_is_tested() {
    let text = include_str!("codes.rs");
    let tested: HashSet<&str> = text.match_indices("\"HW1").map(|(at, _)| &text[at + 1..at + 6]).collect();
    for code in crate::systems::homeworlds::rules::codes::CODES {
        assert!(tested.contains(code.id), "{}", code.id);
    }
}
