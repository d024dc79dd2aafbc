//! Tests of how outputs are written: in place, in parallel, and by runs that are interrupted.

use std::process::{Child, Stdio};
use std::time::Duration;

use super::folders::tree;
use super::tries::{stride, tries};
use super::*;

#[test]
fn a_file_is_repaired_in_place_and_kept() {
    let desk = Desk::new();
    let wrong = "S1901M\nFRANCE:\nA PAR- BUR\n";
    desk.put("a.orders", wrong);
    desk.ludex("check a.orders --fix --in-place").ends(0);
    let right = desk.text("a.orders");
    assert!(right.contains("A PAR - BUR"), "{right}");
    assert_eq!(desk.text("a.orders.bak"), wrong);
    // A file that is correct already is left alone, and a backup is never lost.
    desk.ludex("check a.orders --fix --in-place").ends(0);
    desk.put("a.orders", "S1901M\nFRANCE:\nA MAR- BUR\n");
    desk.ludex("check a.orders --fix --in-place").ends(1).says(&["error[IO016]", "a.orders.bak"]);
    assert_eq!(desk.text("a.orders"), "S1901M\nFRANCE:\nA MAR- BUR\n");
    assert_eq!(desk.text("a.orders.bak"), wrong);
    assert_eq!(fs::read_dir(desk.path("")).unwrap().count(), 2);
}

#[test]
fn files_are_converted_in_place_in_their_own_formats() {
    let desk = Desk::new();
    desk.fixture("padded-everything.DAT", "disk/WAR02.DAT").put("disk/a/b.orders", "S1901M\nFRANCE: a par-bur\n");
    desk.ludex("convert disk/WAR02.DAT --canonical -t war-dat -o canonical.DAT").ends(0);
    desk.ludex("convert disk --canonical --in-place").ends(0).says(&["2 converted"]);
    assert_eq!(desk.get("disk/WAR02.DAT"), desk.get("canonical.DAT"));
    assert_eq!(desk.get("disk/WAR02.DAT.bak"), good("padded-everything.DAT"));
    assert_eq!(desk.text("disk/a/b.orders.bak"), "S1901M\nFRANCE: a par-bur\n");
    // Backups are not replaced in their turn.
    let kept = tree(&desk.path("disk"));
    desk.ludex("convert disk --canonical --in-place").ends(0).says(&["2 converted, 0 failed, 2 skipped", "a backup"]);
    desk.ludex("check disk --fix --in-place").says(&["2 skipped"]);
    assert_eq!(tree(&desk.path("disk")), kept);
    // Only files are replaced in place.
    desk.ludex_with("convert - --canonical --in-place", &good("playing.DAT")).is_refused(&["IO019", "standard input"]);
    desk.ludex("convert canonical.DAT -t csv -o tables").ends(0);
    desk.ludex("convert tables --in-place").is_refused(&["IO019", "a folder of tables"]);
    for options in ["-o x.DAT", "-t json", "--force", "--together"] {
        desk.ludex(&format!("convert canonical.DAT --in-place {options}")).ends(2);
    }
    desk.ludex("check canonical.DAT --in-place").ends(2);
    #[cfg(unix)]
    {
        desk.fixture("padded-everything.DAT", "real.DAT");
        std::os::unix::fs::symlink("real.DAT", desk.path("link.DAT")).unwrap();
        desk.ludex("convert link.DAT --canonical --in-place").ends(0);
        assert!(desk.path("link.DAT").is_symlink());
        assert_eq!(desk.get("real.DAT"), desk.get("canonical.DAT"));
        assert_eq!(desk.get("real.DAT.bak"), good("padded-everything.DAT"));
    }
}

#[test]
fn of_two_inputs_for_one_output_the_first_wins() {
    the_first_wins(10);
}

pub fn the_first_wins(rounds: usize) {
    let desk = Desk::new();
    // The first input takes longer.
    let long = format!("S1901M\n{}", "FRANCE: A PAR - BUR\n".repeat(300));
    desk.put("a/x.orders", &long).put("b/x.orders", "S1901M\nFRANCE: A MAR - SPA\n");
    for _ in 0..rounds {
        desk.ludex("convert a/x.orders b/x.orders -o out/").ends(1).says(&["error[IO009]: b/x.orders"]);
        assert_eq!(desk.text("out/x.orders.json").matches("\"par\"").count(), 300);
        fs::remove_dir_all(desk.path("out")).unwrap();
    }
    desk.put("a/y.orders", "S1901M\nFRANCE:\nA PAR- BUR\n").put("b/y.orders", "S1901M\nFRANCE:\nA MAR- BUR\n");
    desk.ludex("check a/y.orders b/y.orders --fix -o fixed/").ends(1).says(&["IO009"]);
    assert!(desk.text("fixed/y.orders").contains("A PAR - BUR"));
}

