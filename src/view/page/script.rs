//! The data for the script of a page: boards, events, and their places in the original texts.

use std::collections::BTreeMap;

use quick_xml::escape::unescape;
use serde::Serialize;

use super::{MomentView, PagePlace};
use crate::view::picture::{Frames, Series};

/// The data for the script of a page. Every text and drawing is held once, and similar ones are neighbours, because gzip
/// finds repetitions only within 32 KiB.
#[derive(Serialize)]
pub struct ScriptData<'f> {
    /// Texts in ascending order.
    texts: Vec<String>,
    /// Drawings as SVG, in ascending order.
    shapes: Vec<String>,
    /// Forms of each part, in drawing order: alternately the number of the title, or -1, and that of the drawing.
    parts: Vec<Vec<i64>>,
    /// For each moment, alternately the number of a part that changes and that of its new form, or -1 where the part is
    /// gone.
    frames: Vec<Vec<i64>>,
    titles: Vec<&'f str>,
    /// Counts of the players, by series, player and moment.
    series: Vec<Vec<&'f [Option<i64>]>>,
    /// Events of each moment: alternately the number of the text and that of the kind.
    events: Vec<Vec<i64>>,
    /// Place of each event in the original texts: source, line, start and length. The first three are differences from the
    /// place before. The length is -1 for a whole line, and -2 if there is no place.
    places: Vec<Vec<i64>>,
    /// Remarks of each moment: alternately the number of the author, or -1, and that of the text.
    remarks: Vec<Vec<i64>>,
}

impl<'f> ScriptData<'f> {
    /// Returns the data of the moments, and of their boards with the parts in that order.
    pub fn of(frames: &'f Frames, order: &[usize], moments: &'f [MomentView], series: &'f [Series]) -> ScriptData<'f> {
        let (mut texts, mut shapes) = (Pool::default(), Pool::default());
        let parts: Vec<Vec<(Option<String>, &str)>> = order
            .iter()
            .filter_map(|&place| frames.parts().get(place))
            .map(|part| part.forms.iter().map(|form| titled(form)).collect())
            .collect();
        for (title, drawn) in parts.iter().flatten() {
            title.iter().for_each(|title| texts.add(title));
            shapes.add(drawn);
        }
        for moment in moments {
            moment.events.iter().for_each(|event| texts.add(&event.text));
            let said = moment.remarks.iter().flat_map(|remark| remark.who.iter().chain([&remark.text]));
            said.for_each(|text| texts.add(text));
        }
        let (texts, shapes) = (texts.numbered(), shapes.numbered());
        let form = |(title, drawn): &(Option<String>, &str)| {
            [title.as_deref().map_or(-1, |title| texts.number(title)), shapes.number(drawn)]
        };
        let mut rank = vec![-1; order.len()];
        for (at, &place) in order.iter().enumerate() {
            if let Some(own) = rank.get_mut(place) {
                *own = number(at);
            }
        }
        let change =
            |&(place, form): &(usize, Option<usize>)| [rank.get(place).copied().unwrap_or(-1), form.map_or(-1, number)];
        let mut before = [0; 3];
        let remarks = |moment: &MomentView| {
            let who = |who: &Option<String>| who.as_deref().map_or(-1, |who| texts.number(who));
            moment.remarks.iter().flat_map(|remark| [who(&remark.who), texts.number(&remark.text)]).collect()
        };
        let events = |moment: &MomentView| {
            moment.events.iter().flat_map(|event| [texts.number(&event.text), event.kind as i64]).collect()
        };
        ScriptData {
            parts: parts.iter().map(|forms| forms.iter().flat_map(form).collect()).collect(),
            frames: frames.changes().iter().map(|changes| changes.iter().flat_map(change).collect()).collect(),
            titles: moments.iter().map(|moment| moment.title.as_str()).collect(),
            series: series
                .iter()
                .map(|one| one.players.iter().map(|(.., counts)| counts.as_slice()).collect())
                .collect(),
            events: moments.iter().map(events).collect(),
            places: moments
                .iter()
                .map(|moment| {
                    moment.events.iter().flat_map(|event| difference(&mut before, event.at.as_ref())).collect()
                })
                .collect(),
            remarks: moments.iter().map(remarks).collect(),
            texts: texts.sorted,
            shapes: shapes.sorted,
        }
    }
}

/// Splits the title off a form that is a group.
fn titled(form: &str) -> (Option<String>, &str) {
    let split = || {
        let (title, drawn) = form.strip_prefix("<g><title>")?.strip_suffix("</g>")?.split_once("</title>")?;
        Some((Some(unescape(title).ok()?.into_owned()), drawn))
    };
    split().unwrap_or((None, form))
}

/// Returns a place as difference from the one before.
fn difference(before: &mut [i64; 3], place: Option<&PagePlace>) -> [i64; 4] {
    let Some(place) = place else { return [0, 0, 0, -2] };
    let (from, length) = place.part.map_or((before[2], -1), |(from, length)| (number(from), number(length)));
    let here = [number(place.source), number(place.line), from];
    let [source, line, from] = [here[0] - before[0], here[1] - before[1], here[2] - before[2]];
    *before = here;
    [source, line, from, length]
}

fn number(value: usize) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// Distinct texts.
#[derive(Default)]
struct Pool<'p>(BTreeMap<&'p str, i64>);

impl<'p> Pool<'p> {
    fn add(&mut self, text: &'p str) {
        self.0.insert(text, 0);
    }

    fn numbered(mut self) -> Numbered<'p> {
        self.0.values_mut().zip(0..).for_each(|(own, number)| *own = number);
        Numbered { sorted: self.0.keys().map(|text| (*text).to_owned()).collect(), numbers: self.0 }
    }
}

/// Distinct texts in ascending order, and the index of each.
struct Numbered<'p> {
    sorted: Vec<String>,
    numbers: BTreeMap<&'p str, i64>,
}

impl Numbered<'_> {
    fn number(&self, text: &str) -> i64 {
        self.numbers.get(text).copied().unwrap_or(-1)
    }
}
