//! Finding inputs and writing outputs safely.

pub mod containers;
mod finding;
mod gate;
mod inputs;
mod names;
mod outputs;
mod protected;
mod special;
mod store;
mod sync;
mod temporary;

pub use finding::{FindOptions, Found, find, is_line_file};
pub use gate::OutputGate;
pub use inputs::{Input, InputKind, Line, MAX_FILE_SIZE, STDIN_NAME, reason};
pub use names::{portable_name, safe_name};
pub use outputs::{BACKUP_EXTENSION, FolderFile, Overwriting, Saved, holds, replace_file, save_file, save_folder};
pub use protected::Protected;
pub use store::{Disk, Listed, Memory, Store, folder_of};
