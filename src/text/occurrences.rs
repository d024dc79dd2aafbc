//! What is met in many places, and said once.

use super::english::counted;

/// Where something was met, and how often.
#[derive(Debug)]
pub struct Occurrences<P> {
    /// The places in the order that they were met in.
    pub places: Vec<P>,
    /// How often it was met: several times in one place, perhaps.
    pub count: usize,
}

impl<P> Default for Occurrences<P> {
    fn default() -> Self {
        Occurrences { places: Vec::new(), count: 0 }
    }
}

impl<P> Occurrences<P> {
    /// Adds a place where it was met `count` times; none where that is never.
    pub fn add(&mut self, count: usize, place: impl FnOnce() -> P) {
        if count > 0 {
            self.places.push(place());
            self.count += count;
        }
    }

    /// How often it was met, in words: `1 place`, `2 places`.
    pub fn words(&self) -> String {
        counted(self.count, "place", "places")
    }
}
