//! Measures the work on a whole disk: the program itself over 10,000 files in folders and over the same files in ZIP
//! archives, with one output for each file, and identifying foreign files in archives. `cargo bench --bench disk`
//! prints microseconds per file, beside the floor in the same run, with one thread and with two. Nothing is asserted.
//!
//! The floor does only what cannot be avoided: it reads the same bytes, unpacks them, and writes as many new files with
//! as many bytes, in the same way: to a locked temporary file, which then gets its name. For comparison there is also a
//! floor that writes in place, as no program may that leaves no half files. Of a foreign file the floor unpacks the
//! first block.
#![allow(missing_docs)]

use std::fs::{self, File};
use std::hint::black_box;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::bufread::DeflateDecoder;
use flate2::write::DeflateEncoder;
use ludex::internals::conversion::{self, ReadOptions};
use ludex::internals::formats::{self, BLOCK_LENGTH};
use rayon::prelude::*;
use tempfile::NamedTempFile;

const FILES: usize = 10_000;
/// Number of files in a folder, and in an archive.
const TOGETHER: usize = 100;
const ROUNDS: usize = 5;

fn main() -> io::Result<()> {
    let desk = tempfile::tempdir()?;
    let game = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/war-dat/good/playing.DAT"))?;
    let output = document(&game);
    let folders = folders(&desk.path().join("folders"), &game)?;
    let archives = archives(&desk.path().join("archives"), "DAT", |_| game.clone())?;
    let foreign = archives_of_texts(&desk.path().join("foreign"))?;

    println!("{FILES} files, microseconds a file, medians of {ROUNDS}:");
    println!("{:44} {:>9} {:>9} {:>9} {:>9} {:>14}", "", "1 job", "floor", "2 jobs", "floor", "gain of floor's");
    let write = |index: usize, out: &Path, is_in_place: bool| {
        let folder = out.join(format!("{:02}", index / TOGETHER));
        fs::create_dir_all(&folder)?;
        let path = folder.join(format!("WAR{:02}.DAT.json", index % TOGETHER));
        if is_in_place {
            return fs::write(path, &output);
        }
        let mut file = NamedTempFile::new_in(&folder)?;
        file.as_file().try_lock()?;
        file.write_all(&output)?;
        file.persist_noclobber(path)?;
        Ok(())
    };
    for (what, is_in_place) in [("convert, in folders", false), ("    the floor written in place", true)] {
        compare(what, &desk, &["convert", "-q", "-t", "json", "-o"], "folders", &|out| {
            folders.par_iter().enumerate().try_for_each(|(index, path)| {
                black_box(fs::read(path)?);
                write(index, out, is_in_place)
            })
        })?;
    }
    compare("convert, in ZIP archives", &desk, &["convert", "-q", "-t", "json", "-o"], "archives", &|out| {
        archives.par_iter().enumerate().try_for_each(|(index, member)| {
            black_box(member.unpacked(usize::MAX)?);
            write(index, out, false)
        })
    })?;
    compare("identify foreign files, in ZIP archives", &desk, &["identify"], "foreign", &|_| {
        foreign.par_iter().try_for_each(|member| member.unpacked(BLOCK_LENGTH).map(|block| drop(black_box(block))))
    })
}

/// Runs the program and the floor alternately, with one thread and with two.
fn compare(
    what: &str,
    desk: &tempfile::TempDir,
    arguments: &[&str],
    disk: &str,
    floor: &(dyn Fn(&Path) -> io::Result<()> + Sync),
) -> io::Result<()> {
    let mut medians = Vec::new();
    for jobs in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build().map_err(io::Error::other)?;
        let (mut ours, mut floors) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            ours.push(timed(desk, |out| {
                let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
                command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
                if arguments.contains(&"-o") {
                    command.arg(out);
                }
                let status = command.arg(desk.path().join(disk)).args(["--jobs", &jobs.to_string()]).status()?;
                // `identify` ends with an error status if files are foreign.
                if status.code().is_some_and(|code| code < 2) { Ok(()) } else { Err(io::Error::other("it failed")) }
            })?);
            floors.push(timed(desk, |out| pool.install(|| floor(out)))?);
        }
        medians.extend([median(ours), median(floors)]);
    }
    let [one, floor_of_one, two, floor_of_two] = medians[..] else { return Ok(()) };
    let gain = (one / two) / (floor_of_one / floor_of_two);
    println!("{what:44} {one:9.1} {floor_of_one:9.1} {two:9.1} {floor_of_two:9.1} {gain:14.2}");
    println!("{:44} {:>9} {:9.2} {:>9} {:9.2}", "    of the floor", "", one / floor_of_one, "", two / floor_of_two);
    Ok(())
}

