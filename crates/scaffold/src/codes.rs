//! The problems that trees have.

use diagnostics::Code;

/// All of them.
pub const CODES: &[&Code] = &[&TEMPLATE, &SOURCE, &IN_THE_WAY, &LEADS_OUT, &FILE, &PATTERN, &COMMAND, &LIMIT, &STOPPED];

pub(crate) static TEMPLATE: Code = Code::new(
    "scaffold::template",
    "Every file of the source is a template, and this one cannot be parsed or rendered. Nothing was written. Files that \
     are no templates, such as images, are copied as they are when a pattern of `copy_only` fits them:\n\n\
     ```yaml\ncopy_only: [\"*.png\", \"vendor/**\"]\n```",
);

pub(crate) static SOURCE: Code = Code::new(
    "scaffold::source-entry",
    "The source tree holds files and directories. Symbolic links, devices, pipes and sockets are refused outside of \
     `_partials`, because nobody can say what their copy would be.",
);

pub(crate) static IN_THE_WAY: Code = Code::new(
    "scaffold::in-the-way",
    "The tree has a file where the target has a directory, or the other way round. Nothing is removed to make room: move \
     it away, or rename the template.",
);

pub(crate) static LEADS_OUT: Code = Code::new(
    "scaffold::leads-out",
    "A directory of the target is a symbolic link to somewhere else. A scaffold never writes outside of its target, so \
     the link has to go, or the scaffold has to begin where the link leads to.",
);

pub(crate) static FILE: Code = Code::new(
    "scaffold::file",
    "A file of the source or of the target cannot be read or written; the message says why.",
);

pub(crate) static PATTERN: Code = Code::new(
    "scaffold::pattern",
    "Patterns are for names, as a shell has them: `*`, `?`, `[a-z]`. In `post` each has a command, which is split into \
     words as a shell does it but run without one; `{}` stands for the path of the file.\n\n\
     ```yaml\npost:\n  - \"*.sh\": chmod +x\n  - \"*.go\": gofmt -w {}\n```",
);

pub(crate) static COMMAND: Code = Code::new(
    "scaffold::post",
    "A command that finishes a file did not end with 0, or could not be started. It worked on a copy: the target is as it \
     was.",
);

pub(crate) static LIMIT: Code = Code::new(
    "scaffold::limit",
    "The tree is larger than allowed: too deep, too many files, too much output, or partials that render each other \
     without an end.",
);

pub(crate) static STOPPED: Code = Code::new(
    "scaffold::stopped",
    "Rendering ended early: somebody wanted the program to stop, or what the templates need is only known in the run.",
);

#[cfg(test)]
mod tests {
    #[test]
    fn the_list_is_in_order() {
        assert_eq!(diagnostics::check_codes(&[super::CODES]), Vec::<String>::new());
    }
}
