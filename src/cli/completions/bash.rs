//! The completion script for bash.
//!
//! The script that clap generates offers `<INPUT>...` and all options where a file belongs, and splits names at blanks.

use std::fmt::Write as _;
use std::io::{self, Write};

use clap::{Arg, Command, ValueHint};
use clap_complete::Generator;

/// Generates the script. Each word is completed by what belongs in its place: the value of the option before it, an
/// option if it begins with `-`, a subcommand, or else the next argument.
pub struct Bash;

impl Generator for Bash {
    fn file_name(&self, name: &str) -> String {
        format!("{name}.bash")
    }

    fn generate(&self, command: &Command, out: &mut dyn Write) {
        // Writing to memory cannot fail.
        let _ = self.try_generate(command, out);
    }

    fn try_generate(&self, command: &Command, out: &mut dyn Write) -> io::Result<()> {
        let name = command.get_name();
        let mut cases = String::new();
        let mut with_value = Vec::new();
        for one in std::iter::once(command).chain(command.get_subcommands()) {
            let of = if one.get_name() == name { "" } else { one.get_name() };
            for option in one.get_opts() {
                let spellings = spellings(option);
                let patterns: Vec<String> = spellings.iter().map(|spelling| format!("\"{of} {spelling}\"")).collect();
                // Writing to a string cannot fail either.
                let _ = writeln!(cases, "        {}) {} ;;", patterns.join(" | "), values(option));
                with_value.extend(spellings);
            }
            let options: Vec<String> =
                one.get_arguments().filter(|arg| !arg.is_positional()).flat_map(spellings).collect();
            let _ = writeln!(cases, "        \"{of} -\") _ludex_words {} ;;", options.join(" "));
            let argument = match one.get_positionals().next() {
                Some(argument) => values(argument),
                None => {
                    words(one.get_subcommands().filter(|sub| !sub.is_hide_set()).map(|sub| sub.get_name().to_owned()))
                }
            };
            let _ = writeln!(cases, "        \"{of} \") {argument} ;;");
        }
        with_value.sort();
        with_value.dedup();
        let subcommands: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        let script = SCRIPT
            .replace("WITH_VALUE", &with_value.join(" | "))
            .replace("SUBCOMMANDS", &subcommands.join(" | "))
            .replace("CASES\n", &cases);
        out.write_all(script.replace("ludex", name).as_bytes())
    }
}

/// Returns the spellings of an option.
fn spellings(option: &Arg) -> Vec<String> {
    let long = option.get_long_and_visible_aliases().unwrap_or_default().into_iter().map(|long| format!("--{long}"));
    let short = option.get_short_and_visible_aliases().unwrap_or_default().into_iter().map(|short| format!("-{short}"));
    if option.is_hide_set() { Vec::new() } else { short.chain(long).collect() }
}

/// Returns the shell command that offers the values of an option or an argument.
fn values(arg: &Arg) -> String {
    let possible = arg.get_value_parser().possible_values();
    match (possible, arg.get_value_hint()) {
        (Some(values), _) => {
            words(values.filter(|value| !value.is_hide_set()).map(|value| value.get_name().to_owned()))
        }
        (None, ValueHint::DirPath) => "_ludex_files -d".to_owned(),
        (None, ValueHint::Other) => ":".to_owned(),
        (None, _) => "_ludex_files -f".to_owned(),
    }
}

fn words(words: impl Iterator<Item = String>) -> String {
    words.fold("_ludex_words".to_owned(), |all, word| all + " " + &word)
}

const SCRIPT: &str = r#"# Completions of ludex for bash.

# Offers those of the words that begin like the current one.
_ludex_words() {
    local word
    for word in "$@"; do
        [[ $word == "$cur"* ]] && COMPREPLY+=("$word")
    done
}

# Offers files (-f) or folders (-d); readline quotes blanks in them.
_ludex_files() {
    local file
    while IFS= read -r file; do
        COMPREPLY+=("$file")
    done < <(compgen "$1" -- "$cur")
    compopt -o filenames 2> /dev/null || true
}

_ludex() {
    COMPREPLY=()
    local words=("${COMP_WORDS[@]:0:COMP_CWORD}") cur=${COMP_WORDS[COMP_CWORD]} command= word= before=
    # Bash takes `=` for a word of its own: `--to=js` is three.
    if [[ $cur == "=" ]]; then
        cur=
    elif [[ ${words[${#words[@]} - 1]} == "=" ]]; then
        unset "words[${#words[@]} - 1]"
    fi
    for word in "${words[@]:1}"; do
        case $before in
            WITH_VALUE)
                before=
                continue
                ;;
        esac
        if [[ -z $command && -z $before ]]; then
            case $word in
                SUBCOMMANDS) command=$word ;;
            esac
        fi
        before=
        case $word in
            --) before=-- && break ;;
            -*) before=$word ;;
        esac
    done
    case $before in
        WITH_VALUE) ;;
        --) before= ;;
        *) if [[ $cur == -* ]]; then before=-; else before=; fi ;;
    esac
    case "$command $before" in
CASES
    esac
}

complete -F _ludex ludex
"#;
