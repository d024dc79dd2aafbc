//! Checks that the pages for people who work on Ludex name files and identifiers that exist.

use std::collections::HashSet;

use super::*;

/// Returns the texts in backticks of a page, except those in blocks.
fn quoted(page: &str) -> Vec<&str> {
    let mut is_block = false;
    let is_text = |line: &&str| {
        is_block ^= line.starts_with("```");
        !is_block && !line.starts_with("```")
    };
    page.lines().filter(is_text).flat_map(|line| line.split('`').skip(1).step_by(2)).collect()
}

/// Returns every word of the sources.
fn words_of_sources(root: &Path) -> HashSet<String> {
    let files = ["src", "tests"].iter().flat_map(|folder| walkdir::WalkDir::new(root.join(folder))).flatten();
    let sources = files.filter(|entry| entry.path().extension().is_some_and(|extension| extension == "rs"));
    // The words of this test are no evidence.
    let others = sources.filter(|entry| entry.file_name() != "pages.rs");
    let texts = others.map(|entry| fs::read_to_string(entry.path()).unwrap());
    let words = |text: String| -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned).collect()
    };
    texts.flat_map(words).collect()
}

/// Returns the fault of a text in backticks; `None` if it names something that exists, or is not a name.
fn fault(root: &Path, words: &HashSet<String>, text: &str) -> Option<String> {
    let is_identifier = |c: char| c.is_alphanumeric() || "_:".contains(c);
    let is_path = !text.contains([' ', '=']) && (text.contains('/') || text.ends_with(".md"));
    if is_path {
        // A part in capitals stands for any name.
        let path = text.split("FORMAT").next().unwrap_or_default();
        return (!root.join(path).exists()).then(|| format!("there is no {text}"));
    }
    if !text.chars().all(is_identifier) {
        return None;
    }
    let missing = text.split("::").find(|part| !words.contains(*part))?;
    Some(format!("the sources do not have `{missing}`"))
}

#[test]
fn pages_name_what_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let words = words_of_sources(root);
    for name in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let page = fs::read_to_string(root.join(name)).unwrap();
        let quoted = quoted(&page);
        assert!(quoted.len() > 15, "{name} quotes {} names", quoted.len());
        let wrong: Vec<String> = quoted.iter().filter_map(|text| fault(root, &words, text)).collect();
        assert!(wrong.is_empty(), "{name}: {wrong:#?}");
    }
    for wrong in ["src/nowhere.rs", "NOWHERE.md", "NoSuchName", "Document::no_such_name"] {
        assert!(fault(root, &words, wrong).is_some(), "{wrong}");
    }
    for right in ["src/lib.rs", "Document", "cargo test", "fixtures/FORMAT/good"] {
        assert_eq!(fault(root, &words, right), None);
    }
}

#[test]
fn the_picture_of_the_architecture_names_folders_that_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let folders: Vec<&str> = page.split([' ', ',', '\n']).filter(|word| word.starts_with("src/")).collect();
    assert!(folders.len() > 8, "{folders:?}");
    for folder in folders {
        let there = folder.split("/NAME").next().unwrap();
        assert!(root.join(there).exists(), "there is no {folder}");
    }
}
