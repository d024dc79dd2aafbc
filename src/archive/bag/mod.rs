//! BagIt bags (RFC 8493): a folder with its payload in `data/`, and manifests with the hash of each file.

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

/// Folder of the payload.
pub const PAYLOAD: &str = "data";

/// Folder of files about the payload.
pub const METADATA: &str = "metadata";

/// File that makes a folder a bag. It is written last.
const DECLARATION: &str = "bagit.txt";

/// Content of the declaration.
const DECLARED: &str = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n";

/// File with information about the bag for people.
const INFO: &str = "bag-info.txt";

/// Element of the bag's information with the number of bytes and files in the payload.
const OXUM: &str = "Payload-Oxum";

/// Manifest of the payload.
const MANIFEST: &str = "manifest-sha256.txt";

/// Manifest of all other files.
const TAG_MANIFEST: &str = "tagmanifest-sha256.txt";

/// Encodes a path for a manifest, in which a line end would end the entry.
fn encoded(path: &str) -> String {
    path.replace('%', "%25").replace('\n', "%0A").replace('\r', "%0D")
}

/// Decodes a path from a manifest.
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
            // Other programs do not encode percent signs.
            _ => ('%', 1),
        };
        decoded.push(c);
        rest = &rest[at + length..];
    }
    decoded + rest
}

/// Limit of a manifest's line, in bytes.
const MAX_LINE: u64 = 1 << 16;

/// Limit of files that are reported one by one.
const MAX_TOLD: usize = 1_000;

/// Callback that receives the number of a manifest's line, and its hexadecimal hash and path; `None` if the line is
/// invalid.
type TellLine<'t> = dyn FnMut(usize, Option<(&str, String)>) + 't;

/// Passes each line of a manifest to `tell`.
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

/// Returns a short hash that identifies a path among those of a bag, in less memory than the path.
fn brief(path: &str) -> [u8; 16] {
    let hash = Sha256::digest(path);
    let mut brief = [0; 16];
    brief.copy_from_slice(&hash[..16]);
    brief
}

/// Returns the files in a folder of a bag and in those below it, in the order of their names: each as its path in the
/// bag, with forward slashes, or as the error about it.
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

/// Sets the file of the bag that a diagnostic is about.
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
        // Other programs encode only line ends, or use small letters.
        assert_eq!(decoded("data/100%.txt%0a%"), "data/100%.txt\n%");
        assert_eq!(decoded("%é%2"), "%é%2");
    }
}
