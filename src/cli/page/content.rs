//! Collects the content of a game's page.

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Component, Path};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::conversion::{self, WriteOptions, own_part};
use crate::formats::{self, Format};
use crate::model::{Document, Game, Moment, Player, Remark, Source, When};
use crate::systems;
use crate::text::english::{capital, counted, listed};
use crate::text::printable::printable;
use crate::text::{Diagnostic, Severity, codes};
use crate::view::ViewOptions;
use crate::view::page::{
    GamePage, IndexEntry, LONG_LINE, Outcome, PageDiagnostic, PagePlace, PageRemark, PageSource, write_page,
};
use crate::view::picture::Album;

use super::super::showing::redacted;

/// Maximum number of turns and actions that are located in the original text.
const MAX_PLACED: usize = 50_000;
/// Text shown in place of a hidden name.
const HIDDEN_NAME: &str = "(hidden)";
/// The characters that are percent-encoded in a URL: all but letters, digits and `.-_~`.
const OF_URL: &AsciiSet = &NON_ALPHANUMERIC.remove(b'.').remove(b'-').remove(b'_').remove(b'~');

/// The treatment of passwords, addresses and hidden names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Secrets {
    /// They are removed from the document, and no original text is shown.
    TakenOut,
    /// They are masked, and a document that contains any is not offered for download.
    Masked,
    /// They are shown.
    Shown,
}

/// The input for a page.
pub struct Wanted<'w> {
    /// The document with secrets masked.
    pub shown: &'w Document,
    /// The document as it was read.
    pub whole: &'w Document,
    /// Name of the file.
    pub name: &'w str,
    /// Title given by the user; `None` to derive it from the game.
    pub title: Option<&'w str>,
    /// Diagnostics of the document, with secrets masked.
    pub diagnostics: &'w [Diagnostic],
    pub secrets: Secrets,
    /// URL of the index, relative to the page; `None` if there is no index.
    pub index: Option<String>,
}

/// A page and its entry in the index.
pub struct Content {
    pub html: String,
    pub entry: IndexEntry,
}

/// Returns the URL of a path below a folder, relative to the folder.
pub fn url(place: &Path) -> String {
    let steps = place.components().filter_map(|step| match step {
        Component::Normal(name) => Some(utf8_percent_encode(&name.to_string_lossy(), OF_URL).to_string()),
        _ => None,
    });
    steps.collect::<Vec<_>>().join("/")
}

/// Makes the page of a game.
pub fn content(wanted: &Wanted<'_>) -> Result<Content, Diagnostic> {
    let without_secrets;
    let document = match wanted.secrets {
        Secrets::TakenOut => {
            without_secrets = redacted(wanted.whole)?;
            &without_secrets
        }
        _ => wanted.shown,
    };
    let game = &document.game;
    let reveal = wanted.secrets == Secrets::Shown;
    let hides_names = !reveal && (game.system.def().view.terms.hides_names)(game);
    let options = ViewOptions { reveal, ..ViewOptions::default() };
    let album = systems::album(document, &options);
    let moments = album.as_ref().map_or(0, |album| album.moments().len());
    let facts = facts(game, hides_names, moments);
    let remarks_of = |turn: usize| remarks_of(game, turn);
    let places = match wanted.secrets {
        Secrets::TakenOut => Places::default(),
        secrets => Places::of(wanted.whole, secrets),
    };
    let place_of = |turn: usize, action: Option<usize>| places.find(turn, action);
    let what = (game.system.def().view.what)(game);
    // Without a board there are no turns to step through, so that the whole game is shown at once.
    let (mut report, mut remarks) = (None, Vec::new());
    if album.is_err() {
        report = systems::show(document, wanted.name, &options).ok();
        remarks = (0..game.turns.len()).flat_map(remarks_of).collect();
    }
    let title = game.title.clone().filter(|title| !title.trim().is_empty());
    let title = title.map_or_else(|| wanted.name.to_owned(), |title| format!("{title} ({})", wanted.name));
    let title = wanted.title.map_or(title, str::to_owned);
    let players = names(game, hides_names);
    let (began, ended) = days(game);
    let entry = IndexEntry {
        title: title.clone(),
        system: game.system.name(),
        players: players.join(", "),
        began,
        ended,
        result: result(game, hides_names),
        outcome: Outcome::of(game.result.as_ref().map(|result| result.winners.len())),
        turns: game.turns.len(),
        ..IndexEntry::default()
    };
    let download = download(wanted, document, hides_names);
    let page = GamePage {
        title,
        what,
        index: wanted.index.clone(),
        facts,
        album: album.as_deref().map(|album| album as &dyn Album).map_err(ToString::to_string),
        remarks_of: &remarks_of,
        remarks,
        report,
        place_of: &place_of,
        diagnostics: diagnostics(wanted),
        sources: sources(wanted, document, download.is_ok()),
        download,
    };
    let html = write_page(&page).map_err(|error| Diagnostic::error(&codes::CANNOT_WRITE, error.to_string()))?;
    Ok(Content { html, entry })
}

