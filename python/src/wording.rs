//! Rewrites advice for the command line for users of the Python module.

/// Options of the command line without a value, which are `True` or absent in Python.
const FLAGS: [&str; 8] =
    ["canonical", "guard", "leave-out", "no-originals", "redact", "repair-text", "salvage", "strict"];

/// Options of the command line with a value.
const VALUES: [&str; 3] = ["board", "encoding", "position"];

/// Replaces options of the command line by keyword arguments: `salvage=True` for `--salvage`.
pub fn in_python(help: &str) -> String {
    let help = help.replace("`ludex::formats`", "ludex.formats()").replace("`ludex formats`", "ludex.formats()");
    let mut words = help.split(' ').peekable();
    let mut translated: Vec<String> = Vec::new();
    while let Some(word) = words.next() {
        let end = word.trim_end_matches([',', ';', '.', ':']).len();
        let (option, behind) = word.split_at(end);
        // "name the format with -f", but "-f war-dat reads it".
        let takes_next = behind.is_empty() && !matches!(words.peek(), None | Some(&("out" | "to")));
        translated.push(match (option, option.strip_prefix("--")) {
            ("-f", _) if takes_next => {
                let value = words.next().unwrap_or_default();
                let id = value.trim_end_matches([',', ';', '.']);
                format!("format=\"{id}\"{}", &value[id.len()..])
            }
            ("-f", _) => format!("format={behind}"),
            (_, Some("max-size")) if takes_next => format!("max_size={}", in_bytes(words.next().unwrap_or_default())),
            (_, Some(flag)) if FLAGS.contains(&flag) => format!("{}=True{behind}", flag.replace('-', "_")),
            (_, Some("encoding")) if takes_next && words.peek().is_some_and(|next| next.contains('-')) => {
                format!("encoding=\"{}\"", words.next().unwrap_or_default())
            }
            (_, Some(name)) if VALUES.contains(&name) => format!("{name}={behind}"),
            _ => word.to_owned(),
        });
    }
    translated.join(" ")
}

/// Converts a size for the command line, such as `12M`, to bytes; returns other words unchanged.
fn in_bytes(size: &str) -> String {
    let shift = match size.chars().last() {
        Some('K') => 10,
        Some('M') => 20,
        Some('G') => 30,
        _ => return size.to_owned(),
    };
    let number = size[..size.len() - 1].parse::<u64>().ok().and_then(|number| number.checked_shl(shift));
    number.map_or_else(|| size.to_owned(), |number| number.to_string())
}
