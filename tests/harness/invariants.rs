//! Checks round trips, and the invariants that lossless write-back relies on.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::PathBuf;

use gix_imara_diff::{Algorithm, Diff, InternedInput};
use libtest_mimic::Trial;
use ludex::internals::conversion::{self, Content, ReadOptions, WriteOptions};
use ludex::internals::formats::{Format, ParsedSource};
use ludex::internals::model::{ActionKind, Document, Field, Game, System, Turn};
use ludex::internals::rules::RuleSet;
use ludex::internals::text::write_back::Written;
use ludex::internals::text::{Diagnostic, Report};
use thin_vec::ThinVec;

use super::files::{Origin, Sample};
use super::respell::{Editor, Random, damage, damage_bytes, respell};
use super::sweep::makes_all;
use super::tries::{is_thorough, stride, tries};
use super::{homeworlds, power, saved_game, trial};

/// Returns the number of random texts and edits for a file; fewer for a long one, and unless everything is tried.
fn rounds(sample: &Sample) -> usize {
    let rounds = if sample.bytes.len() < 2000 { 40 } else { 16 };
    if makes_all() { rounds } else { tries(rounds / 2) }
}

pub fn trials(sample: &Sample) -> Vec<Trial> {
    let mut trials = Vec::new();
    let mut add = |invariant: &str, test: fn(&Sample) -> Result<(), String>| {
        let sample = sample.clone();
        trials.push(trial(sample.test_name(invariant), move || test(&sample)));
    };
    if sample.origin == Origin::Bad {
        add("bad", bad_input_is_named);
    }
    if !sample.is_readable() {
        return trials;
    }
    add("round_trip", comes_back_unedited);
    add("source_spans", source_spans_match_statements);
    add("layout", layout_means_nothing);
    let (is_whole, is_selected) = (is_whole(sample), sample.is_selected());
    if is_whole {
        add("canonical", canonical_is_a_fixed_point);
        add("edits", edits_stay_local);
    }
    if is_selected {
        add("single_spans", each_span_may_be_canonical);
        add("damaged", damaged_text_stays_whole);
    }
    if is_whole && is_selected {
        add("deletions", deletions_stay_local);
        add("edits_respelled", edits_stay_local_in_a_respelled_file);
    }
    trials
}

fn read(sample: &Sample, salvage: bool) -> conversion::ReadOutcome {
    let options =
        ReadOptions { format: Some(sample.format.id.into()), salvage, board: sample.board(), ..ReadOptions::default() };
    conversion::read(&sample.name(), &sample.bytes, &options)
}

fn is_whole(sample: &Sample) -> bool {
    !read(sample, false).has_errors()
}

fn expect(holds: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message()) }
}

/// Checks that a file of `bad` has an error with a place, and that salvaging invents nothing.
fn bad_input_is_named(sample: &Sample) -> Result<(), String> {
    let reading = read(sample, false);
    let error = reading.diagnostics.iter().find(|d| d.is_error()).ok_or("no error is reported")?;
    let is_placed = if sample.format.is_binary() { error.offset.is_some() } else { error.line.is_some() };
    expect(sample.bytes.is_empty() || is_placed, || format!("no place in {error:?}"))?;
    expect(error.help.is_some(), || format!("no help in {error:?}"))?;
    let salvaged = read(sample, true);
    expect(salvaged.has_errors() == salvaged.document.is_none(), || "salvaged, but still an error".into())
}

/// Checks that a file has the same bytes after being written directly, through JSON and through tables.
fn comes_back_unedited(sample: &Sample) -> Result<(), String> {
    let document = read(sample, true).document.ok_or("not read")?;
    let straight = write(&document, sample.format, &WriteOptions::default())?;
    expect(straight == **sample.bytes, || "written straight, the bytes differ".into())?;

    let json = ludex::internals::formats::json::write(&document).map_err(|e| e.to_string())?;
    let read_json = conversion::read("x.json", &json, &ReadOptions::default());
    expect(read_json.diagnostics.is_empty(), || format!("{:?}", read_json.diagnostics))?;
    let through = read_json.document.ok_or("the JSON is not read")?;
    expect(through == document, || "through JSON the document differs".into())?;
    let again = ludex::internals::formats::json::write(&through).map_err(|e| e.to_string())?;
    expect(again == json, || "JSON is no fixed point".into())?;
    expect(write(&through, sample.format, &WriteOptions::default())? == **sample.bytes, || {
        "JSON: bytes differ".into()
    })?;

    let through = through_tables(document.clone())?;
    expect(through == document, || format!("through tables the document differs:\n{through:?}\n{document:?}"))?;
    expect(write(&through, sample.format, &WriteOptions::default())? == **sample.bytes, || "CSV: bytes differ".into())?;
    let guarded = through_guarded_tables(document.clone())?;
    expect(guarded == document, || "through guarded tables the document differs".into())?;
    let changes = conversion::changes(&document, true);
    expect(changes.is_none(), || format!("nobody edited it: {changes:?}"))
}

