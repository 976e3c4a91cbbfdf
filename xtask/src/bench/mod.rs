//! The benchmark: our times beside the floors on the same files, interleaved in one run.

mod archives;
mod cases;
mod data;
mod measure;
mod packages;
mod providers;
mod solutions;
mod table;
mod trees;

pub(crate) use measure::{MEASURE, here as measure_here};

use crate::cli::Words;
use crate::scratch::Scratch;
use crate::{Failure, workspace};
use cases::{Case, Work};

pub(crate) fn run(words: &Words) -> Result<(), Failure> {
    let chosen = chosen(&words.plain)?;
    let asked: Option<usize> = words.option("files")?;
    let runs: Option<usize> = words.option("runs")?;
    let binary = workspace::binary(words.option("bin")?)?;
    let scratch = Scratch::new("bench")?;
    let place = if scratch.is_in_memory() { "memory" } else { "TMPDIR" };
    println!("# files in {place}; ratios are of the fastest runs, and only those within one table mean something");
    let mut results = Vec::new();
    for work in chosen {
        let sizes = match asked {
            Some(files) if work != Work::StartUp => vec![files],
            _ => work.usual_sizes().to_vec(),
        };
        for files in sizes {
            let case = Case::new(work, files, &binary, &scratch)?;
            results.push(case.run(&scratch, runs.unwrap_or_else(|| work.usual_runs(files)))?);
        }
    }
    print!("{}", table::render(&results));
    Ok(())
}

fn chosen(names: &[String]) -> Result<Vec<Work>, Failure> {
    if names.is_empty() {
        return Ok(Work::ALL.to_vec());
    }
    let find = |name: &String| {
        let known = || Work::ALL.map(Work::name).join(", ");
        let found = Work::ALL.into_iter().find(|work| work.name() == name);
        found.ok_or_else(|| Failure::usage(format!("no benchmark `{name}`, there are {}", known())))
    };
    names.iter().map(find).collect()
}
