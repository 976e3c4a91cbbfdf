//! From one kind of document to the other, and from a solution to the next.

use crate::test::Test;
use insta::assert_snapshot;

const NAMES: &str = "metadata: {name: names}\nspec:\n  resolvers:\n    env: {resolve: {with: [{provider: parameter, inputs: {key: env}}, {provider: static, inputs: {value: dev}}]}}\n    motd: {resolve: {with: [{provider: static, inputs: {value: {tmpl: 'welcome to {{ .env }}'}}}]}}\n    pin: {sensitive: true, resolve: {with: [{provider: static, inputs: {value: x12}}]}}\n    ran: {resolve: {with: [{provider: exec, inputs: {command: 'echo once >> @ROOT@/ran; echo yes'}}]}}\n";

fn site(top: &str, content: &str) -> String {
    let attributes = "owner: @UID@, group: @GID@, mode: '0644'";
    format!(
        "{top}ccm:\n  resources:\n    - file:\n        - @ROOT@/motd: {{ensure: present, content: '{content}', {attributes}}}\n"
    )
}

#[test]
fn values_of_a_solution_are_data_of_a_manifest() {
    let top = "solution: {file: names.yaml, parameters: {env: '{{ Facts.name }}'}}\ndata: {own: mine}\n";
    let mut test = Test::new()
        .file("names.yaml", NAMES)
        .file("site.yaml", site(top, "{{ Data.motd }}, {{ Data.own }}, {{ Data.pin }}"));
    let rehearsed = test.again(&["apply", "site.yaml", "--noop", "--no-report", "--fact", "name=here"], 0);
    assert_snapshot!(rehearsed.stdout());
    test.again(&["apply", "site.yaml", "--fact", "name=here"], 0);
    assert_eq!(test.read("motd"), "welcome to here, mine, x12");
    assert_eq!(test.read("ran"), "once\nonce\n", "once for the rehearsal and once for the run");
}

#[test]
fn data_of_the_manifest_lies_over_that_of_the_solution() {
    let top = "solution: {file: names.yaml, resolvers: [motd]}\ndata: {motd: mine}\n";
    let mut test = Test::new().file("names.yaml", NAMES).file("site.yaml", site(top, "{{ Data.motd }}"));
    test.again(&["apply", "site.yaml"], 0);
    assert_eq!(test.read("motd"), "mine");
    assert!(!test.exists("ran"), "only what is asked for is worked out");
}

#[test]
fn a_check_runs_no_resolver() {
    let top = "solution: {file: names.yaml}\n";
    let mut test = Test::new().file("names.yaml", NAMES).file("site.yaml", site(top, "{{ Data.motd }}"));
    test.again(&["check", "site.yaml"], 0);
    assert!(!test.exists("ran"));
}

#[test]
fn a_solution_that_gives_no_data_is_an_error_of_the_manifest() {
    let failing = NAMES.replace("echo yes", "exit 3")
        + "    no: {resolve: {with: [{provider: parameter, inputs: {key: gone}}]}}\n";
    let mut test = Test::new().file("names.yaml", failing).file("bad.yaml", "metadata: {nam: x}\n");
    let told: Vec<String> =
        ["{file: none.yaml}", "{file: bad.yaml}", "{file: names.yaml}", "{file: names.yaml, resolvers: [modt]}"]
            .iter()
            .map(|asked| {
                test = std::mem::replace(&mut test, Test::new())
                    .file("site.yaml", site(&format!("solution: {asked}\n"), "x"));
                test.again(&["apply", "site.yaml"], 3).stderr()
            })
            .collect();
    assert_snapshot!(told.join("\n"));
    assert!(!test.exists("motd"));
}

