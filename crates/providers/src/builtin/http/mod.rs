//! `http`: asks servers, once, until something holds, or page by page.

mod answer;
mod describe;
mod link;
mod message;
mod next;
mod odd;
mod pages;
mod poll;
mod retry;
mod send;

use crate::{Capability, Context, Descriptor, Embedded, Fault, Inputs, Output, Provider, Sees};
use message::{Message, only_asks};
use pages::Pages;
use poll::Poll;
use send::Sender;
use value::{Map, Value};

/// Asks servers.
pub(super) struct Http;

/// Where inputs are CEL.
const EXPRESSIONS: &[Embedded] = &[
    of_answer(&["poll", "until"]),
    of_answer(&["poll", "failWhen"]),
    of_page(&["pagination", "nextURLPath"]),
    of_page(&["pagination", "nextTokenPath"]),
    of_page(&["pagination", "nextURL"]),
    of_page(&["pagination", "nextParams"]),
    of_page(&["pagination", "collectPath"]),
    of_page(&["pagination", "stopWhen"]),
];

const fn of_answer(at: &'static [&'static str]) -> Embedded {
    Embedded { at, sees: Sees::Only(poll::NAMES) }
}

const fn of_page(at: &'static [&'static str]) -> Embedded {
    Embedded { at, sees: Sees::Only(pages::NAMES) }
}

/// What is sent, and how often.
pub(super) struct Exchange {
    message: Message,
    repeats: Repeats,
    /// What is of no use as it is given.
    odd: Vec<String>,
}

enum Repeats {
    Once,
    Poll(Poll),
    Pages(Pages),
}

impl Provider for Http {
    type Decoded = Exchange;

    fn descriptor(&self) -> Descriptor {
        describe::descriptor()
    }

    fn decode(&self, inputs: Inputs) -> Result<Exchange, Fault> {
        let message = Message::decode(&inputs)?;
        let mut odd = settings(&inputs, "headers")?.map(|headers| odd::headers(&headers)).unwrap_or_default();
        odd.extend(settings(&inputs, "retry")?.map(|retry| odd::retry(&retry)).unwrap_or_default());
        let repeats = match (settings(&inputs, "pagination")?, settings(&inputs, "poll")?) {
            (Some(pagination), _) => {
                odd.extend(odd::pagination(&pagination));
                Repeats::Pages(Pages::decode(&pagination)?)
            }
            (None, Some(poll)) => Repeats::Poll(Poll::decode(&poll)?),
            (None, None) => Repeats::Once,
        };
        Ok(Exchange { message, repeats, odd })
    }

    fn execute(&self, exchange: Exchange, context: &Context<'_>) -> Result<Output, Fault> {
        if let Repeats::Poll(poll) = &exchange.repeats {
            poll.check(&context.run.engines)?;
        }
        if context.dry_run {
            return Ok(Output::of(not_executed(context.mode)));
        }
        let Exchange { message, repeats, odd } = exchange;
        message.keep_secrets(&context.run.redactor);
        if !message.only_asks() && context.world.act().is_none() {
            let (method, url) = (&message.method, &message.url);
            return Ok(Output::unknown(format!("{method} {url} is not sent in a rehearsal")));
        }
        let sender = Sender::new(&message, context)?;
        let mut output = match repeats {
            Repeats::Once => Output::of(sender.send(&message.url)?.value(message.parses_json, context.mode)),
            Repeats::Poll(poll) => poll.run(&sender)?,
            Repeats::Pages(pages) => pages.run(&sender)?,
        };
        output.warnings.extend(odd);
        Ok(output)
    }

    fn may_change(&self, inputs: &Inputs) -> bool {
        inputs.get("method").is_some_and(|method| !method.as_str().is_some_and(only_asks))
    }

    fn what_if(&self, inputs: &Inputs) -> Option<String> {
        let url = system::http::redacted(inputs.filled("url")?);
        Some(format!("Would send {} request to {url}", inputs.filled("method").unwrap_or("GET")))
    }

    fn expressions(&self) -> &'static [Embedded] {
        EXPRESSIONS
    }
}

fn not_executed(mode: Capability) -> Map {
    let mut data: Map = [
        ("statusCode", Value::Int(200)),
        ("body", "[DRY-RUN] Request not executed".into()),
        ("headers", Map::new().into()),
    ]
    .into_iter()
    .collect();
    if mode == Capability::Action {
        data.insert("success", true);
    }
    data
}

/// A group of settings; JSON text counts as well.
fn settings(inputs: &Inputs, name: &'static str) -> Result<Option<Inputs>, Fault> {
    let Some(given) = inputs.get(name) else { return Ok(None) };
    match crate::coerce(given.clone(), crate::SchemaType::Object) {
        Ok(Value::Map(map)) => Ok(Some(Inputs::new(map))),
        _ => Err(Fault::new(format!("{name} must be a map, got {}", given.type_name()))),
    }
}
