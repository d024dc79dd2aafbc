//! Checks that `inspect --hex` shows all bytes of a file in their order, with each line within the terminal.

use libtest_mimic::Trial;
use ludex::internals::conversion::{self, ReadOptions, ReadOutcome};
use ludex::internals::text::hidden::Hidden;
use ludex::internals::text::{Diagnostic, Encoding};
use ludex::internals::view::{HexSource, write_hex};

use super::files::Sample;
use super::trial;

pub fn trials(sample: &Sample) -> Vec<Trial> {
    let tested = sample.clone();
    vec![trial(sample.test_name("hex"), move || every_byte_is_shown(&tested))]
}

/// Returns the dump of a file that was read, with its diagnostics.
pub fn dump_of(
    reading: &ReadOutcome,
    bytes: &[u8],
    diagnostics: &[Diagnostic],
    hidden: &Hidden,
    width: usize,
) -> String {
    let document = reading.document.as_ref();
    let source = HexSource {
        name: "game",
        bytes,
        format: reading.format,
        text: reading.text.as_deref(),
        encoding: document.and_then(|d| Encoding::named(&d.sources.first()?.encoding)),
        board: document.and_then(|d| d.game.board.as_ref()),
        diagnostics,
        hidden,
    };
    let mut out = Vec::new();
    write_hex(&source, width, false, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Returns the bytes in the rows of a dump of a width; `None` for those that are hidden.
pub fn bytes_of(dump: &str, width: usize) -> Vec<Option<u8>> {
    let mut bytes: Vec<Option<u8>> = Vec::new();
    let mut last: Vec<Option<u8>> = Vec::new();
    let mut is_repeated = false;
    let row = [32, 16, 8].into_iter().find(|row| 6 + 1 + 4 * row < width).unwrap();
    for line in dump.lines() {
        let Some((offset, rest)) = line.split_once(' ').filter(|(offset, _)| offset.len() >= 6) else {
            is_repeated |= line == "*";
            continue;
        };
        let Ok(offset) = usize::from_str_radix(offset, 16) else { continue };
        while is_repeated && bytes.len() < offset {
            bytes.extend_from_slice(&last);
        }
        is_repeated = false;
        if offset != bytes.len() {
            continue;
        }
        let byte = |index: usize| match rest.get(3 * index..3 * index + 3)? {
            "** " => Some(None),
            digits => Some(Some(u8::from_str_radix(digits.strip_suffix(' ')?, 16).ok()?)),
        };
        last = (0..row).map_while(byte).collect();
        bytes.extend_from_slice(&last);
    }
    bytes
}

fn every_byte_is_shown(sample: &Sample) -> Result<(), String> {
    let options =
        ReadOptions { format: Some(sample.format.id.to_owned()), board: sample.board(), ..ReadOptions::default() };
    let reading = conversion::read(&sample.name(), &sample.bytes, &options);
    for width in [40, 80, 200] {
        let dump = dump_of(&reading, &sample.bytes, &reading.diagnostics, Hidden::NOTHING, width);
        let shown: Vec<u8> = bytes_of(&dump, width).into_iter().flatten().collect();
        if shown != **sample.bytes {
            let same = shown.iter().zip(sample.bytes.iter()).take_while(|(a, b)| a == b).count();
            return Err(format!(
                "{} of {} bytes are shown, the first {same}:\n{dump}",
                shown.len(),
                sample.bytes.len()
            ));
        }
        if let Some(line) = dump.lines().find(|line| line.chars().count() > width || line.contains(char::is_control)) {
            return Err(format!("at {width} columns: {line:?}"));
        }
        let errors = reading.diagnostics.iter().filter(|d| d.is_error() && (d.line.is_some() || d.offset.is_some()));
        let missing = errors.map(|d| format!("! error[{}]", d.code)).find(|mark| !dump.contains(mark.as_str()));
        if let (Some(mark), true) = (missing, reading.text.is_some()) {
            return Err(format!("{mark} is missing:\n{dump}"));
        }
    }
    Ok(())
}
