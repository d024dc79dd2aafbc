//! What there is against a command or a board, before it is said where.

use crate::rules::Finding;
use crate::text::{Code, Severity};

/// What is odd or wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleViolation {
    /// What it is.
    pub code: &'static Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
}

/// What the rules forbid.
pub fn illegal(code: &'static Code, message: String) -> RuleViolation {
    RuleViolation { code, severity: Severity::Error, message }
}

/// What is odd.
pub fn odd(code: &'static Code, message: String) -> RuleViolation {
    RuleViolation { code, severity: Severity::Warning, message }
}

/// What is worth knowing.
pub fn remark(code: &'static Code, message: String) -> RuleViolation {
    RuleViolation { code, severity: Severity::Note, message }
}

impl RuleViolation {
    /// The same, at a place of the document.
    pub fn found(self, path: String) -> Finding {
        let RuleViolation { code, severity, message } = self;
        Finding { code, severity, path, message }
    }
}
