//! Forms of the optional sections of a map file.

use crate::systems::diplomacy::model::Section;

/// Form of a section.
pub struct Form {
    /// The section.
    pub section: Section,
    /// First letter of the header, the only one that the judge reads.
    pub letter: char,
    /// Name of the section in documents and labels.
    pub name: &'static str,
    /// Canonical header of the section.
    pub header: &'static str,
    /// Form of the section's rows.
    pub rows: Rows,
}

/// Form of the rows of a section, and of the line that ends them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    /// Rows begin with a blank; the first line that does not is the end line, which is not read. Has the canonical end
    /// line.
    Indented(&'static str),
    /// Rows begin in the first column; the first line that begins with a blank or `#` is the end line, which is not
    /// read. Has the canonical end line.
    FirstColumn(&'static str),
    /// Rows begin in the first column; the first line that begins with a blank ends them.
    UntilBlank,
    /// Eleven rows without an end line.
    Table,
}

impl Form {
    /// Returns the name of the section for messages.
    pub fn called(&self) -> String {
        self.name.replace('_', " ")
    }
}

impl Rows {
    /// Returns the canonical end line; `None` for tables, which have none.
    pub fn end(self) -> Option<&'static str> {
        match self {
            Rows::Indented(end) | Rows::FirstColumn(end) => Some(end),
            Rows::UntilBlank => Some(""),
            Rows::Table => None,
        }
    }

    /// Returns whether a line is a row of the section.
    pub fn are(self, line: &str) -> bool {
        let blank = line.is_empty() || line.starts_with([' ', '\t', '\r']);
        match self {
            Rows::Indented(_) => blank,
            Rows::FirstColumn(_) => !blank && !line.starts_with('#') && !line.starts_with('-'),
            Rows::UntilBlank => !blank && !line.starts_with('-'),
            Rows::Table => false,
        }
    }
}

macro_rules! form {
    ($section:ident, $letter:literal, $name:literal, $header:literal, $rows:expr) => {
        Form { section: Section::$section, letter: $letter, name: $name, header: $header, rows: $rows }
    };
}

/// The forms of all sections.
pub static FORMS: [Form; 11] = [
    form!(
        CentreOrder,
        'C',
        "centre_order",
        "Center order for summary report:",
        Rows::Indented("#End of center ordering")
    ),
    form!(CityOrder, 'O', "city_order", "Ownership (city) ordering:", Rows::Indented("#End of city ordering")),
    form!(HongKong, 'H', "hong_kong", "HongKong setting", Rows::FirstColumn("#end of HongKong setting")),
    form!(Gateway, 'G', "gateway", "Gateway", Rows::FirstColumn("#end of gateway setting")),
    form!(Railway, 'R', "railway", "Railway", Rows::FirstColumn("#end of railway setting")),
    form!(Famine, 'F', "famine", "Famine: 2     3     4     5     6     7     8     9    10    11    12", Rows::Table),
    form!(Plague, 'P', "plague", "Plague: 2     3     4     5     6     7     8     9    10    11    12", Rows::Table),
    form!(Storms, 'S', "storms", "Storms: 2     3     4     5     6     7     8     9    10    11    12", Rows::Table),
    form!(
        Income,
        'V',
        "income",
        "Variable Income:  City         dice   1  2  3  4  5  6 Initial",
        Rows::Indented("# End of Variable Income.")
    ),
    form!(Limits, 'L', "limits", "Limits for Units Types:", Rows::Indented("#end of limit (this line is compulsory!)")),
    form!(ExtraCentres, 'E', "extra_centres", "Extra centres", Rows::UntilBlank),
];

/// Returns the form of a section.
pub fn form(section: Section) -> &'static Form {
    // Every section is in the list, so the fallback is never used.
    FORMS.iter().find(|form| form.section == section).unwrap_or(&FORMS[0])
}
