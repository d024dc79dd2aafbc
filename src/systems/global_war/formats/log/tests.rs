use thin_vec::thin_vec;

use super::*;
use crate::formats::TextFormat;
use crate::model::{Field, When};

const SOUND: &str = "Sun Jul 16, 1989 10:42 pm\r\n.\r\nB 1 Mon Jul 17, 1989 7:05 pm\r\nD 3 18 7\r\n.\r\nB 2 Tue Jul 18, 1989 \
                     12:00 am\r\nD 11 40 14\r\n";

fn read(text: &str) -> (Game, Vec<Diagnostic>) {
    let mut report = Report::new();
    let game = TextFormat::read(&Log, text, &mut report).unwrap();
    (game, report.finish(text))
}

#[test]
fn a_line_that_is_not_understood_costs_no_other() {
    let (sound, said) = read(SOUND);
    assert_eq!(said, []);
    for bad in
        ["D 3 18", "A 33 2 4 18 7 9", "V 0 3", "V 43 3", "E 7", "Q", "hello", "V 3 99999999999999999999", "B 9 x"]
    {
        let (game, said) = read(&SOUND.replacen("D 3 18 7\r\n", &format!("D 3 18 7\r\n{bad}\r\n"), 1));
        let [d] = &said[..] else {
            assert_eq!((bad, said.len()), ("B 9 x", 2), "{said:?}");
            continue;
        };
        assert_eq!((d.line, d.column.is_some(), d.message.starts_with("expected ")), (Some(5), true, true), "{d:?}");
        let texts: Vec<_> =
            game.turns.iter().flat_map(|turn| &turn.actions).filter_map(|a| a.text.as_deref()).collect();
        assert_eq!(texts, [bad]);
        let mut known = game;
        known.turns.iter_mut().for_each(|turn| turn.actions.retain(|action| action.text.is_none()));
        assert_eq!(known, sound, "{bad}");
    }
}

#[test]
fn a_turn_without_a_date_has_its_player() {
    let (game, said) = read("B 1 Mon Jul 17, 1989 7:05 pm\nD 3 18 7\nB 2 Tue Feb 30, 1989 7:05 pm\nD 1 18 8\n");
    assert_eq!(said.iter().map(|d| d.line).collect::<Vec<_>>(), [Some(1), Some(3)]);
    let [first, second] = &game.turns[..] else { panic!() };
    assert!(matches!(first.when, Some(When::Moment(_))) && first.inferred.is_empty());
    assert_eq!((second.number, second.player.as_ref().map(|seat| seat.as_str())), (Some(2), Some("2")));
    assert_eq!((second.when.clone(), second.inferred.clone()), (None, thin_vec!["player".to_owned()]));
    assert_eq!(second.actions[0].text.as_deref(), Some("B 2 Tue Feb 30, 1989 7:05 pm"));
}

#[test]
fn the_first_line_is_a_date_or_text_and_never_an_action() {
    let started = |text: &str| read(text).0.details.global_war().map(|details| details.log_started.clone());
    assert!(matches!(started(SOUND), Some(Field::Known(_))));
    assert_eq!(started("yesterday\nB 1 Mon Jul 17, 1989 7:05 pm\n"), Some(Field::unknown("yesterday")));
    assert_eq!(started(".\n.\nD 3 18 7\n"), Some(Field::Absent));
}

#[test]
fn values_have_their_places() {
    let at = |path: &str| {
        let place = lint::lint_source(SOUND, &[path]).places[0].clone();
        place.map(|place| &SOUND[place])
    };
    assert_eq!(at("game.details.log_started"), Some("Sun Jul 16, 1989 10:42 pm"));
    assert_eq!(at("game.turns[1].player"), Some("B 2 Tue Jul 18, 1989 12:00 am"));
    assert_eq!(at("game.turns[1].actions[0].total"), Some("D 11 40 14"));
    assert_eq!(at("game.turns[1].actions[1]"), None);
    assert_eq!(at("game.turns[2]"), None);
}

#[test]
fn contradictions_name_the_lines_between_which_the_fault_lies() {
    let text = SOUND.to_owned() + ".\r\nB 1 Wed Jul 19, 1989 7:00 am\r\nA 40 13 2 18 7\r\n";
    let found = lint::lint_source(&text, &[]).diagnostics;
    let [d] = &found[..] else { panic!("{found:?}") };
    assert_eq!(&text[d.span.clone().unwrap()], "A 40 13 2 18 7");
    let message = "Spain has 13 armies by this line, but 14 by the lines before: the fault lies between lines 7 and 10, or \
                   is one of them";
    assert_eq!(d.message, message);
}
