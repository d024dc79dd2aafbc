use super::*;
use crate::model::{Action, ActionKind, Details, PieceName};
use crate::systems::homeworlds::model::HomeworldsDetails;
use crate::systems::homeworlds::rules::{Colour, Piece, PlayerStatus, SYSTEM, after, outcome};
use Server::{AbstractPlay, Sdg};

/// Ann besieges Bob, whose homeworld she can clear.
const SIEGE: &str = "A g3b2 N:g3y3 home=N; B g1y3 S:g1 N:g2g2 home=S; M r2 N:y1r1";

fn legal(server: Server, seats: &str, start: &str, turns: &[&str]) -> State {
    let game = game(seats, start, turns);
    assert_eq!(lines(&game, server, RuleSet::Engine), [""; 0], "{turns:?}");
    let state = after(&game, server, usize::MAX);
    assert_whole(&state);
    state
}

#[test]
fn turns_do_what_they_say() {
    let turns =
        ["N: h g3b2 y3 Ann", "S: h r1b3 g3 Bob", "N: t y3 g3 Ann", "S: b g1 Bob", "N: b g1 Ann", "S: t g1 b1 Bob"];
    let game = game("SN", "", &turns);
    let state = after(&game, Sdg, 2);
    assert_eq!(shown(&state, "Ann").unwrap(), "g3b2 N:y3 home=N");
    assert_eq!((state.to_move(), state.smallest(Colour::Green)), (Some(&seat("N")), Piece::parse("g1")));
    let state = legal(Sdg, "SN", "", &turns);
    assert_eq!(shown(&state, "Ann").unwrap(), "g3b2 N:g3 N:g1 home=N");
    assert_eq!(shown(&state, "Bob").unwrap(), "r1b3 S:g3 S:b1 home=S");
}

#[test]
fn a_sacrifice_pays_for_actions_anywhere_and_its_star_is_free_at_once() {
    let start = "A r3b2 N:g3b1 home=N; B r1y3 S:g3 home=S; M y1 N:y2; C y1 S:g1; D y1 S:g2";
    let state = legal(Sdg, "NS", start, &["N: s y2 M; d b1 A y1 E; m b1 E A"]);
    assert_eq!(state.system(&TerritoryRef::new("E")).map(|e| e.stars().len()), None);
    assert_eq!(state.in_bank(Piece::parse("y1").unwrap()), 1);
}

#[test]
fn catastrophes_clear_colours_stars_and_systems() {
    let start = "A g3b2 N:g3 home=N; B r1y3 S:g3 home=S; M y1 N:y2y3r1 S:y2g2; C r2 N:g1g1g2 S:g2y1";
    let state = legal(Sdg, "NS", start, &["S: c M y; c C g; p"]);
    assert_eq!((shown(&state, "M"), shown(&state, "C").unwrap()), (None, "r2 S:y1".to_owned()));
    assert_eq!(state.in_bank(Piece::parse("r1").unwrap()), 2);
    let state = legal(Sdg, "NS", "A g3b2 N:g3 home=N; B r1y3 S:g3 home=S; C r2 N:g1g1g2 S:g2", &["N: c C g; p"]);
    assert_eq!(shown(&state, "C"), None);
}

#[test]
fn a_captured_ship_changes_hands() {
    let start = "A g3b2 N:g3 home=N; B r1y3 S:g3 home=S; M r1 N:y2 S:b2b1";
    let state = legal(Sdg, "NS", start, &["N: a b2 M"]);
    assert_eq!(shown(&state, "M").unwrap(), "r1 N:y2 N:b2 S:b1");
}

#[test]
fn a_lost_homeworld_ends_a_game_for_two() {
    let turn = "N: s y1 M; m r1 M B; c B g";
    let state = legal(Sdg, "NS", SIEGE, &[turn]);
    assert_eq!((state.winners(), shown(&state, "B").unwrap()), (Some(vec![seat("N")]), "y3 N:r1".to_owned()));
    assert_eq!(
        state.players().map(|(_, standing)| standing).collect::<Vec<_>>(),
        [PlayerStatus::Playing, PlayerStatus::Eliminated]
    );
    assert!(!state.is_alive(&seat("S")) && !state.is_alive(&seat("E")));
    assert_eq!((state.to_move(), state.next_mover(&seat("N"))), (Some(&seat("N")), Some(&seat("N"))));
    let outcome = outcome(&game("NS", SIEGE, &[turn]), Sdg);
    assert_eq!((outcome.winners, outcome.decided), (vec![seat("N")], Some(0)));
    let out = outcome.out.iter().map(|out| (out.seat.as_str(), out.standing, out.turn)).collect::<Vec<_>>();
    assert_eq!(out, [("S", PlayerStatus::Eliminated, Some(0))]);
}

