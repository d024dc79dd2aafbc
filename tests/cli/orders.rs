//! Tests of orders of Diplomacy.

use super::njudge::archive;
use super::*;

fn desk() -> Desk {
    let desk = Desk::new();
    desk.fixture("diplomacy-orders/good/headings.orders", "headings.orders");
    desk.fixture("diplomacy-orders/good/lists.orders", "lists.orders");
    desk
}

#[test]
fn orders_are_shown_by_power() {
    let desk = desk();
    desk.ludex("inspect lists.orders").ends(0).shows(&[
        "Spring 1902, movement",
        "ENGLAND: fleet North Sea to Belgium; fleet English Channel supports",
        "On the standard board",
    ]);
}

#[test]
fn an_order_that_is_deleted_or_edited_leaves_the_others_alone() {
    let desk = desk();
    for name in ["headings.orders", "lists.orders"] {
        let run = desk.ludex(&format!("convert {name}"));
        let document = json(run.ends(0).out().as_bytes());
        let turns = document["game"]["turns"].as_array().unwrap();
        for (turn, action) in turns
            .iter()
            .enumerate()
            .flat_map(|(t, turn)| (0..turn["actions"].as_array().unwrap().len()).map(move |action| (t, action)))
        {
            let mut edited = document.clone();
            let actions = edited["game"]["turns"][turn]["actions"].as_array_mut().unwrap();
            actions.remove(action);
            desk.put("edited.json", edited.to_string());
            let written = desk.ludex("convert edited.json -t diplomacy-orders -o edited.orders --force");
            written.ends(0);
            let again = json(desk.ludex("convert edited.orders").ends(0).out().as_bytes());
            assert_eq!(again["game"]["turns"], edited["game"]["turns"], "{name}: {turn}, {action}");
        }
    }
}

#[test]
fn check_tells_engines_from_the_document() {
    let desk = Desk::new();
    desk.put(
        "a.orders",
        "S1901M\nFRANCE: A PAR-BUR\nFRANCE: A MAR HOLD\nENGLAND: A LON - BEL\nENGLAND: F NTH C A LON - BEL\n",
    );
    desk.ludex("check a.orders").ends(0).shows(&["0 errors"]);
    desk.ludex("check a.orders --rules document").ends(1).says(&[
        "DO011",
        "write A PAR - BUR",
        "DO014",
        "write A MAR H",
        "DO152",
        "A LON - BEL VIA",
    ]);
}

#[test]
fn corrections_are_written_where_they_are_determined() {
    let desk = Desk::new();
    let text = "# mine\nS1901M\nFRANCE: par-bur (quick)\nFRANCE:   A Marseilles  hold\nRUSSIA: F STP - BOT\nTURKEY: F ANK - BLA\n";
    desk.put("a.orders", text);
    let fixed = desk.ludex("check a.orders --fix --rules document");
    assert_eq!(
        fixed.ends(0).out(),
        "# mine\nS1901M\nFRANCE: A PAR - BUR (quick)\nFRANCE: A MAR H\nRUSSIA: F STP/SC - BOT\nTURKEY: F ANK - BLA\n"
    );
    desk.ludex("check a.orders --fix -o a.orders").ends(1).says(&["IO014", "is an input"]);
    assert_eq!(desk.text("a.orders"), text, "no input is changed unasked");
    desk.ludex("check a.orders --fix --rules document -o b.orders").ends(0);
    desk.ludex("check b.orders --rules document").ends(0);
    desk.fixture("playing.DAT", "WAR01.DAT");
    desk.ludex("check --fix WAR01.DAT").ends(1).says(&["CV012"]);
    desk.ludex("check a.orders b.orders --fix").ends(2).says(&["-o FOLDER/"]);
    desk.ludex("check a.orders b.orders --fix --rules document -o fixed/").ends(0);
    assert_eq!(desk.get("fixed/a.orders"), desk.get("b.orders"));
}

