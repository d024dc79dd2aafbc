//! Writes the pictures of a game as one animated SVG.

use std::fmt::Write as _;

use quick_xml::escape::escape;

use super::frames::Frames;
use super::shape::Picture;
use super::svg::{SvgOptions, open};

/// Writes the pictures of a game as one animated SVG: each is shown for `seconds`, and the last one three times as
/// long. Title and description, which screen readers read out, are those of `last`.
pub fn write_animated_svg(frames: &Frames, last: &Picture, seconds: f64, options: &SvgOptions) -> String {
    let (width, height) = frames.size();
    let sheet = Picture { width, height, parts: Vec::new(), ..last.clone() };
    let mut out = String::with_capacity(64 * 1024);
    open(&mut out, &sheet, options, frames.paints());
    let count = frames.changes().len();
    let length = (count.saturating_sub(1) + 3) as f64;
    let shown = shown(frames);
    for place in frames.from_ground() {
        let (Some(part), Some(spans)) = (frames.parts().get(place), shown.get(place)) else { continue };
        for (form, markup) in part.forms.iter().enumerate() {
            let spans: Vec<(usize, usize)> =
                spans.iter().filter(|(of, ..)| *of == form).map(|(_, from, to)| (*from, *to)).collect();
            let is_always = spans == [(0, count)];
            let id =
                if form == 0 { format!(" id=\"{}\"", escape(super::font::drawable(&part.key))) } else { String::new() };
            // Writing to a String cannot fail. Programs that show no movement show the last picture.
            let is_last = spans.last().is_some_and(|(_, to)| *to == count);
            let display = if is_last { "" } else { " display=\"none\"" };
            let _ = write!(out, "<g{id}{display}>{markup}");
            if !is_always {
                out.push_str(&animation(&spans, length, seconds, count));
            }
            out.push_str("</g>\n");
        }
    }
    out.push_str("</svg>\n");
    out
}

/// Returns, for each part, its forms with the picture from which each is shown and the one before which it ends.
fn shown(frames: &Frames) -> Vec<Vec<(usize, usize, usize)>> {
    let count = frames.changes().len();
    let mut spans: Vec<Vec<(usize, usize, usize)>> = vec![Vec::new(); frames.parts().len()];
    for (at, changes) in frames.changes().iter().enumerate() {
        for &(place, form) in changes {
            let Some(of_part) = spans.get_mut(place) else { continue };
            if let Some(last) = of_part.last_mut().filter(|(_, _, to)| *to == count) {
                last.2 = at;
            }
            of_part.extend(form.map(|form| (form, at, count)));
        }
    }
    spans
}

/// Returns the `<animate>` element that shows a form during `spans`, in an animation as long as `length` pictures in
/// which the last of `count` pictures stays until the end.
fn animation(spans: &[(usize, usize)], length: f64, seconds: f64, count: usize) -> String {
    let (mut times, mut values) = (Vec::new(), Vec::new());
    let mut end = 0;
    for &(from, to) in spans {
        if from > end || (from > 0 && times.is_empty()) {
            times.push(end);
            values.push("none");
        }
        times.push(from);
        values.push("inline");
        end = to;
    }
    if end < count {
        times.push(end);
        values.push("none");
    }
    let times: Vec<String> = times.iter().map(|&at| format!("{:.5}", at as f64 / length)).collect();
    format!(
        "<animate attributeName=\"display\" calcMode=\"discrete\" dur=\"{}s\" repeatCount=\"indefinite\" \
         values=\"{}\" keyTimes=\"{}\"/>",
        length * seconds,
        values.join(";"),
        times.join(";")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_at_times_says_when() {
        let said = animation(&[(1, 2), (3, 5)], 7.0, 1.0, 5);
        assert!(said.contains("values=\"none;inline;none;inline\""), "{said}");
        assert!(said.contains("keyTimes=\"0.00000;0.14286;0.28571;0.42857\""), "{said}");
        assert!(said.contains("dur=\"7s\""), "{said}");
        let said = animation(&[(0, 2)], 7.0, 0.5, 5);
        assert!(said.contains("values=\"inline;none\" keyTimes=\"0.00000;0.28571\"") && said.contains("dur=\"3.5s\""));
    }
}
