//! Tests of records of Homeworlds.

use super::*;

/// A game with a sacrifice, a capture and a catastrophe.
const GAME: &str = "Homeworlds Online (SDG# 40060)\n\
    Started: 2012.2.29, Ended: 2012.3.1\n\
    Participants: Anna (S), Berta (N)\n\
    Winner: Berta\n\n\
    1) Berta: Homeworld G3 R1 Y3\n\n\
    2) Anna: Homeworld B3 Y2 G3\n\n\
    3) Berta: Build Y1 Berta\n\n\
    4) Anna: Build G1 Anna\n\n\
    5) Berta: Discover Y1 Berta B2 Mars\n\n\
    6) Anna: Build G1 Anna\n\n\
    7) Berta: Sacrifice Y3 Berta\nMove Y1 Mars Berta\nPass\nPass\n";

fn desk() -> Desk {
    let desk = Desk::new();
    for name in ["mars.raw", "four.raw", "every-action.raw", "nobody.raw"] {
        desk.fixture(&format!("homeworlds-sdg/good/{name}"), name);
    }
    desk.put("game.raw", GAME);
    desk
}

#[test]
fn a_game_is_shown_with_its_last_board() {
    let run = desk().ludex("inspect game.raw");
    run.ends(0).shows(&[
        "game.raw - Homeworlds, a finished game for two\n",
        "Game 40060, played from 2012-02-29 to 2012-03-01.",
        "N     Berta   G3 R1      Y3    won\nS     Anna    B3 Y2      G3\n",
        "Berta (N) has won by the record; the board does not show it.",
        "7 turns with 10 actions; no remarks.",
        "\n  * Berta    G3 R1   Y1\n",
        "Bank, 28 of 36 pieces:",
    ]);
    assert_eq!(run.err(), "");
    let decided = desk().ludex("inspect mars.raw").ends(0).out();
    assert!(decided.contains("One (S) has won: Two (N) lost the homeworld in turn 3.\n"), "{decided}");
}

#[test]
fn the_board_is_shown_after_any_turn() {
    let desk = desk();
    desk.ludex("inspect game.raw --turn 0").ends(0).shows(&[
        "Before the first turn.\nBerta (N) is next.\n",
        "No system is on the board.",
        "Bank, 36 of 36 pieces:\n\n    R1 R1 R1   Y1 Y1 Y1   G1 G1 G1   B1 B1 B1\n",
    ]);
    let expected = "\
game.raw - Homeworlds, a finished game for two

Turn 5 of 7: Berta (N) discovers Mars (star B2) with Y1 from Berta.
Anna (S) is next.

    System   Stars   Berta (N)     Anna (S)
> * Berta    G3 R1   Y3
>   Mars     B2      Y1

  * Anna     B3 Y2                 G3 G1

  * a homeworld   > where the turn acted

Bank, 27 of 36 pieces:

    R1 R1      Y1 Y1      G1 G1      B1 B1 B1
    R2 R2 R2   Y2 Y2      G2 G2 G2   B2 B2
    R3 R3 R3   Y3 Y3      G3         B3 B3
";
    assert_eq!(desk.ludex("inspect game.raw --turn 5").ends(0).out(), expected);
    desk.ludex("inspect --turn=7 game.raw").ends(0).shows(&[
        "Turn 7 of 7: Berta (N) sacrifices Y3 at Berta; moves Y1 from Mars to Berta;\npasses twice.\n",
        "Mars is off the board.\nHere the record ends; Berta (N) has won by it.\n",
    ]);
    // Two games are shown one after the other.
    let both = desk.ludex("inspect game.raw mars.raw --turn 3").ends(0).out();
    assert!(both.contains("B3 B3\n\nmars.raw - Homeworlds"), "{both}");
}

