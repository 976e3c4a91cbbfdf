//! Single cases of masking.

use super::encode::{BINARY, TEXT, URL, lines};
use super::{RedactingWriter, Redactor, SecretKind, Stream};
use std::borrow::Cow;
use std::io::Write;

fn knowing(secrets: &[&str]) -> Redactor {
    let redactor = Redactor::default();
    for secret in secrets {
        redactor.register(secret.as_bytes(), SecretKind::Declared);
    }
    redactor
}

fn masked(secrets: &[&str], text: &str) -> String {
    knowing(secrets).text(text).into_owned()
}

/// What goes out after each piece, and at the end.
fn streamed(redactor: &Redactor, pieces: &[&str]) -> Vec<String> {
    let mut stream = Stream::new(redactor.clone());
    let mut seen: Vec<Vec<u8>> = Vec::new();
    for piece in pieces {
        let mut out = Vec::new();
        stream.push(piece.as_bytes(), &mut out);
        seen.push(out);
    }
    let mut out = Vec::new();
    stream.finish(&mut out);
    seen.push(out);
    seen.into_iter().map(|out| String::from_utf8(out).unwrap()).collect()
}

#[test]
fn plain() {
    assert_eq!(masked(&["hunter22"], "password hunter22, again hunter22."), "password <secret>, again <secret>.");
    assert_eq!(masked(&["hunter22"], "hunter2 hunter"), "hunter2 hunter");
    assert_eq!(masked(&["hunter22"], "hunter22"), "<secret>");
    assert_eq!(masked(&["hunter22"], ""), "");
    assert_eq!(masked(&["größe–ß"], "die größe–ß!"), "die <secret>!");
}

#[test]
fn no_copy_without_a_match() {
    let text = "nothing to see";
    assert!(matches!(Redactor::default().text(text), Cow::Borrowed(_)));
    assert!(matches!(knowing(&["hunter22"]).text(text), Cow::Borrowed(_)));
    assert!(matches!(knowing(&["hunter22"]).bytes(text.as_bytes()), Cow::Borrowed(_)));
}

#[test]
fn short_secrets_are_left_to_their_field() {
    let redactor = Redactor::default();
    redactor.register(b"12345", SecretKind::Declared);
    redactor.register(b"1234567", SecretKind::ByName);
    redactor.register(b"", SecretKind::Declared);
    redactor.register(b"        ", SecretKind::Declared);
    assert_eq!(redactor.text("12345 1234567         x"), "12345 1234567         x");
    redactor.register(b"123456", SecretKind::Declared);
    redactor.register(b"abcdefgh", SecretKind::ByName);
    assert_eq!(redactor.text("1234567 abcdefgh"), "<secret>7 <secret>");
}

#[test]
fn the_mask_is_a_choice() {
    let redactor = Redactor::new("[REDACTED]");
    redactor.register(b"hunter22", SecretKind::Declared);
    assert_eq!(redactor.text("-hunter22-"), "-[REDACTED]-");
}

#[test]
fn the_longest_wins_and_overlaps_become_one() {
    assert_eq!(masked(&["abcdef", "abcdefghi"], "abcdefghij abcdefg"), "<secret>j <secret>g");
    assert_eq!(masked(&["abcdef", "defghi"], "xabcdefghix"), "x<secret>x");
    assert_eq!(masked(&["abcdef"], "abcdefabcdef"), "<secret><secret>");
    assert_eq!(masked(&["aaaaaa"], "baaaaaaaaab"), "b<secret>b");
}

#[test]
fn a_mask_is_not_masked_again() {
    assert_eq!(masked(&["secret"], "password: secret"), "password: <secret>");
    assert_eq!(masked(&["secret"], "password: <secret>"), "password: <secret>");
    assert_eq!(masked(&["secret"], "<secretsecret>"), "<<secret><secret>>");
    assert_eq!(masked(&["secret", "secret>abc"], "<secret>abc <secret>ab"), "<<secret> <secret>ab");
    assert_eq!(masked(&["secret"], "secret<secret><secret>"), "<secret><secret><secret>");
}

