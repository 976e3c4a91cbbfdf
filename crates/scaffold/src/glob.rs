//! Patterns for whole paths.

use gostd::path::{Glob, GlobError};
use std::ffi::OsStr;
use std::path::Path;

/// A pattern for paths: without a slash it is for the last name, at any depth; with one for the whole path, and `**`
/// stands for any number of names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PathGlob(Vec<Step>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Names,
    Name(Glob),
}

impl PathGlob {
    pub(crate) fn parse(pattern: &str) -> Result<Self, GlobError> {
        let mut steps = Vec::new();
        if !pattern.contains('/') {
            steps.push(Step::Names);
        }
        for name in pattern.split('/').filter(|name| !name.is_empty()) {
            steps.push(if name == "**" { Step::Names } else { Step::Name(Glob::parse(name)?) });
        }
        Ok(Self(steps))
    }

    /// Whether a relative path fits.
    pub(crate) fn fits(&self, path: &Path) -> bool {
        let names: Vec<&OsStr> = path.iter().collect();
        let (mut step, mut at) = (0, 0);
        let mut retry = None;
        loop {
            match self.0.get(step) {
                Some(Step::Names) => {
                    retry = Some((step + 1, at));
                    step += 1;
                }
                Some(Step::Name(glob)) if names.get(at).is_some_and(|name| glob.fits(name)) => {
                    step += 1;
                    at += 1;
                }
                None if at == names.len() => return true,
                _ => match retry {
                    Some((after, from)) if from < names.len() => {
                        retry = Some((after, from + 1));
                        (step, at) = (after, from + 1);
                    }
                    _ => return false,
                },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        for (pattern, path, expected) in [
            ("*.png", "a.png", true),
            ("*.png", "img/deep/a.png", true),
            ("img/*", "img/a", true),
            ("img/*", "img/deep/a", false),
            ("img/*", "x/img/a", false),
            ("/a", "a", true),
            ("/a", "x/a", false),
            ("img/**", "img/deep/a", true),
            ("**/logo.svg", "logo.svg", true),
            ("a/**/z", "a/z", true),
            ("a/**/z", "a/b/c/z", true),
            ("a/**/z", "a/b/c/y", false),
            ("**", "a/b", true),
        ] {
            assert_eq!(PathGlob::parse(pattern).unwrap().fits(Path::new(path)), expected, "{pattern} {path}");
        }
        assert!(PathGlob::parse("a/[").is_err());
    }
}
