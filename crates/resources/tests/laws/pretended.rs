//! An example in a world that exists in memory only, and writes down every changing call.

use crate::sample::decode;
use crate::served::{MARK, archive};
use diagnostics::Redactor;
use engine::{Example, Resource, TypeDef};
use system::FakeWorld;
use system::files::Attributes;
use system::process::{Captured, Finished};

const ROOT: &str = "/sample";
const SERVER: &str = "http://server.example";

pub(crate) struct Pretended {
    pub(crate) world: FakeWorld,
    pub(crate) resource: Box<dyn Resource>,
}

impl Pretended {
    pub(crate) fn of(definition: &TypeDef, example: &Example) -> Self {
        let world = FakeWorld::new();
        world.files.add_directory(ROOT, Attributes::default());
        for (path, content) in example.before {
            match content {
                Some(content) => world.files.add_file(format!("{ROOT}/{path}"), *content),
                None => world.files.add_directory(format!("{ROOT}/{path}"), Attributes::default()),
            }
        }
        let body = example.body.replace("@ROOT@", ROOT).replace(MARK, SERVER);
        world.http.answer("GET", &format!("{SERVER}/app-1.0.tar.gz"), 200, archive()).unwrap();
        add_programs(example.body, &world);
        world.processes.answer_when(|_| true, |_| Ok(success()));
        let resource = decode(definition, &body, &Redactor::new("<secret>"));
        Self { world, resource }
    }

    /// Changing calls of all ports.
    pub(crate) fn mutations(&self) -> Vec<String> {
        let files = self.world.files.mutations().into_iter().map(|m| format!("{} {}", m.verb, m.path.display()));
        files.chain(self.world.processes.runs().into_iter().map(|c| format!("run {}", c.words.join(" ")))).collect()
    }
}

/// Every word of an example could be a program, so each one is there.
fn add_programs(body: &str, world: &FakeWorld) {
    let words = body.split_whitespace().filter(|word| word.bytes().all(|b| b.is_ascii_alphanumeric()));
    for word in words.chain(["sh"]) {
        for directory in ["/bin", "/usr/bin"] {
            let executable = Attributes { mode: Some(0o755), ..Attributes::default() };
            world.files.add_file_with(format!("{directory}/{word}"), "", executable);
        }
    }
}

fn success() -> Finished {
    Finished { code: 0, stdout: Captured::default(), stderr: Captured::default() }
}