#[test]
fn a_position_tells_what_stands_where() {
    let desk = Desk::new();
    desk.put("a.orders", "S1901M\nFRANCE: A PAR - BUR\nFRANCE: A MUN H\nFRANCE: F MAR H\nFRANCE: BRE - ENG\n");
    desk.put("seed", "S1901M\nF: A Paris\nF: A Marseilles\nF: F Brest\nG: A Munich\n-1\n-1\n");
    desk.ludex("check a.orders").ends(0);
    desk.ludex("check a.orders --position seed").ends(1).says(&["DO119", "DO120"]);
    let fixed = desk.ludex("check a.orders --position seed --fix");
    assert!(fixed.out().contains("FRANCE: F BRE - ENG"), "{}", fixed.out());
    let other = Desk::new();
    other.put("seed", "F1905M\nF: A Paris\n-1\n-1\n");
    desk.put("late", other.get("seed"));
    desk.ludex("check a.orders --position late").says(&["CV011"]);
    desk.ludex("check a.orders --position a.orders").ends(1).says(&["CV011"]);
    // The position goes into the document, and the file is written back nevertheless.
    desk.ludex("convert a.orders --position seed -o a.json").ends(0);
    assert!(desk.text("a.json").contains("\"sha256\""));
    desk.ludex("convert a.json -t diplomacy-orders -o back.orders").ends(0);
    assert_eq!(desk.get("back.orders"), desk.get("a.orders"));
    desk.ludex("check a.json").ends(1).says(&["DO119"]);
}

#[test]
fn orders_on_another_board_are_read_by_its_names() {
    let desk = archive();
    desk.put("a.orders", "S1901M\nB: A Alderfen - BIR\nB: F GRI/NC - Dunmere\nT: A COT - FAR\n");
    let document = json(desk.ludex("convert a.orders --board map.lakes").ends(0).out().as_bytes());
    let actions = &document["game"]["turns"][0]["actions"];
    assert_eq!((&actions[0]["from"], &actions[0]["to"]), (&"ald".into(), &"bir".into()));
    assert_eq!((&actions[1]["from"], &actions[1]["player"]), (&"gri/nc".into(), &"B".into()));
    assert_eq!(document["game"]["board"]["from"]["name"], "map.lakes");
    desk.ludex("check a.orders --board map.lakes").ends(1).says(&["DO102", "A COT - FAR"]);
    let canonical = desk.ludex("convert a.orders --board map.lakes -t diplomacy-orders --canonical");
    assert_eq!(canonical.ends(0).out(), "S1901M\nB: A ALD - BIR\nB: F GRI/NC - DUN\nT: A COT - FAR\n");
}

#[test]
fn what_another_notation_needs_is_computed_or_refused() {
    let desk = Desk::new();
    let army = "S1901M\nENGLAND: A LON - BEL VIA\n";
    desk.put("alone.orders", army);
    let by_effect = ["DO019", "S1901M ENGLAND: A LON - BEL VIA", "a hold"];
    desk.ludex("convert alone.orders -t njudge-orders").ends(0).says(&by_effect).shows(&["E: A lon h"]);
    desk.ludex("convert alone.orders -t njudge-orders --strict").ends(1).says(&["DO019"]);
    desk.put("walks.orders", "S1901M\nFRANCE: A PIC - BRE VIA\n");
    desk.ludex("convert walks.orders -t njudge-orders").ends(0).says(&["a move by land"]).shows(&["F: A pic - bre"]);
    desk.put("fleet.orders", format!("{army}ENGLAND: F NTH C A LON - BEL\n"));
    desk.ludex("convert fleet.orders -t njudge-orders").ends(0).shows(&["E: A lon - nth - bel"]);
    desk.put("mail.njudge", "PHASE S 1901 M\nE: a lon-nth-bel; f nth c a lon-bel\nF: f mao s f por-spa\n");
    desk.ludex("convert mail.njudge -t diplomacy-orders")
        .ends(0)
        .says(&["CV001", "routes of convoys"])
        .shows(&["ENGLAND: A LON - BEL VIA"]);
    desk.ludex("convert mail.njudge -o mail.json").ends(0);
    let text = desk.text("mail.json").replace("\"mao\"", "\"naf\"");
    desk.put("edited.json", text);
    desk.ludex("convert edited.json -t njudge-orders").ends(0).says(&["DO021", "the judge assumes SPA/NC"]);
    // A province without a code is named.
    let archive = archive();
    archive.put("map.x", archive.text("map.lakes").replace("Alderfen,     B ald alder", "Alderfen,     B alder"));
    let map = archive.text("map.x").replace(" ald ", " alder ").replace(" ald\n", " alder\n").replace("ald-", "alder-");
    archive.put("map.x", map);
    archive.put("a.orders", "S1901M\nB: A Alderfen - BIR\n");
    archive.ludex("convert a.orders --board map.x -o a.json").ends(0);
    archive.ludex("convert a.json -t diplomacy-orders").ends(0);
    archive.ludex("convert a.json -t diplomacy-orders --canonical").ends(1).says(&["DO018", "alder"]);
}

