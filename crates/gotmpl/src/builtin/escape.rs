//! Escaping for HTML, JavaScript and URLs.

/// Text for HTML.
pub(super) fn html(text: &[u8]) -> Vec<u8> {
    let mut escaped = Vec::with_capacity(text.len());
    for byte in text {
        let replaced: &[u8] = match byte {
            0 => "\u{fffd}".as_bytes(),
            b'"' => b"&#34;",
            b'\'' => b"&#39;",
            b'&' => b"&amp;",
            b'<' => b"&lt;",
            b'>' => b"&gt;",
            other => std::slice::from_ref(other),
        };
        escaped.extend_from_slice(replaced);
    }
    escaped
}

/// Text for a string of JavaScript.
pub(super) fn js(text: &[u8]) -> Vec<u8> {
    let mut escaped = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((found, length)) = crate::parse::decode(rest) {
        match found {
            '\\' => escaped.extend_from_slice(b"\\\\"),
            '\'' => escaped.extend_from_slice(b"\\'"),
            '"' => escaped.extend_from_slice(b"\\\""),
            '<' | '>' | '&' | '=' | '\0'..'\u{20}' => push_code(&mut escaped, found),
            found if found.is_ascii() || value::is_print(found) => escaped.extend_from_slice(&rest[..length]),
            found => push_code(&mut escaped, found),
        }
        rest = &rest[length..];
    }
    escaped
}

fn push_code(escaped: &mut Vec<u8>, found: char) {
    escaped.extend_from_slice(format!("\\u{:04X}", u32::from(found)).as_bytes());
}

/// Text for the query of a URL.
pub(super) fn urlquery(text: &[u8]) -> Vec<u8> {
    let mut escaped = Vec::with_capacity(text.len());
    for byte in text {
        match byte {
            b' ' => escaped.push(b'+'),
            b'-' | b'_' | b'.' | b'~' => escaped.push(*byte),
            byte if byte.is_ascii_alphanumeric() => escaped.push(*byte),
            byte => escaped.extend_from_slice(format!("%{byte:02X}").as_bytes()),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(escape: fn(&[u8]) -> Vec<u8>, given: &[u8], expected: &[u8]) {
        assert_eq!(escape(given), expected, "{}", String::from_utf8_lossy(given));
    }

    #[test]
    fn as_go_escapes() {
        check(html, b"<a href=\"x\">'&\0", "&lt;a href=&#34;x&#34;&gt;&#39;&amp;\u{fffd}".as_bytes());
        check(
            js,
            "\\'\"<>&=\n\u{2028}é\u{7f}".as_bytes(),
            "\\\\\\'\\\"\\u003C\\u003E\\u0026\\u003D\\u000A\\u2028é\u{7f}".as_bytes(),
        );
        check(js, b"\xff", b"\xff");
        check(urlquery, "a b/ü~".as_bytes(), b"a+b%2F%C3%BC~");
    }
}
