//! Finds inputs and writes outputs safely.

pub mod bag;
pub mod containers;
mod finding;
mod gate;
mod hashing;
mod inputs;
mod members;
mod names;
mod opened;
mod output_file;
mod output_folder;
mod outputs;
mod protected;
mod special;
mod store;
mod sync;
mod temporary;

pub use finding::{FindOptions, Found, expand, find, find_some, is_line_file, unpacked};
pub use gate::OutputGate;
pub use hashing::hash_reader;
pub use inputs::{Input, InputKind, Line, MAX_FILE_SIZE, STDIN_NAME, reason};
pub use members::{BETWEEN, MemberOf, Members, OpenContainer};
pub use names::{Places, member_place, numbered, portable_name, safe_name};
pub use opened::{Contents, Opened, refused, refused_io};
pub use output_file::OutputFile;
pub use output_folder::{OutputFolder, PARQUET_MARKER};
pub use outputs::{
    BACKUP_EXTENSION, FolderFile, Overwriting, Saved, holds, prepare_adding, replace_file, save_file, save_folder,
};
pub use protected::Protected;
pub use store::{Disk, Listed, Memory, Store, folder_of};
