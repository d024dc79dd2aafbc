//! Handles signals that end the program, so that none leaves half an output or a temporary file.

use crate::archive::OutputGate;

/// Ends the program once no output is being written.
fn end(gate: &OutputGate, status: i32) {
    let _nobody_writes = gate.close();
    std::process::exit(status);
}

/// Lets Ctrl-C, a request to end and the end of the terminal finish the outputs that are being written before they end
/// the program. Signals that are ignored, as under `nohup`, stay ignored.
#[cfg(unix)]
pub fn end_on_interrupt(gate: OutputGate) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    let ignored = ignored_signals();
    let is_ignored = |signal: &i32| ignored >> (signal - 1) & 1 == 1;
    let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| !is_ignored(signal));
    let (sender, receiver) = std::sync::mpsc::channel::<Signals>();
    let wait = move || {
        if let Ok(mut signals) = receiver.recv() {
            signals.forever().for_each(|signal| end(&gate, 128 + signal));
        }
    };
    // Without a handler a signal may leave a temporary file behind, but never half an output. There is none if the
    // system gives no thread to wait for signals.
    if std::thread::Builder::new().spawn(wait).is_ok()
        && let Ok(signals) = Signals::new(wanted)
    {
        let _ = sender.send(signals);
    }
}

/// Returns the ignored signals as bits; 0 if the system does not tell.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// Lets Ctrl-C and the end of the console finish the outputs that are being written before they end the program.
#[cfg(not(unix))]
pub fn end_on_interrupt(gate: OutputGate) {
    // Without a handler an interrupt may leave a temporary file behind, but never half an output.
    let _ = ctrlc::set_handler(move || end(&gate, 130));
}
