//! From the bytes of a file to text.

use crate::yaml::NOT_TEXT;
use diagnostics::{Diagnostic, FileId, Span};

/// The text of a file, without a byte order mark. `name` is how messages call the file; `file` is where a place in it
/// points.
pub fn text_of<'b>(bytes: &'b [u8], name: &str, file: FileId) -> Result<&'b str, Diagnostic> {
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
        assert!(text_of(b"\xff\xfea\0", "a", FileId::FIRST).unwrap_err().help.unwrap().contains("UTF-16"));
    }
}
