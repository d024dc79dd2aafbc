//! Unpacks members that PAK distilled. The library follows the table of codes without checks, so it is checked first.

use unarc_rs::arc::distilled;

use super::super::ContainerError;
use super::super::lzw::Codes;

/// Limit of the expansion ratio of a member: four bits stand for up to as many bytes as the greatest code allows.
pub(super) const MAX_DISTILLED: u64 = 2 * (3 + (CODES - 0x101) as u64);
/// Number of codes: they stand for bytes, the end, and lengths.
const CODES: usize = 0x140;
const MAX_NODES: usize = 0x274;

/// Unpacks a member whose table of codes is a tree of valid codes.
pub(super) fn decompress(packed: &[u8]) -> Result<Vec<u8>, ContainerError> {
    if packed.len() >= 3 && !is_tree(packed) {
        return Err(ContainerError::damaged("its table of codes is damaged"));
    }
    distilled::decompress(packed).map_err(|error| ContainerError::Damaged(error.to_string()))
}

/// Returns whether the table leads to each of its nodes exactly once.
fn is_tree(packed: &[u8]) -> bool {
    let Some((&[low, high, bits], packed)) = packed.split_first_chunk::<3>() else { return false };
    let count = usize::from(u16::from_le_bytes([low, high]));
    if !(2..=MAX_NODES).contains(&count) || !(1..=16).contains(&bits) {
        return false;
    }
    let mut codes = Codes::new(packed);
    let nodes: Vec<usize> =
        std::iter::from_fn(|| codes.next(bits.into()).ok().flatten().map(usize::from)).take(count).collect();
    let mut seen = vec![false; count];
    let mut next = vec![count - 2];
    while let Some(node) = next.pop() {
        if node >= count {
            if node - count >= CODES {
                return false;
            }
            continue;
        }
        match (seen.get_mut(node), nodes.get(node..)) {
            (Some(seen @ false), Some([left, right, ..])) => {
                *seen = true;
                next.extend([*left, *right]);
            }
            _ => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a table of nodes with eight bits each.
    fn table(nodes: &[u8]) -> Vec<u8> {
        [&[nodes.len() as u8, 0, 8], nodes, &[0xFF; 20]].concat()
    }

    #[test]
    fn a_table_that_goes_round_or_meets_itself_is_refused() {
        assert!(is_tree(&table(&[4, 5])) && is_tree(&table(&[4, 5, 0, 6])));
        for nodes in [&[0, 0][..], &[4, 5, 0, 0], &[1, 5, 0, 5], &[4], &[]] {
            assert!(!is_tree(&table(nodes)), "{nodes:?}");
        }
        // Without the check, 64 nested nodes whose two branches both lead to the next would be followed forever.
        let nodes: Vec<u8> = (0..60).flat_map(|node: u8| [(node * 2).saturating_sub(2); 2]).collect();
        assert!(decompress(&table(&nodes)).is_err());
    }
}
