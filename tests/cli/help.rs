//! Tests of `-h` and `--help` of every command, and of the messages for misspelt ones.

use super::{Desk, good};

const COMMANDS: &[&str] = &[
    "",
    "convert",
    "inspect",
    "check",
    "identify",
    "restore",
    "verify",
    "diff",
    "timeline",
    "recover",
    "draw",
    "page",
    #[cfg(feature = "sqlite")]
    "query",
    "formats",
    "schema",
    "explain",
    "completions",
];

fn help(desk: &Desk, command: &str, flag: &str, columns: usize) -> String {
    desk.ludex_where(&format!("{command} {flag}"), b"", &[("COLUMNS", &columns.to_string())]).ends(0).out()
}

#[test]
fn every_command_is_tried_here() {
    let desk = Desk::new();
    let page = desk.ludex("-h").ends(0).out();
    let listed = page.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names: Vec<&str> =
        listed.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, COMMANDS[1..].iter().copied().chain(["help"]).collect::<Vec<_>>());
}

#[test]
fn help_has_the_width_of_the_terminal() {
    let desk = Desk::new();
    for command in COMMANDS {
        for flag in ["-h", "--help"] {
            for columns in [40, 80, 200] {
                let page = help(&desk, command, flag, columns);
                // Usage is a line to be typed, and is not wrapped.
                let lines = page.lines().filter(|line| !line.starts_with("Usage:"));
                let widest = lines.map(|line| line.trim_end().chars().count()).max().unwrap();
                assert!(widest <= columns.min(100), "{command} {flag}, {columns} columns:\n{page}");
                assert!(columns > 80 || widest > columns / 2, "{command} {flag}, {columns} columns:\n{page}");
            }
        }
        assert_eq!(help(&desk, command, "--help", 80), desk.ludex(&format!("{command} --help")).out());
    }
}

#[test]
fn short_help_is_short_and_long_help_has_examples() {
    let desk = Desk::new();
    for command in COMMANDS {
        let (short, long) = (help(&desk, command, "-h", 80), help(&desk, command, "--help", 80));
        assert!(short.lines().count() < long.lines().count(), "{command}\n{short}");
        assert!(!short.contains("Examples:"), "{command}");
    }
    for command in ["", "convert", "inspect", "check", "identify", "restore", "verify", "formats", "completions"] {
        assert!(help(&desk, command, "--help", 80).contains("\nExamples:\n  "), "{command}");
    }
}

#[test]
fn general_options_are_the_last_and_others_are_grouped() {
    let desk = Desk::new();
    for command in COMMANDS {
        let page = help(&desk, command, "-h", 80);
        let heads: Vec<&str> = page.lines().filter(|line| line.ends_with(':') && !line.starts_with(' ')).collect();
        assert_eq!(heads.last(), Some(&"General options:"), "{command}: {heads:?}");
        assert!(["Commands:", "Arguments:"].contains(&heads[0]), "{command}: {heads:?}");
        let general = page.split("General options:").nth(1).unwrap();
        let place = |option: &str| general.find(option).unwrap_or_else(|| panic!("{command}: {option}\n{page}"));
        assert!(place("--quiet") < place("--verbose") && place("--color") < place("--help"), "{page}");
        assert!(!general.contains("--from") && !general.contains("--output"), "{page}");
    }
    for heading in ["Output options:", "Input options:"] {
        assert!(help(&desk, "convert", "-h", 80).contains(heading), "{heading}");
    }
}

#[test]
fn what_gives_another_form_has_the_option_t() {
    let desk = Desk::new();
    for command in &COMMANDS[1..] {
        let has_it = help(&desk, command, "-h", 80).contains("-t, ");
        assert_eq!(has_it, ["convert", "timeline", "draw"].contains(command), "{command}");
    }
}

#[test]
fn the_examples_do_what_they_say() {
    let desk = Desk::new();
    let put = |name: &str, fixture: &str| {
        desk.put(name, good(fixture));
    };
    put("WAR04.REC", "deploying.REC");
    put("WAR04.DAT", "playing.DAT");
    put("disk/WAR01.DAT", "playing.DAT");
    put("10014.raw", "homeworlds-sdg/good/plain.raw");
    put("map.X", "njudge-archive/map.lakes");
    put("map.Y", "njudge-map/good/map.howto");
    put("seed.X", "njudge-archive/seed.lakes");
    put("a.orders", "diplomacy-orders/good/canonical.orders");
    #[cfg(feature = "sqlite")]
    desk.ludex("convert disk -t sqlite -o games.db").ends(0);
    let over_time = Desk::new();
    over_time.fixture("diplomacy-game/good/game.retreats.json", "game.json");
    over_time.fixture("njudge-archive/map.lakes", "map.modern");
    for name in ["WAR04.DAT", "WAR04.REC", "WAR04.LOG"] {
        let bytes = good(&format!("global-war-over-time/{name}"));
        over_time.put(name, &bytes).put(&format!("disk/{name}"), &bytes);
    }
    let mut count = 0;
    for command in COMMANDS {
        let desk = if ["timeline", "recover", "draw", "page"].contains(command) { &over_time } else { &desk };
        let page = help(desk, command, "--help", 100);
        let examples = page.split("Examples:\n").nth(1).unwrap_or_default();
        let lines = examples.lines().take_while(|line| line.starts_with("  "));
        for line in lines.filter_map(|line| line.strip_prefix("  ludex ")) {
            let line = line.split("  ").next().unwrap();
            // These would need a shell.
            if line.contains(['|', '"', '*']) {
                continue;
            }
            let line = match line.contains(" -o ") && !line.contains("restore") {
                true => format!("{line} --force"),
                false => line.to_owned(),
            };
            if line.contains("--turn 12") {
                desk.ludex(&line.replace("12", "1")).ends(0);
            } else if line.starts_with("diff ") {
                // The files compared are different games, except for the document.
                desk.ludex(&line).ends(i32::from(!line.contains(".json")));
            } else {
                desk.ludex(&line).ends(0);
            }
            if line.starts_with("convert WAR04.DAT") {
                desk.ludex("convert disk -t json -o json/ --force").ends(0);
            }
            count += 1;
        }
    }
    assert!(count > 15, "{count}");
    assert_eq!(desk.get("NEW.DAT"), good("playing.DAT"));
}

#[test]
fn a_slip_is_answered_with_what_was_perhaps_meant() {
    let desk = Desk::new();
    for (line, meant) in [
        ("converrt x", "'convert'"),
        ("identfy x", "'identify'"),
        ("convert x --cannonical", "'--canonical'"),
        ("check x --in-plase", "'--in-place'"),
        ("check x --rules enginee", "'engine'"),
        ("check x --format cvs", "'csv'"),
        ("identify x --format jsnol", "'jsonl'"),
        ("inspect x --color alwas", "'always'"),
        ("inspect x --message-format jsn", "'json'"),
        ("inspect x --encoding cp473", "'cp437'"),
        ("inspect x --encoding windows-1225", "'windows-125"),
        ("completions bahs", "'bash'"),
    ] {
        desk.ludex(line).ends(2).says(&["similar", meant]);
    }
}
