//! Measures the identification of files, in microseconds of one core per file: of foreign files of the kinds that lie
//! beside games on old disks, and of files of each format in comparison with reading them with `-f`. `cargo bench
//! --bench naming`, with folders of your own behind `--`. Nothing is asserted.
#![allow(missing_docs)]

use std::fs::{self, File};
use std::hint::black_box;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ludex::internals::conversion::{self, ReadOptions, WriteOptions};
use ludex::internals::formats::{self, Block, FORMATS, Format, Probe};
use walkdir::WalkDir;

/// The name and the bytes of a file.
type Named = (String, Vec<u8>);

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders: Vec<PathBuf> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).map(Into::into).collect();
    println!("foreign files, microseconds a file:      files  first block     naming");
    if folders.is_empty() {
        foreign("source code", &[root.join("src"), root.join("tests"), root.join("benches")]);
        row("mails", &mails(), None);
        row("logs and tables", &tables(), None);
    } else {
        folders.iter().for_each(|folder| foreign(&folder.display().to_string(), std::slice::from_ref(folder)));
    }
    if folders.is_empty() {
        own(&root.join("fixtures"));
    }
}

/// Measures files below folders, first read as far as identification needs, then identified.
fn foreign(what: &str, folders: &[PathBuf]) {
    let paths: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| WalkDir::new(folder).into_iter().flatten())
        .filter(|entry| entry.file_type().is_file())
        .map(walkdir::DirEntry::into_path)
        .collect();
    let block = |path: &PathBuf| {
        let mut bytes = Vec::new();
        File::open(path).and_then(|file| file.take(8 << 10).read_to_end(&mut bytes)).map(|_| bytes)
    };
    let reading = least(|| paths.iter().for_each(|path| drop(black_box(block(path)))));
    let name = |path: &PathBuf| path.file_name().map(|name| name.to_string_lossy().into_owned());
    let files: Vec<Named> = paths.iter().filter_map(|path| Some((name(path)?, fs::read(path).ok()?))).collect();
    row(what, &files, Some(reading));
}

fn row(what: &str, files: &[Named], reading: Option<Duration>) {
    let naming = least(|| {
        for (name, bytes) in files {
            black_box(conversion::identify(name, bytes, None));
        }
    });
    let claimed = files.iter().filter_map(|(name, bytes)| Some((name, conversion::identify(name, bytes, None)?)));
    let each = |time: Duration| time.as_secs_f64() * 1e6 / files.len().max(1) as f64;
    let reading = reading.map_or("-".into(), |time| format!("{:.1}", each(time)));
    println!("  {what:36} {:8} {reading:>12} {:10.1}", files.len(), each(naming));
    for (name, format) in claimed {
        println!("    claimed: {name} as {}", format.id);
    }
    if std::env::var_os("LUDEX_BY_FORMAT").is_some() {
        println!("    {:34} left open  first block     naming", "of which");
        FORMATS.iter().for_each(|format| by_format(format, files));
    }
}

/// Counts the files that might be of a format according to their first blocks, and measures ruling out the others and
/// examining these.
fn by_format(format: &Format, files: &[Named]) {
    let probes: Vec<Probe<'_>> = files.iter().map(|(name, bytes)| Probe { name, bytes, board: None }).collect();
    let blocks: Vec<Block<'_>> = probes.iter().map(Block::from).collect();
    let open: Vec<&Probe<'_>> =
        probes.iter().zip(&blocks).filter(|(_, block)| format.may_be(block)).map(|(probe, _)| probe).collect();
    let ruling_out = least(|| blocks.iter().for_each(|block| _ = black_box(format.may_be(block))));
    let proof = least(|| open.iter().for_each(|probe| drop(black_box((format.identify)(probe)))));
    let each = |time: Duration| time.as_secs_f64() * 1e6 / files.len().max(1) as f64;
    println!("    {:34} {:9} {:12.2} {:10.2}", format.id, open.len(), each(ruling_out), each(proof));
}

/// Measures the files of each format: identified, read with `-f`, and read without.
fn own(fixtures: &Path) {
    println!("own files, microseconds a file:          files       naming    with -f    without   ratio");
    for format in FORMATS.iter().filter(|format| format.text().is_some()) {
        let files: Vec<Named> = WalkDir::new(fixtures)
            .into_iter()
            .flatten()
            .filter(|entry| entry.file_type().is_file() && entry.path().components().any(|c| c.as_os_str() == "good"))
            .filter_map(|entry| Some((entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).ok()?)))
            .filter(|(name, bytes)| {
                conversion::identify(name, bytes, None).is_some_and(|found| std::ptr::eq(found, *format))
            })
            .collect();
        let documents: Vec<Named> = files.iter().filter_map(|(name, bytes)| document(name, bytes)).collect();
        line(format.id, format.id, &files);
        line(&format!("{} as JSON", format.id), "json", &documents);
    }
}

