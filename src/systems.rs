//! The registry of systems: what each of them brings above the model, in one line.

use crate::formats::SystemDocuments;
use crate::model::{Document, System};
use crate::rules::{Finding, RuleSet, SystemRules, parts};
use crate::view::{NoBoard, SystemView, ViewOptions};
use crate::{formats, rules, view};

/// What a system brings above its model.
#[derive(Clone, Copy)]
pub struct SystemDef {
    /// What its rules have a place for.
    pub rules: &'static SystemRules,
    /// What its documents say beyond their formats.
    pub documents: &'static SystemDocuments,
    /// How its games are shown.
    pub view: &'static SystemView,
}

/// What that system brings.
pub fn of(system: System) -> SystemDef {
    let (rules, documents, view) = match system {
        System::GlobalWar => (&rules::global_war::SYSTEM, &formats::global_war::SYSTEM, &view::global_war::SYSTEM),
        System::Diplomacy => (&rules::diplomacy::SYSTEM, &formats::diplomacy::SYSTEM, &view::diplomacy::SYSTEM),
        System::Homeworlds => (&rules::homeworlds::SYSTEM, &formats::homeworlds::SYSTEM, &view::homeworlds::SYSTEM),
        System::Power => (&rules::power::SYSTEM, &formats::power::SYSTEM, &view::power::SYSTEM),
    };
    SystemDef { rules, documents, view }
}

/// What of a document's game its system does not have, and what its rules have against it.
pub fn check(document: &Document, rules: RuleSet) -> Vec<Finding> {
    let system = of(document.game.system);
    let mut found = parts::check(&document.game, system.rules);
    found.extend((system.documents.check)(document, rules));
    found
}

/// What is in a document called `name`, for people, or the board after the turn that is wanted: lines of at most
/// `options.width` columns, each with its line end.
pub fn show(document: &Document, name: &str, options: &ViewOptions) -> Result<String, NoBoard> {
    of(document.game.system).view.page(document, name, options)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ActionKind, Game};

    #[test]
    fn the_board_after_a_turn_is_refused_with_a_reason() {
        let options = ViewOptions { turn: Some(3), ..ViewOptions::default() };
        let said = |system| show(&Document::new(Game::new(system)), "a", &options).unwrap_err().to_string();
        assert_eq!(said(System::GlobalWar), "the board after a turn is not drawn for Global War");
        assert_eq!(said(System::Diplomacy), "the board after a turn is not drawn for Diplomacy");
        assert_eq!(said(System::Homeworlds), "the record has no turn 3, nor any other");
        assert_eq!(said(System::Power), "the record has no turn 3, nor any other");
    }

    #[test]
    fn actions_are_of_the_systems_that_have_them() {
        let systems_of = |kind: ActionKind| -> Vec<System> {
            System::ALL.iter().copied().filter(|system| (of(*system).rules.has_action)(&kind)).collect()
        };
        assert_eq!(systems_of(ActionKind::Unknown), System::ALL);
        assert_eq!(systems_of(ActionKind::CarrierLost), [System::GlobalWar]);
        assert_eq!(systems_of(ActionKind::Command), [System::Diplomacy]);
        assert_eq!(systems_of(ActionKind::Pass), [System::Homeworlds]);
        assert_eq!(systems_of(ActionKind::Eliminate), [System::GlobalWar, System::Homeworlds]);
        assert_eq!(systems_of(ActionKind::Resign), [System::Homeworlds, System::Power]);
    }

    #[test]
    fn a_position_is_refused_where_its_system_has_none_of_its_parts() {
        let armies = r#"{"holdings": [{"territory": "a", "armies": 1}]}"#;
        let pieces = r#"{"pieces": [{"kind": "x", "territory": "a"}]}"#;
        let refused = |system, position: &str| -> Vec<String> {
            let position = serde_json::from_str(position).unwrap();
            let game = Game { position: Some(position), ..Game::new(system) };
            parts::check(&game, of(system).rules).into_iter().map(|finding| finding.path).collect()
        };
        assert_eq!(refused(System::GlobalWar, armies), [""; 0]);
        assert_eq!(refused(System::GlobalWar, pieces), ["game.position.pieces[0]"]);
        assert_eq!(refused(System::Diplomacy, armies), ["game.position.holdings[0].armies"]);
        assert_eq!(refused(System::Homeworlds, armies), ["game.position.holdings[0].armies"]);
        assert_eq!(refused(System::Power, armies), ["game.position.holdings[0]"]);
        for system in [System::Diplomacy, System::Homeworlds, System::Power] {
            assert_eq!(refused(system, pieces), [""; 0]);
        }
    }
}
