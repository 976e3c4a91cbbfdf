//! How often something is tried again, and how long to wait before.

use super::message::seconds;
use crate::{Fault, Inputs};
use std::time::Duration;

/// What happens after a failure that may pass.
pub(super) struct Retry {
    pub(super) attempts: u32,
    backoff: Backoff,
    statuses: Vec<i64>,
    first: Duration,
    longest: Duration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Backoff {
    None,
    Linear,
    Exponential,
}

const STATUSES: [i64; 5] = [429, 500, 502, 503, 504];

impl Retry {
    pub(super) fn decode(inputs: &Inputs) -> Result<Self, Fault> {
        let backoff = match inputs.filled("backoff").unwrap_or("exponential") {
            "none" => Backoff::None,
            "linear" => Backoff::Linear,
            "exponential" => Backoff::Exponential,
            other => {
                return Err(Fault::new(format!("retry.backoff must be none, linear or exponential, got {other:?}")));
            }
        };
        let statuses = inputs.list("retryOn").map(|list| list.iter().filter_map(crate::coerce::whole).collect());
        Ok(Self {
            attempts: attempts("retry", inputs, 3)?,
            backoff,
            statuses: statuses.unwrap_or_else(|| STATUSES.to_vec()),
            first: wait(inputs, "initialWait", Duration::from_secs(1))?,
            longest: wait(inputs, "maxWait", Duration::from_secs(30))?,
        })
    }

    pub(super) fn is_for(&self, status: u16) -> bool {
        self.statuses.contains(&i64::from(status))
    }

    /// How long to wait after this attempt, counted from 1.
    pub(super) fn wait_after(&self, attempt: u32) -> Duration {
        let factor = match self.backoff {
            Backoff::None => 1,
            Backoff::Linear => attempt,
            Backoff::Exponential => 2_u32.saturating_pow(attempt.saturating_sub(1)),
        };
        self.first.saturating_mul(factor).min(self.longest)
    }
}

/// `maxAttempts` of a group of settings.
pub(super) fn attempts(group: &str, inputs: &Inputs, otherwise: u32) -> Result<u32, Fault> {
    let Some(given) = inputs.get("maxAttempts") else { return Ok(otherwise) };
    let number =
        inputs.integer("maxAttempts").and_then(|number| u32::try_from(number).ok()).filter(|number| *number > 0);
    number.ok_or_else(|| Fault::new(format!("{group}.maxAttempts must be a positive number, got {given}")))
}

fn wait(inputs: &Inputs, name: &str, otherwise: Duration) -> Result<Duration, Fault> {
    let Some(given) = inputs.get(name) else { return Ok(otherwise) };
    seconds(given).ok_or_else(|| Fault::new(format!("retry.{name} must be a duration such as '1s', got {given}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use value::Value;

    fn retry(json: &str) -> Result<Retry, String> {
        let map = Value::from_json(json).unwrap().as_map().unwrap().clone();
        Retry::decode(&Inputs::new(map)).map_err(|fault| fault.to_string())
    }

    fn waits(json: &str) -> Vec<u128> {
        let retry = retry(json).unwrap();
        [1, 2, 3, 40].map(|attempt| retry.wait_after(attempt).as_millis()).to_vec()
    }

    #[test]
    fn waits_grow_up_to_the_longest() {
        assert_eq!(waits("{}"), [1000, 2000, 4000, 30_000]);
        assert_eq!(waits(r#"{"backoff": "none", "initialWait": "50ms"}"#), [50; 4]);
        assert_eq!(waits(r#"{"backoff": "linear", "initialWait": 2, "maxWait": "5s"}"#), [2000, 4000, 5000, 5000]);
    }

    #[test]
    fn settings_that_make_no_sense_are_told() {
        for (json, text) in [
            (r#"{"backoff": "odd"}"#, "retry.backoff must be none, linear or exponential, got \"odd\""),
            (r#"{"maxAttempts": 0}"#, "retry.maxAttempts must be a positive number, got 0"),
            (r#"{"initialWait": "soon"}"#, "retry.initialWait must be a duration such as '1s', got soon"),
            (r#"{"maxWait": -1}"#, "retry.maxWait must be a duration such as '1s', got -1"),
        ] {
            assert_eq!(retry(json).err().as_deref(), Some(text));
        }
        assert!(retry(r#"{"retryOn": [404]}"#).unwrap().is_for(404));
    }
}