fn document(name: &str, bytes: &[u8]) -> Option<Named> {
    let reading = conversion::read(name, bytes, &ReadOptions::default());
    let (outputs, _) = conversion::write(&reading.document?, formats::format("json")?, &WriteOptions::default());
    match outputs.into_iter().next()?.content {
        conversion::Content::File(bytes) => Some((format!("{name}.json"), bytes)),
        conversion::Content::Folder(_) => None,
    }
}

fn line(what: &str, format: &str, files: &[Named]) {
    let read = |options: &ReadOptions| {
        least(|| files.iter().for_each(|(name, bytes)| drop(black_box(conversion::read(name, bytes, options)))))
    };
    let given = read(&ReadOptions { format: Some(format.into()), ..ReadOptions::default() });
    let guessed = read(&ReadOptions::default());
    let naming = least(|| {
        for (name, bytes) in files {
            black_box(conversion::identify(name, bytes, None));
        }
    });
    let each = |time: Duration| time.as_secs_f64() * 1e6 / files.len().max(1) as f64;
    let ratio = guessed.as_secs_f64() / given.as_secs_f64();
    println!(
        "  {what:36} {:8} {:12.1} {:10.1} {:10.1} {ratio:7.2}",
        files.len(),
        each(naming),
        each(given),
        each(guessed)
    );
}

/// Returns the least duration of several runs; other work on the machine only makes them longer.
fn least(mut run: impl FnMut()) -> Duration {
    let time = |()| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    std::iter::repeat_n((), 5).map(time).min().unwrap_or_default()
}

const WORDS: &str = "the army of Austria moves to Galicia in spring while England and France hold the channel so I \
    propose a draw to all players of this game because my computer is slow and nobody has sent orders since Monday";

fn prose(seed: usize, words: usize) -> String {
    let all: Vec<&str> = WORDS.split_whitespace().collect();
    let word = |i: usize| all[(i * 7 + seed * 13 + i * i / 5) % all.len()];
    (0..words).map(|i| if i % 11 == 10 { format!("{}\n", word(i)) } else { format!("{} ", word(i)) }).collect()
}

/// Returns mails of 2 to 20 kB, with headers, quoted lines and signatures.
fn mails() -> Vec<Named> {
    let mail = |i: usize| {
        let head = format!(
            "From player{i}@example.org Mon Jan  4 12:00:{:02} 1993\nReceived: by example.org (5.61)\n\
             From: \"Player {i}\" <player{i}@example.org>\nTo: judge@example.org\nSubject: Re: game {i}\n\n",
            i % 60
        );
        let quoted: String = prose(i, 60).lines().map(|line| format!("> {line}\n")).collect();
        format!("{head}{quoted}\n{}\n-- \nPlayer {i}, Paris - Berlin\n", prose(i + 3, 300 + i % 20 * 150))
    };
    (0..200).map(|i| (format!("{i}.eml"), mail(i).into_bytes())).collect()
}

/// Returns logs, CSV, HTML and JSON of other programs, 10 kB each.
fn tables() -> Vec<Named> {
    let lines = |line: &dyn Fn(usize) -> String| (0..200).map(line).collect::<String>();
    let log =
        lines(&|i| format!("Jan {:2} 12:{:02}:07 host daemon[{}]: session {i} opened\n", i % 30 + 1, i % 60, i * 7));
    let numbers = lines(&|i| format!("{i},{},{}.5,{}\n", i * 3, i % 7, i * i));
    let csv = lines(&|i| format!("\"Name {i}\",{i},Paris,\"a text, with a comma\",1993-01-{:02}\n", i % 28 + 1));
    let html = lines(&|i| format!("<li><a href=\"page{i}.html\">Chapter {i}: the army - and the fleet</a></li>\n"));
    let json = format!("{{\"items\": [{}]}}", lines(&|i| format!("{{\"id\": {i}, \"name\": \"n{i}\"}},\n")));
    let files = [("x.log", log), ("n.csv", numbers), ("t.csv", csv), ("i.html", html), ("p.json", json)];
    files.into_iter().map(|(name, text)| (name.into(), text.into_bytes())).collect()
}