#[test]
fn conditional_orders_are_not_taken_for_orders() {
    let desk = Desk::new();
    desk.put("if.njudge", "PHASE S 1901 M\nIF NOT F a bur\na mun-bur\nENDIF\nf kie-den\n");
    let run = desk.ludex("convert if.njudge -t diplomacy-orders");
    run.ends(0).says(&["CV001", "conditions and the orders under them"]);
    assert_eq!(run.out(), "S1901M\nF KIE - DEN\n");
}

#[test]
fn passwords_in_mails_are_masked_and_redacted() {
    let desk = Desk::new();
    desk.put("mail.njudge", "SIGNON Fwinter sesame\npar-bur\nSIGNOFF\n");
    assert!(!desk.ludex("inspect mail.njudge").ends(0).out().contains("sesame"));
    desk.ludex("inspect mail.njudge --reveal").ends(0).shows(&["sesame"]);
    assert!(!desk.ludex("convert mail.njudge --redact").ends(0).out().contains("sesame"));
}

#[test]
fn press_stays_whole_and_a_sign_on_misspelt_is_a_secret() {
    let desk = Desk::new();
    let mail = "SIGNNO Fwinter sesame\nPHASE S 1901 M\nSIGNON Fwinter sesame\npar-bur\na mar h\nf bre h\nPRESS TO EG\nask me@example.org for it\n\
                ENDPRESS\n";
    desk.put("mail.njudge", mail);
    for command in ["inspect", "check", "convert --redact"] {
        let run = desk.ludex(&format!("{command} mail.njudge"));
        let told = format!("{}{}", run.out(), run.err());
        assert!(!told.contains("sesame") && !told.contains("me@example"), "{command}: {told}");
    }
    let redacted = desk.ludex("convert mail.njudge --redact");
    redacted.ends(0).shows(&["PRESS TO EG", "SIGNON Fwinter withheld", "ask withheld for it", "{", "withheld"]);
    redacted.says(&["1 password, 1 address and 1 text that is not understood were taken out"]);
    let own = desk.ludex_with("convert - -t njudge-orders", &redacted.output.stdout);
    own.ends(0).shows(&["PRESS TO EG\n", "SIGNON Fwinter withheld\n"]);
}

#[test]
fn a_saved_game_gives_its_orders_and_takes_them_back() {
    let desk = Desk::new();
    desk.fixture("diplomacy-game/good/game.plain.json", "game.json");
    desk.ludex("convert game.json -t diplomacy-orders -o game.orders").ends(0).says(&["CV001", "positions"]);
    desk.ludex("check game.orders --position game.json").ends(0);
    desk.ludex("convert game.json -o document.json").ends(0);
    desk.ludex("convert document.json -t diplomacy-game -o back.json").ends(0);
    assert_eq!(desk.get("back.json"), desk.get("game.json"));
    desk.ludex("convert game.orders -t diplomacy-game -o bare.json").ends(0).says(&["have no units"]);
    let whole = desk.ludex("convert game.orders --position game.json -t diplomacy-game -o whole.json");
    whole.ends(0);
    assert!(!whole.err().contains("have no units"), "{}", whole.err());
    desk.ludex("convert document.json -t njudge-orders -o game.njudge").ends(0);
    desk.ludex("convert game.njudge -t diplomacy-orders --canonical -o again.orders").ends(0);
    assert_eq!(desk.text("again.orders"), desk.text("game.orders"));
}

