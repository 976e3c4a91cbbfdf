//! What `http` says about itself.

use crate::{Capability, Descriptor, Example, Schema};

pub(super) fn descriptor() -> Descriptor {
    let action = output().with("success", Schema::flag("Whether the status is one of success"));
    Descriptor {
        schema: inputs(),
        output_schemas: vec![
            (Capability::From, output()),
            (Capability::Action, action),
            (Capability::Transform, output()),
        ],
        capabilities: &[Capability::From, Capability::Action, Capability::Transform],
        waits: true,
        category: "network",
        tags: &["http", "rest", "api", "network"],
        examples: EXAMPLES,
        ..Descriptor::new(
            "http",
            "HTTP Client",
            "1.0.0",
            "Sends a request to a server, with retries, polling and pagination, and gives the answer",
        )
    }
}

fn inputs() -> Schema {
    Schema::object("")
        .with(
            "url",
            Schema::text("Where to send it")
                .at_most(2048)
                .pattern("^https?://.*")
                .of_address()
                .example("https://example.com/"),
        )
        .with("method", Schema::text("The method; GET when nothing is said").at_most(20).example("POST"))
        .with("headers", Schema::any("Header fields: a map of names and texts").of_header_fields())
        .with("body", Schema::text("What is sent with it").at_most(1 << 20).raw())
        .with(
            "timeout",
            Schema::integer("How many seconds one request may take; 30 when nothing is said")
                .at_least(0)
                .at_most(300)
                .with_fractions(),
        )
        .with("retry", retry())
        .with("poll", poll())
        .with("pagination", pagination())
        .with("authProvider", Schema::text("Who gets the token that is sent").at_most(50))
        .with("scope", Schema::text("What the token is for").at_most(500))
        .with("autoParseJson", Schema::flag("Give a JSON body as a value, not as text"))
        .require(&["url"])
}

/// Numbers and times may be texts as well, so the provider checks them itself.
fn retry() -> Schema {
    Schema::any(
        "Tries again: maxAttempts (3), backoff none, linear or exponential, retryOn (statuses), initialWait (1s), \
         maxWait (30s)",
    )
    .with("maxAttempts", Schema::any("How often in all; 3 when nothing is said"))
    .with("backoff", Schema::any("How waits grow: none, linear or exponential, which it is when nothing is said"))
    .with("retryOn", Schema::any("The statuses; 429, 500, 502, 503 and 504 when nothing is said"))
    .with("initialWait", Schema::any("The first wait, as `1s` or in seconds; 1s when nothing is said"))
    .with("maxWait", Schema::any("The longest wait; 30s when nothing is said"))
}

fn poll() -> Schema {
    Schema::object(
        "Asks again until an expression holds: until, failWhen (CEL over `_`), interval (10s), maxAttempts (30)",
    )
    .with("until", Schema::any("CEL over `_`: `statusCode`, `body` and `headers`; has to be there"))
    .with("failWhen", Schema::any("CEL over `_`: there is no use in asking again"))
    .with("interval", Schema::any("The time between, as `10s` or in seconds; 10s when nothing is said"))
    .with("maxAttempts", Schema::any("How often in all; 30 when nothing is said"))
}

fn pagination() -> Schema {
    Schema::object(
        "Asks page by page: strategy offset, pageNumber, cursor, linkHeader or custom, maxPages (100), collectPath, \
         stopWhen, and what the strategy needs",
    )
    .with("strategy", Schema::any("offset, pageNumber, cursor, linkHeader or custom; has to be there"))
    .with("maxPages", Schema::any("How many pages at most; 100 when nothing is said"))
    .with("collectPath", Schema::any("CEL for the items of a page; the body when nothing is said"))
    .with("stopWhen", Schema::any("CEL that holds at the last page"))
    .with("limit", Schema::any("offset: how many items a page has"))
    .with("offsetParam", Schema::any("offset: the parameter for the first item; offset when nothing is said"))
    .with("limitParam", Schema::any("offset: the parameter for the limit; limit when nothing is said"))
    .with("pageSize", Schema::any("pageNumber: how many items a page has"))
    .with("pageParam", Schema::any("pageNumber: the parameter for the page; page when nothing is said"))
    .with("pageSizeParam", Schema::any("pageNumber: the parameter for the size; pageSize when nothing is said"))
    .with("startPage", Schema::any("pageNumber: the number of the first page; 1 when nothing is said"))
    .with("nextURLPath", Schema::any("cursor: CEL for the URL of the next page"))
    .with("nextTokenPath", Schema::any("cursor: CEL for the token of the next page"))
    .with("nextTokenParam", Schema::any("cursor: the parameter for the token"))
    .with("nextURL", Schema::any("custom: CEL for the URL of the next page"))
    .with("nextParams", Schema::any("custom: CEL for a map of parameters of the next page"))
}

fn output() -> Schema {
    Schema::object("")
        .with("statusCode", Schema::integer("The status of the answer"))
        .with("body", Schema::any("The body: text, or the value of JSON"))
        .with("headers", Schema::object("The header fields; several of one name are a list"))
        .with("pages", Schema::integer("How many pages were asked for"))
        .with("totalItems", Schema::integer("How many items they had"))
}

const EXAMPLES: &[Example] = &[
    Example {
        name: "A JSON document",
        description: "The body is a value that expressions can look into",
        yaml: "provider: http\ninputs:\n  url: https://api.example.com/items\n  headers: {Accept: application/json}\n  autoParseJson: true\n",
    },
    Example {
        name: "A request that is tried again",
        description: "Waits one, two and four seconds between its attempts",
        yaml: "provider: http\ninputs:\n  url: https://api.example.com/jobs\n  method: POST\n  body: '{\"name\": \"nightly\"}'\n  retry: {maxAttempts: 4, backoff: exponential, initialWait: 1s}\n",
    },
    Example {
        name: "All pages",
        description: "Follows the links that the server gives",
        yaml: "provider: http\ninputs:\n  url: https://api.example.com/items\n  pagination: {strategy: linkHeader, collectPath: body, maxPages: 10}\n",
    },
];
