//! `ludex query`

use std::io;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use serde_json::{Value, json};

use crate::tables::collection::sqlite::{self, Answer, DatabaseReader, NamedTable, QueryError, SqlValue, datasette};
use crate::text::Diagnostic;
use crate::text::hidden::Hidden;
use crate::text::suggestion::with_suggestion;

use super::Status;
use super::console::Console;
use super::rows::{RowArguments, RowFormat, Rows};

const OUTPUT: &str = "Output options";

/// Query a database of games
///
/// A question is a name or an SQL statement in quotation marks. Without one, the questions with names are listed. The
/// database is never changed.
#[derive(Args)]
pub struct Arguments {
    /// Database written by `convert -t sqlite`
    #[arg(value_name = "DATABASE", value_hint = ValueHint::FilePath)]
    database: PathBuf,
    /// Name of a question, or an SQL statement; `search` finds words
    #[arg(value_name = "QUESTION", value_hint = ValueHint::Other)]
    question: Option<String>,
    /// Words for `search`, all of which must match; w* matches any word that begins with w
    #[arg(value_name = "WORD", requires = "question", value_hint = ValueHint::Other)]
    words: Vec<String>,
    /// Number of the game to answer for, instead of all games
    #[arg(long, value_name = "N", requires = "question", value_hint = ValueHint::Other, help_heading = OUTPUT)]
    game: Option<i64>,
    #[command(flatten)]
    rows: RowArguments,
    /// Print metadata for `datasette --metadata`: the meanings of tables and columns, and the questions
    #[arg(long, conflicts_with_all = ["question", "format"], help_heading = OUTPUT)]
    datasette_metadata: bool,
}

/// The name of the question that searches for words.
const SEARCH: &str = "search";

/// A question as SQL, with its parameters.
struct Question {
    sql: String,
    parameters: Vec<SqlValue>,
}

/// Prints the answer to a question.
struct Printer<'c> {
    console: &'c Console,
    format: RowFormat,
    rows: Option<Rows<'c>>,
}

impl Answer for Printer<'_> {
    fn columns(&mut self, names: Vec<String>) -> io::Result<()> {
        self.rows = Some(Rows::of_columns(self.console, self.format, names));
        Ok(())
    }

    fn row(&mut self, values: &[Value]) -> io::Result<()> {
        self.rows.as_mut().map_or(Ok(()), |rows| rows.add_values(values))
    }
}

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    let refused = |d: Diagnostic| {
        let d = if d.file.is_some() { d } else { d.in_file(arguments.database.display().to_string()) };
        console.emit(&console.rendered(&[d], None));
        Ok(Status::Errors)
    };
    let reader = match DatabaseReader::open(&arguments.database) {
        Ok(reader) => reader,
        Err(d) => return refused(d),
    };
    if arguments.datasette_metadata {
        let name = arguments.database.file_stem().unwrap_or_default().to_string_lossy();
        console.print((serde_json::to_string_pretty(&datasette(&name))? + "\n").as_bytes())?;
        return Ok(Status::Done);
    }
    let usual = if console.is_json() { RowFormat::Jsonl } else { RowFormat::Table };
    let format = arguments.rows.format.unwrap_or(usual);
    let named = match reader.named() {
        Ok(named) => named,
        Err(d) => return refused(d),
    };
    let Some(asked) = &arguments.question else {
        list(&named, format, console)?;
        return Ok(Status::Done);
    };
    let question = match question(asked, arguments, &reader, &named) {
        Ok(question) => question,
        Err(message) => return Ok(console.usage(&message)),
    };
    let mut printer = Printer { console, format, rows: None };
    match reader.ask(&question.sql, &question.parameters, &mut printer) {
        Ok(()) => {}
        Err(QueryError::Output(error)) => return Err(error.into()),
        Err(QueryError::Refused(d)) => {
            // Rows that were answered before the error are printed.
            printer.rows.map_or(Ok(()), Rows::finish)?;
            console.emit(&console.rendered(&[*d], Some((&question.sql, Hidden::NOTHING))));
            return Ok(Status::Errors);
        }
    }
    if let Some(rows) = printer.rows {
        let is_empty = rows.count() == 0;
        rows.finish()?;
        if is_empty {
            console.remark("The answer has no rows.");
        }
    }
    Ok(Status::Done)
}

