//! `ludex verify`: the proof that files come back.

use super::*;

#[test]
fn files_of_every_format_come_back() {
    let desk = Desk::new();
    let formats = ludex::internals::formats::FORMATS.iter().filter(|format| format.text().is_some());
    let mut count = 0;
    for format in formats {
        for path in known_fixtures(format).iter().take(3) {
            let name = path.file_name().unwrap().to_string_lossy();
            desk.put(&format!("disk/{}/{name}", format.id), fs::read(path).unwrap());
            count += 1;
        }
    }
    let run = desk.ludex("verify disk");
    run.ends(0).shows(&[&format!("{count} verified, 0 failed, 0 skipped"), "war-dat: verified"]);
    // Documents and packages, too.
    desk.ludex("convert disk -t json -o documents/").ends(0);
    desk.ludex("convert disk -t csv -o documents/").ends(0);
    desk.ludex("verify documents").ends(0).shows(&[&format!("{} verified, 0 failed, 0 skipped", 2 * count)]);
}

#[test]
fn what_does_not_come_back_is_named() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR01.DAT");
    // What tables cannot hold does not come back through CSV.
    let disk = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/global-war-disk");
    for name in ["WAR02.DAT", "WAR02.REC"] {
        desk.put(name, fs::read(disk.join(name)).unwrap());
    }
    desk.ludex("convert WAR02.DAT WAR02.REC --together -o both.json").ends(0);
    desk.ludex("verify both.json").ends(0);
    let passwords = |d: &mut serde_json::Value| {
        d["game"]["details"]["team_passwords"] = serde_json::json!(["a", "b", "c", "d"]);
    };
    desk.put("four.json", edited(&desk, "playing.DAT", passwords));
    let run = desk.ludex("verify four.json");
    run.ends(1).says(&["CV017", "four.json", "through CSV", "CV001", "team_passwords[3]"]);
    assert!(!run.err().contains("through JSON"));
    desk.put("x.json", edited(&desk, "playing.DAT", |d| d["sources"][0]["text"] = "other".into()));
    desk.ludex("verify x.json").ends(1).says(&["JS008"]);
    desk.ludex("convert WAR01.DAT --no-originals -o bare.json").ends(0);
    desk.ludex("verify bare.json").ends(0);
}

#[test]
fn a_damaged_file_is_verified_where_it_is_salvaged() {
    let desk = Desk::new();
    desk.put("WAR01.DAT", &good("playing.DAT")[..300]).put("junk", "x");
    desk.ludex("verify WAR01.DAT").ends(1).says(&["GW001"]);
    desk.ludex("verify WAR01.DAT --salvage").ends(0).shows(&["WAR01.DAT: war-dat: verified"]);
    desk.ludex("verify junk").ends(1).says(&["IO004"]);
    desk.ludex("verify missing").ends(1).says(&["IO001"]);
    let run = desk.ludex_with("verify - --message-format json", &good("playing.DAT"));
    let lines: Vec<serde_json::Value> = run.ends(0).out().lines().map(|line| json(line.as_bytes())).collect();
    assert_eq!((&lines[0]["file"], &lines[0]["outcome"]), (&"standard input".into(), &"verified".into()));
    assert_eq!((&lines[1]["record"], &lines[1]["verified"]), (&"summary".into(), &1.into()));
}
