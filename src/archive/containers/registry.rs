//! The registry of all kinds of containers.

use super::{Blob, ContainerKind, Trust};

/// All supported kinds, those with the most reliable signatures first. A CD is recognised after the first block, so it
/// is the last of the certain kinds.
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

/// Empty: this build reads no archives.
#[cfg(not(feature = "archives"))]
pub static KINDS: &[&ContainerKind] = &[];

/// Returns the kind of container that a file is, by its first block and, if that suggests a kind, a few more bytes.
pub fn kind_of(block: &[u8], file: &Blob, trust: Trust) -> Option<&'static ContainerKind> {
    let asked = KINDS.iter().copied().filter(|kind| kind.trust == trust);
    asked.into_iter().find(|kind| (kind.matches)(block, file))
}
