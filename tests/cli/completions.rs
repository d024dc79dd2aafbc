//! Tests of completion scripts, in the shells that they are for.

use std::process::{Command, Stdio};

use super::Desk;
use ludex::internals::formats::FORMATS;

/// A folder in which file names are completed, with the scripts.
fn desk() -> Desk {
    let desk = Desk::new();
    for shell in ["bash", "fish", "zsh"] {
        let script = desk.ludex(&format!("completions {shell}")).ends(0).out();
        desk.put(&format!("scripts/ludex.{shell}"), script);
    }
    for name in ["WAR01.DAT", "WAR 02.DAT", "tables/games.csv", "$HOME `x` *.DAT"] {
        desk.put(&format!("disk/{name}"), "");
    }
    desk
}

/// Returns what a shell prints; `None` if that shell is not installed.
fn run(desk: &Desk, shell: &str, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new(shell);
    command.current_dir(desk.path("disk")).args(arguments).env("HOME", desk.0.path()).stdin(Stdio::null());
    let Ok(output) = command.output() else {
        eprintln!("skipped: there is no {shell}");
        return None;
    };
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{shell} {arguments:?}");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Completes the last of these words in bash, called as readline calls it.
fn in_bash(desk: &Desk, words: &[&str]) -> Option<Vec<String>> {
    const COMPLETE: &str = r#"
        source ../scripts/ludex.bash
        [[ $(complete -p ludex) == "complete -F _ludex ludex" ]] || echo "nothing completes ludex"
        COMP_WORDS=("$@")
        COMP_CWORD=$(($# - 1))
        _ludex ludex "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        for reply in "${COMPREPLY[@]}"; do printf '%s\n' "$reply"; done
    "#;
    let arguments: Vec<&str> = ["--norc", "-c", COMPLETE, "bash"].into_iter().chain(words.iter().copied()).collect();
    let mut replies: Vec<String> = run(desk, "bash", &arguments)?.lines().map(str::to_owned).collect();
    replies.sort();
    Some(replies)
}

#[test]
fn bash_completes_each_word_by_its_place() {
    let desk = desk();
    let ids: Vec<&str> = FORMATS.iter().map(|format| format.id).collect();
    let files: &[&str] = &["$HOME `x` *.DAT", "WAR 02.DAT", "WAR01.DAT", "tables"];
    let like = |start: &str| ids.iter().copied().filter(|id| id.starts_with(start)).collect::<Vec<_>>();
    let cases: &[(&[&str], &[&str])] = &[
        (&["ludex", "in"], &["inspect"]),
        (&["ludex", "x"], &[]),
        (&["ludex", "--color", "al"], &["always"]),
        (&["ludex", "--color", "always", "ver"], &["verify"]),
        (&["ludex", "help", "ver"], &["verify"]),
        (&["ludex", "inspect", ""], files),
        (&["ludex", "inspect", "WAR01.DAT", "WAR"], &["WAR 02.DAT", "WAR01.DAT"]),
        (&["ludex", "inspect", "tables/"], &["tables/games.csv"]),
        (&["ludex", "inspect", "--tu"], &["--turn"]),
        (&["ludex", "inspect", "--turn", ""], &[]),
        (&["ludex", "inspect", "--", "WAR0"], &["WAR01.DAT"]),
        (&["ludex", "inspect", "--", "--"], &[]),
        // A file may have the name of a subcommand.
        (&["ludex", "inspect", "convert", "--tu"], &["--turn"]),
        (&["ludex", "identify", "--", "x", "W"], &["WAR 02.DAT", "WAR01.DAT"]),
        (&["ludex", "convert", "x", "-o", "W"], &["WAR 02.DAT", "WAR01.DAT"]),
        (&["ludex", "convert", "-f", "war"], &like("war")),
        (&["ludex", "convert", "-t", "war-d"], &["war-dat"]),
        (&["ludex", "convert", "-t", "so"], &["source"]),
        (&["ludex", "convert", "-t", "njudge-r"], &[]),
        (&["ludex", "convert", "--to", "=", "cs"], &["csv"]),
        (&["ludex", "convert", "--to", "=", "csv", "W"], &["WAR 02.DAT", "WAR01.DAT"]),
        (&["ludex", "convert", "--encoding", "cp43"], &["cp437"]),
        (&["ludex", "check", "--rules", "s"], &["sdg"]),
        (&["ludex", "check", "--format", ""], &["csv", "json", "jsonl", "table"]),
        (&["ludex", "check", "--board", "W"], &["WAR 02.DAT", "WAR01.DAT"]),
        (&["ludex", "restore", "-o", ""], &["tables"]),
        (&["ludex", "formats", "homeworlds-"], &like("homeworlds-")),
        (&["ludex", "schema", ""], &["csv", "json"]),
        (
            &["ludex", "explain", "IO00"],
            &["IO001", "IO002", "IO003", "IO004", "IO005", "IO006", "IO007", "IO008", "IO009"],
        ),
        (&["ludex", "completions", "ba"], &["bash"]),
    ];
    for (words, expected) in cases {
        let Some(mut replies) = in_bash(&desk, words) else { return };
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        replies.sort();
        assert_eq!(replies, expected, "{words:?}");
    }
    let all = in_bash(&desk, &["ludex", "formats", ""]).unwrap();
    assert_eq!(all.len(), ids.len() + ludex::internals::formats::COLLECTIONS.len());
    let commands = in_bash(&desk, &["ludex", ""]).unwrap();
    assert!(commands.contains(&"convert".to_owned()) && !commands.contains(&"manual".to_owned()), "{commands:?}");
    let options = in_bash(&desk, &["ludex", "convert", "-"]).unwrap();
    assert!(options.contains(&"--quiet".to_owned()) && options.contains(&"-t".to_owned()), "{options:?}");
}

#[test]
fn fish_completes_arguments_and_options() {
    let desk = desk();
    for (line, expected) in [
        ("ludex insp", "inspect"),
        ("ludex inspect WAR0", "WAR01.DAT"),
        ("ludex convert -t war-d", "war-dat"),
        ("ludex formats homeworlds-h", "homeworlds-hwl"),
        ("ludex explain IO001", "IO001"),
        ("ludex completions ba", "bash"),
        ("ludex check --rules sd", "sdg"),
    ] {
        let complete = format!("source ../scripts/ludex.fish; complete -C '{line}'");
        let Some(replies) = run(&desk, "fish", &["--no-config", "-c", &complete]) else { return };
        assert!(replies.split(['\t', '\n']).any(|reply| reply == expected), "{line}: {replies}");
    }
}

#[test]
fn zsh_takes_its_script() {
    let desk = desk();
    let Some(said) = run(&desk, "zsh", &["-f", "-n", "../scripts/ludex.zsh"]) else { return };
    assert_eq!(said, "");
    let script = desk.text("scripts/ludex.zsh");
    for words in ["#compdef ludex", "war-dat", "IO001", "cp437", "_files"] {
        assert!(script.contains(words), "{words}");
    }
}