/// Returns the names of the players, without hidden ones and without seats that are known to be empty. A player of whom
/// no name is given is called by the seat.
fn names(game: &Game, hides_names: bool) -> Vec<String> {
    let name = |player: &Player| match player.name() {
        Some(_) if hides_names => None,
        Some(name) => Some(name.to_owned()),
        // Powers, which have no names, are called by their seats.
        None if player.name.known().is_none() => {
            Some(capital(&(game.system.def().view.terms.seat)(player.seat.as_str())))
        }
        None => None,
    };
    game.players.iter().filter_map(name).collect()
}

/// Returns the facts about the game as a whole: name and value of each.
fn facts(game: &Game, hides_names: bool, moments: usize) -> Vec<(String, String)> {
    let mut facts = vec![("System".to_owned(), game.system.name().to_owned())];
    let mut add = |name: &str, value: Option<String>| {
        facts.extend(value.filter(|value| !value.is_empty()).map(|value| (name.to_owned(), value)));
    };
    add("Variant", game.variant.clone());
    add("Options", game.variants.as_ref().map(|variants| variants.join(", ")));
    let (began, ended) = days(game);
    add("Began", began);
    add(if game.ended.is_some() { "Ended" } else { "Last event" }, ended);
    add("Players", Some(names(game, hides_names).join(", ")));
    add("Turns", (!game.turns.is_empty()).then(|| game.turns.len().to_string()));
    if moments > game.turns.len() + 1 {
        add("Boards", Some(moments.to_string()));
    }
    add("Result", result(game, hides_names));
    facts
}

/// Returns the days of the first and the last event, as far as the game states them.
fn days(game: &Game) -> (Option<String>, Option<String>) {
    let day = |moment: &Moment| moment.date_time().format("%Y-%m-%d").to_string();
    let moment = |when: Option<&When>| match when {
        Some(When::Moment(moment)) => Some(day(moment)),
        _ => None,
    };
    let first = || game.turns.iter().find_map(|turn| moment(turn.when.as_ref()));
    let last = || game.turns.iter().rev().find_map(|turn| moment(turn.when.as_ref()));
    let moves = game.players.iter().filter_map(|player| player.last_moved.known()?.as_ref()).max().map(day);
    let position = || moment(game.position.as_ref().and_then(|position| position.when.as_ref()));
    (game.started.clone().or_else(first), game.ended.clone().or_else(last).or(moves).or_else(position))
}

/// Returns the result of the game in words; `None` if it has none.
fn result(game: &Game, hides_names: bool) -> Option<String> {
    let result = game.result.as_ref()?;
    let name = |seat: &crate::model::Seat| {
        let player = game.players.iter().find(|player| player.seat == *seat);
        let name = player.and_then(Player::name).map(|name| if hides_names { HIDDEN_NAME } else { name });
        name.map_or_else(|| capital(&(game.system.def().view.terms.seat)(seat.as_str())), str::to_owned)
    };
    let winners: Vec<String> = result.winners.iter().map(name).collect();
    let reason = result.reason.as_ref().map_or_else(String::new, |reason| format!(" ({reason})"));
    Some(match winners.len() {
        0 => format!("nobody won{reason}"),
        _ => format!("{} won{reason}", listed(&winners)),
    })
}

