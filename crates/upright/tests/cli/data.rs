//! Hierarchical data and facts on the command line.

use crate::test::Test;
use insta::assert_snapshot;

const LAYERS: &str = "\
hierarchy:
  order: [\"role:{{ lookup('facts.role') }}\", default]
  merge: deep
data:
  port: 80
  app: {name: shop, hosts: [a]}
  # @secret
  password: correct-horse
overrides:
  role:web: {port: 8080, app: {hosts: [b]}}
  default: {app: {owner: ann}}
ccm:
  resources:
    - exec: {name: one}
";

#[test]
fn every_layer_of_a_key_is_explained() {
    let mut test = Test::new().file("site.yaml", LAYERS).file("more.yaml", "data: {port: 9090}\n");
    for (key, code) in [("port", 0), ("app.hosts", 0), ("app", 0), ("password", 0), ("none", 4)] {
        let ended =
            test.again(&["data", "explain", key, "site.yaml", "--fact", "role=web", "--hiera", "more.yaml"], code);
        assert_snapshot!(format!("explain_{}", key.replace('.', "_")), ended.stdout());
    }
}

#[test]
fn parse_prints_data() {
    let mut test = Test::new().file("site.yaml", LAYERS);
    assert_snapshot!(test.again(&["hiera", "parse", "site.yaml", "role=web"], 0).stdout(), @r#"
    {
      "app": {
        "hosts": [
          "a",
          "b"
        ],
        "name": "shop",
        "owner": "ann"
      },
      "password": "<secret>",
      "port": 8080
    }
    "#);
    assert_snapshot!(test.again(&["hiera", "parse", "site.yaml", "role=web", "--yaml", "--query", "app"], 0).stdout(), @"
    hosts:
      - a
      - b
    name: shop
    owner: ann
    ");
    assert_snapshot!(test.again(&["hiera", "parse", "site.yaml", "--env", "--env-prefix", "X"], 0).stdout(), @r#"
    X_APP={"hosts":["a"],"name":"shop","owner":"ann"}
    X_PASSWORD=<secret>
    X_PORT=80
    "#);
    assert_snapshot!(test.again(&["hiera", "parse", "none.yaml"], 4).stderr(), @"
    error[hiera::not-found]: file not found: [ROOT]/none.yaml
     = help: name a file that is there; a relative path starts from the working directory

    1 error
    ");
    let shown = test.again(&["hiera", "parse", "site.yaml", "--show-sensitive", "--query", "password"], 0);
    assert_eq!(shown.stdout(), "\"correct-horse\"\n");
}

/// Scripts read null, or nothing, as they always did; people are told.
#[test]
fn what_is_not_there_is_said() {
    let mut test = Test::new()
        .file("site.yaml", "data:\n  app: {port: 80}\n")
        .file("typo.yaml", "dta:\n  app: 1\n")
        .file("list.yaml", "data: [1]\n");
    let typo = test.again(&["hiera", "parse", "site.yaml", "--query", "app.prot"], 0);
    assert_eq!(typo.stdout(), "null\n");
    assert_snapshot!(typo.stderr(), @"warning: nothing is at `app.prot`: did you mean `app.port`?");
    let fact = test.again(&["hiera", "facts", "role=web", "--query", "rle"], 0);
    assert_eq!(fact.stdout(), "\n");
    assert_snapshot!(fact.stderr(), @"warning: nothing is at `rle`: did you mean `role`?");
    let misspelt = test.again(&["hiera", "parse", "typo.yaml"], 0);
    assert_snapshot!(misspelt.stderr(), @"warning: the document has no `data`: did you mean it by `dta`?");
    assert!(
        test.again(&["hiera", "parse", "list.yaml"], 0).stderr().contains("`data` must be a map, and does not count")
    );
    let explained = test.again(&["data", "explain", "app.prot", "site.yaml"], 4);
    assert_snapshot!(explained.stdout(), @"
    app.prot has no value
      no layer has it; did you mean `app.port`?
    ");
    let passed = test.again(&["hiera", "parse", "site.yaml", "--data-file", "none.yaml"], 4);
    assert!(
        passed.stderr().contains("error[hiera::not-found]: file not found: [ROOT]/none.yaml"),
        "{}",
        passed.stderr()
    );
    let passed = test.again(&["hiera", "parse", "site.yaml", "--data-file", "typo.yaml", "--query", "dta.app"], 0);
    assert_eq!(passed.stdout(), "1\n");
    for empty in [["data", "explain", "", "site.yaml"], ["status", "file", "", "--json"]] {
        test.again(&empty, 2);
    }
    let absent = test.again(&["status", "file", "none"], 0);
    assert_snapshot!(absent.stderr(), @"warning: there is no file `[ROOT]/none`");
}

#[test]
fn rules_are_checked_on_the_final_data() {
    let manifest = "data:\n  # @require\n  name: \"\"\n  # @validate isInt(value)\n  port: eighty\n  # @validate value ==\n  broken: 1\nccm:\n  resources:\n    - exec: {name: one}\n";
    let mut test = Test::new().file("site.yaml", manifest).file("more.yaml", "data: {name: shop, port: 80}\n");
    assert_snapshot!(test.again(&["apply", "site.yaml"], 3).stderr(), @r#"
    error[hiera::required]: key "name" is required but has no value
     --> site.yaml:2:5
      |
    2 |   # @require
      |     ^^^^^^^^ required here
    3 |   name: ""
      |         -- given here

    error[hiera::invalid]: key "port" failed validation "isInt(value)"
     --> site.yaml:4:15
      |
    4 |   # @validate isInt(value)
      |               ^^^^^^^^^^^^ has to be true
    5 |   port: eighty
      |         ------ the value is from here

    error[hiera::validator]: key "broken" validation "value ==" failed: unexpected end of the expression
     --> site.yaml:6:15
      |
    6 |   # @validate value ==
      |               ^^^^^^^^ fails here
    7 |   broken: 1
      |           - the value is from here

    3 errors
    "#);
    let broken = test.again(&["apply", "site.yaml", "--hiera", "more.yaml"], 3);
    assert!(broken.stderr().contains("1 error"), "{}", broken.stderr());
}

#[test]
fn facts_of_files_and_flags() {
    let mut test = Test::new()
        .file("facts.yaml", "role: file\nrack: {row: 7}\n")
        .file("broken.yaml", "role: [\n")
        .file("config/choria/ccm/facts.d/10.json", "{\"role\": \"custom\", \"custom\": 5000000000}");
    assert_eq!(test.again(&["hiera", "facts", "--facts", "facts.yaml", "--query", "rack.row"], 0).stdout(), "7\n");
    assert_eq!(test.again(&["hiera", "facts", "role=flag", "--query", "role"], 0).stdout(), "flag\n");
    assert_eq!(test.again(&["facts", "host.info.os"], 0).stdout(), "\"linux\"\n");
    let typo = test.again(&["facts", "host.info.oss"], 4);
    assert_snapshot!(typo.stderr(), @"error: there is no fact `host.info.oss`: did you mean `host.info.os`?");
    let unknown = test.again(&["facts", "none.such"], 4);
    assert_snapshot!(unknown.stderr(), @"error: there is no fact `none.such`: `upright facts` prints all of them");
    assert_snapshot!(test.again(&["hiera", "facts", "--facts", "none.yaml"], 4).stderr(), @"
    error[facts::missing-file]: fact file `none.yaml` does not exist
     = help: name a file that is there; a relative path starts from the working directory

    1 error
    ");
    assert_snapshot!(test.again(&["hiera", "facts", "--facts", "broken.yaml"], 3).stderr(), @"
    error[yaml::unclosed-bracket]: the list that begins with `[` is not closed
     --> broken.yaml:1:7
      |
    1 | role: [
      |       ^- no `]` up to here
      |       |
      |       opened here
      = help: close it with `]`, or put the value into quotes if it is a text

    1 error
    ");
    let mut custom = test.env("XDG_CONFIG_HOME", "@ROOT@/config");
    assert_eq!(custom.again(&["facts", "custom"], 0).stdout(), "5000000000\n");
}

/// A fact that is missing may change what is done.
#[test]
fn a_broken_file_of_facts_is_told_once_by_whoever_reads_facts() {
    let site = "hierarchy: {order: ['role:{{ Facts.role ?? \"none\" }}']}\ndata: {a: 1}\noverrides: {'role:web': {a: 2}}\n\
                ccm: {resources: [{apply: {name: child.yaml}}]}\n";
    let child = "ccm: {resources: [{exec: {name: 'true', control: {if: 'Facts.role == nil'}}}]}\n";
    let mut test = Test::new()
        .file("site.yaml", site)
        .file("child.yaml", child)
        .file("config/choria/ccm/facts.yaml", "role: [web\n")
        .env("XDG_CONFIG_HOME", "@ROOT@/config");
    for command in [
        &["apply", "site.yaml", "--no-report"][..],
        &["apply", "site.yaml", "--noop", "--no-report"],
        &["check", "site.yaml"],
        &["data", "explain", "a", "site.yaml"],
        &["ensure", "exec", "true", "--if", "Facts.role == nil"],
        &["hiera", "parse", "site.yaml"],
        &["hiera", "facts"],
        &["facts"],
    ] {
        let stderr = test.again(command, 0).stderr();
        assert_eq!(stderr.matches("warning[yaml::unclosed-bracket]").count(), 1, "{command:?}: {stderr}");
        assert!(stderr.contains("facts.yaml` are left out"), "{command:?}: {stderr}");
    }
}

#[test]
fn an_item_of_a_list_is_explained() {
    let mut test = Test::new().file("site.yaml", "data:\n  l:\n    - {b: 1}\n    - {b: 2}\nccm: {}\n");
    assert_snapshot!(test.again(&["data", "explain", "l.1.b", "site.yaml"], 0).stdout(), @r#"
    l.1.b = 2
      it is inside of the list l, which is merged as a whole:
    * data (site.yaml:3:5) sets it: [{"b":1},{"b":2}]
    "#);
    assert_snapshot!(test.again(&["data", "explain", "l.2.b", "site.yaml"], 4).stdout(), @r#"
    l.2.b has no value
      it is inside of the list l, which is merged as a whole:
    * data (site.yaml:3:5) sets it: [{"b":1},{"b":2}]
    "#);
}
