//! A page for a game, and an index of pages: files of HTML that need nothing else, neither a network nor a server.

mod chart;
mod index;

use std::io::Write as _;
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

use super::picture::{Album, EventKind, Frames, Paint, Picture, Theme, pattern_definitions};
use crate::text::printable::printable;

pub use index::{IndexEntry, write_index};

/// How many moments a page shows at most: browsers keep all of them in memory.
pub const MAX_MOMENTS: usize = 2_000;
/// How many messages a page lists.
const MAX_DIAGNOSTICS: usize = 200;
/// How much of an original text a page holds, in bytes.
const MAX_TEXT: usize = 256 * 1024;
/// Lines with more bytes are broken, and parts of them marked.
pub const LONG_LINE: usize = 1_000;
/// How many players of a game are listed with what they have.
const MAX_PLAYERS: usize = 64;

/// What a page of a game shows.
pub struct GamePage<'a> {
    /// The title of the game.
    pub title: String,
    /// What kind of file it is.
    pub what: String,
    /// Where the index is, relative to the page.
    pub index: Option<String>,
    /// What is known of the game as a whole, each with its name.
    pub facts: Vec<(String, String)>,
    /// The pictures of its boards, or why there is none.
    pub album: Result<&'a dyn Album, String>,
    /// What was said in the turns: the remarks of the turn with that index.
    pub remarks_of: &'a dyn Fn(usize) -> Vec<PageRemark>,
    /// What was said where no turn is shown.
    pub remarks: Vec<PageRemark>,
    /// The game in words, as lines of text, where there is no board.
    pub report: Option<String>,
    /// Where an action stands in the originals, by the indices of turn and action.
    pub place_of: &'a dyn Fn(usize, Option<usize>) -> Option<PagePlace>,
    /// What is odd or could not be read.
    pub diagnostics: Vec<PageDiagnostic>,
    /// Where it came from.
    pub sources: Vec<PageSource>,
    /// The document, by its name, or why it is not there.
    pub download: Result<(String, Vec<u8>), String>,
}

/// A place in an original text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PagePlace {
    /// The index of the source.
    pub source: usize,
    /// The number of the line, from 1.
    pub line: usize,
    /// Where in a line that is too long to be marked as a whole: how many characters are before it, and how many it has,
    /// as scripts count them.
    pub part: Option<(usize, usize)>,
}

impl PagePlace {
    /// As the script of a page takes it.
    fn written(&self) -> String {
        let PagePlace { source, line, part } = self;
        part.map_or_else(|| format!("{source}.{line}"), |(from, length)| format!("{source}.{line}.{from}.{length}"))
    }
}

/// Something said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PageRemark {
    /// Who said it, and to whom.
    pub who: Option<String>,
    /// What was said.
    pub text: String,
}

impl PageRemark {
    /// The same without what could move a cursor or reverse a line.
    fn shown(&self) -> PageRemark {
        PageRemark { who: self.who.as_deref().map(shown), text: shown_lines(&self.text) }
    }
}

/// A message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PageDiagnostic {
    /// `error`, `warning` or `note`.
    pub severity: &'static str,
    /// Its code.
    pub code: String,
    /// The place it is about.
    pub place: Option<String>,
    /// What it says.
    pub message: String,
}

/// A file that a game came from.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct PageSource {
    /// Its name.
    pub name: String,
    /// The name of its format.
    pub format: String,
    /// Where it lay, where that is known.
    pub path: Option<String>,
    /// When it was changed last, where that is known.
    pub modified: Option<String>,
    /// Its length.
    pub bytes: u64,
    /// Its SHA-256.
    pub sha256: Option<String>,
    /// Its text, where it may be shown.
    pub text: Option<String>,
    /// Whether there are lines in it that are too long to be read without being broken.
    pub has_long_lines: bool,
    /// What there is to say of the text.
    pub note: Option<String>,
}

impl PageSource {
    /// Takes over a text, as much of it as a page holds, without what could move a cursor.
    pub fn set_text(&mut self, text: &str) {
        let mut end = text.len().min(MAX_TEXT);
        if end < text.len() {
            end = text.get(..end).map_or_else(|| text.floor_char_boundary(end), str::len);
            end = text[..end].rfind('\n').map_or(end, |at| at + 1);
            let left = text[end..].lines().count();
            self.note = Some(format!("{} more lines are left out here.", left));
        }
        self.has_long_lines = text[..end].split('\n').any(|line| line.len() > LONG_LINE);
        let lines = text[..end].split('\n').map(|line| PageSource::shown_line(line.strip_suffix('\r').unwrap_or(line)));
        self.text = Some(lines.collect::<Vec<_>>().join("\n"));
    }