/// A homeworld that is all green after a catastrophe.
#[test]
fn opponents_homes_stay_for_the_turn_or_vanish_at_once() {
    let start = "A g3b2 N:y3 home=N; B g1g3 S:g1b1 N:g2 home=S; M r2 N:y3y2";
    let turn = ["N: s y3 M; c B g; m y2 M B; p; p"];
    let state = legal(Sdg, "NS", start, &turn);
    assert_eq!((shown(&state, "B"), state.winners()), (None, Some(vec![seat("N")])));
    let found = lines(&game("NS", start, &turn), AbstractPlay, RuleSet::Engine);
    assert_eq!(found, ["HW102 error turns[0].actions[2]: turn 1: there is no system B"]);
    // Abstract Play writes no passes after a player is out.
    legal(AbstractPlay, "NS", start, &["N: s y3 M; c B g"]);
    // On every server a player's own homeworld may be empty during a turn.
    for server in [Sdg, AbstractPlay] {
        let start = "A g3b2 N:y1 home=N; B r1y1 S:g3 home=S; M r1 N:y2";
        legal(server, "NS", start, &["N: s y2 M; m y1 A B; m y1 B A"]);
    }
}

#[test]
fn who_gives_up_the_own_homeworld_is_out_and_a_mutual_end_is_a_draw() {
    let start = "A g3b2 N:y1 home=N; B r1y1 S:g3 home=S";
    let state = legal(Sdg, "NS", start, &["N: m y1 A B"]);
    assert_eq!((state.winners(), shown(&state, "A")), (Some(vec![seat("S")]), None));
    let start = "A g3b2 N:y1 home=N; B r1y1 S:y2 home=S; M b2 N:y3y2";
    let state = legal(AbstractPlay, "NS", start, &["N: s y3 M; m y1 A B; m y2 M B; c B y"]);
    assert_eq!(state.winners(), Some(vec![seat("N"), seat("S")]));
    // Another server's rules can be requested.
    let game = super::game("NS", "A g3b2 N:y1 home=N; B r1y3 S:g3 home=S; M r1 N:g2", &["N: m y1 A M"]);
    assert_eq!(lines(&game, Sdg, RuleSet::Program(AbstractPlay.id())).len(), 1);
    // The id of a program of another game has no effect.
    assert_eq!(lines(&game, Sdg, RuleSet::Program("chess")), lines(&game, Sdg, RuleSet::Engine));
    let servers: Vec<Option<Server>> = SYSTEM.programs.iter().map(|program| Server::of_id(program.id)).collect();
    assert_eq!(servers, [Some(Sdg), Some(AbstractPlay), Some(Server::Bga)]);
}

/// Ann's left neighbour is Eve; Bob sits after Eve.
#[test]
fn the_left_neighbour_counts_where_the_game_is_sinister() {
    let start = "A g3b2 N:g3 home=N; E r1y3 E:g1 N:g2g2g3 home=E; B r1y3 S:g1 N:b1b2b3 home=S";
    let of = |turn: &str, variant: Option<&str>, server| {
        let mut game = game("ESN", start, &[turn]);
        game.variants = variant.map(|variant| vec![variant.to_owned()]);
        let to_move = game.turns[0].player.clone();
        game.details = Details::of_homeworlds(HomeworldsDetails { to_move, extras: Vec::new() });
        after(&game, server, 1)
    };
    let won = |turn, variant, server| of(turn, variant, server).winners();
    let eve_out = "N: c E g; p";
    assert_eq!(won(eve_out, None, Sdg), None);
    assert_eq!(of(eve_out, None, Sdg).to_move(), Some(&seat("S")));
    for variant in ["Sinister", "Left man down"] {
        assert_eq!(won(eve_out, Some(variant), Sdg), Some(vec![seat("N")]));
    }
    assert_eq!(won(eve_out, None, AbstractPlay), Some(vec![seat("N")]));
    assert_eq!(won("S: c E g; p", None, AbstractPlay), None);
    assert_eq!(won("N: resign; resign E", None, Sdg), Some(vec![seat("S")]));
    assert_eq!(won("N: out S; p", None, Sdg), None);
}

