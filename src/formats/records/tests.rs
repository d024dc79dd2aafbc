//! Tests of records with an invented file of Global War: every codec, a single record, several of a kind, and records
//! to the end of the file.

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

use super::layout::{Count, Key, Record, RecordField};
use super::syntax::values_of;
use super::{Codec, RecordFile};
use crate::formats::syntax::{GameSyntax, TextFormat};
use crate::model::{Document, Game, System};
use crate::text::tested::saw;
use crate::text::write_back::Written;
use crate::text::{Diagnostic, Encoding, Report};

const HEADER: Record = Record {
    name: "header",
    length: 7,
    count: Count::One,
    keys: &[],
    fields: &[RecordField::new("title", 1, Codec::Bytes(4), "game.title")],
    blank: b"W",
};

const PLAYER: Record = Record {
    name: "player",
    length: 14,
    count: Count::Times(2),
    keys: &[Key::seat("game.players[].seat")],
    fields: &[
        RecordField::new("name", 0, Codec::text(6), "game.players[].name").null_is(0).secret(),
        RecordField::new("vote", 8, Codec::Bool, "game.players[].vote"),
        RecordField::new("general", 9, Codec::I16, "game.players[].commendations.general").within(-5, 300),
        RecordField::new("king", 12, Codec::U16, "game.players[].commendations.king"),
    ],
    blank: &[],
};

const COUNTRY: Record = Record {
    name: "country",
    length: 6,
    count: Count::ToEnd,
    keys: &[Key::listed("game.position.holdings[].territory", &["alaska", "alberta"])],
    fields: &[
        RecordField::new("owner", 0, Codec::U8, "game.position.holdings[].owner").within(1, 2).null_is(0).key(),
        RecordField::new("armies", 1, Codec::I32, "game.position.holdings[].armies").within(0, i32::MAX as i64),
    ],
    blank: &[],
};

static FILE: RecordFile = RecordFile {
    blank: || Game::new(System::GlobalWar),
    records: &[HEADER, PLAYER, COUNTRY],
    validate: |_, _| Vec::new(),
};

/// Offset of the countries.
const COUNTRIES: usize = 7 + 2 * 14;

fn characters(bytes: &[u8]) -> String {
    Encoding::BINARY.decode(bytes).unwrap().into_owned()
}

fn bytes(text: &str) -> Vec<u8> {
    Encoding::BINARY.encode(text).unwrap().into_owned()
}

fn read(bytes: &[u8]) -> (Option<Game>, Vec<Diagnostic>) {
    let (text, mut report) = (characters(bytes), Report::salvaging());
    let game = TextFormat::read(&FILE, &text, &mut report);
    (game, report.finish_in(&text, true))
}

fn game_of(value: Value) -> Game {
    Document::read_of(System::GlobalWar, json!({"ludex": 1, "game": value})).unwrap().game
}

/// Writes a game over a file; returns the bytes, or the refusals.
fn write(game: &Game, source: Option<&[u8]>) -> Result<Vec<u8>, Vec<(String, String)>> {
    let mut said = Vec::new();
    let text = source.map(characters);
    match TextFormat::write(&FILE, game, text.as_deref(), &mut said) {
        Ok(Written::Unchanged) => Ok(source.unwrap().to_vec()),
        Ok(Written::Patched(text)) => Ok(bytes(&text)),
        Ok(Written::Canonical(text)) if source.is_none() => Ok(bytes(&text)),
        Ok(Written::Canonical(_)) => panic!("what was kept is gone"),
        Err(_) => Err(said.into_iter().map(|d| (d.code.into_owned(), d.path.unwrap_or_default())).collect()),
    }
}

/// Returns a file with one country, in which all bytes without meaning are 0xEE.
fn sample() -> Vec<u8> {
    let mut bytes = vec![0xEE; COUNTRIES + 6];
    bytes[1..5].copy_from_slice(b"\x00\x1A\r\n");
    for (start, name) in [(7, b"\x04Ann\x94"), (21, b"\x00\x00Bob")] {
        bytes[start..start + 5].copy_from_slice(name);
        bytes[start + 8..start + 11].copy_from_slice(&[1, 0x2C, 1]);
        bytes[start + 12..start + 14].copy_from_slice(&[0xFF, 0xFF]);
    }
    bytes[COUNTRIES..COUNTRIES + 5].copy_from_slice(&[2, 1, 0, 0, 0x40]);
    bytes
}

#[test]
fn the_description_is_sound() {
    for record in FILE.records {
        assert_eq!(record.faults(), [""; 0]);
    }
    let wrong = Record { length: 12, ..PLAYER };
    assert_eq!(wrong.faults(), ["player.king is not in its place"]);
    let wrong = Record { count: Count::One, ..COUNTRY };
    assert_eq!(wrong.faults().len(), 3);
}