#[test]
fn data_that_would_need_a_change_is_an_error_of_the_run_and_of_its_rehearsal() {
    let write = "    note: {resolve: {with: [{provider: file, inputs: {operation: write, path: note, content: x}}]}}\n";
    let rests = "    rests: {resolve: {with: [{provider: exec, inputs: {command: touch @ROOT@/rested, env: {A: {expr: _.note.status}}}}]}}\n";
    let mut test = Test::new()
        .file("names.yaml", format!("{NAMES}{write}{rests}"))
        .file("site.yaml", site("solution: {file: names.yaml}\n", "{{ Data.note.success }}"))
        .file("rests.yaml", site("solution: {file: names.yaml, resolvers: [rests]}\n", "{{ Data.rests.exitCode }}"))
        .file("other.yaml", site("solution: {file: names.yaml, resolvers: [motd]}\n", "{{ Data.motd }}"));
    let refused = test.again(&["apply", "site.yaml"], 3).stderr();
    assert_eq!(test.again(&["apply", "site.yaml", "--noop"], 3).stderr(), refused);
    assert_snapshot!(refused);
    let rests = test.again(&["apply", "rests.yaml"], 3).stderr();
    assert!(rests.contains("resolver `rests` (at names.yaml:9:5)"), "{rests}");
    assert!(!["motd", "note", "rested"].iter().any(|name| test.exists(name)));
    let solution = format!("{WORK}      site: {{provider: manifest, inputs: {{file: site.yaml}}}}\n");
    test = test.file("work.yaml", solution);
    let foretold = test.again(&["run", "solution", "-f", "work.yaml", "--dry-run"], 0).stdout();
    assert!(foretold.contains("would fail: ") && foretold.contains("may only read"), "{foretold}");
    test.again(&["run", "solution", "-f", "work.yaml"], 6);
    test.again(&["apply", "other.yaml"], 0);
    assert_eq!(test.read("motd"), "welcome to dev", "what nobody asked for does no harm");
}

/// What the resources of one action owe is not the business of another one.
#[test]
fn actions_with_resources_of_their_own_owe_by_themselves() {
    let file = "{file: [{'@ROOT@/a': {ensure: present, content: a, owner: @UID@, group: @GID@, mode: '0600'}}]}";
    let exec = "{exec: [{refreshed: {command: test -e @ROOT@/ok, refreshonly: true, subscribe: ['file#@ROOT@/a']}}]}";
    let owing =
        format!("      owing: {{provider: manifest, onError: continue, inputs: {{resources: [{file}, {exec}]}}}}\n");
    let other = "      other: {provider: manifest, inputs: {resources: [{exec: [{'true': {}}]}]}}\n";
    let mut test = Test::new().file("work.yaml", format!("{WORK}{owing}{other}"));
    let ok = test.path("ok");
    let mut run =
        || test.again(&["run", "solution", "-f", "work.yaml", "--max-action-concurrency", "1", "-o", "json"], 0);
    assert_eq!(run().json()["actions"]["other"]["status"], "succeeded");
    std::fs::write(ok, "").unwrap();
    let paid = run().json();
    assert_eq!(paid["actions"]["owing"]["results"]["refreshed"], 1, "{paid}");
}

const WORK: &str = "metadata: {name: work}\nspec:\n  workflow:\n    actions:\n";

#[test]
fn an_action_brings_a_machine_to_its_state() {
    let inline = "      inline: {provider: manifest, inputs: {resources: [{file: [{'@ROOT@/b': {ensure: present, content: b, owner: @UID@, group: @GID@, mode: '0600'}}]}]}}\n";
    let file =
        "      site: {provider: manifest, inputs: {file: site.yaml, data: {text: given}}, dependsOn: [inline]}\n";
    let mut test = Test::new()
        .file("work.yaml", format!("{WORK}{inline}{file}"))
        .file("site.yaml", site("data: {text: own}\n", "{{ Data.text }}"));
    let dry = test.again(&["run", "solution", "-f", "work.yaml", "--dry-run"], 0);
    assert_snapshot!(dry.stdout());
    assert!(!test.exists("b") && !test.exists("motd"));
    assert_snapshot!(test.again(&["run", "solution", "-f", "work.yaml"], 0).stdout());
    assert_eq!((test.read("b"), test.read("motd")), ("b".to_owned(), "given".to_owned()));
}

