//! The limits of documents as flags: their names, their help, and what they are called in messages.

use clap::{Arg, ArgMatches, value_parser};
use diagnostics::Diagnostics;

struct Limit {
    flag: &'static str,
    help: &'static str,
    /// The code of the problem that names the limit.
    code: &'static str,
    value: fn(&mut manifest::Options) -> &mut usize,
}

static ALL: [Limit; 5] = [
    Limit {
        flag: "max-document-size",
        help: "Bytes a document may have",
        code: "document::too-large",
        value: |options| &mut options.limits.size,
    },
    Limit {
        flag: "max-depth",
        help: "How deep a document may be nested",
        code: "document::too-deep",
        value: |options| &mut options.limits.depth,
    },
    Limit {
        flag: "max-aliases",
        help: "How many nodes the aliases of a document may expand to",
        code: "document::too-many-aliases",
        value: |options| &mut options.limits.aliases,
    },
    Limit {
        flag: "max-nodes",
        help: "How many items and entries the lists and maps of a document may have",
        code: "document::too-many-nodes",
        value: |options| &mut options.limits.nodes,
    },
    Limit {
        flag: "max-resources",
        help: "How many resources a manifest may have",
        code: "manifest::too-many-resources",
        value: |options| &mut options.most_resources,
    },
];

/// The flags, shown in the long help only.
pub(crate) fn flags() -> impl Iterator<Item = Arg> {
    some_flags(&ALL)
}

/// Those that concern any document.
pub(crate) fn document_flags() -> impl Iterator<Item = Arg> {
    some_flags(&ALL[..4])
}

fn some_flags(limits: &'static [Limit]) -> impl Iterator<Item = Arg> {
    let mut defaults = manifest::Options::default();
    limits.iter().map(move |limit| {
        let help = format!("{} [default: {}]", limit.help, (limit.value)(&mut defaults));
        Arg::new(limit.flag)
            .long(limit.flag)
            .value_name("N")
            .value_parser(value_parser!(usize))
            .long_help(help.clone())
            .help(help)
            .help_heading("Limits")
            .hide_short_help(true)
    })
}

/// What was typed.
pub(crate) fn options(matches: &ArgMatches) -> manifest::Options {
    let mut options = manifest::Options::default();
    for limit in &ALL {
        if let Ok(Some(given)) = matches.try_get_one::<usize>(limit.flag) {
            *(limit.value)(&mut options) = *given;
        }
    }
    options
}

/// Says with which flag a limit is raised.
pub(crate) fn name_flags(problems: Diagnostics) -> Diagnostics {
    let mut named = Diagnostics::new();
    for mut problem in problems {
        if let Some(limit) = ALL.iter().find(|limit| limit.code == problem.code.id) {
            let how = format!("raise it with `--{}`", limit.flag);
            problem.help = problem.help.map(|help| help.replacen("raise the limit", &how, 1));
        }
        named.push(problem);
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_names_a_code_that_exists() {
        for limit in &ALL {
            assert!(diagnostics::find_code(&crate::codes::all(), limit.code).is_ok(), "{}", limit.code);
        }
    }
}
