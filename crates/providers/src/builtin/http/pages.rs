//! Asks page by page.

use super::answer::Answer;
use super::next::Strategy;
use super::send::Sender;
use crate::{Capability, CelError, Fault, Inputs, Output};
use expr::cel::EvalCause;
use value::{Escape, KeyOrder, List, Map, Value};

/// What expressions see of a page.
pub(super) const NAMES: &[&str] = &["statusCode", "body", "rawBody", "headers", "page"];

/// How to get from page to page, and what to keep of each.
pub(super) struct Pages {
    strategy: Strategy,
    most: i64,
    collect: Option<String>,
    stop: Option<String>,
}

/// A page, as expressions see it.
pub(super) struct Page<'a> {
    pub(super) answer: &'a Answer,
    /// Counted from 1.
    pub(super) number: i64,
    pub(super) body: Value,
    sender: &'a Sender<'a>,
    variables: Map,
}

impl Pages {
    pub(super) fn decode(inputs: &Inputs) -> Result<Self, Fault> {
        let text = |name: &str| inputs.filled(name).map(str::to_owned);
        let most = match inputs.get("maxPages") {
            None => 100,
            Some(given) => inputs
                .integer("maxPages")
                .filter(|most| *most > 0)
                .ok_or_else(|| Fault::new(format!("pagination: maxPages must be a positive number, got {given}")))?,
        };
        let strategy = Strategy::decode(inputs).map_err(|fault| fault.within("pagination: "))?;
        Ok(Self { strategy, most, collect: text("collectPath"), stop: text("stopWhen") })
    }

    pub(super) fn run(&self, sender: &Sender<'_>) -> Result<Output, Fault> {
        let mut url = sender.message.url.clone();
        let mut items = List::new();
        let (mut number, mut length) = (1, 0_u64);
        loop {
            let answer = sender.send(&url)?;
            length = length.saturating_add(answer.length() as u64);
            if length > sender.limit() {
                return Err(sender.too_large());
            }
            let page = Page::new(&answer, number, sender);
            self.keep(&page, &mut items)?;
            let goes_on = answer.is_success() && !self.stops(&page)?;
            let next = if goes_on && number < self.most { self.strategy.next(&url, &page)? } else { None };
            let Some(next) = next else {
                let mut output = finished(&answer, number, &items, sender)?;
                if goes_on && number == self.most && self.strategy.next(&url, &page).is_ok_and(|next| next.is_some()) {
                    let text = format!("pagination: stopped after {number} pages, as maxPages says; there may be more");
                    output.warnings.push(text);
                }
                return Ok(output);
            };
            if !next.host().eq_ignore_ascii_case(sender.message.url.host()) {
                return Err(strange_host(next.host(), sender.message.url.host()));
            }
            url = next;
            number += 1;
        }
    }

    fn keep(&self, page: &Page<'_>, items: &mut List) -> Result<(), Fault> {
        let Some(path) = &self.collect else {
            items.push(page.body.clone());
            return Ok(());
        };
        match page.evaluate("collectPath", path)? {
            None | Some(Value::Null) => {}
            Some(Value::List(list)) => list.iter().for_each(|item| items.push(item.clone())),
            Some(other) => items.push(other),
        }
        Ok(())
    }

    /// A condition about something that is not there means that there is nothing any more.
    fn stops(&self, page: &Page<'_>) -> Result<bool, Fault> {
        let Some(condition) = &self.stop else { return Ok(false) };
        let value = page.evaluate("stopWhen", condition)?;
        Ok(value.is_none_or(|value| value.as_bool().unwrap_or(false)))
    }
}

impl<'a> Page<'a> {
    fn new(answer: &'a Answer, number: i64, sender: &'a Sender<'a>) -> Self {
        let body = answer.parsed();
        let values = [
            Value::Int(i64::from(answer.status)),
            body.clone(),
            answer.text(),
            answer.headers.clone().into(),
            Value::Int(number),
        ];
        Self { answer, number, body, sender, variables: NAMES.iter().copied().zip(values).collect() }
    }

    /// The value of an expression over the page; nothing when it asks for a key that is not there.
    pub(super) fn evaluate(&self, name: &str, expression: &str) -> Result<Option<Value>, Fault> {
        match self.sender.context.run.engines.evaluate(expression, &self.variables) {
            Ok(value) => Ok(Some(value)),
            Err(CelError::Run(error)) if matches!(error.cause, EvalCause::NoSuchKey { .. }) => Ok(None),
            Err(error) => {
                let report = error.report(expression, &self.variables);
                Err(Fault::new(format!("pagination: {name}: {report}")).help(error.help()))
            }
        }
    }

    /// The text of such a value; nothing when it is null or empty.
    pub(super) fn text(&self, name: &str, expression: &str) -> Result<Option<String>, Fault> {
        let value = self.evaluate(name, expression)?.filter(|value| !value.is_null());
        Ok(value.map(|value| value.to_string()).filter(|text| !text.is_empty()))
    }
}

fn finished(answer: &Answer, pages: i64, items: &List, sender: &Sender<'_>) -> Result<Output, Fault> {
    let total = i64::try_from(items.len()).unwrap_or(i64::MAX);
    let text = Value::from(items.clone()).to_json(Escape::Html, KeyOrder::Sorted);
    let text = text.map_err(|error| Fault::new(format!("pagination: the items cannot be written as JSON: {error}")))?;
    let mut data: Map = [
        ("statusCode", Value::Int(i64::from(answer.status))),
        ("headers", answer.headers.clone().into()),
        ("body", text.into()),
        ("pages", Value::Int(pages)),
        ("totalItems", Value::Int(total)),
    ]
    .into_iter()
    .collect();
    if sender.context.mode == Capability::Action {
        data.insert("success", answer.is_success());
    }
    Ok(Output::of(data))
}

fn strange_host(host: &str, original: &str) -> Fault {
    Fault::new(format!(
        "pagination next URL host {host:?} does not match original host {original:?}; cross-domain pagination is not \
         permitted"
    ))
}
