//! Expressions in manifests: when they are worked out, what they see, and how mistakes look.

use crate::test::Test;
use insta::assert_snapshot;

/// A manifest with one file at `@ROOT@/out`.
fn site(more: &str, content: &str) -> Test {
    let content: String = content.lines().map(|line| format!("              {line}\n")).collect();
    let manifest = format!(
        "{more}ccm:\n  resources:\n    - file:\n        - @ROOT@/out:\n            ensure: present\n            content: |\n{content}            owner: \"@UID@\"\n            group: \"@GID@\"\n            mode: \"0644\"\n"
    );
    Test::new().file("site.yaml", manifest).args(["apply", "site.yaml", "--no-report"])
}

#[test]
fn data_facts_and_variables() {
    let test = site(
        "data:\n  port: 80\n  list: [a, b]\n",
        "{{ Data.port + 1 }} ${ Data.list } {{ lookup('data.list.1') }} {{ Facts.role }} {{ Environ.SHOP }} {{ Data.none }}",
    )
    .env("SHOP", "open")
    .args(["apply", "site.yaml", "--fact", "role=web"]);
    test.exit(0);
    assert_eq!(test.read("out"), "81 [a b] b web open <nil>\n");
}

#[test]
fn a_text_is_expanded_once() {
    let test =
        site("data:\n  text: \"{{ '{{ 1 + 1 }}' }}\"\n", "{{ Data.text }} {{ readFile('other') }} {{ Facts.x }}")
            .file("other", "${ 2 + 2 } {{ 3 + 3 }}")
            .args(["apply", "site.yaml", "--fact", "x={{ 4 + 4 }}"]);
    test.exit(0);
    assert_eq!(test.read("out"), "{{ 1 + 1 }} ${ 2 + 2 } {{ 3 + 3 }} {{ 4 + 4 }}\n");
}

#[test]
fn variables_from_a_file() {
    let mut test = site("", "{{ Environ.A }}|{{ Environ.B }}|{{ Environ.C }}|{{ 'D' in Environ }}")
        .file(".env", "# comment\nexport A=\"quoted # no comment\"\nB='single'\nC=\n")
        .env("A", "from the process");
    test.exit(0);
    assert_eq!(test.read("out"), "quoted # no comment|single||false\n");
    test.again(&["apply", "site.yaml", "--no-read-env"], 0);
    assert_eq!(test.read("out"), "from the process|||false\n");
}

