//! Measures the speed of reading and writing. `cargo bench` prints the figures; nothing is asserted.
//!
//! Reading is from bytes to game and diagnostics, on one core. `cargo bench --bench disk` measures the work on a whole
//! disk.
#![allow(missing_docs)]

use std::fs;
use std::hint::black_box;
use std::path::Path;

use criterion::{BatchSize, Criterion, Throughput};
use ludex::internals::conversion::{self, ReadOptions, WriteOptions};
use ludex::internals::formats::{self, Format};
use ludex::internals::model::Document;
use ludex::internals::rules::RuleSet;
use ludex::internals::systems::global_war::rules::{replay, timeline};
use ludex::internals::systems::homeworlds::rules::Server;
use ludex::internals::systems::{self, homeworlds, power};
use ludex::internals::text::{Encoding, Report};
use war_games::{Options, Style, WarGame};

#[path = "../tests/war_games/mod.rs"]
#[allow(dead_code, unused_imports, clippy::unwrap_used)]
mod war_games;

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    war_dat(&mut criterion);
    njudge(&mut criterion);
    orders(&mut criterion);
    homeworlds(&mut criterion);
    power(&mut criterion);
    war_log(&mut criterion);
    diff(&mut criterion);
    layout(&mut criterion);
    criterion.final_summary();
}

fn good(name: &str) -> Vec<u8> {
    fixture(&format!("war-dat/good/{name}"))
}

fn fixture(path: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(path)).unwrap_or_default()
}

fn format(id: &str) -> &'static Format {
    formats::format(id).unwrap_or_else(|| unreachable!("{id} is in the registry"))
}

fn document(bytes: &[u8]) -> Document {
    let reading = conversion::read("WAR01.DAT", bytes, &ReadOptions::default());
    reading.document.unwrap_or_else(|| unreachable!("the fixture is good"))
}

fn war_dat(criterion: &mut Criterion) {
    let bytes = good("playing.DAT");
    let dat = format("war-dat");
    let Some(text_format) = dat.text() else { return };
    let unedited = document(&bytes);
    let mut edited = unedited.clone();
    if let Some(position) = &mut edited.game.position {
        position.holdings[20].armies = 77.into();
    }
    let json = formats::json::write(&unedited).unwrap_or_default();
    let json_text = String::from_utf8_lossy(&json).into_owned();

    let mut group = criterion.benchmark_group("war-dat");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("read", |b| {
        b.iter(|| {
            let text = Encoding::CP437.decode(black_box(&bytes)).unwrap_or_default();
            let mut report = Report::new();
            let game = text_format.read(&text, &mut report);
            (game, report.finish(&text))
        });
    });
    group.bench_function("read to a document, with its hash", |b| {
        b.iter(|| conversion::read("WAR01.DAT", black_box(&bytes), &ReadOptions::default()).document);
    });
    let write = |document: &Document| {
        let source = document.sources[0].text.as_deref();
        text_format.write(black_box(&document.game), source, &mut Vec::new())
    };
    group.bench_function("write unedited", |b| b.iter(|| write(&unedited)));
    group.bench_function("write edited", |b| b.iter(|| write(&edited)));
    group.finish();

    let mut group = criterion.benchmark_group("json");
    group.throughput(Throughput::Bytes(json.len() as u64));
    group.bench_function("out", |b| b.iter(|| formats::json::write(black_box(&unedited))));
    group.bench_function("in", |b| b.iter(|| formats::json::read(black_box(&json_text))));
    group.finish();

    let mut group = criterion.benchmark_group("csv");
    group.bench_function("out", |b| {
        b.iter(|| conversion::write(&unedited, format("csv"), &WriteOptions::default()));
    });
    group.finish();
}

/// Returns a map of 200 provinces with four neighbours each, as in large maps.
fn large_map() -> String {
    let around = |i: usize, by: usize| (i + by) % 200;
    let names =
        (0..200).map(|i| format!("Province Number {i}, {} p{i:03} prov{i}\n", if i % 3 == 0 { "x" } else { "l" }));
    let moves = (0..200).map(|i| {
        let to: Vec<String> = [1, 199, 20, 180].map(|by| format!("p{:03}", around(i, by))).to_vec();
        format!("p{i:03}-mv: {}\n", to.join(" "))
    });
    names.chain(["-1\n".into()]).chain(moves).chain(["-1\n-1\n".into()]).collect()
}

