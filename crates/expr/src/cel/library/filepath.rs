//! Paths as texts. Nothing here looks at files.

use gostd::path::clean_text;
use value::Value;

use super::function::{Native, function};
use super::strings::text;
use crate::cel::eval::Budget;
use crate::cel::failure::Failure;
use crate::cel::types::Type::{self, String};

const GROUP: &str = "filepath";
const TEN: &[Type; 10] = &[String; 10];

/// `TEN` has as many parameters as the longest overload; each takes its share.
const fn parameters(count: usize) -> &'static [Type] {
    TEN.split_at(count).0
}

pub(super) static TABLE: &[Native] = &[
    Native {
        name: "filepath.dir",
        group: GROUP,
        help: "the directory that a path is in; `.` if it names none",
        example: "filepath.dir(\"/srv/app/main.conf\")",
        result: "\"/srv/app\"",
        overloads: &[function("filepath_dir", &[String], String, dir)],
    },
    Native {
        name: "filepath.normalize",
        group: GROUP,
        help: "the shortest path to the same place, with `/` and without a drive",
        example: "filepath.normalize(\"/srv//app/../conf/\")",
        result: "\"/srv/conf\"",
        overloads: &[function("filepath_normalize", &[String], String, normalize)],
    },
    Native {
        name: "filepath.join",
        group: GROUP,
        help: "two to ten parts as one path",
        example: "filepath.join(\"/srv\", \"app\", \"main.conf\")",
        result: "\"/srv/app/main.conf\"",
        overloads: &[
            function("filepath_join_2", parameters(2), String, join),
            function("filepath_join_3", parameters(3), String, join),
            function("filepath_join_4", parameters(4), String, join),
            function("filepath_join_5", parameters(5), String, join),
            function("filepath_join_6", parameters(6), String, join),
            function("filepath_join_7", parameters(7), String, join),
            function("filepath_join_8", parameters(8), String, join),
            function("filepath_join_9", parameters(9), String, join),
            function("filepath_join_10", parameters(10), String, join),
        ],
    },
];

fn dir(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let path = text(arguments, 0);
    budget.allocate(path.len())?;
    let end = path.rfind('/').map_or(0, |at| at + 1);
    Ok(Value::string(clean_text(&path[..end])))
}

/// A path with a colon is what stands between the first and the second one, as in the original.
fn normalize(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let path = text(arguments, 0).replace('\\', "/");
    budget.allocate(path.len())?;
    Ok(Value::string(clean_text(path.split(':').nth(1).unwrap_or(&path))))
}

fn join(budget: &mut Budget, arguments: &[Value]) -> Result<Value, Failure> {
    let parts: Vec<&str> = arguments.iter().filter_map(Value::as_str).collect();
    budget.allocate(parts.iter().map(|part| part.len() + 1).sum())?;
    let kept: Vec<&str> = parts.iter().copied().skip_while(|part| part.is_empty()).collect();
    Ok(Value::string(if kept.is_empty() { std::string::String::new() } else { clean_text(&kept.join("/")) }))
}