#[test]
fn binary_encodings_at_every_alignment() {
    let secret = "p4ss<wörd>\"7";
    let redactor = knowing(&[secret]);
    for (name, encode) in BINARY {
        for (before, after) in [("", ""), ("a", ""), ("ab", "z"), ("abc", "zz"), ("user:", "@host")] {
            let text = encode(format!("{before}{secret}{after}").as_bytes());
            let out = redactor.text(&text);
            assert_eq!(out.matches("<secret>").count(), 1, "{name} of {before:?} {after:?}: {out}");
            assert!(out.len() <= text.len() - secret.len() * 8 / 6 + 9 + "<secret>".len(), "{name}: {out}");
        }
    }
}

#[test]
fn base64_masks_the_characters_it_shares() {
    let encode = BINARY[0].1;
    assert_eq!(masked(&["hunter22"], &encode(b"hunter22")), "<secret>=");
    assert_eq!(encode(b"u:hunter22@host"), "dTpodW50ZXIyMkBob3N0");
    assert_eq!(masked(&["hunter22"], "dTpodW50ZXIyMkBob3N0"), "dT<secret>Bob3N0");
}

#[test]
fn mixed_hex() {
    assert_eq!(masked(&["kill me now"], "=6B696C6c206D65206e6f77="), "=<secret>=");
}

#[test]
fn url_escapes() {
    let secret = "pä ss/w+rd%&~*";
    let redactor = knowing(&[secret]);
    for (name, encode) in URL {
        let text = format!("https://host/{}?q=1", encode(secret.as_bytes()));
        assert_eq!(redactor.text(&text), "https://host/<secret>?q=1", "{name}: {text}");
    }
    assert_eq!(redactor.text("p%C3%a4+ss%2fw%2brd%25%26~%2A"), "<secret>");
}

#[test]
fn a_secret_that_is_escaped_itself_is_known_in_either_case() {
    let redactor = knowing(&["pa%2Fss%3aw%25rd%2"]);
    for text in ["pa%2Fss%3aw%25rd%2", "pa%2fss%3Aw%25rd%2", "pa%2Fss%3Aw%25rd%2", "pa/ss:w%rd%2"] {
        let text = format!("https://user:{text}@host/");
        assert_eq!(redactor.text(&text).matches("<secret>").count(), 1, "{text}");
        assert!(!redactor.text(&text).contains("ss"), "{text}");
    }
    assert_eq!(masked(&["100%-sure"], "100%-sure 100-sure"), "<secret> 100-sure");
    assert_eq!(masked(&["%2F%2F"], "%2F%2F //"), "<secret> //");
}

#[test]
fn escapes_of_text() {
    let secret = "a\"b\\c\nd<e>&\u{1}\u{7f}\t😀/ü'";
    let redactor = knowing(&[secret]);
    for (name, encode) in TEXT {
        let text = encode(&format!("x{secret}y"));
        let out = redactor.text(&text);
        assert_eq!(out.matches("<secret>").count(), 1, "{name}: {text} became {out}");
        assert!(!out.contains("\\n") && !out.contains('b'), "{name}: {text} became {out}");
    }
    assert_eq!(
        redactor.text(r"a\u0022b\u005cc\u000Ad\u003Ce\u003e\u0026\x01\u{7f}\u0009\U0001F600\/\u00fc\'"),
        "<secret>"
    );
}

#[test]
fn base64_inside_urls_and_json() {
    let secret = "\u{3fb}>>>???\u{3ff}";
    let redactor = knowing(&[secret]);
    let plain = BINARY[0].1(secret.as_bytes());
    assert!(plain.contains('/') && plain.contains('+'), "{plain}");
    let url = URL[0].1(plain.as_bytes());
    assert_eq!(
        redactor.text(&format!("?t={url}&x=1")),
        format!("?t=<secret>{}&x=1", &url[url.find("%3D").unwrap_or(url.len())..])
    );
    assert_eq!(redactor.text(&plain.replace('/', "\\/")).matches("<secret>").count(), 1);
}

