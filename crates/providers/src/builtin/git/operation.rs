//! What git can be asked to do.

use super::invoke::{Reach, Spoken, invoke};
use super::{Login, plain, result};
use crate::{Context, Fault, Inputs, Output};
use system::http::redacted;
use value::{List, Value};

/// An operation, ready to be run.
pub(super) struct Operation {
    asked: Asked,
    /// What git is told.
    words: Vec<String>,
    reach: Reach,
    /// Who it is told to be, and where that counts.
    login: Option<(Login, Target)>,
}

/// What the result repeats, and what a rehearsal tells.
pub(super) struct Asked {
    pub(super) operation: String,
    pub(super) path: String,
    repository: Option<String>,
    branch: Option<String>,
}

/// Whose credentials are given.
pub(super) enum Target {
    /// A repository by its address.
    Address(String),
    /// A remote of the repository, to read from.
    Pull(String),
    /// A remote of the repository, to write to.
    Push(String),
}

impl Operation {
    pub(super) fn decode(operation: &str, inputs: &Inputs) -> Result<Self, Fault> {
        let word = |name: &'static str| inputs.filled(name).map(|text| plain(name, text)).transpose();
        let need = |name: &'static str| {
            word(name)?.ok_or_else(|| Fault::new(format!("{name} is required for {operation} operation")))
        };
        let remote = plain("remote", inputs.filled("remote").unwrap_or("origin"))?;
        let branch = word("branch")?;
        let mut reach = Reach::Change;
        let mut target = None;
        let mut words = vec![operation];
        let (depth, message) = (inputs.integer("depth").filter(|depth| *depth > 0), inputs.filled("message"));
        let depth = depth.map(|depth| format!("--depth={depth}"));
        let path = match operation {
            "clone" => {
                let repository = need("repository")?;
                target = Some(Target::Address(repository.to_owned()));
                words.extend(depth.as_deref());
                words.extend(branch.iter().flat_map(|branch| ["--branch", branch]));
                words.extend(["--", repository]);
                need("path")?
            }
            "pull" => {
                target = Some(Target::Pull(remote.to_owned()));
                words.push(remote);
                words.extend(branch);
                need("path")?
            }
            "push" => {
                target = Some(Target::Push(remote.to_owned()));
                words.extend(inputs.flag("force").then_some("--force"));
                words.push(remote);
                words.extend(branch);
                need("path")?
            }
            "status" => {
                reach = Reach::Look;
                words.push("--porcelain");
                need("path")?
            }
            "add" => {
                let path = need("path")?;
                let files = inputs.list("files").filter(|files| !files.is_empty());
                let files = files.ok_or_else(|| Fault::new("files is required for add operation"))?;
                words.push("--");
                words.extend(texts(files)?);
                path
            }
            "commit" => {
                let path = need("path")?;
                let message = message.ok_or_else(|| Fault::new("message is required for commit operation"))?;
                words.extend(["-m", message]);
                path
            }
            "checkout" => {
                let path = need("path")?;
                words.push(need("branch")?);
                path
            }
            "branch" => {
                reach = if branch.is_some() { Reach::Change } else { Reach::Look };
                words.push(branch.unwrap_or("-a"));
                need("path")?
            }
            "log" => {
                reach = Reach::Look;
                words.extend(["--oneline", "-n", "10"]);
                need("path")?
            }
            "tag" => {
                let tag = word("tag")?;
                reach = if tag.is_some() { Reach::Change } else { Reach::Look };
                words.extend(tag);
                words.extend(message.filter(|_| tag.is_some()).into_iter().flat_map(|message| ["-m", message]));
                need("path")?
            }
            _ => return Err(Fault::new(format!("unsupported operation: {operation}"))),
        };
        let login = Login::decode(inputs)?;
        let asked = Asked {
            operation: operation.to_owned(),
            path: path.to_owned(),
            repository: inputs.filled("repository").map(redacted),
            branch: branch.map(str::to_owned),
        };
        let words = words.into_iter().map(str::to_owned).collect();
        Ok(Self { asked, words, reach, login: login.zip(target) })
    }

    /// Whether it does more than looking.
    pub(super) fn changes(&self) -> bool {
        self.reach == Reach::Change
    }

    pub(super) fn execute(self, context: &Context<'_>) -> Result<Output, Fault> {
        if context.dry_run {
            return Ok(Output::of(self.rehearsed()));
        }
        if self.changes() && context.world.act().is_none() {
            return Ok(Output::unknown(format!("git {} is not done in a rehearsal", self.asked.operation)));
        }
        let spoken = self.run(context)?;
        let (output, error) = (spoken.stdout.trim(), spoken.stderr.trim());
        let output = if output.is_empty() { error } else { output };
        let error = match spoken.code {
            0 => String::new(),
            code if error.is_empty() => format!("git command failed with exit code {code}"),
            _ => error.to_owned(),
        };
        Ok(Output::of(result(&self.asked, spoken.code == 0, output.into(), error.into())))
    }

    fn run(&self, context: &Context<'_>) -> Result<Spoken, Fault> {
        let clones = self.asked.operation == "clone";
        let directory = context.directories.process.join(&self.asked.path);
        let mut words = self.words.clone();
        if clones {
            words.push(directory.display().to_string());
        }
        let place = if clones { context.directories.process.clone() } else { directory };
        let login = match &self.login {
            Some((login, target)) => login.for_target(target, &place, context)?,
            None => None,
        };
        invoke(&words, &place, self.reach, login.as_ref(), context)
    }

    fn rehearsed(&self) -> value::Map {
        let Asked { operation, path, repository, branch } = &self.asked;
        let mut message = format!("Would execute git {operation}");
        for (words, part) in
            [(" on repository: ", repository), (" at path: ", &Some(path.clone())), (" for branch: ", branch)]
        {
            message.extend(part.iter().flat_map(|part| [words, part]));
        }
        let mut data = result(&self.asked, true, "".into(), "".into());
        data.insert("_dryRun", true);
        data.insert("_message", message);
        data
    }
}

fn texts(files: &List) -> Result<Vec<&str>, Fault> {
    let texts = files.iter().enumerate().map(|(index, file)| match file {
        Value::String(text) if !text.is_empty() && !text.contains('\0') => Ok(&**text),
        other => Err(Fault::new(format!("files[{index}] must be a string, got {}", other.type_name()))),
    });
    texts.collect()
}
