//! What a test needs to call a provider: a directory of its own, the real world, and every part of the context to change.

use diagnostics::Redactor;
use engine::{Happening, SpanIds};
use providers::{
    Capability, Context, Directories, Engines, ExecuteError, Hands, Iteration, Manners, NoSecrets, Output,
    ProgramFacts, Registry, Run, RunEnvironment, Scope, Settings, SolutionFacts, Terminal, Writing, built_in, execute,
};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use system::{Interrupt, WriteWorld};
use tempfile::TempDir;
use value::{Map, Value};

/// The circumstances of calls.
pub(crate) struct Kit {
    pub(crate) directory: TempDir,
    pub(crate) registry: Registry,
    pub(crate) world: WriteWorld,
    pub(crate) interrupt: Interrupt,
    pub(crate) run: Run,
    pub(crate) scope: Scope,
    pub(crate) parameters: Map,
    pub(crate) iteration: Option<Iteration>,
    pub(crate) directories: Directories,
    pub(crate) writing: Writing,
    pub(crate) solution: SolutionFacts,
    pub(crate) manners: Manners,
    pub(crate) dry_run: bool,
    pub(crate) is_sensitive: bool,
    /// Whether the world may only be looked at.
    pub(crate) rehearsal: bool,
    /// How long a call may take.
    pub(crate) time: Option<Duration>,
    pub(crate) screen: Option<Screen>,
    pub(crate) span: Option<SpanIds>,
    /// The calls and the lines of the log that were heard.
    pub(crate) heard: Mutex<Vec<String>>,
}

impl Kit {
    pub(crate) fn new() -> Self {
        Self::with(Settings::default())
    }