#[test]
fn the_plan_of_an_action_has_no_secrets() {
    let resources = "[{exec: [{'/bin/echo @SHOWN@ {{ Data.place }}': {}}]}, {file: [{'@ROOT@/b': {ensure: present, content: '{{ Data.pw }}', owner: @UID@, group: @GID@, mode: '0600'}}]}]";
    let dry = |secret: &str, given: &str, shown: &str| {
        let resolver =
            format!("{{sensitive: true, resolve: {{with: [{{provider: static, inputs: {{value: {secret}}}}}]}}}}");
        let inputs = format!("{{resources: {resources}, data: {{pw: {given}, place: kitchen}}}}");
        let work = format!(
            "metadata: {{name: work}}\nspec:\n  resolvers: {{pw: {resolver}}}\n  workflow: {{actions: {{act: {{provider: manifest, inputs: {inputs}}}}}}}\n"
        );
        let mut test = Test::new().file("work.yaml", work.replace("@SHOWN@", shown));
        test.again(&["run", "solution", "-f", "work.yaml", "--dry-run"], 0).stdout()
    };
    assert_snapshot!(dry("hunter2-long", "{rslvr: pw}", "in"));
    let computed = dry("hunter2-long", "{expr: '_.pw.substring(0, 7)'}", "{{ Data.pw }}");
    assert!(computed.contains("/bin/echo [REDACTED] kitchen") && !computed.contains("hunter2"), "{computed}");
    for short in [
        dry("x12", "{rslvr: pw}", "{{ Data.pw }}"),
        dry("hunter2-long", "{expr: '_.pw.substring(0, 3)'}", "{{ Data.pw }}"),
    ] {
        assert!(short.contains("2 would change, 0 stable") && !short.contains("/bin/echo"), "{short}");
    }
}

/// What a secret takes the place of may be a secret as well.
#[test]
fn a_dry_run_does_not_show_what_a_secret_replaces() {
    let work = "metadata: {name: work}\nspec:\n  resolvers: {pw: {sensitive: true, resolve: {with: [{provider: static, inputs: {value: new-secret}}]}}}\n  workflow: {actions: {act: {provider: file, inputs: {operation: write, path: kept, onConflict: overwrite, content: {rslvr: pw}}}}}\n";
    let mut test = Test::new().file("work.yaml", work).file("kept", "old-secret");
    let told = test.again(&["run", "solution", "-f", "work.yaml", "--dry-run"], 0).stdout();
    assert!(told.contains("would overwrite") && !told.contains("-secret") && !told.contains("+++"), "{told}");
}

#[test]
fn a_manifest_that_fails_is_a_failed_action() {
    let bad = "      bad: {provider: manifest, inputs: {resources: [{exec: [{'exit 3': {provider: shell}}]}]}}\n";
    let wrong = "      wrong: {provider: manifest, inputs: {resources: [{file: [{/x: {ensur: present}}]}]}}\n";
    let mut test = Test::new().file("bad.yaml", format!("{WORK}{bad}")).file("wrong.yaml", format!("{WORK}{wrong}"));
    let told = ["bad.yaml", "wrong.yaml"].map(|name| test.again(&["run", "solution", "-f", name], 6).stderr());
    assert_snapshot!(told.join("\n"));
}

#[test]
fn solutions_run_solutions_but_not_in_circles() {
    let calls = |name: &str, other: &str| {
        format!(
            "metadata: {{name: {name}}}\nspec:\n  resolvers:\n    v: {{resolve: {{with: [{{provider: solution, inputs: {{source: {other}}}}}]}}}}\n"
        )
    };
    let mut test = Test::new()
        .file("a.yaml", calls("aaa", "b.yaml"))
        .file("b.yaml", calls("bbb", "a.yaml"))
        .file("child.yaml", format!("{WORK}      hi: {{provider: message, inputs: {{message: hello}}}}\n"))
        .file("top.yaml", format!("{WORK}      one: {{provider: solution, inputs: {{source: child.yaml}}}}\n"));
    assert_snapshot!(test.again(&["run", "resolver", "-f", "a.yaml"], 1).stderr());
    assert_eq!(test.again(&["run", "solution", "-f", "top.yaml"], 0).stdout(), "hello\n");
}

#[test]
fn actions_of_a_solution_that_another_one_runs_see_the_same_names() {
    let message = "{expr: \"string(__execution.summary.resolverCount) + __cwd\"}";
    let mut test = Test::new()
        .file("child.yaml", format!("{WORK}      hi: {{provider: message, inputs: {{message: {message}}}}}\n"))
        .file("top.yaml", format!("{WORK}      one: {{provider: solution, inputs: {{source: child.yaml}}}}\n"));
    let alone = test.again(&["run", "solution", "-f", "child.yaml"], 0).stdout();
    assert_eq!(test.again(&["run", "solution", "-f", "top.yaml"], 0).stdout(), alone);
}

