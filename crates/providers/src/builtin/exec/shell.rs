//! Which program reads a command line.

use crate::Fault;

/// A shell, as documents name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shell {
    /// The best that there is, ending at the first command that fails.
    Auto,
    /// The same under another name.
    Sh,
    Bash,
    Pwsh,
}

impl Shell {
    pub(super) fn named(name: &str) -> Result<Self, Fault> {
        match name {
            "auto" => Ok(Self::Auto),
            "sh" => Ok(Self::Sh),
            "bash" => Ok(Self::Bash),
            "pwsh" => Ok(Self::Pwsh),
            "cmd" => Err(failed("shell type \"cmd\" is only available on Windows")),
            _ => Err(Fault::new(format!("unsupported shell type: {name:?} (valid: auto, sh, bash, pwsh, cmd)"))),
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Sh => "sh",
            Self::Bash => "bash",
            Self::Pwsh => "pwsh",
        }
    }

    /// The programs to try, with the words before the command line. Those of `auto` and `sh` are what the original's own
    /// shell is like: bash without anybody's settings, ending at the first failure.
    pub(super) fn programs(self) -> &'static [&'static [&'static str]] {
        match self {
            Self::Auto | Self::Sh => &[&["bash", "--noprofile", "--norc", "-e", "-c"], &["/bin/sh", "-e", "-c"]],
            Self::Bash => &[&["bash", "--noprofile", "--norc", "-c"]],
            Self::Pwsh => &[&["pwsh", "-NoProfile", "-NonInteractive", "-Command"]],
        }
    }

    /// Whether a command line that is none is an error, not an exit code.
    pub(super) fn refuses_bad_syntax(self) -> bool {
        matches!(self, Self::Auto | Self::Sh)
    }
}

/// The words of the original around everything that keeps a command from running.
pub(super) fn failed(why: &str) -> Fault {
    Fault::new(format!("failed to execute command: shellexec: {why}"))
}
