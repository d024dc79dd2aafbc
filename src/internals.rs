//! What Ludex's own program, tests, benches and fuzz targets use beyond the library: the floors that it is built of.
//!
//! Nothing here is promised: it may change or go in any release, without a word in the changelog.

pub mod archive {
    //! Finding inputs and writing outputs.
    pub use crate::archive::*;
}
#[cfg(feature = "cli")]
pub mod cli {
    //! The command line.
    pub use crate::cli::*;
}
pub mod conversion {
    //! The road from bytes to bytes.
    pub use crate::conversion::*;
}
pub mod formats {
    //! The formats.
    pub use crate::formats::*;
}
pub mod model {
    //! The model, and walks over it.
    pub use crate::model::difference::*;
    pub use crate::model::*;

    /// What is no one else's business.
    pub mod secrets {
        pub use crate::model::secrets::*;
    }
}
pub mod rules {
    //! The contract of rules.
    pub use crate::rules::*;
}
pub mod systems {
    //! The game systems.
    pub use crate::systems::*;
}
pub mod tables {
    //! The model as tables.
    pub use crate::tables::*;
}
pub mod text {
    //! Encodings, lines and diagnostics.
    pub use crate::text::*;
}
pub mod view {
    //! What people look at.
    pub use crate::view::*;
}
