use super::*;

fn regions(text: &str) -> Regions {
    Regions::of(Grid::parse(text).unwrap().0, Point::default(), 1.0)
}

/// Returns the area within a closed line; negative where it runs counter-clockwise on the screen.
fn area(outline: &[Point]) -> f64 {
    let next = outline.iter().cycle().skip(1);
    outline.iter().zip(next).map(|(a, b)| (a.x * b.y - b.x * a.y) / 2.0).sum()
}

#[test]
fn a_text_is_a_grid_and_what_is_none_is_refused() {
    let (grid, labels) = Grid::parse("ba.\r\n b\n").unwrap();
    assert_eq!((grid.width(), grid.height(), labels), (3, 2, vec!['a', 'b']));
    assert_eq!([grid.get(0, 0), grid.get(1, 0), grid.get(2, 0), grid.get(1, 1)], [Some(1), Some(0), None, Some(1)]);
    assert_eq!(grid.get(99, 0), None);
    assert_eq!(Grid::parse(""), Err(GridError::Empty));
    assert_eq!(Grid::parse(&"a".repeat(2_001)), Err(GridError::TooLarge(2_001)));
}

#[test]
fn neighbours_have_exactly_the_same_border() {
    let all = regions("aaaabbbb\naaaabbbb\naaabbbbb\nccccbbbb\nccccccbb\n");
    for border in &all.borders {
        let Some(other) = border.other else { continue };
        for line in &border.lines {
            for number in [border.region, other] {
                let outline: Vec<Point> = all.regions[number].outlines.concat();
                let ahead: Vec<Point> = outline.iter().cycle().take(outline.len() * 2).copied().collect();
                let behind: Vec<Point> = ahead.iter().rev().copied().collect();
                let runs = |way: &[Point]| way.windows(line.len()).any(|part| part == line);
                assert!(runs(&ahead) || runs(&behind), "{border:?}");
            }
        }
    }
    let pairs: Vec<_> = all.borders.iter().map(|b| (b.region, b.other, b.length)).collect();
    assert_eq!(pairs, [(0, None, 7), (0, Some(1), 4), (0, Some(2), 3), (1, None, 11), (1, Some(2), 5), (2, None, 8)]);
}

#[test]
fn islands_and_holes_are_closed_lines_of_their_own() {
    let all = regions("aaaaaaa.aaa\naa...aa.aaa\naa.b.aa.aaa\naa...aa....\naaaaaaa....\n");
    let [a, b] = &all.regions[..] else { panic!() };
    let mut areas: Vec<f64> = a.outlines.iter().map(|o| area(o)).collect();
    areas.sort_by(f64::total_cmp);
    assert_eq!(areas.len(), 3);
    // The hole runs in the opposite direction, so that it is not filled.
    assert!(areas[0] < -5.0 && areas[1] > 5.0 && areas[2] > 28.0, "{areas:?}");
    assert!(b.outlines.len() == 1 && area(&b.outlines[0]) > 0.3, "{b:?}");
    assert_eq!(a.path().to_string().matches('z').count(), 3);
}

#[test]
fn cells_that_touch_at_a_corner_alone_are_apart() {
    let all = regions("aab\naab\nbba\nbba\n");
    assert_eq!(all.regions.iter().map(|r| r.outlines.len()).collect::<Vec<_>>(), [2, 2]);
    let whole: f64 = all.regions.iter().flat_map(|r| &r.outlines).map(|o| area(o)).sum();
    assert!(whole > 10.0 && whole <= 12.0, "{whole}");
    assert!(all.regions.iter().flat_map(|r| &r.outlines).all(|o| area(o) > 0.0));
}

#[test]
fn a_label_stands_where_there_is_the_most_room() {
    let all = regions("aaaaaaaa....\naaaaaaaa....\naaaaaaaaaaaa\naaaaaaaa....\naaaaaaaa....\n.......aa...\n");
    let region = &all.regions[0];
    assert_eq!(region.label, Point::new(4.5, 2.5));
    assert_eq!((region.room, region.cells), (2.5, 46));
    assert_eq!(all.at(region.label), Some(0));
    assert_eq!([all.at(Point::new(11.5, 0.5)), all.at(Point::new(-1.0, 0.5))], [None, None]);
    let wide = all.place(0, 7.0, 1.0).unwrap();
    assert!((3.5..=4.5).contains(&wide.x), "{wide:?}");
    assert!(all.place(0, 11.0, 1.0).is_some());
    assert_eq!([all.place(0, 12.0, 2.0), all.place(0, 1.0, 7.0), all.place(9, 1.0, 1.0)], [None; 3]);
}

