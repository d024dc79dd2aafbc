//! Checks that the registry, the README, the schemas and the fixtures name the same formats and codes.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use libtest_mimic::Trial;
use ludex::internals::formats::{COLLECTIONS, FORMATS};

use super::files::{files_in, fixtures};
use super::golden::compare;
use super::respell::hooks;
use super::trial;

pub fn trials() -> Vec<Trial> {
    vec![
        trial("registry::fixtures".into(), every_format_has_fixtures),
        trial("registry::hooks".into(), every_format_can_be_edited),
        trial("registry::goldens".into(), no_golden_is_left_over),
        trial("registry::readme".into(), the_readme_lists_every_format),
        trial("registry::formats".into(), formats_are_described),
        trial("registry::codes".into(), codes_are_unique_and_explained),
        // It runs after all other tests, which record the codes that they see: `scripts/run-tests`.
        trial("registry::tested_codes".into(), every_code_has_a_test).with_ignored_flag(true),
        trial("registry::schema".into(), || schema("json", "document.schema.json")),
        trial("registry::tables".into(), || schema("csv", "datapackage.json")),
    ]
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn run(arguments: &[&str]) -> Vec<u8> {
    let output = Command::cargo_bin("ludex").unwrap().args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn every_format_has_fixtures() -> Result<(), String> {
    for format in FORMATS.iter().filter(|f| f.text().is_some()) {
        for folder in ["good", "bad", "golden"] {
            let files = files_in(&fixtures().join(format.id).join(folder));
            if files.is_empty() {
                return Err(format!("no fixtures/{}/{folder}", format.id));
            }
        }
    }
    Ok(())
}

fn every_format_can_be_edited() -> Result<(), String> {
    FORMATS.iter().filter(|format| format.text().is_some()).try_for_each(|format| hooks(format.id).map(drop))
}

fn no_golden_is_left_over() -> Result<(), String> {
    for format in FORMATS.iter().filter(|f| f.text().is_some()) {
        let folder = fixtures().join(format.id);
        let names: Vec<String> = ["good", "bad"]
            .iter()
            .flat_map(|f| files_in(&folder.join(f)))
            .map(|p| p.file_name().unwrap().to_string_lossy().into_owned() + ".")
            .collect();
        for golden in files_in(&folder.join("golden")) {
            let name = golden.file_name().unwrap().to_string_lossy().into_owned();
            if !names.iter().any(|n| name.starts_with(n)) {
                return Err(format!("{} is the golden file of nothing", golden.display()));
            }
        }
    }
    Ok(())
}

fn the_readme_lists_every_format() -> Result<(), String> {
    let readme = fs::read_to_string(root().join("README.md")).map_err(|e| e.to_string())?;
    for format in FORMATS.iter() {
        if !readme.contains(&format!("| `{}` | {} |", format.id, format.name)) {
            return Err(format!("the README's table lacks `{}` with the name {:?}", format.id, format.name));
        }
    }
    Ok(())
}

fn formats_are_described() -> Result<(), String> {
    let listed: serde_json::Value = serde_json::from_slice(&run(&["formats", "--json"])).map_err(|e| e.to_string())?;
    let ids: Vec<&str> = listed.as_array().unwrap().iter().map(|f| f["id"].as_str().unwrap()).collect();
    let collections = COLLECTIONS.iter().map(|collection| collection.id);
    let registry: Vec<&str> = FORMATS.iter().map(|f| f.id).chain(collections).collect();
    if ids == registry { Ok(()) } else { Err(format!("{ids:?} is listed, {registry:?} is there")) }
}

fn codes() -> Vec<String> {
    let list = String::from_utf8(run(&["explain"])).unwrap();
    list.lines().filter_map(|l| l.split_whitespace().next().map(str::to_owned)).collect()
}

fn codes_are_unique_and_explained() -> Result<(), String> {
    let mut seen = HashSet::new();
    for code in codes() {
        if !seen.insert(code.clone()) {
            return Err(format!("{code} is there twice"));
        }
        let text = String::from_utf8(run(&["explain", &code.to_lowercase()])).unwrap();
        if !text.contains("Example:") || !text.contains("What to do:") || text.lines().any(|l| l.chars().count() > 80) {
            return Err(format!("{code} is badly explained:\n{text}"));
        }
    }
    Ok(())
}

/// Checks that some test saw each code in the program's output where it was expected.
fn every_code_has_a_test() -> Result<(), String> {
    let folder = std::env::var_os("LUDEX_TESTED_CODES").ok_or("LUDEX_TESTED_CODES names no folder")?;
    let seen = |code: &String| Path::new(&folder).join(code).is_file();
    let missing: Vec<String> = codes().into_iter().filter(|code| !seen(code)).collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("no test has seen {missing:?}")) }
}

fn schema(format: &str, file: &str) -> Result<(), String> {
    compare(&root().join("schemas").join(file), &run(&["schema", format]))
}
