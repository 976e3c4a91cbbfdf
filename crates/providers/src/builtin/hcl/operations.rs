//! Reading, laying out and checking.

use super::decode::{Operation, Origin, Work};
use super::found::Found;
use super::sources::{self, Source, Sources, Stop};
use super::syntax::{self, Lines, Problem};
use super::{blocks, json_syntax};
use crate::{Context, Fault, Output};
use value::{List, Map, Value};

/// The longest text where values have no limit.
const MOST: usize = 1 << 30;

pub(super) fn read(operation: Operation, from: &Origin, context: &Context<'_>) -> Result<Output, Fault> {
    let sources = match sources::load(from, context) {
        Ok(sources) => sources,
        Err(Stop::Fault(fault)) => return Err(fault),
        Err(Stop::Unknown(unknown)) => return Ok(Output::of(unknown)),
    };
    let data = match operation {
        Operation::Parse => parse(&sources, context)?,
        Operation::Format => format(&sources, context)?,
        Operation::Validate => validate(&sources, context)?,
    };
    Ok(described(Output::of(data), operation, &sources))
}

fn described(output: Output, operation: Operation, sources: &Sources) -> Output {
    let bytes = sources.all.iter().map(|source| source.text.len()).sum();
    let output =
        output.with("operation", operation.name()).with("bytes", count(bytes)).with("files", count(sources.all.len()));
    let names = || sources.all.iter().map(|source| Value::string(source.name.as_str()));
    if sources.are_several {
        output.with("filenames", names().collect::<List>())
    } else {
        output.with("filename", names().next().unwrap_or_default())
    }
}

fn count(number: usize) -> Value {
    Value::Int(i64::try_from(number).unwrap_or(i64::MAX))
}

/// What would be there if there were nothing. A text that is at hand is refused as it would be then, and judged as it is.
pub(super) fn rehearsed(work: &Work, context: &Context<'_>) -> Result<Output, Fault> {
    if let Work::Read { operation, from: from @ Origin::Content(_) } = work {
        let seen = read(*operation, from, context)?;
        if matches!(operation, Operation::Validate) {
            return Ok(seen.with("mode", "dry-run"));
        }
    }
    let (operation, data) = match work {
        Work::Generate { .. } => ("generate", [("hcl", Value::string(""))].into_iter().collect::<Map>().into()),
        Work::Read { operation, .. } => {
            let data = match operation {
                Operation::Parse => Found::default().into_value(),
                Operation::Format => layout(String::new(), false).into(),
                Operation::Validate => verdict(&[], "", &Lines::new("")).into(),
            };
            (operation.name(), data)
        }
    };
    Ok(Output::of(data).with("operation", operation).with("mode", "dry-run"))
}

fn parse(sources: &Sources, context: &Context<'_>) -> Result<Value, Fault> {
    let mut found = Found::default();
    for source in &sources.all {
        context.go_on()?;
        found.append(parsed(source)?);
    }
    Ok(found.into_value())
}

fn parsed(source: &Source) -> Result<Found, Fault> {
    let refused = |problems: &[Problem]| Fault::new(format!("failed to parse HCL: {}", told(problems, source)));
    if source.is_json() {
        return json_syntax::read(&source.text).map_err(|problem| refused(&[problem]));
    }
    let (body, problems) = syntax::parse(&source.text);
    if problems.is_empty() { Ok(blocks::read(&body, &source.text)) } else { Err(refused(&problems)) }
}

/// The first problem, and how many there are beside it.
fn told(problems: &[Problem], source: &Source) -> String {
    let lines = Lines::new(&source.text);
    let first = problems.first().map(|problem| problem.line(&source.name, &lines)).unwrap_or_default();
    match problems.len() {
        0 | 1 => first,
        many => format!("{first}, and {} other diagnostic(s)", many - 1),
    }
}

fn format(sources: &Sources, context: &Context<'_>) -> Result<Value, Fault> {
    let mut files = List::new();
    let mut any = false;
    for source in &sources.all {
        context.go_on()?;
        // The JSON form has no layout of its own.
        let formatted = if source.is_json() { source.text.clone() } else { laid_out(&source.text, context)? };
        let changed = formatted != source.text;
        let mut map = layout(formatted, changed);
        if !sources.are_several {
            return Ok(map.into());
        }
        any |= changed;
        map.insert("filename", source.name.as_str());
        files.push(map);
    }
    Ok([("files", Value::from(files)), ("changed", any.into())].into_iter().collect::<Map>().into())
}

/// The canonical layout, unless it is larger than a value may be.
pub(super) fn laid_out(text: &str, context: &Context<'_>) -> Result<String, Fault> {
    let most = match usize::try_from(context.run.settings.max_value_size).unwrap_or(usize::MAX) {
        0 => MOST,
        most => most,
    };
    let too_long = || Fault::new(format!("the formatted text is larger than the limit of {most} bytes"));
    syntax::format(text, most).ok_or_else(too_long)
}

fn layout(formatted: String, changed: bool) -> Map {
    [("formatted", Value::string(formatted)), ("changed", changed.into())].into_iter().collect()
}

fn validate(sources: &Sources, context: &Context<'_>) -> Result<Value, Fault> {
    let (mut files, mut errors) = (List::new(), 0);
    for source in &sources.all {
        context.go_on()?;
        let problems = problems_of(source);
        let mut map = verdict(&problems, &source.name, &Lines::new(&source.text));
        if !sources.are_several {
            return Ok(map.into());
        }
        errors += problems.len();
        map.insert("filename", source.name.as_str());
        files.push(map);
    }
    let all: Map = [("valid", Value::from(errors == 0)), ("error_count", count(errors)), ("files", files.into())]
        .into_iter()
        .collect();
    Ok(all.into())
}

fn problems_of(source: &Source) -> Vec<Problem> {
    if source.is_json() {
        return json_syntax::read(&source.text).err().into_iter().collect();
    }
    syntax::parse(&source.text).1
}

fn verdict(problems: &[Problem], name: &str, lines: &Lines<'_>) -> Map {
    let diagnostics: List = problems.iter().map(|problem| Value::from(problem.to_map(name, lines))).collect();
    [
        ("valid", Value::from(problems.is_empty())),
        ("error_count", count(problems.len())),
        ("diagnostics", diagnostics.into()),
    ]
    .into_iter()
    .collect()
}
