//! "Did you mean": finds the name most similar to a misspelt word.

/// Limit of a word's length: longer words are not names, and comparing must stay cheap.
const MAX_LENGTH: usize = 64;

/// Limit of the candidates of a word: a hostile file may name thousands, and as many misspelt words.
const MAX_CANDIDATES: usize = 1000;

/// Returns the candidate most similar to `word`; `None` if no candidate is similar enough.
///
/// An extra, missing, different or transposed letter counts as one mistake; case is ignored. A third of the letters may
/// be wrong. Among equally similar candidates, the first is taken.
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let length = word.chars().count();
    if length > MAX_LENGTH {
        return None;
    }
    let word = word.to_lowercase();
    let own = set_of_letters(&word);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates.into_iter().take(MAX_CANDIDATES) {
        let other = candidate.chars().count();
        let allowed = length.max(other) / 3;
        if length.abs_diff(other) > allowed {
            continue;
        }
        let lowercase = candidate.to_lowercase();
        // Each mistake explains at most one letter that the other word does not have.
        let others = set_of_letters(&lowercase);
        if (own & !others).count_ones().max((others & !own).count_ones()) as usize > allowed {
            continue;
        }
        let mistakes = strsim::osa_distance(&word, &lowercase);
        if mistakes <= allowed && best.is_none_or(|(least, _)| mistakes < least) {
            best = Some((mistakes, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Returns the set of the letters of a word, in which different ones may share a bit: adding, leaving out, changing or
/// swapping letters once changes two bits at most.
pub fn set_of_letters(word: &str) -> u64 {
    word.chars().fold(0, |set, letter| set | 1 << (u32::from(letter) % u64::BITS))
}

/// Returns a question for a misspelt word, such as "did you mean `armies`?"
pub fn did_you_mean<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<String> {
    nearest(word, candidates).map(|name| format!("did you mean `{name}`?"))
}

/// Returns `message`, followed by the name most similar to `word` if there is one.
pub fn with_suggestion<'c>(message: String, word: &str, candidates: impl IntoIterator<Item = &'c str>) -> String {
    match did_you_mean(word, candidates) {
        Some(question) => format!("{message}; {question}"),
        None => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        /// Comparing letters first changes no answer.
        #[test]
        fn the_nearest_has_the_fewest_mistakes(
            word in "[a-cÄäσΣ]{0,7}",
            names in proptest::collection::vec("[A-Ca-däΣ]{1,7}", 0..6),
        ) {
            let mistakes = |name: &String| strsim::osa_distance(&word.to_lowercase(), &name.to_lowercase());
            let may_be = |name: &&String| mistakes(name) <= word.chars().count().max(name.chars().count()) / 3;
            let best = names.iter().filter(may_be).min_by_key(|name| mistakes(name));
            proptest::prop_assert_eq!(nearest(&word, names.iter().map(String::as_str)), best.map(String::as_str));
        }
    }

    #[test]
    fn a_slip_leads_to_the_name_that_was_meant() {
        let keys = ["name", "armies", "owner", "sets_traded", "n"];
        for (word, meant) in [
            ("nmae", Some("name")),
            ("Armies", Some("armies")),
            ("ownr", Some("owner")),
            ("set_traded", Some("sets_traded")),
            ("colour", None),
            ("", None),
            ("x", None),
        ] {
            assert_eq!(nearest(word, keys), meant, "{word}");
        }
        assert_eq!(did_you_mean("ownre", keys).as_deref(), Some("did you mean `owner`?"));
        assert_eq!(nearest(&"x".repeat(100_000), keys), None);
        let many = std::iter::repeat_n("other", 2000).chain(["name"]);
        assert_eq!(nearest("nmae", many), None);
    }
}
