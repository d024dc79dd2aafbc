//! Keeps the program from being ended while an output is being written.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// A lock that writers of outputs share, and that whoever ends the program takes exclusively.
#[derive(Debug, Clone, Default)]
pub struct OutputGate {
    writing: Arc<RwLock<()>>,
    /// Temporary paths of outputs that are written piece by piece; nobody waits for those.
    begun: Arc<Mutex<BTreeSet<PathBuf>>>,
}

impl OutputGate {
    /// Starts writing an output; the gate cannot be closed while the guard is held.
    pub fn pass(&self) -> RwLockReadGuard<'_, ()> {
        self.writing.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers an output that is written piece by piece, to remove it if the program ends before it is complete.
    pub(super) fn begin(&self, temporary: &Path) {
        self.begun.lock().unwrap_or_else(PoisonError::into_inner).insert(temporary.to_owned());
    }

    /// Unregisters an output that is complete.
    pub(super) fn is_whole(&self, temporary: &Path) {
        self.begun.lock().unwrap_or_else(PoisonError::into_inner).remove(temporary);
    }

    /// Waits until no output is being written; none can be started while the guard is held. Removes registered outputs
    /// that are not complete.
    pub fn close(&self) -> RwLockWriteGuard<'_, ()> {
        let closed = self.writing.write().unwrap_or_else(PoisonError::into_inner);
        for temporary in &*self.begun.lock().unwrap_or_else(PoisonError::into_inner) {
            // What cannot be removed now is removed by the next run.
            let _ = match temporary.is_dir() {
                true => fs::remove_dir_all(temporary),
                false => fs::remove_file(temporary),
            };
        }
        closed
    }
}
