//! Words for what Go and Jet call things.

/// A Go type in words, for the middle of a sentence.
pub(crate) fn of_type(name: &str) -> String {
    let words = match name {
        "string" => "text",
        "bool" | "jet.hiddenBool" => "a truth value",
        "float64" => "a number",
        "int" | "int64" | "uint64" | "uint8" => "a whole number",
        "interface {}" => "an item without a type",
        "[]uint8" => "bytes",
        "time.Time" => "a time",
        "time.Duration" => "a duration",
        "time.Month" => "a month",
        "time.Weekday" => "a day of the week",
        "*errors.errorString" => "an error",
        "*jet.intsRanger" => "what `ints` gives",
        "jet.Func" | "jet.SafeWriter" | "jet.RendererFunc" => "a function",
        "io.Writer" => "a place to write to",
        "<nil>" => "null",
        _ if name.starts_with("func(") => "a function",
        _ if name.starts_with('[') => "a list",
        _ if name.starts_with("map[") => "a map",
        _ => return format!("`{name}`"),
    };
    words.to_owned()
}

/// The same for something that may not be there.
pub(super) fn of_any(name: Option<&str>) -> String {
    name.map_or_else(|| "nothing".to_owned(), of_type)
}

/// A reflection kind in words.
pub(super) fn of_kind(kind: &str) -> &str {
    match kind {
        "invalid" => "nothing",
        "interface" => "an item without a type",
        "bool" => "a truth value",
        "string" => "text",
        "slice" => "a list",
        "map" => "a map",
        "func" => "a function",
        other => other,
    }
}

/// What is being parsed, in words.
pub(crate) fn of_context(context: &str) -> &str {
    match context {
        "command" | "pipeline" => "an action",
        "input" => "the template",
        "block clause" => "`block`",
        "yield clause" | "yield" => "`yield`",
        "extends|import" => "`extends` or `import`",
        "include" | "include invocation" => "`include`",
        "if" => "`if`",
        "range" => "`range`",
        "try" => "`try`",
        "catch" => "`catch`",
        "return" => "`return`",
        "end" => "`end`",
        "else" => "`else`",
        "content" => "`content`",
        "assignment" => "an assignment",
        "parenthesized expression" => "parentheses",
        "call expression" | "call expression argument list" => "a call",
        "index expression" | "index|slice expression" | "slice expression" => "an index",
        "ternary expression" => "a choice with `?`",
        "additive expression" => "what follows a sign",
        other => other,
    }
}

/// What is expected, in words.
pub(crate) fn of_expected(expected: &str) -> &str {
    match expected {
        "term" => "a value",
        "pipe or right delimiter" => "`|` or the end of the action",
        "semicolon or right delimiter" => "`;` or the end of the action",
        "closing delimiter" => "the end of the action",
        "content keyword or closing delimiter" => "`content` or the end of the action",
        "text or action" => "text or an action",
        "string literal" => "a text in quotes",
        "name" | "block name" => "a name",
        "opening parenthesis" => "`(`",
        "closing parenthesis" => "`)`",
        "closing bracket" => "`]`",
        "colon in ternary expression" => "`:`",
        "comma or assignment" => "`,`, `=` or `:=`",
        "comma, assignment, or closing parenthesis" => "`,`, `=` or `)`",
        "field or identifier" => "a function",
        "semicolon between assignment and expression" => "`;` and a condition",
        other => other,
    }
}
