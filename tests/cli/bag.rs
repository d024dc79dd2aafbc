//! Tests of `convert --bag`, and of `verify` with bags.

use super::folders::tree;
use super::*;

fn disk(desk: &Desk) -> &Desk {
    desk.fixture("playing.DAT", "disk/WAR01.DAT")
        .fixture("njudge-map/good/map.canal", "disk/a/map.tiny")
        .put("disk/README", "Dear Ann, it is your move.\n")
        .put("disk/WAR02.DAT", &good("playing.DAT")[..300])
}

/// Returns the paths that a manifest lists.
fn listed(desk: &Desk, manifest: &str) -> Vec<String> {
    let text = desk.text(manifest);
    text.lines().map(|line| line.split_once("  ").unwrap().1.to_owned()).collect()
}

#[test]
fn any_output_may_be_a_bag() {
    let desk = Desk::new();
    disk(&desk);
    let mut targets = vec![
        ("", &["data/WAR01.DAT.json", "data/a/map.tiny.json"][..]),
        ("-t jsonl", &["data/games.jsonl"]),
        ("-t csv --merge", &["data/tables/datapackage.json", "data/tables/originals/a/map.tiny"]),
        ("-t csv", &["data/WAR01.DAT.csv/datapackage.json", "data/a/map.tiny.csv/games.csv"]),
    ];
    if cfg!(feature = "sqlite") {
        targets.push(("-t sqlite", &["data/games.sqlite"]));
    }
    for (number, (options, expected)) in targets.iter().enumerate() {
        let bag = format!("bag{number}");
        desk.ludex(&format!("convert disk {options} --bag -o {bag}")).ends(1).says(&["GW001", "2 converted, 1 failed"]);
        let payload = listed(&desk, &format!("{bag}/manifest-sha256.txt"));
        assert!(expected.iter().all(|path| payload.iter().any(|listed| listed == path)), "{payload:?}");
        let tags = listed(&desk, &format!("{bag}/tagmanifest-sha256.txt"));
        assert_eq!(tags, ["bagit.txt", "bag-info.txt", "manifest-sha256.txt", "metadata/premis.xml"]);
        assert_eq!(desk.text(&format!("{bag}/bagit.txt")), "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n");
        let info = desk.text(&format!("{bag}/bag-info.txt"));
        let bytes: usize = payload.iter().map(|path| desk.get(&format!("{bag}/{path}")).len()).sum();
        assert!(info.contains(&format!("\nPayload-Oxum: {bytes}.{}\n", payload.len())), "{info}");
        assert!(info.starts_with("Bagging-Date: 20") && info.contains("\nBag-Software-Agent: Ludex "), "{info}");
        assert!(info.contains("2 converted, 1 failed, 1 skipped"), "{info}");
        // Nothing reveals where on this machine the bag was made.
        let path = desk.path("").display().to_string();
        let is_told = |(name, bytes): &(String, Vec<u8>)| {
            !name.contains("/data/") && String::from_utf8_lossy(bytes).contains(&path)
        };
        assert!(!tree(&desk.path(&bag)).iter().any(|(name, bytes)| is_told(&(name.to_string(), bytes.clone()))));
        desk.ludex(&format!("verify {bag}")).ends(0).shows(&[&format!("{bag}: bag: verified\n")]);
        desk.ludex(&format!("verify disk/WAR01.DAT disk/a --against {bag}")).ends(0);
    }
    desk.ludex("restore bag0 -o back").ends(0);
    assert_eq!(desk.get("back/a/map.tiny"), desk.get("disk/a/map.tiny"));
}

#[test]
fn what_became_of_inputs_is_told_as_premis() {
    let desk = Desk::new();
    disk(&desk).put("disk/a<&b.txt", "\u{1}");
    desk.ludex("convert disk --bag -o bag").ends(1);
    let xml = desk.text("bag/metadata/premis.xml");
    assert!(
        xml.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<premis xmlns=\"http://www.loc.gov/premis/v3\"")
    );
    let count = |part: &str| xml.matches(part).count();
    assert_eq!(count("<object xsi:type=\"file\">"), 5 + 2);
    assert_eq!(count("<eventType>ingestion</eventType>"), 5);
    assert_eq!(count("<eventType>migration</eventType>"), 2);
    assert_eq!(count("<eventType>fixity check</eventType>"), 2);
    assert_eq!(count("<eventOutcome>fail</eventOutcome>"), 1);
    assert!(xml.contains("<eventOutcomeDetailNote>damaged: GW001</eventOutcomeDetailNote>"), "{xml}");
    assert!(xml.contains("<originalName>a/map.tiny</originalName>"), "{xml}");
    assert!(xml.contains("<originalName>a&lt;&amp;b.txt</originalName>"), "{xml}");
    assert!(xml.contains("<formatName>war-dat</formatName>"), "{xml}");
    assert!(xml.contains("<linkingObjectIdentifierValue>data/WAR01.DAT.json</linkingObjectIdentifierValue>"), "{xml}");
    let parts: Vec<usize> = ["<object ", "<event>", "<agent>", "</premis>"].map(|part| xml.find(part).unwrap()).into();
    assert!(parts.is_sorted() && xml.rfind("<object ").unwrap() < parts[1], "{parts:?}");
    desk.ludex("convert disk/a -t csv --bag -o tables").ends(0);
    let xml = desk.text("tables/metadata/premis.xml");
    assert!(xml.contains("<eventOutcomeDetailNote>tables in data/map.tiny.csv/<"), "{xml}");
    // A file for all inputs is a single output, and is not compared with the output of one of them.
    desk.ludex("convert disk -t jsonl --bag -o lines").ends(1);
    let xml = desk.text("lines/metadata/premis.xml");
    assert_eq!(xml.matches("<eventType>message digest calculation</eventType>").count(), 1);
}

