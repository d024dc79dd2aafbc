//! The pages of formats under `docs/formats`: below the part that people wrote, the facts that the program knows
//! itself.

use ludex::Session;
use ludex::internals::formats::{FORMATS, Format, json};
use serde_json::Value;

use super::console::{compare_page, replaced, run};
use super::*;

/// Maximum length of the example of a statement, in characters.
const MAX_EXAMPLE: usize = 50;

/// The text of a page that nobody has written yet.
const NEW_PAGE: &str = "\n<!-- facts -->\n<!-- end of facts -->\n";

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns a text for a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// Returns the text of a file for a cell of a table.
fn example(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default().replace('\t', " ");
    let short: String = line.chars().take(MAX_EXAMPLE).collect();
    let more = if short == line { "" } else { "…" };
    let printable = !short.is_empty() && !short.contains('`') && !short.chars().any(char::is_control);
    if printable { format!("`{}{more}`", cell(&short)) } else { String::new() }
}

/// The parts of labels that are followed by the name or id of an element.
const NAMED: [&str; 8] = ["territory", "moves", "action", "standing", "member", "account", "move", "player"];

/// Returns a label without the parts that are different for each element.
fn kind_of(label: &str) -> String {
    let mut kind: Vec<&str> = Vec::new();
    for part in label.split('.') {
        let is_name = kind.last().is_some_and(|last| NAMED.contains(last)) && !["end", "N"].contains(&part);
        let is_number = part.chars().all(|c| c.is_ascii_digit());
        kind.push(if is_name || is_number { "N" } else { part });
    }
    kind.join(".")
}

/// Returns the kinds of statements in a format's fixtures, each with the first statement of that kind.
fn statements(format: &Format) -> Vec<(String, String)> {
    let mut kinds: Vec<(String, String)> = Vec::new();
    let Some(text_format) = format.text() else { return kinds };
    for entry in Session::new().walk(root().join("fixtures").join(format.id).join("good")) {
        let Ok(read) = Session::new().read_entry(&entry) else { continue };
        let text = read.document.sources[0].text.clone().unwrap_or_default();
        let on_board = read.document.game.board.as_ref().and_then(|board| text_format.on_board(board));
        let Some(parts) = on_board.as_deref().unwrap_or(text_format).parsed_source(&text) else { continue };
        for (index, source_span) in parts.source_spans.iter().enumerate() {
            let kind = kind_of(parts.statements.label(index));
            let shown = example(&text[source_span.start..source_span.end]);
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                None => kinds.push((kind, shown)),
                Some((_, known)) if known.is_empty() => *known = shown,
                Some(_) => {}
            }
        }
    }
    kinds
}
/// Walks a value and the schema side by side, and collects the keys that occur, with their meanings.
fn collect(schema: &Value, node: &Value, value: &Value, path: &str, found: &mut Vec<(String, String)>) {
    match value {
        Value::Array(elements) => {
            let Some(items) = choices(schema, node).into_iter().find_map(|choice| choice.get("items")) else { return };
            elements.iter().for_each(|element| collect(schema, items, element, &format!("{path}[]"), found));
        }
        Value::Object(object) => {
            let is_of_type = |choice: &&Value| {
                let kind = &choice["properties"]["type"]["const"];
                kind.is_null() || object.get("type") == Some(kind)
            };
            let all = choices(schema, node);
            let all: Vec<&Value> = all.into_iter().filter(is_of_type).collect();
            for (key, value) in object {
                let Some(property) = all.iter().find_map(|choice| choice["properties"].get(key)) else { continue };
                let path = format!("{path}.{key}");
                let meaning = property["description"].as_str().unwrap_or("What it is, in a word.");
                let meaning = meaning.split("\n\n").next().unwrap_or_default();
                match found.iter_mut().find(|(known, _)| *known == path) {
                    // A text that was not understood may be in place of any value.
                    None if key != "unknown" => found.push((path.clone(), meaning.to_owned())),
                    // A key may have another meaning in another kind of action.
                    Some((_, meanings)) if !meanings.contains(meaning) => *meanings += &format!(" {meaning}"),
                    _ => {}
                }
                // Alternatives to a turn are turns.
                if key != "alternatives" {
                    collect(schema, property, value, &path, found);
                }
            }
        }
        _ => {}
    }
}

