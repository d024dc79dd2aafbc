//! Checks that files of older versions remain readable: the documents and packages under `fixtures/old`, and the tables
//! of every file with the names that they had before.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::Trial;
use ludex::internals::conversion::{self, Content, Original, ReadOptions, WriteOptions};
use ludex::internals::model::Document;
use ludex::internals::tables::{Renamed, renamings};
use ludex::internals::text::Severity;
use serde_json::Value;

use super::files::{Sample, files_in, fixtures};
use super::trial;

type Folder = HashMap<String, Vec<u8>>;

/// Returns a test for each document and package that an older version wrote.
pub fn of_old_versions() -> Vec<Trial> {
    let versions = folders_in(&fixtures().join("old"));
    let folders: Vec<PathBuf> = versions.iter().flat_map(|version| folders_in(version)).collect();
    let mut trials = Vec::new();
    for folder in folders {
        let name = |path: &Path| {
            let path = path.strip_prefix(fixtures().join("old")).unwrap().display();
            format!("older::{}", path.to_string().replace('/', "::"))
        };
        trials.extend(files_in(&folder).into_iter().map(|path| trial(name(&path), move || document_is_read(&path))));
        trials.extend(folders_in(&folder).into_iter().map(|path| trial(name(&path), move || package_is_read(&path))));
    }
    trials.push(trial("older::there_are_some".into(), {
        let count = trials.len();
        move || if count > 50 { Ok(()) } else { Err(format!("{count} documents and packages")) }
    }));
    trials
}

fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut folders: Vec<PathBuf> = entries.filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}

/// Checks that a document means what it meant, and gives its originals back.
fn document_is_read(path: &Path) -> Result<(), String> {
    let bytes = fs::read(path).map_err(|e| e.to_string())?;
    let reading = conversion::read("old.json", &bytes, &ReadOptions::default());
    expect(reading.diagnostics.is_empty(), || format!("{:?}", reading.diagnostics))?;
    let document = reading.document.ok_or("not read")?;
    let originals = conversion::originals(&bytes).map_err(|d| d.message)?;
    gives_back(path, &document, &originals)?;
    // The file is read as the same document today, which is written with the same bytes.
    let again = ludex::internals::formats::json::write(&document).map_err(|e| e.to_string())?;
    expect(again == bytes, || "it is written in another way".into())?;
    let [(name, bytes)] = &originals_of(path)[..] else { return Ok(()) };
    let today = conversion::read(name, bytes, &ReadOptions { format: of_format(&document), ..ReadOptions::default() });
    let today = today.document.ok_or("the file is not read today")?;
    expect(without_wording(today) == without_wording(document), || "the file is read in another way today".into())
}

/// Returns a document, and the codes of its diagnostics in place of the diagnostics: messages may have been improved
/// since, and may have more exact places.
fn without_wording(mut document: Document) -> (Document, Vec<(String, Severity)>) {
    let said = std::mem::take(&mut document.diagnostics).into_iter();
    let mut codes: Vec<_> = said.map(|d| (d.code.into_owned(), d.severity)).collect();
    codes.sort();
    (document, codes)
}

/// Checks that a package means the same as the document beside it, and gives its originals back.
fn package_is_read(path: &Path) -> Result<(), String> {
    let files = |file: &str| fs::read(path.join(file));
    let reading = conversion::read_package(&files, None);
    expect(reading.diagnostics.is_empty(), || format!("{:?}", reading.diagnostics))?;
    let document = reading.document.ok_or("not read")?;
    let originals = conversion::originals_of_package(&files).map_err(|d| format!("{d:?}"))?;
    gives_back(path, &document, &originals)?;
    let beside = path.with_extension("json");
    let beside = if beside.exists() { beside } else { path.with_file_name("odd-values.DAT.json") };
    let json = fs::read(&beside).map_err(|e| e.to_string())?;
    let reading = conversion::read("old.json", &json, &ReadOptions::default());
    expect(reading.document == Some(document), || format!("it is not {}", beside.display()))
}

/// Returns the originals of a document, from the package that was written with it.
fn originals_of(path: &Path) -> Vec<(String, Vec<u8>)> {
    let folder = path.with_extension("csv").join("originals");
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    files_in(&folder).iter().map(|path| (name(path), fs::read(path).unwrap())).collect()
}

fn of_format(document: &Document) -> Option<String> {
    document.sources.first().map(|source| source.format.clone())
}

/// Checks that the originals, both as carried and as written from the game, are the files that were read.
fn gives_back(path: &Path, document: &Document, originals: &[Original]) -> Result<(), String> {
    let files = originals_of(path);
    expect(!files.is_empty() && files.len() == originals.len(), || format!("{} originals", originals.len()))?;
    let (written, said) = conversion::write_sources(document, &WriteOptions::default());
    for (name, bytes) in &files {
        let carried = originals.iter().find(|original| original.source.name == *name).ok_or("not carried")?;
        expect(carried.is_proved && carried.bytes.as_ref().is_ok_and(|b| b == bytes), || format!("{name} is lost"))?;
        let written = written.iter().map(|(_, output)| output).find(|output| output.name.as_ref() == Some(name));
        let written = written.ok_or_else(|| format!("{name} is not written: {said:?}"))?;
        let Content::File(written) = &written.content else { return Err("a folder is written".into()) };
        expect(written == bytes, || format!("{name} is written in another way"))?;
        let good = carried.source.format.as_str();
        if let Ok(fixture) = fs::read(fixtures().join(good).join("good").join(name)) {
            expect(fixture == *bytes, || format!("the fixture {name} was another one"))?;
        }
    }
    Ok(())
}

