//! The fuzz targets: each text format, documents, packages, containers, and identification of files.

use ludex::internals::formats::{FORMATS, Format};

use crate::invariants::{self, Outcome};
use crate::random::Random;
use crate::seeds::Seeds;
use crate::steps::timed;
use crate::{lists, mutate, package};

/// A fuzz target.
#[derive(Clone, Copy)]
pub enum Target {
    /// The reader and the writer of a text format.
    Text(&'static Format),
    /// Documents in JSON.
    Document,
    /// Documents with long lists.
    Lists,
    /// Folders of tables.
    Package,
    /// Archives, images of disks, packed files and mails.
    Container,
    /// Identification of any file.
    Identification,
}

impl Target {
    pub fn all() -> Vec<Target> {
        let texts = FORMATS.iter().copied().filter(|format| format.text().is_some());
        let others = [Target::Document, Target::Lists, Target::Package, Target::Container, Target::Identification];
        texts.map(Target::Text).chain(others).collect()
    }

    pub fn name(&self) -> &'static str {
        match self {
            Target::Text(format) => format.id,
            Target::Document => "document",
            Target::Lists => "lists",
            Target::Package => "package",
            Target::Container => "container",
            Target::Identification => "identification",
        }
    }

    fn seeds<'s>(&self, seeds: &'s Seeds) -> &'s [Vec<u8>] {
        match self {
            Target::Text(format) => seeds.of(format),
            Target::Document | Target::Lists => &seeds.documents,
            Target::Package => &seeds.packages,
            Target::Container => &seeds.containers,
            Target::Identification => &seeds.all,
        }
    }

    /// Returns a new input.
    pub fn input(&self, seeds: &Seeds, random: &mut Random) -> Vec<u8> {
        if matches!(self, Target::Lists) {
            return lists::input(&seeds.documents, &seeds.lists, random).unwrap_or_default();
        }
        let mut input = random.choose(self.seeds(seeds)).cloned().unwrap_or_default();
        self.mutate(&mut input, seeds, random);
        input
    }

    /// Changes an input.
    pub fn mutate(&self, input: &mut Vec<u8>, seeds: &Seeds, random: &mut Random) {
        let other = random.choose(self.seeds(seeds)).map_or(&[][..], Vec::as_slice);
        match self {
            Target::Package => package::mutate(input, other, random),
            _ => mutate::mutate(input, other, random),
        }
    }

    /// Checks the invariants that must hold for every input.
    pub fn check(&self, input: &[u8], seeds: &Seeds) -> Outcome {
        match self {
            Target::Text(format) => invariants::text(format, input, seeds.board.as_ref()),
            Target::Document => invariants::document(input),
            Target::Lists => invariants::lists(input),
            Target::Package => invariants::package(input),
            Target::Container => timed("unpack", || invariants::container(input)),
            Target::Identification => invariants::identification(input),
        }
    }
}
