//! Tests of `ludex explain`: the meaning of a code, how it is raised, and what to do.

use super::{Desk, json};

#[test]
fn a_code_is_explained_with_its_severity_its_formats_and_an_example() {
    let desk = Desk::new();
    let run = desk.ludex("explain gw019");
    run.ends(0).shows(&["GW019: ", "\nSeverity: error, warning\nFormats: war-dat, war-rec\n"]);
    run.shows(&["\nExample:\n", "\n  sed '50d' WAR04.DAT | ludex check -f war-dat -\n\nWhat to do:\n"]);
    desk.ludex("explain JS001").ends(0).shows(&["\nFormats: json, csv\n"]);
    desk.ludex("explain IO001").ends(0).shows(&["\nFormats: all\n"]);
    desk.ludex("explain HW001")
        .ends(0)
        .shows(&["Formats: homeworlds-sdg, homeworlds-ap, homeworlds-hwl, homeworlds-bga,\nhomeworlds\n"]);
}

#[test]
fn codes_are_listed_by_family_in_their_order() {
    let desk = Desk::new();
    let ids = |line: &str| -> Vec<String> {
        let out = desk.ludex(line).ends(0).out();
        out.lines().map(|line| line.split(' ').next().unwrap().to_owned()).collect()
    };
    let all = ids("explain");
    assert!(all.is_sorted() && all.len() > 300, "{all:?}");
    for family in ["GW", "gw", "HW", "JS", "CV"] {
        let of_family = all.iter().filter(|id| id.starts_with(&family.to_uppercase())).cloned();
        assert_eq!(ids(&format!("explain {family}")), of_family.collect::<Vec<_>>());
    }
    desk.ludex("explain gw").shows(&["GW001  error, warning  the file is cut off\n"]);
}

#[test]
fn a_code_that_is_none_leads_to_one() {
    let desk = Desk::new();
    desk.ludex("explain GW19").ends(2).says(&["no code or family of codes is called `GW19`; did you mean `GW019`?"]);
    desk.ludex("explain GWO19").ends(2).says(&["did you mean `GW019`?", "`ludex explain` lists"]);
    let run = desk.ludex("explain nonsense");
    assert!(!run.ends(2).err().contains("did you mean"), "{}", run.err());
}

#[test]
fn scripts_get_the_same_as_json() {
    let desk = Desk::new();
    let one = json(desk.ludex("explain pw020 --json").ends(0).out().as_bytes());
    assert_eq!(one["code"], "PW020");
    assert_eq!(one["severities"], serde_json::json!(["note"]));
    assert_eq!(one["formats"], serde_json::json!(["power"]));
    assert_eq!(one["example"][0], "echo 'h - a6 - a0' | ludex check -f power -");
    let family = json(desk.ludex("explain PW --json").ends(0).out().as_bytes());
    assert!(family.as_array().unwrap().iter().all(|code| code["family"] == "PW"));
    assert!(family.as_array().unwrap().contains(&one));
    let all = json(desk.ludex("explain --json").ends(0).out().as_bytes());
    assert!(all.as_array().unwrap().len() > 300 && all.as_array().unwrap().contains(&one));
}
