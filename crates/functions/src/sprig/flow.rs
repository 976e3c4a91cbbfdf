//! Ending a template on purpose, and saying hello.

use gotmpl::go::Type;
use gotmpl::{Call, CallError, Function};
use value::Value;

use super::declare::text;

const GROUP: &str = "flow";

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("fail", &[text("message")], Type::String, fail)
        .help(GROUP, "ends the template with an error that has this message")
        .example(r#"{{ if false }}{{ fail "no port" }}{{ end }}fine"#, "fine"),
    Function::new("hello", &[], Type::String, |_| Ok("Hello!".into()))
        .help(GROUP, "a greeting")
        .example("{{ hello }}", "Hello!"),
];

fn fail(call: &mut Call<'_>) -> Result<Value, CallError> {
    Err(CallError::new(gostd::utf8::to_text(call.bytes(0))))
}
