use super::*;
use crate::view::picture::{Anchor, Event, Level, Moment, Part, Point, Series, Shape};

const HOSTILE: &str = "<script>alert(1)</script>]]>&\"'\u{202E}\x1b";

/// Three moments of a game with a part that changes and one that comes and goes.
struct Made;

impl Album for Made {
    fn moments(&self) -> &[Moment] {
        static MOMENTS: LazyLock<Vec<Moment>> = LazyLock::new(|| {
            let moment = |at: usize| Moment {
                name: at.to_string(),
                title: format!("Turn {at} of {HOSTILE}"),
                turn: at.checked_sub(1),
            };
            (0..3).map(moment).collect()
        });
        &MOMENTS
    }

    fn picture(&self, index: usize) -> Picture {
        let part = |key: &str, text: &str| Part {
            level: Level::Names,
            key: key.into(),
            shapes: vec![Shape::text(Point::new(5.0, 5.0), 10.0, Anchor::Start, text)],
        };
        let mut parts = vec![part("a", &format!("{HOSTILE}{index}"))];
        if index == 1 {
            parts.push(part("b", "there"));
        }
        Picture { title: HOSTILE.into(), description: HOSTILE.into(), width: 100.0, height: 50.0, parts }
    }

    fn events(&self, index: usize) -> Vec<Event> {
        let event = Event { text: format!("did {HOSTILE}"), kind: EventKind::Failed, action: Some(0) };
        if index == 0 { Vec::new() } else { vec![event] }
    }

    fn series(&self, first: usize) -> Vec<Series> {
        let counts = [Some(1), Some(2), None].into_iter().skip(first).collect();
        let players = vec![(HOSTILE.to_owned(), Paint::Player(0), counts)];
        vec![Series { name: HOSTILE.into(), players }]
    }
}

fn page() -> String {
    let mut source = PageSource { name: HOSTILE.into(), bytes: 3, ..PageSource::default() };
    source.set_text(&format!("one\n{HOSTILE}\r\nthree"), true);
    let remark = || PageRemark { who: Some(HOSTILE.into()), text: HOSTILE.into() };
    write_page(&GamePage {
        title: HOSTILE.into(),
        what: HOSTILE.into(),
        index: Some("index.html".into()),
        facts: vec![("Players".into(), HOSTILE.into())],
        album: Ok(&Made),
        remarks_of: &|turn| if turn == 1 { vec![remark()] } else { Vec::new() },
        remarks: vec![remark()],
        report: Some(HOSTILE.into()),
        place_of: &|turn, action| action.map(|action| PagePlace { source: 0, line: turn + action + 1, part: None }),
        diagnostics: Vec::new(),
        sources: vec![source],
        download: Ok(("game.json".into(), HOSTILE.into())),
    })
    .unwrap()
}

#[test]
fn nothing_of_a_file_becomes_markup() {
    let html = page();
    assert_eq!(html.matches("<script").count(), 2, "the frames, and the program of the page");
    assert!(!html.contains("alert(1)<") && !html.contains(['\u{202E}', '\x1b']), "{html}");
    // The page contains the texts.
    assert!(html.matches("alert(1)").count() > 10);
}

#[test]
fn a_page_shows_the_last_moment_and_tells_all_without_a_script() {
    let html = page();
    assert_eq!(html.matches("class=\"turn\"").count(), 3);
    assert!(!html.contains("with JavaScript"), "nothing is left out");
    let board = &html[html.find("id=\"board\"").unwrap()..];
    let board = &board[..board.find("</svg>").unwrap()];
    assert_eq!(board.matches("<g>").count(), 2);
    assert!(board.contains("]]&gt;") && board.contains('2') && !board.contains("there"), "{board}");
    assert!(!html.contains("http://www.w3.org/1999") && !html.contains("src="), "nothing is fetched");
}

/// Moments with many parts, and counts of many players.
struct Large {
    moments: Vec<Moment>,
    parts: usize,
    players: usize,
}

impl Album for Large {
    fn moments(&self) -> &[Moment] {
        &self.moments
    }

    fn picture(&self, _: usize) -> Picture {
        let part = |at: usize| Part { level: Level::Names, key: at.to_string(), shapes: Vec::new() };
        let parts = (0..self.parts).map(part).collect();
        Picture { title: String::new(), description: String::new(), width: 1.0, height: 1.0, parts }
    }

