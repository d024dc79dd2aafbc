//! Mails and mailboxes: the parts of a mail are members. The library mailparse finds the parts and decodes them.

use std::io::{Cursor, Read};

use chrono::{DateTime, NaiveDateTime};
use mailparse::body::Body;
use mailparse::{DispositionType, MailHeaderMap, ParsedMail, parse_mail};

use crate::archive::portable_name;

use super::listing::{Listing, method_named, of_member};
use super::unpackers::read_packed;
use super::{
    Blob, Container, ContainerError, ContainerKind, Contents, LimitReached, Limits, Member, MemberKind, Method,
    OpenOptions, Trust,
};

mod lines;
mod uuencoding;

/// A single mail.
pub static MAIL: ContainerKind = ContainerKind {
    id: "mail",
    title: "mail",
    extensions: &["eml", "msg"],
    methods: METHODS,
    trust: Trust::Last,
    matches: |block, _| lines::are_headers(block),
    open: |file, options| open(file, &[0], false, options),
};

/// Mailboxes: consecutive mails, each after a separator line.
pub static MBOX: ContainerKind = ContainerKind {
    id: "mbox",
    title: "mailbox",
    extensions: &["mbox", "mbx"],
    methods: METHODS,
    trust: Trust::Last,
    matches: |block, _| lines::is_separated(block),
    open: |file, options| {
        let starts = lines::separators(file, options.limits.members.saturating_add(1))?;
        open(file, &starts, true, options)
    },
};

const METHODS: &[Method] = &[
    Method { name: "plain", is_proved: true },
    Method { name: "quoted-printable", is_proved: true },
    Method { name: "base64", is_proved: true },
    Method { name: "uuencoded", is_proved: true },
];

/// Largest mail that is read, in bytes.
const MAX_MAIL: u64 = 40 << 20;
/// Limits of a mail's lines, and of lines that may begin parts: the library keeps more of a header and of a part than
/// their length.
const MAX_LINES: usize = 2_000_000;
const MAX_BOUNDARIES: usize = 10_000;
/// Limit of the subject's characters in the name of a mail's folder.
const MAX_SUBJECT: usize = 60;

/// The encoding of a part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Plain,
    /// Plain text of a mailbox, in which a `>` keeps lines from looking like a separator.
    Quoted,
    QuotedPrintable,
    Base64,
    Uuencoded,
}

impl Encoding {
    fn name(self) -> &'static str {
        match self {
            Encoding::Plain | Encoding::Quoted => "plain",
            Encoding::QuotedPrintable => "quoted-printable",
            Encoding::Base64 => "base64",
            Encoding::Uuencoded => "uuencoded",
        }
    }
}

struct Mails {
    file: Blob,
    parts: Vec<Part>,
}

struct Part {
    start: u64,
    length: u64,
    encoding: Encoding,
}

/// Lists the parts of the mails that begin at these offsets.
fn open(file: &Blob, starts: &[u64], is_mbox: bool, options: &OpenOptions<'_>) -> Result<Contents, ContainerError> {
    let mut listing = Listing::new(options.limits);
    let mut parts = Vec::new();
    let most = options.limits.member_size.min(MAX_MAIL);
    for (index, &start) in starts.iter().enumerate() {
        let end = starts.get(index + 1).copied().unwrap_or(file.len());
        let length = end.saturating_sub(start);
        let found = if length > most {
            let why = ContainerError::OverLimit(LimitReached::MemberSize(most));
            vec![Found::closed(why, length)]
        } else {
            parts_of(&file.part(start, length).read_all()?, is_mbox)
        };
        let (subject, found) = match found {
            found if !is_mbox => (String::new(), found),
            found => (format!("{:04}{}/", index + 1, found.first().map_or("", |part| &*part.subject)), found),
        };
        for part in found {
            let path = format!("{subject}{}", part.name);
            let member = Member {
                kind: part.closed.map_or(MemberKind::File, MemberKind::Closed),
                size: matches!(part.encoding, Encoding::Plain).then_some(part.length),
                packed: Some(part.length),
                modified: part.modified,
                method: method_named(METHODS, part.encoding.name()),
                path: path.clone().into(),
            };
            if !listing.push(member, path.len()) {
                return Ok(listing.contents(Mails { file: file.clone(), parts }));
            }
            parts.push(Part { start: start + part.start, length: part.length, encoding: part.encoding });
        }
    }
    Ok(listing.contents(Mails { file: file.clone(), parts }))
}

