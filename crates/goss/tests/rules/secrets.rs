//! Nothing secret is in a result.

use super::{check, load};
use system::FakeWorld;
use system::http::Url;

const TEXT: &str = "http:\n  http://u:S3NTINEL-1@a/:\n    status: 200\n    password: S3NTINEL-2\n    username: me\n    \
                    request-headers: ['X-Token: S3NTINEL-3', 'Authorization: Bearer S3NTINEL-4', 'Accept: text/plain']\n    \
                    proxy: http://p:S3NTINEL-5@b\n    body: nothing of this\n";

#[test]
fn credentials_are_masked_in_results() {
    let world = FakeWorld::new();
    let body = "S3NTINEL-1 S3NTINEL-2 S3NTINEL-3 S3NTINEL-4 S3NTINEL-5 text/plain";
    world.http.answer("GET", "http://u:S3NTINEL-1@a/", 200, body).unwrap();
    let report = check(TEXT, &world.read());
    let shown = format!("{report:?}");
    assert!(!shown.contains("S3NTINEL") && shown.contains("<secret>") && shown.contains("text/plain"), "{shown}");
    let asked = world.http.asked();
    assert_eq!(asked[0].headers.get("x-token"), Some("S3NTINEL-3"));
    assert_eq!(asked[0].url, Url::parse("http://u:S3NTINEL-1@a/").unwrap());
}

#[test]
fn errors_are_masked_too() {
    let world = FakeWorld::new().read();
    let suite = load(TEXT, &world).unwrap();
    let report = suite.check(&world, None).unwrap();
    assert!(!format!("{report:?}").contains("S3NTINEL"));
    let secrets = suite.secrets();
    for number in 1..=5 {
        assert!(secrets.iter().any(|secret| *secret.reveal() == format!("S3NTINEL-{number}")), "{number}");
    }
}