fn njudge(criterion: &mut Criterion) {
    let (map, seed) = (format("njudge-map"), format("njudge-seed"));
    let (Some(map), Some(seed)) = (map.text(), seed.text()) else { return };
    for (name, text) in
        [("map of 200 provinces", large_map()), ("map with all sections", text(fixture("njudge-map/good/map.duchies")))]
    {
        let Some(game) = map.read(&text, &mut Report::new()) else { return };
        let mut edited = game.clone();
        if let Some(ludex::internals::model::Element::Known(territory)) =
            edited.board.as_mut().and_then(|board| board.territories.get_mut(7))
        {
            territory.aliases.push("benchmark".into());
        }
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function("read", |b| {
            b.iter(|| {
                let mut report = Report::new();
                let game = map.read(black_box(&text), &mut report);
                (game, report.finish(&text))
            });
        });
        group.bench_function("read and check", |b| {
            b.iter(|| {
                let mut report = Report::new();
                let mut game = map.read(black_box(&text), &mut Report::new());
                game.iter_mut().for_each(|game| map.validate(game, Some(&text), RuleSet::Engine, &mut report));
                report
            });
        });
        group.bench_function("write unedited", |b| b.iter(|| map.write(&game, Some(&text), &mut Vec::new())));
        group.bench_function("write edited", |b| b.iter(|| map.write(&edited, Some(&text), &mut Vec::new())));
        group.finish();
    }
    let position = text(fixture("njudge-archive/G003.lakes"));
    let board = map.read(&text(fixture("njudge-archive/map.lakes")), &mut Report::new()).and_then(|game| game.board);
    let Some(on_board) = board.and_then(|board| seed.on_board(&board)) else { return };
    let mut group = criterion.benchmark_group("position file");
    group.throughput(Throughput::Bytes(position.len() as u64));
    group.bench_function("read", |b| b.iter(|| seed.read(black_box(&position), &mut Report::new())));
    group.bench_function("read on its board", |b| b.iter(|| on_board.read(black_box(&position), &mut Report::new())));
    group.finish();
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_default()
}

/// A thousand orders of all kinds: read and resolved, judged, and written; then the same in the notation of the judge.
fn orders(criterion: &mut Criterion) {
    let orders = [
        "FRANCE: A PAR - BUR",
        "FRANCE: A MAR S A PAR - BUR",
        "ENGLAND: A LON - BEL VIA",
        "ENGLAND: F NTH C A LON - BEL",
        "RUSSIA: F STP/SC - BOT",
        "TURKEY: A SMY H",
        "TURKEY: F CON - BUL/EC",
        "GERMANY: A MUN S F KIE - DEN",
    ];
    let text: String = (0..1000)
        .map(|i| match i % 20 {
            0 => format!("\nS{}M\n{}\n", 1901 + i / 20, orders[i % orders.len()]),
            _ => format!("{}\n", orders[i % orders.len()]),
        })
        .collect();
    let format = format("diplomacy-orders");
    let Some(notation) = format.text() else { return };
    let Some(game) = notation.read(&text, &mut Report::silent()) else { return };
    let mut edited = game.clone();
    edited.turns[7].actions.remove(3);
    let mut group = criterion.benchmark_group("diplomacy-orders");
    group.throughput(Throughput::Elements(1000));
    group.bench_function("read", |b| b.iter(|| notation.read(black_box(&text), &mut Report::new())));
    group.bench_function("read to a document", |b| {
        b.iter(|| conversion::read("x.orders", black_box(text.as_bytes()), &ReadOptions::default()).document);
    });
    group.bench_function("judge as engines do", |b| {
        let mut game = game.clone();
        b.iter(|| {
            let mut report = Report::new();
            notation.validate(black_box(&mut game), None, RuleSet::Engine, &mut report);
            report
        });
    });
    group.bench_function("write edited", |b| b.iter(|| notation.write(&edited, Some(&text), &mut Vec::new())));
    group.finish();

    let Some(judge) = self::format("njudge-orders").text() else { return };
    let Ok(ludex::internals::text::write_back::Written::Canonical(mail)) = judge.write(&game, None, &mut Vec::new())
    else {
        return;
    };
    let mut group = criterion.benchmark_group("njudge-orders");
    group.throughput(Throughput::Elements(1000));
    group.bench_function("read", |b| b.iter(|| judge.read(black_box(&mail), &mut Report::new())));
    group.finish();

    let bytes = fixture("diplomacy-game/good/game.plain.json");
    let saved = String::from_utf8_lossy(&bytes).into_owned();
    let Some(game_format) = self::format("diplomacy-game").text() else { return };
    let mut group = criterion.benchmark_group("diplomacy-game");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("read", |b| b.iter(|| game_format.read(black_box(&saved), &mut Report::new())));
    group.finish();
}

