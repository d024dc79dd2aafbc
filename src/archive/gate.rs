//! That nobody ends the program while an output is being written.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Stands open to whoever writes outputs, until somebody closes it to end the program.
#[derive(Debug, Clone, Default)]
pub struct OutputGate {
    writing: Arc<RwLock<()>>,
    /// Outputs that are written piece by piece, which nobody waits for.
    begun: Arc<Mutex<BTreeSet<PathBuf>>>,
}

impl OutputGate {
    /// Lets an output be written, and keeps the gate from being closed as long as what it gives is held.
    pub fn pass(&self) -> RwLockReadGuard<'_, ()> {
        self.writing.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// An output is written piece by piece, and is to be removed where the program ends before it is whole.
    pub(super) fn begin(&self, temporary: &Path) {
        self.begun.lock().unwrap_or_else(PoisonError::into_inner).insert(temporary.to_owned());
    }

    /// It is whole.
    pub(super) fn is_whole(&self, temporary: &Path) {
        self.begun.lock().unwrap_or_else(PoisonError::into_inner).remove(temporary);
    }

    /// Waits until no output is being written, and lets none be begun as long as what it gives is held. What was only
    /// begun is removed.
    pub fn close(&self) -> RwLockWriteGuard<'_, ()> {
        let closed = self.writing.write().unwrap_or_else(PoisonError::into_inner);
        for temporary in &*self.begun.lock().unwrap_or_else(PoisonError::into_inner) {
            // The next run removes what cannot be removed now.
            let _ = match temporary.is_dir() {
                true => fs::remove_dir_all(temporary),
                false => fs::remove_file(temporary),
            };
        }
        closed
    }
}
