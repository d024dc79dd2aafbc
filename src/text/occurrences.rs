//! Collects things that occur in many places and are reported once.

use super::english::counted;

/// Places and number of occurrences.
#[derive(Debug)]
pub struct Occurrences<P> {
    /// Places in the order of occurrence.
    pub places: Vec<P>,
    /// Total number of occurrences, possibly several in one place.
    pub count: usize,
}

impl<P> Default for Occurrences<P> {
    fn default() -> Self {
        Occurrences { places: Vec::new(), count: 0 }
    }
}

impl<P> Occurrences<P> {
    /// Adds a place with `count` occurrences; does nothing if `count` is 0.
    pub fn add(&mut self, count: usize, place: impl FnOnce() -> P) {
        if count > 0 {
            self.places.push(place());
            self.count += count;
        }
    }

    /// Formats the number of occurrences: `1 place`, `2 places`.
    pub fn words(&self) -> String {
        counted(self.count, "place", "places")
    }
}
