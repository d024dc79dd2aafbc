//! Shows the numeric codes of a file, and which program wrote it, judging by its style.

use super::View;
use crate::model::{Document, Field, Moment, Source};
use crate::systems::global_war::formats::{
    ACTIVITIES, Daynum, Event, MAPS, Padding, RealStyle, Style, Styled, WAR_DAT, WAR_REC, read_lines, source_lines,
};
use crate::systems::global_war::model::GlobalWarDetails;
use crate::text::Report;
use crate::text::english::{counted, listed};
use crate::view::layout::{raw, seat_text};

/// The number of lines that a `.REC` has before those of the game.
const INTERRUPTION_LINES: usize = 4;
/// The number of lines of a file before version 2.40.
const LINES_BEFORE_240: usize = 126;

impl View<'_> {
    /// Returns a sentence with the file's numbers for the state of the game and for its dates.
    pub(super) fn codes(&self) -> String {
        let mut codes = Vec::new();
        match (&self.details.event, self.event_number()) {
            (Some(event), _) => codes.push(format!("event {}", raw(&event.unknown))),
            (None, Some(number)) => codes.push(format!("event {number}")),
            (None, None) => {}
        }
        let mut days = Vec::new();
        if let Field::Known(day) = &self.details.event_day {
            days.push(format!("{} for the event", daynum(*day)));
        }
        for player in &self.game.players {
            if let Field::Known(Some(moved)) = &player.last_moved {
                days.push(format!("{} for player {}", daynum(*moved), seat_text(&player.seat)));
            }
        }
        if !days.is_empty() {
            codes.push(format!("days from 1985-01-01 {}", listed(&days)));
        }
        if codes.is_empty() { String::new() } else { format!("Codes in the file: {}.", codes.join("; ")) }
    }

    fn event_number(&self) -> Option<i32> {
        let GlobalWarDetails { game_kind, players_min, players_max, hidden_names, flag_1000, non_sequential, .. } =
            self.details;
        let event = Event {
            kind: (*game_kind)?,
            state: self.game.state?,
            limits: players_min.zip(*players_max),
            hidden_names: *hidden_names == Some(true),
            flag_1000: *flag_1000,
            non_sequential: *non_sequential == Some(true),
        };
        event.number()
    }

    /// Returns a sentence with the numbers of the first four lines of a `.REC`.
    pub(super) fn interruption_codes(&self) -> String {
        let Some(interruption) = &self.details.interruption else { return String::new() };
        let number = |list_index: Option<usize>| list_index.map(|index| index.to_string());
        let activity = interruption.activity.known().and_then(|own| ACTIVITIES.iter().position(|a| a == own));
        let map = interruption.map.known().and_then(|own| MAPS.iter().position(|m| m == own));
        let codes: Vec<String> = [
            ("player", interruption.player.known().map(seat_text)),
            ("activity", number(activity)),
            ("armies to deploy", interruption.armies_to_deploy.known().map(i32::to_string)),
            ("map", number(map.map(|index| index + 1))),
        ]
        .into_iter()
        .filter_map(|(name, code)| Some(format!("{name} {}", code?)))
        .collect();
        if codes.is_empty() { String::new() } else { format!("Codes of the interruption: {}.", codes.join(", ")) }
    }
}

/// Formats a moment as the file has it, in days.
fn daynum(moment: Moment) -> String {
    Styled { daynum: Daynum::of(moment), style: RealStyle { exponent: None, decimals: 0 } }.to_string()
}

/// Describes the style of a document's files, and the programs that write such files.
pub(super) fn of_file(document: &Document) -> String {
    let details = document.game.details.global_war();
    let sentences = document.sources.iter().filter_map(|source| of_source(source, details?));
    sentences.collect::<Vec<_>>().join(" ")
}

fn of_source(source: &Source, details: &GlobalWarDetails) -> Option<String> {
    let is_recovery = source.format == WAR_REC.id;
    if !is_recovery && source.format != WAR_DAT.id {
        return None;
    }
    let text = source.original()?;
    let lines = source_lines(text.as_bytes()).lines;
    let style = read_lines(text, is_recovery, &mut Report::silent())?.style;
    let game_lines = if is_recovery { lines.len().saturating_sub(INTERRUPTION_LINES) } else { lines.len() };
    let ends = line_ends(lines.iter().filter_map(|line| text.get(line.end..line.next)));
    let file = if is_recovery { ".REC" } else { ".DAT" };
    let mut text = format!("The {file} has {}{ends}", counted(lines.len(), "line", "lines"));
    if let Field::Known(day) = &details.event_day {
        let number = Styled { daynum: Daynum::of(*day), style: style.real };
        text += &format!(", and numbers such as {number}, {}", writer_of(&style));
    }
    text.push('.');
    if let Some(version) = version(details, game_lines) {
        text += &format!(" {version}");
    }
    Some(text)
}

/// Returns a phrase about the line ends of a file.
fn line_ends<'t>(ends: impl Iterator<Item = &'t str>) -> &'static str {
    let mut counts = [0_usize; 4];
    for end in ends {
        let kind = match end {
            "\r\n" => 0,
            "\n" => 1,
            "\r" => 2,
            "" => continue,
            _ => 3,
        };
        counts[kind] += 1;
    }
    match counts {
        [0, 0, 0, 0] => " without a line end",
        [_, 0, 0, 0] => " that end in CR LF, as those of DOS",
        [0, _, 0, 0] => " that end in LF, as those of Unix or after a transfer as text",
        [0, 0, _, 0] => " that end in CR, as those of a Macintosh",
        [0, 0, 0, _] => " with line ends of no usual kind",
        _ => " with line ends of several kinds",
    }
}

/// Returns a phrase about the compiler whose programs write reals in this style.
fn writer_of(style: &Style) -> &'static str {
    let Padding { lead, right, .. } = style.reals;
    match (style.real.exponent, style.real.decimals) {
        (Some(2), 10) if lead > 1 || right > 17 => "as Turbo Pascal 3 writes them",
        (Some(2), 10) => "as Turbo Pascal 4 to 7 writes them",
        (Some(4), 14) => "as Turbo Pascal 4 to 7 writes them for a coprocessor",
        (Some(3), 16) => "as Free Pascal writes doubles",
        (Some(2), 9) => "as Free Pascal writes singles",
        (Some(4), 20) => "as Free Pascal writes extended reals",
        (Some(_), _) => "with an exponent of no usual width",
        (None, _) => "as a program writes them that wants so many decimals",
    }
}

/// Returns a sentence about the version of the game, other than by the flag +1000, which is described elsewhere; `None`
/// if the file does not show it.
fn version(details: &GlobalWarDetails, game_lines: usize) -> Option<&'static str> {
    Some(match () {
        () if details.non_sequential == Some(true) => "Non-sequential play (+10000) is of version 2.40 or later.",
        () if game_lines > LINES_BEFORE_240 => "Line 127 is of version 2.40 or later.",
        () if details.hidden_names == Some(true) => "Hidden names (+100) are of version 1.6 or later.",
        () => return None,
    })
}
