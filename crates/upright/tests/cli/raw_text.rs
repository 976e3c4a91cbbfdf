//! Text that is not UTF-8 on its way through a solution: it is read, computed with, shown and written.

use crate::test::Test;

/// `\xe4\xb8` is the beginning of a character, and the last byte is no part of one.
const RAW: &[u8] = b"h\xe9\xe4\xb8llo\0\n\xff";

const SOLUTION: &str = r#"
metadata: {name: demo, version: 1.0.0}
spec:
  resolvers:
    content:
      type: string
      resolve:
        with: [{provider: file, inputs: {operation: read, path: in.bin}}]
      transform:
        with: [{provider: cel, inputs: {expression: __self.content}}]
    size: {resolve: {with: [{provider: cel, inputs: {expression: size(_.content)}}]}}
    written: {resolve: {with: [{provider: static, inputs: {value: !!binary "aOk="}}]}}
  workflow:
    actions:
      copy: {provider: file, inputs: {operation: write, path: copy.bin, content: {rslvr: content}}}
      computed: {provider: file, inputs: {operation: write, path: computed.bin, content: {expr: "_.content + '!'"}}}
      rendered: {provider: file, inputs: {operation: write, path: rendered.bin, content: {tmpl: "<{{ .content }}>"}}}
      literal: {provider: file, inputs: {operation: write, path: literal.bin, content: {rslvr: written}}}
      shell: {provider: exec, inputs: {command: cat > shell.bin, stdin: {rslvr: content}, workingDir: "@ROOT@"}}
"#;

fn test() -> Test {
    let test = Test::new().file("in.bin", RAW);
    let solution = test.fill(SOLUTION);
    test.file("solution.yaml", solution)
}

#[test]
fn every_way_to_write_it_keeps_its_bytes() {
    let test = test().args(["run", "solution", "-f", "solution.yaml", "-o", "quiet"]);
    test.exit(0);
    let read = |name: &str| std::fs::read(test.path(name)).unwrap();
    assert_eq!(read("copy.bin"), RAW);
    assert_eq!(read("computed.bin"), [RAW, b"!"].concat());
    assert_eq!(read("rendered.bin"), [b"<", RAW, b">"].concat());
    assert_eq!(read("literal.bin"), b"h\xe9");
    assert_eq!(read("shell.bin"), RAW);
}

#[test]
fn each_form_of_output_has_its_own_way_to_say_it() {
    let mut test = test();
    let mut shown =
        |form: &str| test.again(&["run", "resolver", "content", "size", "-f", "solution.yaml", "-o", form], 0).raw();
    let json = "{\n  \"content\": \"h\\ufffd\\ufffd\\ufffdllo\\u0000\\n\\ufffd\",\n  \"size\": 10\n}\n";
    assert_eq!(shown("json"), json);
    assert_eq!(shown("yaml"), "content: !!binary aOnkuGxsbwAK/w==\nsize: 10\n\n");
    assert_eq!(shown("csv"), "content,size\n\"h\u{fffd}\u{fffd}\u{fffd}llo\0\n\u{fffd}\",10\n");
}

#[test]
fn a_secret_need_not_be_utf8_to_be_masked() {
    let secret = b"pass\xe4\xb8word\xff".as_slice();
    let solution = "metadata: {name: demo, version: 1.0.0}\nspec:\n  resolvers:\n    \
        token: {sensitive: true, resolve: {with: [{provider: file, inputs: {operation: read, path: token}}], until: 'false'}}\n    \
        copy: {resolve: {with: [{provider: static, inputs: {value: {tmpl: 'is {{ .token.content }}'}}}]}}\n    \
        bad: {resolve: {with: [{provider: validation, inputs: {value: {rslvr: copy}, match: '^x$', message: {tmpl: 'no {{ .copy }}'}}}]}}\n";
    let mut test = Test::new().file("token", secret).file("solution.yaml", solution);
    for words in [
        &["run", "resolver", "copy", "-f", "solution.yaml", "-o", "json", "--redact"][..],
        &["run", "resolver", "copy", "-f", "solution.yaml", "-o", "yaml", "--redact"],
        &["run", "resolver", "copy", "-f", "solution.yaml", "-o", "text"],
    ] {
        let told = test.again(words, 0).raw();
        assert!(
            told.contains("is [REDACTED]") || told.contains("is ***REDACTED***") || told.contains("is <secret>"),
            "{told}"
        );
    }
    let told = test.again(&["run", "resolver", "bad", "-f", "solution.yaml"], 1).stderr();
    assert!(told.contains("no is ") && !told.contains("word"), "{told}");
}

/// A listing has binary files in base64, and says so; they are no templates, and are written as they were.
#[test]
fn a_tree_of_templates_keeps_its_binary_files() {
    let solution = r"
metadata: {name: demo, version: 1.0.0}
spec:
  resolvers:
    tree: {resolve: {with: [{provider: directory, inputs: {operation: list, path: skeleton, includeContent: true}}]}}
  workflow:
    actions:
      render: {provider: go-template, inputs: {operation: render-tree, name: tree, entries: {expr: _.tree.entries}, data: {who: you}}}
      write: {provider: file, inputs: {operation: write-tree, basePath: made, entries: {expr: __actions.render.results}}}
      copy: {provider: file, inputs: {operation: write-tree, basePath: copied, entries: {expr: _.tree.entries}}}
";
    let logo = b"\x89PNG\0{{ .who }}\xff";
    let mut test = Test::new()
        .file("solution.yaml", solution)
        .file("skeleton/logo.png", logo)
        .file("skeleton/hello.txt", "hello {{ .who }}");
    test.again(&["run", "solution", "-f", "solution.yaml", "-o", "quiet"], 0);
    for made in ["made/logo.png", "copied/logo.png"] {
        assert_eq!(std::fs::read(test.path(made)).unwrap(), logo, "{made}");
    }
    assert_eq!(test.read("made/hello.txt"), "hello you");
    let broken = r#"{"operation": "write-tree", "basePath": "b", "entries": [{"path": "x", "content": "?", "contentEncoding": "base64"}]}"#;
    let mut test = test.file("broken.json", broken);
    let said = test.again(&["run", "provider", "file", "@broken.json", "--capability", "action"], 1).stderr();
    assert!(said.contains("entries[0].content must be base64, as `contentEncoding` says"), "{said}");
    assert!(!test.exists("b"));
}
