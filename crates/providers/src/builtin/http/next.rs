//! How to get from one page to the next.

use super::link;
use super::pages::Page;
use crate::{Fault, Inputs};
use diagnostics::suggest;
use system::http::Url;
use value::Value;

/// Where the next page is told.
pub(super) enum Strategy {
    Offset {
        limit: i64,
        offset: String,
        limit_name: String,
    },
    PageNumber {
        size: i64,
        page: String,
        size_name: String,
        first: i64,
    },
    /// A whole URL in the answer.
    CursorUrl {
        path: String,
    },
    /// A token in the answer.
    CursorToken {
        path: String,
        parameter: String,
    },
    LinkHeader,
    CustomUrl {
        expression: String,
    },
    CustomParameters {
        expression: String,
    },
}

impl Strategy {
    pub(super) fn decode(inputs: &Inputs) -> Result<Self, Fault> {
        let text = |name: &str| inputs.filled(name).map(str::to_owned);
        let named = |name: &str, otherwise: &str| inputs.filled(name).unwrap_or(otherwise).to_owned();
        match inputs.filled("strategy").ok_or_else(|| no_strategy(inputs))? {
            "offset" => Ok(Self::Offset {
                limit: size(inputs, "limit", "offset")?,
                offset: named("offsetParam", "offset"),
                limit_name: named("limitParam", "limit"),
            }),
            "pageNumber" => Ok(Self::PageNumber {
                size: size(inputs, "pageSize", "pageNumber")?,
                page: named("pageParam", "page"),
                size_name: named("pageSizeParam", "pageSize"),
                first: inputs.integer("startPage").unwrap_or(1),
            }),
            "cursor" => match (text("nextURLPath"), text("nextTokenPath"), text("nextTokenParam")) {
                (Some(path), ..) => Ok(Self::CursorUrl { path }),
                (None, Some(path), Some(parameter)) => Ok(Self::CursorToken { path, parameter }),
                (None, Some(_), None) => Err(Fault::new("nextTokenParam is required when nextTokenPath is set")),
                _ => Err(Fault::new("nextURLPath or nextTokenPath is required for cursor strategy")),
            },
            "linkHeader" => Ok(Self::LinkHeader),
            "custom" => match (text("nextURL"), text("nextParams")) {
                (Some(expression), _) => Ok(Self::CustomUrl { expression }),
                (None, Some(expression)) => Ok(Self::CustomParameters { expression }),
                _ => Err(Fault::new("nextURL or nextParams is required for custom strategy")),
            },
            other => Err(unsupported(other)),
        }
    }

    /// The URL of the page after this one; nothing when this is the last.
    pub(super) fn next(&self, url: &Url, page: &Page<'_>) -> Result<Option<Url>, Fault> {
        match self {
            Self::Offset { limit, offset, limit_name } => {
                let current = url.parameter(offset).and_then(|text| text.parse().ok()).unwrap_or(0_i64);
                let next = current.saturating_add(*limit);
                Ok(counted(url, page, *limit, &[(limit_name, *limit), (offset, next)]))
            }
            Self::PageNumber { size, page: name, size_name, first } => {
                let next = first.saturating_add(page.number);
                Ok(counted(url, page, *size, &[(name, next), (size_name, *size)]))
            }
            Self::CursorUrl { path } => at(url, page.text("nextURLPath", path)?),
            Self::CursorToken { path, parameter } => {
                let token = page.text("nextTokenPath", path)?;
                Ok(token.map(|token| url.with_parameters(&[(parameter, &token)])))
            }
            Self::LinkHeader => at(url, link::next(&page.answer.header_lines("Link"))),
            Self::CustomUrl { expression } => at(url, page.text("nextURL", expression)?),
            Self::CustomParameters { expression } => parameters(url, page.evaluate("nextParams", expression)?),
        }
    }
}

const STRATEGIES: [&str; 5] = ["offset", "pageNumber", "cursor", "linkHeader", "custom"];

fn no_strategy(inputs: &Inputs) -> Fault {
    match inputs.get("strategy").filter(|given| given.as_str().is_none()) {
        Some(given) => unsupported(&given.to_string()),
        None => Fault::new("strategy is required").help(format!("strategies are {}", STRATEGIES.join(", "))),
    }
}

fn unsupported(given: &str) -> Fault {
    let help = suggest(given, STRATEGIES).map(|known| format!("did you mean `{known}`?"));
    Fault::new(format!("unsupported strategy: {given} (valid: {})", STRATEGIES.join(", "))).help(help)
}

fn size(inputs: &Inputs, name: &str, strategy: &str) -> Result<i64, Fault> {
    let Some(given) = inputs.get(name) else {
        return Err(Fault::new(format!("{name} is required for {strategy} strategy")));
    };
    let size = inputs.integer(name).filter(|size| *size > 0);
    size.ok_or_else(|| Fault::new(format!("{name} must be a positive number for {strategy} strategy, got {given}")))
}

/// The URL with these numbers, unless a page that is not full says that it was the last. The first page was asked for as it
/// was given, so its length says nothing.
fn counted(url: &Url, page: &Page<'_>, size: i64, numbers: &[(&String, i64)]) -> Option<Url> {
    let full = usize::try_from(size).unwrap_or(usize::MAX);
    if page.number > 1 && page.body.as_list().is_some_and(|list| list.len() < full) {
        return None;
    }
    let texts: Vec<(&str, String)> = numbers.iter().map(|(name, number)| (name.as_str(), number.to_string())).collect();
    let texts: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (*name, text.as_str())).collect();
    Some(url.with_parameters(&texts))
}

fn at(url: &Url, next: Option<String>) -> Result<Option<Url>, Fault> {
    let next = next.map(|next| url.join(&next)).transpose();
    next.map_err(|error| Fault::new(format!("pagination: the next page: {error}")))
}

fn parameters(url: &Url, value: Option<Value>) -> Result<Option<Url>, Fault> {
    let map = match value {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::Map(map)) if map.is_empty() => return Ok(None),
        Some(Value::Map(map)) => map,
        Some(other) => {
            return Err(Fault::new(format!("pagination: nextParams must give a map, got {}", other.type_name())));
        }
    };
    let texts: Vec<(String, String)> =
        map.iter().map(|(name, value)| (name.to_value().to_string(), value.to_string())).collect();
    let texts: Vec<(&str, &str)> = texts.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    Ok(Some(url.with_parameters(&texts)))
}
