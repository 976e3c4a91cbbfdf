//! What is measured: the work, the programs that do it, and the proof that they did.

use super::measure::{self, Cost};
use super::{archives, data, packages, providers, solutions, trees};
use crate::Failure;
use crate::failure::At;
use crate::scratch::Scratch;
use crate::tree::Tree;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

pub(super) const MODE: u32 = 0o644;

/// The kinds of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Work {
    /// `upright --version`.
    StartUp,
    /// Apply with all targets absent.
    First,
    /// Apply with all targets right.
    NoChange,
    /// A rehearsal with all targets absent.
    Noop,
    /// A rehearsal with much data, all targets right.
    Data,
    /// The same, with maps and lists in all layers.
    DataNested,
    /// Packages that are there.
    Packages,
    /// A template tree, its target absent.
    ScaffoldFirst,
    /// A template tree, its target right.
    ScaffoldNoChange,
    /// A template tree of large files, its target absent: what counts is the memory.
    ScaffoldLarge,
    /// An archive that is there is extracted, its target absent.
    Extract,
    /// The provider `file` writes a tree, its target absent.
    WriteTree,
    /// The provider `directory` lists a tree.
    List,
    /// Resolvers of a solution in five phases.
    Resolvers,
    /// Resolvers of a solution that have their value at once.
    ResolversWide,
    /// Actions of a solution in chains.
    Actions,
    /// A solution lists, renders and writes a tree, its target absent.
    RenderTree,
}

impl Work {
    pub(super) const ALL: [Self; 17] = [
        Self::StartUp,
        Self::First,
        Self::NoChange,
        Self::Noop,
        Self::Data,
        Self::DataNested,
        Self::Packages,
        Self::ScaffoldFirst,
        Self::ScaffoldNoChange,
        Self::ScaffoldLarge,
        Self::Extract,
        Self::WriteTree,
        Self::List,
        Self::Resolvers,
        Self::ResolversWide,
        Self::Actions,
        Self::RenderTree,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::StartUp => "start-up",
            Self::First => "first",
            Self::NoChange => "no-change",
            Self::Noop => "noop",
            Self::Data => "data",
            Self::DataNested => "data-nested",
            Self::Packages => "packages",
            Self::ScaffoldFirst => "scaffold-first",
            Self::ScaffoldNoChange => "scaffold-no-change",
            Self::ScaffoldLarge => "scaffold-large",
            Self::Extract => "extract",
            Self::WriteTree => "write-tree",
            Self::List => "list",
            Self::Resolvers => "resolvers",
            Self::ResolversWide => "resolvers-wide",
            Self::Actions => "actions",
            Self::RenderTree => "render-tree",
        }
    }

    /// How many files, or whatever there is many of, unless somebody says another number.
    pub(super) fn usual_sizes(self) -> &'static [usize] {
        match self {
            Self::StartUp => &[0],
            Self::Data | Self::DataNested | Self::Packages | Self::Actions => &[200],
            Self::Resolvers => &[700],
            Self::ResolversWide => &[2_000],
            Self::RenderTree => &[500],
            Self::ScaffoldLarge => &[10_000],
            // Inputs from a file have at most 1 MiB.
            Self::WriteTree => &[1_000],
            _ => &[1_000, 10_000],
        }
    }

    fn makes_files(self) -> bool {
        matches!(self, Self::First | Self::ScaffoldFirst | Self::ScaffoldLarge | Self::Extract)
            || matches!(self, Self::WriteTree | Self::Actions | Self::RenderTree)
    }

    fn changes_nothing(self) -> bool {
        matches!(self, Self::NoChange | Self::ScaffoldNoChange)
    }

    /// Runs of each program: enough that the fastest was not disturbed.
    pub(super) fn usual_runs(self, files: usize) -> usize {
        match self {
            Self::StartUp => 50,
            Self::ScaffoldLarge => 3,
            _ if files > 5_000 => 7,
            _ => 15,
        }
    }
}

/// One work on one number of files, with the programs that do it.
pub(super) struct Case {
    work: Work,
    files: usize,
    programs: Vec<Program>,
}

pub(super) struct Program {
    pub(super) name: &'static str,
    pub(super) words: Vec<OsString>,
    pub(super) folder: PathBuf,
    /// What it works on; start-up has none.
    pub(super) tree: Option<Tree>,
}

/// All runs of one program.
pub(super) struct Measured {
    pub(super) name: &'static str,
    pub(super) costs: Vec<Cost>,
}

/// All runs of one case; the first program is ours, the others together, where there are any, are its floor.
pub(super) struct Measurement {
    pub(super) work: Work,
    pub(super) files: usize,
    pub(super) programs: Vec<Measured>,
}

