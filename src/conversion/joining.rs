//! Joins several files into one document, and finds the part of it that each file is written from.

use std::borrow::Cow;

use crate::formats::{self, Format, Join, Joined, PlayerFile};
use crate::model::{Document, Game, Player, Source};
use crate::text::printable::quoted;
use crate::text::{Diagnostic, Report, codes};

/// Makes one document from the files of one game, and reports possible problems.
pub fn join(documents: Vec<Document>) -> Result<(Document, Vec<Diagnostic>), Diagnostic> {
    let format = |d: &Document| d.sources.first().and_then(|source| formats::format(&source.format));
    let joins = |d: &Document| format(d).and_then(|format| format.joins);
    let rows = documents.first().filter(|first| documents.iter().all(|d| is_same(format(d), format(first))));
    if let Some(Join::PlayerFiles { games, .. }) = rows.filter(|_| documents.len() > 1).and_then(joins) {
        return of_rows(documents, games);
    }
    // A file that joins others comes after them.
    let mut documents = documents;
    documents.sort_by_key(|document| format(document).map_or(0, rank));
    let mut all = documents.into_iter();
    let cannot = |document: &Document| {
        let name = document.sources.first().map_or("a document without a source", |s| &s.name);
        let message = format!("{name} does not make one document with the others");
        Diagnostic::error(&codes::CANNOT_JOIN, message).help("name the files of one game, or take them one by one")
    };
    let mut joined = all.next().ok_or_else(|| Diagnostic::error(&codes::CANNOT_JOIN, "there is no document"))?;
    let mut diagnostics = Vec::new();
    for document in all {
        let game = match joins(&document) {
            Some(Join::With { to, games, doubts, .. }) => match only_source_of(&joined, to) {
                Some(source) => {
                    let found =
                        doubts.into_iter().flat_map(|doubts| doubts(&joined.game, &document.game, &source.name));
                    let file = document.sources.first().map(|source| source.name.clone());
                    let mut found: Vec<_> = found.map(|d| Diagnostic { file: file.clone(), ..d }).collect();
                    if let Some(foreign) = found.iter().position(Diagnostic::is_error) {
                        return Err(found.swap_remove(foreign));
                    }
                    diagnostics.append(&mut found);
                    games(&joined.game, &document.game)
                }
                None => None,
            },
            _ => None,
        };
        joined.game = game.ok_or_else(|| cannot(&document))?;
        joined.sources.extend(document.sources);
        joined.diagnostics.extend(document.diagnostics);
    }
    Ok((joined, diagnostics))
}

/// Returns the length of the chain of formats of which each joins the next, starting with this one.
fn rank(format: &Format) -> usize {
    match format.joins {
        Some(Join::With { to, .. }) => {
            1 + to.iter().filter_map(|to| formats::format(to)).map(rank).max().unwrap_or_default()
        }
        _ => 0,
    }
}

/// Returns the source that a file joins: the source of the first format among `to` that has one, or `None` if that
/// format has several.
fn only_source_of<'d>(document: &'d Document, to: &[&str]) -> Option<&'d Source> {
    let mut sources = to.iter().map(|to| document.sources_of(to)).find_map(|mut of| Some((of.next()?, of.next())));
    sources.take().filter(|(_, second)| second.is_none()).map(|(first, _)| first)
}

fn is_same(a: Option<&Format>, b: Option<&Format>) -> bool {
    a.zip(b).is_some_and(|(a, b)| a.id == b.id)
}

