//! The selection of inputs that the user wants.

use clap::builder::TypedValueParser;
use clap::{Arg, Args};

use crate::archive::Input;
use crate::conversion::Wanted;
use crate::formats::Format;

use super::values::{ANY_FORMAT, OneOf, format_of};

/// Options that choose among the inputs that are found.
#[derive(Args, Default)]
#[command(next_help_heading = "Input options")]
pub struct Selection {
    /// Only read files whose name or path matches this pattern, such as '*.DAT' or 'WAR/**'
    ///
    /// `*` and `?` match anything but a slash, `**` matches folders, and `{a,b}` either of the two; case is ignored. A
    /// pattern without a slash is matched against the name, one with a slash against the path below the input or the
    /// end of that path. Archives are always opened. May be given more than once.
    #[arg(long, value_name = "GLOB")]
    include: Vec<String>,
    /// Skip files, folders and archives whose name or path matches this pattern
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// Only read files in these formats, separated by commas
    #[arg(long, value_name = "FORMAT", value_delimiter = ',', value_parser = ONLY_FORMAT, hide_possible_values = true)]
    only: Vec<Only>,
}

/// A value of `--only`.
#[derive(Clone)]
pub enum Only {
    /// Files of this format.
    Format(&'static Format),
    /// Files with a matching path, among those that a document or a collection carries.
    Path(String),
}

/// Accepts the id of a format.
const ONLY_FORMAT: OneOf<Only> = OneOf::new(|id| format_of(id).map(Only::Format), || (ANY_FORMAT.names)());

/// Changes `--only` for commands that give files back: it selects them by their paths.
pub fn only_paths(argument: Arg) -> Arg {
    let pattern = |text: &str| Ok::<Only, std::convert::Infallible>(Only::Path(text.to_owned()));
    argument
        .value_name("GLOB")
        .value_delimiter(None)
        .value_parser(clap::builder::StringValueParser::new().try_map(move |text| pattern(&text)))
        .help("Restore only files whose name or path matches this pattern, such as '*.DAT' or 'WAR/**'")
        .long_help(
            "Restore only files whose name or path matches this pattern, such as '*.DAT' or 'WAR/**'\n\nThe path is that \
             of the original, including the archives around it. May be given more than once.",
        )
}

impl Wanted for Selection {
    fn excludes(&self, input: &Input) -> bool {
        if self.exclude.is_empty() {
            return false;
        }
        let path = path_of(input);
        let parts = path.match_indices('/').map(|(end, _)| path[..end].trim_end_matches(crate::archive::BETWEEN));
        parts.chain([&*path]).any(|part| matches(&self.exclude, part))
    }

    fn includes(&self, input: &Input) -> bool {
        self.include.is_empty() || matches(&self.include, &path_of(input))
    }
}

impl Selection {
    /// Returns whether an input with this format is selected.
    pub fn takes(&self, format: Option<&Format>) -> bool {
        let is_of = |only: &Only| matches!((only, format), (Only::Format(only), Some(format)) if only.id == format.id);
        self.only.is_empty() || self.only.iter().any(is_of)
    }

    /// Returns whether a file with this path, which is given back, is selected.
    pub fn takes_original(&self, path: &str) -> bool {
        let patterns = self.only.iter().filter_map(|only| match only {
            Only::Path(pattern) => Some(pattern),
            Only::Format(_) => None,
        });
        let patterns: Vec<String> = patterns.cloned().collect();
        self.only.is_empty() || matches(&patterns, &path.to_lowercase())
    }
}

/// Returns the path below what the user named, in lower case.
fn path_of(input: &Input) -> String {
    input.relative.to_string_lossy().replace('\\', "/").to_lowercase()
}

fn matches(patterns: &[String], path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    patterns.iter().map(|pattern| pattern.to_lowercase()).any(|pattern| match pattern.contains('/') {
        false => fast_glob::glob_match(&pattern, name),
        true => {
            let pattern = pattern.trim_start_matches('/');
            fast_glob::glob_match(pattern, path) || fast_glob::glob_match(format!("**/{pattern}"), path)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(path: &str) -> Input {
        let mut input = Input::companion(path.into());
        input.relative = path.into();
        input
    }

    #[test]
    fn a_pattern_is_for_the_name_or_for_the_path() {
        let patterns = |all: &[&str]| all.iter().map(|&pattern| pattern.to_owned()).collect();
        let selection = Selection {
            include: patterns(&["*.dat", "WAR/**", "b/*/x"]),
            exclude: patterns(&["old", "*.ZIP"]),
            only: Vec::new(),
        };
        for (path, is_included, is_excluded) in [
            ("a/WAR01.DAT", true, false),
            ("a/WAR01.REC", false, false),
            ("war/a/b", true, false),
            ("disk/war/a", true, false),
            ("a/b/c/x", true, false),
            ("a/b/c/d/x", false, false),
            ("a/Old/WAR01.DAT", true, true),
            ("a/x.zip!/WAR01.DAT", true, true),
            ("a/older", false, false),
        ] {
            let input = named(path);
            assert_eq!((selection.includes(&input), selection.excludes(&input)), (is_included, is_excluded), "{path}");
        }
        let all = Selection::default();
        assert!(all.includes(&named("x")) && !all.excludes(&named("x")) && all.takes(None));
    }
}
