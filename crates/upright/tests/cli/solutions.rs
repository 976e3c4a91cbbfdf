//! Solutions as people run them: which one is meant, what is foreseen, what is told.

use crate::test::Test;
use insta::assert_snapshot;

fn solution(spec: &str) -> String {
    format!("metadata: {{name: demo, version: 1.0.0}}\nspec:\n{spec}")
}

const VALUE: &str = "  resolvers:\n    v: {resolve: {with: [{provider: static, inputs: {value: 1}}]}}\n";

#[test]
fn what_names_no_solution_says_what_to_do() {
    let mut test = Test::new().file("s.yaml", solution(VALUE)).file("no-text", [0xff, 0xfe]);
    let cases: [(&[&str], i32); 9] = [
        (&["run", "resolver"], 4),
        (&["run", "action"], 4),
        (&["run", "resolver", "-f", "none.yaml"], 4),
        (&["run", "resolver", "-f", "catalog-name"], 4),
        (&["run", "resolver", "-f", "./no-text"], 3),
        (&["run", "resolver", "-f", "http://127.0.0.1:9/s.yaml"], 8),
        (&["run", "solution", "s.yaml"], 3),
        (&["run", "solution", "-f", "s.yaml", "other"], 2),
        (&["run", "resolver", "-f", "s.yaml", "--snapshot"], 2),
    ];
    let told: Vec<String> = cases.iter().map(|(words, exit)| test.again(words, *exit).stderr()).collect();
    assert_snapshot!(told.concat());
}

#[test]
fn a_dry_run_sees_what_earlier_actions_would_leave() {
    let spec = "  workflow:\n    actions:\n\
        \x20     folder: {provider: directory, inputs: {operation: mkdir, path: out}}\n\
        \x20     write: {provider: file, inputs: {operation: write, path: out/a, content: \"one\\n\"}, dependsOn: [folder]}\n\
        \x20     clash: {provider: file, inputs: {operation: write, path: out/a, content: \"three\\n\"}, dependsOn: [write], onError: continue}\n\
        \x20     again: {provider: file, inputs: {operation: write, path: out/a, content: \"two\\n\", onConflict: overwrite}, dependsOn: [write]}\n\
        \x20     gone: {provider: file, inputs: {operation: delete, path: there}}\n\
        \x20     lost: {provider: file, inputs: {operation: write, path: no/b, content: x, createDirs: false}, onError: continue}\n\
        \x20     make: {provider: exec, inputs: {command: 'touch @ROOT@/ran'}, dependsOn: [again]}\n\
        \x20     after: {provider: file, inputs: {operation: delete, path: made}, dependsOn: [make]}\n";
    let mut test = Test::new().file("s.yaml", solution(spec)).file("there", "old\n");
    assert_snapshot!(test.again(&["run", "solution", "-f", "s.yaml", "--dry-run"], 0).stdout());
    assert!(!test.exists("out") && test.exists("there") && !test.exists("ran"));
    let plain = test.again(&["run", "solution", "-f", "s.yaml", "--dry-run", "-o", "json"], 0).stdout();
    assert!(!plain.contains("preview"), "{plain}");
    let verbose = test.again(&["run", "solution", "-f", "s.yaml", "--dry-run", "-o", "json", "--verbose"], 0).json();
    assert_eq!(verbose["actionPlan"][0]["preview"]["status"], "would create directory");
}

#[test]
fn what_a_dry_run_does_not_do_is_unknown_wherever_it_is_used() {
    let spec = "  resolvers:\n\
        \x20   made: {resolve: {with: [{provider: file, inputs: {operation: write, path: made, content: x}}]}}\n\
        \x20   text: {resolve: {with: [{provider: static, inputs: {value: {tmpl: 'got {{ .made }}'}}}]}}\n\
        \x20 workflow:\n    actions:\n      say: {provider: message, inputs: {message: {expr: _.text}}}\n";
    let mut test = Test::new().file("s.yaml", solution(spec));
    assert_snapshot!(test.again(&["run", "solution", "-f", "s.yaml", "--dry-run", "--verbose"], 0).stdout());
    assert!(!test.exists("made"));
}

/// No other source is taken for one that may be asked, nobody is called with a reason for a text, and nothing fails that the
/// run would have.
#[test]
fn resolvers_that_rest_on_what_a_dry_run_does_not_do_are_unknown() {
    let sure = "{provider: static, inputs: {value: 5}}";
    let unknown = [
        ("source", "resolve: {with: [{provider: static, when: _.made.success, inputs: {value: a}}, SURE]}"),
        ("whole", "when: _.made.success, resolve: {with: [SURE]}"),
        ("phase", "resolve: {when: _.made.success, with: [SURE]}"),
        ("until", "resolve: {until: __self == _.made.status, with: [SURE]}"),
        ("list", "resolve: {with: [{provider: static, forEach: {in: {expr: _.made.list}}, inputs: {value: 1}}, SURE]}"),
        (
            "items",
            "resolve: {with: [{provider: static, when: __item == _.made, forEach: {in: [1]}, inputs: {value: 1}}]}",
        ),
        (
            "steps",
            "resolve: {with: [SURE]}, transform: {when: _.made.success, with: [{provider: cel, inputs: {expression: '1'}}]}",
        ),
        (
            "step",
            "resolve: {with: [SURE]}, transform: {with: [{provider: cel, when: _.made.success, inputs: {expression: '1'}}]}",
        ),
        (
            "input",
            "resolve: {with: [{provider: exec, inputs: {command: touch ran, env: {ID: {expr: _.made.status}}}}]}",
        ),
        ("after", "dependsOn: [made], resolve: {with: [{provider: exec, inputs: {command: touch ran}}]}"),
        ("reads", "dependsOn: [made], resolve: {with: [{provider: file, inputs: {operation: read, path: made}}]}"),
        ("then", "dependsOn: [reads], resolve: {with: [{provider: directory, inputs: {operation: list, path: .}}]}"),
        (
            "own",
            "resolve: {with: [{provider: file, inputs: {operation: write, path: own, content: x}}]}, \
                 transform: {with: [{provider: exec, inputs: {command: touch ran}}]}",
        ),
    ];
    let among = [
        "'created' in _.half",
        "_.half == [1, 'created']",
        "_.half != [1]",
        "_.half.sort()[0]",
        "json.marshal(_.half)",
        "_.half.flatten()[0]",
        "has(_.whole)",
        "map.omit({'a': 1}, _.half)",
        "filepath.exists('/proc')",
        "[1].filter(x, filepath.exists('/proc'))",
    ];
    let names: Vec<String> = (0..among.len()).map(|number| format!("among{number}")).collect();
    let cel = |text: &str| {
        format!("dependsOn: [made], resolve: {{with: [{{provider: cel, inputs: {{expression: \"{text}\"}}}}]}}")
    };
    let expr = |text: &str| {
        format!("dependsOn: [made], resolve: {{with: [{{provider: static, inputs: {{value: {{expr: \"{text}\"}}}}}}]}}")
    };
    let among: Vec<String> =
        among.iter().enumerate().map(|(at, text)| if at % 2 == 0 { cel(text) } else { expr(text) }).collect();
    let unknown: Vec<(&str, &str)> =
        unknown.into_iter().chain(names.iter().map(String::as_str).zip(among.iter().map(String::as_str))).collect();
    let known = [
        (
            "rule",
            "resolve: {with: [SURE]}, validate: {when: _.made.success, with: [{provider: validation, inputs: {expression: 'false'}}]}",
        ),
        (
            "pure",
            "dependsOn: [made], resolve: {with: [SURE]}, transform: {with: [{provider: cel, inputs: {expression: __self}}]}",
        ),
        ("given", "dependsOn: [made], resolve: {with: [{provider: parameter, inputs: {key: given}}]}"),
        ("debug", "resolve: {with: [SURE]}"),
        ("named", "dependsOn: [made], resolve: {with: [{provider: cel, inputs: {expression: _.debug}}]}"),
        ("first", "resolve: {with: [{provider: cel, inputs: {expression: '_.half[0]'}}]}"),
        ("length", "resolve: {with: [{provider: cel, inputs: {expression: 'size(_.half) + 3'}}]}"),
        ("holds", "resolve: {with: [{provider: cel, inputs: {expression: '5 in _.half ? 5 : 0'}}]}"),
        ("free", "resolve: {with: [{provider: exec, inputs: {command: printf 5, raw: true}}]}"),
    ];
    let line = |(name, text): &(&str, &str)| format!("    {name}: {{{}}}\n", text.replace("SURE", sure));
    let made = "    made: {resolve: {with: [{provider: file, inputs: {operation: write, path: made, content: x}}]}}
    half: {resolve: {with: [{provider: static, inputs: {value: [5, {expr: _.made.status}]}}]}}\n";
    let resolvers: String = unknown.iter().chain(&known).map(line).collect();
    let workflow = "  workflow: {actions: {say: {provider: message, inputs: {message: hi}}}}\n";
    let mut test = Test::new().file("s.yaml", solution(&format!("  resolvers:\n{made}{resolvers}{workflow}")));
    let lines =
        test.again(&["run", "solution", "-f", "s.yaml", "--dry-run", "--strict", "-o", "jsonl", "given=5"], 0).lines();
    let (plan, events) = lines.split_last().unwrap();
    assert_eq!((&plan["event"], &plan["actionPlan"][0]["name"]), (&"plan".into(), &"say".into()));
    assert_eq!(events.len(), unknown.len() + known.len() + 2);
    for event in events.iter().filter(|event| event["name"] != "half") {
        let is_known = known.iter().any(|(name, _)| event["name"] == *name);
        let told = event["result"].to_string();
        assert!(event["status"] == "success" && is_known != told.contains("unknown: "), "{event}");
        assert!(!is_known || told.trim_matches('"') == "5", "{event}");
    }
    assert!(!test.exists("ran") && !test.exists("made") && !test.exists("own"));
}

