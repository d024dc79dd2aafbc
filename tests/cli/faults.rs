//! Tests of runs that are killed, starved, or in each other's way: their outputs are whole, and the next run ends like
//! a clean one.

use std::collections::BTreeMap;
use std::process::{Command as Program, Output};
use std::time::{Duration, Instant};

use super::folders::tree;
use super::outputs::{disk_of, names_that_differ, send, spawn, the_first_wins};
use super::tries::tries;
use super::*;

type Tree = BTreeMap<String, Vec<u8>>;

const TARGETS: [&str; 2] = ["json", "csv"];

/// Checks that all outputs are those of a clean run, and that packages are complete; temporary files do not count.
#[track_caller]
fn is_whole(there: &Tree, whole: &Tree) {
    let there: Tree =
        there.iter().filter(|(name, _)| !name.contains(".ludex-")).map(|(n, b)| (n.clone(), b.clone())).collect();
    for (name, bytes) in &there {
        assert!(whole.get(name) == Some(bytes), "{name} has {} bytes", bytes.len());
    }
    let package = |name: &str| name.find(".csv/").map(|end| name[..end + 5].to_owned());
    for package in there.keys().filter_map(|name| package(name)) {
        let missing: Vec<&String> =
            whole.keys().filter(|n| n.starts_with(&package) && !there.contains_key(*n)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}

/// Checks that another run ends like a clean one.
#[track_caller]
fn ends_clean(desk: &Desk, target: &str, whole: &Tree) {
    desk.ludex(&format!("convert disk -t {target} -o out/")).ends(0);
    let there = tree(&desk.path("out"));
    assert!(there == *whole, "{:?}", names_that_differ(&there, whole));
}

fn program() -> String {
    format!("'{}'", assert_cmd::cargo::cargo_bin("ludex").display())
}

/// Runs a script in a shell on a desk.
#[cfg(target_os = "linux")]
fn shell(desk: &Desk, script: &str) -> Output {
    Program::new("sh").current_dir(desk.0.path()).args(["-c", script]).output().unwrap()
}

/// Runs a script in a shell that may mount file systems unseen by others; reports it if this machine does not allow
/// that.
fn mounting(desk: &Desk, script: &str) -> Option<Output> {
    let unshare = |script: &str| {
        let mut command = Program::new("unshare");
        command.args(["--user", "--map-root-user", "--mount", "sh", "-ec", script]).current_dir(desk.0.path());
        command.output()
    };
    fs::create_dir_all(desk.path("probe")).unwrap();
    if !unshare("mount -t tmpfs tmpfs probe").is_ok_and(|output| output.status.success()) {
        println!("skipped: nothing can be mounted here");
        return None;
    }
    Some(unshare(script).unwrap())
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Ends runs with each signal at moments spread over a whole run.
fn signals_at_moments(moments: u32) {
    for target in TARGETS {
        let (desk, whole) = disk_of(100, target);
        let line = format!("convert disk -t {target} -o out/");
        let started = Instant::now();
        ends_clean(&desk, target, &whole);
        let duration = started.elapsed();
        let mut ended = 0;
        for (signal, status) in [("-KILL", None), ("-TERM", Some(143)), ("-HUP", Some(129)), ("-INT", Some(130))] {
            fs::remove_dir_all(desk.path("out")).unwrap();
            for moment in 0..moments {
                let mut run = spawn(&desk, &line);
                // Multiples of the golden ratio spread them without a regular pattern.
                std::thread::sleep(duration.mul_f64((f64::from(moment) * 0.618_034).fract()));
                send(&run, signal);
                // Until its handler is installed, a signal ends it like any other program.
                let code = run.wait().unwrap().code();
                assert!([None, Some(0), status].contains(&code), "{signal}: {code:?}");
                ended += usize::from(code != Some(0));
                let there = if desk.path("out").exists() { tree(&desk.path("out")) } else { Tree::new() };
                is_whole(&there, &whole);
                let left = there.keys().find(|name| name.contains(".ludex-"));
                assert!(left.is_none() || signal == "-KILL", "{signal} left {left:?}");
                if moment % 4 == 3 {
                    ends_clean(&desk, target, &whole);
                    fs::remove_dir_all(desk.path("out")).unwrap();
                }
            }
            ends_clean(&desk, target, &whole);
        }
        assert!(ended > 0, "no run was ended");
    }
}

#[test]
#[ignore = "takes a minute"]
fn signals_at_any_moment_leave_whole_outputs() {
    signals_at_moments(20);
}

#[test]
#[ignore = "a hundred runs"]
fn of_two_inputs_for_one_output_the_first_wins_a_hundred_times() {
    the_first_wins(100);
}

#[test]
fn on_a_full_disk_whole_outputs_are_left() {
    for (target, limit) in
        [("json", "size=300k"), ("csv", "size=1000k"), ("json", "nr_inodes=30"), ("csv", "nr_inodes=99")]
    {
        let (desk, whole) = disk_of(60, target);
        desk.put("out/.keep", "");
        let convert = format!("{} convert disk -t {target} -o out/", program());
        let script = format!("mount -t tmpfs -o {limit} tmpfs out; {convert} && exit 9; cp -R out kept");
        let Some(run) = mounting(&desk, &script) else { return };
        assert_eq!(run.status.code(), Some(0), "{}", said(&run));
        assert!(said(&run).contains("error[IO006]") && said(&run).contains("no storage space"), "{}", said(&run));
        let there = tree(&desk.path("kept"));
        is_whole(&there, &whole);
        assert!(!there.is_empty() && there.keys().all(|name| !name.contains(".ludex-")), "{:?}", there.keys());
        fs::remove_file(desk.path("out/.keep")).unwrap();
        ends_clean(&desk, target, &whole);
    }
}

#[test]
fn on_a_full_disk_nothing_is_lost_in_place_and_what_is_equal_is_there() {
    let desk = Desk::new();
    desk.put("disk/a.orders", "S1901M\nFRANCE:\nA PAR- BUR\n").put("out/.keep", "");
    let ludex = program();
    let script = format!(
        "mount -t tmpfs -o size=64k tmpfs out; cp disk/a.orders out; {ludex} convert -q disk -o out/
         cat /dev/zero > out/filler 2>/dev/null || true
         {ludex} check --fix --in-place out/a.orders >/dev/null && exit 9
         {ludex} convert -q disk -o out/; rm out/filler; cp -R out kept"
    );
    let Some(run) = mounting(&desk, &script) else { return };
    assert_eq!(run.status.code(), Some(0), "{}", said(&run));
    assert!(said(&run).contains("error[IO006]"), "{}", said(&run));
    assert_eq!(tree(&desk.path("kept")).into_keys().collect::<Vec<_>>(), ["a.orders", "a.orders.json"]);
    assert_eq!(desk.get("kept/a.orders"), desk.get("disk/a.orders"));
}

#[test]
fn a_folder_that_is_read_only_is_named_and_what_is_equal_is_there() {
    for target in TARGETS {
        let (desk, _) = disk_of(3, target);
        desk.put("out/.keep", "");
        let ludex = program();
        let script = format!(
            "mount --bind whole whole; mount -o remount,bind,ro whole
             mount -t tmpfs -o ro tmpfs out
             {ludex} convert -q disk -t {target} -o whole/
             {ludex} convert disk -t {target} -o out/"
        );
        let Some(run) = mounting(&desk, &script) else { return };
        assert_eq!(run.status.code(), Some(1), "{}", said(&run));
        assert!(said(&run).contains("cannot be written: read-only"), "{}", said(&run));
        assert!(said(&run).contains("0 converted, 3 failed"), "{}", said(&run));
    }
}

#[test]
fn folders_that_vanish_during_a_run_leave_whole_outputs() {
    for target in TARGETS {
        let (desk, whole) = disk_of(tries(50), target);
        for vanishing in ["out", "disk"] {
            for delay in [5, 20, 60] {
                let run = spawn(&desk, &format!("convert disk -t {target} -o out/"));
                std::thread::sleep(Duration::from_millis(delay));
                let gone = desk.path(vanishing);
                if vanishing == "disk" {
                    fs::rename(&gone, desk.path("away")).unwrap();
                } else {
                    // Files may disappear as fast as they appear.
                    (0..20).for_each(|_| drop(fs::remove_dir_all(&gone)));
                }
                let output = run.wait_with_output().unwrap();
                assert!([Some(0), Some(1)].contains(&output.status.code()), "{:?}", output.status);
                assert!(!said(&output).contains("internal error"), "{}", said(&output));
                if vanishing == "disk" {
                    fs::rename(desk.path("away"), gone).unwrap();
                }
                if desk.path("out").exists() {
                    // Some files of a package may have been removed.
                    if vanishing == "disk" || target == "json" {
                        is_whole(&tree(&desk.path("out")), &whole);
                    }
                    fs::remove_dir_all(desk.path("out")).unwrap();
                }
            }
        }
        ends_clean(&desk, target, &whole);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_run_without_memory_ends_and_leaves_whole_outputs() {
    for target in TARGETS {
        let (desk, whole) = disk_of(20, target);
        let limited = |kilobytes: usize, line: &str| {
            shell(&desk, &format!("unset RUST_BACKTRACE; ulimit -v {kilobytes}; exec {} {line}", program()))
        };
        let starts = |kilobytes: &usize| limited(*kilobytes, "--version").status.success();
        let enough = (4096..1 << 20).step_by(4096).find(starts).unwrap();
        // With more memory than the minimum, the work on small files may fit in, too.
        let least = (enough - 4096..=enough).step_by(128).find(starts).unwrap();
        let mut failed = 0;
        for more in (0..16384).step_by(1024) {
            let run = limited(least + more, &format!("convert disk -t {target} -o out/"));
            // Memory that the system does not give is no defect of the program.
            assert!(!said(&run).contains("internal error"), "{} kB: {}", least + more, said(&run));
            failed += usize::from(!run.status.success());
            let there = if desk.path("out").exists() { tree(&desk.path("out")) } else { Tree::new() };
            is_whole(&there, &whole);
        }
        assert!(failed > 0, "no run was short of memory");
        ends_clean(&desk, target, &whole);
    }
}

#[test]
fn links_that_lead_in_circles_are_named() {
    use std::os::unix::fs::symlink;
    let desk = Desk::new();
    desk.fixture("playing.DAT", "disk/WAR01.DAT");
    desk.ludex("convert disk/WAR01.DAT -t csv -o disk/tables").ends(0);
    fs::remove_file(desk.path("disk/tables/players.csv")).unwrap();
    symlink("players.csv", desk.path("disk/tables/players.csv")).unwrap();
    symlink("b", desk.path("a")).unwrap();
    symlink("a", desk.path("b")).unwrap();
    for command in ["convert -o x.json", "check", "inspect", "identify", "verify", "restore -o back"] {
        desk.ludex(&format!("{command} a")).is_refused(&["error[IO001]: a: ", "symbolic links"]);
    }
    for command in ["convert -o out/", "check", "verify"] {
        desk.ludex(&format!("{command} disk")).ends(1).says(&["players.csv", "IO0"]);
    }
    assert!(desk.path("out/WAR01.DAT.json").is_file());
    // Such a link is replaced like any output if that is allowed, and stays otherwise.
    desk.ludex("convert disk/WAR01.DAT -t json -o a").ends(1).says(&["IO005"]);
    desk.ludex("convert disk/WAR01.DAT -t json -o a --force").ends(0);
    assert!(!desk.path("a").is_symlink());
    desk.ludex("verify a").ends(0);
}

#[test]
fn the_longest_names_are_converted_or_named() {
    let desk = Desk::new();
    let (longest, fits) = (format!("{}.DAT", "x".repeat(251)), format!("{}.DAT", "y".repeat(246)));
    desk.fixture("playing.DAT", &format!("disk/{longest}")).fixture("playing.DAT", &format!("disk/{fits}"));
    for (target, extension) in [("json", "json"), ("csv", "csv")] {
        let run = desk.ludex(&format!("convert disk -t {target} -o {target}/"));
        run.ends(1).says(&["1 converted, 1 failed", "error[IO006]", "the name is too long"]);
        assert!(desk.path(&format!("{target}/{fits}.{extension}")).exists());
        assert_eq!(fs::read_dir(desk.path(target)).unwrap().count(), 1);
        desk.ludex(&format!("convert disk/{longest} -t {target} -o short.{extension}")).ends(0);
        desk.ludex(&format!("restore short.{extension} {target} -o {target}-back")).ends(0);
        assert!(tree(&desk.path(&format!("{target}-back"))) == tree(&desk.path("disk")));
    }
    desk.fixture("padded-everything.DAT", &format!("disk/{longest}"));
    desk.ludex(&format!("convert disk/{longest} --canonical --in-place"))
        .ends(1)
        .says(&["IO006", "the name is too long"]);
    assert!(desk.get(&format!("disk/{longest}")) == good("padded-everything.DAT"));
    assert_eq!(fs::read_dir(desk.path("disk")).unwrap().count(), 2);
}

#[test]
fn two_runs_of_one_folder_at_once_both_end_well() {
    for target in TARGETS {
        let (desk, whole) = disk_of(tries(40), target);
        for _ in 0..tries(4) {
            let line = format!("convert disk -t {target} -o out/");
            for run in [spawn(&desk, &line), spawn(&desk, &line)] {
                let output = run.wait_with_output().unwrap();
                assert_eq!(output.status.code(), Some(0), "{}", said(&output));
            }
            let there = tree(&desk.path("out"));
            assert!(there == whole, "{:?}", names_that_differ(&there, &whole));
            fs::remove_dir_all(desk.path("out")).unwrap();
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_disk_that_fails_at_the_end_of_a_run_is_said() {
    let desk = Desk::new();
    desk.fixture("playing.DAT", "WAR01.DAT").put("a.orders", "S1901M\nFRANCE:\nA PAR- BUR\n");
    desk.ludex("convert WAR01.DAT -o x.json").ends(0);
    let traced = |options: &str, line: &str| {
        let mut command = Program::new("strace");
        command.args(["-f", "-qq", "-o", "trace", "-e", "trace=syncfs"]).args(options.split_whitespace());
        let arguments = line.split_whitespace();
        command
            .arg(assert_cmd::cargo::cargo_bin("ludex"))
            .args(arguments)
            .current_dir(desk.0.path())
            .stdin(std::process::Stdio::null());
        command.output()
    };
    if !traced("", "--version").is_ok_and(|output| output.status.success()) {
        println!("skipped: no program can be traced here");
        return;
    }
    for (line, is_synced) in [
        ("convert WAR01.DAT -t csv -o tables", true),
        ("convert WAR01.DAT -o y.json", true),
        // The output exists already.
        ("convert WAR01.DAT -o y.json", false),
        ("convert WAR01.DAT -o z.json --sync", false),
        ("restore x.json -o back", true),
        ("check a.orders --fix -o b.orders", true),
        ("check a.orders", false),
    ] {
        let run = traced("-e inject=syncfs:error=EIO", line).unwrap();
        let calls = desk.text("trace").matches("syncfs(").count();
        assert_eq!(
            (calls, run.status.code()),
            (usize::from(is_synced), Some(i32::from(is_synced))),
            "{line}: {}",
            said(&run)
        );
        assert_eq!(said(&run).contains("may not be on the disk"), is_synced, "{line}: {}", said(&run));
    }
}
