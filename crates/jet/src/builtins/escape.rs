//! Text made safe for HTML, JavaScript and URLs, as Go's packages do it.

use gostd::utf8::decode;

/// `html.EscapeString`.
pub(super) fn html(text: &[u8]) -> Vec<u8> {
    replace(text, html_entity)
}

/// `template.HTMLEscape`, which also replaces NUL.
pub(super) fn template_html(text: &[u8]) -> Vec<u8> {
    replace(text, |byte| if byte == 0 { Some("\u{fffd}") } else { html_entity(byte) })
}

fn html_entity(byte: u8) -> Option<&'static str> {
    Some(match byte {
        b'"' => "&#34;",
        b'\'' => "&#39;",
        b'&' => "&amp;",
        b'<' => "&lt;",
        b'>' => "&gt;",
        _ => return None,
    })
}

fn replace(text: &[u8], replacement: impl Fn(u8) -> Option<&'static str>) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for byte in text {
        match replacement(*byte) {
            Some(replacement) => out.extend_from_slice(replacement.as_bytes()),
            None => out.push(*byte),
        }
    }
    out
}

/// `template.JSEscape`.
pub(super) fn template_js(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((c, width)) = decode(rest) {
        let (written, after) = rest.split_at(width);
        match c {
            '\\' => out.extend_from_slice(br"\\"),
            '\'' => out.extend_from_slice(br"\'"),
            '"' => out.extend_from_slice(br#"\""#),
            '<' | '>' | '&' | '=' | '\0'..' ' => {
                out.extend_from_slice(format!("\\u{:04X}", u32::from(c)).as_bytes());
            }
            _ if c.is_ascii() || value::is_print(c) => out.extend_from_slice(written),
            _ => out.extend_from_slice(format!("\\u{:04X}", u32::from(c)).as_bytes()),
        }
        rest = after;
    }
    out
}

/// `url.QueryEscape`.
pub(super) fn url(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for byte in text {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => out.push(*byte),
            b' ' => out.push(b'+'),
            _ => out.extend_from_slice(format!("%{byte:02X}").as_bytes()),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        assert_eq!(html(b"<a href=\"x\">'&'\0"), b"&lt;a href=&#34;x&#34;&gt;&#39;&amp;&#39;\0");
        assert_eq!(template_html(b"\0<"), "\u{fffd}&lt;".as_bytes());
        let js = template_js("a'\"\\<=\n\u{7f}é\u{200b}\u{1F642}".as_bytes());
        assert_eq!(String::from_utf8(js).unwrap(), "a\\'\\\"\\\\\\u003C\\u003D\\u000A\u{7f}é\\u200B\u{1F642}");
        assert_eq!(template_js(b"\xff"), b"\xff");
        assert_eq!(url("a b/é+~".as_bytes()), b"a+b%2F%C3%A9%2B~");
    }
}