#[test]
fn wrapped_encodings() {
    let secret: String = (0..200_u8).map(|i| char::from(b'!' + i % 90)).collect();
    let redactor = knowing(&[&secret]);
    for before in 0..80 {
        let bytes = format!("{}{secret}{}", "y".repeat(before), "z".repeat(20));
        for (name, encode) in [BINARY[0], BINARY[4]] {
            for (width, indent) in [(76, ""), (64, "    "), (60, "\t")] {
                let text = lines(&encode(bytes.as_bytes()), width).replace('\n', &format!("\r\n{indent}"));
                let out = redactor.text(&text);
                assert_eq!(out.matches("<secret>").count(), 1, "{name} {before} {width}: {out}");
                let rest = text.len() - secret.len() * 8 / 6;
                assert!(out.len() < rest + 30, "{name} {before} {width}: {out}");
            }
        }
    }
}

#[test]
fn lines_of_a_key() {
    let key = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\r\nBKcwggSjAgEAAoIBAQ\nab==\n-----END PRIVATE KEY-----\n";
    let redactor = knowing(&[key]);
    let shown = "  -----BEGIN PRIVATE KEY-----\n  MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n  BKcwggSjAgEAAoIBAQ\n  ab==\n";
    assert_eq!(redactor.text(shown), "  -----BEGIN PRIVATE KEY-----\n  <secret>\n  <secret>\n  ab==\n");
    assert_eq!(redactor.text(&format!("key: {key}.")), "key: <secret>\n.");
    assert_eq!(redactor.text(&serde_json::to_string(key).unwrap()), "\"<secret>\\n\"");
}

#[test]
fn a_newline_at_the_end_is_not_part_of_it() {
    assert_eq!(masked(&["hunter22\n"], "hunter22 and hunter22\n"), "<secret> and <secret>\n");
    assert_eq!(masked(&["12345\n"], "12345 12345\n"), "12345 <secret>");
}

#[test]
fn secrets_that_are_no_text() {
    let redactor = Redactor::default();
    redactor.register(b"\xffabcdefg\xfe", SecretKind::Declared);
    assert_eq!(redactor.bytes(b"=\xffabcdefg\xfe="), Cow::<[u8]>::Owned(b"=<secret>=".to_vec()));
    assert_eq!(redactor.text("=\u{fffd}abcdefg\u{fffd}="), "=<secret>=");
    assert_eq!(redactor.text(r"=\ufffdabcdefg\ufffd="), "=<secret>=");
    redactor.register(b"\xe4\xb8abcdefg", SecretKind::Declared);
    assert_eq!(redactor.text("=\u{fffd}abcdefg="), "=<secret>=");
    assert_eq!(redactor.text("=\u{fffd}\u{fffd}abcdefg="), "=<secret>=");
    assert_eq!(redactor.text(r"=\ufffd\ufffdabcdefg="), "=<secret>=");
    redactor.register(b"\xbf\xc3\xbfxxxxxx", SecretKind::Declared);
    assert_eq!(redactor.text("ÿÿxxxxxx"), "\u{fffd}<secret>");
}

#[test]
fn found_places() {
    assert_eq!(knowing(&["hunter22"]).find(b"a hunter22 b aHVudGVyMjI"), [2..10, 13..24]);
    assert!(Redactor::default().find(b"abc").is_empty());
}

#[test]
fn clones_share_and_registering_is_seen_at_once() {
    let redactor = Redactor::default();
    let other = redactor.clone();
    assert_eq!(other.text("hunter22"), "hunter22");
    redactor.register(b"hunter22", SecretKind::Declared);
    assert_eq!(other.text("hunter22 hunter33"), "<secret> hunter33");
    other.register(b"hunter33", SecretKind::Declared);
    redactor.register(b"hunter33", SecretKind::Declared);
    assert_eq!(redactor.text("hunter22 hunter33"), "<secret> <secret>");
}

