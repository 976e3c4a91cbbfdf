//! Why an expression fails when it runs.

use std::sync::Arc;

use value::{Kind, Unknown, Value};

use super::Place;

/// An expression failed when it ran.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub struct RunError {
    /// What is wrong.
    pub fault: Fault,
    /// Where, in the text of the expression.
    pub place: Place,
}

impl RunError {
    /// What to do about it, where that is known.
    pub fn help(&self) -> Option<String> {
        match &self.fault {
            Fault::Function { help, .. } => help.clone(),
            Fault::NoMember { name, from, path } => no_member_help(name, from, path.as_deref()),
            Fault::Text { .. } => Some(
                "all texts that are built count, also those that are only a step: put the parts into a list and `join` \
                 it, instead of adding to a text in a loop"
                    .to_string(),
            ),
            Fault::Items { .. } => Some(
                "all lists and maps that are built count, and the characters of `repeat`: `filter` or `take` first, or \
                 split the work over several expressions"
                    .to_string(),
            ),
            Fault::Steps { .. } => Some("`filter` or `take` first, keep loops out of loops, and give `uniq` and `in` short lists".to_string()),
            _ => None,
        }
    }
}

/// What can go wrong when an expression runs.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// Too many instructions.
    #[error("expression takes more than {limit} steps")]
    Steps {
        /// How many it may take.
        limit: u64,
    },
    /// Too many items.
    #[error("memory budget exceeded: the expression builds lists, maps and repeated texts of more than {limit} items")]
    Items {
        /// How many it may build, all together.
        limit: u64,
    },
    /// Too much text.
    #[error("memory budget exceeded: the expression builds more than {limit} bytes of text")]
    Text {
        /// How many it may build, all together.
        limit: u64,
    },
    /// Lists are nested too deep.
    #[error("lists are nested too deep")]
    Depth,
    /// Operands that do not go together.
    #[error("operator `{operator}` cannot take {left} and {right}")]
    Operands {
        /// The operator.
        operator: &'static str,
        /// What is on the left.
        left: String,
        /// What is on the right.
        right: String,
    },
    /// An operand that does not go with the operator.
    #[error("operator `{operator}` cannot take {operand}")]
    Operand {
        /// The operator.
        operator: &'static str,
        /// What it was given.
        operand: String,
    },
    /// A bool was needed.
    #[error("{given} is not a bool")]
    NotBool {
        /// What it is.
        given: String,
    },
    /// A whole number was needed.
    #[error("{given} is not a number")]
    NotNumber {
        /// What it is.
        given: String,
    },
    /// A text was needed.
    #[error("{given} is not a string")]
    NotText {
        /// What it is.
        given: String,
    },
    /// The key of a map was not a text.
    #[error("key of a map is {given}, not a string")]
    Key {
        /// What it is.
        given: String,
    },
    /// Something has no members.
    #[error("cannot get `{name}` from {from}")]
    NoMember {
        /// What was asked for.
        name: String,
        /// What it was asked from.
        from: String,
        /// The path that led there, where it is one.
        path: Option<String>,
    },
    /// An index outside of a list or a text.
    #[error("index `{index}` is out of range, the length is {length}")]
    IndexRange {
        /// The index.
        index: i64,
        /// How long the list is.
        length: usize,
    },
    /// Something that cannot be sliced.
    #[error("{given} cannot be sliced")]
    Slice {
        /// What it is.
        given: String,
    },
    /// Something that cannot be called.
    #[error("{given} cannot be called")]
    NotCallable {
        /// What it is.
        given: String,
    },
    /// A call with the wrong number of arguments, in a part that could not be checked before.
    #[error("`{name}` cannot be called like this")]
    WrongCall {
        /// What was called.
        name: String,
    },
    /// A function of the environment that is used without calling it.
    #[error("function `{name}` has to be called")]
    FunctionAsValue {
        /// Its name.
        name: String,
    },
    /// Something that cannot be looped over.
    #[error("cannot loop over {given}")]
    NotList {
        /// What it is.
        given: String,
    },
    /// A builtin that does not take such an argument.
    #[error("`{name}` cannot take {given}")]
    Argument {
        /// The builtin.
        name: &'static str,
        /// What it was given.
        given: String,
    },
    /// A builtin that does not take so many arguments.
    #[error("`{name}` takes {expected}, {given} given")]
    ArgumentCount {
        /// The builtin or method.
        name: String,
        /// How many there should be, in words.
        expected: String,
        /// How many there are.
        given: usize,
    },
    /// A builtin that cannot do what it was asked for.
    #[error("{0}")]
    Builtin(String),
    /// A function of the environment failed.
    #[error("{message}")]
    Function {
        /// Why.
        message: String,
        /// What to do about it.
        help: Option<String>,
    },
    /// A remainder of a division by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// The result hangs on something that is not known yet; the run gives that instead of failing.
    #[error("{0}")]
    Unknown(Unknown),
}