type Games = fn(&[PlayerFile<'_>]) -> Result<Joined, Diagnostic>;

fn of_rows(documents: Vec<Document>, games: Games) -> Result<(Document, Vec<Diagnostic>), Diagnostic> {
    let mut rows = Vec::new();
    for document in &documents {
        let [source] = &document.sources[..] else {
            let message = "a document of several files does not make one with others";
            return Err(Diagnostic::error(&codes::CANNOT_JOIN, message).help("give the files that it was made of"));
        };
        rows.push(PlayerFile { name: &source.name, game: Some(&document.game) });
    }
    let Joined { game, order, diagnostics } = games(&rows)?;
    let mut joined = Document::new(game);
    let mut documents: Vec<Option<Document>> = documents.into_iter().map(Some).collect();
    for document in order.into_iter().filter_map(|place| documents.get_mut(place)?.take()) {
        joined.sources.extend(document.sources);
        joined.diagnostics.extend(document.diagnostics);
    }
    joined.diagnostics.extend(diagnostics.iter().cloned());
    Ok((joined, diagnostics))
}

/// Returns whether files of these formats become one document without an option when the user names them together.
pub(super) fn formats_join_by_themselves(formats: &[&Format]) -> bool {
    let joins = |this: &Format, other: &Format| matches!(this.joins, Some(Join::With { to, by_name: true, .. }) if to.contains(&other.id));
    let [first, rest @ ..] = formats else { return false };
    if matches!(first.joins, Some(Join::PlayerFiles { .. })) {
        return !rest.is_empty() && rest.iter().all(|format| format.id == first.id);
    }
    // All files but one join another, and each is of a different format.
    let joins_one = |this: &&&Format| formats.iter().any(|other| joins(this, other));
    let is_alone = |this: &Format| formats.iter().filter(|other| other.id == this.id).count() == 1;
    formats.len() > 1
        && formats.iter().filter(joins_one).count() + 1 == formats.len()
        && formats.iter().all(|format| is_alone(format))
}

/// Returns what one source of a document is written from: the part of the game that it holds, without the variant in
/// its file name. Reports a variant of the document that differs from that.
pub fn own_part<'d>(document: &'d Document, source: &Source, out: &mut Vec<Diagnostic>) -> Cow<'d, Game> {
    let mut part = part_of(document, source);
    take_out_what_others_say(&mut part, document, source);
    let told = formats::format(&source.format).and_then(|format| format.variant_of?(&source.name));
    let Some(told) = told else { return part };
    if part.variant.as_ref() != Some(&told) {
        let given = part.variant.as_deref().map_or("not given".to_owned(), |own| format!("given as {}", quoted(own)));
        let message = format!("the variant is {given}, but the name {} says {}", quoted(&source.name), quoted(&told));
        let d = Diagnostic::warning(&codes::DERIVED, message).on("game.variant");
        out.push(d.help("the variant is part of the file's name: write the file under another one"));
    }
    part.to_mut().variant = None;
    part
}

/// Removes the variant and the players from a part if only other sources have them, for systems that demand it: the map
/// of a position does not know who has no home.
fn take_out_what_others_say(part: &mut Cow<'_, Game>, document: &Document, source: &Source) {
    let others: Vec<&Source> = document.sources.iter().filter(|other| other.format != source.format).collect();
    if others.is_empty() || !document.game.system.def().documents.leaves_out_what_others_say {
        return;
    }
    let Some(own) = read_again(document, source) else { return };
    let read: Vec<Game> = others.iter().filter_map(|other| read_again(document, other)).collect();
    let told = |other: &&Source| formats::format(&other.format).and_then(|format| format.variant_of?(&other.name));
    let is_told = others.iter().filter_map(told).map(Some).chain(read.iter().map(|game| game.variant.clone()));
    // The variant in the source's own name is handled by the caller.
    let has_variant_of_others = told(&source).is_none() && is_told.into_iter().any(|variant| variant == part.variant);
    let is_of_others = |player: &Player| read.iter().any(|game| game.players.contains(player));
    let beyond_own = |player: &Player| match own.players.iter().find(|own| own.seat == player.seat) {
        _ if !is_of_others(player) => Some(player.clone()),
        own => own.cloned(),
    };
    let players = part.players.iter().filter_map(beyond_own).collect();
    let part = part.to_mut();
    part.players = players;
    if has_variant_of_others {
        part.variant = own.variant;
    }
}

/// Reads the text of a source again, on the board of the document.
fn read_again(document: &Document, source: &Source) -> Option<Game> {
    let format = formats::format(&source.format)?.text()?;
    let on_board = document.game.board.as_ref().and_then(|board| format.on_board(board));
    on_board.as_deref().unwrap_or(format).read(source.original()?, &mut Report::silent())
}

/// Returns what a new file of a format is written from: the game without the variant that its name will express.
pub fn part_of_none<'d>(document: &'d Document, format: &Format) -> Cow<'d, Game> {
    let mut game = Cow::Borrowed(&document.game);
    if game.variant.is_some() && format.variant_of.is_some() {
        game.to_mut().variant = None;
    }
    game
}

/// Returns the part of a document's game that one of its sources holds.
fn part_of<'d>(document: &'d Document, source: &Source) -> Cow<'d, Game> {
    let game = Cow::Borrowed(&document.game);
    let sources: Vec<&Source> = document.sources_of(&source.format).collect();
    let format = formats::format(&source.format);
    if let Some(Join::With { to, part: Some(part), .. }) = format.and_then(|format| format.joins) {
        // Nobody else holds the rest of a file that is alone: what it cannot hold has to be said.
        let is_joined = document.sources.iter().any(|other| to.contains(&other.format.as_str()));
        let part = is_joined.then(|| part(&document.game)).flatten();
        return part.map_or(game, Cow::Owned);
    }
    let Some(format) = format.filter(|_| sources.len() > 1) else { return game };
    let (Some(Join::PlayerFiles { part, .. }), Some(text_format)) = (format.joins, format.text()) else { return game };
    let read = source.original().and_then(|text| text_format.read(text, &mut Report::silent()));
    let row = PlayerFile { name: &source.name, game: read.as_ref() };
    let place = sources.iter().position(|own| std::ptr::eq(*own, source)).unwrap_or_default();
    Cow::Owned(part(&document.game, &row, place, sources.len()))
}
