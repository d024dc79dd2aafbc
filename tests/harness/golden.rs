//! Golden files: the result of reading and writing each fixture, and the diagnostics on it.
//!
//! `LUDEX_RENEW=1 cargo test` writes them anew (not under CI); read the diff before you commit it.
//!
//! Parts that repeat another file are compared with that file and left out: the text of the source, which is the
//! fixture; a diagnostic that `check` reports too, of which only severity, code and place remain; the table of
//! diagnostics, which are those of the document; and a canonical text that equals its input.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use assert_cmd::Command;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jsonschema::Validator;
use libtest_mimic::Trial;
use serde_json::Value;

use super::files::{Origin, Sample, fixtures};
use super::scratch;
use super::tested::saw;
use super::trial;

/// The files whose pictures have goldens, by format. They are few, since a picture is long; `pictures` checks all
/// others. Each shows what a system draws: its board, a turn with its marks, and the text beside it.
const DRAWN: [(&str, &str); 5] = [
    ("war-rec", "attacking.REC"),
    ("diplomacy-game", "game.retreats.json"),
    ("njudge-map", "map.howto"),
    ("homeworlds-sdg", "every-action.raw"),
    ("power", "row-R.power"),
];

/// Returns whether golden files are written anew.
fn renews() -> Result<bool, String> {
    let renews = std::env::var_os("LUDEX_RENEW").is_some_and(|v| !v.is_empty());
    if renews && std::env::var_os("CI").is_some() {
        return Err("golden files are not renewed under CI".into());
    }
    Ok(renews)
}

/// Compares `actual` with a golden file, or renews it.
pub fn compare(golden: &Path, actual: &[u8]) -> Result<(), String> {
    if renews()? {
        fs::create_dir_all(golden.parent().unwrap()).map_err(|e| e.to_string())?;
        return fs::write(golden, actual).map_err(|e| e.to_string());
    }
    let expected = fs::read(golden).map_err(|e| format!("{}: {e}; LUDEX_RENEW=1 makes it", golden.display()))?;
    if expected == actual {
        return Ok(());
    }
    let (expected, actual) = (String::from_utf8_lossy(&expected), String::from_utf8_lossy(actual));
    let differs = expected.lines().zip(actual.lines()).position(|(a, b)| a != b);
    let line = differs.unwrap_or(expected.lines().count().min(actual.lines().count()));
    let nth = |text: &str| text.lines().nth(line).unwrap_or("(end)").to_owned();
    Err(format!(
        "{} differs in line {}:\n  golden: {}\n  actual: {}\nLUDEX_RENEW=1 renews it; read the diff",
        golden.display(),
        line + 1,
        nth(&expected),
        nth(&actual)
    ))
}

/// Checks that there is no golden file, because it would repeat another one; removes one that there was.
fn compare_with_none(golden: &Path) -> Result<(), String> {
    if !golden.exists() {
        return Ok(());
    }
    if renews()? {
        return fs::remove_file(golden).map_err(|e| e.to_string());
    }
    Err(format!("{} says nothing that its fixture does not; LUDEX_RENEW=1 removes it", golden.display()))
}

/// Makes the content of a golden file; `None` if there should be no such file.
type Maker = fn(&Outputs) -> Result<Option<Vec<u8>>, String>;

pub fn trials(sample: &Sample) -> Vec<Trial> {
    if sample.origin == Origin::Corpus {
        return Vec::new();
    }
    let mut kinds: Vec<(&str, Maker)> = vec![("check.txt", check), ("inspect.txt", inspect)];
    match sample.origin {
        Origin::Good => kinds.extend([("json", document as Maker), ("csv.txt", tables), ("canonical", canonical)]),
        _ => kinds.push(("salvaged.json", document)),
    }
    if sample.format.id == "diplomacy-orders" {
        kinds.push(("document.check.txt", check_by_the_document));
    }
    if sample.board.is_none() && DRAWN.contains(&(sample.format.id, &sample.name())) {
        kinds.push(("svg", picture));
    }
    let folder = fixtures().join(sample.format.id).join("golden");
    let outputs = Arc::new(Outputs::of(sample));
    kinds
        .into_iter()
        .map(|(kind, make)| {
            let board = if sample.board.is_some() { ".on-board" } else { "" };
            let golden = folder.join(format!("{}{board}.{kind}", sample.name()));
            let outputs = Arc::clone(&outputs);
            trial(sample.test_name(&format!("golden::{kind}")), move || match make(&outputs)? {
                Some(actual) => compare(&golden, &actual).map(|()| codes_of(&actual).for_each(saw)),
                None => compare_with_none(&golden),
            })
        })
        .collect()
}

