//! Describes files that are of no known format.

/// Descriptions that say nothing certain about a file.
const BINARY: &str = "binary data";
const JSON: &str = "JSON, but no Ludex document";
const TEXT: &str = "text of another kind";

/// Description of a database of games.
pub const A_DATABASE: &str = "a database of games";

/// Byte range of the application id in the header of an SQLite database, and the id of Ludex.
const APPLICATION_ID: (std::ops::Range<usize>, &[u8]) = (68..72, b"Ludx");

/// Returns whether a file with this beginning is a database of games that Ludex made.
pub fn is_database(bytes: &[u8]) -> bool {
    bytes.starts_with(b"SQLite format 3\0") && bytes.get(APPLICATION_ID.0) == Some(APPLICATION_ID.1)
}

/// Returns whether a result of [`looks_like`] is one definite kind of file.
pub fn is_certain_look(looks: &str) -> bool {
    ![BINARY, JSON, TEXT].contains(&looks)
}

/// Describes a file in a few words: `a ZIP archive`, `text`, `binary data`.
pub fn looks_like(bytes: &[u8]) -> String {
    if is_database(bytes) {
        return A_DATABASE.into();
    }
    if let Some(kind) = infer::get(bytes) {
        return format!("{} ({})", kind.mime_type(), kind.extension());
    }
    let start = &bytes[..bytes.len().min(4096)];
    // Boards often used LHA and ARJ, whose signatures are not at the usual place.
    if start.get(2..5) == Some(b"-lh") {
        return "an LHA archive".into();
    }
    if start.starts_with(&[0x60, 0xEA]) {
        return "an ARJ archive".into();
    }
    let is_odd = |b: u8| b < 9 || (14..26).contains(&b) || (28..32).contains(&b);
    // Counts that fit a byte are taken of many bytes at once.
    let odd_in = |part: &[u8]| usize::from(part.iter().fold(0, |odd: u8, &b| odd + u8::from(is_odd(b))));
    let odd: usize = start.chunks(u8::MAX.into()).map(odd_in).sum();
    if start.contains(&0) || odd * 20 > start.len() {
        BINARY.into()
    } else if start.trim_ascii_start().starts_with(b"{") || start.trim_ascii_start().starts_with(b"[") {
        JSON.into()
    } else {
        TEXT.into()
    }
}

#[cfg(test)]
mod tests {
    use super::looks_like;

    #[test]
    fn common_kinds_are_named() {
        assert!(looks_like(b"PK\x03\x04rest of an archive").contains("zip"));
        assert_eq!(looks_like(b"\x21\x33-lh5-xxxxxxxx"), "an LHA archive");
        assert_eq!(looks_like(&[0; 100]), "binary data");
        assert_eq!(looks_like(b"{\"name\": \"x\"}"), "JSON, but no Ludex document");
        assert_eq!(looks_like(b"Dear diary,\r\n"), "text of another kind");
    }
}
