//! Tests of the summary, on games made line by line.

use super::*;
use crate::formats::format;
use crate::model::{Field, Position, TerritoryRef};
use crate::systems;
use crate::systems::global_war::model::{Interruption, InterruptionState, Map};
use crate::text::Report;
use crate::view::layout;

/// Returns the lines of a game of three players, each with a third of the countries.
fn lines() -> Vec<String> {
    let mut lines: Vec<String> = vec!["1".into(), " 1.6579458000E+03".into()];
    for (name, moved) in [("JANE ROE", "1671.0000"), ("MR. OCTAL", "1670.5000"), ("JöRG MÜLLER", "1661.2500")] {
        lines.extend([name, "T", moved, "0", "0", "0"].map(String::from));
    }
    for _ in 0..3 {
        lines.extend(["NONE", "F", "0.0", "0", "0", "0"].map(String::from));
    }
    lines.push("2".into());
    lines.extend((0..42).flat_map(|c| [String::from("3"), (c % 3 + 1).to_string()]));
    lines.extend(["", "", ""].map(String::from));
    lines
}

fn read_as(id: &str, lines: &[String]) -> Document {
    let text: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
    let format = format(id).and_then(|f| f.text()).unwrap();
    Document::new(format.read(&text, &mut Report::salvaging()).unwrap())
}

fn dat(edit: impl FnOnce(&mut Vec<String>)) -> Document {
    let mut lines = lines();
    edit(&mut lines);
    read_as("war-dat", &lines)
}

fn rec(prefix: [&str; 4]) -> Document {
    read_as("war-rec", &[prefix.map(String::from).to_vec(), lines()].concat())
}

fn plain(document: &Document) -> String {
    systems::show(document, "WAR01.DAT", &ViewOptions::default()).unwrap()
}

fn revealed(document: &Document) -> String {
    systems::show(document, "WAR01.DAT", &ViewOptions { reveal: true, ..ViewOptions::default() }).unwrap()
}

