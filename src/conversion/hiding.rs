//! What of a source is not to be printed.

use crate::formats::{self, Format, Kind};
use crate::model::secrets::{each_secret, replace_secrets};
use crate::model::{Document, Source};
use crate::text::Diagnostic;
use crate::text::hidden::{HIDDEN, Hidden};

use super::ReadOutcome;

impl ReadOutcome {
    /// What of this source is not to be printed with these messages: passwords, addresses, names that the game hides,
    /// and text that was not understood where it may be one of these.
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

    /// What of this source is not to be printed where all of it is shown.
    pub fn hidden_anywhere(&self) -> Hidden {
        // Where the secrets of a damaged document stand, or of records out of their places, nobody knows.
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

/// What of a source is printed in messages about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Secrecy {
    /// All of it.
    Revealed,
    /// What is no secret: passwords, addresses and what may be one are masked.
    Masked,
    /// No text of it at all.
    Redacted,
}

/// Hides in messages about a source what is not to be printed; gives what is to be hidden of its lines.
pub fn hide(diagnostics: &mut [Diagnostic], reading: &ReadOutcome, secrecy: Secrecy) -> Hidden {
    let hidden = match secrecy {
        Secrecy::Revealed => return Hidden::NOTHING.clone(),
        Secrecy::Masked => reading.hidden(diagnostics),
        Secrecy::Redacted => Hidden::everything(),
    };
    hidden.hide(diagnostics, reading.text.as_deref());
    hidden
}

/// What is not to be printed of a text in a format.
pub fn hidden_in(format: Option<&Format>, text: Option<&str>, is_damaged: bool) -> Hidden {
    match (format.map(|format| format.kind), text) {
        (Some(Kind::Text(format)), Some(text)) => Hidden::of_spans(format.secrets(text)),
        (Some(Kind::Json), Some(text)) => Hidden::of_spans(formats::json::secrets(text, is_damaged)),
        _ => Hidden::default(),
    }
}

/// Hides the secrets of a document where messages quote them, or show their lines.
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

/// The text of a source of a document as people may see it: passwords, addresses, names that the game hides, and what
/// may be one of these are masked. Nothing where the source carries none, or is no text.
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

/// Whether there is anything in a document that people may not see.
pub fn has_secrets(document: &Document) -> bool {
    let mut is_any = false;
    each_secret(&document.game, |secret, _| is_any |= secret.is_hidden());
    is_any
}

/// A document as people may see it, where that is another: what may be a password or an address is hidden.
pub fn shown(document: &Document) -> Option<Document> {
    if !has_secrets(document) {
        return None;
    }
    let mut game = serde_json::to_value(&document.game).ok()?;
    replace_secrets(&mut game, &mut |secret, _| secret.is_hidden().then(|| HIDDEN.to_owned()));
    let game = formats::json::game(game)?;
    Some(Document { game, ..document.clone() })
}