#[test]
fn each_line_of_saved_games_is_a_game() {
    let desk = Desk::new();
    let game = String::from_utf8(good("diplomacy-game/good/game.plain.json")).unwrap();
    let line = game.trim_end();
    assert!(!line.contains('\n'));
    desk.put("games.jsonl", format!("{line}\n{line}\n"));
    desk.ludex("convert games.jsonl").ends(2);
    desk.ludex("convert games.jsonl -o out/").ends(0).says(&["2 converted"]);
    assert!(desk.path("out/games.jsonl.2.json").exists());
    desk.ludex("check games.jsonl").shows(&["games.jsonl:1: diplomacy-game", "games.jsonl:2: diplomacy-game"]);
    desk.ludex("convert out/games.jsonl.2.json -t diplomacy-game -o one.json").ends(0);
    assert_eq!(desk.text("one.json").trim_end(), line);
}

#[test]
fn a_file_of_games_replaces_no_other_output_of_its_run() {
    let desk = Desk::new();
    let game = String::from_utf8(good("diplomacy-game/good/game.plain.json")).unwrap();
    desk.put("in/games.jsonl", format!("{0}\n{0}\n", game.trim_end()));
    desk.ludex("convert in -o json/").ends(0);
    desk.fixture("playing.DAT", "WAR01.DAT").ludex("convert WAR01.DAT -o other.json").ends(0);
    let named = desk.text("other.json").replace("\"name\": \"WAR01.DAT\"", "\"name\": \"games.jsonl\"");
    desk.put("json/other.json", named);
    let run = desk.ludex("convert json -t source -o back/ --force");
    run.ends(1).says(&["error[IO009]", "another input was written to back/games.jsonl already"]);
    assert_eq!(desk.get("back/games.jsonl"), desk.get("WAR01.DAT"));
}

#[test]
fn a_file_of_games_comes_back_as_one() {
    let game = String::from_utf8(good("diplomacy-game/good/game.plain.json")).unwrap();
    let line = |id: usize| game.trim_end().replacen("\"id\": \"", &format!("\"id\": \"{id}"), 1);
    let lines: Vec<String> = (1..=11).map(line).collect();
    let plain = lines.join("\n") + "\n";
    let odd = format!("\u{FEFF}\n{}\r\n\n \n{}", lines[0], lines[1]);
    for (text, games) in [(plain, 11), (odd, 2)] {
        let desk = Desk::new();
        desk.put("in/games.jsonl", &text);
        let same = |path: &str| assert!(desk.text(path) == text, "{path}");
        desk.ludex("convert in -o json/").ends(0);
        desk.ludex("convert json -t source -o back/").ends(0);
        desk.ludex("convert json -t diplomacy-game -o games/").ends(0);
        desk.ludex("convert json -t diplomacy-game -o one.jsonl").ends(0);
        desk.ludex("restore json -o restored/").ends(0).says(&[&format!("1 files of {games} restored")]);
        desk.ludex("restore json -o restored/ --check").ends(0);
        desk.ludex("convert in/games.jsonl -t csv -o csv/").ends(0);
        desk.ludex("restore csv -o of-csv/").ends(0);
        desk.ludex("convert in/games.jsonl -o direct.jsonl").ends(0);
        desk.ludex("convert in/games.jsonl --canonical -t diplomacy-game -o canonical.jsonl").ends(0);
        for path in ["back", "games", "restored", "of-csv"] {
            same(&format!("{path}/games.jsonl"));
        }
        same("direct.jsonl");
        same("one.jsonl");
        assert_eq!(desk.text("canonical.jsonl").lines().count(), games);
        let piped = desk.ludex_with("convert - -t diplomacy-game", text.as_bytes());
        assert!(piped.ends(0).out() == text);
        desk.ludex_with("convert - -t diplomacy-game -o piped.jsonl", text.as_bytes()).ends(0);
        same("piped.jsonl");
        desk.ludex_with("convert - --name x.jsonl -o piped/", text.as_bytes()).ends(0);
        desk.ludex("restore piped -o of-piped").ends(0);
        same("of-piped/x.jsonl");
        desk.ludex_with("verify -", text.as_bytes()).ends(0).shows(&[&format!("{games} verified")]);
        // A file is not restored in part.
        desk.ludex(&format!("restore json/games.jsonl.{}.json -o part/", games)).ends(1);
        let line = if games == 2 { "games.jsonl.2.json" } else { "games.jsonl.7.json" };
        std::fs::remove_file(desk.path(&format!("json/{line}"))).unwrap();
        desk.ludex("restore json -o part/").ends(1).says(&["CV022"]);
        assert!(!desk.path("part/games.jsonl").exists());
        let fewer = desk.ludex("convert json -t source -o fewer/");
        fewer.ends(0).says(&["CV022", if games == 2 { "missing: 1" } else { "missing: 7" }]);
        desk.ludex("convert json -t source -o stricter/ --strict").ends(1);
    }
}

