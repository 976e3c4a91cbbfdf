//! Names of signals.

use signal_hook::low_level::signal_name;

/// As people know it: `SIGKILL`.
pub(super) fn name(number: i32) -> String {
    match signal_name(number) {
        Some(name) => name.to_owned(),
        None => format!("signal {number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn signals_have_their_names() {
        assert_eq!(name(9), "SIGKILL");
        assert_eq!(name(15), "SIGTERM");
        assert_eq!(name(11), "SIGSEGV");
        assert_eq!(name(40), "signal 40");
    }
}
