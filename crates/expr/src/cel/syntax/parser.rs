//! Tokens into a tree: operators and what binds them. What stands between operators is in `primary`.

use super::ast::{Ast, Id, Node};
use super::lexer;
use super::operator::Operator;
use super::place::Place;
use super::token::{Kind, Token};
use crate::cel::cause::{AN_END, Cause};
use crate::cel::problem::{CompileError, Problem, Problems};

/// The longest text that is taken. cel-go takes 100,000 characters.
pub(crate) const MAX_LENGTH: usize = 1 << 20;

/// How many levels of brackets and operators there may be. cel-go takes 250.
pub(crate) const MAX_DEPTH: u32 = 400;

/// A part of the tree, or the mistake after which nothing else can be understood.
pub(super) type Parsed<T> = Result<T, Fatal>;

/// A mistake after which nothing else can be understood.
pub(super) struct Fatal(Box<Problem>);

impl From<Problem> for Fatal {
    fn from(problem: Problem) -> Self {
        Self(Box::new(problem))
    }
}

/// Reads an expression.
pub(crate) fn parse(text: &str) -> Result<Ast<'_>, CompileError> {
    if text.len() > MAX_LENGTH {
        let cause = Cause::TooLong { length: text.len(), limit: MAX_LENGTH };
        return Err(Problem::syntax(cause, Place::new(0, 0)).into());
    }
    let tokens = lexer::tokens(text)?;
    let ast = Ast::with_capacity(tokens.len());
    let mut parser = Parser { text, tokens, at: 0, ast, problems: Problems::default(), scratch: Vec::new(), depth: 0 };
    match parser.whole() {
        Ok(root) if parser.problems.is_empty() => {
            parser.ast.root = root;
            Ok(parser.ast)
        }
        Ok(_) => Err(parser.problems.into()),
        Err(Fatal(problem)) => {
            parser.problems.push(|| *problem);
            Err(parser.problems.into())
        }
    }
}

pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    pub(super) ast: Ast<'a>,
    /// Mistakes that the reader can go on after.
    pub(super) problems: Problems,
    /// Arguments of the calls that are being read.
    pub(super) scratch: Vec<Id>,
    depth: u32,
}

impl<'a> Parser<'a> {
    fn whole(&mut self) -> Parsed<Id> {
        let root = self.expression()?;
        self.expect(Kind::End, AN_END)?;
        Ok(root)
    }

