//! User name and password, told to git through a helper: they are in no argument, in no file and in no output.

use super::invoke::{Reach, invoke};
use super::operation::Target;
use crate::{Context, Fault, Inputs};
use std::path::Path;
use system::http::Url;
use value::Secret;

/// Who we are.
pub(super) struct Login {
    user: String,
    password: Secret<String>,
}

/// Who we are for one server.
pub(super) struct Given<'a> {
    login: &'a Login,
    /// Scheme, host and port: nobody else is told, wherever a redirect leads.
    place: String,
}

/// Answers git's question from its environment. `printf` is a part of the shell, so the password is in no list of
/// processes.
const HELPER: &str = r#"!f() { test "$1" = get || exit 0; printf 'username=%s\npassword=%s\n' "$UPRIGHT_GIT_USERNAME" "$UPRIGHT_GIT_PASSWORD"; }; f"#;

impl Login {
    pub(super) fn decode(inputs: &Inputs) -> Result<Option<Self>, Fault> {
        let (user, password) = (inputs.filled("username"), inputs.filled("password"));
        for (name, text) in [("username", user), ("password", password)] {
            if text.is_some_and(|text| text.chars().any(char::is_control)) {
                return Err(Fault::new(format!("{name} must not contain control characters")));
            }
        }
        let Some(password) = password else { return Ok(None) };
        // A token is a password for whoever; servers want some name with it.
        Ok(Some(Self { user: user.unwrap_or("git").to_owned(), password: Secret::new(password.to_owned()) }))
    }

    /// The login for whoever the target is; nothing when it is nobody who asks for one.
    pub(super) fn for_target(
        &self,
        target: &Target,
        directory: &Path,
        context: &Context<'_>,
    ) -> Result<Option<Given<'_>>, Fault> {
        let words: &[&str] = match target {
            Target::Address(address) => &["ls-remote", "--get-url", "--", address],
            Target::Pull(remote) => &["remote", "get-url", remote],
            Target::Push(remote) => &["remote", "get-url", "--push", remote],
        };
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let spoken = invoke(&words, directory, Reach::Look, None, context)?;
        let (Target::Address(given) | Target::Pull(given) | Target::Push(given)) = target;
        // What is no remote may be an address itself.
        let address = if spoken.code == 0 { spoken.stdout.trim() } else { given };
        let Ok(url) = Url::parse(address) else { return Ok(None) };
        let host = if url.host().contains(':') { format!("[{}]", url.host()) } else { url.host().to_owned() };
        Ok(Some(Given { login: self, place: format!("{}://{host}:{}", url.scheme(), url.port()) }))
    }
}

impl Given<'_> {
    /// The words before the command: other helpers are not asked, ours is.
    pub(super) fn words(&self) -> Vec<String> {
        let setting = |value: &str| ["-c".to_owned(), format!("credential.{}.helper={value}", self.place)];
        setting("").into_iter().chain(setting(HELPER)).collect()
    }

    pub(super) fn environment(&self) -> Vec<(String, String)> {
        let Login { user, password } = self.login;
        vec![
            ("UPRIGHT_GIT_USERNAME".to_owned(), user.clone()),
            ("UPRIGHT_GIT_PASSWORD".to_owned(), password.reveal().clone()),
        ]
    }

    pub(super) fn password(&self) -> &str {
        self.login.password.reveal()
    }
}