#[test]
fn values_are_read_and_written() {
    let (game, said) = read(&sample());
    assert_eq!(said, []);
    let game = game.unwrap();
    let expected = json!({
        "system": "global-war",
        "details": {},
        "title": "001A0D0A",
        "players": [
            {"seat": "1", "name": "Annö", "vote": true, "commendations": {"general": 300, "king": 65535}},
            {"seat": "2", "name": null, "vote": true, "commendations": {"general": 300, "king": 65535}},
        ],
        "position": {"holdings": [{"territory": "alaska", "owner": "2", "armies": 1 << 30 | 1}]},
    });
    assert_eq!(values_of(&game), expected);
    assert_eq!(write(&game, Some(&sample())), Ok(sample()));
    let anew = write(&game, None).unwrap();
    assert_eq!(read(&anew), (Some(game), vec![]));
    assert!(anew.starts_with(b"W\x00\x1A") && !anew.contains(&0xEE));
}

#[test]
fn an_edit_keeps_what_no_value_has() {
    let mut value = values_of(&read(&sample()).0.unwrap());
    value["players"][0]["name"] = "J".into();
    value["position"]["holdings"][0]["owner"] = Value::Null;
    let mut expected = sample();
    expected[7..9].copy_from_slice(b"\x01J");
    expected[COUNTRIES] = 0;
    assert_eq!(write(&game_of(value), Some(&sample())), Ok(expected));
}

#[test]
fn records_that_are_added_or_taken_out_leave_the_others() {
    let country = |owner: u8, armies: u8, kept: u8| [owner, armies, 0, 0, 0, kept];
    let source = [&sample()[..COUNTRIES], &country(1, 5, 7), &country(2, 6, 8)].concat();
    let holdings = |value: &mut Value, edit: &dyn Fn(&mut Vec<Value>)| {
        edit(value["position"]["holdings"].as_array_mut().unwrap());
    };
    let mut value = values_of(&read(&source).0.unwrap());
    holdings(&mut value, &|list| {
        list.remove(0);
        list[0]["territory"] = "alaska".into();
    });
    let one = [&source[..COUNTRIES], &country(2, 6, 8)].concat();
    assert_eq!(write(&game_of(value), Some(&source)), Ok(one.clone()));
    let mut value = values_of(&read(&one).0.unwrap());
    holdings(&mut value, &|list| {
        list.insert(0, json!({"territory": "alaska", "owner": "1", "armies": 9}));
        list[1]["territory"] = "alberta".into();
    });
    let two = [&source[..COUNTRIES], &country(1, 9, 0), &country(2, 6, 8)].concat();
    assert_eq!(write(&game_of(value), Some(&one)), Ok(two));
}

#[test]
fn bytes_that_are_no_value_are_named_and_kept() {
    let mut source = sample();
    source[7] = 9;
    source[15] = 2;
    source[16..18].copy_from_slice(&[0x2D, 1]);
    source[COUNTRIES] = 77;
    let (game, said) = read(&source);
    let game = game.unwrap();
    let value = values_of(&game);
    assert_eq!(value["players"][0]["name"], json!({"unknown": "09416E6E94EEEE"}));
    assert_eq!(value["players"][0]["vote"], json!({"unknown": "02"}));
    assert_eq!(value["position"]["holdings"][0]["owner"], json!({"unknown": "4D"}));
    let messages: Vec<(Option<u32>, &str)> = said.iter().map(|d| (d.offset, &*d.message)).collect();
    let expected = [
        (
            Some(7),
            "the name of player 1: expected a text of at most 6 characters in cp437, or null, found bytes that are not \
             shown",
        ),
        (Some(15), "the vote of player 1: expected true or false, found the bytes 02"),
        (Some(16), "the general of player 1: expected a number from -5 to 300, found the bytes 2D 01"),
        (Some(35), "the owner of country 1: expected a number from 1 to 2, or null, found the bytes 4D"),
    ];
    assert_eq!(messages, expected);
    assert!(said.iter().all(|d| d.code == "BR002" && d.length.is_some() && d.line.is_none()));
    saw("BR002");
    assert_eq!(write(&game, Some(&source)), Ok(source.clone()));
    // Values that were removed are read as not understood, too.
    let mut withheld = value.clone();
    for at in ["/players/0/name", "/players/0/vote", "/players/0/commendations/general"] {
        withheld.pointer_mut(at).unwrap()["unknown"] = crate::model::secrets::TAKEN_OUT.into();
    }
    let again = values_of(&read(&write(&game_of(withheld), None).unwrap()).0.unwrap());
    assert_eq!(again["players"][0]["name"], json!({"unknown": "FFFFFFFFFFFFFF"}));
    assert_eq!(again["players"][0]["commendations"]["general"], json!({"unknown": "8080"}));
    // Written to a new file, they are kept.
    assert_eq!(read(&write(&game, None).unwrap()).0.unwrap(), game);
}

