//! That nobody ends the program while an output is being written.

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Stands open to whoever writes outputs, until somebody closes it to end the program.
#[derive(Debug, Clone, Default)]
pub struct OutputGate(Arc<RwLock<()>>);

impl OutputGate {
    /// Lets an output be written, and keeps the gate from being closed as long as what it gives is held.
    pub(super) fn pass(&self) -> RwLockReadGuard<'_, ()> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until no output is being written, and lets none be begun as long as what it gives is held.
    pub fn close(&self) -> RwLockWriteGuard<'_, ()> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}
