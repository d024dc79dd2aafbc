//! What a diagnostic code means: the texts behind `ludex explain`.

/// One stable diagnostic code and what `ludex explain` says of it.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Code {
    /// The code, such as `GW001`: two letters for the family, three digits.
    pub id: &'static str,
    /// What is wrong, in a few words.
    pub title: &'static str,
    /// What it means, in full sentences.
    pub meaning: &'static str,
    /// Input that causes it.
    pub example: &'static str,
    /// What to do about it.
    pub advice: &'static str,
}

/// Declares the codes of a family as constants, and the list of them all as `CODES`.
macro_rules! codes {
    ($($name:ident = $id:literal, $title:literal; $meaning:literal; $example:literal; $advice:literal;)+) => {
        $(
            #[doc = $title]
            pub const $name: $crate::text::Code = $crate::text::Code {
                id: $id, title: $title, meaning: $meaning, example: $example, advice: $advice,
            };
        )+
        /// Every code declared here.
        pub const CODES: &[$crate::text::Code] = &[$($name),+];
    };
}

pub(crate) use codes;
