//! Finds the lines of a seed or position file that must not be printed.

use std::ops::Range;

use super::block::{game, member, setting, standing};
use super::read::is_record;
use crate::model::secrets::is_like_a_player;
use crate::systems::diplomacy::formats::njudge::cursor::ends_block;
use crate::text::address::has_address;
use crate::text::lines::dos_lines;

/// Returns the spans of players' lines, which have addresses and passwords, and of lines that may be a part of one: any
/// with an address or as many numbers, and after the units or the first player's line every line that is not known to
/// be another kind of the judge's.
pub fn secrets(text: &str) -> Vec<Range<usize>> {
    let (mut behind_units, mut in_blocks) = (false, false);
    let mut secrets = Vec::new();
    for line in dos_lines(text) {
        let content = text.get(line.span()).unwrap_or_default();
        let is_game = setting(content).is_some() || game(content).is_some();
        let is_player = standing(content).is_some() || member(content).is_some();
        in_blocks |= is_game || is_player;
        let is_known = is_game || ends_block(content) || (is_record(content) || is_row(content)) && !in_blocks;
        let is_odd = is_like_a_player(content) || in_blocks || behind_units;
        if has_address(content) || is_player || is_odd && !is_known {
            secrets.push(line.span());
        }
        behind_units |= ends_block(content);
    }
    secrets
}

/// Returns whether a line can only be a row of owners: at least a third of it is dots, for centres of nobody.
fn is_row(line: &str) -> bool {
    let all = line.chars().filter(|c| !c.is_ascii_whitespace()).count();
    let points = line.chars().filter(|&c| c == '.').count();
    let is_of_row = |c: char| c == '.' || c.is_ascii_uppercase() || c.is_ascii_digit() || c.is_ascii_whitespace();
    3 * points >= all && line.chars().all(is_of_row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_hidden_and_what_may_be_a_part_of_one() {
        let hidden = |text: &'static str| secrets(text).into_iter().map(|range| &text[range]).collect::<Vec<_>>();
        let member = "llorence     0  0  0    20     7 sesame      a-b  0  0 0";
        assert_eq!(hidden("S1901M\nA: F Bere\n-1\nO:BA...B 12 1901 3\n"), [""; 0]);
        assert_eq!(hidden("S1901M\nA: F Bere\n-1\nA. .B\nsesame\n"), ["sesame"]);
        assert_eq!(hidden(member), [member]);
        assert_eq!(hidden("F1902B\nllorence 0 0 0 20 7 sesa\n"), ["llorence 0 0 0 20 7 sesa"]);
        assert_eq!(hidden("me    a@example.org\n"), ["me    a@example.org"]);
        assert_eq!(hidden("Deadline  Fri Feb 11 20:53:20 1994 (761000000)\nsesame\n-\n"), ["sesame"]);
        assert_eq!(hidden("Comment   ask a@example.org\n"), ["Comment   ask a@example.org"]);
    }
}
