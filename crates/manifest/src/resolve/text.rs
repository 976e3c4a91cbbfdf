//! One text with expressions in it.

use super::judge::Judge;
use data::template::{Cause, Environment, Reference, Template, Text, TextError};
use diagnostics::{Diagnostic, Diagnostics, Redactor, Sources, Spanned};
use document::{Kind, Node, Style};
use std::sync::atomic::{AtomicUsize, Ordering};
use value::{Extent, Value};

/// Bytes that the expressions of a manifest may give before its run: all of it is held until the end.
const MOST_EARLY: usize = 64 << 20;
/// What to do with bytes that are no text.
const BYTES: &str = "properties hold text; `source` of a `file` copies any bytes";

/// What the expressions of a document are worked out with.
#[derive(Clone, Copy)]
pub(crate) struct Resolver<'a> {
    pub(crate) environment: &'a Environment,
    pub(crate) sources: &'a Sources,
    pub(crate) redactor: &'a Redactor,
    /// Whether there is something to work expressions out with: otherwise they are only compiled.
    pub(crate) is_known: bool,
    /// Who says what nobody has; none in a run.
    pub(crate) judge: Option<&'a Judge>,
    /// Whether the texts count with these facts.
    pub(crate) is_reached: bool,
    /// Whether the document may hold expressions at all.
    pub(crate) is_needed: bool,
    /// How many bytes of text came out of the expressions that are worked out before the run.
    pub(crate) made: &'a AtomicUsize,
}

/// Whether a text may hold expressions: it has one of their marks, or an escape that may stand for a brace.
pub(crate) fn may_hold_expressions(text: &str) -> bool {
    memchr::memchr2_iter(b'{', b'\\', text.as_bytes()).any(|at| {
        let (before, rest) = text.as_bytes().split_at(at);
        match rest {
            [b'{', b'{', ..] => true,
            [b'{', ..] => before.ends_with(b"$"),
            [_, b'x' | b'u' | b'U', ..] => true,
            _ => false,
        }
    })
}

/// What becomes of a text that is one expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// The text that Go prints for its value.
    Text,
    /// Its value.
    Typed,
}

impl Resolver<'_> {
    /// Compiles the text of a node; `None` when it holds no expressions, or wrong ones, which are reported.
    pub(crate) fn compile(&self, node: &Node<'_>, problems: &mut Diagnostics) -> Option<Template> {
        let text = Text::parse(node.as_str()?);
        if text.is_plain() {
            return None;
        }
        let scope = self.environment.scope();
        let (template, mut wrong) = match text.compile(scope) {
            Ok(template) => (Some(template), Vec::new()),
            Err(errors) => (None, errors),
        };
        wrong.extend(text.miscalls(scope));
        for error in &wrong {
            problems.push(explain(error, node, self.sources));
        }
        template.filter(|_| wrong.is_empty())
    }

    /// Reports what a text asks for and nobody has.
    pub(crate) fn judge(&self, references: &[Reference], node: &Node<'_>, problems: &mut Diagnostics) {
        let Some(judge) = self.judge.filter(|_| self.is_known) else { return };
        let findings =
            references.iter().filter_map(|reference| judge.judge(reference, self.is_reached, node, self.sources));
        findings.for_each(|finding| problems.push(finding));
    }

    /// The same for a compiled text.
    pub(crate) fn judge_template(&self, template: &Template, node: &Node<'_>, problems: &mut Diagnostics) {
        if self.judge.is_some() {
            self.judge(&template.references(self.environment.scope()), node, problems);
        }
    }

    /// A text of the document for people; wrong expressions are reported.
    pub(crate) fn message(&self, text: &Spanned<String>, problems: &mut Diagnostics) -> Option<String> {
        let node = Node { span: text.span, kind: Kind::String(text.value.as_str().into()), style: Some(Style::Plain) };
        if Text::parse(&text.value).is_plain() {
            return Some(text.value.clone());
        }
        let template = self.compile(&node, problems).filter(|_| self.is_known)?;
        match self.work_out(&template, Mode::Text) {
            Ok(value) => {
                self.judge_template(&template, &node, problems);
                Some(value.to_string())
            }
            Err(error) => {
                problems.push(explain(&error, &node, self.sources));
                None
            }
        }
    }

    /// What the text of a node becomes here and now; what goes wrong is reported.
    pub(crate) fn resolve(
        &self,
        template: &Template,
        mode: Mode,
        node: &Node<'_>,
        problems: &mut Diagnostics,
    ) -> Option<Value> {
        match self.work_out(template, mode) {
            Ok(value) if value.as_raw_text().is_some() => {
                let problem = Diagnostic::error(&expr::EXPR_RUN, "the result is not UTF-8 text");
                problems.push(problem.at(node.span, "in this text").help(BYTES.to_owned()));
                None
            }
            Ok(value) => Some(value),
            Err(error) => {
                problems.push(explain(&error, node, self.sources));
                None
            }
        }
    }

    /// The same for a text that is held as long as the run takes.
    pub(crate) fn resolve_early(
        &self,
        template: &Template,
        mode: Mode,
        node: &Node<'_>,
        problems: &mut Diagnostics,
    ) -> Option<Value> {
        let value = self.resolve(template, mode, node, problems)?;
        let size = value.extent_within(Extent::MAX).map_or(usize::MAX, |extent| extent.bytes);
        let before = self.made.fetch_add(size, Ordering::Relaxed);
        if before.saturating_add(size) <= MOST_EARLY {
            return Some(value);
        }
        // Those that follow would all say the same.
        if before <= MOST_EARLY {
            let message = format!("the expressions of the manifest give more than {MOST_EARLY} bytes of text");
            let help = "`source` of a `file` copies files of any size".to_owned();
            problems.push(Diagnostic::error(&expr::EXPR_RUN, message).at(node.span, "too much with this").help(help));
        }
        None
    }

    /// What a compiled text becomes here and now.
    pub(crate) fn work_out(&self, template: &Template, mode: Mode) -> Result<Value, TextError> {
        // What is made from a secret and still holds it is masked by that; the rest of it is no secret.
        let expanded = match mode {
            Mode::Text => template.text(self.environment),
            Mode::Typed => template.value(self.environment),
        }?;
        Ok(expanded.value)
    }
}

