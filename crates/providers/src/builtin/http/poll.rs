//! Asks until a condition holds.

use super::message::seconds;
use super::retry::attempts;
use super::send::{Failure, Sender};
use crate::builtin::expressions::fault;
use crate::{CelError, Engines, Fault, Inputs, Names, Output};
use std::time::Duration;
use value::{Map, Value};

/// What conditions can use: the last answer.
pub(super) const NAMES: &[&str] = &["_"];

/// How often to ask, and when to stop.
pub(super) struct Poll {
    until: String,
    fail_when: Option<String>,
    interval: Duration,
    attempts: u32,
}

impl Poll {
    pub(super) fn decode(inputs: &Inputs) -> Result<Self, Fault> {
        let until = match (inputs.filled("until"), inputs.get("until").filter(|given| given.as_str().is_none())) {
            (Some(until), _) => until,
            (None, Some(given)) => {
                return Err(Fault::new(format!("poll.until must be a CEL expression, as text, got {given}")));
            }
            (None, None) => return Err(Fault::new("poll.until is required (CEL expression)")),
        };
        let interval = match inputs.get("interval") {
            None => Duration::from_secs(10),
            Some(given) => seconds(given)
                .ok_or_else(|| Fault::new(format!("poll.interval must be a duration such as '10s', got {given}")))?,
        };
        if interval < Duration::from_secs(1) {
            return Err(Fault::new("poll.interval must be at least 1s"));
        }
        let fail_when = inputs.filled("failWhen").map(str::to_owned);
        Ok(Self { until: until.to_owned(), fail_when, interval, attempts: attempts("poll", inputs, 30)? })
    }

    /// A condition that is no expression never holds; the original asks on until it may not any more.
    pub(super) fn check(&self, engines: &Engines) -> Result<(), Fault> {
        let nothing: Map = NAMES.iter().copied().zip([Value::from(Map::new())]).collect();
        let names = Names { known: NAMES.iter().map(|name| (*name).to_owned()).collect(), may_be_more: false };
        let conditions = [("poll.until", Some(&self.until)), ("poll.failWhen", self.fail_when.as_ref())];
        for (input, condition) in conditions {
            let Some(condition) = condition else { continue };
            if let Err(error) = engines.check(condition, &names) {
                return Err(fault(&CelError::Compile(error), &format!("{input}: "), input, condition, &nothing));
            }
        }
        Ok(())
    }

    pub(super) fn run(&self, sender: &Sender<'_>) -> Result<Output, Fault> {
        let mut output = Output::default();
        let mut attempt = 1;
        loop {
            let last = match sender.send(&sender.message.url) {
                Ok(answer) => {
                    let data = answer.value(sender.message.parses_json, sender.context.mode);
                    if self.is_done(&data, attempt, sender, &mut output)? {
                        output.data = data.into();
                        return Ok(output);
                    }
                    Ok(data)
                }
                Err(Failure::Final(fault)) => return Err(fault),
                // A request that failed counts as an attempt.
                Err(Failure::Passing(fault)) => sender.context.go_on().map(|()| Err(fault))?,
            };
            if attempt >= self.attempts {
                return self.exhausted(last, output);
            }
            sender.context.sleep(self.interval)?;
            attempt += 1;
        }
    }

    fn is_done(&self, data: &Map, attempt: u32, sender: &Sender<'_>, output: &mut Output) -> Result<bool, Fault> {
        let mut seen = data.clone();
        seen.remove("success");
        let variables: Map = NAMES.iter().copied().zip([Value::from(seen)]).collect();
        let mut holds = |name: &str, condition: &str| match sender.context.run.engines.evaluate(condition, &variables) {
            Ok(value) => value.as_bool().unwrap_or(false),
            // The original does not tell; the result is the same, and the author learns why it took so long.
            Err(error) => {
                let text = format!("poll.{name}: {}", error.report(condition, &variables));
                if !output.warnings.contains(&text) && output.warnings.len() < 10 {
                    output.warnings.push(text);
                }
                false
            }
        };
        if self.fail_when.as_deref().is_some_and(|condition| holds("failWhen", condition)) {
            return Err(Fault::new(format!("poll failWhen condition met on attempt {attempt}")));
        }
        Ok(holds("until", &self.until))
    }

    fn exhausted(&self, last: Result<Map, Fault>, mut output: Output) -> Result<Output, Fault> {
        match last {
            Ok(data) => {
                output.warnings.push(format!("poll.until did not hold after {} attempts", self.attempts));
                output.data = data.into();
                Ok(output)
            }
            Err(fault) => Err(fault.within(&format!("poll exhausted after {} attempts, last error: ", self.attempts))),
        }
    }
}
