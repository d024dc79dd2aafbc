//! Checks pictures of games of Global War of which every position is known.

use libtest_mimic::Trial;
use ludex::internals::formats::{self, Join};
use ludex::internals::model::{Document, Game};
use ludex::internals::systems::{self, global_war::rules::COUNTRIES};
use ludex::internals::text::{Encoding, Report};
use ludex::internals::view::ViewOptions;
use ludex::internals::view::picture::{Album, Shape};

use super::pictures::looks_right;
use super::trial;
use super::war_games::{Style, WarGame};
use super::war_replays::each_game;

/// Distance in turns from one picture to the next.
const STEP: usize = 7;

pub fn trials() -> Vec<Trial> {
    vec![trial("war_games::pictures_are_what_was_played".into(), || each_game(pictures))]
}

/// Returns the game according to its newest `.DAT`, its `.REC` and its log.
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
        let svg = looks_right(&picture).map_err(|why| format!("turn {moment}: {why}"))?;
        let hides = state.event >= 100;
        for name in game.names.iter().flatten() {
            let name = quick_xml::escape::escape(name.as_str());
            // Names that are short words, or words of Ludex, may occur in other places too.
            if hides && name.chars().count() > 6 && svg.contains(name.as_ref()) {
                return Err(format!("turn {moment}: the hidden name {name:?} is shown"));
            }
        }
        let mut unknown = 0;
        for (number, (country, there)) in (1..).zip(COUNTRIES.iter().zip(&state.board)) {
            let key = format!("armies.{number}");
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
        looks_right(&album.picture(last + 1)).map_err(|why| format!("the interrupted turn: {why}"))?;
    }
    Ok(())
}
