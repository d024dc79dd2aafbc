//! Recognizes reports of results that the judge mailed. They are not read yet.

use crate::formats::{Block, Evidence, Facts, Format, Kind, Probe};
use crate::text::{Diagnostic, Encoding};

use super::codes;

/// A report of results by the judge; recognized, not read.
pub static REPORT: Format = Format {
    id: "njudge-report",
    name: "nJudge report of results (known, not read yet)",
    facts: Facts {
        about: "A report of results that nJudge, the e-mail judge, mailed. It is recognized, and not read yet.",
        ..Facts::NONE
    },
    family: "diplomacy",
    file_names: &[],
    extension: "txt",
    max_file_size: usize::MAX,
    most_statements: usize::MAX,
    encoding: Encoding::UTF_8,
    codes: &[],
    json_keys: &[],
    may_be_text: may_be,
    identify,
    kind: Kind::NotRead(not_read),
    joins: None,
    variant_of: None,
    board_lookup: None,
};

fn not_read() -> Diagnostic {
    let message = "this is a report of results that the judge mailed; Ludex cannot read reports yet";
    Diagnostic::error(&codes::REPORT_NOT_READ, message).help(codes::REPORT_NOT_READ.advice)
}

fn may_be(block: &Block<'_>) -> bool {
    let is_behind = |at: usize| [&b" result"[..], b" order"].iter().any(|word| block.bytes[..at].ends_with(word));
    memchr::memmem::find_iter(block.bytes, "s for ").any(is_behind)
}

/// Looks for a line such as `Movement results for Spring of 1901. (game.001)` near the top, quoted by a mail or not.
fn identify(probe: &Probe<'_>) -> Option<Evidence> {
    let text = String::from_utf8_lossy(&probe.bytes[..probe.bytes.len().min(16 * 1024)]);
    let is_head = |line: &str| {
        let line = line.trim_start_matches(['>', ' ', '\t']);
        let Some((kind, rest)) = line.split_once(' ') else { return false };
        let Some((what, rest)) = rest.split_once(" for ") else { return false };
        ["Movement", "Retreat", "Adjustment"].contains(&kind)
            && ["results", "orders"].contains(&what)
            && [" of 1", " of 2", " of "].iter().any(|of| rest.contains(of))
            && rest.contains('(')
    };
    let head = text.lines().find(|line| is_head(line))?;
    Some(Evidence { confidence: 97, reasons: vec![format!("the line {}", crate::text::printable::quoted(head))] })
}
