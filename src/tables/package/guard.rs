//! The guard: an apostrophe before cells that a spreadsheet or a database would otherwise change.

use std::borrow::Cow;

use crate::tables::{Column, Kind, Sheet};
use crate::text::{Diagnostic, codes};

/// The sign before a guarded cell. It is doubled before a cell that begins with it.
const GUARD: char = '\'';

/// The sentence about guarded tables in their descriptor.
pub const MEANING: &str = "a ' at the beginning of a cell of texts is no part of it";

/// Returns whether the cells of a column are guarded, which are those of texts.
pub fn is_guarded(column: &Column) -> bool {
    matches!(column.kind, Kind::Text | Kind::Day | Kind::List)
}

/// Returns a cell of a guarded column as it is written. Whole numbers in keys stay unchanged, since tables are joined
/// by them.
pub fn guarded(text: &str, is_key: bool) -> Cow<'_, str> {
    if text.starts_with(GUARD) || !is_key && is_number(text) || is_letter(text) || changes(text) {
        return format!("{GUARD}{text}").into();
    }
    text.into()
}

/// Returns a cell of a guarded column without its guard.
pub fn unguarded(text: &str) -> &str {
    text.strip_prefix(GUARD).unwrap_or(text)
}

/// Returns a warning with the number of data cells that a spreadsheet would run or change, with or without a guard.
pub fn warning(sheets: &[Sheet], guard: bool) -> Option<Diagnostic> {
    let is_unsafe = |text: &str| has_carriage_return(text) || !guard && changes(text);
    let mut count = 0;
    let mut first = None;
    // Diagnostics are not data, and days come back unchanged.
    let is_data =
        |column: &Column| is_guarded(column) && column.derived_from().is_none() && !matches!(column.kind, Kind::Day);
    for sheet in sheets.iter().filter(|sheet| sheet.table.name != "diagnostics") {
        for (index, column) in sheet.columns().filter(|(_, column)| is_data(column)) {
            for (row, cell) in sheet.cells(index).enumerate() {
                let text = cell.to_csv();
                if is_unsafe(&text) {
                    count += 1;
                    first.get_or_insert_with(|| (sheet.table.name, row + 1, column.name, look(&text)));
                }
            }
        }
    }
    // The message does not show the cell itself, which may be a secret.
    let (table, row, column, what) = first?;
    let cells = if count == 1 { "1 cell".to_owned() } else { format!("{count} cells, the first") };
    let message =
        format!("a spreadsheet or database may change {cells} in {table}.csv, row {row}, column {column}: {what}");
    let help = if guard {
        "no guard keeps it: let a spreadsheet only read these tables, and change them as text"
    } else {
        "--guard writes an apostrophe before such cells, which Ludex takes away again"
    };
    Some(Diagnostic::note(&codes::UNSAFE_CELLS, message).help(help))
}