#[test]
fn many_threads() {
    let redactor = Redactor::default();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let redactor = &redactor;
            scope.spawn(move || {
                for n in 0..50 {
                    let secret = format!("thread{thread}secret{n:03}");
                    redactor.register(secret.as_bytes(), SecretKind::Declared);
                    assert_eq!(redactor.text(&format!("[{secret}]")), "[<secret>]");
                }
            });
        }
    });
    assert_eq!(redactor.text("thread3secret049 thread0secret000"), "<secret> <secret>");
}

#[test]
fn debug_shows_no_secret() {
    let redactor = knowing(&["hunter22"]);
    let mut stream = Stream::new(redactor.clone());
    stream.push(b"hunter2", &mut Vec::new());
    assert_eq!(format!("{redactor:?}"), r#"Redactor { mask: "<secret>", secrets: 1 }"#);
    assert!(!format!("{stream:?}").contains("hunter"));
}

#[test]
fn a_stream_lets_lines_out_and_holds_beginnings() {
    let redactor = knowing(&["hunter22", "first line\nsecond line"]);
    assert_eq!(streamed(&redactor, &["a line\n", "Password: ", "x\n"]), ["a line\n", "Password: ", "x\n", ""]);
    assert_eq!(streamed(&redactor, &["a.hun", "ter", "22!"]), ["a.", "", "<secret>!", ""]);
    assert_eq!(streamed(&redactor, &["a.hun", "t", "!"]), ["a.", "", "hunt!", ""]);
    assert_eq!(streamed(&redactor, &["a.hun"]), ["a.", "hun"]);
    assert_eq!(streamed(&redactor, &["first line\n", "second"]), ["", "", "<secret>\nsecond"]);
    assert_eq!(streamed(&redactor, &["first line\n", "second line\n"]), ["", "<secret>\n", ""]);
    assert_eq!(streamed(&redactor, &["aHVud", "GVyMjI="]), ["", "<secret>=", ""]);
    assert_eq!(streamed(&redactor, &["%6", "8unter22"]), ["", "<secret>", ""]);
    assert_eq!(streamed(&redactor, &["100%", "\n"]), ["100", "%\n", ""]);
}

#[test]
fn a_stream_holds_back_no_more_than_it_must() {
    let redactor = knowing(&["aaaaaa"]);
    let mut stream = Stream::new(redactor);
    let mut out = Vec::new();
    for _ in 0..10_000 {
        stream.push(b"aaaaaaaa", &mut out);
    }
    assert!(format!("{stream:?}").contains("bytes: 5"), "{stream:?}");
    stream.push(b"b", &mut out);
    stream.finish(&mut out);
    assert_eq!(String::from_utf8(out).unwrap(), "<secret>b");
}

#[test]
fn a_secret_registered_while_a_stream_runs() {
    let redactor = Redactor::default();
    let mut stream = Stream::new(redactor.clone());
    let mut out = Vec::new();
    stream.push(b"one hunter22\n", &mut out);
    redactor.register(b"hunter22", SecretKind::Declared);
    stream.push(b"two hunter22\n", &mut out);
    stream.finish(&mut out);
    assert_eq!(String::from_utf8(out).unwrap(), "one hunter22\ntwo <secret>\n");
}

#[test]
fn a_writer() {
    let mut writer = RedactingWriter::new(knowing(&["hunter22"]), Vec::new());
    writer.write_all(b"pass hunter22 and hun").unwrap();
    writer.flush().unwrap();
    assert_eq!(writer.finish().unwrap(), b"pass <secret> and hun");
}

/// Takes one byte at a time and fails every other time.
#[derive(Default)]
struct Tough {
    taken: Vec<u8>,
    calls: usize,
}

impl Write for &mut Tough {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.calls += 1;
        if self.calls.is_multiple_of(2) {
            return Err(std::io::ErrorKind::WouldBlock.into());
        }
        self.taken.extend(&bytes[..1]);
        Ok(1)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_writer_loses_nothing_to_errors() {
    let mut tough = Tough::default();
    let mut writer = RedactingWriter::new(knowing(&["hunter22"]), &mut tough);
    let mut rest = &b"my hunter22, your hunter22"[..];
    while let [first, tail @ ..] = rest {
        if writer.write(&[*first]).is_ok() {
            rest = tail;
        }
    }
    while writer.flush().is_err() {}
    drop(writer);
    assert_eq!(String::from_utf8(tough.taken).unwrap(), "my <secret>, your <secret>");
}

#[test]
fn dropping_a_writer_writes_what_was_held() {
    let mut out = Vec::new();
    RedactingWriter::new(knowing(&["hunter22"]), &mut out).write_all(b"hunt").unwrap();
    assert_eq!(out, b"hunt");
}

#[test]
fn a_secret_that_ends_in_half_an_escape_is_masked() {
    let redactor = Redactor::new("#####");
    redactor.register(b"swordfish%", SecretKind::Declared);
    // The `%` and the `61` of what follows read as one escape.
    assert_eq!(redactor.text("%73wordfish%61 and so on"), "#####61 and so on");
    // The text ends where an escape would go on.
    assert_eq!(redactor.text("%73wordfish%"), "#####");
}

#[test]
fn one_list_of_secrets_can_have_several_masks() {
    let redactor = Redactor::new("[REDACTED]");
    let log = redactor.masking("***REDACTED***");
    redactor.register(b"hunter22", SecretKind::Declared);
    assert_eq!(redactor.text("a hunter22 b"), "a [REDACTED] b");
    assert_eq!(log.text("a hunter22 b"), "a ***REDACTED*** b");
    log.register(b"REDACTED", SecretKind::Declared);
    assert_eq!(redactor.text("hunter22"), "[REDACTED]");
    assert_eq!(log.masking("<REDACTED>").text("REDACTED hunter22"), "<REDACTED> <REDACTED>");
}

#[test]
fn a_cut_is_moved_before_what_may_be_a_secret() {
    let redactor = knowing(&["hunter2-hunter2", "ter2-another"]);
    for (text, kept) in [
        ("nothing of it.", "nothing of it."),
        ("it is hunter2-hun", "it is "),
        ("it is hunter2-hunter2.", "it is hunter2-hunter2."),
        // The end of the first one may be the beginning of the second.
        ("it is hunter2-hunter2", "it is "),
        ("it is aHVudGVyMi1o\n  dW", "it is "),
        ("it is 68756e746572", "it is "),
        ("it is \\\"hunter2%2dhu", "it is \\\""),
    ] {
        assert_eq!(&text[..redactor.before_cut(text.as_bytes())], kept, "{text}");
    }
    assert_eq!(Redactor::default().before_cut(b"hunter2"), 7);
    assert!(redactor.has_secrets() && !Redactor::default().has_secrets());
}

#[test]
fn one_that_is_separate_knows_what_was_known_and_keeps_the_rest() {
    let redactor = Redactor::new("[REDACTED]");
    redactor.register(b"hunter22", SecretKind::Declared);
    assert_eq!(redactor.text("hunter22"), "[REDACTED]");
    redactor.register(b"swordfish", SecretKind::Declared);
    let separate = redactor.separate();
    separate.register(b"rosebud", SecretKind::Declared);
    assert_eq!(separate.text("hunter22 swordfish rosebud"), "[REDACTED] [REDACTED] [REDACTED]");
    assert_eq!(redactor.text("hunter22 swordfish rosebud"), "[REDACTED] [REDACTED] rosebud");
    let revealing = Redactor::default();
    revealing.reveal();
    assert!(revealing.separate().reveals());
}

#[test]
fn names_of_a_document_are_no_secrets_in_a_text() {
    let redactor = Redactor::default();
    redactor.spare(["eu-west-1", "deploy"]);
    redactor.register_within(b"eu-west-1");
    redactor.separate().register_within(b"deploy");
    redactor.register_within(b"hunter22");
    assert_eq!(redactor.text("deploy hunter22 to eu-west-1"), "deploy <secret> to eu-west-1");
    redactor.register(b"deploy", SecretKind::Declared);
    assert_eq!(redactor.text("deploy to eu-west-1"), "<secret> to eu-west-1", "what is declared is a secret");
}
