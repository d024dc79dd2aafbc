//! Members of containers as inputs, each with a safe and unique place.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use super::containers::{
    Blob, Container, ContainerError, ContainerKind, Contents, LimitReached, Limits, Member, MemberKind, OpenOptions,
};
use super::finding::{DESCRIPTOR, MAX_DESCRIPTOR, is_descriptor_of_ours};
use super::inputs::{Ahead, Input, InputKind, safe_member};
use super::names::Places;
use super::store::{Store, namesake_of};

/// Separator between a container and its member: `GAMES.ZIP!/WAR/WAR04.DAT`.
pub const BETWEEN: &str = "!";

/// An opened container.
pub struct OpenContainer {
    /// Path of the container followed by [`BETWEEN`].
    address: PathBuf,
    /// Path of the container below the folder of the outputs, followed by [`BETWEEN`].
    relative: PathBuf,
    /// Names of the containers around it, the outermost first, and of itself.
    chain: Vec<Box<str>>,
    /// Kind of the container.
    kind: &'static ContainerKind,
    container: Box<dyn Container>,
    members: Vec<Member>,
    /// Places of members, by index, whose paths are unsafe or not unique.
    renamed: HashMap<usize, Box<str>>,
    /// State shared by all containers in one file on disk.
    shared: Arc<Shared>,
    /// Nesting depth, from 1.
    depth: usize,
    /// Folders that are a single document each.
    packages: Vec<String>,
    index: OnceLock<Index>,
    /// Faults of the container itself.
    faults: Vec<ContainerError>,
}

/// An index of the members' places.
#[derive(Debug, Default)]
struct Index {
    /// Indices of the members in each folder.
    folders: HashMap<String, Vec<usize>>,
    /// Index of each member by its place in lower case, which is unique.
    by_place: HashMap<String, usize>,
}

/// State shared by all containers in one file on disk.
#[derive(Debug, Default)]
struct Shared {
    /// The file on disk.
    file: PathBuf,
    limits: Limits,
    /// Number of bytes unpacked so far.
    expanded: AtomicU64,
    /// Number of members met so far.
    members: AtomicU64,
}

impl fmt::Debug for OpenContainer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenContainer").field("address", &self.address).field("kind", &self.kind.id).finish()
    }
}

impl OpenContainer {
    /// Opens the container that an input is; `blob` are its bytes.
    ///
    /// # Errors
    ///
    /// If nothing in it can be listed, or it is nested too deeply.
    pub fn open(
        input: &Input,
        blob: &Blob,
        kind: &'static ContainerKind,
        limits: &Limits,
    ) -> Result<OpenContainer, ContainerError> {
        let above = input.member.as_ref().map(|member| &*member.container);
        let depth = above.map_or(1, |above| above.depth + 1);
        let shared = above.map_or_else(
            || Arc::new(Shared { file: input.path.clone(), limits: limits.clone(), ..Shared::default() }),
            |above| Arc::clone(&above.shared),
        );
        if depth > limits.depth {
            return Err(ContainerError::OverLimit(LimitReached::Depth(limits.depth)));
        }
        let name = input.name();
        let Contents { container, members, faults } =
            (kind.open)(blob, &OpenOptions { name: &name, limits: &shared.limits })?;
        let (mut chain, name_in_chain) = match &input.member {
            Some(member) => (member.container.chain.clone(), member.container.place(member.index).to_owned()),
            None => (Vec::new(), input.label()),
        };
        chain.push(name_in_chain.into());
        let mut address = input.address().into_os_string();
        address.push(BETWEEN);
        let mut relative = input.relative.clone().into_os_string();
        relative.push(BETWEEN);
        let renamed = renamed(&members);
        let mut opened = OpenContainer {
            address: address.into(),
            relative: relative.into(),
            chain,
            kind,
            container,
            members,
            renamed,
            shared,
            depth,
            packages: Vec::new(),
            index: OnceLock::new(),
            faults,
        };
        opened.packages = opened.find_packages();
        Ok(opened)
    }

