//! One expectation against the machine.

use crate::matcher::{Finding, Matcher, Patterns, json};
use crate::report::Outcome;
use crate::resource::{Expectation, Test};
use crate::types::Subject;
use std::fmt::Write as _;
use value::{Escape, KeyOrder, List, Value};

/// What is said of one expectation.
pub(crate) struct Judged {
    pub(crate) outcome: Outcome,
    /// The line behind the name of the attribute.
    pub(crate) text: String,
    /// Whether the other attributes need not be looked at: this one failed, or says that there is nothing.
    pub(crate) closes: bool,
}

pub(crate) fn judge(expectation: &Expectation, subject: &mut dyn Subject) -> Judged {
    let property = expectation.attribute.property;
    match &expectation.test {
        Test::Mistake(mistake) => match subject.look(property) {
            // Whoever cannot be asked says so first.
            Err(error) => failure(&error),
            Ok(_) => failure(mistake),
        },
        Test::Whole(matcher) => match subject.look(property) {
            Err(error) => failure(&error),
            Ok(actual) => whole(matcher, &actual, &expectation.expected),
        },
        Test::Lines(patterns) => lines(patterns, property, subject, &expectation.expected),
    }
}

fn passed(expected: &Value, closes: bool) -> Judged {
    Judged { outcome: Outcome::Passed, text: format!("matches expectation: {}", json(expected)), closes }
}

fn failure(error: &str) -> Judged {
    Judged { outcome: Outcome::Error, text: format!("Error {}", collapsed(error)), closes: true }
}

fn whole(matcher: &Matcher, actual: &Value, expected: &Value) -> Judged {
    match matcher.test(actual) {
        Ok(true) => passed(expected, *actual == Value::Bool(false)),
        Ok(false) => {
            let finding = matcher.explain(actual);
            let text = format!("Expected {} {} {}", finding.actual, finding.message, finding.expected);
            Judged { outcome: Outcome::Failed, text: text + &details(&finding), closes: true }
        }
        Err(error) => {
            let failure = failure(&error);
            Judged { text: failure.text + &details(&matcher.explain(actual)), ..failure }
        }
    }
}

fn lines(patterns: &Patterns, property: &'static str, subject: &mut dyn Subject, expected: &Value) -> Judged {
    let missing = patterns.scan().and_then(|mut scan| {
        subject.scan(property, &mut scan)?;
        scan.finish()
    });
    match missing {
        Err(error) => failure(&error),
        Ok(None) => passed(expected, false),
        Ok(Some(missing)) => {
            let finding = Finding { missing: missing.shown(), ..Finding::default() };
            let text = format!("Expected the lines to have patterns {}", json(expected));
            Judged { outcome: Outcome::Failed, text: text + &details(&finding), closes: true }
        }
    }
}

/// What is added behind a failure.
fn details(finding: &Finding) -> String {
    let mut text = String::new();
    if let Some(missing) = &finding.missing {
        _ = write!(text, " the missing elements were {missing}");
    }
    if let Some(extra) = &finding.extra {
        _ = write!(text, " the extra elements were {extra}");
    }
    if !finding.chain.is_empty() {
        let chain = Value::List(finding.chain.iter().cloned().collect::<List>());
        let chain = chain.to_json(Escape::Html, KeyOrder::Sorted).unwrap_or_default();
        _ = write!(text, " the transform chain was {chain} the raw value was {}", finding.raw);
    }
    text
}

/// White space becomes one blank, also at the ends.
fn collapsed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if !letter.is_ascii_whitespace() {
            out.push(letter);
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
    }
    out
}
