//! Tests the invariants of every format: walks the registry and runs each invariant on each file, as a separate test.
//!
//! The files are those of `fixtures/` and, if it exists, of the corpus (`LUDEX_CORPUS`, or else `../shared/corpus`). A
//! new format needs fixtures and goldens here, and hooks that define how its games are edited and its files respelled,
//! as `Hooks` in `respell.rs`, or as data in `fixtures/FORMAT/hooks.json`.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod chains;
mod data_hooks;
mod diffs;
mod explained;
mod facts;
mod files;
mod global_war;
mod golden;
mod hex;
mod homeworlds;
mod invariants;
mod leave_out;
#[path = "../made_games/mod.rs"]
mod made_games;
mod messages;
mod naming;
mod njudge;
mod older;
mod orders;
mod pictures;
mod power;
mod registry;
mod replays;
mod respell;
mod saved_game;
#[path = "../scratch/mod.rs"]
mod scratch;
mod secrets;
mod sweep;
#[path = "../../src/text/tested.rs"]
mod tested;
#[path = "../../src/text/tries.rs"]
mod tries;
mod war_cuts;
mod war_damage;
mod war_disk;
#[path = "../war_games/mod.rs"]
mod war_games;
mod war_log;
mod war_pictures;
mod war_recoveries;
mod war_replays;

use libtest_mimic::{Arguments, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let mut trials: Vec<Trial> = registry::trials();
    trials.extend(explained::trials());
    trials.extend(facts::trials());
    trials.extend(war_replays::trials());
    trials.extend(war_recoveries::trials());
    trials.extend(war_cuts::of_games());
    trials.extend(war_disk::trials());
    trials.extend(pictures::trials());
    trials.extend(war_pictures::trials());
    let files = files::all();
    trials.extend(naming::of_all(&files));
    trials.extend(older::of_old_versions());
    for file in files {
        trials.extend(invariants::trials(&file));
        trials.extend(messages::trials(&file));
        trials.extend(njudge::trials(&file));
        trials.extend(replays::trials(&file));
        trials.extend(chains::trials(&file));
        trials.extend(chains::pairs(&file));
        trials.extend(golden::trials(&file));
        trials.extend(hex::trials(&file));
        trials.extend(naming::trials(&file));
        if file.is_selected() {
            trials.extend(older::trials(&file));
            trials.extend(secrets::trials(&file));
            trials.extend(sweep::trials(&file));
            trials.extend(diffs::trials(&file));
            trials.extend(leave_out::trials(&file));
            trials.extend(war_cuts::trials(&file));
            trials.extend(war_damage::trials(&file));
            trials.extend(pictures::of_file(&file));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// Creates a test that fails with a message.
fn trial(name: String, test: impl FnOnce() -> Result<(), String> + Send + 'static) -> Trial {
    Trial::test(name, move || test().map_err(Into::into))
}
