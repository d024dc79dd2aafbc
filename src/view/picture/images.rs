//! Renders pictures as PNG, PDF and GIF.

use std::sync::Arc;

use krilla::Document;
use krilla::geom::Size;
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla_svg::{SurfaceExt, SvgSettings};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use thiserror::Error;

use super::font::{FONT, FONT_FAMILY};
use super::shape::Picture;
use super::svg::{SvgOptions, write_svg};

/// Maximum width and height of an image, in pixels.
pub const MAX_SIDE: u32 = 16_384;
/// Pixels per unit of a picture if no width is given.
const SCALE: f64 = 2.0;
/// Speed of the search for the colours of a GIF, from 1 to 30; lower values are slower and more thorough.
const GIF_SPEED: i32 = 10;

/// The reason why a picture cannot be made into an image.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoImage {
    /// The image would be larger than [`MAX_SIDE`]; its width and height in pixels.
    #[error("an image of {0} x {1} pixels is too large: the limit is {MAX_SIDE} x {MAX_SIDE}")]
    TooLarge(u64, u64),
    /// The image cannot be encoded.
    #[error("the image cannot be made: {0}")]
    Encoding(String),
}

/// Renders a picture as PNG, at the width in the options or else at two pixels per unit.
pub fn write_png(picture: &Picture, options: &SvgOptions) -> Result<Vec<u8>, NoImage> {
    pixels(picture, options)?.encode_png().map_err(|error| NoImage::Encoding(error.to_string()))
}

/// Renders a picture as PDF, in which texts stay texts and lines stay lines. The width in the options is that of the
/// page, in points.
pub fn write_pdf(picture: &Picture, options: &SvgOptions) -> Result<Vec<u8>, NoImage> {
    let failed = |what: &str| NoImage::Encoding(what.to_owned());
    let tree = tree(picture, options)?;
    let width = options.width.map_or(tree.size().width(), |width| width as f32);
    let height = width * tree.size().height() / tree.size().width();
    let size = Size::from_wh(width, height).ok_or_else(|| failed("it has no size"))?;
    let mut document = Document::new();
    document.set_metadata(Metadata::new().title(super::font::drawable(&picture.title)).language("en".to_owned()));
    let settings = PageSettings::from_wh(width, height).ok_or_else(|| failed("it has no size"))?;
    let mut page = document.start_page_with(settings);
    let mut surface = page.surface();
    surface.draw_svg(&tree, size, SvgSettings::default()).ok_or_else(|| failed("it cannot be drawn"))?;
    surface.finish();
    page.finish();
    document.finish().map_err(|error| NoImage::Encoding(format!("{error:?}")))
}

/// An animated GIF under construction.
pub struct Gif {
    encoder: gif::Encoder<Vec<u8>>,
    width: u16,
    height: u16,
    /// Duration of each image, in hundredths of a second.
    delay: u16,
}

impl Gif {
    /// Begins a GIF of pictures of at most `size`, each shown for `seconds`.
    pub fn new(size: (f64, f64), seconds: f64, options: &SvgOptions) -> Result<Gif, NoImage> {
        let (width, height) = sides(size, options)?;
        let side = |side: u32| u16::try_from(side).map_err(|_| NoImage::TooLarge(width.into(), height.into()));
        let (width, height) = (side(width)?, side(height)?);
        let failed = |error: gif::EncodingError| NoImage::Encoding(error.to_string());
        let mut encoder = gif::Encoder::new(Vec::new(), width, height, &[]).map_err(failed)?;
        encoder.set_repeat(gif::Repeat::Infinite).map_err(failed)?;
        Ok(Gif { encoder, width, height, delay: (seconds * 100.0).clamp(2.0, 6_000.0) as u16 })
    }

    /// Appends a picture that is shown `times` times as long as usual.
    pub fn push(&mut self, picture: &Picture, times: u16, options: &SvgOptions) -> Result<(), NoImage> {
        let sheet = SvgOptions { width: Some(self.width.into()), ..options.clone() };
        let image = pixels(picture, &sheet)?;
        let mut all = Pixmap::new(self.width.into(), self.height.into())
            .ok_or(NoImage::TooLarge(self.width.into(), self.height.into()))?;
        let paint = resvg::tiny_skia::PixmapPaint::default();
        all.draw_pixmap(0, 0, image.as_ref(), &paint, Transform::identity(), None);
        let mut frame = gif::Frame::from_rgba_speed(self.width, self.height, all.data_mut(), GIF_SPEED);
        frame.delay = self.delay.saturating_mul(times);
        self.encoder.write_frame(&frame).map_err(|error| NoImage::Encoding(error.to_string()))
    }

