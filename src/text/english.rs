//! English wording of counts and lists.

/// Formats a count with its noun, such as `1 player` or `2 players`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Formats a list: `a`, `a and b`, `a, b and c`.
pub fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Returns `text` with its first letter capitalised.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        let words = [0, 1, 2].map(|count| counted(count, "city", "cities"));
        assert_eq!(words, ["0 cities", "1 city", "2 cities"]);
    }

    #[test]
    fn lists_read_as_sentences() {
        let items = |n: usize| (1..=n).map(|i| i.to_string()).collect::<Vec<_>>();
        assert_eq!([0, 1, 2, 3].map(|n| listed(&items(n))), ["", "1", "1 and 2", "1, 2 and 3"]);
    }
}