/// Returns the test that the tables of a file, with the names of older versions, are read as the same document.
pub fn trials(sample: &Sample) -> Vec<Trial> {
    if !sample.is_readable() {
        return Vec::new();
    }
    let sample = sample.clone();
    vec![trial(sample.test_name("older_tables"), move || tables_with_older_names_are_the_same(&sample))]
}

fn tables_with_older_names_are_the_same(sample: &Sample) -> Result<(), String> {
    let format = Some(sample.format.id.to_owned());
    let options = ReadOptions { format, salvage: true, board: sample.board(), ..ReadOptions::default() };
    let document = conversion::read(&sample.name(), &sample.bytes, &options).document.ok_or("not read")?;
    for guard in [false, true] {
        let options = WriteOptions { guard, ..WriteOptions::default() };
        let (outputs, said) = conversion::write(&document, &ludex::internals::formats::CSV, &options);
        let Some(Content::Folder(files)) = outputs.into_iter().next().map(|output| output.content) else {
            return Err(format!("no tables: {said:?}"));
        };
        let mut files: Folder = files.into_iter().map(|file| (file.path, file.bytes)).collect();
        made_older(&mut files);
        let missing = || std::io::Error::from(std::io::ErrorKind::NotFound);
        let reading = conversion::read_package(&|path| files.get(path).cloned().ok_or_else(missing), None);
        expect(reading.diagnostics.is_empty(), || format!("{:?}", reading.diagnostics))?;
        expect(reading.document.as_ref() == Some(&document), || "the tables say something else".into())?;
    }
    Ok(())
}

/// Gives tables the names and columns that they had in the first version.
fn made_older(files: &mut Folder) {
    let mut descriptor: Value = serde_json::from_slice(&files["datapackage.json"]).unwrap();
    descriptor["ludex"] = 1.into();
    let mut resources = descriptor["resources"].as_array().unwrap().clone();
    let older = |table: &str, name: &str| renamings().find(|it| it.is_in == table && it.is == name);
    for resource in &mut resources {
        let table = resource["name"].as_str().unwrap().to_owned();
        let was = |name: &str| older(&table, name).map_or(name.to_owned(), |renamed: Renamed| renamed.was.to_owned());
        for field in resource["schema"]["fields"].as_array_mut().unwrap() {
            field["name"] = was(field["name"].as_str().unwrap()).into();
        }
        let mut rows = rows_of(&files[&format!("{table}.csv")]);
        rows[0].iter_mut().for_each(|name| *name = was(name));
        if table == "unknowns" {
            for row in &mut rows[1..] {
                // A part of a row may have had the name that a column has now.
                if let Some(renamed) = older(&row[0], &row[2]) {
                    (row[0], row[2]) = (renamed.was_in.to_owned(), renamed.was.to_owned());
                }
            }
        }
        files.insert(format!("{table}.csv"), written(&rows));
    }
    // Columns that were moved out of a table go back into it.
    let moved: Vec<Renamed> = renamings().filter(|renamed| renamed.is_in != renamed.was_in).collect();
    let into = |table: &Value| moved.iter().find(|renamed| Some(renamed.is_in) == table.as_str());
    let parts: Vec<Value> = resources.extract_if(.., |resource| into(&resource["name"]).is_some()).collect();
    for part in parts {
        let (name, was_in) = (part["name"].as_str().unwrap(), into(&part["name"]).unwrap().was_in);
        let rows = rows_of(&files.remove(&format!("{name}.csv")).unwrap());
        let path = format!("{was_in}.csv");
        let mut whole = rows_of(&files[&path]);
        // The first column numbers the single row.
        for (whole, row) in whole.iter_mut().zip(&rows) {
            whole.extend_from_slice(&row[1..]);
        }
        files.insert(path, written(&whole));
        let whole = resources.iter_mut().find(|resource| resource["name"] == was_in).unwrap();
        let fields = part["schema"]["fields"].as_array().unwrap()[1..].to_vec();
        whole["schema"]["fields"].as_array_mut().unwrap().extend(fields);
    }
    descriptor["resources"] = resources.into();
    files.insert("datapackage.json".into(), descriptor.to_string().into_bytes());
}

fn rows_of(table: &[u8]) -> Vec<Vec<String>> {
    csv::ReaderBuilder::new().has_headers(false).from_reader(table).deserialize().map(Result::unwrap).collect()
}

fn written(rows: &[Vec<String>]) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    rows.iter().for_each(|row| writer.write_record(row).unwrap());
    writer.into_inner().unwrap()
}

fn expect(holds: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message()) }
}
