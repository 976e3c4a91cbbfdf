//! What a manifest says about a tree of templates.

use super::desired::POST;
use diagnostics::{Diagnostic, Spanned};
use document::decode::{Decode, Decoder, Entries, Lenient, Shape, Value};
use document::{Node, choice, record};
use engine::Common;
use value::Map;

choice! {
    /// What should be in the directory.
    pub(super) enum Ensure {
        /// The rendered tree.
        Present "present",
        /// Nothing of the tree.
        Absent "absent",
    }
}

choice! {
    /// The language of the templates.
    pub(super) enum Engine {
        /// Jet, in `[[` and `]]`.
        Jet "jet",
        /// Go's text/template with the functions of Sprig, in `{{` and `}}`.
        Go "go",
    }
}

record! {
    /// A directory with a rendered tree of templates in it.
    pub(super) struct ScaffoldProperties [name = "scaffold", hints = &[
        ("target", "the name of a `scaffold` is its target"),
        ("owner", "files belong to whoever runs; a `file` sets the owner of single ones"),
        ("mode", "files are 0644 and directories 0755; `preserve_modes` takes the modes of the templates"),
    ]]
    with common: Common {
        /// Whether the rendered tree is in the directory, or nothing of it.
        ensure: Lenient<Spanned<Ensure>>,
        /// The directory with the templates; relative to the directory of the manifest.
        source: Option<Lenient<Spanned<String>>> [mistaken = &["src", "template", "templates"]],
        /// The language of the templates.
        engine: Lenient<Engine> [literal] = Lenient::from(Engine::Jet),
        /// What begins an action in a template; `[[` for Jet, `{{` for Go when left out.
        left_delimiter: Option<String> [literal],
        /// What ends an action in a template; `]]` for Jet, `}}` for Go when left out.
        right_delimiter: Option<String> [literal],
        /// Leaves files out that are blank once they are rendered.
        skip_empty: bool = false,
        /// Removes files of the directory that no template makes.
        purge: bool = false,
        /// Gives files the permissions of their templates instead of 0644.
        preserve_modes: bool = false,
        /// Files that are copied as they are: patterns for their names, or for their paths when they have a slash in them.
        copy_only: Vec<Spanned<String>> = Vec::new(),
        /// What templates see as `data`, instead of the data of the manifest. Keys may be templates too.
        data: Option<Map> [templated_keys],
        /// Commands that finish files, by a pattern for their names. `{}` stands for the path of the file; without it the path comes last.
        post: Lenient<Vec<PostStep>> = Lenient::from(Vec::new()),
    }
}

/// Patterns and their commands; mostly one of each.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PostStep(pub(super) Entries<Spanned<String>>);

impl Decode for PostStep {
    fn decode(node: &Node<'_>, decoder: &mut Decoder<'_>) -> Option<Self> {
        let entries = Entries::<Spanned<String>>::decode(node, decoder)?;
        let mut is_right = true;
        for (pattern, command) in &entries {
            let (message, at) = match (pattern.value.as_str(), command.value.as_str()) {
                ("", _) => ("post keys cannot be empty".to_owned(), pattern.span),
                (pattern, "") => (format!("post value for key `{pattern}` cannot be empty"), command.span),
                _ => continue,
            };
            let help = "write a pattern and a command, such as `\"*.sh\": chmod 0755 {}`".to_owned();
            decoder.report(Diagnostic::error(&POST, message).at(at, "given here").help(help));
            is_right = false;
        }
        is_right.then_some(Self(entries))
    }

    fn shape() -> Shape {
        Entries::<Spanned<String>>::shape()
    }

    fn encode(&self) -> Option<Value> {
        self.0.encode()
    }
}
