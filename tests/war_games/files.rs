//! Writes the files of a game as its program does, in several styles.

use super::{Act, Activity, Random, State, Step, Turn, WarGame};

/// The style of a program that writes these files.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// The line end.
    pub line_end: &'static str,
    /// Whether there is a ^Z at the end.
    pub ctrl_z: bool,
    /// The form of days: with four decimals, or as Turbo Pascal writes a Real of 6 bytes or one of 8.
    pub days: Days,
    /// Whether a log has a `.` between turns, and before the first one.
    pub dots: bool,
    /// The blanks between the words of a log's line.
    pub blanks: &'static str,
}

/// The form of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Days {
    Decimals,
    Real,
    Double,
}

impl Style {
    /// The style of the document's example.
    pub const USUAL: Style = Style { line_end: "\r\n", ctrl_z: false, days: Days::Real, dots: true, blanks: " " };

    /// Returns a varied style, determined by the seed.
    pub fn by(seed: u64) -> Style {
        let mut random = Random::new(seed ^ 0x57e1e);
        Style {
            line_end: if random.chance(80) { "\r\n" } else { "\n" },
            ctrl_z: random.chance(30),
            days: *random.pick(&[Days::Decimals, Days::Real, Days::Double]),
            dots: random.chance(70),
            blanks: if random.chance(85) { " " } else { "  " },
        }
    }

    fn day(&self, day: f64) -> String {
        let exponent = |decimals: usize, width: usize| {
            let text = format!("{day:.decimals$E}");
            let (digits, power) = text.split_once('E').unwrap();
            format!(" {digits}E+{power:0>width$}")
        };
        match self.days {
            Days::Decimals => format!("{day:.4}"),
            Days::Real => exponent(10, 2),
            Days::Double => exponent(14, 4),
        }
    }

    fn lines(&self, lines: impl IntoIterator<Item = impl AsRef<str>>) -> Vec<u8> {
        let mut bytes = Vec::new();
        for line in lines {
            bytes.extend(line.as_ref().chars().map(byte));
            bytes.extend_from_slice(self.line_end.as_bytes());
        }
        if self.ctrl_z {
            bytes.push(0x1a);
        }
        bytes
    }
}

/// Returns the byte of a character in code page 437, for the characters that occur in names.
fn byte(c: char) -> u8 {
    match c {
        '\u{eb}' => 0x89,
        '\u{fc}' => 0x81,
        '\u{f6}' => 0x94,
        c => u8::try_from(c).ok().filter(u8::is_ascii).unwrap(),
    }
}

impl WarGame {
    /// Returns the `.DAT` at the end of the game.
    pub fn dat(&self, style: &Style) -> Vec<u8> {
        self.dat_of(self.last(), style)
    }

    /// Returns the `.DAT` with a state.
    pub fn dat_of(&self, state: &State, style: &Style) -> Vec<u8> {
        style.lines(self.dat_lines(state, style))
    }

    fn dat_lines(&self, state: &State, style: &Style) -> Vec<String> {
        let mut lines = vec![state.event.to_string(), style.day(state.event_day.daynum())];
        for ((name, moved), counts) in self.names.iter().zip(state.moved).zip(state.commendations) {
            lines.push(name.clone().unwrap_or_else(|| "NONE".into()));
            lines.push(if name.is_some() { "T" } else { "F" }.to_owned());
            lines.push(moved.map_or("0".to_owned(), |moved| style.day(moved.daynum())));
            lines.extend(counts.map(|count| count.to_string()));
        }
        lines.push(state.sets.to_string());
        for country in state.board {
            lines.extend([country.armies.to_string(), country.owner.to_string()]);
        }
        lines.extend(self.passwords.iter().cloned());
        lines
    }

    /// Returns the `.REC` of a turn that was cut off after a step; `before` is the state in the `.DAT`.
    pub fn rec(&self, turn: &Turn, step: &Step, before: &State, style: &Style) -> Vec<u8> {
        let Step { board, commendations, sets, .. } = *step;
        let activity = match step.activity {
            Activity::Deploying => 0,
            Activity::Attacking => 1,
            Activity::Fortifying => 2,
            Activity::Earned => 3,
        };
        let to_deploy = if activity == 0 { step.to_deploy } else { 0 };
        let mut lines = [i32::from(turn.player), activity, to_deploy, 1].map(|n| n.to_string()).to_vec();
        lines.extend(self.dat_lines(&State { board, commendations, sets, ..*before }, style));
        style.lines(lines)
    }

    /// Returns the log.
    pub fn log(&self, style: &Style) -> Vec<u8> {
        let mut lines = vec![self.started.to_string()];
        for turn in &self.turns {
            if style.dots {
                lines.push(".".to_owned());
            }
            lines.push(spaced(Act::Begin { player: turn.player, at: turn.at }, style));
            lines.extend(turn.steps.iter().map(|step| spaced(step.act, style)));
        }
        style.lines(lines)
    }
}

/// Returns a line with the blanks of the style; dates, which are text, keep theirs.
fn spaced(act: Act, style: &Style) -> String {
    let line = act.to_string();
    match act {
        Act::Begin { .. } => line,
        _ => line.replace(' ', style.blanks),
    }
}
