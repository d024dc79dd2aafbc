//! The layout of a disk, from its first sector.

use super::super::fields::{u16_at, u32_at};

/// Width of the entries in the table of clusters, in bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Width {
    Twelve,
    Sixteen,
    ThirtyTwo,
}

/// The layout of a disk; offsets and lengths are in bytes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// Offset of the first table of clusters.
    pub table: u64,
    /// Offset of the root folder, if it is not a chain of clusters.
    pub root: u64,
    /// First cluster of the root folder, if it is a chain of clusters.
    pub root_cluster: Option<u32>,
    /// Offset of the first cluster, which has the number 2.
    pub data: u64,
    pub cluster: u64,
    pub clusters: u32,
    pub size: u64,
    pub width: Width,
}

impl Layout {
    /// Parses the layout in a first sector; returns `None` if there is no consistent one.
    pub(super) fn parse(sector: &[u8]) -> Option<Layout> {
        let byte = |at: usize| sector.get(at).copied().map(u32::from);
        let word = |at: usize| u16_at(sector, at).map(u32::from);
        // It begins with a jump instruction, also on disks of the Atari.
        let is_jump = matches!(*sector.first_chunk()?, [0xEB, _, 0x90] | [0xE9, _, _] | [0x60, _, _]);
        let bytes = word(11)?;
        let per_cluster = byte(13)?;
        let reserved = word(14)?;
        let tables = byte(16)?;
        let entries = word(17)?;
        let total = word(19).filter(|&total| total > 0).or_else(|| u32_at(sector, 32))?;
        let media = byte(21)?;
        let is_32 = word(22)? == 0 && entries == 0;
        let per_table = if is_32 { u32_at(sector, 36)? } else { word(22)? };
        let is_sane = is_jump
            && matches!(bytes, 512 | 1024 | 2048 | 4096)
            && per_cluster.is_power_of_two()
            && reserved > 0
            && matches!(tables, 1 | 2)
            && (media == 0xF0 || media >= 0xF8)
            && per_table > 0
            && (entries > 0 || is_32);
        if !is_sane {
            return None;
        }
        Layout::new(
            [bytes, per_cluster, reserved, tables, entries, total, per_table],
            if is_32 { Some(u32_at(sector, 44)?) } else { None },
        )
    }

    fn new(numbers: [u32; 7], root_cluster: Option<u32>) -> Option<Layout> {
        let [bytes, per_cluster, reserved, tables, entries, total, per_table] = numbers.map(u64::from);
        let root = (reserved + tables * per_table) * bytes;
        let data = root + (entries * 32).div_ceil(bytes) * bytes;
        let size = total * bytes;
        let cluster = per_cluster * bytes;
        let clusters = u32::try_from(size.checked_sub(data)? / cluster).ok().filter(|&clusters| clusters > 0)?;
        let width = match clusters {
            _ if root_cluster.is_some() => Width::ThirtyTwo,
            ..4_085 => Width::Twelve,
            4_085..65_525 => Width::Sixteen,
            _ => return None,
        };
        let bits = match width {
            Width::Twelve => 12,
            Width::Sixteen => 16,
            Width::ThirtyTwo => 32,
        };
        // A table that is too short for the clusters is invalid.
        let needed = (u64::from(clusters) + 2) * bits / 8;
        let is_table_whole = per_table * bytes >= needed;
        is_table_whole.then_some(Layout {
            table: reserved * bytes,
            root,
            root_cluster,
            data,
            cluster,
            clusters,
            size,
            width,
        })
    }

    /// Returns the offset of a cluster; `None` if there is no such cluster.
    pub(super) fn place(&self, cluster: u32) -> Option<u64> {
        let index = cluster.checked_sub(2).filter(|&index| index < self.clusters)?;
        Some(self.data + u64::from(index) * self.cluster)
    }

    /// Returns whether a number marks the end of a chain.
    pub(super) fn is_end(&self, cluster: u32) -> bool {
        cluster
            >= match self.width {
                Width::Twelve => 0xFF8,
                Width::Sixteen => 0xFFF8,
                Width::ThirtyTwo => 0x0FFF_FFF8,
            }
    }
}
