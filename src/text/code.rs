//! Diagnostic codes and the texts that `ludex explain` prints for them.

use super::Severity;

/// A stable diagnostic code and its explanation by `ludex explain`.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Code {
    /// The code, such as `GW001`: two letters for the family and three digits.
    pub id: &'static str,
    /// The problem in a few words.
    pub title: &'static str,
    /// The meaning in full sentences.
    pub meaning: &'static str,
    /// A short caption for the example; empty if the example needs none.
    pub caption: &'static str,
    /// Advice on what to do about the problem.
    pub advice: &'static str,
    /// Text of the `examples.txt` beside the declaration, which holds the examples of all codes declared there.
    pub examples: &'static str,
}

/// An example that raises a code, from the code's section in `examples.txt`; the tests run each example.
///
/// A section begins with a line such as `GW001 error, warning`: the severity in the example first, then the other
/// severities that the code may have. The lines of the script follow, indented by two blanks; a shell runs it in a
/// folder with a few sample files. A code that no script can raise has only the first line. Lines that begin with `#`
/// are comments.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Example {
    /// Severity in the example, followed by the severities that are possible elsewhere.
    pub severities: Vec<Severity>,
    /// The lines of the script.
    pub script: Vec<&'static str>,
}

impl Code {
    /// Returns the example that raises this code; empty if `examples.txt` has no section for it.
    pub fn example(&self) -> Example {
        let mut lines = self.examples.lines().skip_while(|line| line.split(' ').next() != Some(self.id));
        let Some(head) = lines.next() else { return Example::default() };
        let severities = head[self.id.len()..].split(',').filter_map(|word| Severity::named(word.trim())).collect();
        let script = lines.map_while(|line| line.strip_prefix("  ")).collect();
        Example { severities, script }
    }
}

/// Declares the codes of a family as constants, and all of them in the list `CODES`.
///
/// A declaration has an id, a title, the meaning, optionally a caption for the example, and the advice. The example
/// itself is in the file `examples.txt` beside the declaration, see [`Example`](crate::text::code::Example).
macro_rules! codes {
    ($($name:ident = $id:literal, $title:literal; $($text:literal;)+)+) => {
        $(
            #[doc = $title]
            pub const $name: $crate::text::Code = $crate::text::code::codes!(@code $id, $title; $($text;)+);
        )+
        /// All codes declared here.
        pub const CODES: &[$crate::text::Code] = &[$($name),+];
    };
    (@code $id:literal, $title:literal; $meaning:literal; $advice:literal;) => {
        $crate::text::code::codes!(@code $id, $title; $meaning; ""; $advice;)
    };
    (@code $id:literal, $title:literal; $meaning:literal; $caption:literal; $advice:literal;) => {
        $crate::text::Code {
            id: $id, title: $title, meaning: $meaning, caption: $caption, advice: $advice,
            examples: include_str!("examples.txt"),
        }
    };
}

pub(crate) use codes;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_ends_where_the_next_begins() {
        let examples = "# Examples\nXX001 error, warning\n  echo a\n    b\n\nXX002 note\n";
        let code = |id| Code { id, title: "", meaning: "", caption: "", advice: "", examples };
        let first = code("XX001").example();
        assert_eq!(first.severities, [Severity::Error, Severity::Warning]);
        assert_eq!(first.script, ["echo a", "  b"]);
        assert_eq!(code("XX002").example(), Example { severities: vec![Severity::Note], script: Vec::new() });
        assert_eq!(code("XX003").example(), Example::default());
    }
}
