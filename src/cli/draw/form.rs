//! File formats of pictures.

use std::path::Path;

use clap::ValueEnum;

/// A file format of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// Vector graphics for browsers and editors; animated with --turns
    Svg,
    /// Image
    Png,
    /// Page for print, with searchable text
    Pdf,
    /// Animated image
    Gif,
}

impl Form {
    /// Returns the form for the extension of a path, in any case, or a message for an extension that names none.
    pub fn of_path(path: &Path) -> Result<Form, String> {
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        let form = extension.as_deref().and_then(|extension| Form::from_str(extension, true).ok());
        form.ok_or_else(|| {
            let name = crate::text::printable::quoted(&path.to_string_lossy());
            format!(
                "pictures are .svg, .png, .pdf or .gif, and {name} is none of these: rename it, name one with -t, or end \
                 it with a slash if it is a folder"
            )
        })
    }

    pub fn extension(self) -> &'static str {
        match self {
            Form::Svg => "svg",
            Form::Png => "png",
            Form::Pdf => "pdf",
            Form::Gif => "gif",
        }
    }

    /// Returns whether a file of this form is always an animation of several turns.
    pub fn is_moving_alone(self) -> bool {
        self == Form::Gif
    }

    /// Checks that this build of the program can write the form; the error says how to build one that can.
    pub fn is_built(self) -> Result<(), String> {
        if self == Form::Svg || cfg!(feature = "images") {
            return Ok(());
        }
        let extension = self.extension();
        Err(format!(
            "this build of Ludex draws .svg only, and no .{extension}: build it with \
             `cargo install --path . --features images`"
        ))
    }
}