/// Resources that stand in a solution are read as those of a file are.
#[test]
fn resources_of_an_action_are_surveyed_before_they_run() {
    let steps = "[{exec: [{'touch @ROOT@/done': {}}]}, {apply: [{child.yaml: {}}]}]";
    let mut test = Test::new()
        .file("s.yaml", format!("{WORK}      a: {{provider: manifest, inputs: {{resources: {steps}}}}}\n"))
        .file("child.yaml", "ccm:\n  resources:\n    - apply: [{child.yaml: {}}]\n");
    let told = test.again(&["run", "solution", "-f", "s.yaml"], 6).stderr();
    assert!(told.contains("a cycle of manifests"), "{told}");
    assert!(!test.exists("done"));
}

#[test]
fn a_parameter_that_the_solution_does_not_take_is_an_error() {
    let top = "solution: {file: names.yaml, parameters: {evn: prod}}\n";
    let mut test = Test::new().file("names.yaml", NAMES).file("site.yaml", site(top, "{{ Data.motd }}"));
    for words in [&["check", "site.yaml"][..], &["apply", "site.yaml"]] {
        let said = test.again(words, 3).stderr();
        let told =
            "no data from solution `names.yaml`: solution does not accept input \"evn\" \u{2014} did you mean \"env\"?";
        assert!(said.contains(told) && said.contains("site.yaml:1:43"), "{said}");
    }
    assert!(!test.exists("motd") && !test.exists("ran"));
}

/// Both as it is written and beside what is worked out.
#[test]
fn a_misspelt_parameter_of_another_solution_is_told_with_its_place() {
    let child = "apiVersion: scafctl.io/v1\nkind: Solution\nmetadata: {name: child, version: 1.0.0}\nspec:\n  resolvers:\n    region: {resolve: {with: [{provider: parameter, inputs: {key: region, required: false}}, {provider: static, inputs: {value: none}}]}}\n";
    for inputs in ["{regoin: eu}", "{regoin: {expr: '\"eu\"'}}"] {
        let call = format!("{{provider: solution, inputs: {{source: child.yaml, inputs: {inputs}}}}}");
        let solution = format!(
            "apiVersion: scafctl.io/v1\nkind: Solution\nmetadata: {{name: s, version: 1.0.0}}\nspec:\n  resolvers:\n    r: {{resolve: {{with: [{call}]}}}}\n"
        );
        let mut test = Test::new().file("child.yaml", child).file("s.yaml", solution);
        let told = test.again(&["run", "resolver", "-f", "s.yaml", "-o", "quiet"], 0).stderr();
        let words = "solution `child.yaml` takes no parameter `regoin`\n --> s.yaml:6:85\n";
        assert!(told.contains(&format!("warning[solution::unknown-input]: {words}")), "{told}");
        assert!(told.contains("did you mean `region`?") && told.matches("regoin").count() == 2, "{told}");
        let told = test.again(&["check", "s.yaml"], 2).stderr();
        assert!(told.contains(&format!("error[solution::unknown-input]: {words}")), "{told}");
    }
}

/// Those of the built-in providers run in their crate.
#[test]
fn examples_of_the_bridges_run() {
    let listed: serde_json::Value =
        serde_json::from_str(&Test::new().again(&["get", "provider", "-o", "json"], 0).stdout()).unwrap();
    let built_in = providers::built_in().unwrap();
    let names = listed.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap());
    let mut ran = Vec::new();
    for name in names.filter(|name| built_in.get(name).is_none()) {
        let told = Test::new().again(&["get", "provider", name, "-o", "json"], 0).stdout();
        let told: serde_json::Value = serde_json::from_str(&told).unwrap();
        for example in told["examples"].as_array().unwrap_or_else(|| panic!("{name} has no example")) {
            let (title, step) = (example["name"].as_str().unwrap(), example["yaml"].as_str().unwrap());
            let step = step.replace("/tmp/", "@ROOT@/");
            let step = step.replace("owner: root", "owner: @UID@").replace("group: root", "group: @GID@");
            let indented: String = step.lines().map(|line| format!("        {line}\n")).collect();
            let mut test = Test::new()
                .file("names.yaml", NAMES.replace("key: env", "key: region"))
                .file("site.yaml", site("data: {greeting: own}\n", "{{ Data.greeting }}"))
                .file("work.yaml", format!("{WORK}      it:\n{indented}"));
            test.again(&["run", "solution", "-f", "work.yaml"], 0);
            if name == "manifest" {
                assert_eq!(test.read("motd"), "hello", "{title}");
            }
            ran.push(name);
        }
    }
    assert!(["manifest", "solution"].iter().all(|name| ran.contains(name)), "{ran:?}");
}

