//! Writes the HTML page of a game, and an index of such pages: self-contained files that need neither a network nor a
//! server.

mod chart;
mod index;
mod script;

use std::io::Write as _;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use minijinja::value::Serde;
use minijinja::{Environment, Value, context};
use quick_xml::escape::partial_escape;
use serde::Serialize;
use thiserror::Error;

use super::picture::{Album, Event, EventKind, Frames, Moment, Paint, Picture, Series, Theme, pattern_definitions};
use crate::text::english::counted;
use crate::text::printable::{printable, unprintable_ranges};

use script::ScriptData;

pub use index::{IndexEntry, Outcome, write_index};

/// Maximum number of moments on a page: browsers keep all of them in memory.
pub const MAX_MOMENTS: usize = 2_000;
/// Maximum number of parts of pictures and of counts of players that are drawn for a page, which has fewer moments if
/// each has very many.
const MAX_DRAWN: usize = 2_000_000;
/// Maximum number of diagnostics listed on a page.
const MAX_DIAGNOSTICS: usize = 200;
/// Maximum length of an original text on a page without the document, in bytes.
const MAX_TEXT: usize = 256 * 1024;
/// Maximum length of an original text in the HTML of a page with the document, from which the script takes the rest.
const FIRST_TEXT: usize = 64 * 1024;
/// Length in bytes that a page keeps below by leaving the earliest turns to the script.
const MAX_PAGE: usize = 900_000;
/// Length of turns in bytes that are in the HTML in any case.
const MIN_TURNS: usize = 64 * 1024;
/// Estimated length of what is in every page: the script, styles and headings.
const OF_EVERY_PAGE: usize = 32 * 1024;
/// Length in bytes beyond which a line is wrapped, and only the part in question is marked instead of the whole line.
pub const LONG_LINE: usize = 1_000;
/// Maximum number of players listed with their counts.
const MAX_PLAYERS: usize = 64;

/// The content of the page of a game.
pub struct GamePage<'a> {
    /// Title of the page.
    pub title: String,
    /// Description of the kind of game or file, shown below the title.
    pub what: String,
    /// URL of the index, relative to the page; `None` if there is no index.
    pub index: Option<String>,
    /// Facts about the game as a whole: name and value of each.
    pub facts: Vec<(String, String)>,
    /// Pictures of the game's boards, or the reason why there are none.
    pub album: Result<&'a dyn Album, String>,
    /// Returns the remarks of the turn with that index.
    pub remarks_of: &'a dyn Fn(usize) -> Vec<PageRemark>,
    /// Remarks to show if no turns are shown.
    pub remarks: Vec<PageRemark>,
    /// The game in words, as lines of text, for a game without a board.
    pub report: Option<String>,
    /// Returns the place of an action in the original texts. It takes the index of the turn, and that of the action
    /// (`None` for the turn itself).
    pub place_of: &'a dyn Fn(usize, Option<usize>) -> Option<PagePlace>,
    /// Diagnostics of the game.
    pub diagnostics: Vec<PageDiagnostic>,
    /// Files that the game was read from.
    pub sources: Vec<PageSource>,
    /// The document for download, as file name and bytes, or the reason why it is left out.
    pub download: Result<(String, Vec<u8>), String>,
}

/// A place in an original text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PagePlace {
    /// Index of the source.
    pub source: usize,
    /// Line number, from 1.
    pub line: usize,
    /// Part of a line that is too long to be marked as a whole: the number of characters before it, and its length,
    /// both in UTF-16 code units as scripts count them. `None` to mark the whole line.
    pub part: Option<(usize, usize)>,
}

/// A remark of a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PageRemark {
    /// Author and recipient, as far as they are known.
    pub who: Option<String>,
    /// Text of the remark.
    pub text: String,
}

impl PageRemark {
    /// Returns the remark without characters that could move a cursor or reverse a line.
    fn shown(&self) -> PageRemark {
        PageRemark { who: self.who.as_deref().map(shown), text: shown_lines(&self.text) }
    }
}