    /// Returns the kind of container.
    pub fn kind(&self) -> &'static ContainerKind {
        self.kind
    }

    /// Returns the faults of the container itself.
    pub fn faults(&self) -> &[ContainerError] {
        &self.faults
    }

    /// Returns its path followed by [`BETWEEN`], with which the addresses of its members begin.
    pub fn address(&self) -> &Path {
        &self.address
    }

    /// Returns the names of the containers around it, the outermost first, and of itself.
    pub fn chain(&self) -> &[Box<str>] {
        &self.chain
    }

    /// Returns the same names, except for the outermost its path below the folder that it was found in.
    pub fn chain_in_folder(&self) -> Vec<String> {
        let mut chain: Vec<String> = self.chain.iter().map(|name| name.to_string()).collect();
        let place = self.relative.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
        let inner: usize = chain.iter().skip(1).map(|name| name.len() + BETWEEN.len() + 1).sum();
        if let Some(outermost) = chain.first_mut() {
            let end = place.len().saturating_sub(inner + BETWEEN.len());
            place.get(..end).unwrap_or(&place).clone_into(outermost);
        }
        chain
    }

    /// Returns the file on disk that contains it.
    pub fn file(&self) -> &Path {
        &self.shared.file
    }

    /// Returns the container's record of a member.
    pub fn stored(&self, index: usize) -> Option<&Member> {
        self.members.get(index)
    }

    /// Returns the place of a member below the container, with `/` between folders.
    fn place(&self, index: usize) -> &str {
        match self.renamed.get(&index) {
            Some(place) => place,
            None => self.members.get(index).map_or("", |member| &member.path),
        }
    }

    /// Returns whether there is a member at this address.
    pub fn has(&self, path: &Path) -> bool {
        self.find(path).is_some()
    }

    /// Returns the index of the member at an address.
    fn find(&self, path: &Path) -> Option<usize> {
        let place = self.below(path)?;
        let index = self.index().by_place.get(&place.to_lowercase()).copied();
        index.filter(|index| self.place(*index) == place)
    }

    /// Returns the paths of renamed members, each with its new place.
    pub fn renamed(&self) -> impl Iterator<Item = (&str, &str)> {
        let path = |index: usize| self.members.get(index).map(|member| &*member.path);
        let mut renamed: Vec<usize> = self.renamed.keys().copied().collect();
        renamed.sort_unstable();
        renamed.into_iter().filter_map(move |index| Some((path(index)?, self.place(index))))
    }

    /// Returns the folders with a descriptor that Ludex wrote.
    fn find_packages(&self) -> Vec<String> {
        let is_descriptor = |index: &usize| self.place(*index).rsplit('/').next() == Some(DESCRIPTOR);
        let is_ours = |index: &usize| {
            let mut descriptor = Vec::new();
            let read = self.open_member(*index).map(|reader| reader.take(MAX_DESCRIPTOR).read_to_end(&mut descriptor));
            read.is_ok() && is_descriptor_of_ours(&descriptor)
        };
        let descriptors = (0..self.members.len()).filter(is_descriptor).filter(is_ours);
        descriptors.filter_map(|index| Some(self.place(index).rsplit_once('/')?.0.to_owned())).collect()
    }

    /// Returns a reader of a member, which enforces the limits.
    ///
    /// # Errors
    ///
    /// If it cannot be read at all; later problems are errors of the reader.
    pub fn open_member(&self, index: usize) -> Result<Box<dyn Read + Send + '_>, ContainerError> {
        let Some(member) = self.members.get(index) else { return Err(io::Error::from(io::ErrorKind::NotFound).into()) };
        match &member.kind {
            MemberKind::File => {}
            MemberKind::Closed(why) => return Err(why.clone()),
            MemberKind::Folder | MemberKind::Special(_) => {
                return Err(ContainerError::Unsupported("this is no file".into()));
            }
        }
        let limits = &self.shared.limits;
        let inner = self.container.read(index, limits)?;
        let by_ratio = member.packed.map(|packed| packed.saturating_mul(limits.ratio).max(Limits::ALWAYS_EXPANDED));
        Ok(Box::new(Measured { inner, length: 0, by_ratio, shared: &self.shared }))
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| {
            let mut index = Index::default();
            for (number, member) in self.members.iter().enumerate() {
                if matches!(member.kind, MemberKind::File | MemberKind::Closed(_)) {
                    let place = self.place(number);
                    let folder = folder_in(place);
                    match index.folders.get_mut(folder) {
                        Some(there) => there.push(number),
                        None => drop(index.folders.insert(folder.to_owned(), vec![number])),
                    }
                    index.by_place.insert(place.to_lowercase(), number);
                }
            }
            index
        })
    }

    /// Returns the place of an address below the container.
    fn below<'p>(&self, path: &'p Path) -> Option<&'p str> {
        path.strip_prefix(&self.address).ok()?.to_str()
    }

    /// Returns the members as inputs, in the order in which they are stored.
    pub fn inputs(self: Arc<Self>) -> Members {
        Members { container: self, next: 0 }
    }
}

/// Returns the folder of a place; empty if it is in none.
fn folder_in(place: &str) -> &str {
    place.rsplit_once('/').map_or("", |(folder, _)| folder)
}

