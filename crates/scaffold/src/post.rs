//! Commands that finish files.

use gostd::path::{Glob, GlobError};
use std::ffi::OsStr;
use std::path::Path;
use system::files::Digest;
use system::process::{WordsError, words};

/// A command for the files whose names fit a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Post {
    /// The pattern for the last name of a path, as a shell has it: `*.sh`.
    pub pattern: String,
    /// The command, split as a shell does it but run without one. `{}` stands for the path of the file; without it the
    /// path comes last.
    pub command: String,
}

impl Post {
    /// A command for the files whose names fit `pattern`.
    pub fn new(pattern: impl Into<String>, command: impl Into<String>) -> Self {
        Self { pattern: pattern.into(), command: command.into() }
    }
}

/// A command that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PostError {
    /// The pattern cannot be read.
    #[error(transparent)]
    Pattern(#[from] GlobError),
    /// The command cannot be split.
    #[error("`{command}` is not a command: {problem}")]
    Words {
        /// The command.
        command: String,
        /// What is wrong with it.
        problem: WordsError,
    },
    /// There is nothing to run.
    #[error("the command for `{pattern}` is empty")]
    Empty {
        /// The pattern.
        pattern: String,
    },
    /// A command is a list of texts.
    #[error("a command cannot be given a name that is not UTF-8")]
    NotText,
}

/// A command that is to run for a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finish {
    /// As it is written.
    pub(crate) command: String,
    words: Vec<String>,
}

impl Finish {
    /// The words to run for a file. The program itself is never a placeholder.
    pub(crate) fn words(&self, file: &Path) -> Result<Vec<String>, PostError> {
        let file = file.to_str().ok_or(PostError::NotText)?;
        let mut words = self.words.clone();
        let mut placed = false;
        for word in words.iter_mut().skip(1).filter(|word| word.contains("{}")) {
            *word = word.replace("{}", file);
            placed = true;
        }
        if !placed {
            words.push(file.to_owned());
        }
        Ok(words)
    }
}

/// All commands. Patterns that cannot be read are an error of the first file they are tried on, as upstream has it.
#[derive(Debug)]
pub(crate) struct PostList(Vec<(Result<Glob, GlobError>, Post)>);

impl PostList {
    pub(crate) fn new(posts: &[Post]) -> Self {
        Self(posts.iter().map(|post| (Glob::parse(&post.pattern), post.clone())).collect())
    }

    /// The commands for a file with this last name, in their order.
    pub(crate) fn of(&self, name: &OsStr) -> Result<Vec<Finish>, PostError> {
        let mut found = Vec::new();
        for (glob, post) in &self.0 {
            if glob.as_ref().map_err(Clone::clone)?.fits(name) {
                found.push(finish(post)?);
            }
        }
        Ok(found)
    }
}

fn finish(post: &Post) -> Result<Finish, PostError> {
    let command = post.command.clone();
    match words(&command) {
        Ok(words) if words.is_empty() => Err(PostError::Empty { pattern: post.pattern.clone() }),
        Ok(words) => Ok(Finish { command, words }),
        Err(problem) => Err(PostError::Words { command, problem }),
    }
}

/// Stands for a text and the commands that finish it.
pub(crate) fn made_from(text: &Digest, commands: &[Finish]) -> Digest {
    let mut all = text.0.to_vec();
    for finish in commands {
        // No command has such a byte in it, so two lists never look the same.
        all.push(0);
        all.extend_from_slice(finish.command.as_bytes());
    }
    Digest::of(&all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words_of(command: &str) -> Vec<String> {
        finish(&Post::new("*", command)).unwrap().words(Path::new("/s/a b.sh")).unwrap()
    }

    #[test]
    fn the_path_takes_its_place() {
        assert_eq!(words_of("chmod 755"), ["chmod", "755", "/s/a b.sh"]);
        assert_eq!(words_of("chmod +x {}"), ["chmod", "+x", "/s/a b.sh"]);
        assert_eq!(words_of("cp {} {}.bak"), ["cp", "/s/a b.sh", "/s/a b.sh.bak"]);
        assert_eq!(words_of("x --in='{}' y"), ["x", "--in=/s/a b.sh", "y"]);
        assert_eq!(words_of("{}"), ["{}", "/s/a b.sh"]);
    }

    #[test]
    fn only_commands_that_fit_are_read() {
        let list = PostList::new(&[Post::new("*.sh", "chmod 755"), Post::new("*.txt", "'open"), Post::new("b*", " ")]);
        let of = |name: &str| list.of(OsStr::new(name));
        assert_eq!(of("a.sh").unwrap().len(), 1);
        assert_eq!(of("a").unwrap(), []);
        assert!(matches!(of("a.txt"), Err(PostError::Words { .. })));
        assert!(matches!(of("b.sh"), Err(PostError::Empty { .. })));
        assert!(matches!(PostList::new(&[Post::new("[", "true")]).of(OsStr::new("a")), Err(PostError::Pattern(_))));
    }

    #[test]
    fn texts_and_commands_are_told_apart() {
        let all = |text: &[u8], commands: &[&str]| {
            let list: Vec<_> = commands.iter().map(|command| finish(&Post::new("*", *command)).unwrap()).collect();
            made_from(&Digest::of(text), &list)
        };
        assert_eq!(all(b"a", &["x", "y"]), all(b"a", &["x", "y"]));
        assert_ne!(all(b"a", &["x", "y"]), all(b"b", &["x", "y"]));
        assert_ne!(all(b"a", &["x", "y"]), all(b"a", &["y", "x"]));
        assert_ne!(all(b"a", &["x y"]), all(b"a", &["x", "y"]));
    }
}
