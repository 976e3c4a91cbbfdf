//! The tables of the language pages, from where operators and functions are declared. The crates that declare them execute
//! every example.

use super::generated::rows;

/// One line, whatever the language.
struct Line {
    group: String,
    signature: String,
    help: String,
    example: String,
    result: String,
}

/// All tables of a language, one per group.
pub(crate) fn tables(language: &str) -> Option<String> {
    let lines = lines(language)?;
    let mut groups: Vec<&str> = Vec::new();
    for line in &lines {
        if !groups.contains(&line.group.as_str()) {
            groups.push(&line.group);
        }
    }
    let tables = groups.iter().map(|group| {
        let lines = lines.iter().filter(|line| line.group == **group);
        let row = |line: &Line| vec![code(&line.signature), line.help.clone(), code(&line.example), code(&line.result)];
        format!("### {}\n{}\n", heading(group), rows(&["Written", "Meaning", "Example", "Result"], lines.map(row)))
    });
    Some(tables.collect::<String>().trim_end().to_owned() + "\n")
}

fn lines(language: &str) -> Option<Vec<Line>> {
    macro_rules! of {
        ($entries:expr, $signature:expr) => {
            $entries
                .map(|entry| Line {
                    group: entry.group.to_string(),
                    signature: $signature(&entry),
                    help: entry.help.to_string(),
                    example: entry.example.to_string(),
                    result: entry.result.to_string(),
                })
                .collect()
        };
    }
    Some(match language {
        "expr" => of!(expr::exprlang::reference(), |entry: &expr::exprlang::Entry| entry.signature.to_string()),
        "gjson" => of!(expr::gjson::reference(), |entry: &expr::gjson::Entry| entry.name.to_string()),
        "cel" => {
            let engine = expr::cel::Engine::new().with(functions::cel::library(&outside()));
            of!(engine.reference().into_iter(), |entry: &expr::cel::Entry| entry.signatures.join("; "))
        }
        "template" => of!(gotmpl::reference().into_iter(), |entry: &gotmpl::Entry| entry.signature.clone()),
        "sprig" => sprig(),
        "jet" => of!(jet::reference().into_iter(), |entry: &jet::Entry| entry.signature.to_string()),
        _ => return None,
    })
}

/// The functions that are handed to Go templates, by group and name.
fn sprig() -> Vec<Line> {
    let world = world();
    let outside = functions::Outside::new(world.clock, world.random);
    let set = functions::scafctl(&outside, functions::EnvFunctions::Allowed);
    let mut all: Vec<&gotmpl::Function> = set.iter().collect();
    all.sort_by_key(|function| (function.group(), function.name()));
    let line = |function: &gotmpl::Function| Line {
        group: function.group().to_owned(),
        signature: function.signature(),
        help: function.help_text().to_owned(),
        example: function.example_text().0.to_owned(),
        result: function.example_text().1.to_owned(),
    };
    all.into_iter().map(line).collect()
}

/// What functions are handed; nothing of it is used to list them.
fn outside() -> functions::cel::Outside {
    let system::ReadWorld { files, clock, random, interrupt, .. } = world();
    functions::cel::Outside { files, clock, random, interrupt, zone: gostd::time::Zone::utc(), debug: None }
}

fn world() -> system::ReadWorld {
    system::ReadWorld::real(system::Interrupt::never(), Vec::new())
}

fn heading(group: &str) -> String {
    let mut letters = group.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

/// A text as code in one line; what holds a back quote is put between two.
fn code(text: &str) -> String {
    let line = text.replace('\n', "\\n");
    match line.as_str() {
        "" => String::new(),
        line if line.contains('`') => format!("`` {line} ``"),
        line => format!("`{line}`"),
    }
}
