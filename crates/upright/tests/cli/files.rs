//! The type `file` on a real disk.

use crate::test::Test;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

/// One file resource at `@ROOT@/f`, owned by whoever runs the test.
fn site(properties: &str) -> Test {
    let manifest = format!(
        "ccm:\n  resources:\n    - file: {{name: @ROOT@/f, owner: \"@UID@\", group: \"@GID@\", {properties}}}\n"
    );
    Test::new().file("site.yaml", manifest).args(["apply", "site.yaml", "--no-report"])
}

fn set_mode(test: &Test, name: &str, mode: u32) {
    std::fs::set_permissions(test.path(name), PermissionsExt::from_mode(mode)).unwrap();
}

fn inode(test: &Test, name: &str) -> u64 {
    std::fs::symlink_metadata(test.path(name)).unwrap().ino()
}

#[test]
fn every_form_of_a_mode_is_the_same() {
    for mode in ["\"640\"", "\"0640\"", "\"0o640\"", "'0O640'", "\"0o0640\""] {
        let test = site(&format!("ensure: present, content: text, mode: {mode}"));
        test.exit(0);
        assert_eq!(test.mode("f"), 0o640, "{mode}");
        assert!(test.exit(0).stdout().contains("1 stable"), "{mode}: a second run changes nothing");
    }
}

/// A single bit too many, or too few, is a drift, whoever it is for.
#[test]
fn every_bit_of_a_mode_counts() {
    let test = site("ensure: present, content: text, mode: \"0644\"");
    test.exit(0);
    for bit in (0..9).map(|bit| 1 << bit) {
        set_mode(&test, "f", 0o644 ^ bit);
        assert!(test.exit(0).stdout().contains("1 changed"), "{bit:o}");
        assert_eq!(test.mode("f"), 0o644, "{bit:o}");
    }
}

#[test]
fn content_that_is_not_managed_stays() {
    for content in ["", ", content: null", ", content:"] {
        let test = site(&format!("ensure: present, mode: \"0600\"{content}")).file("f", "of others");
        set_mode(&test, "f", 0o644);
        let before = inode(&test, "f");
        test.exit(0);
        assert_eq!((test.read("f").as_str(), test.mode("f")), ("of others", 0o600));
        assert_eq!(before, inode(&test, "f"), "attributes are set in place");
    }
}

/// Such a file has another length than the kernel says.
#[test]
fn a_source_that_the_kernel_makes_up_is_copied_once() {
    for source in ["/proc/version", "/sys/class/net/lo/address"] {
        let test = site(&format!("ensure: present, source: {source}, mode: \"0644\""));
        test.exit(0);
        assert_eq!(test.read("f"), std::fs::read_to_string(source).unwrap());
        assert!(test.exit(0).stdout().contains("1 stable"), "{source}: a second run changes nothing");
    }
}

#[test]
fn an_empty_content_is_content() {
    let test = site("ensure: present, mode: \"0644\", content: \"\"").file("f", "text");
    test.exit(0);
    assert_eq!(test.read("f"), "");
}

#[test]
fn a_new_file_without_content_is_empty() {
    let test = site("ensure: present, mode: \"0600\"");
    test.exit(0);
    assert_eq!((test.read("f").as_str(), test.mode("f")), ("", 0o600));
}

#[test]
fn a_stable_file_is_not_touched() {
    let test = site("ensure: present, content: text, mode: \"0644\"");
    test.exit(0);
    let before = test.tree();
    test.exit(0);
    assert_eq!(before, test.tree());
}

/// Set-uid, set-gid and sticky bits are nobody's business here.
#[test]
fn special_bits_do_not_count_as_drift() {
    let test = site("ensure: present, content: text, mode: \"0755\"").file("f", "text");
    set_mode(&test, "f", 0o1755);
    assert!(test.exit(0).stdout().contains("stable"));
    assert_eq!(test.mode("f"), 0o1755);
}

