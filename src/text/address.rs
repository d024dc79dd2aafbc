//! Finds e-mail addresses in arbitrary text.

use std::ops::Range;

/// Returns the byte ranges of e-mail addresses: `name@host`, with or without a dot in the host, and `host!host!name`.
pub fn addresses(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut behind = 0;
    memchr::memchr2_iter(b'@', b'!', text.as_bytes()).filter_map(move |at| {
        if at < behind {
            return None;
        }
        let address = if text.as_bytes()[at] == b'@' { by_host(text, at, behind) } else { by_route(text, at, behind) }?;
        behind = address.end;
        Some(address)
    })
}

/// Returns whether a text contains an e-mail address.
pub fn has_address(text: &str) -> bool {
    addresses(text).next().is_some()
}

/// Accepts characters of the name before the `@`. Letters of any script count, so that no part of a name is left over.
fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || "._%+-!=/'*&#$^~|?`{}".contains(c)
}

fn is_of_host(c: char) -> bool {
    c.is_alphanumeric() || ".-_:[]@%".contains(c)
}

fn by_host(text: &str, at: usize, from: usize) -> Option<Range<usize>> {
    let before = text.get(from..at)?;
    let name = before.len() - before.trim_end_matches(is_of_name).len();
    let after = &text[at + 1..];
    let host = after.len() - after.trim_start_matches(is_of_host).len();
    let host = after[..host].trim_end_matches(|c: char| !c.is_alphanumeric() && c != ']').len();
    let name = &before[before.len() - name..];
    let name = name.trim_start_matches(|c: char| !c.is_alphanumeric());
    (!name.is_empty() && host > 0).then(|| at - name.len()..at + 1 + host)
}

/// Finds a route over two hosts or more; a single `!` may be an exclamation.
fn by_route(text: &str, at: usize, from: usize) -> Option<Range<usize>> {
    let is_of_hop = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    let before = text.get(from..at)?;
    let start = at - (before.len() - before.trim_end_matches(is_of_hop).len());
    let is_of_route = |c: char| is_of_hop(c) || "!%@".contains(c);
    let rest = &text[at..];
    let end = at + rest.len() - rest.trim_start_matches(is_of_route).len();
    let route = text[start..end].trim_end_matches(|c: char| !c.is_alphanumeric());
    let is_route = route.contains('@') || route.split('!').count() > 2;
    (is_route && route.split('!').all(|hop| !hop.is_empty())).then(|| start..start + route.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_found_where_they_begin_and_end() {
        let found = |text: &'static str| addresses(text).map(|range| &text[range]).collect::<Vec<_>>();
        assert_eq!(found("write to <a.smith@example.org>, or jörg@host."), ["a.smith@example.org", "jörg@host"]);
        assert_eq!(found("(mailto:JDOE%CUNYVM@uga.edu)"), ["JDOE%CUNYVM@uga.edu"]);
        assert_eq!(found("uunet!sun!joe and wow!great"), ["uunet!sun!joe"]);
        assert_eq!(found("host!joe@relay.uu.net!"), ["host!joe@relay.uu.net"]);
        assert_eq!(found("a@b@c.d e@f"), ["a@b@c.d", "e@f"]);
        assert!(found("3 @ 5, @home, no@, !! and a!!b").is_empty());
    }
}
