//! Problems in a form that is easy to compare: code, message, every place with its label, help.

use diagnostics::{Diagnostics, Sources};
use std::fmt::Write;

/// All problems of a text.
pub(crate) fn shown(text: &str, problems: &Diagnostics) -> String {
    let mut sources = Sources::new();
    sources.add("case", text);
    let mut out = String::new();
    for problem in problems {
        let _ = writeln!(out, "error[{}]: {}", problem.code.id, problem.message);
        for label in &problem.labels {
            let at = sources.position(label.span);
            let there: String = sources.slice(label.span).chars().take(40).map(visible).collect();
            let _ = writeln!(out, "  {}:{} `{there}` {}", at.line, at.column, label.text);
        }
        if let Some(help) = &problem.help {
            let _ = writeln!(out, "  help: {help}");
        }
    }
    out
}

fn visible(c: char) -> String {
    if matches!(c, '"' | '\'' | '\\') { c.to_string() } else { c.escape_debug().to_string() }
}
