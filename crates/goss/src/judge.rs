//! One expectation against the machine.

use crate::matcher::{Finding, Matcher, Patterns, json};
use crate::report::Outcome;
use crate::resource::{Expectation, Test};
use crate::types::Subject;
use diagnostics::Redactor;
use std::borrow::Cow;
use std::fmt::Write as _;
use value::{Escape, KeyOrder, List, Value};

/// What a result shows of one value; a result is for reading.
const LONGEST: usize = 16 * 1024;

/// What is said of one expectation.
pub(crate) struct Judged {
    pub(crate) outcome: Outcome,
    /// The line behind the name of the attribute, masked.
    pub(crate) text: String,
    /// Whether the other attributes need not be looked at: this one failed, or says that there is nothing.
    pub(crate) closes: bool,
}

pub(crate) fn judge(expectation: &Expectation, subject: &mut dyn Subject, redactor: &Redactor) -> Judged {
    let (property, words) = (expectation.attribute.property, Words { redactor });
    match &expectation.test {
        Test::Mistake(mistake) => match subject.look(property) {
            // Whoever cannot be asked says so first.
            Err(error) => words.failure(&error),
            Ok(_) => words.failure(mistake),
        },
        Test::Whole(matcher) => match subject.look(property) {
            Err(error) => words.failure(&error),
            Ok(actual) => words.whole(matcher, &actual, &expectation.expected),
        },
        Test::Lines(patterns) => words.lines(patterns, property, subject, &expectation.expected),
    }
}

/// How results are put into words. Each part is masked before anything is cut or changed in it: what is left of a secret
/// would not be recognised any more.
struct Words<'r> {
    redactor: &'r Redactor,
}

impl Words<'_> {
    fn passed(&self, expected: &Value, closes: bool) -> Judged {
        Judged {
            outcome: Outcome::Passed,
            text: format!("matches expectation: {}", self.shown(&json(expected))),
            closes,
        }
    }

    fn failure(&self, error: &str) -> Judged {
        Judged {
            outcome: Outcome::Error,
            text: format!("Error {}", shortened(&collapsed(&self.redactor.text(error)))),
            closes: true,
        }
    }

    fn whole(&self, matcher: &Matcher, actual: &Value, expected: &Value) -> Judged {
        match matcher.test(actual) {
            Ok(true) => self.passed(expected, *actual == Value::Bool(false)),
            Ok(false) => {
                let finding = matcher.explain(actual);
                let (actual, expected) = (self.shown(&finding.actual), self.shown(&finding.expected));
                let text = format!("Expected {actual} {} {expected}", finding.message);
                Judged { outcome: Outcome::Failed, text: text + &self.details(&finding), closes: true }
            }
            Err(error) => {
                let failure = self.failure(&error);
                Judged { text: failure.text + &self.details(&matcher.explain(actual)), ..failure }
            }
        }
    }

    fn lines(
        &self,
        patterns: &Patterns,
        property: &'static str,
        subject: &mut dyn Subject,
        expected: &Value,
    ) -> Judged {
        let missing = patterns.scan().and_then(|mut scan| {
            subject.scan(property, &mut scan)?;
            scan.finish()
        });
        match missing {
            Err(error) => self.failure(&error),
            Ok(None) => self.passed(expected, false),
            Ok(Some(missing)) => {
                let finding = Finding { missing: missing.shown(), ..Finding::default() };
                let text = format!("Expected the lines to have patterns {}", self.shown(&json(expected)));
                Judged { outcome: Outcome::Failed, text: text + &self.details(&finding), closes: true }
            }
        }
    }

    /// What is added behind a failure.
    fn details(&self, finding: &Finding) -> String {
        let mut text = String::new();
        if let Some(missing) = &finding.missing {
            _ = write!(text, " the missing elements were {}", self.shown(missing));
        }
        if let Some(extra) = &finding.extra {
            _ = write!(text, " the extra elements were {}", self.shown(extra));
        }
        if !finding.chain.is_empty() {
            let chain = Value::List(finding.chain.iter().cloned().collect::<List>());
            let chain = chain.to_json(Escape::Html, KeyOrder::Sorted).unwrap_or_default();
            _ = write!(text, " the transform chain was {chain} the raw value was {}", self.shown(&finding.raw));
        }
        text
    }

    fn shown(&self, text: &str) -> String {
        shortened(&self.redactor.text(text)).into_owned()
    }
}

/// The beginning of a text that is long.
fn shortened(text: &str) -> Cow<'_, str> {
    if text.len() <= LONGEST {
        return text.into();
    }
    let kept = text.floor_char_boundary(LONGEST);
    format!("{}… ({} bytes more)", &text[..kept], text.len() - kept).into()
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