#[test]
fn a_link_is_replaced_and_its_target_is_not_written() {
    let test = site("ensure: present, content: new, mode: \"0644\"").file("target", "old");
    symlink("target", test.path("f")).unwrap();
    test.exit(0);
    assert!(std::fs::symlink_metadata(test.path("f")).unwrap().is_file());
    assert_eq!((test.read("f").as_str(), test.read("target").as_str()), ("new", "old"));
}

#[test]
fn a_link_to_the_right_content_is_right() {
    let test = site("ensure: present, content: text, mode: \"0644\"").file("target", "text");
    set_mode(&test, "target", 0o644);
    symlink("target", test.path("f")).unwrap();
    assert!(test.exit(0).stdout().contains("stable"));
    assert!(std::fs::symlink_metadata(test.path("f")).unwrap().is_symlink());
}

#[test]
fn attributes_are_not_set_through_a_link() {
    let test = site("ensure: present, mode: \"0600\"").file("target", "text");
    set_mode(&test, "target", 0o644);
    symlink("target", test.path("f")).unwrap();
    let shown = test.exit(1).stdout();
    assert!(shown.contains("[ROOT]/f is a symlink; refusing to set attributes through it"), "{shown}");
    assert_eq!(test.mode("target"), 0o644);
}

#[test]
fn a_dangling_link_is_nothing() {
    let test = site("ensure: present, content: text, mode: \"0644\"");
    symlink("nowhere", test.path("f")).unwrap();
    test.exit(0);
    assert!(std::fs::symlink_metadata(test.path("f")).unwrap().is_file());
}

#[test]
fn a_link_is_removed_and_its_target_stays() {
    let test = Test::new().file("target/file", "text");
    let test = test.file("site.yaml", "ccm: {resources: [{file: {name: @ROOT@/f, ensure: absent, force: true}}]}\n");
    symlink("target", test.path("f")).unwrap();
    let test = test.args(["apply", "site.yaml"]);
    test.exit(0);
    assert!(!test.exists("f") && test.exists("target/file"));
}

#[test]
fn force_does_not_follow_links() {
    let test = Test::new().file("target/file", "text").file("f/own", "");
    let test = test.file("site.yaml", "ccm: {resources: [{file: {name: @ROOT@/f, ensure: absent, force: true}}]}\n");
    symlink("../target", test.path("f/link")).unwrap();
    let test = test.args(["apply", "site.yaml"]);
    test.exit(0);
    assert!(!test.exists("f") && test.exists("target/file"));
}

#[test]
fn what_is_absent_already_is_stable() {
    let manifest = "ccm: {resources: [{file: {name: @ROOT@/f, ensure: absent}}, {file: {name: @ROOT@/no/such/f, ensure: absent}}]}\n";
    let shown = Test::new().file("site.yaml", manifest).args(["apply", "site.yaml"]).exit(0).stdout();
    assert!(shown.contains("Done: 2 stable, "), "{shown}");
}

#[test]
fn a_directory_with_read_can_be_entered() {
    for (mode, wanted) in [("0644", 0o755), ("0600", 0o700), ("0640", 0o750), ("0711", 0o711)] {
        let test = site(&format!("ensure: directory, mode: \"{mode}\""));
        test.exit(0);
        assert_eq!(test.mode("f"), wanted, "{mode}");
        assert!(test.exit(0).stdout().contains("stable"), "{mode}");
    }
}

#[test]
fn a_directory_keeps_what_is_in_it() {
    let test = site("ensure: directory, mode: \"0700\"").file("f/inside", "text");
    set_mode(&test, "f", 0o755);
    test.exit(0);
    assert_eq!((test.mode("f"), test.read("f/inside").as_str()), (0o700, "text"));
}

#[test]
fn a_source_is_copied_byte_by_byte() {
    let test =
        site("ensure: present, source: files/original, mode: \"0644\"").file("files/original", b"\x00{{ x }}\xff");
    test.exit(0);
    assert_eq!(std::fs::read(test.path("f")).unwrap(), b"\x00{{ x }}\xff");
}

