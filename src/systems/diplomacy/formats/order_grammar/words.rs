//! Finds the words of an order that a finding is about.

use std::ops::Range;

use super::lexer::tokens;
use super::read::{Parser, Purpose};
use super::write::unit_of;
use crate::model::ActionKind;
use crate::systems::diplomacy::rules::NamedBoard;

/// Returns the span of the words in the text of an order that a path such as `to` or `supported.from` leads to; `None`
/// where the text does not show which they are.
pub fn words_of(path: &str, kind: &ActionKind, text: &str, named_board: &NamedBoard) -> Option<Range<usize>> {
    if path == "by_convoy" {
        let token = tokens(text).into_iter().rev().find(|token| is_via(&text[token.span.clone()]))?;
        return Some(token.span);
    }
    let places = places(text, named_board);
    let fields = fields(kind)?;
    let names = || places.iter().zip(&fields);
    if places.len() != fields.len() {
        return None;
    }
    if let Some(unit) = path.strip_suffix("piece") {
        let (place, _) = names().find(|(_, field)| matches!(field.strip_prefix(unit), Some("at" | "from")))?;
        return Some(unit_before(text, place.start).unwrap_or_else(|| place.clone()));
    }
    if let Some((place, _)) = names().find(|(_, field)| *field == path) {
        return Some(place.clone());
    }
    // A path to the supported or convoyed unit stands for all its places.
    let mut inside = names().filter(|(_, field)| field.strip_prefix(path).is_some_and(|rest| rest.starts_with('.')));
    let (first, _) = inside.next()?;
    let last = inside.next_back().map_or(first, |(last, _)| last);
    Some(unit_before(text, first.start).map_or(first.start, |unit| unit.start)..last.end)
}

/// Returns the fields of an order that are places, in the order of its text; `None` for actions that have none.
fn fields(kind: &ActionKind) -> Option<Vec<String>> {
    let named = |names: &[&str]| Some(names.iter().map(|&name| name.to_owned()).collect());
    match kind {
        ActionKind::Move { via, .. } => {
            let route = (0..via.as_ref().map_or(0, |via| via.len())).map(|at| format!("via[{at}]"));
            Some(["from".to_owned()].into_iter().chain(route).chain(["to".to_owned()]).collect())
        }
        ActionKind::Retreat { .. } => named(&["from", "to"]),
        ActionKind::Hold { .. } | ActionKind::Build { .. } | ActionKind::Disband { .. } | ActionKind::Remove { .. } => {
            named(&["at"])
        }
        ActionKind::Support { supported, .. } if supported.to.is_none() => named(&["at", "supported.from"]),
        ActionKind::Support { .. } => named(&["at", "supported.from", "supported.to"]),
        ActionKind::Convoy { .. } => named(&["at", "convoyed.from", "convoyed.to"]),
        _ => None,
    }
}

/// Returns the spans of the places that a text names, with their coasts.
fn places(text: &str, named_board: &NamedBoard) -> Vec<Range<usize>> {
    let tokens = tokens(text);
    let mut parser = Parser::new(text, &tokens, named_board, None);
    // Words that are no place need no message.
    parser.purpose = Purpose::Identifying;
    let mut found = Vec::new();
    while let Some(token) = tokens.get(parser.at) {
        match parser.place("") {
            Ok(_) => found.push(token.span.start..tokens[parser.at - 1].span.end),
            Err(_) => parser.at += 1,
        }
    }
    found
}

/// Returns the span of the letter or word of a unit before byte `at`; `None` where there is none.
fn unit_before(text: &str, at: usize) -> Option<Range<usize>> {
    let before = text[..at].trim_end();
    let start = before.rfind(|c: char| !c.is_alphanumeric()).map_or(0, |sign| sign + 1);
    unit_of(before.get(start..)?).map(|_| start..before.len())
}

fn is_via(word: &str) -> bool {
    ["via", "by"].iter().any(|known| known.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;
    use crate::systems::diplomacy::boards;

    #[test]
    fn a_path_leads_to_the_words_of_an_order() {
        for (text, path, words) in [
            ("A PAR - LON", "to", "LON"),
            ("A PAR - LON", "from", "PAR"),
            ("A PAR - LON", "piece", "A"),
            ("PAR - BUR", "piece", "PAR"),
            ("F STP/SC - BAR", "from", "STP/SC"),
            ("A BRE - LON VIA", "by_convoy", "VIA"),
            ("fleet St. Petersburg (north coast) - barents sea", "to", "barents sea"),
            ("A PAR S A MAR - BUR", "supported.to", "BUR"),
            ("A PAR S A MAR - BUR", "supported.from", "MAR"),
            ("A PAR S A MAR - BUR", "supported", "A MAR - BUR"),
            ("A PAR S MAR", "supported.piece", "MAR"),
            ("F ENG C A BRE - LON", "convoyed.piece", "A"),
            ("F ENG C A BRE - LON", "at", "ENG"),
        ] {
            let named_board = boards::standard();
            let kind = read(text, named_board, None).unwrap().kind;
            let found = words_of(path, &kind, text, named_board).unwrap();
            assert_eq!(&text[found], words, "{text}: {path}");
        }
    }

    #[test]
    fn of_what_a_text_does_not_tell_nothing_is_found() {
        let named_board = boards::standard();
        let kind = read("A PAR - LON", named_board, None).unwrap().kind;
        for (text, path) in [("A PAR", "to"), ("A PAR - LON", "results"), ("A PAR - LON", "by_convoy"), ("", "from")] {
            assert_eq!(words_of(path, &kind, text, named_board), None, "{text}: {path}");
        }
    }
}
