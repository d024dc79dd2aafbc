use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;

use super::*;
use crate::model::{Action, ActionKind, System};

fn found(mut before: Value, mut after: Value) -> Vec<(String, Change)> {
    let mut found = Found::showing(usize::MAX);
    of_values("game", &mut before, &mut after, &mut found);
    found.list.into_iter().map(|d| (d.path, d.change)).collect()
}

fn differences(before: &Game, after: &Game) -> Vec<Difference> {
    differences_beside(before, after, &HashSet::new(), usize::MAX)
}

fn replaced(before: Value, after: Value) -> Change {
    Change::Replaced { before, after }
}

#[test]
fn values_are_named_by_their_paths() {
    let before = json!({"a": 1, "b": [{"c": null}], "d": "x"});
    let after = json!({"a": 2, "b": [{"c": 3}], "e": "x"});
    let expected = [
        ("game.a".to_owned(), replaced(json!(1), json!(2))),
        ("game.b[0].c".to_owned(), replaced(json!(null), json!(3))),
        ("game.d".to_owned(), Change::Removed(json!("x"))),
        ("game.e".to_owned(), Change::Added(json!("x"))),
    ];
    assert_eq!(found(before, after), expected);
}

#[test]
fn an_element_that_is_gone_is_named_and_the_others_are_equal() {
    let before = json!([{"t": 1}, {"t": 2}, {"t": 3}, {"t": 4}]);
    let after = json!([{"t": 1}, {"t": 3}, {"t": 5}]);
    let expected = [
        ("game[1]".to_owned(), Change::Removed(json!({"t": 2}))),
        ("game[3].t".to_owned(), replaced(json!(4), json!(5))),
    ];
    assert_eq!(found(before, after), expected);
}

#[test]
fn elements_are_paired_by_what_identifies_them() {
    let before = json!([{"seat": "N", "name": "Ann"}, {"seat": "S", "name": "Bob"}]);
    let after = json!([{"seat": "S", "name": "Rob"}, {"seat": "E"}, {"seat": "N", "name": "Ann"}]);
    let expected = [
        ("game[1].name".to_owned(), replaced(json!("Bob"), json!("Rob"))),
        ("game[1]".to_owned(), Change::Added(json!({"seat": "E"}))),
    ];
    assert_eq!(found(before, after), expected);
}

#[test]
fn elements_that_changed_places_have_moved() {
    let moved = found(json!(["a", "b", "c"]), json!(["b", "a", "c"]));
    assert!(matches!(&moved[..], [(_, Change::Moved)]), "{moved:?}");
}

#[test]
fn turns_that_say_the_same_belong_together_whatever_is_inferred() {
    let turn = |player: &str, inferred: bool| {
        let inferred: &[&str] = if inferred { &["player"] } else { &[] };
        json!({"player": player, "actions": [{"type": "pass"}], "inferred": inferred})
    };
    let before = json!([turn("N", true), turn("E", true), turn("S", true), turn("E", true)]);
    let after = json!([turn("N", false), turn("E", true), turn("S", false), turn("E", false)]);
    let paths: Vec<String> = found(before, after).into_iter().map(|(path, _)| path).collect();
    assert_eq!(paths, ["game[0].inferred[0]", "game[2].inferred[0]", "game[3].inferred[0]"]);
}

#[test]
fn what_is_known_is_taken_out() {
    let mut before = json!([{"t": 1, "x": 1}, {"t": 2}, {"t": 3, "x": 2}, {"t": 4}]);
    let known = ["game[0].x", "game[1]", "game[2].x"];
    take_out("game", &mut before, &known);
    let after = json!([{"t": 1}, {"t": 3}, {"t": 5}]);
    assert_eq!(found(before, after), [("game[3].t".to_owned(), replaced(json!(4), json!(5)))]);
}

