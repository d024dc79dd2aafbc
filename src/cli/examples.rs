//! The examples at the end of `--help` and of manual pages.

use crate::text::columns::{width, wrap};

/// A command, and a description of what it does.
pub type Example = (&'static str, &'static str);

/// The examples of each subcommand; those of the program itself have an empty name.
pub const EXAMPLES: &[(&str, &[Example])] = &[
    (
        "",
        &[
            ("ludex inspect WAR04.REC", "who lost carrier, and how the game stands"),
            ("ludex convert WAR04.DAT -o WAR04.json", "to JSON, to look at and to edit"),
            ("ludex convert WAR04.json -o NEW.DAT", "and back"),
            ("ludex convert disk/ -t csv -o tables/", "a whole disk to tables, one folder a game"),
            ("ludex check disk/", "everything that is wrong or odd"),
            ("ludex verify disk/", "proof that JSON and CSV give every file back"),
        ],
    ),
    (
        "convert",
        &[
            ("ludex convert WAR04.DAT -o WAR04.json", "one file, to JSON"),
            ("ludex convert WAR04.json -o NEW.DAT", "an edited document, as a file of the game"),
            ("ludex convert disk/ -t csv -o tables/", "a folder, each file to tables of its own"),
            ("ludex convert map.X seed.X -o X.json", "a map of the Diplomacy judge and its seed, as one document"),
            ("ludex convert disk/ --bag -o bag/", "a folder, as a BagIt bag"),
            ("ludex convert json/ -t source -o new/", "documents, as the files that they were read from"),
        ],
    ),
    (
        "inspect",
        &[
            ("ludex inspect WAR04.REC", "who lost carrier, and how the game stands"),
            ("ludex inspect WAR04.DAT --board", "the 42 countries: who holds them, with how many armies"),
            ("ludex inspect 10014.raw --turn 12", "a game of Homeworlds after turn 12"),
            ("ludex inspect WAR04.DAT --hex", "every byte, and the field that it belongs to"),
        ],
    ),
    (
        "check",
        &[
            ("ludex check disk/", "everything that is wrong or odd in a folder"),
            ("ludex check disk/ --format csv", "the same, for a spreadsheet"),
            ("ludex check a.orders --rules document", "orders, by the document of their notation"),
            ("ludex check a.orders --fix -o b.orders", "the orders, corrected"),
        ],
    ),
    (
        "identify",
        &[
            ("ludex identify disk/", "what is in this folder?"),
            ("ludex identify disk/ --format csv", "the same, for a spreadsheet"),
        ],
    ),
    (
        "restore",
        &[
            ("ludex restore json/ -o disk/", "the original files, out of documents"),
            ("ludex restore json/ -o disk/ --check", "compares the files that are there"),
        ],
    ),
    (
        "verify",
        &[
            ("ludex verify disk/", "proof that JSON and CSV give every file back"),
            ("ludex verify disk/ --against json/", "proof that what was made of it holds every file"),
        ],
    ),
    (
        "diff",
        &[
            ("ludex diff WAR04.DAT WAR04.REC", "what an interrupted turn had done"),
            ("ludex diff WAR04.DAT WAR04.json", "what was edited in a document"),
            ("ludex diff map.X map.Y --format json", "two maps, for scripts"),
        ],
    ),
    (
        "timeline",
        &[
            ("ludex timeline WAR04.LOG", "what each player did and held, turn by turn"),
            ("ludex timeline WAR04.DAT WAR04.LOG", "the same with what the .DAT adds"),
            ("ludex timeline WAR04.LOG -t csv", "for a spreadsheet"),
        ],
    ),
    (
        "recover",
        &[
            ("ludex recover WAR04.*", "what the interrupted turn had done, and whether it counts"),
            ("ludex recover WAR04.* -o NEW.DAT", "the game with that turn ended there"),
            ("ludex recover WAR04.LOG backup/*/*.DAT", "where in the game each copy belongs"),
            ("ludex recover disk/ -o recovered/", "every game of a disk that has something to recover"),
        ],
    ),
    (
        "draw",
        &[
            ("ludex draw WAR04.DAT -o board.svg", "the world as it is"),
            ("ludex draw WAR04.LOG --turn 9 -o t.svg", "turn 9, and the board after it"),
            ("ludex draw game.json --turns all -o t/", "a picture of each turn"),
            ("ludex draw map.modern -o map.svg", "a map, laid out from its adjacencies"),
        ],
    ),
    (
        "page",
        &[
            ("ludex page WAR04.* -o site/", "the page of a game"),
            ("ludex page disk/ -o site/", "a page for each game of a disk, and an index"),
            ("ludex page disk/ --redact -o site/", "without what concerns players alone"),
        ],
    ),
    #[cfg(feature = "sqlite")]
    (
        "query",
        &[
            ("ludex query games.db", "what can be asked by name"),
            ("ludex query games.db standings", "how each game of Global War stands"),
            ("ludex query g.db \"SELECT * FROM games\"", "a question in SQL"),
            ("ludex query games.db search revenge", "where that word stands in remarks, names and titles"),
        ],
    ),
    (
        "formats",
        &[
            ("ludex formats", "all formats"),
            ("ludex formats war-dat", "one of them: what it holds, and what it converts to"),
            ("ludex formats --format json", "all that is known of them, for scripts"),
        ],
    ),
    (
        "completions",
        &[
            ("eval \"$(ludex completions bash)\"", "in ~/.bashrc"),
            ("source <(ludex completions zsh)", "in ~/.zshrc, behind compinit"),
            ("ludex completions fish | source", "in ~/.config/fish/config.fish"),
        ],
    ),
];

/// Minimum number of columns for a description beside a command.
const MIN_ROOM: usize = 24;

/// Lays out examples in lines of at most `columns`: no command is wrapped, and each has its description beside or below
/// it.
pub fn page(examples: &[Example], columns: usize) -> String {
    let longest = examples.iter().map(|(command, _)| width(command)).max().unwrap_or_default();
    let indent = longest + "    ".len();
    let mut page = String::from("Examples:");
    for (command, what) in examples {
        let (indent, mut lead) = if columns >= indent + MIN_ROOM {
            (indent, format!("\n  {command:longest$}  "))
        } else {
            ("      ".len(), format!("\n  {command}\n      "))
        };
        for line in wrap(what, columns.saturating_sub(indent).max(1)) {
            page += &lead;
            page += &line;
            lead = format!("\n{:indent$}", "");
        }
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_command_is_broken() {
        for columns in 40..=200 {
            for (name, examples) in EXAMPLES {
                let page = page(examples, columns);
                assert!(page.lines().all(|line| width(line) <= columns), "{columns} columns: {name}\n{page}");
                for (command, _) in *examples {
                    assert!(page.lines().any(|line| line.starts_with(&format!("  {command}"))), "{page}");
                }
            }
        }
        assert_eq!(page(&[("a b", "c d")], 80), "Examples:\n  a b  c d");
        assert_eq!(page(&[("a b", "c d")], 20), "Examples:\n  a b\n      c d");
    }
}