#[test]
fn late_texts_see_what_earlier_steps_made() {
    let manifest = "ccm:\n  resources:\n    - file:\n        - @ROOT@/a: {ensure: present, content: one, owner: \"@UID@\", group: \"@GID@\", mode: \"0644\"}\n        - @ROOT@/b: {ensure: present, content: \"{{ readFile('a') }} two\", owner: \"@UID@\", group: \"@GID@\", mode: \"0644\"}\n";
    let mut test = Test::new().file("site.yaml", manifest);
    let rehearsed = test.again(&["apply", "site.yaml", "--noop", "--no-report"], 0);
    assert_snapshot!(rehearsed.stdout(), @r"
    file#[ROOT]/a  would change   new file, content +1 -0, owner [UID], group [GID], mode 0644
        --- /dev/null
        +++ [ROOT]/a (site.yaml:4)
        @@ -0,0 +1 @@
        +one
        \ No newline at end of file
    file#[ROOT]/b  would change   new file, content +1 -0, owner [UID], group [GID], mode 0644
        --- /dev/null
        +++ [ROOT]/b (site.yaml:5)
        @@ -0,0 +1 @@
        +one two
        \ No newline at end of file

    Rehearsal: 2 would change, 0 stable, in [TIME] s. Nothing was changed.
    ");
    test.again(&["apply", "site.yaml"], 0);
    assert_eq!(test.read("b"), "one two");
    let again = test.again(&["apply", "site.yaml", "--no-report"], 0);
    assert!(again.stdout().contains("2 stable"), "{}", again.stdout());
}

#[test]
fn what_a_command_may_make_is_unknown_in_a_rehearsal() {
    let manifest = "ccm:\n  resources:\n    - exec: {name: make, command: echo made > @ROOT@/gen, provider: shell}\n    - file: {name: @ROOT@/out, ensure: present, content: \"{{ readFile('gen') }}\", owner: \"@UID@\", group: \"@GID@\", mode: \"0644\"}\n";
    let mut test = Test::new().file("site.yaml", manifest);
    let rehearsed = test.again(&["apply", "site.yaml", "--noop", "--no-report"], 0);
    assert_snapshot!(rehearsed.stdout(), @"
    exec#make                     would change   run
    file#[ROOT]/out  may change     unknown: failed to read file `[ROOT]/gen`: no such file or directory (site.yaml:4:75), depends on exec#make

    Rehearsal: 2 would change, 1 of them unknown, 0 stable, in [TIME] s. Nothing was changed.
    ");
    test.again(&["apply", "site.yaml"], 0);
    assert_eq!(test.read("out"), "made\n");
}

#[test]
fn a_late_text_that_fails_is_a_failed_event() {
    let manifest = "ccm:\n  resources:\n    - exec:\n        - one: {command: \"echo {{ readFile('none') }}\"}\n        - two: {command: touch @ROOT@/two}\n        - three: {command: touch @ROOT@/three, control: {if: \"readFile('none') == ''\"}}\n";
    let test = Test::new().file("site.yaml", manifest).args(["apply", "site.yaml", "--no-report"]);
    assert_snapshot!(test.exit(1).stdout(), @"
    exec#one    failed         failed to read file `[ROOT]/none`: no such file or directory (site.yaml:4:35)
    exec#two    changed        run
    exec#three  failed         control cannot be decided: failed to read file `[ROOT]/none`: no such file or directory (site.yaml:6:76)

    Done: 1 changed, 0 stable, 2 failed, in [TIME] s.
    ");
    assert!(test.exists("two") && !test.exists("three"));
}

#[test]
fn mistakes_are_found_before_anything_runs() {
    let manifest = "data:\n  a: 1\nccm:\n  pre_message: \"{{ Nme }}\"\n  resources:\n    - exec:\n        - one: {command: touch @ROOT@/one}\n        - \"{{ lokup('data.a') }}\":\n            cwd: \"{{ Data.a + }}\"\n            environment: [\"A={{ lower() }}\"]\n            control: {unless: \"Data.a ==\"}\n    - file:\n        - @ROOT@/f:\n            ensure: present\n            content: |\n              first line\n                {{ Data.a }} and {{ data.b }}\n            owner: \"{{ Data.a.b }}\"\n            group: root\n            mode: \"0644\"\n";
    let test = Test::new().file("site.yaml", manifest).args(["apply", "site.yaml"]);
    assert_snapshot!(test.exit(3).stderr(), @r#"
    error[expr::compile]: unknown name `Nme`
     --> site.yaml:4:20
      |
    4 |   pre_message: "{{ Nme }}"
      |                    ^^^ in this expression

    error[expr::compile]: unknown name `lokup`
     --> site.yaml:8:15
      |
    8 |         - "{{ lokup('data.a') }}":
      |               ^^^^^ in this expression
      = help: did you mean `lookup`?

    error[expr::compile]: unexpected end of the expression
     --> site.yaml:9:29
      |
    9 |             cwd: "{{ Data.a + }}"
      |                             ^ in this expression

    error[expr::compile]: `lower` takes 1 argument, 0 given
      --> site.yaml:10:33
       |
    10 |             environment: ["A={{ lower() }}"]
       |                                 ^^^^^ in this expression

    error[expr::compile]: unexpected end of the expression
      --> site.yaml:11:40
       |
    11 |             control: {unless: "Data.a =="}
       |                                        ^ in this expression

    error[expr::compile]: unknown name `data`
      --> site.yaml:17:37
       |
    17 |                 {{ Data.a }} and {{ data.b }}
       |                                     ^^^^ in this expression
       = help: write `Data`; small letters are for `lookup('data.…')`

    error[expr::run]: cannot get `b` from an int
      --> site.yaml:18:31
       |
    18 |             owner: "{{ Data.a.b }}"
       |                               ^ in this expression

    7 errors
    "#);
    assert!(!test.exists("one"));
}

#[test]
fn keys_without_a_root_and_items_that_no_list_has_are_findings() {
    let expressions = [
        "lookup('fact.host.info.hostname')",
        "lookup('dta.x')",
        "lookup('common')",
        "lookup('data.items.0.q')",
        "Data.items[5].n",
        "Data.items[0].q",
    ];
    let harmless = "{{ lookup('dta.x', 1) }} {{ Data.items[0].n }} {{ Data.items[-1].n }} {{ Data.more[7].n }}";
    let commands: String = expressions.iter().map(|expression| format!(" {{{{ {expression} }}}}")).collect();
    let manifest = format!(
        "hierarchy: {{order: ['role:web']}}\ndata: {{items: [{{n: 1}}], more: []}}\noverrides: {{'role:db': {{more: [1]}}}}\n\
         ccm:\n  resources:\n    - exec: {{name: a, command: \"true{commands} {harmless}\"}}\n"
    );
    let found = Test::new().file("site.yaml", manifest).again(&["check", "site.yaml"], 2).stderr();
    let lines: Vec<&str> = found
        .lines()
        .filter(|line| line.contains("[manifest::unknown-key]") || line.contains("did you mean"))
        .collect();
    assert_snapshot!(lines.join("\n"), @"
    warning[manifest::unknown-key]: the key `fact.host.info.hostname` of `lookup` begins with no root
      = help: did you mean `facts.host.info.hostname`?
    warning[manifest::unknown-key]: the key `dta.x` of `lookup` begins with no root
      = help: did you mean `data.x`?
    warning[manifest::unknown-key]: the key `common` of `lookup` begins with no root
    warning[manifest::unknown-key]: `Data.items[0].q` is in no data layer
    warning[manifest::unknown-key]: `Data.items[5].n` is in no data layer
    warning[manifest::unknown-key]: `Data.items[0].q` is in no data layer
    ");
}

#[test]
fn keys_that_nobody_has_are_findings() {
    let manifest = "hierarchy: {order: [\"os:{{ lookup('facts.os') }}\"]}\ndata:\n  app: {port: 80}\noverrides:\n  os:other: {app: {extra: 1}}\nccm:\n  resources:\n    - exec:\n        - one {{ Data.app.prt }}:\n            unless: test {{ Data.app?.x }} {{ Data.y ?? 1 }} {{ get(Data, 'z') }} {{ lookup('data.w', 1) }} {{ Data.app.extra }}\n            control: {if: \"'a' in Data && Data.missing == 1\"}\n";
    let mut test = Test::new().file("site.yaml", manifest);
    assert_snapshot!(test.again(&["check", "site.yaml", "--fact", "os=this"], 2).stderr(), @r#"
    warning[manifest::unknown-key]: `Data.app.prt` is in no data layer
     --> site.yaml:9:18
      |
    9 |         - one {{ Data.app.prt }}:
      |                  ^^^^^^^^^^^^ nobody has this
      = help: did you mean `port`?

    warning[manifest::unknown-key]: `Data.missing` is in no data layer
      --> site.yaml:11:43
       |
    11 |             control: {if: "'a' in Data && Data.missing == 1"}
       |                                           ^^^^^^^^^^^^ nobody has this
       = help: give it a value, or ask for it in a way that allows it to be missing: `??`, `?.`, `get`, a default

    2 warnings
    "#);
    let strict = test.again(&["check", "site.yaml", "--fact", "os=this", "--strict"], 3);
    assert!(strict.stderr().contains("error[manifest::unknown-key]"), "{}", strict.stderr());
}

#[test]
fn branches_for_other_machines_are_checked_with_profiles() {
    let manifest = "hierarchy: {order: [\"os:{{ Facts.os }}\"]}\ndata: {a: 1}\noverrides:\n  os:rhel: {mode: 0644}\nccm:\n  resources:\n    - exec:\n        - one: {command: \"echo {{ Facts.os }} {{ Facts.rel }}\"}\n";
    let test = Test::new()
        .file("site.yaml", manifest)
        .file("profiles/debian.yaml", "os: debian\nrel: 12\n")
        .file("profiles/rhel.yaml", "os: rhel\n")
        .args(["check", "site.yaml"]);
    assert_snapshot!(test.exit(2).stderr(), @r#"
    warning[manifest::unknown-key]: `Facts.rel` is no fact
     --> site.yaml:8:50
      |
    8 |         - one: {command: "echo {{ Facts.os }} {{ Facts.rel }}"}
      |                                                  ^^^^^^^^^ nobody has this
      = with the facts of profiles/rhel.yaml
      = help: give it a value, or ask for it in a way that allows it to be missing: `??`, `?.`, `get`, a default

    1 warning
    "#);
}

#[test]
fn resources_from_a_jet_template() {
    let template = "[[ range i, name := data.names ]]\n- file:\n    - @ROOT@/[[ name ]]:\n        ensure: present\n        content: \"{{ Data.names | first() }} [[ name ]]\"\n        owner: \"@UID@\"\n        group: \"@GID@\"\n        mode: \"0644\"\n[[ end ]]\n";
    let test = Test::new()
        .file("site.yaml", "data: {names: [x, y]}\nccm:\n  resources_jet_file: list.jet\n")
        .file("list.jet", template)
        .args(["apply", "site.yaml", "--no-report"]);
    test.exit(0);
    assert_eq!((test.read("x"), test.read("y")), ("x x".to_owned(), "x y".to_owned()));
}

#[test]
fn mistakes_in_a_made_list_point_to_the_template() {
    let template = "[[ range i, name := data.names ]]\n- file:\n    - /nowhere/[[ name ]]:\n        ensure: presnt\n        owner: root\n        group: root\n        mode: \"0644\"\n[[ end ]]\n";
    let mut test = Test::new()
        .file("site.yaml", "data: {names: [x]}\nccm:\n  resources_jet_file: list.jet\n")
        .file("list.jet", template)
        .file("broken.yaml", "ccm:\n  resources_jet_file: broken.jet\n")
        .file("broken.jet", "- file:\n[[ if ]]\n")
        .file("missing.yaml", "ccm:\n  resources_jet_file: none.jet\n");
    assert_snapshot!(test.again(&["check", "site.yaml"], 3).stderr(), @"
    error[decode::bad-choice]: expected `present`, `absent` or `directory`, found `presnt`
     --> list.jet:4:17
      |
    4 |         ensure: presnt
      |                 ^^^^^^ not one of these words
      = help: did you mean `present`?

    1 error
    ");
    assert_snapshot!(test.again(&["check", "broken.yaml"], 3).stderr(), @"
    error[manifest::jet-file]: unexpected `]]` in `if`, expected a value
     --> broken.jet:2:7
      |
    2 | [[ if ]]
      |       ^^ in here

    1 error
    ");
    assert_snapshot!(test.again(&["check", "missing.yaml"], 3).stderr(), @"
    error[manifest::jet-file]: cannot read `[ROOT]/none.jet`: no such file or directory
     --> missing.yaml:2:23
      |
    2 |   resources_jet_file: none.jet
      |                       ^^^^^^^^ in here

    1 error
    ");
}

#[test]
fn render_shows_the_manifest_as_it_counts() {
    let test = site("data:\n  a: 1\n  # @secret\n  b: not-to-be-seen\n", "{{ Data.b }}").args([
        "apply",
        "site.yaml",
        "--render",
    ]);
    assert_snapshot!(test.exit(0).stdout(), @r#"
    ccm:
      fail_on_error: false
      resources:
        - file:
            content: |
              {{ Data.b }}
            ensure: present
            group: "0"
            mode: "0644"
            name: [ROOT]/out
            owner: "0"
    data:
      a: 1
      b: <secret>
    "#);
    assert!(!test.exists("out"));
}

#[test]
fn what_render_shows_can_be_applied() {
    let manifest = "ccm:\n  resources:\n    - file: {name: @ROOT@/out, ensure: present, content: \"\\n first\\n\\tx\\n\", owner: \"@UID@\", group: \"@GID@\", mode: \"0644\"}\n";
    let mut test = Test::new().file("site.yaml", manifest).args(["apply", "site.yaml", "--render"]);
    let rendered = test.exit(0).raw();
    test.args_of(&["apply", "site.yaml"]).exit(0);
    let test = test.file("rendered.yaml", rendered).args(["apply", "rendered.yaml", "--noop", "--no-report"]);
    assert!(test.exit(0).stdout().contains("1 stable"));
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let test = site("", "{{ readFile('bytes') }}").file("bytes", b"\xff\xfe");
    let said = test.exit(1).stdout();
    assert!(said.contains("the result is not UTF-8 text, properties hold text; `source` of a `file` copies"), "{said}");
    assert!(!test.exists("out"));
}

#[test]
fn arguments_of_own_functions_are_counted() {
    let manifest = "ccm:\n  resources:\n    - exec:\n        - one: {command: \"{{ lookup() }} {{ lookup('a', 'b', 'c') }} {{ readFile() }}\", control: {if: \"kvGet('a') == jet('a', 'b')\"}}\n";
    let test = Test::new().file("site.yaml", manifest).args(["check", "site.yaml"]);
    assert_snapshot!(test.exit(3).stderr(), @r#"
    error[expr::compile]: `lookup` takes 1 or 2 arguments, 0 given
     --> site.yaml:4:30
      |
    4 |         - one: {command: "{{ lookup() }} {{ lookup('a', 'b', 'c') }} {{ readFile() }}", control: {if: "kvGet('a') == jet('a', 'b')"}}
      |                              ^^^^^^ in this expression

    error[expr::compile]: `lookup` takes 1 or 2 arguments, 3 given
     --> site.yaml:4:45
      |
    4 |         - one: {command: "{{ lookup() }} {{ lookup('a', 'b', 'c') }} {{ readFile() }}", control: {if: "kvGet('a') == jet('a', 'b')"}}
      |                                             ^^^^^^ in this expression

    error[expr::compile]: `readFile` takes 1 argument, 0 given
     --> site.yaml:4:73
      |
    4 |         - one: {command: "{{ lookup() }} {{ lookup('a', 'b', 'c') }} {{ readFile() }}", control: {if: "kvGet('a') == jet('a', 'b')"}}
      |                                                                         ^^^^^^^^ in this expression

    error[expr::compile]: `kvGet` takes 2 arguments, 1 given
     --> site.yaml:4:104
      |
    4 |         - one: {command: "{{ lookup() }} {{ lookup('a', 'b', 'c') }} {{ readFile() }}", control: {if: "kvGet('a') == jet('a', 'b')"}}
      |                                                                                                        ^^^^^ in this expression

    error[expr::compile]: `jet` takes 1 or 3 arguments, 2 given
     --> site.yaml:4:118
      |
    4 |         - one: {command: "{{ lookup() }} {{ lookup('a', 'b', 'c') }} {{ readFile() }}", control: {if: "kvGet('a') == jet('a', 'b')"}}
      |                                                                                                                      ^^^ in this expression

    5 errors
    "#);
}

#[test]
fn operators_of_expressions_are_not_those_of_a_shell() {
    let manifest = "data: {n: 3}\nccm:\n  resources:\n    - exec:\n        - one: {command: \"echo {{ Data.n | string() }} {{ Data.n > 2 && true }}\"}\n";
    let test = Test::new().file("site.yaml", manifest).args(["check", "site.yaml"]);
    test.exit(0);
}

#[test]
fn a_reference_of_a_resource_that_is_skipped_is_a_finding() {
    let manifest = "ccm:\n  resources:\n    - exec:\n        - one: {command: /bin/true, require: [exec#none], control: {if: \"false\"}}\n";
    let mut test = Test::new().file("site.yaml", manifest);
    let found = test.again(&["check", "site.yaml"], 2).stderr();
    assert!(found.contains("warning[manifest::unknown-reference]"), "{found}");
    assert!(test.again(&["apply", "site.yaml", "--no-report"], 0).stdout().contains("exec#one  skipped"));
}

#[test]
fn now_is_the_time_on_the_wall() {
    let manifest = "ccm:\n  resources:\n    - exec:\n        - \"true\":\n            environment: [\"AT={{ now().Format('-07:00') }}\"]\n            command: \"sh -c 'echo $AT'\"\n            logoutput: true\n";
    for (zone, offset) in [("Asia/Kolkata", "+05:30"), ("", "+00:00")] {
        let ended = Test::new().file("site.yaml", manifest).env("TZ", zone).args(["apply", "site.yaml"]).exit(0);
        assert!(ended.stdout().contains(&format!("    | {offset}\n")), "{}", ended.stdout());
    }
}

#[test]
fn a_mistake_in_a_loop_is_told_once() {
    let template = "[[ range i := ints(0, 5) ]]\n- exec:\n    - \"run [[ i ]]\": {timeout: soon}\n[[ end ]]\n";
    let test = Test::new()
        .file("site.yaml", "ccm:\n  resources_jet_file: list.jet\n")
        .file("list.jet", template)
        .args(["check", "site.yaml"]);
    assert_snapshot!(test.exit(3).stderr(), @r#"
    error[decode::duration]: invalid duration `soon`
     --> list.jet:3:32
      |
    3 |     - "run [[ i ]]": {timeout: soon}
      |                                ^^^^ given here
      = 4 times more from the same place
      = help: write it as `30s`, `5m` or `1h30m`

    1 error
    "#);
}

/// Only what is asked for in any case is missing: a step or a branch for other machines is theirs.
#[test]
fn a_key_of_another_platform_is_missing_here() {
    let manifest = r#"hierarchy:
  order: ["os:{{ lookup('facts.os') }}"]
data: {a: 1}
overrides:
  os:debian: {apt: x}
  os:rhel: {dnf: y}
ccm:
  pre_message: "{{ Data.apt }}"
  resources:
    - exec:
        - "{{ Facts.os == 'rhel' ? Data.dnf : Data.apt }}": {}
        - "echo {{ Data.dnf }}": {control: {if: "Facts.os == 'rhel' && Data.dnf != 'z'"}}
        - "echo {{ Data.dnf ?? '' }}": {alias: guarded}
    - apply:
        - child.yaml: {control: {unless: Facts.os != 'rhel'}}
"#;
    let child = "ccm:\n  resources:\n    - exec: [{\"true {{ Data.dnf }}\": {}}]\n";
    let mut test = Test::new()
        .file("site.yaml", manifest)
        .file("child.yaml", child)
        .file("profiles/debian.yaml", "os: debian\n")
        .file("profiles/rhel.yaml", "os: rhel\n");
    assert_snapshot!(test.again(&["check", "site.yaml"], 2).stderr(), @r#"
    warning[manifest::unknown-key]: `Data.apt` is in no data layer that counts with these facts
     --> site.yaml:8:20
      |
    8 |   pre_message: "{{ Data.apt }}"
      |                    ^^^^^^^^ nobody has this
      = with the facts of profiles/rhel.yaml
      = help: give it a value, or ask for it in a way that allows it to be missing: `??`, `?.`, `get`, a default

    1 warning
    "#);
    test = test.file("profiles/rhel.yaml", "os: debian\n");
    test.again(&["check", "site.yaml"], 0);
}

/// A template that is written down is read with the manifest, although its resource is reached late.
#[test]
fn mistakes_in_templates_that_are_written_down_change_nothing() {
    let manifest = "ccm:
  resources:
    - file:
        - defaults: {ensure: present, owner: \"@UID@\", group: \"@GID@\", mode: \"0644\"}
        - @ROOT@/first: {content: one}
        - /nowhere/a: {content: \"{{ jet('[[ if ]]') }}\"}
        - /nowhere/b: {content: \"{{ jet('[[ uper(data.x) ]]') }}\"}
        - /nowhere/c: {content: \"{{ template('{{ nofn() }}') }}\"}
        - /nowhere/d:
            control: {if: \"template('{{ Data. }}')\"}
";
    let mut test = Test::new().file("site.yaml", manifest);
    let checked = test.again(&["check", "site.yaml"], 3).stderr();
    assert_snapshot!(checked, @r#"
    error[jet::parse]: unexpected `]]` in `if`, expected a value
     --> site.yaml:6:48
      |
    6 |         - /nowhere/a: {content: "{{ jet('[[ if ]]') }}"}
      |                                                ^^ in this expression

    error[jet::parse]: `uper` is not defined
     --> site.yaml:7:45
      |
    7 |         - /nowhere/b: {content: "{{ jet('[[ uper(data.x) ]]') }}"}
      |                                             ^^^^ in this expression
      = help: `upper` is defined

    error[expr::compile]: unknown name `nofn`
     --> site.yaml:8:50
      |
    8 |         - /nowhere/c: {content: "{{ template('{{ nofn() }}') }}"}
      |                                                  ^^^^ in this expression

    error[expr::compile]: unexpected end of the expression, expected a name
      --> site.yaml:10:45
       |
    10 |             control: {if: "template('{{ Data. }}')"}
       |                                             ^ in this expression

    4 errors
    "#);
    for command in [&["apply", "site.yaml"][..], &["apply", "site.yaml", "--noop"]] {
        let refused = test.again(command, 3).stderr();
        assert_eq!(refused.matches("error[").count(), 4, "{refused}");
        assert!(!test.exists("first"));
    }
}