/// Returns the severity and code of each diagnostic that is shown.
fn codes_of(shown: &[u8]) -> impl Iterator<Item = &str> {
    let lines = shown.split(|&byte| byte == b'\n').filter_map(|line| str::from_utf8(line).ok());
    let is_head = |line: &&str| ["error[", "warning[", "note["].iter().any(|head| line.starts_with(head));
    lines.filter(is_head).filter_map(|line| line.split(']').next())
}

fn check(outputs: &Outputs) -> Result<Option<Vec<u8>>, String> {
    Ok(Some(outputs.check().golden(str::to_owned)))
}

fn check_by_the_document(outputs: &Outputs) -> Result<Option<Vec<u8>>, String> {
    outputs.beside_check(&outputs.run("check", &["--rules", "document"]))
}

fn inspect(outputs: &Outputs) -> Result<Option<Vec<u8>>, String> {
    outputs.beside_check(&outputs.run("inspect", &[]))
}

fn document(outputs: &Outputs) -> Result<Option<Vec<u8>>, String> {
    let run = outputs.document();
    if !run.out.starts_with(b"{") {
        return outputs.beside_check(run);
    }
    let document = str::from_utf8(&run.out).map_err(|e| e.to_string())?;
    let value: Value = serde_json::from_str(document).map_err(|e| e.to_string())?;
    validator().validate(&value).map_err(|e| format!("{e} at {}", e.instance_path()))?;
    let out = outputs.without_what_check_says(&without_text(document, &outputs.sample)?)?;
    outputs.beside_check(&Run { out: out.into_bytes(), ..run.clone() })
}

/// The picture of the last moment, drawn without options.
fn picture(outputs: &Outputs) -> Result<Option<Vec<u8>>, String> {
    outputs.beside_check(&outputs.run("draw", &[]))
}

fn canonical(outputs: &Outputs) -> Result<Option<Vec<u8>>, String> {
    let run = outputs.run("convert", &["--quiet", "--canonical", "-t", outputs.sample.format.id]);
    if run.out == **outputs.sample.bytes && run.said.is_empty() && run.status == 0 {
        return Ok(None);
    }
    outputs.beside_check(&run)
}

/// All files of the folder of tables, one after another.
fn tables(outputs: &Outputs) -> Result<Option<Vec<u8>>, String> {
    let folder = scratch::folder().map_err(|e| e.to_string())?;
    let tables = folder.path().join("tables");
    let mut run = outputs.run("convert", &["--quiet", "-t", "csv", "-o", tables.to_str().unwrap()]);
    let mut paths: Vec<PathBuf> = Vec::new();
    collect(&tables, &mut paths);
    for path in paths {
        let name = path.strip_prefix(&tables).unwrap().to_string_lossy().replace('\\', "/");
        if name == "diagnostics.csv" {
            are_those_of(&outputs.document().out, &fs::read(&path).unwrap())?;
            run.out.extend_from_slice(format!("=== {name} (those of the document)\n").as_bytes());
        } else if name.ends_with(".csv") {
            run.out.extend_from_slice(format!("=== {name}\n").as_bytes());
            run.out.extend_from_slice(&fs::read(&path).unwrap());
        } else {
            // The descriptor repeats the definitions, and has a golden file in schemas/; originals are the fixture.
            run.out.extend_from_slice(format!("=== {name} (not repeated here)\n").as_bytes());
        }
    }
    outputs.beside_check(&run)
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() { collect(&entry, paths) } else { paths.push(entry) }
    }
}

/// The output of a run of the program.
#[derive(Clone)]
struct Run {
    out: Vec<u8>,
    said: String,
    status: i32,
}

impl Run {
    /// Returns the whole output as one file, each diagnostic as returned by `show`.
    fn golden(&self, show: impl Fn(&str) -> String) -> Vec<u8> {
        let mut golden = self.out.clone();
        if !self.said.is_empty() {
            golden.extend_from_slice(b"--- standard error\n");
            diagnostics(&self.said).into_iter().for_each(|shown| golden.extend_from_slice(show(shown).as_bytes()));
        }
        if self.status != 0 {
            golden.extend_from_slice(format!("--- exit status {}\n", self.status).as_bytes());
        }
        golden
    }
}

