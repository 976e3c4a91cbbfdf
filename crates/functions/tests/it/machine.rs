//! The environment and the network.

use value::Map;

use crate::support::{bare, failure, render, render_with};

#[test]
fn what_is_handed_in_is_used() {
    assert_eq!(render(r#"{{ env "HOME" }}|{{ env "NO" }}|{{ expandenv "${HOME}/$A_B" }}"#), "/home/me||/home/me/c");
    assert_eq!(render(r#"{{ getHostByName "localhost" }}"#), "127.0.0.1");
    assert_eq!(failure(r#"{{ getHostByName "nowhere" }}"#), "getHostByName: no address is known for `nowhere`");
}

#[test]
fn what_is_not_handed_in_is_refused() {
    let set = functions::sprig(&bare());
    for (template, message) in [
        (r#"{{ env "HOME" }}"#, "error calling env: templates have no access to the environment here"),
        (r#"{{ expandenv "$HOME" }}"#, "error calling expandenv: templates have no access to the environment here"),
        (r#"{{ getHostByName "h" }}"#, "error calling getHostByName: templates have no access to the network here"),
    ] {
        let error = render_with(&set, template, &Map::new().into()).unwrap_err();
        assert!(error.ends_with(message), "{error}");
    }
}