/// Returns the duration of a run with a new output folder.
fn timed(desk: &tempfile::TempDir, run: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<Duration> {
    let out = desk.path().join("out");
    let start = Instant::now();
    run(&out)?;
    let time = start.elapsed();
    match fs::remove_dir_all(&out) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(time),
    }
}

/// Returns the median in microseconds per file.
fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1e6 / FILES as f64
}

/// Returns the document that a game is converted to.
fn document(game: &[u8]) -> Vec<u8> {
    let reading = conversion::read("WAR01.DAT", game, &ReadOptions::default());
    reading.document.and_then(|document| formats::json::write(&document).ok()).unwrap_or_default()
}

fn folders(root: &Path, game: &[u8]) -> io::Result<Vec<PathBuf>> {
    let file = |index: usize| {
        let folder = root.join(format!("{:02}", index / TOGETHER));
        fs::create_dir_all(&folder)?;
        let path = folder.join(format!("WAR{:02}.DAT", index % TOGETHER));
        fs::write(&path, game)?;
        Ok(path)
    };
    (0..FILES).map(file).collect()
}

/// Writes archives of mails and logs, which are longer than the first block.
fn archives_of_texts(root: &Path) -> io::Result<Vec<Packed>> {
    let words: Vec<&str> =
        "the sysop says that a modem was bought last week and that the old disk is full".split(' ').collect();
    archives(root, "TXT", |index| {
        let word = |at: usize| words[(at * 7 + index * 13 + at * at / 5) % words.len()];
        (0..4_000)
            .map(|at| format!("{}{}", word(at), if at % 11 == 10 { "\r\n" } else { " " }))
            .collect::<String>()
            .into()
    })
}

/// A member that is packed with deflate, and its position.
struct Packed {
    archive: PathBuf,
    start: u64,
    length: usize,
    size: usize,
}

impl Packed {
    /// Returns at most `most` bytes of the member.
    fn unpacked(&self, most: usize) -> io::Result<Vec<u8>> {
        let mut file = File::open(&self.archive)?;
        file.seek(SeekFrom::Start(self.start))?;
        // Packed, the block takes less than twice its size.
        let mut packed = vec![0; self.length.min(most.saturating_mul(2))];
        file.read_exact(&mut packed)?;
        let mut bytes = Vec::with_capacity(self.size.min(most));
        DeflateDecoder::new(&packed[..]).take(most as u64).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// Writes ZIP archives of files whose content is generated one by one.
fn archives(root: &Path, extension: &str, content: impl Fn(usize) -> Vec<u8>) -> io::Result<Vec<Packed>> {
    fs::create_dir_all(root)?;
    let mut members = Vec::new();
    for first in (0..FILES).step_by(TOGETHER) {
        let archive = root.join(format!("{:02}.ZIP", first / TOGETHER));
        let (mut bytes, mut directory) = (Vec::new(), Vec::new());
        for index in 0..TOGETHER {
            let (name, content) = (format!("WAR{index:02}.{extension}"), content(first + index));
            let mut packer = DeflateEncoder::new(Vec::new(), Compression::default());
            packer.write_all(&content)?;
            let packed = packer.finish()?;
            let start = bytes.len();
            let header = header(&name, &content, &packed);
            bytes.extend([b"PK\x03\x04", &header[..], name.as_bytes()].concat());
            members.push(Packed {
                archive: archive.clone(),
                start: bytes.len() as u64,
                length: packed.len(),
                size: content.len(),
            });
            bytes.extend(packed);
            directory.extend([b"PK\x01\x02\x14\0", &header[..], &[0; 10], &number(start), name.as_bytes()].concat());
        }
        let counts = [TOGETHER as u16; 2].map(u16::to_le_bytes).concat();
        let (start, length) = (number(bytes.len()), number(directory.len()));
        bytes.extend([&directory[..], b"PK\x05\x06\0\0\0\0", &counts, &length, &start, &[0; 2]].concat());
        fs::write(&archive, bytes)?;
    }
    Ok(members)
}

/// Returns the part of a header that stands both before a member and in the directory.
fn header(name: &str, content: &[u8], packed: &[u8]) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(content);
    let name = (name.len() as u16).to_le_bytes();
    let numbers = [crc.sum(), packed.len() as u32, content.len() as u32].map(u32::to_le_bytes).concat();
    // Version 2.0, no flags, deflate, 1 January 1993 at midnight.
    [b"\x14\0\0\0\x08\0\0\0\x21\x1a", &numbers[..], &name, &[0; 2]].concat()
}

fn number(number: usize) -> [u8; 4] {
    (number as u32).to_le_bytes()
}
