//! Values that are somewhere else: in a file, or on a server.

use crate::address::{ADVICE, guard};
use crate::{Context, Fault};
use std::time::Duration;
use system::http::{HttpError, Request, Response, redacted};
use value::{Unknown, Value, quote};

/// How long one try may take.
const TIME: Duration = Duration::from_secs(30);
/// How often it is tried again.
const RETRIES: u32 = 3;
/// What is waited before the first retry; then it doubles.
const WAIT: Duration = Duration::from_secs(1);

/// The text of a file; a relative path starts where the process was started.
pub(super) fn file(path: &str, context: &Context<'_>) -> Result<Value, Fault> {
    let path = gostd::path::clean(&context.directories.process.join(path));
    let read = context.world.read().files.read(&path, limit(context));
    read.map(Value::text).map_err(|error| Fault::new(format!("failed to read file {}: {}", path.display(), error.kind)))
}

fn limit(context: &Context<'_>) -> u64 {
    Some(context.run.settings.max_value_size).filter(|limit| *limit > 0).unwrap_or(u64::MAX)
}

/// The body of an answer; anything but 200 is none.
pub(super) fn url(url: &str, context: &Context<'_>) -> Result<Value, Fault> {
    let shown = redacted(url);
    if context.world.read().offline {
        return Ok(Unknown::new(format!("after {} is fetched", quote(&shown))).into());
    }
    let mut request = Request::to(url).map_err(|error| Fault::new(format!("failed to fetch URL: {error}")))?;
    request.guard = guard(&context.run.settings);
    request.limits.max_body = limit(context);
    let mut wait = WAIT;
    for left in (0..=RETRIES).rev() {
        context.go_on()?;
        request.limits.timeout = Some(context.left().map_or(TIME, |left| left.min(TIME)));
        let answer = context.world.read().http.fetch(&request);
        match judge(answer, &shown, left > 0) {
            Judged::Done(result) => return result.map_err(|fault| context.go_on().err().unwrap_or(fault)),
            Judged::Again(reason) => context.wait_to_retry(wait, &shown, &reason)?,
        }
        wait *= 2;
    }
    Err(Fault::new(format!("failed to fetch URL {}: no answer", quote(&shown))))
}

/// What an answer means.
enum Judged {
    Done(Result<Value, Fault>),
    /// It is worth another try, for this reason.
    Again(String),
}

fn judge(answer: Result<Response, HttpError>, shown: &str, again: bool) -> Judged {
    match answer {
        Ok(answer) if answer.status == 200 => Judged::Done(Ok(Value::text(answer.body))),
        Ok(answer) if again && (answer.status == 429 || answer.status >= 500) => Judged::Again(answer.status_line()),
        Ok(answer) => {
            let line = answer.status_line();
            Judged::Done(Err(Fault::new(format!("failed to fetch URL {}: unexpected status {line}", quote(shown)))))
        }
        Err(error @ (HttpError::Connect { .. } | HttpError::TimedOut { .. } | HttpError::Io { .. })) if again => {
            Judged::Again(error.to_string())
        }
        Err(error) => {
            let advice = matches!(error, HttpError::Refused { .. }).then(|| ADVICE.to_owned());
            Judged::Done(Err(Fault::new(format!("failed to fetch URL: {error}")).help(advice)))
        }
    }
}
