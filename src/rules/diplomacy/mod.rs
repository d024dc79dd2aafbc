//! Diplomacy and Machiavelli, as the judge plays them.

pub mod names;
