//! The last words of a program with a bug.

use super::redactor::Redactor;
use std::backtrace::Backtrace;
use std::panic::PanicHookInfo;

/// Makes a panic print one short text through `print`: that it is a bug, what and where, without secrets. With
/// `backtrace` (the caller looks at `RUST_BACKTRACE`) the call stack follows.
pub fn install_panic_hook(redactor: Redactor, backtrace: bool, print: impl Fn(&str) + Send + Sync + 'static) {
    std::panic::set_hook(Box::new(move |info| {
        let what = message(info);
        let text = if backtrace { format!("{what}\n{}", Backtrace::force_capture()) } else { what };
        print(&redactor.text(&text));
    }));
}

fn message(info: &PanicHookInfo<'_>) -> String {
    let what = info.payload_as_str().unwrap_or("unknown panic");
    let place = info.location().map(|at| format!(" ({}:{})", short_path(at.file()), at.line())).unwrap_or_default();
    format!("this is a bug in upright: {what}{place}; please report it")
}

/// The path from the name of the crate on; what comes before says where somebody built the program.
fn short_path(path: &str) -> &str {
    let parent = path.rfind("/src/").map_or("", |source| &path[..source]);
    parent.rfind('/').map_or(path, |before| &path[before + 1..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SecretKind;
    use std::sync::{Arc, Mutex};

    #[test]
    fn paths_begin_with_the_crate() {
        assert_eq!(short_path("crates/diagnostics/src/redact/panic.rs"), "diagnostics/src/redact/panic.rs");
        assert_eq!(short_path("/home/x/registry/src/index/memchr-2.8.3/src/lib.rs"), "memchr-2.8.3/src/lib.rs");
        assert_eq!(short_path("src/main.rs"), "src/main.rs");
    }

    #[test]
    fn a_panic_is_one_line_without_secrets() {
        let redactor = Redactor::default();
        redactor.register(b"S3NTINEL", SecretKind::Declared);
        let heard = Arc::new(Mutex::new(Vec::new()));
        let ear = heard.clone();
        let before = std::panic::take_hook();
        let main = std::thread::current().id();
        install_panic_hook(redactor, false, move |text| {
            if std::thread::current().id() == main {
                ear.lock().unwrap().push(text.to_owned());
            }
        });
        let result = std::panic::catch_unwind(|| panic!("no such key `S3NTINEL`"));
        std::panic::set_hook(before);
        assert!(result.is_err());
        let [text] = &heard.lock().unwrap()[..] else { panic!("one message") };
        assert!(text.starts_with("this is a bug in upright: no such key `<secret>` (diagnostics/src/redact/panic.rs:"));
        assert!(text.ends_with("); please report it"));
    }
}
