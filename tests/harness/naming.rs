//! Checks the identification of files: the first block rules out no format of the file, confidences stay what they are,
//! and foreign files are not claimed.

use std::fmt::Write as _;
use std::path::Path;

use libtest_mimic::Trial;
use ludex::internals::conversion::{self, PROBE_LENGTH};
use ludex::internals::formats::{self, Block, FORMATS, Probe};

use super::files::{Origin, Sample, fixtures};
use super::golden::compare;
use super::trial;

/// The test for one file: no format that claims it, whole or damaged, is ruled out by its first block.
pub fn trials(sample: &Sample) -> Vec<Trial> {
    if sample.board.is_some() {
        return Vec::new();
    }
    let sample = sample.clone();
    vec![trial(sample.test_name("first_block"), move || leaves_open(&sample))]
}

fn leaves_open(sample: &Sample) -> Result<(), String> {
    let bytes = &sample.bytes[..sample.bytes.len().min(PROBE_LENGTH)];
    let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    let without = |from: usize, count: usize| -> Vec<u8> {
        let kept = |index: &usize| !(from..from + count).contains(index);
        (0..lines.len()).filter(kept).flat_map(|index| lines[index]).copied().collect()
    };
    let mut variants = vec![bytes.to_vec(), bytes[..bytes.len() / 2].to_vec()];
    variants.extend((0..3).map(|at| without(at * lines.len() / 3, lines.len() / 3)));
    variants.extend((0..lines.len().min(8)).map(|at| without(at, 1)));
    variants.extend([1, 1500].map(|notes| [b"# a note\n\n".repeat(notes), bytes.to_vec()].concat()));
    // Once under its own name, and once under a name that tells nothing.
    for name in [sample.name(), "x".to_owned()] {
        for bytes in &variants {
            let probe = Probe { name: &name, bytes, board: None };
            let block = Block::from(&probe);
            for format in FORMATS.iter().filter(|format| !format.may_be(&block)) {
                if let Some(evidence) = (format.identify)(&probe) {
                    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(400)]).into_owned();
                    return Err(format!("{} claims what its first block rules out: {evidence:?}\n{text}", format.id));
                }
            }
        }
    }
    Ok(())
}

/// The tests for all fixtures, with their formats and confidences, and for foreign texts.
pub fn of_all(samples: &[Sample]) -> Vec<Trial> {
    let own: Vec<Sample> =
        samples.iter().filter(|sample| sample.origin != Origin::Corpus && sample.board.is_none()).cloned().collect();
    let mut trials = vec![trial("naming::certainties".into(), move || certainties(&own))];
    trials.extend(TRAPS.iter().map(|(name, text)| {
        let what = format!("naming::trap::{name}");
        trial(what, move || claimed_by_nobody(name, text))
    }));
    trials
}

fn certainties(samples: &[Sample]) -> Result<(), String> {
    let mut said = String::new();
    for sample in samples {
        let folder = sample.path.strip_prefix(fixtures()).unwrap_or(Path::new(""));
        for name in [sample.name(), "x".to_owned()] {
            let bytes = &sample.bytes[..sample.bytes.len().min(PROBE_LENGTH)];
            let found = formats::identify(&Probe { name: &name, bytes, board: None });
            let found: Vec<String> = found.iter().map(|(f, e)| format!("{} {}", f.id, e.confidence)).collect();
            let name = if name == "x" { " as x" } else { "" };
            writeln!(said, "{}{name}: {}", folder.display(), found.join(", ")).map_err(|e| e.to_string())?;
        }
    }
    compare(&fixtures().join("certainties.txt"), said.as_bytes())
}

fn claimed_by_nobody(name: &str, text: &str) -> Result<(), String> {
    // Once as it is, and once longer than the part that is examined.
    for bytes in [text.to_owned(), text.repeat(PROBE_LENGTH / text.len() + 1)] {
        if let Some(format) = conversion::identify(name, bytes.as_bytes(), None) {
            return Err(format!("claimed as {}", format.id));
        }
    }
    Ok(())
}

/// Files that lie beside games or resemble them.
const TRAPS: [(&str, &str); 21] = [
    (
        "game.pgn",
        "[Event \"F/S Return Match\"]\n[Site \"Belgrade\"]\n[Date \"1992.11.04\"]\n[White \"Fischer\"]\n\n\
         1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 1/2-1/2\n\n",
    ),
    ("risk.log", "Turn 12: Red attacks Ukraine from Ural with 7 armies, loses 2\nBlue places 3 armies on Brazil\n"),
    (
        "report.txt",
        "From: USDP@example.org\nSubject: game alpha\n\nThe judge has processed your orders.\nAustria: 3 centers, \
         England: 5 centers.\nThe next deadline is Fri Mar 5 1993.\n",
    ),
    ("numbers.csv", "1,2,3,4\n5,6,7,8\n-1,0,12.5,3\n"),
    ("table.csv", "name,type,count\nParis,l,3\nLondon,w,4\nThe sea, a long text,5\n"),
    ("main.c", "#include <stdio.h>\nint main(void) {\n    printf(\"%d\\n\", a - b);\n    return 0;\n}\n"),
    ("lib.rs", "use std::fmt;\n\npub fn a(b: &str) -> bool {\n    b == \"S1901M\"\n}\n"),
    ("setup.py", "import sys\n\ndef move(a, b):\n    return a - b\n\nif __name__ == '__main__':\n    move(1, 2)\n"),
    ("Makefile", "all: build\n\nbuild:\n\tcc -o a a.c\n\nclean:\n\trm -f a\n"),
    (
        "a.tar",
        "maps/map.x\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x000000644\x000000000\x000000000\x0000000001234\x00\x00ustar  \x00root\x00Ankara, T ank\n",
    ),
    ("paper.tex", "\\documentclass{article}\n\\begin{document}\nThe army, a unit, moves.\n\\end{document}\n"),
    ("irc.log", "[12:01] <ann> hi\n[12:02] <bob> a move to paris?\n[12:03] * ann laughs\n"),
    ("index.html", "<html><body><p>The fleet - and the army - move.</p><a href=\"map.html\">Map</a></body></html>\n"),
    ("access.log", "10.0.0.1 - - [10/Oct/2000:13:55:36 -0700] \"GET /map.gif HTTP/1.0\" 200 2326\n"),
    (
        "Pf.pl",
        "# This file is machine-generated.\n\nreturn <<'END';\nV20\n187\n188\n8217\n8218\n8221\n8222\n8250\n8251\n\
         11779\n11780\n11781\n11782\n11786\n11787\n11789\n11790\n11805\n11806\n11809\n11810\nEND\n",
    ),
    ("hosts", "127.0.0.1 localhost\n::1 ip6-localhost\n"),
    ("config.ini", "[game]\nname=alpha\nplayers=7\n; a comment\nboard=standard\n"),
    ("data.json", "{\"a\": 1, \"id\": \"x\", \"map\": {\"type\": \"road\"}, \"rules\": []}\n"),
    ("list.json", "[{\"phases\": 1}]\n"),
    (
        "mail.eml",
        "From: player@example.org\nTo: judge@example.org\nSubject: a draw\n\nI propose a draw.\nA long war, and \
         nobody wins. My army in Paris holds; yours may move to Burgundy.\n-- \nPlayer\n",
    ),
    ("BULLETIN.1", "*** Welcome to the board ***\r\n\r\n1) Mail\r\n2) Doors: Global War, TradeWars\r\n3) Goodbye\r\n"),
];
