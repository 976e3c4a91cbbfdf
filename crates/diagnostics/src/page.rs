//! The page of a code, for a terminal. Pages are written in a small part of Markdown: paragraphs, lists with `-`, blocks
//! between lines of three backticks, and code between single ones.

use crate::code::is_fence;
use crate::render::{Canvas, Role};
use crate::{Code, Style};
use unicode_width::UnicodeWidthStr;

/// Paragraphs are filled up to this column.
const WIDEST: usize = 80;

/// What `upright explain` shows: the name, and the page.
pub fn explain(code: &Code, style: Style) -> String {
    let mut canvas = Canvas::new(style);
    canvas.add(Role::Strong, code.id).end_line();
    for block in blocks(code.page) {
        canvas.end_line();
        match block {
            Block::Text(items) => items.iter().for_each(|item| fill(&mut canvas, item)),
            Block::Code(lines) => lines.iter().for_each(|line| code_line(&mut canvas, line)),
        }
    }
    canvas.into_text()
}

/// Something with an empty line before it.
enum Block<'a> {
    /// A paragraph, or the items of a list.
    Text(Vec<String>),
    Code(Vec<&'a str>),
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = page.lines().peekable();
    while let Some(first) = lines.next() {
        if is_fence(first) {
            let indent = first.len() - first.trim_start().len();
            let code = lines.by_ref().take_while(|line| !is_fence(line));
            blocks.push(Block::Code(code.map(|line| without_indent(line, indent)).collect()));
        } else if !first.trim().is_empty() {
            let mut items = vec![first.trim().to_owned()];
            while let Some(line) = lines.next_if(|line| !line.trim().is_empty() && !is_fence(line)) {
                add_line(&mut items, line.trim());
            }
            blocks.push(Block::Text(items));
        }
    }
    blocks
}

/// A line begins an item of a list, or goes on with what is there.
fn add_line(items: &mut Vec<String>, line: &str) {
    match items.last_mut() {
        Some(last) if !line.starts_with("- ") => *last = format!("{last} {line}"),
        _ => items.push(line.to_owned()),
    }
}

fn without_indent(line: &str, indent: usize) -> &str {
    let blank = line.len() - line.trim_start_matches(' ').len();
    &line[blank.min(indent)..]
}

fn code_line(canvas: &mut Canvas, line: &str) {
    canvas.space(if line.is_empty() { 0 } else { 4 }).add(Role::Code, line).end_line();
}

/// Writes a paragraph in lines of a readable length; the lines of a list item stand below its text.
fn fill(canvas: &mut Canvas, text: &str) {
    let indent = if text.starts_with("- ") { 2 } else { 0 };
    let mut column = 0;
    for word in words(text) {
        let width = word.width();
        if column > indent && column + 1 + width > WIDEST {
            canvas.end_line().space(indent);
            column = indent;
        } else if column > 0 {
            canvas.space(1);
            column += 1;
        }
        add_word(canvas, word);
        column += width;
    }
    canvas.end_line();
}

/// The words of a text; what stands between backticks is not broken.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut in_code = false;
    let spaces = move |c: char| {
        in_code ^= c == '`';
        c.is_whitespace() && !in_code
    };
    text.split(spaces).filter(|word| !word.is_empty())
}

/// A backtick that is never closed is a backtick.
fn add_word(canvas: &mut Canvas, word: &str) {
    let mut rest = word;
    while let Some((before, code)) = rest.split_once('`')
        && let Some((code, after)) = code.split_once('`')
    {
        canvas.add(Role::Plain, before).add(Role::Code, &format!("`{code}`"));
        rest = after;
    }
    canvas.add(Role::Plain, rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    static CODE: Code = Code::new(
        "file::mode-not-octal",
        "The `mode` of a file is written as an octal number, because that is what `chmod 0644 file` and every manual page say.
Letters are not understood.

- quote it: `mode: \"0644\"`, since YAML reads a number otherwise
- leave it out; the mode of a new file is then `0644` and that of an old one stays as it is

   ```yaml
   - file: /etc/motd
     mode: \"0644\"

   ```
See also `owner`.
",
    );

    #[test]
    fn a_page() {
        insta::assert_snapshot!(explain(&CODE, Style::Plain), @r#"
        file::mode-not-octal

        The `mode` of a file is written as an octal number, because that is what
        `chmod 0644 file` and every manual page say. Letters are not understood.

        - quote it: `mode: "0644"`, since YAML reads a number otherwise
        - leave it out; the mode of a new file is then `0644` and that of an old one
          stays as it is

            - file: /etc/motd
              mode: "0644"


        See also `owner`.
        "#);
    }

    #[test]
    fn a_page_in_colour() {
        static SHORT: Code = Code::new("a::b", "Use `x y`, not z.\n```\ncode\n```");
        insta::assert_snapshot!(explain(&SHORT, Style::Colour).replace('\x1b', "ESC"), @"
        ESC[1ma::bESC[0m

        Use ESC[36m`x y`ESC[0m, not z.

            ESC[36mcodeESC[0m
        ");
    }

    #[test]
    fn odd_pages() {
        static ODD: Code = Code::new("a::b", "an open ` backtick\n\n\n```\nan open block");
        static EMPTY: Code = Code::new("a::b", "");
        insta::assert_snapshot!(explain(&ODD, Style::Plain), @"
        a::b

        an open ` backtick

            an open block
        ");
        assert_eq!(explain(&EMPTY, Style::Plain), "a::b\n");
    }
}
