//! Draws the requested turns of a game.

use std::str::FromStr;

use crate::model::Document;
use crate::systems;
use crate::text::{Diagnostic, codes};
use crate::view::ViewOptions;
use crate::view::picture::{
    Album, Frames, Moment, MomentName, NoPicture, Picture, Shape, SvgOptions, Theme, missing_glyphs,
    write_animated_svg, write_svg,
};

use super::form::Form;

/// Maximum number of turns in an animation: viewers keep all of it in memory.
const MAX_MOVING: usize = 2_000;
/// Maximum number of missing glyphs that a warning names.
const MAX_GLYPHS: usize = 5;

/// The value of `--turns`: `all`, or the first and the last turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TurnsWanted {
    All,
    From(MomentName, MomentName),
}

impl FromStr for TurnsWanted {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "all" {
            return Ok(TurnsWanted::All);
        }
        let expected = "expected `all`, or the first and the last turn, such as 3..9";
        let (first, last) = text.split_once("..").ok_or(expected)?;
        Ok(TurnsWanted::From(first.parse()?, last.parse()?))
    }
}

/// A request for pictures of a game.
pub struct Wanted<'a> {
    pub turn: Option<&'a MomentName>,
    pub turns: Option<&'a TurnsWanted>,
    pub seconds: f64,
    pub theme: Theme,
    pub width: Option<u32>,
    pub form: Form,
    /// Whether each turn is a picture of its own.
    pub each_apart: bool,
    pub reveal: bool,
}

/// A picture as a file.
pub struct Drawn {
    /// Name that distinguishes it from other pictures of its game; `None` if it is the only one.
    pub name: Option<String>,
    pub bytes: Vec<u8>,
}

/// Draws a game. Also returns warnings about characters that the font lacks.
pub fn draw(document: &Document, name: &str, wanted: &Wanted<'_>) -> Result<(Vec<Drawn>, Vec<Diagnostic>), Diagnostic> {
    let options = ViewOptions { reveal: wanted.reveal, ..ViewOptions::default() };
    let album = systems::album(document, &options).map_err(|refusal| refused(&refusal))?;
    let mut svg = SvgOptions::default();
    (svg.theme, svg.width) = (wanted.theme, wanted.width);
    let mut missing = Vec::new();
    let moments = album.moments();
    let find = |turn: &MomentName| turn.find(moments).ok_or_else(|| no_such(turn, moments));
    let is_moving = wanted.form.is_moving_alone() || wanted.turns.is_some() && !wanted.each_apart;
    let (first, last) = match (wanted.turns, wanted.turn) {
        (Some(TurnsWanted::From(first, last)), _) => (find(first)?, find(last)?),
        (Some(TurnsWanted::All), _) => (0, moments.len().saturating_sub(1)),
        (None, _) if is_moving => (0, moments.len().saturating_sub(1)),
        (None, turn) => {
            let at = find(turn.unwrap_or(&MomentName::Last))?;
            (at, at)
        }
    };
    if first > last {
        let (first, last) = (name_at(moments, first), name_at(moments, last));
        let d = Diagnostic::error(&codes::NO_BOARD_AFTER, format!("turn {first} is after turn {last}"));
        return Err(d.help(format!("--turns {last}..{first}")));
    }
    let all = first..=last;
    if is_moving && last - first >= MAX_MOVING {
        let count = last - first + 1;
        let message = format!("a picture that moves shows up to {MAX_MOVING} turns, and these are {count}");
        let d = Diagnostic::error(&codes::NO_PICTURE, message);
        return Err(d.help("draw some of them, such as --turns 0..500; or each of its own, into a folder"));
    }
    let titled = |at: usize| {
        let mut picture = album.picture(at);
        picture.title = format!("{}: {name}", picture.title);
        picture
    };
    let drawn = if is_moving {
        vec![Drawn { name: None, bytes: moving(&*album, all, titled, wanted, &svg, &mut missing)? }]
    } else {
        let digits = last.to_string().len();
        let mut drawn = Vec::new();
        for at in all {
            let picture = titled(at);
            note_missing(&picture, &mut missing);
            let name = wanted.each_apart.then(|| format!("{at:0digits$}-{}", name_at(moments, at)));
            drawn.push(Drawn { name, bytes: still(&picture, wanted.form, &svg)? });
        }
        drawn
    };
    Ok((drawn, warnings(missing)))
}

