//! Scenarios that do not pass yet.

/// The scenario, and what is missing.
pub(crate) const PENDING: &[(&str, &str)] = &[
    ("dryrun-whatif-head", "the what-if of `render-tree` has other words"),
    ("exec-cwd", "`-C` moves the commands of resolvers as well"),
    ("explain-kinds", "`explain` does not know the kinds of documents"),
    ("get-resolver-refs", "there is no `get resolver refs`"),
    ("nasty-read-binary", "bytes that are no text are encoded"),
    ("solution-action-nowf", "there is no provider `solution`"),
    ("solution-provider", "there is no provider `solution`"),
    ("solution-provider-depth", "there is no provider `solution`"),
    ("solution-provider-fail", "there is no provider `solution`"),
    ("solution-provider-inputs", "there is no provider `solution`"),
    ("solution-provider-nopropagate", "there is no provider `solution`"),
];
