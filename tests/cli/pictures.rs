//! Tests of `ludex draw` and `ludex page`.

use base64::Engine as _;

use super::*;

/// The disk of a made-up game of Global War with 30 turns.
fn board() -> Desk {
    let desk = Desk::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/global-war-over-time");
    for name in ["WAR04.DAT", "WAR04.LOG", "WAR04.REC"] {
        desk.put(name, fs::read(root.join(name)).unwrap());
    }
    desk
}

fn files_below(folder: &Path) -> Vec<String> {
    let below = |entry: walkdir::DirEntry| {
        let path = entry.path().strip_prefix(folder).unwrap().to_string_lossy().into_owned();
        entry.file_type().is_file().then_some(path)
    };
    let mut files: Vec<String> = walkdir::WalkDir::new(folder).into_iter().flatten().filter_map(below).collect();
    files.sort();
    files
}

#[test]
fn a_board_is_drawn_to_a_file_or_to_standard_output() {
    let desk = board();
    desk.ludex("draw WAR04.DAT -o board.svg").ends(0);
    let svg = desk.text("board.svg");
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"") && svg.ends_with("</svg>\n"), "{svg:.200}");
    assert!(svg.contains("role=\"img\"") && svg.contains("Kamchatka"), "{svg:.400}");
    assert_eq!(desk.ludex("draw WAR04.DAT").ends(0).out(), svg);
    assert_eq!(desk.ludex("draw WAR04.DAT -o -").ends(0).out(), svg);
    // The output exists already with the same bytes; one with other bytes is not overwritten.
    desk.ludex("draw WAR04.DAT -o board.svg").ends(0);
    desk.ludex("draw WAR04.DAT --theme dark -o board.svg").ends(1).says(&["error[IO005]"]);
    assert_eq!(desk.text("board.svg"), svg);
    desk.ludex("draw WAR04.DAT --theme dark -o board.svg --force").ends(0);
    assert_ne!(desk.text("board.svg"), svg);
    let narrow = desk.ludex("draw WAR04.DAT --width 300").ends(0).out();
    assert!(narrow.contains(" width=\"300\" "), "{narrow:.300}");
    desk.ludex("draw WAR04.DAT -o WAR04.DAT -t svg --force").ends(1).says(&["error[IO014]"]);
}

#[test]
fn a_turn_is_drawn_by_its_name() {
    let desk = board();
    let interrupted = desk.ludex("draw WAR04.LOG --turn last").ends(0).out();
    assert_eq!(desk.ludex("draw WAR04.LOG --turn interrupted").ends(0).out(), interrupted);
    fs::remove_file(desk.path("WAR04.REC")).unwrap();
    let turn = |name: &str| desk.ludex(&format!("draw WAR04.LOG --turn {name}")).ends(0).out();
    assert_ne!(turn("0"), turn("12"));
    assert_eq!(turn("30"), turn("last"));
    assert_eq!(turn("012"), turn("12"));
    desk.ludex("draw WAR04.LOG --turn 31").is_refused(&["error[IO012]", "there is no turn 31 in this", "the last 30"]);
    desk.ludex("draw WAR04.LOG --turn 1-2").ends(2).says(&["expected the number of a turn"]);
    desk.ludex("draw WAR04.LOG --turns 9..3").is_refused(&["error[IO012]", "turn 9 is after turn 3", "--turns 3..9"]);
    desk.ludex("draw WAR04.LOG --turns 3").ends(2).says(&["such as 3..9"]);
    desk.ludex("draw WAR04.LOG --turn 3 --turns all").ends(2);
}

#[test]
fn a_phase_of_diplomacy_is_drawn_and_shown_by_its_name() {
    let desk = Desk::new();
    desk.fixture("diplomacy-game/good/game.plain.json", "game.json");
    let svg = desk.ludex("draw game.json --turn f1901m").ends(0).out();
    assert!(svg.contains("Fall 1901, movement") && svg.contains("Mid-Atlantic Ocean"), "{svg:.400}");
    let shown = desk.ludex("inspect game.json --turn F1901M").ends(0).out();
    assert!(shown.contains("Fall 1901, movement.") && !shown.contains("The phase is not given"), "{shown}");
    assert_ne!(desk.ludex("inspect game.json --turn last").ends(0).out(), shown);
    desk.ludex("inspect game.json --turn S1999M").is_refused(&["IO012", "the game has no phase S1999M; the last is"]);
    let board = desk.ludex("inspect game.json --board").ends(0).out();
    assert!(board.contains("centres"), "{board}");
}