/// A part found in a mail.
struct Found {
    /// Name of the mail's folder after its number.
    subject: std::rc::Rc<str>,
    name: String,
    start: u64,
    length: u64,
    encoding: Encoding,
    modified: Option<NaiveDateTime>,
    closed: Option<ContainerError>,
}

impl Found {
    fn closed(why: ContainerError, length: u64) -> Found {
        Found {
            subject: "".into(),
            name: "mail.eml".to_owned(),
            start: 0,
            length,
            encoding: Encoding::Plain,
            modified: None,
            closed: Some(why),
        }
    }
}

/// Returns the parts of a mail.
fn parts_of(bytes: &[u8], is_mbox: bool) -> Vec<Found> {
    // The separator line before a mail is not a header.
    let from = if is_mbox { memchr::memchr(b'\n', bytes).map_or(bytes.len(), |at| at + 1) } else { 0 };
    // The blank line before the next mail is not part of the text.
    let bytes = if is_mbox { without_blank_line(bytes) } else { bytes };
    if memchr::memchr_iter(b'\n', bytes).count() > MAX_LINES
        || memchr::memmem::find_iter(bytes, b"\n--").count() > MAX_BOUNDARIES
    {
        let why = ContainerError::Unsupported("a mail of too many lines or parts".to_owned());
        return vec![Found::closed(why, bytes.len() as u64)];
    }
    let mail = match parse_mail(bytes.get(from..).unwrap_or_default()) {
        Ok(mail) => mail,
        Err(error) => return vec![Found::closed(ContainerError::Damaged(error.to_string()), bytes.len() as u64)],
    };
    let subject = mail.headers.get_first_value("Subject").unwrap_or_default();
    let subject: String = portable_name(subject.trim()).chars().take(MAX_SUBJECT).collect();
    let date = mail.headers.get_first_value("Date").unwrap_or_default();
    let mut walk = Walk {
        bytes,
        is_mbox,
        subject: if subject.is_empty() { "".into() } else { format!("-{}", subject.trim_end()).into() },
        modified: DateTime::parse_from_rfc2822(date.trim()).ok().map(|moment| moment.naive_local()),
        found: Vec::new(),
        texts: 0,
        pages: Vec::new(),
        number: 0,
    };
    walk.part(&mail);
    walk.finish()
}

fn without_blank_line(bytes: &[u8]) -> &[u8] {
    let end = if bytes.ends_with(b"\r\n\r\n") { b"\r\n".as_slice() } else { b"\n" };
    match bytes.strip_suffix(end) {
        Some(shorter) if shorter.ends_with(b"\n") => shorter,
        _ => bytes,
    }
}

/// A walk through the parts of a mail.
struct Walk<'b> {
    bytes: &'b [u8],
    is_mbox: bool,
    subject: std::rc::Rc<str>,
    modified: Option<NaiveDateTime>,
    found: Vec<Found>,
    texts: usize,
    /// Bodies in HTML, which are listed only if there is no other body.
    pages: Vec<Found>,
    number: usize,
}

