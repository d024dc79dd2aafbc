//! The memory that lists take.

use std::mem::size_of;

/// Length in bytes up to which a list is copied.
const SHORT: usize = 64 * 1024;

/// Frees the spare capacity of a list that gets no more items.
///
/// A list starts with room for four items, which in a record of a hundred thousand turns with one action each would be
/// several times the size of the actions. Freed where it is, that room would stay a hole between lists that are kept,
/// too small for the next list: a short list is moved into room of its own size, and its first room is used again.
pub fn free_spare_room<T>(list: &mut Vec<T>) {
    if list.len() == list.capacity() {
        return;
    }
    if list.len().saturating_mul(size_of::<T>()) > SHORT {
        list.shrink_to_fit();
        return;
    }
    let mut exact = Vec::with_capacity(list.len());
    exact.append(list);
    *list = exact;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_keep_their_items_and_lose_their_spare_capacity() {
        for length in [0, 1, 3, 4, 5, SHORT, SHORT + 1] {
            let mut list = Vec::with_capacity(2 * SHORT);
            list.extend((0..length).map(|number| number.to_string()));
            free_spare_room(&mut list);
            assert!(list.iter().map(String::as_str).eq((0..length).map(|number| number.to_string())));
            assert_eq!(list.capacity(), length);
        }
    }
}
