//! Hides secrets of a source when it or its messages are printed.

use crate::formats::{self, Format, Kind};
use crate::model::secrets::{Secret, each_secret, replace_secrets_of};
use crate::model::{Document, Game, Source};
use crate::text::Diagnostic;
use crate::text::hidden::{HIDDEN, Hidden};

use super::ReadOutcome;

impl ReadOutcome {
    /// Returns the secrets of this source that must not be printed with these messages: passwords, addresses, names
    /// that the game hides, and text that was not understood and may be one of these.
    pub fn hidden(&self, diagnostics: &[Diagnostic]) -> Hidden {
        if diagnostics.is_empty() {
            return Hidden::default();
        }
        let mut hidden = hidden_in(self.format, self.text.as_deref(), self.document.is_none());
        if let Some(document) = &self.document {
            hide_quotes(diagnostics, document, &mut hidden);
        }
        hidden
    }

    /// Returns the secrets of this source for printing all of it.
    pub fn hidden_anywhere(&self) -> Hidden {
        // In a damaged document, or in records that are out of place, secrets may be anywhere.
        let (format, text) = (self.format, self.text.as_deref().unwrap_or_default());
        let may_be_anywhere = match format.map(|format| format.kind) {
            Some(Kind::Json) => self.has_errors(),
            Some(Kind::Text(records)) if format.is_some_and(Format::is_binary) => {
                !self.diagnostics.is_empty() && !records.secrets(text).is_empty()
            }
            _ => false,
        };
        if may_be_anywhere {
            return Hidden::everything();
        }
        let mut hidden = hidden_in(self.format, self.text.as_deref(), self.document.is_none());
        if let Some(document) = &self.document {
            hide_secrets(document, &mut hidden);
        }
        hidden
    }
}

/// The parts of a source that messages may quote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Secrecy {
    /// Everything.
    Revealed,
    /// Everything except passwords, addresses and what may be one, which are masked.
    Masked,
    /// Nothing of its text.
    Redacted,
}

/// Hides secrets in messages about a source; returns the secrets to hide in its lines.
pub fn hide(diagnostics: &mut [Diagnostic], reading: &ReadOutcome, secrecy: Secrecy) -> Hidden {
    let hidden = match secrecy {
        Secrecy::Revealed => return Hidden::NOTHING.clone(),
        Secrecy::Masked => reading.hidden(diagnostics),
        Secrecy::Redacted => Hidden::everything(),
    };
    hidden.hide(diagnostics, reading.text.as_deref());
    hidden
}

/// Returns the secrets of a text in a format.
pub fn hidden_in(format: Option<&Format>, text: Option<&str>, is_damaged: bool) -> Hidden {
    match (format.map(|format| format.kind), text) {
        (Some(Kind::Text(format)), Some(text)) => Hidden::of_spans(format.secrets(text)),
        (Some(Kind::Json), Some(text)) => Hidden::of_spans(formats::json::secrets(text, is_damaged)),
        _ => Hidden::default(),
    }
}

/// Hides the secrets of a document that messages quote or that are in their lines.
pub(super) fn hide_quotes(diagnostics: &[Diagnostic], document: &Document, hidden: &mut Hidden) {
    if !diagnostics.iter().any(|d| d.line.is_some() || d.message.contains(['"', '`'])) {
        return;
    }
    hide_secrets(document, hidden);
}

fn hide_secrets(document: &Document, hidden: &mut Hidden) {
    each_secret(&document.game, |secret, text| {
        if secret.is_hidden() {
            hidden.quote(text);
        }
    });
}

/// Returns the text of a document's source with passwords, addresses, names that the game hides, and what may be one of
/// these, masked. Returns `None` if the source carries no text.
pub fn shown_text(document: &Document, source: &Source) -> Option<String> {
    let text = source.text.as_deref()?;
    let mut hidden = hidden_in(formats::format(&source.format), Some(text), false);
    hide_secrets(document, &mut hidden);
    let mut out = String::with_capacity(text.len());
    let mut start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let bare = line.trim_end_matches(['\n', '\r']);
        let mut at = 0;
        for span in hidden.in_line(start, bare) {
            out.push_str(bare.get(at..span.start).unwrap_or_default());
            out.push_str(HIDDEN);
            at = span.end;
        }
        out.push_str(line.get(at..).unwrap_or_default());
        start += line.len();
    }
    Some(out)
}

/// Returns whether a document has anything that must not be shown.
pub fn has_secrets(document: &Document) -> bool {
    let mut is_any = false;
    each_secret(&document.game, |secret, _| is_any |= secret.is_hidden());
    is_any
}

/// Returns the document with passwords, addresses and what may be one masked; `None` if there is nothing to mask.
pub fn shown(document: &Document) -> Option<Document> {
    if !has_secrets(document) {
        return None;
    }
    let mut shown = document.clone();
    mask(&mut shown);
    Some(shown)
}

/// Masks passwords, addresses and what may be one in a document that is only shown.
pub fn mask(document: &mut Document) {
    let mut in_place = |secret: Secret, _: &str| secret.is_hidden().then(|| HIDDEN.to_owned());
    if replace_secrets_of(&mut document.game, formats::json::game, &mut in_place).is_none() {
        // No value is known that a mask makes invalid; if there is one, some secrets are not masked.
        document.game = Game::new(document.game.system);
    }
}
