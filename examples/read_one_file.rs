//! Reads one file and says who plays, who holds how much, and what is odd about it.
//!
//! ```console
//! $ cargo run --quiet --example read_one_file -- fixtures/global-war-disk/WAR02.REC
//! WAR02.REC is a war-rec of Global War
//! 1: PERCIVAL NETTLE, 13 territories
//! 2: Gloria Mundy, 4 territories
//! 3: CAPTAIN BISCUIT, 12 territories
//! 4: OLD TOM HARDCASE, 13 territories
//! 5: nobody, 0 territories
//! 6: nobody, 0 territories
//! ```

use std::error::Error;
use std::path::Path;

use ludex::model::Holding;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name a file")?;
    let name = Path::new(&path).file_name().unwrap_or_default().to_string_lossy();
    let read = ludex::read(&name, &std::fs::read(&path)?)?;
    let game = &read.document.game;
    println!("{name} is a {} of {}", read.format, game.system.name());
    let holdings: Vec<&Holding> = game.position.iter().flat_map(|position| &position.holdings).collect();
    for player in &game.players {
        let is_theirs = |holding: &&&Holding| holding.owner.known() == Some(&Some(player.seat.clone()));
        let count = holdings.iter().filter(is_theirs).count();
        println!("{}: {}, {count} territories", player.seat, player.name().unwrap_or("nobody"));
    }
    for diagnostic in &read.diagnostics {
        println!("{diagnostic}");
    }
    Ok(())
}
