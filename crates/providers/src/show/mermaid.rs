//! A value as a graph in the language of Mermaid.

use super::cell;
use super::tree::children;
use std::fmt::Write as _;
use value::Value;

/// A graph from the top down: a node for each entry and item.
pub fn mermaid(value: &Value) -> String {
    let mut graph = Graph { text: "graph TD\n".to_owned(), count: 0 };
    let root = graph.node("root");
    if cell::is_scalar(value) {
        graph.child(root, &cell::line(value));
    } else {
        graph.below(root, value, 0);
    }
    graph.text
}

struct Graph {
    text: String,
    count: usize,
}

impl Graph {
    fn node(&mut self, label: &str) -> usize {
        let number = self.count;
        self.count += 1;
        let _ = writeln!(self.text, "    n{number}[\"{}\"]", label.replace('"', "#quot;"));
        number
    }

    fn child(&mut self, parent: usize, label: &str) -> usize {
        let number = self.node(label);
        let _ = writeln!(self.text, "    n{parent} --> n{number}");
        number
    }

    fn below(&mut self, parent: usize, value: &Value, depth: usize) {
        if cell::is_flat_list(value) && depth > 0 {
            self.child(parent, &cell::line(value));
            return;
        }
        for (name, child) in children(value) {
            let empty = child.as_map().is_some_and(value::Map::is_empty);
            if cell::is_scalar(child) || empty || depth >= cell::DEEPEST {
                self.child(parent, &format!("{name}: {}", cell::line(child)));
            } else {
                let number = self.child(parent, &name);
                self.below(number, child, depth + 1);
            }
        }
    }
}