#[test]
fn all_turns_are_drawn_apart_or_as_one_that_moves() {
    let desk = board();
    fs::remove_file(desk.path("WAR04.REC")).unwrap();
    desk.ludex("draw WAR04.LOG --turns all -o frames/").ends(0);
    let files = files_below(&desk.path("frames"));
    assert_eq!(files.len(), 31);
    assert_eq!((files[0].as_str(), files[30].as_str()), ("00-0.svg", "30-30.svg"));
    desk.ludex("draw WAR04.LOG --turns 3..5 -o three/").ends(0);
    assert_eq!(files_below(&desk.path("three")), ["3-3.svg", "4-4.svg", "5-5.svg"]);
    desk.ludex("draw WAR04.LOG --turns all -o game.svg --seconds 0.5").ends(0);
    let moving = desk.text("game.svg");
    assert!(moving.contains("<animate ") && moving.contains("dur=\"16.5s\""), "{moving:.300}");
    assert!(moving.len() < 31 * desk.text("frames/00-0.svg").len() / 4, "what does not change is there once");
    desk.ludex("draw WAR04.LOG --turns all -o game.svg --seconds 0").ends(2);
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let desk = board();
    desk.put("empty.DAT", "").put("binary.DAT", [0, 159, 146, 150, 255]);
    desk.put("nothing.json", r#"{"ludex": 1, "game": {"system": "power"}}"#);
    desk.ludex("draw empty.DAT").is_refused(&["error[IO003]"]);
    desk.ludex("draw binary.DAT").ends(1);
    desk.ludex("draw nothing.json").is_refused(&["error[CV029]"]);
    desk.ludex("draw missing.DAT").ends(1);
    desk.ludex("draw WAR04.DAT -o board.jpg").ends(2).says(&["\"board.jpg\"", ".svg, .png, .pdf or .gif"]);
    desk.ludex("draw WAR04.DAT nothing.json -o board.svg").ends(2).says(&["add -o FOLDER/"]);
    desk.ludex("draw . -o board.svg").ends(2).says(&["add -o FOLDER/"]);
    desk.ludex("darw WAR04.DAT").ends(2).says(&["draw"]);
    desk.ludex("draw WAR04.DAT --theme drak").ends(2).says(&["dark"]);
    desk.ludex("draw WAR04.DAT --width 9").ends(2);
}

#[test]
fn a_folder_is_drawn_into_a_folder() {
    let desk = Desk::new();
    desk.fixture("power/good/full.power", "disk/a.power").put("disk/b.txt", "Dear Ann");
    desk.put("disk/nothing.json", r#"{"ludex": 1, "game": {"system": "power"}}"#);
    let run = desk.ludex("draw disk -o out/");
    run.ends(0).says(&["1 drawn", "2 skipped"]);
    assert_eq!(files_below(&desk.path("out")), ["a.power.svg"]);
    desk.ludex("draw disk/b.txt -o out/").ends(1).says(&["error[IO004]"]);
    desk.put("texts/b.txt", "Dear Ann");
    desk.ludex("draw texts -o none/").ends(1).says(&["error[IO002]"]);
    assert!(!desk.path("none").exists());
    // Without a slash it is also a folder, if it can be nothing else.
    desk.ludex("draw disk -o pictures").ends(0).says(&["1 drawn"]);
    assert_eq!(files_below(&desk.path("pictures")), ["a.power.svg"]);
    desk.ludex("draw disk/a.power -o picture").ends(2).says(&["\"picture\" is none of these", "end it with a slash"]);
    desk.put("file", "Dear Ann");
    desk.ludex("draw disk -o file").ends(2).says(&["\"file\""]);
    assert_eq!(desk.text("file"), "Dear Ann");
    // A damaged file is not passed over as one without a board.
    let whole = good("playing.DAT");
    let end = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(19).unwrap().0;
    desk.put("disk/WAR09.DAT", &whole[..=end]);
    let run = desk.ludex("draw disk -o more/ --verbose");
    run.ends(1).says(&[
        "error[GW001]",
        "WAR09.DAT",
        "1 drawn, 1 failed, 2 skipped",
        "nothing.json: skipped: without a board",
    ]);
}

#[test]
fn files_of_one_game_are_one_picture_in_a_folder_too() {
    let desk = board();
    let joined = desk.ludex("draw WAR04.DAT WAR04.REC WAR04.LOG").ends(0).out();
    desk.ludex("draw WAR04.DAT WAR04.REC WAR04.LOG -o out/").ends(0);
    assert_eq!(files_below(&desk.path("out")), ["WAR04.DAT.svg"]);
    assert_eq!(desk.text("out/WAR04.DAT.svg"), joined);
}

#[cfg(not(feature = "images"))]
#[test]
fn a_build_without_images_says_what_it_lacks() {
    let desk = board();
    for end in ["png", "pdf", "gif"] {
        let run = desk.ludex(&format!("draw WAR04.DAT -o board.{end}"));
        run.ends(2).says(&["draws .svg only", &format!("no .{end}"), "--features images"]);
        assert!(!desk.path(&format!("board.{end}")).exists());
    }
}

#[cfg(feature = "images")]
#[test]
fn a_build_with_images_draws_them() {
    let desk = board();
    for (end, start) in [("png", &b"\x89PNG"[..]), ("pdf", b"%PDF-"), ("gif", b"GIF89a")] {
        desk.ludex(&format!("draw WAR04.LOG --width 200 -o board.{end}")).ends(0);
        assert!(desk.get(&format!("board.{end}")).starts_with(start), "{end}");
    }
    desk.ludex("draw WAR04.LOG --turns all -o t.png").is_refused(&["error[CV029]", "a .gif or an .svg"]);
    desk.ludex("draw WAR04.LOG --turn 3 -o t.gif").ends(2).says(&["use --turns"]);
    desk.ludex("draw WAR04.DAT --width 16000 -o t.png").ends(0);
}

#[test]
fn a_page_has_the_files_of_a_game() {
    let desk = board();
    desk.ludex("page WAR04.DAT WAR04.LOG WAR04.REC -o site/").ends(0);
    assert_eq!(files_below(&desk.path("site")), ["WAR04.DAT.html"]);
    let html = desk.text("site/WAR04.DAT.html");
    assert_eq!(html.matches("class=\"turn\"").count(), 32, "the deal, 30 turns, and the one that was interrupted");
    for name in ["WAR04.DAT", "WAR04.LOG", "WAR04.REC"] {
        assert!(html.contains(&format!("<h3>{name}</h3>")), "{name}");
    }
    assert!(html.contains("over time</h3>"));
    assert!(!html.contains("src=\"") && !html.contains("@import"), "nothing is fetched");
    // In a folder they are one page, too: that of the log.
    for name in ["WAR04.DAT", "WAR04.LOG", "WAR04.REC"] {
        desk.put(&format!("disk/{name}"), desk.get(name));
    }
    desk.ludex("page disk -o all/").ends(0).says(&["1 shown", "2 skipped"]);
    assert_eq!(files_below(&desk.path("all")), ["WAR04.LOG.html", "index.html"]);
    let html = desk.text("all/WAR04.LOG.html");
    assert!(html.contains("<h3>WAR04.REC</h3>") && html.contains("href=\"index.html\""));
}

#[test]
fn a_page_without_a_board_tells_what_was_done() {
    let desk = Desk::new();
    desk.put("moves.txt", "YI-Y4-X\nKH-A6-A0\n");
    desk.ludex("page moves.txt -o site/").ends(0);
    let html = desk.text("site/moves.txt.html");
    assert!(html.contains("no board in this that could be drawn") && html.contains("YI-Y4-X"), "{html}");
    assert!(html.contains("aria-label=\"The game in words\""));
    let shown = desk.ludex("inspect moves.txt").ends(0).out();
    for line in shown.lines().map(|line| line.replace('>', "&gt;")) {
        assert!(html.contains(&line), "{line}");
    }
}

#[test]
fn of_a_text_in_one_line_the_part_with_the_order_is_marked() {
    let desk = Desk::new();
    desk.fixture("diplomacy-game/good/game.retreats.json", "game.json");
    desk.ludex("page game.json -o site/").ends(0);
    let html = desk.text("site/game.html");
    let data = html.split("id=\"data\">").nth(1).and_then(|rest| rest.split('<').next()).unwrap();
    let packed = base64::engine::general_purpose::STANDARD.decode(data).unwrap();
    let data: serde_json::Value = serde_json::from_reader(flate2::read::GzDecoder::new(&packed[..])).unwrap();
    let place = data["places"].as_array().unwrap().iter().find_map(|turn| turn.as_array()?.chunks(4).next()).unwrap();
    let numbers: Vec<usize> = place.iter().map(|number| number.as_u64().unwrap() as usize).collect();
    let &[source, line, from, length] = &numbers[..] else { panic!("{place:?}") };
    assert_eq!((source, line), (0, 1));
    let text = desk.text("game.json");
    assert_eq!(&text[from..from + length], "\"A VIE - GAL\"");
    assert!(html.contains("<pre id=\"source-0\" class=\"wrap\""));
}

#[test]
fn an_index_links_every_page_and_no_two_have_one_place() {
    let desk = Desk::new();
    let power = good("power/good/full.power");
    desk.put("one/a b#.power", &power).put("two/a b#.power", &power).put("two/deep/é.power", &power);
    desk.put("two/INDEX", "Dear Ann");
    desk.ludex("page one two -o site/ --title <Games>").ends(0);
    let files = files_below(&desk.path("site"));
    assert_eq!(files, ["a b#.power.2.html", "a b#.power.html", "deep/é.power.html", "index.html"]);
    let index = desk.text("site/index.html");
    for link in ["a%20b%23.power.html", "a%20b%23.power.2.html", "deep/%C3%A9.power.html"] {
        assert!(index.contains(&format!("\"link\":\"{link}\"")), "{link}: {index}");
    }
    assert!(index.contains("<title>&lt;Games&gt;</title>"));
    assert!(desk.text("site/deep/é.power.html").contains("href=\"../index.html\""));
    // The same page again changes nothing; another title does, and needs --force.
    desk.ludex("page one two -o site/ --title <Games>").ends(0);
    desk.ludex("page one two -o site/").ends(1).says(&["error[IO005]"]);
    desk.put("texts/a.txt", "Dear Ann");
    desk.ludex("page texts -o none/").ends(1).says(&["error[IO002]"]);
    assert!(!desk.path("none").exists());
    desk.ludex("page one/a -o site/").ends(1);
    desk.ludex("page one -o -").ends(2).says(&["into a folder"]);
}

#[test]
fn a_page_keeps_secrets() {
    let desk = Desk::new();
    desk.put("WAR02.DAT", good("global-war-disk/WAR02.DAT"));
    let json = desk.ludex("convert WAR02.DAT -t json -q").ends(0).out();
    let document: serde_json::Value = serde_json::from_str(&json).unwrap();
    let password = document["game"]["details"]["team_passwords"]
        .as_array()
        .and_then(|all| all.iter().filter_map(|one| one.as_str()).find(|one| one.len() > 2).map(str::to_owned));
    let masked = |options: &str, folder: &str| {
        desk.ludex(&format!("page WAR02.DAT -o {folder}/ {options}")).ends(0);
        desk.text(&format!("{folder}/WAR02.DAT.html"))
    };
    let (usual, redacted, revealed) = (masked("", "a"), masked("--redact", "b"), masked("--reveal", "c"));
    if let Some(password) = &password {
        assert!(!usual.contains(password.as_str()) && !redacted.contains(password.as_str()));
        assert!(revealed.contains(password.as_str()));
        assert!(usual.contains("The document is left out") && !usual.contains("id=\"save\""));
    }
    assert!(redacted.contains("Its text is left out") && redacted.contains("id=\"save\""));
    assert!(revealed.contains("id=\"save\""));
    desk.ludex("page WAR02.DAT --redact --reveal -o d/").ends(2);
    // Names of a game that hides them.
    let hidden = edited(&desk, "global-war-disk/WAR02.DAT", |document| {
        document["game"]["details"]["hidden_names"] = true.into();
        document["game"]["details"]["event"] = serde_json::Value::Null;
        document["game"]["players"][0]["name"] = "SECRETIVE".into();
    });
    desk.put("hidden.json", hidden);
    for (options, is_there) in [("", false), ("--reveal", true)] {
        desk.ludex(&format!("page hidden.json -o e{is_there}/ {options}"));
        let html = desk.text(&format!("e{is_there}/hidden.html")).to_uppercase();
        assert_eq!(html.contains("SECRETIVE"), is_there, "{options}");
        let svg = desk.ludex(&format!("draw hidden.json {options}")).out().to_uppercase();
        assert_eq!(svg.contains("SECRETIVE"), is_there, "{options}");
    }
    let svg = desk.ludex("draw hidden.json --redact").ends(0).out().to_uppercase();
    assert!(svg.contains("KAMCHATKA") && !svg.contains("SECRETIVE"));
    desk.ludex("draw hidden.json --redact --reveal").ends(2);
    // A text that was not understood is drawn like a name, and may be anything.
    let odd = edited(&desk, "global-war-disk/WAR02.DAT", |document| {
        document["game"]["players"][0]["name"] = "OTTO".into();
        document["game"]["title"] = "what Otto wrote".into();
    });
    desk.put("odd.json", odd);
    assert!(desk.ludex("draw odd.json --redact").ends(0).out().contains("OTTO"), "names stay, as in a document");
}

#[test]
fn what_is_left_of_a_damaged_file_is_shown() {
    let desk = Desk::new();
    desk.fixture("war-dat/bad/cut-at-line-80.DAT", "WAR05.DAT");
    desk.ludex("draw WAR05.DAT -o board.svg").ends(1).says(&["error[GW001]"]);
    assert!(desk.text("board.svg").contains("Kamchatka"));
    desk.ludex("page WAR05.DAT -o site/").ends(1).says(&["error[GW001]"]);
    assert!(desk.text("site/WAR05.DAT.html").contains("error GW001, line 81"));
    // A file and its document have a picture each.
    desk.fixture("playing.DAT", "disk/WAR01.DAT");
    desk.ludex("convert disk/WAR01.DAT -o disk/WAR01.DAT.json -q").ends(0);
    desk.ludex("draw disk -o out/").ends(0).says(&["2 drawn"]);
    assert_eq!(files_below(&desk.path("out")), ["WAR01.DAT.json.svg", "WAR01.DAT.svg"]);
}