/// Returns whether programs take a text for a whole number and write it back unchanged, unless other cells of the
/// column are empty or have decimals.
pub fn is_number(text: &str) -> bool {
    let is_plain = text == "0" || !text.starts_with('0');
    is_plain && (1..=15).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether databases that guess types take a column of such texts for truth values; most are letters of
/// players.
fn is_letter(text: &str) -> bool {
    ["t", "f", "y", "n", "yes", "no"].iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Returns whether a spreadsheet runs a text as a formula, or a program may take it for a number, a date, a truth value
/// or a missing value, and write it back differently.
fn changes(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r']) || is_word(text) || is_value(text)
}

/// Returns whether a text holds a carriage return, which spreadsheets write as a line feed.
fn has_carriage_return(text: &str) -> bool {
    text.contains('\r')
}

/// Returns a description of what a program may take a text for.
fn look(text: &str) -> String {
    match text.chars().next() {
        _ if has_carriage_return(text) => "it holds a carriage return, which becomes a line feed".to_owned(),
        Some(sign @ ('=' | '+' | '-' | '@')) => format!("it begins with {sign}, as formulas do"),
        _ if is_word(text) => "it looks like a truth value or a missing value".to_owned(),
        _ => "it looks like a number, a date or a time".to_owned(),
    }
}

/// Returns whether a text is a word for a value that is not a text.
fn is_word(text: &str) -> bool {
    const WORDS: &[&str] = &[
        "true", "false", "wahr", "falsch", "na", "n/a", "#n/a", "#n/a n/a", "#na", "<na>", "nan", "null", "none",
        "1.#ind", "1.#qnan", "inf", "infinity",
    ];
    WORDS.contains(&&*text.trim().to_ascii_lowercase())
}

/// Returns whether a text looks like a date, time, fraction, percentage or sum of money, or like a number that programs
/// write in another way.
fn is_value(text: &str) -> bool {
    // Longer texts are none of these.
    if text.len() > 40 || !text.bytes().any(|byte| byte.is_ascii_digit()) || is_number(text) {
        return false;
    }
    let words = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let are_known = words.clone().all(|word| {
        let word = word.to_lowercase();
        matches!(&*word, "am" | "pm" | "a" | "p") || is_month(&word) || word == "t" && text.len() >= 16
    });
    if is_exponential(text) {
        return true;
    }
    let is_mark = |c: char| c.is_alphanumeric() || " .,:/-+%$€£'()".contains(c);
    let is_list = text.split(' ').filter(|part| !part.is_empty()).count() > 1
        && text.chars().all(|c| c == ' ' || c.is_ascii_digit());
    let begins = text.trim_start().starts_with(|c: char| c.is_ascii_digit() || ".,$€£(".contains(c))
        || words.clone().next().is_some_and(|word| is_month(&word.to_lowercase()));
    begins && are_known && !is_list && words.count() <= 3 && text.chars().all(is_mark)
}

/// Returns whether a text is a number such as `1E5`.
fn is_exponential(text: &str) -> bool {
    let Some((number, exponent)) = text.trim().split_once(['e', 'E']) else { return false };
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let is_of = |text: &str, marks: &[char]| {
        text.contains(|c: char| c.is_ascii_digit()) && text.chars().all(|c| c.is_ascii_digit() || marks.contains(&c))
    };
    is_of(number, &['.', ',']) && is_of(exponent, &[])
}

/// Returns whether a word is the name of a month, English or German, by which programs recognize a date.
fn is_month(word: &str) -> bool {
    const MONTHS: &[&str] = &[
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
        "januar",
        "februar",
        "märz",
        "mai",
        "juni",
        "juli",
        "oktober",
        "dezember",
        "sept",
        "mär",
        "mrz",
        "okt",
        "dez",
    ];
    MONTHS.iter().any(|month| *month == word || month.get(..3) == Some(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_programs_run_or_change_is_known() {
        for text in [
            "=SUM(1+1)",
            "+49",
            "-",
            "- hello",
            "@x",
            "007",
            "1E5",
            "1e-3",
            "1.50",
            ".5",
            "1,000",
            "12 %",
            "$5",
            "1/2",
            "1-2",
            "3:15",
            "3:15 pm",
            "2007-12-06",
            "12. 3.",
            "Mar 5",
            "5-May",
            "MAR1",
            "1234567890123456",
            "TRUE",
            "wahr",
            "NA",
            "null",
            "None",
            "Infinity",
            "1989-07-30T14:29",
        ] {
            assert!(changes(text), "{text}");
            let cell = guarded(text, true);
            assert_eq!((&*cell, unguarded(&cell)), (&*format!("'{text}"), text));
        }
    }

    #[test]
    fn what_they_leave_alone_is_not_touched() {
        for text in
            ["", "\\", "ANN", "a=b", "North Africa", "1 2 3", "marc", "G1", "2nd", "A PAR - BUR", "1E", "Peru 1"]
        {
            assert!(!changes(text) && guarded(text, false) == text, "{text}");
        }
        // A column of nothing but such letters would become one of truth values.
        assert_eq!((changes("T"), &*guarded("T", true)), (false, "'T"));
        // These become 12.0 only if other cells of the column are empty.
        assert_eq!((changes("12"), &*guarded("12", false), &*guarded("12", true)), (false, "'12", "12"));
    }

    #[test]
    fn apostrophes_of_the_text_stay() {
        for text in ["'", "'a", "''", "'007", "o'Neil"] {
            assert_eq!(unguarded(&guarded(text, false)), text);
        }
    }
}
