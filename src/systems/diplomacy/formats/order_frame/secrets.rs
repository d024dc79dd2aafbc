//! Finds the parts of a mail to the judge that must not be printed, whatever format it is read as.

use std::ops::Range;

use crate::model::commands::{is_like_an_order, password_in};
use crate::systems::diplomacy::formats::judge_grammar;
use crate::text::lines::dos_lines;

/// Returns the spans of passwords, and of lines that are neither orders nor commands: such a line may be a misspelt
/// `SIGNON` with its password, and the head of a mail has addresses.
pub fn secrets(text: &str) -> Vec<Range<usize>> {
    let secret = |line: crate::text::lines::Line| {
        let content = text.get(line.span())?;
        if let Some(password) = password_in(content) {
            return Some(line.start + password.start..line.start + password.end);
        }
        let is_harmless = judge_grammar::special(content).is_some() || is_like_an_order(content);
        (!is_harmless).then(|| line.span())
    };
    dos_lines(text).into_iter().filter_map(secret).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_and_what_may_be_a_command_are_hidden() {
        let text = "From: Joe\nSIGNON Fwinter sesame\nSIGNN Fwinter sesame\nPHASE S 1901 M\na pra-bur\nSIGNOFF\n";
        let hidden: Vec<&str> = secrets(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(hidden, ["From: Joe", "sesame", "SIGNN Fwinter sesame"]);
    }
}