/// Returns all alternatives of a node of the schema.
fn choices<'s>(schema: &'s Value, node: &'s Value) -> Vec<&'s Value> {
    let mut all = vec![node];
    if let Some(name) = node["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/")) {
        all.extend(choices(schema, &schema["$defs"][name]));
    }
    for key in ["anyOf", "oneOf", "allOf"] {
        all.extend(node[key].as_array().into_iter().flatten().flat_map(|choice| choices(schema, choice)));
    }
    all
}

/// Returns the keys that occur in documents of a format's fixtures, sorted by their paths.
fn fields(format: &Format, schema: &Value) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in Session::new().walk(root().join("fixtures").join(format.id).join("good")) {
        let Ok(read) = Session::new().read_entry(&entry) else { continue };
        let game = serde_json::to_value(&read.document.game).unwrap();
        collect(schema, &schema["$defs"]["Game"], &game, "game", &mut found);
    }
    found.sort();
    found
}

/// Returns the facts that the program knows about a format.
fn facts(format: &Format, schema: &Value) -> String {
    let names: Vec<String> = format
        .file_names
        .iter()
        .map(|name| format!("`{}`", name.replace("[0-9]", "#").replace("_?.", "_#.")))
        .collect();
    let mut facts = format!("## Facts\n\n| id | `{}` |\n|---|---|\n", format.id);
    if !names.is_empty() {
        facts += &format!("| usual names | {} |\n", names.join(" "));
        facts += &format!("| extension of a new file | `.{}` |\n", format.extension);
        facts += &format!("| encoding of a new file | {} |\n", format.encoding.name());
        facts += &format!("| largest file, unless `--max-size` is given | {} KiB |\n", format.max_file_size / 1024);
    }
    let statements = statements(format);
    if !statements.is_empty() {
        facts += "\n## Statements\n\nAn edit rewrites whole statements. N is a number, a name or an id.\n\n";
        facts += "| statement | example |\n|---|---|\n";
        statements.iter().for_each(|(kind, example)| facts += &format!("| {} | {example} |\n", cell(kind)));
    }
    let fields = fields(format, schema);
    if !fields.is_empty() {
        facts += "\n## Fields\n\nThe keys that documents of this format have.\n\n| key | meaning |\n|---|---|\n";
        fields.iter().for_each(|(path, meaning)| facts += &format!("| `{path}` | {} |\n", cell(meaning)));
    }
    let codes: Vec<_> = format.codes.iter().copied().flatten().collect();
    if !codes.is_empty() {
        facts += "\n## Messages\n\n`ludex explain CODE` says what each means and what to do.\n\n| code | about |\n|---|---|\n";
        codes.iter().for_each(|code| facts += &format!("| {} | {} |\n", code.id, cell(code.title)));
    }
    facts
}

#[test]
fn each_format_has_a_page_with_what_the_program_knows() {
    let schema = serde_json::to_value(json::schema()).unwrap();
    let folder = root().join("docs/formats");
    for format in FORMATS.iter() {
        let path = folder.join(format!("{}.md", format.id));
        let page = fs::read_to_string(&path).unwrap_or_else(|_| format!("# {}\n{NEW_PAGE}", format.name));
        assert!(page.starts_with(&format!("# {}\n", format.name)), "{} has another title", path.display());
        let (anew, wrong) = run(&replaced(&page, "facts", &facts(format, &schema)), |_| false);
        compare_page(&path, &page, &anew, &wrong);
    }
    let list = fs::read_to_string(folder.join("README.md")).unwrap();
    assert!(FORMATS.iter().all(|format| list.contains(&format!("]({}.md)", format.id))), "docs/formats/README.md");
    let ids: Vec<String> = FORMATS.iter().map(|format| format!("{}.md", format.id)).collect();
    for entry in fs::read_dir(&folder).unwrap().flatten() {
        let name = entry.file_name().into_string().unwrap();
        assert!(name == "README.md" || ids.contains(&name), "docs/formats/{name} is the page of no format");
    }
}

#[test]
fn each_page_says_what_people_want_to_know() {
    for format in FORMATS.iter().filter(|format| format.text().is_some()) {
        let page = fs::read_to_string(root().join(format!("docs/formats/{}.md", format.id))).unwrap();
        for heading in ["## What real files do", "## What Ludex keeps", "## What does not work"] {
            assert!(page.contains(&format!("\n{heading}\n")), "the page of {} lacks {heading}", format.id);
        }
    }
}
