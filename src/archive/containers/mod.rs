//! Files that hold files: archives, images of disks, packed files and mails, read in place.
//!
//! A kind of container is a file in this folder and a line in [`registry`].

mod blob;
mod contract;
mod registry;

pub use blob::{Blob, BlobReader};
pub use contract::{
    Container, ContainerError, ContainerKind, Contents, LimitReached, Limits, Member, MemberKind, Method, OpenOptions,
    Trust,
};
pub use registry::{KINDS, kind_of};
