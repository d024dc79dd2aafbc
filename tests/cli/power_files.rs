//! Tests of commands, histories and boards of Power.

use super::*;

const ROWS: [&str; 5] = ["game-A.txt", "game-Y.txt", "game-Z.txt", "game-K.txt", "game-R.txt"];

/// Writes the player files of a game, under names that tell `identify` nothing.
fn rows() -> Desk {
    let desk = Desk::new();
    for name in ROWS {
        let letter = &name[5..6];
        desk.fixture(&format!("power/good/row-{letter}.power"), name);
    }
    desk
}

fn named(letters: &str) -> String {
    letters.chars().map(|letter| format!("game-{letter}.txt ")).collect()
}

#[test]
fn the_rows_of_a_game_become_one_document_and_come_back() {
    let desk = rows();
    // In any order, and with a diagnostic that one of them is short.
    for order in ["YKRAZ", "ZARKY", "AYZKR"] {
        let run = desk.ludex(&format!("convert {}-t json", named(order)));
        run.ends(0).says(&["PW031", "red 2"]);
        desk.put("game.json", run.out());
        let document = json(run.out().as_bytes());
        let game = &document["game"];
        let names: Vec<_> =
            document["sources"].as_array().unwrap().iter().map(|s| s["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["game-Y.txt", "game-K.txt", "game-R.txt", "game-A.txt", "game-Z.txt"]);
        let seats: Vec<_> = game["players"].as_array().unwrap().iter().map(|p| p["seat"].as_str().unwrap()).collect();
        assert_eq!(seats, ["Y", "K", "R", "A"]);
        let turns: Vec<String> = game["turns"]
            .as_array()
            .unwrap()
            .iter()
            .map(|t| {
                let board = if t["position"].is_object() { "*" } else { "" };
                format!("{}{}{board}", t["number"], t["player"].as_str().unwrap())
            })
            .collect();
        assert_eq!(turns, ["1Y*", "1K", "1R", "1A", "2Y*", "2K", "2R", "2A", "3Y*", "3K", "3A"]);
        assert_eq!(game["position"]["pieces"].as_array().unwrap().len(), 32);
        assert!(document["diagnostics"].as_array().unwrap().iter().any(|d| d["code"] == "PW031"));
        let folder = format!("back-{order}/");
        desk.ludex("convert game.json -t power").is_refused(&["CV007", "-o FOLDER/"]);
        assert_eq!(desk.ludex(&format!("convert game.json -t power -o {folder}")).ends(0).err(), "");
        for name in ROWS {
            assert_eq!(desk.text(&format!("{folder}{name}")), desk.text(name), "{order}: {name}");
        }
    }
    desk.ludex(&format!("convert {}-t csv -o tables", named("YKRAZ"))).ends(0);
    desk.ludex("convert tables -t power -o back-csv/").ends(0);
    for name in ROWS {
        assert_eq!(desk.text(&format!("back-csv/{name}")), desk.text(name), "{name}");
    }
}

#[test]
fn an_edit_of_a_joined_game_changes_that_command_of_that_row() {
    let desk = rows();
    let mut document = json(desk.ludex(&format!("convert {}-t json -q", named("YKRAZ"))).ends(0).out().as_bytes());
    document["game"]["turns"][4]["actions"][1]["to"] = "Y3".into();
    document["game"]["turns"][4]["position"]["pieces"][0]["count"] = 7.into();
    desk.put("game.json", document.to_string());
    desk.ludex("convert game.json -t power -o back/").ends(0);
    for name in ROWS {
        let expected = match name {
            "game-Y.txt" => desk.text(name).replace("YT-Y6-Y4", "YT-Y6-Y3"),
            "game-Z.txt" => desk.text(name).replace(";\n//YI,", ";\n//7YI,"),
            _ => desk.text(name),
        };
        assert_eq!(desk.text(&format!("back/{name}")), expected, "{name}");
    }
    // A turn that belongs to a later round gets an empty one before it.
    let turns = document["game"]["turns"].as_array_mut().unwrap();
    turns.iter_mut().filter(|t| t["player"] == "R" && t["number"] == 2).for_each(|t| t["number"] = 3.into());
    desk.put("game.json", document.to_string());
    desk.ludex("convert game.json -t power -o moved/").ends(0);
    assert_eq!(desk.text("moved/game-R.txt"), "RI-RQ-R8;\n;\nRI-R8-R6,RT-RQ-R7");
}

#[test]
fn rows_that_are_of_no_one_game_are_refused() {
    let desk = rows();
    desk.put("two.txt", desk.text("game-Y.txt"));
    desk.ludex("convert game-Y.txt two.txt").is_refused(&["PW030", "game-Y.txt and two.txt are both of yellow"]);
    desk.put("nobody.txt", "I-Y4-X;\nT-Y5-Y4");
    desk.ludex("convert game-Y.txt nobody.txt").is_refused(&["PW030", "nobody.txt"]);
    desk.put("more-Z.txt", desk.text("game-Z.txt"));
    desk.ludex("convert game-Z.txt more-Z.txt").is_refused(&["PW030", "both of the boards"]);
    // Into a folder each goes by itself.
    desk.ludex("convert game-Y.txt two.txt -o each/").ends(0).says(&["2 converted"]);
    // A player's file may be missing.
    desk.ludex("convert game-Y.txt game-K.txt -o two.json").ends(0);
    desk.ludex("convert two.json -t power -o two/").ends(0);
    assert_eq!(desk.text("two/game-K.txt"), desk.text("game-K.txt"));
    // There is one board more than there are rounds.
    let boards = desk.text("game-Z.txt");
    desk.put("less-Z.txt", boards.rsplit_once(";\n").unwrap().0);
    desk.ludex("convert game-Y.txt less-Z.txt -o less.json").ends(0).says(&["PW032", "found 3"]);
    desk.ludex("convert game-Y.txt less-Z.txt -o strict.json --strict").ends(1);
    desk.fixture("homeworlds-sdg/good/every-action.raw", "a.raw");
    desk.ludex("convert game-Y.txt a.raw --together").is_refused(&["CV009"]);
}

#[test]
fn originals_left_out_each_row_is_written_anew() {
    let desk = rows();
    desk.ludex(&format!("convert {}--no-originals -o game.json", named("YKRAZ"))).ends(0);
    desk.ludex("convert game.json -t power -o back/").ends(0).says(&["CV005"]);
    for name in ROWS {
        assert_eq!(desk.text(&format!("back/{name}")).trim_end(), desk.text(name).trim_end(), "{name}");
    }
}

#[test]
fn a_game_without_sources_is_written_as_far_as_a_file_goes() {
    let desk = rows();
    let mut document = json(desk.ludex(&format!("convert {}-t json -q", named("YKRAZ"))).ends(0).out().as_bytes());
    document["sources"] = serde_json::json!([]);
    desk.put("game.json", document.to_string());
    let run = desk.ludex("convert game.json -t power");
    run.ends(0).says(&["CV001", "boards between the turns", "turn numbers"]);
    assert_eq!(run.out().matches(';').count(), 10);
    desk.ludex("convert game.json -t war-dat").is_refused(&["CV004"]);
    desk.fixture("playing.DAT", "WAR01.DAT");
    desk.ludex("convert WAR01.DAT -t power").is_refused(&["CV004"]);
}

#[test]
fn files_are_told_by_their_contents() {
    let desk = Desk::new();
    for (text, words) in [
        ("I-Y4-X\n", "power   certain"),
        ("YI-YQ-Y8,YT-YQ-Y7;\n;\nYI-Y8-Y6", "power   certain"),
        ("h - a6 - a0, d-s12-w", "power   certain"),
        ("[60]", "power   certain"),
        ("I-Y9-X", "power   possible"),
    ] {
        desk.put("a.txt", text);
        desk.ludex("identify a.txt").ends(0).shows(&[words]);
    }
    for text in [
        "A PAR - BUR\n",
        "1) Anna: build g1 Mars\n",
        "Dear Anna,\nwell-known, is-it\n",
        "- x\n- y\n",
        "/usr/bin\n",
        "T-shirt\n",
    ] {
        desk.put("b.txt", text);
        assert!(!desk.ludex("identify b.txt").out().contains("power"), "{text}");
    }
}

#[test]
fn what_is_rejected_is_kept_by_convert_and_an_error_for_check() {
    let desk = Desk::new();
    for (text, code) in [
        ("I-Y9-X", "PW002"),
        ("D-L13-W", "PW002"),
        ("P-AU-AQ", "PW006"),
        ("3T-K2->I", "PW005"),
        ("Z-Y2->G", "PW005"),
        ("I-Y4", "PW001"),
        ("2T-Y2-Y1", "PW004"),
        ("I-Y4->X", "PW005"),
    ] {
        desk.put("a.txt", text);
        let run = desk.ludex("convert a.txt -f power");
        run.ends(0).says(&["warning", code]);
        let action = &json(run.out().as_bytes())["game"]["turns"][0]["actions"][0];
        assert_eq!((&action["type"], &action["text"]), (&"unknown".into(), &text.into()));
        desk.ludex("check a.txt -f power").ends(1).says(&["error", code]).shows(&["1 error"]);
    }
}

#[test]
fn a_command_is_edited_in_a_history_on_one_line() {
    let desk = Desk::new();
    let text = "YI-YQ-Y8, yt-yq-y7 ,YF-YHQ-Y3;YI-Y8-Y6,,YT-Y7-Y5;;YD-L5-W";
    desk.put("a.power", text);
    let document = json(desk.ludex("convert a.power -q").ends(0).out().as_bytes());
    let edit = |turn: usize, edit: &dyn Fn(&mut Vec<serde_json::Value>)| {
        let mut edited = document.clone();
        edit(edited["game"]["turns"][turn]["actions"].as_array_mut().unwrap());
        desk.put("edited.json", edited.to_string());
        desk.ludex("convert edited.json -t power -o edited.power --force -q").ends(0);
        desk.text("edited.power")
    };
    assert_eq!(edit(1, &|list| list[0]["to"] = "Y7".into()), text.replace("YI-Y8-Y6", "YI-Y8-Y7"));
    assert_eq!(edit(0, &|list| list[1]["player"] = "K".into()), text.replace("yt-yq-y7", "KT-YQ-Y7"));
    assert_eq!(edit(1, &|list| drop(list.pop())), text.replace(",,YT-Y7-Y5", ""));
    assert_eq!(edit(3, &|list| list.push(list[0].clone())), format!("{text},YD-L05-W"));
    assert_eq!(
        edit(2, &|list| list.push(document["game"]["turns"][1]["actions"][0].clone())),
        text.replace(";;", ";YI-Y8-Y6;")
    );
    // Edits that would be read as something else are refused.
    let refuse = |pointer: &str, value: serde_json::Value, words: &[&str]| {
        let mut edited = document.clone();
        *edited.pointer_mut(pointer).unwrap() = value;
        desk.put("edited.json", edited.to_string());
        desk.ludex("convert edited.json -t power").is_refused(words);
    };
    let action = "/game/turns/0/actions/0";
    refuse(&format!("{action}/to"), "Y9".into(), &["JS004", "a sector of the board"]);
    refuse(&format!("{action}/piece"), "flag".into(), &["JS004", "does not move"]);
    refuse(&format!("{action}/player"), "W".into(), &["JS004", "Y, K, R or A"]);
    refuse(action, serde_json::json!({"type": "unknown", "text": "a;b"}), &["JS007"]);
    refuse(action, serde_json::json!({"type": "unknown", "text": "I-Y4-X"}), &["JS007"]);
    refuse(action, serde_json::json!({"type": "pass"}), &["JS004", "a move or an exchange"]);
    let exchange = |count: u64, becomes: &str| {
        let gives = serde_json::json!([{"piece": "tank", "count": count}]);
        serde_json::json!({"type": "exchange", "at": "Y2", "gives": gives, "becomes": becomes})
    };
    refuse(action, exchange(0, "heavy-tank"), &["JS004", "count"]);
    refuse(action, exchange(3, "infantry"), &["JS004", "tanks do not become"]);
}

#[test]
fn a_board_is_given_to_check_by() {
    let desk = rows();
    desk.put("bad.txt", "YI-YQ-Y8,YI-YQ-Y7,YI-YQ-Y6");
    desk.ludex("check bad.txt").ends(0);
    desk.ludex("check bad.txt --position game-Z.txt").ends(1);
    desk.put("board.txt", desk.text("game-Z.txt").split(';').next().unwrap());
    desk.ludex("check bad.txt --position board.txt").ends(1);
    desk.ludex("convert board.txt -o board.json").ends(0);
    desk.ludex("check bad.txt --position board.json").ends(1);
    desk.ludex("check game-Z.txt --position board.txt").says(&["CV011", "boards of its own"]);
    // The position goes into the document and not into the file.
    desk.ludex("convert bad.txt --position board.txt -o bad.json").ends(0);
    assert_eq!(json(&desk.get("bad.json"))["game"]["turns"][0]["position"]["from"]["name"], "board.txt");
    let back = desk.ludex("convert bad.json -t power");
    assert_eq!((back.ends(0).out(), back.err()), (desk.text("bad.txt"), String::new()));
    // A position of another game is not used.
    desk.fixture("playing.DAT", "WAR01.DAT");
    desk.ludex("check bad.txt --position WAR01.DAT").says(&["CV011"]);
}

#[test]
fn hostile_files_are_bounded() {
    let desk = Desk::new();
    desk.put("a.power", "x-1,".repeat(200_000));
    let run = desk.ludex("check a.power -f power");
    run.ends(1).says(&["IO011"]);
    assert!(run.err().len() < 8 << 20, "{}", run.err().len());
    desk.put("b.power", "[999999999]");
    desk.ludex("check b.power").ends(1).says(&["PW007", "1000000000"]);
    // The first semicolon ends a turn that has a command.
    desk.put("most.power", "I-Y4-X".to_owned() + &";".repeat(20_001));
    desk.ludex("check most.power").ends(0);
    desk.put("d.power", "I-Y4-X".to_owned() + &";".repeat(20_002));
    desk.ludex("check d.power").ends(1).says(&["PW011"]);
    desk.ludex("convert d.power --salvage").is_refused(&["PW011"]);
    desk.put("c.power", "\u{1b}[2J-\u{7}-x,I-Y4-X");
    assert!(!desk.ludex("check c.power").err().contains('\u{1b}'));
}