#[test]
fn a_turn_that_there_is_none_of_is_refused_with_a_reason() {
    let desk = desk();
    let said = ["error[IO012]: game.raw: the record has no turn 8; the last is turn 7", "--turn 0"];
    desk.ludex("inspect game.raw --turn 8").is_refused(&said);
    let others = desk.ludex("inspect game.raw mars.raw --turn 8");
    others.ends(1).says(&said).shows(&["mars.raw - Homeworlds", "Turn 8 of 8"]);
    desk.ludex("inspect game.raw --turn=-1").ends(2).says(&["--turn"]);
    for wrong in ["lats", "99999999999"] {
        desk.ludex(&format!("inspect game.raw --turn={wrong}")).is_refused(&["IO012", "no turn called", wrong]);
    }
    assert_eq!(desk.ludex("inspect game.raw --turn last").out(), desk.ludex("inspect game.raw --turn 7").out());
    let json = desk.ludex("inspect game.raw --turn 8 --message-format json").ends(1).err();
    assert_eq!(super::json(json.as_bytes())["code"], "IO012");
}

#[test]
fn boards_of_other_games_are_refused_with_a_reason() {
    let desk = Desk::new();
    let disk = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/global-war-disk");
    desk.put("WAR01.DAT", fs::read(disk.join("WAR01.DAT")).unwrap());
    desk.fixture("diplomacy-orders/good/lists.orders", "lists.orders");
    let refused = desk.ludex("inspect WAR01.DAT --turn 1");
    refused.is_refused(&["IO012", "WAR01.DAT: the record has no turn 1, nor any other"]);
    desk.ludex("inspect lists.orders --turn 0").is_refused(&["the game has no phase 0", "--turn last"]);
    desk.ludex("explain IO012").ends(0).shows(&["`inspect --turn`"]);
}

#[test]
fn a_document_is_shown_as_its_record_is() {
    let desk = desk();
    desk.ludex("convert game.raw -o game.json").ends(0);
    desk.ludex("convert game.raw -t csv -o tables").ends(0);
    desk.ludex("convert game.raw -t json --no-originals -o bare.json").ends(0);
    for arguments in ["", " --turn 0", " --turn 6"] {
        let show = |name: &str| {
            let out = desk.ludex(&format!("inspect {name}{arguments}")).ends(0).out();
            out.split_once('\n').unwrap().1.to_owned()
        };
        let record = show("game.raw");
        for document in ["game.json", "tables", "bare.json"] {
            assert_eq!(show(document), record, "{document}{arguments}");
        }
    }
    let mut document = json(&desk.get("game.json"));
    document["game"]["turns"][4]["alternatives"] =
        serde_json::json!([[{"actions": []}, {"actions": []}], [{"actions": []}]]);
    document["game"]["turns"][5]["undone"] = serde_json::json!([[{"type": "pass"}, {"type": "restart"}]]);
    desk.put("edited.json", document.to_string());
    desk.ludex("inspect edited.json")
        .ends(0)
        .shows(&["1 restart took back 1 action and 2 alternative lines of 3 turns beside the game."]);
    desk.ludex("inspect edited.json --turn 5").ends(0).shows(&["2 alternative lines of 3 turns beside the game."]);
    desk.ludex("inspect edited.json --turn 6").ends(0).shows(&["1 restart took back 1 action."]);
}

#[test]
fn what_is_piped_has_no_colour_unless_it_is_wanted() {
    let desk = desk();
    for arguments in ["inspect game.raw", "inspect game.raw --turn 5"] {
        let plain = desk.ludex(arguments).ends(0).out();
        assert!(!plain.contains('\x1b'), "{plain}");
        let shown = desk.ludex(&format!("{arguments} --color always")).ends(0).out();
        assert!(shown.contains("\x1b[97;41mR1\x1b[0m") && shown.starts_with("\x1b[1mgame.raw - "), "{shown}");
    }
}

#[test]
fn names_and_words_of_a_file_are_never_raw() {
    let desk = desk();
    let text = GAME.replace("Mars", "M\u{9b}2J\u{202e}").replace("Pass\nPass", "dance\x1b[31m Moon\nPass");
    desk.put("hostile.raw", text);
    for arguments in ["", " --turn 5", " --turn 7"] {
        let run = desk.ludex(&format!("inspect hostile.raw{arguments}"));
        let text = run.out() + &run.err();
        assert!(text.chars().all(|c| c == '\n' || !c.is_control() && c != '\u{202e}'), "{text:?}");
    }
    desk.ludex("inspect hostile.raw --turn 7").shows(&["writes \"dance␛[31m Moon\", which is not understood"]);
}

