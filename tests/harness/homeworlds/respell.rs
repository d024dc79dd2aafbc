//! Equivalent spellings of records of Homeworlds.

use ludex::internals::model::{Action, ActionKind};

use super::super::files::Sample;
use super::super::respell::Random;
use super::super::saved_game;
use super::{AP, BGA, HWL, is_json, written};

/// Returns the same record in another spelling.
pub fn respell(sample: &Sample, random: &mut Random) -> String {
    match sample.format.id {
        BGA => log(sample, random),
        AP if is_json(sample) => saved_game::respell(sample, random),
        _ => commands(sample, random),
    }
}

/// Varies the words and the case of commands.
fn commands(sample: &Sample, random: &mut Random) -> String {
    let text = sample.text();
    let Some(parsed_source) = sample.text_format().parsed_source(&text) else { return text };
    let actions = written(&parsed_source.game.turns);
    // Consecutive passes are one statement in a notation that counts them.
    let is_run = |a: &&Action, b: &&Action| sample.format.id == AP && [a, b].iter().all(|a| a.kind == ActionKind::Pass);
    let mut actions = actions.chunk_by(is_run);
    let mut out = String::new();
    let mut copied = 0;
    for (index, source_span) in parsed_source.source_spans.iter().enumerate() {
        out.push_str(&text[copied..source_span.start]);
        let span = &text[source_span.start..source_span.end];
        let is_command = parsed_source.statements.label(index).ends_with(".action")
            && actions.next().is_some_and(|actions| actions[0].kind != ActionKind::Unknown);
        out.push_str(&match sample.format.id {
            HWL if is_command => fields(span, random),
            AP if span.contains(',') => span.to_owned(),
            _ if is_command => command(span, random),
            _ => span.to_owned(),
        });
        out.push_str(&text[source_span.end..source_span.next]);
        copied = source_span.next;
    }
    out + &text[copied..]
}

/// Returns a command with its verb in another case or abbreviated.
fn command(text: &str, random: &mut Random) -> String {
    let end = text.find([' ', ',']).unwrap_or(text.len());
    let (verb, rest) = text.split_at(end);
    let verb = match random.below(4) {
        0 => verb.to_uppercase(),
        // `construct` and `capture` begin with the letter of another verb.
        1 if !["co", "cap"].iter().any(|other| verb.to_lowercase().starts_with(other)) => verb[..1].to_lowercase(),
        2 => verb.to_lowercase(),
        _ => verb.to_owned(),
    };
    format!("{verb}{rest}")
}

/// Varies blanks around fields, and their case; the name of a player who resigns stays as it is.
fn fields(text: &str, random: &mut Random) -> String {
    let is_resignation = text.trim_start().starts_with(['e', 'E']);
    let fields = text.split(',').enumerate().map(|(index, field)| {
        let blanks = random.pick(&["", "", " ", "\t "]);
        match random.below(3) {
            _ if is_resignation && index > 0 => field.to_owned(),
            0 => format!("{blanks}{}", field.to_uppercase()),
            1 => format!("{}{blanks}", field.to_lowercase()),
            _ => field.to_owned(),
        }
    });
    fields.collect::<Vec<_>>().join(",").trim().to_owned()
}

/// Varies blank lines, blanks at line ends, the numbers of moves, and lines that follow from the game.
fn log(sample: &Sample, random: &mut Random) -> String {
    let text = sample.text();
    let Some(parsed_source) = sample.text_format().parsed_source(&text) else { return text };
    let mut out = String::new();
    let mut copied = 0;
    for (index, source_span) in parsed_source.source_spans.iter().enumerate() {
        let is_time = parsed_source.statements.label(index) == "time";
        out.push_str(&text[copied..source_span.start]);
        out.push_str(random.pick(&["", "", " ", "\t "]));
        let span = &text[source_span.start..source_span.end];
        match span.split_once(" :").filter(|_| is_time && !span.contains('\n')) {
            Some((_, time)) => out.push_str(&format!("Move {} :{time}", random.below(500))),
            None => out.push_str(span),
        }
        out.push_str(random.pick(&["", "", " ", "\t "]));
        out.push_str(&text[source_span.end..source_span.next]);
        if source_span.next > source_span.end {
            out.push_str(random.pick(&["", "", "", "\n", "Pluto is forgotten.\n", " \t\n"]));
        }
        copied = source_span.next;
    }
    out + &text[copied..]
}