#[test]
fn of_two_runs_into_one_folder_the_later_says_that_it_is_there() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "a.DAT").fixture("signup.DAT", "b.DAT");
    for _ in 0..10 {
        let mut runs = ["a.DAT", "b.DAT"].map(|name| spawn(&desk, &format!("convert {name} -t csv -o tables")));
        let outputs = runs.each_mut().map(|run| {
            let status = run.wait().unwrap();
            let mut said = String::new();
            std::io::Read::read_to_string(run.stderr.as_mut().unwrap(), &mut said).unwrap();
            (status.code(), said)
        });
        assert!(outputs.iter().any(|(code, _)| *code == Some(0)), "{outputs:?}");
        for (_, said) in outputs.iter().filter(|(code, _)| *code != Some(0)) {
            assert!(said.contains("IO005") && said.contains("exists, with other contents"), "{said}");
        }
        desk.ludex("verify tables").ends(0);
        fs::remove_dir_all(desk.path("tables")).unwrap();
        assert_eq!(fs::read_dir(desk.path("")).unwrap().count(), 2);
    }
}

pub fn spawn(desk: &Desk, line: &str) -> Child {
    std::process::Command::new(assert_cmd::cargo::cargo_bin("ludex"))
        .current_dir(desk.0.path())
        .args(line.split_whitespace())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn temporaries_are_never_inputs_and_those_that_were_left_are_removed() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "disk/WAR01.DAT").fixture("signup.DAT", "disk/.ludex-aB3dE6");
    desk.fixture("signup.DAT", "disk/.ludex-folder.tmp/WAR02.DAT");
    desk.ludex("convert disk -o out/").ends(0).says(&["1 converted", "disk/.ludex-aB3dE6: not read"]);
    // A temporary file of another running process is locked.
    desk.put("out/.ludex-000000", "").put("out/.ludex-111111", "").put("out/.ludex-222222.lock", "");
    desk.put("out/.ludex-222222/players.csv", "");
    let other = fs::File::open(desk.path("out/.ludex-111111")).unwrap();
    other.lock().unwrap();
    desk.fixture("signup.DAT", "disk/WAR03.DAT");
    desk.ludex("convert disk -o out/").ends(0);
    let names: Vec<String> = tree(&desk.path("out")).into_keys().collect();
    assert_eq!(names, [".ludex-111111", "WAR01.DAT.json", "WAR03.DAT.json"]);
}

#[test]
fn outputs_are_on_the_disk_where_that_is_wanted() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR01.DAT");
    for line in ["-o a.json", "-t csv -o tables", "-t csv --no-originals -o tables --force"] {
        desk.ludex(&format!("convert WAR01.DAT {line} --sync")).ends(0);
    }
    desk.ludex("restore a.json -o back --sync").ends(0);
    assert_eq!(desk.get("back/WAR01.DAT"), good("playing.DAT"));
}

/// A disk that takes a while, and the files that it is converted to.
#[cfg(unix)]
fn large_disk() -> (Desk, std::collections::BTreeMap<String, Vec<u8>>) {
    disk_of(tries(300), "csv")
}

#[cfg(unix)]
pub fn disk_of(files: usize, target: &str) -> (Desk, std::collections::BTreeMap<String, Vec<u8>>) {
    let desk = Desk::new();
    for number in 0..files {
        desk.fixture("playing.DAT", &format!("disk/{}/WAR{number:02}.DAT", number % 7));
    }
    desk.ludex(&format!("convert disk -t {target} -o whole/")).ends(0);
    let whole = tree(&desk.path("whole"));
    (desk, whole)
}

#[cfg(unix)]
pub fn send(child: &Child, signal: &str) {
    // The process may have ended already.
    let _ = std::process::Command::new("kill").args([signal, &child.id().to_string()]).stderr(Stdio::null()).status();
}

