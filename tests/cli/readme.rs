//! Tests of the README: every command in it works on files that ship, and prints what the README shows.

use std::collections::{BTreeMap, BTreeSet};

use ludex::Session;
use ludex::internals::formats::{Format, Kind};
use ludex::internals::model::System;

use super::console::{compare_page, replaced, run};
use super::*;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Counts of what happens to the good fixtures of a format in another format.
#[derive(Default)]
struct Fate {
    /// Number of fixtures that are written, and of those written without loss.
    written: usize,
    whole: usize,
}

/// Returns what happens to the good fixtures of a format in the other formats of its system.
fn fates(format: &Format, system: System) -> BTreeMap<&'static str, Fate> {
    let session = Session::new();
    let mut fates: BTreeMap<&'static str, Fate> = BTreeMap::new();
    for entry in session.walk(root().join("fixtures").join(format.id).join("good")) {
        let Ok(read) = session.read_entry(&entry) else { continue };
        for target in system.def().formats.iter().filter(|target| target.id != format.id && target.text().is_some()) {
            let fate = fates.entry(target.id).or_default();
            if let Ok(written) = ludex::write(&read.document, target.id) {
                fate.written += 1;
                fate.whole += usize::from(written.diagnostics.iter().all(|d| d.severity == ludex::Severity::Note));
            }
        }
    }
    fates
}

fn row(format: &Format, fates: &BTreeMap<&'static str, Fate>) -> String {
    let names: Vec<String> = format
        .file_names
        .iter()
        .map(|name| format!("`{}`", name.replace("[0-9]", "#").replace("_?.", "_#.")))
        .collect();
    let into = fates.iter().filter(|(_, fate)| fate.written > 0);
    let into: Vec<String> = into.map(|(id, fate)| format!("`{id}` {}/{}", fate.whole, fate.written)).collect();
    format!("| `{}` | {} | {} | {} |\n", format.id, format.name, names.join(" "), into.join(", "))
}

/// Returns the table of formats, with the formats that each can become according to the fixtures.
fn table() -> String {
    let mut table = String::from("| id | format | usual names | also converts into |\n|---|---|---|---|\n");
    for &system in System::ALL {
        for format in system.def().formats {
            table += &row(format, &fates(format, system));
        }
    }
    for format in
        ludex::internals::formats::FORMATS.iter().filter(|format| matches!(format.kind, Kind::Json | Kind::Csv))
    {
        table += &row(format, &BTreeMap::new());
    }
    for collection in ludex::internals::formats::COLLECTIONS {
        let names: Vec<String> = collection.file_names.iter().map(|name| format!("`{name}`")).collect();
        table += &format!("| `{}` | {} | {} |  |\n", collection.id, collection.name, names.join(" "));
    }
    table
}

/// Returns the commands of cargo, without options that only CI adds.
fn cargo_commands(text: &str) -> BTreeSet<String> {
    let commands = text.lines().flat_map(|line| line.trim_start_matches("$ ").split(" && "));
    let plain = |command: &str| command.trim().replace(" --locked", "").replace(" --root target/installed", "");
    commands.map(plain).filter(|command| command.starts_with("cargo ")).collect()
}

#[test]
fn the_readme_shows_what_is_printed_and_what_converts_into_what() {
    let path = root().join("README.md");
    let page = fs::read_to_string(&path).unwrap();
    let (anew, wrong) = run(&replaced(&page, "formats", &table()), |command| command.starts_with("cargo "));
    compare_page(&path, &page, &anew, &wrong);
}

#[test]
fn the_pages_about_the_program_show_what_is_printed() {
    for name in ["docs/documents.md", "docs/command-line.md", "docs/collections.md"] {
        let path = root().join(name);
        let page = fs::read_to_string(&path).unwrap();
        let (anew, wrong) = run(&page, |_| false);
        compare_page(&path, &page, &anew, &wrong);
    }
}

#[test]
fn links_of_pages_lead_somewhere() {
    let pages = walkdir::WalkDir::new(root().join("docs")).into_iter().flatten().map(|entry| entry.into_path());
    let pages = pages.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let of_root = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"].map(|name| root().join(name));
    for path in pages.chain(of_root) {
        let page = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for target in page.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = target.split('#').next().unwrap_or_default();
            let is_there = target.starts_with("https://") || path.parent().unwrap().join(file).exists();
            assert!(is_there, "{} links to {target}, which is not there", path.display());
        }
    }
}

#[test]
fn ci_runs_what_the_readme_leaves_to_cargo() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let ci = fs::read_to_string(root().join(".ci/run")).unwrap();
    let (in_readme, in_ci) = (cargo_commands(&readme), cargo_commands(&ci));
    assert!(in_readme.len() >= 4, "{in_readme:?}");
    // CI runs the tests by a script, and this is one of them.
    let missing: Vec<&String> = in_readme.difference(&in_ci).filter(|command| *command != "cargo test").collect();
    assert!(missing.is_empty(), "CI does not run {missing:?}");
}

#[test]
fn the_readme_has_no_command_that_nobody_runs() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    for kind in ["```sh", "```bash", "```shell", "```text"] {
        assert!(!readme.contains(kind), "a block of {kind} is run by no test");
    }
    assert!(readme.lines().all(|line| !line.trim_start().starts_with("ludex ")), "a command stands without its $");
}
