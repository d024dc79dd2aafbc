//! Tests of the command line as a user types it.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[cfg(feature = "archives")]
mod archives;
mod bag;
#[cfg(feature = "archives")]
mod collections;
mod completions;
#[cfg(unix)]
mod console;
mod diff;
mod edits;
mod explain;
#[cfg(unix)]
mod faults;
mod folders;
#[cfg(unix)]
mod format_pages;
mod formats;
mod general;
mod global_war;
mod help;
mod hex;
mod homeworlds;
mod leave_out;
mod library;
mod long_pages;
#[path = "../made_games/mod.rs"]
mod made_games;
mod manual;
mod messages;
mod njudge;
mod njudge_boards;
mod orders;
mod outputs;
mod packages;
mod pages;
mod pictures;
mod power;
mod power_files;
#[cfg(feature = "sqlite")]
mod query;
#[cfg(unix)]
mod readme;
mod restore;
mod rows;
#[path = "../scratch/mod.rs"]
mod scratch;
mod tables;
mod terminal;
#[path = "../../src/text/tested.rs"]
mod tested;
#[path = "../../src/text/tries.rs"]
mod tries;
mod verify;
#[allow(dead_code, unused_imports)]
#[path = "../war_games/mod.rs"]
mod war_games;
mod war_log;
mod war_recover;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use tempfile::TempDir;

/// A working folder with copies of some fixtures.
struct Desk(TempDir);

impl Desk {
    fn new() -> Self {
        Desk(scratch::folder().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn put(&self, name: &str, bytes: impl AsRef<[u8]>) -> &Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
        self
    }

    fn get(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    fn text(&self, name: &str) -> String {
        String::from_utf8(self.get(name)).unwrap()
    }

    /// Copies a good fixture into the folder, under a usual name.
    fn fixture(&self, fixture: &str, name: &str) -> &Self {
        self.put(name, good(fixture))
    }

    fn ludex(&self, line: &str) -> Run {
        self.ludex_with(line, b"")
    }

    fn ludex_with(&self, line: &str, stdin: &[u8]) -> Run {
        self.ludex_where(line, stdin, &[])
    }

    /// Runs the program with these environment variables, and without any others that the output depends on.
    fn ludex_where(&self, line: &str, stdin: &[u8], variables: &[(&str, &str)]) -> Run {
        let mut command = Command::cargo_bin("ludex").unwrap();
        for variable in ["COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(variable);
        }
        command.envs(variables.iter().copied());
        command.current_dir(self.0.path()).args(line.split_whitespace()).write_stdin(stdin);
        Run { line: line.to_owned(), output: command.output().unwrap() }
    }
}

struct Run {
    line: String,
    output: Output,
}

impl Run {
    fn out(&self) -> String {
        String::from_utf8_lossy(&self.output.stdout).into_owned()
    }

    fn err(&self) -> String {
        String::from_utf8_lossy(&self.output.stderr).into_owned()
    }

    #[track_caller]
    fn ends(&self, status: i32) -> &Self {
        assert_eq!(self.output.status.code(), Some(status), "{}\n{}", self.line, self.err());
        self
    }

    /// Checks that standard error has each of these words.
    #[track_caller]
    fn says(&self, words: &[&str]) -> &Self {
        for word in words {
            assert!(self.err().contains(word), "{}: {word:?} is not in\n{}", self.line, self.err());
            tested::saw(word);
        }
        self
    }

    #[track_caller]
    fn shows(&self, words: &[&str]) -> &Self {
        for word in words {
            assert!(self.out().contains(word), "{}: {word:?} is not in\n{}", self.line, self.out());
            tested::saw(word);
        }
        self
    }

    /// Checks that the run failed with these words and wrote nothing to standard output.
    #[track_caller]
    fn is_refused(&self, words: &[&str]) -> &Self {
        self.ends(1).says(words);
        assert_eq!(self.out(), "", "{}", self.line);
        self
    }
}

fn good(fixture: &str) -> Vec<u8> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let folder = match fixture.rsplit('.').next() {
        Some("REC") => "war-rec/good",
        Some("LOG") => "war-log/good",
        _ => "war-dat/good",
    };
    let path = if fixture.contains('/') { root.join(fixture) } else { root.join(folder).join(fixture) };
    fs::read(path).unwrap()
}

/// Returns the good fixtures of a format that are identified by their contents, under any name.
fn known_fixtures(format: &ludex::internals::formats::Format) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(format.id).join("good");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.retain(|path| {
        let known = ludex::internals::conversion::identify("game", &fs::read(path).unwrap(), None);
        known.is_some_and(|known| known.id == format.id)
    });
    paths
}

/// Returns the JSON of a fixture with an edit.
fn edited(desk: &Desk, fixture: &str, edit: impl FnOnce(&mut serde_json::Value)) -> Vec<u8> {
    let name = if fixture.ends_with("REC") { "WAR09.REC" } else { "WAR09.DAT" };
    desk.fixture(fixture, name);
    let run = desk.ludex(&format!("convert {name} -t json -q"));
    let mut document = serde_json::from_str(&run.ends(0).out()).unwrap();
    edit(&mut document);
    serde_json::to_vec(&document).unwrap()
}

fn changed_lines(old: &[u8], new: &[u8]) -> Vec<usize> {
    let lines = |b: &[u8]| b.split(|&b| b == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
    let (old, new) = (lines(old), lines(new));
    assert_eq!(old.len(), new.len());
    (0..old.len()).filter(|&i| old[i] != new[i]).map(|i| i + 1).collect()
}

fn json(text: &[u8]) -> serde_json::Value {
    serde_json::from_slice(text).unwrap()
}
