//! The kinds of problems of solutions.

use diagnostics::Code;

/// What a run says that failed.
pub static FAILED: Code = Code::new(
    "solution::failed",
    "A resolver or an action failed while the solution ran. The message says in which phase and why; the place is the step that \
     was called, or the name of the action.",
);

/// What a provider, or another solution, does not take.
pub static UNKNOWN_INPUT: Code = Code::new(
    "solution::unknown-input",
    "A provider is given an input that it does not have, or a key inside of one, or another solution a parameter that none of its \
     resolvers asks for. When the solution runs, it is warned of and not used. `upright get provider NAME` lists the inputs.",
);

macro_rules! codes {
    ($($name:ident $id:literal $page:literal)*) => {
        $(
            pub(crate) static $name: Code = Code::new($id, $page);
        )*
        /// All of them.
        pub static CODES: &[&Code] = &[$(&$name,)* &UNKNOWN_INPUT, &FAILED];
    };
}

codes! {
    BAD_DURATION "solution::bad-duration"
        "A time is written as numbers with units: `500ms`, `30s`, `1m30s`, `2h`. A number without a unit is refused, because \
         it would not say what it counts."
    BAD_CONDITION "solution::bad-condition"
        "A condition is `true`, `false`, a text with a CEL expression, or `{expr: \"…\"}`. Numbers and lists are none."
    ENVELOPE "solution::envelope"
        "A solution begins with `apiVersion: scafctl.io/v1`, `kind: Solution` and `metadata` with a `name`. The first two may \
         be left out; a value other than these belongs to another program or another version."
    BAD_NAME "solution::bad-name"
        "Names of resolvers are not empty, have no blanks and do not begin with `__`, which is kept for names of the program \
         itself. A name with a dash works, and is written `_[\"a-b\"]` in CEL."
    NULL_RESOLVER "solution::null-resolver"
        "A resolver is written as a name with nothing behind it. It needs at least a `resolve` block that says where its value \
         comes from."
    UNKNOWN_RESOLVER "solution::unknown-resolver"
        "`dependsOn` or `rslvr` names a resolver that the solution does not have. Names are case-sensitive."
    RESOLVER_CYCLE "solution::resolver-cycle"
        "Resolvers that need each other can never have values. The message shows the way around; take one of the references \
         away. A resolver may refer to itself in `transform` and `validate` only, as `__self`."
    COMPOSE "solution::compose"
        "A file that `compose` names cannot be used: it is not there, it is no YAML, it is named twice, or it defines something \
         that is defined already."
    WORKFLOW "solution::workflow"
        "A workflow cannot be run as it is written: a name is not allowed, an action needs one that is not there, two need each \
         other, or a provider cannot be used for actions. The message begins with the place: section, action, field."
    UNKNOWN_PROVIDER "solution::unknown-provider"
        "A resolver names a provider that there is none of. When the solution runs, a source without a provider fails and the next \
     one is tried. `upright get provider` lists all providers."
    BAD_EXPRESSION "solution::bad-expression"
        "An expression in CEL cannot be read or evaluated. A condition, an `expr` or an input that is CEL is no expression, or it \
     uses a name or a function that is not known in its place, or an operator or a function with types that it does not take. When the \
     solution runs, the resolver or the action that it belongs to fails. `upright eval cel` tries expressions out, `upright get \
     cel-functions` lists all functions."
    BAD_TEMPLATE "solution::bad-template"
        "A Go template cannot be read. A `tmpl` or an input that is a template is none, or it uses a function that there is none of. When the solution runs, the resolver or the action that it belongs to fails. `upright eval \
     template` tries templates out."
    UNKNOWN_VALUE "solution::unknown-value"
        "`rslvr` in an action names a resolver that the solution does not have. When the solution runs, it ends before the first \
     action. Names are case-sensitive."
    UNKNOWN_TYPE "solution::unknown-type"
        "`type` of a resolver is `string`, `int`, `float`, `bool`, `array`, `object`, `time`, `duration` or `any`. When the solution \
     runs, a resolver with another one fails."
    NO_SOURCE "solution::no-source"
        "A resolver has no `resolve` block, so it gets no value. When the solution runs, it fails."
    EMPTY "solution::empty"
        "The document has nothing in it."
}
