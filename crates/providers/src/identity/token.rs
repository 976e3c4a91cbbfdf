//! The token of a handler.

use super::{Claims, Handler, TokenSource, named};
use crate::{Context, Fault};
use diagnostics::SecretKind;
use std::path::Path;
use value::Secret;

/// Tokens are a few hundred bytes, some thousands with many claims.
const LONGEST: u64 = 64 << 10;

/// The token of a handler, masked from here on wherever it turns up. A handler that has one token for everything does not
/// look at the scope.
pub fn token(context: &Context<'_>, handler: &str, scope: Option<&str>) -> Result<Secret<String>, Fault> {
    let handler = named(&context.run.settings, handler)?;
    if handler.needs_scope() && scope.is_none_or(str::is_empty) {
        return Err(Fault::new(format!("scope is required when authProvider {:?} is set", handler.name)));
    }
    let token = held(context, &handler, &mut Vec::new())?.ok_or_else(|| not_authenticated(&handler))?;
    let expires = Claims::of(token.reveal()).and_then(|claims| claims.expires_at);
    match expires {
        Some(at) if at.unix_seconds() <= context.world.read().clock.now().unix_seconds() => {
            let at = at.to_rfc3339_seconds();
            Err(Fault::new(format!("the token of auth handler {:?} expired at {at}", handler.name)))
        }
        _ => Ok(token),
    }
}

/// The token of a handler, when it has one.
pub(crate) fn held(
    context: &Context<'_>,
    handler: &Handler<'_>,
    warnings: &mut Vec<String>,
) -> Result<Option<Secret<String>>, Fault> {
    let found = match handler.token {
        None => None,
        Some(TokenSource::Environment(name)) => context.run.environment.get(name).map(String::into_bytes),
        Some(TokenSource::File(path)) => file(context, handler, path)?,
        Some(TokenSource::Store(name)) => context.secret(name, warnings)?.map(Secret::into_revealed),
    };
    let Some(found) = found else { return Ok(None) };
    context.run.redactor.register(found.trim_ascii(), SecretKind::Declared);
    text(handler, &found)
}

fn file(context: &Context<'_>, handler: &Handler<'_>, path: &Path) -> Result<Option<Vec<u8>>, Fault> {
    match context.world.read().files.read(&context.directories.working.join(path), LONGEST) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.is_nothing() => Ok(None),
        Err(error) => Err(Fault::new(format!("the token of auth handler {:?}: {error}", handler.name))),
    }
}

/// A token goes into a header, so it is one line of visible characters.
fn text(handler: &Handler<'_>, bytes: &[u8]) -> Result<Option<Secret<String>>, Fault> {
    let token = bytes.trim_ascii();
    let is_visible = token.iter().all(u8::is_ascii_graphic);
    match std::str::from_utf8(token) {
        Ok("") => Ok(None),
        Ok(token) if is_visible => Ok(Some(Secret::new(token.to_owned()))),
        _ => Err(Fault::new(format!(
            "the token of auth handler {:?} has blanks or other characters that no header can carry",
            handler.name
        ))),
    }
}

/// There is nothing to show to a server.
pub(crate) fn not_authenticated(handler: &Handler<'_>) -> Fault {
    let help = match handler.token {
        None => {
            "logging in is not part of this program; the configuration can name a handler that takes its token from \
                 an environment variable, a file or the secrets store"
                .to_owned()
        }
        Some(TokenSource::Environment(name)) => format!("set the environment variable {name}"),
        Some(TokenSource::File(path)) => format!("put the token into `{}`", path.display()),
        Some(TokenSource::Store(name)) => format!("keep it with `upright secrets set {name}`"),
    };
    Fault::new(format!("auth handler {:?} is not authenticated", handler.name)).help(help)
}
