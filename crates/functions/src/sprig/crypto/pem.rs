//! PEM: base 64 between lines that say what it is.

use value::base64;

/// What stands between the lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) label: String,
    pub(super) bytes: Vec<u8>,
}

/// Writes a block, 64 characters a line.
pub(super) fn encode(label: &str, bytes: &[u8]) -> String {
    let body = base64::encode(bytes);
    let mut text = format!("-----BEGIN {label}-----\n");
    for line in body.as_bytes().chunks(64) {
        text.push_str(std::str::from_utf8(line).expect("base 64 is ASCII"));
        text.push('\n');
    }
    text + &format!("-----END {label}-----\n")
}

/// The first block that can be read, wherever it stands in the text.
pub(super) fn decode(text: &[u8]) -> Option<Block> {
    let text = gostd::utf8::to_text(text);
    let mut rest = &*text;
    loop {
        let start = line_that_begins_with(rest, "-----BEGIN ")?;
        rest = &rest[start + "-----BEGIN ".len()..];
        if let Some(block) = read_block(rest) {
            return Some(block);
        }
    }
}

/// Reads the block whose label comes first.
fn read_block(text: &str) -> Option<Block> {
    let (line, body) = text.split_once('\n')?;
    let label = line.trim_end().strip_suffix("-----")?;
    let body = skip_headers(body);
    let end = line_that_begins_with(body, &format!("-----END {label}-----"))?;
    let digits: Vec<u8> = body[..end].bytes().filter(|byte| !matches!(byte, b' ' | b'\t')).collect();
    Some(Block { label: label.to_owned(), bytes: base64::decode(&digits).ok()? })
}

/// Lines such as `DEK-Info: …` say things about the block.
fn skip_headers(mut body: &str) -> &str {
    while let Some((line, rest)) = body.split_once('\n') {
        if !line.contains(':') || line.starts_with("-----") {
            break;
        }
        body = rest;
    }
    body
}

fn line_that_begins_with(text: &str, start: &str) -> Option<usize> {
    text.match_indices(start).map(|(at, _)| at).find(|at| *at == 0 || text.as_bytes()[at - 1] == b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_first_block_that_can_be_read() {
        let text = encode("A B", &[7; 50]);
        assert_eq!(text.lines().map(str::len).collect::<Vec<_>>(), [19, 64, 4, 17]);
        let block = Block { label: "A B".into(), bytes: vec![7; 50] };
        assert_eq!(decode(text.as_bytes()), Some(block.clone()));
        let wrapped = format!("text\n-----BEGIN X-----\n!\n-----END X-----\n{text}more");
        assert_eq!(decode(wrapped.as_bytes()), Some(block.clone()));
        let headers = text.replacen("-----\n", "-----\nA: b\nC: d\n\n", 1);
        assert_eq!(decode(headers.as_bytes()), Some(block));
        assert_eq!(decode(b"x-----BEGIN A-----\n-----END A-----\n"), None);
        assert_eq!(decode(&text.as_bytes()[..40]), None);
    }
}
