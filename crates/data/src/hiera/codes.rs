//! The problems that hierarchical data has.

use diagnostics::Code;

/// All of them.
pub const CODES: &[&Code] = &[
    &HIERARCHY,
    &ORDER,
    &MERGE,
    &OVERRIDES,
    &REQUIRED,
    &INVALID,
    &VALIDATOR,
    &ANNOTATION,
    &UNREACHABLE,
    &SOURCE,
    &NOT_FOUND,
    &NO_ANSWER,
    &DENIED,
    &DATA,
    &SECRET,
];

pub(crate) static HIERARCHY: Code = Code::new(
    "hiera::hierarchy",
    "`hierarchy` is a map with the list `order` and, where wanted, `merge`. Without it the order is `[default]` and the \
     first match counts.\n\n\
     ```yaml\nhierarchy:\n  order:\n    - \"host:{{ Facts.host.info.hostname }}\"\n    - \"os:{{ Facts.host.info.platform }}\"\n  merge: deep\n```",
);

pub(crate) static ORDER: Code = Code::new(
    "hiera::order",
    "`hierarchy.order` is a list of texts, the names of overrides. An entry whose expressions all give nothing is skipped, \
     so a machine without a role does not match `role:{{ Facts.role }}`.",
);

pub(crate) static MERGE: Code = Code::new(
    "hiera::merge",
    "`hierarchy.merge` is `first` or `deep`. With `first` the first override that matches replaces keys at the top, and the \
     rest is not looked at. With `deep` all that match are merged one after the other: maps key by key, lists joined, \
     anything else replaced by the later one.",
);

pub(crate) static OVERRIDES: Code = Code::new(
    "hiera::overrides",
    "`overrides` is a map: under each name, as `hierarchy.order` gives it, a map of data.\n\n\
     ```yaml\noverrides:\n  os:debian:\n    package: apache2\n  os:rocky:\n    package: httpd\n```",
);

pub(crate) static REQUIRED: Code = Code::new(
    "hiera::required",
    "A key with the annotation `@require` has no value after everything was merged: it is missing, null or an empty text. \
     Give it one in the data, in an override that matches this machine, or in the data that is passed.\n\n\
     ```yaml\ndata:\n  # @require\n  admin_address: \"\"\n```",
);

pub(crate) static INVALID: Code = Code::new(
    "hiera::invalid",
    "The expression of a `@validate` annotation says that the value is not right. It sees the text of the value after \
     everything was merged.\n\n\
     ```yaml\ndata:\n  # @validate isInt(value) && int(value) > 1024\n  port: 8080\n```",
);

pub(crate) static VALIDATOR: Code = Code::new(
    "hiera::validator",
    "The expression of a `@validate` annotation cannot be compiled, or fails. Some functions fail instead of answering \
     no: `isIP`, `isIPv4`, `isIPv6`, `isHostname`, `isFQDN` and `isShellSafe` say why they do not like a value. So \
     `isIPv4(value) || isIPv6(value)` does not do for IPv6; `isIP(value)` does.",
);

pub(crate) static ANNOTATION: Code = Code::new(
    "hiera::unknown-annotation",
    "A comment in `data` begins with `@` and is no annotation. There are `@require`, `@validate <expression>` and `@secret`, \
     each on a line of its own or behind the value, and nothing else on it. Comments without `@` are free.",
);

pub(crate) static UNREACHABLE: Code = Code::new(
    "hiera::unreachable-annotation",
    "An annotation belongs to a key that rules cannot name: one inside of a list, or one with `.`, `$`, `*`, `[` or `]` in \
     its name. Rename the key or move the annotation to the key above. A comment at the same depth as the dashes of a \
     list above it belongs to that list; indent the list to give it to the key below.",
);

pub(crate) static SOURCE: Code = Code::new(
    "hiera::source",
    "Data can come from a file, by its path, or from a web server, by an `http` or `https` address. The message says what \
     went wrong there.",
);

pub(crate) static NOT_FOUND: Code = Code::new(
    "hiera::not-found",
    "The file or the address that `--hiera` names is not there. A path begins in the working directory.",
);

pub(crate) static NO_ANSWER: Code = Code::new(
    "hiera::unreachable",
    "The server that `--hiera` names cannot be reached, or does not answer with data. Proxies come from `HTTP_PROXY`, \
     `HTTPS_PROXY` and `NO_PROXY`.",
);

pub(crate) static DENIED: Code = Code::new(
    "hiera::denied",
    "The file with data is there, and the user who runs this must not read it, or a directory above it.",
);

pub(crate) static DATA: Code = Code::new(
    "hiera::data",
    "`data` is a map of keys and values. A list or a text in its place does not count, and there is no data then.\n\n\
     ```yaml\ndata:\n  package: apache2\n```",
);

pub(crate) static SECRET: Code = Code::new(
    "hiera::secret-too-long",
    "A secret is kept in all its forms and looked for in everything that is shown, so it has at most 1048576 bytes, and all \
     secrets of a document together eight times that. What is longer belongs into a file of its own, with its path in the data.",
);

#[cfg(test)]
mod tests {
    #[test]
    fn the_list_is_in_order() {
        assert_eq!(diagnostics::check_codes(&[super::CODES]), Vec::<String>::new());
    }
}
