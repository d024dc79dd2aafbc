//! Views: questions that databases of games answer.

/// A view of a database.
pub struct View {
    /// Its name.
    pub name: &'static str,
    /// What people call the question that it answers.
    pub question: &'static str,
    /// What one row is.
    pub meaning: &'static str,
    /// Its columns, in their order, and what they mean.
    pub columns: &'static [(&'static str, &'static str)],
    /// The statement that selects its rows.
    pub sql: &'static str,
}
