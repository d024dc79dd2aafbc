//! Messages of players.

use std::collections::{HashMap, VecDeque};

use chrono::DateTime;
use serde_json::value::RawValue;

use crate::model::{Extra, Moment, Remark};
use crate::text::json::Spacing;
use crate::text::json::raw::{self, Members, elements};

/// The key of the times that are finer than a moment of the model.
pub const TIMES: &str = "messages.time_sent";

/// Reads the messages of a phase, and the times that the model cannot hold to the microsecond; nothing where they are
/// not as the engine writes them.
pub fn read(value: &RawValue, phase: Option<&str>) -> Option<(Vec<Remark>, Option<Extra>)> {
    let (mut remarks, mut times) = (Vec::new(), Vec::new());
    for element in elements(value)? {
        let members = Members::of(element).filter(|members| members.twice.is_empty())?;
        let mut remark = Remark::default();
        let (mut has_phase, mut has_text) = (false, false);
        for (key, value) in &members.list {
            match &**key {
                "sender" => remark.author = Some(raw::string(value)?.into_owned()),
                "recipient" => remark.recipient = Some(raw::string(value)?.into_owned()),
                "message" => (remark.text, has_text) = (raw::string(value)?.into_owned(), true),
                "phase" => has_phase = raw::string(value).as_deref() == phase,
                "time_sent" => {
                    let time: i64 = value.get().parse().ok()?;
                    let when = moment(time).filter(|_| time.to_string() == value.get())?;
                    remark.when = Some(when);
                    times.push(time);
                }
                _ => return None,
            }
        }
        if !(has_phase && has_text && remark.author.is_some() && remark.recipient.is_some()) {
            return None;
        }
        remarks.push(remark);
    }
    Some((remarks, extra(&times)))
}

/// The times of messages as an extra, where a moment does not hold one of them.
pub fn extra(times: &[i64]) -> Option<Extra> {
    let is_inexact = |time: &i64| moment(*time).is_none_or(|when| microseconds(when) != *time);
    let json = times.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
    times.iter().any(is_inexact).then(|| Extra { key: TIMES.to_owned(), json: format!("[{json}]") })
}

/// The moment of a time in microseconds since 1970, cut to the millisecond.
pub fn moment(time: i64) -> Option<Moment> {
    Moment::new(DateTime::from_timestamp_micros(time)?.naive_utc())
}

/// The time of a moment in microseconds since 1970.
fn microseconds(moment: Moment) -> i64 {
    moment.date_time().and_utc().timestamp_micros()
}

/// The exact times of remarks: of those that an extra lists, the next of the same millisecond. So a remark that is
/// taken out shifts others by less than that, and only where they were sent in one millisecond with it.
#[derive(Default)]
pub struct Times(HashMap<Moment, VecDeque<i64>>);

impl Times {
    /// As the extras of a turn list them; nothing where the list is no list of times.
    pub fn of(extras: &[Extra]) -> Option<Times> {
        let mut times = Times::default();
        let Some(extra) = extras.iter().find(|extra| extra.key == TIMES) else { return Some(times) };
        for time in serde_json::from_str::<Vec<i64>>(&extra.json).ok()? {
            times.0.entry(moment(time)?).or_default().push_back(time);
        }
        Some(times)
    }

    /// The time of the next remark of a moment.
    pub fn next(&mut self, when: Moment) -> i64 {
        let exact = self.0.get_mut(&when).and_then(VecDeque::pop_front);
        exact.unwrap_or_else(|| microseconds(when))
    }
}

/// Writes a message, as the engine orders its members.
pub fn write(remark: &Remark, phase: &str, times: &mut Times, spacing: &Spacing, depth: usize, out: &mut String) {
    let mut json = String::with_capacity(remark.text.len() + 120);
    let plain = Spacing::default();
    let mut member = |key: &str, value: &dyn Fn(&mut String)| {
        json.push_str(if json.is_empty() { "{" } else { "," });
        plain.key(key, &mut json);
        value(&mut json);
    };
    for (key, text) in [("sender", &remark.author), ("recipient", &remark.recipient)] {
        member(key, &|json| spacing.string(text.as_deref().unwrap_or_default(), json));
    }
    if let Some(when) = remark.when {
        let time = times.next(when);
        member("time_sent", &|json| json.push_str(&time.to_string()));
    }
    member("phase", &|json| spacing.string(phase, json));
    member("message", &|json| spacing.string(&remark.text, json));
    json.push('}');
    spacing.value(&json, depth, out);
}
