//! Finding inputs and writing outputs safely.

mod finding;
mod inputs;
mod outputs;
mod protected;
mod special;

pub use finding::{FindOptions, Found, find, is_line_file};
pub use inputs::{Input, InputKind, LARGEST, Line, STDIN_NAME, beside, folder_of, sibling};
pub use outputs::{FolderFile, Overwriting, Saved, abort_on_interrupt, holds, save_file, save_folder};
pub use protected::Protected;
