//! Finds the lines of a file that must not be printed.

use std::ops::Range;

use super::event::Event;
use super::number::{Daynum, parse_integer};
use super::read::{blanks_off, parse_vote};
use super::slot::{PlayerLine, Slot};
use crate::text::lines::{Line, dos_lines};

/// Returns the spans of a text's passwords and of everything that may be one: lines after the passwords, the last lines
/// of a file that is too short, and text in place of a number. In a game that hides names, the names are included.
pub fn secrets(text: &str, recovery: bool) -> Vec<Range<usize>> {
    let lines = dos_lines(text);
    let line = |line: &Line| blanks_off(text.get(line.span()).unwrap_or_default());
    let first_password = Slot::count(recovery) - 3;
    // Three passwords and, from version 2.40, a line after them; if lines are missing, they have moved up.
    let is_short = lines.len() < Slot::count(recovery);
    let tail = if is_short { first_password.min(lines.len().saturating_sub(4)) } else { first_password };
    let events = lines.iter().enumerate().find(|(index, _)| Slot::of_line(*index, recovery) == Slot::Event);
    let hides_names = events.is_none_or(|(_, event)| hides_names(line(event)));
    let is_secret = |(index, content): (usize, &Line)| {
        let content = line(content);
        let is_out_of_place = match Slot::of_line(index, recovery) {
            _ if index >= tail => true,
            Slot::Player(_, PlayerLine::Name) => hides_names && content != "NONE",
            Slot::Player(_, PlayerLine::Vote) => parse_vote(content).is_none(),
            Slot::Player(_, PlayerLine::LastMoved) | Slot::EventDay => Daynum::parse(content).is_none(),
            _ => parse_integer(content).is_none(),
        };
        is_out_of_place.then(|| lines[index].span())
    };
    lines.iter().enumerate().filter_map(is_secret).collect()
}

/// Returns whether a game with that event hides the names of its players, or may do so.
fn hides_names(event: &str) -> bool {
    match parse_integer(event).map(|number| (number, Event::from_number(number))) {
        Some((_, Some(event))) => event.hidden_names,
        Some((number, None)) => number / 100 % 2 != 0,
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hidden(lines: &[String]) -> Vec<String> {
        let text = lines.join("\r\n") + "\r\n";
        secrets(&text, false).into_iter().map(|range| text[range].to_owned()).filter(|line| !line.is_empty()).collect()
    }

    fn game(event: &str) -> Vec<String> {
        let mut lines = vec![event.to_owned(), "1671.6039".to_owned()];
        (1..=6).for_each(|n| lines.extend([&*format!("PLAYER {n}"), "T", "0", "1", "0", "0"].map(str::to_owned)));
        lines.extend(std::iter::repeat_n("3".to_owned(), 85));
        lines.extend(["SESAME", "1234", "T"].map(str::to_owned));
        lines
    }

    #[test]
    fn passwords_are_hidden_wherever_they_have_moved() {
        assert_eq!(hidden(&game("3")), ["SESAME", "1234", "T"]);
        assert_eq!(hidden(&game("103")).len(), 6 + 3, "names too");
        let mut short = game("3");
        short.remove(60);
        assert_eq!(hidden(&short), ["3", "SESAME", "1234", "T"]);
        let mut late = game("3");
        late.extend(["", "12"].map(str::to_owned));
        late.insert(40, "3".to_owned());
        assert_eq!(hidden(&late), ["3", "SESAME", "1234", "T", "12"]);
        let mut shifted = game("3");
        shifted.remove(60);
        shifted.push("5".to_owned());
        assert_eq!(hidden(&shifted), ["SESAME", "1234", "T", "5"]);
        let twice = [game("3"), game("3")].concat();
        assert_eq!(hidden(&twice).len(), 3 + 126);
        let mut early = game("3");
        early.splice(0..0, ["SESAME", "1234"].map(str::to_owned));
        assert!(hidden(&early).iter().filter(|line| *line == "SESAME").count() == 2);
    }
}
