//! Panics are defects of Ludex: one in the work on an input is an error of that input, and the others are done.

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
    /// Where it panicked.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Takes note of where panics are in the work on inputs; of all others `emit` is told.
///
/// What a panic says is not shown: it may quote the file, with its secrets and control characters.
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

/// The file of the standard library that panics where the system gives a new thread no stack for its signals.
const NO_MEMORY_FOR_A_THREAD: &str = "stack_overflow.rs";

/// Takes note of where panics are in the work on inputs, and says so of all others.
pub fn note() {
    note_places(|panic| {
        let is_no_defect = panic.location().is_some_and(|at| at.file().ends_with(NO_MEMORY_FOR_A_THREAD));
        let message = if is_no_defect {
            "error: the system has no memory for another thread".to_owned()
        } else {
            format!("error: internal error at {}\n = help: please report this", place(panic))
        };
        // Nobody can be told that standard error is gone.
        let _ = writeln!(io::stderr(), "{message}");
    });
}

/// Does the work on an input; what goes wrong in it is an error that names the input.
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

/// Works on inputs side by side, and gives what came of each, in order; `failed` makes it of what went wrong.
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
        // Threads take longer to start than a file to be worked on.
        [input] => vec![one(input)],
        inputs => on_all_cores(|| inputs.par_iter().map(one).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What panics outside of the work on inputs say still goes to the hook that was there.
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
