//! Settings that are of no use as they are given. The original passes them over, so a request is sent all the same.

use crate::Inputs;
use value::Value;

/// The texts among the settings of `pagination`.
const TEXTS: [&str; 12] = [
    "collectPath",
    "stopWhen",
    "offsetParam",
    "limitParam",
    "pageParam",
    "pageSizeParam",
    "nextURLPath",
    "nextTokenPath",
    "nextTokenParam",
    "nextURL",
    "nextParams",
    "strategy",
];

/// What is told of header fields that are no text.
pub(super) fn headers(given: &Inputs) -> Vec<String> {
    let odd = given.as_map().iter().filter(|(_, value)| value.as_str().is_none() && value.as_unknown().is_none());
    odd.map(|(name, value)| {
        format!("headers.{} is not sent: only texts are, and it is {}", name.to_value(), value.type_name())
    })
    .collect()
}

/// What is told of the settings for tries.
pub(super) fn retry(given: &Inputs) -> Vec<String> {
    let Some(statuses) = given.get("retryOn") else { return Vec::new() };
    let Some(list) = statuses.as_list() else {
        return vec![format!("retry.retryOn is not used: a list of statuses is expected, got {statuses}")];
    };
    let odd = list.iter().filter(|status| crate::coerce::whole(status).is_none());
    odd.map(|status| format!("retry.retryOn: {} is no status, and not used", shown(status))).collect()
}

/// What is told of the settings for pages.
pub(super) fn pagination(given: &Inputs) -> Vec<String> {
    let is_odd = |name: &&str| given.get(name).is_some_and(|value| value.as_str().is_none());
    let texts = TEXTS.into_iter().filter(is_odd).map(|name| (name, "a text"));
    let start = given.get("startPage").filter(|_| given.integer("startPage").is_none());
    let odd = texts.chain(start.map(|_| ("startPage", "a number")));
    odd.filter_map(|(name, expected)| {
        let value = shown(given.get(name)?);
        Some(format!("pagination.{name} is not used: {expected} is expected, got {value}"))
    })
    .collect()
}

fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), value::quote)
}
