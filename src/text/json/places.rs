//! Finds the values at paths of a document in its JSON text.

use std::collections::HashMap;
use std::ops::Range;

use super::lexer::{skip_blanks, token, unescaped, value_end};

/// Returns the byte range of the value at each path, such as `game.players[3].name`; for a missing value, the range of
/// the innermost existing value around it. The text is read once, however many paths there are.
pub fn places(text: &str, paths: &[&str]) -> Vec<Option<Range<usize>>> {
    let mut walk = Walk { text, nodes: vec![Node::default()] };
    let ends: Vec<usize> = paths.iter().map(|path| walk.add(path)).collect();
    walk.value(text.len() - text.trim_start_matches('\u{FEFF}').len(), 0);
    // Parents come before their children.
    for node in 1..walk.nodes.len() {
        if walk.nodes[node].found.is_none() {
            walk.nodes[node].found = walk.nodes[walk.nodes[node].parent].found.clone();
        }
    }
    ends.into_iter().map(|node| walk.nodes[node].found.clone()).collect()
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Step<'p> {
    Key(&'p str),
    Index(usize),
}

/// Splits a path into steps.
fn steps(path: &str) -> impl Iterator<Item = Step<'_>> {
    let steps = path.split(['.', '[']).filter(|step| !step.is_empty());
    steps.map(|step| match step.strip_suffix(']').and_then(|index| index.parse().ok()) {
        Some(index) => Step::Index(index),
        None => Step::Key(step),
    })
}

/// A value at the end of a path or on the way there.
#[derive(Default)]
struct Node<'p> {
    parent: usize,
    children: HashMap<Step<'p>, usize>,
    found: Option<Range<usize>>,
}

struct Walk<'t, 'p> {
    text: &'t str,
    nodes: Vec<Node<'p>>,
}

impl<'p> Walk<'_, 'p> {
    /// Adds a path and returns its node.
    fn add(&mut self, path: &'p str) -> usize {
        let mut node = 0;
        for step in steps(path) {
            let new = self.nodes.len();
            let child = *self.nodes[node].children.entry(step).or_insert(new);
            if child == new {
                self.nodes.push(Node { parent: node, ..Node::default() });
            }
            node = child;
        }
        node
    }

    /// Walks through the value from `at` on; returns its end, or `None` if the text is cut off.
    fn value(&mut self, at: usize, node: usize) -> Option<usize> {
        let start = skip_blanks(self.text, at);
        let first = token(self.text, start)?;
        self.nodes[node].found = Some(first.clone());
        let is_object = match self.text.as_bytes()[start] {
            _ if self.nodes[node].children.is_empty() => None,
            b'{' => Some(true),
            b'[' => Some(false),
            _ => None,
        };
        let end = match is_object {
            Some(is_object) => self.members(first.end, node, is_object)?,
            None => value_end(self.text, start)?,
        };
        self.nodes[node].found = Some(start..end);
        Some(end)
    }

    /// Walks through the members of an object or list, starting after its bracket.
    fn members(&mut self, mut at: usize, node: usize, is_object: bool) -> Option<usize> {
        for index in 0.. {
            let mut next = token(self.text, at)?;
            if self.text[next.clone()] == *"," {
                next = token(self.text, next.end)?;
            }
            if [b'}', b']'].contains(&self.text.as_bytes()[next.start]) {
                return Some(next.end);
            }
            let children = &self.nodes[node].children;
            let (child, value) = if is_object {
                let key = unescaped(&self.text[next.clone()])?;
                (children.get(&Step::Key(&key)).copied(), token(self.text, next.end)?.end)
            } else {
                (children.get(&Step::Index(index)).copied(), next.start)
            };
            at = match child {
                Some(child) if self.nodes[child].found.is_none() => self.value(value, child)?,
                _ => value_end(self.text, value)?,
            };
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found<'t>(text: &'t str, path: &str) -> Option<&'t str> {
        places(text, &[path]).remove(0).map(|range| &text[range])
    }

    #[test]
    fn values_are_found_by_their_path() {
        let text = r#"{"game": {"players": [{"name": "A"}, {"na\u006de": "BOB"}, []], "x": 1}}"#;
        assert_eq!(found(text, "game.players[1].name"), Some("\"BOB\""));
        assert_eq!(found(text, "game.players[1].nothing"), Some(r#"{"na\u006de": "BOB"}"#));
        assert_eq!(found(text, "game.players[9].name"), Some(&text[21..62]));
        assert_eq!(found(text, "game.x"), Some("1"));
        assert_eq!(found(text, ""), Some(text));
    }

    #[test]
    fn a_text_that_is_cut_off_is_looked_through_as_far_as_it_goes() {
        let text = "\u{FEFF}{\"game\": {\"a\": 1, \"b\": [2, ";
        assert_eq!(found(text, "game.a"), Some("1"));
        assert_eq!(found(text, "game.b[0]"), Some("2"));
        assert_eq!(found(text, "game.b[1]"), Some("["));
        assert_eq!(found("", "game"), None);
    }

    #[test]
    fn many_paths_take_no_more_than_one_walk() {
        let text = format!("[{}1]", "1,".repeat(200_000));
        let paths: Vec<String> = (0..50_000).map(|index| format!("[{index}]")).collect();
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        assert_eq!(places(&text, &paths)[49_999], Some(99_999..100_000));
    }
}