    /// A condition with both its cases, or less than that.
    pub(super) fn expression(&mut self) -> Parsed<Id> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let token = self.token();
            return Err(too_deep(Place::new(token.start, token.end)).into());
        }
        let mut id = self.binary(Strength::Or)?;
        if self.kind() == Kind::Question {
            let mark = self.advance().start;
            let yes = self.binary(Strength::Or)?;
            self.expect(Kind::Colon, "`:`")?;
            let no = self.expression()?;
            id = self.operator(Operator::Conditional, &[id, yes, no], mark)?;
        }
        self.depth -= 1;
        Ok(id)
    }

    /// Operators between two operands that bind at least so strongly.
    fn binary(&mut self, weakest: Strength) -> Parsed<Id> {
        let mut left = self.unary()?;
        while let Some((operator, strength)) = infix(self.kind()).filter(|(_, strength)| *strength >= weakest) {
            if matches!(operator, Operator::And | Operator::Or) {
                left = self.logic(left, operator, strength)?;
            } else {
                let mark = self.advance().start;
                let right = self.binary(strength.next())?;
                left = self.operator(operator, &[left, right], mark)?;
            }
        }
        Ok(left)
    }

    /// A chain of one logical operator becomes a balanced tree, so that long chains are not deep.
    fn logic(&mut self, first: Id, operator: Operator, strength: Strength) -> Parsed<Id> {
        let kind = self.kind();
        let (mut terms, mut marks) = (vec![first], Vec::new());
        while self.kind() == kind {
            marks.push(self.advance().start);
            terms.push(self.binary(strength.next())?);
        }
        self.balanced(operator, &terms, &marks)
    }

    fn balanced(&mut self, operator: Operator, terms: &[Id], marks: &[u32]) -> Parsed<Id> {
        let [only] = terms else {
            let middle = marks.len() / 2;
            let left = self.balanced(operator, &terms[..=middle], &marks[..middle])?;
            let right = self.balanced(operator, &terms[middle + 1..], &marks[middle + 1..])?;
            return self.operator(operator, &[left, right], marks[middle]);
        };
        Ok(*only)
    }

    /// `!` or `-` any number of times before an operand; an even number of them means nothing.
    fn unary(&mut self) -> Parsed<Id> {
        let (sign, operator) = match self.kind() {
            Kind::Not => (Kind::Not, Operator::Not),
            Kind::Minus if !self.is_signed_number() => (Kind::Minus, Operator::Negate),
            _ => return self.member(),
        };
        let mark = self.token().start;
        let mut odd = false;
        while self.kind() == sign {
            self.advance();
            odd = !odd;
        }
        let operand = self.member()?;
        if odd { self.operator(operator, &[operand], mark) } else { Ok(operand) }
    }

    /// Whether a minus belongs to the number after it.
    pub(super) fn is_signed_number(&self) -> bool {
        self.kind() == Kind::Minus && matches!(self.peek(1), Kind::Int | Kind::Float)
    }

    /// Adds an operator; it spans its operands.
    pub(super) fn operator(&mut self, operator: Operator, operands: &[Id], mark: u32) -> Parsed<Id> {
        let edge = |id: Option<&Id>| id.map(|id| self.ast.place(*id));
        let start = edge(operands.first()).map_or(mark, |place| place.start.min(mark));
        let end = edge(operands.last()).map_or(mark, |place| place.end.max(mark));
        let operands = self.ast.keep(operands);
        self.push(Node::Operator { operator, operands }, Place::new(start, end).marked(mark))
    }

    /// Adds a node, unless the tree is too high with it.
    pub(super) fn push(&mut self, node: Node<'a>, place: Place) -> Parsed<Id> {
        let id = self.ast.push(node, place);
        if self.ast.height(id) > MAX_DEPTH {
            return Err(too_deep(place).into());
        }
        Ok(id)
    }

    /// Notes a mistake that the reader can go on after.
    pub(super) fn mistake(&mut self, cause: Cause, place: Place) -> Parsed<Id> {
        self.problems.push(|| Problem::syntax(cause, place));
        self.push(Node::Invalid, place)
    }

    pub(super) fn token(&self) -> Token {
        self.tokens[self.at]
    }

    pub(super) fn kind(&self) -> Kind {
        self.token().kind
    }

    /// What comes so many tokens later.
    pub(super) fn peek(&self, ahead: usize) -> Kind {
        self.tokens.get(self.at + ahead).map_or(Kind::End, |token| token.kind)
    }

    /// Takes a token; the end is never left.
    pub(super) fn advance(&mut self) -> Token {
        let token = self.token();
        if token.kind != Kind::End {
            self.at += 1;
        }
        token
    }

    /// Takes a token if it is of this kind.
    pub(super) fn take(&mut self, kind: Kind) -> bool {
        let is = self.kind() == kind;
        if is {
            self.advance();
        }
        is
    }

    /// Takes a token that has to be of this kind.
    pub(super) fn expect(&mut self, kind: Kind, expected: &'static str) -> Parsed<Token> {
        if self.kind() == kind { Ok(self.advance()) } else { Err(self.unexpected(expected)) }
    }

    pub(super) fn unexpected(&self, expected: &'static str) -> Fatal {
        let token = self.token();
        let found = match token.kind {
            Kind::End => Kind::End.name().to_string(),
            _ => format!("`{}`", self.text_of(token)),
        };
        let cause = Cause::UnexpectedToken { found, expected };
        Problem::syntax(cause, Place::new(token.start, token.end)).into()
    }

    pub(super) fn text_of(&self, token: Token) -> &'a str {
        &self.text[token.start as usize..token.end as usize]
    }
}

fn too_deep(place: Place) -> Problem {
    Problem::syntax(Cause::TooDeep { limit: MAX_DEPTH }, place)
}

/// How strongly an operator binds its operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Or,
    And,
    Relation,
    Sum,
    Product,
    Operand,
}

impl Strength {
    /// What an operand on the right needs: operators of one strength count from left to right.
    fn next(self) -> Self {
        match self {
            Self::Or => Self::And,
            Self::And => Self::Relation,
            Self::Relation => Self::Sum,
            Self::Sum => Self::Product,
            Self::Product | Self::Operand => Self::Operand,
        }
    }
}

fn infix(kind: Kind) -> Option<(Operator, Strength)> {
    Some(match kind {
        Kind::Or => (Operator::Or, Strength::Or),
        Kind::And => (Operator::And, Strength::And),
        Kind::EqualEqual => (Operator::Equals, Strength::Relation),
        Kind::NotEqual => (Operator::NotEquals, Strength::Relation),
        Kind::Less => (Operator::Less, Strength::Relation),
        Kind::LessEqual => (Operator::LessEquals, Strength::Relation),
        Kind::Greater => (Operator::Greater, Strength::Relation),
        Kind::GreaterEqual => (Operator::GreaterEquals, Strength::Relation),
        Kind::In => (Operator::In, Strength::Relation),
        Kind::Plus => (Operator::Add, Strength::Sum),
        Kind::Minus => (Operator::Subtract, Strength::Sum),
        Kind::Star => (Operator::Multiply, Strength::Product),
        Kind::Slash => (Operator::Divide, Strength::Product),
        Kind::Percent => (Operator::Modulo, Strength::Product),
        _ => return None,
    })
}
