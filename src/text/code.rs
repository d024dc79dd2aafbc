//! What a diagnostic code means: the texts behind `ludex explain`.

use super::Severity;

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
    /// A few words on its example; empty where that speaks for itself.
    pub caption: &'static str,
    /// What to do about it.
    pub advice: &'static str,
    /// The text that has its example: the `examples.txt` beside the declaration, for all codes of that.
    pub examples: &'static str,
}

/// How a code is raised, as its section in `examples.txt` says; the suite runs each example.
///
/// A section begins with a line such as `GW001 error, warning`: the severity in the example first, then the others that
/// the code may have. The lines of the script follow, indented by two blanks; a shell runs it in a folder with a few
/// sample files. A code that no script can raise has the first line alone. Lines that begin with `#` are comments.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Example {
    /// How bad it is in the example, and how bad it may be elsewhere.
    pub severities: Vec<Severity>,
    /// The lines of the script.
    pub script: Vec<&'static str>,
}

impl Code {
    /// How it is raised; nothing is known where `examples.txt` has no section of it.
    pub fn example(&self) -> Example {
        let mut lines = self.examples.lines().skip_while(|line| line.split(' ').next() != Some(self.id));
        let Some(head) = lines.next() else { return Example::default() };
        let severities = head[self.id.len()..].split(',').filter_map(|word| Severity::named(word.trim())).collect();
        let script = lines.map_while(|line| line.strip_prefix("  ")).collect();
        Example { severities, script }
    }
}

/// Declares the codes of a family as constants, and the list of them all as `CODES`.
///
/// A code has an id and a title, then what it means, a caption of its example where that needs one, and what to do. How
/// it is raised stands in the file `examples.txt` beside the declaration, see [`Example`](crate::text::code::Example).
macro_rules! codes {
    ($($name:ident = $id:literal, $title:literal; $($text:literal;)+)+) => {
        $(
            #[doc = $title]
            pub const $name: $crate::text::Code = $crate::text::code::codes!(@code $id, $title; $($text;)+);
        )+
        /// Every code declared here.
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
