//! The graph of actions.

use super::{Drawing, GraphForm, average, count, edge, texts};
use crate::workflow::{Phases, Plan, by_element};
use std::fmt::Write as _;
use value::{List, Map, Value};

const FILLS: [&str; 5] = ["lightblue", "lightgreen", "lightyellow", "lightcoral", "lightcyan"];

/// Draws which action needs which.
pub fn draw_actions(plan: &Plan, form: GraphForm) -> Drawing {
    let graph = Graph(plan);
    match form {
        GraphForm::Ascii => Drawing::Text(graph.ascii()),
        GraphForm::Dot => Drawing::Text(graph.dot()),
        GraphForm::Mermaid => Drawing::Text(graph.mermaid()),
        GraphForm::Json => Drawing::Data(graph.data()),
    }
}

struct Graph<'a>(&'a Plan);

impl Graph<'_> {
    fn name(&self, number: usize) -> &str {
        &self.0.actions[number].name
    }

    fn needs(&self, number: usize) -> Vec<&str> {
        let mut names: Vec<&str> = self.0.actions[number].needs.iter().map(|need| self.name(*need)).collect();
        names.sort_unstable();
        names
    }

    fn all(&self) -> impl Iterator<Item = usize> {
        self.0.main.iter().chain(&self.0.finally).flatten().copied()
    }

    fn edges(&self) -> Vec<(&str, &str)> {
        self.all()
            .flat_map(|number| self.needs(number).into_iter().map(move |need| (self.name(number), need)))
            .collect()
    }

    fn edge_count(&self) -> usize {
        self.all().map(|number| self.0.actions[number].needs.len()).sum()
    }

    fn reads(&self) -> Vec<(&str, &str)> {
        let of =
            |number: usize| self.0.actions[number].reads.iter().map(move |read| (self.name(number), read.as_str()));
        self.all().flat_map(of).collect()
    }

    fn widest(&self) -> usize {
        self.0.main.iter().chain(&self.0.finally).map(Vec::len).max().unwrap_or(0)
    }

    fn phases(&self) -> usize {
        self.0.main.len() + self.0.finally.len()
    }

    fn ascii(&self) -> String {
        let mut text = String::from("Action Dependency Graph:\n\n=== Main Actions ===\n");
        self.section(&self.0.main, &mut text);
        if !self.0.finally.is_empty() {
            text.push_str("=== Finally Actions ===\n");
            self.section(&self.0.finally, &mut text);
        }
        let total = self.0.actions.len();
        // Writing to a text does not fail.
        let _ = write!(
            text,
            "Statistics:\n  Total Actions: {total}\n  Total Phases: {}\n  Max Parallelism: {}\n  Avg Dependencies: {:.2}\n  \
             Avg Cross-Section Refs: {:.2}\n",
            self.phases(),
            self.widest(),
            average(self.edge_count(), total),
            average(self.reads().len(), total)
        );
        let loops = self.0.unrolled().count();
        if loops > 0 {
            let _ = writeln!(text, "  ForEach Expansions: {loops}");
        }
        if !self.0.finally.is_empty() {
            text.push_str("  Has Finally: yes\n");
        }
        text
    }

    fn section(&self, phases: &Phases, text: &mut String) {
        for (phase, actions) in phases.iter().enumerate() {
            let _ = writeln!(text, "Phase {phase}:");
            for number in actions {
                let _ = writeln!(text, "  - {}", self.name(*number));
                let mut needs = self.needs(*number);
                needs.sort_by_key(|name| by_element(name));
                if !needs.is_empty() {
                    let _ = writeln!(text, "    depends on:\n      * {}", needs.join("\n      * "));
                }
                let reads = &self.0.actions[*number].reads;
                if !reads.is_empty() {
                    let _ = writeln!(text, "    reads from:\n      ~ {}", reads.join("\n      ~ "));
                }
            }
            text.push('\n');
        }
    }

    fn dot(&self) -> String {
        let mut text = String::from("digraph Actions {\n  rankdir=LR;\n  node [shape=box, style=rounded];\n\n");
        let mut cluster = |id: String, label: String, colour: &str, fill: &str, actions: &[usize]| {
            let _ =
                write!(text, "  subgraph {id} {{\n    label=\"{label}\";\n    style=filled;\n    color={colour};\n\n");
            for number in actions {
                let _ = writeln!(text, "    \"{}\" [fillcolor={fill}, style=\"rounded,filled\"];", self.name(*number));
            }
            text.push_str("  }\n\n");
        };
        for (phase, actions) in self.0.main.iter().enumerate() {
            cluster(format!("cluster_phase_{phase}"), format!("Phase {phase}"), "lightgrey", FILLS[phase % 5], actions);
        }
        for (phase, actions) in self.0.finally.iter().enumerate() {
            let (id, label) = (format!("cluster_finally_{phase}"), format!("Finally Phase {phase}"));
            cluster(id, label, "lightyellow", "lightsalmon", actions);
        }
        text.push_str("  // Dependencies\n");
        for (from, to) in self.edges() {
            let _ = writeln!(text, "  \"{from}\" -> \"{to}\";");
        }
        let reads = self.reads();
        if !reads.is_empty() {
            text.push_str("  // Cross-section references\n");
        }
        for (from, to) in reads {
            let _ = writeln!(text, "  \"{from}\" -> \"{to}\" [style=dashed, label=\"reads\", color=grey];");
        }
        text + "}\n"
    }

    fn mermaid(&self) -> String {
        let mut text = String::from("graph LR\n");
        for (phase, actions) in self.0.main.iter().enumerate() {
            let _ = writeln!(text, "  subgraph Phase_{phase}[\"Phase {phase}\"]");
            for number in actions {
                let _ = writeln!(text, "    {0}[\"{1}\"]", id(self.name(*number)), self.name(*number));
            }
            text.push_str("  end\n");
        }
        for (phase, actions) in self.0.finally.iter().enumerate() {
            let _ = writeln!(text, "  subgraph Finally_{phase}[\"Finally Phase {phase}\"]");
            for number in actions {
                let _ = writeln!(text, "    {0}[\"{1}\"]:::finally", id(self.name(*number)), self.name(*number));
            }
            text.push_str("  end\n");
        }
        for (from, to) in self.edges() {
            let _ = writeln!(text, "  {} --> {}", id(from), id(to));
        }
        for (from, to) in self.reads() {
            let _ = writeln!(text, "  {} -.->|reads| {}", id(from), id(to));
        }
        if !self.0.finally.is_empty() {
            text.push_str("  classDef finally fill:#ffc,stroke:#aa0\n");
        }
        text
    }

    fn data(&self) -> Value {
        let phases = |phases: &Phases, section: &str| -> List {
            let phase = |(phase, actions): (usize, &Vec<usize>)| {
                let names = texts(actions.iter().map(|number| self.name(*number)));
                let map: Map = [("phase", count(phase)), ("actions", names.into()), ("section", section.into())]
                    .into_iter()
                    .collect();
                Value::from(map)
            };
            phases.iter().enumerate().map(phase).collect()
        };
        let mut graph = Map::new();
        graph.insert("phases", phases(&self.0.main, "actions"));
        if !self.0.finally.is_empty() {
            graph.insert("finallyPhases", phases(&self.0.finally, "finally"));
        }
        graph.insert("edges", self.edges().into_iter().map(|(from, to)| Value::from(edge(from, to))).collect::<List>());
        let reads = self.reads().into_iter().map(|(from, to)| {
            let mut edge = edge(from, to);
            edge.insert("label", "reads");
            edge.insert("crossSection", true);
            Value::from(edge)
        });
        let reads: List = reads.collect();
        if !reads.is_empty() {
            graph.insert("crossSectionEdges", reads);
        }
        graph.insert("stats", self.stats());
        graph.into()
    }

    fn stats(&self) -> Map {
        let total = self.0.actions.len();
        let mut stats = Map::new();
        stats.insert("totalActions", count(total));
        stats.insert("totalPhases", count(self.phases()));
        stats.insert("maxParallelism", count(self.widest()));
        stats.insert("avgDependencies", average(self.edge_count(), total));
        stats.insert("avgCrossSectionRefs", average(self.reads().len(), total));
        stats.insert("hasFinally", !self.0.finally.is_empty());
        stats.insert("forEachCount", count(self.0.unrolled().count()));
        stats
    }
}

/// A name that Mermaid takes.
fn id(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '_' }).collect()
}
