//! Answers from a script, and a record of what was asked.

use super::{Fetch, Headers, HttpError, Receive, Request, Response, Submit, Url};
use std::collections::VecDeque;
use std::io;
use std::sync::{Mutex, PoisonError};

/// A server that only exists in a test. What is not scripted cannot be reached.
#[derive(Debug, Default)]
pub struct FakeHttp {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    script: Vec<Scripted>,
    asked: Vec<Asked>,
}

#[derive(Debug)]
struct Scripted {
    method: String,
    url: Url,
    answers: VecDeque<Result<Response, HttpError>>,
}

/// A request that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// Its method.
    pub method: String,
    /// Where it went.
    pub url: Url,
    /// Its header fields as the caller gave them.
    pub headers: Headers,
    /// Its body.
    pub body: Vec<u8>,
}

impl FakeHttp {
    /// Answers with this status and body. Several answers to one method and URL are given in order; the last one stays.
    pub fn answer(&self, method: &str, url: &str, status: u16, body: impl Into<Vec<u8>>) -> Result<(), HttpError> {
        let url = Url::parse(url)?;
        let (reason, headers) = (String::new(), Headers::default());
        let response = Response { status, reason, headers, url: url.clone(), redirects: Vec::new(), body: body.into() };
        self.script(method, url, Ok(response));
        Ok(())
    }

    /// Answers with all of this, or fails.
    pub fn script(&self, method: &str, url: Url, answer: Result<Response, HttpError>) {
        let script = &mut self.locked().script;
        match script.iter_mut().find(|scripted| scripted.method == method && scripted.url == url) {
            Some(scripted) => scripted.answers.push_back(answer),
            None => script.push(Scripted { method: method.into(), url, answers: [answer].into() }),
        }
    }

    /// What was asked so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.locked().asked.clone()
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ask(&self, method: &str, request: &Request) -> Result<Response, HttpError> {
        let Request { url, headers, body, guard, .. } = request;
        let refused = |reason| HttpError::Refused { url: url.to_string(), reason };
        guard.as_ref().map_or(Ok(()), |guard| guard.url(url)).map_err(refused)?;
        let mut state = self.locked();
        state.asked.push(Asked {
            method: method.into(),
            url: url.clone(),
            headers: headers.clone(),
            body: body.clone(),
        });
        let scripted = state.script.iter_mut().find(|scripted| scripted.method == method && scripted.url == *url);
        let response = scripted.and_then(Scripted::next).unwrap_or_else(|| Err(unscripted(method, url)))?;
        let limit = request.limits.max_body;
        if response.body.len() as u64 > limit {
            Err(HttpError::TooLarge { url: url.to_string(), limit })
        } else {
            Ok(response)
        }
    }
}

impl Scripted {
    fn next(&mut self) -> Option<Result<Response, HttpError>> {
        if self.answers.len() > 1 { self.answers.pop_front() } else { self.answers.front().cloned() }
    }
}

fn unscripted(method: &str, url: &Url) -> HttpError {
    let reason = format!("the script has no answer to {method}");
    HttpError::Connect { url: url.to_string(), address: url.address(), reason }
}

impl Fetch for FakeHttp {
    fn fetch(&self, request: &Request) -> Result<Response, HttpError> {
        self.ask("GET", request)
    }

    fn head(&self, request: &Request) -> Result<Response, HttpError> {
        self.ask("HEAD", request).map(|response| Response { body: Vec::new(), ..response })
    }

    fn check(&self, method: &str, request: &Request) -> Result<Response, HttpError> {
        self.ask(method, request)
    }

    fn receive(&self, request: &Request, to: &mut dyn Receive) -> Result<Response, HttpError> {
        let mut response = self.ask("GET", request)?;
        if response.is_success() {
            let body = std::mem::take(&mut response.body);
            let broken = |error: io::Error| HttpError::Sink { url: request.url.to_string(), reason: error.to_string() };
            to.begin(&response).and_then(|()| to.piece(&body)).map_err(broken)?;
        }
        Ok(response)
    }
}

impl Submit for FakeHttp {
    fn submit(&self, method: &str, request: &Request) -> Result<Response, HttpError> {
        self.ask(method, request)
    }
}
