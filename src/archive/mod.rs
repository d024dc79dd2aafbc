//! Finding inputs and writing outputs safely.

mod finding;
mod inputs;
mod interrupt;
mod names;
mod outputs;
mod protected;
mod special;
mod sync;
mod temporary;

pub use finding::{FindOptions, Found, find, is_line_file};
pub use inputs::{Input, InputKind, LARGEST, Line, STDIN_NAME, beside, folder_of, sibling};
pub use interrupt::abort_on_interrupt;
pub use names::{portable_name, safe_name};
pub use outputs::{BACKUP_EXTENSION, FolderFile, Overwriting, Saved, holds, replace_file, save_file, save_folder};
pub use protected::Protected;
