//! Where secrets and the master key are.

use super::StoreError;
use std::path::PathBuf;
use system::ReadWorld;

/// Where secrets and the master key are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    /// The directory with a file per secret.
    pub directory: PathBuf,
    /// The file with the master key.
    pub key_file: Option<PathBuf>,
    /// Whether only the keychain is good enough for a master key.
    pub keychain_only: bool,
}

const DIRECTORY: &str = "SCAFCTL_SECRETS_DIR";
const KEYCHAIN_ONLY: &str = "SCAFCTL_REQUIRE_SECURE_KEYRING";

impl Places {
    /// As the environment says.
    pub fn of(world: &ReadWorld) -> Result<Self, StoreError> {
        let data = data(world);
        let named = set(world, DIRECTORY).map(|path| here(world).join(path));
        let directory = named.or_else(|| Some(data.as_ref()?.join("secrets"))).ok_or(StoreError::NoPlace)?;
        let keychain_only = world.environment.var(KEYCHAIN_ONLY).is_some_and(|value| value == "true");
        Ok(Self { directory, key_file: data.map(|data| data.join("master.key")), keychain_only })
    }
}

fn data(world: &ReadWorld) -> Option<PathBuf> {
    let absolute = |name: &str| set(world, name).filter(|path| path.is_absolute());
    let home = || absolute("HOME").map(|home| home.join(".local/share"));
    absolute("XDG_DATA_HOME").or_else(home).map(|data| data.join("scafctl"))
}

fn set(world: &ReadWorld, name: &str) -> Option<PathBuf> {
    world.environment.var(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

fn here(world: &ReadWorld) -> PathBuf {
    world.environment.directory().unwrap_or_else(|_| PathBuf::from("/"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::{FakeEnvironment, FakeWorld};

    fn places(variables: &[(&str, &str)]) -> Result<Places, StoreError> {
        let here = FakeEnvironment::in_directory("/elsewhere");
        let environment = variables.iter().fold(here, |all, (name, value)| all.with(name, value));
        Places::of(&FakeWorld::new().with_environment(environment).read())
    }

    #[test]
    fn the_environment_says_where() {
        let both = |variables: &[(&str, &str)]| {
            let Places { directory, key_file, .. } = places(variables).unwrap();
            (directory.display().to_string(), key_file.map(|path| path.display().to_string()).unwrap_or_default())
        };
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        let home = ("HOME", "/home/ada");
        let own = pair("/home/ada/.local/share/scafctl/secrets", "/home/ada/.local/share/scafctl/master.key");
        assert_eq!(both(&[home]), own);
        assert_eq!(both(&[home, ("XDG_DATA_HOME", "relative"), ("SCAFCTL_SECRETS_DIR", "")]), own);
        let data = ("XDG_DATA_HOME", "/data");
        assert_eq!(both(&[home, data]), pair("/data/scafctl/secrets", "/data/scafctl/master.key"));
        let named = ("SCAFCTL_SECRETS_DIR", "store");
        assert_eq!(both(&[data, named]), pair("/elsewhere/store", "/data/scafctl/master.key"));
        assert_eq!(both(&[named]), pair("/elsewhere/store", ""));
        assert!(matches!(places(&[]), Err(StoreError::NoPlace)));
    }

    #[test]
    fn only_true_asks_for_the_keychain() {
        for (value, only) in [("true", true), ("false", false), ("", false), ("1", false)] {
            let variables = [("HOME", "/h"), ("SCAFCTL_REQUIRE_SECURE_KEYRING", value)];
            assert_eq!(places(&variables).unwrap().keychain_only, only, "{value}");
        }
    }
}
