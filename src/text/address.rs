//! Finds e-mail addresses in arbitrary text.

use std::ops::Range;

/// Returns the byte ranges of e-mail addresses: `name@host`, with or without a dot in the host, and `host!host!name`.
pub fn addresses(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let (mut behind, mut run) = (0, Run::default());
    memchr::memchr2_iter(b'@', b'!', text.as_bytes()).filter_map(move |at| {
        if at < behind {
            return None;
        }
        let address = if text.as_bytes()[at] == b'@' {
            by_host(text, at, behind)
        } else {
            if at >= run.end {
                run = Run::of(text, at);
            }
            by_route(text, at, behind, &run)
        }?;
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
    let name = &before[before.len() - name..];
    let name = name.trim_start_matches(|c: char| !c.is_alphanumeric());
    if name.is_empty() {
        return None;
    }
    let after = &text[at + 1..];
    let host = after.len() - after.trim_start_matches(is_of_host).len();
    let host = after[..host].trim_end_matches(|c: char| !c.is_alphanumeric() && c != ']').len();
    (host > 0).then(|| at - name.len()..at + 1 + host)
}

/// Characters of hops and of what separates them, which are examined once, not again for each `!` among them.
#[derive(Default)]
struct Run {
    end: usize,
    /// End of the last hop with a letter or a digit.
    last_hop: usize,
    /// Last place before `last_hop` where nothing is between two `!`.
    last_gap: Option<usize>,
}

impl Run {
    /// Returns the run from a `!` on.
    fn of(text: &str, at: usize) -> Run {
        let rest = &text[at..];
        let run = &rest[..rest.len() - rest.trim_start_matches(|c| is_of_hop(c) || "!%@".contains(c)).len()];
        let hops = run.trim_end_matches(|c: char| !c.is_alphanumeric());
        Run { end: at + run.len(), last_hop: at + hops.len(), last_gap: hops.rfind("!!").map(|gap| at + gap) }
    }
}

fn is_of_hop(c: char) -> bool {
    c.is_ascii_alphanumeric() || "._-".contains(c)
}

/// Finds a route over two hosts or more; a single `!` may be an exclamation.
fn by_route(text: &str, at: usize, from: usize, run: &Run) -> Option<Range<usize>> {
    let before = text.get(from..at)?;
    let start = before.trim_end_matches(is_of_hop).len() + from;
    if start == at || at >= run.last_hop || run.last_gap.is_some_and(|gap| gap >= at) {
        return None;
    }
    let route = &text[start..run.last_hop];
    (route.contains('@') || route.split('!').count() > 2).then_some(start..run.last_hop)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn addresses_are_found_where_they_begin_and_end() {
        let found = |text: &'static str| addresses(text).map(|range| &text[range]).collect::<Vec<_>>();
        assert_eq!(found("write to <a.smith@example.org>, or jörg@host."), ["a.smith@example.org", "jörg@host"]);
        assert_eq!(found("(mailto:JDOE%CUNYVM@uga.edu)"), ["JDOE%CUNYVM@uga.edu"]);
        assert_eq!(found("uunet!sun!joe and wow!great"), ["uunet!sun!joe"]);
        assert_eq!(found("host!joe@relay.uu.net!"), ["host!joe@relay.uu.net"]);
        assert_eq!(found("a@b@c.d e@f"), ["a@b@c.d", "e@f"]);
        assert_eq!(found("a!!b!c!d! e!f!"), ["b!c!d"]);
        assert!(found("3 @ 5, @home, no@, !! and a!!b").is_empty());
    }

    #[test]
    fn long_rows_of_signs_are_examined_once() {
        for (sign, count) in [("!", 0), ("@", 0), ("a!", 1), ("a!!", 0), ("!a", 1), ("a@", 1), ("@.", 0), ("a@ ", 0)] {
            assert_eq!(addresses(&sign.repeat(1 << 19)).count(), count, "{sign}");
        }
    }

    proptest! {
        /// Runs give what is found for each `!` alone.
        #[test]
        fn routes_are_found_as_if_each_were_alone(text in "[a-c!@%. ]{0,40}") {
            let is_of_route = |c: char| is_of_hop(c) || "!%@".contains(c);
            let mut behind = 0;
            let mut expected = Vec::new();
            for at in (0..text.len()).filter(|at| b"!@".contains(&text.as_bytes()[*at])) {
                if at < behind {
                    continue;
                }
                let start = behind + text[behind..at].trim_end_matches(is_of_hop).len();
                let end = text.len() - text[at..].trim_start_matches(is_of_route).len();
                let route = text[start..end].trim_end_matches(|c: char| !c.is_alphanumeric());
                let is_route = route.contains('@') || route.split('!').count() > 2;
                let by_route = || (is_route && route.split('!').all(|hop| !hop.is_empty())).then(|| start..start + route.len());
                if let Some(found) = if text.as_bytes()[at] == b'@' { by_host(&text, at, behind) } else { by_route() } {
                    behind = found.end;
                    expected.push(found);
                }
            }
            prop_assert_eq!(addresses(&text).collect::<Vec<_>>(), expected);
        }
    }
}
