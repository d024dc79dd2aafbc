//! Folders of tests, which make and remove many small files.

use std::io;

use tempfile::TempDir;

/// Creates a folder that is removed after use: in memory if there is much room, which is quicker than a disk.
pub fn folder() -> io::Result<TempDir> {
    #[cfg(target_os = "linux")]
    if *linux::HAS_ROOM {
        return tempfile::tempdir_in(linux::IN_MEMORY);
    }
    tempfile::tempdir()
}

#[cfg(target_os = "linux")]
mod linux {
    use std::sync::LazyLock;

    pub const IN_MEMORY: &str = "/dev/shm";

    /// Much more than the tests need at once, in bytes.
    const ROOM: u64 = 1 << 30;

    /// Whether there is room in memory, and the user names no other place.
    pub static HAS_ROOM: LazyLock<bool> = LazyLock::new(|| {
        let is_large = rustix::fs::statvfs(IN_MEMORY).is_ok_and(|disk| disk.f_bavail * disk.f_frsize > ROOM);
        is_large && std::env::var_os("TMPDIR").is_none() && tempfile::tempdir_in(IN_MEMORY).is_ok()
    });
}