#[test]
fn four_players_sit_in_four_columns() {
    let desk = desk();
    desk.ludex("inspect four.raw").ends(0).shows(&[
        "Homeworlds, a finished game for four",
        "Options: Sinister.",
        "N     Cara    G1 B3      Y3    won\nE     Dora    Y1 B2      G3\nS     Anton   G2 Y3      B3    resigned in turn 7\n",
        "    System   Stars   Cara (N)      Dora (E)      Anton (S)     Bea (W)\n",
        "1 remark by SYSTEM",
    ]);
    desk.ludex("inspect four.raw --turn 4").ends(0).shows(&[
        "Turn 4 of 8: Bea (W) sets up the homeworld Bea: stars R1 B2, ship G3.",
        "> * Bea      R1 B2                                             G3\n",
        "of 60 pieces",
    ]);
}

#[test]
fn what_the_rules_forbid_is_told_from_its_turn_on() {
    let desk = desk();
    assert!(!desk.ludex("inspect every-action.raw --turn 7").ends(0).out().contains("The rules forbid"));
    let said = "The rules forbid a part of turn 8: g2 is not the smallest green piece: g1 is in\nthe bank.";
    desk.ludex("inspect every-action.raw --turn 8").ends(0).shows(&[said, "`ludex check`"]);
    desk.ludex("inspect every-action.raw").ends(0).shows(&["The rules forbid 6 actions, first in turn 8: g2"]);
    // Players without names, and turns of players who are not at the table.
    desk.ludex("inspect nobody.raw --turn 2").ends(0).shows(&["Turn 2 of 3: Ito for S sets up", "N is next.\n"]);
}

#[test]
fn text_in_the_wrong_encoding_is_mended_on_request() {
    let desk = Desk::new();
    let chat = "\tAnna: I don\u{92}t, Zden&#283;k\u{85} (Ã©) \u{9c}\n";
    desk.put("game.raw", GAME.replace("\n\n2) Anna", &format!("\n{chat}\n2) Anna")));
    let run = desk.ludex("convert game.raw --repair-text -t homeworlds-sdg -o mended.raw");
    let message = "repaired: 2 characters of windows-1252, 1 numeric reference, 1 character that was encoded twice; \
                   1 control character is left as found";
    run.ends(0).says(&["note[CV013]: game.raw: ", message]);
    let original = desk.text("game.raw");
    assert_eq!(desk.text("mended.raw"), original.replace(chat, "\tAnna: I don’t, Zdeněk… (é) \u{9c}\n"));
    // The document keeps the text that it was read from.
    desk.ludex("convert game.raw --repair-text -o game.json").ends(0);
    assert_eq!(json(&desk.get("game.json"))["sources"][0]["text"], original);
    desk.ludex("convert game.json -t homeworlds-sdg -o again.raw").ends(0);
    assert_eq!(desk.text("again.raw"), desk.text("mended.raw"));
}

#[test]
fn a_remark_is_added_and_an_action_edited_in_place() {
    let desk = Desk::new();
    desk.put("game.sdg", "h b3 y1 g3 Alpha\nh r3 b2 g3 Beta\n\nb g1 Alpha\nb g1 Beta\n\ns g3 Alpha  b g1 Alpha\n");
    desk.ludex("convert game.sdg -o game.json").ends(0);
    let mut document = json(&desk.get("game.json"));
    let turns = &mut document["game"]["turns"];
    turns[2]["actions"][0]["piece"] = "g2".into();
    turns[3]["remarks"] = serde_json::json!([{"text": "Why not?"}]);
    turns[4]["actions"][1]["at"] = "Beta".into();
    desk.put("edited.json", document.to_string());
    desk.ludex("convert edited.json -t homeworlds -o edited.sdg").ends(0);
    let expected = "h b3 y1 g3 Alpha\nh r3 b2 g3 Beta\n\nb g2 Alpha\nb g1 Beta # Why not?\n\ns g3 Alpha  b g1 Beta\n";
    assert_eq!(desk.text("edited.sdg"), expected);
}