    /// A line, or a part of one, as a page has it: tabs stay.
    pub fn shown_line(line: &str) -> String {
        line.split('\t').map(printable).collect::<Vec<_>>().join("\t")
    }
}

impl PageSource {
    /// The same with names in which nothing could move a cursor or reverse a line.
    fn shown(&self) -> PageSource {
        let path = self.path.as_deref().map(shown);
        PageSource { name: shown(&self.name), format: shown(&self.format), path, ..self.clone() }
    }
}

/// Why a page cannot be written: a template is at fault.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the page cannot be made: {0}")]
pub struct PageError(String);

impl From<minijinja::Error> for PageError {
    fn from(error: minijinja::Error) -> Self {
        PageError(format!("{error:#}"))
    }
}

/// The templates, in which every value is escaped that is not said to be safe.
static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut templates = Environment::new();
    // Quotes and slashes mean nothing between tags, and would make the text of a JSON file twice as long.
    templates.add_filter("between_tags", |text: &str| Value::from_safe_string(partial_escape(text).into_owned()));
    for (name, text) in [("page.html", include_str!("page.html")), ("index.html", include_str!("index.html"))] {
        // A template that cannot be parsed is missed when it is used.
        let _ = templates.add_template(name, text);
    }
    templates
});

const CSS: &str = include_str!("page.css");

/// A moment, as the template shows it.
#[derive(Serialize)]
struct MomentView {
    title: String,
    events: Vec<EventView>,
    remarks: Vec<PageRemark>,
}

#[derive(Serialize)]
struct EventView {
    text: String,
    kind: Option<&'static str>,
    /// Where it stands in the originals.
    at: Option<String>,
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
    /// The class of the colour.
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

/// What the script of a page works with.
#[derive(Serialize)]
struct FramesView<'f> {
    /// The forms of each part, from the ground up.
    parts: Vec<&'f [String]>,
    /// For each moment the numbers of the parts that change, each with that of its form, or -1 where it is gone.
    frames: Vec<Vec<i64>>,
    titles: Vec<&'f str>,
    /// What the players have: by series, player and moment.
    series: Vec<Vec<&'f [Option<i64>]>>,
}

/// Writes the page of a game.
///
/// # Errors
///
/// Where a template is at fault.
pub fn write_page(page: &GamePage<'_>) -> Result<String, PageError> {
    let (mut moments, mut frames, mut last) = (Vec::new(), Frames::default(), None);
    let (mut series, mut more_turns) = (Vec::new(), None);
    if let Ok(album) = page.album {
        let count = album.moments().len();
        let first = count.saturating_sub(MAX_MOMENTS);
        if first > 0 {
            more_turns = Some(format!("{first} turns before these are left out: `ludex draw --turn` draws them."));
        }
        for (at, moment) in album.moments().iter().enumerate().skip(first) {
            let picture = album.picture(at);
            frames.push(&picture);
            last = Some(picture);
            moments.push(moment_view(page, album, at, moment.turn, &moment.title));
        }
        series = album.series();
        for (_, _, counts) in series.iter_mut().flat_map(|one| &mut one.players) {
            counts.drain(..first.min(counts.len()));
        }
    }
    let views: Vec<SeriesView> = series
        .iter()
        .map(|one| SeriesView { name: shown(&one.name), chart: chart::chart(one, moments.len()) })
        .collect();
    let players = players(&series);
    let order = frames.from_ground();
    let titles: Vec<&str> = moments.iter().map(|moment| moment.title.as_str()).collect();
    let packed = packed(&serde_json::to_vec(&script_data(&frames, &order, titles, &series)).unwrap_or_default());
    let mut paints = frames.paints().to_vec();
    paints.extend(players.iter().flat_map(|player| [player.paint, swatch(player.paint)]));
    paints.extend([Paint::Muted, Paint::Ink, Paint::Paper]);
    let mut seen = std::collections::HashSet::new();
    paints.retain(|paint| seen.insert(*paint));
    let board = last.map(|picture| board_view(&picture, &frames, &order));
    let more = page.diagnostics.len().saturating_sub(MAX_DIAGNOSTICS);
    let download = page.download.as_ref().ok().map(|(name, bytes)| {
        context! { name => name, bytes => bytes.len(), packed => self::packed(bytes) }
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
        moments => Serde(&moments),
        more_turns => more_turns,
        series => Serde(&views),
        players => Serde(&players),
        remarks => Serde(page.remarks.iter().map(PageRemark::shown).collect::<Vec<_>>()),
        diagnostics => Serde(page.diagnostics.iter().take(MAX_DIAGNOSTICS).collect::<Vec<_>>()),
        more_diagnostics => (more > 0).then(|| format!("And {more} more.")),
        sources => Serde(page.sources.iter().map(PageSource::shown).collect::<Vec<_>>()),
        download => download,
        no_download => page.download.as_ref().err(),
        frames => packed,
    })?;
    Ok(html)
}