const COMMANDS: usize = 1_000_000;

/// A history of a million commands, moves and exchanges, and one of boards.
fn power(criterion: &mut Criterion) {
    let commands = [
        "YI-YQ-Y8",
        "YT-Y8-Y6",
        "YD-L05-W",
        "YF-Y3-X",
        "YB-Y4-N",
        "3YI-Y4->YG",
        "YH-Y6-Y4",
        "YC-W-L04",
        "YI-Y8-Y7",
        "YT-Y0-X",
    ];
    let history: String = (0..COMMANDS)
        .map(|i| format!("{}{}", commands[i % commands.len()], if i % 5 == 4 { ";\n" } else { "," }))
        .collect();
    let Some(notation) = format("power").text() else { return };
    let Some(game) = notation.read(&history, &mut Report::silent()) else { return };
    let mut edited = game.clone();
    edited.turns[7].actions.remove(3);
    let mut group = criterion.benchmark_group("power");
    group.sample_size(10);
    group.throughput(Throughput::Elements(COMMANDS as u64));
    group.bench_function("read", |b| b.iter(|| notation.read(black_box(&history), &mut Report::new())));
    group.bench_function("read and check", |b| {
        b.iter(|| {
            let game = notation.read(black_box(&history), &mut Report::new());
            game.map(|game| power::rules::check(&game, RuleSet::Engine))
        });
    });
    group.bench_function("write edited", |b| b.iter(|| notation.write(&edited, Some(&history), &mut Vec::new())));
    group.finish();

    let boards = text(fixture("power/good/row-Z.power"));
    let mut group = criterion.benchmark_group("power boards");
    group.throughput(Throughput::Bytes(boards.len() as u64));
    group.bench_function("read", |b| b.iter(|| notation.read(black_box(&boards), &mut Report::new())));
    group.finish();
}

/// Returns records of SuperDuperGames: those of the corpus if it is there, or else the fixtures.
fn records() -> Vec<String> {
    let corpus = std::env::var("LUDEX_CORPUS").unwrap_or_else(|_| "../shared/corpus".into());
    let read = |folder: &Path| -> Vec<String> {
        let files = fs::read_dir(folder).into_iter().flatten().flatten();
        files.filter_map(|file| fs::read_to_string(file.path()).ok()).collect()
    };
    let real = read(&Path::new(&corpus).join("homeworlds/sdg"));
    if real.is_empty() {
        read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/homeworlds-sdg/good"))
    } else {
        real
    }
}

fn homeworlds(criterion: &mut Criterion) {
    let records = records();
    let bytes: usize = records.iter().map(String::len).sum();
    let Some(notation) = format("homeworlds-sdg").text() else { return };
    let Some(document) = format("homeworlds").text() else { return };
    let games: Vec<_> = records.iter().filter_map(|text| notation.read(text, &mut Report::new())).collect();
    let texts: Vec<_> = games.iter().filter_map(|game| document.canonical_in_style_of(game, "pass\n")).collect();

    let mut group = criterion.benchmark_group("homeworlds");
    group.throughput(Throughput::Bytes(bytes as u64));
    group.bench_function("read SuperDuperGames", |b| {
        // The measurement ends when the games are read; dropping them is not included.
        b.iter_batched(
            || Vec::with_capacity(records.len()),
            |mut games| {
                games.extend(records.iter().map(|text| notation.read(black_box(text), &mut Report::new())));
                games
            },
            BatchSize::PerIteration,
        );
    });
    group.bench_function("read SuperDuperGames and replay", |b| {
        b.iter(|| {
            for text in &records {
                let game = notation.read(black_box(text), &mut Report::new());
                drop(game.map(|game| homeworlds::rules::check(&game, Server::Sdg, RuleSet::Engine)));
            }
        });
    });
    group.throughput(Throughput::Bytes(texts.iter().map(String::len).sum::<usize>() as u64));
    group.bench_function("read the document's notation, with its replay", |b| {
        b.iter(|| texts.iter().for_each(|text| drop(document.read(black_box(text), &mut Report::new()))));
    });
    group.finish();
}

