//! What comes of one input: the work on it, or that it is a container, or that it is not wanted.

use super::{Ending, Skipped, is_named_as_ours};
use crate::archive::containers::{ContainerKind, Limits, MemberKind, Trust};
use crate::archive::{Input, InputKind, OpenContainer, Opened, refused};
use crate::text::english::counted;
use crate::text::printable::quoted;
use crate::text::{Diagnostic, codes};

/// Members whose places are told of, of those of one container.
const MAX_RENAMED: usize = 20;

/// What a command makes of an input.
pub trait Worked: Send {
    /// Whether no format of ours takes the input.
    fn is_foreign(&self) -> bool;
}

/// What becomes of an input without the command's work.
pub enum Instead<'c> {
    /// It cannot be opened, or the work on it ended in a defect.
    Failed(Diagnostic),
    /// It is skipped: the user does not want it, or it is a link in a container.
    Skipped(Skipped),
    /// It is a container, and its members are inputs of their own.
    Container(&'c OpenContainer),
}

impl Instead<'_> {
    /// The user does not want it.
    pub fn unwanted(input: &Input) -> Self {
        Instead::Skipped(Skipped::new(input, Ending::Excluded, "not wanted"))
    }
}

/// What a command does.
pub trait Command: Sync {
    /// What comes of an input.
    type Worked: Worked;

    /// Whether there is work on what is left of a member of an archive that is damaged.
    fn salvages(&self) -> bool {
        false
    }

    /// The work on an input. A package is not open.
    fn work(&self, input: &Input, opened: Option<Opened<'_>>) -> Self::Worked;

    /// What comes of an input that there is no work on.
    fn instead(&self, input: &Input, instead: Instead<'_>) -> Self::Worked;

    /// What is to be done in their order with inputs that were worked on side by side.
    fn settle(&self, _worked: &mut [(&Input, &mut Self::Worked)]) {}
}

/// Which inputs are wanted.
pub trait Wanted: Sync {
    /// Whether an input, or something that it lies in, is left out.
    fn excludes(&self, input: &Input) -> bool;

    /// Whether an input is taken, by its name. Containers are opened in any case.
    fn includes(&self, input: &Input) -> bool;
}

/// All of them.
pub struct Everything;

impl Wanted for Everything {
    fn excludes(&self, _: &Input) -> bool {
        false
    }

    fn includes(&self, _: &Input) -> bool {
        true
    }
}

/// What an input turned out to be.
pub enum Visited<T> {
    /// There was work on it, or something instead.
    Worked(T),
    /// It is a container, and to be opened.
    Container(&'static ContainerKind),
}

/// Opens an input, and does the work on it unless it is a container or not wanted; `is_format_given` where inputs are
/// of the format that the user names, whatever they look like.
pub fn visit<C: Command>(input: &Input, command: &C, wanted: &dyn Wanted, is_format_given: bool) -> Visited<C::Worked> {
    let instead = |instead| Visited::Worked(command.instead(input, instead));
    if wanted.excludes(input) {
        return instead(Instead::unwanted(input));
    }
    if let Some(MemberKind::Special(_)) = input.stored().map(|member| &member.kind) {
        return instead(Instead::Skipped(Skipped::new(input, Ending::Excluded, "a link or a device in an archive")));
    }
    let mut opened = match input.kind {
        InputKind::Package => None,
        _ => match if command.salvages() { input.open_in_part() } else { input.open() } {
            Ok(opened) => Some(opened),
            Err(_) if !wanted.includes(input) => return instead(Instead::unwanted(input)),
            Err(d) => return instead(Instead::Failed(d.in_file(input.label()))),
        },
    };
    if let Some(kind) = opened.as_mut().and_then(|opened| opened.container(Trust::Certain)) {
        return Visited::Container(kind);
    }
    if !wanted.includes(input) {
        return instead(Instead::unwanted(input));
    }
    let perhaps = opened.as_mut().filter(|_| !is_format_given);
    let perhaps = perhaps.and_then(|opened| opened.container(Trust::Last));
    let worked = command.work(input, opened);
    // A damaged file of ours that begins like a mail is told of as that.
    match perhaps.filter(|_| worked.is_foreign() && !is_named_as_ours(input)) {
        Some(kind) => Visited::Container(kind),
        None => Visited::Worked(worked),
    }
}

/// Opens a container, and tells the command of it.
///
/// # Errors
///
/// Where nothing in it can be listed, a limit is reached, or it cannot be read.
pub fn open_container<C: Command>(
    input: &Input,
    kind: &'static ContainerKind,
    limits: &Limits,
    command: &C,
) -> Result<(OpenContainer, C::Worked), Diagnostic> {
    let opened = input.open()?.into_container(kind, limits)?;
    let worked = command.instead(input, Instead::Container(&opened));
    Ok((opened, worked))
}

/// What there is to say of a container that was opened: what is damaged in it, and members that have other places.
pub fn told_of_container(input: &Input, opened: &OpenContainer) -> Vec<Diagnostic> {
    let mut all = opened.renamed();
    let listed: Vec<Diagnostic> = all.by_ref().take(MAX_RENAMED).map(|(path, place)| renamed(path, place)).collect();
    let more = Some(all.count()).filter(|more| *more > 0).map(renamed_too);
    let told = opened.faults().iter().map(refused).chain(listed).chain(more);
    told.map(|d| d.in_file(input.label())).collect()
}

fn renamed(path: &str, place: &str) -> Diagnostic {
    let message = format!("the member {} is called {place} here", quoted(path));
    Diagnostic::warning(&codes::UNSAFE_NAME, message)
        .help("its own path is unsafe, or the same as that of a member before it, or differs from that in case only")
}

fn renamed_too(count: usize) -> Diagnostic {
    let message = format!("{} called otherwise here, too", counted(count, "more member is", "more members are"));
    Diagnostic::warning(&codes::UNSAFE_NAME, message).help("`ludex identify` shows what they are called")
}