fn name_at(moments: &[Moment], at: usize) -> &str {
    moments.get(at).map_or("", |moment| moment.name.as_str())
}

/// Writes a single picture.
fn still(picture: &Picture, form: Form, options: &SvgOptions) -> Result<Vec<u8>, Diagnostic> {
    match form {
        #[cfg(feature = "images")]
        Form::Png => crate::view::picture::write_png(picture, options).map_err(|error| no_image(&error)),
        #[cfg(feature = "images")]
        Form::Pdf => crate::view::picture::write_pdf(picture, options).map_err(|error| no_image(&error)),
        _ => Ok(write_svg(picture, options).into_bytes()),
    }
}

/// Writes several pictures as one animation.
fn moving(
    album: &dyn Album,
    all: std::ops::RangeInclusive<usize>,
    titled: impl Fn(usize) -> Picture,
    wanted: &Wanted<'_>,
    options: &SvgOptions,
    missing: &mut Vec<char>,
) -> Result<Vec<u8>, Diagnostic> {
    let last = *all.end();
    #[cfg(feature = "images")]
    if wanted.form == Form::Gif {
        let size = all.clone().map(|at| album.picture(at)).fold((0.0_f64, 0.0_f64), |(width, height), picture| {
            (width.max(picture.width), height.max(picture.height))
        });
        let mut gif =
            crate::view::picture::Gif::new(size, wanted.seconds, options).map_err(|error| no_image(&error))?;
        for at in all {
            let picture = Picture { width: size.0, height: size.1, ..titled(at) };
            note_missing(&picture, missing);
            let times = if at == last { 3 } else { 1 };
            gif.push(&picture, times, options).map_err(|error| no_image(&error))?;
        }
        return gif.finish().map_err(|error| no_image(&error));
    }
    if matches!(wanted.form, Form::Png | Form::Pdf) {
        let message = "turns one after the other are a .gif or an .svg, or go into a folder";
        return Err(Diagnostic::error(&codes::NO_PICTURE, message).help("add -o FOLDER/, or name another output"));
    }
    let mut frames = Frames::default();
    for at in all {
        let picture = album.picture(at);
        note_missing(&picture, missing);
        frames.push(&picture);
    }
    Ok(write_animated_svg(&frames, &titled(last), wanted.seconds, options).into_bytes())
}

#[cfg(feature = "images")]
fn no_image(error: &crate::view::picture::NoImage) -> Diagnostic {
    Diagnostic::error(&codes::NO_PICTURE, error.to_string()).help("choose a --width that is smaller")
}

/// Adds the characters of a picture that the font lacks to `missing`.
fn note_missing(picture: &Picture, missing: &mut Vec<char>) {
    let texts = picture.parts.iter().flat_map(|part| part.shapes.iter().flat_map(Shape::labels));
    for c in texts.flat_map(|(text, _)| missing_glyphs(text)) {
        if !missing.contains(&c) {
            missing.push(c);
        }
    }
}

fn warnings(missing: Vec<char>) -> Vec<Diagnostic> {
    if missing.is_empty() {
        return Vec::new();
    }
    let mut named: Vec<String> =
        missing.iter().take(MAX_GLYPHS).map(|&c| format!("{c} (U+{:04X})", u32::from(c))).collect();
    if missing.len() > MAX_GLYPHS {
        named.push(format!("{} more", missing.len() - MAX_GLYPHS));
    }
    let message = format!("the font of pictures has no glyph for {}", crate::text::english::listed(&named));
    vec![Diagnostic::warning(&codes::MISSING_GLYPH, message).help(codes::MISSING_GLYPH.advice)]
}

fn refused(refusal: &NoPicture) -> Diagnostic {
    Diagnostic::error(&codes::NO_PICTURE, refusal.to_string()).help(codes::NO_PICTURE.advice)
}

/// Returns the error for a turn that does not exist.
fn no_such(turn: &MomentName, moments: &[Moment]) -> Diagnostic {
    let message = format!("there is no turn {turn} in this");
    let d = Diagnostic::error(&codes::NO_BOARD_AFTER, message);
    let (first, last) = (name_at(moments, 0), name_at(moments, moments.len().saturating_sub(1)));
    match moments {
        [only] => d.help(format!("there is one board, {}: leave --turn away", only.title)),
        _ => d.help(format!("the first is {first}, and the last {last}")),
    }
}
