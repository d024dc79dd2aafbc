//! Which files are of one game: those of one number on one board, with the copies that lie below it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{ReadFile, system_of};
use crate::rules::recovery::{GameFile, RecoverySystem};

/// The files of a game.
pub struct Group {
    /// How the game is called: its folder and its number.
    pub name: String,
    /// The folder that the game lies in, and the name of its files without an extension.
    pub place: PathBuf,
    /// The same below the folder that was given.
    pub relative: PathBuf,
    /// How it is recovered.
    pub system: &'static RecoverySystem,
    /// Its files, by their places among all.
    pub members: Vec<usize>,
}

impl Group {
    /// Its files for those who put it together.
    pub fn game_files<'f>(&self, all: &'f [ReadFile]) -> Vec<GameFile<'f>> {
        let files = self.members.iter().filter_map(|&member| all.get(member));
        let file = |file: &'f ReadFile| GameFile {
            label: &file.label,
            format: file.format.id,
            game: &file.document.game,
            is_damaged: file.is_damaged,
            is_unreliable: file.is_unreliable,
            is_end_doubtful: file.is_end_doubtful,
            is_copy: key(file) != self.place,
        };
        files.map(file).collect()
    }
}

/// The folder of a file, and its name without an extension, in capitals as DOS has it.
fn key(file: &ReadFile) -> PathBuf {
    folder(file).join(number(file))
}

fn folder(file: &ReadFile) -> &Path {
    file.path.parent().unwrap_or(Path::new(""))
}

fn number(file: &ReadFile) -> String {
    file.path.file_stem().unwrap_or_default().to_string_lossy().to_uppercase()
}

/// The games that files are of.
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
            // The user says that they belong together.
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

/// The game that files are of which the user names without a log: that of the one interrupted turn among them.
fn anchor(named: &[&ReadFile]) -> Option<PathBuf> {
    let is_saved = |file: &&&ReadFile| system_of(file.format).is_some_and(|system| system.target == file.format.id);
    let (saved, others): (Vec<&&ReadFile>, Vec<&&ReadFile>) = named.iter().partition(is_saved);
    match (&others[..], &saved[..]) {
        ([only], _) => Some(key(only)),
        _ => None,
    }
}
