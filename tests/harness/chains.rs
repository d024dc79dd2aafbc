//! Checks that records of Homeworlds of one server, written in other notations and back, are the same game, except for
//! announced losses.

use std::collections::HashMap;

use libtest_mimic::Trial;
use ludex::internals::formats::{FORMATS, TextFormat};
use ludex::internals::model::{ActionKind, Game, TerritoryRef, Turn};
use ludex::internals::text::write_back::Written;
use ludex::internals::text::{Diagnostic, Report};

use super::files::{Origin, Sample};
use super::trial;

/// The notations that every record is written in.
const TARGETS: [&str; 4] = ["homeworlds", "homeworlds-ap", "homeworlds-hwl", "homeworlds-bga"];

pub fn trials(sample: &Sample) -> Vec<Trial> {
    // Only records as the server writes them; in others it is not clear who plays.
    let is_whole = ["plain.raw", "every-action.raw", "four.raw", "chat.raw", "mars.raw"].contains(&&*sample.name());
    let is_one = sample.format.id == "homeworlds-sdg" && (sample.origin == Origin::Corpus || is_whole);
    // In a log, a turn with only a catastrophe is a pass.
    let passes = |target: &str| target == "homeworlds-bga" && &*sample.name() == "every-action.raw";
    let targets = TARGETS.into_iter().filter(|target| is_one && !passes(target));
    let chain = |target| {
        let sample = sample.clone();
        trial(sample.test_name(&format!("chain::{target}")), move || there_and_back(&sample, target))
    };
    targets.map(chain).collect()
}

fn there_and_back(sample: &Sample, target: &str) -> Result<(), String> {
    let target = FORMATS.iter().find(|f| f.id == target).and_then(|f| f.text()).ok_or("no such format")?;
    let own = sample.text_format();
    let game = own.read(&sample.text(), &mut Report::silent()).ok_or("not read")?;
    let mut said = Vec::new();
    let Some(there) = rewritten(target, &game, &mut said) else {
        let is_refused = said.iter().any(|d| d.is_error() && d.help.is_some() && d.path.is_some());
        return if is_refused { Ok(()) } else { Err(format!("neither written nor refused: {said:?}")) };
    };
    let back = rewritten(own, &there, &mut said).ok_or_else(|| format!("not written back: {said:?}"))?;
    let announces = |text: &str| said.iter().any(|d| d.message.contains(text));
    let are_turns_lost = [
        "actions that are impossible after the turns before them",
        "text that was not understood",
        "turns of players who are not in the game",
        "turns of somebody who does not play",
        "lines of a header that were not understood",
    ];
    if are_turns_lost.into_iter().any(announces) {
        return Ok(());
    }
    let passes = ["a pass is written", "nothing is left to pass", "passes other than the last of a turn"];
    let kept = Kept {
        passes: !passes.into_iter().any(announces),
        builds: !announces("builds of ships that the bank did not have"),
        sizes: !announces("the sizes of built ships"),
    };
    let (before, after) = (plain(&game, kept), plain(&back, kept));
    for (index, (before, after)) in before.iter().zip(&after).enumerate() {
        if before != after {
            return Err(format!("turn {index} differs:\n{before:?}\n{after:?}"));
        }
    }
    if before.len() != after.len() {
        return Err(format!("{} turns have become {}", before.len(), after.len()));
    }
    let winners = |game: &Game| game.result.as_ref().map(|result| result.winners.clone());
    if winners(&game) != winners(&back) {
        return Err(format!("{:?} has become {:?}", game.result, back.result));
    }
    let players = |game: &Game| -> HashMap<_, _> {
        game.players.iter().map(|player| (player.seat.clone(), player.name().map(str::to_owned))).collect()
    };
    let is_player_lost = announces("a player who neither does nor wins anything");
    if !game.players.is_empty() && !is_player_lost && players(&game) != players(&back) {
        return Err(format!("{:?} have become {:?}", game.players, back.players));
    }
    Ok(())
}