/// The log of a game of 10,000 turns, none of which contradicts another.
fn war_log(criterion: &mut Criterion) {
    let options = Options { turns: 10_000, team: false, carrier_losses: 1, is_interrupted: true, vigour: 3 };
    let log = text(WarGame::play(1, &options).log(&Style::USUAL));
    let Some(format) = format("war-log").text() else { return };
    let Some(game) = format.read(&log, &mut Report::silent()) else { return };
    let mut group = criterion.benchmark_group("war-log");
    group.sample_size(20);
    group.throughput(Throughput::Bytes(log.len() as u64));
    // Taking a game apart again is another matter, in each of these.
    let size = BatchSize::PerIteration;
    group.bench_function("read", |b| {
        b.iter_batched(Report::new, |mut report| (format.read(black_box(&log), &mut report), report), size);
    });
    group.bench_function("replay", |b| {
        b.iter_batched(|| (), |()| replay::replay(black_box(&game.turns), &[]), size);
    });
    group.bench_function("timeline", |b| b.iter_batched(|| (), |()| timeline::timeline(black_box(&game), false), size));
    group.finish();
}

/// Returns a record of Homeworlds with `turns` turns, each of three actions at a system with that name.
fn record(turns: usize, name: &str) -> Document {
    let turn = |number: usize| {
        let action =
            |piece: &str| serde_json::json!({"type": "build", "piece": piece, "at": format!("{name}{}", number % 9)});
        serde_json::json!({"number": number, "actions": [action("g1"), action("b1"), action("y1")]})
    };
    let turns: Vec<serde_json::Value> = (0..turns).map(turn).collect();
    let json = serde_json::json!({"ludex": 1, "game": {"system": "homeworlds", "turns": turns}});
    formats::json::read(&json.to_string()).unwrap_or_else(|_| unreachable!("the record is right"))
}

fn diff(criterion: &mut Criterion) {
    let options = ludex::DiffOptions::default();
    let mut group = criterion.benchmark_group("diff");
    let game = document(&good("playing.DAT"));
    let mut edited = game.clone();
    if let Some(position) = &mut edited.game.position {
        position.holdings[20].armies = 77.into();
    }
    group.bench_function("two games of Global War", |b| b.iter(|| ludex::diff(&game, black_box(&edited), &options)));
    group.sample_size(10);
    let long = record(10_000, "a");
    let mut edited = long.clone();
    edited.game.turns.remove(5_000);
    let other = record(10_000, "b");
    for (what, after) in
        [("records of 10,000 turns, one of them gone", &edited), ("records of 10,000 turns, all differ", &other)]
    {
        group.bench_function(what, |b| {
            b.iter(|| ludex::diff(&long, black_box(after), &options).map(|found| found.text(80, false)))
        });
    }
    group.finish();
}

/// Returns a map of 200 provinces in rows, each beside six others, a third of them sea.
fn board() -> Document {
    let (across, down) = (20, 10);
    let id = |x: i32, y: i32| format!("p{}", y * across + x);
    let places = || (0..down).flat_map(|y| (0..across).map(move |x| (x, y)));
    let kind = |x: i32, y: i32| if (x / 4 + y / 3) % 3 == 0 { "water" } else { "land" };
    let territories: Vec<_> = places().map(|(x, y)| serde_json::json!({"id": id(x, y), "kind": kind(x, y)})).collect();
    let moves = |(x, y): (i32, i32)| {
        let around = [(1, 0), (0, 1), (1, 1), (-1, 0), (0, -1), (-1, -1)].map(|(right, below)| (x + right, y + below));
        let there = around.into_iter().filter(|(x, y)| (0..across).contains(x) && (0..down).contains(y));
        let to: Vec<String> = there.map(|(x, y)| id(x, y)).collect();
        serde_json::json!({"from": id(x, y), "move": "xc", "to": to})
    };
    let adjacencies: Vec<_> = places().map(moves).collect();
    let board = serde_json::json!({"territories": territories, "adjacencies": adjacencies});
    let json = serde_json::json!({"ludex": 1, "game": {"system": "diplomacy", "board": board}});
    formats::json::read(&json.to_string()).unwrap_or_else(|_| unreachable!("the board is right"))
}

fn layout(criterion: &mut Criterion) {
    let options = ludex::ViewOptions::default();
    let mut group = criterion.benchmark_group("layout");
    group.sample_size(10);
    let made = board();
    group.bench_function("a map of 200 provinces", |b| b.iter(|| drop(systems::album(black_box(&made), &options))));
    let bytes = fixture("diplomacy-game/good/game.plain.json");
    if let Some(game) = conversion::read("game.plain.json", &bytes, &ReadOptions::default()).document {
        let album = systems::album(&game, &options).unwrap_or_else(|_| unreachable!("the game is drawn"));
        group.bench_function("a phase on the standard map", |b| b.iter(|| drop(album.picture(black_box(0)))));
    }
    group.finish();
}