/// Of two that run at once the first waits for the second, and so do the actions of each.
const KID: &str = r"metadata: {name: kid}
spec:
  resolvers:
    who: {resolve: {with: [{provider: parameter, inputs: {key: who}}]}}
    seen:
      resolve:
        with:
          - provider: exec
            inputs: {command: {tmpl: 'until [ {{ .who }} = y ] || [ -e @ROOT@/seen-y ]; do sleep 0.01; done; touch @ROOT@/seen-{{ .who }}'}}
  workflow:
    actions:
      a: {provider: exec, inputs: {command: {tmpl: 'until [ -e @ROOT@/b-{{ .who }} ] && [ {{ .who }} = y -o -e @ROOT@/a-y ]; do sleep 0.01; done; echo a {{ .who }}; touch @ROOT@/a-{{ .who }}'}}}
      b: {provider: exec, inputs: {command: {tmpl: 'echo b {{ .who }}; touch @ROOT@/b-{{ .who }}'}}}
";

const KIDS: &str = r"metadata: {name: kids}
spec:
  resolvers:
    all: {resolve: {with: [{provider: solution, forEach: {in: [x, y]}, inputs: {source: kid.yaml, inputs: {who: {expr: __item}}, resolvers: [seen]}}]}}
    other: {resolve: {with: [{provider: solution, inputs: {source: between.yaml}}]}}
  workflow:
    actions:
      each: {provider: solution, forEach: {in: [x, y]}, inputs: {source: kid.yaml, inputs: {who: {expr: __item}}}}
";

const BETWEEN: &str = "metadata: {name: between}\nspec:\n  resolvers:\n    kid: {resolve: {with: [{provider: static, inputs: {value: null}}, {provider: solution, inputs: {source: kid.yaml, inputs: {who: y}, resolvers: [who]}}]}}\n";

fn kids() -> Test {
    Test::new().file("kid.yaml", KID).file("kids.yaml", KIDS).file("between.yaml", BETWEEN)
}