/// What resolvers would leave behind is there for actions, as far as it can be foreseen.
#[test]
fn a_dry_run_sees_what_resolvers_would_leave() {
    let read = "{provider: file, inputs: {operation: read, path: made}}";
    let spec = |source: &str| {
        let made = format!("  resolvers: {{made: {{resolve: {{with: [{source}]}}}}}}\n");
        solution(&format!("{made}  workflow: {{actions: {{a: {read}}}}}\n"))
    };
    let maybe = "{provider: file, when: '_.first.success', inputs: {operation: write, path: made, content: x}}";
    let maybe = spec(maybe).replace(
        "{made: ",
        "{first: {resolve: {with: [{provider: file, inputs: {operation: write, path: first, content: x}}]}}, made: ",
    );
    let second = maybe.replace("when: '_.first.success', ", "").replace("with: [{provider: file, inputs: {operation: write, path: made", "with: [{provider: static, inputs: {value: {expr: _.first.x}}}, {provider: file, inputs: {operation: write, path: made");
    let child = "{provider: solution, inputs: {source: file.yaml}}";
    let done = spec(child).replace("]}}", "]}, transform: {with: [{provider: static, inputs: {value: done}}]}}");
    let mut test = Test::new()
        .file("maybe.yaml", maybe)
        .file("second.yaml", second)
        .file("child.yaml", done)
        .file("file.yaml", spec("{provider: file, inputs: {operation: write, path: made, content: x}}"))
        .file("post.yaml", spec("{provider: http, inputs: {url: 'http://127.0.0.1:1', method: POST}}"));
    let mut told = |name: &str| {
        let plan = test.again(&["run", "solution", "-f", name, "--dry-run", "--verbose", "-o", "json"], 0).json();
        plan["actionPlan"][0]["preview"]["status"].as_str().unwrap().to_owned()
    };
    assert_eq!(told("file.yaml"), "would change nothing");
    let told = told("post.yaml");
    assert!(
        told.starts_with("unknown: [made] comes before and may change things; as they are now it would fail"),
        "{told}"
    );
}

#[test]
fn a_dry_run_asks_conditions_that_need_no_action() {
    let spec = "  resolvers:\n\
        \x20   env: {resolve: {with: [{provider: static, inputs: {value: prod}}]}}\n\
        \x20   made: {resolve: {with: [{provider: file, inputs: {operation: write, path: made, content: x}}]}}\n\
        \x20 workflow:\n    actions:\n\
        \x20     dev: {provider: file, when: \"_.env == 'dev'\", inputs: {operation: write, path: dev, content: x}}\n\
        \x20     each: {provider: file, forEach: {item: x, in: [a, b]}, when: \"x != 'b'\", inputs: {operation: write, path: {expr: x}, content: hi}}\n\
        \x20     prod: {provider: directory, when: \"_.env == 'prod'\", inputs: {operation: mkdir, path: out}}\n\
        \x20     then: {provider: file, inputs: {operation: write, path: out/a, content: x}, dependsOn: [dev, each, prod]}\n\
        \x20     wrong: {provider: message, when: _.env, inputs: {message: hi}, dependsOn: [then], onError: continue}\n\
        \x20     beside: {provider: message, inputs: {message: hi}, dependsOn: [then]}\n\
        \x20     never: {provider: message, inputs: {message: hi}, dependsOn: [beside]}\n\
        \x20   finally:\n\
        \x20     maybe: {provider: file, when: \"_.made == 'x'\", inputs: {operation: write, path: maybe, content: x}}\n\
        \x20     later: {provider: file, when: \"__actions.prod.status == 'x'\", inputs: {operation: write, path: later, content: x}}\n";
    let mut test = Test::new().file("s.yaml", solution(spec));
    assert_snapshot!(test.again(&["run", "solution", "-f", "s.yaml", "--dry-run"], 0).stdout());
    let verbose = test.again(&["run", "solution", "-f", "s.yaml", "--dry-run", "-o", "json", "--verbose"], 0).json();
    assert_eq!(verbose["actionPlan"][0]["preview"]["status"], "would be skipped: the condition is false");
    let without_unknown =
        solution(spec).replace("operation: write, path: made, content: x}}]", "operation: exists, path: made}}]");
    let mut test = Test::new().file("s.yaml", without_unknown);
    let run = test.again(&["run", "solution", "-f", "s.yaml", "-o", "json"], 6).json();
    assert_eq!(run["failedActions"], serde_json::json!(["wrong"]), "as the dry run says: {run}");
    let skipped = serde_json::json!(["dev", "each[1]", "later", "maybe", "never"]);
    assert_eq!(run["skippedActions"], skipped, "as the dry run says: {run}");
}

