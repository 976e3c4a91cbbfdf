//! Every error code of the program, from the crates that raise them.

use crate::exit::Exit;
use crate::solutions::config_keys;
use diagnostics::{Code, Diagnostics, Severity};

/// All lists; `explain` and the reference page are made from them.
pub(crate) fn all() -> Vec<&'static [&'static Code]> {
    let mut lists = vec![
        document::yaml::CODES,
        document::json::CODES,
        document::decode::CODES,
        ::data::facts::CODES,
        ::data::hiera::CODES,
        goss::CODES,
        engine::CODES,
        expr::CODES,
        gotmpl::CODES,
        jet::CODES,
        manifest::CODES,
        manifest::source::CODES,
        providers::FORM_CODES,
        config_keys::CODES,
        scaffold::CODES,
        solution::CODES,
    ];
    lists.extend(resources::codes());
    lists
}

/// Problems that are about something else than the document itself, and how the program ends because of them.
const SPECIAL: &[(&str, Exit)] = &[
    ("facts::missing-file", Exit::NotFound),
    ("hiera::not-found", Exit::NotFound),
    ("hiera::unreachable", Exit::Unreachable),
    ("facts::denied", Exit::Denied),
    ("hiera::denied", Exit::Denied),
];

/// How a run ends that was refused because it would have no end: as one that failed, which is what the original does when
/// it stops at its limit of depth.
const ENDLESS: &str = "manifest::cycle";

/// How `apply` ends when a document cannot be used.
pub(crate) fn exit_of_run(problems: &Diagnostics) -> Exit {
    let mut errors = problems.iter().filter(|problem| problem.severity == Severity::Error);
    if errors.all(|problem| problem.code.id == ENDLESS) { Exit::Failed } else { exit_of(problems) }
}

/// How the program ends when a document cannot be used.
pub(crate) fn exit_of(problems: &Diagnostics) -> Exit {
    let mut errors =
        problems.iter().filter(|problem| problem.severity == Severity::Error).map(|problem| problem.code.id);
    let special = |id: &str| SPECIAL.iter().find(|(special, _)| *special == id).map(|(_, exit)| *exit);
    let Some(first) = errors.next().and_then(special) else { return Exit::Invalid };
    if errors.all(|id| special(id) == Some(first)) { first } else { Exit::Invalid }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_special_code_exists() {
        for (id, _) in SPECIAL {
            assert!(diagnostics::find_code(&all(), id).is_ok(), "{id}");
        }
    }

    /// Whoever looks an exit code up finds the problems that lead to it.
    #[test]
    fn every_special_code_is_documented_with_its_exit_code() {
        let page = include_str!("../../../docs/exit-codes.md");
        for (id, exit) in SPECIAL {
            let line = page.lines().find(|line| line.contains(&format!("`{id}`")));
            let line = line.unwrap_or_else(|| panic!("docs/exit-codes.md does not name `{id}`"));
            assert!(line.starts_with(&format!("| `{}` |", *exit as u8)), "{line}");
        }
        let named = page.lines().filter(|line| line.starts_with("| ") && line.contains("::"));
        for id in named.flat_map(|line| line.split('`')).filter(|word| word.contains("::")) {
            assert!(SPECIAL.iter().any(|(special, _)| *special == id), "`{id}` leads to no exit code of its own");
        }
    }

    #[test]
    fn only_problems_of_one_kind_decide() {
        let code = |id: &str| diagnostics::find_code(&all(), id).unwrap_or_else(|_| panic!("{id}"));
        let exit = |ids: &[&str]| {
            let mut problems = Diagnostics::new();
            for id in ids {
                problems.push(diagnostics::Diagnostic::error(code(id), "wrong"));
            }
            exit_of(&problems)
        };
        assert_eq!(exit(&["hiera::not-found", "facts::missing-file"]), Exit::NotFound);
        assert_eq!(exit(&["hiera::unreachable"]), Exit::Unreachable);
        assert_eq!(exit(&["hiera::not-found", "hiera::unreachable"]), Exit::Invalid);
        assert_eq!(exit(&["decode::wrong-type"]), Exit::Invalid);
    }
}
