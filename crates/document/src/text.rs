//! From the bytes of a file to text.

use crate::yaml::{NOT_TEXT, TOO_LARGE};
use diagnostics::{Diagnostic, FileId, Sources, Span};

/// How much is shown behind a byte that is no text: only the rest of its line.
const SHOWN: usize = 80;

/// Takes the bytes of a file into the sources, without a byte order mark. `name` is how messages call the file. When they
/// are no text the problem points into what was taken in, which is text up to the byte in question.
pub fn take_in(bytes: Vec<u8>, name: &str, sources: &mut Sources) -> Result<FileId, Diagnostic> {
    match text_of(&bytes, name, sources.next()) {
        Ok(text) if text.len() < bytes.len() => Ok(sources.add(name, text)),
        Ok(_) => Ok(sources.add(name, String::from_utf8(bytes).expect("it is text, as was just seen"))),
        Err(problem) => {
            let shown = problem.span().map_or(0, |span| span.start as usize + SHOWN).min(bytes.len());
            sources.add(name, &*String::from_utf8_lossy(&bytes[..shown]));
            Err(problem)
        }
    }
}

/// A file that was not read, because it has more bytes than a document may have. `name` goes into the sources, so that the
/// problem has a place as all others have.
pub fn too_large(name: &str, size: u64, limit: u64, sources: &mut Sources) -> Diagnostic {
    let file = sources.add(name, "");
    Diagnostic::error(&TOO_LARGE, format!("`{name}` has {size} bytes, more than the limit of {limit}"))
        .at(Span::new(file, 0, 0), "nothing of it is used")
        .help("raise the limit if the document is meant to be that large".to_owned())
}

/// The text of a file, without a byte order mark. `name` is how messages call the file; `file` is where a place in it
/// points.
fn text_of<'b>(bytes: &'b [u8], name: &str, file: FileId) -> Result<&'b str, Diagnostic> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => return Err(not_text(bytes, name, file, error.valid_up_to())),
    };
    match memchr::memchr(0, bytes) {
        Some(at) => Err(not_text(bytes, name, file, at)),
        None => Ok(text.strip_prefix('\u{feff}').unwrap_or(text)),
    }
}

fn not_text(bytes: &[u8], name: &str, file: FileId, at: usize) -> Diagnostic {
    let place = u32::try_from(at).unwrap_or(u32::MAX);
    let help = match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "the file looks like UTF-16; save it as UTF-8",
        _ => "save the file as UTF-8, or name another file",
    };
    Diagnostic::error(&NOT_TEXT, format!("`{name}` is not a text file: byte 0x{:02x} at offset {at}", bytes[at]))
        .at(Span::new(file, place, place), "this byte")
        .help(help.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_text() {
        assert_eq!(text_of(b"", "a", FileId::FIRST), Ok(""));
        assert_eq!(text_of("\u{feff}a: ü".as_bytes(), "a", FileId::FIRST), Ok("a: ü"));
        let mut sources = Sources::new();
        for bytes in ["a: ü", "\u{feff}a: ü"] {
            let file = take_in(bytes.into(), "a", &mut sources).expect("it is text");
            assert_eq!(sources.content(file), "a: ü");
        }
    }

    #[test]
    fn what_is_not_text_says_where() {
        let message = |bytes: &[u8]| text_of(bytes, "site.yaml", FileId::FIRST).unwrap_err().message;
        assert_eq!(message(b"a: \xff"), "`site.yaml` is not a text file: byte 0xff at offset 3");
        assert_eq!(message(b"a\0b"), "`site.yaml` is not a text file: byte 0x00 at offset 1");
        assert_eq!(
            message("ü".as_bytes().split_last().unwrap().1),
            "`site.yaml` is not a text file: byte 0xc3 at offset 0"
        );
        let mut sources = Sources::new();
        let long = [&b"a: ok\nb: \xff"[..], &[b'x'; 500]].concat();
        let problem = take_in(long, "site.yaml", &mut sources).unwrap_err();
        let file = problem.span().expect("it has a place").file;
        assert_eq!(sources.name(file), "site.yaml");
        assert!(sources.content(file).starts_with("a: ok\nb: \u{fffd}x"));
        assert!(sources.content(file).len() < 100);
        assert!(text_of(b"\xff\xfea\0", "a", FileId::FIRST).unwrap_err().help.unwrap().contains("UTF-16"));
    }
}
