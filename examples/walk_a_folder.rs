//! Reads a whole folder, each file with what lies beside it, and counts what is there.
//!
//! ```console
//! $ cargo run --quiet --example walk_a_folder -- fixtures/njudge-archive
//! fixtures/njudge-archive/G003.lakes: njudge-seed, 13 provinces
//! fixtures/njudge-archive/map.lakes: njudge-map, 13 provinces
//! fixtures/njudge-archive/seed.lakes: njudge-seed, 13 provinces
//! {"njudge-map": 1, "njudge-seed": 2}, and 1 of other kinds
//! ```

use std::collections::BTreeMap;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("name a folder")?;
    let session = ludex::Session::new();
    let (mut formats, mut others) = (BTreeMap::new(), 0);
    for entry in session.walk(&folder) {
        match session.read_entry(&entry) {
            Ok(read) => {
                // The seed beside a map was read with the map's board.
                let provinces = read.document.game.board.map_or(0, |board| board.territories.len());
                println!("{}: {}, {provinces} provinces", entry.label(), read.format);
                *formats.entry(read.format).or_insert(0) += 1;
            }
            Err(error) if error.is_foreign() => others += 1,
            Err(error) => println!("{error}"),
        }
    }
    println!("{formats:?}, and {others} of other kinds");
    Ok(())
}