/// A diagnostic, as a page lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PageDiagnostic {
    /// `error`, `warning` or `note`.
    pub severity: &'static str,
    /// Code, such as `GW012`.
    pub code: String,
    /// Line, byte offset or path that it is about.
    pub place: Option<String>,
    /// Text of the message.
    pub message: String,
}

/// A file that a game came from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct PageSource {
    /// File name.
    pub name: String,
    /// Name of the format.
    pub format: String,
    /// Path, and the containers around it; `None` if not known.
    pub path: Option<String>,
    /// Time of the last modification; `None` if not known.
    pub modified: Option<String>,
    /// Length in bytes.
    pub bytes: u64,
    /// SHA-256 of the file; `None` if not known.
    pub sha256: Option<String>,
    /// Text of the file; `None` if it is binary or may not be shown.
    pub text: Option<String>,
    /// Whether the text has lines so long that they must be wrapped to be readable.
    pub has_long_lines: bool,
    /// Whether the text is only the beginning of that in the document on the page.
    pub has_more: bool,
    /// Note about the text, such as why it is left out or cut.
    pub note: Option<String>,
}

impl PageSource {
    /// Sets the text, without characters that could move a cursor. A text longer than a page holds is cut, after a line
    /// where that is possible, and a note says so. `is_in_document` says whether the document on the page has all of it.
    pub fn set_text(&mut self, text: &str, is_in_document: bool) {
        let most = if is_in_document { FIRST_TEXT } else { MAX_TEXT };
        let mut end = text.floor_char_boundary(most);
        self.has_long_lines = text.split('\n').any(|line| line.len() > LONG_LINE);
        if end < text.len() {
            end = text[..end].rfind('\n').map_or(end, |at| at + 1);
            let rest = &text[end..];
            let is_in_line = !text[..end].ends_with('\n');
            let left = match (is_in_line, rest.lines().count() - usize::from(is_in_line)) {
                (true, 0) => "The rest of this line is".to_owned(),
                (true, lines) => format!("The rest of this line and {} are", counted(lines, "more line", "more lines")),
                (false, 1) => "1 more line is".to_owned(),
                (false, lines) => format!("{lines} more lines are"),
            };
            let shown = if is_in_document { ": with JavaScript all of it is shown" } else { "" };
            self.note = Some(format!("{left} left out here{shown}."));
            self.has_more = is_in_document;
        }
        let lines = text[..end].split('\n').map(|line| PageSource::shown_line(line.strip_suffix('\r').unwrap_or(line)));
        self.text = Some(lines.collect::<Vec<_>>().join("\n"));
    }

    /// Returns a line, or a part of one, as a page shows it: as printable text, with its tabs kept.
    pub fn shown_line(line: &str) -> String {
        line.split('\t').map(printable).collect::<Vec<_>>().join("\t")
    }
}

impl PageSource {
    /// Returns the source with names in which nothing can move a cursor or reverse a line.
    fn shown(&self) -> PageSource {
        let path = self.path.as_deref().map(shown);
        PageSource { name: shown(&self.name), format: shown(&self.format), path, ..self.clone() }
    }
}

/// The reason why a page cannot be written: a faulty template.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the page cannot be made: {0}")]
pub struct PageError(String);

impl From<minijinja::Error> for PageError {
    fn from(error: minijinja::Error) -> Self {
        PageError(format!("{error:#}"))
    }
}

/// The templates. Every value is escaped, except those that a template marks as safe.
static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut templates = Environment::new();
    // Quotes and slashes have no meaning between tags, and escaping them would double the length of the text of a JSON
    // file.
    templates.add_filter("between_tags", |text: &str| Value::from_safe_string(partial_escape(text).into_owned()));
    for (name, text) in [("page.html", include_str!("page.html")), ("index.html", include_str!("index.html"))] {
        // A template that cannot be parsed is reported as missing when it is used.
        let _ = templates.add_template(name, text);
    }
    templates
});

const CSS: &str = include_str!("page.css");

