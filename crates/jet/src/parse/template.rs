//! A whole template: what it extends and imports, then its nodes.

use std::collections::HashMap;
use std::sync::Arc;

use super::action::Piece;
use super::problem::{ParseError, ParseProblem};
use super::stream::{Fault, Parsed, Parser};
use crate::ast::{Block, Blocks, Compiled, List};
use crate::lex::{TokenKind, scan};
use crate::options::Options;
use crate::source::{At, Source};
use crate::symbols::Symbols;

/// What a parser needs to know of the set that a template belongs to.
pub(crate) struct Surroundings<'a> {
    pub(crate) options: &'a Options,
    pub(crate) symbols: &'a Symbols,
    /// Finds the template that another one extends or imports.
    pub(crate) find: &'a dyn Fn(&str) -> Result<Arc<Compiled>, ParseProblem>,
}

/// More than this and offsets would not fit.
const MAX_TEXT: usize = u32::MAX as usize - 1;

/// Parses a template.
pub(crate) fn parse(name: &str, text: &[u8], surroundings: &Surroundings<'_>) -> Result<Compiled, ParseError> {
    if text.len() > MAX_TEXT {
        let source = Source::new(name, b"");
        let problem = ParseProblem::TooLong { given: text.len(), limit: MAX_TEXT };
        return Err(ParseError {
            place: source.place(At::new(0, 0)),
            problem: Box::new(problem),
            line: 1,
            expecting: None,
        });
    }
    let source = Source::new(name, text);
    let tokens = scan(&source.text, surroundings.options);
    let mut parser = Parser::new(&source, surroundings, tokens);
    let head = parser.head().map_err(Fault::into_error)?;
    let root = parser.body().map_err(Fault::into_error)?;
    let own = parser.blocks;
    Ok(Compiled { blocks: head.blocks(own), extends: head.extends, uses: head.uses, root, source: Arc::clone(&source) })
}

/// What stands before everything else.
#[derive(Default)]
struct Head {
    extends: Option<Arc<Compiled>>,
    uses: Vec<(At, Arc<Compiled>)>,
}

impl Head {
    /// All blocks; what comes later replaces what was there.
    fn blocks(&self, own: Vec<Arc<Block>>) -> Option<Arc<Blocks>> {
        let mut all: Blocks = HashMap::new();
        for used in self.uses.iter().filter_map(|(_, used)| used.blocks.as_ref()) {
            all.extend(used.iter().map(|(slot, block)| (*slot, Arc::clone(block))));
        }
        all.extend(own.into_iter().map(|block| (block.name.slot(), block)));
        (!all.is_empty()).then(|| Arc::new(all))
    }
}

impl Parser<'_> {
    /// `extends` and `import`. Text that is blank is dropped up to the first node, also when neither is there.
    fn head(&mut self) -> Parsed<Head> {
        let mut head = Head::default();
        while self.peek() != TokenKind::Eof {
            let first = self.next();
            match first.kind {
                TokenKind::Text if is_blank(self.source.slice(first.at)) => {}
                TokenKind::LeftDelim => {
                    let keyword = self.next_solid().kind;
                    if !matches!(keyword, TokenKind::Extends | TokenKind::Import) {
                        self.back_two(first);
                        break;
                    }
                    self.use_template(keyword, &mut head)?;
                }
                _ => {
                    self.back();
                    break;
                }
            }
        }
        Ok(head)
    }

    fn use_template(&mut self, keyword: TokenKind, head: &mut Head) -> Parsed<()> {
        let (name, at) = self.expect_string("extends|import")?;
        if keyword == TokenKind::Extends {
            if head.extends.is_some() {
                return Err(self.error(at, ParseProblem::ExtendsTwice));
            }
            if !head.uses.is_empty() {
                return Err(self.error(at, ParseProblem::ExtendsAfterImport));
            }
        }
        let name = String::from_utf8_lossy(&name);
        let used = (self.surroundings.find)(&name).map_err(|problem| self.error(at, problem))?;
        if keyword == TokenKind::Extends {
            head.extends = Some(Arc::clone(&used));
        }
        head.uses.push((at, used));
        self.expect_right_delimiter("extends|import")?;
        Ok(())
    }

    /// Everything else, up to the end of the text.
    fn body(&mut self) -> Parsed<List> {
        let mut nodes = Vec::new();
        while self.peek() != TokenKind::Eof {
            let piece = self.text_or_action()?;
            match piece {
                Piece::Node(node) => nodes.push(node),
                Piece::Mark(mark, at) => {
                    return Err(self.error(at, ParseProblem::Stray { keyword: mark.keyword() }));
                }
                // A `catch` without `try` is passed over, with all that it holds.
                Piece::Catch(_) => {}
            }
        }
        Ok(List { nodes })
    }
}

/// Whether there is nothing but white space.
fn is_blank(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| text.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_is_white_space_of_any_script() {
        assert!(is_blank(b" \t\r\n\x0b\x0c") && is_blank("\u{a0}\u{2003}\u{85}".as_bytes()));
        assert!(!is_blank(b" \xa0") && !is_blank("\u{200b}".as_bytes()));
    }
}