/// The runs on a sample that several golden files need, each made once.
struct Outputs {
    sample: Sample,
    check: OnceLock<Run>,
    document: OnceLock<Run>,
    /// The diagnostics of `check`, as shown to people and as recorded for programs.
    shown: OnceLock<Said>,
    recorded: OnceLock<Said>,
}

impl Outputs {
    fn of(sample: &Sample) -> Self {
        Outputs {
            sample: sample.clone(),
            check: OnceLock::new(),
            document: OnceLock::new(),
            shown: OnceLock::new(),
            recorded: OnceLock::new(),
        }
    }

    /// Runs the program in the sample's folder, so that no path of this machine gets into a golden file.
    fn run(&self, subcommand: &str, arguments: &[&str]) -> Run {
        let sample = &self.sample;
        let mut command = Command::cargo_bin("ludex").unwrap();
        command.current_dir(sample.path.parent().unwrap()).env_remove("COLUMNS");
        command.args([subcommand, "-f", sample.format.id, &sample.name()]).args(arguments);
        if let Some((path, _)) = &sample.board {
            let name = path.file_name().unwrap().to_string_lossy();
            command.args(["--board", &format!("../../{}/good/{name}", sample.format.board_lookup.unwrap().format.id)]);
        }
        let run = command.output().unwrap();
        Run { out: run.stdout, said: String::from_utf8(run.stderr).unwrap(), status: run.status.code().unwrap_or(-1) }
    }

    fn check(&self) -> &Run {
        self.check.get_or_init(|| self.run("check", &[]))
    }

    /// The document; for a damaged file, the salvaged one.
    fn document(&self) -> &Run {
        let salvage: &[&str] = if self.sample.origin == Origin::Bad { &["--salvage"] } else { &[] };
        self.document.get_or_init(|| self.run("convert", &[&["--quiet", "-t", "json"], salvage].concat()))
    }

    /// Returns the golden content for a run of a command other than `check`.
    fn beside_check(&self, run: &Run) -> Result<Option<Vec<u8>>, String> {
        let said = self.shown.get_or_init(|| Said::of(diagnostics(&self.check().said).into_iter().map(Finding::shown)));
        Ok(Some(run.golden(|shown| {
            let finding = Finding::shown(shown);
            if said.has(&finding) { finding.title + "\n" } else { shown.to_owned() }
        })))
    }

    /// Returns a document in which diagnostics that `check` reports too are reduced to their titles.
    fn without_what_check_says(&self, document: &str) -> Result<String, String> {
        let start = "\n  \"diagnostics\": [\n";
        let Some((before, diagnostics)) = document.split_once(start) else { return Ok(document.to_owned()) };
        let said = self.recorded.get_or_init(|| {
            let records = self.run("check", &["--message-format", "json"]).said;
            Said::of(records.lines().map(Finding::recorded))
        });
        let mut out = format!("{before}{start}");
        let (mut element, mut record) = (String::new(), String::new());
        for line in diagnostics.split_inclusive('\n') {
            if element.is_empty() && line != "    {\n" {
                out += line;
                continue;
            }
            element += line;
            record += &line.trim().replacen("\": ", "\":", 1);
            if let Some(comma) = line.strip_prefix("    }") {
                let finding = Finding::recorded(record.trim_end_matches(','));
                out += &if said.has(&finding) { format!("    {:?}{comma}", finding.title) } else { element };
                (element, record) = (String::new(), String::new());
            }
        }
        Ok(out)
    }
}

/// Returns the diagnostics of an output, one by one.
fn diagnostics(said: &str) -> Vec<&str> {
    let is_head = |at: usize| ["error[", "warning[", "note["].iter().any(|head| said[at..].starts_with(head));
    let behind = said.match_indices('\n').map(|(at, _)| at + 1).filter(|at| is_head(*at));
    let starts: Vec<usize> = [0].into_iter().chain(behind).chain([said.len()]).collect();
    starts.windows(2).map(|pair| &said[pair[0]..pair[1]]).collect()
}

/// A diagnostic of an output.
struct Finding {
    /// Severity, code and place.
    title: String,
    /// The whole text except the severity, which is different in `check`.
    body: String,
}

