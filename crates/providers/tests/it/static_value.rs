//! `static`.

use crate::kit::{Kit, json};
use providers::Capability;

#[test]
fn the_value_comes_back_in_every_mode() {
    let kit = Kit::new();
    for mode in [Capability::From, Capability::Transform, Capability::Action] {
        assert_eq!(
            json(&kit.data("static", mode, r#"{"value": {"b": [1, 2.0], "a": null}}"#)),
            r#"{"a":null,"b":[1,2]}"#
        );
    }
    let missing = kit.error("static", Capability::From, r#"{"valu": 1}"#);
    assert_eq!(missing, "failed to resolve inputs: required property \"value\" is missing");
}
