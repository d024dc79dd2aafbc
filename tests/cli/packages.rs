//! Tests of folders of tables and documents that came from somebody else.

use super::*;

/// A package of a game.
fn package() -> Desk {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR01.DAT");
    desk.ludex("convert WAR01.DAT -t csv -o tables").ends(0);
    desk
}

#[test]
#[cfg(unix)]
fn links_in_a_package_lead_nowhere_else() {
    use std::os::unix::fs::symlink;
    let desk = package();
    desk.put("secret", "a secret\r\n");
    for member in ["originals/WAR01.DAT", "players.csv", "datapackage.json"] {
        let kept = desk.get(&format!("tables/{member}"));
        let path = desk.path(&format!("tables/{member}"));
        fs::remove_file(&path).unwrap();
        symlink(desk.path("secret"), &path).unwrap();
        for command in ["convert tables -o x.json", "restore tables -o r", "check tables", "verify tables"] {
            if member == "players.csv" && command.starts_with("restore") {
                continue;
            }
            desk.ludex(&format!("{command} --message-format json")).ends(1).says(&["IO017", "leads out of the folder"]);
        }
        assert!(!desk.path("x.json").exists() && !desk.path("r/WAR01.DAT").exists());
        fs::remove_file(&path).unwrap();
        fs::write(&path, kept).unwrap();
    }
    // A link that stays in the folder is one of its files.
    fs::rename(desk.path("tables/originals/WAR01.DAT"), desk.path("tables/originals/other")).unwrap();
    symlink("other", desk.path("tables/originals/WAR01.DAT")).unwrap();
    desk.ludex("convert tables -t war-dat -o back.DAT").ends(0);
    assert_eq!(desk.get("back.DAT"), good("playing.DAT"));
}

#[test]
#[cfg(unix)]
fn what_is_no_regular_file_of_a_package_is_never_opened() {
    let desk = package();
    let path = desk.path("tables/players.csv");
    fs::remove_file(&path).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
    desk.ludex("convert tables -o x.json").is_refused(&["IO017", "players.csv", "not a regular file"]);
    // It is not written to either.
    desk.ludex("convert WAR01.DAT -t csv -o tables --force").ends(0);
    assert!(fs::symlink_metadata(&path).unwrap().is_file());
    desk.ludex("verify tables").ends(0);
}

#[test]
#[cfg(unix)]
fn nothing_is_written_through_a_link_in_a_package() {
    let desk = package();
    desk.put("elsewhere/WAR01.DAT", "mine").fixture("signup.DAT", "new/WAR01.DAT");
    fs::remove_dir_all(desk.path("tables/originals")).unwrap();
    std::os::unix::fs::symlink(desk.path("elsewhere"), desk.path("tables/originals")).unwrap();
    let players = desk.get("tables/players.csv");
    desk.ludex("convert new/WAR01.DAT -t csv -o tables --force").is_refused(&["IO017", "tables/originals"]);
    assert_eq!(desk.get("elsewhere/WAR01.DAT"), b"mine");
    assert_eq!(desk.get("tables/players.csv"), players);
}

#[test]
fn unsafe_names_of_sources_are_made_safe_and_said() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR01.DAT");
    let document = desk.ludex("convert WAR01.DAT").out();
    for (name, safe) in [
        ("a\nb\u{1b}[2J.DAT", "a_b_[2J.DAT"),
        ("-rf.DAT", "_-rf.DAT"),
        (".bashrc", "_.bashrc"),
        ("CON.DAT", "_CON.DAT"),
        ("../../evil.DAT", "evil.DAT"),
    ] {
        let mut json: serde_json::Value = serde_json::from_str(&document).unwrap();
        json["sources"][0]["name"] = name.into();
        desk.put("x.json", json.to_string());
        let run = desk.ludex("restore x.json -o back/");
        run.ends(0).says(&["warning[IO018]", safe]);
        assert!(!run.err().contains('\u{1b}'), "{}", run.err());
        desk.ludex("convert x.json -t source -o source/").ends(0).says(&["warning[IO018]", safe]);
        for folder in ["back", "source"] {
            assert_eq!(desk.get(&format!("{folder}/{safe}")), good("playing.DAT"));
        }
        fs::remove_dir_all(desk.path("back")).unwrap();
        fs::remove_dir_all(desk.path("source")).unwrap();
    }
    let run = desk.ludex("restore WAR01.DAT.json -o back/");
    assert!(!run.err().contains("IO018"), "{}", run.err());
}
