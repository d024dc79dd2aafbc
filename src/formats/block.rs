//! The first block of a file, which rules out most formats before any of them looks closer.

use std::any::Any;
use std::cell::{OnceCell, RefCell};
use std::mem::replace;
use std::rc::Rc;
use std::str::Utf8Error;

use crate::formats::contract::Probe;
use crate::model::Board;
use crate::text::json::object_at_start;

/// Maximum length of the block, in bytes.
pub const BLOCK_LENGTH: usize = 8 << 10;

/// The first bytes of a statement.
pub type Head = [u8; 8];

/// The first block of a file, with the parts that every format asks for.
pub struct Block<'b> {
    /// Name of the file, without folders.
    pub name: &'b str,
    /// The first bytes of the file, at most [`BLOCK_LENGTH`].
    pub bytes: &'b [u8],
    /// Board at hand, which names in the file may refer to.
    pub board: Option<&'b Board>,
    /// The first non-empty line, whatever ends it.
    pub first_line: Option<&'b [u8]>,
    statements: OnceCell<Vec<&'b [u8]>>,
    heads: OnceCell<Vec<Head>>,
    /// The longest beginning that is valid UTF-8.
    pub text: &'b str,
    /// The first key, if the file begins as a JSON object.
    pub json_key: Option<&'b [u8]>,
    /// What formats of one family find out together, by its type.
    shared: RefCell<Vec<Rc<dyn Any>>>,
}

impl<'b> Block<'b> {
    /// Creates the block of a file from its known `bytes`.
    pub fn of(name: &'b str, bytes: &'b [u8], board: Option<&'b Board>) -> Block<'b> {
        let bytes = &bytes[..bytes.len().min(BLOCK_LENGTH)];
        let valid = |error: Utf8Error| std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
        let text = std::str::from_utf8(bytes).unwrap_or_else(valid);
        let first_line = lines(bytes).find(|line| !line.is_empty());
        let json_key = json_key(bytes);
        let (statements, heads) = (OnceCell::new(), OnceCell::new());
        Block { name, bytes, board, first_line, statements, heads, text, json_key, shared: RefCell::default() }
    }

    /// Returns the lines with more than blanks, trimmed.
    pub fn statements(&self) -> &[&'b [u8]] {
        self.statements.get_or_init(|| {
            let mut statements = Vec::with_capacity(self.bytes.len() / 16);
            statements.extend(lines(self.bytes).map(<[u8]>::trim_ascii).filter(|line| !line.is_empty()));
            statements
        })
    }

    /// Returns the first bytes of each statement, filled up with zeros. Most statements say by them that they are of no
    /// format, and bytes side by side are quicker to look at.
    pub fn heads(&self) -> &[Head] {
        self.heads.get_or_init(|| self.statements().iter().map(|statement| self.head_of(statement)).collect())
    }

    /// Returns the statements whose first bytes a format may know.
    pub fn statements_with(&self, is_known: impl Fn(&Head) -> bool) -> impl Iterator<Item = &'b [u8]> {
        self.heads()
            .iter()
            .zip(self.statements())
            .filter(move |(head, _)| is_known(head))
            .map(|(_, statement)| *statement)
    }

