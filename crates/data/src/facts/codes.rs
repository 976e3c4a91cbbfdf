//! The problems of fact files.

use diagnostics::Code;

pub(super) static MISSING: Code = Code::new(
    "facts::missing-file",
    "The file that `--facts` names does not exist. A relative path starts from the working directory.",
);

pub(super) static UNREADABLE: Code = Code::new(
    "facts::unreadable",
    "A file or directory with facts is there and cannot be read. A custom fact file is left out, and the run goes on without \
     its facts.",
);

pub(super) static DENIED: Code = Code::new(
    "facts::denied",
    "A file with facts is there, and the user who runs this must not read it, or a directory above it. A custom fact file is \
     left out, and the run goes on without its facts.",
);

pub(super) static LINK: Code = Code::new(
    "facts::symbolic-link",
    "`facts.json`, `facts.yaml`, `facts.d` and the files in it are not read when they are symbolic links: facts decide what is \
     done to a machine, and a link may lead to a file that somebody else can write. Put the file itself there.",
);

pub(super) static RELATIVE: Code = Code::new(
    "facts::relative-directory",
    "The directory of custom facts must not depend on where a program is started. Set `XDG_CONFIG_HOME` to an absolute path, \
     or unset it; then `~/.config` counts.",
);

/// The problems that fact files have.
pub const CODES: &[&Code] = &[&MISSING, &UNREADABLE, &DENIED, &LINK, &RELATIVE];
