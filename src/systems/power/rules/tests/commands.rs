//! Tests of commands without a board.

use super::*;
use crate::systems::power::rules::{Terrain, distance, reaches};

#[test]
fn the_examples_of_the_document_are_legal() {
    let examples = "I-Y4-X H-A6-A0 D-L12-W B-RQ-A0 G-AU-AQ RI-Y4-X KH-A6-A0 YD-L12-W AB-RQ-A0 \
                    3T-K2->H 3I-N->G 3P-AU->T Z-Y2->M 3RT-K2->RH 3KI-N->KG 3AP-AU->AT YZ-Y2->YM";
    assert_found(&[examples], &[]);
    // The only mistake of the document that is not a matter of spelling.
    assert_found(
        &["KG-AU-AQ"],
        &["PW114 warning turns[0].actions[0]: a black piece in white's reserve: captured pieces take the colour"],
    );
}

#[test]
fn distances_are_those_of_the_notes() {
    for (kind, from, to, steps) in [
        (Kind::Infantry, "Y4", "X", 2),
        (Kind::Heavy, "A6", "A0", 2),
        (Kind::Destroyer, "L12", "W", 1),
        (Kind::Bomber, "RQ", "A0", 5),
        (Kind::Tank, "YQ", "X", 4),
    ] {
        assert_eq!(distance(kind, at(from), at(to)), Some(steps), "{from} {to}");
        assert_eq!(reaches(kind, at(from), at(to)), steps <= kind.reach(), "{from} {to}");
    }
    assert_eq!(distance(Kind::Tank, at("Y0"), at("L01")), None);
    // The rules' own example of a ship names a lane that N does not touch.
    assert!(!reaches(Kind::Destroyer, at("N"), at("L04")) && reaches(Kind::Destroyer, at("N"), at("L01")));
}

/// Compares the reach of every kind from everywhere with every path that the rules allow, walked one by one.
#[test]
fn the_tables_hold_what_walking_finds() {
    fn walk(kind: Kind, path: &mut Vec<Sector>, left: u8, found: &mut Vec<Sector>) {
        let here = *path.last().unwrap();
        let is_start = path.len() == 1;
        let stops = here.is_headquarters() || (here.is_island() && kind.terrain() == Terrain::Land);
        if left == 0 || (stops && !is_start) {
            return;
        }
        for next in if kind.terrain() == Terrain::Sea { here.sea() } else { here.land() } {
            if !path.contains(next) {
                path.push(*next);
                found.push(*next);
                walk(kind, path, left - 1, found);
                path.pop();
            }
        }
    }
    for kind in Kind::ALL {
        for from in Sector::all() {
            let mut found = Vec::new();
            let reach = if from.is_reserve() { kind.reach().min(1) } else { kind.reach() };
            match kind.terrain() {
                Terrain::All => found.extend(Sector::all()),
                Terrain::Nowhere => {}
                Terrain::Land | Terrain::Air | Terrain::Sea => walk(kind, &mut vec![from], reach, &mut found),
            }
            for to in Sector::all() {
                let case = format!("{}-{}-{}", kind.letter(), from.code(), to.code());
                assert_eq!(reaches(kind, from, to), found.contains(&to), "{case}");
                let found = lines(&[&case]);
                assert_eq!(reaches(kind, from, to), found.is_empty(), "{case}: {found:?}");
            }
        }
    }
}