#[test]
fn a_dry_run_does_not_fail_for_what_an_action_with_unknown_inputs_makes() {
    let spec = "  resolvers:\n\
        \x20   made: {resolve: {with: [{provider: file, inputs: {operation: write, path: made, content: x}}]}, \
                      transform: {with: [{provider: cel, inputs: {expression: __self.status}}]}}\n\
        \x20 workflow:\n    actions:\n\
        \x20     a: {provider: message, inputs: {message: hi}}\n\
        \x20     b-known-path: {provider: file, inputs: {operation: write, path: o/f, createDirs: true, content: {rslvr: made}}}\n\
        \x20     c-deferred: {provider: file, inputs: {operation: write, path: d/f, createDirs: true, content: {expr: __actions.a.status}}}\n\
        \x20     d-beside: {provider: file, dependsOn: [b-known-path, c-deferred], inputs: {operation: write, path: o/h, content: x}}\n\
        \x20     e-deferred: {provider: file, dependsOn: [c-deferred], inputs: {operation: write, path: d/h, content: x}}\n\
        \x20     f-copy: {provider: directory, dependsOn: [d-beside], inputs: {operation: copy, path: o, destination: p}}\n\
        \x20     g-same: {provider: file, dependsOn: [f-copy], inputs: {operation: write, path: p/f, content: created}}\n\
        \x20     h-over: {provider: file, dependsOn: [g-same], inputs: {operation: write, path: p/f, content: x, onConflict: overwrite}}\n\
        \x20     i-read: {provider: file, dependsOn: [g-same], inputs: {operation: read, path: o/f}}\n\
        \x20     j-missing: {provider: file, dependsOn: [c-deferred], inputs: {operation: read, path: none}, onError: continue}\n\
        \x20   finally:\n\
        \x20     k-path: {provider: directory, inputs: {operation: mkdir, path: {tmpl: 'd-{{ .made }}'}}}\n\
        \x20     l-inside: {provider: file, dependsOn: [k-path], inputs: {operation: write, path: d-created/x, content: x}}\n\
        \x20     m-tree: {provider: file, inputs: {operation: write-tree, basePath: gen, entries: [{path: a, content: {rslvr: made}}]}}\n\
        \x20     n-listed: {provider: directory, dependsOn: [m-tree], inputs: {operation: list, path: gen}}\n\
        \x20     o-last: {provider: message, dependsOn: [l-inside, n-listed], inputs: {message: hi}}\n";
    let mut test = Test::new().file("s.yaml", solution(spec));
    assert_snapshot!(test.again(&["run", "solution", "-f", "s.yaml", "--dry-run"], 0).stdout());
    let run = test.again(&["run", "solution", "-f", "s.yaml", "-o", "json"], 0).json();
    assert_eq!(run["failedActions"], serde_json::json!(["j-missing"]), "as the dry run says: {run}");
}

/// The run makes the output directory before its first action.
#[test]
fn a_dry_run_knows_that_the_output_directory_will_be_there() {
    let spec = "  resolvers:\n\
        \x20   made: {resolve: {with: [{provider: file, inputs: {operation: write, path: made, content: x}}]}, \
                      transform: {with: [{provider: cel, inputs: {expression: __self.status}}]}}\n\
        \x20 workflow:\n    actions:\n\
        \x20     a-list: {provider: directory, inputs: {operation: list, path: .}}\n\
        \x20     b-make: {provider: directory, dependsOn: [a-list], inputs: {operation: mkdir, path: conf}}\n\
        \x20     c-write: {provider: file, dependsOn: [b-make], inputs: {operation: write, path: conf/app.yaml, content: x}}\n\
        \x20     d-copy: {provider: directory, dependsOn: [c-write], inputs: {operation: copy, path: conf, destination: copy}}\n\
        \x20     e-gone: {provider: directory, dependsOn: [d-copy], inputs: {operation: rmdir, path: copy, force: true}}\n\
        \x20     e-into: {provider: directory, dependsOn: [d-copy], inputs: {operation: copy, path: conf, destination: conf/x}, onError: continue}\n\
        \x20     f-none: {provider: directory, dependsOn: [d-copy], inputs: {operation: rmdir, path: none}, onError: continue}\n\
        \x20     g-deep: {provider: directory, dependsOn: [d-copy], inputs: {operation: mkdir, path: no/deep}, onError: continue}\n\
        \x20     h-tree: {provider: file, inputs: {operation: write-tree, basePath: ., entries: [{path: t, content: x}]}}\n\
        \x20     i-blind: {provider: file, inputs: {operation: write, path: b, content: {rslvr: made}, createDirs: false}}\n";
    let mut test = Test::new().file("s.yaml", solution(spec));
    let flags = ["run", "solution", "-f", "s.yaml", "--output-dir", "new/out"];
    let dry: Vec<&str> = flags.iter().copied().chain(["--dry-run"]).collect();
    assert_snapshot!(test.again(&dry, 0).stdout());
    assert!(!test.exists("new"));
    let json: Vec<&str> = flags.iter().copied().chain(["-o", "json"]).collect();
    let run = test.again(&json, 0).json();
    assert_eq!(run["failedActions"], serde_json::json!(["e-into", "f-none", "g-deep"]), "as the dry run says: {run}");
    let mut test = Test::new().file("s.yaml", solution(spec)).file("new", "no directory\n");
    let told = test.again(&dry, 0).stdout();
    assert!(told.contains("would fail: directory: cannot use output directory: "), "{told}");
}

/// What runs in the same phase does not come before, unless a loop takes one element at a time.
#[test]
fn a_dry_run_tells_what_comes_before_from_what_runs_at_the_same_time() {
    let spec = "  workflow:\n    actions:\n\
        \x20     a: {provider: exec, inputs: {command: 'true'}}\n\
        \x20     b: {provider: file, inputs: {operation: exists, path: x}}\n\
        \x20     c: {provider: file, inputs: {operation: read, path: x}, onError: continue}\n\
        \x20     d: {provider: file, inputs: {operation: exists, path: x}, dependsOn: [b]}\n\
        \x20   finally:\n\
        \x20     e: {provider: file, inputs: {operation: exists, path: x}}\n";
    let flags = ["run", "solution", "-f", "s.yaml", "--dry-run"];
    assert_snapshot!(Test::new().file("s.yaml", solution(spec)).again(&flags, 0).stdout());
    for (at_once, told) in [(1, "comes before"), (2, "runs at the same time")] {
        let each = format!(
            "  resolvers:\n\
            \x20   made: {{resolve: {{with: [{{provider: file, inputs: {{operation: write, path: made, content: x}}}}]}}}}\n\
            \x20 workflow:\n    actions:\n\
            \x20     a: {{provider: file, forEach: {{item: i, in: [p, q], concurrency: {at_once}}}, \
                          when: \"i == 'q' || _.made == 'x'\", inputs: {{operation: delete, path: x}}}}\n"
        );
        let shown = Test::new().file("s.yaml", solution(&each)).file("x", "").again(&flags, 0).stdout();
        assert!(shown.contains(&format!("as things are now; [a[0]] {told} and may change them")), "{shown}");
    }
}

