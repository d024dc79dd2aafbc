//! Parses the layout into tables whose columns have no types yet.

use super::{Place, Rows, Table, Texts};
use crate::tables::cell::Kind;
use crate::tables::column::{Column, Empty, Origin, Reference};
use crate::tables::layout::layouts;

/// Returns all tables of the layout, that of the game first.
pub fn parsed_tables() -> Vec<Table> {
    let mut parser = Parser::default();
    let mut texts = Texts::new();
    for paragraph in layouts().flat_map(|layout| layout.trim_end().split("\n\n")) {
        let table = parser.table(paragraph, texts.clone());
        if table.name == "*" { texts = table.texts } else { parser.tables.push(table) }
    }
    parser.tables
}

#[derive(Default)]
struct Parser {
    /// The tables before the one that is being parsed.
    tables: Vec<Table>,
    /// The names of the numbers that rows are counted by; other places refer to them by index.
    numbers: Vec<&'static str>,
}

impl Parser {
    fn table(&mut self, paragraph: &'static str, texts: Texts) -> Table {
        let (head, lines) = split(paragraph, "\n");
        let (name_and_places, meaning) = split(head, ": ");
        let (name, places) = split(name_and_places, " ");
        let mut table = Table { name, meaning, texts, ..Table::default() };
        places.split_whitespace().for_each(|place| self.places(&mut table, place));
        let mut prefix = "";
        for line in lines.lines().map(str::trim_start) {
            let (first, rest) = split(line, " ");
            match first {
                "part" => {
                    let (part, meaning) = split(rest, ": ");
                    let (name, path) = part.split_once('=').unwrap_or_else(|| (name_of(part), part));
                    table.groups.push((name, path, meaning));
                }
                key if key.ends_with([':', '>']) => {
                    match table.columns.iter_mut().find(|column| key.strip_suffix(':') == Some(column.name)) {
                        Some(column) => column.meaning = rest.to_owned(),
                        None => drop(table.texts.insert(key, rest)),
                    }
                }
                _ => {
                    for token in line.split(' ') {
                        if let Some(path) = token.strip_suffix('{') {
                            table.parts.push(path.trim_end_matches('.'));
                            prefix = path;
                        } else if token == "}" {
                            prefix = "";
                        } else {
                            self.column(&mut table, token, prefix);
                        }
                    }
                }
            }
        }
        table
    }

    /// Adds a place of a table's rows, one for each of its keys.
    fn places(&mut self, table: &mut Table, place: &'static str) {
        let own = self.tables.len();
        let (parent, path) = place.split_once(':').unwrap_or(("games", place));
        let parent = self.tables.iter().position(|table| table.name == parent).unwrap_or(own);
        let (path, of_type) = split(path, "(");
        let (path, brackets) = split(path, "[");
        let names = brackets.trim_end_matches(']').split("][").filter(|_| !brackets.is_empty());
        let lists: Vec<usize> = names.map(|name| self.number(name)).collect();
        let (path, words) = split(path, "{");
        for (word, number) in words.trim_end_matches('}').split('|').zip(1..) {
            let (word, word_number) = if word.is_empty() { (None, 0) } else { (Some(word), number) };
            let rows = Rows { table: own, word, word_number, lists: lists.clone() };
            let path = format!("{path}{}", word.unwrap_or_default());
            table.places.push(Place { parent, path, of_type: of_type.strip_suffix(')'), rows });
        }
    }

    fn column(&mut self, table: &mut Table, token: &'static str, prefix: &str) {
        let (token, to) = split(token, ">");
        let (token, unit) = split(token, "(");
        let unmarked = token.trim_start_matches(['^', '*', '?', '-']);
        let has = |mark| token[..token.len() - unmarked.len()].contains(mark);
        let may_lack = has('?');
        let (path, sign_and_of) = unmarked.split_at(unmarked.find(['=', '#', '@', '!', '+']).unwrap_or(unmarked.len()));
        let (sign, of) = sign_and_of.split_at(sign_and_of.len().min(1));
        let of = if of.is_empty() { path } else { of };
        let place = table.columns.len();
        let (origin, kind, empty) = match sign {
            "#" => {
                table.own_column = table.own_column.or((sign_and_of == "#").then_some(place));
                (Origin::Number(self.number(of)), Kind::Integer, if may_lack { Empty::Absent } else { Empty::Refused })
            }
            "@" => {
                let words = table.places.iter().filter_map(|place| place.rows.word);
                (Origin::Word, Kind::Word(words.map(str::to_owned).collect()), Empty::Refused)
            }
            "!" => (Origin::Derived(of), Kind::Text, Empty::Absent),
            "+" => (Origin::Beside, Kind::Text, Empty::Absent),
            _ => (Origin::Path(format!("{prefix}{of}")), Kind::Text, Empty::Absent),
        };
        let (name, unit) = (name_of(path), unit.strip_suffix(')'));
        let refers_to = to.split_once('.').map(|(table, column)| Reference { table, column });
        if has('-') {
            return table.elsewhere.push(path);
        }
        if has('^') {
            table.key.push(name);
        }
        if has('*') {
            table.exploded = Some(place);
        }
        if may_lack && kind != Kind::Integer {
            table.false_unsaid = Some(place);
        }
        table.columns.push(Column { name, origin, kind, empty, unit, refers_to, ..Column::default() });
    }

    /// Returns the index of a number's name, which is added if it is new.
    fn number(&mut self, name: &'static str) -> usize {
        self.numbers.iter().position(|number| *number == name).unwrap_or_else(|| {
            self.numbers.push(name);
            self.numbers.len() - 1
        })
    }
}

/// Returns what is before and behind the first separator; all of the text and nothing if there is none.
fn split(text: &'static str, separator: &str) -> (&'static str, &'static str) {
    text.split_once(separator).unwrap_or((text, ""))
}

/// Returns the name of a column or part, for which the layout gives nothing but a path. The plan stays until the program
/// ends, and so do the names in it.
fn name_of(path: &'static str) -> &'static str {
    if path.contains('.') { path.replace('.', "_").leak() } else { path }
}
