//! Reads a notation that Ludex does not know, and gives it everything that Ludex does with a game: here orders of
//! Diplomacy in the columns of a made-up table become order files, mails to the judge, JSON and CSV.
//!
//! ```console
//! $ cargo run --quiet --example add_a_format
//! diplomacy-orders:
//! S1901M
//! FRANCE: A PAR - BUR
//! FRANCE: F BRE - MAO
//! GERMANY: A MUN H
//!
//! njudge-orders:
//! PHASE S 1901 M
//! F: A par - bur
//! F: F bre - mao
//! G: A mun h
//!
//! csv: games.csv turns.csv actions.csv datapackage.json
//! ```
//!
//! A format of Ludex itself is a folder in its sources: ARCHITECTURE.md says where it goes, and `tests/toy` is one.

use std::error::Error;

use ludex::model::{
    Action, ActionKind, Board, BuiltinBoard, Phase, PhaseKind, PieceName, Season, Seat, TerritoryRef, Turn, When,
};
use ludex::{Document, Game, System};

/// A power, a kind of unit, where it stands, and where it goes.
const TABLE: &str = "\
FRANCE   army   par  bur
FRANCE   fleet  bre  mao
GERMANY  army   mun  -
";

/// Makes a game of the table, or says which line is wrong.
fn read(table: &str) -> Result<Game, String> {
    let when = Phase { season: Season::Spring.into(), year: 1901.into(), phase: PhaseKind::Movement.into() };
    let mut turn = Turn { when: Some(When::Phase(Box::new(when))), ..Turn::default() };
    for (number, line) in (1..).zip(table.lines()) {
        let columns: Vec<&str> = line.split_whitespace().collect();
        let &[power, unit, from, to] = &columns[..] else {
            return Err(format!("line {number} has {} columns, and four are expected", columns.len()));
        };
        let (piece, from) = (Some(PieceName(unit.into())), TerritoryRef::from(from));
        let kind = match to {
            "-" => ActionKind::Hold { piece, at: from },
            to => ActionKind::Move { piece, from, to: to.into(), via: None, by_convoy: None, new_star: None },
        };
        let mut action = Action::of(kind);
        // On the standard board a power is known by its letter.
        action.player = power.get(..1).map(Seat::from);
        turn.actions.push(action);
    }
    let mut game = Game::new(System::Diplomacy);
    game.board = Some(Board { builtin: Some(BuiltinBoard::Standard), ..Board::default() });
    game.turns.push(turn);
    Ok(game)
}

fn main() -> Result<(), Box<dyn Error>> {
    let document = Document::new(read(TABLE)?);
    for format in ["diplomacy-orders", "njudge-orders"] {
        let written = ludex::write(&document, format)?;
        for file in &written.files {
            println!("{format}:\n{}", String::from_utf8_lossy(&file.bytes));
        }
        for diagnostic in &written.diagnostics {
            println!("{diagnostic}");
        }
    }
    let tables = ludex::write(&document, "csv")?;
    let names: Vec<&str> = tables.files.iter().map(|file| &*file.path).collect();
    println!("csv: {}", names.join(" "));
    Ok(())
}
