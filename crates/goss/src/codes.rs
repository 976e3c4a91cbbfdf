//! The problems that goss rules have.

use diagnostics::Code;

/// All of them.
pub const CODES: &[&Code] = &[
    &UNKNOWN_SECTION,
    &UNKNOWN_ATTRIBUTE,
    &EMPTY_RESOURCE,
    &SHAPE,
    &EXPECTATION,
    &OLD_SPELLING,
    &NO_TESTS,
    &INCLUDE,
    &TEMPLATE,
    &REPLACED,
];

pub(crate) static UNKNOWN_SECTION: Code = Code::new(
    "goss::unknown-section",
    "goss passes over sections that it does not know, so nothing in this one is checked. Names that begin with `x-` are free and \
     can hold anchors:\n\n```yaml\nx-defaults: &web\n  status: 200\nhttp:\n  http://127.0.0.1/:\n    <<: *web\n```",
);

pub(crate) static UNKNOWN_ATTRIBUTE: Code = Code::new(
    "goss::unknown-attribute",
    "Every section has attributes of its own, and a name that is none of them is refused.",
);

pub(crate) static EMPTY_RESOURCE: Code = Code::new(
    "goss::empty-resource",
    "A resource is a map of attributes. An include without attributes is written with an empty one:\n\n\
     ```yaml\ngossfile:\n  /etc/goss.d/*.yaml: {}\n```",
);

pub(crate) static SHAPE: Code = Code::new(
    "goss::shape",
    "The rules are a map of sections, a section is a map of resources, a resource a map of attributes. Settings have types: a \
     timeout is a number of milliseconds, `skip` is `true` or `false`, `request-headers` is a list of texts.",
);

pub(crate) static EXPECTATION: Code = Code::new(
    "goss::expectation",
    "An expectation is a text, a number, a truth value, a list of expectations, or a map with the name of one matcher. One that \
     cannot be read fails when it is checked.\n\n```yaml\nstdout: {contain-element: {have-prefix: v1.}}\n```",
);

pub(crate) static OLD_SPELLING: Code =
    Code::new("goss::old-spelling", "The attribute still works under this name, but there is a newer one.");

pub(crate) static NO_TESTS: Code =
    Code::new("goss::no-tests", "Rules that check nothing pass nothing either: at least one resource is needed.");

pub(crate) static INCLUDE: Code = Code::new(
    "goss::include",
    "An included file has to be there, and has to hold rules. Files are included to a depth of 50; a file that includes itself \
     has no end.",
);

pub(crate) static TEMPLATE: Code = Code::new(
    "goss::template",
    "Included files are Go templates with the functions of sprig. `.Env` has the environment; a variable that is not set is an \
     error, and `getEnv` takes a default:\n\n```yaml\nport:\n  tcp:{{ getEnv \"PORT\" \"8080\" }}:\n    listening: true\n```",
);

pub(crate) static REPLACED: Code =
    Code::new("goss::replaced", "A resource of an included file takes the place of one that was read before it.");