    /// Returns the finished file.
    pub fn finish(self) -> Result<Vec<u8>, NoImage> {
        self.encoder.into_inner().map_err(|error| NoImage::Encoding(error.to_string()))
    }
}

/// Renders a picture as pixels.
fn pixels(picture: &Picture, options: &SvgOptions) -> Result<Pixmap, NoImage> {
    let (width, height) = sides((picture.width, picture.height), options)?;
    let tree = tree(picture, options)?;
    let mut pixmap = Pixmap::new(width, height).ok_or(NoImage::TooLarge(width.into(), height.into()))?;
    let scale = Transform::from_scale(width as f32 / tree.size().width(), height as f32 / tree.size().height());
    resvg::render(&tree, scale, &mut pixmap.as_mut());
    Ok(pixmap)
}

/// Returns width and height of an image in pixels, or [`NoImage::TooLarge`].
fn sides((width, height): (f64, f64), options: &SvgOptions) -> Result<(u32, u32), NoImage> {
    let shown = options.width.map_or(width * SCALE, f64::from).round().max(1.0);
    let high = (shown * height / width.max(1.0)).round().max(1.0);
    let max = f64::from(MAX_SIDE);
    // Casting to whole numbers cannot turn a size beyond the limit into one within it.
    if shown > max || high > max || !high.is_finite() {
        return Err(NoImage::TooLarge(shown as u64, high as u64));
    }
    Ok((shown as u32, high as u32))
}

/// Parses the SVG of a picture for the renderer, with the font of pictures as the only font.
fn tree(picture: &Picture, options: &SvgOptions) -> Result<Tree, NoImage> {
    let svg = write_svg(picture, &SvgOptions { width: None, ..options.clone() });
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(FONT.to_vec());
    fonts.set_sans_serif_family(FONT_FAMILY);
    let settings = Options { fontdb: Arc::new(fonts), font_family: FONT_FAMILY.to_owned(), ..Options::default() };
    Tree::from_str(&svg, &settings).map_err(|error| NoImage::Encoding(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::super::shape::{Anchor, Level, Paint, Part, Point, Shape, Style};
    use super::*;

    fn picture() -> Picture {
        let square = Shape::Rectangle {
            at: Point::new(10.0, 10.0),
            width: 80.0,
            height: 30.0,
            round: 0.0,
            style: Style::filled(Paint::Piece(0)),
        };
        let text = Shape::text(Point::new(50.0, 30.0), 12.0, Anchor::Middle, "Kamchatka ☺");
        let parts = vec![Part { level: Level::Names, key: "a".into(), shapes: vec![square, text] }];
        Picture { title: "A board".into(), description: "of a test".into(), width: 100.0, height: 50.0, parts }
    }

    #[test]
    fn an_image_has_the_colours_and_the_letters_of_its_picture() {
        let options = SvgOptions::default();
        let image = pixels(&picture(), &options).unwrap();
        assert_eq!((image.width(), image.height()), (200, 100));
        let colour = |x, y| image.pixel(x, y).map(|p| (p.red(), p.green(), p.blue()));
        assert_eq!(colour(2, 2), Some((0xff, 0xff, 0xff)));
        assert_eq!(colour(22, 22), Some((0xd8, 0x45, 0x3c)));
        let dark = image.pixels().iter().filter(|p| p.red() < 0x40 && p.green() < 0x40).count();
        assert!(dark > 200, "{dark} pixels of letters");
        let png = write_png(&picture(), &SvgOptions { width: Some(50), ..options }).unwrap();
        assert!(png.starts_with(b"\x89PNG"));
    }

    #[test]
    fn an_image_that_is_too_large_is_refused() {
        let options = SvgOptions { width: Some(20_000), ..SvgOptions::default() };
        assert_eq!(write_png(&picture(), &options), Err(NoImage::TooLarge(20_000, 10_000)));
        let thin = Picture { width: 1e-9, height: f64::MAX, ..picture() };
        assert!(matches!(write_png(&thin, &SvgOptions::default()), Err(NoImage::TooLarge(..))));
    }

    #[test]
    fn a_pdf_has_texts_and_a_gif_every_image() {
        let options = SvgOptions::default();
        let pdf = write_pdf(&picture(), &options).unwrap();
        assert!(pdf.starts_with(b"%PDF-"));
        let mut gif = Gif::new((100.0, 50.0), 0.5, &options).unwrap();
        gif.push(&picture(), 1, &options).unwrap();
        gif.push(&picture(), 3, &options).unwrap();
        let bytes = gif.finish().unwrap();
        let mut decoder = gif::DecodeOptions::new().read_info(bytes.as_slice()).unwrap();
        let mut delays = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            delays.push(frame.delay);
        }
        assert_eq!(delays, [50, 150]);
    }
}
