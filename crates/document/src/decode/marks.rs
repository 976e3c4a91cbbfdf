//! The rules that a definition adds to its keys; only carried as data, apart from the bounds of numbers and from
//! texts that must not be blank.

/// When a template in a value is expanded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Expansion {
    /// While the document is resolved.
    #[default]
    Early,
    /// When the step runs.
    Late,
    /// Never: what looks like a template is taken as it is.
    Never,
}

/// The rules of one key. In [`record!`](crate::record) each method is a mark of that name.
#[derive(Debug, Clone, Copy)]
pub struct Marks {
    /// When templates are expanded.
    pub expansion: Expansion,
    /// Whether the keys of a map are templates too; those of maps below it are not.
    pub keys: bool,
    /// What stands for a value that begins with a template, until that is expanded.
    pub placeholder: Option<&'static str>,
    /// The value must never be shown.
    pub secret: bool,
    /// The values of a map must never be shown, other than those of names that this accepts.
    pub secret_unless: Option<fn(&str) -> bool>,
    /// A text must hold more than blanks.
    pub filled: bool,
    /// A regular expression for a text.
    pub pattern: Option<&'static str>,
    /// The `format` of a text.
    pub format: Option<&'static str>,
    /// Values to show in reference pages, as JSON; what is not JSON is a text.
    pub examples: &'static [&'static str],
    /// The smallest number allowed.
    pub min: Option<i128>,
    /// The greatest number allowed.
    pub max: Option<i128>,
    /// Keys that people write when they mean this one.
    pub mistaken: &'static [&'static str],
}

impl Marks {
    /// No rules.
    pub const NONE: Self = Self {
        expansion: Expansion::Early,
        keys: false,
        placeholder: None,
        secret: false,
        secret_unless: None,
        filled: false,
        pattern: None,
        format: None,
        examples: &[],
        min: None,
        max: None,
        mistaken: &[],
    };

    /// Templates are expanded while the document is resolved; this is so without a mark, too.
    #[must_use]
    pub const fn templated(self) -> Self {
        Self { expansion: Expansion::Early, ..self }
    }

    /// The keys of a map are templates, as its values are.
    #[must_use]
    pub const fn templated_keys(self) -> Self {
        Self { keys: true, ..self }
    }

    /// Templates are expanded when the step runs.
    #[must_use]
    pub const fn deferred(self) -> Self {
        Self { expansion: Expansion::Late, ..self }
    }

    /// What stands for a value that begins with a template, until that is expanded.
    #[must_use]
    pub const fn placeholder(self, text: &'static str) -> Self {
        Self { placeholder: Some(text), ..self }
    }

    /// Templates are never expanded.
    #[must_use]
    pub const fn literal(self) -> Self {
        Self { expansion: Expansion::Never, ..self }
    }

    /// The value must never be shown.
    #[must_use]
    pub const fn secret(self) -> Self {
        Self { secret: true, ..self }
    }

    /// The values of a map must never be shown, other than those of names that `is_harmless` accepts.
    #[must_use]
    pub const fn secret_unless(self, is_harmless: fn(&str) -> bool) -> Self {
        Self { secret_unless: Some(is_harmless), ..self }
    }

    /// A text of nothing but blanks counts as missing; checked when the value is decoded.
    #[must_use]
    pub const fn filled(self) -> Self {
        Self { filled: true, ..self }
    }

    /// The text has to match a regular expression. Only schemas check it; a type that must insist decodes by itself.
    #[must_use]
    pub const fn pattern(self, pattern: &'static str) -> Self {
        Self { pattern: Some(pattern), ..self }
    }

    /// The `format` of a text.
    #[must_use]
    pub const fn format(self, format: &'static str) -> Self {
        Self { format: Some(format), ..self }
    }

    /// Values to show in reference pages, as JSON; what is not JSON is a text.
    #[must_use]
    pub const fn examples(self, examples: &'static [&'static str]) -> Self {
        Self { examples, ..self }
    }

    /// The smallest number allowed; checked when the value is decoded.
    #[must_use]
    pub const fn min(self, min: i128) -> Self {
        Self { min: Some(min), ..self }
    }

    /// The greatest number allowed; checked when the value is decoded.
    #[must_use]
    pub const fn max(self, max: i128) -> Self {
        Self { max: Some(max), ..self }
    }

    /// Keys that people write when they mean this one.
    #[must_use]
    pub const fn mistaken(self, keys: &'static [&'static str]) -> Self {
        Self { mistaken: keys, ..self }
    }
}

/// The rules of a record. In [`record!`](crate::record) each method is a mark of that name.
#[derive(Debug, Clone, Copy)]
pub struct RecordMarks {
    /// What people call it; the name of the type otherwise.
    pub name: Option<&'static str>,
    /// Keys that begin with `x-` are free.
    pub extensions: bool,
    /// Keys that do not exist and what to do instead.
    pub hints: &'static [(&'static str, &'static str)],
}

impl RecordMarks {
    /// No rules.
    pub const NONE: Self = Self { name: None, extensions: false, hints: &[] };

    /// What people call it; the name of the type otherwise.
    #[must_use]
    pub const fn name(self, name: &'static str) -> Self {
        Self { name: Some(name), ..self }
    }

    /// Keys that begin with `x-` are free.
    #[must_use]
    pub const fn extensions(self) -> Self {
        Self { extensions: true, ..self }
    }

    /// Keys that do not exist and what to do instead.
    #[must_use]
    pub const fn hints(self, hints: &'static [(&'static str, &'static str)]) -> Self {
        Self { hints, ..self }
    }
}