/// A problem of an expression, with its place in the document.
pub(crate) fn explain(error: &TextError, node: &Node<'_>, sources: &Sources) -> Diagnostic {
    let span = node.locate(error.at.clone(), sources);
    let help = node.as_str().and_then(|text| for_a_shell(error, text)).or_else(|| error.help());
    Diagnostic::error(error.code(), error.to_string()).at(span, "in this expression").help(help)
}

/// What to write instead of `${HOME}` and `${HOME:-/root}`, which were meant for a shell.
fn for_a_shell(error: &TextError, text: &str) -> Option<String> {
    if !matches!(error.cause, Cause::Compile(_)) || !text.get(..error.expression.start)?.trim_end().ends_with("${") {
        return None;
    }
    let code = text.get(error.expression.clone())?;
    let is_letter = |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_';
    let name = code.split(|letter| !is_letter(letter)).next().filter(|name| name.len() > 1)?;
    if name == code {
        return Some(format!(
            "`${{…}}` is an expression here: `${name}` is left to the shell, `${{Environ.{name}}}` is worked out here"
        ));
    }
    // An expression may well begin with such a name; those of a shell go on like this.
    let is_for_a_shell = code[name.len()..].starts_with([':', '-', '#', '%', '/', '=', '^', ',', '@']);
    is_for_a_shell
        .then(|| format!("`${{…}}` is an expression here: write `{{{{ '$' }}}}{{{code}}}` to leave it to the shell"))
}

#[cfg(test)]
mod tests {
    use super::{Text, TextError, for_a_shell, may_hold_expressions};
    use data::template::{Reach, Scope};

    #[test]
    fn what_was_meant_for_a_shell_is_told_from_mistakes() {
        let help = |text: &str| {
            let errors: Vec<TextError> = Text::parse(text).compile(&Scope::new(Reach::All)).unwrap_err();
            for_a_shell(&errors[0], text).unwrap_or_default()
        };
        assert_eq!(
            help("sh -c \"echo ${HOME}\""),
            "`${…}` is an expression here: `$HOME` is left to the shell, `${Environ.HOME}` is worked out here"
        );
        assert_eq!(
            help("echo ${HOME:-/root}"),
            "`${…}` is an expression here: write `{{ '$' }}{HOME:-/root}` to leave it to the shell"
        );
        for text in ["{{ HOME }}", "${ data.x }", "${ Data. }", "${ nope(1) }", "${ X + nope }"] {
            assert_eq!(help(text), "", "{text}");
        }
    }

    #[test]
    fn marks_and_escapes_are_seen() {
        for text in ["{{ a }}", "x ${HOME} y", "a {{ b", "\"\\x7b{\"", "\"\\u007b\""] {
            assert!(may_hold_expressions(text), "{text}");
        }
        for text in ["", "{a: {b: 1}}", "}}", "$HOME", "\"a\\nb\"", "{ {"] {
            assert!(!may_hold_expressions(text), "{text}");
        }
    }
}
