//! Edits a value and writes the file back: the line of that value changes, and nothing else.
//!
//! ```console
//! $ cargo run --quiet --example edit_and_write_back -- fixtures/global-war-disk/WAR02.DAT
//! WAR02.DAT: 1 of 127 lines changed
//! 21: NEW NAME
//! ```

use std::error::Error;
use std::path::Path;

use ludex::model::Field;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name a WARxx.DAT")?;
    let name = Path::new(&path).file_name().unwrap_or_default().to_string_lossy();
    let before = std::fs::read(&path)?;
    let mut document = ludex::read(&name, &before)?.document;

    let player = document.game.players.get_mut(3).ok_or("this game has no fourth player")?;
    player.name = Field::Known(Some("NEW NAME".into()));

    // What the format cannot hold would be named in `written.diagnostics`; a value that it cannot give back is an error.
    let written = ludex::write_back(&document)?;
    for diagnostic in &written.diagnostics {
        println!("{diagnostic}");
    }
    for file in &written.files {
        let lines = |bytes: &[u8]| bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
        let (old, new) = (lines(&before), lines(&file.bytes));
        let changed: Vec<usize> = (0..old.len().max(new.len())).filter(|at| old.get(*at) != new.get(*at)).collect();
        println!("{}: {} of {} lines changed", file.path, changed.len(), old.len());
        for at in changed {
            println!("{}: {}", at + 1, String::from_utf8_lossy(&new[at]).trim_end());
        }
        // std::fs::write(&file.path, &file.bytes)? would put it on the disk.
    }
    Ok(())
}
