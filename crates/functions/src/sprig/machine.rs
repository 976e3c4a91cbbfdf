//! The environment and the network of the machine; refused unless they are handed in.

use gotmpl::go::Type;
use gotmpl::{Call, CallError};
use system::Environment;
use value::Value;

use super::bound::Outer;
use super::declare::{string, text};
use crate::Outside;

const GROUP: &str = "machine";

/// The functions; what they read comes from outside.
pub(super) static FUNCTIONS: &[Outer] = &[
    Outer::new("env", &[text("name")], Type::String, |call, outside| {
        Ok(string(variable(environment(outside)?, call.bytes(0))))
    })
    .help(GROUP, "a variable of the environment; an empty text when it is not set")
    .example(r#"{{ env "NO_SUCH_VARIABLE" }}"#, ""),
    Outer::new("expandenv", &[text("text")], Type::String, |call, outside| {
        let environment = environment(outside)?;
        Ok(string(expand(call.bytes(0), |name| variable(environment, name))))
    })
    .help(GROUP, "a text with `$NAME` and `${NAME}` replaced by variables of the environment")
    .example(r#"{{ expandenv "a${NO_SUCH_VARIABLE}b" }}"#, "ab"),
    Outer::new("getHostByName", &[text("name")], Type::String, get_host_by_name)
        .help(GROUP, "one of the addresses of a host")
        .example(r#"{{ getHostByName "localhost" }}"#, "127.0.0.1"),
];

fn environment(outside: &Outside) -> Result<&dyn Environment, CallError> {
    outside.environment().ok_or_else(|| CallError::new("templates have no access to the environment here"))
}

fn variable(environment: &dyn Environment, name: &[u8]) -> Vec<u8> {
    let name = std::str::from_utf8(name).ok().filter(|name| !name.is_empty() && !name.contains(['=', '\0']));
    let value = name.and_then(|name| environment.var(name));
    value.map(std::ffi::OsString::into_encoded_bytes).unwrap_or_default()
}

fn get_host_by_name(call: &mut Call<'_>, outside: &Outside) -> Result<Value, CallError> {
    let hosts = outside.hosts().ok_or_else(|| CallError::new("templates have no access to the network here"))?;
    let mut addresses = hosts.addresses(&call.text(0));
    if addresses.is_empty() {
        return Err(format!("no address is known for `{}`", call.text(0)).into());
    }
    let at = usize::try_from(outside.random_below(addresses.len() as u64)).expect("a place below the length");
    Ok(addresses.swap_remove(at).into())
}

/// Replaces `$name` and `${name}`. A `$` that nothing follows stays; braces that say nothing disappear.
fn expand(text: &[u8], value: impl Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    let mut result = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if *first != b'$' || after.is_empty() {
            result.push(*first);
            continue;
        }
        match name_at(after) {
            (Some(name), width) => {
                result.extend(value(name));
                rest = &after[width..];
            }
            (None, 0) => result.push(b'$'),
            (None, width) => rest = &after[width..],
        }
    }
    result
}

/// The name behind a `$` and how many bytes belong to it.
fn name_at(text: &[u8]) -> (Option<&[u8]>, usize) {
    if let Some(inside) = text.strip_prefix(b"{") {
        return match inside.iter().position(|byte| *byte == b'}') {
            Some(0) => (None, 2),
            Some(end) => (Some(&inside[..end]), end + 2),
            None => (None, 1),
        };
    }
    if b"*#$@!?-0123456789".contains(&text[0]) {
        return (Some(&text[..1]), 1);
    }
    let end = text.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_').unwrap_or(text.len());
    if end == 0 { (None, 0) } else { (Some(&text[..end]), end) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_variables() {
        let value = |name: &[u8]| [b"<", name, b">"].concat();
        for (text, expanded) in [
            ("a$b", "a<b>"),
            ("${a b}c", "<a b>c"),
            ("$a_1-", "<a_1>-"),
            ("$$", "<$>"),
            ("$1x", "<1>x"),
            ("a$", "a$"),
            ("$ x", "$ x"),
            ("${}x", "x"),
            ("${x", "x"),
            ("${*}", "<*>"),
        ] {
            assert_eq!(expand(text.as_bytes(), value), expanded.as_bytes(), "{text}");
        }
    }
}
