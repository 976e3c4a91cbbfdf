//! What is told of solutions without running them: `check`, `explain`, `schema`, `get resolver refs`.

use crate::test::Test;
use insta::assert_snapshot;
use serde_json::{Value as Json, json};

const SHOP: &str = "\
apiVersion: scafctl.io/v1
kind: Solution
metadata:
  name: shop
  version: 1.2.0
  displayName: The shop
  description: Deploys the shop.
spec:
  resolvers:
    env:
      description: Where it goes
      type: string
      resolve:
        with:
          - provider: parameter
            inputs: {key: env}
          - provider: static
            inputs: {value: dev}
      validate:
        with:
          - provider: validation
            inputs: {match: '^[a-z]+$'}
    token:
      sensitive: true
      resolve:
        with:
          - provider: parameter
            inputs: {key: token}
    host:
      when: _.env != 'none'
      resolve:
        with:
          - provider: cel
            inputs: {expression: \"_.env + '.example.org'\"}
      transform:
        with:
          - provider: cel
            inputs: {expression: __self.lowerAscii()}
  workflow:
    actions:
      build:
        description: Builds it
        provider: exec
        retry: {maxAttempts: 3}
        inputs: {command: 'true'}
      deploy:
        provider: message
        alias: d
        dependsOn: [build]
        inputs:
          message: {expr: \"_.host + __actions.build.results.stdout\"}
    finally:
      clean:
        provider: exec
        inputs: {command: 'true'}
";

#[test]
fn a_solution_is_explained() {
    let mut test = Test::new().file("solution.yaml", SHOP);
    let page = test.again(&["explain", "solution"], 0).stdout();
    assert_snapshot!(page, @"
    shop 1.2.0 (The shop)

    Deploys the shop.

    Parameters
      env    optional, string, for resolver `env`
      token  required, any, for resolver `token`

    Resolvers
      env    string: Where it goes
             phase 1; from parameter, static; checked by validation
      token  any
             phase 1; from parameter; sensitive
      host   any
             phase 2; from cel; changed by cel; needs `env`; when `_.env != 'none'`

    Actions
      build   exec: Builds it
              up to 3 tries
      deploy  message
              after `build`; reads `build`; also called `d`

    Actions at the end, whatever happened
      clean  exec
    ");
    assert_eq!(test.again(&["explain", "solution", "-f", "solution.yaml"], 0).stdout(), page);
    assert_eq!(test.again(&["explain", "solution", "./solution.yaml"], 0).stdout(), page);
    assert_snapshot!(Test::new().again(&["explain", "solution"], 4).stderr(), @"error: no solution is given, and there is none here (a solution.yaml, also below scafctl/ and .scafctl/); name one with -f");
}

#[test]
fn keys_are_explained() {
    let mut test = Test::new();
    assert_snapshot!(test.again(&["explain", "retry"], 0).stdout(), @"
    retry

    Tries after a failure.

    Keys
      maxAttempts   integer: How often it is tried in all.
      backoff       string: How the pauses grow: `fixed`, `linear` or `exponential`.
      initialDelay  string or integer: The first pause.
      maxDelay      string or integer: The longest pause.
      retryIf       string or boolean or condition: Whether it is tried again.
    ");
    let path = test.again(&["explain", "solution.spec.workflow.actions.retry"], 0).stdout();
    assert_snapshot!(path, @"
    solution.spec.workflow.actions.retry (retry)

    Tries after a failure.

    Keys
      maxAttempts   integer: How often it is tried in all.
      backoff       string: How the pauses grow: `fixed`, `linear` or `exponential`.
      initialDelay  string or integer: The first pause.
      maxDelay      string or integer: The longest pause.
      retryIf       string or boolean or condition: Whether it is tried again.
    ");
    assert!(test.again(&["explain", "solution.spec.resolvers"], 0).stdout().contains("\nKeys of each\n"));
    assert_eq!(
        test.again(&["explain", "action", "retry"], 0).stdout(),
        test.again(&["explain", "action.retry"], 0).stdout()
    );
    assert!(test.again(&["explain", "solution", "-R"], 0).stdout().contains("        maxAttempts"));
    assert!(test.again(&["explain", "schema"], 0).stdout().contains("additionalProperties"));
    assert_eq!(
        test.again(&["explain", "provider.static"], 0).stdout(),
        test.again(&["explain", "provider", "static"], 0).stdout()
    );
}

#[test]
fn keys_that_are_not_there() {
    let mut test = Test::new();
    assert_snapshot!(test.again(&["explain", "resolvr"], 3).stderr(), @"error: `resolvr` is no kind that can be explained; did you mean `resolve`? Kinds: action, bundle, catalog, forEach, messages, metadata, plugin, provider, resolve, resolver, retry, rule, schema, solution, spec, step, transform, validate, workflow; `upright explain` lists the error codes");
    assert_snapshot!(test.again(&["explain", "action.retry.maxAttempt"], 3).stderr(), @"error: `action.retry` has no key `maxAttempt`; did you mean `maxAttempts`? Keys: maxAttempts, backoff, initialDelay, maxDelay, retryIf");
    assert_snapshot!(test.again(&["explain", "metadata.name.first"], 3).stderr(), @"error: `metadata.name` has no keys, so it has no `first`");
    test.again(&["explain", "provider", "nosuch"], 4);
}

#[test]
fn a_solution_without_problems() {
    let mut test = Test::new().file("solution.yaml", SHOP);
    assert_snapshot!(test.again(&["check", "solution.yaml"], 0).stdout(), @"solution.yaml: no problems in 3 resolvers and 3 actions");
    assert_eq!(test.again(&["check", "solution.yaml", "-o", "json"], 0).stdout(), "[]\n");
}

const MISTAKES: &str = "\
apiVersion: scafctl.io/v1
kind: Solution
metadata: {name: wrong, colour: red}
spec:
  resolvers:
    a:
      when: '_.b =='
      resolve:
        with:
          - provider: statik
            inputs: {value: {rslvr: c}}
    b:
      dependson: [a]
      resolve: {with: [{provider: static, inputs: {value: 1}}]}
  workflow:
    actions:
      run: {provider: validation, dependsOn: [none]}
";

#[test]
fn all_problems_of_a_solution_are_shown_at_once() {
    let mut test = Test::new().file("solution.yaml", MISTAKES);
    assert_snapshot!(test.again(&["check", "solution.yaml"], 3).stderr(), @r#"
    error[decode::unknown-key]: unknown key `colour`
     --> solution.yaml:3:25
      |
    3 | metadata: {name: wrong, colour: red}
      |                         ^^^^^^ not a key of this map
      = help: possible keys are `name`, `version`, `displayName`, `description`, `category`, `tags`, `maintainers`, `links`, `icon`, `banner`

    error[solution::bad-expression]: this is no expression: unexpected end of the expression, expected a value, a name, `(`, `[`, `{`, `-` or `!`
     --> solution.yaml:7:19
      |
    7 |       when: '_.b =='
      |                   ^ here

    error[solution::unknown-provider]: there is no provider `statik`
      --> solution.yaml:10:23
       |
    10 |           - provider: statik
       |                       ^^^^^^ no such provider
       = help: did you mean `static`?

    error[solution::unknown-resolver]: resolver `a` needs `c`, which is no resolver of this solution
      --> solution.yaml:11:29
       |
    11 |             inputs: {value: {rslvr: c}}
       |                             ^^^^^^^^^^ no such resolver

    error[decode::unknown-key]: unknown key `dependson`
      --> solution.yaml:13:7
       |
    13 |       dependson: [a]
       |       ^^^^^^^^^ not a key of this map
       = help: did you mean `dependsOn`?

    error[solution::workflow]: actions.run.provider: provider "validation" does not have action capability
      --> solution.yaml:17:23
       |
    17 |       run: {provider: validation, dependsOn: [none]}
       |                       ^^^^^^^^^^

    error[solution::workflow]: actions.run.dependsOn: dependency "none" not found in actions section
      --> solution.yaml:17:47
       |
    17 |       run: {provider: validation, dependsOn: [none]}
       |                                               ^^^^

    7 errors
    "#);
    let found: Json = serde_json::from_str(&test.again(&["check", "solution.yaml", "-o", "json"], 3).stdout()).unwrap();
    let codes: Vec<&str> = found.as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect();
    assert_eq!(codes.len(), 7, "{codes:?}");
}

const DAMAGED: &str = "\
metadata: {name: damaged}
spec:
  resolvers:
    empty:
    number: 7
    late:
      timeout: 30
      resolve: {with: [{provider: static, inputs: {value: {rslvr: number}}}]}
    a: {resolve: {with: [{provider: static, inputs: {value: {rslvr: b}}}]}}
    b: {resolve: {with: [{provider: static, inputs: [1]}, {provider: static, inputs: {value: [{rslvr: a}, {rslvr: none}]}}]}}
    c: {resolve: {with: [{provider: static, inputs: {value: {rslvr: empty}}}]}}
  workflow:
    actions:
      first: {provider: [message]}
      second: {provider: message, dependsOn: [first, third]}
      none: 6
";

/// What cannot be decoded hides nothing else, and is not told again as missing.
#[test]
fn problems_are_found_beside_what_cannot_be_read() {
    let mut test = Test::new().file("solution.yaml", DAMAGED);
    assert_snapshot!(test.again(&["check", "solution.yaml"], 3).stderr());
    let run = test.again(&["run", "solution", "-f", "solution.yaml"], 3).stderr();
    for code in ["null-resolver", "wrong-type", "bad-duration", "resolver-cycle", "unknown-resolver", "workflow"] {
        assert!(run.contains(code), "{code}: {run}");
    }
}

/// A run warns of such a key, and goes on.
#[test]
fn a_key_that_means_nothing_is_a_finding() {
    let unknown = "metadata: {name: k}\nkind: Solution\nspec:\n  resolvrs: {}\n";
    let mut test = Test::new().file("k.yaml", unknown).file("broken.yaml", "kind: Solution\nspec: 1\n");
    assert_snapshot!(test.again(&["check", "k.yaml"], 2).stderr(), @"
    error[decode::unknown-key]: unknown key `resolvrs`
     --> k.yaml:4:3
      |
    4 |   resolvrs: {}
      |   ^^^^^^^^ not a key of this map
      = help: did you mean `resolvers`?

    1 error
    ");
    assert_snapshot!(test.again(&["check", "broken.yaml"], 3).stderr(), @"
    error[solution::envelope]: metadata.name is required
     --> broken.yaml:1:1
      |
    1 | kind: Solution
      | ^ no name
      = help: give it a name: `metadata: {name: my-solution}`

    error[decode::wrong-type]: expected a map, found the number 1
     --> broken.yaml:2:7
      |
    2 | spec: 1
      |       ^ given here

    2 errors
    ");
}

#[test]
fn what_would_fail_when_it_is_reached_is_a_finding() {
    let text = "kind: Solution\nmetadata: {name: r}\nspec:\n  resolvers:\n    a: {description: nothing}\n    b:\n      type: strng\n      \
                resolve: {with: [{provider: static, inputs: {value: {tmpl: '{{ .a'}}}]}\n  workflow:\n    actions:\n      \
                c: {provider: static, inputs: {value: [{rslvr: d}]}}\n";
    assert_snapshot!(Test::new().file("r.yaml", text).again(&["check", "r.yaml"], 2).stderr(), @"
    error[solution::no-source]: resolver `a` has no `resolve` block
     --> r.yaml:5:5
      |
    5 |     a: {description: nothing}
      |     ^ without a source

    error[solution::unknown-type]: there is no type `strng`
     --> r.yaml:7:13
      |
    7 |       type: strng
      |             ^^^^^ no such type
      = help: did you mean `string`?

    error[solution::bad-template]: this is no template: unclosed action
     --> r.yaml:8:71
      |
    8 |       resolve: {with: [{provider: static, inputs: {value: {tmpl: '{{ .a'}}}]}
      |                                                                       ^ here

    error[solution::unknown-value]: there is no resolver `d`
      --> r.yaml:11:46
       |
    11 |       c: {provider: static, inputs: {value: [{rslvr: d}]}}
       |                                              ^^^^^^^^^^ no such resolver

    4 errors
    ");
}

#[test]
fn parts_are_checked_with_the_whole() {
    let root = "kind: Solution\nmetadata: {name: c}\ncompose: [part.yaml]\nspec:\n  resolvers:\n    a:\n      \
                resolve: {with: [{provider: static, inputs: {value: {rslvr: b}}}]}\n";
    let part = "spec:\n  resolvers:\n    b:\n      resolve: {with: [{provider: static, inputs: {value: 1}}]}\n";
    let mut test = Test::new().file("s/solution.yaml", root).file("s/part.yaml", part);
    assert_snapshot!(test.again(&["check", "s/solution.yaml"], 0).stdout(), @"s/solution.yaml: no problems in 2 resolvers and 0 actions");
    // A part is called so that it can be opened from where the solution can.
    let mut test = test.file("s/part.yaml", part.replace("static", "statik"));
    let said = test.again(&["run", "resolver", "-f", "s/solution.yaml"], 1).stderr();
    assert!(said.contains("--> s/part.yaml:4:"), "{said}");
}

#[test]
fn references_of_texts() {
    let mut test = Test::new().file("t.tmpl", "{{ .a }}{{ range .b }}{{ .c }}{{ $.d }}{{ end }}");
    let mut refs = |flag: &str, text: &str| -> Json {
        let ended = test.again(&["get", "resolver", "refs", flag, text, "-o", "json"], 0);
        serde_json::from_str::<Json>(&ended.stdout()).unwrap()["references"].clone()
    };
    assert_eq!(refs("--template", "{{ .x }} {{ ._.y }} {{ .z.q }} {{ .__self }}"), json!(["x", "y", "z"]));
    assert_eq!(refs("--template-file", "t.tmpl"), json!(["a", "b", "d"]));
    assert_eq!(refs("--expr", "_.a + _['b'] + x.map(i, _.c) + __self.d + _.__plan"), json!(["a", "b", "c"]));
    assert_eq!(refs("--expr", "1"), json!([]));
}

#[test]
fn texts_that_cannot_be_read() {
    let mut test = Test::new();
    assert_snapshot!(test.again(&["get", "resolver", "refs", "--template", "{{ .x "], 3).stderr(), @"
    error[template::parse]: unclosed action
     --> command line:1:7
      |
    1 | {{ .x 
      |       ^

    1 error
    ");
    assert_snapshot!(test.again(&["get", "resolver", "refs", "--expr", "_.a +"], 3).stderr(), @"
    error[cel::compile]: unexpected end of the expression, expected a value, a name, `(`, `[`, `{`, `-` or `!`
     --> command line:1:6
      |
    1 | _.a +
      |      ^

    1 error
    ");
    test.again(&["get", "resolver", "refs", "--template-file", "missing"], 4);
    test.again(&["get", "resolver", "refs"], 2);
    test.again(&["get", "resolver", "refs", "--expr", "1", "--template", "x"], 2);
}

#[test]
fn what_is_not_available_yet() {
    let mut test = Test::new().file("solution.yaml", SHOP);
    let cases: &[&[&str]] = &[
        &["lint", "-f", "solution.yaml"],
        &["test", "functional", "-f", "solution.yaml"],
        &["snapshot", "show", "x"],
        &["solution", "diff", "-f", "a", "-f", "b"],
        &["run", "resolver", "-o", "test"],
        &["render", "solution", "-o", "test"],
    ];
    let said: String = cases.iter().map(|words| test.again(words, 2).stderr()).collect();
    assert_snapshot!(said, @"
    error: `upright lint` is not available yet
    error: `upright test functional` is not available yet
    error: `upright snapshot show` is not available yet
    error: `upright solution diff` is not available yet
    error: `-o test` is not available yet
    error: `-o test` is not available yet
    ");
    assert!(!test.again(&["--help"], 0).stdout().contains("lint"));
}

/// They are added by the program, and are no less providers for that.
#[test]
fn the_bridges_are_known_providers() {
    let bridged = "kind: Solution\nmetadata: {name: b}\nspec:\n  resolvers:\n    a: {resolve: {with: [{provider: solution, inputs: {source: \
                x.yaml}}]}}\n  workflow:\n    actions:\n      m: {provider: manifest, inputs: {file: site.yaml}}\n";
    let mut test = Test::new().file("b.yaml", bridged);
    test.again(&["check", "b.yaml"], 0);
    test.again(&["explain", "solution", "-f", "b.yaml"], 0);
}

/// A check refuses inputs that mean nothing and expressions that are none; a run warns of the first.
#[test]
fn inputs_are_looked_at() {
    let document = "metadata: {name: i}\nspec:\n  resolvers:\n\
        \x20   a: {resolve: {with: [{provider: cel, inputs: {expression: '_.b + nope('}}, {provider: static, inputs: {value: 1, valu: 2}}]}}\n\
        \x20   b: {resolve: {with: [{provider: static, inputs: {value: 1}}]}, validate: {with: [{provider: validation, inputs: {expression: '__self in [1'}}]}}\n\
        \x20 workflow:\n    actions:\n      w: {provider: file, inputs: {operation: write, path: t.txt, content: x, onConflit: overwrite}}\n";
    let mut test = Test::new().file("i.yaml", document);
    assert_snapshot!(test.again(&["check", "i.yaml"], 2).stderr());
    let document = "metadata: {name: i}\nspec: {workflow: {actions: {w: {provider: message, inputs: {message: hi, mesage: 1}}}}}\n";
    let mut test = Test::new().file("i.yaml", document);
    assert_snapshot!(test.again(&["run", "solution", "-f", "i.yaml"], 0).stderr(), @"
    warning[solution::unknown-input]: provider `message` has no input `mesage`
     --> i.yaml:2:74
      |
    2 | spec: {workflow: {actions: {w: {provider: message, inputs: {message: hi, mesage: 1}}}}}
      |                                                                          ^^^^^^ it is not used
      = help: did you mean `message`?

    1 warning
    ");
}

/// Such an expression would fail every try of a poll, or the first page.
#[test]
fn expressions_inside_of_inputs_are_checked() {
    let document = "metadata: {name: p}\nspec:\n  resolvers:\n    a:\n      resolve:\n        with:\n\
        \x20         - provider: http\n            inputs:\n              url: http://a.b\n\
        \x20             poll: {until: '_.statusCode =', failWhen: '_.statusCode == 500'}\n\
        \x20             pagination: {strategy: custom, nextURL: 'body[', stopWhen: {tmpl: '{{ .x }} =='}}\n";
    let mut test = Test::new().file("p.yaml", document);
    assert_snapshot!(test.again(&["check", "p.yaml"], 2).stderr());
}

/// At any depth. What an expression gives is judged when it is there; what a document has as it is, is told once.
#[test]
fn keys_inside_of_inputs_are_looked_at() {
    let document = "metadata: {name: k}\nspec:\n  resolvers:\n\
        \x20   late: {resolve: {with: [{provider: static, inputs: {value: {untill: 'true'}}}]}}\n\
        \x20   a:\n      resolve:\n        with:\n\
        \x20         - provider: http\n            inputs:\n              url: http://127.0.0.1:1/\n\
        \x20             headers: {free: x}\n              retry: {maxAtempts: 3, initialWait: {expr: '\"1s\"'}}\n\
        \x20         - {provider: static, inputs: {value: 1}}\n\
        \x20   b: {resolve: {with: [{provider: http, inputs: {url: 'http://a.b', poll: {rslvr: late}}}]}}\n\
        \x20   c: {resolve: {with: [{provider: message, inputs: {message: x, style: {expr: '{\"colour\": 1}'}}}]}}\n\
        \x20 workflow:\n    actions:\n\
        \x20     w: {provider: message, inputs: {message: hi, style: {expr: '{\"bould\": true}'}}}\n\
        \x20     x: {provider: message, inputs: {data: [{n: 1}], columnHints: {n: {dispayName: N}}}}\n";
    let mut test = Test::new().file("k.yaml", document);
    assert_snapshot!(test.again(&["check", "k.yaml"], 2).stderr());
    assert_snapshot!(test.again(&["run", "resolver", "-f", "k.yaml", "a", "c"], 0).stderr());
    assert_snapshot!(test.again(&["run", "resolver", "-f", "k.yaml", "b"], 1).stderr());
    let mut test = Test::new().file(
        "k.yaml",
        document.replace("    b:", "    b: {resolve: {with: [{provider: static, inputs: {value: 1}}]}}\n    #"),
    );
    assert_snapshot!(test.again(&["run", "action", "-f", "k.yaml", "w"], 0).stderr());
}

/// Every place that has CEL, with something that is wrong only there.
const EXPRESSIONS: &str = "\
kind: Solution
metadata: {name: e}
spec:
  resolvers:
    other: {resolve: {with: [{provider: static, inputs: {value: 1}}]}}
    name:
      when: nme == 'a'
      resolve:
        when: size(1) == 0
        until: __selff != null
        with:
          - provider: static
            when: __self == 1
            inputs: {value: [1, {expr: _.other.foo(1)}]}
          - provider: static
            forEach: {item: host, in: {expr: range(1)}}
            inputs: {value: {expr: hots + __item.x}}
      transform:
        when: __self == 1
        with:
          - provider: cel
            inputs: {expression: \"1 + 'a'\"}
          - provider: cel
            inputs: {expression: base + bse, variables: {base: 1}}
          - provider: go-template
            inputs: {name: t, template: 'a {{ .name | uper }}'}
      validate:
        when: name == 'a'
        with:
          - provider: validation
            inputs: {expression: __self.startsWith(), failWhen: 'true'}
            message: {expr: __item}
      messages:
        error: {expr: \"'failed: ' + _self\"}
  workflow:
    actions:
      a:
        provider: http
        alias: first
        inputs: {url: 'http://127.0.0.1:9/', poll: {until: body == 1}}
        retry: {maxAttempts: 2, retryIf: _.name == 'a'}
      b:
        provider: message
        when: frist.results == __actions.a && __plan == 1
        forEach: {item: host, in: {expr: __actions.a.results}}
        inputs: {message: {tmpl: '{{ .name | nope }}'}}
    finally:
      c:
        provider: message
        inputs: {message: {expr: \"first.status + __cwd + host\"}}
";

#[test]
fn expressions_are_checked_with_the_names_of_their_place() {
    let mut test = Test::new().file("e.yaml", EXPRESSIONS);
    assert_snapshot!(test.again(&["check", "e.yaml"], 2).stderr());
}

/// All of these names are known to a run in these places.
const NAMES: &str = "\
kind: Solution
metadata: {name: n}
spec:
  resolvers:
    list: {resolve: {with: [{provider: static, inputs: {value: [1, 2]}}]}}
    name:
      when: __plan.name.phase == 2
      messages: {error: {expr: \"__self + string(_['__error']) + __plan.name.phase\"}}
      resolve:
        until: __self == [3, 4]
        with:
          - provider: cel
            when: __item > 0 && at >= 0
            forEach: {item: number, index: at, in: {expr: _.list}}
            inputs: {expression: number + __index + more, variables: {more: {expr: '2'}}}
      transform:
        with:
          - provider: cel
            when: size(__self) > 0
            forEach: {item: number}
            inputs: {expression: number + extra, variables: {expr: \"{'extra': 0}\"}}
      validate:
        when: __self != null
        with:
          - {provider: validation, inputs: {expression: size(__self) == size(_.list)}, message: {expr: string(__self)}}
  workflow:
    actions:
      first: {provider: message, alias: one, inputs: {message: {expr: \"__cwd + string(size(__execution.resolvers))\"}}}
      each:
        provider: message
        when: one.status == 'succeeded' && number > 0
        forEach: {item: number, in: {rslvr: name}}
        retry: {maxAttempts: 2, retryIf: __error.attempt == 1}
        inputs: {message: {expr: \"string(number) + string(__index) + __actions.first.status\"}}
    finally:
      last: {provider: message, inputs: {message: {expr: \"one.status + __actions['each'].status\"}}}
";

#[test]
fn what_a_run_knows_a_check_knows() {
    let mut test = Test::new().file("n.yaml", NAMES);
    assert_snapshot!(test.again(&["check", "n.yaml"], 0).stdout(), @"n.yaml: no problems in 2 resolvers and 3 actions");
    test.again(&["run", "solution", "-f", "n.yaml"], 0);
}

const SENSITIVE: &str = "\
kind: Solution
metadata: {name: s}
spec:
  resolvers:
    pw: {sensitive: true, typ: string, resolve: {with: [{provider: static, inputs: {value: S3NTINEL-canary}}]}}
";

/// A message may quote the line before anything has run.
#[test]
fn what_a_sensitive_resolver_has_as_it_is_written_is_not_quoted() {
    for arguments in
        [&["check", "s.yaml"][..], &["run", "resolver", "-f", "s.yaml"], &["run", "resolver", "-f", "b.yaml"]]
    {
        let test = Test::new().file("s.yaml", SENSITIVE).file("b.yaml", format!("{SENSITIVE}    broken: [\n"));
        let said = { test }.args_of(arguments).run().raw();
        assert!(said.contains("s.yaml:5") || said.contains("b.yaml:6"), "{said}");
        assert!(!said.contains("S3NTINEL"), "{said}");
    }
}

#[test]
fn quiet_runs_do_not_warn() {
    let mut test = Test::new().file("s.yaml", SENSITIVE);
    assert!(test.again(&["run", "resolver", "-f", "s.yaml", "-o", "json"], 0).stderr().contains("unknown key"));
    assert_eq!(test.again(&["run", "resolver", "-f", "s.yaml", "-o", "json", "-q"], 0).stderr(), "");
}

#[test]
fn a_filter_that_has_nothing_to_filter_is_told() {
    let mut test = Test::new().file("s.yaml", SENSITIVE.replace("typ:", "type:"));
    let said = test.again(&["run", "resolver", "-f", "s.yaml", "-w", "_.a == 1"], 0).stderr();
    assert_eq!(said, "warning: -w chooses items of a list, and the result is none; -w does nothing here\n");
    assert!(test.again(&["run", "resolver", "-f", "s.yaml", "-w", "this is ("], 1).stderr().contains("Syntax error"));
}

#[test]
fn a_full_output_is_told_once() {
    let actions: String =
        (0..20).map(|n| format!("      a{n}: {{provider: message, inputs: {{message: hi}}}}\n")).collect();
    let document = format!("kind: Solution\nmetadata: {{name: f}}\nspec:\n  workflow:\n    actions:\n{actions}");
    let test = Test::new().file("f.yaml", document).args(["run", "solution", "-f", "f.yaml"]);
    let mut command = test.command();
    command.stdout(std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
    let ended = test.ended(command.output().unwrap());
    assert_eq!(ended.stderr(), "error: the output could not be written: No space left on device (os error 28)\n");
}

#[test]
fn templates_have_no_underscore() {
    let document = "kind: Solution\nmetadata: {name: t}\nspec:\n  resolvers:\n    list: {resolve: {with: [{provider: static, inputs: {value: [1]}}]}}\n    text: {resolve: {with: [{provider: static, inputs: {value: {tmpl: '{{ range ._.list }}{{ . }}{{ end }}'}}}]}}\n";
    let mut test = Test::new().file("t.yaml", document);
    assert_snapshot!(test.again(&["check", "t.yaml"], 2).stderr(), @"
    error[solution::bad-template]: templates have no `_`: each resolver is a field of their data
     --> t.yaml:6:81
      |
    6 |     text: {resolve: {with: [{provider: static, inputs: {value: {tmpl: '{{ range ._.list }}{{ . }}{{ end }}'}}}]}}
      |                                                                                 ^^^^^^^ here
      = help: write `.list`

    1 error
    ");
}