#[test]
fn a_move_that_cannot_be_is_refused_with_its_reason() {
    for (command, expected) in [
        (
            "I-Y4-K4",
            "PW101 error turns[0].actions[0]: from Y4 to K4 it is 4 sectors, and the infantry moves 2 sectors at most",
        ),
        (
            "D-N-L04",
            "PW101 error turns[0].actions[0]: from N to L04 it is 3 sectors, and the destroyer moves 1 sector at most",
        ),
        ("T-YQ-X", "PW101"),
        (
            "B-YQ-K4",
            "PW101 error turns[0].actions[0]: from YQ to K4 it is 6 sectors, and the bomber moves 5 sectors at most",
        ),
        ("D-Y2-Y4", "PW102 error turns[0].actions[0]: a destroyer cannot be on Y4, which is inland"),
        ("C-Y4-Y2", "PW102"),
        ("I-Y3-L01", "PW102 error turns[0].actions[0]: an infantry cannot be on L01, which is a sea lane"),
        ("F-L01-X", "PW102"),
        ("T-Y0-K0", "PW103 error turns[0].actions[0]: from Y0 to K0 the tank would have to cross an island"),
        ("I-YU-Y8", "PW104 error turns[0].actions[0]: from YU pieces move only to YQ, not to Y8"),
        ("B-YU-KQ", "PW104"),
        ("D-YU-L05", "PW104"),
        (
            "I-YQ-YU",
            "PW104 error turns[0].actions[0]: an infantry cannot move to the reserve YU; only megamissiles can",
        ),
        ("T-YU-KU", "PW104"),
        ("P-AU-AQ", "PW105 error turns[0].actions[0]: a power unit does not move"),
        ("V-AQ-A8", "PW105"),
        ("I-Y4-Y4", "PW106 error turns[0].actions[0]: the infantry stays on Y4; only megamissiles may"),
        ("YI-Y9-X", "PW117 error turns[0].actions[0]: expected a sector, found \"Y9\""),
        ("D-L13-W", "PW117 error turns[0].actions[0]: expected a sector, found \"L13\""),
        ("J-Y4-X", "PW117 error turns[0].actions[0]: expected a piece, found \"army\""),
        ("!", "PW117 error turns[0].actions[0]: expected a move or an exchange"),
    ] {
        assert_found(&[command], &[expected]);
    }
    // Legal moves similar to these: a plane may cross islands, and a megamissile goes anywhere, its own sector included.
    assert_found(&["B-RQ-A0 F-Y0-K0 F-Y3-K3 T-Y0-X T-X-K0 M-Y4-Y4 M-YU-KU M-L01-Y4 C-YU-YQ C-Y8-YQ ?"], &[]);
}

#[test]
fn exchanges_follow_the_rates() {
    let legal = "3I-Y0->G 3T-X->H 3F-A4->B 3D-L01->C 2P-YU->I 3P-KU->T 5P-RU->F 10P-AU->D 1P,2P-AU->T \
                 C,2B-W->M 100P-YU->M 2YI,YI-Y0->YG 3T-YU->H 5G-Y2->M Z-L01->M";
    assert_found(&[legal], &[]);
    for (command, expected) in [
        ("3T-K2->I", "PW107 error turns[0].actions[0]: an infantry is made of 2 power units, not of 3 tanks"),
        ("2I-N->G", "PW107 error turns[0].actions[0]: a regiment is made of 3 infantry, not of 2 infantry"),
        ("I,T,I-N->G", "PW107 error turns[0].actions[0]: a regiment is made of 3 infantry, not of 1 infantry and 1"),
        ("3I-N->P", "PW107 error turns[0].actions[0]: nothing becomes a power unit"),
        ("3I-YQ->V", "PW107"),
        ("3V-YQ->G", "PW107 error turns[0].actions[0]: a flag cannot be exchanged"),
        ("3M-YQ->G", "PW107"),
        ("0I-YQ->G", "PW107 error turns[0].actions[0]: no infantry is exchanged"),
        ("4P-YU->T", "PW107"),
        ("3P-A2->T", "PW108 error turns[0].actions[0]: A2 is not a reserve, so it has no power units"),
        ("20P-YU->G", "PW109 warning turns[0].actions[0]: 20 power units for a regiment: by the rules it is made of 3"),
        ("30P-YU->H 25P-YU->B 50P-YU->C", "PW109"),
        ("19P-YU->G", "PW107"),
        ("Z-Y2->G", "PW110 error turns[0].actions[0]: a regiment is not made of points, but of 3 infantry"),
        ("C,B-W->M", "PW111 error turns[0].actions[0]: a megamissile needs 100 points, found 75"),
        ("2C,B-W->M", "PW112 note turns[0].actions[0]: 25 points are lost"),
        ("3RT-K2->KH", "PW113 error turns[0].actions[0]: red pieces cannot become a black piece"),
        ("2YI,RI-Y0->G", "PW113 error turns[0].actions[0]: red pieces cannot become a yellow piece"),
        ("3KP-AU->KT", "PW114"),
        ("3I-L01->G", "PW102 error turns[0].actions[0]: an infantry cannot be on L01, which is a sea lane"),
        ("3D-Y4->C", "PW102"),
        ("3J-Y4->G", "PW117 error turns[0].actions[0]: expected a piece, found \"army\""),
        ("18446744073709551615I,9I-Y0->G", "PW107"),
        ("18446744073709551615B-Y0->M", "PW112"),
    ] {
        let found = lines(&[command]);
        assert!(found.iter().all(|found| found.starts_with(expected)) && !found.is_empty(), "{command}: {found:?}");
        found.iter().for_each(|line| saw(line));
    }
}

