//! `kvGet` and `registrations`, which need a connection that this program does not have.

use expr::exprlang::FunctionError;
use value::Value;

use super::Answer;

pub(super) fn kv_get(arguments: &[Value]) -> Answer {
    let [bucket, key] = texts::<2>("kvGet", "2 string arguments: bucket, key", arguments)?;
    if bucket.is_empty() {
        return Err("bucket name is required".into());
    }
    if key.is_empty() {
        return Err("key is required".into());
    }
    Err(not_available("kvGet"))
}

pub(super) fn registrations(arguments: &[Value]) -> Answer {
    texts::<4>("registrations", "4 string arguments: cluster, protocol, service, ip", arguments)?;
    Err(not_available("registrations"))
}

fn texts<'a, const N: usize>(
    name: &str,
    expected: &str,
    arguments: &'a [Value],
) -> Result<[&'a str; N], FunctionError> {
    let arguments: &[Value; N] = arguments.try_into().map_err(|_| format!("{name} requires {expected}"))?;
    let mut texts = [""; N];
    for (position, (text, argument)) in texts.iter_mut().zip(arguments).enumerate() {
        *text = argument.as_str().ok_or_else(|| format!("{name} argument {} must be a string", position + 1))?;
    }
    Ok(texts)
}

fn not_available(name: &str) -> FunctionError {
    FunctionError::new(format!("{name} function not available: there is no NATS connection"))
        .with_help("put the value into data, a fact or an environment variable")
}