    fn events(&self, _: usize) -> Vec<Event> {
        Vec::new()
    }

    fn series(&self, first: usize) -> Vec<Series> {
        let counts = vec![Some(1); self.moments.len() - first];
        let players = vec![(String::new(), Paint::Player(0), counts); self.players];
        vec![Series { name: String::new(), players }]
    }
}

#[test]
fn a_page_has_fewer_moments_if_each_has_very_many_parts_or_counts() {
    let most = |parts, players| {
        let moment = Moment { name: "1".into(), title: String::new(), turn: None };
        most_moments(&Large { moments: vec![moment; 3], parts, players })
    };
    assert_eq!(most(0, 0), MAX_MOMENTS);
    assert_eq!(most(900, 100), MAX_MOMENTS);
    assert_eq!([most(3_900, 100), most(100, 3_900)], [500; 2]);
    assert_eq!(most(MAX_DRAWN + 1, 0), 1);
}

#[test]
fn a_long_text_is_cut_between_lines_and_says_so() {
    let cut = |text: &str, is_in_document: bool| {
        let mut source = PageSource::default();
        source.set_text(text, is_in_document);
        assert_eq!(source.has_more, is_in_document && source.note.is_some());
        (source.text.unwrap(), source.note)
    };
    let (text, note) = cut(&"a line of text, é\n".repeat(20_000), false);
    assert!(text.len() <= MAX_TEXT && text.ends_with("é\n"), "{}", text.len());
    let left = 20_000 - text.lines().count();
    assert_eq!(note.unwrap(), format!("{left} more lines are left out here."));
    let line = "x".repeat(FIRST_TEXT - 1) + "\n";
    assert_eq!(cut(&line, true).1, None);
    let left = |text: &str| cut(text, true).1.unwrap().replace(": with JavaScript all of it is shown", "");
    assert_eq!(left(&format!("{line}one\r\n")), "1 more line is left out here.");
    assert_eq!(left(&format!("{line}one\ntwo")), "2 more lines are left out here.");
    // What has no end of a line is cut within one.
    let long = "é".repeat(MAX_TEXT);
    assert!(cut(&long, false).0.len() <= MAX_TEXT);
    assert_eq!(left(&long), "The rest of this line is left out here.");
    assert_eq!(left(&format!("{long}\none\n")), "The rest of this line and 1 more line are left out here.");
    assert_eq!(left(&format!("{long}\none\ntwo")), "The rest of this line and 2 more lines are left out here.");
}

#[test]
fn a_page_without_a_board_says_why() {
    let html = write_page(&GamePage {
        title: "a".into(),
        what: "b".into(),
        index: None,
        facts: Vec::new(),
        album: Err("there is no board".into()),
        remarks_of: &|_| Vec::new(),
        remarks: Vec::new(),
        report: Some("it is <told>".into()),
        place_of: &|_, _| None,
        diagnostics: Vec::new(),
        sources: Vec::new(),
        download: Err("it holds passwords".into()),
    });
    let html = html.unwrap();
    assert!(
        html.contains("there is no board")
            && html.contains("it is &lt;told&gt;")
            && html.contains("it holds passwords"),
        "{html}"
    );
}

#[test]
fn an_index_lists_games_with_and_without_a_script() {
    let entry = IndexEntry {
        link: "a%20b.html".into(),
        title: HOSTILE.into(),
        system: "Power",
        players: HOSTILE.into(),
        ..IndexEntry::default()
    };
    let other = IndexEntry { system: "Homeworlds", outcome: Outcome::of(Some(1)), ..entry.clone() };
    let html = write_index("Games", &[entry, other]).unwrap();
    assert_eq!(html.matches("<script").count(), 2);
    assert!(!html.contains("alert(1)<") && !html.contains(['\u{202E}', '\x1b']), "{html}");
    assert_eq!(html.matches("href=\"a%20b.html\"").count(), 2);
    assert!(html.contains("<option>Homeworlds</option><option>Power</option>"), "{html}");
    let outcomes = "<option value=\"won\">one winner</option><option value=\"open\">not known</option>";
    assert!(html.contains(outcomes) && html.contains("2 games"), "{html}");
    let data = &html[html.find("id=\"games\">").unwrap() + "id=\"games\">".len()..];
    let data = &data[..data.find("</script>").unwrap()];
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    assert_eq!(data[0]["title"], printable(HOSTILE).as_ref());
}
