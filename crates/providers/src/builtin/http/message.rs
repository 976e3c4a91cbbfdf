//! What is sent.

use super::retry::Retry;
use super::settings;
use crate::{Fault, Inputs};
use diagnostics::{Redactor, secret_by_name};
use std::time::Duration;
use system::http::{Credentials, Headers, Url};
use value::{Secret, Value};

/// One request, as the inputs say it.
pub(super) struct Message {
    pub(super) url: Url,
    pub(super) method: String,
    pub(super) headers: Headers,
    pub(super) body: Vec<u8>,
    pub(super) timeout: Option<Duration>,
    pub(super) retry: Option<Retry>,
    pub(super) auth: Option<Auth>,
    pub(super) parses_json: bool,
    /// What in the URL is nobody's business.
    credentials: Credentials,
}

/// Whether a method changes nothing at the other side; none is `GET`.
pub(super) fn only_asks(method: &str) -> bool {
    ["", "GET", "HEAD"].iter().any(|harmless| method.eq_ignore_ascii_case(harmless))
}

/// Who gets the token.
pub(super) struct Auth {
    pub(super) handler: String,
    pub(super) scope: Option<String>,
}

impl Message {
    pub(super) fn decode(inputs: &Inputs) -> Result<Self, Fault> {
        let url = inputs.required_text("url")?;
        let auth = inputs
            .filled("authProvider")
            .map(|handler| Auth { handler: handler.to_owned(), scope: inputs.filled("scope").map(str::to_owned) });
        Ok(Self {
            credentials: Credentials::of(url),
            url: Url::parse(url).map_err(|error| Fault::new(error.to_string()))?,
            method: inputs.filled("method").unwrap_or("GET").to_uppercase(),
            headers: headers(inputs)?,
            body: inputs.text_bytes("body").unwrap_or_default().to_owned(),
            timeout: timeout(inputs.get("timeout")),
            retry: settings(inputs, "retry")?.map(|retry| Retry::decode(&retry)).transpose()?,
            auth,
            parses_json: inputs.flag("autoParseJson"),
        })
    }

    /// Whether it changes nothing at the other side.
    pub(super) fn only_asks(&self) -> bool {
        only_asks(&self.method)
    }

    /// Who we are in the URL is a secret.
    pub(super) fn keep_secrets(&self, redactor: &Redactor) {
        self.credentials.register(redactor);
    }
}

/// Only values that are text are sent. Those whose names say that they are secrets are for the host alone that was named.
fn headers(inputs: &Inputs) -> Result<Headers, Fault> {
    let mut headers = Headers::default();
    let Some(given) = settings(inputs, "headers")? else { return Ok(headers) };
    let texts = given.as_map().iter().filter_map(|(name, value)| Some((name.as_str()?, value.as_str()?)));
    for (name, value) in texts {
        if is_telling(name) {
            headers.add_secret(name, Secret::new(value.to_owned()));
        } else {
            headers.add(name, value);
        }
    }
    Ok(headers)
}

/// Whether a name says that its value is a secret, whatever that is.
fn is_telling(name: &str) -> bool {
    secret_by_name(&name.replace('-', "_"), "any")
}

/// Seconds, or a duration as Go writes it; anything else, and 0, is as if nothing were said.
fn timeout(given: Option<&Value>) -> Option<Duration> {
    given.and_then(seconds).filter(|timeout| !timeout.is_zero())
}

/// A length of time: a number of seconds or `1m30s`.
pub(super) fn seconds(value: &Value) -> Option<Duration> {
    if let Some(text) = value.as_str() {
        let nanos = value::Duration::parse_go(text).ok()?.as_nanos();
        return u64::try_from(nanos).ok().map(Duration::from_nanos);
    }
    let seconds = crate::coerce::number(value).filter(|seconds| (0.0..=1e9).contains(seconds))?;
    Some(Duration::from_secs_f64(seconds))
}
