//! Tests of pictures: of every file with a board, of edited files, of hostile names, and of random games.

mod games;
mod looks;

use libtest_mimic::Trial;
use ludex::internals::conversion::{self, ReadOptions};
use ludex::internals::model::{Document, Game, Position, System};
use ludex::internals::systems;
use ludex::internals::view::ViewOptions;
use ludex::internals::view::picture::{Album, MomentName, NoPicture, Paint, SvgOptions, write_svg};
use serde_json::Value;

pub use looks::looks_right;

use super::files::{Origin, Sample};
use super::respell::{Editor, Random};
use super::trial;
use super::tries::tries;

/// Number of moments of a game that are looked at: the first two, the last, and some between.
const MOMENTS: usize = 4;
/// Number of keys of a fixture whose texts are replaced by hostile ones, one key at a time.
const KEYS: usize = 5;
/// Number of times that the game of a fixture is edited and drawn.
const EDITS: usize = 2;
/// Systems in which the position follows from the turns alone.
const PLAYED: [System; 2] = [System::GlobalWar, System::Homeworlds];
/// Hostile names, which must stay text.
const HOSTILE: [&str; 6] = [
    "<script>alert(1)</script>",
    "]]></svg><!--",
    "\u{202E}evil\u{2066}\u{200F}\u{1b}[2J\u{7}",
    "&lt;&#x3c;\"'=`",
    "{{ 7 * 7 }}{% raw %}",
    "W",
];

/// Returns the tests of random games.
pub fn trials() -> Vec<Trial> {
    let mut trials = games::trials();
    trials.push(trial("pictures::looks::what_is_wrong_is_seen".into(), looks::sees_what_is_wrong));
    trials
}

/// Returns the tests of a file: its moments, its game with random edits, and hostile names in it.
pub fn of_file(sample: &Sample) -> Vec<Trial> {
    let file = sample.clone();
    let mut trials = vec![trial(sample.test_name("is_drawn"), move || is_drawn(&file))];
    if sample.origin == Origin::Good {
        let file = sample.clone();
        trials.push(trial(sample.test_name("is_drawn_edited"), move || is_drawn_edited(&file)));
        let file = sample.clone();
        trials.push(trial(sample.test_name("is_drawn_with_hostile_names"), move || is_drawn_with_hostile_names(&file)));
    }
    trials
}

/// Reads a file, damaged or not, into a document.
fn document(sample: &Sample) -> Option<Document> {
    let format = Some(sample.format.id.to_owned());
    let options = ReadOptions { format, board: sample.board(), salvage: true, ..ReadOptions::default() };
    conversion::read(&sample.name(), &sample.bytes, &options).document
}

/// The counts of a player, with the name and the colour.
type Counts = (String, Paint, Vec<Option<i64>>);

/// Looks at some moments of a game, draws the last one a second time, and shows it as text. A document without a board
/// passes.
pub fn look_through(document: &Document, most: usize) -> Result<(), String> {
    let open = || systems::album(document, &ViewOptions::default());
    let (album, again) = match (open(), open()) {
        (Ok(album), Ok(again)) => (album, again),
        (Err(NoPicture::System(_)), Err(_)) => return Ok(()),
        (Err(NoPicture::Nothing(why)), Err(_)) if has_board(&document.game) => {
            return Err(format!("it has a board, and is not drawn: {why}"));
        }
        (Err(NoPicture::Nothing(_)), Err(_)) => return Ok(()),
        _ => return Err("the same document is drawn once, and once it is not".into()),
    };
    let moments = album.moments();
    let last = moments.len().checked_sub(1).ok_or("the album has no moments")?;
    if moments.iter().any(|moment| moment.name.is_empty() || !moment.name.bytes().all(|b| b.is_ascii_alphanumeric())) {
        return Err(format!("a moment has a name that --turn does not take: {moments:?}"));
    }
    let all = album.series(0);
    for series in &all {
        if let Some((name, _, counts)) = series.players.iter().find(|(_, _, counts)| counts.len() != moments.len()) {
            return Err(format!("{} of {name} at {} of {} moments", series.name, counts.len(), moments.len()));
        }
    }
    for first in [moments.len() / 2, last] {
        for (later, whole) in album.series(first).iter().zip(&all) {
            let is_end_of = |(name, paint, counts): &Counts, (other, of, all): &Counts| {
                (name, paint, counts.as_slice()) == (other, of, &all[first..])
            };
            let is_known = |counts: &Counts| whole.players.iter().any(|other| is_end_of(counts, other));
            if let Some((name, ..)) = later.players.iter().find(|counts| !is_known(counts)) {
                return Err(format!("{} of {name} from moment {first} on are not the end of all", later.name));
            }
        }
    }
    let step = (moments.len() / most.max(1)).max(1);
    let wanted = (0..moments.len()).filter(|index| *index < most.min(2) || *index == last || index % step == 0);
    for index in wanted {
        let at = |what: String| format!("{}: {what}", moments[index].title);
        let svg = looks_right(&album.picture(index)).map_err(at)?;
        if index == last && svg != write_svg(&again.picture(index), &SvgOptions::default()) {
            return Err(at("drawn again it is another picture".into()));
        }
        events(&*album, index).map_err(at)?;
    }
    if document.game.turns.is_empty() { Ok(()) } else { last_turn_is_shown(document, &moments[last].name) }
}

