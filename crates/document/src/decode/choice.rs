//! One of a few words.

use super::codes::BAD_CHOICE;
use super::decoder::Decoder;
use super::shape::{ChoiceShape, Shape};
use super::text::key_text;
use crate::yaml::quoted;
use crate::{Kind, Node};
use diagnostics::Diagnostic;

impl Decoder<'_> {
    /// Which option of a choice was given.
    pub fn choose(&mut self, node: &Node<'_>, choice: &'static ChoiceShape) -> Option<usize> {
        if matches!(node.kind, Kind::Null | Kind::List(_) | Kind::Map(_)) {
            return self.wrong_type(node, &Shape::Choice(choice));
        }
        let given = key_text(node);
        let position = choice.options.iter().position(|option| option.text == given);
        position.or_else(|| self.refuse(self.bad_choice(node, &given, choice)))
    }

    fn bad_choice(&self, node: &Node<'_>, given: &str, choice: &'static ChoiceShape) -> Diagnostic {
        let is_word = matches!(node.kind, Kind::String(_)) && !self.is_secret;
        let found = if is_word { quoted(given) } else { self.given(node) };
        let message = format!("expected {}, found {found}", Shape::Choice(choice).singular());
        let meant = diagnostics::suggest(given, choice.options.iter().map(|option| option.text));
        let help = meant.map(|meant| format!("did you mean `{meant}`?"));
        Diagnostic::error(&BAD_CHOICE, message).at(node.span, "not one of these words").help(help)
    }
}
