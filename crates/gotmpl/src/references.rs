//! Which fields of its data a template refers to, without rendering it.

use std::collections::HashMap;
use std::sync::Arc;

use diagnostics::{FileId, Span};

use crate::parse::{Ast, Branch, Name, NodeId, NodeKind};
use crate::template::Template;

/// A place where a template refers to a field of its data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// The names from the data on: `.a.b` is `a`, `b`.
    pub path: Box<[Arc<str>]>,
    /// The first byte of the place in the source.
    pub start: u32,
    /// One past the last byte of the place in the source.
    pub end: u32,
}

impl Reference {
    /// The field of the data itself.
    pub fn name(&self) -> &str {
        self.path.first().map_or("", |name| name)
    }

    /// The place, when the source is `file`.
    pub fn span(&self, file: FileId) -> Span {
        Span::new(file, self.start, self.end)
    }
}

impl Template {
    /// The places that refer to fields of the data, in the order of the source. Fields of what `range` and `with` set
    /// the dot to are not among them; `$.x` is, and so is `index . "x"`, and `.x` in a template that is called with the
    /// whole data.
    pub fn references(&self) -> Vec<Reference> {
        let mut found = Scan::of(&self.ast).found;
        found.sort_by_key(|reference| (reference.start, reference.end));
        found
    }

    /// Whether the template may look at more of its data than the fields it refers to: `.` or `$` stand by themselves
    /// somewhere.
    pub fn uses_data_as_a_whole(&self) -> bool {
        Scan::of(&self.ast).whole
    }
}

/// What is to be looked at, last first.
enum Task {
    Node(NodeId),
    /// The dot of what follows is, or is not, the data.
    Dot(bool),
    /// The variables of a pipeline have its value.
    Declare(NodeId),
    Forget(usize),
}

struct Scan<'a> {
    ast: &'a Ast,
    tasks: Vec<Task>,
    /// Whether the dot is the data.
    dot: bool,
    /// Whether variables are the data, in the order of their declaration, and where each name was declared.
    variables: Vec<(&'a str, bool)>,
    names: HashMap<&'a str, Vec<usize>>,
    /// Templates that are called with the data.
    calls: Vec<usize>,
    visited: Vec<bool>,
    found: Vec<Reference>,
    /// The data was used as a value.
    whole: bool,
}

impl<'a> Scan<'a> {
    /// What a template and those that it calls with its data refer to.
    fn of(ast: &'a Ast) -> Self {
        let mut scan = Self::new(ast);
        scan.calls.push(ast.outermost);
        while let Some(tree) = scan.calls.pop() {
            if !std::mem::replace(&mut scan.visited[tree], true) {
                scan.template(ast.trees()[tree].root);
            }
        }
        scan
    }

    fn new(ast: &'a Ast) -> Self {
        Self {
            ast,
            tasks: Vec::new(),
            dot: true,
            variables: Vec::new(),
            names: HashMap::new(),
            calls: Vec::new(),
            visited: vec![false; ast.trees().len()],
            found: Vec::new(),
            whole: false,
        }
    }