/// Checks that the last turn, shown as text, is the moment that is drawn last.
fn last_turn_is_shown(document: &Document, name: &str) -> Result<(), String> {
    let shown = |turn| {
        let mut options = ViewOptions::default();
        options.turn = Some(turn);
        systems::show(document, "game", &options)
    };
    let (last, named) = (shown(MomentName::Last), shown(MomentName::Named(name.to_owned())));
    if last == named { Ok(()) } else { Err(format!("the last turn is {last:?}, and the turn {name} is {named:?}")) }
}

/// Returns whether a game has a position, or turns from which one follows.
fn has_board(game: &Game) -> bool {
    let is_one = |position: &Position| !position.holdings.is_empty() || !position.pieces.is_empty();
    let stated = game.turns.iter().filter_map(|turn| turn.position.as_deref()).chain(&game.position);
    stated.into_iter().any(is_one) || (PLAYED.contains(&game.system) && !game.turns.is_empty())
}

/// Checks that each event of a moment is a line of text.
fn events(album: &dyn Album, index: usize) -> Result<(), String> {
    for event in album.events(index) {
        if event.text.is_empty() || event.text.chars().any(|c| c.is_control()) {
            return Err(format!("{event:?} is no line of text"));
        }
    }
    Ok(())
}

fn is_drawn(sample: &Sample) -> Result<(), String> {
    document(sample).map_or(Ok(()), |document| look_through(&document, tries(MOMENTS)))
}

fn is_drawn_edited(sample: &Sample) -> Result<(), String> {
    let Some(document) = document(sample).filter(|document| systems::album(document, &ViewOptions::default()).is_ok())
    else {
        return Ok(());
    };
    let mut random = Random::new(sample.bytes.len() as u64 + 7);
    let mut editor = Editor::new(sample, &document.game);
    for number in 0..tries(EDITS) {
        let Some((game, _)) = editor.edit(1 + random.below(6), &mut random) else { continue };
        look_at_last(&Document::new(game)).map_err(|what| format!("edit {number}: {what}"))?;
    }
    Ok(())
}

/// Replaces all texts under one key at a time by hostile ones, wherever the result is still a document.
fn is_drawn_with_hostile_names(sample: &Sample) -> Result<(), String> {
    let Some(document) = document(sample).filter(|document| systems::album(document, &ViewOptions::default()).is_ok())
    else {
        return Ok(());
    };
    let value = serde_json::to_value(Document::new(document.game.clone())).map_err(|e| e.to_string())?;
    let mut keys = Vec::new();
    keys_of_texts(&value["game"], "", &mut keys);
    let mut random = Random::new(sample.bytes.len() as u64 + 13);
    for _ in 0..tries(KEYS).min(keys.len()) {
        let key = keys.swap_remove(random.below(keys.len()));
        let hostile = random.pick(&HOSTILE).repeat(random.pick(&[1, 300]));
        let mut made = value.clone();
        replace(&mut made["game"], &key, "", &hostile);
        let Ok(read) = Document::read_of(document.game.system, &made) else { continue };
        look_at_last(&read).map_err(|what| format!("{key} is {hostile:.40}: {what}"))?;
    }
    Ok(())
}

/// Looks at the last moment of a game, if it has a board.
fn look_at_last(document: &Document) -> Result<(), String> {
    let Ok(album) = systems::album(document, &ViewOptions::default()) else { return Ok(()) };
    let last = album.moments().len().checked_sub(1).ok_or("the album has no moments")?;
    looks_right(&album.picture(last))?;
    events(&*album, last)
}

/// Collects the keys of texts, without duplicates.
fn keys_of_texts(value: &Value, key: &str, keys: &mut Vec<String>) {
    match value {
        Value::String(_) if !key.is_empty() && !keys.iter().any(|other| other == key) => keys.push(key.to_owned()),
        Value::Array(list) => list.iter().for_each(|value| keys_of_texts(value, key, keys)),
        Value::Object(map) => map.iter().for_each(|(key, value)| keys_of_texts(value, key, keys)),
        _ => {}
    }
}

/// Replaces all texts under a key.
fn replace(value: &mut Value, wanted: &str, key: &str, text: &str) {
    match value {
        Value::String(old) if key == wanted => *old = text.to_owned(),
        Value::Array(list) => list.iter_mut().for_each(|value| replace(value, wanted, key, text)),
        Value::Object(map) => map.iter_mut().for_each(|(key, value)| replace(value, wanted, key, text)),
        _ => {}
    }
}
