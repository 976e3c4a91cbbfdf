//! What a token says about its owner. Nothing is verified: whoever is given the token does that.

use value::base64;
use value::{Map, Timestamp, Value};

/// The claims of a token; texts are empty when it does not say.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Claims {
    pub(crate) issuer: String,
    pub(crate) subject: String,
    pub(crate) tenant_id: String,
    pub(crate) object_id: String,
    pub(crate) client_id: String,
    pub(crate) email: String,
    pub(crate) name: String,
    pub(crate) username: String,
    pub(crate) issued_at: Option<Timestamp>,
    pub(crate) expires_at: Option<Timestamp>,
    pub(crate) groups: Vec<String>,
}

/// Names that people log in with, whichever of them a token has.
const LOGINS: [&str; 3] = ["preferred_username", "upn", "unique_name"];

impl Claims {
    /// The claims of a token of three parts; `None` of one that says nothing.
    pub(crate) fn of(token: &str) -> Option<Self> {
        let mut parts = token.split('.');
        let (_, payload, _) = (parts.next()?, parts.next()?, parts.next()?);
        let payload = String::from_utf8(decode(payload)?).ok()?;
        let payload = Value::from_json(&payload).ok()?;
        Some(Self::read(payload.as_map()?))
    }

    fn read(map: &Map) -> Self {
        let login = first(map, &LOGINS);
        let email = text(map, "email");
        Self {
            issuer: text(map, "iss"),
            subject: text(map, "sub"),
            tenant_id: text(map, "tid"),
            object_id: text(map, "oid"),
            client_id: first(map, &["aud", "azp", "appid"]),
            email: if email.is_empty() { login.clone() } else { email },
            name: text(map, "name"),
            username: login,
            issued_at: time(map, "iat"),
            expires_at: time(map, "exp"),
            groups: texts(map, "groups"),
        }
    }

    /// How its owner is called.
    pub(crate) fn display(&self) -> &str {
        let names = [&self.email, &self.username, &self.name, &self.subject];
        names.into_iter().find(|name| !name.is_empty()).map_or("", String::as_str)
    }

    /// Whether its owner is a person or a program.
    pub(crate) fn kind(&self) -> &'static str {
        let is_nobody = [&self.name, &self.email, &self.username].into_iter().all(String::is_empty);
        if is_nobody && !self.object_id.is_empty() { "service-principal" } else { "user" }
    }
}

/// Base64 for addresses, which has no padding.
fn decode(part: &str) -> Option<Vec<u8>> {
    let part = part.trim_end_matches('=');
    let usual = part.bytes().map(|byte| match byte {
        b'-' => b'+',
        b'_' => b'/',
        other => other,
    });
    let padding = part.len().next_multiple_of(4) - part.len();
    let usual: Vec<u8> = usual.chain(std::iter::repeat_n(b'=', padding)).collect();
    base64::decode(&usual).ok()
}

/// A text, or the first of several.
fn text(map: &Map, name: &str) -> String {
    let value = map.get(name);
    let first =
        |value: &Value| value.as_list().and_then(|list| list.first()).and_then(Value::as_str).map(str::to_owned);
    value.and_then(|value| value.as_str().map(str::to_owned).or_else(|| first(value))).unwrap_or_default()
}

fn first(map: &Map, names: &[&str]) -> String {
    names.iter().map(|name| text(map, name)).find(|text| !text.is_empty()).unwrap_or_default()
}

fn texts(map: &Map, name: &str) -> Vec<String> {
    let list = map.get(name).and_then(Value::as_list);
    list.into_iter().flat_map(|list| list.iter()).filter_map(Value::as_str).map(str::to_owned).collect()
}

fn time(map: &Map, name: &str) -> Option<Timestamp> {
    Timestamp::from_parts(crate::coerce::whole(map.get(name)?)?, 0, 0).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A token with this payload.
    fn token(payload: &str) -> String {
        let coded = base64::encode(payload.as_bytes()).replace('+', "-").replace('/', "_");
        format!("e30.{}.c2ln", coded.trim_end_matches('='))
    }

    fn claims(payload: &str) -> Claims {
        Claims::of(&token(payload)).unwrap()
    }

    #[test]
    fn names_are_taken_from_where_they_are() {
        let all = claims(
            r#"{"iss": "i", "sub": "s", "tid": "t", "oid": "o", "aud": ["a", "b"], "email": "e", "name": "n",
                "preferred_username": "p", "iat": 1, "exp": 2.0, "groups": ["x", 1, "y"]}"#,
        );
        assert_eq!((all.client_id.as_str(), all.email.as_str(), all.username.as_str()), ("a", "e", "p"));
        assert_eq!(all.expires_at.unwrap().to_rfc3339(), "1970-01-01T00:00:02Z");
        assert_eq!(all.groups, ["x", "y"]);
        assert_eq!((all.display(), all.kind()), ("e", "user"));
        let old = claims(r#"{"unique_name": "u?>", "appid": "app"}"#);
        assert_eq!((old.email.as_str(), old.client_id.as_str()), ("u?>", "app"));
        assert_eq!(claims(r#"{"sub": "s"}"#).display(), "s");
        assert_eq!(claims(r#"{"oid": "o"}"#).kind(), "service-principal");
        assert_eq!(claims("{}"), Claims::default());
    }

    #[test]
    fn what_is_no_such_token_says_nothing() {
        for other in ["", "opaque", "a.b", "a.b.c", "e30.!!.x", &token("[1]"), &token("nonsense"), "ghp_abc.def.ghi"] {
            assert_eq!(Claims::of(other), None, "{other}");
        }
        assert_eq!(claims(r#"{"exp": "soon", "iat": 1e300, "sub": {"a": 1}}"#), Claims::default());
    }
}
