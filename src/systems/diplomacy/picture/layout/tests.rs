use super::*;
use crate::conversion::{self, ReadOptions};
use crate::systems::diplomacy::boards::standard;

#[test]
fn the_standard_board_is_laid_out_from_its_adjacencies() {
    let board = standard().board();
    let graph = Graph::of(Some(board), std::iter::empty());
    let (grid, cell) = laid_out(&graph);
    assert_eq!(laid_out(&graph), (grid.clone(), cell));
    let all = crate::view::picture::regions::Regions::of(grid, Point::default(), cell);
    let shared: Vec<(usize, usize)> = all.borders.iter().filter_map(|b| Some((b.region, b.other?))).collect();
    let wrong: Vec<_> = shared.iter().filter(|(one, other)| !graph.touch(*one, *other)).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let pairs = graph.pairs().count();
    let drawn = graph.pairs().filter(|pair| shared.contains(pair)).count();
    assert!(drawn * 10 > pairs * 9, "{drawn} of {pairs} touch");
    assert!(all.regions.iter().all(|region| region.cells > 0));
}

#[test]
fn a_board_with_provinces_of_europe_has_its_north_above() {
    let board = standard().board();
    let mut graph = Graph::of(Some(board), std::iter::empty());
    let lies = |graph: &Graph<'_>| {
        let (grid, cell) = laid_out(graph);
        let all = crate::view::picture::regions::Regions::of(grid, Point::default(), cell);
        let at = |id: &str| all.regions[graph.number(id).unwrap()].label;
        (at("nor").y < at("tun").y, at("lon").x < at("mos").x && at("por").x < at("smy").x)
    };
    assert_eq!(lies(&graph), (true, true));
    // Without names, the coasts of Spain and of two more provinces say where north is.
    graph.provinces.iter_mut().for_each(|province| province.territory = None);
    assert!(lies(&graph).0);
}

#[test]
fn a_board_of_long_rows_takes_little_memory() {
    let id = |arm: usize, at: usize| format!("{}{}", ["x", "y", "z"][arm], (b'a' + at as u8) as char);
    let mut map = String::from("Middle, l m\n");
    let mut moves = String::from("m-mv: xa ya za\n");
    for (arm, at) in (0..3).flat_map(|arm| (0..26).map(move |at| (arm, at))) {
        let before = if at == 0 { "m".to_owned() } else { id(arm, at - 1) };
        let after = if at == 25 { String::new() } else { id(arm, at + 1) };
        map += &format!("P{0}, l {0}\n", id(arm, at));
        moves += &format!("{}-mv: {before} {after}\n", id(arm, at));
    }
    let options = ReadOptions { format: Some("njudge-map".into()), ..ReadOptions::default() };
    let reading = conversion::read("map.rows", format!("{map}-1\n{moves}-1\n").as_bytes(), &options);
    let board = reading.document.unwrap().game.board.unwrap();
    let graph = Graph::of(Some(&board), std::iter::empty());
    let mut cells = 0;
    let used = allocation_counter::measure(|| {
        let (grid, _) = laid_out(&graph);
        cells = grid.width() * grid.height();
    });
    assert!(cells > 250_000, "{cells}");
    assert!(used.bytes_max < 8 * cells as u64, "{} bytes for {cells} cells", used.bytes_max);
}
