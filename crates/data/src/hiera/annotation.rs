//! What comments say about keys: `@require`, `@validate <expression>`, `@secret`.

use super::codes::{ANNOTATION, UNREACHABLE};
use super::comment::{Comment, comments, may_have_annotations};
use super::document::{Document, key_text};
use super::marks::Marks;
use super::owner::{Owner, owner};
use super::path::KeyPath;
use diagnostics::{Diagnostic, Diagnostics, Span, Spanned, suggest};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What has to hold for a key once everything is merged.
#[derive(Debug, Clone)]
pub(crate) struct Rule {
    pub(crate) path: KeyPath,
    /// The key of all data of the document.
    pub(crate) home: Span,
    /// Where it is said that it needs a value.
    pub(crate) required: Option<Span>,
    /// The expression that has to be true, as it stands in the comment.
    pub(crate) validate: Option<Spanned<Arc<str>>>,
}

/// What the comments of a document say.
#[derive(Debug, Default)]
pub(crate) struct Annotations {
    pub(crate) rules: Vec<Rule>,
    /// The keys whose values are secret.
    pub(crate) secrets: Vec<KeyPath>,
    pub(crate) warnings: Diagnostics,
    /// What would be understood wrong.
    pub(crate) refused: Diagnostics,
}

/// One annotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Annotation<'t> {
    Require,
    Validate(&'t str),
    Secret,
    Unknown,
}

impl<'t> Annotation<'t> {
    fn parse(text: &'t str) -> Self {
        match text {
            "@require" | "@required" => Self::Require,
            "@secret" => Self::Secret,
            _ => text.strip_prefix("@validate ").map_or(Self::Unknown, |code| Self::Validate(code.trim())),
        }
    }
}

impl Annotations {
    /// Those of a document.
    pub(crate) fn of(document: &Document<'_, '_>) -> Self {
        let Some(data) = document.data else { return Self::default() };
        let part = data.key.span.end as usize..document.data_end;
        if !may_have_annotations(&document.text[part.clone()]) {
            return Self::default();
        }
        let marks = Marks::of(&data.value, document.text);
        let (home, said) = (data.key.span, BTreeMap::new());
        let mut found = Reader { text: document.text, marks: &marks, home, said, out: Self::default() };
        for comment in comments(document.text, part, &marks) {
            let at = span(data.key.span, &comment);
            match owner(&comment, &marks, document.data_end) {
                Owner::Key(index) => found.on_key(index, &comment, at),
                Owner::Item => found.on_item(&comment, at),
                Owner::Nothing => {}
            }
        }
        found.out.rules =
            found.said.into_values().filter(|rule| rule.required.is_some() || rule.validate.is_some()).collect();
        found.out
    }
}

#[expect(clippy::cast_possible_truncation, reason = "documents are limited to what spans can count")]
fn span(inside: Span, comment: &Comment) -> Span {
    Span::new(inside.file, comment.text.start as u32, comment.text.end as u32)
}

struct Reader<'r, 'd, 'a> {
    text: &'d str,
    marks: &'r Marks<'d, 'a>,
    home: Span,
    /// By the index of the key.
    said: BTreeMap<usize, Rule>,
    out: Annotations,
}

impl Reader<'_, '_, '_> {
    fn on_key(&mut self, index: usize, comment: &Comment, at: Span) {
        let annotation = Annotation::parse(&self.text[comment.text.clone()]);
        let path = self.path(index);
        let in_list = self.marks.all[index].in_list;
        match annotation {
            Annotation::Unknown if !in_list => {
                self.out.warnings.push(unknown(&self.text[comment.text.clone()], &path, at));
            }
            Annotation::Unknown => {}
            _ if in_list => self.in_a_list(annotation, at),
            Annotation::Secret => self.out.secrets.push(path),
            _ if path.has_bracket() => self.out.warnings.push(cannot_be_named(&path, at)),
            Annotation::Require => self.rule(index, path).required = Some(at),
            Annotation::Validate(code) => {
                if !path.can_be_named() {
                    self.out.warnings.push(cannot_be_named(&path, at));
                }
                let code = Spanned::new(code.into(), code_span(at, code));
                self.rule(index, path).validate = Some(code);
            }
        }
    }

    fn on_item(&mut self, comment: &Comment, at: Span) {
        match Annotation::parse(&self.text[comment.text.clone()]) {
            Annotation::Unknown => {}
            annotation => self.in_a_list(annotation, at),
        }
    }

    /// Lists are joined, so that their items have no names. A secret that nobody would hide is refused.
    fn in_a_list(&mut self, annotation: Annotation<'_>, at: Span) {
        match annotation {
            Annotation::Secret => self.out.refused.push(secret_in_a_list(at)),
            _ => self.out.warnings.push(in_a_list(at)),
        }
    }

    fn rule(&mut self, index: usize, path: KeyPath) -> &mut Rule {
        let home = self.home;
        self.said.entry(index).or_insert(Rule { path, home, required: None, validate: None })
    }

    fn path(&self, index: usize) -> KeyPath {
        let chain = std::iter::successors(Some(index), |index| self.marks.all[*index].parent);
        let mut keys: Vec<Arc<str>> =
            chain.filter_map(|index| Some(Arc::from(key_text(self.marks.all[index].key?)))).collect();
        keys.reverse();
        KeyPath(keys)
    }
}

/// The part of an annotation that is its expression.
#[expect(clippy::cast_possible_truncation, reason = "documents are limited to what spans can count")]
fn code_span(at: Span, code: &str) -> Span {
    Span::new(at.file, at.end - code.len() as u32, at.end)
}

fn unknown(text: &str, path: &KeyPath, at: Span) -> Diagnostic {
    let word = text.split_whitespace().next().unwrap_or(text);
    let help = match word {
        "@require" | "@required" | "@secret" => Some(format!("nothing may follow `{word}`")),
        "@validate" if text == word => Some("write the expression behind it: `@validate isInt(value)`".to_owned()),
        "@validate" => Some("write one blank behind `@validate`".to_owned()),
        _ => suggest(word, ["@require", "@validate", "@secret"]).map(|meant| format!("did you mean `{meant}`?")),
    };
    Diagnostic::warning(&ANNOTATION, format!("unknown annotation `{word}` on key `{path}`"))
        .at(at, "not looked at")
        .help(help)
}

fn in_a_list(at: Span) -> Diagnostic {
    Diagnostic::warning(&UNREACHABLE, "this annotation belongs to an item of a list, where annotations do not count")
        .at(at, "not looked at")
        .help("annotate the key of the list".to_owned())
}

fn secret_in_a_list(at: Span) -> Diagnostic {
    Diagnostic::error(&UNREACHABLE, "`@secret` on an item of a list, or inside of one, hides nothing")
        .at(at, "belongs to an item of a list")
        .help(
            "annotate the key of the list, which makes all of it secret, or give the value a key of its own".to_owned(),
        )
}

fn cannot_be_named(path: &KeyPath, at: Span) -> Diagnostic {
    Diagnostic::warning(&UNREACHABLE, format!("the value of key `{path}` cannot be checked because of its name"))
        .at(at, "not looked at")
        .help("use a name without `.`, `$`, `*`, `[` and `]`".to_owned())
}
