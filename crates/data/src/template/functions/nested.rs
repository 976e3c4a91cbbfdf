//! `template` and `jet`: templates inside of a text.

use expr::exprlang::FunctionError;
use value::Value;

use super::Answer;
use super::files::{Contents, read};
use crate::template::jet;
use crate::template::session::Session;
use crate::template::text::{Text, position};

/// Arguments after the first are ignored, as in the original.
pub(super) fn template(session: &Session, arguments: &[Value]) -> Answer {
    brought(session, expanded(session, arguments))
}

/// Takes note of the text that a template gave.
fn brought(session: &Session, answer: Answer) -> Answer {
    let value = answer?;
    session.allowance().bring(value.as_text_bytes().map_or(0, <[u8]>::len))?;
    Ok(value)
}

/// Runs a template that was read from a file, which is there until that is done.
fn with_file<T>(session: &Session, bytes: &[u8], run: impl FnOnce() -> T) -> Result<T, String> {
    session.allowance().bring(bytes.len())?;
    let done = run();
    session.allowance().release(bytes.len());
    Ok(done)
}

fn expanded(session: &Session, arguments: &[Value]) -> Answer {
    let text = arguments.first().and_then(Value::as_str).ok_or("template requires a string argument")?;
    if is_named(text, ".jet") {
        return rendered(session, &arguments[..1]);
    }
    if !is_named(text, ".templ") {
        return expand(session, text, None);
    }
    match read(session, text)? {
        Contents::Known(bytes) => match std::str::from_utf8(&bytes) {
            Ok(contents) => with_file(session, &bytes, || expand(session, contents, Some(text)))?,
            Err(_) if has_marks(&bytes) => Err(format!("template `{text}` is not UTF-8").into()),
            Err(_) => Ok(Value::text(bytes)),
        },
        Contents::Unknown(unknown) => Ok(unknown.into()),
    }
}

/// Whether bytes may have expressions in them.
fn has_marks(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|pair| matches!(pair, b"{{" | b"${"))
}

fn expand(session: &Session, text: &str, file: Option<&str>) -> Answer {
    let parsed = Text::parse(text);
    if parsed.is_plain() {
        return Ok(text.into());
    }
    let inner = session.enter()?;
    let compiled = parsed.compile(session.environment().scope());
    let compiled = compiled.map_err(|problems| problems.into_iter().next().expect("a failure has a problem"));
    compiled.and_then(|template| template.value_in(&inner)).map_err(|error| {
        let (line, column) = position(text, error.at.start);
        let place = file.map(|file| format!("{file}:{line}:{column}: ")).unwrap_or_default();
        let code = &text[error.expression.clone()];
        FunctionError { message: format!("{place}{error} in `{code}`"), help: error.help() }
    })
}

/// Whether the first argument of `template` or `jet` is the name of a file, and not the template itself.
pub(in crate::template) fn names_a_file(function: &str, text: &str) -> bool {
    is_named(text, ".jet") || (function == "template" && is_named(text, ".templ"))
}

/// Whether a text is the name of a file, which only its last letters say: `.jet` is one, and so is a sentence that ends
/// like that.
fn is_named(text: &str, suffix: &str) -> bool {
    text.strip_suffix(suffix).is_some()
}

pub(super) fn jet(session: &Session, arguments: &[Value]) -> Answer {
    brought(session, rendered(session, arguments))
}

fn rendered(session: &Session, arguments: &[Value]) -> Answer {
    let (body, left, right) = match arguments {
        [body] => (body.as_str(), Some("[["), Some("]]")),
        [body, left, right] => (body.as_str(), left.as_str(), right.as_str()),
        _ => return Err("jet requires 1 or 3 arguments".into()),
    };
    let required = |what: &str| format!("jet requires a string argument for {what}");
    let body = body.ok_or_else(|| required("template body"))?;
    let left = left.ok_or_else(|| required("left delimiter"))?;
    let right = right.ok_or_else(|| required("right delimiter"))?;
    let inner = session.enter()?;
    let rendered = if is_named(body, ".jet") {
        match read(session, body)? {
            Contents::Known(bytes) => {
                with_file(session, &bytes, || jet::render_in(inner, body, &bytes, (left, right)))?
            }
            Contents::Unknown(unknown) => return Ok(unknown.into()),
        }
    } else {
        jet::render_in(inner, "input", body.as_bytes(), (left, right))
    };
    let error = match rendered {
        Ok(bytes) => return Ok(Value::text(bytes)),
        Err(error) => error,
    };
    if let Some(unknown) = error.unknown() {
        return Ok(unknown.into());
    }
    let name = if is_named(body, ".jet") { body } else { "template" };
    Err(FunctionError { message: error.in_template(name), help: error.help() })
}