/// Returns a text with every line break replaced by a blank.
fn flowing(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_game_in_progress_reads_as_a_whole() {
    let expected = "\
WAR01.DAT - Global War, a game in progress

Normal game in progress since 1989-07-16 22:41 (13 days ago).

seat  name         last moved        days  countries  armies  continents
1     JANE ROE     1989-07-30 00:00     0         14      42  -
2     MR. OCTAL    1989-07-29 12:00     0         14      42  -
3     JöRG MÜLLER  1989-07-20 06:00     9         14      42  -

Days are counted to 1989-07-30 00:00, the latest date in the file.
Seats 4 to 6 are empty.
2 sets of commendations have been turned in.

Codes in the file: event 1; days from 1985-01-01 1657.9458 for the event, 1671
for player 1, 1670.5 for player 2 and 1661.25 for player 3.
";
    assert_eq!(plain(&dat(|_| {})), expected);
}

#[test]
fn days_are_counted_to_the_given_moment() {
    let options = ViewOptions { now: "1989-08-01T11:00".parse().ok(), ..ViewOptions::default() };
    let text = systems::show(&dat(|_| {}), "WAR01.DAT", &options).unwrap();
    let days: Vec<&str> = text.lines().skip(5).take(3).filter_map(|l| l.split_whitespace().rev().nth(3)).collect();
    assert_eq!(days, ["2", "2", "12"]);
    assert!(text.contains("Days are counted to 1989-08-01 11:00.\n"), "{text}");
    assert!(text.contains("since 1989-07-16 22:41 (15 days ago)."), "{text}");
}

#[test]
fn the_interrupted_turn_comes_first() {
    let text = systems::show(&rec(["3", "0", "9", "3"]), "WAR01.REC", &ViewOptions::default()).unwrap();
    assert!(text.starts_with("WAR01.REC - Global War, a turn that was interrupted\n\nJöRG MÜLLER (player 3)"));
    for (prefix, said) in [
        (["3", "0", "9", "3"], "carrier while deploying armies; 9 armies were still to be deployed. The map of Asia"),
        (["1", "0", "1", "1"], "JANE ROE (player 1) lost carrier while deploying armies; 1 army was still to be"),
        (["1", "0", "0", "1"], "no armies were left to deploy. The globe was on screen."),
        (["2", "1", "0", "6"], "MR. OCTAL (player 2) lost carrier while attacking. The map of North America was"),
        (["2", "1", "4", "6"], "while attacking. By the file 4 armies were still to be deployed, which counts only"),
        (["2", "2", "0", "1"], "while fortifying. The globe was on screen."),
        (["2", "3", "0", "1"], "while attacking, with a commendation earned already. The globe"),
        (["5", "2", "0", "1"], "Player 5 (an empty seat) lost carrier"),
        (["7", "4", "x", "8"], "none of the six (\"7\") lost carrier while doing what no document describes (\"4\")"),
        (["7", "4", "x", "8"], "; armies still to be deployed: \"x\". The map on screen was one that no document"),
        (["2", "2", "0", "1"], "If player 2 calls back first, the turn goes on where it stopped. If another player"),
    ] {
        let text = flowing(&plain(&rec(prefix)));
        assert!(text.contains(said), "{said}\n{text}");
    }
}

#[test]
fn what_an_interruption_lacks_is_said() {
    let mut document = dat(|_| {});
    if let crate::model::Details::GlobalWar(details) = &mut document.game.details {
        details.interruption = Some(Interruption::default());
    }
    let text = flowing(&plain(&document));
    assert!(text.contains("A player who was not read lost carrier; what the player was doing was not read; how"));
    assert!(text.contains("If that player calls back first"), "{text}");
}

#[test]
fn hidden_names_are_masked_unless_revealed() {
    for event in ["101", "102", "145", "11166", "104", "137", "1O1"] {
        let document = dat(|lines| lines[0] = event.into());
        let text = plain(&document);
        assert!(!["JANE", "OCTAL", "MÜLLER"].iter().any(|name| text.contains(name)), "{event}\n{text}");
        assert!(text.contains("(hidden)") && text.contains("--reveal"), "{event}\n{text}");
        assert!(revealed(&document).contains("JANE ROE"), "{event}");
    }
    for event in ["1", "1001", "10001", "37", "-5"] {
        let text = plain(&dat(|lines| lines[0] = event.into()));
        assert!(text.contains("JANE ROE") && !text.contains("--reveal"), "{event}\n{text}");
    }
    let mut hidden = lines();
    hidden[0] = "101".into();
    let document = read_as("war-rec", &[["3", "0", "9", "3"].map(String::from).to_vec(), hidden].concat());
    assert!(plain(&document).contains("\nPlayer 3 lost carrier"));
    assert!(revealed(&document).contains("\nJöRG MÜLLER (player 3) lost carrier"));
}

#[test]
fn passwords_are_masked_unless_revealed() {
    let document = dat(|lines| lines[124] = "OPEN \x1bSESAME".into());
    assert!(plain(&document).contains("Team passwords: 1 empty, 2 set, 3 empty (--reveal shows them).\n"));
    assert!(revealed(&document).contains("Team passwords: 1 empty, 2 \"OPEN ␛SESAME\", 3 empty.\n"));
    assert!(!plain(&dat(|_| {})).contains("password"));
    assert!(plain(&dat(|lines| lines[0] = "3".into())).contains("1 empty, 2 empty, 3 empty.\n"));
}

#[test]
fn controls_never_reach_the_terminal() {
    let nasty = "\x1b[2J\x07\u{9b}31m\u{202e}\tX";
    let count = lines().len();
    for i in 0..count + 4 {
        let mut lines = [["1", "0", "9", "3"].map(String::from).to_vec(), lines(), vec![nasty.into(); 2]].concat();
        lines[i] = nasty.into();
        if i != 4 {
            lines[4] = "3".into();
        }
        let document = read_as("war-rec", &lines);
        let text = revealed(&document);
        assert!(!text.chars().any(|c| c.is_control() && c != '\n' || c == '\u{202e}'), "{i}\n{text}");
    }
}

#[test]
fn no_line_is_too_wide() {
    let texts = ["W".repeat(500), "日本".repeat(200), "e\u{301}".repeat(300), "a b ".repeat(90), "-99999".into()];
    for text in &texts {
        for i in 0..131 {
            let mut lines = [["1", "0", "9", "3"].map(String::from).to_vec(), lines()].concat();
            if let Some(line) = lines.get_mut(i) {
                *line = text.clone();
            } else {
                let names_and_passwords = (6..42).step_by(6).chain(126..129);
                names_and_passwords.for_each(|at| lines[at].clone_from(text));
            }
            let document = read_as("war-rec", &lines);
            for width in [40, 60, 80, 200] {
                let options = ViewOptions { reveal: i % 2 == 0, width, ..ViewOptions::default() };
                let shown = systems::show(&document, text, &options).unwrap();
                for line in shown.lines() {
                    assert!(layout::width(line) <= width, "{width} {i} {line}");
                }
            }
        }
    }
}

#[test]
fn a_name_has_the_room_that_is_left() {
    let long = "A NAME OF MORE THAN SEVENTEEN";
    let text = plain(&dat(|lines| lines[2] = long.into()));
    assert!(text.contains("1     A NAME OF MORE THA…  1989"), "{text}");
    let text = plain(&dat(|lines| {
        lines[2] = long.into();
        (0..42).for_each(|c| {
            lines[40 + 2 * c] = if COUNTRIES[c].continent < Continent::Europe { "1" } else { "2" }.into()
        });
    }));
    assert!(
        text.contains("A NAME OF MORE T…") && text.contains("  Africa,\n") && text.contains("  N. America,\n"),
        "{text}"
    );
}

#[test]
fn a_damaged_game_shows_what_is_there() {
    let text = plain(&dat(|lines| lines.truncate(20)));
    assert!(text.contains("\nRead: 3 of 6 players, 0 of 42 countries.\n"), "{text}");
    assert!(text.contains("3     JöRG MÜLLER  1989-07-20 06:00     9          ?       ?  ?\n"), "{text}");
    let text = plain(&dat(|lines| lines.truncate(18)));
    assert!(text.contains("\nRead: 2 of 6 players, 0 of 42 countries.\n"), "{text}");
    let text = plain(&dat(|lines| lines.truncate(50)));
    assert!(text.contains("Read: 6 of 6 players, 5 of 42 countries. Holdings are counted from these.\n"), "{text}");
    assert!(text.contains("\n?     unknown                                      1       3\n"), "{text}");
    assert!(!text.contains("eliminated"), "{text}");
    for length in 4..126 {
        let text = plain(&dat(|lines| lines.truncate(length)));
        // Empty passwords missing at the end are read as present.
        assert_eq!(text.contains("\nRead: "), length < 123, "{length}\n{text}");
    }
}

#[test]
fn a_signup_shows_votes_and_limits() {
    let signup = |event: &str, votes: [&str; 3]| {
        flowing(&plain(&dat(|lines| {
            lines[0] = event.into();
            (0..3).for_each(|p| lines[3 + 6 * p] = votes[p].into());
            (39..123).for_each(|i| lines[i] = "0".into());
        })))
    };
    assert!(signup("36", ["T", "F", "F"]).contains("for 3 to 6 players. 1 of 3 players has voted to start."));
    assert!(signup("55", ["T", "T", "F"]).contains("for 5 players. 2 of 3 players have voted to start."));
    assert!(signup("3", ["T", "T", "T"]).contains("All 3 players have voted to start."));
    let text = signup("0", ["Q", "F", "F"]);
    assert!(text.contains("1 JANE ROE \"Q\" 1989-07-30 00:00 0 2"), "{text}");
    assert!(text.contains("The countries have not been dealt out.") && !text.contains("armies"), "{text}");
}

#[test]
fn winners_and_the_eliminated_are_said() {
    let all_to = |event: &str, seat: &str| {
        plain(&dat(|lines| {
            lines[0] = event.into();
            (0..42).for_each(|c| lines[40 + 2 * c] = seat.into());
        }))
    };
    let text = all_to("2", "2");
    assert!(text.contains("\nMR. OCTAL (player 2) has won and holds all 42 countries.\n"), "{text}");
    assert!(text.contains(" 126  all\n") && !text.contains("eliminated"), "{text}");
    assert!(all_to("1", "2").contains("  eliminated\n"));
    assert!(all_to("102", "2").contains("\nPlayer 2 has won and holds all 42 countries.\n"));
    assert!(flowing(&all_to("5", "4")).contains("Player 4 (an empty seat) has won and holds all 42"));
    assert!(all_to("5", "4").contains("\n4     -"));
    let text = plain(&dat(|lines| lines[0] = "2".into()));
    assert!(flowing(&text).contains("no player holds all 42 countries."), "{text}");
    let text = flowing(&plain(&dat(|lines| lines[0] = "5".into())));
    assert!(text.contains("Who has won does not follow from the position"), "{text}");
    let text = flowing(&plain(&dat(|lines| {
        lines[0] = "5".into();
        (0..42).for_each(|c| lines[40 + 2 * c] = (c % 2 + 1).to_string());
    })));
    assert!(text.contains("JANE ROE (player 1) and MR. OCTAL (player 2) have won."), "{text}");
}

#[test]
fn nobodys_and_unknown_countries_have_a_row() {
    let text = plain(&dat(|lines| {
        lines[40] = "0".into();
        lines[42] = "7".into();
        lines[43] = "many".into();
    }));
    assert!(text.contains("\n-     nobody                                       1       3\n"), "{text}");
    assert!(text.contains("\n?     unknown                                      1       3\n"), "{text}");
    assert!(text.contains("     14    39+?  ?\n"), "{text}");
}

#[test]
fn commendations_flags_and_surplus_lines_are_told() {
    let text = plain(&dat(|lines| {
        lines[0] = "11001".into();
        lines[5] = "2".into();
        lines[12] = "x".into();
        lines.extend(["3".into(), "what is this".into()]);
    }));
    let text = flowing(&text);
    assert!(text.contains("Commendations (General/King/Queen): player 1 has 2/0/0, player 2 has 0/\"x\"/0."), "{text}");
    assert!(text.contains("non-sequential play. Flag +1000 with line 127 is ambiguous"), "{text}");
    assert!(text.contains("Fortifications allowed (line 127): 3."), "{text}");
    assert!(text.contains("1 more line, which no document describes."), "{text}");
    let cut = flowing(&plain(&dat(|lines| {
        lines[0] = "1001".into();
        lines.truncate(100);
    })));
    assert!(cut.contains("cannot be told without the end of the file."), "{cut}");
}

#[test]
fn an_interrupted_turn_beside_its_game_has_a_table_of_its_own() {
    let mut document = dat(|_| {});
    let mut taken = Holding::of(TerritoryRef::new("Afghanistan"));
    (taken.owner, taken.armies) = (Field::Known(Some("2".into())), Field::Known(9));
    let details = GlobalWarDetails { hidden_names: Some(true), ..GlobalWarDetails::default() };
    if let crate::model::Details::GlobalWar(there) = &mut document.game.details {
        there.interruption = Some(Interruption {
            player: Field::Known("2".into()),
            map: Field::Known(Map::Asia),
            state: Some(Box::new(InterruptionState {
                position: Some(Position { holdings: vec![taken], ..Position::default() }),
                details: Some(details),
                ..InterruptionState::default()
            })),
            ..Interruption::default()
        });
    }
    let text = revealed(&document);
    let (saved, interrupted) = text.split_once("When carrier was lost, by the .REC:").unwrap();
    assert!(saved.contains("0         14      42  -") && !saved.contains("15"), "{saved}");
    assert!(interrupted.contains("2     MR. OCTAL    1989-07-29 12:00     0         15      51  -"), "{interrupted}");
    assert!(!plain(&document).contains("OCTAL"));
}

/// Returns a document with its source, as read from a file.
fn with_source(id: &str, text: &str) -> Document {
    let options = crate::conversion::ReadOptions { format: Some(id.into()), ..Default::default() };
    crate::conversion::read("WAR01", text.as_bytes(), &options).document.unwrap()
}

#[test]
fn codes_stand_beside_the_words() {
    let text = |event: &str, day: &str, end: &str, more: &[&str]| {
        let mut lines = lines();
        (lines[0], lines[1]) = (event.into(), day.into());
        lines.extend(more.iter().map(|line| (*line).to_owned()));
        let text: String = lines.iter().map(|line| format!("{line}{end}")).collect();
        flowing(&plain(&with_source("war-dat", &text)))
    };
    for (event, day, end, more, said) in [
        ("10101", " 1.6579458000E+03", "\r\n", &["3"][..], "event 10101; days from 1985-01-01 1657.9458 for the event"),
        (
            "10101",
            "1657.9458",
            "\r\n",
            &["3"],
            "127 lines that end in CR LF, as those of DOS, and numbers such as 1657.9458",
        ),
        ("10101", "1657.9458", "\r\n", &["3"], "Non-sequential play (+10000) is of version 2.40 or later."),
        ("1", "1657.9458", "\n", &["3"], "127 lines that end in LF, as those of Unix or after a transfer as text"),
        ("1", "1657.9458", "\n", &["3"], "Line 127 is of version 2.40 or later."),
        ("101", "1657.9458", "\r", &[], "126 lines that end in CR, as those of a Macintosh, and numbers"),
        ("101", "1657.9458", "\r", &[], "Hidden names (+100) are of version 1.6 or later."),
        ("37", "1657.9458", "\n\r", &[], "event \"37\"; days"),
        ("37", "1657.9458", "\n\r", &[], "126 lines with line ends of no usual kind"),
    ] {
        let text = text(event, day, end, more);
        assert!(text.contains(said), "{said}\n{text}");
    }
    let rec = flowing(&plain(&rec(["3", "2", "9", "4"])));
    assert!(rec.contains("Codes of the interruption: player 3, activity 2, armies to deploy 9, map 4."), "{rec}");
}

#[test]
fn compilers_are_told_by_their_numbers() {
    let said = |real: fn(f64) -> String| {
        let mut lines = lines();
        for index in [1, 4, 10, 16, 22, 28, 34] {
            lines[index] = real(lines[index].trim().parse().unwrap());
        }
        let text: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
        flowing(&plain(&with_source("war-dat", &text)))
    };
    fn with_exponent(real: f64, decimals: usize, width: usize) -> String {
        let text = format!("{real:.decimals$e}");
        let (mantissa, exponent) = text.split_once('e').unwrap();
        format!("{mantissa}E+{exponent:0>width$}")
    }
    let tp3 = said(|real| format!("  {}", with_exponent(real, 10, 2)));
    assert!(tp3.contains(", as Turbo Pascal 3 writes them."), "{tp3}");
    let tp5 = said(|real| format!(" {}", with_exponent(real, 10, 2)));
    assert!(tp5.contains("such as 1.6579458000E+03, as Turbo Pascal 4 to 7 writes them."), "{tp5}");
    let coprocessor = said(|real| format!(" {}", with_exponent(real, 14, 4)));
    assert!(coprocessor.contains("Turbo Pascal 4 to 7 writes them for a coprocessor."), "{coprocessor}");
    let double = said(|real| format!(" {}", with_exponent(real, 16, 3)));
    assert!(double.contains("as Free Pascal writes doubles."), "{double}");
    let odd = said(|real| format!(" {}", with_exponent(real, 6, 3)));
    assert!(odd.contains("with an exponent of no usual width."), "{odd}");
}

fn board_of(document: &Document, width: usize) -> String {
    let options = ViewOptions { board: true, width, ..ViewOptions::default() };
    systems::show(document, "WAR01.DAT", &options).unwrap()
}

#[test]
fn the_board_has_every_country_once() {
    for width in [40, 80, 200] {
        let text = board_of(&dat(|_| {}), width);
        for (index, country) in COUNTRIES.iter().enumerate() {
            let row = |line: &&str| {
                line.split_whitespace().any(|word| word == (index + 1).to_string()) && line.contains(country.name)
            };
            assert_eq!(text.lines().filter(row).count(), 1, "{}\n{text}", country.name);
        }
        assert!(text.lines().all(|line| layout::width(line) <= width), "{width}\n{text}");
    }
    let text = board_of(&dat(|lines| lines[39] = "x".into()), 80);
    assert!(text.contains("Asia             1  Afghanistan   1 JANE ROE        \"x\"\n"), "{text}");
    assert!(text.contains("                 7  China         1 JANE ROE          3\n"), "{text}");
}

#[test]
fn the_board_says_who_holds_continents() {
    let text =
        flowing(&board_of(&dat(|lines| [9, 16, 23, 38].iter().for_each(|c| lines[40 + 2 * c] = "2".into())), 80));
    assert!(text.contains("Whole continents are held: Australia by player 2."), "{text}");
    let text = flowing(&board_of(&dat(|lines| lines.truncate(60)), 80));
    assert!(text.contains("42 Taimyr ? ?") && !text.contains("Whole"), "{text}");
}

#[test]
fn the_board_hides_what_the_game_hides() {
    let text = board_of(&dat(|lines| lines[0] = "101".into()), 80);
    assert!(!text.contains("JANE ROE") && text.contains("The game hides the names"), "{text}");
    let open = ViewOptions { board: true, reveal: true, ..ViewOptions::default() };
    let text = systems::show(&dat(|lines| lines[0] = "101".into()), "WAR01.DAT", &open).unwrap();
    assert!(text.contains("1 JANE ROE"), "{text}");
}

#[test]
fn the_board_marks_what_an_interrupted_turn_changed() {
    let text = board_of(&rec(["3", "1", "0", "1"]), 80);
    assert!(flowing(&text).contains("What the turn changed cannot be told without its .DAT."), "{text}");
    let saved = dat(|lines| {
        lines[39] = "5".into();
        (lines[41], lines[42]) = ("9".into(), "1".into());
    });
    let joins = format("war-rec").and_then(|format| format.joins);
    let Some(crate::formats::Join::With { games, .. }) = joins else { panic!("a .REC joins") };
    let joined = Document::new(games(&saved.game, &rec(["3", "1", "0", "1"]).game).unwrap());
    let text = board_of(&joined, 80);
    assert!(text.contains("By the .REC 2 countries had changed since the .DAT was saved."), "{text}");
    assert!(text.contains("Asia             1  Afghanistan   1 JANE ROE          3  5\n"), "{text}");
    assert!(text.contains("North America    2  Alaska        2 MR. OCTAL         3  player 1, 9\n"), "{text}");
    assert!(text.contains("                 7  China         1 JANE ROE          3\n"), "{text}");
    let same = Document::new(games(&dat(|_| {}).game, &rec(["3", "1", "0", "1"]).game).unwrap());
    assert!(flowing(&board_of(&same, 80)).contains("By the .REC no country had changed"));
}
