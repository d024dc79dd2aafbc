//! The registry of game systems. A system is a folder here and two lines in this file: its module and its declaration.
//!
//! A system brings its part of the model, its notations, its rules and its views. It depends on the layers below
//! (`model`, `rules`, `formats`, `view`) and never on another system.

mod contract;
mod declare;
pub mod diplomacy;
pub mod global_war;
pub mod homeworlds;
pub mod power;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use contract::SystemDef;
use declare::systems;

use crate::model::secrets::SystemSecrets;
use crate::model::{DetailsVisitor, Document, Extra, IsEmpty, NoDetails, SystemDetails};
use crate::rules::{Finding, RuleSet, parts};
use crate::view::picture::{Album, NoPicture};
use crate::view::{NoBoard, ViewOptions};

systems! {
    GlobalWar, global_war, "Global War", "Global War, the BBS door game by Joel Bergen.", GlobalWarDetails, "Global War.";
    Diplomacy, diplomacy, "Diplomacy", "Diplomacy and its variants, Machiavelli among them.", DiplomacyDetails, "Diplomacy and its variants.";
    Homeworlds, homeworlds, "Homeworlds", "Homeworlds.", HomeworldsDetails, "Homeworlds.";
    Power, power, "Power", "Power (Commanders).";
}

/// Checks a document's game: reports the parts of the model that its system does not have, and the violations of its
/// rules.
pub fn check(document: &Document, rules: RuleSet) -> Vec<Finding> {
    let system = document.game.system.def();
    let mut found = parts::check(&document.game, system.rules);
    found.extend((system.documents.check)(document, rules));
    found
}

/// Renders a page about the document called `name` for people, or the board after the turn that the options ask for:
/// lines of at most `options.width` columns, each with its line end.
pub fn show(document: &Document, name: &str, options: &ViewOptions) -> Result<String, NoBoard> {
    document.game.system.def().view.page(document, name, options)
}

/// Opens the album, the pictures of a document's game.
pub fn album<'d>(document: &'d Document, options: &ViewOptions) -> Result<Box<dyn Album + 'd>, NoPicture> {
    let system = document.game.system;
    let open = system.def().view.album.ok_or(NoPicture::System(system))?;
    open(document, options)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::model::{ActionKind, Game};
    use crate::view::picture::MomentName;

    #[test]
    fn the_board_after_a_turn_is_refused_with_a_reason() {
        let options = ViewOptions { turn: Some(MomentName::Named("3".to_owned())), ..ViewOptions::default() };
        let said = |system| show(&Document::new(Game::new(system)), "a", &options).unwrap_err().to_string();
        assert_eq!(said(System::GlobalWar), "the record has no turn 3, nor any other");
        assert_eq!(said(System::Diplomacy), "the game has no phase 3, nor any other");
        assert_eq!(said(System::Homeworlds), "the record has no turn 3, nor any other");
        assert_eq!(said(System::Power), "the record has no turn 3, nor any other");
    }

    #[test]
    fn actions_are_of_the_systems_that_have_them() {
        let systems_of = |kind: ActionKind| -> Vec<System> {
            System::ALL.iter().copied().filter(|system| (system.def().rules.has_action)(&kind)).collect()
        };
        assert_eq!(systems_of(ActionKind::Unknown), System::ALL);
        assert_eq!(systems_of(ActionKind::CarrierLost), [System::GlobalWar]);
        assert_eq!(systems_of(ActionKind::Command), [System::Diplomacy]);
        assert_eq!(systems_of(ActionKind::Pass), [System::Homeworlds]);
        assert_eq!(systems_of(ActionKind::Eliminate), [System::GlobalWar, System::Homeworlds]);
        assert_eq!(systems_of(ActionKind::Resign), [System::Homeworlds, System::Power]);
    }

    /// Returns a minimal value that a schema allows.
    fn least(schema: &Value, definitions: &Value) -> Value {
        let least = |schema| least(schema, definitions);
        if let Some(name) = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/")) {
            return least(&definitions[name]);
        }
        let choice = ["oneOf", "anyOf", "allOf", "enum"].into_iter().find_map(|key| schema[key].get(0));
        match (choice, schema["type"].as_str()) {
            _ if !schema["const"].is_null() => schema["const"].clone(),
            (Some(first), _) if first.is_object() => least(first),
            (Some(first), _) => first.clone(),
            (_, Some("integer")) => json!(1),
            (_, Some("boolean")) => json!(true),
            (_, Some("array")) => json!([]),
            (_, Some("object")) => {
                let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
                required.map(|key| (key.to_owned(), least(&schema["properties"][key]))).collect()
            }
            _ => json!("b1"),
        }
    }

    #[test]
    fn every_action_is_of_some_system() {
        let schema = Value::from(schemars::schema_for!(ActionKind));
        let kinds = schema["oneOf"].as_array().unwrap();
        assert!(kinds.len() > 30, "{schema}");
        for kind in kinds {
            let value = least(kind, &schema["$defs"]);
            let action: ActionKind = serde_json::from_value(value.clone()).unwrap_or_else(|e| panic!("{e}: {value}"));
            let has = |system: &System| (system.def().rules.has_action)(&action);
            assert!(System::ALL.iter().any(has), "no system has {value}");
        }
    }

    #[test]
    fn a_position_is_refused_where_its_system_has_none_of_its_parts() {
        let armies = r#"{"holdings": [{"territory": "a", "armies": 1}]}"#;
        let pieces = r#"{"pieces": [{"kind": "x", "territory": "a"}]}"#;
        let refused = |system, position: &str| -> Vec<String> {
            let position = serde_json::from_str(position).unwrap();
            let game = Game { position: Some(position), ..Game::new(system) };
            parts::check(&game, system.def().rules).into_iter().map(|finding| finding.path.into()).collect()
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

    /// A visitor that returns the default details of a system.
    struct Made;

    impl DetailsVisitor for Made {
        type Output = Details;

        fn visit<D: SystemDetails>(self) -> Details {
            D::default().into_details()
        }
    }

    #[test]
    fn details_are_of_their_system() {
        for &system in System::ALL {
            let (blank, made) = (Details::blank(system), system.with_details(Made));
            assert!(made == blank || made == Details::None && blank.is_empty(), "{system:?}: {made:?}");
            assert!(blank.extras().is_empty());
        }
        assert!(Details::blank(System::Homeworlds).homeworlds().is_some());
        assert_eq!(Details::blank(System::Power), Details::None);
    }

    #[test]
    fn secrets_are_of_their_system() {
        let keys = |system: System| system.secrets().keys().collect::<Vec<_>>();
        assert_eq!(keys(System::GlobalWar), ["team_passwords", "more_lines"]);
        assert_eq!(keys(System::Diplomacy), ["password", "address"]);
        assert!(keys(System::Homeworlds).is_empty() && keys(System::Power).is_empty());
    }
}
