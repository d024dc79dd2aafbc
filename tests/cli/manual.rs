//! Tests of the manual pages, and of the script that installs them.

use std::fs;
use std::process::Command;

use super::Desk;

#[test]
fn every_command_has_a_manual_page() {
    let desk = Desk::new();
    desk.ludex("manual man/new").ends(0);
    let mut names: Vec<String> = fs::read_dir(desk.path("man/new"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let help = desk.ludex("-h").out();
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let commands = listed.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    let mut expected: Vec<String> =
        commands.filter(|name| *name != "help").map(|name| format!("ludex-{name}.1")).collect();
    expected.push("ludex.1".to_owned());
    expected.sort();
    assert_eq!(names, expected);
    for name in names {
        let page = desk.text(&format!("man/new/{name}"));
        let name = name.trim_end_matches(".1").replace('-', "\\-");
        for section in
            [".TH ", ".SH NAME", &format!("\n{name} \\- "), ".SH SYNOPSIS", ".SH \"GENERAL OPTIONS\"", "EXIT STATUS"]
        {
            assert!(page.contains(section), "{name}: {section}\n{page}");
        }
        assert_eq!(page.contains(".SH EXAMPLES"), !name.ends_with("schema") && !name.ends_with("explain"), "{name}");
        assert!(!page.contains("manual(1)") && !page.contains('\u{1b}'), "{name}");
    }
    assert!(desk.text("man/new/ludex-convert.1").contains("\\fB\\-\\-no\\-originals\\fR"));
    // No folder can be made below a file.
    desk.put("file", "").ludex("manual file/man").is_refused(&["IO006"]);
}

#[test]
fn man_finds_nothing_wrong_with_the_pages() {
    let desk = Desk::new();
    desk.ludex("manual man").ends(0);
    for entry in fs::read_dir(desk.path("man")).unwrap() {
        let page = entry.unwrap().path();
        let Ok(output) = Command::new("groff").args(["-man", "-Tascii", "-ww", "-z"]).arg(&page).output() else {
            eprintln!("skipped: there is no groff");
            return;
        };
        assert!(output.status.success() && output.stderr.is_empty(), "{page:?}: {output:?}");
    }
}

#[test]
#[cfg(unix)]
fn the_script_installs_program_pages_and_completions() {
    let script = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/install");
    let desk = Desk::new();
    let prefix = desk.path("a prefix");
    let install = |program: Option<&std::path::Path>, script: &std::path::Path| {
        let output = Command::new("bash").arg(script).arg(&prefix).args(program).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    if Command::new("bash").arg("--version").output().is_err() {
        eprintln!("skipped: there is no bash");
        return;
    }
    let program = assert_cmd::cargo::cargo_bin("ludex");
    let said = install(Some(&program), &script);
    assert!(said.contains("is not in PATH"), "{said}");
    let files = [
        "share/man/man1/ludex.1",
        "share/man/man1/ludex-convert.1",
        "share/bash-completion/completions/ludex",
        "share/zsh/site-functions/_ludex",
        "share/fish/vendor_completions.d/ludex.fish",
    ];
    for file in files {
        assert!(fs::read_to_string(prefix.join(file)).unwrap().contains("ludex"), "{file}");
    }
    let run = Command::new(prefix.join("bin/ludex")).arg("--version").output().unwrap();
    assert!(run.status.success());
    // In a release it lies beside the program. Installed files are replaced.
    fs::create_dir(desk.path("release")).unwrap();
    fs::copy(&script, desk.path("release/install")).unwrap();
    fs::copy(&program, desk.path("release/ludex")).unwrap();
    fs::write(prefix.join("bin/ludex"), "old").unwrap();
    install(None, &desk.path("release/install"));
    assert_eq!(fs::read(prefix.join("bin/ludex")).unwrap(), fs::read(&program).unwrap());
    assert_eq!(fs::read_dir(prefix.join("bin")).unwrap().count(), 1);
}
