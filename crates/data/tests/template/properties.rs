//! What holds for every text.

use data::template::{Piece, Reach, Scope, Text};
use proptest::prelude::*;
use std::sync::LazyLock;

static SCOPE: LazyLock<Scope> = LazyLock::new(|| Scope::new(Reach::All));

fn texts() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        Just("{{"),
        Just("}}"),
        Just("${"),
        Just("}"),
        Just("{"),
        Just("$"),
        Just("'"),
        Just("\""),
        Just("`"),
        Just("\\"),
        Just(" "),
        Just("é"),
        Just("Data.x"),
        Just("1"),
        Just("+"),
        Just("\n"),
        Just("lookup('data.x')"),
    ];
    prop::collection::vec(part, 0..24).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn pieces_are_the_text(source in texts()) {
        let text = Text::parse(&source);
        let joined: String = text
            .pieces()
            .map(|piece| match piece {
                Piece::Literal(literal) => literal,
                Piece::Expression(expression) => &source[expression.whole.clone()],
            })
            .collect();
        prop_assert_eq!(&joined, &source);
        prop_assert!(text.pieces().all(|piece| piece != Piece::Literal("")));
        for expression in text.expressions() {
            let code = &source[expression.code.clone()];
            prop_assert_eq!(code.trim(), code);
            prop_assert!(expression.whole.start + 2 <= expression.code.start && expression.code.end < expression.whole.end);
        }
    }

    #[test]
    fn problems_are_inside_of_the_text(source in texts()) {
        if let Err(problems) = Text::parse(&source).compile(&SCOPE) {
            for problem in problems {
                prop_assert!(source.get(problem.at.clone()).is_some(), "{:?}", problem);
                prop_assert!(problem.expression.start <= problem.at.start && problem.at.end <= problem.expression.end);
            }
        }
    }
}
