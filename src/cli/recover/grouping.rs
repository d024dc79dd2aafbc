//! Groups files by game: files with the same number in a folder, with the copies in folders below it; or the files that
//! the user names together.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{ReadFile, system_of};
use crate::cli::places::name_of_game;
use crate::rules::recovery::{GameFile, RecoverySystem};

/// The files of a game.
pub struct Group {
    /// Name of the game: its folder and its number.
    pub name: String,
    /// Folder of the game, joined with the name of its files without an extension.
    pub place: PathBuf,
    /// The same, relative to the folder that the user gave.
    pub relative: PathBuf,
    /// Rules for recovering games of its system.
    pub system: &'static RecoverySystem,
    /// Indices of the game's files among all files.
    pub members: Vec<usize>,
}

impl Group {
    /// Returns the files of the game in the form that its recovery takes.
    pub fn game_files<'f>(&self, all: &'f [ReadFile]) -> Vec<GameFile<'f>> {
        let files = self.members.iter().filter_map(|&member| all.get(member));
        let files: Vec<&ReadFile> = files.collect();
        let file = |file: &'f ReadFile| GameFile {
            label: &file.label,
            format: file.format.id,
            game: &file.document.game,
            is_damaged: file.is_damaged,
            is_unreliable: file.is_unreliable,
            is_end_doubtful: file.is_end_doubtful,
            is_copy: key(file) != self.place && !self.stands_in(file, &files),
        };
        files.iter().copied().map(file).collect()
    }

    /// Returns whether a file of another name is not a copy but the game's own file: the user names it, and it is the
    /// only one of its format. A file of the same number in another folder is a copy if there is a log to place it in.
    fn stands_in(&self, file: &ReadFile, files: &[&ReadFile]) -> bool {
        let is_only = files.iter().filter(|other| other.format.id == file.format.id).count() == 1;
        let is_saved = file.format.id == self.system.target;
        let has_record = files.iter().any(|other| other.format.id == self.system.record);
        let is_renamed = self.place.file_name().is_none_or(|own| own.to_string_lossy() != number(file));
        !file.found && is_only && (!is_saved || !has_record || is_renamed)
    }
}

/// Returns the folder of a file, joined with its name without an extension, in capitals as on DOS.
fn key(file: &ReadFile) -> PathBuf {
    folder(file).join(number(file))
}

fn folder(file: &ReadFile) -> &Path {
    file.path.parent().unwrap_or(Path::new(""))
}

fn number(file: &ReadFile) -> String {
    name_of_game(&file.path)
}

/// Groups files by the game that they belong to.
pub fn groups(all: &[ReadFile]) -> Vec<Group> {
    let of = |file: &ReadFile| system_of(file.format);
    let is_record = |file: &&ReadFile| of(file).is_some_and(|system| system.record == file.format.id);
    let records: Vec<&ReadFile> = all.iter().filter(is_record).collect();
    let named: Vec<&ReadFile> = all.iter().filter(|file| !file.found).collect();
    let mut games: BTreeMap<PathBuf, Vec<usize>> = BTreeMap::new();
    for (place, file) in all.iter().enumerate() {
        let above =
            records.iter().filter(|record| number(record) == number(file) && folder(file).starts_with(folder(record)));
        let nearest = above.max_by_key(|record| folder(record).components().count());
        let only = || match &records[..] {
            // By naming them together, the user says that they belong together.
            [record] if !file.found => Some(key(record)),
            [] if !file.found => anchor(&named),
            _ => None,
        };
        let game = nearest.map(|record| key(record)).or_else(only).unwrap_or_else(|| key(file));
        games.entry(game).or_default().push(place);
    }
    let group = |(place, members): (PathBuf, Vec<usize>)| {
        let system = members.iter().find_map(|&member| of(all.get(member)?))?;
        let name = place.display().to_string();
        let mut own = members.iter().filter_map(|&member| all.get(member)).filter(|file| key(file) == place);
        let relative = own.next().map_or_else(|| place.clone(), |file| file.relative.with_file_name(number(file)));
        Some(Group { name, place, relative, system, members })
    };
    games.into_iter().filter_map(group).collect()
}

/// Returns the game of files that the user names without a log: the game of the only interrupted turn among them, or
/// `None` if there is not exactly one.
fn anchor(named: &[&ReadFile]) -> Option<PathBuf> {
    let is_saved = |file: &&&ReadFile| system_of(file.format).is_some_and(|system| system.target == file.format.id);
    let (saved, others): (Vec<&&ReadFile>, Vec<&&ReadFile>) = named.iter().partition(is_saved);
    match (&others[..], &saved[..]) {
        ([only], _) => Some(key(only)),
        _ => None,
    }
}
