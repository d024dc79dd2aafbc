//! Tests of widths and colours, which follow the environment.

use super::Desk;

fn width(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or_default()
}

#[test]
fn pages_and_tables_have_the_width_that_columns_says() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR01.DAT").fixture("deploying.REC", "WAR01.REC");
    desk.fixture("homeworlds-sdg/good/chat.raw", "1.raw").fixture("njudge-archive/map.lakes", "map.lakes");
    for line in
        ["inspect WAR01.DAT", "inspect 1.raw", "inspect map.lakes", "identify .", "formats", "check . --format table"]
    {
        let at = |columns: &str| desk.ludex_where(line, b"", &[("COLUMNS", columns)]).ends(0).out();
        for columns in [40, 60, 80, 120, 200] {
            let text = at(&columns.to_string());
            assert!(width(&text) <= columns, "{line}, {columns} columns:\n{text}");
        }
        // The width stays within these bounds; nonsense is ignored.
        assert_eq!(at("10"), at("40"), "{line}");
        assert_eq!(at("5000"), at("200"), "{line}");
        for nonsense in ["0", "-80", "wide", ""] {
            assert_eq!(at(nonsense), desk.ludex(line).out(), "{line} {nonsense:?}");
        }
    }
    // Without a terminal a page has 80 columns, and each row is one line.
    let page = desk.ludex("inspect 1.raw").out();
    assert_eq!(page, desk.ludex_where("inspect 1.raw", b"", &[("COLUMNS", "80")]).out());
    assert_eq!(desk.ludex("identify .").out().lines().count(), 5);
}

#[test]
fn colours_follow_the_usual_variables() {
    let desk = Desk::new();
    desk.fixture("odd-values.DAT", "WAR01.DAT");
    let is_coloured = |line: &str, variables: &[(&str, &str)]| {
        let run = desk.ludex_where(line, b"", variables);
        let coloured = [run.out(), run.err()].map(|text| text.contains('\u{1b}'));
        assert_eq!(coloured[0], coloured[1], "{line} {variables:?}");
        coloured[0]
    };
    for (option, variables, expected) in [
        ("", &[][..], false),
        ("", &[("CLICOLOR_FORCE", "1")], true),
        ("", &[("CLICOLOR_FORCE", "0")], false),
        ("", &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], false),
        ("", &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "")], true),
        ("--color always", &[("NO_COLOR", "1")], true),
        ("--color never", &[("CLICOLOR_FORCE", "1")], false),
    ] {
        let line = format!("inspect WAR01.DAT {option}");
        assert_eq!(is_coloured(&line, variables), expected, "{line} {variables:?}");
    }
}

/// Returns what a command prints to a terminal; `None` if `script` cannot make one.
#[cfg(target_os = "linux")]
fn on_terminal(desk: &Desk, setting: &str, line: &str) -> Option<String> {
    let program = assert_cmd::cargo::cargo_bin("ludex");
    let command = format!("stty rows 24 cols 64; {setting} '{}' {line}", program.display());
    let mut script = std::process::Command::new("script");
    for variable in ["COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"] {
        script.env_remove(variable);
    }
    let output = script.current_dir(desk.0.path()).args(["-qec", &command, "/dev/null"]).output();
    match output {
        Ok(output) if output.status.success() => Some(String::from_utf8_lossy(&output.stdout).into_owned()),
        _ => {
            eprintln!("skipped: there is no `script` that makes a terminal");
            None
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_terminal_tells_its_width_and_whether_it_has_colours() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR01.DAT");
    let Some(text) = on_terminal(&desk, "TERM=xterm", "inspect WAR01.DAT") else { return };
    assert!(text.contains("\u{1b}[1m"), "{text:?}");
    let plain = text.replace("\u{1b}[1m", "").replace("\u{1b}[0m", "");
    assert!(width(&plain) <= 64 && width(&plain) > 40, "{plain}");
    for setting in ["TERM=dumb", "TERM=xterm NO_COLOR=1", "TERM=xterm CLICOLOR=0"] {
        let text = on_terminal(&desk, setting, "inspect WAR01.DAT").unwrap();
        assert!(!text.contains('\u{1b}') && text.contains("WAR01.DAT"), "{setting}: {text:?}");
    }
    let text = on_terminal(&desk, "TERM=xterm COLUMNS=50", "identify . --color never").unwrap();
    assert!(width(&text) <= 50, "{text}");
    assert!(!on_terminal(&desk, "TERM=xterm", "formats").unwrap().contains("\u{1b}]8"));
}
