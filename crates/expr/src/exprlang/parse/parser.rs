//! The parser: sequences, declarations, branches and binary operators by precedence.

use std::sync::Arc;

use crate::exprlang::environment::Environment;
use crate::exprlang::error::{CompileError, Mistake, Problem};
use crate::exprlang::lex::{Lexer, Token, TokenKind};
use crate::exprlang::limits::{MAX_NESTING, MAX_NODES, MAX_TEXT};
use crate::exprlang::syntax::{Arguments, Binary, Declaration, Id, Node, Tree, Unary};
use crate::exprlang::{Place, builtin::Loop};

pub(super) type Result<T> = std::result::Result<T, Mistake>;

/// Parses a whole text. Names of the environment count only where they hide a builtin.
pub(crate) fn parse(text: &str, environment: &Environment) -> std::result::Result<Tree, CompileError> {
    Ok(whole(text, environment)?)
}

fn whole(text: &str, environment: &Environment) -> Result<Tree> {
    if text.len() > MAX_TEXT {
        return Err(Mistake::new(Problem::TooLong, Place::default()));
    }
    let mut parser = Parser::new(text, environment)?;
    parser.tree.root = parser.sequence()?;
    match parser.current.kind {
        TokenKind::End => Ok(parser.tree),
        _ => Err(parser.unexpected(None)),
    }
}

pub(super) struct Parser<'a> {
    lexer: Lexer<'a>,
    pub(super) current: Token<'a>,
    /// The word after the current one, when it had to be looked at.
    ahead: Option<Token<'a>>,
    pub(super) environment: &'a Environment,
    pub(super) tree: Tree,
    nodes: usize,
    nesting: usize,
    /// What `#` stands for, innermost last.
    pub(super) loops: Vec<(Id, Loop)>,
    /// What `let` declared, innermost last.
    pub(super) locals: Vec<Local>,
}

pub(super) struct Local {
    pub(super) name: Arc<str>,
    pub(super) slot: u32,
    pub(super) value: Id,
}

/// How tight an operator binds; operators of one level group to the left, except powers.
const PIPE: u8 = 0;
const COMPARISON: u8 = 20;
pub(super) const PREFIX_NOT: u8 = 50;
pub(super) const PREFIX_SIGN: u8 = 90;
const POWER: u8 = 100;
const COALESCE: u8 = 200;

enum Infix {
    Pipe,
    Binary(Binary, u8),
}

fn infix(word: &str) -> Option<Infix> {
    let (operator, precedence) = match word {
        "|" => return Some(Infix::Pipe),
        "or" | "||" => (Binary::Or, 10),
        "and" | "&&" => (Binary::And, 15),
        "==" => (Binary::Equal, COMPARISON),
        "!=" => (Binary::NotEqual, COMPARISON),
        "<" => (Binary::Less, COMPARISON),
        ">" => (Binary::Greater, COMPARISON),
        "<=" => (Binary::LessEqual, COMPARISON),
        ">=" => (Binary::GreaterEqual, COMPARISON),
        ".." => (Binary::Range, 25),
        "+" => (Binary::Add, 30),
        "-" => (Binary::Subtract, 30),
        "*" => (Binary::Multiply, 60),
        "/" => (Binary::Divide, 60),
        "%" => (Binary::Remainder, 60),
        "**" | "^" => (Binary::Power, POWER),
        "??" => (Binary::Coalesce, COALESCE),
        word => (negatable(word)?, COMPARISON),
    };
    Some(Infix::Binary(operator, precedence))
}