/// A moment, in the form that the template takes.
#[derive(Serialize)]
struct MomentView {
    /// Index among the moments of the page.
    number: usize,
    title: String,
    events: Vec<EventView>,
    remarks: Vec<PageRemark>,
}

impl MomentView {
    /// Returns the estimated length in the page, in bytes.
    fn length(&self) -> usize {
        let events: usize = self.events.iter().map(|event| event.text.len() + 16).sum();
        let said = |remark: &PageRemark| remark.text.len() + remark.who.as_ref().map_or(0, String::len) + 64;
        self.title.len() + 100 + events + self.remarks.iter().map(said).sum::<usize>()
    }
}

#[derive(Serialize)]
struct EventView {
    text: String,
    /// CSS class of the kind.
    class: Option<&'static str>,
    #[serde(skip)]
    kind: EventKind,
    /// Place in the original texts.
    #[serde(skip)]
    at: Option<PagePlace>,
}

#[derive(Serialize)]
struct SeriesView {
    name: String,
    chart: Option<String>,
}

#[derive(Serialize)]
struct PlayerView {
    name: String,
    #[serde(skip)]
    paint: Paint,
    /// CSS class of the player's colour.
    swatch: String,
    cells: Vec<CellView>,
}

#[derive(Serialize)]
struct CellView {
    key: Option<String>,
    value: String,
}

#[derive(Serialize)]
struct BoardView {
    width: f64,
    height: f64,
    title: String,
    description: String,
    groups: String,
}

/// The moments of a game that a page shows.
#[derive(Default)]
struct Shown<'a> {
    moments: Vec<MomentView>,
    frames: Frames,
    /// Picture of the last moment; `None` if there are no pictures.
    last: Option<Picture>,
    /// Counts of the players at these moments.
    series: Vec<Series>,
    /// Name of the first moment, as an argument of `--turn`.
    first_name: Option<&'a str>,
    /// Sentence about the turns that are left out; `None` if there are none.
    more_turns: Option<String>,
}

