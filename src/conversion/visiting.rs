//! Visits one input: does the work on it, or finds that it is a container or not wanted.

use super::{Ending, Skipped, is_named_as_ours};
use crate::archive::containers::{ContainerKind, Limits, MemberKind, Trust};
use crate::archive::{Input, InputKind, OpenContainer, Opened, refused};
use crate::text::english::counted;
use crate::text::printable::quoted;
use crate::text::{Diagnostic, codes};

/// Limit of members listed for each container whose names were changed.
const MAX_RENAMED: usize = 20;

/// The result of a command's work on an input.
pub trait Worked: Send {
    /// Returns whether no known format accepts the input.
    fn is_foreign(&self) -> bool;
}

/// The reasons why there is no work on an input.
pub enum Instead<'c> {
    /// The input cannot be opened, or the work on it failed because of a defect in Ludex.
    Failed(Diagnostic),
    /// The input is skipped: the user excluded it, or it is a link or device in a container.
    Skipped(Skipped),
    /// The input is a container, whose members are inputs of their own.
    Container(&'c OpenContainer),
}

impl Instead<'_> {
    /// Creates the reason that the user does not want an input.
    pub fn unwanted(input: &Input) -> Self {
        Instead::Skipped(Skipped::new(input, Ending::Excluded, "not wanted"))
    }
}

/// A command that works on inputs.
pub trait Command: Sync {
    /// The result for one input.
    type Worked: Worked;

    /// Returns whether the command works on the readable rest of a damaged archive member.
    fn salvages(&self) -> bool {
        false
    }

    /// Does the work on an input. A package is not opened.
    fn work(&self, input: &Input, opened: Option<Opened<'_>>) -> Self::Worked;

    /// Returns the result for an input without work on it.
    fn instead(&self, input: &Input, instead: Instead<'_>) -> Self::Worked;

    /// Finishes, in order, inputs that were worked on in parallel.
    fn settle(&self, _worked: &mut [(&Input, &mut Self::Worked)]) {}
}

/// The user's selection of inputs.
pub trait Wanted: Sync {
    /// Returns whether an input, or something that contains it, is excluded.
    fn excludes(&self, input: &Input) -> bool;

    /// Returns whether an input is included, by its name. Containers are opened in any case.
    fn includes(&self, input: &Input) -> bool;
}

/// The selection of all inputs.
pub struct Everything;

impl Wanted for Everything {
    fn excludes(&self, _: &Input) -> bool {
        false
    }

    fn includes(&self, _: &Input) -> bool {
        true
    }
}

/// The result of visiting an input.
pub enum Visited<T> {
    /// The result of the command, with or without work on the input.
    Worked(T),
    /// A container that is to be opened.
    Container(&'static ContainerKind),
}

/// Opens an input and does the work on it, unless it is a container or not wanted; `is_format_given` if the user names
/// the format of the inputs, whatever they look like.
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
    // A damaged file that begins like a mail but has a known name is reported as that file.
    match perhaps.filter(|_| worked.is_foreign() && !is_named_as_ours(input)) {
        Some(kind) => Visited::Container(kind),
        None => Visited::Worked(worked),
    }
}

/// Opens a container and passes it to the command.
///
/// # Errors
///
/// If nothing in it can be listed, a limit is reached, or it cannot be read.
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

/// Returns the diagnostics about an opened container: its damage, and members whose names were changed.
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
