//! All tests, after what they need is there.

use crate::cli::Words;
use crate::{Failure, command, needs, workspace};

pub(crate) fn run(_: &Words) -> Result<(), Failure> {
    needs::install()?;
    command::run(command::cargo().args(["test", "--workspace", "--locked"]).current_dir(workspace::root()))
}
