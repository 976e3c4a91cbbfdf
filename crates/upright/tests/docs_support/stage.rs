//! Where the commands of one page are played.

/// What pages call the directory.
pub(crate) const STAND_IN: &str = "/srv/demo";

/// A directory, and a shell in it.
pub(crate) trait Stage {
    /// Writes a file; its folder is made when it is not there.
    fn write(&self, title: &str, text: &str);
    /// Runs a command line and gives what it prints, on both streams. `$?` is the exit code of the command before.
    fn run(&mut self, line: &str) -> String;
    /// The exit code of the last command.
    fn last(&self) -> i32;
}