/// Who stands before it in the plan does not come before it, unless one action runs at a time.
#[test]
fn a_dry_run_is_in_doubt_about_all_that_run_beside_a_command() {
    let spec = "  workflow:\n    actions:\n\
        \x20     assets: {provider: file, inputs: {operation: write, path: dist/a, content: x, createDirs: true}}\n\
        \x20     build: {provider: exec, inputs: {command: rm -rf dist}}\n\
        \x20     clean: {provider: file, inputs: {operation: delete, path: none}}\n";
    let mut test = Test::new().file("s.yaml", solution(spec));
    let flags = ["run", "solution", "-f", "s.yaml", "--dry-run"];
    let told = test.again(&flags, 0).stdout();
    let beside =
        "would create, create directory, as things are now; [build] runs at the same time and may change them\n";
    assert!(told.contains(beside), "{told}");
    assert!(
        told.contains("unknown: [build] runs at the same time and may change things; as they are now it would fail")
    );
    let in_turn: Vec<&str> = flags.into_iter().chain(["--max-action-concurrency", "1"]).collect();
    let told = test.again(&in_turn, 0).stdout();
    assert!(told.contains("would create, create directory\n"), "{told}");
    assert!(
        told.contains("unknown: [build] comes before and may change things; as they are now it would fail"),
        "{told}"
    );
}

/// Whoever leaves nothing behind on this machine puts nobody in doubt.
#[test]
fn a_dry_run_is_not_in_doubt_about_what_runs_beside_those_that_only_look() {
    let harmless = [
        "provider: sleep, inputs: {duration: 1s}",
        "provider: message, inputs: {message: x}",
        "provider: http, inputs: {url: 'http://127.0.0.1:1/'}",
        "provider: http, inputs: {url: 'http://127.0.0.1:1/', method: head}",
        "provider: git, inputs: {operation: status, path: .}",
        "provider: git, inputs: {operation: tag, path: .}",
        "provider: debug, inputs: {destination: stderr}",
        "provider: file, when: \"__actions.first.status == 'x'\", inputs: {operation: read, path: x}",
    ];
    let harmful = [
        "provider: http, inputs: {url: 'http://127.0.0.1:1/', method: POST}",
        "provider: git, inputs: {operation: tag, path: ., tag: v1}",
        "provider: git, inputs: {operation: tag, path: ., tag: {expr: __actions.first.status}}",
        "provider: debug, inputs: {destination: file, file: x}",
        "provider: file, when: \"__actions.first.status == 'x'\", inputs: {operation: delete, path: x}",
    ];
    let all = harmless.iter().map(|one| (one, "")).chain(
        harmful.iter().map(|one| (one, ", as things are now; [other] runs at the same time and may change them")),
    );
    for (other, doubt) in all {
        let spec = format!(
            "  workflow:\n    actions:\n\
            \x20     first: {{provider: static, inputs: {{value: x}}}}\n\
            \x20     made: {{provider: file, dependsOn: [first], inputs: {{operation: write, path: a, content: x}}}}\n\
            \x20     other: {{{other}, dependsOn: [first]}}\n"
        );
        let mut test = Test::new().file("s.yaml", solution(&spec));
        let told = test.again(&["run", "solution", "-f", "s.yaml", "--dry-run"], 0).stdout();
        assert!(told.contains(&format!("would create{doubt}\n")), "{other}: {told}");
    }
}

/// Contents that are not known, of a resolver and of an action, and paths that are.
#[test]
fn a_dry_run_foresees_a_tree_whose_contents_are_unknown() {
    let spec = "  resolvers:\n\
        \x20   made: {resolve: {with: [{provider: file, inputs: {operation: write, path: made, content: x}}]}, \
                      transform: {with: [{provider: cel, inputs: {expression: __self.status}}]}}\n\
        \x20   file: {resolve: {with: [{provider: static, inputs: {value: c}}]}}\n\
        \x20 workflow:\n    actions:\n\
        \x20     say: {provider: message, inputs: {message: hi}}\n\
        \x20     b-tree: {provider: file, inputs: {operation: write-tree, basePath: gen, entries: [\
                      {path: a, content: {rslvr: made}}, \
                      {path: sub/b, content: {expr: __actions.say.status}}, \
                      {path: {tmpl: 'sub/{{ .file }}'}, content: known}]}}\n\
        \x20     c-list: {provider: directory, dependsOn: [b-tree], inputs: {operation: list, path: gen/sub}}\n\
        \x20     d-beside: {provider: file, dependsOn: [b-tree], inputs: {operation: write, path: gen/sub/d, content: x}}\n\
        \x20     e-read: {provider: file, dependsOn: [b-tree], inputs: {operation: read, path: gen/a}}\n\
        \x20     f-none: {provider: file, dependsOn: [b-tree], inputs: {operation: read, path: gen/none}, onError: continue}\n\
        \x20     g-again: {provider: file, dependsOn: [c-list], inputs: {operation: write-tree, basePath: gen, onConflict: skip, \
                      entries: [{path: a, content: {rslvr: made}}]}}\n\
        \x20     h-clash: {provider: file, dependsOn: [g-again], onError: continue, inputs: {operation: write-tree, basePath: gen, \
                      entries: [{path: a, content: {rslvr: made}}, {path: new, content: x}]}}\n\
        \x20     i-after: {provider: file, dependsOn: [h-clash], inputs: {operation: read, path: gen/none}, onError: continue}\n";
    let mut test = Test::new().file("s.yaml", solution(spec));
    assert_snapshot!(test.again(&["run", "solution", "-f", "s.yaml", "--dry-run"], 0).stdout());
    assert!(!test.exists("gen") && !test.exists("made"));
    let run = test.again(&["run", "solution", "-f", "s.yaml", "-o", "json"], 0).json();
    assert_eq!(run["failedActions"], serde_json::json!(["f-none", "i-after"]), "as the dry run says: {run}");
    assert_eq!(test.read("gen/sub/c"), "known");
}

#[test]
fn a_dry_run_shows_all_of_what_is_wrong_with_a_condition() {
    let spec = format!(
        "{VALUE}  workflow:\n    actions:\n      x: {{provider: message, when: _.v.no == 1, inputs: {{message: hi}}}}\n"
    );
    let mut test = Test::new().file("s.yaml", solution(&spec));
    assert_snapshot!(test.again(&["run", "solution", "-f", "s.yaml", "--dry-run"], 0).stdout());
}

#[test]
fn a_loop_counts_as_what_became_of_its_elements() {
    let spec = "  workflow:\n    actions:\n\
        \x20     some: {provider: static, forEach: {item: x, in: [a, b]}, when: \"x != 'a'\", inputs: {value: 1}}\n\
        \x20     none: {provider: static, forEach: {item: x, in: [a, b]}, when: \"x == 'c'\", inputs: {value: 1}}\n\
        \x20     bad: {provider: file, forEach: {item: x, in: [a, b, c]}, when: \"x != 'a'\", onError: continue, inputs: \
                      {operation: write, path: {expr: \"x == 'c' ? 'no/x' : 'x'\"}, content: x}}\n\
        \x20   finally:\n\
        \x20     say: {provider: static, inputs: {value: {expr: \"[__actions.some.status, __actions.none.status, \
                      __actions.none.skipReason, __actions.bad.status]\"}}}\n";
    let run = Test::new().file("s.yaml", solution(spec)).again(&["run", "solution", "-f", "s.yaml", "-o", "json"], 0);
    let said = &run.json()["actions"]["say"]["results"];
    assert_eq!(*said, serde_json::json!(["succeeded", "skipped", "condition", "failed"]));
}

