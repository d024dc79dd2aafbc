//! What is said of a file, and where.

use libtest_mimic::Trial;
use ludex::text::{Diagnostic, Report};

use super::files::Sample;
use super::trial;

pub fn trials(sample: &Sample) -> Vec<Trial> {
    let mut trials = Vec::new();
    let mut add = |property: &str, test: fn(&Sample) -> Result<(), String>| {
        let sample = sample.clone();
        trials.push(trial(sample.test_name(property), move || test(&sample)));
    };
    // What stands between the values of JSON are blanks, and behind it nothing else may stand.
    if !sample.text().trim_start().starts_with('{') {
        add("lines", lines_are_counted_alike);
    }
    trials
}

fn said(sample: &Sample, text: &str) -> Vec<Diagnostic> {
    let mut report = Report::salvaging();
    sample.text_format().read(text, &mut report);
    report.finish(text)
}

/// Whatever ends its lines, and whatever stands behind its end, a finding has the line and column that an editor shows.
fn lines_are_counted_alike(sample: &Sample) -> Result<(), String> {
    let text = sample.text().replace("\r\n", "\n");
    if text.contains(['\r', '\u{1A}']) {
        return Ok(());
    }
    let with_cr = text.replace('\n', "\r");
    let with_end = if text.ends_with('\n') { format!("{with_cr}\u{1A}\n") } else { with_cr.clone() };
    let lines = text.lines().count();
    let places = |text: &str| -> Vec<_> {
        let said = said(sample, text).into_iter().filter(|d| d.line.is_some_and(|line| line <= lines));
        said.map(|d| (d.code, d.line, d.column, d.length)).collect()
    };
    let expected = places(&text);
    let game = |text: &str| sample.text_format().read(text, &mut Report::silent());
    for other in [text.replace('\n', "\r\n"), with_cr.clone(), with_end] {
        let found = places(&other);
        // Some servers never wrote a CR alone, and their formats take it for a character.
        if game(&other) != game(&text) {
            continue;
        }
        // That its line ends are odd may be said as well.
        if let Some(missing) = expected.iter().find(|place| !found.contains(place)) {
            return Err(format!("{missing:?} is not among {found:?}"));
        }
    }
    Ok(())
}
