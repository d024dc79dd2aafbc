//! Disk images with a FAT file system (FAT12, FAT16 or FAT32): floppy disks and other disks without partitions.
//!
//! They are read here because the library fatfs needs a writable file, and unarc-rs supports only FAT12 and refuses an
//! image that is damaged anywhere.

use std::collections::HashSet;
use std::io::{self, Read};

use super::listing::{Listing, of_member};
use super::{
    Blob, BlobReader, Container, ContainerError, ContainerKind, Contents, Limits, Member, MemberKind, Method,
    OpenOptions, Trust, dos,
};

mod directory;
mod layout;

use directory::{ENTRY, Entry, LongName};
use layout::{Layout, Width};

/// FAT disk images.
pub static FAT: ContainerKind = ContainerKind {
    id: "fat",
    title: "FAT disk image",
    extensions: &["img", "ima", "dsk", "vfd", "flp"],
    methods: &[STORED],
    trust: Trust::Certain,
    matches,
    open,
};

const STORED: Method = Method { name: "stored", is_proved: true };
/// Bytes of a folder that are read at a time.
const SECTOR: usize = 512;
/// Limit of the nesting depth of folders; DOS paths have only 64 characters.
const MAX_DEPTH: usize = 128;

/// Returns whether a disk begins here: with a consistent layout, and the usual first bytes of its table.
fn matches(block: &[u8], file: &Blob) -> bool {
    let Some(layout) = Layout::parse(block) else { return false };
    // Images may be cut off, but not before their files.
    file.len() > layout.data
        && file.read_array_at(layout.table).is_ok_and(|start| {
            start.is_some_and(|[media, second, third]| media >= 0xF0 && second == 0xFF && third | 0xF0 == 0xFF)
        })
}

/// An opened image, with the first cluster and the length of each member.
struct FatImage {
    table: Table,
    files: Vec<(u32, u64)>,
}

fn open(file: &Blob, options: &OpenOptions<'_>) -> Result<Contents, ContainerError> {
    let mut block = [0; 512];
    let length = file.read_full_at(0, &mut block)?;
    let layout = Layout::parse(block.get(..length).unwrap_or_default());
    let layout = layout.ok_or_else(|| ContainerError::damaged("it has no layout of a disk"))?;
    let mut listing = Listing::new(options.limits);
    if file.len() < layout.size {
        listing.fault(ContainerError::damaged("it is cut off"));
    }
    let table = Table { file: file.clone(), layout };
    let mut walk = Walk { table: &table, limits: options.limits, listing, files: Vec::new(), seen: HashSet::new() };
    match table.layout.root_cluster {
        Some(cluster) => walk.folder("", cluster, 0)?,
        None => walk.root()?,
    };
    let Walk { listing, files, .. } = walk;
    Ok(listing.contents(FatImage { table, files }))
}

/// An image and its layout.
struct Table {
    file: Blob,
    layout: Layout,
}

impl Table {
    /// Returns the cluster that follows another.
    fn next(&self, cluster: u32) -> io::Result<u32> {
        let at = |place: u64| self.layout.table + place;
        let number = u64::from(cluster);
        Ok(match self.layout.width {
            Width::Twelve => {
                let pair = self.file.read_array_at(at(number * 3 / 2))?.map_or(0, u16::from_le_bytes);
                u32::from(if cluster.is_multiple_of(2) { pair & 0xFFF } else { pair >> 4 })
            }
            Width::Sixteen => self.file.read_array_at(at(number * 2))?.map_or(0, u16::from_le_bytes).into(),
            Width::ThirtyTwo => self.file.read_array_at(at(number * 4))?.map_or(0, u32::from_le_bytes) & 0x0FFF_FFFF,
        })
    }
}

/// The state after a sector of a folder.
#[derive(PartialEq, Eq)]
enum Step {
    More,
    EndOfFolder,
    /// There are too many members.
    End,
}

/// A walk through the folders of an image.
struct Walk<'t, 'l> {
    table: &'t Table,
    limits: &'l Limits,
    listing: Listing<'l>,
    files: Vec<(u32, u64)>,
    /// Clusters of folders; each is read only once, since damaged folders might contain each other.
    seen: HashSet<u32>,
}