/// Nothing stands beside standard input.
#[test]
fn a_solution_from_standard_input_says_that_it_is_not_composed() {
    let document =
        solution("  resolvers: {a: {resolve: {with: [{provider: static, inputs: {value: 1}}]}}}\ncompose: [b.yaml]\n");
    let test = Test::new().file("s.yaml", document).args(["run", "resolver", "-f", "-", "-o", "json"]);
    let input = std::fs::File::open(test.path("s.yaml")).unwrap();
    let ended = test.ended(test.command().stdin(input).output().unwrap());
    assert_eq!(ended.json(), serde_json::json!({"a": 1}));
    assert!(ended.stderr().contains("`compose` is left out"), "{}", ended.stderr());
}

/// What is skipped says why, wherever that is told.
#[test]
fn what_is_skipped_says_why() {
    let spec = "  workflow:
    actions:
      bad: {provider: file, onError: continue, inputs: {operation: read, path: nowhere}}
      needs: {provider: static, dependsOn: [bad], inputs: {value: 1}}
      asked: {provider: static, when: 'false', inputs: {value: 1}}
    finally:
      say: {provider: static, inputs: {value: {expr: '[__actions.needs.skipReason, __actions.asked.skipReason]'}}}
";
    let mut test = Test::new().file("s.yaml", solution(spec));
    let words = ["run", "solution", "-f", "s.yaml", "-o", "json", "--verbose"];
    let ended = test.again(&words, 0);
    let actions = &ended.json()["actions"];
    let events = test.again(&["run", "solution", "-f", "s.yaml", "-o", "jsonl"], 0).lines();
    assert_eq!(actions["say"]["results"], serde_json::json!(["dependency-failed", "condition"]));
    for (name, reason) in [("needs", "dependency-failed"), ("asked", "condition")] {
        let event = events.iter().find(|event| event["name"] == name).unwrap();
        for told in [&actions[name], event] {
            assert_eq!((&told["status"], &told["skipReason"]), (&"skipped".into(), &reason.into()));
        }
        let line = format!("  ○ {name} (skipped: {reason})\n");
        assert!(ended.stderr().contains(&line), "{line}: {}", ended.stderr());
    }
}

#[test]
fn elements_that_are_skipped_leave_a_null_where_that_is_wanted() {
    let each = |name: &str, rest: &str| {
        format!(
            "    {name}: {{resolve: {{with: [{{provider: static, inputs: {{value: [1, 2, 3]}}}}]}}, transform: {{with: [\
             {{provider: cel, when: '__item != 2', forEach: {{{rest}}}, inputs: {{expression: '__item * 10'}}}}]}}}}\n"
        )
    };
    let spec = ["  resolvers:\n".to_owned(), each("kept", "keepSkipped: true"), each("dropped", "")].concat();
    let values =
        Test::new().file("s.yaml", solution(&spec)).again(&["run", "resolver", "-f", "s.yaml", "-o", "json"], 0);
    let expected = serde_json::json!({"kept": [10, null, 30], "dropped": [10, 30]});
    assert_eq!(values.json(), expected);
}

/// Four tries take three pauses: 1 + 1 + 1, 1 + 2 + 3 or 1 + 2 + 4 times the first.
#[test]
fn pauses_between_tries_grow_as_the_action_says() {
    let action = |name: &str| {
        format!(
            "      {name}: {{provider: file, onError: continue, inputs: {{operation: read, path: nowhere}}, \
             retry: {{maxAttempts: 4, initialDelay: 200ms, backoff: {name}}}}}\n"
        )
    };
    let kinds = [("fixed", 600), ("linear", 1200), ("exponential", 1400)];
    let actions: String = kinds.map(|(name, _)| action(name)).concat();
    let mut test = Test::new().file("s.yaml", solution(&format!("  workflow:\n    actions:\n{actions}")));
    let lines = test.again(&["run", "solution", "-f", "s.yaml", "-o", "jsonl"], 0).stdout();
    let lines: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (name, pauses) in kinds {
        let told = lines.iter().find(|line| line["name"] == name).unwrap();
        let took = value::Duration::parse_go(told["duration"].as_str().unwrap()).unwrap();
        let took = std::time::Duration::from(took).as_millis();
        assert!(took >= pauses, "{name} took {took} ms");
    }
    let plan = test.again(&["render", "solution", "-f", "s.yaml"], 0).json();
    for (name, _) in kinds {
        assert_eq!(plan["actions"][name]["retry"]["backoff"], name);
    }
}

/// Bytes of one action are left alone; another one begins a line.
#[test]
fn outputs_of_actions_at_the_same_time_do_not_run_together() {
    let act = |name: &str, rest: &str| {
        format!("      {name}: {{provider: exec, {rest}inputs: {{command: \"printf {name}; printf {name} >&2\"}}}}\n")
    };
    for (actions, expected) in [
        (act("a", ""), "a"),
        ([act("a", ""), act("b", "")].concat(), "a\nb"),
        ([act("a", ""), act("b", ""), act("c", "dependsOn: [a], ")].concat(), "a\nbc"),
    ] {
        let mut test = Test::new().file("s.yaml", solution(&format!("  workflow:\n    actions:\n{actions}")));
        let ended = test.again(&["run", "solution", "-f", "s.yaml"], 0);
        assert_eq!((ended.stdout().as_str(), ended.stderr().as_str()), (expected, expected), "{actions}");
    }
}

/// The caret is below what the engine blames, however the text is written.
#[test]
fn an_expression_that_fails_is_shown_to_the_letter() {
    let resolver = |with: &str| {
        format!(
            "  resolvers:\n    v: {{resolve: {{with: [{{provider: static, inputs: {{value: {{a: 1}}}}}}]}}}}\n    x:\n      resolve:\n        with:\n{with}"
        )
    };
    let action = |rest: &str| {
        format!(
            "  workflow:\n    actions:\n      y: {{provider: static, inputs: {{value: {{a: 1}}}}}}\n      x:\n        provider: static\n{rest}"
        )
    };
    let specs = [
        resolver("          - {provider: cel, inputs: {expression: 1 + _.v.plain}}\n"),
        resolver("          - {provider: static, inputs: {value: {expr: \"'q' + _.v.quoted\"}}}\n"),
        resolver(
            "          - provider: static\n            inputs: {value: 1}\n            when: |\n              true &&\n                _.v.block == 1\n",
        ),
        resolver("          - {provider: static, inputs: {value: {tmpl: 'some {{ .v.a }} {{ .v.field }}'}}}\n"),
        resolver("          - {provider: cel, inputs: {expression: \"'\\\"' + _.v.a.\\x65scaped\"}}\n"),
        action("        when: __actions.y.results.a == 1 && __actions.y.later\n        inputs: {value: 1}\n"),
        action("        inputs: {value: [1, {expr: \"1 + __actions.y.results.nested\"}]}\n"),
        action("        forEach: {in: {expr: \"[1].map(x, _.list)\"}}\n        inputs: {value: 1}\n"),
    ];
    let mut shown = String::new();
    for spec in specs {
        let command = if spec.contains("workflow") { "solution" } else { "resolver" };
        let mut test = Test::new().file("s.yaml", solution(&spec));
        test.args_of(&["run", command, "-f", "s.yaml", "-o", "quiet"]);
        let said = test.run().stderr();
        let place: Vec<&str> = said.lines().skip_while(|line| !line.trim_start().starts_with("--> ")).collect();
        shown.extend(place.iter().take_while(|line| !line.is_empty()).map(|line| format!("{line}\n")));
    }
    assert_snapshot!(shown);
}