pub(crate) type Result<T> = std::result::Result<T, Fault>;

impl Fault {
    pub(crate) fn operands(operator: &'static str, left: &Value, right: &Value) -> Self {
        Self::unless_unknown([left, right], || Self::Operands { operator, left: word(left), right: word(right) })
    }

    pub(crate) fn operand(operator: &'static str, operand: &Value) -> Self {
        Self::unless_unknown([operand], || Self::Operand { operator, operand: word(operand) })
    }

    pub(crate) fn not_bool(given: &Value) -> Self {
        Self::unless_unknown([given], || Self::NotBool { given: word(given) })
    }

    pub(crate) fn not_number(given: &Value) -> Self {
        Self::unless_unknown([given], || Self::NotNumber { given: word(given) })
    }

    pub(crate) fn not_text(given: &Value) -> Self {
        Self::unless_unknown([given], || Self::NotText { given: word(given) })
    }

    pub(crate) fn not_list(given: &Value) -> Self {
        Self::unless_unknown([given], || Self::NotList { given: word(given) })
    }

    pub(crate) fn no_member(name: impl Into<String>, from: &Value) -> Self {
        Self::unless_unknown([from], || Self::NoMember { name: name.into(), from: word(from), path: None })
    }

    /// The same with the path that led to what was asked.
    pub(crate) fn below(mut self, names: &[Arc<str>]) -> Self {
        if let Self::NoMember { path, .. } = &mut self
            && names.iter().all(|name| is_name(name))
            && names.iter().map(|name| name.len() + 1).sum::<usize>() <= LONGEST_PATH
        {
            *path = Some(names.join("."));
        }
        self
    }

    pub(crate) fn argument(name: &'static str, given: &Value) -> Self {
        Self::unless_unknown([given], || Self::Argument { name, given: word(given) })
    }

    /// What fails on something unknown is itself unknown.
    pub(crate) fn unless_unknown<const N: usize>(values: [&Value; N], fault: impl FnOnce() -> Self) -> Self {
        match Unknown::combine(values.iter().filter_map(|value| value.as_unknown())) {
            Some(unknown) => Self::Unknown(unknown),
            None => fault(),
        }
    }
}

/// The longest path that a help repeats.
const LONGEST_PATH: usize = 60;

/// What to do when something has no members.
fn no_member_help(name: &str, from: &str, path: Option<&str>) -> Option<String> {
    match from {
        "nil" => Some("use `?.` where a value may be missing".to_owned()),
        "a list" if is_name(name) && !matches!(name, "true" | "false" | "nil") => {
            let list = path.unwrap_or("list");
            Some(format!("`map({list}, .{name})` takes it from each item, `{list}[0].{name}` from the first one"))
        }
        "a list" | "a string" | "bytes" => Some(format!("{from} has positions, which are numbers, and no members")),
        _ => None,
    }
}

/// Whether a text can be written as a name.
fn is_name(text: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    text.starts_with(|c: char| is_letter(c) && !c.is_numeric()) && text.chars().all(is_letter)
}

/// How messages name what a value is.
pub(crate) fn word(value: &Value) -> String {
    match value {
        Value::Null => "nil".to_string(),
        Value::Timestamp(_) => "a time".to_string(),
        Value::Opaque(opaque) => super::opaque::word(opaque.as_ref()).to_string(),
        value if value.kind() == Kind::Bytes => "bytes".to_string(),
        value => value.kind().with_article().to_string(),
    }
}
