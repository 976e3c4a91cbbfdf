//! Every error code of the program, from the crates that raise them.

use diagnostics::Code;

/// All lists; `explain` and the reference page are made from them.
pub(crate) fn all() -> Vec<&'static [&'static Code]> {
    let mut lists = vec![
        document::yaml::CODES,
        document::json::CODES,
        document::decode::CODES,
        engine::CODES,
        expr::CODES,
        gotmpl::CODES,
        jet::CODES,
        manifest::CODES,
        scaffold::CODES,
    ];
    lists.extend(resources::codes());
    lists
}