/// Returns the remarks of a turn and of its actions.
fn remarks_of(game: &Game, turn: usize) -> Vec<PageRemark> {
    let Some(turn) = game.turns.get(turn) else { return Vec::new() };
    let of_actions = turn.actions.iter().flat_map(|action| &action.remarks);
    turn.remarks.iter().chain(of_actions).map(remark).collect()
}

fn remark(remark: &Remark) -> PageRemark {
    let who = match (&remark.author, &remark.recipient) {
        (Some(author), Some(recipient)) => Some(format!("{author} to {recipient}")),
        (Some(one), None) => Some(one.clone()),
        (None, Some(recipient)) => Some(format!("to {recipient}")),
        (None, None) => None,
    };
    PageRemark { who, text: remark.text.clone() }
}

/// The places of turns and actions in the original texts.
#[derive(Default)]
struct Places(HashMap<(usize, Option<usize>), PagePlace>);

impl Places {
    fn of(document: &Document, secrets: Secrets) -> Places {
        let turns = document.game.turns.iter().enumerate();
        let keys = turns.flat_map(|(at, turn)| {
            std::iter::once((at, None)).chain((0..turn.actions.len()).map(move |action| (at, Some(action))))
        });
        let keys: Vec<(usize, Option<usize>)> = keys.take(MAX_PLACED).collect();
        let path = |(turn, action): &(usize, Option<usize>)| match action {
            Some(action) => format!("game.turns[{turn}].actions[{action}]"),
            None => format!("game.turns[{turn}]"),
        };
        let paths: Vec<String> = keys.iter().map(path).collect();
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        let mut found = HashMap::new();
        for (number, source) in document.sources.iter().enumerate() {
            let format = formats::format(&source.format).and_then(Format::text);
            let (Some(format), Some(text)) = (format, source.text.as_deref()) else { continue };
            // If something in the text is masked, the lines on the page may differ in length from those of the
            // original.
            let is_whole =
                secrets == Secrets::Shown || conversion::shown_text(document, source).as_deref() == Some(text);
            let columns = is_whole.then(|| Columns::of(text));
            let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
            let game = own_part(document, source, &mut Vec::new());
            for (key, span) in keys.iter().zip(format.places(text, &game, &paths)) {
                let Some(span) = span else { continue };
                let before = ends.partition_point(|end| *end < span.start);
                let begin = before.checked_sub(1).and_then(|at| ends.get(at)).map_or(0, |end| end + 1);
                let line = begin..ends.get(before).copied().unwrap_or(text.len());
                let part = columns.as_ref().and_then(|columns| columns.part(line, span));
                found.entry(*key).or_insert(PagePlace { source: number, line: before + 1, part });
            }
        }
        Places(found)
    }

    /// Returns the place of an action, or that of its turn if the action has none.
    fn find(&self, turn: usize, action: Option<usize>) -> Option<PagePlace> {
        self.0.get(&(turn, action)).or_else(|| self.0.get(&(turn, None))).cloned()
    }
}

/// An index of the columns of a text in UTF-16 code units, which scripts count.
struct Columns<'t> {
    text: &'t str,
    /// Offsets in the text in ascending order, each with the number of code units before it.
    known: Vec<(usize, usize)>,
}

impl<'t> Columns<'t> {
    /// Distance between the known offsets, in bytes.
    const STEP: usize = 1_024;

