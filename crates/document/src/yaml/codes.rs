//! The problems a YAML text can have.

use diagnostics::Code;

macro_rules! codes {
    ($($name:ident = $id:literal: $page:literal;)*) => {
        $(
            #[doc = concat!("`", $id, "`, as its page explains it.")]
            pub static $name: Code = Code::new($id, $page);
        )*

        /// Every problem of YAML, and of texts that are not text.
        pub const CODES: &[&Code] = &[$(&$name),*];
    };
}

codes! {
    NOT_TEXT = "document::not-text":
        "The file is not a text in UTF-8: it has bytes that are no characters, or NUL bytes. Documents are UTF-8, with or without a \
         byte order mark. Often the wrong file was named (an archive, an image), or an editor saved the text as Latin-1 or UTF-16: \
         save it as UTF-8.";
    TOO_LARGE = "document::too-large":
        "The text is larger than the limit `size`. The limit keeps a run from filling the memory with a file that was named by mistake. \
         Raise the limit `size` when the document is meant to be that large.";
    TOO_DEEP = "document::too-deep":
        "Lists and maps are nested deeper than the limit `depth`. No document written by people comes near it; a generator that went \
         astray, or a text made to do harm, does. Raise the limit `depth` (512 at most) when the document is meant to be that deep.";
    TOO_MANY_ALIASES = "document::too-many-aliases":
        "Aliases copy the node of their anchor, and the copies together have more nodes than the limit `aliases`; 64 bytes of a text \
         count as one more. A few lines in which each anchor repeats the one before can ask for billions of nodes. Raise the limit \
         `aliases` when the document needs them.";
    TOO_MANY_NODES = "document::too-many-nodes":
        "The lists and maps of a document have more items and entries than the limit `nodes`. Each takes memory, many times that of \
         its text. Raise the limit `nodes` when the document is meant to be that large.";
    ROOT_NOT_A_MAP = "document::root-not-a-map":
        "The document as a whole has to be a map: `key: value` lines. It is a list, a text, a number or `null` instead.";
    TAB = "yaml::tab-indentation":
        "YAML is indented with spaces, because the width of a tab differs from editor to editor. A tab stands where a space has to be. \
         Replace it; most editors have a command that turns tabs into spaces.";
    UNCLOSED_QUOTE = "yaml::unclosed-quote":
        "A text begins with `'` or `\"` and the quote that ends it is missing. Inside `'…'` write a quote as `''`, inside `\"…\"` as `\\\"`.";
    UNCLOSED_BRACKET = "yaml::unclosed-bracket":
        "A list that begins with `[`, or a map that begins with `{`, is not closed. In `[…]` and `{…}` items are separated by `,`. \
         A text that begins with such a bracket, for example a template `{{ … }}`, needs quotes: `key: \"{{ … }}\"`.";
    MISSING_COMMA = "yaml::missing-comma":
        "Inside `[…]` and `{…}` items are separated by `,`. Two items follow each other without one, or the wrong bracket closes.";
    EMPTY_ITEM = "yaml::empty-item":
        "Inside `[…]` and `{…}` there is a `,` or a `:` without anything in front of it. Remove it, or write `null` or `\"\"` for an item that is empty.";
    UNEXPECTED_BRACKET = "yaml::unexpected-bracket":
        "A closing bracket stands where a value begins. A text that begins with a bracket needs quotes.";
    INDENTATION = "yaml::wrong-indentation":
        "The line does not line up with the lines it belongs to. All keys of a map, and all dashes of a list, begin in the same column:\n\n\
         ```yaml\nweb:\n  owner: root\n  mode: \"0644\"\n```";
    UNEXPECTED_TEXT = "yaml::unexpected-text":
        "Something follows a value that was already complete, for example behind a closing quote or bracket. Put the whole value into quotes, \
         or begin a comment with ` #`.";
    NESTED_VALUE = "yaml::nested-value":
        "`key: value: more` is not YAML: behind `key:` a text must not contain `: `. Put the text into quotes, or begin the inner map on the next line, \
         indented:\n\n```yaml\nkey: \"value: more\"\nother:\n  value: more\n```";
    MISSING_COLON = "yaml::missing-colon":
        "In a map every line is `key: value`; this one has no colon, or no space behind the colon. A text that goes on in the next line has to be \
         indented deeper than its key.";
    LIST_HERE = "yaml::list-not-allowed":
        "A list begins where none can begin: on the line of a key, between the keys of a map, or behind an anchor or a tag. Begin it on the next line:\n\n\
         ```yaml\npackages:\n  - zsh\n  - vim\n```";
    KEY_HERE = "yaml::key-not-allowed":
        "A `?` key, or a `:` without a key, stands where no map can begin. Put the text into quotes when it is meant as text.";
    KEY_NOT_SCALAR = "yaml::key-not-scalar":
        "The key of a map is a text, a number or a truth value, never a list or a map. `{{ … }}` without quotes looks like a map inside a map: \
         write a template as `\"{{ … }}\"`.";
    KEY_LINES = "yaml::key-on-several-lines":
        "A key and its `:` stand on one line. Write long keys with `? ` in front of them, or shorten them.";
    KEY_LENGTH = "yaml::key-too-long":
        "A key may have 1024 characters. Write longer ones with `? ` in front of them.";
    DUPLICATE_KEY = "yaml::duplicate-key":
        "A map has the same key twice, so one of the values would be lost. Remove one of them, or rename it.";
    UNKNOWN_ANCHOR = "yaml::unknown-anchor":
        "`*name` stands for the node that was marked `&name` earlier in the same document, and there is no such mark before it. \
         A text that begins with `*` needs quotes.";
    RECURSIVE_ALIAS = "yaml::recursive-alias":
        "`*name` stands inside the node that `&name` marks, so the value would contain itself.";
    ANCHOR_NAME = "yaml::anchor-name":
        "`&` begins an anchor and `*` an alias; a name of letters, digits, `-` and `_` has to follow, and an anchor needs a node to mark. \
         A text that begins with `&` or `*` needs quotes.";
    PROPERTIES = "yaml::two-anchors-or-tags":
        "A node has at most one anchor and one tag, and an alias has neither.";
    ESCAPE = "yaml::unknown-escape":
        "Inside `\"…\"` a backslash begins an escape: `\\n`, `\\t`, `\\\\`, `\\\"`, `\\/`, `\\0`, `\\a`, `\\b`, `\\e`, `\\f`, `\\r`, `\\v`, `\\N`, `\\_`, `\\L`, `\\P`, \
         `\\xHH`, `\\uHHHH`, `\\UHHHHHHHH`, or a backslash at the end of a line. Write a backslash itself as `\\\\`, or use `'…'`, where it means nothing.";
    ESCAPE_CODE = "yaml::escape-code":
        "`\\x` takes two hexadecimal digits, `\\u` four and `\\U` eight, and they have to name a character. Characters above U+FFFF are one `\\U` \
         or, in manifests, a pair of `\\u`.";
    SEVERAL_DOCUMENTS = "yaml::several-documents":
        "The file holds more than one document, separated by `---`. One file is one document; put the others into files of their own.";
    CONTROL_CHARACTER = "yaml::control-character":
        "The text has a character that YAML does not allow: a control character, or a Unicode line separator outside of quotes. \
         Write it as an escape inside `\"…\"`, for example `\"\\e\"` or `\"\\L\"`.";
    RESERVED = "yaml::reserved-character":
        "A plain text cannot begin with this character. Put the text into quotes.";
    BLOCK_HEADER = "yaml::block-header":
        "Behind `|` or `>` stand at most one digit from 1 to 9 (the indentation) and one of `-` (no line break at the end) and `+` (all of them). \
         The text begins on the next line.";
    TAG = "yaml::tag":
        "A tag is `!name`, `!!name` or `!<uri>`, with a blank behind it; `!handle!name` needs a `%TAG` line that declares the handle.";
    TAG_VALUE = "yaml::tag-value":
        "The tag says what kind of value follows, and what follows is not of that kind: `!!int abc`. Remove the tag or mend the value.";
    DIRECTIVE = "yaml::directive":
        "A line that begins with `%` is a directive: `%YAML 1.2`, or `%TAG` with a handle and a prefix. It stands before the `---` of its document. \
         A text that begins with `%` needs quotes.";
    MERGE = "yaml::merge-not-a-map":
        "`<<` takes over the entries of another map. Its value is an alias of a map, a map, or a list of those.";
}
