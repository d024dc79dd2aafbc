//! The optional sections: what each looks like in a file.

use crate::systems::diplomacy::model::Section;

/// What a section looks like.
pub struct Form {
    /// The section.
    pub section: Section,
    /// Its first letter, which is all of its header that the judge reads.
    pub letter: char,
    /// Its name in documents.
    pub name: &'static str,
    /// Its header in canonical text.
    pub header: &'static str,
    /// How its rows are told.
    pub rows: Rows,
}

/// How the rows of a section are told, and what ends them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    /// They begin with a blank; the first line that does not ends them, unread. The canonical one is given.
    Indented(&'static str),
    /// They begin in the first column; the first line that begins with a blank or `#` ends them, unread.
    FirstColumn(&'static str),
    /// They begin in the first column; the first line that begins with a blank ends them.
    UntilBlank,
    /// Eleven rows, and no end line.
    Table,
}

impl Form {
    /// How it is called in messages.
    pub fn called(&self) -> String {
        self.name.replace('_', " ")
    }
}

impl Rows {
    /// The canonical end line.
    pub fn end(self) -> Option<&'static str> {
        match self {
            Rows::Indented(end) | Rows::FirstColumn(end) => Some(end),
            Rows::UntilBlank => Some(""),
            Rows::Table => None,
        }
    }

    /// Whether a line is one of the rows.
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

/// The sections.
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

/// The form of a section.
pub fn form(section: Section) -> &'static Form {
    // Every section is in the list; the first stands for none.
    FORMS.iter().find(|form| form.section == section).unwrap_or(&FORMS[0])
}
