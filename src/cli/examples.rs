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
            ("ludex convert WAR04.DAT -o WAR04.json", "convert a file to JSON, to view and edit it"),
            ("ludex convert WAR04.json -o NEW.DAT", "convert it back"),
            ("ludex convert disk/ -t csv -o tables/", "convert a whole disk to tables, one folder per game"),
            ("ludex check disk/", "everything wrong or odd on a disk"),
            ("ludex verify disk/", "prove that every file survives JSON and CSV"),
        ],
    ),
    (
        "convert",
        &[
            ("ludex convert WAR04.DAT -o WAR04.json", "one file to JSON"),
            ("ludex convert WAR04.json -o NEW.DAT", "an edited document to a file of the game"),
            ("ludex convert disk/ -t csv -o tables/", "a folder, each file to its own tables"),
            ("ludex convert map.X seed.X -o X.json", "a map of the Diplomacy judge and its seed to one document"),
            ("ludex convert disk/ --bag -o bag/", "a folder to a BagIt bag"),
            ("ludex convert json/ -t source -o new/", "documents to the files they were read from"),
        ],
    ),
    (
        "inspect",
        &[
            ("ludex inspect WAR04.REC", "who lost carrier, and how the game stands"),
            ("ludex inspect WAR04.DAT --board", "the 42 countries with their owners and armies"),
            ("ludex inspect 10014.raw --turn 12", "a game of Homeworlds after turn 12"),
            ("ludex inspect WAR04.DAT --hex", "every byte, and the field it belongs to"),
        ],
    ),
    (
        "check",
        &[
            ("ludex check disk/", "everything wrong or odd in a folder"),
            ("ludex check disk/ --format csv", "the same, for a spreadsheet"),
            ("ludex check a.orders --rules document", "check orders against the document of their notation"),
            ("ludex check a.orders --fix -o b.orders", "correct the orders"),
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
            ("ludex restore json/ -o disk/", "write the original files of the documents"),
            ("ludex restore json/ -o disk/ --check", "compare the existing files with the originals"),
        ],
    ),
    (
        "verify",
        &[
            ("ludex verify disk/", "prove that every file survives JSON and CSV"),
            ("ludex verify disk/ --against json/", "prove that the output contains every file"),
        ],
    ),
    (
        "diff",
        &[
            ("ludex diff WAR04.DAT WAR04.REC", "what an interrupted turn had done"),
            ("ludex diff WAR04.DAT WAR04.json", "the edits in a document"),
            ("ludex diff map.X map.Y --format json", "two maps, for scripts"),
        ],
    ),
    (
        "timeline",
        &[
            ("ludex timeline WAR04.LOG", "what each player did and held, turn by turn"),
            ("ludex timeline WAR04.DAT WAR04.LOG", "the same, with details from the .DAT"),
            ("ludex timeline WAR04.LOG -t csv", "for a spreadsheet"),
            ("ludex timeline disk/ -t csv", "every game of a disk that has a log"),
        ],
    ),
    (
        "recover",
        &[
            ("ludex recover WAR04.*", "what the interrupted turn had done, and whether it counts"),
            ("ludex recover WAR04.* -o NEW.DAT", "the game with that turn ended there"),
            ("ludex recover WAR04.LOG backup/*/*.DAT", "the point in the game that each copy is from"),
            ("ludex recover disk/ -o recovered/", "every game on a disk with something to recover"),
        ],
    ),
    (
        "draw",
        &[
            ("ludex draw WAR04.DAT -o board.svg", "the latest position"),
            ("ludex draw WAR04.LOG --turn 9 -o t.svg", "turn 9, and the board after it"),
            ("ludex draw game.json --turns all -o t/", "a picture of each turn"),
            ("ludex draw map.modern -o map.svg", "a map laid out from its adjacencies"),
        ],
    ),
    (
        "page",
        &[
            ("ludex page WAR04.* -o site/", "the page of a game"),
            ("ludex page disk/ -o site/", "a page for each game on a disk, and an index"),
            ("ludex page disk/ --redact -o site/", "without passwords, addresses and originals"),
        ],
    ),
    #[cfg(feature = "sqlite")]
    (
        "query",
        &[
            ("ludex query games.db", "list the questions with names"),
            ("ludex query games.db standings", "the standings of each Global War game"),
            ("ludex query g.db \"SELECT * FROM games\"", "a question in SQL"),
            ("ludex query games.db search revenge", "find a word in remarks, names and titles"),
        ],
    ),
    (
        "formats",
        &[
            ("ludex formats", "all formats"),
            ("ludex formats war-dat", "one format: its contents, and the formats it converts to"),
            ("ludex formats --format json", "all details, for scripts"),
        ],
    ),
    (
        "completions",
        &[
            ("eval \"$(ludex completions bash)\"", "in ~/.bashrc"),
            ("source <(ludex completions zsh)", "in ~/.zshrc, after compinit"),
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
