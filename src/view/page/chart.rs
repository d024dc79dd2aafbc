//! Draws the counts of players over time as a small chart.

use crate::view::picture::{Anchor, Paint, PathData, Point, Series, Shape, Style, clipped, markup};

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 200.0;
/// Margins at the left, for numbers, and at the right, for names.
const LEFT: f64 = 40.0;
const RIGHT: f64 = 150.0;
/// Margin above and below.
const EDGE: f64 = 16.0;
const SIZE: f64 = 12.0;
/// Maximum number of players that a chart has lines for.
const MAX_LINES: usize = 16;

/// Draws a series of `moments` moments as SVG; `None` if there are fewer than two moments, or if no player with at
/// least two known counts ever has more than 0.
pub fn chart(series: &Series, moments: usize) -> Option<String> {
    let known = |counts: &[Option<i64>]| counts.iter().flatten().count() > 1;
    let lines: Vec<_> = series.players.iter().filter(|(.., counts)| known(counts)).take(MAX_LINES).collect();
    let highest = lines.iter().flat_map(|(.., counts)| counts.iter().flatten()).max().copied()?;
    if moments < 2 || highest <= 0 {
        return None;
    }
    let step = (WIDTH - LEFT - RIGHT) / (moments - 1) as f64;
    let y = |count: i64| HEIGHT - EDGE - (HEIGHT - 2.0 * EDGE) * count.max(0) as f64 / highest as f64;
    let place = |at: usize, count: i64| Point::new(LEFT + step * at as f64, y(count));
    let mut shapes = Vec::new();
    for count in [0, highest] {
        let at = y(count);
        let line = Style::outlined(Paint::Muted, 0.5);
        shapes.push(Shape::line(Point::new(LEFT, at), Point::new(WIDTH - RIGHT, at), line));
        let label = Point::new(LEFT - 6.0, at + 4.0);
        shapes.push(Shape::text(label, SIZE, Anchor::End, &count.to_string()).in_paint(Paint::Muted));
    }
    let mut ends = Vec::new();
    for (name, paint, counts) in lines {
        let mut data = PathData::default();
        let mut is_open = false;
        let mut end = None;
        for (at, count) in counts.iter().take(moments).enumerate() {
            let Some(count) = count else {
                is_open = false;
                continue;
            };
            let point = place(at, *count);
            data = if is_open { data.line_to(point) } else { data.move_to(point) };
            is_open = true;
            end = Some(point);
        }
        let is_piece = matches!(paint, Paint::Piece(_));
        if is_piece {
            // A rim: white would not be visible on white, nor black on black.
            shapes.push(Shape::Path { data: data.clone(), style: Style::outlined(Paint::Muted, 4.0) });
        }
        shapes.push(Shape::Path { data, style: Style::outlined(*paint, 2.0) });
        ends.extend(end.map(|end| (end, name, if is_piece { Paint::Ink } else { *paint })));
    }
    ends.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
    shapes.extend(names(&ends));
    let mut inside = String::new();
    shapes.iter().for_each(|shape| inside += &markup(shape));
    let name = crate::text::printable::printable(&series.name);
    let end = WIDTH - RIGHT;
    Some(format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{} over time, as lines; the table above has the \
         numbers\">{inside}<line class=\"cursor si\" x1=\"{end}\" x2=\"{end}\" y1=\"{EDGE}\" y2=\"{}\" data-left=\"{LEFT}\" \
         data-step=\"{step}\" stroke-dasharray=\"3 3\"/></svg>",
        quick_xml::escape::escape(name),
        HEIGHT - EDGE
    ))
}

/// Places the names of the players at the ends of their lines, below each other where these are close.
fn names(ends: &[(Point, &String, Paint)]) -> Vec<Shape> {
    let needed = SIZE * 1.1;
    let free = (HEIGHT - SIZE * 0.3 - needed * ends.len() as f64).max(0.0);
    let mut lowest = f64::NEG_INFINITY;
    let mut shapes = Vec::new();
    for (at, (end, name, paint)) in ends.iter().enumerate() {
        let y = (end.y + SIZE * 0.35).max(lowest + needed).min(free + needed * (at + 1) as f64);
        lowest = y;
        let at = Point::new(WIDTH - RIGHT + 8.0, y);
        let name = clipped(name, SIZE, RIGHT - 10.0);
        shapes.push(Shape::text(at, SIZE, Anchor::Start, &name).in_paint(*paint));
    }
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_has_a_line_for_each_player_and_a_gap_where_nothing_is_known() {
        let players = vec![
            ("Ann".to_owned(), Paint::Player(0), vec![Some(1), None, Some(3), Some(4)]),
            ("<b>".to_owned(), Paint::Player(1), vec![Some(2), Some(2), Some(2), Some(2)]),
            ("unknown".to_owned(), Paint::Piece(4), vec![None; 4]),
        ];
        let series = Series { name: "Countries".into(), players };
        let svg = chart(&series, 4).unwrap();
        assert_eq!(svg.matches("<path").count(), 2 + 2, "two lines of the grid, two players: {svg}");
        let begun = svg
            .split("d=\"")
            .skip(1)
            .filter_map(|path| path.split('"').next())
            .map(|path| path.matches(['M', 'm']).count());
        assert_eq!(begun.sum::<usize>(), 2 + 3, "{svg}");
        assert!(svg.contains("&lt;b&gt;") && !svg.contains("unknown"), "{svg}");
        assert_eq!(chart(&series, 1), None);
    }
}
