//! Checks what `ludex explain` says of codes: each example raises its code, and only with the severities that are
//! stated.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use libtest_mimic::Trial;
use ludex::internals::formats::FORMATS;
use ludex::internals::text::{Code, codes};

use super::files::{files_in, fixtures};
use super::scratch;
use super::tested::saw;
use super::trial;

/// The files in an example's folder, and the fixtures that they are copied from.
const SAMPLES: [(&str, &str); 17] = [
    ("WAR04.DAT", "war-dat/good/playing.DAT"),
    ("WAR04.REC", "war-rec/good/attacking.REC"),
    ("WAR04.LOG", "war-log/good/playing.LOG"),
    ("WAR09.DAT", "global-war-over-time/WAR04.DAT"),
    ("WAR09.REC", "global-war-over-time/WAR04.REC"),
    ("WAR09.LOG", "global-war-over-time/WAR04.LOG"),
    ("WAR09.OLD", "global-war-over-time/backup/03/WAR04.DAT"),
    ("map.archipelago", "njudge-map/good/map.archipelago"),
    ("seed.archipelago", "njudge-seed/good/seed.archipelago"),
    ("game.json", "diplomacy-game/good/game.plain.json"),
    ("retreats.json", "diplomacy-game/good/game.retreats.json"),
    ("map.african2", "njudge-map/good/map.african2"),
    ("G005", "njudge-seed/good/G005.african2"),
    ("10014.raw", "homeworlds-sdg/good/plain.raw"),
    ("game.ap", "homeworlds-ap/good/canonical.ap"),
    ("locked.zip", "containers/zip/encrypted.zip"),
    ("game.bga", "homeworlds-bga/good/canonical.bga"),
];

/// Codes that no script can raise, and why.
const WITHOUT_SCRIPT: [(&str, &str); 1] = [("IO020", "it is a defect of the program, and none is known")];

pub fn trials() -> Vec<Trial> {
    let mut trials = vec![trial("explained::severities".into(), goldens_have_the_severities_that_are_stated)];
    if cfg!(unix) {
        let run = |code: &'static Code| trial(format!("explained::{}", code.id), move || its_example_raises_it(code));
        trials.extend(all().map(run));
    }
    trials
}

fn all() -> impl Iterator<Item = &'static Code> {
    codes::CODES.iter().chain(FORMATS.iter().flat_map(|format| format.codes).copied().flatten())
}

/// Returns the beginnings of the messages with a code.
fn heads(code: &Code) -> Vec<String> {
    code.example().severities.iter().map(|severity| format!("{}[{}]", severity.word(), code.id)).collect()
}

fn its_example_raises_it(code: &Code) -> Result<(), String> {
    let (script, heads) = (code.example().script.join("\n"), heads(code));
    let Some(head) = heads.first() else { return Err("examples.txt does not say how bad it is".into()) };
    let excuse = WITHOUT_SCRIPT.iter().find(|(id, _)| *id == code.id);
    match (script.is_empty(), excuse) {
        (true, Some((_, why))) if !code.caption.is_empty() && !why.is_empty() => return Ok(()),
        (true, _) => return Err("it has no example".into()),
        (false, Some(_)) => return Err("it has an example, and is listed as a code without one".into()),
        (false, None) => {}
    }
    let said = run(&script)?;
    if !said.contains(head.as_str()) {
        return Err(format!("the example does not raise {head}:\n{script}\n{said}"));
    }
    saw(head);
    Ok(())
}

/// Returns what a script writes to standard error.
fn run(script: &str) -> Result<String, String> {
    let desk = scratch::folder().map_err(|e| e.to_string())?;
    for (name, fixture) in SAMPLES {
        fs::copy(fixtures().join(fixture), desk.path().join(name)).map_err(|e| format!("{fixture}: {e}"))?;
    }
    let program = assert_cmd::cargo::cargo_bin("ludex");
    let folder = program.parent().unwrap_or(Path::new("")).to_owned();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([folder].into_iter().chain(std::env::split_paths(&others)));
    let mut shell = Command::new("sh");
    shell
        .args(["-c", script])
        .current_dir(desk.path())
        .env("PATH", path.map_err(|e| e.to_string())?)
        .env("LC_ALL", "C");
    let output = shell.output().map_err(|e| e.to_string())?;
    Ok(String::from_utf8_lossy(&output.stderr).into_owned())
}

fn goldens_have_the_severities_that_are_stated() -> Result<(), String> {
    let stated: BTreeSet<String> = all().flat_map(heads).collect();
    let mut others = BTreeSet::new();
    for format in FORMATS.iter() {
        let goldens = files_in(&fixtures().join(format.id).join("golden"));
        for golden in goldens.iter().filter(|path| path.to_string_lossy().ends_with(".txt")) {
            let text = fs::read_to_string(golden).map_err(|e| format!("{}: {e}", golden.display()))?;
            let heads = text.lines().filter_map(|line| Some(&line[..=line.find(']')?]));
            let is_head = |head: &&str| ["error[", "warning[", "note["].iter().any(|start| head.starts_with(start));
            others.extend(heads.filter(is_head).filter(|head| !stated.contains(*head)).map(str::to_owned));
        }
    }
    if others.is_empty() { Ok(()) } else { Err(format!("examples.txt does not state {others:?}")) }
}
