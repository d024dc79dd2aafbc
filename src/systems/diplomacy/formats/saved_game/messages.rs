//! Messages of players.

use std::collections::{HashMap, VecDeque};

use chrono::DateTime;
use serde_json::value::RawValue;
use thin_vec::ThinVec;

use crate::model::{Extra, Moment, Remark};
use crate::text::json::Spacing;
use crate::text::json::raw::{self, Members, elements};

/// Key of the extra that holds the times of messages, where they are finer than a moment of the model.
pub const TIMES: &str = "messages.time_sent";

/// Reads the messages of a phase, and the extra with their exact times where the model cannot hold them to the
/// microsecond; `None` where the messages do not have the engine's form.
pub fn read(value: &RawValue, phase: Option<&str>) -> Option<(ThinVec<Remark>, Option<Extra>)> {
    let (mut remarks, mut times) = (ThinVec::new(), Vec::new());
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

/// Returns the times of messages as an extra; `None` where a moment holds each of them exactly.
pub fn extra(times: &[i64]) -> Option<Extra> {
    let is_inexact = |time: &i64| moment(*time).is_none_or(|when| microseconds(when) != *time);
    let json = times.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
    times.iter().any(is_inexact).then(|| Extra { key: TIMES.to_owned(), json: format!("[{json}]") })
}

/// Converts a time in microseconds since 1970 to a moment, cut to the millisecond.
pub fn moment(time: i64) -> Option<Moment> {
    Moment::new(DateTime::from_timestamp_micros(time)?.naive_utc())
}

/// Converts a moment to a time in microseconds since 1970.
fn microseconds(moment: Moment) -> i64 {
    moment.date_time().and_utc().timestamp_micros()
}

/// The exact times of remarks, in microseconds. Of the times that the extra lists for one millisecond, each remark of
/// that millisecond takes the next. A remark that is removed thus shifts others by less than a millisecond, and only
/// those that were sent in the same one.
#[derive(Default)]
pub struct Times(HashMap<Moment, VecDeque<i64>>);

impl Times {
    /// Returns the times that the extras of a turn list; `None` where the value is not a list of times.
    pub fn of(extras: &[Extra]) -> Option<Times> {
        let mut times = Times::default();
        let Some(extra) = extras.iter().find(|extra| extra.key == TIMES) else { return Some(times) };
        for time in serde_json::from_str::<Vec<i64>>(&extra.json).ok()? {
            times.0.entry(moment(time)?).or_default().push_back(time);
        }
        Some(times)
    }

    /// Returns the time of the next remark of a moment, in microseconds since 1970.
    pub fn next(&mut self, when: Moment) -> i64 {
        let exact = self.0.get_mut(&when).and_then(VecDeque::pop_front);
        exact.unwrap_or_else(|| microseconds(when))
    }
}

/// Writes a message, with its members in the engine's order.
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
