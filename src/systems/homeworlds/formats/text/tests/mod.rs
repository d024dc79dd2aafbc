//! Writes random games one action a line, in layouts with and without marks of turns, and reads them back.

mod games;

use super::dialect;
use super::read;
use crate::model::{ActionKind, Game, Seat};
use crate::systems::homeworlds::formats::systems::Systems;
use crate::systems::homeworlds::formats::words::{self, TradeOrder, Wording};
use crate::text::{Report, Severity};
use games::{Dice, game};

/// The way in which turns are marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// Turns are not marked.
    Plain,
    /// A blank line follows each turn.
    Blank,
    /// A slash ends each action that another action of the turn follows.
    Slash,
    /// Both, and a slash also after the last action of some turns.
    Both,
}

const LAYOUTS: [Layout; 4] = [Layout::Plain, Layout::Blank, Layout::Slash, Layout::Both];

/// Returns the commands of each turn.
fn commands(game: &Game, by_colour: bool) -> Vec<Vec<String>> {
    let mut systems = Systems::default();
    let wording = Wording { letters: false, capitals: false, colour_words: false, between: ' ' };
    let mut command = |action: &crate::model::Action| {
        let mut action = action.clone();
        if by_colour && matches!(action.kind, ActionKind::Build { .. }) {
            action.inferred = ["piece".to_owned()].into();
        }
        let mut out = String::new();
        words::write(&action, &dialect(TradeOrder::Colour), &wording, &mut systems, &mut out);
        out
    };
    game.turns.iter().map(|turn| turn.actions.iter().map(&mut command).collect()).collect()
}

fn text(turns: &[Vec<String>], layout: Layout) -> String {
    let mut out = String::new();
    for (number, turn) in turns.iter().enumerate() {
        for (index, command) in turn.iter().enumerate() {
            let is_last = index + 1 == turn.len();
            out.push_str(command);
            out.push_str(match layout {
                Layout::Slash | Layout::Both if !is_last => " /\n",
                Layout::Both if number % 3 == 0 => " /\n",
                _ => "\n",
            });
        }
        if matches!(layout, Layout::Blank | Layout::Both) {
            out.push('\n');
        }
    }
    out
}

/// Returns the player and the number of actions of each turn.
fn shape(game: &Game) -> Vec<(Option<Seat>, usize)> {
    game.turns
        .iter()
        .map(|turn| {
            (
                turn.player.clone(),
                turn.actions.iter().filter(|a| !crate::systems::homeworlds::formats::passes::is_inferred(a)).count(),
            )
        })
        .collect()
}

struct Read {
    game: Game,
    is_refused: bool,
    is_warned: bool,
}

fn read_back(text: &str) -> Read {
    let mut report = Report::new();
    let game = read::read(text, &mut report).meaning;
    let diagnostics = report.finish(text);
    let is_refused = diagnostics.iter().any(|d| d.is_error());
    let is_warned = diagnostics.iter().any(|d| d.severity == Severity::Warning);
    Read { game, is_refused, is_warned }
}

/// Calls `test` with random games: 200 of two players, and some of more.
fn each_game(mut test: impl FnMut(&mut Dice, usize, &Game)) {
    let mut dice = Dice(0x2545_F491_4F6C_DD1D);
    for number in 0..200 {
        let players = if number % 8 == 7 { 3 + number / 8 % 2 } else { 2 };
        let turns = 6 + dice.roll(60);
        let game = game(&mut dice, players, turns);
        test(&mut dice, number, &game);
    }
}

#[test]
fn sound_records_are_read_as_they_were_played() {
    let mut guessed = 0;
    for by_colour in [false, true] {
        each_game(|_, number, game| {
            for layout in LAYOUTS {
                let text = text(&commands(game, by_colour), layout);
                let read = read_back(&text);
                assert!(!read.is_refused, "{number} {layout:?}\n{text}");
                let is_same = shape(&read.game) == shape(game);
                guessed += usize::from(layout == Layout::Plain && read.is_warned);
                assert!(is_same || layout == Layout::Plain && read.is_warned, "{number} {layout:?}\n{text}");
                assert!(layout == Layout::Plain || !read.is_warned, "{number} {layout:?} is doubted\n{text}");
                if by_colour && is_same {
                    let sizes = |game: &Game| {
                        let actions = game.turns.iter().flat_map(|turn| turn.actions.clone());
                        actions
                            .map(|action| action.kind)
                            .filter(|k| matches!(k, ActionKind::Build { .. }))
                            .collect::<Vec<_>>()
                    };
                    assert_eq!(sizes(&read.game), sizes(game), "{number} {layout:?}");
                }
            }
        });
    }
    println!("{guessed} of 400 records without marks are guessed");
}

#[test]
fn a_wrong_digit_shifts_no_turn_in_silence() {
    let (mut wrong, mut shifted, mut warned) = (0, [0; 4], [0; 4]);
    for by_colour in [false, true] {
        each_game(|dice, number, game| {
            let mut turns = commands(game, by_colour);
            let (turn, command) = loop {
                let turn = dice.roll(turns.len());
                let command = dice.roll(turns[turn].len());
                if turns[turn][command].contains(|c: char| c.is_ascii_digit()) {
                    break (turn, command);
                }
            };
            let line = &mut turns[turn][command];
            let digits: Vec<usize> = line.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
            let at = dice.pick(&digits).unwrap();
            let old = line.as_bytes()[at];
            let new = loop {
                let new =
                    b'0' + u8::try_from(if dice.roll(5) == 0 { dice.roll(10) } else { 1 + dice.roll(3) }).unwrap();
                if new != old {
                    break new;
                }
            };
            line.replace_range(at..=at, &char::from(new).to_string());
            wrong += 1;
            for (index, layout) in LAYOUTS.into_iter().enumerate() {
                let text = text(&turns, layout);
                let read = read_back(&text);
                let is_same = shape(&read.game) == shape(game);
                shifted[index] += usize::from(!is_same);
                warned[index] += usize::from(read.is_warned);
                assert!(!read.is_refused, "{number} {layout:?}\n{text}");
                assert!(is_same || read.is_warned, "{number} {layout:?} turn {turn}: {}\n{text}", turns[turn][command]);
            }
        });
    }
    println!("{wrong} wrong digits: turns shifted {shifted:?}, with a warning {warned:?}, by layout {LAYOUTS:?}");
    assert!(shifted[1..].iter().all(|count| *count * 50 < wrong), "{shifted:?}");
}