#[test]
fn paths_that_begin_alike_are_told_apart() {
    let element = |number: usize| json!({"x": number, "xy": [number, {"x": number}], "": {}});
    let mut value = json!({"list": (0..12).map(element).collect::<Vec<_>>(), "lists": [1, 2], "li": 3});
    let mut known =
        vec!["g.list[1].x", "g.list[10]", "g.list[11].xy[1].x", "g.list[2].xy", "g.list[3].xy[0]", "g.lists[1]"];
    known.sort_unstable();
    let mut expected = value.clone();
    let mark = |value: &mut Value| *value = taken_out(value.take());
    let remove = |value: &mut Value, key: &str| drop(value.as_object_mut().unwrap().remove(key));
    remove(&mut expected["list"][1], "x");
    remove(&mut expected["list"][2], "xy");
    mark(&mut expected["list"][3]["xy"][0]);
    mark(&mut expected["list"][10]);
    remove(&mut expected["list"][11]["xy"][1], "x");
    // Nothing is left of it.
    mark(&mut expected["list"][11]["xy"][1]);
    mark(&mut expected["lists"][1]);
    assert!(!take_out("g", &mut value, &known));
    assert_eq!(value, expected);
}

fn game(title: Option<&str>, turns: &[(u32, bool)]) -> Game {
    let turn = |&(number, is_tagged): &(u32, bool)| {
        let text = Action { text: Some(format!("text {number}").into()), ..Action::of(ActionKind::Unknown) };
        let inferred = [vec![], vec!["player".to_owned()]][(number % 2) as usize].iter().cloned().collect();
        let pass = Action { inferred, ..Action::of(ActionKind::Pass) };
        Turn {
            number: Some(number / 2),
            tag: is_tagged.then(|| "x".to_owned()),
            undone: is_tagged.then(|| vec![pass.clone(), text.clone()]).into_iter().collect(),
            actions: vec![pass, text],
            ..Turn::default()
        }
    };
    Game {
        title: title.map(str::to_owned),
        variant: title.map(|title| format!("after {title}")),
        turns: turns.iter().map(turn).collect(),
        ..Game::new(System::Homeworlds)
    }
}

proptest! {
    #[test]
    fn turns_compared_one_by_one_differ_as_those_of_a_whole_game_do(
        before in (proptest::option::of("[ab]"), vec((0_u32..6, any::<bool>()), 0..8)),
        after in (proptest::option::of("[ab]"), vec((0_u32..6, any::<bool>()), 0..8)),
        known in proptest::collection::hash_set(
            (0..8, select(&["", ".tag", ".actions[1]", ".actions[1].text", ".actions", ".number"][..])), 0..4),
    ) {
        let (before, after) = (game(before.0.as_deref(), &before.1), game(after.0.as_deref(), &after.1));
        let known: HashSet<String> =
            known.into_iter().map(|(index, part)| format!("game.turns[{index}]{part}")).collect();
        let known: HashSet<&str> = known.iter().map(String::as_str).collect();
        let mut sorted: Vec<&str> = known.iter().copied().collect();
        sorted.sort_unstable();
        let (mut whole, mut other) = (value_of(&before), value_of(&after));
        take_out("game", &mut whole, &sorted);
        let mut expected = Found::showing(usize::MAX);
        of_values("game", &mut whole, &mut other, &mut expected);
        let mut expected = expected.list;
        retain_unknown(&mut expected, &known, &sorted);
        // Packing the actions changes nothing.
        for most_values in [usize::MAX, 0] {
            prop_assert_eq!(&of_games(&before, &after, &known, usize::MAX, most_values), &expected);
        }
    }
}

