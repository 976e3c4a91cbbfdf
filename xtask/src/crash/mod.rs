//! Kills the program with SIGKILL at random moments of a run and looks at what is left: every target is absent, old or
//! new, complete, with its final owner and mode. The next run leaves no temporary file behind and touches no other.

mod neighbours;
mod start;
mod targets;

use crate::cli::Words;
use crate::failure::At;
use crate::random::Random;
use crate::scratch::Scratch;
use crate::{Failure, workspace};
use start::Start;
use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use targets::Targets;

/// So many kills are tried for one that hits a run between its files.
const ATTEMPTS: usize = 50;

/// An order to kill.
#[derive(Debug, Clone)]
pub struct Crash {
    /// The program.
    pub binary: PathBuf,
    /// How many kills have to hit it between its first file and its last; those that come too early or too late are
    /// looked at as well.
    pub kills: usize,
    /// How many files its manifest has.
    pub files: usize,
    /// Decides the moments and the states at the start.
    pub seed: u64,
}

/// What the kills hit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Report {
    /// Kills before the first file was touched.
    pub before: usize,
    /// Kills while some files were done and others not.
    pub during: usize,
    /// Kills after the last file was done.
    pub after: usize,
    /// Temporary files that killed runs left and later runs removed.
    pub leftovers: usize,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { before, during, after, leftovers } = self;
        let kills = self.kills();
        write!(f, "{kills} kills: {before} before the first file, {during} between files, {after} after the last; ")?;
        write!(f, "{leftovers} temporary files were left, and removed by the next run")
    }
}

pub(crate) fn verb(words: &Words) -> Result<(), Failure> {
    let crash = Crash {
        binary: workspace::binary(words.option("bin")?)?,
        kills: words.option("kills")?.unwrap_or(500),
        files: words.option("files")?.unwrap_or(1_000),
        seed: words.option("seed")?.unwrap_or_else(|| u64::from(std::process::id())),
    };
    println!("# {} kills between the files of a run over {}, seed {}", crash.kills, crash.files, crash.seed);
    println!("{}", crash.run()?);
    Ok(())
}

impl Crash {
    /// Kills and looks; the first thing that is not as promised is the failure.
    pub fn run(&self) -> Result<Report, Failure> {
        let scratch = Scratch::new("crash")?;
        let mut random = Random::new(self.seed);
        let mut targets = Targets::new(&scratch.path().join("tree"), self.files)?;
        let manifest = scratch.path().join("manifest.yaml");
        fs::write(&manifest, targets.tree.manifest()?).at(&manifest)?;
        let program = Program { binary: self.binary.clone(), manifest, scratch, runs: AtomicUsize::new(0) };
        neighbours::meet(&program, &mut targets, &mut random)?;
        let durations = measure(&program, &targets, &mut random)?;
        let mut report = Report::default();
        while report.during < self.kills {
            let kill = report.kills();
            if kill >= ATTEMPTS * self.kills {
                return Err(Failure::new(format!("too few of the kills hit a run between its files: {report}")));
            }
            let (start, whole) = *random.pick(&durations);
            let moment = random_part(whole, &mut random);
            start.prepare(&targets, &mut random)?;
            let hit = kill_once(&program, &targets, moment);
            let place = |failure| Failure::not_done(format!("kill {kill} after {moment:?}, {start:?}: {failure}"));
            report.add(hit.map_err(place)?);
        }
        Ok(report)
    }
}

/// What a kill hit.
enum Hit {
    Before,
    During,
    After,
}

impl Report {
    fn kills(&self) -> usize {
        self.before + self.during + self.after
    }

    fn add(&mut self, (hit, leftovers): (Hit, usize)) {
        self.leftovers += leftovers;
        *match hit {
            Hit::Before => &mut self.before,
            Hit::During => &mut self.during,
            Hit::After => &mut self.after,
        } += 1;
    }
}

/// How long a whole run takes from each start.
fn measure(program: &Program, targets: &Targets, random: &mut Random) -> Result<Vec<(Start, Duration)>, Failure> {
    let mut measure = |start: Start| {
        start.prepare(targets, random)?;
        let before = targets.look()?;
        let whole = program.finish()?;
        targets.look()?.expect_whole_run_after(&before)?;
        Ok((start, whole))
    };
    Start::ALL.into_iter().map(&mut measure).collect()
}

/// One killed run, a look at what is left, and the run that puts everything in order.
fn kill_once(program: &Program, targets: &Targets, moment: Duration) -> Result<(Hit, usize), Failure> {
    let before = targets.look()?;
    let mut child = program.spawn()?;
    std::thread::sleep(moment);
    kill_and_wait(&mut child)?;
    let left = targets.look()?;
    left.expect_killed_run_after(&before)?;
    program.finish()?;
    targets.look()?.expect_whole_run_after(&before)?;
    let hit = if left.is_all_new() {
        Hit::After
    } else if left == before {
        Hit::Before
    } else {
        Hit::During
    };
    Ok((hit, left.strangers.len()))
}

fn kill_and_wait(child: &mut Child) -> Result<(), Failure> {
    child.kill().and_then(|()| child.wait()).map_err(|error| Failure::new(format!("cannot kill: {error}")))?;
    Ok(())
}

fn random_part(whole: Duration, random: &mut Random) -> Duration {
    let nanoseconds = u64::try_from(whole.as_nanos()).unwrap_or(u64::MAX);
    Duration::from_nanos(random.below(nanoseconds.max(1)))
}

/// The program and the manifest that it applies.
struct Program {
    binary: PathBuf,
    manifest: PathBuf,
    scratch: Scratch,
    runs: AtomicUsize,
}

impl Program {
    fn command(&self) -> Command {
        let mut command = Command::new(&self.binary);
        command.arg("apply").arg(&self.manifest).current_dir(self.scratch.path());
        self.scratch.environment(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()));
        // Runs that are stopped in the middle would keep others waiting.
        let runs = self.runs.fetch_add(1, Ordering::Relaxed);
        command.env("UPRIGHT_STATE_DIR", self.scratch.path().join(format!("state-{runs}")));
        command
    }

    fn spawn(&self) -> Result<Child, Failure> {
        self.command().spawn().at(&self.binary)
    }

    /// A run to its end, and how long it took.
    fn finish(&self) -> Result<Duration, Failure> {
        let start = Instant::now();
        let output = self.command().stderr(Stdio::piped()).output().at(&self.binary)?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr);
            return Err(Failure::not_done(format!("a whole run ended with {}: {}", output.status, text.trim_end())));
        }
        Ok(start.elapsed())
    }
}