impl Finding {
    /// Parses a diagnostic that is shown to people: a head, and below it the place in the file.
    fn shown(shown: &str) -> Self {
        let (title, _) = shown.split_once(": ").unwrap_or((shown, ""));
        let place = shown.lines().nth(1).and_then(|line| line.trim_start().strip_prefix("--> "));
        let place = place.and_then(|place| {
            let mut parts = place.rsplitn(3, ':');
            Some((parts.next()?, parts.next()?)).map(|(column, line)| format!(" {line}:{column}"))
        });
        let severity = title.split('[').next().unwrap_or_default();
        Finding { title: format!("{title}{}", place.unwrap_or_default()), body: shown[severity.len()..].to_owned() }
    }

    /// Parses a diagnostic in JSON, on one line.
    fn recorded(record: &str) -> Self {
        let value: Value = serde_json::from_str(record).unwrap();
        let (severity, code) = (value["severity"].as_str().unwrap(), value["code"].as_str().unwrap());
        let place = value.get("line").map(|line| format!(" {line}:{}", value["column"]));
        Finding {
            title: format!("{severity}[{code}]{}", place.unwrap_or_default()),
            body: record.replacen(&format!("\"severity\":\"{severity}\","), "", 1),
        }
    }

    /// Returns code and place.
    fn name(&self) -> &str {
        self.title.find('[').map_or(&self.title, |at| &self.title[at..])
    }
}

/// The diagnostics of `check`, by code and place.
struct Said(HashMap<String, Vec<String>>);

impl Said {
    fn of(findings: impl Iterator<Item = Finding>) -> Self {
        let mut said: HashMap<String, Vec<String>> = HashMap::new();
        findings.for_each(|finding| said.entry(finding.name().to_owned()).or_default().push(finding.body));
        Said(said)
    }

    /// Returns whether a diagnostic is among them, and is the only one with its title.
    fn has(&self, finding: &Finding) -> bool {
        self.0.get(finding.name()).is_some_and(|bodies| *bodies == [&*finding.body])
    }
}

/// Returns a document without the original of its source, which is the file.
fn without_text(document: &str, sample: &Sample) -> Result<String, String> {
    let key = if sample.format.is_binary() { "base64" } else { "text" };
    let start = format!(",\n      \"{key}\": ");
    let sources = document.find("\n  \"sources\": [\n").ok_or("no sources")?;
    let at = sources + document[sources..].find(&start).ok_or("no original of the source")?;
    let (text, behind) = document[at + start.len()..].split_once('\n').ok_or("no end")?;
    let text: String = serde_json::from_str(text).map_err(|e| format!("{e} in the original of the source"))?;
    let is_the_files = match sample.format.is_binary() {
        true => STANDARD.decode(&text).is_ok_and(|bytes| bytes == **sample.bytes),
        false => text == sample.text(),
    };
    if !is_the_files || behind.contains(&start) {
        return Err("the original of the source is not the file".into());
    }
    Ok(format!("{}\n{behind}", &document[..at]))
}

/// Checks that the table of diagnostics has those of the document.
fn are_those_of(document: &[u8], table: &[u8]) -> Result<(), String> {
    let document: Value = serde_json::from_slice(document).map_err(|e| e.to_string())?;
    let diagnostics = document["diagnostics"].as_array().ok_or("no diagnostics")?;
    let columns = ["code", "severity", "message", "file", "line", "column", "length", "offset", "help"];
    let columns: Vec<&str> =
        columns.into_iter().filter(|column| diagnostics.iter().any(|d| !d[column].is_null())).collect();
    let cell = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) if text.is_empty() || text.starts_with('\\') => format!("\\{text}"),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let name = |&column: &&str| match column {
        "column" => "column_number".to_owned(),
        "offset" => "byte_offset".to_owned(),
        column => column.to_owned(),
    };
    let mut expected = vec![columns.iter().map(name).collect::<Vec<String>>()];
    expected.extend(diagnostics.iter().map(|d| columns.iter().map(|column| cell(&d[column])).collect()));
    let mut rows = csv::ReaderBuilder::new().has_headers(false).from_reader(table);
    let rows: Result<Vec<Vec<String>>, _> = rows.deserialize().collect();
    if rows.as_ref().is_ok_and(|rows| *rows == expected) {
        return Ok(());
    }
    Err(format!("the table of diagnostics has {rows:?}, and the document {expected:?}"))
}

/// Returns the schema of documents, compiled once.
fn validator() -> &'static Validator {
    static VALIDATOR: OnceLock<Validator> = OnceLock::new();
    VALIDATOR.get_or_init(|| {
        let schema = Command::cargo_bin("ludex").unwrap().arg("schema").output().unwrap();
        jsonschema::validator_for(&serde_json::from_slice(&schema.stdout).unwrap()).unwrap()
    })
}