#[test]
fn of_equal_elements_that_move_one_is_named() {
    let remark = |text: &str, is_after: bool| if is_after { json!({"p": 1, "t": text}) } else { json!({"t": text}) };
    let mut before = vec![remark("a", false), remark("b", false)];
    before.extend(vec![remark("", false); 50]);
    let mut after = vec![remark("", false), remark("a", false), remark("b", false)];
    after.extend(vec![remark("", true); 49]);
    let (before, after) = (json!(before), json!(after));
    let first = found(before.clone(), after.clone());
    assert_eq!(first.iter().filter(|(_, change)| *change == Change::Moved).count(), 1);
    let mut known: Vec<&str> = first.iter().map(|(path, _)| path.as_str()).collect();
    known.sort_unstable();
    let mut rest = before;
    take_out("game", &mut rest, &known);
    let of_known: HashSet<&str> = known.iter().copied().collect();
    let mut again = Found::showing(usize::MAX);
    of_values("game", &mut rest, &mut after.clone(), &mut again);
    retain_unknown(&mut again.list, &of_known, &known);
    assert_eq!(again.list, []);
}

#[test]
fn turns_that_all_differ_are_not_held_as_values() {
    let turns: Vec<(u32, bool)> = (0..2_000).map(|number| (number, false)).collect();
    let before = game(None, &turns);
    let mut after = before.clone();
    after.turns.iter_mut().for_each(|turn| turn.number = None);
    let of_values = allocation_counter::measure(|| drop(value_of(&before))).bytes_max;
    let mut count = 0;
    let used = allocation_counter::measure(|| count = differences(&before, &after).len()).bytes_max;
    assert_eq!(count, 2_000);
    assert!(used < of_values / 2, "{used} bytes, {of_values} of values");
}

#[test]
fn no_more_objects_and_lists_than_wanted_are_given_whole() {
    let (before, after) = (game(None, &[(2, false), (4, false), (6, false)]), game(Some("a"), &[(8, false)]));
    let whole = differences(&before, &after);
    let is_cut = |d: &Difference| match &d.change {
        Change::Removed(value) | Change::Added(value) => *value == json!({}),
        _ => false,
    };
    assert!(whole.len() > 2 && !whole.iter().any(is_cut), "{whole:?}");
    for shown in [0, 1, 2, 9] {
        let found = differences_beside(&before, &after, &HashSet::new(), shown);
        let paths = |all: &[Difference]| all.iter().map(|d| d.path.clone()).collect::<Vec<_>>();
        assert_eq!(paths(&found), paths(&whole));
        let objects =
            found.iter().filter(|d| matches!(&d.change, Change::Removed(v) | Change::Added(v) if v.is_object()));
        let objects: Vec<&Difference> = objects.collect();
        assert!(objects.iter().enumerate().all(|(index, d)| is_cut(d) == (index >= shown)), "{found:?}");
    }
}

#[test]
fn turns_with_packed_actions_take_less_memory() {
    let mut before = game(None, &[(1, false)]);
    before.turns[0].actions = vec![Action::of(ActionKind::Pass); 2_000];
    let mut after = before.clone();
    after.turns[0].actions.truncate(1);
    let used = |most_values| {
        let compare = || drop(of_games(&before, &after, &HashSet::new(), 0, most_values));
        allocation_counter::measure(compare).bytes_max
    };
    assert!(used(1_000) < used(3_000) * 2 / 3, "{} and {} bytes", used(1_000), used(3_000));
}

#[test]
fn patterns_have_no_numbers() {
    assert_eq!(pattern_of("game.turns[12].actions[0].player"), "game.turns[].actions[].player");
}

#[test]
fn what_differs_is_not_copied() {
    let object = |n: usize| Value::from_iter((0..9).map(|key| (format!("key{key}"), Value::from(n * 10 + key))));
    let (mut before, mut after) = (Value::from_iter((0..1_000).map(object)), json!([]));
    let copies = allocation_counter::measure(|| drop(before.clone())).bytes_max;
    let mut found = Found::showing(usize::MAX);
    let used = allocation_counter::measure(|| of_values("game", &mut before, &mut after, &mut found)).bytes_max;
    assert_eq!(found.list.len(), 1_000);
    assert!(used < copies, "{used} bytes, {copies} of copies");
}
