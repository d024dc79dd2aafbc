//! Members as they are listed, within the limits.

use std::io;

use super::{Blob, ContainerError, LimitReached, Limits, Member, MemberKind, Method};

/// The list of members that a kind of container fills.
pub(super) struct Listing<'l> {
    limits: &'l Limits,
    /// The members so far.
    pub members: Vec<Member>,
    /// What is wrong so far.
    pub faults: Vec<ContainerError>,
}

impl<'l> Listing<'l> {
    pub(super) fn new(limits: &'l Limits) -> Self {
        Listing { limits, members: Vec::new(), faults: Vec::new() }
    }

    /// Lists a member; closed where it is over a limit. `stored` is the length of its path as stored. False where there
    /// are too many members already: no more are to be read.
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

    /// Notes what is wrong, once.
    pub(super) fn fault(&mut self, fault: ContainerError) {
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }
}

fn closed(limit: LimitReached) -> MemberKind {
    MemberKind::Closed(ContainerError::OverLimit(limit))
}

/// The method of that name, or one that is in no list.
pub(super) fn method_named(methods: &[Method], name: &str) -> Method {
    let unknown = Method { name: "unknown", is_proved: false };
    methods.iter().copied().find(|method| method.name == name).unwrap_or(unknown)
}

/// What is read at a time while a mark is sought.
const WINDOW: usize = 64 << 10;

/// The place of the next `mark` at or behind a place.
pub(super) fn find(file: &Blob, from: u64, mark: &[u8]) -> io::Result<Option<u64>> {
    let mut window = vec![0; WINDOW];
    let mut start = from;
    loop {
        let length = read_full(file, start, &mut window)?;
        if let Some(at) = memchr::memmem::find(&window[..length], mark) {
            return Ok(Some(start + at as u64));
        }
        if length < WINDOW {
            return Ok(None);
        }
        // The mark may lie across the end of the window.
        start += (WINDOW + 1 - mark.len()) as u64;
    }
}

/// Reads at a place until the buffer is full or the file ends.
pub(super) fn read_full(file: &Blob, place: u64, buffer: &mut [u8]) -> io::Result<usize> {
    let mut length = 0;
    while length < buffer.len() {
        match file.read_at(place + length as u64, &mut buffer[length..])? {
            0 => break,
            more => length += more,
        }
    }
    Ok(length)
}

/// The bytes of that many at a place; nothing where the file ends before.
pub(super) fn read_array<const N: usize>(file: &Blob, place: u64) -> io::Result<Option<[u8; N]>> {
    let mut bytes = [0; N];
    Ok((read_full(file, place, &mut bytes)? == N).then_some(bytes))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn a_mark_across_two_windows_is_found() {
        let mut bytes = vec![b'-'; 3 * WINDOW];
        bytes[WINDOW - 1..WINDOW + 2].copy_from_slice(b"abc");
        let file = Blob::from_memory(Arc::new(bytes));
        assert_eq!(find(&file, 0, b"abc").unwrap(), Some(WINDOW as u64 - 1));
        assert_eq!(find(&file, WINDOW as u64, b"abc").unwrap(), None);
        assert_eq!(read_array::<3>(&file, WINDOW as u64 - 1).unwrap(), Some(*b"abc"));
        assert_eq!(read_array::<3>(&file, 3 * WINDOW as u64 - 2).unwrap(), None);
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
