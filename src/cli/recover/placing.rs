//! Finds the lines from which values were recovered.

use std::collections::HashMap;

use super::{Group, ReadFile};
use crate::rules::recovery::{FilePlace, Recovery, Statement};
use crate::text::diagnostic::LineIndex;

/// The places from which a recovery takes its statements, as `WAR04.LOG:212`.
pub struct Places {
    names: HashMap<FilePlace, String>,
}

impl Places {
    /// Finds the lines of all origins that a recovery names.
    pub fn of(group: &Group, all: &[ReadFile], recovery: &Recovery) -> Places {
        let recovered = recovery.recovered.iter().flat_map(|recovered| recovered.values.iter().chain(&recovered.holes));
        let statements = recovery.statements.iter().chain(recovered);
        let mut paths: Vec<Vec<&str>> = vec![Vec::new(); group.members.len()];
        for origin in statements.flat_map(|statement| &statement.origins) {
            if let Some(paths) = paths.get_mut(origin.file) {
                paths.push(&origin.path);
            }
        }
        let mut names = HashMap::new();
        for (file, mut paths) in paths.into_iter().enumerate() {
            let Some(read) = group.members.get(file).and_then(|&member| all.get(member)) else { continue };
            paths.sort_unstable();
            paths.dedup();
            let lines = lines(read, &paths);
            for (path, line) in paths.into_iter().zip(lines) {
                let name = match line {
                    Some(line) => format!("{}:{line}", read.label),
                    None => read.label.clone(),
                };
                names.insert(FilePlace { file, path: path.to_owned() }, name);
            }
        }
        Places { names }
    }

    /// Returns the places of a statement, without duplicates.
    pub fn of_statement(&self, statement: &Statement) -> Vec<&str> {
        let mut all: Vec<&str> = Vec::new();
        for name in statement.origins.iter().filter_map(|origin| self.names.get(origin)) {
            if !all.contains(&name.as_str()) {
                all.push(name);
            }
        }
        all
    }
}

/// Returns the line number of each path in a file; `None` where it has none.
fn lines(file: &ReadFile, paths: &[&str]) -> Vec<Option<usize>> {
    let (Some(text), Some(format)) = (&file.text, file.format.text()) else { return vec![None; paths.len()] };
    let spans = format.places(text, &file.document.game, paths);
    let index = LineIndex::new(text);
    let mut lines: Vec<Option<usize>> =
        spans.into_iter().map(|span| span.map(|span| index.line_at(span.start))).collect();
    lines.resize(paths.len(), None);
    lines
}