impl Store for OpenContainer {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let index = self.find(path).ok_or(io::ErrorKind::NotFound)?;
        let mut bytes = Vec::new();
        self.open_member(index)?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn siblings(&self, path: &Path, is_wanted: &dyn Fn(&str) -> bool) -> Vec<PathBuf> {
        let folder = self.below(path).map_or("", folder_in);
        let there = self.index().folders.get(folder).into_iter().flatten().map(|index| self.place(*index));
        let is_wanted = |place: &&str| is_wanted(place.rsplit('/').next().unwrap_or_default());
        let mut found: Vec<PathBuf> = there.filter(is_wanted).map(|place| self.address.join(place)).collect();
        found.sort();
        found
    }

    fn member(&self, folder: &Path, path: &str) -> io::Result<Vec<u8>> {
        self.read(&folder.join(safe_member(path)?))
    }

    fn namesake(&self, path: &Path, extension: &str) -> Option<PathBuf> {
        let wanted = path.with_file_name(namesake_of(path, extension)?);
        let wanted = self.below(&wanted)?.to_lowercase();
        Some(self.address.join(self.place(*self.index().by_place.get(&wanted)?)))
    }
}

/// Returns a new place for each member whose path is unsafe, or equals that of an earlier member except for case.
fn renamed(members: &[Member]) -> HashMap<usize, Box<str>> {
    let mut renamed = HashMap::new();
    let mut places = Places::default();
    for (index, member) in members.iter().enumerate() {
        if matches!(member.kind, MemberKind::Folder) {
            continue;
        }
        let place = places.place_of(&member.path);
        if *place != *member.path {
            renamed.insert(index, place.into());
        }
    }
    renamed
}

/// A reader that counts what is unpacked, and ends with an error if a limit is exceeded.
struct Measured<'c> {
    inner: Box<dyn Read + Send + 'c>,
    length: u64,
    /// Limit of the length by the ratio to the packed size.
    by_ratio: Option<u64>,
    shared: &'c Shared,
}

impl Read for Measured<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        self.length += length as u64;
        self.shared.expanded.fetch_add(length as u64, Ordering::Relaxed);
        let limits = &self.shared.limits;
        let reached = match self.by_ratio {
            _ if self.length > limits.member_size => LimitReached::MemberSize(limits.member_size),
            Some(most) if self.length > most => LimitReached::Ratio(limits.ratio),
            _ => return Ok(length),
        };
        Err(ContainerError::OverLimit(reached).into())
    }
}

/// The membership of an input in a container.
#[derive(Debug, Clone)]
pub struct MemberOf {
    /// The container.
    pub container: Arc<OpenContainer>,
    /// Index among its members.
    pub index: usize,
    /// The exceeded limit because of which the member is not read.
    pub(super) over: Option<LimitReached>,
}

impl MemberOf {
    /// Returns the container's record of the member.
    pub fn stored(&self) -> Option<&Member> {
        self.container.stored(self.index)
    }

    /// Returns a reader of the member, which enforces the limits.
    ///
    /// # Errors
    ///
    /// As for [`OpenContainer::open_member`].
    pub fn read(&self) -> Result<Box<dyn Read + Send + '_>, ContainerError> {
        match self.over {
            Some(limit) => Err(ContainerError::OverLimit(limit)),
            None => self.container.open_member(self.index),
        }
    }
}

/// An iterator over the members of a container as inputs. The limits of their total number and unpacked size are
/// checked for each.
#[derive(Debug)]
pub struct Members {
    container: Arc<OpenContainer>,
    next: usize,
}

impl Members {
    fn limit(&self) -> Option<LimitReached> {
        let Shared { limits, expanded, members, .. } = &*self.container.shared;
        if members.fetch_add(1, Ordering::Relaxed) >= limits.members as u64 {
            return Some(LimitReached::Members(limits.members));
        }
        (expanded.load(Ordering::Relaxed) > limits.expanded).then_some(LimitReached::Expanded(limits.expanded))
    }
}

impl Iterator for Members {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        loop {
            let index = self.next;
            let member = self.container.members.get(index)?;
            self.next += 1;
            if matches!(member.kind, MemberKind::Folder) {
                continue;
            }
            let place = self.container.place(index);
            let above = |package: &&String| place.strip_prefix(&***package).is_some_and(|rest| rest.starts_with('/'));
            let package = self.container.packages.iter().filter(above).min_by_key(|package| package.len());
            let (place, kind) = match package {
                None => (place, InputKind::File),
                Some(folder) if place[folder.len() + 1..] == *DESCRIPTOR => (&**folder, InputKind::Package),
                Some(_) => continue,
            };
            let path = self.container.address.join(place);
            let relative = self.container.relative.join(place);
            let over = self.limit();
            if matches!(over, Some(LimitReached::Members(_))) {
                // A single error stands for all members after it.
                self.next = self.container.members.len();
            }
            let member = Some(Box::new(MemberOf { container: Arc::clone(&self.container), index, over }));
            return Some(Input { path, relative, found: true, kind, ahead: Ahead::Nothing, member });
        }
    }
}
