//! Syntax trees that are written as text: what a random text almost never is, and a user's text almost always.

use libfuzzer_sys::arbitrary::{self, Arbitrary};

/// An expression of some language. Which operators and functions there are is for the language to say.
#[derive(Debug, Arbitrary)]
pub enum Tree {
    /// A whole number.
    Int(i64),
    /// A number with a fraction.
    Float(f64),
    /// A text.
    Text(String),
    /// A name of the data.
    Name(u8),
    /// Something before an operand.
    Unary(u8, Box<Tree>),
    /// Something between operands.
    Binary(u8, Box<Tree>, Box<Tree>),
    /// A condition with two ends.
    Choice(Box<Tree>, Box<Tree>, Box<Tree>),
    /// A field.
    Field(Box<Tree>, u8),
    /// An item.
    Index(Box<Tree>, Box<Tree>),
    /// A list.
    List(Vec<Tree>),
    /// A map.
    Map(Vec<(String, Tree)>),
    /// A call of a function, or of a method of the first argument.
    Call(u8, Vec<Tree>),
    /// A function that works on every item of a list.
    Each(u8, Box<Tree>, Box<Tree>),
    /// A value that is doubled so many times, all of its parts shared, and what is done with it.
    Shared(u8, Box<Tree>, Use),
}

/// What is done with a shared value.
#[derive(Debug, Arbitrary)]
pub enum Use {
    /// It is the result.
    Itself,
    /// It stands on both sides of an operator.
    Both(u8),
    /// It is the first argument.
    Call(u8, Vec<Tree>),
    /// It is all arguments.
    CallTwice(u8),
    /// A function works on its items.
    Each(u8, Box<Tree>),
}

/// How many times a value is doubled: often more than any memory holds.
pub fn levels(number: u8) -> u8 {
    number % 64
}

/// How a language writes its trees.
pub struct Language {
    /// Names of the data.
    pub names: &'static [&'static str],
    /// What stands before an operand.
    pub unary: &'static [&'static str],
    /// What stands between operands.
    pub binary: &'static [&'static str],
    /// Functions; one that begins with a dot is called on its first argument.
    pub functions: Vec<String>,
    /// `each(kind, list, body)`.
    pub each: fn(u8, &str, &str) -> String,
    /// `shared(levels, value, use)`: what is used has the name [`SHARED`].
    pub shared: fn(u8, &str, &str) -> String,
}

/// The name of a shared value.
pub const SHARED: &str = "shared";

impl Language {
    /// The text of a tree.
    pub fn write(&self, tree: &Tree) -> String {
        let write = |tree: &Tree| self.write(tree);
        match tree {
            Tree::Int(number) => number.to_string(),
            Tree::Float(number) if number.is_finite() => format!("{number:?}"),
            Tree::Float(_) => "0.5".to_owned(),
            Tree::Text(text) => format!("{text:?}"),
            Tree::Name(at) => pick(self.names, *at).to_string(),
            Tree::Unary(at, operand) => format!("{}({})", pick(self.unary, *at), write(operand)),
            Tree::Binary(at, left, right) => format!("({} {} {})", write(left), pick(self.binary, *at), write(right)),
            Tree::Choice(condition, yes, no) => format!("({} ? {} : {})", write(condition), write(yes), write(no)),
            Tree::Field(of, at) => format!("({}).{}", write(of), pick(&["a", "b", "name", "missing"], *at)),
            Tree::Index(of, at) => format!("({})[{}]", write(of), write(at)),
            Tree::List(items) => format!("[{}]", items.iter().map(write).collect::<Vec<_>>().join(", ")),
            Tree::Map(entries) => {
                let entry = |(key, value): &(String, Tree)| format!("{key:?}: {}", write(value));
                format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
            }
            Tree::Call(at, arguments) => self.call(*at, &arguments.iter().map(write).collect::<Vec<_>>()),
            Tree::Each(kind, list, body) => (self.each)(*kind, &write(list), &write(body)),
            Tree::Shared(number, of, used) => (self.shared)(levels(*number), &write(of), &self.used(used)),
        }
    }

    fn used(&self, used: &Use) -> String {
        let shared = || SHARED.to_owned();
        match used {
            Use::Itself => shared(),
            Use::Both(at) => format!("({SHARED} {} {SHARED})", pick(self.binary, *at)),
            Use::Call(at, rest) => {
                let rest = rest.iter().map(|tree| self.write(tree));
                self.call(*at, &std::iter::once(shared()).chain(rest).collect::<Vec<_>>())
            }
            Use::CallTwice(at) => self.call(*at, &[shared(), shared()]),
            Use::Each(kind, body) => (self.each)(*kind, SHARED, &self.write(body)),
        }
    }

    fn call(&self, at: u8, arguments: &[String]) -> String {
        let name = pick(&self.functions, at);
        match (name.strip_prefix('.'), arguments) {
            (Some(method), [of, rest @ ..]) => format!("({of}).{method}({})", rest.join(", ")),
            _ => format!("{}({})", name.trim_start_matches('.'), arguments.join(", ")),
        }
    }
}

/// One of several, whatever the number.
pub fn pick<T>(all: &[T], at: u8) -> &T {
    &all[usize::from(at) % all.len()]
}

/// A template: text and what stands between its delimiters.
#[derive(Debug, Arbitrary)]
pub enum Part {
    /// Text that is printed.
    Text(String),
    /// A value that is printed.
    Print(Tree),
    /// A condition.
    If(Tree, Vec<Part>, Vec<Part>),
    /// A loop.
    Range(Tree, Vec<Part>),
    /// A variable.
    Set(u8, Tree),
    /// A block that is defined and used.
    Block(u8, Vec<Part>),
    /// A variable whose value is doubled so many times, all of its parts shared.
    Double(u8, Tree),
}

/// The data of all targets.
pub const DATA: &str = r#"{"a": {"b": [1, 2.5, "x", null, true]}, "b": "text", "name": "web", "n": 7, "f": 0.5, "t": true,
    "users": [{"name": "ada", "a": 1}, {"name": "bob", "a": 2}], "nothing": null}"#;