#[test]
fn what_a_field_cannot_hold_is_refused_by_its_path() {
    let values = [
        ("/title", "game.title", json!("0102030")),
        ("/title", "game.title", json!("0102030g")),
        ("/players/0/name", "game.players[0].name", json!("Bobbies")),
        ("/players/0/name", "game.players[0].name", json!("Łuk")),
        ("/players/0/name", "game.players[0].name", json!("")),
        ("/players/0/name", "game.players[0].name", json!({"unknown": "00414243444546"})),
        ("/players/0/name", "game.players[0].name", json!({"unknown": "0941"})),
        ("/players/1/seat", "game.players[1].seat", json!("3")),
        ("/players/1/commendations/general", "game.players[1].commendations.general", json!(301)),
        ("/players/1/commendations/king", "game.players[1].commendations.king", json!(-1)),
        ("/players/1/commendations/king", "game.players[1].commendations.king", json!(65536)),
        ("/position/holdings/0/owner", "game.position.holdings[0].owner", json!("3")),
        ("/position/holdings/0/owner", "game.position.holdings[0].owner", json!("0")),
        ("/position/holdings/0/owner", "game.position.holdings[0].owner", json!("02")),
        ("/position/holdings/0/armies", "game.position.holdings[0].armies", json!(-1)),
        ("/position/holdings/0/territory", "game.position.holdings[0].territory", json!("alberta")),
    ];
    let game = values_of(&read(&sample()).0.unwrap());
    for (pointer, path, wrong) in values {
        let mut edited = game.clone();
        *edited.pointer_mut(pointer).unwrap() = wrong;
        for source in [Some(&sample()[..]), None] {
            let refused = write(&game_of(edited.clone()), source).unwrap_err();
            assert_eq!(refused, [("JS004".to_owned(), path.to_owned())], "{edited}");
        }
    }
    let mut fewer = game.clone();
    fewer["players"].as_array_mut().unwrap().pop();
    fewer["position"]["holdings"][0].as_object_mut().unwrap().remove("armies");
    let paths: Vec<String> = write(&game_of(fewer), None).unwrap_err().into_iter().map(|(_, path)| path).collect();
    assert_eq!(paths, ["game.players", "game.position.holdings[0].armies"]);
}

#[test]
fn what_records_have_no_place_for_is_said() {
    let mut value = values_of(&read(&sample()).0.unwrap());
    value["variant"] = "standard".into();
    let mut said = Vec::new();
    let text = characters(&sample());
    assert!(TextFormat::write(&FILE, &game_of(value), Some(&text), &mut said).is_ok());
    let said: Vec<_> = said.iter().map(|d| (&*d.code, d.path.as_deref())).collect();
    assert_eq!(said, [("CV001", Some("game.variant"))]);
}

#[test]
fn a_file_that_is_too_short_or_too_long_is_said() {
    static FIXED: RecordFile = RecordFile { records: &[HEADER, PLAYER], ..FILE_OF_NOTHING };
    const FILE_OF_NOTHING: RecordFile =
        RecordFile { blank: || Game::new(System::GlobalWar), records: &[], validate: |_, _| Vec::new() };
    let said = |bytes: &[u8]| {
        let (text, mut report) = (characters(bytes), Report::new());
        let is_read = TextFormat::read(&FIXED, &text, &mut report).is_some();
        let said = report.finish_in(&text, true).into_iter().map(|d| {
            saw(&d.code);
            (d.code.to_string(), d.is_error(), d.offset.unwrap())
        });
        (is_read, said.collect::<Vec<_>>())
    };
    let sample = sample();
    assert_eq!(said(&sample[..COUNTRIES]), (true, vec![]));
    assert_eq!(said(&sample), (true, vec![("BR003".to_owned(), false, 35)]));
    assert_eq!(said(&sample[..20]), (true, vec![("BR001".to_owned(), true, 20)]));
    assert_eq!(said(&sample[..3]), (false, vec![("BR001".to_owned(), true, 3)]));
    assert_eq!(said(&[]), (false, vec![("BR001".to_owned(), true, 0)]));
}