impl Walk<'_> {
    /// Lists a part, or the parts in it. The library refuses more than a hundred nested levels.
    fn part(&mut self, part: &ParsedMail<'_>) {
        if !part.subparts.is_empty() {
            for inner in &part.subparts {
                self.part(inner);
            }
            return;
        }
        self.number += 1;
        let (raw, encoding) = match part.get_body_encoded() {
            Body::Base64(body) => (body.get_raw(), Encoding::Base64),
            Body::QuotedPrintable(body) => (body.get_raw(), Encoding::QuotedPrintable),
            Body::SevenBit(body) | Body::EightBit(body) => (body.get_raw(), Encoding::Plain),
            Body::Binary(body) => (body.get_raw(), Encoding::Plain),
        };
        // The library returns slices of the bytes that it was given.
        let start = raw.as_ptr().addr().saturating_sub(self.bytes.as_ptr().addr()) as u64;
        let disposition = part.get_content_disposition();
        let name = disposition.params.get("filename").or_else(|| part.ctype.params.get("name"));
        let name = name.map(|name| portable_name(name.trim())).filter(|name| !name.is_empty());
        let is_inline = disposition.disposition != DispositionType::Attachment;
        let kind = part.ctype.mimetype.to_ascii_lowercase();
        let mut found = Found {
            subject: self.subject.clone(),
            name: String::new(),
            start,
            length: raw.len() as u64,
            encoding,
            modified: self.modified,
            closed: None,
        };
        match (name, &*kind) {
            (Some(name), _) => found.name = name,
            (None, "message/rfc822") => found.name = format!("{}.eml", self.number),
            (None, "text/html") if is_inline => {
                self.pages.push(found);
                return;
            }
            // A multipart mail without parts is a text.
            (None, kind) if ["text/", "multipart/"].iter().any(|of| kind.starts_with(of)) && is_inline => {
                self.texts += 1;
                found.name = numbered("body", self.texts, "txt");
                self.uuencoded(raw, start, encoding);
            }
            (None, _) => found.name = format!("part-{}", self.number),
        }
        if self.is_mbox && encoding == Encoding::Plain && has_quoted_line(raw) {
            found.encoding = Encoding::Quoted;
        }
        self.found.push(found);
    }

    /// Lists the uuencoded files in a text.
    fn uuencoded(&mut self, raw: &[u8], start: u64, encoding: Encoding) {
        if encoding != Encoding::Plain {
            return;
        }
        for block in uuencoding::blocks(raw) {
            let name = portable_name(&super::dos::name(block.name));
            self.found.push(Found {
                subject: self.subject.clone(),
                name: if name.is_empty() { "uuencoded".to_owned() } else { name },
                start: start + block.start as u64,
                length: block.length as u64,
                encoding: Encoding::Uuencoded,
                modified: self.modified,
                closed: None,
            });
        }
    }

    fn finish(mut self) -> Vec<Found> {
        if self.texts == 0 {
            for (index, mut page) in self.pages.into_iter().enumerate() {
                page.name = numbered("body", index + 1, "html");
                self.found.push(page);
            }
        }
        self.found
    }
}

fn numbered(name: &str, number: usize, extension: &str) -> String {
    if number == 1 { format!("{name}.{extension}") } else { format!("{name}-{number}.{extension}") }
}

/// Returns whether a text may contain a line that was quoted because it looked like a separator.
fn has_quoted_line(text: &[u8]) -> bool {
    memchr::memmem::find(text, b">From ").is_some()
}

/// Removes one `>` from lines that were quoted because they looked like separators.
fn unquoted(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let bare = line.iter().position(|&byte| byte != b'>').and_then(|at| line.get(at..));
        let is_quoted = line.starts_with(b">") && bare.is_some_and(|bare| bare.starts_with(b"From "));
        plain.extend_from_slice(line.get(usize::from(is_quoted)..).unwrap_or_default());
    }
    plain
}

impl Container for Mails {
    fn read(&self, index: usize, limits: &Limits) -> Result<Box<dyn Read + Send + '_>, ContainerError> {
        let part = of_member(&self.parts, index)?;
        let bytes = self.file.part(part.start, part.length);
        if part.encoding == Encoding::Plain {
            return Ok(Box::new(bytes.reader()));
        }
        let bytes = read_packed(&bytes, 0, limits)?;
        let decoded = match part.encoding {
            Encoding::Plain | Encoding::Quoted => unquoted(&bytes),
            Encoding::Uuencoded => return Ok(Box::new(uuencoding::UuReader::new(bytes))),
            Encoding::Base64 => decoded("base64", &bytes)?,
            Encoding::QuotedPrintable => decoded("quoted-printable", &bytes)?,
        };
        Ok(Box::new(Cursor::new(decoded)))
    }
}

/// Decodes a part by itself with the library.
fn decoded(encoding: &str, bytes: &[u8]) -> Result<Vec<u8>, ContainerError> {
    let mail = [format!("Content-Transfer-Encoding: {encoding}\r\n\r\n").as_bytes(), bytes].concat();
    let decoded = parse_mail(&mail).and_then(|mail| mail.get_body_raw());
    decoded.map_err(|error| ContainerError::Damaged(error.to_string()))
}

#[cfg(test)]
mod tests;