pub fn through_tables(document: Document) -> Result<Document, String> {
    read_written(document, &WriteOptions::default())
}

fn through_guarded_tables(document: Document) -> Result<Document, String> {
    read_written(document, &WriteOptions { guard: true, ..WriteOptions::default() })
}

fn read_written(document: Document, options: &WriteOptions) -> Result<Document, String> {
    let (outputs, said) = conversion::write(&document, &ludex::internals::formats::CSV, options);
    let Some(Content::Folder(files)) = outputs.into_iter().next().map(|o| o.content) else {
        return Err(format!("no tables: {said:?}"));
    };
    let files: HashMap<String, Vec<u8>> = files.into_iter().map(|f| (f.path, f.bytes)).collect();
    let missing = || std::io::Error::from(std::io::ErrorKind::NotFound);
    let reading = conversion::read_package(&|path| files.get(path).cloned().ok_or_else(missing), None);
    expect(reading.diagnostics.is_empty(), || format!("{:?}", reading.diagnostics))?;
    reading.document.ok_or_else(|| "the tables are not read".into())
}

fn write(document: &Document, format: &Format, options: &WriteOptions) -> Result<Vec<u8>, String> {
    let (outputs, said) = conversion::write(document, format, options);
    match outputs.into_iter().next().map(|o| o.content) {
        Some(Content::File(bytes)) => Ok(bytes),
        _ => Err(format!("nothing written: {said:?}")),
    }
}

/// Checks that canonical text means the same in its own style, in the usual style and in the style of other files.
fn canonical_is_a_fixed_point(sample: &Sample) -> Result<(), String> {
    let format = sample.text_format();
    let text = sample.text();
    let game = format.read(&text, &mut Report::silent()).ok_or("not read")?;
    let mut styles = vec![text];
    let others = super::files::files_in(sample.path.parent().ok_or("no folder")?);
    // A text that is not read has no style.
    let text_of = |path: PathBuf| Some(sample.format.encoding.decode(&fs::read(path).ok()?).ok()?.into_owned());
    let step = stride(4);
    styles.extend(others.into_iter().skip(sample.name().len() % step).step_by(step).filter_map(text_of));
    let mut texts: Vec<String> = styles.iter().filter_map(|style| format.canonical_in_style_of(&game, style)).collect();
    let usual = format.write(&game, None, &mut Vec::new()).map_err(|e| e.to_string())?;
    let Written::Canonical(usual) = usual else { return Err("no canonical text".into()) };
    texts.push(usual);
    // Files of the same style give the same text.
    texts.sort_unstable();
    texts.dedup();
    for text in texts {
        let again = format.read(&text, &mut Report::silent()).ok_or("canonical text is not read")?;
        expect(again == game, || format!("canonical text means something else: {text:?}"))?;
        let twice = format.canonical_in_style_of(&again, &text).ok_or("not rendered")?;
        expect(twice == text, || format!("no fixed point: {text:?}\nbecomes {twice:?}"))?;
    }
    // The same must hold without originals.
    let mut document = Document::new(game.clone());
    document.sources.clear();
    let bytes =
        write(&document, sample.format, &WriteOptions { encoding: Some(encoding(sample)), ..Default::default() })?;
    let options = ReadOptions {
        encoding: Some(encoding(sample)),
        format: Some(sample.format.id.into()),
        board: sample.board(),
        ..Default::default()
    };
    let read = conversion::read("anything", &bytes, &options);
    expect(read.document.is_some_and(|d| d.game == game), || "without the original the game differs".into())
}