#[test]
fn a_trade_is_written_in_the_order_of_the_file() {
    let desk = Desk::new();
    let home = "homeworld b3 y1 g3 Alpha\nhomeworld r3 b2 g3 Beta\n";
    for (name, trade, edited) in
        [("ship.sdg", "trade g3 b3 Alpha", "trade g3 r3 Alpha"), ("colour.sdg", "trade g3 Alpha b", "trade g3 Alpha r")]
    {
        desk.put(name, format!("{home}{trade}\n"));
        desk.ludex(&format!("convert {name} -o game.json --force")).ends(0);
        let mut document = json(&desk.get("game.json"));
        assert_eq!(document["game"]["turns"][2]["actions"][0]["becomes"], "b3");
        document["game"]["turns"][2]["actions"][0]["becomes"] = "r3".into();
        desk.put("edited.json", document.to_string());
        desk.ludex("convert edited.json -t homeworlds -o edited.sdg --force").ends(0);
        assert_eq!(desk.text("edited.sdg"), format!("{home}{edited}\n"));
    }
}

#[test]
fn a_start_position_is_refused_where_it_cannot_be_held() {
    let desk = Desk::new();
    desk.fixture("homeworlds/good/position.homeworlds", "game.homeworlds");
    for target in ["homeworlds-sdg", "homeworlds-hwl", "homeworlds-bga"] {
        desk.ludex(&format!("convert game.homeworlds -t {target}")).is_refused(&["HW024"]);
    }
}

#[test]
fn a_turn_out_of_turn_is_an_error_in_a_game_of_two() {
    let desk = Desk::new();
    desk.put(
        "game.homeworlds",
        "homeworld y1 b2 g3 Anna\nhomeworld r1 b3 g3 Ben\nbuild g1 Anna\n# mover: N\nbuild g1 Anna\n",
    );
    desk.ludex("check game.homeworlds").ends(1).says(&["HW130"]);
}

#[test]
fn of_blank_lines_nothing_is_salvaged_and_that_is_said() {
    let desk = Desk::new();
    for name in ["x.ap", "x.homeworlds", "x.hwl", "x.bga", "x.raw"] {
        desk.put(name, "\n");
        let run = desk.ludex(&format!("convert --salvage {name} -t json -o out.json"));
        run.ends(1).says(&["error["]);
        assert!(!desk.path("out.json").exists(), "{name}");
    }
}

#[test]
fn a_carriage_return_in_a_name_is_said_and_left_out() {
    let desk = Desk::new();
    desk.put("a.sdg", "3) e: Pass\n\t\rM: well?\n");
    let run = desk.ludex("convert a.sdg -f homeworlds-sdg -t homeworlds -o a.homeworlds");
    run.ends(0).says(&["CV001", "carriage returns in remarks"]);
    assert!(!desk.text("a.homeworlds").contains('\r'), "{}", desk.text("a.homeworlds"));
    desk.ludex("convert a.homeworlds --canonical -o b.homeworlds").ends(0);
    assert_eq!(desk.get("a.homeworlds"), desk.get("b.homeworlds"));
}

#[test]
fn a_text_that_begins_as_json_is_refused_by_its_place() {
    let desk = Desk::new();
    desk.put("a.hwl", "e\n");
    desk.ludex("convert a.hwl -f homeworlds-hwl --salvage -o a.json").ends(0);
    desk.put("b.json", desk.text("a.json").replace("\"text\": \"e\"", "\"text\": \"[\""));
    let run = desk.ludex("convert b.json -t homeworlds-ap --no-originals -o b.txt");
    run.is_refused(&["JS007", "game.turns[0].actions[0].text", "bracket"]);
    // A line of a header is not a move.
    desk.put("c.hwl", "[\ne\n");
    desk.ludex("convert c.hwl -f homeworlds-hwl --salvage -t homeworlds-ap -o c.txt")
        .ends(0)
        .says(&["CV001", "header"]);
    assert_eq!(desk.text("c.txt"), "e\n");
}