/// Returns the game as it is read after being written.
fn rewritten(format: &dyn TextFormat, game: &Game, said: &mut Vec<Diagnostic>) -> Option<Game> {
    match format.write(game, None, said) {
        Ok(Written::Canonical(text)) => format.read(&text, &mut Report::silent()),
        _ => None,
    }
}

/// The kinds of actions that were not announced as lost.
#[derive(Clone, Copy)]
struct Kept {
    passes: bool,
    builds: bool,
    /// The sizes of ships that are built.
    sizes: bool,
}

/// Returns the turns with systems numbered in the order of their creation.
fn plain(game: &Game, kept: Kept) -> Vec<Turn> {
    let mut numbers: HashMap<TerritoryRef, TerritoryRef> = HashMap::new();
    let mut turns = Vec::new();
    for turn in &game.turns {
        let mut plain = Turn { player: turn.player.clone(), ..Turn::default() };
        for action in &turn.actions {
            let mut kind = action.kind.clone();
            match &mut kind {
                ActionKind::Setup { at: born, name, overrides, .. } => {
                    (*name, *overrides) = (None, None);
                    numbers.insert(born.clone(), TerritoryRef::new(&format!("#{}", numbers.len())));
                }
                ActionKind::Discover { to: born, name, .. } => {
                    *name = None;
                    numbers.insert(born.clone(), TerritoryRef::new(&format!("#{}", numbers.len())));
                }
                _ => {}
            }
            for place in places(&mut kind) {
                *place = numbers.get(place).cloned().unwrap_or_else(|| place.clone());
            }
            let is_kept = match &mut kind {
                ActionKind::Pass => kept.passes,
                ActionKind::Build { piece: Some(piece), .. } => {
                    if !kept.sizes {
                        piece.0 = piece.0[..1].into();
                    }
                    kept.builds
                }
                _ => true,
            };
            if is_kept {
                plain.actions.push(ludex::internals::model::Action::of(kind));
            }
        }
        if !plain.actions.is_empty() {
            turns.push(plain);
        }
    }
    turns
}

fn places(kind: &mut ActionKind) -> Vec<&mut TerritoryRef> {
    match kind {
        ActionKind::Setup { at, .. }
        | ActionKind::Build { at, .. }
        | ActionKind::Exchange { at, .. }
        | ActionKind::Capture { at, .. }
        | ActionKind::Sacrifice { at, .. }
        | ActionKind::Catastrophe { at, .. } => vec![at],
        ActionKind::Discover { from, to, .. } | ActionKind::Move { from, to, .. } => vec![from, to],
        _ => Vec::new(),
    }
}

/// Pairs of files in the corpus: the same game in the document's notation and in that of homeworlds-live.
const PAIRS: [&str; 2] = ["bakerVlooney", "exampleLog"];

/// Checks that the files of a pair are equal, apart from the header, letters, names of systems and passes that replay
/// infers.
pub fn pairs(sample: &Sample) -> Vec<Trial> {
    let name = sample.name();
    let is_one = sample.origin == Origin::Corpus && PAIRS.iter().any(|pair| *name == format!("{pair}.hwl"));
    if !is_one {
        return Vec::new();
    }
    let sample = sample.clone();
    vec![trial(sample.test_name("pair"), move || {
        let hwl = sample.text_format().read(&sample.text(), &mut Report::silent()).ok_or("not read")?;
        let other = std::fs::read_to_string(sample.path.with_extension("sdg")).map_err(|e| e.to_string())?;
        let text = FORMATS.iter().find(|f| f.id == "homeworlds").and_then(|f| f.text()).ok_or("no such format")?;
        let text = text.read(&other, &mut Report::silent()).ok_or("not read")?;
        let kept = Kept { passes: false, builds: true, sizes: true };
        // Values that replay infers are filled in on one side and not written on the other.
        let (hwl, text) = (plain(&hwl, kept), plain(&text, kept));
        let differs = hwl.iter().zip(&text).find(|(one, other)| one != other);
        match differs {
            Some((one, other)) => Err(format!("{one:?}\n{other:?}")),
            None if hwl.len() != text.len() => Err(format!("{} turns, and {}", hwl.len(), text.len())),
            None => Ok(()),
        }
    })]
}