impl<'a> Shown<'a> {
    fn of(page: &GamePage<'a>) -> Shown<'a> {
        let Ok(album) = page.album else { return Shown::default() };
        let first = album.moments().len().saturating_sub(most_moments(album));
        let mut shown = Shown { series: album.series(first), ..Shown::default() };
        if first > 0 {
            let are = counted(first, "turn before these is", "turns before these are");
            shown.more_turns = Some(format!("{are} left out: `ludex draw --turn` draws them."));
        }
        for (at, moment) in album.moments().iter().enumerate().skip(first) {
            let picture = album.picture(at);
            shown.frames.push(&picture);
            shown.last = Some(picture);
            shown.first_name.get_or_insert(&moment.name);
            shown.moments.push(moment_view(page, album, at, at - first, moment));
        }
        shown
    }
}

/// Returns how many moments a page shows, going by what the last one has.
fn most_moments(album: &dyn Album) -> usize {
    let last = album.moments().len().saturating_sub(1);
    let counts: usize = album.series(last).iter().map(|series| series.players.len()).sum();
    let drawn = album.picture(last).parts.len() + counts;
    (MAX_DRAWN / drawn.max(1)).clamp(1, MAX_MOMENTS)
}

/// Writes the page of a game.
///
/// # Errors
///
/// Returns an error if a template is faulty.
pub fn write_page(page: &GamePage<'_>) -> Result<String, PageError> {
    let Shown { moments, frames, last, series, first_name, more_turns } = Shown::of(page);
    let views: Vec<SeriesView> = series
        .iter()
        .map(|one| SeriesView { name: shown(&one.name), chart: chart::chart(one, moments.len()) })
        .collect();
    let players = players(&series);
    let order = frames.from_ground();
    let data = ScriptData::of(&frames, &order, &moments, &series);
    let data = packed(&serde_json::to_vec(&data).unwrap_or_default());
    let mut paints = frames.paints().to_vec();
    paints.extend(players.iter().flat_map(|player| [player.paint, swatch(player.paint)]));
    paints.extend([Paint::Muted, Paint::Ink, Paint::Paper]);
    let mut seen = std::collections::HashSet::new();
    paints.retain(|paint| seen.insert(*paint));
    let board = last.map(|picture| board_view(&picture, &frames, &order));
    let more = page.diagnostics.len().saturating_sub(MAX_DIAGNOSTICS);
    let document = page.download.as_ref().ok().map(|(name, bytes)| (name, bytes.len(), packed(bytes)));
    let texts = page.sources.iter().filter_map(|source| source.text.as_ref());
    let others = [
        OF_EVERY_PAGE,
        data.len(),
        document.as_ref().map_or(0, |(.., packed)| packed.len()),
        board.as_ref().map_or(0, |board| board.groups.len() + board.description.len()),
        views.iter().filter_map(|view| view.chart.as_ref()).map(String::len).sum(),
        texts.map(String::len).sum(),
    ];
    let silent = silent(&moments, MAX_PAGE.saturating_sub(others.iter().sum()).max(MIN_TURNS));
    let earlier_turns = first_name.filter(|_| silent > 0).map(|name| {
        let are = counted(silent, "turn before these is", "turns before these are");
        format!("{are} told with JavaScript alone; `ludex inspect --turn {name}` prints the first of them.")
    });
    let template = TEMPLATES.get_template("page.html")?;
    let html = template.render(context! {
        version => env!("CARGO_PKG_VERSION"),
        css => CSS,
        js => include_str!("page.js"),
        colours => colours(&paints),
        patterns => pattern_definitions(&paints),
        title => shown(&page.title),
        what => shown(&page.what),
        index => page.index.clone(),
        facts => Serde(page.facts.iter().map(|(name, value)| (name.clone(), shown(value))).collect::<Vec<_>>()),
        board => Serde(&board),
        no_board => page.album.as_ref().err(),
        report => page.report.as_deref().map(shown_lines),
        count => moments.len(),
        now => moments.last().map(|moment| &moment.title),
        moments => Serde(moments.get(silent..).unwrap_or_default()),
        earlier_turns => earlier_turns,
        more_turns => more_turns,
        series => Serde(&views),
        players => Serde(&players),
        remarks => Serde(page.remarks.iter().map(PageRemark::shown).collect::<Vec<_>>()),
        diagnostics => Serde(page.diagnostics.iter().take(MAX_DIAGNOSTICS).collect::<Vec<_>>()),
        more_diagnostics => (more > 0).then(|| format!("And {more} more.")),
        sources => Serde(page.sources.iter().map(PageSource::shown).collect::<Vec<_>>()),
        download => document.as_ref().map(|(name, bytes, packed)| context! {
            name => *name, bytes => bytes, packed => packed
        }),
        unprintable => UNPRINTABLE.as_str(),
        no_download => page.download.as_ref().err(),
        data => data,
    })?;
    Ok(html)
}

/// Returns the number of moments, the earliest ones, that are left to the script so that the others have at most that many
/// bytes. The last one is never left to it.
fn silent(moments: &[MomentView], most: usize) -> usize {
    let Some((last, earlier)) = moments.split_last() else { return 0 };
    let mut length = last.length();
    let is_too_long = |moment: &MomentView| {
        length += moment.length();
        length > most
    };
    earlier.iter().rposition(is_too_long).map_or(0, |at| at + 1)
}

/// The non-ASCII characters that texts are not shown with, as the content of a character class of JavaScript. All
/// characters there are were looked at for it.
static UNPRINTABLE: LazyLock<String> = LazyLock::new(|| {
    let written =
        |range: &RangeInclusive<char>| format!("\\u{{{:x}}}-\\u{{{:x}}}", *range.start() as u32, *range.end() as u32);
    unprintable_ranges().iter().map(written).collect()
});

/// Returns a text of a file as a page shows it.
fn shown(text: &str) -> String {
    printable(text).into_owned()
}

/// Returns a text of many lines as a page shows it, line ends kept.
fn shown_lines(text: &str) -> String {
    text.split('\n').map(shown).collect::<Vec<_>>().join("\n")
}

fn moment_view(page: &GamePage<'_>, album: &dyn Album, at: usize, number: usize, moment: &Moment) -> MomentView {
    let event_view = |event: Event| EventView {
        text: shown(&event.text),
        class: match event.kind {
            EventKind::Done => None,
            EventKind::Failed => Some("failed"),
            EventKind::Result => Some("result"),
        },
        kind: event.kind,
        at: moment.turn.and_then(|turn| (page.place_of)(turn, event.action)),
    };
    let remarks = moment.turn.map(page.remarks_of).unwrap_or_default().iter().map(PageRemark::shown).collect();
    let events = album.events(at).into_iter().map(event_view).collect();
    MomentView { number, title: shown(&moment.title), events, remarks }
}

/// Returns the board at the last moment, with a group for each part that occurs at any moment; the group is empty if
/// the last moment does not have the part.
fn board_view(picture: &Picture, frames: &Frames, order: &[usize]) -> BoardView {
    let current = current(frames);
    let mut groups = String::new();
    for &place in order {
        let form = current.get(place).copied().flatten();
        let markup = frames.parts().get(place).zip(form).and_then(|(part, form)| part.forms.get(form));
        groups.push_str("<g>");
        groups.push_str(markup.map_or("", String::as_str));
        groups.push_str("</g>\n");
    }
    let (width, height) = frames.size();
    let (title, description) = (shown(&picture.title), shown(&picture.description));
    BoardView { width: width.round(), height: height.round(), title, description, groups }
}

/// Returns the form of each part at the last moment; `None` where it is gone.
fn current(frames: &Frames) -> Vec<Option<usize>> {
    let mut current = vec![None; frames.parts().len()];
    for &(place, form) in frames.changes().iter().flatten() {
        if let Some(own) = current.get_mut(place) {
            *own = form;
        }
    }
    current
}

/// Returns a table row for each player of any series.
fn players(series: &[Series]) -> Vec<PlayerView> {
    let mut names: Vec<(&str, Paint)> = Vec::new();
    for (name, paint, _) in series.iter().flat_map(|one| &one.players) {
        if !names.contains(&(name, *paint)) && names.len() < MAX_PLAYERS {
            names.push((name, *paint));
        }
    }
    let cell = |at: usize, wanted: (&str, Paint)| {
        let players = series.get(at).map_or(&[][..], |one| &one.players);
        match players.iter().position(|(name, paint, _)| (name.as_str(), *paint) == wanted) {
            None => CellView { key: None, value: String::new() },
            Some(player) => {
                let count = players.get(player).and_then(|(.., counts)| counts.last().copied().flatten());
                let value = count.map(|count| count.to_string()).unwrap_or_default();
                CellView { key: Some(format!("{at}.{player}")), value }
            }
        }
    };
    let row = |(name, paint): (&str, Paint)| PlayerView {
        name: shown(name),
        paint,
        swatch: super::picture::class_of(swatch(paint)),
        cells: (0..series.len()).map(|at| cell(at, (name, paint))).collect(),
    };
    names.into_iter().map(row).collect()
}

/// Returns the paint of a player's places, for the swatch beside the name.
fn swatch(paint: Paint) -> Paint {
    match paint {
        Paint::Player(index) => Paint::Pattern(index),
        paint => paint,
    }
}

/// Returns the CSS rules of the colours: those of the light theme, and those of the dark one for readers who prefer
/// that.
fn colours(paints: &[Paint]) -> String {
    format!(
        ".fn{{fill:none}}{}@media (prefers-color-scheme:dark){{{}}}",
        Theme::Light.rules(paints),
        Theme::Dark.rules(paints)
    )
}

/// Compresses bytes by gzip and encodes them in base64, for embedding in a page.
fn packed(bytes: &[u8]) -> String {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory cannot fail.
    let _ = encoder.write_all(bytes);
    STANDARD.encode(encoder.finish().unwrap_or_default())
}

#[cfg(test)]
mod tests;
