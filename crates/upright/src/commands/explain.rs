//! `upright explain`.

use crate::exit::Exit;
use crate::{codes, console};
use diagnostics::{Redactor, find_code};

/// Prints the page of a code, or all codes.
pub(super) fn run(id: Option<&str>) -> Exit {
    let lists = codes::all();
    let Some(id) = id else {
        let mut ids: Vec<&str> = lists.iter().flat_map(|list| list.iter()).map(|code| code.id).collect();
        ids.sort_unstable();
        return console::print(&(ids.join("\n") + "\n"));
    };
    match find_code(&lists, id) {
        Ok(code) => {
            console::print(&(diagnostics::explain_code(code, console::output_style()).trim_end().to_owned() + "\n"))
        }
        Err(suggestion) => {
            let help = match suggestion {
                Some(known) => format!("did you mean `{known}`?"),
                None => "`upright explain` lists all codes".to_owned(),
            };
            console::error(&format!("there is no error code `{id}`; {help}"), &Redactor::new(""));
            Exit::NotFound
        }
    }
}
