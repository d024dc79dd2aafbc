//! Generators of texts that are large in one way each, with `n` parts.

/// A generator of texts that grow in one way.
pub struct Generator {
    pub format: &'static str,
    /// The part that there are many of.
    pub name: &'static str,
    pub make: fn(usize) -> String,
}

/// Returns `n` parts, each made from its number.
fn many(n: usize, part: impl Fn(usize) -> String) -> String {
    (0..n).map(part).collect()
}

/// Returns a fixture followed by parts.
fn behind(fixture: &str, n: usize, part: impl Fn(usize) -> String) -> String {
    fixture.to_owned() + &many(n, part)
}

const DAT: &str = include_str!("../../fixtures/war-dat/good/reals-basic.DAT");
const REC: &str = include_str!("../../fixtures/war-rec/good/attacking.REC");
const MAP: &str = include_str!("../../fixtures/njudge-map/good/map.no-comma");

/// The setup of two players, each of whom has a system.
const HOMES: &str = "homeworld g3 b1 y3 Alpha\nhomeworld r2 b1 g3 Beta\n";
const SDG: &str = "Homeworlds Online (SDG# 1)\nParticipants: Ito (S), Abe (N)\n\n1) Abe: Homeworld G3 Y1 B3\n\n\
    2) Ito: Homeworld B1 Y2 G3\n\n";
const HWL: &str = "Players: Ada,Ben\nh,g3C,b2C,y3C\nh,r1C,b3C,g3B\n";
const AP: &str = "homeworld b1 y2 g3\nhomeworld r3 b1 g3\n";
const BGA: &str = "Move 1 :3/14/2023 10:26:36 AM\nAnna establishes a homeworld with a g3 ship at r1 and b2 binary stars.\n\
    Move 2 :10:48:54 AM\nBert establishes a homeworld with a g3 ship at y1 and b3 binary stars.\n";

macro_rules! generators {
    ($($format:literal, $name:literal, |$n:ident| $make:expr;)*) => {
        &[$(Generator { format: $format, name: $name, make: |$n| $make }),*]
    };
}

