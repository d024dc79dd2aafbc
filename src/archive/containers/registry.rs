//! All kinds of containers.

use super::{Blob, ContainerKind, Trust};

/// All kinds that are read, those with the surest marks first. For a CD more than the first block is read: it is last
/// of those that are certain.
#[cfg(feature = "archives")]
pub static KINDS: &[&ContainerKind] = &[
    &super::zip::ZIP,
    &super::seven_zip::SEVEN_ZIP,
    &super::single::GZIP,
    &super::single::BZIP2,
    &super::single::XZ,
    &super::single::ZSTD,
    &super::arj::ARJ,
    &super::lha::LHA,
    &super::zoo::ZOO,
    &super::arc::ARC,
    &super::fat::FAT,
    &super::tar::TAR,
    &super::iso::ISO,
    &super::mail::MBOX,
    &super::mail::MAIL,
];

/// None: this build reads no archives.
#[cfg(not(feature = "archives"))]
pub static KINDS: &[&ContainerKind] = &[];

/// The kind of container that a file is, by its first block and, where that lets it be one, a few bytes more.
pub fn kind_of(block: &[u8], file: &Blob, trust: Trust) -> Option<&'static ContainerKind> {
    let asked = KINDS.iter().copied().filter(|kind| kind.trust == trust);
    asked.into_iter().find(|kind| (kind.matches)(block, file))
}
