//! The boards that ship with Ludex, as files in the formats of boards.

use std::sync::{Arc, OnceLock};

use crate::model::{Board, BuiltinBoard, Element, Game};
use crate::systems::diplomacy::formats::njudge;
use crate::systems::diplomacy::rules::NamedBoard;
use crate::text::Report;

/// The standard map of Diplomacy, in the map format of nJudge.
const STANDARD: &str = include_str!("map.standard");

/// Territories whose code in the order notation differs from their first abbreviation: id and code.
const CODES: [(&str, &str); 1] = [("nor", "NWY")];

/// Returns the standard board, with the codes of the order notation. It is read once.
pub fn standard() -> &'static Arc<NamedBoard> {
    static ATLAS: OnceLock<Arc<NamedBoard>> = OnceLock::new();
    ATLAS.get_or_init(|| Arc::new(NamedBoard::new(&read_standard())))
}

fn read_standard() -> Board {
    let game = njudge::MAP.text().and_then(|format| format.read(STANDARD, &mut Report::silent()));
    let mut board = game.and_then(|game| game.board).unwrap_or_default();
    for element in &mut board.territories {
        if let Element::Known(territory) = element {
            let exception = CODES.iter().find(|(id, _)| *id == territory.id.as_str());
            let code = exception.map_or_else(|| territory.id.as_str().to_uppercase(), |(_, code)| (*code).to_owned());
            territory.code = Some(code);
        }
    }
    board
}

/// Returns the names on a board: of its own territories, or of the built-in board that it refers to. `None` where it
/// has neither.
pub fn named_board(board: &Board) -> Option<Arc<NamedBoard>> {
    match board.builtin {
        _ if !board.territories.is_empty() => Some(Arc::new(NamedBoard::new(board))),
        Some(BuiltinBoard::Standard) => Some(Arc::clone(standard())),
        _ => None,
    }
}

/// Returns the names on the board of a game; `None` where it has no board or its board has no names.
pub fn atlas_of(game: &Game) -> Option<Arc<NamedBoard>> {
    named_board(game.board.as_ref()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Seat, TerritoryRef};
    use crate::systems::diplomacy::rules::Lookup;

    #[test]
    fn the_standard_board_is_whole_and_the_judge_has_nothing_against_it() {
        let format = njudge::MAP.text().unwrap();
        let mut report = Report::new();
        let mut game = format.read(STANDARD, &mut report).unwrap();
        format.validate(&mut game, Some(STANDARD), crate::rules::RuleSet::Engine, &mut report);
        let diagnostics = report.finish(STANDARD);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let named_board = standard();
        assert_eq!(named_board.count(), 76);
        assert!((0..76).all(|number| named_board.code(number).is_some()));
        assert_eq!(named_board.code_of(&TerritoryRef::new("nor")), Some("NWY".into()));
        assert_eq!(named_board.code_of(&TerritoryRef::new("stp/sc")), Some("STP/SC".into()));
        assert_eq!(named_board.coasts(named_board.number(&TerritoryRef::new("bul")).unwrap()), ["sc", "ec"]);
    }

    #[test]
    fn names_of_the_engines_lead_to_their_provinces() {
        let named_board = standard();
        for (name, id) in [
            ("ECH", "eng"),
            ("gob", "bot"),
            ("GOL", "lyo"),
            ("NOR", "nor"),
            ("NWY", "nor"),
            ("St. Petersburg", "stp"),
            ("mid-atlantic ocean", "mao"),
            ("Mid-Atlantic", "mao"),
            ("east med", "eas"),
            ("TYN", "tys"),
            ("Tyr", "tyr"),
        ] {
            let Lookup::Territory(number) = named_board.find(name) else { panic!("{name}") };
            assert_eq!(named_board.names().ids()[number], TerritoryRef::new(id), "{name}");
        }
        // A support and a convoy, though `mars` and `gasc` are names.
        for no_name in ["par-bur", "mar s", "gas c", "m i d"] {
            assert_eq!(named_board.find(no_name), Lookup::Nothing, "{no_name}");
        }
        let like = |word| named_board.like(word).into_iter().map(|n| named_board.name(n)).collect::<Vec<_>>();
        assert_eq!(named_board.find("LIV"), Lookup::Nothing);
        assert_eq!(like("LIV"), ["Liverpool", "Livonia"]);
        assert_eq!(like("Monich"), ["Munich"]);
        assert_eq!(named_board.seat("French"), Some(Seat::new("F")));
    }
}