fn encoding(sample: &Sample) -> ludex::internals::text::Encoding {
    let document = read(sample, true).document;
    document
        .and_then(|d| ludex::internals::text::Encoding::named(&d.sources[0].encoding))
        .unwrap_or(sample.format.encoding)
}

fn parsed_source(sample: &Sample) -> Result<(String, ParsedSource), String> {
    let text = sample.text();
    let parsed_source = sample.text_format().parsed_source(&text).ok_or("not read")?;
    Ok((text, parsed_source))
}

/// Checks that there are as many source spans as statements, that they ascend without overlap, and that terminators are
/// where canonical text has them.
fn source_spans_match_statements(sample: &Sample) -> Result<(), String> {
    let (text, parsed_source) = parsed_source(sample)?;
    let (source_spans, statements) = (&parsed_source.source_spans, &parsed_source.statements);
    expect(source_spans.len() == statements.len(), || {
        format!("{} source spans, {} statements", source_spans.len(), statements.len())
    })?;
    let mut behind = 0;
    for (i, source_span) in source_spans.iter().enumerate() {
        let ascending =
            behind <= source_span.start && source_span.start <= source_span.end && source_span.end <= source_span.next;
        expect(ascending && source_span.next <= text.len(), || {
            format!("source span {i} is out of order: {source_span:?}")
        })?;
        behind = source_span.next;
        // Empty lines at the end may be absent.
        let is_left_out = || source_spans[i..].iter().all(|source_span| source_span.start == source_span.next);
        let ends = source_span.next > source_span.end || i + 1 == source_spans.len() || is_left_out();
        expect(ends || statements.end(i).is_empty(), || format!("source span {i} lacks its terminator"))?;
    }
    Ok(())
}

/// Checks that the part of a damaged text that is read has source spans, stays as it is, and means the same in
/// canonical form.
fn damaged_text_stays_whole(sample: &Sample) -> Result<(), String> {
    let format = sample.text_format();
    let mut random = Random::new(sample.bytes.len() as u64);
    for _ in 0..rounds(sample) * if is_thorough() { 2 } else { 1 } {
        let text = if sample.format.is_binary() { damage_bytes } else { damage }(&sample.text(), &mut random);
        let Some(parsed_source) = format.parsed_source(&text) else { continue };
        let (source_spans, statements) = (parsed_source.source_spans.len(), parsed_source.statements.len());
        expect(source_spans == statements, || {
            format!("{source_spans} source spans, {statements} statements in {text:?}")
        })?;
        let unedited = format.write(&parsed_source.game, Some(&text), &mut Vec::new());
        expect(unedited == Ok(Written::Unchanged), || format!("{unedited:?} for {text:?}"))?;
        let mut validated = parsed_source.game.clone();
        format.validate(&mut validated, Some(&text), RuleSet::Document, &mut Report::new());
        expect(validated == parsed_source.game, || format!("validation changes the game of {text:?}"))?;
        let bare: String = parsed_source.source_spans.iter().map(|c| &text[c.start..c.next]).collect();
        if !sample.format.is_binary() && bare.contains('\n') != text.contains('\n') {
            // The meaning of a CR depends on whether there is an LF.
            continue;
        }
        if is_out_of_step(sample, &text) {
            continue;
        }
        let mut report = Report::new();
        let again = format.read(&bare, &mut report);
        if has_lines_astray(sample, report, &bare) {
            continue;
        }
        expect(again.as_ref() == Some(&parsed_source.game), || format!("layout has a meaning in {text:?}"))?;
    }
    Ok(())
}

/// Checks that the text means the same without layout, which is what no source span covers.
fn layout_means_nothing(sample: &Sample) -> Result<(), String> {
    let (text, parsed_source) = parsed_source(sample)?;
    if is_out_of_step(sample, &text) {
        return Ok(());
    }
    let bare: String = parsed_source.source_spans.iter().map(|c| &text[c.start..c.next]).collect();
    let again = sample.text_format().read(&bare, &mut Report::silent()).ok_or("not read without layout")?;
    expect(again == parsed_source.game, || "layout has a meaning".into())
}

/// Returns whether lines of a text are missing or surplus, which shows only in the positions of all others.
fn is_out_of_step(sample: &Sample, text: &str) -> bool {
    if sample.format.family != "global-war" {
        return false;
    }
    let mut report = Report::new();
    sample.text_format().read(text, &mut report);
    has_lines_astray(sample, report, text)
}

