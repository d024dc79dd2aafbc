//! Files that contain files: archives, disk images, packed files and mails, read in place.
//!
//! A kind of container is a file in this folder and a line in `registry.rs`.

mod blob;
mod contract;
mod registry;

#[cfg(feature = "archives")]
mod arc;
#[cfg(feature = "archives")]
mod arj;
#[cfg(feature = "archives")]
mod dos;
#[cfg(feature = "archives")]
mod fat;
#[cfg(feature = "archives")]
mod fields;
#[cfg(feature = "archives")]
mod iso;
#[cfg(feature = "archives")]
mod lha;
#[cfg(feature = "archives")]
mod listing;
#[cfg(feature = "archives")]
mod lzw;
#[cfg(feature = "archives")]
mod mail;
#[cfg(feature = "archives")]
mod seven_zip;
#[cfg(feature = "archives")]
mod single;
#[cfg(feature = "archives")]
mod tar;
#[cfg(feature = "archives")]
mod unpackers;
#[cfg(feature = "archives")]
mod verified;
#[cfg(feature = "archives")]
mod zip;
#[cfg(feature = "archives")]
mod zoo;

#[cfg(test)]
#[cfg(feature = "archives")]
mod samples;

pub use blob::{Blob, BlobReader};
pub use contract::{
    Container, ContainerError, ContainerKind, Contents, ErrorAtEnd, LimitReached, Limits, Member, MemberKind, Method,
    OpenOptions, Trust,
};
pub use registry::{KINDS, kind_of};