#[test]
fn the_answer_that_a_poll_looks_at_is_no_resolver() {
    let spec = "  resolvers:\n    body: {resolve: {with: [{provider: static, inputs: {value: {rslvr: polled}}}]}}\n\
        \x20   host: {resolve: {with: [{provider: static, inputs: {value: h}}]}}\n\
        \x20   polled: {resolve: {with: [{provider: http, inputs: {url: {tmpl: 'http://{{ .host }}/'}, \
                      poll: {until: \"_.body == 'x' && _.statusCode == 200\", failWhen: _.body == 'y'}}}]}}\n";
    let mut test = Test::new().file("s.yaml", solution(spec));
    let graph = test.again(&["run", "resolver", "-f", "s.yaml", "--graph", "--graph-format", "json"], 0).json();
    let edges: Vec<String> =
        graph["edges"].as_array().unwrap().iter().map(|one| format!("{} {}", one["from"], one["to"])).collect();
    assert_eq!(edges, ["\"polled\" \"host\"", "\"body\" \"polled\""]);
    test.again(&["check", "s.yaml"], 0);
    let other = solution(spec).replace("until: \"_.body", "until: \"not compile(");
    let said = Test::new().file("s.yaml", other).again(&["check", "s.yaml"], 2).stderr();
    assert!(said.contains("s.yaml:") && said.contains("this is no expression"), "{said}");
}

#[test]
fn a_dry_run_knows_what_comes_after_a_failure() {
    let spec = "  workflow:\n    actions:\n\
        \x20     bad: {provider: file, inputs: {operation: read, path: none}}\n\
        \x20     mild: {provider: file, inputs: {operation: read, path: none}, onError: continue}\n\
        \x20     next: {provider: message, inputs: {message: hi}, dependsOn: [bad]}\n\
        \x20     other: {provider: message, inputs: {message: hi}, dependsOn: [mild]}\n\
        \x20   finally:\n      clean: {provider: message, inputs: {message: bye}}\n";
    let mut test = Test::new().file("s.yaml", solution(spec));
    assert_snapshot!(test.again(&["run", "solution", "-f", "s.yaml", "--dry-run"], 0).stdout());
    let forgiving = solution(spec).replace("path: none}}", "path: none}, onError: continue}");
    let mut test = Test::new().file("s.yaml", forgiving);
    let run = test.again(&["run", "solution", "-f", "s.yaml", "-o", "json"], 0).json();
    assert_eq!(run["skippedActions"], serde_json::json!(["next", "other"]), "as the dry run says");
}

#[test]
fn lines_tell_whose_steps_they_are() {
    let spec = "  workflow:\n    actions:\n      outer: {provider: solution, inputs: {source: inner.yaml}}\n";
    let inner = solution("  workflow:\n    actions:\n      say: {provider: message, inputs: {message: hi}}\n");
    let mut test = Test::new().file("s.yaml", solution(spec)).file("inner.yaml", inner.replace("demo", "inner"));
    let lines = test.again(&["run", "solution", "-f", "s.yaml", "-o", "jsonl"], 0).stdout();
    let steps = lines.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let whose: Vec<String> = steps
        .filter(|step| step["event"] == "action")
        .map(|step| format!("{} {}", step["solution"], step["name"]))
        .collect();
    assert_eq!(whose, ["\"inner\" \"say\"", "\"demo\" \"outer\""]);
}

#[test]
fn a_resolver_that_fails_is_a_warning_of_a_dry_run() {
    let spec = "  resolvers:\n    x: {resolve: {with: [{provider: parameter, inputs: {key: x}}]}}\n\
        \x20   z: {resolve: {with: [{provider: parameter, inputs: {key: z}}]}}\n\
        \x20   later: {resolve: {with: [{provider: static, inputs: {value: {rslvr: x}}}]}}\n\
        \x20 workflow:\n    actions:\n      say: {provider: message, inputs: {message: hi}}\n\
        \x20     tell: {provider: message, inputs: {message: {expr: \"'got ' + _.x\"}}}\n\
        \x20     each: {provider: message, forEach: {in: {rslvr: later}}, inputs: {message: {tmpl: 'at {{ .__item }}'}}}\n";
    let mut test = Test::new().file("s.yaml", solution(spec));
    assert_snapshot!(test.again(&["run", "solution", "-f", "s.yaml", "--dry-run"], 0).stdout());
    let plain = test.again(&["run", "solution", "-f", "s.yaml", "--dry-run", "-o", "json"], 0).json();
    assert!(plain.get("actionPlan").is_none(), "as the original: {plain}");
    let verbose = test.again(&["run", "solution", "-f", "s.yaml", "--dry-run", "-o", "json", "--verbose"], 0).json();
    assert_eq!(verbose["totalActions"], 3, "{verbose}");
    test.again(&["run", "solution", "-f", "s.yaml", "--dry-run", "--strict"], 1);
}

#[test]
fn events_come_one_a_line() {
    let spec = format!(
        "{VALUE}  workflow:\n    actions:\n      say: {{provider: message, inputs: {{message: hi}}}}\n\
         \x20     no: {{provider: message, inputs: {{message: hi}}, when: false}}\n"
    );
    let mut test = Test::new().file("s.yaml", solution(&spec));
    let lines = test.again(&["run", "solution", "-f", "s.yaml", "-o", "jsonl"], 0).stdout();
    let lines: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told: Vec<[&str; 3]> =
        lines.iter().map(|line| ["event", "name", "status"].map(|key| line[key].as_str().unwrap_or(""))).collect();
    assert_eq!(
        told,
        [
            ["resolver", "v", "success"],
            ["action", "no", "skipped"],
            ["action", "say", "succeeded"],
            ["summary", "", "succeeded"]
        ]
    );
}

#[test]
fn a_sensitive_action_shows_nothing_to_people() {
    let spec = "  workflow:\n    actions:\n\
        \x20     good: {sensitive: true, provider: exec, inputs: {command: 'echo hidden-word'}}\n\
        \x20     bad: {sensitive: true, provider: exec, inputs: {command: x, workingDir: /hidden-word}, onError: continue}\n";
    let mut test = Test::new().file("s.yaml", solution(spec));
    let ended = test.again(&["run", "solution", "-f", "s.yaml", "--verbose"], 0);
    assert!(!ended.raw().contains("hidden-word"), "{}", ended.raw());
    assert_eq!(ended.stdout(), "[REDACTED]\n");
    let plan = test.again(&["render", "solution", "-f", "s.yaml", "--no-timestamp"], 0).json();
    assert_eq!(plan["actions"]["good"]["inputs"]["command"], "<secret>");
    for words in [&["render", "solution", "--no-timestamp"][..], &["run", "solution", "--dry-run"]] {
        let hidden = test.again(&[words, &["-f", "s.yaml"]].concat(), 0);
        assert!(!hidden.raw().contains("hidden-word"), "{}", hidden.raw());
        let shown = test.again(&[words, &["-f", "s.yaml", "--show-sensitive"]].concat(), 0);
        assert!(shown.stdout().contains("echo hidden-word"), "{}", shown.raw());
    }
}