pub const GENERATORS: &[Generator] = generators! {
    "war-dat", "lines behind the end", |n| behind(DAT, n, |i| format!("line {i}\r\n"));
    "war-dat", "blank lines", |n| behind(DAT, n, |_| "\r\n".into());
    "war-dat", "a long line behind the end", |n| behind(DAT, n, |i| format!("{i},"));
    "war-dat", "a long name", |n| DAT.replace("CORA", &"CORA ".repeat(n));
    "war-dat", "a long number", |n| DAT.replace("2314.0625", &"2".repeat(n));
    "war-dat", "blanks before a number", |n| DAT.replace(" 2314.0625", &format!("{}2314.0625", " ".repeat(n)));
    "war-rec", "lines behind the end", |n| behind(REC, n, |i| format!("line {i}\r\n"));
    "njudge-map", "provinces", |n| format!(
        "{}-1\n-1\n-1\n", many(n, |i| format!("Province {i}, x p{i}\n"))
    );
    "njudge-map", "provinces of one name", |n| format!("{}-1\n-1\n-1\n", many(n, |_| "Ashby, x ash\n".into()));
    "njudge-map", "aliases of a province", |n| format!(
        "Ashby, x ash {}\n-1\n-1\n-1\n", many(n, |i| format!("a{i} "))
    );
    "njudge-map", "moves", |n| MAP.replace("-1\n-1\n", &format!("{}-1\n-1\n", many(n, |_| "ash-mv: ced dal\n".into())));
    "njudge-map", "places of a line of moves", |n| MAP.replace("elm-mv: ced", &format!("elm-mv: {}", "ced ".repeat(n)));
    "njudge-map", "moves to unknown places", |n| MAP.replace(
        "-1\n-1\n", &format!("{}-1\n-1\n", many(n, |i| format!("ash-mv: q{i}\n")))
    );
    "njudge-map", "railways of unknown places", |n| MAP.replace(
        "-1\n-1\n", &format!("{}-1\n-1\n", "R6:A p01 p02 p03 p04 p05 p06 p07 p08 p09 p10 p11\n".repeat(n))
    );
    "njudge-map", "comments", |n| format!("{}{MAP}", many(n, |i| format!("# comment {i}\n")));
    "njudge-map", "a long comment", |n| format!("# {}\n{MAP}", "word ".repeat(n));
    "njudge-map", "lines behind the end", |n| behind(MAP, n, |i| format!("what is {i}\n"));
    "njudge-seed", "units", |n| format!("S1901M\n{}-1\n-1\n", many(n, |i| format!("A: A Place {i}\n")));
    "njudge-seed", "units of one place", |n| format!("S1901M\n{}-1\n-1\n", "A: A Ayot\n".repeat(n));
    "njudge-seed", "lines that are no units", |n| format!("S1901M\n{}-1\n-1\n", many(n, |i| format!("what is {i}\n")));
    "njudge-seed", "blank lines", |n| format!("S1901M\nA: A Ayot\n{}-1\n-1\n", "\n".repeat(n));
    "njudge-map", "blank lines", |n| MAP.replace("-1\n-1\n", &format!("{0}-1\n{0}-1\n", "\n".repeat(n)));
    "njudge-seed", "places to retreat to", |n| format!("F1902R\nTr F Gri, {}\n-1\n-1\n", many(n, |i| format!("p{i}, ")));
    "homeworlds", "builds", |n| format!("{HOMES}{}", "build g Alpha\nbuild g Beta\n".repeat(n));
    "homeworlds", "moves of no ship", |n| format!("{HOMES}{}", "move g1 A B\n".repeat(n));
    "homeworlds", "discoveries", |n| format!(
        "{HOMES}{}", many(n, |i| format!("discover y3 Alpha g1 S{i}\ndiscover g3 Beta r1 T{i}\n"))
    );
    "homeworlds", "systems whose ids are names of others", |n| format!(
        "{HOMES}{}{}",
        many(n, |i| format!("discover y3 Alpha g1 The_second_of_this_name#{i}\n")),
        "discover g3 Beta r1 The_second_of_this_name\n".repeat(n)
    );
    "homeworlds", "exchanges", |n| format!("{HOMES}{}", "trade y3 Alpha g\ntrade g3 Beta y\n".repeat(n));
    "homeworlds", "passes", |n| format!("{HOMES}{}", "pass\n".repeat(n));
    "homeworlds", "comments", |n| format!("{HOMES}{}", many(n, |i| format!("# Ben: {i}\n")));
    "homeworlds", "a long comment", |n| format!("{HOMES}build g Alpha # {}\n", "word ".repeat(n));
    "homeworlds", "a comment of many lines", |n| format!("{HOMES}# Ben: a\n{}build g Alpha\n", "#\tmore\n".repeat(n));
    "homeworlds", "blank lines", |n| format!("{HOMES}{}build g Alpha\n", "\n".repeat(n));
    "homeworlds", "words and no players", |n| many(n, |i| format!("word{i}\n"));
    "homeworlds", "words before the homeworlds", |n| format!("{}{HOMES}", many(n, |i| format!("word{i}\n")));
    "homeworlds", "lines of the header", |n| format!("{}{HOMES}", many(n, |i| format!("# key{i}: value\n")));
    "homeworlds", "players of a name", |n| format!("# players: {}\n{HOMES}", "Ann (N), ".repeat(n));
    "homeworlds", "pieces of a start position", |n| format!("<0>; Ann(0,r1)y3-; Ben(1,b2){}-r3\n", "g3".repeat(n));
    "homeworlds-sdg", "turns", |n| format!("{SDG}{}", many(n, |i| format!("{}) Abe: Build G1 Abe\n\n", i + 3)));
    "homeworlds-sdg", "chat", |n| format!("{SDG}3) Abe: Pass\n{}", many(n, |i| format!("\tIto: {i}\n")));
    "homeworlds-sdg", "lines that are no turns", |n| format!("{SDG}{}", many(n, |i| format!("word{i}\n")));
    "homeworlds-sdg", "participants", |n| SDG.replace("Ito (S)", &format!("{}Ito (S)", "Ito (S), ".repeat(n)));
    "homeworlds-hwl", "commands", |n| format!("{HWL}{}", "b,g1A,1\nb,g1A,2\n".repeat(n));
    "homeworlds-hwl", "unknown commands", |n| format!("{HWL}{}", many(n, |i| format!("q,{i}\n")));
    "homeworlds-hwl", "players", |n| HWL.replace("Ada", &many(n, |i| format!("A{i},")));
    "homeworlds-ap", "commands", |n| format!("{AP}{}", "build g north\nbuild g south\n".repeat(n));
    "homeworlds-ap", "unknown commands", |n| format!("{AP}{}", many(n, |i| format!("what {i}\n")));
    "homeworlds-bga", "sentences", |n| format!(
        "{BGA}{}", "Anna builds a g1 ship in Homeworld Anna.\nAnna ends their turn.\n".repeat(n)
    );
    "homeworlds-bga", "unknown sentences", |n| format!("{BGA}{}", many(n, |i| format!("Anna is {i}.\n")));
    "diplomacy-orders", "orders", |n| format!("S1901M\n{}", "FRANCE: A PAR - BUR\n".repeat(n));
    "diplomacy-orders", "phases", |n| many(n, |i| format!("S{}M\nFRANCE: A PAR - BUR\n\n", 1901 + i % 900));
    "diplomacy-orders", "comments", |n| format!("S1901M\n{}A PAR - BUR\n", many(n, |i| format!("# comment {i}\n")));
    "diplomacy-orders", "a long comment", |n| format!("S1901M\nA PAR - BUR # {}\n", "word ".repeat(n));
    "diplomacy-orders", "blank lines", |n| format!("S1901M\n{}A PAR - BUR\n", "\n".repeat(n));
    "diplomacy-orders", "orders of a line", |n| format!("S1901M\nFRANCE: {}\n", "A PAR - BUR | ".repeat(n));
    "diplomacy-orders", "brackets that are not closed", |n| format!("S1901M\nA PAR - BUR {}\n", "(".repeat(n));
    "diplomacy-orders", "fleets of a convoy", |n| format!("S1901M\nA LON - BRE VIA {}\n", "ENG ".repeat(n));
    "diplomacy-orders", "convoys and supports of a turn", |n| format!(
        "S1901M\n{}",
        "F: A BRE - LON VIA\nF ENG C A BRE - LON\nF MAO C A BRE - LON\nA PAR S A MAR - BUR\nF: A PAR B\n".repeat(n)
    );
    "diplomacy-orders", "unknown provinces", |n| format!("S1901M\n{}", many(n, |i| format!("A Q{i:06} - BUR\n")));
    "diplomacy-orders", "headings", |n| format!("S1901M\n{}", many(n, |i| format!("P{i}:\nA PAR H\n")));
    "diplomacy-orders", "lines that are no orders", |n| format!("FRANCE:\n{}", "xyzzy\n".repeat(n));
    "diplomacy-orders", "orders of one unit", |n| format!("FRANCE:\n{}", "A PAR H\n".repeat(n));
    "diplomacy-orders", "builds that are waived", |n| format!("FRANCE:\n{}", "WAIVE\n".repeat(n));
    "njudge-orders", "orders", |n| format!("PHASE S 1901 M\n{}", "F: a par - bur; f bre - mao\n".repeat(n));
    "njudge-orders", "unknown orders", |n| format!("PHASE S 1901 M\n{}", many(n, |i| format!("F: q{i:06} zz\n")));
    "diplomacy-orders", "phases of another power each", |n| many(
        n, |i| format!("S{}M\nP{i}:\nA PAR - BUR\n\n", 1901 + i % 900)
    );
    "diplomacy-game", "phases of another power each", |n| saved_game(n, |i| format!(
        r#"{{"name": "S{}M", "state": {{}}, "orders": {{"P{i}": ["A PAR - BUR"]}}}}"#, 1901 + i % 900
    ));
    "diplomacy-game", "phases", |n| saved_game(n, |i| format!(
        r#"{{"name": "S{}M", "state": {{"units": {{"FRANCE": ["A PAR"]}}}}, "orders": {{"FRANCE": ["A PAR - BUR"]}}, "results": {{}}, "messages": []}}"#,
        1901 + i % 900
    ));
    "diplomacy-game", "orders of a phase", |n| saved_game(1, |_| format!(
        r#"{{"name": "S1901M", "state": {{"units": {{}}}}, "orders": {{"FRANCE": [{}"A PAR H"]}}, "results": {{}}}}"#,
        r#""A PAR - BUR", "#.repeat(n)
    ));
    "diplomacy-game", "messages", |n| saved_game(1, |_| format!(
        r#"{{"name": "S1901M", "state": {{"units": {{}}}}, "orders": {{}}, "results": {{}}, "messages": [{}{{}}]}}"#,
        r#"{"sender": "FRANCE", "recipient": "ITALY", "message": "Well?", "time_sent": 1, "phase": "S1901M"}, "#.repeat(n)
    ));
    "diplomacy-game", "unknown keys", |n| saved_game(1, |_| format!(
        r#"{{"name": "S1901M", {}"state": {{"units": {{}}}}, "orders": {{}}}}"#, many(n, |i| format!(r#""k{i}": {i}, "#))
    ));
    "power", "commands", |n| "I-Y4-Y6\nT-KQ-K6;\n".repeat(n);
    "power", "commands of a line", |n| format!("{}T-KQ-K6;\n", "I-Y4-Y6,".repeat(n));
    "power", "turns of two powers", |n| "I-YQ-Y8;\nT-KQ-K8;\n".repeat(n);
    "power", "turns", |n| ";\n".repeat(n) + "I-Y4-Y6;\n";
    "json", "players of a name", |n| document("homeworlds", &format!(
        r#""players": [{}{{"seat": "S"}}]"#, r#"{"seat": "N", "name": "Ann"}, "#.repeat(n)
    ));
    "json", "players whose names are changed", |n| document("homeworlds", &format!(
        r#""players": [{}{{"seat": "S"}}]"#, r#"{"seat": "N", "name": "Ann, who has a long name"}, "#.repeat(n)
    ));
    "json", "systems whose names are changed", |n| document("homeworlds", &format!(
        r#""turns": [{}{{"actions": []}}]"#,
        many(n, |i| format!(
            r#"{{"player": "N", "actions": [{{"type": "discover", "piece": "g1", "from": "A", "star": "r1", "to": "S{i}", "name": "a name of several words"}}]}}, "#
        ))
    ));
    "json", "turns with alternatives", |n| document("homeworlds", &format!(
        r#""players": [{{"seat": "N"}}, {{"seat": "S"}}], "turns": [{}{{"actions": []}}]"#,
        many(n, |i| {
            let found = |id: char| format!(
                r#"{{"type": "discover", "piece": "g1", "from": "A", "star": "r1", "to": "{id}{i}", "name": "a name of several words"}}"#
            );
            format!(
                r#"{{"player": "N", "actions": [{}], "alternatives": [[{{"player": "N", "actions": [{}]}}]]}}, "#,
                found('S'), found('T')
            )
        })
    ));
    "json", "turns of nobody", |n| document("homeworlds", &format!(
        r#""turns": [{}{{"actions": []}}]"#, r#"{"player": "Q", "actions": [{"type": "pass"}]}, "#.repeat(n)
    ));
    "json", "actions that are illegal", |n| document("homeworlds", &format!(
        r#""turns": [{{"player": "N", "actions": [{}{{"type": "pass"}}]}}]"#,
        r#"{"type": "build", "piece": "g1", "at": "Alpha"}, "#.repeat(n)
    ));
    "json", "orders", |n| document("diplomacy", &format!(
        r#""turns": [{{"when": {{"year": 1901, "season": "spring", "phase": "movement"}}, "actions": [{}{{"type": "hold", "piece": "A", "at": "par"}}]}}]"#,
        r#"{"type": "move", "piece": "A", "from": "par", "to": "bur"}, "#.repeat(n)
    ));
    "json", "phases and players", |n| document("diplomacy", &format!(
        r#""variant": "standard", "players": [{}{{"seat": "S"}}], "turns": [{}{{"actions": []}}]"#,
        many(n, |i| format!(r#"{{"seat": "P{i}"}}, "#)),
        many(n, |i| format!(
            r#"{{"when": {{"year": {}, "season": "spring", "phase": "movement"}}, "actions": [{{"type": "hold", "piece": "A", "at": "par", "player": "P{i}"}}]}}, "#,
            1901 + i
        ))
    ));
    "json", "territories of an id", |n| document("diplomacy", &format!(
        r#""board": {{"territories": [{}{{"id": "bur"}}]}}"#, r#"{"id": "par", "name": "Paris"}, "#.repeat(n)
    ));
    "json", "pieces of nobody", |n| document("power", &format!(
        r#""position": {{"pieces": [{}{{"kind": "I", "territory": "YQ"}}]}}"#,
        r#"{"player": "Q", "kind": "I", "territory": "YQ"}, "#.repeat(n)
    ));
    "json", "holdings of unknown territories", |n| document("global-war", &format!(
        r#""position": {{"holdings": [{}{{"territory": "x"}}]}}"#,
        &many(n, |i| format!(r#"{{"territory": "q{i:06}", "owner": "1", "armies": -1}}, "#))
    ));
    "power", "unknown commands", |n| format!("I-Y4-Y6\n{}", many(n, |i| format!("what {i}\n")));
};

fn document(system: &str, rest: &str) -> String {
    format!(r#"{{"ludex": 1, "game": {{"system": "{system}", {rest}}}}}"#)
}

fn saved_game(n: usize, phase: impl Fn(usize) -> String) -> String {
    let phases: Vec<String> = (0..n).map(phase).collect();
    format!(r#"{{"id": "growth", "map": "standard", "rules": [], "phases": [{}]}}"#, phases.join(", "))
}
