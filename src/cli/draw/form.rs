//! What pictures are written as.

use std::path::Path;

use clap::ValueEnum;

/// What pictures are written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// Lines and texts, for browsers and for editing; with --turns it moves
    Svg,
    /// An image
    Png,
    /// A page for print, with texts that can be searched
    Pdf,
    /// An image that moves
    Gif,
}

impl Form {
    /// The form that the name of a file tells.
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

    /// Whether it always shows turns one after the other.
    pub fn is_moving_alone(self) -> bool {
        self == Form::Gif
    }

    /// Whether this build of the program writes it.
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
