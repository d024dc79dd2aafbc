//! Lines with a time: `Move 34 :5:18:41 PM`, or the first line of a day, `Move 63 :6/30/2022 7:27:23 AM`.

use chrono::{Datelike, NaiveDate, NaiveDateTime, Timelike};

use crate::model::Moment;

/// The text before the number of a move.
const MOVE: &str = "Move ";

/// A time of day, with the date if the line has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// The number of the move by the server's count.
    pub number: Option<u32>,
    /// The date; `None` if the line has a time only.
    pub day: Option<NaiveDate>,
    milliseconds: i64,
}

impl Clock {
    /// Returns the moment of this time on a day.
    pub fn on(self, day: NaiveDate) -> Option<Moment> {
        Moment::after(day, self.milliseconds)
    }
}

/// Parses such a line; the number may be missing.
pub fn read(line: &str) -> Option<Clock> {
    let (number, text) = line.split_once(':')?;
    let number = if number.is_empty() { None } else { Some(number_of(number)?) };
    let (text, half) = text.split_at_checked(text.len().checked_sub(2)?)?;
    // Browsers put a narrow no-break space here.
    let text = text.strip_suffix([' ', '\u{202f}'])?;
    let (day, time) = match text.split_once(' ') {
        Some((day, time)) => (Some(day_of(day)?), time),
        None => (None, text),
    };
    let [hours, minutes, seconds] = numbers(time, ':')?;
    let noon = match half {
        "AM" => 0,
        "PM" => 12,
        _ => return None,
    };
    let is_time = (1..=12).contains(&hours) && minutes < 60 && seconds < 60;
    let seconds = ((hours % 12 + noon) * 60 + minutes) * 60 + seconds;
    is_time.then_some(Clock { number, day, milliseconds: i64::from(seconds) * 1000 })
}

fn number_of(text: &str) -> Option<u32> {
    let number = text.strip_prefix(MOVE)?.strip_suffix(' ')?;
    number.parse().ok().filter(|_| number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn day_of(text: &str) -> Option<NaiveDate> {
    let [month, day, year] = numbers(text, '/')?;
    let year = i32::try_from(year).ok().filter(|year| (1000..=9999).contains(year))?;
    NaiveDate::from_ymd_opt(year, month, day)
}

fn numbers(text: &str, between: char) -> Option<[u32; 3]> {
    let mut parts = text.split(between).map(|part| {
        let is_number = !part.is_empty() && part.len() < 5 && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse().ok().filter(|_| is_number)
    });
    let numbers = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(numbers)
}

/// Returns whether such a line can express a moment: its year must have four digits.
pub fn says(moment: Moment) -> bool {
    moment.date_time().year() >= 1000
}

/// Formats such a line, with the date unless it is that of the moment before.
pub fn write(number: u32, moment: Moment, before: Option<Moment>) -> String {
    let at: NaiveDateTime = moment.date_time();
    let day = at.date();
    let (is_pm, hour) = at.hour12();
    let time = format!("{hour}:{:02}:{:02} {}", at.minute(), at.second(), if is_pm { "PM" } else { "AM" });
    match before {
        Some(before) if before.date_time().date() == day => format!("{MOVE}{number} :{time}"),
        _ => format!("{MOVE}{number} :{}/{}/{} {time}", day.month(), day.day(), day.year()),
    }
}
