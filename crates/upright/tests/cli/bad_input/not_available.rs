//! What is known and cannot be carried out yet: nothing of the manifest is applied.

use super::refused_items;
use insta::assert_snapshot;

#[test]
fn service() {
    assert_snapshot!(refused_items("    - service:\n        - nginx: {ensure: running}\n"), @"
    error[manifest::not-available]: the resource type `service` cannot be used with this version of upright
     --> site.yaml:4:7
      |
    4 |     - service:
      |       ^^^^^^^ given here

    1 error
    ");
}