/// Operators that may follow `not`.
fn negatable(word: &str) -> Option<Binary> {
    Some(match word {
        "in" => Binary::In,
        "matches" => Binary::Matches,
        "contains" => Binary::Contains,
        "startsWith" => Binary::StartsWith,
        "endsWith" => Binary::EndsWith,
        _ => return None,
    })
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, environment: &'a Environment) -> Result<Self> {
        let mut lexer = Lexer::new(text);
        let current = lexer.next()?;
        Ok(Self {
            lexer,
            current,
            ahead: None,
            environment,
            tree: Tree::default(),
            nodes: 0,
            nesting: 0,
            loops: Vec::new(),
            locals: Vec::new(),
        })
    }

    /// Expressions with `;` between them; the last one counts.
    pub(super) fn sequence(&mut self) -> Result<Id> {
        let place = self.current.place;
        let first = self.expression(PIPE)?;
        if !self.current.kind.is_operator(";") {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.take_operator(";")? && self.current.kind != TokenKind::End {
            parts.push(self.expression(PIPE)?);
        }
        if parts.len() == 1 {
            return Ok(first);
        }
        let arguments = self.tree.add_arguments(&parts);
        self.add_parent(Node::Sequence(arguments), place, arguments)
    }

    /// An expression of operators that bind at least as tight as `precedence`.
    pub(super) fn expression(&mut self, precedence: u8) -> Result<Id> {
        self.nested(|parser| parser.expression_here(precedence))
    }

    /// Parses one level deeper.
    pub(super) fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return Err(self.error(Problem::TooDeep));
        }
        let parsed = parse(self)?;
        self.nesting -= 1;
        Ok(parsed)
    }

    fn expression_here(&mut self, precedence: u8) -> Result<Id> {
        if precedence == PIPE && self.current.kind.is_operator("let") {
            return self.declaration();
        }
        if precedence == PIPE && self.current.kind.is_operator("if") {
            return self.branches();
        }
        let mut left = self.primary()?;
        let mut after_coalesce = false;
        while let TokenKind::Operator(word) = self.current.kind {
            if word == "not" {
                match self.negated(left, precedence, after_coalesce)? {
                    Some(node) => left = node,
                    None => break,
                }
                after_coalesce = false;
                continue;
            }
            match infix(word) {
                Some(Infix::Pipe) if precedence == PIPE => left = self.pipe(left)?,
                Some(Infix::Binary(operator, level)) if level >= precedence => {
                    self.check_mixing(after_coalesce, operator)?;
                    left = self.binary(left, operator, level)?;
                    after_coalesce = operator == Binary::Coalesce;
                    continue;
                }
                _ => break,
            }
            after_coalesce = false;
        }
        if precedence == PIPE { self.ternaries(left) } else { Ok(left) }
    }

    /// `left not in right` and its like; `None` when an outer level has to take it.
    fn negated(&mut self, left: Id, precedence: u8, after_coalesce: bool) -> Result<Option<Id>> {
        let not = self.current.place;
        let TokenKind::Operator(word) = self.look_ahead()?.kind else {
            self.advance()?;
            return Err(self.unexpected(None));
        };
        let Some(operator) = negatable(word) else {
            self.advance()?;
            return Err(self.unexpected(None));
        };
        if precedence > COMPARISON {
            return Ok(None);
        }
        self.advance()?;
        self.check_mixing(after_coalesce, operator)?;
        let positive = self.binary(left, operator, COMPARISON)?;
        let first = self.tree.first(positive);
        self.add(Node::Unary { operator: Unary::Not, operand: positive }, not, first).map(Some)
    }

    fn check_mixing(&self, after_coalesce: bool, operator: Binary) -> Result<()> {
        if after_coalesce && operator != Binary::Coalesce {
            return Err(self.error(Problem::Mixed { operator: operator.sign().to_string() }));
        }
        Ok(())
    }

    fn pipe(&mut self, left: Id) -> Result<Id> {
        self.advance()?;
        let TokenKind::Name(name) = self.current.kind else {
            return Err(self.unexpected(Some("a function")));
        };
        let place = self.current.place;
        self.advance()?;
        self.call(name, place, Some(left), true)
    }

    /// The current word is the operator.
    fn binary(&mut self, left: Id, operator: Binary, level: u8) -> Result<Id> {
        let place = self.current.place;
        self.advance()?;
        if is_order(operator) {
            return self.comparisons(left, operator, place);
        }
        let right = self.expression(if level == POWER { level } else { level + 1 })?;
        self.add_binary(operator, left, right, place)
    }

    /// `a < b <= c` means `a < b && b <= c`.
    fn comparisons(&mut self, left: Id, operator: Binary, place: Place) -> Result<Id> {
        let mut middle = self.expression(COMPARISON + 1)?;
        let mut all = self.add_binary(operator, left, middle, place)?;
        while let TokenKind::Operator(word) = self.current.kind {
            let Some(Infix::Binary(operator, _)) = infix(word) else { break };
            if !is_order(operator) {
                break;
            }
            let place = self.current.place;
            self.advance()?;
            let right = self.expression(COMPARISON + 1)?;
            let next = self.add_binary(operator, middle, right, place)?;
            all = self.add_binary(Binary::And, all, next, place)?;
            middle = right;
        }
        Ok(all)
    }

    fn add_binary(&mut self, operator: Binary, left: Id, right: Id, place: Place) -> Result<Id> {
        let first = self.tree.first(left);
        self.add(Node::Binary { operator, left, right }, place, first)
    }

    /// `let name = value; body`.
    fn declaration(&mut self) -> Result<Id> {
        self.advance()?;
        let place = self.current.place;
        let name: Arc<str> = match self.current.kind {
            TokenKind::Name(name) => name.into(),
            _ => return Err(self.unexpected(Some("a name"))),
        };
        self.advance()?;
        self.expect_operator("=")?;
        let value = self.expression(PIPE)?;
        self.expect_operator(";")?;
        let slot = self.declare(Arc::clone(&name), place);
        self.locals.push(Local { name, slot, value });
        let body = self.sequence()?;
        self.locals.pop();
        let first = self.tree.first(value);
        self.add(Node::Let { slot, value, body }, place, first)
    }

    fn declare(&mut self, name: Arc<str>, place: Place) -> u32 {
        let slot = self.tree.locals;
        self.tree.locals += 1;
        let shadows = self.locals.iter().any(|local| local.name == name);
        self.tree.declarations.push(Declaration { name, place, shadows });
        slot
    }

    /// `if condition { … } else { … }`.
    fn branches(&mut self) -> Result<Id> {
        let place = self.current.place;
        self.advance()?;
        let condition = self.expression(PIPE)?;
        let then = self.block()?;
        self.expect_operator("else")?;
        let otherwise = if self.current.kind.is_operator("if") { self.nested(Self::branches)? } else { self.block()? };
        let first = self.tree.first(condition);
        self.add(Node::Conditional { condition, then, otherwise }, place, first)
    }

    fn block(&mut self) -> Result<Id> {
        self.expect_bracket(b'{')?;
        let body = self.sequence()?;
        self.expect_bracket(b'}')?;
        Ok(body)
    }

    /// `condition ? then : otherwise` and `value ?: otherwise`.
    fn ternaries(&mut self, mut condition: Id) -> Result<Id> {
        while self.current.kind.is_operator("?") {
            let place = self.current.place;
            self.advance()?;
            let then = if self.current.kind.is_operator(":") { condition } else { self.expression(PIPE)? };
            self.expect_operator(":")?;
            let otherwise = self.expression(PIPE)?;
            let first = self.tree.first(condition);
            condition = self.add(Node::Conditional { condition, then, otherwise }, place, first)?;
        }
        Ok(condition)
    }

    /// Adds a node whose part of the tree begins at `first`.
    pub(super) fn add(&mut self, node: Node, place: Place, first: Id) -> Result<Id> {
        self.count(1)?;
        Ok(self.tree.add(node, place, first))
    }

    /// Adds a node without children.
    pub(super) fn add_leaf(&mut self, node: Node, place: Place) -> Result<Id> {
        self.add(node, place, Id::MAX)
    }

    /// Adds a node with children in a list.
    pub(super) fn add_parent(&mut self, node: Node, place: Place, children: Arguments) -> Result<Id> {
        let first = self.tree.arguments(children).iter().map(|child| self.tree.first(*child)).min();
        self.add(node, place, first.unwrap_or(Id::MAX))
    }

    /// Counts nodes that upstream has, so that the limit is met by the same expressions.
    pub(super) fn count(&mut self, nodes: usize) -> Result<()> {
        self.nodes += nodes;
        if self.nodes > MAX_NODES { Err(self.error(Problem::TooManyNodes)) } else { Ok(()) }
    }

    pub(super) fn advance(&mut self) -> Result<()> {
        self.current = match self.ahead.take() {
            Some(token) => token,
            None => self.lexer.next()?,
        };
        Ok(())
    }

    fn look_ahead(&mut self) -> Result<&Token<'a>> {
        if self.ahead.is_none() {
            self.ahead = Some(self.lexer.next()?);
        }
        Ok(self.ahead.as_ref().expect("it was just put there"))
    }

    /// Goes past an operator if it is the current word.
    pub(super) fn take_operator(&mut self, operator: &str) -> Result<bool> {
        let found = self.current.kind.is_operator(operator);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    pub(super) fn expect_operator(&mut self, operator: &str) -> Result<()> {
        if self.take_operator(operator)? { Ok(()) } else { Err(self.unexpected(Some(&format!("`{operator}`")))) }
    }

    pub(super) fn expect_bracket(&mut self, bracket: u8) -> Result<()> {
        if !self.current.kind.is_bracket(bracket) {
            return Err(self.unexpected(Some(&format!("`{}`", char::from(bracket)))));
        }
        self.advance()
    }

    /// The current word cannot stand here.
    pub(super) fn unexpected(&self, expected: Option<&str>) -> Mistake {
        self.error(Problem::Unexpected {
            found: self.current.kind.to_string(),
            expected: expected.map(ToString::to_string),
        })
    }

    /// Something is wrong with the current word.
    pub(super) fn error(&self, problem: Problem) -> Mistake {
        Mistake::new(problem, self.current.place)
    }
}

fn is_order(operator: Binary) -> bool {
    matches!(operator, Binary::Less | Binary::Greater | Binary::LessEqual | Binary::GreaterEqual)
}