#[test]
fn four_players_move_clockwise_and_others_as_they_are_listed() {
    let state = State::of(&game("WSNE", "", &[]), Sdg);
    let order: Vec<&str> = state.players().map(|(seat, _)| seat.as_str()).collect();
    assert_eq!(order, ["N", "E", "S", "W"]);
    assert_eq!(state.in_bank(Piece::parse("g1").unwrap()), 5);
    assert_eq!(state.next_mover(&seat("W")), Some(&seat("N")));
    assert_eq!(State::of(&game("XNA", "", &[]), Sdg).to_move(), Some(&seat("X")));
    // A record without players counts as one of two players.
    let order = State::of(&game("", "", &[]), Sdg);
    assert_eq!(order.players().map(|(seat, _)| seat.as_str()).collect::<Vec<_>>(), ["N", "S"]);
    // A pass before the first homeworld swaps the order.
    legal(Sdg, "NS", "", &["p", "h g3b2 y3 Bob", "h r1b3 g3 Ann"]);
}

#[test]
fn who_moves_first_is_said_by_the_position() {
    let game = of(&json!({"system": "homeworlds", "position": position(START), "turns": [turn("b r1 Bob")],
        "details": {"to_move": "S"}}));
    assert_eq!(lines(&game, Sdg, RuleSet::Engine), [""; 0]);
    assert_eq!(shown(&after(&game, Sdg, 1), "Bob").unwrap(), "r1y3 S:g3 S:b1 S:r2 S:r1 home=S");
}

#[test]
fn alternatives_are_judged_from_the_state_before_their_turn() {
    let mut turns = [turn("N: b g1 Mars"), turn("S: b r1 Bob")];
    turns[1]["number"] = json!(7);
    let mut other = turn("S: b r2 Bob");
    other["alternatives"] = json!([[turn("S: b b1 Bob")]]);
    turns[1]["alternatives"] = json!([[turn("S: b g1 Bob"), turn("N: b g1 Mars")], [other]]);
    turns[1]["undone"] = json!([[action("b y3 Nowhere")]]);
    let game = of(&json!({"system": "homeworlds", "position": position(START), "turns": turns}));
    let expected = [
        "HW103 error turns[1].alternatives[0][1].actions[0]: turn 3: no g1 is in the bank, which has g2",
        "HW108 error turns[1].alternatives[1][0].actions[0]: turn 2: r2 is not the smallest red piece: r1 is in the bank",
    ];
    assert_lines(&lines(&game, Sdg, RuleSet::Engine), &expected);
}

#[test]
fn a_reading_is_tried_on_a_clone() {
    let mut state = State::of(&game("NS", START, &[]), Sdg);
    assert_eq!((state.unspent(), state.end_turn()), (0, Vec::new()));
    state.begin_turn(&seat("N")).unwrap();
    assert_eq!(state.unspent(), 1);
    let sacrifice = ActionKind::Sacrifice { piece: PieceName("g3".into()), at: TerritoryRef::new("Ann") };
    state.act(&Action::of(sacrifice)).unwrap();
    let before = state.clone();
    let build =
        |at: &str| Action::of(ActionKind::Build { piece: Some(PieceName("g1".into())), at: TerritoryRef::new(at) });
    assert_eq!(state.act(&build("Nowhere")).unwrap_err().code.id, "HW102");
    state = before;
    state.act(&build("Mars")).unwrap();
    assert_eq!(state.unspent(), 2);
    // A turn that is open ends when another begins.
    state.begin_turn(&seat("S")).unwrap();
    assert_eq!((state.unspent(), state.to_move()), (1, Some(&seat("S"))));
    let g1 = Piece::parse("g1").unwrap();
    assert_eq!(state.owner_of(g1, &TerritoryRef::new("Mars"), &seat("S")), Some(&seat("N")));
    assert_eq!(state.owner_of(g1, &TerritoryRef::new("Mars"), &seat("N")), None);
    assert_eq!(state.systems().map(|system| system.name()).collect::<Vec<_>>(), ["Ann", "Bob", "Mars"]);
}

#[test]
fn two_owners_are_none() {
    let start = "A g3b2 N:g3 home=N; B r1y3 S:g3 home=S; E r1y3 E:g3 home=E; M r1 S:b2b1 E:b2 N:y1";
    let state = State::of(&game("NES", start, &[]), Sdg);
    let owner = |piece| state.owner_of(Piece::parse(piece).unwrap(), &TerritoryRef::new("M"), &seat("N"));
    assert_eq!((owner("b2"), owner("b1")), (None, Some(&seat("S"))));
}

#[test]
fn a_restart_and_what_is_not_understood_change_nothing() {
    let before = State::of(&game("NS", START, &[]), Sdg);
    let state = legal(Sdg, "NS", START, &["N: restart; zz"]);
    assert_eq!(
        state.systems().map(|s| shown(&before, s.id().as_str())).collect::<Vec<_>>(),
        state.systems().map(|s| shown(&state, s.id().as_str())).collect::<Vec<_>>()
    );
}
