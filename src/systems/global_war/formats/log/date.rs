//! Parses and writes the dates of a log: `Sun Jul 16, 1989 10:42 pm`.

use std::fmt::{self, Display, Formatter};
use std::ops::RangeInclusive;

use chrono::{Datelike, NaiveDate, Timelike};

use crate::model::Moment;

const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// A date as read from a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Date {
    pub moment: Moment,
    /// Whether the day of the week is the right one for the date.
    pub has_right_weekday: bool,
}

/// Parses a date, in any case and with any number of blanks between its parts; `None` if it is not one.
pub fn parse(text: &str) -> Option<Date> {
    let words = text.as_bytes().split(|byte| matches!(byte, b' ' | b'\t'));
    let mut words = words.filter(|word| !word.is_empty());
    let weekday = index_of(&WEEKDAYS, words.next()?)?;
    let month = index_of(&MONTHS, words.next()?)?;
    let day = number(words.next()?.strip_suffix(b",")?, 1..=2)?;
    let year = number(words.next()?, 4..=4)?;
    let time = words.next()?;
    let (hour, minute) = time.split_at_checked(time.len().checked_sub(3)?)?;
    let (hour, minute) = (number(hour, 1..=2)?, number(minute.strip_prefix(b":")?, 2..=2)?);
    let half = words.next()?;
    let is_afternoon = half.eq_ignore_ascii_case(b"pm");
    if words.next().is_some() || !(1..=12).contains(&hour) || !is_afternoon && !half.eq_ignore_ascii_case(b"am") {
        return None;
    }
    let hour = hour % 12 + if is_afternoon { 12 } else { 0 };
    let date = NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month as u32 + 1, day)?;
    let moment = Moment::new(date.and_hms_opt(hour, minute, 0)?)?;
    Some(Date { moment, has_right_weekday: date.weekday().num_days_from_monday() as usize == weekday })
}

fn index_of(names: &[&str], word: &[u8]) -> Option<usize> {
    names.iter().position(|name| name.as_bytes().eq_ignore_ascii_case(word))
}

fn number(digits: &[u8], count: RangeInclusive<usize>) -> Option<u32> {
    let is_one = count.contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
    is_one.then(|| digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')))
}

/// Returns whether a moment is a whole minute; a log has no seconds.
pub fn is_whole_minute(moment: Moment) -> bool {
    moment.date_time().second() == 0 && moment.date_time().nanosecond() == 0
}

/// Displays a moment as a log has it.
pub struct Written(pub Moment);

impl Display for Written {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let at = self.0.date_time();
        let weekday = WEEKDAYS.get(at.weekday().num_days_from_monday() as usize).copied().unwrap_or_default();
        let month = MONTHS.get(at.month0() as usize).copied().unwrap_or_default();
        let (is_afternoon, hour) = at.hour12();
        let half = if is_afternoon { "pm" } else { "am" };
        write!(f, "{weekday} {month} {}, {:04} {hour}:{:02} {half}", at.day(), at.year(), at.minute())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_come_back_as_they_are_written() {
        for (text, iso) in [
            ("Sun Jul 16, 1989 10:42 pm", "1989-07-16T22:42"),
            ("Tue Jul 18, 1989 12:00 am", "1989-07-18T00:00"),
            ("Tue Jul 18, 1989 12:30 pm", "1989-07-18T12:30"),
            ("Thu Feb 29, 1996 1:05 am", "1996-02-29T01:05"),
        ] {
            let date = parse(text).unwrap();
            assert_eq!((date.moment.to_string().as_str(), date.has_right_weekday), (iso, true));
            assert_eq!(Written(date.moment).to_string(), text);
        }
        let odd = parse("MON  jul 06, 1989\t09:05 AM").unwrap();
        assert_eq!((odd.moment.to_string().as_str(), odd.has_right_weekday), ("1989-07-06T09:05", false));
    }

    #[test]
    fn days_and_times_that_are_none_are_refused() {
        for text in [
            "",
            "Sun Jul 16, 1989",
            "Wed Feb 30, 1989 10:42 pm",
            "Sun Jul 16, 1989 13:42 pm",
            "Sun Jul 16, 1989 0:42 pm",
            "Sun Jul 16, 1989 10:60 pm",
            "Sun Jul 16, 1989 10:4 pm",
            "Sun Jul 16 1989 10:42 pm",
            "Sun Jul 16, 89 10:42 pm",
            "Sun Jul 16, 1989 10:42 pm x",
            "Sun Jul +6, 1989 10:42 pm",
            "Jul 16, 1989 10:42 pm",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
