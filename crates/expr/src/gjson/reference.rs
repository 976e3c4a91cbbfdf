//! Everything a path can say, each with an example.

/// A part of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// What it belongs to.
    pub group: &'static str,
    /// How it is written.
    pub name: &'static str,
    /// What it means.
    pub help: &'static str,
    /// A path in [`Entry::DOCUMENT`].
    pub example: &'static str,
    /// The JSON of what the example finds; empty when it finds nothing.
    pub result: &'static str,
}

impl Entry {
    /// The document that all examples are about.
    pub const DOCUMENT: &'static str = r#"{"name":"web01","os.family":"debian","cpus":4,"tags":["a","b"],"disks":[{"id":"sda","size":40,"ssd":true},{"id":"sdb","size":80}],"net":{"eth0":{"ip":"10.0.0.5"},"eth1":{"ip":"10.1.0.5"}},"json":"{\"k\":[1,2]}"}"#;
}

macro_rules! entries {
    ($($group:literal: [$($name:literal, $help:literal, $example:literal => $result:literal;)*])*) => {
        &[$($(Entry { group: $group, name: $name, help: $help, example: $example, result: $result },)*)*]
    };
}

const ENTRIES: &[Entry] = entries! {
    "paths": [
        "a.b", "The member `b` of the member `a`.", "net.eth0.ip" => r#""10.0.0.5""#;
        "a.0", "The item of a list at a position.", "tags.1" => r#""b""#;
        r"a\.b", "A backslash makes the next character plain.", r"os\.family" => r#""debian""#;
        "*", "Any number of characters of a key; the first that matches.", "net.*.ip" => r#""10.0.0.5""#;
        "?", "One character of a key.", "net.eth?.ip" => r#""10.0.0.5""#;
        "#", "How many items a list has.", "disks.#" => "2";
        "#.a", "The path in each item of a list.", "disks.#.id" => r#"["sda","sdb"]"#;
        "a|b", "Goes on with the result as a whole.", "disks.#.id|1" => r#""sdb""#;
        "..", "The document as lines of JSON.", "..0.name" => r#""web01""#;
    ]
    "queries": [
        "#(path op value)", "The first item that matches.", r#"disks.#(id=="sdb").size"# => "80";
        "#(…)#", "All items that match.", "disks.#(size>30)#.id" => r#"["sda","sdb"]"#;
        "#(path)", "The first item that has such a member.", "disks.#(ssd).id" => r#""sda""#;
        "#(op value)", "An item that is no object.", r#"tags.#(=="b")"# => r#""b""#;
        "==", "Equal.", "disks.#(size==40).id" => r#""sda""#;
        "!=", "Not equal.", "disks.#(size!=40).id" => r#""sdb""#;
        "<", "Less.", "disks.#(size<50).id" => r#""sda""#;
        "<=", "Not more.", "disks.#(size<=40)#.id" => r#"["sda"]"#;
        ">", "More.", "disks.#(size>50).id" => r#""sdb""#;
        ">=", "Not less.", "disks.#(size>=80)#.id" => r#"["sdb"]"#;
        "%", "Matches a pattern of `*` and `?`.", r#"disks.#(id%"*b").size"# => "80";
        "!%", "Does not match a pattern.", r#"disks.#(id!%"*b").size"# => "40";
        "~true", "Something that means true.", "disks.#(ssd==~true)#.id" => r#"["sda"]"#;
        "~false", "Something that means false, or is missing.", "disks.#(ssd==~false)#.id" => r#"["sdb"]"#;
        "~null", "Null, or missing.", "disks.#(ssd==~null)#.id" => r#"["sdb"]"#;
        "~*", "Something that is there.", "disks.#(ssd==~*)#.id" => r#"["sda"]"#;
    ]
    "multipaths and literals": [
        "[a,b]", "A list of what several paths find.", "[name,cpus]" => r#"["web01",4]"#;
        "{a,b}", "An object of what several paths find.", "{name,net.eth0.ip}" => r#"{"name":"web01","ip":"10.0.0.5"}"#;
        r#"{"n":a}"#, "An object with a name of its own.", r#"{"address":net.eth0.ip}"# => r#"{"address":"10.0.0.5"}"#;
        "!value", "The value that is written there.", r#"{name,"on":!true}"# => r#"{"name":"web01","on":true}"#;
    ]
    "modifiers": [
        "@reverse", "The items, or entries, in the opposite order.", "tags|@reverse" => r#"["b","a"]"#;
        "@flatten", "The items of inner lists in their place; of all with `:{\"deep\":true}`.", "[tags,tags]|@flatten" => r#"["a","b","a","b"]"#;
        "@join", "One object of several; with `:{\"preserve\":true}` keys stay where they are there twice.", "disks|@join" => r#"{"id":"sdb","size":80,"ssd":true}"#;
        "@keys", "The keys of an object.", "net|@keys" => r#"["eth0","eth1"]"#;
        "@values", "The values of an object.", "net|@values|#.ip" => r#"["10.0.0.5","10.1.0.5"]"#;
        "@this", "The thing itself.", "@this|name" => r#""web01""#;
        "@valid", "The thing itself, if its JSON is valid.", "tags|@valid" => r#"["a","b"]"#;
        "@ugly", "JSON without blanks.", "tags|@pretty|@ugly" => r#"["a","b"]"#;
        "@pretty", "JSON with line breaks; takes `sortKeys`, `indent`, `prefix` and `width`.", "tags|@pretty" => "[\"a\", \"b\"]\n";
        "@tostr", "Its JSON as a text.", "tags|@tostr" => r#""[\"a\",\"b\"]""#;
        "@fromstr", "What a text says as JSON.", "json|@fromstr|k" => "[1,2]";
        "@group", "Objects of the items of several lists.", r#"{"t":tags,"d":disks.#.id}|@group"# => r#"[{"t":"a","d":"sda"},{"t":"b","d":"sdb"}]"#;
        "@dig", "What a path finds, however deep.", "@dig:ip" => r#"["10.0.0.5","10.1.0.5"]"#;
    ]
};

/// All parts of the language, by group.
pub fn reference() -> impl Iterator<Item = Entry> {
    ENTRIES.iter().copied()
}
