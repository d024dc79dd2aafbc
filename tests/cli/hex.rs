//! Tests of `ludex inspect --hex`.

use super::{Desk, good};

fn dump(desk: &Desk, line: &str) -> String {
    desk.ludex(&format!("inspect --hex {line}")).out()
}

#[test]
fn each_byte_has_its_line_field_and_value() {
    let desk = Desk::new();
    desk.put("a.orders", "S1901M\n# first\nFRANCE: A PAR - BUR\n");
    assert_eq!(
        dump(&desk, "a.orders --reveal"),
        "\
a.orders - Diplomacy orders (A PAR - BUR), 35 bytes
line 1  phase = S1901M
000000 53 31 39 30 31 4d 0a                            S1901M.
line 2  remark = # first
000007 23 20 66 69 72 73 74 0a                         # first.
line 3  action.F = FRANCE: A PAR - BUR
00000f 46 52 41 4e 43 45 3a 20 41 20 50 41 52 20 2d 20 FRANCE: A PAR - 
00001f 42 55 52 0a                                     BUR.
"
    );
}

#[test]
fn damaged_places_are_marked() {
    let desk = Desk::new();
    let bytes = good("playing.DAT");
    desk.put("WAR01.DAT", &bytes[..500]);
    let run = desk.ludex("inspect --hex WAR01.DAT --reveal");
    let text = run.ends(1).says(&["error[GW001]"]).out();
    let last = text.lines().last().unwrap();
    assert!(last.starts_with("! error[GW001]: the file ends after "), "{text}");
    desk.put("WAR02.DAT", String::from_utf8_lossy(&bytes).replacen("\r\nT\r\n", "\r\nQQ\r\n", 1));
    let text = dump(&desk, "WAR02.DAT --reveal");
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|line| line.starts_with("! warning[GW010]")).unwrap_or_else(|| panic!("{text}"));
    assert!(lines[at - 1].starts_with("line 4  player.1.vote"), "{text}");
    assert!(lines[at + 1].contains(" 51 51 0d 0a ") && lines[at + 2].trim() == "^^ ^^", "{text}");
}

#[test]
fn what_is_secret_is_hidden_unless_it_is_revealed() {
    let desk = Desk::new();
    desk.fixture("team-signup.DAT", "WAR02.DAT");
    let bytes = good("team-signup.DAT");
    let password = String::from_utf8_lossy(&bytes).lines().nth(123).unwrap().to_owned();
    let digits: Vec<String> = password.bytes().map(|byte| format!("{byte:02x}")).collect();
    let (masked, shown) = (dump(&desk, "WAR02.DAT"), dump(&desk, "WAR02.DAT --reveal"));
    for secret in [&password, &digits.join(" ")] {
        assert!(!masked.contains(secret.as_str()) && shown.contains(secret.as_str()), "{secret}");
    }
    assert!(masked.contains("line 124  password.1 = (hidden)\n") && masked.contains(" ** ** **"), "{masked}");
}

#[test]
fn the_bytes_of_what_has_no_fields_are_shown_too() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR01.DAT").ludex("convert WAR01.DAT -o a.json").ends(0);
    let text = desk.ludex("inspect --hex a.json").ends(0).out();
    assert!(text.contains("\n000000 7b 0a 20 20 22 6c 75 64 65 78 22 3a 20 31 2c 0a {.  \"ludex\": 1,.\n"), "{text}");
    desk.ludex("convert WAR01.DAT -t csv -o tables").ends(0);
    desk.ludex("inspect --hex tables").is_refused(&["a folder of tables has no bytes"]);
    desk.ludex("inspect --hex missing").is_refused(&["IO001"]);
    desk.put("empty.DAT", "").put("picture", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    desk.ludex("inspect --hex empty.DAT").is_refused(&["IO003"]);
    desk.ludex("inspect --hex picture").is_refused(&["IO004"]);
    desk.ludex("inspect --hex WAR01.DAT --turn 3").ends(2);
    // Each of several files begins with its name, after a blank line.
    desk.fixture("deploying.REC", "WAR01.REC");
    let both = dump(&desk, "WAR01.DAT WAR01.REC");
    assert!(both.starts_with("WAR01.DAT - ") && both.contains("\n\nWAR01.REC - "), "{both}");
}

#[test]
fn other_encodings_and_line_ends_keep_their_offsets() {
    let desk = Desk::new();
    let text = "event\u{fc}".replace("event", "1. Anna: ");
    desk.put("a.homeworlds", format!("homeworld y1 b2 g3 Ann\u{fc}\r\n# caf\u{e9}\r\n{text}\r\n"));
    let text = dump(&desk, "a.homeworlds -f homeworlds");
    assert!(text.contains("\nline 2  ") && text.contains("63 61 66 c3 a9"), "{text}");
    let mut bytes = good("playing.DAT");
    let name = bytes.windows(2).position(|pair| pair == b"\r\n").map(|at| at + 2).unwrap();
    let third = name + bytes[name..].windows(2).position(|pair| pair == b"\r\n").unwrap() + 2;
    bytes.splice(third..third, [0x99, 0x81]);
    desk.put("WAR01.DAT", &bytes);
    let shown = dump(&desk, "WAR01.DAT");
    assert!(
        shown.contains("line 3  player.1.name = Öü") && shown.contains(&format!("\n{third:06x} 99 81 ")),
        "{shown}"
    );
}

#[test]
fn a_long_file_of_one_byte_is_few_rows() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR01.DAT");
    let rubbish = [good("playing.DAT"), vec![0x1a], vec![0; 300_000]].concat();
    desk.put("WAR02.DAT", rubbish);
    let (plain, long) = (dump(&desk, "WAR01.DAT"), dump(&desk, "WAR02.DAT"));
    assert!(long.lines().count() < plain.lines().count() + 10, "{}", long.lines().count());
    assert!(long.contains("\n*\n"));
}

#[test]
#[cfg(unix)]
fn a_reader_that_has_seen_enough_of_the_bytes_is_a_success() {
    let desk = Desk::new();
    desk.put("a.orders", format!("S1901M\n{}", "FRANCE: A PAR - BUR\n".repeat(5000)));
    let program = assert_cmd::cargo::cargo_bin("ludex");
    let mut child = std::process::Command::new(program)
        .args(["inspect", "--hex", "--quiet", "a.orders"])
        .current_dir(desk.0.path())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(output.stderr, b"");
}
