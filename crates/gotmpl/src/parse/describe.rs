//! Nodes as Go's messages quote them: `at <printf "%d" .x>`.

use std::fmt::Write;

use value::quote_bytes;

use super::ast::{Ast, NodeId, NodeKind, Pipe};

/// What is still to be written, last first, so that nesting needs no recursion.
enum Piece<'a> {
    Text(&'a str),
    Node(NodeId),
    /// A node as an operand: pipelines get parentheses.
    Operand(NodeId),
}

/// The text of a node. Bytes that are not UTF-8 are replaced.
pub(crate) fn describe(ast: &Ast, source: &[u8], id: NodeId) -> String {
    let mut text = String::new();
    let mut pieces = vec![Piece::Node(id)];
    while let Some(piece) = pieces.pop() {
        match piece {
            Piece::Text(part) => text.push_str(part),
            Piece::Node(id) => write(ast, source, id, &mut text, &mut pieces),
            Piece::Operand(id) if matches!(ast.kind(id), NodeKind::Pipe(_)) => {
                pieces.extend([Piece::Text(")"), Piece::Node(id), Piece::Text("(")]);
            }
            Piece::Operand(id) => pieces.push(Piece::Node(id)),
        }
    }
    text
}

fn write<'a>(ast: &'a Ast, source: &[u8], id: NodeId, text: &mut String, pieces: &mut Vec<Piece<'a>>) {
    let node = ast.node(id);
    match &node.kind {
        NodeKind::Action(pipe) => pieces.extend([Piece::Text("}}"), Piece::Node(*pipe), Piece::Text("{{")]),
        NodeKind::Template(name, pipe) => {
            let _ = write!(text, "{{{{template {}", quote_bytes(name));
            pieces.push(Piece::Text("}}"));
            pieces.extend(pipe.iter().flat_map(|pipe| [Piece::Node(*pipe), Piece::Text(" ")]));
        }
        NodeKind::Pipe(pipe) => write_pipe(pipe, pieces),
        NodeKind::Command(words) => push_all(pieces, words, " ", Piece::Operand),
        NodeKind::Identifier(name) => text.push_str(name),
        NodeKind::Variable(names) => *text += &names.join("."),
        NodeKind::Field(names) => names.iter().for_each(|name| text.extend([".", name])),
        NodeKind::Chain(first, names) => {
            pieces.extend(names.iter().rev().flat_map(|name| [Piece::Text(name), Piece::Text(".")]));
            pieces.push(Piece::Operand(*first));
        }
        NodeKind::Dot => text.push('.'),
        NodeKind::Nil => text.push_str("nil"),
        NodeKind::Bool(value) => *text += if *value { "true" } else { "false" },
        NodeKind::Break => text.push_str("{{break}}"),
        NodeKind::Continue => text.push_str("{{continue}}"),
        NodeKind::Number(_)
        | NodeKind::String(_)
        | NodeKind::Text
        | NodeKind::If(_)
        | NodeKind::With(_)
        | NodeKind::Range(_)
        | NodeKind::List(_) => {
            let extent = node.extent;
            *text += &String::from_utf8_lossy(&source[extent.start as usize..extent.end as usize]);
        }
    }
}

fn write_pipe(pipe: &Pipe, pieces: &mut Vec<Piece<'_>>) {
    push_all(pieces, &pipe.commands, " | ", Piece::Node);
    if !pipe.variables.is_empty() {
        pieces.push(Piece::Text(if pipe.assigns { " = " } else { " := " }));
        push_all(pieces, &pipe.variables, ", ", Piece::Node);
    }
}

fn push_all<'a>(pieces: &mut Vec<Piece<'a>>, ids: &[NodeId], between: &'a str, piece: fn(NodeId) -> Piece<'a>) {
    for (at, id) in ids.iter().enumerate().rev() {
        pieces.push(piece(*id));
        if at > 0 {
            pieces.push(Piece::Text(between));
        }
    }
}
