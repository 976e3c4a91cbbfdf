//! One exchange with its repetitions.

use super::answer::Answer;
use super::message::Message;
use crate::{Capability, Context, Fault, address, identity};
use std::time::Duration;
use system::http::{HttpError, Request, Url};
use value::Secret;

/// Sends what a message says.
pub(super) struct Sender<'a> {
    pub(super) message: &'a Message,
    pub(super) context: &'a Context<'a>,
}

/// Why there is no answer.
pub(super) enum Failure {
    /// The exchange failed; trying again may help.
    Passing(Fault),
    /// The next time it is the same.
    Final(Fault),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Final(fault)
    }
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Self {
        let (Failure::Passing(fault) | Failure::Final(fault)) = failure;
        fault
    }
}

impl<'a> Sender<'a> {
    pub(super) fn new(message: &'a Message, context: &'a Context<'a>) -> Result<Self, Fault> {
        context.go_on()?;
        Ok(Self { message, context })
    }

    /// Sends until there is an answer that need not be asked for again.
    pub(super) fn send(&self, url: &Url) -> Result<Answer, Failure> {
        let attempts = self.message.retry.as_ref().map_or(1, |retry| retry.attempts);
        let mut attempt = 1;
        loop {
            self.context.go_on()?;
            let sent = self.exchange(url);
            let last = attempt >= attempts;
            let (retry, reason) = match (sent, &self.message.retry) {
                (Ok(answer), Some(retry)) if !last && retry.is_for(answer.status) => {
                    (retry, format!("status {}", answer.status))
                }
                (Ok(answer), _) => return Ok(answer),
                (Err(Failure::Passing(fault)), Some(retry)) if !last => (retry, fault.to_string()),
                (Err(failure), _) => return Err(failure),
            };
            self.context.wait_to_retry(retry.wait_after(attempt), &url.to_string(), &reason)?;
            attempt += 1;
        }
    }

    /// Once, and once more when the token is not taken and there is another one by now.
    fn exchange(&self, url: &Url) -> Result<Answer, Failure> {
        let token = self.token()?;
        let answer = self.once(url, token.as_ref())?;
        if answer.status != 401 || token.is_none() {
            return Ok(answer);
        }
        let fresh = self.token()?;
        if fresh == token { Ok(answer) } else { self.once(url, fresh.as_ref()) }
    }

    fn token(&self) -> Result<Option<Secret<String>>, Fault> {
        let Some(auth) = &self.message.auth else { return Ok(None) };
        identity::token(self.context, &auth.handler, auth.scope.as_deref()).map(Some)
    }

    fn once(&self, url: &Url, token: Option<&Secret<String>>) -> Result<Answer, Failure> {
        let request = self.request(url, token);
        let (look, act) = (&self.context.world.read().http, self.context.world.act());
        let response = match (self.message.method.as_str(), act) {
            ("GET", _) => look.fetch(&request),
            ("HEAD", _) => look.head(&request),
            (method, Some(world)) => world.http.submit(method, &request),
            (method, None) => return Err(Fault::new(format!("{method} is not sent in a rehearsal")).into()),
        };
        response.map(Answer::of).map_err(|error| self.failure(error))
    }

    fn request(&self, url: &Url, token: Option<&Secret<String>>) -> Request {
        let settings = &self.context.run.settings;
        let mut request = Request::at(url.clone());
        request.headers = self.message.headers.clone();
        if let Some(token) = token {
            request.headers.remove("authorization");
            request.headers.add_secret("Authorization", Secret::new(format!("Bearer {}", token.reveal())));
        }
        if let Some(span) = self.context.span.filter(|_| request.headers.get("traceparent").is_none()) {
            request.headers.add("traceparent", span.traceparent());
        }
        request.body.clone_from(&self.message.body);
        request.guard = address::guard(settings);
        request.limits.timeout = Some(self.time());
        request.limits.max_body = self.limit();
        request
    }

    /// How long one exchange may take.
    fn time(&self) -> Duration {
        let time = self.message.timeout.unwrap_or(self.context.run.settings.http_timeout);
        // Nothing left is found by whoever looks next; a request needs some time to fail by itself.
        self.context.left().map_or(time, |left| left.min(time)).max(Duration::from_millis(1))
    }

    /// The longest body; what a resolver may hold is less than what may be fetched.
    pub(super) fn limit(&self) -> u64 {
        self.bound().0
    }

    /// The limit, and the setting that it comes from.
    fn bound(&self) -> (u64, &'static str) {
        let settings = &self.context.run.settings;
        let is_held = settings.max_value_size > 0 && self.context.mode != Capability::Action;
        if is_held && settings.max_value_size < settings.max_response_body {
            (settings.max_value_size, "resolver.maxValueSize")
        } else {
            (settings.max_response_body, "httpClient.maxResponseBodySize")
        }
    }

    /// There was more than the limit allows.
    pub(super) fn too_large(&self) -> Fault {
        let (limit, setting) = self.bound();
        let fault = Fault::new(format!("response body exceeds maximum size of {limit} bytes"));
        fault.help(format!("the configuration can raise it: `{setting}`"))
    }

    fn failure(&self, error: HttpError) -> Failure {
        match error {
            HttpError::TimedOut { .. }
            | HttpError::Connect { .. }
            | HttpError::Proxy { .. }
            | HttpError::Io { .. }
            | HttpError::Tls { .. } => Failure::Passing(self.told(error)),
            other => Failure::Final(self.told(other)),
        }
    }

    fn told(&self, error: HttpError) -> Fault {
        match error {
            HttpError::Refused { reason, .. } => Fault::new(reason).help(address::ADVICE.to_owned()),
            HttpError::TooLarge { .. } => self.too_large(),
            HttpError::TimedOut { .. } | HttpError::Interrupted { .. } => {
                let ended = self.context.go_on().err().map(|fault| fault.within(&format!("{error}: ")));
                ended.unwrap_or_else(|| Fault::timed_out(error.to_string()))
            }
            other => Fault::new(other.to_string()),
        }
    }
}
