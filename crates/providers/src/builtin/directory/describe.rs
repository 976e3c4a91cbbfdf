//! What would happen, in a sentence.

use crate::Inputs;

pub(super) fn what_if(inputs: &Inputs) -> String {
    let path = inputs.text("path").unwrap_or_default();
    let destination = inputs.text("destination").unwrap_or_default();
    match inputs.text("operation").unwrap_or_default() {
        "list" => format!("Would list directory {path}"),
        "mkdir" => format!("Would create directory {path}"),
        "rmdir" => format!("Would remove directory {path}"),
        "copy" => format!("Would copy directory {path} to {destination}"),
        "move" => format!("Would move directory {path} to {destination}"),
        other => format!("Would perform directory {other} on {path}"),
    }
}