/// A text of a file as a page shows it.
fn shown(text: &str) -> String {
    printable(text).into_owned()
}

/// The same of a text of many lines.
fn shown_lines(text: &str) -> String {
    text.split('\n').map(shown).collect::<Vec<_>>().join("\n")
}

fn moment_view(page: &GamePage<'_>, album: &dyn Album, at: usize, turn: Option<usize>, title: &str) -> MomentView {
    let event_view = |event: super::picture::Event| {
        let at = turn.and_then(|turn| (page.place_of)(turn, event.action)).map(|place| place.written());
        let kind = match event.kind {
            EventKind::Done => None,
            EventKind::Failed => Some("failed"),
            EventKind::Result => Some("result"),
        };
        EventView { text: shown(&event.text), kind, at }
    };
    let remarks = turn.map(page.remarks_of).unwrap_or_default().iter().map(PageRemark::shown).collect();
    let events = album.events(at).into_iter().map(event_view).collect();
    MomentView { title: shown(title), events, remarks }
}

/// The board at the last moment: a group for each part that any moment has, empty where this one has none.
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

/// The form of each part at the last moment.
fn current(frames: &Frames) -> Vec<Option<usize>> {
    let mut current = vec![None; frames.parts().len()];
    for &(place, form) in frames.changes().iter().flatten() {
        if let Some(own) = current.get_mut(place) {
            *own = form;
        }
    }
    current
}

fn script_data<'f>(
    frames: &'f Frames,
    order: &[usize],
    titles: Vec<&'f str>,
    series: &'f [super::picture::Series],
) -> FramesView<'f> {
    let mut rank = vec![0; order.len()];
    for (at, &place) in order.iter().enumerate() {
        if let Some(own) = rank.get_mut(place) {
            *own = at;
        }
    }
    let number = |value: usize| i64::try_from(value).unwrap_or(-1);
    let change = |&(place, form): &(usize, Option<usize>)| {
        [number(rank.get(place).copied().unwrap_or_default()), form.map_or(-1, number)]
    };
    FramesView {
        parts: order.iter().filter_map(|&place| Some(frames.parts().get(place)?.forms.as_slice())).collect(),
        frames: frames.changes().iter().map(|changes| changes.iter().flat_map(change).collect()).collect(),
        titles,
        series: series.iter().map(|one| one.players.iter().map(|(.., counts)| counts.as_slice()).collect()).collect(),
    }
}

/// A row for each player that any series has.
fn players(series: &[super::picture::Series]) -> Vec<PlayerView> {
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

/// What a player's places are painted with.
fn swatch(paint: Paint) -> Paint {
    match paint {
        Paint::Player(index) => Paint::Pattern(index),
        paint => paint,
    }
}

/// The rules of colours: light ones, and dark ones for who likes these.
fn colours(paints: &[Paint]) -> String {
    format!(
        ".fn{{fill:none}}{}@media (prefers-color-scheme:dark){{{}}}",
        Theme::Light.rules(paints),
        Theme::Dark.rules(paints)
    )
}

/// Bytes as a page carries them: packed by gzip, in base64.
fn packed(bytes: &[u8]) -> String {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory cannot fail.
    let _ = encoder.write_all(bytes);
    STANDARD.encode(encoder.finish().unwrap_or_default())
}

#[cfg(test)]
mod tests;
