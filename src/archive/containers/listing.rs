//! Lists members within the limits.

use std::io;

use super::{Blob, Container, ContainerError, Contents, LimitReached, Limits, Member, MemberKind, Method};

/// The members that a kind of container has listed so far.
pub(super) struct Listing<'l> {
    limits: &'l Limits,
    /// Members so far.
    pub members: Vec<Member>,
    /// Faults so far.
    pub faults: Vec<ContainerError>,
}

impl<'l> Listing<'l> {
    pub(super) fn new(limits: &'l Limits) -> Self {
        Listing { limits, members: Vec::new(), faults: Vec::new() }
    }

    /// Lists a member, as closed if it exceeds a limit. `stored` is the length of its path as stored, or of its UTF-8.
    /// Returns `false` if there are too many members already, so that no more should be read.
    pub(super) fn push(&mut self, mut member: Member, stored: usize) -> bool {
        if self.members.len() >= self.limits.members {
            self.fault(ContainerError::OverLimit(LimitReached::Members(self.limits.members)));
            return false;
        }
        if stored > self.limits.name_length {
            let end = member.path.floor_char_boundary(self.limits.name_length);
            member.path = member.path[..end].into();
            member.kind = closed(LimitReached::NameLength(self.limits.name_length));
        } else if member.kind == MemberKind::File && member.size.is_some_and(|size| size > self.limits.member_size) {
            member.kind = closed(LimitReached::MemberSize(self.limits.member_size));
        }
        self.members.push(member);
        true
    }

    /// Records that a header is missing, because the file ends there (`is_cut`) or the header is damaged.
    pub(super) fn no_header(&mut self, is_cut: bool) {
        self.fault(ContainerError::damaged(if is_cut { "it is cut off" } else { "a header is damaged" }));
    }

    /// Returns the contents of a container that reads the listed members.
    pub(super) fn contents(mut self, container: impl Container + 'static) -> Contents {
        self.members.shrink_to_fit();
        Contents { container: Box::new(container), members: self.members, faults: self.faults }
    }

    /// Records a fault, unless it was recorded before.
    pub(super) fn fault(&mut self, fault: ContainerError) {
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }
}

fn closed(limit: LimitReached) -> MemberKind {
    MemberKind::Closed(ContainerError::OverLimit(limit))
}

/// Stands for a method that is in no list.
pub(super) const UNKNOWN_METHOD: Method = Method { name: "unknown", is_proved: false };

/// Returns the method with this name, or [`UNKNOWN_METHOD`].
pub(super) fn method_named(methods: &[Method], name: &str) -> Method {
    methods.iter().copied().find(|method| method.name == name).unwrap_or(UNKNOWN_METHOD)
}

/// Returns what a container stores about a member; an invalid index is an error.
pub(super) fn of_member<T>(kept: &[T], index: usize) -> Result<&T, ContainerError> {
    kept.get(index).ok_or_else(|| ContainerError::damaged("there is no such member"))
}

/// A limited search for the headers of a damaged archive after an invalid one.
pub(super) struct Search {
    left: usize,
}

impl Search {
    /// Limits the search to a number of attempts.
    pub(super) fn at_most(times: usize) -> Self {
        Search { left: times }
    }

    /// Returns the offset of the next mark from a place on; `None` if there is none or the limit is reached.
    pub(super) fn next(&mut self, file: &Blob, from: u64, mark: &[u8]) -> io::Result<Option<u64>> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        file.find(from, mark)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn a_search_ends() {
        let file = Blob::from_memory(Arc::new(b"-a-a-a".to_vec()));
        let mut search = Search::at_most(2);
        let found: Vec<_> = [0, 2, 4].map(|from| search.next(&file, from, b"a").unwrap()).into();
        assert_eq!(found, [Some(1), Some(3), None]);
    }

    #[test]
    fn what_is_over_a_limit_is_closed() {
        let limits = Limits { members: 2, member_size: 10, name_length: 4, ..Limits::default() };
        let mut listing = Listing::new(&limits);
        let member = |path: &str, size| Member {
            path: path.into(),
            kind: MemberKind::File,
            size: Some(size),
            packed: None,
            modified: None,
            method: method_named(&[], "stored"),
        };
        assert!(listing.push(member("häßlich", 1), 9));
        assert!(listing.push(member("b", 11), 1));
        assert!(!listing.push(member("c", 1), 1));
        assert!(!listing.push(member("d", 1), 1));
        let shown: Vec<_> = listing.members.iter().map(|m| (&*m.path, m.kind.clone())).collect();
        let name = MemberKind::Closed(ContainerError::OverLimit(LimitReached::NameLength(4)));
        let size = MemberKind::Closed(ContainerError::OverLimit(LimitReached::MemberSize(10)));
        assert_eq!(shown, [("hä", name), ("b", size)]);
        assert_eq!(listing.faults, [ContainerError::OverLimit(LimitReached::Members(2))]);
    }
}
