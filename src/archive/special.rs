//! What is no regular file: opening a FIFO waits until somebody writes to it, and a link may lead nowhere.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use crate::text::{Diagnostic, codes};

/// What a path leads to that is no regular file and no folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Special {
    /// A FIFO (named pipe).
    Fifo,
    /// A socket.
    Socket,
    /// A device, such as a terminal.
    Device,
    /// A link, and the path that it names, which is not there.
    Dangling(PathBuf),
}

impl Special {
    /// What the metadata of `path` say. A pipe below `/dev` is open already, as what a shell substitutes for `<(...)`,
    /// so that reading it waits no longer than reading standard input does.
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

    /// Whether it may be opened where the user names it.
    pub fn is_device(&self) -> bool {
        *self == Special::Device
    }

    /// The warning that it was met in a folder, and not opened.
    pub fn passed_over(&self) -> Diagnostic {
        Diagnostic::warning(&codes::NOT_A_FILE, format!("not opened: this is {}", self.named())).help(self.advice())
    }

    /// The error that the user names it as an input.
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

/// The link at `path` that leads nowhere, where that is what it is.
pub fn dangling(path: &Path) -> Option<Special> {
    let is_gone = fs::metadata(path).is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound);
    is_gone.then(|| fs::read_link(path).ok()).flatten().map(Special::Dangling)
}