#[test]
fn a_resized_grid_keeps_the_cells_that_it_has_room_for() {
    let (grid, _) = Grid::parse("ab\nba\n").unwrap();
    let rows = |grid: &Grid| -> Vec<Vec<Option<usize>>> {
        (0..grid.height()).map(|y| (0..grid.width()).map(|x| grid.get(x, y)).collect()).collect()
    };
    assert_eq!(rows(&grid.clone().resized(2, 3)), [[Some(0), Some(1)], [Some(1), Some(0)], [None; 2]]);
    assert_eq!(rows(&grid.clone().resized(3, 1)), [[Some(0), Some(1), None]]);
    assert_eq!(rows(&grid.clone().resized(1, 1)), [[Some(0)]]);
    assert_eq!(grid.clone().resized(9, 9).resized(2, 2), grid);
}

#[test]
fn scale_and_origin_move_everything() {
    let (grid, _) = Grid::parse("aab\naab\n").unwrap();
    let (small, large) =
        (Regions::of(grid.clone(), Point::default(), 1.0), Regions::of(grid, Point::new(100.0, 50.0), 10.0));
    for (small, large) in small.regions.iter().zip(&large.regions) {
        assert_eq!(large.label, Point::new(100.0 + small.label.x * 10.0, 50.0 + small.label.y * 10.0));
        assert_eq!(large.room, small.room * 10.0);
        assert_eq!(large.outlines[0].len(), small.outlines[0].len());
    }
    assert_eq!(large.at(Point::new(125.0, 65.0)), Some(1));
}

#[test]
fn a_grid_without_regions_and_one_of_nothing_but_borders_have_outlines() {
    assert!(Regions::of(Grid::new(0, 0), Point::default(), 1.0).regions.is_empty());
    assert!(Regions::of(Grid::new(3, 3), Point::default(), 0.0).borders.is_empty());
    let checkers: String =
        (0..20).map(|y| (0..20).map(|x| if (x + y) % 2 == 0 { 'a' } else { 'b' }).collect::<String>() + "\n").collect();
    let all = regions(&checkers);
    assert_eq!(all.regions.iter().map(|r| r.outlines.len()).sum::<usize>(), 400);
    let mut far = Grid::new(2, 2);
    far.set(0, 0, Some(usize::MAX - 1));
    far.set(9, 9, Some(0));
    assert!(Regions::of(far, Point::default(), 1.0).regions.len() <= 4);
}

#[test]
fn every_cell_lies_in_its_region_whatever_the_grid() {
    let mut random = 7_u32;
    for _ in 0..50 {
        let mut grid = Grid::new(17, 11);
        for (x, y) in (0..17).flat_map(|x| (0..11).map(move |y| (x, y))) {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            grid.set(x, y, Some((random >> 24) as usize % 5).filter(|n| *n < 4));
        }
        let all = Regions::of(grid.clone(), Point::default(), 1.0);
        let around: usize = all.borders.iter().map(|b| b.length * if b.other.is_some() { 2 } else { 1 }).sum();
        let sides = |x: usize, y: usize| {
            let own = grid.get(x, y);
            let others = [grid.before(x, y, 1, 0), grid.before(x, y, 0, 1), grid.get(x + 1, y), grid.get(x, y + 1)];
            if own.is_some() { others.iter().filter(|other| **other != own).count() } else { 0 }
        };
        let wanted: usize = (0..17).flat_map(|x| (0..11).map(move |y| (x, y))).map(|(x, y)| sides(x, y)).sum();
        assert_eq!(around, wanted);
        for (number, region) in all.regions.iter().enumerate() {
            let drawn: f64 = region.outlines.iter().map(|o| area(o)).sum();
            assert!(drawn > 0.0 && drawn < region.cells as f64 * 2.0, "{drawn} of {}", region.cells);
            assert_eq!(grid.get(region.label.x as usize, region.label.y as usize), Some(number));
        }
    }
}
