//! URLs taken apart and put together.

mod escape;
mod parse;

use gotmpl::go::{self, Kind, Type};
use gotmpl::{Call, CallError, Function};
use value::{Map, Value};

use self::parse::{Url, User};
use super::declare::{map, nil_dereference, string, text};

const GROUP: &str = "url";

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("urlParse", &[text("url")], Type::Map, url_parse)
        .help(GROUP, "the parts of a URL: scheme, opaque, userinfo, host, hostname, path, query, fragment")
        .example(r#"{{ (urlParse "http://example.com:8080/a?b=c").host }}"#, "example.com:8080"),
    Function::new("urlJoin", &[map("parts")], Type::String, url_join).help(GROUP, "a URL from such parts").example(
        r#"{{ urlJoin (dict "scheme" "https" "host" "example.com" "path" "a b") }}"#,
        "https://example.com/a%20b",
    ),
];

fn url_parse(call: &mut Call<'_>) -> Result<Value, CallError> {
    let url = Url::parse(call.bytes(0)).map_err(|error| CallError::new(format!("unable to parse url: {error}")))?;
    let user = url.user.as_ref().map(User::to_text).unwrap_or_default();
    let hostname = url.hostname().to_vec();
    let parts = Map::from_iter(
        [
            ("scheme", url.scheme),
            ("host", url.host),
            ("hostname", hostname),
            ("path", url.path),
            ("query", url.query),
            ("opaque", url.opaque),
            ("fragment", url.fragment),
            ("userinfo", user),
        ]
        .map(|(key, part)| (key, string(part))),
    );
    Ok(parts.into())
}

fn url_join(call: &mut Call<'_>) -> Result<Value, CallError> {
    let parts = call.map(0);
    let part = |key: &str| match parts.get(key) {
        None => Ok(Vec::new()),
        Some(value) => match go::kind(value) {
            Kind::String => Ok(value.as_text_bytes().expect("a string has bytes").to_vec()),
            Kind::Invalid => Err(nil_dereference()),
            other => Err(CallError::new(format!(
                "unable to parse {key} key, must be of type string, but {} found",
                other.name()
            ))),
        },
    };
    let mut url = Url {
        scheme: part("scheme")?,
        host: part("host")?,
        path: part("path")?,
        query: part("query")?,
        opaque: part("opaque")?,
        fragment: part("fragment")?,
        user: None,
    };
    url.user = user(&part("userinfo")?)?;
    Ok(string(url.to_text()))
}

fn user(text: &[u8]) -> Result<Option<User>, CallError> {
    if text.is_empty() {
        return Ok(None);
    }
    match Url::parse(&[b"proto://", text, b"@host"].concat()) {
        Ok(url) => Ok(url.user),
        Err(error) => Err(CallError::new(format!("unable to parse userinfo in dict: {error}"))),
    }
}
