//! Runs the commands that pages show in blocks of a terminal, and compares their output with the lines below them.

use std::ffi::OsString;
use std::process::Command as Process;

use super::*;

/// The line of a block that stands for any number of lines.
const ELISION: &str = "...";

/// A command of a page, and the lines that the page shows below it.
struct Step {
    command: String,
    shown: Vec<String>,
}

/// A part of a page: text outside of the blocks of a terminal, or the steps of a block.
enum Part {
    Text(String),
    Block(Vec<Step>),
}

fn parts(page: &str) -> Vec<Part> {
    let (mut parts, mut text, mut lines) = (Vec::new(), String::new(), page.lines());
    while let Some(line) = lines.next() {
        text += &format!("{line}\n");
        if line != "```console" {
            continue;
        }
        parts.push(Part::Text(std::mem::take(&mut text)));
        let mut steps: Vec<Step> = Vec::new();
        for line in lines.by_ref().take_while(|line| *line != "```") {
            match line.strip_prefix("$ ") {
                Some(command) => steps.push(Step { command: command.to_owned(), shown: Vec::new() }),
                None => steps.last_mut().expect("a block begins with a command").shown.push(line.to_owned()),
            }
        }
        parts.push(Part::Block(steps));
        text += "```\n";
    }
    parts.push(Part::Text(text));
    parts
}

/// Returns whether lines are those that are shown, one of which may stand for any number.
fn is_as_shown(shown: &[String], lines: &[String]) -> bool {
    match shown.iter().position(|line| line == ELISION) {
        None => shown == lines,
        Some(at) => {
            let (before, behind) = (&shown[..at], &shown[at + 1..]);
            lines.len() >= before.len() + behind.len() && lines.starts_with(before) && lines.ends_with(behind)
        }
    }
}

/// Returns the lines as the page shows them, with as many before and after the elision as there were.
fn shown_anew(shown: &[String], lines: Vec<String>) -> Vec<String> {
    match shown.iter().position(|line| line == ELISION) {
        Some(at) if lines.len() >= shown.len() => {
            let behind = lines.len() - (shown.len() - at - 1);
            [&lines[..at], &[ELISION.to_owned()], &lines[behind..]].concat()
        }
        _ => lines,
    }
}

/// A folder with the fixtures that a page names, in which its commands run one after another.
struct Terminal {
    desk: Desk,
    path: OsString,
}

impl Terminal {
    fn new(page: &str) -> Self {
        let desk = Desk::new();
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let is_wanted = |entry: &walkdir::DirEntry| {
            let name = entry.file_name().to_str().unwrap();
            let is_named = entry.depth() != 1 || page.contains(&format!("fixtures/{name}"));
            is_named && !["golden", "old"].contains(&name)
        };
        let fixtures = walkdir::WalkDir::new(root.join("fixtures")).into_iter().filter_entry(is_wanted).flatten();
        for entry in fixtures.filter(|entry| entry.file_type().is_file()) {
            let name = entry.path().strip_prefix(root).unwrap().to_str().unwrap().to_owned();
            desk.put(&name, fs::read(entry.path()).unwrap());
        }
        let program = Path::new(env!("CARGO_BIN_EXE_ludex")).parent().unwrap().to_owned();
        let others = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths([program].into_iter().chain(std::env::split_paths(&others))).unwrap();
        Terminal { desk, path }
    }

    /// Returns the lines that a command prints, on standard output and on standard error.
    fn lines(&self, command: &str) -> Vec<String> {
        let mut shell = Process::new("sh");
        shell.args(["-c", &format!("{{ {command}\n}} 2>&1")]).current_dir(self.desk.0.path()).env("PATH", &self.path);
        let output = shell.env("LC_ALL", "C").env_remove("COLUMNS").output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap_or_else(|_| panic!("`{command}` prints no text"));
        text.lines().map(|line| line.trim_end().to_owned()).collect()
    }
}

/// Runs the commands of a page; `is_left_out` tells which of them are run elsewhere. Returns the page with their
/// output, and a list of the commands that print something else than the page shows.
pub fn run(page: &str, is_left_out: impl Fn(&str) -> bool) -> (String, Vec<String>) {
    let terminal = Terminal::new(page);
    let (mut anew, mut wrong) = (String::new(), Vec::new());
    for part in parts(page) {
        let steps = match part {
            Part::Text(text) => {
                anew += &text;
                continue;
            }
            Part::Block(steps) => steps,
        };
        for Step { command, shown } in steps {
            assert!(shown != [ELISION], "`{command}`: show at least a line, so that another output is noticed");
            let mut lines = shown.clone();
            if !is_left_out(&command) {
                let printed = terminal.lines(&command);
                if !is_as_shown(&shown, &printed) {
                    wrong.push(format!("`{command}` prints\n{}", printed.join("\n")));
                    lines = shown_anew(&shown, printed);
                }
            }
            anew += &format!("$ {command}\n");
            lines.iter().for_each(|line| anew += &format!("{line}\n"));
        }
    }
    (anew, wrong)
}

/// Compares a page with its expected content, or writes it anew with `LUDEX_RENEW=1`.
#[track_caller]
pub fn compare_page(path: &Path, page: &str, anew: &str, wrong: &[String]) {
    if page == anew && wrong.is_empty() {
        return;
    }
    let is_renewed = std::env::var_os("LUDEX_RENEW").is_some() && std::env::var_os("CI").is_none();
    assert!(
        is_renewed,
        "{} is stale: LUDEX_RENEW=1 writes it anew, read the diff\n{}",
        path.display(),
        if wrong.is_empty() { first_difference(page, anew) } else { wrong.join("\n\n") }
    );
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, anew).unwrap();
}

fn first_difference(page: &str, anew: &str) -> String {
    let differs = page.lines().zip(anew.lines()).find(|(old, new)| old != new);
    differs.map_or_else(|| "one is longer".to_owned(), |(old, new)| format!("there: {old}\nnow:   {new}"))
}

/// Returns a page with the part between two marks replaced.
pub fn replaced(page: &str, name: &str, part: &str) -> String {
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->\n"));
    let (before, rest) = page.split_once(&begin).unwrap_or_else(|| panic!("the page has no {begin}"));
    let (_, behind) = rest.split_once(&end).unwrap_or_else(|| panic!("the page has no {end}"));
    format!("{before}{begin}{part}{end}{behind}")
}

#[test]
fn an_elision_stands_for_any_lines() {
    let lines = |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_owned).collect() };
    let is = |shown: &str, printed: &str| is_as_shown(&lines(shown), &lines(printed));
    assert!(is("a b", "a b") && is("a ... c", "a b b c") && is("a ... c", "a c") && is("...", "a"));
    assert!(!is("a b", "a") && !is("a ... c", "a b") && !is("a ... a", "a") && !is("", "a"));
    let anew = |shown: &str, printed: &str| shown_anew(&lines(shown), lines(printed)).join(" ");
    assert_eq!(anew("a ... c", "1 2 3 4"), "1 ... 4");
    assert_eq!(anew("", "1 2"), "1 2");
}
