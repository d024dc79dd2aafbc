//! Parses the layout into tables whose columns have no types yet.

use super::{Place, Rows, Table, Texts};
use crate::tables::cell::Kind;
use crate::tables::column::{Column, Empty, Origin, Reference};
use crate::tables::layout::layouts;
use crate::tables::sheet::WHOLE_ROW;

/// Returns all tables of the layout, that of the game first.
pub fn parsed_tables() -> Vec<Table> {
    let mut parser = Parser::default();
    let mut general = Texts::new();
    for layout in layouts() {
        let mut texts = general.clone();
        for paragraph in layout.trim_end().split("\n\n") {
            let table = parser.table(paragraph, texts.clone());
            if table.name == "*" { texts = table.texts } else { parser.tables.push(table) }
        }
        if general.is_empty() {
            general = texts;
        }
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
        let (head, lines) = paragraph.split_once('\n').unwrap_or((paragraph, ""));
        let (name, meaning) = head.split_once(':').unwrap_or((head, ""));
        let mut table = Table { name, meaning: meaning.trim_start(), texts, ..Table::default() };
        let mut prefix = "";
        for line in lines.lines().map(str::trim_start) {
            let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
            match first {
                "at" => rest.split(' ').for_each(|place| self.places(&mut table, place)),
                "part" => {
                    let (part, meaning) = rest.split_once(": ").unwrap_or((rest, ""));
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
                        match token.strip_suffix('{') {
                            Some(path) => {
                                prefix = path;
                                table.parts.push(path.trim_end_matches('.'));
                            }
                            None if token == "}" => prefix = "",
                            None => self.column(&mut table, token, prefix),
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
        let (path, of_type) = path.split_once('(').unwrap_or((path, ""));
        let (path, brackets) = path.split_once('[').unwrap_or((path, ""));
        let names = brackets.trim_end_matches(']').split("][").filter(|_| !brackets.is_empty());
        let lists: Vec<usize> = names.map(|name| self.number(name)).collect();
        let (path, words) = path.split_once('{').unwrap_or((path, ""));
        for (word, number) in words.trim_end_matches('}').split('|').zip(1..) {
            let (word, word_number) = if word.is_empty() { (None, 0) } else { (Some(word), number) };
            let rows = Rows { table: own, word, word_number, lists: lists.clone() };
            let path = format!("{path}{}", word.unwrap_or_default());
            table.places.push(Place { parent, path, of_type: of_type.strip_suffix(')'), rows });
        }
    }

    fn column(&mut self, table: &mut Table, token: &'static str, prefix: &str) {
        let (token, to) = token.split_once('>').unwrap_or((token, ""));
        let (token, unit) = token.split_once('(').unwrap_or((token, ""));
        let described = token.trim_start_matches(['^', '*', '?', '-']);
        let has = |flag| token[..token.len() - described.len()].contains(flag);
        let (path, sign_and_rest) =
            described.split_at(described.find(['=', '#', '@', '!', '+']).unwrap_or(described.len()));
        let (sign, rest) = sign_and_rest.split_at(sign_and_rest.len().min(1));
        let mut column = Column {
            name: name_of(path),
            unit: unit.strip_suffix(')'),
            refers_to: to.split_once('.').map(|(table, column)| Reference { table, column }),
            is_false_unsaid: has('?'),
            ..Column::default()
        };
        let place = table.columns.len();
        column.origin = match sign {
            _ if has('-') => return table.elsewhere.push(path),
            "!" => {
                column.kind = if rest == WHOLE_ROW { Kind::Boolean } else { Kind::Text };
                Origin::Derived(rest)
            }
            "+" => Origin::Beside,
            "@" => {
                let words = table.places.iter().filter_map(|place| place.rows.word);
                (column.kind, column.empty) = (Kind::Word(words.map(str::to_owned).collect()), Empty::Refused);
                Origin::Word
            }
            "#" => {
                let number = self.number(if rest.is_empty() { path } else { rest });
                column.kind = Kind::Integer;
                let is_of_own = |own: usize| table.columns[own].origin == Origin::Number(number);
                if rest.is_empty() {
                    (table.own_column, column.empty) = (Some(place), Empty::Refused);
                } else if !table.own_column.is_some_and(is_of_own) && self.is_everywhere(table, number) {
                    column.empty = Empty::Refused;
                }
                Origin::Number(number)
            }
            _ => Origin::Path(format!("{prefix}{}", if rest.is_empty() { path } else { rest })),
        };
        if has('^') {
            table.key.push(column.name);
        }
        if has('*') {
            table.exploded = Some(place);
        }
        table.columns.push(column);
    }

    /// Returns the index of a number's name, which is added if it is new.
    fn number(&mut self, name: &'static str) -> usize {
        self.numbers.iter().position(|number| *number == name).unwrap_or_else(|| {
            self.numbers.push(name);
            self.numbers.len() - 1
        })
    }

    /// Returns whether the rows of a table have a number at every place.
    fn is_everywhere(&self, table: &Table, number: usize) -> bool {
        let has = |place: &Place| {
            let parent = self.tables.get(place.parent);
            place.rows.lists.contains(&number) || parent.is_some_and(|parent| self.is_everywhere(parent, number))
        };
        !table.places.is_empty() && table.places.iter().all(has)
    }
}

/// Returns the name of a column or part, for which the layout gives nothing but a path. The plan stays until the program
/// ends, and so do the names in it.
fn name_of(path: &'static str) -> &'static str {
    if path.contains('.') { path.replace('.', "_").leak() } else { path }
}
