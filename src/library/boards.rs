//! Pictures of boards.

use std::borrow::Cow;

use crate::conversion;
use crate::model::Document;
use crate::systems;
use crate::view::ViewOptions;
use crate::view::picture::{Album, Event, Moment, MomentName, NoPicture, SvgOptions, write_svg};

/// The boards of a game, ready to be drawn: see [`boards`].
pub struct Boards<'d> {
    album: Box<dyn Album + 'd>,
}

/// Returns the boards of a game, one for each known moment, the latest last.
///
/// Of the options only `reveal` matters: without it the names of a game that hides them are masked. Passwords are never
/// drawn. A name may hold an address: draw the result of [`masked`] where others will see it.
///
/// ```
/// use ludex::ViewOptions;
/// use ludex::picture::SvgOptions;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/global-war-over-time/WAR04.LOG"))?;
/// let document = ludex::read("WAR04.LOG", &bytes)?.document;
/// let boards = ludex::boards(&document, &ViewOptions::default())?;
/// let turn = boards.find("12").ok_or("there is no turn 12")?;
/// println!("{}", boards.moments()[turn].title);
/// let svg = boards.svg(turn, &SvgOptions::default());
/// assert!(svg.starts_with("<svg"));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// If the document has no board.
pub fn boards<'d>(document: &'d Document, options: &ViewOptions) -> Result<Boards<'d>, NoPicture> {
    Ok(Boards { album: systems::album(document, options)? })
}

/// Returns the document as others may see it: passwords, addresses, and text that may be one of these, are masked.
pub fn masked(document: &Document) -> Cow<'_, Document> {
    conversion::shown(document).map_or(Cow::Borrowed(document), Cow::Owned)
}

impl Boards<'_> {
    /// Returns the moments that can be drawn, the earliest first; never empty.
    pub fn moments(&self) -> &[Moment] {
        self.album.moments()
    }

    /// Returns the index of a moment by its name, such as `12`, `S1905M` or `last`.
    pub fn find(&self, name: &str) -> Option<usize> {
        name.parse::<MomentName>().ok()?.find(self.moments())
    }

    /// Describes what was done between the previous moment and this one.
    pub fn events(&self, index: usize) -> Vec<Event> {
        self.album.events(index)
    }

    /// Draws the board at a moment as SVG; an index beyond the last moment draws the last one.
    pub fn svg(&self, index: usize, options: &SvgOptions) -> String {
        write_svg(&self.album.picture(index), options)
    }

    /// Draws the board at a moment as PNG.
    ///
    /// # Errors
    ///
    /// If the image would have too many pixels.
    #[cfg(feature = "images")]
    pub fn png(&self, index: usize, options: &SvgOptions) -> Result<Vec<u8>, crate::view::picture::NoImage> {
        crate::view::picture::write_png(&self.album.picture(index), options)
    }
}

impl std::fmt::Debug for Boards<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Boards").field("moments", &self.moments().len()).finish_non_exhaustive()
    }
}