/// Returns the same from the diagnostics on reading the text.
fn has_lines_astray(sample: &Sample, report: Report, text: &str) -> bool {
    sample.format.family == "global-war" && report.finish(text).iter().any(Diagnostic::is_error)
}

/// Approximate number of bytes that are read again while statements are written canonically, one by one.
const MAX_BYTES: usize = 10_000_000;

/// Checks that the text means the same with any single statement in canonical form.
fn each_span_may_be_canonical(sample: &Sample) -> Result<(), String> {
    let (text, parsed_source) = parsed_source(sample)?;
    // A file of thousands of statements repeats itself, and is read again for each of them.
    let step = 1 + parsed_source.source_spans.len() * text.len() / tries(MAX_BYTES);
    for (i, source_span) in parsed_source.source_spans.iter().enumerate().step_by(step) {
        let respelled =
            format!("{}{}{}", &text[..source_span.start], parsed_source.statements.body(i), &text[source_span.end..]);
        let again = sample.text_format().read(&respelled, &mut Report::silent()).ok_or("not read")?;
        expect(again == parsed_source.game, || {
            format!("{} written canonically means something else", parsed_source.statements.label(i))
        })?;
    }
    Ok(())
}

fn edits_stay_local(sample: &Sample) -> Result<(), String> {
    let game = sample.text_format().read(&sample.text(), &mut Report::silent()).ok_or("not read")?;
    edits(sample, &sample.text(), &mut Editor::new(sample, &game), 0)
}

fn edits_stay_local_in_a_respelled_file(sample: &Sample) -> Result<(), String> {
    let original = sample.text_format().read(&sample.text(), &mut Report::silent()).ok_or("not read")?;
    let mut editor = Editor::new(sample, &original);
    let mut random = Random::new(sample.bytes.len() as u64);
    for round in 0..rounds(sample).div_ceil(4) {
        let text = respell(sample, &mut random);
        let same = sample.text_format().read(&text, &mut Report::silent());
        expect(same.as_ref() == Some(&original), || format!("respelled, the text means something else: {text:?}"))?;
        edits(sample, &text, &mut editor, round as u64)?;
    }
    Ok(())
}

/// Checks that a text written after random edits reads as the edited game, with as many changed lines as edits.
fn edits(sample: &Sample, text: &str, editor: &mut Editor<'_>, seed: u64) -> Result<(), String> {
    let rounds = rounds(sample);
    let format = sample.text_format();
    let mut random = Random::new(seed + 1);
    // If turns are told apart only by the rules, an illegal action joins the lines of every turn.
    let is_coarse = homeworlds::has_action_lines(sample);
    let saved = if sample.format.id == "diplomacy-game" { format.parsed_source(text) } else { None };
    let (mut writer, mut written, mut written_singles) = (format.writer_over(text), 0, 0);
    for round in 0..rounds {
        let count = if round % 2 == 0 { 1 } else { 10 };
        let Some((edited, lines)) = editor.edit(count, &mut random) else { continue };
        let mut said: Vec<Diagnostic> = Vec::new();
        let result = writer(&edited, &mut said);
        if said.iter().any(Diagnostic::is_error) {
            // A combination that no file can hold is refused with a reason.
            continue;
        }
        let new = match result.map_err(|e| e.to_string())? {
            Written::Unchanged => text.to_string(),
            Written::Patched(new) => new,
            // A mark in one turn may require marks in all others.
            Written::Canonical(new) if is_coarse => new,
            Written::Canonical(_) => return Err("the spelling was given up".into()),
        };
        let again = format.read(&new, &mut Report::silent()).ok_or("not read back")?;
        let same = again == edited || comparable(sample, &again) == comparable(sample, &edited);
        expect(same, || format!("reads back differently after {count} edits:\n{edited:?}\n{again:?}"))?;
        let lines = lines + saved.as_ref().map_or(0, |saved| saved_game::lines_written_anew(text, saved, count));
        let changed = changed_lines(sample, text, &new);
        // One of ten edits of a list may make a line equal to its neighbour, and take over the neighbour's spelling.
        let context = if sample.format.family == "global-war" { 0 } else { count / 10 };
        expect(changed <= lines + context || is_coarse, || {
            format!("{count} edits changed {changed} lines:\n{}", changes(text, &new))
        })?;
        written += 1;
        written_singles += usize::from(count == 1);
    }
    if !is_thorough() {
        // A few edits tell nothing about how many can be written.
        return Ok(());
    }
    expect(written > rounds / 6, || format!("only {written} of {rounds} edited games could be written"))?;
    // Of ten edits at once, one that is refused refuses all.
    let singles = rounds.div_ceil(2);
    expect(written_singles > singles / 4, || {
        format!("only {written_singles} of {singles} single edits could be written")
    })
}

