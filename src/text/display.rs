//! Display of a diagnostic as one line, for programs that print errors.

use std::error::Error;
use std::fmt;

use super::printable::printable;
use super::{Diagnostic, Severity};

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

/// Writes one line, as compilers do: `WAR18.DAT:49:1: warning[GW012]: the owner of Brazil is "7"`. Control characters
/// are made visible.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = [self.file.clone(), self.member.clone()].into_iter().flatten();
        let numbers = [self.line, self.column].into_iter().flatten().map(|number| number.to_string());
        let mut place: Vec<String> = place.chain(numbers).collect();
        place.extend(self.offset.map(|offset| format!("byte {offset}")));
        if !place.is_empty() {
            write!(f, "{}: ", printable(&place.join(":")))?;
        }
        write!(f, "{}[{}]: {}", self.severity, self.code, printable(&self.message))?;
        match &self.path {
            Some(path) if place.len() < 2 => write!(f, " (at {path})"),
            _ => Ok(()),
        }
    }
}

impl Error for Diagnostic {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::codes;

    #[test]
    fn a_diagnostic_is_one_line_with_its_place() {
        let d = Diagnostic::warning(&codes::MISNAMED, "odd").help("look");
        assert_eq!(d.to_string(), "warning[IO030]: odd");
        let d = d.in_file("a/WAR01.DAT").on("game.state");
        assert_eq!(d.to_string(), "a/WAR01.DAT: warning[IO030]: odd (at game.state)");
        let placed = Diagnostic { line: Some(3), column: Some(7), ..d.clone() };
        assert_eq!(placed.to_string(), "a/WAR01.DAT:3:7: warning[IO030]: odd");
        let in_bytes = Diagnostic { offset: Some(12), member: Some("x".into()), ..d };
        assert_eq!(in_bytes.to_string(), "a/WAR01.DAT:x:byte 12: warning[IO030]: odd");
        let hostile = Diagnostic::warning(&codes::MISNAMED, "\u{1b}[2J").in_file("a\nb\u{202e}");
        assert_eq!(hostile.to_string(), "a␊b\u{fffd}: warning[IO030]: ␛[2J");
    }
}
