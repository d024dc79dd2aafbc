//! Makes names of files from documents, which may come from anybody, safe.

use std::borrow::Cow;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::text::printable::printable;

/// Device names of Windows, which are devices with any extension.
const DEVICES: [&str; 6] = ["aux", "clock$", "con", "conin$", "nul", "prn"];

/// Device names of Windows that are followed by a digit.
const NUMBERED_DEVICES: [&str; 2] = ["com", "lpt"];

/// Returns a name that no shell, terminal or system misinterprets: without invisible characters, without dots or dashes
/// at the start, and not a device name. Windows forbids some more characters.
pub fn safe_name(name: &str) -> Cow<'_, str> {
    let name = without_unseen(name);
    let starts_badly = name.starts_with(['.', '-', '~', ' ']);
    if starts_badly || is_device(&name) { Cow::Owned(format!("_{name}")) } else { name }
}

/// Returns a safe name that is also valid as a file name on every system.
pub fn portable_name(name: &str) -> String {
    let is_refused = |c: char| "/\\:*?\"<>|".contains(c);
    let name: String = safe_name(name).chars().map(|c| if is_refused(c) { '_' } else { c }).collect();
    // Windows removes trailing dots and blanks.
    name.trim_end_matches(['.', ' ']).to_owned()
}

/// Returns the path of a container's member as a place below the container: steps that would lead out of a folder, or
/// name a device, become names, and `\\` separates folders like `/`. Ordinary paths are unchanged.
pub fn member_place(path: &str) -> Cow<'_, str> {
    let is_plain = |step: &str| !matches!(step, "" | "." | "..") && !step.ends_with(':') && !is_device(step);
    if !path.contains('\\') && path.split('/').all(is_plain) && matches!(without_unseen(path), Cow::Borrowed(_)) {
        return Cow::Borrowed(path);
    }
    let steps = path.split(['/', '\\']).filter(|step| !matches!(*step, "" | "."));
    let safe = |step: &str| match without_unseen(step) {
        step if is_plain(&step) => step.into_owned(),
        step => format!("_{}", step.replace(':', "_")),
    };
    let place = steps.map(safe).collect::<Vec<_>>().join("/");
    Cow::Owned(if place.is_empty() { "_".into() } else { place })
}

/// The places taken below a folder, compared without case.
///
/// Hashes take far less memory than paths; if two are equal by chance, a place is changed without need.
#[derive(Debug, Default)]
pub struct Places(HashSet<u64>);

impl Places {
    /// Returns the place of a file by its path, which may be anything: as [`member_place`] makes it, and different from
    /// all before.
    pub fn place_of(&mut self, path: &str) -> String {
        let first = member_place(path);
        let mut place = Cow::Borrowed(&*first);
        let mut number = 2;
        while !self.0.insert(folded(&place)) {
            place = numbered(&first, number).into();
            number += 1;
        }
        place.into_owned()
    }

    /// Marks a place as taken.
    pub fn take(&mut self, place: &str) {
        self.0.insert(folded(place));
    }
}

fn folded(place: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    place.chars().flat_map(char::to_lowercase).for_each(|c| c.hash(&mut hasher));
    hasher.finish()
}

/// Adds a number to the name in a place, such as `WAR/WAR04~2.DAT`.
pub fn numbered(place: &str, number: usize) -> String {
    let (folder, name) = place.rsplit_once('/').map_or(("", place), |(folder, name)| (folder, name));
    let (stem, extension) = match name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()) {
        Some((stem, extension)) => (stem, format!(".{extension}")),
        None => (name, String::new()),
    };
    let between = if folder.is_empty() { "" } else { "/" };
    format!("{folder}{between}{stem}~{number}{extension}")
}

fn without_unseen(name: &str) -> Cow<'_, str> {
    match printable(name) {
        Cow::Borrowed(_) if !cfg!(windows) => Cow::Borrowed(name),
        // Characters are replaced one by one, so the replaced ones are found by their index.
        shown => {
            let is_refused = |c: char| cfg!(windows) && "/\\:*?\"<>|".contains(c);
            let safe = |(c, shown): (char, char)| if c != shown || is_refused(c) { '_' } else { c };
            Cow::Owned(name.chars().zip(shown.chars()).map(safe).collect())
        }
    }
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let is_number = |text: &str| matches!(text.as_bytes(), [b'1'..=b'9']);
    DEVICES.contains(&&*stem) || NUMBERED_DEVICES.iter().any(|device| stem.strip_prefix(device).is_some_and(is_number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_stay_below_their_container() {
        for (path, place) in [
            ("WAR/WAR04.DAT", "WAR/WAR04.DAT"),
            ("..\\..\\x", "_../_../x"),
            ("../../etc/passwd", "_../_../etc/passwd"),
            ("/etc/passwd", "etc/passwd"),
            ("C:\\WAR\\a.DAT", "_C_/WAR/a.DAT"),
            ("./a//b/", "a/b"),
            ("a/CON", "a/_CON"),
            ("a\u{1b}[2Jb", "a_[2Jb"),
            ("..", "_.."),
            ("", "_"),
            (".profile", ".profile"),
            ("-rf", "-rf"),
        ] {
            assert_eq!(member_place(path), place, "{path:?}");
        }
    }

    #[test]
    fn names_are_made_safe() {
        for (name, safe) in [
            ("WAR04.REC", "WAR04.REC"),
            ("Jörg 1.DAT", "Jörg 1.DAT"),
            ("a\nb\u{1b}[2J\u{9b}\u{202e}\u{200b}.DAT", "a_b_[2J___.DAT"),
            ("-rf", "_-rf"),
            (".bashrc", "_.bashrc"),
            ("CON", "_CON"),
            ("nul.DAT", "_nul.DAT"),
            ("Lpt1.orders", "_Lpt1.orders"),
            ("CONTACT.DAT", "CONTACT.DAT"),
            ("COM10.DAT", "COM10.DAT"),
        ] {
            assert_eq!(safe_name(name), safe);
        }
        assert_eq!(portable_name("C:x "), "C_x");
        assert_eq!(portable_name("../../etc/passwd"), "_.._.._etc_passwd");
    }
}
