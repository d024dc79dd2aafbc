//! Violations of the rules by a command or a board, without their place in the document.

use crate::rules::Finding;
use crate::text::{Code, Severity};

/// A violation of a rule, or an oddity.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleViolation {
    /// Code of the finding.
    pub code: &'static Code,
    /// Severity of the finding.
    pub severity: Severity,
    /// Message for the user.
    pub message: String,
}

/// Creates an error for what the rules forbid.
pub fn illegal(code: &'static Code, message: String) -> RuleViolation {
    RuleViolation { code, severity: Severity::Error, message }
}

/// Creates a warning about something odd.
pub fn odd(code: &'static Code, message: String) -> RuleViolation {
    RuleViolation { code, severity: Severity::Warning, message }
}

/// Creates a note about something worth knowing.
pub fn remark(code: &'static Code, message: String) -> RuleViolation {
    RuleViolation { code, severity: Severity::Note, message }
}

impl RuleViolation {
    /// Returns the violation as a finding at a path of the document.
    pub fn found(self, path: String) -> Finding {
        let RuleViolation { code, severity, message } = self;
        Finding::new(code, severity, &path, &message)
    }
}