#[test]
fn a_file_of_games_with_one_that_cannot_be_read_is_not_written_without_it() {
    let desk = Desk::new();
    let game = String::from_utf8(good("diplomacy-game/good/game.plain.json")).unwrap();
    let text = format!("{}\n{}\n", game.trim_end(), "{\"phases\": [{\"name\":");
    desk.put("games.jsonl", &text);
    desk.ludex("convert games.jsonl -o back.jsonl").ends(1).says(&["CV022", "missing: 2"]);
    assert!(!desk.path("back.jsonl").exists());
    let piped = desk.ludex_with("convert - -t diplomacy-game", text.as_bytes());
    piped.is_refused(&["CV022"]);
}

#[test]
fn odd_input_is_named_and_located() {
    let desk = Desk::new();
    desk.put("dash.orders", "S1901M\nFRANCE: A PAR \u{2013} BUR\nFRNACE: A MAR H\nFRANCE: A\u{a0}BRE\tH\n");
    desk.ludex("check dash.orders").ends(1).says(&["DO015", "dash.orders:2:15", "DO009", "FRNACE"]);
    desk.put("sea.orders", "S1901M\nITALY: F TYR - ION\n");
    desk.ludex("check sea.orders").ends(1).says(&["DO103", "TYS (Tyrrhenian Sea)"]);
    desk.put("long.orders", format!("S1901M\nFRANCE: A PAR - {}\n", "X".repeat(1_000_000)));
    let long = desk.ludex("check -f diplomacy-orders long.orders");
    long.ends(1).says(&["DO001"]);
    assert!(long.err().len() < 5000, "{}", long.err().len());
    desk.put("control.orders", "S1901M\nFRANCE: A \u{1b}[31m - BUR\n");
    let control = desk.ludex("check -f diplomacy-orders control.orders");
    assert!(!control.ends(1).err().contains('\u{1b}'), "{}", control.err());
    desk.put("many.orders", format!("S1901M\n{}", "FRANCE: A PAR - BUR\n".repeat(100_000)));
    desk.ludex("check many.orders -q --max-size 4M").ends(0);
}

