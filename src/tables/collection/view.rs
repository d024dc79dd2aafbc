//! Views that answer common questions in a database of games.

/// A view of a database.
pub struct View {
    /// The name of the view.
    pub name: &'static str,
    /// The question that it answers, in the words that people use.
    pub question: &'static str,
    /// A description of what one row stands for.
    pub meaning: &'static str,
    /// The columns in their order, each with its meaning.
    pub columns: &'static [(&'static str, &'static str)],
    /// The SQL statement that selects its rows.
    pub sql: &'static str,
}