impl Walk<'_, '_> {
    /// Lists the root folder, which is stored before the clusters.
    fn root(&mut self) -> Result<Step, ContainerError> {
        let mut long = LongName::default();
        for place in (self.table.layout.root..self.table.layout.data).step_by(SECTOR) {
            match self.sector("", place, &mut long, 0)? {
                Step::More => {}
                step => return Ok(step),
            }
        }
        Ok(Step::EndOfFolder)
    }

    /// Lists a folder and the folders in it.
    fn folder(&mut self, path: &str, first: u32, depth: usize) -> Result<Step, ContainerError> {
        let mut long = LongName::default();
        let mut cluster = first;
        while !self.table.layout.is_end(cluster) {
            let place = self.table.layout.place(cluster).filter(|&place| place < self.table.file.len());
            let Some(place) = place.filter(|_| self.seen.insert(cluster)) else {
                self.listing.fault(ContainerError::damaged(format!("the folder /{path} is not whole")));
                break;
            };
            for place in (place..place + self.table.layout.cluster).step_by(SECTOR) {
                match self.sector(path, place, &mut long, depth)? {
                    Step::More => {}
                    step => return Ok(step),
                }
            }
            cluster = self.table.next(cluster)?;
        }
        Ok(Step::EndOfFolder)
    }

    fn sector(&mut self, path: &str, place: u64, long: &mut LongName, depth: usize) -> Result<Step, ContainerError> {
        let mut sector = [0; SECTOR];
        let length = self.table.file.read_full_at(place, &mut sector)?;
        for bytes in sector.get(..length).unwrap_or_default().as_chunks::<ENTRY>().0 {
            if bytes[0] == 0 {
                return Ok(Step::EndOfFolder);
            }
            let entry = Entry::parse(bytes, long, self.table.layout.width);
            if let Some(entry) = entry
                && self.entry(path, &entry, depth)? == Step::End
            {
                return Ok(Step::End);
            }
        }
        Ok(Step::More)
    }

    fn entry(&mut self, path: &str, entry: &Entry, depth: usize) -> Result<Step, ContainerError> {
        let path = if path.is_empty() { entry.name.clone() } else { format!("{path}/{}", entry.name) };
        let size = (!entry.is_folder).then_some(u64::from(entry.size));
        let kind = match size {
            None => MemberKind::Folder,
            Some(size) if size > self.table.layout.size => {
                MemberKind::Closed(ContainerError::damaged("it is longer than its disk"))
            }
            Some(_) => MemberKind::File,
        };
        let modified = dos::date_time(entry.date, entry.time);
        let member = Member { path: path.as_str().into(), kind, size, packed: size, modified, method: STORED };
        if !self.listing.push(member, path.len()) {
            return Ok(Step::End);
        }
        self.files.push((entry.cluster, size.unwrap_or_default()));
        if !entry.is_folder {
            return Ok(Step::More);
        }
        if depth >= MAX_DEPTH || path.len() > self.limits.name_length {
            self.listing.fault(ContainerError::damaged("its folders lie too deep in each other"));
            return Ok(Step::More);
        }
        self.folder(&path, entry.cluster, depth + 1)
    }
}

impl Container for FatImage {
    fn read(&self, index: usize, _: &Limits) -> Result<Box<dyn Read + Send + '_>, ContainerError> {
        let &(cluster, left) = of_member(&self.files, index)?;
        Ok(Box::new(ChainReader { table: &self.table, cluster, left, run: self.table.file.part(0, 0).reader() }))
    }
}

/// A reader of the clusters of a file.
struct ChainReader<'t> {
    table: &'t Table,
    /// The next cluster.
    cluster: u32,
    left: u64,
    run: BlobReader,
}

impl Read for ChainReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let wanted = buffer.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        if wanted == 0 {
            return Ok(0);
        }
        let mut length = self.run.read(&mut buffer[..wanted])?;
        if length == 0 {
            let Table { file, layout } = self.table;
            let place = layout.place(self.cluster).filter(|&place| place < file.len());
            let place = place.ok_or(io::ErrorKind::UnexpectedEof)?;
            // Nothing after a truncated cluster is read: it would be at the wrong place.
            let is_whole = place + layout.cluster <= file.len();
            self.cluster = if is_whole { self.table.next(self.cluster)? } else { 0 };
            self.run = file.part(place, layout.cluster).reader();
            length = self.run.read(&mut buffer[..wanted])?;
        }
        self.left -= length as u64;
        Ok(length)
    }
}

#[cfg(test)]
mod tests;
