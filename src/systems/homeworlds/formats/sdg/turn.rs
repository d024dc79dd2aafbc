//! The line at the beginning of a turn.

/// Parses the number and the name before a turn's first action. Also returns the length of this heading in bytes, up to
/// and including the colon. `None` if the line begins otherwise.
pub fn heading(line: &str) -> Option<(u32, &str, usize)> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = line.split_at_checked(digits)?;
    let rest = rest.strip_prefix(") ")?;
    let name = &rest[..memchr::memchr(b':', rest.as_bytes())?];
    let behind = &rest[name.len() + 1..];
    let is_whole = !name.is_empty() && (behind.is_empty() || behind.starts_with(' '));
    // A number of ten digits or with leading zeros is not the number of a turn.
    let number = number.parse().ok().filter(|_| digits < 10 && !number.starts_with('0') && is_whole)?;
    Some((number, name, digits + ") ".len() + name.len() + 1))
}

/// Returns the name of a player's homeworld, in the server's spelling: one capital, then small letters.
pub fn home_of(player: &str) -> String {
    let mut letters = player.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters.map(|c| c.to_ascii_lowercase())).collect()
}