    fn of(text: &'t str) -> Columns<'t> {
        let mut columns = Columns { text, known: vec![(0, 0)] };
        while let Some(&(at, before)) = columns.known.last()
            && text.len() - at > Columns::STEP
        {
            let next = text.floor_char_boundary(at + Columns::STEP);
            columns.known.push((next, before + columns.length(at..next).unwrap_or_default()));
        }
        columns
    }

    fn length(&self, range: Range<usize>) -> Option<usize> {
        Some(PageSource::shown_line(self.text.get(range)?).encode_utf16().count())
    }

    fn before(&self, at: usize) -> Option<usize> {
        let &(known, before) = self.known.get(self.known.partition_point(|(known, _)| *known <= at).checked_sub(1)?)?;
        Some(before + self.length(known..at)?)
    }

    /// Returns the part of a long line that a span covers, as start and length; `None` if the line is not too long to be
    /// marked as a whole.
    fn part(&self, line: Range<usize>, span: Range<usize>) -> Option<(usize, usize)> {
        (line.len() > LONG_LINE).then_some(())?;
        let (begin, end) = (self.before(span.start)?, self.before(span.end.min(line.end))?);
        Some((begin - self.before(line.start)?, end.saturating_sub(begin)))
    }
}

/// Returns the diagnostics in the form of a page.
fn diagnostics(wanted: &Wanted<'_>) -> Vec<PageDiagnostic> {
    let diagnostic = |d: &Diagnostic| {
        let line = d.line.map(|line| match d.column {
            Some(column) => format!("line {line}, column {column}"),
            None => format!("line {line}"),
        });
        let place = line.or_else(|| d.offset.map(|offset| format!("byte {offset}"))).or_else(|| d.path.clone());
        let severity = match d.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        let message = match wanted.secrets {
            // The message may quote something that was removed.
            Secrets::TakenOut if d.message.contains(['"', '`']) => "a text that is left out here".to_owned(),
            _ => printable(&d.message).into_owned(),
        };
        PageDiagnostic { severity, code: d.code.to_string(), place, message }
    };
    wanted.diagnostics.iter().map(diagnostic).collect()
}

/// Where the game came from.
fn sources(wanted: &Wanted<'_>, document: &Document, has_document: bool) -> Vec<PageSource> {
    let one = |source: &Source| {
        let chain = source.containers.iter().chain(&source.path).map(String::as_str);
        let path = chain.collect::<Vec<_>>().join(" ! ");
        let mut shown = PageSource {
            name: source.name.clone(),
            format: formats::format(&source.format).map_or(source.format.as_str(), |format| format.name).to_owned(),
            path: (!path.is_empty()).then_some(path),
            modified: source.modified.map(|moment| moment.to_string()),
            bytes: source.bytes,
            sha256: source.sha256.clone(),
            ..PageSource::default()
        };
        let text = match wanted.secrets {
            Secrets::TakenOut => {
                shown.note = Some("Its text is left out, as it may have what concerns players alone.".to_owned());
                return shown;
            }
            Secrets::Shown => source.text.clone(),
            Secrets::Masked => conversion::shown_text(wanted.whole, source),
        };
        match text {
            Some(text) => shown.set_text(&text, has_document),
            None if source.is_binary() => {
                shown.note = Some("It is no text: `ludex inspect --hex` shows its bytes.".to_owned())
            }
            None => {}
        }
        shown
    };
    document.sources.iter().map(one).collect()
}

/// Returns the document as JSON with its file name, or the reason why it is not on the page.
fn download(wanted: &Wanted<'_>, document: &Document, hides_names: bool) -> Result<(String, Vec<u8>), String> {
    let is_secret = wanted.secrets == Secrets::Masked && (hides_names || conversion::has_secrets(wanted.whole));
    if is_secret {
        return Err(
            "The document is left out, as it has passwords, addresses or hidden names: --reveal puts it in, and \
             --redact takes these out of it."
                .to_owned(),
        );
    }
    let document = if wanted.secrets == Secrets::TakenOut { document } else { wanted.whole };
    let (outputs, errors) = conversion::write(document, &formats::json::JSON, &WriteOptions::default());
    let bytes = outputs.into_iter().find_map(|output| match output.content {
        conversion::Content::File(bytes) => Some(bytes),
        conversion::Content::Folder(_) => None,
    });
    let name = format!("{}.json", wanted.name.strip_suffix(".json").unwrap_or(wanted.name));
    bytes.map(|bytes| (printable(&name).into_owned(), bytes)).ok_or_else(|| {
        let count = counted(errors.len(), "error", "errors");
        format!("The document cannot be written as JSON: {count}.")
    })
}