    /// Returns the bytes before the statement at an index; all if there are no more statements than that.
    pub fn bytes_before(&self, index: usize) -> &'b [u8] {
        &self.bytes[..self.statements().get(index).map_or(self.bytes.len(), |statement| self.offset_of(statement))]
    }

    /// Returns whether blanks are before a statement of the block in its line.
    pub fn is_indented(&self, statement: &[u8]) -> bool {
        let before = self.bytes[..self.offset_of(statement)].last();
        before.is_some_and(|byte| !matches!(byte, b'\n' | b'\r'))
    }

    fn head_of(&self, statement: &[u8]) -> Head {
        let Some(eight) = self.bytes[self.offset_of(statement)..].first_chunk() else {
            let mut head = Head::default();
            head[..statement.len()].copy_from_slice(statement);
            return head;
        };
        // Eight bytes at once are sooner copied than those of a shorter statement.
        let others = u64::MAX.checked_shl(8 * statement.len() as u32).unwrap_or_default();
        (u64::from_le_bytes(*eight) & !others).to_le_bytes()
    }

    fn offset_of(&self, statement: &[u8]) -> usize {
        statement.as_ptr() as usize - self.bytes.as_ptr() as usize
    }

    /// Returns whether the file begins as a JSON object with one of these keys, or contains the first of them in the
    /// block: tools may sort keys.
    pub fn is_json_with(&self, keys: &[&str]) -> bool {
        let is_one = |first: &[u8]| keys.iter().any(|key| key.as_bytes() == first);
        let is_there = |key: &&str| memchr::memmem::find(self.bytes, format!("\"{key}\"").as_bytes()).is_some();
        self.json_key.is_some_and(is_one) || keys.first().is_some_and(is_there)
    }

    /// Returns whether the block is full of comments and blanks, as in a file with a long comment at the beginning.
    pub fn says_nothing(&self) -> bool {
        self.bytes.len() == BLOCK_LENGTH && self.statements().iter().all(|line| line.starts_with(b"#"))
    }

    /// Returns the value of a type that formats of one family share, created by the first of them that asks.
    pub fn shared<T: Default + 'static>(&self) -> Rc<T> {
        let mut shared = self.shared.borrow_mut();
        let known = shared.iter().find_map(|value| Rc::clone(value).downcast().ok());
        known.unwrap_or_else(|| {
            let value = Rc::new(T::default());
            shared.push(Rc::clone(&value) as Rc<dyn Any>);
            value
        })
    }

    /// Returns the lines of the text, as split at LF; a last line that may be cut off is included only if it is the
    /// only one.
    pub fn text_lines(&self) -> impl Iterator<Item = &'b str> {
        let is_cut = self.bytes.len() == BLOCK_LENGTH || self.text.len() < self.bytes.len();
        let whole = memchr::memrchr(b'\n', self.text.as_bytes()).filter(|_| is_cut);
        let text = &self.text[..whole.unwrap_or(self.text.len())];
        let mut start = 0;
        let ends = memchr::memchr_iter(b'\n', text.as_bytes()).chain([text.len()]);
        ends.map(move |end| &text[replace(&mut start, end + 1)..end])
    }
}

impl<'b> From<&Probe<'b>> for Block<'b> {
    fn from(probe: &Probe<'b>) -> Self {
        Block::of(probe.name, probe.bytes, probe.board)
    }
}

/// Returns the lines, whatever ends them.
fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (line, behind) = rest.split_at(length_of_line(rest));
        let end = if behind.starts_with(b"\r\n") { 2 } else { 1 };
        rest = behind.get(end..).unwrap_or_default();
        Some(line)
    })
}

/// Returns the number of bytes before the first line end.
fn length_of_line(bytes: &[u8]) -> usize {
    // Many lines are so short that a search for their end takes longer than a look at each byte.
    const SHORT: usize = 8;
    let (first, rest) = bytes.split_at(bytes.len().min(SHORT));
    let short = first.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
    short.or_else(|| Some(SHORT + memchr::memchr2(b'\n', b'\r', rest)?)).unwrap_or(bytes.len())
}

/// Returns the first key of bytes that begin as a JSON object.
fn json_key(bytes: &[u8]) -> Option<&[u8]> {
    let inside = object_at_start(bytes)?.get(1..)?.trim_ascii_start().strip_prefix(b"\"")?;
    inside.get(..memchr::memchr(b'"', inside)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_any_way_and_the_first_key_is_found() {
        let block = Block::of("x", b"a\r\n\r\nb\rc\n\n  \nd", None);
        assert_eq!(block.first_line, Some(&b"a"[..]));
        assert_eq!(block.statements(), [&b"a"[..], b"b", b"c", b"d"]);
        assert_eq!(Block::of("x", b"\r\n\n  \nd", None).first_line, Some(&b"  "[..]));
        assert_eq!(block.json_key, None);
        assert_eq!(Block::of("x", b"\xEF\xBB\xBF {\n \"ludex\" : 1", None).json_key, Some(&b"ludex"[..]));
    }

    #[test]
    fn statements_are_told_by_their_first_bytes() {
        let block = Block::of("x", b"ab\n\n  abcdefghi\nb", None);
        assert_eq!(block.heads(), [*b"ab\0\0\0\0\0\0", *b"abcdefgh", *b"b\0\0\0\0\0\0\0"]);
        let of_a: Vec<_> = block.statements_with(|head| head[0] == b'a').collect();
        assert_eq!(of_a, [&b"ab"[..], b"abcdefghi"]);
        assert_eq!(of_a.iter().map(|statement| block.is_indented(statement)).collect::<Vec<_>>(), [false, true]);
        assert_eq!(block.bytes_before(1), b"ab\n\n  ");
        assert_eq!(block.bytes_before(9), block.bytes);
    }

    #[test]
    fn a_shared_value_is_one_for_each_type() {
        let block = Block::of("x", b"a", None);
        block.shared::<RefCell<Vec<bool>>>().borrow_mut().push(true);
        assert_eq!(*block.shared::<RefCell<Vec<bool>>>().borrow(), [true]);
        assert!(block.shared::<RefCell<String>>().borrow().is_empty());
    }
}