#[test]
#[cfg(unix)]
fn signals_leave_whole_outputs_and_no_temporaries() {
    const FILES: usize = 300;
    let (desk, whole) = disk_of(FILES, "csv");
    let packages =
        |folder: &str| walkdir::WalkDir::new(desk.path(folder)).min_depth(2).max_depth(2).into_iter().flatten().count();
    assert_eq!(packages("whole"), FILES);
    let mut ended = 0;
    let signals = [("-TERM", 143), ("-HUP", 129), ("-INT", 130)].into_iter().cycle().take(12).enumerate();
    for (round, (signal, status)) in signals.step_by(stride(2)) {
        let mut run = spawn(&desk, "convert disk -t csv -o out/");
        // Moments spread over what is written, however fast the machine is just then.
        while packages("out") < FILES * (round + 1) / 13 && run.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        send(&run, signal);
        // Until its handler is installed, a signal ends it like any other program.
        let code = run.wait().unwrap().code();
        assert!([None, Some(0), Some(status)].contains(&code), "{signal}: {code:?}");
        ended += usize::from(code == Some(status));
        if !desk.path("out").exists() {
            continue;
        }
        let there = tree(&desk.path("out"));
        assert!(there.keys().all(|name| !name.contains(".ludex-")), "{signal}: {:?}", there.keys());
        assert!(there.iter().all(|(name, bytes)| whole.get(name) == Some(bytes)));
        fs::remove_dir_all(desk.path("out")).unwrap();
    }
    assert!(ended > 0, "no run was ended while it wrote");
}

#[test]
#[cfg(unix)]
fn what_a_killed_run_leaves_the_next_one_removes() {
    let (desk, whole) = large_disk();
    for round in 1..=tries(8) as u64 {
        let mut run = spawn(&desk, "convert disk -t csv -o out/");
        std::thread::sleep(Duration::from_millis(20 * round));
        run.kill().unwrap();
        run.wait().unwrap();
    }
    desk.ludex("convert disk -t csv -o out/").ends(0);
    assert!(tree(&desk.path("out")) == whole, "{:?}", names_that_differ(&tree(&desk.path("out")), &whole));
}

/// Orders in another form than the canonical one.
const ORDERS: &str = "FRANCE: Army Paris to Burgundy\n";

/// A run that is killed between giving an output its name and removing the lock leaves the lock beside a whole output.
#[test]
fn the_lock_beside_a_whole_output_is_removed() {
    for (first, next) in [
        ("-t csv -o out/", "-t csv -o out/"),
        ("-t csv -o out/", "-t csv --canonical --force -o out/"),
        ("-o out/", "-o out/"),
        ("-o out/", "--force -o out/"),
    ] {
        let desk = Desk::new();
        desk.put("disk/1/paris.orders", ORDERS);
        desk.ludex(&format!("convert disk {first}")).ends(0);
        let lock = desk.path("out/1/.ludex-aB3dE6.lock");
        fs::write(&lock, "").unwrap();
        let run = format!("convert disk {next}");
        desk.ludex(&format!("{run} --dry-run")).ends(0);
        assert!(lock.exists(), "{run}");
        desk.ludex(&run).ends(0);
        assert!(!lock.exists(), "{run}");
    }
}

#[test]
fn a_dry_run_in_place_changes_nothing() {
    let desk = Desk::new();
    desk.put("paris.orders", ORDERS);
    let run = "convert --in-place --canonical paris.orders";
    desk.ludex(&format!("{run} --dry-run")).ends(0);
    assert_eq!(desk.text("paris.orders"), ORDERS);
    assert!(!desk.path("paris.orders.bak").exists());
    desk.ludex(run).ends(0);
    assert_ne!(desk.text("paris.orders"), ORDERS);
    assert_eq!(desk.text("paris.orders.bak"), ORDERS);
    desk.put("paris.orders", ORDERS);
    // What the run would be refused for is said.
    for run in [format!("{run} --dry-run"), run.to_owned()] {
        desk.ludex(&run).is_refused(&["paris.orders.bak exists already"]);
        assert_eq!(desk.text("paris.orders"), ORDERS);
    }
}

#[cfg(unix)]
pub fn names_that_differ<'t>(
    one: &'t std::collections::BTreeMap<String, Vec<u8>>,
    other: &'t std::collections::BTreeMap<String, Vec<u8>>,
) -> Vec<&'t String> {
    one.keys().chain(other.keys()).filter(|name| one.get(*name) != other.get(*name)).collect()
}

#[test]
#[cfg(target_os = "linux")]
fn a_signal_that_is_ignored_stays_so() {
    let (desk, whole) = large_disk();
    let program = assert_cmd::cargo::cargo_bin("ludex");
    let script = format!("trap '' HUP; exec '{}' convert disk -t csv -o out/", program.display());
    let mut run = std::process::Command::new("sh")
        .current_dir(desk.0.path())
        .args(["-c", &script])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(30));
    send(&run, "-HUP");
    assert_eq!(run.wait().unwrap().code(), Some(0));
    assert!(tree(&desk.path("out")) == whole);
}