#[test]
fn what_happens_within_a_step_is_told_before_it_in_the_order_of_the_plan() {
    let lines = kids().again(&["run", "solution", "-f", "kids.yaml", "-o", "jsonl"], 0).lines();
    let who = |line: &serde_json::Value| {
        let mut way: Vec<String> = line["within"].as_array().into_iter().flatten().map(ToString::to_string).collect();
        way.push(format!("{} {}", line["event"].as_str().unwrap(), line["name"].as_str().unwrap_or_default()));
        way.join(" ").trim_end().to_owned()
    };
    let order: Vec<String> = lines.iter().map(who).collect();
    assert_snapshot!(order.join("\n"), @r#"
    {"event":"resolver","iteration":0,"name":"all","source":0} resolver who
    {"event":"resolver","iteration":0,"name":"all","source":0} resolver seen
    {"event":"resolver","iteration":1,"name":"all","source":0} resolver who
    {"event":"resolver","iteration":1,"name":"all","source":0} resolver seen
    resolver all
    {"event":"resolver","name":"other","source":0} {"event":"resolver","name":"kid","source":1} resolver who
    {"event":"resolver","name":"other","source":0} resolver kid
    resolver other
    {"event":"action","name":"each[0]"} resolver who
    {"event":"action","name":"each[0]"} resolver seen
    {"event":"action","name":"each[0]"} action a
    {"event":"action","name":"each[0]"} action b
    action each[0]
    {"event":"action","name":"each[1]"} resolver who
    {"event":"action","name":"each[1]"} resolver seen
    {"event":"action","name":"each[1]"} action a
    {"event":"action","name":"each[1]"} action b
    action each[1]
    summary
    "#);
}

#[test]
fn what_actions_within_an_action_print_comes_in_their_order() {
    let printed = kids().again(&["run", "solution", "-f", "kids.yaml"], 0).stdout();
    assert_eq!(printed, "a x\nb x\na y\nb y\n");
}

#[test]
fn what_happens_within_the_first_step_is_told_at_once() {
    let wait = "until grep -q first @ROOT@/told; do sleep 0.01; done";
    let slow = format!(
        "metadata: {{name: slow}}\nspec:\n  workflow:\n    actions:\n      first: {{provider: static, inputs: {{value: 1}}}}\n      next: {{provider: exec, dependsOn: [first], inputs: {{command: '{wait}'}}}}\n"
    );
    let top = "metadata: {name: top}\nspec:\n  workflow:\n    actions:\n      run: {provider: solution, timeout: 20s, inputs: {source: slow.yaml}}\n";
    let test = Test::new().file("slow.yaml", slow).file("top.yaml", top);
    let told = std::fs::File::create(test.path("told")).unwrap();
    let test = test.args(["run", "solution", "-f", "top.yaml", "-o", "jsonl"]);
    assert!(test.command().stdout(told).status().unwrap().success());
}

#[test]
fn a_dry_run_knows_which_solution_an_action_would_run() {
    let calls = "      run: {provider: solution, inputs: {source: child.yaml}}\n      lost: {provider: solution, inputs: {source: none.yaml}}\n      soft: {provider: solution, inputs: {source: none.yaml, propagateErrors: false}}\n";
    let child = "      hi: {provider: exec, inputs: {command: 'touch @ROOT@/ran'}}\n      never: {provider: message, when: false, inputs: {message: x}}\n    finally:\n      end: {provider: message, inputs: {message: x}}\n";
    let resolver = "  resolvers: {r: {resolve: {with: [{provider: exec, inputs: {command: 'touch @ROOT@/ran'}}]}}}\n";
    let mut test = Test::new()
        .file("child.yaml", format!("{WORK}{child}{resolver}"))
        .file("top.yaml", format!("{WORK}{calls}"))
        .file("later.yaml", format!("{WORK}      one: {{provider: message, inputs: {{message: child.yaml}}}}\n      run: {{provider: solution, inputs: {{source: {{expr: __actions.one.results.message}}}}}}\n"));
    assert_snapshot!(test.again(&["run", "solution", "-f", "top.yaml", "--dry-run"], 0).stdout());
    let later = test.again(&["run", "solution", "-f", "later.yaml", "--dry-run"], 0).stdout();
    assert!(later.contains("unknown: `source` is worked out in the run"), "{later}");
    assert!(!test.exists("ran"));
}

#[test]
fn resources_may_be_given_as_json() {
    let resources = r#"resources=[{"exec":[{"/bin/touch @ROOT@/ran":{}}]}]"#;
    let mut test = Test::new();
    let resources = test.fill(resources);
    test.again(&["run", "provider", "manifest", "--input", &resources], 0);
    assert!(test.exists("ran"));
}

#[test]
fn events_that_wait_may_be_long() {
    let long = "metadata: {name: long}\nspec:\n  resolvers:\n    text: {resolve: {with: [{provider: exec, inputs: {command: 'head -c 900000 /dev/zero | tr \"\\0\" x'}}]}}\n";
    let top = "metadata: {name: top}\nspec:\n  resolvers:\n    all: {resolve: {with: [{provider: solution, forEach: {in: [1, 2, 3, 4]}, inputs: {source: long.yaml}}]}}\n";
    let mut test = Test::new().file("long.yaml", long).file("top.yaml", top);
    let lines = test.again(&["run", "resolver", "-f", "top.yaml", "-o", "jsonl"], 0).lines();
    let texts = lines.iter().filter(|line| line["name"] == "text");
    let sizes: Vec<usize> = texts.map(|line| line["result"]["stdout"].as_str().unwrap().len()).collect();
    assert_eq!(sizes, [900_000; 4]);
}