/// Returns the question that the user asks by name or in SQL.
fn question(
    asked: &str,
    arguments: &Arguments,
    reader: &DatabaseReader,
    named: &[NamedTable],
) -> Result<Question, String> {
    let game = arguments.game.map(SqlValue::Integer);
    if asked == SEARCH {
        if arguments.words.is_empty() {
            return Err("search needs words: `ludex query games.db search revenge`".into());
        }
        let words = SqlValue::Text(sqlite::words(&arguments.words));
        let sql = sqlite::search(game.is_some());
        return Ok(Question { sql, parameters: [words].into_iter().chain(game).collect() });
    }
    let is_sql = asked.contains(|c: char| c.is_whitespace() || c == ';' || c == '(');
    if !arguments.words.is_empty() {
        return Err(match is_sql {
            true => "the question is more than one argument: put it into quotation marks".into(),
            false => format!("`{asked}` takes no words; SQL is put into quotation marks, and `search` takes words"),
        });
    }
    if is_sql {
        return match game {
            Some(_) => Err("--game is for questions by name: say `WHERE game_id = N` in SQL".into()),
            None => Ok(Question { sql: asked.to_owned(), parameters: Vec::new() }),
        };
    }
    let lower = asked.to_lowercase();
    let of_question = named.iter().find(|table| table.question.as_deref() == Some(&lower));
    let Some(table) = of_question.or_else(|| named.iter().find(|table| table.name == lower)) else {
        let names = named.iter().flat_map(|table| table.question.iter().chain([&table.name])).map(String::as_str);
        let message =
            with_suggestion(format!("no question or table is called `{asked}`"), asked, names.chain([SEARCH]));
        return Err(format!("{message}\n\n`ludex query {}` lists all", arguments.database.display()));
    };
    let sql = format!("SELECT * FROM \"{}\"", table.name.replace('"', "\"\""));
    match game {
        None => Ok(Question { sql, parameters: Vec::new() }),
        Some(game) if reader.is_by_game(&table.name).map_err(|d| d.message)? => {
            Ok(Question { sql: sql + " WHERE game_id = ?1", parameters: vec![game] })
        }
        Some(_) => Err(format!("--game is not for `{asked}`, whose rows are not of one game each")),
    }
}

/// Lists the questions and tables that can be asked for by name.
fn list(named: &[NamedTable], format: RowFormat, console: &Console) -> io::Result<()> {
    let keys = &["name", "kind", "table", "meaning"];
    let mut rows = Rows::new(console, format, keys, &["NAME", "KIND", "WHAT A ROW IS"]);
    let search = NamedTable {
        name: SEARCH.to_owned(),
        kind: "search".to_owned(),
        question: Some(SEARCH.to_owned()),
        meaning: "a text in which the words stand that follow".to_owned(),
    };
    let is_question = |name: &String| named.iter().any(|table| table.question.as_ref() == Some(name));
    for table in [&search].into_iter().chain(named.iter().filter(|table| table.kind != "search")) {
        let NamedTable { name, meaning, question, .. } = table;
        let (asked, kind) = match question {
            Some(question) => (question, "question"),
            None if is_question(name) => (name, "table, in SQL"),
            None => (name, "table"),
        };
        let object = json!({"name": asked, "kind": kind, "table": name, "meaning": meaning});
        rows.add(&object, || vec![asked.clone(), kind.to_owned(), meaning.clone()])?;
    }
    rows.finish()?;
    if format == RowFormat::Table {
        console
            .remark("\nA question in SQL stands in quotation marks: `ludex query games.db \"SELECT * FROM columns\"`.");
    }
    Ok(())
}
