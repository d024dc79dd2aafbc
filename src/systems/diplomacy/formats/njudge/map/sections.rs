//! Reads the optional sections after the moves.

use std::collections::HashMap;
use std::ops::Range;

use super::form::{FORMS, Form, Rows};
use super::read::Reader;
use super::rows;
use crate::model::{Element, Field, Passage, TerritoryRef, Unknown};
use crate::systems::diplomacy::formats::njudge::codes;
use crate::systems::diplomacy::formats::njudge::cursor::{TextLine, ends_block, found, indent, is_blank};
use crate::systems::diplomacy::model::{Disaster, Section};
use crate::text::suggestion::did_you_mean;

impl<'t> Reader<'t, '_> {
    /// Reads sections up to the end of the block.
    pub(super) fn sections(&mut self) {
        while let Some(line) = self.cursor.next_if(|line| !ends_block(line)) {
            let first = line.text.chars().next();
            match FORMS.iter().find(|form| Some(form.letter) == first) {
                Some(form) => self.section(form, line),
                None if is_layout(line.text) => {}
                None if first == Some(' ') => {
                    let message = "the judge ignores this line: it begins with a blank and belongs to no section";
                    self.cursor.refused(&codes::PASSED_OVER, line.span(), message);
                    self.unknown_line(line);
                }
                None => {
                    let message = format!(
                        "expected the header of a section, found {}: the judge rejects the file",
                        found(line.text)
                    );
                    let word = line.text.split_whitespace().next().unwrap_or_default();
                    let headers = FORMS.iter().filter_map(|form| form.header.split_whitespace().next());
                    let meant = || did_you_mean(word.trim_end_matches(':'), headers);
                    self.cursor.refused_word(&codes::UNKNOWN_SECTION, line.span(), message, meant);
                    self.unknown_line(line);
                }
            }
        }
    }

    /// Keeps a line that belongs to no section in the list of sections, at its position.
    fn unknown_line(&mut self, line: TextLine<'t>) {
        self.cursor.source_span(line);
        let index = self.details.sections.len();
        self.cursor.mark(|| format!("game.details.sections[{index}]"), line.span());
        self.details.sections.push(Field::Unknown(Unknown { unknown: line.text.to_owned() }));
    }

    fn section(&mut self, form: &'static Form, header: TextLine<'t>) {
        let is_table = form.rows == Rows::Table;
        let is_second = self.seen.contains(&form.section);
        if is_table && let Some((row, expected)) = self.fault_of_table() {
            let place = self.cursor.ahead(row).filter(|_| !header.text.starts_with("Prov")).unwrap_or(header);
            let message = if header.text.starts_with("Prov") {
                "the judge takes this for the plague table, and crashes: the header of a list of provinces begins with C"
                    .into()
            } else {
                format!("expected {expected} in the table ({})", form.called())
            };
            self.cursor.refused(&codes::BAD_TABLE, place.span(), message);
            return self.kept_as_lines(form, header);
        }
        if is_second {
            let does = if is_table { "replaces the first table by this one" } else { "adds its rows to the first" };
            let message = format!("duplicate section ({}): the judge {does}", form.called());
            self.cursor.refused(&codes::SECOND_SECTION, header.span(), message);
            return self.kept_as_lines(form, header);
        }
        self.seen.insert(form.section);
        self.cursor.source_span(header);
        let index = self.details.sections.len();
        self.cursor.mark(|| format!("game.details.sections[{index}]"), header.span());
        self.details.sections.push(Field::Known(form.section));
        self.begin(form.section);
        if is_table {
            for row in 2..=12 {
                self.row_of_table(form, row);
            }
            return;
        }
        while let Some(line) = self.cursor.next_if(|line| form.rows.are(line)) {
            if !line.is_blank() {
                self.cursor.source_span(line);
                self.row(form, line);
            } else if matches!(form.section, Section::Income | Section::Limits) {
                let message = "unexpected blank line inside this section: the judge rejects the file";
                self.cursor.refused(&codes::BAD_ROW, line.span(), message);
            }
        }
        self.end_of_section(form);
    }

    /// Keeps the lines of a section that cannot be read as lines of text.
    fn kept_as_lines(&mut self, form: &'static Form, header: TextLine<'t>) {
        self.unknown_line(header);
        if form.rows == Rows::Table {
            let is_row = |line: TextLine<'_>| {
                !line.is_blank() && line.text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, ' ' | '\t'))
            };
            let is_inside = |line: &TextLine<'_>| is_row(*line) || line.is_blank() || line.text.starts_with('#');
            // Comments and blank lines inside a table may be its fault, so they are kept with it.
            let inside: Vec<TextLine<'_>> = (0..13).map_while(|i| self.cursor.ahead(i).filter(is_inside)).collect();
            let last = inside.iter().rposition(|line| is_row(*line)).map_or(0, |last| last + 1);
            for line in inside.into_iter().take(last) {
                self.cursor.next();
                self.unknown_line(line);
            }
            return;
        }
        while let Some(line) = self.cursor.next_if(|line| form.rows.are(line)) {
            if !line.is_blank() {
                self.unknown_line(line);
            }
        }
        if let Some(end) = self.cursor.next_if(|line| !ends_block(line) || is_indented(form)) {
            self.unknown_line(end);
        }
    }

    /// Reads the line that ends a section. The judge accepts any line there without looking at it.
    fn end_of_section(&mut self, form: &'static Form) {
        let Some(end) = self.cursor.next_if(|line| !ends_block(line) || is_indented(form)) else {
            self.open.push(form.section);
            let at = self.cursor.peek().map_or(self.cursor.text.len(), |line| line.line.start);
            if self.cursor.peek().is_some() {
                let message = format!(
                    "missing end line of the section ({}): the judge reads -1 as one of its rows",
                    form.called()
                );
                self.cursor.refused(&codes::NO_END, at..at, message);
            }
            return;
        };
        let (text, span) = (end.text, end.span());
        if !is_indented(form) && !end.is_blank() && text.starts_with([' ', '\t']) {
            let message = format!(
                "expected a row ({}) in the first column: the judge takes this line for the end",
                form.called()
            );
            self.cursor.refused(&codes::WRONG_COLUMN, span, message);
            // The line may be a row, so it is kept.
            self.open.push(form.section);
            return self.unknown_line(end);
        }
        self.cursor.source_span(end);
        if !is_indented(form) || text.starts_with('#') {
            return;
        }
        if ends_block(text) {
            self.cursor.remark(&codes::REMARK, span, "this line ends both the list and the block");
        } else if is_header(text) {
            let message =
                format!("missing end line of the section ({}): the judge takes this header for it", form.called());
            self.cursor.odd(&codes::NO_END, span, message);
        } else {
            let message =
                format!("expected a row ({}) after a blank: the judge takes this line for the end", form.called());
            self.cursor.refused(&codes::WRONG_COLUMN, span, message);
        }
    }

    /// Creates the list that the rows of a section go into.
    fn begin(&mut self, section: Section) {
        let details = &mut self.details;
        match section {
            Section::Famine => details.famine = Some(Vec::new()),
            Section::Plague => details.plague = Some(Vec::new()),
            Section::Storms => details.storms = Some(Vec::new()),
            Section::Income => details.income = Some(Vec::new()),
            Section::CityOrder => details.city_order = Some(Vec::new()),
            Section::CentreOrder => details.centre_order = Some(Vec::new()),
            Section::HongKong => details.hong_kong = Some(Vec::new()),
            Section::Limits => details.limits = Some(Vec::new()),
            Section::ExtraCentres => details.extra_centres = Some(Vec::new()),
            Section::Gateway | Section::Railway => {}
        }
    }

    /// Returns the first line after the header that is not the expected row of a table, as an offset from the header,
    /// and a phrase for the row that was expected; `None` where the table is complete.
    fn fault_of_table(&self) -> Option<(usize, String)> {
        (0..11).find_map(|index| {
            let row = index as u8 + 2;
            let line = self.cursor.ahead(index).map_or("", |line| line.text);
            match rows::label(line, row) {
                None => Some((index, format!("a row with the label {row}:"))),
                Some(end) if rows::cells(line, end + 1, &self.names).is_none() => {
                    Some((index, "a row of eleven cells".to_owned()))
                }
                Some(_) => None,
            }
        })
    }

    fn row_of_table(&mut self, form: &'static Form, row: u8) {
        let Some(line) = self.cursor.next() else { return };
        self.cursor.source_span(line);
        let Some(end) = rows::label(line.text, row) else { return };
        self.survey.label_end(end);
        let cells = rows::cells(line.text, end + 1, &self.names).unwrap_or_default();
        for ((column, territory), at) in cells {
            let at = line.part(at);
            self.check_place(&territory, at.clone());
            let table = match form.section {
                Section::Famine => &mut self.details.famine,
                Section::Plague => &mut self.details.plague,
                _ => &mut self.details.storms,
            };
            let table = table.get_or_insert_default();
            let index = table.len();
            table.push(Disaster { row, column, territory });
            self.cursor.mark(|| format!("game.details.{}[{index}]", form.name), at);
        }
    }

    fn check_place(&mut self, place: &Field<TerritoryRef>, at: Range<usize>) {
        if let Field::Unknown(unknown) = place {
            self.unresolved(&unknown.unknown, at);
        }
    }

    fn row(&mut self, form: &'static Form, line: TextLine<'t>) {
        let text = line.text;
        if matches!(form.rows, Rows::Indented(_)) && form.section != Section::Income {
            self.survey.indent(&text[..indent(text)]);
        }
        match form.section {
            Section::CentreOrder | Section::CityOrder => self.list_row(form, line),
            Section::Income => self.income_row(line),
            Section::Limits => {
                let row = rows::element(rows::limits(text), text);
                let rows = self.details.limits.get_or_insert_default();
                let (index, known) = (rows.len(), row.known().is_some());
                rows.push(row);
                self.placed_row(form, index, line, known, "a letter and three groups of four marks (x, b, r or a dot)");
            }
            Section::ExtraCentres => {
                let row = rows::element(rows::extra_centres(text), text);
                let rows = self.details.extra_centres.get_or_insert_default();
                let (index, known) = (rows.len(), row.known().is_some());
                rows.push(row);
                self.placed_row(form, index, line, known, "a letter and a number");
            }
            Section::HongKong => self.hong_kong_row(form, line),
            Section::Gateway => self.passage_row(rows::gateway(text, &self.names), line),
            Section::Railway => self.passage_row(rows::railway(text, &self.names), line),
            Section::Famine | Section::Plague | Section::Storms => {}
        }
    }

    fn placed_row(&mut self, form: &Form, index: usize, line: TextLine<'t>, known: bool, expected: &str) {
        self.cursor.mark(|| format!("game.details.{}[{index}]", form.name), line.span());
        if !known {
            let message = format!("expected {expected}, found {}: the judge rejects the file", found(line.text.trim()));
            self.cursor.refused(&codes::BAD_ROW, line.span(), message);
        }
    }

    fn list_row(&mut self, form: &'static Form, line: TextLine<'t>) {
        let row = rows::places(line.text, 0, &self.names);
        let list = if form.section == Section::CityOrder {
            &mut self.details.city_order
        } else {
            &mut self.details.centre_order
        };
        let list = list.get_or_insert_default();
        let index = list.len();
        let (places, spans): (Vec<_>, Vec<_>) = row.into_iter().unzip();
        list.push(places.clone());
        self.cursor.mark(|| format!("game.details.{}[{index}]", form.name), line.span());
        for (i, (place, span)) in places.iter().zip(spans).enumerate() {
            let at = line.part(span);
            self.check_place(place, at.clone());
            self.cursor.mark(|| format!("game.details.{}[{index}][{i}]", form.name), at);
        }
    }

    fn income_row(&mut self, line: TextLine<'t>) {
        let read = rows::income(line.text, &self.names);
        let index = self.details.income.as_ref().map_or(0, Vec::len);
        let path = move || format!("game.details.income[{index}]");
        self.cursor.mark(path, line.span());
        let row = match read {
            None => {
                let message = format!(
                    "expected a city, its dice and six values, found {}: the judge rejects the file",
                    found(line.text.trim())
                );
                self.cursor.refused(&codes::BAD_ROW, line.span(), message);
                rows::element(None, line.text)
            }
            Some((income, name, numbers)) => {
                let has_tabs = line.text.contains('\t');
                let ends = numbers.iter().map(|(_, at)| at.end);
                self.survey.income(&line.text[..indent(line.text)], ends, has_tabs);
                self.check_place(&income.territory, line.part(name.clone()));
                self.cursor.mark(|| path() + ".territory", line.part(name));
                for (i, (_, at)) in numbers.into_iter().enumerate() {
                    let field = match i {
                        0 => ".dice".to_owned(),
                        7 => ".initial".to_owned(),
                        i => format!(".values[{}]", i - 1),
                    };
                    self.cursor.mark(|| path() + &field, line.part(at));
                }
                Element::Known(income)
            }
        };
        self.details.income.get_or_insert_default().push(row);
    }

    fn hong_kong_row(&mut self, form: &'static Form, line: TextLine<'t>) {
        let (row, spans) = rows::hong_kong(line.text, &self.names).unzip();
        let row = rows::element(row, line.text);
        let index = self.details.hong_kong.as_ref().map_or(0, Vec::len);
        self.placed_row(form, index, line, row.known().is_some(), "a letter, a colon and a province");
        let territories = row.known().map_or(&[][..], |row| &row.territories);
        for (i, (place, span)) in territories.iter().zip(spans.unwrap_or_default()).enumerate() {
            self.check_place(place, line.part(span.clone()));
            self.cursor.mark(|| format!("game.details.hong_kong[{index}].territories[{i}]"), line.part(span));
        }
        self.details.hong_kong.get_or_insert_default().push(row);
    }

    fn passage_row(&mut self, (passage, marks): (Passage, rows::Placed<&'static str>), line: TextLine<'t>) {
        let index = self.board.passages.len();
        let path = || format!("game.board.passages[{index}]");
        self.cursor.mark(path, line.span());
        if marks.is_empty() {
            let message = format!(
                "expected a name, a colon and provinces, found {}: the judge rejects the file",
                found(line.text.trim())
            );
            self.cursor.refused(&codes::BAD_ROW, line.span(), message);
        }
        let mut counts = HashMap::new();
        for (field, span) in marks {
            let at = line.part(span);
            let count = counts.entry(field).or_insert(0);
            let (place, field) = match field {
                "between" => (passage.between.get(*count), format!("between[{count}]")),
                "path" => (passage.path.get(*count), format!("path[{count}]")),
                "at" => (Some(&passage.at), "at".to_owned()),
                _ => (Some(&passage.controlled_from), "controlled_from".to_owned()),
            };
            *count += 1;
            if let Some(place) = place {
                self.check_place(place, at.clone());
            }
            self.cursor.mark(|| format!("{}.{field}", path()), at);
        }
        self.board.passages.push(Element::Known(passage));
    }
}

/// Returns whether the judge ignores a line between sections, and nothing is lost with it.
pub(super) fn is_layout(text: &str) -> bool {
    is_blank(text) && !text.starts_with('\t') || text.starts_with(['#', '\r'])
}

/// Returns whether a `-1` can end the section as any other line can.
fn is_indented(form: &Form) -> bool {
    matches!(form.rows, Rows::Indented(_))
}

/// Returns whether a line looks like the header of a section.
pub(super) fn is_header(text: &str) -> bool {
    const WORDS: [&str; 12] =
        ["cent", "owner", "city", "hong", "gate", "rail", "famine", "plague", "storm", "variable", "limit", "extra"];
    let lower = text.to_ascii_lowercase();
    WORDS.iter().any(|word| lower.starts_with(word))
}
