//! Special files: opening a FIFO waits until another program writes to it, and a link may be dangling.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use crate::text::{Diagnostic, codes};

/// A path that is neither a regular file nor a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Special {
    /// A FIFO (named pipe).
    Fifo,
    /// A socket.
    Socket,
    /// A device, such as a terminal.
    Device,
    /// A dangling link, and the missing path that it names.
    Dangling(PathBuf),
}

impl Special {
    /// Determines the kind from the metadata of `path`; `None` for regular files and folders. A pipe below `/dev` is
    /// already open, such as one that a shell substitutes for `<(...)`, so reading it waits no longer than reading
    /// standard input.
    pub fn of(path: &Path, metadata: &Metadata) -> Option<Special> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::FileTypeExt;
            let kind = metadata.file_type();
            let is_open = path.starts_with("/dev") || path.starts_with("/proc");
            if kind.is_socket() {
                return Some(Special::Socket);
            }
            if kind.is_fifo() {
                return Some(if is_open { Special::Device } else { Special::Fifo });
            }
        }
        let _ = path;
        (!metadata.is_file() && !metadata.is_dir()).then_some(Special::Device)
    }

    /// Returns whether it may be opened if the user names it.
    pub fn is_device(&self) -> bool {
        *self == Special::Device
    }

    /// Returns the warning that it was found in a folder and not opened.
    pub fn passed_over(&self) -> Diagnostic {
        Diagnostic::warning(&codes::NOT_A_FILE, format!("not opened: this is {}", self.named())).help(self.advice())
    }

    /// Returns the error that the user names it as an input.
    pub fn refused(&self) -> Diagnostic {
        Diagnostic::error(&codes::NOT_A_FILE, format!("cannot be read: this is {}", self.named())).help(self.advice())
    }

    fn named(&self) -> String {
        match self {
            Special::Fifo => "a FIFO".into(),
            Special::Socket => "a socket".into(),
            Special::Device => "a device".into(),
            Special::Dangling(target) => format!("a link to {}, which does not exist", target.display()),
        }
    }

    fn advice(&self) -> &'static str {
        match self {
            Special::Fifo => "give its contents on standard input: `ludex COMMAND - < FIFO`",
            Special::Socket => "a socket holds no file",
            Special::Device => "name the device itself to read it",
            Special::Dangling(_) => "look for the file that it should lead to",
        }
    }
}

/// Returns the link at `path` if it is dangling.
pub fn dangling(path: &Path) -> Option<Special> {
    let is_gone = fs::metadata(path).is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound);
    is_gone.then(|| fs::read_link(path).ok()).flatten().map(Special::Dangling)
}
