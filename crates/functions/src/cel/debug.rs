//! Looking into expressions while they run.

use std::sync::Arc;
use std::time::Duration;

use expr::cel::Type::{Any, Int, Null};
use expr::cel::{Budget, Failure, Function, Overload, SharedBody, Type, to_plain_within};
use value::Value;

use super::Outside;

const GROUP: &str = "debug";

pub(super) fn functions(outside: &Outside) -> Vec<Function> {
    vec![out(outside), throw(), sleep(outside)]
}

fn overload(id: &'static str, parameters: &'static [Type], result: Type, body: SharedBody) -> Overload {
    Overload { id, method: false, parameters, result, body }
}

fn out(outside: &Outside) -> Function {
    let print = |last: bool| -> SharedBody {
        let debug = outside.debug.clone();
        Arc::new(move |budget: &mut Budget, arguments: &[Value]| {
            if let Some(debug) = &debug {
                debug.line(&format!("CEL DEBUG OUTPUT: {}", to_plain_within(budget, &arguments[0])?));
            }
            Ok(arguments.get(1).filter(|_| last).cloned().unwrap_or_default())
        })
    };
    Function {
        name: "debug.out",
        group: GROUP,
        help: "prints a value to stderr; the result is null, or the second argument",
        example: "debug.out(\"ports\", [80, 443]).size()",
        result: "2",
        overloads: vec![
            overload("debug_out", &[Any], Null, print(false)),
            overload("debug_out_with_value", &[Any, Any], Any, print(true)),
        ],
    }
}

fn throw() -> Function {
    let body: SharedBody = Arc::new(|budget: &mut Budget, arguments: &[Value]| {
        Err(Failure::new(to_plain_within(budget, &arguments[0])?.to_string()))
    });
    Function {
        name: "debug.throw",
        group: GROUP,
        help: "fails with a value as the message",
        example: "1 > 0 || debug.throw(\"never\")",
        result: "true",
        overloads: vec![overload("debug_throw", &[Any], Any, body)],
    }
}

fn sleep(outside: &Outside) -> Function {
    let wait = || -> SharedBody {
        let (clock, interrupt) = (Arc::clone(&outside.clock), outside.interrupt.clone());
        Arc::new(move |_: &mut Budget, arguments: &[Value]| {
            let millis = arguments[0].as_int().unwrap_or(0);
            if !clock.sleep(Duration::from_millis(u64::try_from(millis).unwrap_or(0)), &interrupt) {
                return Err(Failure::new("debug.sleep: interrupted"));
            }
            Ok(arguments.get(1).cloned().unwrap_or(Value::Int(millis)))
        })
    };
    Function {
        name: "debug.sleep",
        group: GROUP,
        help: "waits for so many milliseconds; the result is their number, or the second argument",
        example: "debug.sleep(1, \"ready\")",
        result: "\"ready\"",
        overloads: vec![
            overload("debug_sleep", &[Int], Int, wait()),
            overload("debug_sleep_with_value", &[Int, Any], Any, wait()),
        ],
    }
}