impl Case {
    pub(super) fn new(work: Work, files: usize, binary: &Path, scratch: &Scratch) -> Result<Self, Failure> {
        let programs = match work {
            Work::Data => data::programs(data::Keys::Texts, files, binary, scratch)?,
            Work::DataNested => data::programs(data::Keys::Mixed, files, binary, scratch)?,
            Work::Packages => packages::programs(files, binary, scratch)?,
            Work::ScaffoldFirst => trees::first(files, binary, scratch)?,
            Work::ScaffoldNoChange => trees::no_change(files, binary, scratch)?,
            Work::ScaffoldLarge => trees::large(files, binary, scratch)?,
            Work::Extract => archives::extract(files, binary, scratch)?,
            Work::WriteTree => providers::write_tree(files, binary, scratch)?,
            Work::List => providers::list(files, binary, scratch)?,
            Work::Resolvers => solutions::phases(files, binary, scratch)?,
            Work::ResolversWide => solutions::wide(files, binary, scratch)?,
            Work::Actions => solutions::actions(files, binary, scratch)?,
            Work::RenderTree => solutions::tree(files, binary, scratch)?,
            _ => std::iter::once(ours(work, files, binary, scratch)?).chain(floor(work, files, scratch)?).collect(),
        };
        Ok(Self { work, files, programs })
    }

    /// Runs the programs in turn, the one that begins changing each time, so that other load hits all of them alike.
    pub(super) fn run(&self, scratch: &Scratch, runs: usize) -> Result<Measurement, Failure> {
        eprintln!("# {} {}", self.work.name(), self.files);
        let stamps = if self.work.changes_nothing() { self.prove_repair(scratch)? } else { Vec::new() };
        let mut costs: Vec<Vec<Cost>> = self.programs.iter().map(|_| Vec::new()).collect();
        for run in 0..runs {
            for turn in 0..self.programs.len() {
                let index = (run + turn) % self.programs.len();
                costs[index].push(self.run_one(&self.programs[index], scratch)?);
            }
        }
        if self.work.changes_nothing() && self.our_tree().stamps()? != stamps {
            return Err(Failure::not_done("a run without changes wrote files again"));
        }
        let programs = self.programs.iter().zip(costs);
        let programs = programs.map(|(program, costs)| Measured { name: program.name, costs }).collect();
        Ok(Measurement { work: self.work, files: self.files, programs })
    }

    fn run_one(&self, program: &Program, scratch: &Scratch) -> Result<Cost, Failure> {
        let makes_tree = self.work.makes_files() || self.work == Work::Noop;
        let made = program.tree.as_ref().filter(|_| makes_tree);
        made.map_or(Ok(()), |tree| scratch.shelve(&tree.root))?;
        let cost = measure::run(&program.words, &program.folder, scratch)?;
        match made {
            Some(tree) if self.work == Work::Noop && tree.root.exists() => {
                Err(Failure::not_done(format!("a rehearsal made {}", tree.root.display())))
            }
            Some(tree) if self.work.makes_files() => tree.compare().map(|()| cost),
            _ => Ok(cost),
        }
    }

    /// Ours must notice and repair one damaged file; the inodes and times after that must stay.
    fn prove_repair(&self, scratch: &Scratch) -> Result<Vec<(u64, i64, i64)>, Failure> {
        let (program, tree) = (&self.programs[0], self.our_tree());
        tree.damage()?;
        measure::run(&program.words, &program.folder, scratch)?;
        tree.compare()?;
        tree.stamps()
    }

    fn our_tree(&self) -> &Tree {
        self.programs[0].tree.as_ref().expect("work on files has a tree")
    }
}

fn ours(work: Work, files: usize, binary: &Path, scratch: &Scratch) -> Result<Program, Failure> {
    let folder = scratch.path().to_owned();
    let name = "upright";
    let binary = OsString::from(binary);
    if work == Work::StartUp {
        return Ok(Program { name, words: vec![binary, "--version".into()], folder, tree: None });
    }
    let tree = Tree::new(&folder.join(format!("{}-{files}", work.name())), files, MODE);
    let manifest = folder.join(format!("{}-{files}.yaml", work.name()));
    fs::write(&manifest, tree.manifest()?).at(&manifest)?;
    let mut words = vec![binary, "apply".into(), manifest.into()];
    match work {
        Work::Noop => words.push("--noop".into()),
        Work::NoChange => tree.write()?,
        _ => {}
    }
    Ok(Program { name, words, folder, tree: Some(tree) })
}

/// An ordinary tool that does the unavoidable part of the work, on files of its own.
fn floor(work: Work, files: usize, scratch: &Scratch) -> Result<Option<Program>, Failure> {
    let folder = scratch.path().to_owned();
    let tree = |name: &str| Tree::new(&folder.join(format!("floor-{name}-{files}")), files, MODE);
    match work {
        Work::StartUp => Ok(Some(Program { name: "true", words: vec!["/bin/true".into()], folder, tree: None })),
        Work::First => copy(&tree("source"), tree("copy"), folder).map(Some),
        Work::NoChange => sums(tree("sums")).map(Some),
        _ => Ok(None),
    }
}

/// `cp -r` of a tree.
pub(super) fn copy(source: &Tree, target: Tree, folder: PathBuf) -> Result<Program, Failure> {
    source.write()?;
    let words = vec!["cp".into(), "-r".into(), source.root.clone().into(), target.root.clone().into()];
    Ok(Program { name: "cp -r", words, folder, tree: Some(target) })
}

/// `sha256sum` of a tree.
pub(super) fn sums(tree: Tree) -> Result<Program, Failure> {
    tree.write()?;
    let names = tree.files.iter().map(|path| path.strip_prefix(&tree.root).expect("files are below the root"));
    let words = std::iter::once("sha256sum".into()).chain(names.map(OsString::from)).collect();
    Ok(Program { name: "sha256sum", words, folder: tree.root.clone(), tree: Some(tree) })
}