#[test]
fn a_run_adds_to_a_bag() {
    let desk = Desk::new();
    disk(&desk);
    desk.ludex("convert disk/WAR01.DAT --bag -o bag").ends(0);
    let first = desk.text("bag/metadata/premis.xml");
    desk.ludex("convert disk/a/map.tiny --bag -o bag").ends(0);
    assert_eq!(listed(&desk, "bag/manifest-sha256.txt"), ["data/WAR01.DAT.json", "data/map.tiny.json"]);
    assert_eq!(desk.text("bag/metadata/premis-1.xml"), first);
    assert!(listed(&desk, "bag/tagmanifest-sha256.txt").contains(&"metadata/premis-1.xml".to_owned()));
    desk.ludex("verify bag").ends(0).shows(&["3 verified, 0 failed, 0 skipped"]);
    // A bag that was not completed is continued.
    fs::remove_file(desk.path("bag/bagit.txt")).unwrap();
    fs::remove_file(desk.path("bag/manifest-sha256.txt")).unwrap();
    desk.ludex("convert disk/WAR01.DAT --bag -o bag").ends(0);
    desk.ludex("verify bag").ends(0).shows(&["bag: bag: verified"]);
    // Changes that somebody else made do not become part of the bag silently.
    let bagit = desk.path("bag/bagit.txt");
    desk.put("bag/data/WAR01.DAT.json", "other");
    let changed = "error[IO024]: bag, data/WAR01.DAT.json: its bytes are not those of the manifest";
    desk.ludex("convert disk/a/map.tiny --bag -o bag").ends(1).says(&[changed, "--force"]);
    desk.ludex("convert disk/WAR01.DAT --bag -o bag").ends(1).says(&["IO005", changed]);
    fs::remove_file(desk.path("bag/data/WAR01.DAT.json")).unwrap();
    let missing = "error[IO024]: bag, data/WAR01.DAT.json: the file is missing";
    desk.ludex("convert disk/a/map.tiny --bag -o bag").ends(1).says(&[missing]);
    assert!(!bagit.exists());
    desk.ludex("convert disk/WAR01.DAT --bag -o bag").ends(0);
    desk.ludex("verify bag").ends(0).shows(&["3 verified"]);
    desk.put("bag/data/new", "x").put("bag/data/map.tiny.json", "x");
    desk.ludex("convert disk/WAR01.DAT --bag -o bag --force").ends(0);
    assert!(bagit.exists());
}

#[test]
fn another_folder_is_no_bag() {
    let desk = Desk::new();
    disk(&desk).put("other/file", "x");
    desk.ludex("convert disk --bag -o other").is_refused(&["IO005", "it holds file, which"]);
    assert!(!desk.path("other/data").exists());
    desk.ludex("convert disk --bag").ends(2);
    desk.ludex("convert disk --bag -o -").ends(2).says(&["a bag is a folder"]);
    desk.ludex("convert disk --bag -o disk/README").ends(2).says(&["a bag is a folder", "disk/README"]);
    desk.ludex("convert disk --bag -o new --dry-run").ends(1);
    assert!(!desk.path("new").exists());
}

#[test]
fn what_of_a_bag_is_not_as_it_was_is_named() {
    let desk = Desk::new();
    disk(&desk).put("disk/b/100%.orders", "S1901M\nFRANCE: A PAR - BUR\n");
    desk.ludex("convert disk --bag -o bag").ends(1);
    assert!(listed(&desk, "bag/manifest-sha256.txt").contains(&"data/b/100%25.orders.json".to_owned()));
    desk.ludex("verify bag").ends(0);
    desk.put("bag/data/new.txt", "x").put("bag/data/b/100%.orders.json", "x").put("bag/metadata/premis.xml", "x");
    fs::remove_file(desk.path("bag/data/a/map.tiny.json")).unwrap();
    desk.ludex("verify bag").ends(1).says(&[
        "error[IO024]: bag, data/a/map.tiny.json: the file is missing, which manifest-sha256.txt lists",
        "error[IO024]: bag, data/b/100%.orders.json: its bytes are not those of manifest-sha256.txt",
        "error[IO024]: bag, data/new.txt: not in manifest-sha256.txt",
        "error[IO024]: bag, metadata/premis.xml: its bytes are not those of tagmanifest-sha256.txt",
        "error[IO024]: bag, bag-info.txt: expected Payload-Oxum",
    ]);
    let hash = "0".repeat(64);
    let manifest = format!("{hash}  data/../../x\n{hash}  /etc/passwd\nnonsense\n{hash}  bagit.txt\n\u{e9}\n");
    desk.put("bag/manifest-sha256.txt", manifest);
    desk.put("bag/bagit.txt", "BagIt-Version: 7\nTag-File-Character-Encoding: UTF-16\n");
    let run = desk.ludex("verify bag");
    run.ends(1).says(&[
        "line 1: \"data/../../x\" is no place",
        "line 2:",
        "line 3: expected a hash and a path",
        "line 4:",
    ]);
    run.says(&["expected BagIt-Version 1.0 or 0.97, found \"7\"", "expected tag files in UTF-8, found \"UTF-16\""]);
    fs::remove_file(desk.path("bag/manifest-sha256.txt")).unwrap();
    desk.ludex("verify bag").ends(1).says(&["the bag has no manifest of SHA-256 or SHA-512"]);
}
