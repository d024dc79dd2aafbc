//! Removes from a document what concerns only its players.

use crate::formats;
use crate::model::Document;
use crate::model::secrets::{Secret, TAKEN_OUT, replace_secrets_of};
use crate::text::english::{counted, listed};
use crate::text::hidden::Hidden;
use crate::text::{Diagnostic, codes};

/// Numbers of removed texts by kind.
#[derive(Default)]
struct Count {
    passwords: usize,
    addresses: usize,
    others: usize,
}

/// Removes passwords, addresses and all text that was not understood, including quotations in messages and hashes that
/// would reveal them; returns a diagnostic with their numbers. The caller has to remove the originals.
pub fn redact(document: &mut Document) -> Result<Option<Diagnostic>, Diagnostic> {
    document.redacted = true;
    // The path of a schema may contain a person's name.
    document.schema = None;
    for source in &mut document.sources {
        (source.sha256, source.path, source.modified) = (None, None, None);
        source.containers.clear();
    }
    Hidden::everything().hide(&mut document.diagnostics, None);
    let mut count = Count::default();
    let failed = || Diagnostic::error(&codes::BAD_VALUE, "the document cannot be redacted");
    let no_password = document.game.system.secrets().no_password;
    let mut replace = |secret, _: &str| {
        match secret {
            Secret::Password => count.passwords += 1,
            Secret::Address => count.addresses += 1,
            Secret::NotUnderstood { .. } => count.others += 1,
        }
        Some(if secret == Secret::Password { no_password } else { TAKEN_OUT }.to_owned())
    };
    replace_secrets_of(&mut document.game, formats::json::game, &mut replace).ok_or_else(failed)?;
    if count.total() == 0 {
        return Ok(None);
    }
    Ok(Some(Diagnostic::note(&codes::REDACTED, count.message()).help(codes::REDACTED.advice)))
}

impl Count {
    fn total(&self) -> usize {
        self.passwords + self.addresses + self.others
    }

    fn message(&self) -> String {
        let parts = [
            (self.passwords, "password", "passwords"),
            (self.addresses, "address", "addresses"),
            (self.others, "text that is not understood", "texts that are not understood"),
        ];
        let parts = parts.into_iter().filter(|(count, ..)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, one, many)| counted(count, one, many)).collect();
        let verb = if self.total() == 1 { "was" } else { "were" };
        format!("{} {verb} taken out", listed(&parts))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::model::secrets::{each_secret, replace_secrets};
    use crate::model::{Action, ActionKind, Game, Remark, System, Turn};

    #[test]
    fn what_was_taken_out_is_counted() {
        let message = |passwords, addresses, others| Count { passwords, addresses, others }.message();
        assert_eq!(message(1, 0, 0), "1 password was taken out");
        assert_eq!(message(3, 2, 0), "3 passwords and 2 addresses were taken out");
        assert_eq!(message(3, 1, 5), "3 passwords, 1 address and 5 texts that are not understood were taken out");
    }

    #[test]
    fn secrets_are_taken_out_of_every_part_of_a_game() {
        let remark = |text: &str| Remark { text: text.into(), ..Remark::default() };
        let said = || [remark("write to ann@example.com"), remark("or to hal@example.com")].into_iter().collect();
        let action = || Action { remarks: said(), ..Action::of(ActionKind::Pass) };
        let harmless = Action::of(ActionKind::Resign);
        let nested = Turn { actions: vec![action()], remarks: said(), ..Turn::default() };
        let mut game = Game { title: Some("games of bob@example.com".into()), ..Game::new(System::Homeworlds) };
        game.turns.push(Turn {
            actions: vec![harmless.clone(), action()],
            undone: [vec![action()], vec![]].into_iter().collect(),
            alternatives: [vec![nested.clone()], vec![nested, Turn::default()]].into_iter().collect(),
            ..Turn::default()
        });
        let from = |name| json!({"name": name, "sha256": "0"});
        let board = json!({
            "from": from("the map of ann@example.com"),
            "territories": [{"id": "par", "name": "Paris"}, {"id": "bob@example.com"}],
            "adjacencies": [{"from": "cy@example.com", "move": "mv", "to": ["par"]}],
            "passages": [{"kind": "gateway", "at": "dee@example.com"}],
        });
        let position = json!({
            "from": from("the position of eve@example.com"),
            "holdings": [{"territory": "flo@example.com"}, {"territory": "par"}],
            "pieces": [{"kind": "army", "territory": "par"}, {"kind": "army", "territory": "guy@example.com"}],
        });
        game.board = serde_json::from_value(board).unwrap();
        game.position = serde_json::from_value(position).unwrap();
        let mut whole = serde_json::to_value(&game).unwrap();
        replace_secrets(&mut whole, &mut |_, _| Some(TAKEN_OUT.to_owned()));
        let mut told = 0;
        each_secret(&game, |_, _| told += 1);
        assert_eq!(told, 20);
        let mut document = Document::new(game);
        let note = redact(&mut document).unwrap().unwrap();
        assert_eq!(note.message, "20 addresses were taken out");
        let redacted = serde_json::to_value(&document.game).unwrap();
        assert_eq!(redacted, whole);
        assert_eq!(document.game.turns[0].actions[0], harmless);
        assert!(!redacted.to_string().contains('@'));
    }
}
