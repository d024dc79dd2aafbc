//! Works on all inputs, and on the members of containers among them, in parallel; results are reported in order.

use std::collections::VecDeque;

use rayon::prelude::*;

use crate::archive::containers::{ContainerKind, Limits};
use crate::archive::{Input, Members};
use crate::conversion::{Visited, open_container, visit};

pub use crate::conversion::{Command, Instead, Worked};

use super::panics::guarded;
use super::progress::Progress;
use super::selection::Selection;
use super::threads::on_all_cores;

/// Maximum number of inputs that are worked on in parallel before their messages are shown.
const BATCH: usize = 256;

/// Maximum size of these inputs in bytes, except for the last: their results are in memory until they are saved.
const BATCH_BYTES: u64 = 32 << 20;

/// Maximum number of containers that are open at once, in addition to those that contain them.
const MAX_OPEN: usize = 64;

/// Assumed ratio of sizes, unpacked to packed, of a member that does not state its size.
const USUAL_RATIO: u64 = 10;

/// The settings for work on inputs.
pub struct Work<'w> {
    /// The limits for containers.
    pub limits: &'w Limits,
    /// The inputs that the user wants.
    pub selection: &'w Selection,
    /// Whether inputs have the format that the user names, whatever they look like.
    pub is_format_given: bool,
    /// Notified of each input.
    pub progress: &'w Progress,
}

/// An element of the row of inputs.
enum Slot<T> {
    /// Inputs that are taken one by one.
    Inputs(std::vec::IntoIter<Input>),
    /// The members of a container, likewise.
    Members(Members),
    /// An input to be worked on.
    Todo(Input),
    /// A container to be opened.
    Container(Input, &'static ContainerKind),
    /// An input that was worked on and has yet to be settled. Results are large, and slots are moved often.
    Done(Input, Box<T>),
    /// An input that was settled and has yet to be reported.
    Settled(Input, Box<T>),
}

impl Work<'_> {
    /// Works on inputs and reports each, a container before its members.
    pub fn on<C: Command>(
        &self,
        inputs: Vec<Input>,
        command: &C,
        mut tell: impl FnMut(Input, C::Worked) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut row = VecDeque::from([Slot::Inputs(inputs.into_iter())]);
        let mut open = 0;
        loop {
            while let Some(Slot::Settled(..)) = row.front() {
                if let Some(Slot::Settled(input, worked)) = row.pop_front() {
                    self.progress.done(&input);
                    tell(input, *worked)?;
                }
            }
            measure(&mut row);
            let batch = next_batch(&mut row, &mut open);
            if batch.is_empty() {
                return Ok(());
            }
            let mut done = self.work_on(batch, command);
            let mut worked: Vec<(&Input, &mut C::Worked)> = Vec::with_capacity(done.len());
            for slot in &mut done {
                if let Slot::Done(input, of_it) = slot {
                    worked.push((input, of_it.as_mut()));
                }
            }
            command.settle(&mut worked);
            for slot in done.into_iter().rev() {
                open += usize::from(matches!(slot, Slot::Members(_)));
                row.push_front(match slot {
                    Slot::Done(input, worked) => Slot::Settled(input, worked),
                    slot => slot,
                });
            }
        }
    }

    /// Works on a batch in parallel.
    fn work_on<C: Command>(&self, batch: Vec<Slot<C::Worked>>, command: &C) -> Vec<Slot<C::Worked>> {
        let one = |slot: Slot<C::Worked>| match slot {
            Slot::Todo(mut input) => match input.load_stdin() {
                Ok(()) => (self.work_on_one(input, command), None),
                Err(d) => {
                    let worked = command.instead(&input, Instead::Failed(d.in_file(input.label())));
                    (Slot::Done(input, worked.into()), None)
                }
            },
            Slot::Container(input, kind) => self.open(input, kind, command),
            slot => (slot, None),
        };
        let is_work = |slot: &&Slot<_>| matches!(slot, Slot::Todo(_) | Slot::Container(..));
        let done: Vec<(Slot<C::Worked>, Option<Members>)> = match batch.iter().filter(is_work).count() {
            // Starting threads takes longer than working on one file.
            0 | 1 => batch.into_iter().map(one).collect(),
            _ => on_all_cores(|| batch.into_par_iter().map(one).collect()),
        };
        done.into_iter().flat_map(|(slot, members)| [Some(slot), members.map(Slot::Members)]).flatten().collect()
    }

    fn work_on_one<C: Command>(&self, input: Input, command: &C) -> Slot<C::Worked> {
        match guarded(&input, || visit(&input, command, self.selection, self.is_format_given)) {
            Ok(Visited::Worked(worked)) => Slot::Done(input, worked.into()),
            Ok(Visited::Container(kind)) => Slot::Container(input, kind),
            Err(d) => {
                let worked = command.instead(&input, Instead::Failed(d));
                Slot::Done(input, worked.into())
            }
        }
    }

    fn open<C: Command>(
        &self,
        input: Input,
        kind: &'static ContainerKind,
        command: &C,
    ) -> (Slot<C::Worked>, Option<Members>) {
        match guarded(&input, || open_container(&input, kind, self.limits, command)).flatten() {
            Ok((opened, worked)) => (Slot::Done(input, worked.into()), Some(std::sync::Arc::new(opened).inputs())),
            Err(d) => {
                let worked = command.instead(&input, Instead::Failed(d.in_file(input.label())));
                (Slot::Done(input, worked.into()), None)
            }
        }
    }
}

/// Looks up the sizes of the next files in parallel, if there are several.
fn measure<T>(row: &mut VecDeque<Slot<T>>) {
    if let Some(Slot::Inputs(inputs)) = row.front_mut()
        && inputs.len() > 1
    {
        let next = inputs.as_mut_slice().chunks_mut(BATCH).next().unwrap_or_default();
        on_all_cores(|| next.par_iter_mut().for_each(Input::measure));
    }
}

/// Takes the next batch to work on from the front of the row, with everything between its elements. The batch depends
/// only on the inputs, not on the number of threads.
fn next_batch<T>(row: &mut VecDeque<Slot<T>>, open: &mut usize) -> Vec<Slot<T>> {
    let (mut batch, mut count, mut bytes) = (Vec::with_capacity(BATCH), 0, 0);
    while count < BATCH && bytes < BATCH_BYTES {
        match row.pop_front() {
            None => break,
            Some(Slot::Inputs(mut inputs)) => {
                if let Some(input) = inputs.next() {
                    row.push_front(Slot::Inputs(inputs));
                    row.push_front(Slot::Todo(input));
                }
            }
            Some(Slot::Members(mut members)) => match members.next() {
                Some(input) => {
                    row.push_front(Slot::Members(members));
                    input.into_games().into_iter().rev().for_each(|game| row.push_front(Slot::Todo(game)));
                }
                None => *open -= 1,
            },
            Some(Slot::Container(input, kind)) if *open >= MAX_OPEN && count > 0 => {
                row.push_front(Slot::Container(input, kind));
                break;
            }
            Some(slot) => {
                if let Slot::Todo(input) | Slot::Container(input, _) = &slot {
                    count += 1;
                    bytes += size_of(input);
                }
                batch.push(slot);
            }
        }
    }
    batch
}

/// Returns the size of an input in bytes, as far as it is known without reading it.
fn size_of(input: &Input) -> u64 {
    match input.stored() {
        Some(member) => member.size.unwrap_or_else(|| member.packed.unwrap_or_default().saturating_mul(USUAL_RATIO)),
        None => input.size_on_disk(),
    }
}
