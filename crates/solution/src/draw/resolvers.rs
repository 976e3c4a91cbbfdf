//! The graph of resolvers.

use super::{Drawing, GraphForm, average, count, edge, texts};
use crate::dependencies::Order;
use crate::solution::Solution;
use std::fmt::Write as _;
use value::{List, Map, Value};

const FILLS: [&str; 5] = ["lightblue", "lightgreen", "lightyellow", "lightcoral", "lightcyan"];

/// Draws which resolver needs which.
pub fn draw_resolvers(solution: &Solution, order: &Order, form: GraphForm) -> Drawing {
    let graph = Graph { solution, order };
    match form {
        GraphForm::Ascii => Drawing::Text(graph.ascii()),
        GraphForm::Dot => Drawing::Text(graph.dot()),
        GraphForm::Mermaid => Drawing::Text(graph.mermaid()),
        GraphForm::Json => Drawing::Data(graph.data()),
    }
}

struct Graph<'a> {
    solution: &'a Solution,
    order: &'a Order,
}

impl Graph<'_> {
    fn name(&self, number: usize) -> &str {
        &self.solution.resolvers[number].name
    }

    fn is_conditional(&self, number: usize) -> bool {
        self.solution.resolvers[number].resolver.when.is_some()
    }

    fn needs(&self, number: usize) -> Vec<&str> {
        let mut names: Vec<&str> = self.order.needs[number].iter().map(|need| self.name(*need)).collect();
        names.sort_unstable();
        names
    }

    fn edges(&self) -> usize {
        self.order.needs.iter().map(Vec::len).sum()
    }

    fn widest(&self) -> usize {
        self.order.phases.iter().map(Vec::len).max().unwrap_or(0)
    }

    fn ascii(&self) -> String {
        let mut text = String::from("Resolver Dependency Graph:\n\n");
        for (phase, resolvers) in self.order.phases.iter().enumerate() {
            // Writing to a text does not fail.
            let _ = writeln!(text, "Phase {}:", phase + 1);
            for number in resolvers {
                let mark = if self.is_conditional(*number) { " [conditional]" } else { "" };
                let _ = writeln!(text, "  - {}{mark}", self.name(*number));
                let needs = self.needs(*number);
                if !needs.is_empty() {
                    let _ = writeln!(text, "    depends on:\n      * {}", needs.join("\n      * "));
                }
            }
            text.push('\n');
        }
        let total = self.solution.resolvers.len();
        let _ = write!(
            text,
            "Statistics:\n  Total Resolvers: {total}\n  Total Phases: {}\n  Max Parallelism: {}\n  Avg Dependencies: {:.2}\n",
            self.order.phases.len(),
            self.widest(),
            average(self.edges(), total)
        );
        text
    }

    fn dot(&self) -> String {
        let mut text = String::from("digraph Resolvers {\n  rankdir=LR;\n  node [shape=box, style=rounded];\n\n");
        for (phase, resolvers) in self.order.phases.iter().enumerate() {
            let number = phase + 1;
            let _ = write!(
                text,
                "  subgraph cluster_phase_{number} {{\n    label=\"Phase {number}\";\n    style=filled;\n    color=lightgrey;\n\n"
            );
            for resolver in resolvers {
                let (fill, style) = if self.is_conditional(*resolver) {
                    ("lightpink", "rounded,filled,dashed")
                } else {
                    (FILLS[phase % 5], "rounded,filled")
                };
                let _ = writeln!(text, "    \"{}\" [fillcolor={fill}, style=\"{style}\"];", self.name(*resolver));
            }
            text.push_str("  }\n\n");
        }
        text.push_str("  // Dependencies\n");
        for number in self.order.phases.iter().flatten() {
            let style = if self.is_conditional(*number) { " [style=dashed]" } else { "" };
            for need in self.needs(*number) {
                let _ = writeln!(text, "  \"{}\" -> \"{need}\" [label=\"{need}\"]{style};", self.name(*number));
            }
        }
        text + "}\n"
    }

    fn mermaid(&self) -> String {
        let mut text = String::from("graph LR\n");
        for (phase, resolvers) in self.order.phases.iter().enumerate() {
            let _ = writeln!(text, "  subgraph Phase {}", phase + 1);
            for number in resolvers {
                let name = self.name(*number);
                let mark = if self.is_conditional(*number) { ":::conditional" } else { "" };
                let _ = writeln!(text, "    {name}{mark}[{name}]");
            }
            text.push_str("  end\n");
        }
        for number in self.order.phases.iter().flatten() {
            let arrow = if self.is_conditional(*number) { "-.." } else { "-->" };
            for need in self.needs(*number) {
                let _ = writeln!(text, "  {} {arrow}|{need}| {need}", self.name(*number));
            }
        }
        text + "  classDef conditional stroke-dasharray: 5 5\n"
    }

    fn data(&self) -> Value {
        let all: Vec<usize> = self.order.phases.iter().flatten().copied().collect();
        let mut graph = Map::new();
        graph.insert("nodes", all.iter().map(|number| self.node(*number)).collect::<List>());
        let edges = all.iter().flat_map(|number| {
            self.needs(*number).into_iter().map(|need| {
                let mut edge = edge(self.name(*number), need);
                edge.insert("label", need);
                Value::from(edge)
            })
        });
        graph.insert("edges", edges.collect::<List>());
        let phases = self.order.phases.iter().enumerate().map(|(phase, resolvers)| {
            let names = texts(resolvers.iter().map(|number| self.name(*number)));
            let map: Map =
                [("phase", count(phase + 1)), ("parallelism", count(names.len())), ("resolvers", names.into())]
                    .into_iter()
                    .collect();
            Value::from(map)
        });
        graph.insert("phases", phases.collect::<List>());
        graph.insert("stats", self.stats());
        graph.insert("diagrams", Value::Null);
        graph.into()
    }

    fn node(&self, number: usize) -> Value {
        let needs = self.needs(number).into_iter().map(|need| {
            let map: Map = [("resolver", need), ("field", need)].into_iter().collect();
            Value::from(map)
        });
        let mut node = Map::new();
        node.insert("id", self.name(number));
        let kind = self.solution.resolvers[number].resolver.kind.as_ref();
        node.insert("type", kind.map_or("", |kind| kind.value.as_str()));
        node.insert("phase", count(self.order.phase_of(number)));
        node.insert("conditional", self.is_conditional(number));
        node.insert("dependencies", needs.collect::<List>());
        node.into()
    }

    fn stats(&self) -> Map {
        let way = self.critical();
        let total = self.solution.resolvers.len();
        let mut stats = Map::new();
        stats.insert("totalResolvers", count(total));
        stats.insert("totalPhases", count(self.order.phases.len()));
        stats.insert("maxParallelism", count(self.widest()));
        stats.insert("avgDependencies", average(self.edges(), total));
        stats.insert("criticalDepth", count(way.len()));
        stats.insert("criticalPath", texts(way));
        stats
    }

    /// The longest chain of needs, from its beginning; of several the first by name.
    fn critical(&self) -> Vec<&str> {
        let mut way = Vec::new();
        let mut here = self.order.phases.last().and_then(|phase| phase.first().copied());
        while let Some(number) = here {
            way.push(self.name(number));
            let phase = self.order.phase_of(number);
            let before =
                self.order.needs[number].iter().copied().filter(|need| self.order.phase_of(*need) + 1 == phase);
            here = before.min_by_key(|need| self.name(*need));
        }
        way.reverse();
        way
    }
}
