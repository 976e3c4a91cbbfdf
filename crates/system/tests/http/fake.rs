//! The fake answers from its script and remembers what it was asked.

use system::http::{FakeHttp, Fetch, Headers, HttpError, Request, Response, Submit, Url};

#[test]
fn answers_come_in_order_and_the_last_one_stays() {
    let fake = FakeHttp::default();
    fake.answer("GET", "http://h/x", 503, "wait").unwrap();
    fake.answer("GET", "http://h/x", 200, "done").unwrap();
    let request = Request::to("http://h/x").unwrap();
    let bodies: Vec<_> = (0..3).map(|_| fake.fetch(&request).unwrap().body).collect();
    assert_eq!(bodies, [b"wait", b"done", b"done"]);
    assert_eq!(fake.asked().len(), 3);
}

#[test]
fn what_is_not_scripted_cannot_be_reached() {
    let fake = FakeHttp::default();
    fake.answer("GET", "http://h/x", 200, "").unwrap();
    let error = fake.submit("POST", &Request::to("http://u:S3NTINEL@h/x").unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot connect to `h:80` for `http://REDACTED@h/x`: the script has no answer to POST"
    );
}

#[test]
fn whole_answers_and_failures_can_be_scripted() {
    let fake = FakeHttp::default();
    let url = Url::parse("https://h/").unwrap();
    let headers: Headers = [("ETag", "e")].into_iter().collect();
    let response =
        Response { status: 200, reason: "OK".into(), headers, url: url.clone(), redirects: vec![], body: b"b".into() };
    fake.script("GET", url.clone(), Ok(response.clone()));
    fake.script("HEAD", url.clone(), Err(HttpError::Interrupted { url: url.to_string() }));
    let mut request = Request::to("https://h/").unwrap();
    assert_eq!(fake.fetch(&request).unwrap(), response);
    assert!(matches!(fake.head(&request), Err(HttpError::Interrupted { .. })));
    let mut sink = Vec::new();
    assert!(fake.download(&request, &mut sink).unwrap().body.is_empty());
    assert_eq!(sink, b"b");
    request.limits.max_body = 0;
    assert!(matches!(fake.fetch(&request), Err(HttpError::TooLarge { limit: 0, .. })));
}
