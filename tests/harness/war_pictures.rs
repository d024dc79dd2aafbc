//! Pictures of Global War: of every file, and of games of which every position is known.

use std::collections::HashSet;

use libtest_mimic::Trial;
use ludex::internals::formats::{self, Join};
use ludex::internals::model::{Document, Game};
use ludex::internals::systems::{self, global_war::rules::COUNTRIES};
use ludex::internals::text::{Encoding, Report};
use ludex::internals::view::ViewOptions;
use ludex::internals::view::picture::{Album, BoundingBox, Picture, Shape, SvgOptions, missing_glyphs, write_svg};

use super::files::Sample;
use super::trial;
use super::war_games::{Style, WarGame};
use super::war_replays::each_game;

/// How much of the smaller of two texts the other one may cover.
const MAX_OVERLAP: f64 = 0.1;
/// Of a game so many turns are passed over from one picture to the next.
const STEP: usize = 7;

pub fn trials() -> Vec<Trial> {
    vec![trial("war_games::pictures_are_what_was_played".into(), || each_game(pictures))]
}

/// Every position of a file is drawn.
pub fn of_file(sample: &Sample) -> Vec<Trial> {
    if !["war-dat", "war-rec", "war-log"].contains(&sample.format.id) {
        return Vec::new();
    }
    let file = sample.clone();
    vec![trial(sample.test_name("is_drawn"), move || {
        let Some(game) = file.text_format().read(&file.text(), &mut Report::salvaging()) else { return Ok(()) };
        let document = Document::new(game);
        match systems::album(&document, &ViewOptions::default()) {
            Ok(album) => (0..album.moments().len()).try_for_each(|moment| drawn(&album.picture(moment)).map(drop)),
            // A file that was cut off before its countries, or a log without turns.
            Err(why) if why.to_string().starts_with("there is no board") && is_empty(&document.game) => Ok(()),
            Err(why) => Err(why.to_string()),
        }
    })]
}

fn is_empty(game: &Game) -> bool {
    game.turns.is_empty() && game.position.as_ref().is_none_or(|position| position.holdings.is_empty())
}

/// A picture as SVG, which is XML with texts that are in the font and beside each other.
fn drawn(picture: &Picture) -> Result<String, String> {
    let keys: HashSet<&str> = picture.parts.iter().map(|part| part.key.as_str()).collect();
    if keys.len() != picture.parts.len() {
        return Err("two parts have one key".into());
    }
    let labels: Vec<(&str, BoundingBox)> =
        picture.parts.iter().flat_map(|part| part.shapes.iter().flat_map(Shape::labels)).collect();
    for (index, (text, covered)) in labels.iter().enumerate() {
        if !missing_glyphs(text).is_empty() {
            return Err(format!("{text:?} is not in the font"));
        }
        if covered.left < 0.0 || covered.top < 0.0 || covered.right > picture.width || covered.bottom > picture.height {
            return Err(format!("{text:?} is beyond the picture"));
        }
        for (other, there) in labels.iter().skip(index + 1) {
            let overlap = covered.overlap(there);
            if overlap > MAX_OVERLAP {
                return Err(format!("{text:?} and {other:?} overlap by {overlap:.2}"));
            }
        }
    }
    let svg = write_svg(picture, &SvgOptions::default());
    let mut reader = quick_xml::Reader::from_str(&svg);
    loop {
        match reader.read_event() {
            Ok(quick_xml::events::Event::Eof) => return Ok(svg),
            Ok(_) => {}
            Err(error) => return Err(error.to_string()),
        }
    }
}

/// The game as its newest `.DAT`, its `.REC` and its log tell it.
fn documents(game: &WarGame, style: &Style) -> Option<(Document, bool)> {
    let read = |id: &str, bytes: &[u8]| {
        let format = formats::format(id)?.text()?;
        format.read(&Encoding::CP437.decode(bytes).ok()?, &mut Report::silent())
    };
    let join = |one: Game, id: &str, other: Game| match formats::format(id)?.joins {
        Some(Join::With { games, .. }) => games(&one, &other),
        _ => None,
    };
    let mut all = read("war-dat", &game.dat(style))?;
    let interrupted = game.interrupted().and_then(|turn| Some((turn, turn.steps.last()?)));
    if let Some((turn, step)) = interrupted {
        all = join(all, "war-rec", read("war-rec", &game.rec(turn, step, game.last(), style))?)?;
    }
    all = join(all, "war-log", read("war-log", &game.log(style))?)?;
    Some((Document::new(all), interrupted.is_some()))
}

fn pictures(game: &WarGame, style: &Style) -> Result<(), String> {
    let (document, is_interrupted) = documents(game, style).ok_or("not read")?;
    let album = systems::album(&document, &ViewOptions::default()).map_err(|why| why.to_string())?;
    let album: &dyn Album = album.as_ref();
    let expected = game.states.len() + usize::from(is_interrupted);
    if album.moments().len() != expected {
        return Err(format!("{} moments instead of {expected}", album.moments().len()));
    }
    let last = game.states.len() - 1;
    for moment in (0..last).step_by(STEP).chain([last]) {
        let state = &game.states[moment];
        let picture = album.picture(moment);
        let svg = drawn(&picture).map_err(|why| format!("turn {moment}: {why}"))?;
        let hides = state.event >= 100;
        for name in game.names.iter().flatten() {
            let name = quick_xml::escape::escape(name.as_str());
            // Names that are short words, or words of Ludex, stand elsewhere, too.
            if hides && name.chars().count() > 6 && svg.contains(name.as_ref()) {
                return Err(format!("turn {moment}: the hidden name {name:?} is shown"));
            }
        }
        let mut unknown = 0;
        for (number, (country, there)) in (1..).zip(COUNTRIES.iter().zip(&state.board)) {
            let key = format!("country.{number}");
            let part = picture.parts.iter().find(|part| part.key == key).ok_or("no such part")?;
            let Some(Shape::Group { title, .. }) = part.shapes.first() else { return Err("no title".into()) };
            let owner = format!("{} ({number}): player {}", country.name, there.owner);
            let armies = if there.armies == 1 { ", 1 army".into() } else { format!(", {} armies", there.armies) };
            if title.contains("not known") {
                unknown += 1;
            } else if !(title.starts_with(&owner) && title.ends_with(&armies)) {
                return Err(format!("turn {moment}: {title:?} instead of {owner}{armies}"));
            }
        }
        if moment == last && unknown > 0 {
            return Err(format!("{unknown} countries are not known at the end"));
        }
    }
    if is_interrupted {
        drawn(&album.picture(last + 1)).map_err(|why| format!("the interrupted turn: {why}"))?;
    }
    Ok(())
}
