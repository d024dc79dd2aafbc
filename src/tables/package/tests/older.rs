//! Folders that an older version wrote, and folders with names of both versions.

use super::*;
use crate::model::advice_on_version;
use crate::systems::global_war::model::GlobalWarDetails;
use crate::systems::homeworlds::model::HomeworldsDetails;
use crate::tables::package::renamed::VERSION;
use crate::text::codes;

/// Returns a folder as the first version wrote it: the descriptor with the old number, and tables with one row.
fn older(tables: &[(&str, &str)]) -> Folder {
    let mut folder = Folder::new();
    let resources = tables.iter().map(|(name, csv)| {
        let fields = csv.lines().next().unwrap().split(',').map(|name| serde_json::json!({"name": name}));
        serde_json::json!({"name": name, "schema": {"fields": fields.collect::<Vec<_>>()}})
    });
    let descriptor = serde_json::json!({"ludex": 1, "resources": resources.collect::<Vec<_>>()});
    folder.insert("datapackage.json".into(), descriptor.to_string().into_bytes());
    folder.extend(tables.iter().map(|(name, csv)| (format!("{name}.csv"), csv.as_bytes().to_vec())));
    folder
}

#[test]
fn columns_that_left_the_table_of_the_game_are_read_in_it() {
    let folder = older(&[
        ("games", "ludex,system,hidden_names,event_day,team_password_1\n1,global-war,true,,a\n"),
        ("unknowns", "table,row,column,text\ngames,1,event_day,never\ngames,1,interruption,\n"),
    ]);
    let (document, diagnostics) = read_folder(&folder);
    let details = GlobalWarDetails {
        hidden_names: Some(true),
        event_day: Field::unknown("never"),
        team_passwords: Some(vec!["a".into()]),
        interruption: Some(Default::default()),
        ..Default::default()
    };
    assert_eq!((document, diagnostics), (Some(game_of(details)), vec![]));
    let mut document = Document::new(Game::new(System::Homeworlds));
    document.game.details = Details::of_homeworlds(HomeworldsDetails { to_move: Some("N".into()), extras: vec![] });
    let folder = older(&[("games", "ludex,system,to_move\n1,homeworlds,N\n")]);
    assert_eq!(read_folder(&folder), (Some(document), vec![]));
}

#[test]
fn messages_have_the_names_of_the_file() {
    let folder = older(&[
        ("games", "ludex,system,event_day,flag_1000\n1,global-war,,perhaps\n"),
        ("turns", "turn\n1\n"),
        ("actions", "turn,action,type,from,to\n1,1,move,,Peru\n"),
        ("standings", "player,user\nA,many\n"),
        ("unknowns", "table,row,column,text\nactions,7,from,x\n"),
    ]);
    let diagnostics: Vec<(String, String)> = said(&folder).into_iter().map(|d| (d.1, d.3)).collect();
    for (file, message) in [
        ("games.csv", "row 1, column flag_1000: expected true or false, found \"perhaps\""),
        ("standings.csv", "row 1, column user: expected a whole number, found \"many\""),
        ("actions.csv", "row 1, column from: expected a value, which the type move needs"),
        ("unknowns.csv", "actions has no row 7 with a column from"),
    ] {
        assert!(diagnostics.iter().any(|(f, m)| f == file && m == message), "{diagnostics:?}");
    }
    let folder = older(&[("games", "ludex,system\n1,diplomacy\n"), ("disasters", "row,column\n2,2\n")]);
    let missing = "the column \"table\" is missing";
    assert!(self::said(&folder).iter().any(|d| d.0 == codes::COLUMN_MISSING.id && d.3 == missing));
}

#[test]
fn columns_of_another_system_are_named() {
    let one = older(&[("games", "ludex,system,to_move\n1,power,N\n")]);
    let message = "the column to_move is of Homeworlds, and the game is of another system";
    says(&one, &codes::OTHER_SYSTEM, "games.csv", None, message);
    let two = older(&[
        ("games", "ludex,system,game_kind\n1,diplomacy,team\n"),
        ("unknowns", "table,row,column\ngames,1,interruption\n"),
    ]);
    let message = "the columns game_kind, interruption are of Global War, and the game is of another system";
    says(&two, &codes::OTHER_SYSTEM, "games.csv", None, message);
}

#[test]
fn a_column_with_both_names_is_refused() {
    let both = older(&[
        ("games", "ludex,system\n1,diplomacy\n"),
        ("turns", "turn,moment,when\n1,1901-01-01T00:00,1901-01-01T00:00\n"),
    ]);
    says(&both, &codes::BAD_TABLE, "turns.csv", Some(1), "the columns \"moment\" and \"when\" are the same one");
    let folder = folder(&game_of(GlobalWarDetails { hidden_names: Some(true), ..Default::default() }));
    let both = edit(&folder, "games.csv", "system\n1,global-war", "system,flag_1000\n1,global-war,true");
    let message = "the column \"flag_1000\" is of the table global_war_games, which is listed too";
    says(&both, &codes::TWICE, "games.csv", Some(1), message);
}

#[test]
fn an_older_name_in_a_table_of_today_is_taken_and_said() {
    let mut document = Document::new(Game::new(System::Diplomacy));
    document.game.details = Details::blank(System::Diplomacy);
    document.game.turns.push(crate::model::Turn {
        when: Some(crate::model::When::Moment("1901-01-01T00:00".parse().unwrap())),
        ..Default::default()
    });
    let folder = folder(&document);
    let older = edit(&folder, "turns.csv", "moment", "when");
    says(&older, &codes::LENIENT_TABLE, "turns.csv", Some(1), "\"when\" is taken for moment");
    assert_eq!(read_folder(&older).0, Some(document));
    let misspelt = said(&edit(&folder, "turns.csv", "moment", "whne"));
    let codes: Vec<&str> = misspelt.iter().map(|d| d.0.as_str()).collect();
    assert_eq!(codes, [codes::UNKNOWN_COLUMN.id, codes::COLUMN_MISSING.id]);
}

#[test]
fn the_descriptor_says_which_version_the_tables_are() {
    let folder = folder(&small());
    let versions = format!("\"ludex\":{{\"document\":1,\"tables\":{VERSION}}}");
    for (other, is_later, message) in [
        ("\"ludex\":{\"document\":1,\"tables\":9}", true, "tables of version 9; this program knows versions 1 to 2"),
        ("\"ludex\":{\"document\":1,\"tables\":0}", false, "tables of version 0; this program knows versions 1 to 2"),
        ("\"ludex\":{\"document\":1}", false, "tables of version null; this program knows versions 1 to 2"),
        ("\"ludex\":{\"document\":2,\"tables\":2}", true, "a document of version 2; this program knows version 1"),
        ("\"ludex\":2", true, "a document of version 2; this program knows version 1"),
    ] {
        let other = edit(&folder, "datapackage.json", &versions, other);
        says(&other, &codes::NEWER_VERSION, "datapackage.json", None, message);
        let (_, found) = read_folder(&other);
        assert_eq!(found[0].help.as_deref(), Some(advice_on_version(is_later)), "{message}");
    }
}
