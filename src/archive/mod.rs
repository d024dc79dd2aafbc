//! Finding inputs and writing outputs safely.

mod inputs;
mod outputs;

pub use inputs::{Input, InputKind, beside, find, folder_of, sibling};
pub use outputs::{FolderFile, Saved, abort_on_interrupt, save_file, save_folder};