/// Returns a game without values that follow from the rest, or from the file's name.
fn comparable(sample: &Sample, game: &Game) -> Game {
    let mut game = Game { result: None, variant: None, ..game.clone() };
    match game.system {
        System::Diplomacy => {
            game.players.clear();
            let holdings = game.position.iter_mut().flat_map(|position| &mut position.holdings);
            // A home is a centre.
            holdings
                .filter(|holding| matches!(holding.home, Field::Known(Some(_))))
                .for_each(|h| h.centre = Some(true));
        }
        System::Homeworlds => return homeworlds::without_what_follows(sample, &game),
        System::Power => {
            game.players.clear();
            // The player to move follows from the commands.
            game.turns.iter_mut().for_each(|turn| (turn.player, turn.inferred) = (None, ThinVec::new()));
        }
        _ => {}
    }
    game
}

/// Returns the lines that differ, for a message.
fn changes(old: &str, new: &str) -> String {
    let pairs = old.split('\n').zip(new.split('\n')).filter(|(a, b)| a != b);
    pairs.take(12).map(|(a, b)| format!("- {a:?}\n+ {b:?}\n")).collect()
}

/// Returns how many lines differ; in formats where orders may gain or lose a heading, the number of removed or added
/// lines, whichever is greater.
fn changed_lines(sample: &Sample, old: &str, new: &str) -> usize {
    if sample.format.is_binary() {
        return changed_statements(sample, old, new);
    }
    if sample.format.family == "power" {
        let (added, removed) = added_and_removed(&power::statements(old), &power::statements(new));
        return added.max(removed);
    }
    if sample.format.id == "diplomacy-game" {
        let (added, removed) = added_and_removed_statements(sample, old, new);
        return added.max(removed);
    }
    if matches!(sample.format.family, "diplomacy" | "homeworlds") {
        let (added, removed) = added_and_removed(old, new);
        return added.max(removed);
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (old.split('\n').collect(), new.split('\n').collect());
    old.len().abs_diff(new.len()) + old.iter().zip(&new).filter(|(a, b)| a != b).count()
}

/// Returns how many statements of a binary file differ; the maximum if positions have shifted, or if bytes outside of
/// statements have changed.
fn changed_statements(sample: &Sample, old: &str, new: &str) -> usize {
    let Some(parsed_source) = sample.text_format().parsed_source(old) else { return usize::MAX };
    let starts: Vec<usize> = old.char_indices().map(|(at, _)| at).chain([old.len()]).collect();
    let differing = old.chars().zip(new.chars()).zip(&starts).filter(|((old, new), _)| old != new);
    let is_in = |at: usize| {
        parsed_source.source_spans.iter().position(|source_span| (source_span.start..source_span.end).contains(&at))
    };
    let changed: Option<HashSet<usize>> = differing.map(|(_, &at)| is_in(at)).collect();
    let is_as_long = old.chars().count() == new.chars().count();
    changed.filter(|_| is_as_long).map_or(usize::MAX, |changed| changed.len())
}

fn added_and_removed(old: &str, new: &str) -> (usize, usize) {
    let diff = Diff::compute(Algorithm::Myers, &InternedInput::new(old, new));
    (diff.count_additions() as usize, diff.count_removals() as usize)
}

/// Returns how many statements of a saved game were added and removed; each has lines of its own.
fn added_and_removed_statements(sample: &Sample, old: &str, new: &str) -> (usize, usize) {
    let are_phases = sample.text_format().parsed_source(old).as_ref().is_some_and(saved_game::has_phases_as_statements);
    let [old, new] = [old, new].map(|text| saved_game::statements(sample, text, are_phases));
    added_and_removed(&old, &new)
}

/// Checks that any action can be deleted without changing the others or their powers.
fn deletions_stay_local(sample: &Sample) -> Result<(), String> {
    let (format, text) = (sample.text_format(), sample.text());
    let game = format.read(&text, &mut Report::silent()).ok_or("not read")?;
    let is_power = sample.format.family == "power";
    if is_power && (game.position.is_some() || game.turns.len() == 1 && game.turns[0].actions.len() == 1) {
        // Boards have no actions except texts that were not understood; and a file without content is refused.
        return Ok(());
    }
    let actions = game.turns.iter().enumerate().flat_map(|(t, turn)| (0..turn.actions.len()).map(move |a| (t, a)));
    let actions: Vec<(usize, usize)> = actions.collect();
    // In a long file only some are deleted, since each deletion is written anew.
    let most = if text.len() < 4000 { actions.len() } else { 12 };
    let is_saved = sample.format.id == "diplomacy-game";
    let is_json = is_saved || homeworlds::is_json(sample);
    let is_coarse = homeworlds::has_action_lines(sample);
    let saved = if is_saved { format.parsed_source(&text) } else { None };
    let anew = saved.map_or(0, |saved| saved_game::lines_written_anew(&text, &saved, 1));
    let mut writer = format.writer_over(&text);
    for (turn, action) in actions.iter().copied().step_by(1 + actions.len() / most.max(1)) {
        let mut edited = game.clone();
        let gone = edited.turns[turn].actions.remove(action);
        if matches!(gone.kind, ActionKind::Setup { .. } | ActionKind::Discover { .. }) || !gone.inferred.is_empty() {
            // Without the action that named a system first, systems have other ids; and inferred actions are not
            // written.
            continue;
        }
        if sample.format.id == homeworlds::HWL && matches!(gone.kind, ActionKind::Resign | ActionKind::Pass) {
            // Without a resignation its player passes all later turns; and a deleted pass is replaced by another pass.
            continue;
        }
        if !edited.turns[turn].alternatives.is_empty() {
            // Alternatives would be deleted with the turn.
            continue;
        }
        let said_in_turn = edited.turns[turn].remarks.iter().map(|remark| 1 + remark.text.split('\n').count()).sum();
        let is_there = |turn: &Turn| turn.when.is_some() || !turn.actions.is_empty() || !turn.undone.is_empty();
        let is_turn_gone = !is_there(&edited.turns[turn]);
        let own_remarks: usize = if is_turn_gone { said_in_turn } else { 0 };
        // An empty turn of Power remains.
        if is_turn_gone && !is_power {
            edited.turns.remove(turn);
        }
        let mut said: Vec<Diagnostic> = Vec::new();
        let written = writer(&edited, &mut said);
        if said.iter().any(Diagnostic::is_error) {
            // If the beginning of a message is deleted, it is refused with a reason.
            continue;
        }
        let written = written.map_err(|e| format!("{e}: {said:?}"))?;
        let new = match written {
            Written::Patched(new) => new,
            Written::Canonical(new) if is_coarse => new,
            _ => return Err(format!("without {gone:?} the spelling was given up")),
        };
        let again = format.read(&new, &mut Report::silent()).ok_or("not read back")?;
        expect(comparable(sample, &again).turns == comparable(sample, &edited).turns, || {
            format!("without {gone:?}: {new:?}")
        })?;
        if gone.kind == ActionKind::Command {
            // Without the player who signed on, each order needs the letter of its power.
            continue;
        }
        // The line of the action, that of its heading, and those of its remarks.
        let own = 2 + gone.remarks.len() + own_remarks;
        // In a log its time is removed too, and the next one may have to state the day.
        let own = own + if sample.format.id == homeworlds::BGA { 2 } else { 0 };
        let (added, removed) =
            if is_saved { added_and_removed_statements(sample, &text, &new) } else { added_and_removed(&text, &new) };
        // If a line to the judge loses its power's letter, its orders get lines of their own.
        let lines = if sample.format.id == "njudge-orders" { 3 } else { 1 + usize::from(is_power) };
        // The last element of a JSON list takes the comma before it along; results are a separate line.
        let (lines, own) = if is_json { (lines + 1, own + 2) } else { (lines, own) };
        let (lines, own) = (lines + anew, own + anew);
        expect(added <= lines && removed <= own || is_coarse, || {
            format!("without {gone:?}, {removed} lines are gone and {added} new:\n{}", changes(&text, &new))
        })?;
    }
    Ok(())
}
