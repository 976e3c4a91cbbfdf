//! What would happen, in a sentence.

use crate::Inputs;

pub(super) fn what_if(inputs: &Inputs) -> String {
    let path = inputs.text("path").unwrap_or_default();
    match inputs.text("operation").unwrap_or_default() {
        "write" => format!("Would write file {path}"),
        "delete" => format!("Would delete file {path}"),
        "read" => format!("Would read file {path}"),
        "exists" => format!("Would check if file exists: {path}"),
        "write-tree" => format!("Would write file tree to {}", inputs.text("basePath").unwrap_or_default()),
        other => format!("Would perform file {other} on {path}"),
    }
}