    pub(crate) fn with(settings: Settings) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let interrupt = Interrupt::manual().unwrap();
        let world = WriteWorld::real(interrupt.clone(), Vec::new());
        let run = Run {
            engines: Engines::new(&world.read, &settings, None),
            settings,
            redactor: Redactor::new("[REDACTED]"),
            secrets: Arc::new(NoSecrets),
            environment: RunEnvironment::of(&world.read),
            program: ProgramFacts::default(),
        };
        let root = directory.path().canonicalize().unwrap();
        Self {
            directory,
            registry: built_in().unwrap(),
            world,
            interrupt,
            run,
            scope: Scope::default(),
            parameters: Map::new(),
            iteration: None,
            directories: Directories::all_in(root),
            writing: Writing::default(),
            solution: SolutionFacts::default(),
            manners: Manners::Strict,
            dry_run: false,
            is_sensitive: false,
            rehearsal: false,
            time: None,
            screen: None,
            span: None,
            heard: Mutex::default(),
        }
    }

    /// The directory of the test.
    pub(crate) fn root(&self) -> PathBuf {
        self.directory.path().canonicalize().unwrap()
    }

    /// Writes a file, and the directories above it.
    pub(crate) fn write(&self, path: &str, content: &str) -> PathBuf {
        let path = self.root().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        path
    }

    pub(crate) fn read(&self, path: impl AsRef<Path>) -> String {
        std::fs::read_to_string(self.root().join(path)).unwrap()
    }

    /// Calls a provider with inputs that are written as JSON (or YAML's flow style of it).
    pub(crate) fn call(&self, provider: &str, mode: Capability, inputs: &str) -> Result<Output, ExecuteError> {
        let inputs = Value::from_json(inputs).unwrap();
        self.call_with(provider, mode, inputs.as_map().unwrap().clone())
    }

    pub(crate) fn call_with(&self, provider: &str, mode: Capability, inputs: Map) -> Result<Output, ExecuteError> {
        self.with_context(mode, |context| execute(&self.registry, provider, inputs, context, self.manners))
    }

    /// Does something in the circumstances of a call.
    pub(crate) fn with_context<T>(&self, mode: Capability, what: impl FnOnce(&Context<'_>) -> T) -> T {
        let hear = |happening: &Happening<'_>| self.hear(happening);
        let deadline = self.time.map(|time| self.world.read.clock.monotonic() + time);
        let terminal = self.screen.clone().map(|screen| Arc::new(screen) as Arc<dyn Terminal>);
        let context = Context {
            mode,
            dry_run: self.dry_run,
            world: if self.rehearsal { Hands::Look(&self.world.read) } else { Hands::Act(&self.world) },
            scope: &self.scope,
            parameters: &self.parameters,
            iteration: self.iteration.as_ref(),
            is_sensitive: self.is_sensitive,
            calling: None,
            within: &[],
            terminal: terminal.as_ref(),
            directories: &self.directories,
            writing: &self.writing,
            solution: Some(&self.solution),
            run: &self.run,
            deadline,
            interrupt: &self.interrupt,
            span: self.span,
            hear: &hear,
        };
        what(&context)
    }

    /// Does what an example of a provider shows.
    pub(crate) fn example(&self, provider: &str, mode: Capability, index: usize) -> Output {
        self.example_with(provider, mode, index, str::to_owned)
    }

    /// The same, after something was changed in its text.
    pub(crate) fn example_with(
        &self,
        provider: &str,
        mode: Capability,
        index: usize,
        change: impl Fn(&str) -> String,
    ) -> Output {
        let example = &self.registry.get(provider).unwrap().descriptor().examples[index];
        let step = crate::scenarios::parse("example", &change(example.yaml));
        let step = step.as_map().unwrap();
        assert_eq!(step.get("provider").and_then(Value::as_str), Some(provider));
        let inputs = step.get("inputs").and_then(Value::as_map).cloned().unwrap_or_default();
        self.call_with(provider, mode, inputs).unwrap_or_else(|error| panic!("{}: {error}", example.name))
    }

    /// The data of a call that has to succeed.
    pub(crate) fn data(&self, provider: &str, mode: Capability, inputs: &str) -> Value {
        match self.call(provider, mode, inputs) {
            Ok(output) => output.data,
            Err(error) => panic!("{provider} {inputs}: {error}"),
        }
    }

    /// The text of the error of a call that has to fail.
    pub(crate) fn error(&self, provider: &str, mode: Capability, inputs: &str) -> String {
        match self.call(provider, mode, inputs) {
            Ok(output) => panic!("{provider} {inputs}: {:?}", output.data),
            Err(error) => error.to_string(),
        }
    }

    fn hear(&self, happening: &Happening<'_>) {
        let line = match happening {
            Happening::Called(call) => format!("{} {} {:?}", call.provider, call.mode, call.error),
            Happening::Logged(entry) => format!("{:?} {} {:?}", entry.level, entry.message, entry.fields),
            _ => return,
        };
        self.heard.lock().unwrap().push(line);
    }
}

/// A terminal that remembers.
#[derive(Default, Clone)]
pub(crate) struct Screen {
    pub(crate) out: Arc<Mutex<Vec<u8>>>,
    pub(crate) err: Arc<Mutex<Vec<u8>>>,
    pub(crate) colour: bool,
    pub(crate) quiet: bool,
}

impl Screen {
    pub(crate) fn out_text(&self) -> String {
        String::from_utf8(self.out.lock().unwrap().clone()).unwrap()
    }

    pub(crate) fn err_text(&self) -> String {
        String::from_utf8(self.err.lock().unwrap().clone()).unwrap()
    }
}

impl Terminal for Screen {
    fn out(&self, bytes: &[u8]) {
        self.out.lock().unwrap().extend(bytes);
    }

    fn err(&self, bytes: &[u8]) {
        self.err.lock().unwrap().extend(bytes);
    }

    fn colour(&self) -> bool {
        self.colour
    }

    fn quiet(&self) -> bool {
        self.quiet
    }

    fn width(&self) -> usize {
        80
    }
}

/// JSON on one line with sorted keys, to compare with.
pub(crate) fn json(value: &Value) -> String {
    value.to_json(value::Escape::Plain, value::KeyOrder::Sorted).unwrap()
}
