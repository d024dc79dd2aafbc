//! Handles panics, which are defects of Ludex: a panic in the work on an input is an error of that input, and the
//! others are still done.

use std::borrow::Borrow;
use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};

use rayon::prelude::*;

use super::threads::on_all_cores;
use crate::archive::Input;
use crate::text::{Diagnostic, codes};

thread_local! {
    /// Whether this thread works on an input.
    static IS_AT_WORK: Cell<bool> = const { Cell::new(false) };
    /// The source location of its panic.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Installs a hook that notes where panics in the work on inputs occur; `emit` is called for all others.
///
/// The message of a panic is not shown: it may quote the file, with its secrets and control characters.
fn note_places(emit: impl Fn(&PanicHookInfo<'_>) + Send + Sync + 'static) {
    panic::set_hook(Box::new(move |panic| {
        if IS_AT_WORK.get() {
            PLACE.set(Some(place(panic)));
        } else {
            emit(panic);
        }
    }));
}

fn place(panic: &PanicHookInfo<'_>) -> String {
    panic.location().map_or_else(|| "an unknown place".into(), ToString::to_string)
}

/// The file of the standard library that panics if the system has no memory for the signal stack of a new thread.
const NO_MEMORY_FOR_A_THREAD: &str = "stack_overflow.rs";

/// Installs a hook that notes where panics in the work on inputs occur, and reports all others.
pub fn note() {
    note_places(|panic| {
        let is_no_defect = panic.location().is_some_and(|at| at.file().ends_with(NO_MEMORY_FOR_A_THREAD));
        let message = if is_no_defect {
            "error: the system has no memory for another thread".to_owned()
        } else {
            format!("error: internal error at {}\n = help: please report this", place(panic))
        };
        // If standard error is closed, there is nowhere to report it.
        let _ = writeln!(io::stderr(), "{message}");
    });
}

/// Does the work on an input; a panic becomes an error that names the input.
pub fn guarded<T>(input: &Input, work: impl FnOnce() -> T) -> Result<T, Diagnostic> {
    let was_at_work = IS_AT_WORK.replace(true);
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    IS_AT_WORK.set(was_at_work);
    done.map_err(|_| {
        let place = PLACE.take().map_or_else(String::new, |place| format!(" at {place}"));
        let message = format!("internal error{place}: the work on this input ended there");
        Diagnostic::error(&codes::INTERNAL_ERROR, message).in_file(input.label()).help(codes::INTERNAL_ERROR.advice)
    })
}

/// Works on inputs in parallel and returns the results in order; `failed` makes the result of an input whose work
/// panicked.
pub fn work_on<'i, I: Borrow<Input> + Sync, T: Send>(
    inputs: &'i [I],
    work: impl Fn(&'i Input) -> T + Sync,
    failed: impl Fn(&'i Input, Diagnostic) -> T + Sync,
) -> Vec<T> {
    let one = |input: &'i I| {
        let input = input.borrow();
        guarded(input, || work(input)).unwrap_or_else(|d| failed(input, d))
    };
    match inputs {
        // Starting threads takes longer than working on one file.
        [input] => vec![one(input)],
        inputs => on_all_cores(|| inputs.par_iter().map(one).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Panics outside of the work on inputs still reach the hook that was installed before.
    fn note_in_tests() {
        static ONCE: std::sync::Once = std::sync::Once::new();
        ONCE.call_once(|| note_places(panic::take_hook()));
    }

    fn input(name: &str) -> Input {
        Input::companion(name.into())
    }

    #[test]
    fn a_panic_is_an_error_of_its_input_and_the_others_are_done() {
        note_in_tests();
        let inputs: Vec<Input> = (0..100).map(|n| input(&n.to_string())).collect();
        let work = |input: &Input| match input.name().as_ref() {
            "17" | "99" => panic!("secret \u{1b}[2J"),
            name => Ok(name.to_owned()),
        };
        let done = work_on(&inputs, work, |_, d| Err(d));
        assert_eq!(done.iter().filter(|one| one.is_ok()).count(), 98);
        assert_eq!(done[18].as_deref(), Ok("18"));
        for n in [17, 99] {
            let d = done[n].as_ref().unwrap_err();
            assert_eq!((&*d.code, d.file.as_deref(), d.is_error()), ("IO020", Some(&*n.to_string()), true));
            crate::text::tested::saw(&d.code);
            assert!(d.message.starts_with("internal error at src/cli/panics.rs:"), "{}", d.message);
            assert!(
                !d.message.contains("secret") && d.help.as_deref().is_some_and(|help| help.contains("report this"))
            );
        }
        assert!(work_on(&[input("one")], |_| panic!(), |_, _| true)[0]);
    }

    #[test]
    fn work_within_work_is_told_apart() {
        note_in_tests();
        let outer = input("outer");
        let done = guarded(&outer, || {
            let inner = guarded(&input("inner"), || panic!());
            let files = [inner.err(), guarded(&outer, || panic!()).err()].map(|d: Option<Diagnostic>| d?.file);
            assert_eq!(files, [Some("inner".into()), Some("outer".into())]);
            assert!(IS_AT_WORK.get());
        });
        assert_eq!(done, Ok(()));
        assert!(!IS_AT_WORK.get());
    }
}