/// One rule for all commands: masked where people look, shown with the flag.
#[test]
fn what_is_sensitive_is_shown_to_who_asks_for_it() {
    let spec = "  resolvers:
    pin: {sensitive: true, resolve: {with: [{provider: static, inputs: {value: v-12}}]}, validate: {with: [
      {provider: validation, inputs: {expression: '__self == \"x\"'}, message: {expr: \"'not the v-' + '12'\"}}]}}
  workflow:
    actions:
      held: {sensitive: true, provider: exec, inputs: {command: 'echo held-12'}}
      said: {sensitive: true, provider: message, inputs: {message: said-12}}
      lost: {sensitive: true, provider: exec, inputs: {command: x, workingDir: /lost-12}, onError: continue}
      fails:
        {sensitive: true, provider: file, inputs: {operation: read, path: fails-12}}
";
    let mut test = Test::new().file("s.yaml", solution(spec));
    for words in [&["run", "solution", "--verbose"][..], &["run", "action"], &["run", "solution", "-o", "jsonl"]] {
        let words = [words, &["-f", "s.yaml", "--skip-validation"]].concat();
        let hidden = test.again(&words, 6).raw();
        let shown = test.again(&[&words[..], &["--show-sensitive"]].concat(), 6).raw();
        for word in ["held-12", "said-12", "lost-12", "fails-12"] {
            assert!(!hidden.contains(word), "{words:?}, {word}: {hidden}");
            assert!(shown.contains(word), "{words:?}, {word}: {shown}");
        }
        assert!(!shown.contains("[REDACTED]"), "{words:?}: {shown}");
    }
    let resolve = ["run", "resolver", "-f", "s.yaml"];
    assert!(!test.again(&resolve, 1).raw().contains("the v-12"));
    assert!(test.again(&[&resolve[..], &["--show-sensitive"]].concat(), 1).raw().contains("the v-12"));
}

/// The same of a rehearsal, with what it finds out beside the inputs.
#[test]
fn a_rehearsal_shows_what_is_sensitive_to_who_asks_for_it() {
    let spec = "  workflow:
    actions:
      writes: {sensitive: true, provider: file, inputs: {operation: write, path: f, content: \"line-12\\n\"}}
      asks: {sensitive: true, when: '{}[\"asks-12\"]', provider: message, inputs: {message: x}, onError: continue}
";
    let mut test = Test::new().file("s.yaml", solution(spec)).file("f", "before\n");
    let words = ["run", "solution", "-f", "s.yaml", "--dry-run", "--on-conflict", "overwrite"];
    let hidden = test.again(&words, 0).stdout();
    let shown = test.again(&[&words[..], &["--show-sensitive"]].concat(), 0).stdout();
    for word in ["+line-12", "would fail: condition evaluation failed"] {
        assert!(!hidden.contains(word) && shown.contains(word), "{word}: {hidden}\n{shown}");
    }
}

/// What reads the results of a loop need not know whether the list was empty.
#[test]
fn a_loop_over_nothing_has_results() {
    for empty in ["[]", "{expr: 'null'}"] {
        let spec = format!(
            "  workflow:
    actions:
      each: {{provider: static, forEach: {{in: {empty}}}, inputs: {{value: {{expr: __item}}}}}}
      say: {{provider: message, dependsOn: [each], inputs: {{message: {{expr: \"__actions.each.status + ' ' + string(size(__actions.each.results)) + ' ' + string(size(__actions.each.iterations))\"}}}}}}
"
        );
        let mut test = Test::new().file("s.yaml", solution(&spec));
        assert_eq!(test.again(&["run", "solution", "-f", "s.yaml"], 0).stdout(), "succeeded 0 0\n");
        let plan = test.again(&["render", "solution", "-f", "s.yaml"], 0).json();
        assert_eq!(plan["metadata"]["forEachExpansions"], serde_json::Value::Null, "{plan}");
    }
}

#[test]
fn a_loop_of_actions_runs_as_many_at_once_as_it_says() {
    let one = "'echo begin {{ .__item }} >> log; sleep 0.01; echo end >> log'";
    let spec = format!(
        "  workflow:\n    actions:\n      each: {{provider: exec, forEach: {{in: {{expr: lists.range(12)}}, concurrency: 1}}, \
         inputs: {{command: {{tmpl: {one}}}}}}}\n"
    );
    let mut test = Test::new().file("s.yaml", solution(&spec));
    test.again(&["run", "solution", "-f", "s.yaml"], 0);
    let expected: Vec<String> = (0..12).map(|item| format!("begin {item}\nend\n")).collect();
    assert_eq!(test.read("log"), expected.concat());
}

/// What is too short to be looked for everywhere is masked where it is known to be.
#[test]
fn short_secrets_and_numbers_are_masked_in_their_places() {
    let spec = "  resolvers:\n\
        \x20   pin: {sensitive: true, resolve: {with: [{provider: static, inputs: {value: 4711}}]}}\n\
        \x20   word: {sensitive: true, resolve: {with: [{provider: static, inputs: {value: ab3x}}]}}\n\
        \x20   big: {sensitive: true, resolve: {with: [{provider: static, inputs: {value: 8675309123}}]}}\n\
        \x20   copy: {resolve: {with: [{provider: static, inputs: {value: {expr: _.big}}}]}}\n\
        \x20 workflow:\n    actions:\n\
        \x20     say: {provider: message, inputs: {message: {tmpl: '{{ .pin }} {{ .word }}'}}}\n\
        \x20     put: {provider: file, inputs: {operation: write, path: out, content: {rslvr: word}}}\n";
    let mut test = Test::new().file("s.yaml", solution(spec));
    let secrets = ["4711", "ab3x", "8675309123"];
    for words in [
        &["run", "resolver", "-f", "s.yaml", "-o", "json", "--redact"][..],
        &["run", "resolver", "-f", "s.yaml", "-o", "yaml", "--redact"],
        &["run", "resolver", "-f", "s.yaml", "-o", "table"],
        &["run", "solution", "-f", "s.yaml", "--dry-run", "--verbose"],
        &["run", "solution", "-f", "s.yaml", "--dry-run", "--verbose", "-o", "json"],
        &["render", "solution", "-f", "s.yaml", "--no-timestamp"],
    ] {
        let shown = test.again(words, 0).raw();
        assert!(secrets.iter().all(|secret| !shown.contains(secret)), "{words:?}: {shown}");
    }
    let masked = test.again(&["run", "resolver", "-f", "s.yaml", "-o", "json", "--redact"], 0).json();
    assert_eq!(masked["copy"], "[REDACTED]");
    assert_eq!(test.again(&["run", "resolver", "-f", "s.yaml", "-o", "json"], 0).json()["pin"], 4711);
}

#[test]
fn an_expression_computes_with_secrets_and_its_result_is_masked() {
    let spec = "  resolvers:\n    pin: {sensitive: true, resolve: {with: [{provider: static, inputs: {value: 47}}]}}\n\
        \x20   word: {sensitive: true, resolve: {with: [{provider: static, inputs: {value: hunter2-Sup3r}}]}}\n";
    let mut test = Test::new().file("s.yaml", solution(spec));
    for (expression, expected) in [
        ("_.pin == 47 && _.word.startsWith('hunter2')", "true"),
        ("_.word.size()", "13"),
        ("_.pin", "[REDACTED]"),
        ("'pin ' + string(_.pin)", "[REDACTED]"),
        ("'say ' + _.word", "say [REDACTED]"),
    ] {
        let shown = test.again(&["run", "resolver", "-f", "s.yaml", "--redact", "-e", expression], 0).stdout();
        assert_eq!(shown.trim_end(), expected, "{expression}");
    }
    let all = test.again(&["run", "resolver", "-f", "s.yaml", "--redact", "-e", "[_]", "-o", "json"], 0).json();
    assert_eq!(all, serde_json::json!([{"pin": "[REDACTED]", "word": "[REDACTED]"}]));
    assert_eq!(test.again(&["run", "resolver", "-f", "s.yaml", "-e", "_.pin"], 0).stdout(), "47\n");
}

#[test]
fn a_condition_without_a_text_is_refused_before_anything_is_done() {
    let done = "provider: file, inputs: {operation: write, path: done, content: x}";
    let with = |resolver: &str, action: &str, finally: &str| {
        format!(
            "metadata: {{name: some}}\nspec:\n  resolvers:\n    r: {{{resolver}resolve: {{with: [{{provider: static, inputs: {{value: 1}}}}]}}}}\n  workflow:\n    actions:\n      a: {{{done}}}\n      b: {{{action}provider: message, inputs: {{message: hi}}}}\n    finally:\n      c: {{{finally}provider: message, inputs: {{message: hi}}}}\n"
        )
    };
    let none = "when: '', ";
    for (number, document) in [
        with("", none, ""),
        with("", "", "when: {expr: ' '}, "),
        with("", "retry: {maxAttempts: 2, retryIf: ''}, ", ""),
    ]
    .into_iter()
    .enumerate()
    {
        let mut test = Test::new().file("solution.yaml", document);
        let told = test.again(&["run", "solution"], 3).stderr();
        assert!(told.contains("expected a condition, found an empty text"), "row {number}: {told}");
        assert!(!test.exists("done"), "row {number}");
    }
    // In a resolver it fails when it is asked, and another source may do.
    let others = "{when: '', provider: static, inputs: {value: 0}}, {provider: static";
    let mut test = Test::new().file("solution.yaml", with("", "", "").replacen("{provider: static", others, 1));
    assert_eq!(test.again(&["run", "resolver", "-o", "json"], 0).json()["r"], 1);
}

#[test]
fn durations_are_numbers_in_forms_for_programs() {
    let spec = "  resolvers:\n    d: {type: duration, resolve: {with: [{provider: static, inputs: {value: 1h30m}}]}}\n";
    let mut test = Test::new().file("solution.yaml", solution(spec));
    assert_eq!(test.again(&["run", "resolver", "-o", "yaml"], 0).stdout(), "d: 5400000000000\n\n");
    assert_eq!(test.again(&["run", "resolver", "-o", "json"], 0).json()["d"], 5_400_000_000_000_i64);
    assert!(test.again(&["run", "resolver"], 0).stdout().contains("1h30m0s"));
}

#[test]
fn values_of_tests_stand_in_for_resolvers() {
    let spec = "  resolvers:\n\
        \x20   a: {when: false, type: int, resolve: {with: [{provider: exec, inputs: {command: touch @ROOT@/ran}}]}}\n\
        \x20   b: {resolve: {with: [{provider: cel, inputs: {expression: \"_.a + '!'\"}}]}}\n";
    let test = Test::new().file("solution.yaml", solution(spec)).file("mocks.json", "{\"a\": \"given\"}");
    let mut test = test.file("list.json", "[1]").env("SCAFCTL_MOCKED_RESOLVERS_FILE", "mocks.json");
    let values = test.again(&["run", "resolver", "-o", "json"], 0).json();
    assert_eq!((&values["a"], &values["b"]), (&"given".into(), &"given!".into()));
    assert!(!test.exists("ran"));
    for (file, exit) in [("none.json", 4), ("list.json", 3), ("solution.yaml", 3)] {
        test = test.env("SCAFCTL_MOCKED_RESOLVERS_FILE", file);
        let told = test.again(&["run", "resolver"], exit).stderr();
        assert!(told.contains("SCAFCTL_MOCKED_RESOLVERS_FILE cannot be used"), "{told}");
    }
}

#[test]
fn what_resolvers_print_is_not_seen_when_only_the_exit_code_counts() {
    let spec = "  resolvers:\n    d: {resolve: {with: [{provider: debug, inputs: {expression: \"'seen'\"}}]}}\n";
    let mut test = Test::new().file("solution.yaml", solution(spec));
    assert_eq!(test.again(&["run", "resolver", "-o", "quiet"], 0).raw(), "");
    assert!(test.again(&["run", "resolver", "-o", "json"], 0).stderr().contains("seen"));
}

#[test]
fn a_value_that_is_too_large_says_its_size() {
    let mut test = Test::new().file("solution.yaml", solution(VALUE).replace("value: 1", "value: 12345678"));
    let told = test.again(&["run", "resolver", "--max-value-size", "5"], 1).stderr();
    assert!(told.contains("resolver \"v\" value size 8 bytes exceeds maximum 5 bytes"), "{told}");
}

#[test]
fn elements_that_an_action_needs_are_told_in_their_order() {
    let spec = "  workflow:\n    actions:\n\
        \x20     m: {provider: static, forEach: {in: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}, inputs: {value: 1}}\n\
        \x20     n: {provider: static, dependsOn: [m], inputs: {value: 1}}\n";
    let mut test = Test::new().file("solution.yaml", solution(spec));
    let told = test.again(&["run", "solution", "--dry-run"], 0).stdout();
    assert!(told.contains("(depends on: m[0], m[1], m[2],") && told.contains("m[9], m[10])"), "{told}");
    let drawn = test.again(&["render", "solution", "--action-graph"], 0).stdout();
    assert!(drawn.contains("* m[9]\n      * m[10]\n"), "{drawn}");
}

#[test]
fn a_message_begins_a_line_also_after_an_action_that_did_not_end_its_own() {
    let spec = "  workflow:\n    actions:\n\
        \x20     a: {provider: exec, inputs: {command: 'printf said >&2'}}\n\
        \x20     b: {provider: file, dependsOn: [a], inputs: {operation: read, path: none}}\n";
    let mut test = Test::new().file("solution.yaml", solution(spec));
    let told = test.again(&["run", "solution"], 6).stderr();
    assert!(told.starts_with("said\nError [b]: "), "{told}");
    let alone = spec.lines().take(3).map(|line| format!("{line}\n")).collect::<String>();
    let mut test = Test::new().file("solution.yaml", solution(&alone));
    assert_eq!(test.again(&["run", "solution"], 0).stderr(), "said", "a pipe gets the bytes as they are");
}

/// Also for one that is not run, because it needs one that failed.
#[test]
fn every_resolver_has_an_event() {
    let spec = "  resolvers:\n    \
        a: {resolve: {with: [{provider: cel, inputs: {expression: 1 / 0}}]}}\n    \
        b: {dependsOn: [a], resolve: {with: [{provider: static, inputs: {value: 1}}]}}\n    \
        c: {dependsOn: [b], resolve: {with: [{provider: static, inputs: {value: 1}}]}}\n";
    let mut test = Test::new().file("s.yaml", solution(spec));
    let lines = test.again(&["run", "resolver", "-f", "s.yaml", "--validate-all", "-o", "jsonl"], 1).stdout();
    let events = lines.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let told: Vec<_> = events
        .map(|event| ["name", "status", "skipReason"].map(|key| event[key].as_str().unwrap_or_default().to_owned()))
        .collect();
    assert_eq!(
        told,
        [["a", "failed", ""], ["b", "skipped", "dependency-failed"], ["c", "skipped", "dependency-failed"]]
    );
}
