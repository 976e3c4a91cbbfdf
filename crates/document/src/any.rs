//! Documents that may be JSON or YAML.

use crate::json::parse_json;
use crate::{Node, Options, yaml};
use diagnostics::{Diagnostics, FileId};

/// Reads a text as JSON when it begins like JSON and is JSON, otherwise as YAML. YAML too may begin with `{`, so the
/// errors are those of YAML.
pub fn parse_any<'a>(text: &'a str, file: FileId, options: &Options) -> Result<Node<'a>, Diagnostics> {
    let first = text.trim_start_matches('\u{feff}').trim_start_matches([' ', '\t', '\r', '\n']);
    if first.starts_with(['{', '['])
        && let Ok(node) = parse_json(text, file, options.limits)
    {
        return Ok(node);
    }
    yaml::parse(text, file, options)
}