/// A relative source starts from the manifest, wherever the command is called.
#[test]
fn a_source_is_found_beside_the_manifest() {
    let manifest = "ccm: {resources: [{file: {name: @ROOT@/f, ensure: present, source: original, owner: \"@UID@\", group: \"@GID@\", mode: \"0644\"}}]}\n";
    let test =
        Test::new().file("site/site.yaml", manifest).file("site/original", "beside").file("original", "elsewhere");
    let test = test.args(["apply", "site/site.yaml"]);
    test.exit(0);
    assert_eq!(test.read("f"), "beside");
}

#[test]
fn names_of_accounts_are_as_good_as_numbers() {
    assert!(rustix::process::getuid().is_root(), "the tests run as root");
    let manifest =
        "ccm: {resources: [{file: {name: @ROOT@/f, ensure: present, owner: daemon, group: \"2\", mode: \"0644\"}}]}\n";
    let test = Test::new().file("site.yaml", manifest).file("f", "").args(["apply", "site.yaml", "--noop"]);
    set_mode(&test, "f", 0o644);
    let shown = test.exit(0).stdout();
    assert!(shown.contains("owner root -> daemon, group root -> "), "{shown}");
    let test = test.args(["apply", "site.yaml"]);
    test.exit(0);
    let stat = std::fs::metadata(test.path("f")).unwrap();
    assert_eq!((stat.uid(), stat.gid()), (1, 2));
    assert!(test.exit(0).stdout().contains("1 stable"));
}

#[test]
fn no_temporary_file_stays() {
    let test = site("ensure: present, content: text, mode: \"0644\"");
    test.exit(0);
    let names: Vec<_> = test.tree().into_keys().filter(|name| !name.as_os_str().is_empty()).collect();
    assert_eq!(names, ["f", "site.yaml"].map(std::path::PathBuf::from));
}

/// What goes is the link and not what it leads to, and the plan says so. The words of the event stay.
#[test]
fn links_are_named_as_links() {
    for (target, properties, text, noop) in [
        ("file", "ensure: absent", "remove the link", "Would have removed the file"),
        ("directory", "ensure: absent", "remove the link", "Would have removed the directory"),
        ("directory", "ensure: absent, force: true", "remove the link", "Would have recursively removed the directory"),
        ("/dev/null", "ensure: absent", "remove the link", "Would have removed the file"),
        (
            "file",
            "ensure: present, content: new, mode: \"0644\"",
            "replace the link, content",
            "Would have created the file",
        ),
        (
            "nowhere",
            "ensure: present, content: new, mode: \"0644\"",
            "replace the link, ",
            "Would have created the file",
        ),
    ] {
        let test = site(properties).file("file", "old").directory("directory");
        symlink(target, test.path("f")).unwrap();
        let shown = test.args(["apply", "site.yaml", "--noop", "--output", "jsonl"]).exit(0);
        let event = &shown.lines()[0];
        assert!(event["plan"][0]["text"].as_str().unwrap().starts_with(text), "{target}, {properties}: {event}");
        assert_eq!(event["noop_message"], noop, "{target}, {properties}");
    }
}

#[test]
fn a_change_names_the_special_bits_that_go_with_it() {
    let mut test = site("ensure: present, content: new, mode: '0755'").file("f", "old");
    set_mode(&test, "f", 0o6755);
    let ended = test.again(&["apply", "site.yaml", "--noop", "--no-report"], 0);
    assert!(ended.stdout().contains("mode 6755 -> 0755"), "{}", ended.stdout());
    test.again(&["apply", "site.yaml"], 0);
    assert_eq!(test.mode("f"), 0o755);
}

#[test]
fn a_link_on_the_way_that_leads_nowhere_is_named() {
    let mut test = Test::new();
    symlink(test.path("nowhere"), test.path("link")).unwrap();
    for ensure in ["present", "directory"] {
        let ended = test.again(&["ensure", "file", "@ROOT@/link/file", ensure, "--noop"], 1);
        assert!(ended.stdout().contains("/link\" is a link that leads nowhere; remove it"), "{}", ended.stdout());
    }
}