#[test]
fn a_colour_has_five_commands_a_round_in_a_history() {
    let six = "I-Y0-Y1 I-Y0-Y2 I-Y0-Y4 I-Y0-X I-Y2-Y5 I-Y1-Y3";
    assert_found(&[six], &[]);
    let too_many = "PW115 error turns[0]: 6 commands in one round; a colour has 5";
    assert_found(&[&format!("1 {six}")], &[too_many, "PW116"]);
    let four = "T-Y0-Y1 T-Y0-Y2 T-Y0-Y4 T-Y0-X";
    assert_found(&[&format!("1Y {four}"), &format!("1K {four}"), &format!("2Y {four}"), &format!("2K {four}")], &[]);
    assert_found(&[&format!("1Y {four}"), &format!("1Y {four}")], &["PW115 error turns[1]: 8 commands in one round"]);
}

#[test]
fn what_seems_to_move_twice_is_a_note_without_a_board() {
    let note = "PW116 note turns[0].actions[1]: it moves twice, unless another infantry stood on Y1";
    assert_found(&["1Y I-Y4-Y1 I-Y1-X"], &[note]);
    assert_found(&["1Y I-Y4-Y1 YI-Y1-X"], &[note]);
    assert_found(&["1Y 3T-Y1->H H-Y1-Y4"], &["PW116 note"]);
    assert_found(&["1Y I-Y4-Y1 T-Y1-X", "2Y I-Y1-X"], &[]);
    assert_found(&["1Y 3P-YU->T T-YU-YQ 100P-YU->M M-YU-KQ 3I-Y1->G"], &[]);
    // Commands that stand alone need not be of one round.
    assert_found(&["I-Y4-Y1 I-Y1-X"], &[]);
}

#[test]
fn commands_of_another_colour_and_of_no_colour_are_named() {
    assert_found(&["1Y KI-N-K5"], &["PW126 warning turns[0].actions[0]: a command of black in a turn of yellow"]);
    assert_found(&["1B I-N-K5"], &["PW117 error turns[0].player: expected a colour (Y, K, R or A), found \"B\""]);
    let mut game = game(&["I-N-K5"]);
    game.turns[0].actions[0].player = Some(Seat::new("W"));
    let found: Vec<String> = check(&game, RuleSet::Engine).iter().map(line).collect();
    assert_eq!(found, ["PW117 error turns[0].actions[0]: expected a colour (Y, K, R or A), found \"W\""]);
}

#[test]
fn rows_of_different_lengths_are_named() {
    assert_found(
        &["1Y I-YQ-Y8", "1K", "2Y I-Y8-Y6"],
        &["PW124 warning turns: the colours have different numbers of turns: yellow 2, black 1"],
    );
    assert_found(
        &["1Y [YQ YI]I-YQ-Y8", "2Y [Y8 YI]I-Y8-Y6"],
        &["PW124 warning turns: expected 3 boards for 2 rounds, found 2"],
    );
    assert_found(&["1Y [YQ YI]I-YQ-Y8", "2Y [Y8 YI]I-Y8-Y6", "= Y6 YI"], &[]);
    assert_found(&["1Y [YQ YI]I-YQ-Y8", "2Y I-Y8-Y6"], &[]);
}