#[test]
fn a_report_of_the_judge_is_known_and_not_read() {
    let desk = Desk::new();
    let report = "Movement results for Spring of 1901. (game.001)\n\nFrance: Army Paris -> Burgundy.\n";
    desk.put("report.txt", report);
    desk.ludex("identify report.txt").ends(0).shows(&["njudge-report"]);
    desk.ludex("convert report.txt").ends(1).says(&["DO020", "cannot read reports yet"]);
    desk.ludex("convert report.txt -t njudge-report").ends(1);
    desk.ludex("formats").ends(0).shows(&["njudge-report", "identifies"]);
    desk.ludex("convert -f diplomacy-orders report.txt -t json").ends(0);
}

#[test]
fn a_list_of_orders_is_no_mail_to_the_judge_for_its_letters() {
    let desk = Desk::new();
    desk.put("a.orders", "A PAR- BUR\nA MAR HOLD\n");
    desk.put("b.txt", "F: A PAR - BUR\nF: a mar h\n");
    desk.put("c.njudge", "F: a par-bur\nF: a mar h\n");
    desk.ludex("identify a.orders").shows(&["diplomacy-orders"]);
    desk.ludex("identify b.txt").shows(&["diplomacy-orders"]);
    desk.ludex("identify c.njudge").shows(&["njudge-orders"]);
    desk.ludex("check --rules document a.orders").ends(1).says(&["DO011", "DO014"]);
    desk.ludex("check --fix a.orders").ends(0).shows(&["A PAR - BUR\nA MAR H\n"]);
}

#[test]
fn rules_that_a_format_does_not_have_are_never_passed_over() {
    let desk = Desk::new();
    desk.put("a.orders", "S1901M\nFRANCE: A PAR - BUR\n").put("m.njudge", "SIGNON Fgame pass\na par-bur\n");
    desk.ludex("check --rules document a.orders").ends(0);
    desk.ludex("check --rules document m.njudge").ends(1).says(&["CV021", "njudge-orders"]);
    desk.ludex("check --rules sdg a.orders").ends(1).says(&["CV021", "diplomacy-orders"]);
}

#[test]
fn orders_without_a_heading_are_of_the_phase_of_their_position() {
    let desk = Desk::new();
    let state = r#"{"units": {"FRANCE": ["A BUR"]}, "centers": {"FRANCE": ["PAR", "MAR", "BEL"]}, "homes": {"FRANCE": ["PAR", "BEL"]}}"#;
    let phase = format!(r#"{{"name": "W1901A", "state": {state}, "orders": {{}}, "results": {{}}, "messages": []}}"#);
    let game = |rules: &str| format!(r#"{{"id": "x", "map": "standard", "rules": [{rules}], "phases": [{phase}]}}"#);
    desk.put("homes.json", game("")).put("any.json", game("\"BUILD_ANY\""));
    desk.put("o.orders", "FRANCE: A PAR H\nFRANCE: A BEL B\nFRANCE: A MAR B\n");
    let run = desk.ludex("check o.orders --position homes.json");
    run.ends(1).says(&[
        "DO115",
        "an adjustment phase has the orders A PAR B",
        "MAR is not a home centre of FRANCE, which has BEL, PAR",
    ]);
    assert!(!run.err().contains("A BEL B"), "{}", run.err());
    let run = desk.ludex("check o.orders --position any.json");
    assert!(!run.err().contains("DO116"), "{}", run.err());
}

#[test]
fn comments_under_many_headings_are_gone_through_once() {
    let desk = Desk::new();
    let headings: String = (0..40_000).map(|number| format!("FRANCE:\n# comment {number}\n")).collect();
    desk.put("long.orders", format!("S1901M\n# first\n{headings}A PAR - BUR\n"));
    desk.ludex("convert long.orders -o long.json").ends(0);
    let document: serde_json::Value = serde_json::from_slice(&desk.get("long.json")).unwrap();
    let remarks = document["game"]["turns"][0]["actions"][0]["remarks"].as_array().unwrap();
    assert_eq!(remarks.len(), 40_001);
    assert_eq!(remarks[40_000], serde_json::json!({"text": "comment 39999", "place": "under-heading"}));
    assert!(remarks[..40_000].iter().all(|remark| remark["place"] == "before"), "{:?}", &remarks[..3]);
}