#[test]
fn values_have_places_and_secrets_are_known() {
    let text = characters(&sample());
    let place = |path: &str| {
        let mut found = GameSyntax::lint_source(&FILE, &text, &[path], None).places;
        found.remove(0).map(|place| bytes(&text[place]))
    };
    assert_eq!(place("game.title"), Some(sample()[1..5].to_vec()));
    assert_eq!(place("game.players[1].vote"), Some(vec![1]));
    assert_eq!(place("game.players[0]"), Some(sample()[7..21].to_vec()));
    assert_eq!(place("game.position.holdings[0].armies"), Some(vec![1, 0, 0, 0x40]));
    assert_eq!(place("game.players[2].vote"), None);
    assert_eq!(place("game.position"), None);
    let secrets: Vec<Vec<u8>> =
        TextFormat::secrets(&FILE, &text).into_iter().map(|place| bytes(&text[place])).collect();
    assert_eq!(secrets, [&sample()[7..14], &sample()[21..28]]);
}

#[test]
fn a_real_is_a_number_of_the_document() {
    let field = RecordField::new("gold", 0, Codec::Real, "game.details.gold").within(0, 1_000_000);
    let mut bytes = [0; 6];
    field.write(&json!(0.1), &mut bytes).unwrap();
    assert_eq!(bytes, [0x7D, 0xCD, 0xCC, 0xCC, 0xCC, 0x4C]);
    assert_eq!(field.read(&bytes), Some(json!(0.1)));
    for wrong in [json!(-0.5), json!(1e7), json!("1"), Value::Null] {
        assert!(field.write(&wrong, &mut bytes).is_err());
    }
    let mut nothing = [0, 1, 2, 3, 4, 5];
    field.write(&json!(0), &mut nothing).unwrap();
    assert_eq!(nothing, [0, 1, 2, 3, 4, 5]);
}

/// Generates bytes of whole records, many of which are valid values.
fn whole() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![3 => 0..3_u8, 1 => any::<u8>()];
    (1..5_usize).prop_flat_map(move |countries| proptest::collection::vec(byte.clone(), COUNTRIES + 6 * countries))
}

/// Returns every field with the index in its list and its byte range.
fn fields(countries: usize) -> Vec<(&'static RecordField, usize, std::ops::Range<usize>)> {
    let mut start = 0;
    let mut found = Vec::new();
    for (record, count) in FILE.records.iter().zip([1, 2, countries]) {
        for index in 0..count {
            let places = record.fields.iter().map(|field| {
                let place = field.range_in_record();
                (field, index, start + place.start..start + place.end)
            });
            found.extend(places);
            start += record.length;
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes_come_back(source in whole()) {
        let game = read(&source).0.unwrap();
        prop_assert_eq!(write(&game, Some(&source)), Ok(source.clone()));
        prop_assert_eq!(game_of(values_of(&game)), game.clone());
        let anew = write(&game, None).unwrap();
        prop_assert_eq!(read(&anew).0.unwrap(), game);
        let parsed_source = TextFormat::parsed_source(&FILE, &characters(&source)).unwrap();
        prop_assert_eq!(parsed_source.source_spans.len(), parsed_source.statements.len());
        prop_assert_eq!(parsed_source.source_spans.last().map(|source_span| source_span.next), Some(characters(&source).len()));
    }

    #[test]
    fn an_edit_changes_the_bytes_of_its_field(source in whole(), other in whole(), which: Index) {
        let game = read(&source).0.unwrap();
        let all = fields((source.len() - COUNTRIES) / 6);
        let (field, index, place) = &all[which.index(all.len())];
        // The new value is that of other bytes.
        let new = field.value(other.get(place.clone()).unwrap_or(&source[place.clone()]));
        let mut values = values_of(&game);
        super::path::set(&mut values, field.path, *index, new.clone());
        let written = write(&game_of(values), Some(&source)).unwrap();
        prop_assert_eq!(written.len(), source.len());
        prop_assert_eq!(&written[..place.start], &source[..place.start]);
        prop_assert_eq!(&written[place.end..], &source[place.end..]);
        let again = values_of(&read(&written).0.unwrap());
        prop_assert_eq!(super::path::get(&again, field.path, *index), Some(&new));
        if let (Codec::Text { .. }, Some(text)) = (field.codec, new.as_str()) {
            // Bytes after the end of a text are kept.
            let end = place.start + 1 + text.chars().count();
            prop_assert_eq!(&written[end..], &source[end..]);
        }
    }

    #[test]
    fn what_is_cut_off_stays_as_it_is(source in whole(), at: Index) {
        let cut = &source[..at.index(source.len())];
        let (Some(game), _) = read(cut) else { return Ok(()) };
        prop_assert_eq!(write(&game, Some(cut)), Ok(cut.to_vec()));
        let parsed_source = TextFormat::parsed_source(&FILE, &characters(cut)).unwrap();
        prop_assert_eq!(parsed_source.source_spans.len(), parsed_source.statements.len());
    }

    #[test]
    fn no_text_is_a_danger(text: String) {
        let _ = TextFormat::read(&FILE, &text, &mut Report::new());
        TextFormat::secrets(&FILE, &text);
    }
}
