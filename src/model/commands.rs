//! The judge's commands that hold passwords, and texts that may be such a command misspelt.

use std::ops::Range;

use crate::text::suggestion::set_of_letters;

/// Commands behind whose first words a password stands, with how many words are none.
const WITH_PASSWORD: [(&str, usize); 11] = [
    ("signon", 2),
    ("observe", 2),
    ("watch", 2),
    ("create", 2),
    ("become", 2),
    ("resign", 2),
    ("withdraw", 2),
    ("transfer", 2),
    ("register", 1),
    ("identify", 1),
    ("password", 1),
];

/// Settings of `SET` whose values are private.
const SECRET_SETTINGS: [&str; 3] = ["password", "address", "e-mail"];

/// The bytes of the password in a command to the judge; most commands have none.
pub fn password_in(command: &str) -> Option<Range<usize>> {
    let quote = command.len() - command.trim_start_matches(['>', '|', ' ', '\t']).len();
    // It may stand behind the rest of another line.
    let sign_on = command.to_ascii_lowercase().find("signon").unwrap_or(quote);
    password_from(command, quote).or_else(|| password_from(command, sign_on))
}

fn password_from(command: &str, start: usize) -> Option<Range<usize>> {
    let mut words = words(command.get(start..)?).map(|word| word.start + start..word.end + start);
    let first = words.next()?;
    let is = |word: &Range<usize>, known: &str| command[word.clone()].trim_end_matches(':').eq_ignore_ascii_case(known);
    let is_of = |word: &Range<usize>| SECRET_SETTINGS.iter().any(|known| is(word, known));
    let open = match WITH_PASSWORD.iter().find(|(known, _)| is(&first, known)) {
        Some((_, open)) => *open,
        None if is(&first, "set") && words.clone().next().is_some_and(|second| is_of(&second)) => 2,
        None => return None,
    };
    let secret = words.nth(open - 1)?;
    Some(secret.start..command.trim_end().len())
}

fn words(text: &str) -> impl Iterator<Item = Range<usize>> + Clone + '_ {
    text.split_ascii_whitespace().map(|word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        start..start + word.len()
    })
}

/// True for a text that was not understood and yet is an order: it has a unit before it, or a verb or dash among its
/// words. Anything else in a mail may be a misspelt command, with its password.
pub fn is_like_an_order(text: &str) -> bool {
    const UNITS: [&str; 6] = ["a", "army", "f", "fleet", "w", "wing"];
    const ADJUSTMENTS: [&str; 13] =
        ["b", "build", "r", "remove", "d", "disband", "debuild", "w", "waive", "m", "maintain", "transform", "retreat"];
    const VERBS: [&str; 20] = [
        "-", "->", "=>", "h", "hold", "holds", "s", "support", "supports", "c", "convoy", "convoys", "m", "move",
        "moves", "retreat", "retreats", "stands", "disband", "via",
    ];
    const OTHERS: [&str; 3] = ["phase", "if", "else"];
    if text.contains([';', ',']) {
        return text.split([';', ',']).filter(|part| !part.trim().is_empty()).all(is_like_an_order);
    }
    let text = text.trim_start();
    let text =
        text.split_once(':').filter(|(power, _)| is_name(power) || power.len() == 1).map_or(text, |(_, order)| order);
    let is = |known: &[&str], word: &str| known.iter().any(|known| known.eq_ignore_ascii_case(word));
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    let goes = |word: &str| word.split_once('-').is_some_and(|(from, to)| is_name(from) && is_name(to));
    // `transform` is an order, though it is near `transfer`.
    if is_nearly_a_command(first) && !is(&ADJUSTMENTS, first) || text.to_ascii_lowercase().contains("passw") {
        return false;
    }
    // Of a heading nothing is left.
    first.is_empty()
        || is(&UNITS, first)
        || is(&ADJUSTMENTS, first)
        || is(&OTHERS, first)
        || goes(first)
        || words.any(|word| is(&VERBS, word))
}

fn is_name(text: &str) -> bool {
    text.len() > 1 && text.chars().all(|c| c.is_alphabetic() || matches!(c, '.' | '/' | '>'))
}

/// True for a word that is one of the commands with a letter or two wrong, missing or too many.
fn is_nearly_a_command(word: &str) -> bool {
    let word = word.trim_start_matches(['>', '|']).to_lowercase();
    // Comparing lengths and letters first spares comparing most of the words.
    let letters = set_of_letters(&word);
    let may_be =
        |known: &str| word.len().abs_diff(known.len()) <= 2 && (set_of_letters(known) ^ letters).count_ones() <= 4;
    WITH_PASSWORD.iter().any(|(known, _)| may_be(known) && strsim::levenshtein(&word, known) <= 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_stand_behind_their_commands() {
        let password = |command: &'static str| password_in(command).map(|range| &command[range]);
        assert_eq!(password("SIGNON Fwinter sesame"), Some("sesame"));
        assert_eq!(password("  > signon ?winter open sesame standard \r"), Some("open sesame standard"));
        assert_eq!(password("set password: sesame"), Some("sesame"));
        assert_eq!(password("BECOME MASTER sesame"), Some("sesame"));
        assert_eq!(password("Belgium; aSIGNON Fwinter sesame"), Some("sesame"));
        assert_eq!(password("REGISTER Joe Smith"), Some("Joe Smith"));
        for open in ["SIGNON Fwinter", "PRESS TO EG", "SET WAIT 3", "SIGNOFF", "", "You may take Belgium"] {
            assert_eq!(password(open), None, "{open}");
        }
    }

    #[test]
    fn orders_are_told_from_commands_that_are_misspelt() {
        for order in [
            "a pra - bur",
            "F: par-bru",
            "France: a par-bur",
            "BURGUNDIA:",
            "F: transform a par",
            "pariss-bur",
            "english channle convoys lon-bre",
            "build a pra",
            "F brs h",
        ] {
            assert!(is_like_an_order(order), "{order}");
        }
        for other in [
            "SIGNN Fwinter sesame",
            "SIGN ON Fwinter sesame",
            "SGINON Fwinter sesame - me",
            "sesame",
            "Fwinter sesame",
            "my password is a - b",
            "From: joe",
            "withheld",
        ] {
            assert!(!is_like_an_order(other), "{other}");
        }
    }
}
