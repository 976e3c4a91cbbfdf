//! Arguments and blocks.

use super::cursor::Cursor;
use super::token::{Kind, Token};
use super::tree::{Attribute, Block, Body};
use std::collections::HashMap;
use std::ops::Range;

const REQUIRED: &str = "Argument or block definition required";
const DEFINE: &str = "Here stands an argument or a block.";
const ASSIGN: &str = "Here stands an argument or a block; an argument is a name, an equals sign and a value.";

enum Item {
    Attribute(Attribute, Range<usize>),
    Block(Block),
}

impl Cursor<'_> {
    /// Everything up to a closing brace, or the end of the source.
    pub(super) fn body(&mut self, end: Kind) -> Body {
        let (mut body, start) = (Body::default(), self.previous());
        let mut names = HashMap::new();
        loop {
            match self.peek_kind() {
                kind if kind == end => {
                    self.read();
                    return body;
                }
                Kind::Newline => {
                    self.read();
                }
                Kind::Identifier => self.item_of(&mut body, &mut names),
                _ => {
                    self.no_item(start);
                    self.recover(end);
                    return body;
                }
            }
        }
    }

    fn no_item(&mut self, start: Range<usize>) {
        let bad = self.read();
        let (summary, detail, place) = match bad.kind {
            Kind::OpenQuote => ("Invalid argument name", "Names of arguments have no quotes.", bad.place()),
            Kind::End => {
                ("Unclosed configuration block", "The source ends before the brace of this block is closed.", start)
            }
            _ => (REQUIRED, DEFINE, bad.place()),
        };
        self.tell_unless_lost(summary, detail, place);
    }

    fn item_of(&mut self, body: &mut Body, names: &mut HashMap<String, Range<usize>>) {
        match self.item() {
            Some(Item::Block(block)) => body.blocks.push(block),
            Some(Item::Attribute(attribute, place)) => {
                if let Some(first) = names.get(&attribute.name) {
                    let line = self.source[..first.start].matches('\n').count() + 1;
                    let detail = format!("The argument {:?} is set on line {line} already.", attribute.name);
                    self.tell("Attribute redefined", detail, place);
                } else {
                    names.insert(attribute.name.clone(), place);
                    body.attributes.push(attribute);
                }
            }
            None => {}
        }
    }

    fn item(&mut self) -> Option<Item> {
        let name = self.read();
        match self.peek_kind() {
            Kind::Equal => Some(Item::Attribute(self.attribute(name, false), name.place())),
            Kind::OpenQuote | Kind::OpenBrace | Kind::Identifier => Some(Item::Block(self.block(name))),
            _ => {
                self.recover_after_item();
                self.tell(REQUIRED, ASSIGN, name.place());
                None
            }
        }
    }

    fn attribute(&mut self, name: Token, on_block_line: bool) -> Attribute {
        self.read();
        let told = self.problems.len();
        let value = self.expression();
        if self.lost_since(told) {
            self.recover_after_item();
        } else if !on_block_line {
            self.end_of_attribute();
        }
        Attribute { name: self.text(name), value }
    }

    fn end_of_attribute(&mut self) {
        let end = self.peek();
        match end.kind {
            Kind::Newline | Kind::End => {
                self.read();
                return;
            }
            Kind::Comma => {
                let detail = "Arguments end with their line, not with a comma.";
                self.tell_unless_lost("Unexpected comma after argument", detail, end.place());
            }
            _ => {
                let detail = "An argument ends with its line.";
                self.tell_unless_lost("Missing newline after argument", detail, end.place());
            }
        }
        self.recover_after_item();
    }

    fn block(&mut self, name: Token) -> Block {
        let mut block = Block { kind: self.text(name), labels: Vec::new(), body: Body::default() };
        let Some(brace) = self.labels(&mut block) else {
            self.recover_after_item();
            return block;
        };
        if self.descend() {
            block.body = self.content(brace);
        }
        self.ascend();
        self.end_of_block();
        block
    }

    /// Reads up to the opening brace.
    fn labels(&mut self, block: &mut Block) -> Option<Token> {
        loop {
            let token = self.peek();
            match token.kind {
                Kind::OpenBrace => return Some(self.read()),
                Kind::OpenQuote => block.labels.push(self.label()),
                Kind::Identifier => {
                    self.read();
                    block.labels.push(self.text(token));
                }
                kind => {
                    let detail = match kind {
                        Kind::Equal => "An equals sign belongs to an argument, not to a block.",
                        Kind::Newline => "The brace of a block opens on the line that the block begins on.",
                        _ => "Here stands a label in quotes or an opening brace.",
                    };
                    if !self.is_lost || matches!(kind, Kind::Equal | Kind::Newline) {
                        self.tell("Invalid block definition", detail, token.place());
                    }
                    return None;
                }
            }
        }
    }

    /// What is between the braces: lines, or a single argument on the same line.
    fn content(&mut self, brace: Token) -> Body {
        if matches!(self.peek_kind(), Kind::Newline | Kind::End | Kind::CloseBrace) {
            return self.body(Kind::CloseBrace);
        }
        let told = self.problems.len();
        let body = self.single();
        let of_body = self.problems.split_off(told);
        self.end_of_single(brace);
        self.problems.extend(of_body);
        body
    }

    fn single(&mut self) -> Body {
        let name = self.read();
        let mut body = Body::default();
        if name.kind != Kind::Identifier {
            self.recover_after_item();
            self.tell(REQUIRED, DEFINE, name.place());
            return body;
        }
        let next = self.peek();
        match next.kind {
            Kind::Equal => body.attributes.push(self.attribute(name, true)),
            Kind::OpenQuote | Kind::OpenBrace | Kind::Identifier => {
                self.recover_after_item();
                let detail = "A block on one line has a single argument; other blocks stand on lines of their own.";
                self.tell("Argument definition required", detail, name.place().start..next.place().end);
            }
            _ => {
                self.recover_after_item();
                self.tell(REQUIRED, ASSIGN, name.place());
            }
        }
        body
    }

    fn end_of_single(&mut self, brace: Token) {
        const SUMMARY: &str = "Invalid single-argument block definition";
        let end = self.peek();
        match end.kind {
            Kind::CloseBrace => {
                self.read();
                return;
            }
            Kind::Comma => {
                self.tell(
                    SUMMARY,
                    "A block on one line has one argument; more stand on lines of their own.",
                    end.place(),
                );
            }
            Kind::Newline => {
                self.tell(SUMMARY, "A block that begins with an argument on its line ends on that line.", end.place());
            }
            Kind::End => {
                let detail = "The source ends before the brace of this block is closed.";
                self.tell_unless_lost("Unclosed configuration block", detail, brace.place());
            }
            _ => self.tell_unless_lost(SUMMARY, "Behind the argument of such a block stands its brace.", end.place()),
        }
        self.recover(Kind::CloseBrace);
    }

    fn end_of_block(&mut self) {
        let end = self.peek();
        if matches!(end.kind, Kind::Newline | Kind::End) {
            self.read();
            return;
        }
        self.tell_unless_lost("Missing newline after block definition", "A block ends with its line.", end.place());
        self.recover_after_item();
    }

    /// A text without sequences.
    fn label(&mut self) -> String {
        self.read();
        let mut label = String::new();
        loop {
            let token = self.read();
            match token.kind {
                Kind::CloseQuote => return label,
                Kind::QuotedText => label.push_str(&self.unescaped(token)),
                Kind::Interpolation | Kind::Directive => {
                    let detail = "A label has no sequences; a brace behind `$$` or `%%` is just a brace.";
                    self.tell("Invalid string literal", detail, token.place());
                    self.recover(Kind::SequenceEnd);
                }
                Kind::End => {
                    let detail = "The source ends before the quote is closed.";
                    self.tell("Unterminated string literal", detail, token.place());
                    return label;
                }
                _ => {
                    self.tell("Invalid string literal", "This cannot stand in a label.", token.place());
                    self.recover(Kind::CloseQuote);
                    return label;
                }
            }
        }
    }
}
