//! `ludex inspect`

use clap::Args;

use crate::model::{ActionKind, Details, Document, GlobalWarDetails, Moment, Turn};
use crate::text::{Diagnostic, codes};
use crate::view::{self, NoBoard, ViewOptions};

use super::Status;
use super::boards::Boards;
use super::console::Console;
use super::foreign;
use super::input::{self, InputArguments, ReadArguments};
use super::sibling::stale_recovery;
use super::tally::{Outcome, Record, Records, Tally};

/// Show what is in a file, for people
///
/// Of a game of Homeworlds or Power it shows the board at the end, or with --turn after any turn. Of a damaged file it shows
/// what is there, and where it stops. Names of a game with hidden names, passwords and addresses are masked unless
/// --reveal is given.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    read: ReadArguments,
    /// Show hidden names, passwords and addresses
    #[arg(long)]
    reveal: bool,
    /// Count days up to this moment, such as 1989-08-01T12:00, instead of the latest date in the file
    #[arg(long, value_name = "MOMENT")]
    now: Option<Moment>,
    /// Show the board after this turn of a record of Homeworlds, or this round of Power, and what was done; 0 is the
    /// start
    #[arg(long, value_name = "N")]
    turn: Option<u32>,
}

/// How wide a terminal is taken to be.
const WIDTH: usize = 80;

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    let options = match arguments.read.options(false, console) {
        Ok(options) => options,
        Err(status) => return Ok(status),
    };
    let inputs = match arguments.input.find(None, console) {
        Ok(inputs) => inputs,
        Err(status) => return Ok(status),
    };
    let many = inputs.are_many();
    let boards = Boards::default();
    let mut tally = Tally::new(console, "shown", Records::None);
    tally.add_diagnostics(&inputs.diagnostics)?;
    let mut shown = 0;
    for input in &inputs.list {
        let mut reading = input::read(input, &options, arguments.read.strict, &boards);
        if let Some(skipped) = foreign::skipped(input, &reading, many) {
            if console.is_verbose() {
                console.tell(&console.rendered(&[skipped.note], None));
            }
            tally.add(Record::new(input.label(), None, Outcome::Skipped(skipped.kind)))?;
            continue;
        }
        foreign::advise(input, &mut reading);
        if let Some(document) = &reading.document {
            let colour = console.colours_output();
            let Arguments { reveal, now, turn, .. } = *arguments;
            let view = ViewOptions { reveal, now, width: WIDTH, colour, turn };
            match view::show(document, &input.name(), &view) {
                Ok(mut text) => {
                    if shown > 0 {
                        text.insert(0, '\n');
                    }
                    console.print(text.as_bytes())?;
                    shown += 1;
                }
                Err(refusal) => reading.diagnostics.push(refused(&refusal).in_file(input.label())),
            }
            reading.diagnostics.extend(stale_recovery(input, document));
        }
        // A source line may hold what the summary masks.
        let text = reading.text.as_deref();
        let masked = !arguments.reveal && reading.document.as_ref().is_some_and(|d| holds_secrets(d, text));
        console.tell(&console.rendered(&reading.diagnostics, text.filter(|_| !masked)));
        tally.add(Record::new(input.label(), reading.format, Outcome::of(&reading.diagnostics)))?;
    }
    if many {
        tally.finish(&tally.counts())?;
    }
    Ok(tally.status())
}

/// Why there is no board after the turn that was asked for.
fn refused(refusal: &NoBoard) -> Diagnostic {
    let help = match refusal {
        NoBoard::System(_) => "leave --turn away for a summary of the game",
        NoBoard::Start => "give the boards of the game too, or a document that states one",
        NoBoard::Turn { .. } => "--turn 0 shows the start; without --turn the board at the end is shown",
    };
    Diagnostic::error(&codes::NO_BOARD_AFTER, refusal.to_string()).help(help)
}

/// Whether the document has hidden names, passwords or addresses, in the game or in an interrupted state of it.
fn holds_secrets(document: &Document, text: Option<&str>) -> bool {
    match &document.game.details {
        Details::GlobalWar(details) => {
            let state = details.interruption.as_ref().and_then(|i| i.state.as_ref()?.details.as_ref());
            is_secret(details, None) || state.is_some_and(|details| is_secret(details, Some(false)))
        }
        // Lines of these blocks that were not understood, or taken for others, may hold them too.
        Details::Diplomacy(details) => {
            let has_address = document.game.position.is_some() && text.is_some_and(|text| text.contains('@'));
            let mut actions = document.game.turns.iter().flat_map(Turn::every_action);
            let has_command = actions.any(|action| action.kind == ActionKind::Command);
            details.standings.is_some() || details.game_block.is_some() || has_address || has_command
        }
        Details::Homeworlds(_) | Details::None => false,
    }
}

fn is_secret(details: &GlobalWarDetails, hidden_unless: Option<bool>) -> bool {
    let has_password = details.team_passwords.iter().flatten().any(|p| !p.is_empty());
    details.hidden_names.or(hidden_unless) != Some(false) || has_password
}