    /// Looks at a template whose dot is the data.
    fn template(&mut self, root: NodeId) {
        self.dot = true;
        self.forget(0);
        self.declare("$", true);
        self.tasks.push(Task::Node(root));
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Node(node) => self.node(node),
                Task::Dot(is_data) => self.dot = is_data,
                Task::Declare(pipe) => self.declare_all(pipe),
                Task::Forget(mark) => self.forget(mark),
            }
        }
    }

    fn plan(&mut self, tasks: impl IntoIterator<Item = Task, IntoIter: DoubleEndedIterator>) {
        self.tasks.extend(tasks.into_iter().rev());
    }

    fn node(&mut self, node: NodeId) {
        match self.ast.kind(node) {
            NodeKind::List(nodes) | NodeKind::Command(nodes) => {
                if matches!(self.ast.kind(node), NodeKind::Command(_)) {
                    self.indexed(node, nodes);
                }
                self.plan(nodes.iter().map(|node| Task::Node(*node)));
            }
            NodeKind::Action(pipe) => self.tasks.push(Task::Node(*pipe)),
            NodeKind::Pipe(pipe) => {
                self.tasks.push(Task::Declare(node));
                self.plan(pipe.commands.iter().map(|command| Task::Node(*command)));
            }
            NodeKind::If(branch) => self.branch(*branch, self.dot),
            NodeKind::With(branch) => self.branch(*branch, self.is_data(branch.pipe)),
            NodeKind::Range(branch) => self.branch(*branch, false),
            NodeKind::Template(name, pipe) => self.call(name, *pipe),
            NodeKind::Field(names) if self.dot => self.refer(node, names),
            NodeKind::Variable(names) if names.len() > 1 && self.variable(&names[0]) => self.refer(node, &names[1..]),
            NodeKind::Chain(inner, names) => {
                if self.is_data(*inner) {
                    self.refer(node, names);
                }
                self.tasks.push(Task::Node(*inner));
            }
            _ => self.whole |= self.is_data(node),
        }
    }

    /// A control structure, with the dot of its body.
    fn branch(&mut self, branch: Branch, inner: bool) {
        let mark = self.variables.len();
        let outer = self.dot;
        let body = [Task::Node(branch.pipe), Task::Dot(inner), Task::Node(branch.list), Task::Dot(outer)];
        let end = branch.otherwise.map(Task::Node).into_iter().chain([Task::Forget(mark)]).collect::<Vec<_>>();
        self.plan(end);
        self.plan(body);
    }

    fn call(&mut self, name: &[u8], pipe: Option<NodeId>) {
        let Some(pipe) = pipe else { return };
        if self.is_data(pipe) {
            self.calls.extend(self.ast.tree(name));
        }
        self.tasks.push(Task::Node(pipe));
    }

    /// `index . "name"`
    fn indexed(&mut self, node: NodeId, words: &[NodeId]) {
        let [function, value, keys @ ..] = words else { return };
        let is_index = matches!(self.ast.kind(*function), NodeKind::Identifier(name) if **name == *"index");
        if !is_index || !self.is_data(*value) {
            return;
        }
        let keys = keys.iter().map_while(|key| match self.ast.kind(*key) {
            NodeKind::String(text) => text.as_str().map(Name::from),
            _ => None,
        });
        let path: Box<[Name]> = keys.collect();
        if !path.is_empty() {
            self.refer(node, &path);
        }
    }

    fn refer(&mut self, node: NodeId, path: &[Name]) {
        let extent = self.ast.node(node).extent;
        self.found.push(Reference { path: path.into(), start: extent.start, end: extent.end });
    }

    /// Whether the value of a node is the data as a whole.
    fn is_data(&self, node: NodeId) -> bool {
        let mut node = node;
        loop {
            match self.ast.kind(node) {
                NodeKind::Dot => return self.dot,
                NodeKind::Variable(names) => return names.len() == 1 && self.variable(&names[0]),
                NodeKind::Pipe(pipe) => match *pipe.commands {
                    [command] => match *self.ast.command(command) {
                        [word] => node = word,
                        _ => return false,
                    },
                    _ => return false,
                },
                _ => return false,
            }
        }
    }

    fn variable(&self, name: &str) -> bool {
        let at = self.names.get(name).and_then(|places| places.last());
        at.is_some_and(|at| self.variables[*at].1)
    }

    fn declare(&mut self, name: &'a str, is_data: bool) {
        self.names.entry(name).or_default().push(self.variables.len());
        self.variables.push((name, is_data));
    }

    fn declare_all(&mut self, pipe: NodeId) {
        let is_data = self.is_data(pipe);
        let pipe = self.ast.pipe(pipe);
        for variable in &pipe.variables {
            let name: &str = self.ast.variable(*variable);
            match self.names.get(name).and_then(|places| places.last()) {
                // What is assigned in one branch may be there after it.
                Some(at) if pipe.assigns => self.variables[*at].1 |= is_data,
                _ => self.declare(name, is_data),
            }
        }
    }

    fn forget(&mut self, mark: usize) {
        for (name, _) in self.variables.drain(mark..) {
            if let Some(places) = self.names.get_mut(name) {
                places.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{FunctionSet, Options, Template};

    fn references(source: &str) -> Vec<String> {
        let template = Template::parse("t", source, &Options::new(&FunctionSet::new())).unwrap();
        let references = template.references();
        for reference in &references {
            let shown = &source[reference.start as usize..reference.end as usize];
            assert!(shown.contains(reference.name()), "{shown}");
        }
        references.iter().map(|reference| reference.path.join(".")).collect()
    }

    #[test]
    fn fields_of_the_data() {
        for (source, expected) in [
            ("{{.a}}{{.b.c}}", &["a", "b.c"][..]),
            ("{{if .a}}{{.b}}{{else}}{{.c}}{{end}}", &["a", "b", "c"]),
            ("{{range .a}}{{.b}}{{$.c}}{{else}}{{.d}}{{end}}", &["a", "c", "d"]),
            ("{{with .a}}{{.b}}{{else with .c}}{{.d}}{{else}}{{.e}}{{end}}", &["a", "c", "e"]),
            ("{{with .}}{{.a}}{{end}}{{with $}}{{.b}}{{end}}", &["a", "b"]),
            ("{{$x := .}}{{$x.a}}{{range .l}}{{$x.b}}{{$y := .}}{{$y.c}}{{end}}", &["a", "l", "b"]),
            ("{{$x := .a}}{{$x.b}}{{range $x := .c}}{{$x.d}}{{end}}", &["a", "c"]),
            ("{{printf \"%s\" (print .a | html) .b}}{{(.).c}}{{(.d).e}}", &["a", "b", "c", "d"]),
            (
                "{{index . \"a-b\" \"c\"}}{{index .m \"x\"}}{{range .l}}{{index $ \"d\"}}{{end}}",
                &["a-b.c", "m", "l", "d"],
            ),
            ("{{$x := .l}}{{if .a}}{{$x = .}}{{end}}{{$x.b}}", &["l", "a", "b"]),
        ] {
            assert_eq!(references(source), expected, "{source}");
        }
    }

    #[test]
    fn the_data_as_a_whole() {
        let is_whole = |source: &str| {
            Template::parse("t", source, &Options::new(&FunctionSet::new())).unwrap().uses_data_as_a_whole()
        };
        for source in [
            "{{.}}",
            "{{$}}",
            "{{print .a $}}",
            "{{range .a}}{{$}}{{end}}",
            "{{$x := .}}{{$x}}",
            "{{template \"t\" .}}",
        ] {
            assert!(is_whole(source), "{source}");
        }
        for source in
            ["", "{{.a.b}}{{$.c}}", "{{range .a}}{{.}}{{end}}", "{{with .a}}{{.}}{{end}}", "{{$x := .a}}{{$x}}"]
        {
            assert!(!is_whole(source), "{source}");
        }
    }

    #[test]
    fn templates_that_are_called_with_the_data() {
        let defined = r#"{{define "t1"}}{{.a}}{{$.b}}{{template "t1" .}}{{end}}"#;
        assert_eq!(references(&format!("{defined}{{{{template \"t1\" .}}}}")), ["a", "b"]);
        assert_eq!(references(&format!("{defined}{{{{template \"t1\" .x}}}}")), ["x"]);
        assert_eq!(
            references(&format!("{defined}{{{{range .l}}}}{{{{template \"t1\" $}}}}{{{{end}}}}")),
            ["a", "b", "l"]
        );
        assert_eq!(references(r#"{{block "b" .}}{{.a}}{{end}}{{block "c" .x}}{{.b}}{{end}}"#), ["a", "x"]);
        assert!(references(defined).is_empty());
    }
}
