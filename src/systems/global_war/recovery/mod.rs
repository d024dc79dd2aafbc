//! Recovers games from a `.DAT`, its `.REC`, its `.LOG` and old copies: the turn that was interrupted, the game that
//! was lost, and the place of each copy in the game.
//!
//! No value is made up: a value that no file has, or on which files disagree, is reported as a hole.

mod backups;
mod board;
mod interrupted;
mod rebuilt;
mod record;

use crate::model::{Game, Seat};
use crate::rules::recovery::{FilePlace, GameFile, Part, Recovery, RecoverySystem, Statement};
use crate::systems::global_war::formats::log::WAR_LOG;
use crate::systems::global_war::formats::{WAR_DAT, WAR_REC, codes};
use backups::Copy;
use record::Record;

/// The recovery of Global War games.
pub static RECOVERY: RecoverySystem = RecoverySystem {
    record: WAR_LOG.id,
    formats: &[WAR_DAT.id, WAR_REC.id, WAR_LOG.id],
    target: WAR_DAT.id,
    cut_off: &[&codes::CUT_OFF, &codes::DOUBTFUL_LINE],
    doubtful_end: &[&codes::NO_LAST_LINE_END],
    recover,
};

/// The files of a game by their role, as indices among all given files.
struct Files<'f> {
    all: &'f [GameFile<'f>],
    saved: Option<usize>,
    interrupted: Option<usize>,
    log: Option<usize>,
    copies: Vec<usize>,
    /// Files that are not used because another file has their role already, each with that file.
    others: Vec<(usize, Option<usize>)>,
    /// Files of another game than the log; their players' names do not apply to the log.
    strangers: Vec<usize>,
}

impl<'f> Files<'f> {
    fn of(all: &'f [GameFile<'f>]) -> Files<'f> {
        let mut files = Files {
            all,
            saved: None,
            interrupted: None,
            log: None,
            copies: Vec::new(),
            others: Vec::new(),
            strangers: Vec::new(),
        };
        for (place, file) in all.iter().enumerate() {
            let slot = match file.format {
                format if format == WAR_LOG.id => &mut files.log,
                format if format == WAR_REC.id => &mut files.interrupted,
                _ => &mut files.saved,
            };
            match slot {
                _ if file.is_copy && file.format == WAR_DAT.id => files.copies.push(place),
                None if !file.is_copy => *slot = Some(place),
                Some(used) if file.format == WAR_DAT.id && all[*used].game != file.game => files.copies.push(place),
                _ => files.others.push((place, *slot)),
            }
        }
        files
    }

    fn game(&self, place: Option<usize>) -> Option<&'f Game> {
        self.all.get(place?).map(|file| file.game)
    }

    fn label(&self, place: Option<usize>) -> &'f str {
        place.and_then(|place| self.all.get(place)).map_or("?", |file| file.label)
    }

    /// Returns the saved game with its index; `None` if there is none or it is damaged.
    fn whole_saved(&self) -> Option<(usize, &'f Game)> {
        let place = self.saved?;
        self.all.get(place).filter(|file| !file.is_damaged).map(|file| (place, file.game))
    }

    /// Names a player: with the player's name, unless the game hides it.
    fn who(&self, seat: &Seat, reveal: bool) -> String {
        let games = [self.saved, self.interrupted].into_iter().flatten().chain(self.copies.iter().copied());
        let ours = games.filter(|place| !self.strangers.contains(place));
        let name = ours.filter_map(|place| self.game(Some(place))).find_map(|game| {
            let hidden = game.details.global_war().is_none_or(|details| details.hidden_names != Some(false));
            let player = game.players.iter().find(|player| player.seat == *seat)?;
            player.name().filter(|_| reveal || !hidden)
        });
        name.map_or_else(|| format!("player {seat}"), |name| format!("player {seat} ({name})"))
    }
}

fn at(file: usize, path: impl Into<String>) -> FilePlace {
    FilePlace { file, path: path.into() }
}

fn recover(all: &[GameFile<'_>], reveal: bool) -> Recovery {
    let mut files = Files::of(all);
    let mut recovery = Recovery::default();
    let record = Record::of(&files);
    let copies: Vec<Copy<'_>> =
        files.copies.iter().filter_map(|&place| Copy::of(&files, place, record.as_ref())).collect();
    if let Some(record) = &record {
        let saved = files.whole_saved().map(|(place, _)| place).filter(|_| !record.is_anchored());
        let others = copies.iter().filter(|copy| copy.is_elsewhere()).map(|copy| copy.file);
        files.strangers = saved.into_iter().chain(others).collect();
        recovery.statements.extend(record.statements(&files, reveal));
    }
    let interrupted = interrupted::Interrupted::of(&files, record.as_ref());
    if let Some(interrupted) = &interrupted {
        recovery.statements.extend(interrupted.statements(reveal));
    }
    recovery.statements.extend(rebuilt::of_saved(&files, record.as_ref()));
    recovery.statements.extend(copies.iter().map(Copy::statement));
    if record.is_none() {
        let unplaced = |&place: &usize| format!("{}: it cannot be placed without a log", files.label(Some(place)));
        let said = files.copies.iter().map(unplaced).map(|text| Statement::new(Part::Backup, text, []));
        recovery.statements.extend(said);
    }
    for &(place, used) in &files.others {
        let Some(GameFile { label, format, game, .. }) = all.get(place) else { continue };
        let text = if files.game(used) == Some(*game) {
            format!("{label} says the same as {}", files.label(used))
        } else {
            format!("{label} is another {format}, and is not used")
        };
        recovery.statements.push(Statement::new(Part::Record, text, []));
    }
    if let Some(record) = &record {
        recovery.statements.extend(record.contradictions(&files));
    }
    let ended = interrupted.as_ref().map(|interrupted| interrupted.ended(reveal));
    recovery.recovered = match ended {
        Some(Ok(ended)) => Some(ended),
        other => {
            let rebuilt = rebuilt::rebuild(&files, record.as_ref(), &copies, reveal);
            let why = match (other, files.whole_saved()) {
                (Some(Err(why)), _) => why,
                (_, Some((place, _))) => format!("{} is whole, and no turn was interrupted", files.label(Some(place))),
                _ => "there is neither a damaged game, nor an interrupted turn, nor a log".to_owned(),
            };
            recovery.nothing_because = rebuilt.is_none().then_some(why);
            rebuilt
        }
    };
    recovery.statements.sort_by_key(|statement| statement.part);
    recovery
}
