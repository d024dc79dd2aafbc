//! Checks a file against its companion, such as the saved game beside an interrupted turn, and the other way round.

use super::{FileReader, name_of};
use crate::archive::{Input, InputKind};
use crate::conversion::{ReadOptions, ReadOutcome, join, read};
use crate::formats::{self, FORMATS, Format, Join};
use crate::model::{Document, System};
use crate::text::{Diagnostic, Severity};

impl FileReader {
    /// Warns if the companion of the same name does not belong to the file, such as a `.REC` and a `.DAT` whose game
    /// went on.
    pub fn doubts_about_companion(&self, input: &Input, reading: &ReadOutcome) -> Vec<Diagnostic> {
        let Some(document) = &reading.document else { return Vec::new() };
        let joins = document.sources.iter().filter_map(|source| formats::format(&source.format)?.joins);
        let with = joins.filter_map(|join| match join {
            Join::With { to, doubts: Some(doubts), .. } => Some((to, doubts)),
            _ => None,
        });
        let is_there = |to: &&str| document.sources_of(to).next().is_some();
        let alone = with.filter(|(to, _)| !to.iter().any(is_there));
        let mut found: Vec<Diagnostic> = Vec::new();
        for (to, doubts) in alone {
            let others = to.iter().filter_map(|to| self.namesake(input, formats::format(to)?));
            for (name, other) in others {
                let more = other.document.map(|other| doubts(&other.game, &document.game, &name)).unwrap_or_default();
                // A doubt about a `.DAT` applies to its `.REC` too, so each code is reported once.
                let is_new = |d: &Diagnostic| found.iter().all(|said| said.code != d.code);
                let mut more: Vec<Diagnostic> = more.into_iter().filter(is_new).collect();
                found.append(&mut more);
            }
        }
        super::locate(&mut found, reading);
        // Neither file is wrong if they are of different games, so these are at most warnings.
        let warned = found.into_iter().map(|d| Diagnostic { severity: d.severity.min(Severity::Warning), ..d });
        warned.map(|d| d.in_file(input.label())).collect()
    }

    /// Joins a document with its companions of the same name, such as a `.REC` with its `.DAT`, if they are of one
    /// game.
    pub fn joined_with_companion(&self, input: &Input, document: &Document) -> Option<Document> {
        let [source] = &document.sources[..] else { return None };
        let Some(Join::With { to, doubts, .. }) = formats::format(&source.format)?.joins else { return None };
        let of_this_game = |(name, other): (String, ReadOutcome)| {
            let is_whole = !other.has_errors();
            let other = other.document.filter(|_| is_whole)?;
            let is_doubted = doubts.is_some_and(|doubts| !doubts(&other.game, &document.game, &name).is_empty());
            (!is_doubted).then_some(other)
        };
        let found = to.iter().filter_map(|to| self.namesake(input, formats::format(to)?));
        let mut others: Vec<Document> = found.filter_map(of_this_game).collect();
        // If they cannot all be joined, the first ones are.
        while !others.is_empty() {
            let all = others.iter().chain([document]).cloned().collect();
            if let Ok((joined, _)) = join(all) {
                return Some(joined);
            }
            others.pop();
        }
        None
    }

    /// Returns the path of the file of the same name that takes a document in, such as a log for its `.DAT`, if they
    /// are of one game.
    pub fn joined_by(&self, input: &Input, document: &Document) -> Option<String> {
        let [source] = &document.sources[..] else { return None };
        let takes_it_in = |format: &&&Format| match format.joins {
            Some(Join::With { to, .. }) => to.contains(&source.format.as_str()),
            _ => false,
        };
        FORMATS.iter().filter(takes_it_in).find_map(|format| {
            let Some(Join::With { doubts, .. }) = format.joins else { return None };
            let (name, other) = self.namesake(input, format)?;
            let is_whole = !other.has_errors();
            let other = other.document.filter(|_| is_whole)?;
            let of_this = name_of(&input.path);
            let is_doubted = doubts.is_some_and(|doubts| !doubts(&document.game, &other.game, &of_this).is_empty());
            (!is_doubted).then_some(name)
        })
    }

    /// Suggests the undamaged file beside a damaged one that makes up for it.
    pub(super) fn way_out(&self, input: &Input, reading: &ReadOutcome) -> Option<Diagnostic> {
        let format = reading.format?;
        let mut of_systems = System::ALL.iter().filter_map(|system| system.def().documents.rescue);
        let rescue = of_systems.find(|rescue| rescue.of.id == format.id)?;
        let is_damage = |d: &Diagnostic| d.is_error() && rescue.damage.iter().any(|code| code.id == d.code);
        if !reading.diagnostics.iter().any(is_damage) {
            return None;
        }
        let (name, other) = self.namesake(input, rescue.by)?;
        let is_whole = other.document.is_some() && !other.has_errors();
        is_whole.then(|| (rescue.says)(&name).in_file(input.label()))
    }

    /// Reads the file beside an input that has its name and another format; returns it with its path.
    fn namesake(&self, input: &Input, format: &Format) -> Option<(String, ReadOutcome)> {
        if input.kind != InputKind::File {
            return None;
        }
        let path = self.store_of(input).namesake(&input.path, format.extension)?;
        let options = ReadOptions { format: Some(format.id.to_owned()), ..ReadOptions::default() };
        let bytes = self.store_of(input).read(&path).ok()?;
        // The path is written like that of the input, with or without a leading `./`.
        let called = if input.path.starts_with(".") { path.as_path() } else { path.strip_prefix(".").unwrap_or(&path) };
        Some((called.display().to_string(), read(&name_of(&path), &bytes, &options)))
    }
}
