//! What a file looks like that is of none of our formats.

/// What tells nothing certain of a file.
const BINARY: &str = "binary data";
const JSON: &str = "JSON, but no Ludex document";
const TEXT: &str = "text of another kind";

/// What a database of games looks like.
pub const A_DATABASE: &str = "a database of games";

/// Where the header of an SQLite database has the number of the program that made it, and ours.
const APPLICATION_ID: (std::ops::Range<usize>, &[u8]) = (68..72, b"Ludx");

/// Whether a file that begins so is a database of games that Ludex made.
pub fn is_database(bytes: &[u8]) -> bool {
    bytes.starts_with(b"SQLite format 3\0") && bytes.get(APPLICATION_ID.0) == Some(APPLICATION_ID.1)
}

/// Whether a file looks like one certain kind, by what [`looks_like`] said.
pub fn is_certain_look(looks: &str) -> bool {
    ![BINARY, JSON, TEXT].contains(&looks)
}

/// A few words for people: `a ZIP archive`, `text`, `binary data`.
pub fn looks_like(bytes: &[u8]) -> String {
    if is_database(bytes) {
        return A_DATABASE.into();
    }
    if let Some(kind) = infer::get(bytes) {
        return format!("{} ({})", kind.mime_type(), kind.extension());
    }
    let start = &bytes[..bytes.len().min(4096)];
    // LHA and ARJ, which boards were packed with, have their marks where few look.
    if start.get(2..5) == Some(b"-lh") {
        return "an LHA archive".into();
    }
    if start.starts_with(&[0x60, 0xEA]) {
        return "an ARJ archive".into();
    }
    let odd = start.iter().filter(|&&b| b < 9 || (14..26).contains(&b) || (28..32).contains(&b)).count();
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
