//! What is known and cannot be carried out yet: nothing of the manifest is applied.

use super::refused_items;
use insta::assert_snapshot;

#[test]
fn package() {
    assert_snapshot!(refused_items("    - package:\n        - nginx: {ensure: present}\n"), @"
    error[manifest::not-available]: the resource type `package` cannot be used with this version of upright
     --> site.yaml:4:7
      |
    4 |     - package:
      |       ^^^^^^^ given here

    1 error
    ");
}
