//! Files.

use std::path::Path;
use std::sync::Arc;

use expr::cel::Type::{Bool, String};
use expr::cel::{Function, Overload};
use system::files::Links;
use value::Value;

use super::Outside;

pub(super) fn exists(outside: &Outside) -> Function {
    let files = Arc::clone(&outside.files);
    Function {
        name: "filepath.exists",
        group: "filepath",
        help: "whether there is something at a path; relative paths start in the working directory",
        example: "filepath.exists(\"/no/such/file\")",
        result: "false",
        overloads: vec![Overload {
            id: "filepath_exists",
            method: false,
            parameters: &[String],
            result: Bool,
            // What cannot be looked at is not there, as in the original.
            body: Arc::new(move |_, arguments| {
                let path = arguments[0].as_str().unwrap_or_default();
                let found =
                    !path.is_empty() && files.stat(Path::new(path), Links::Follow).is_ok_and(|stat| stat.is_some());
                Ok(Value::Bool(found))
            }),
        }],
    }
}
