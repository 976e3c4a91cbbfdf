//! Archives made by the `tar` of this machine.

use crate::blocks::{Blocks, gzip, names, pax, refusal};
use crate::written::unpacked;
use archive::Format;
use std::fs;
use std::path::Path;
use std::process::Command;

fn made(directory: &Path, arguments: &[&str]) -> Vec<u8> {
    let file = directory.join("out.tar");
    let status =
        Command::new("tar").arg("-C").arg(directory.join("tree")).arg("-cf").arg(&file).args(arguments).status();
    assert!(status.unwrap().success());
    fs::read(file).unwrap()
}

fn tree(directory: &Path) -> String {
    let long = format!("{}/{}", "directory-with-a-name".repeat(8), "file-with-a-name-of-its-own".repeat(6));
    let path = directory.join("tree").join(&long);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, "deep").unwrap();
    fs::write(directory.join("tree/manifest.yaml"), "ccm: {}\n").unwrap();
    fs::write(directory.join("tree/zwölf\n"), "text").unwrap();
    long
}

#[test]
fn every_form_is_read() {
    for form in ["gnu", "pax", "oldgnu"] {
        for compression in [&[][..], &["-z"]] {
            let directory = tempfile::tempdir().unwrap();
            let long = tree(directory.path());
            let form = format!("--format={form}");
            let bytes = made(directory.path(), &[compression, &[form.as_str(), "."]].concat());
            let expected = if compression.is_empty() { Format::Tar } else { Format::TarGz };
            assert_eq!(Format::sniff(&bytes), Some(expected));
            let target = tempfile::tempdir().unwrap();
            unpacked(&bytes, target.path()).unwrap();
            assert_eq!(fs::read_to_string(target.path().join(&long)).unwrap(), "deep", "{form}");
            assert_eq!(fs::read_to_string(target.path().join("zwölf\n")).unwrap(), "text", "{form}");
            assert_eq!(fs::read_to_string(target.path().join("manifest.yaml")).unwrap(), "ccm: {}\n");
        }
    }
}

#[test]
fn old_forms_are_read() {
    for form in ["v7", "ustar"] {
        let directory = tempfile::tempdir().unwrap();
        let deep = directory.path().join("tree").join("d".repeat(60)).join("e".repeat(30));
        fs::create_dir_all(&deep).unwrap();
        fs::write(deep.join("f"), "deep").unwrap();
        let bytes = made(directory.path(), &[&format!("--format={form}"), "."]);
        let name = format!("{}/{}/f", "d".repeat(60), "e".repeat(30));
        assert_eq!(Format::sniff(&bytes), Some(Format::Tar), "{form}");
        assert!(names(&bytes).contains(&name), "{form}: {:?}", names(&bytes));
    }
}

#[test]
fn links_and_sparse_files_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let tree = directory.path().join("tree");
    fs::create_dir(&tree).unwrap();
    std::os::unix::fs::symlink("/etc/passwd", tree.join("link")).unwrap();
    let refused = |name: &str, what: &str, arguments: &[&str]| {
        let expected = format!("only regular files and directories are supported: `{name}` is {what}");
        assert_eq!(refusal(&made(directory.path(), arguments)), expected);
    };
    refused("link", "a symbolic link", &["link"]);
    fs::write(tree.join("one"), "x").unwrap();
    fs::hard_link(tree.join("one"), tree.join("two")).unwrap();
    refused("two", "a hard link", &["one", "two"]);
    fs::File::create(tree.join("holes")).unwrap().set_len(1 << 20).unwrap();
    refused("holes", "a sparse file", &["--sparse", "--format=gnu", "holes"]);
    let message = refusal(&made(directory.path(), &["--sparse", "--format=pax", "holes"]));
    assert!(message.ends_with("/holes` is a sparse file"), "{message}");
}

#[test]
fn what_git_and_others_leave_behind() {
    let comment = pax(&[("comment", "0123456789012345678901234567890123456789")]);
    let blocks = Blocks::default().entry("pax_global_header", b'g', &comment).entry("p/", b'5', b"").file("p/a", "x");
    assert_eq!(names(&blocks.clone().end()), ["p", "p/a"]);
    assert_eq!(names(&blocks.clone().0), ["p", "p/a"], "no blocks that end it");
    let padded = [gzip(&blocks.clone().end()), vec![0; 5000]].concat();
    assert_eq!(names(&padded), ["p", "p/a"], "padding behind the compression");
    let whole = blocks.end();
    assert_eq!(names(&[gzip(&whole[..700]), gzip(&whole[700..])].concat()), ["p", "p/a"], "two members");
    assert_eq!(names(&[0; 1024]), Vec::<String>::new());
    assert_eq!(names(b""), Vec::<String>::new());
}

#[test]
fn other_formats_are_known_by_name() {
    for (head, what) in [
        (&b"PK\x03\x04xx"[..], Some("a zip archive")),
        (b"\xfd7zXZ\0", Some("in xz")),
        (b"ccm:", None),
        (b" <!DOCTYPE html>", Some("a web page")),
    ] {
        assert_eq!((Format::sniff(head), Format::foreign(head)), (None, what));
    }
    let text = "ccm:\n  resources: []\n".repeat(100);
    assert_eq!(Format::sniff(text.as_bytes()), None);
    assert_eq!(Format::sniff(&[0; 600]), None);
}
