//! BagIt bags (RFC 8493): a folder with its payload in `data/`, and manifests of the hash of each file.

mod validate;
mod writer;

pub use validate::{is_bag, validate};
pub use writer::{Bag, Payload};

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use sha2::{Digest, Sha256};
use walkdir::WalkDir;

use super::inputs::reason;
use crate::text::{Diagnostic, codes};

/// The folder of the payload.
pub const PAYLOAD: &str = "data";

/// The folder of what is told of the payload.
pub const METADATA: &str = "metadata";

/// The file that makes a folder a bag. It is written last.
const DECLARATION: &str = "bagit.txt";

/// What the declaration says.
const DECLARED: &str = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n";

/// The file with what people want to know of a bag.
const INFO: &str = "bag-info.txt";

/// The element that says how much there is in the payload.
const OXUM: &str = "Payload-Oxum";

/// The manifest of the payload.
const MANIFEST: &str = "manifest-sha256.txt";

/// The manifest of all other files.
const TAG_MANIFEST: &str = "tagmanifest-sha256.txt";

/// A path as manifests have it: a line end would end the line.
fn encoded(path: &str) -> String {
    path.replace('%', "%25").replace('\n', "%0A").replace('\r', "%0D")
}

/// The path that a manifest means.
fn decoded(path: &str) -> String {
    let mut decoded = String::with_capacity(path.len());
    let mut rest = path;
    while let Some(at) = rest.find('%') {
        decoded.push_str(&rest[..at]);
        let escape = rest.get(at..at + 3).map(str::to_ascii_uppercase);
        let (c, length) = match escape.as_deref() {
            Some("%25") => ('%', 3),
            Some("%0A") => ('\n', 3),
            Some("%0D") => ('\r', 3),
            // Others write it as it is.
            _ => ('%', 1),
        };
        decoded.push(c);
        rest = &rest[at + length..];
    }
    decoded + rest
}

/// The longest line of a manifest, in bytes.
const MAX_LINE: u64 = 1 << 16;

/// How many files are told of one by one.
const MAX_TOLD: usize = 1_000;

/// Takes a line of a manifest by its number: its hash in hexadecimal and its path, or that it is no such line.
type TellLine<'t> = dyn FnMut(usize, Option<(&str, String)>) + 't;

/// Tells of each line of a manifest.
fn read_manifest(path: &Path, tell: &mut TellLine<'_>) -> io::Result<()> {
    let (mut reader, mut line) = (BufReader::new(File::open(path)?), Vec::new());
    for number in 1.. {
        line.clear();
        if reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let text = std::str::from_utf8(&line).ok().map(|text| text.trim_end_matches(['\n', '\r']));
        if text == Some("") {
            continue;
        }
        let entry = text.and_then(|text| {
            let (hash, path) = text.split_once([' ', '\t'])?;
            let is_hash = !hash.is_empty() && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
            is_hash.then(|| (hash, decoded(path.trim_start_matches([' ', '\t']))))
        });
        tell(number, entry);
        if line.len() as u64 == MAX_LINE {
            break;
        }
    }
    Ok(())
}

/// What tells a path from all others of a bag, in less memory than a path.
fn brief(path: &str) -> [u8; 16] {
    let hash = Sha256::digest(path);
    let mut brief = [0; 16];
    brief.copy_from_slice(&hash[..16]);
    brief
}

/// The files in a folder of a bag and in those below it, in the order of their names: each by its path in the bag, with
/// forward slashes, or what is wrong with it.
fn files_below<'b>(bag: &'b Path, folder: &str) -> impl Iterator<Item = Result<String, Diagnostic>> + use<'b> {
    let walk = WalkDir::new(bag.join(folder)).sort_by_file_name().into_iter();
    walk.filter_map(move |entry| {
        let entry = match entry {
            Ok(entry) if entry.file_type().is_dir() => return None,
            Ok(entry) => entry,
            Err(error) => {
                let why = error.io_error().map_or_else(|| error.to_string(), reason);
                let path = error.path().unwrap_or(bag).strip_prefix(bag).unwrap_or(bag).to_string_lossy().into_owned();
                return Some(Err(of_file(
                    Diagnostic::error(&codes::CANNOT_READ, format!("cannot be read: {why}")),
                    path,
                )));
            }
        };
        let place = entry.path().strip_prefix(bag).unwrap_or(entry.path());
        let shown = place.to_string_lossy().into_owned();
        if !entry.file_type().is_file() {
            let message = "not a regular file, and a bag holds no others";
            return Some(Err(of_file(Diagnostic::error(&codes::NOT_A_FILE, message), shown)));
        }
        let steps: Option<Vec<&str>> = place.components().map(|step| step.as_os_str().to_str()).collect();
        Some(steps.map(|steps| steps.join("/")).ok_or_else(|| {
            let message = "the name is no UTF-8, and no manifest can hold it";
            of_file(Diagnostic::error(&codes::BAD_BAG, message), shown)
        }))
    })
}

/// Names the file of the bag that is meant.
fn of_file(mut d: Diagnostic, path: String) -> Diagnostic {
    d.member = Some(path);
    d
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_comes_back_out_of_a_manifest() {
        for (path, written) in
            [("data/a b", "data/a b"), ("data/100%.txt", "data/100%25.txt"), ("a\nb\r\n%0A", "a%0Ab%0D%0A%250A")]
        {
            assert_eq!(encoded(path), written);
            assert_eq!(decoded(written), path);
        }
        // As programs write it that know of line ends only, or in small letters.
        assert_eq!(decoded("data/100%.txt%0a%"), "data/100%.txt\n%");
        assert_eq!(decoded("%é%2"), "%é%2");
    }
}
