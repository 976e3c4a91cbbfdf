//! `hcl`.

use crate::kit::{Kit, json};
use providers::{Capability, Cause, Inputs, Manners, what_if};
use std::fmt::Write as _;
use std::time::{Duration, Instant};
use system::Signal;
use value::{Map, Value};

fn kit() -> Kit {
    Kit { manners: Manners::Lenient, ..Kit::new() }
}

fn call(kit: &Kit, operation: &str, content: &str) -> Value {
    let inputs: Map =
        [("operation", Value::string(operation)), ("content", Value::string(content))].into_iter().collect();
    kit.call_with("hcl", Capability::From, inputs).unwrap().data
}

fn get<'v>(value: &'v Value, key: &str) -> &'v Value {
    value.as_map().unwrap().get(key).unwrap()
}

/// The arguments outside of blocks, as JSON.
fn values(source: &str) -> String {
    json(get(&call(&kit(), "parse", source), "attributes"))
}

#[test]
fn constants_have_values_and_the_rest_is_text() {
    let cases = [
        (r#"a = "x\n\"\u00e9\" $${y} %%{z}""#, r#"{"a":"x\n\"é\" ${y} %{z}"}"#),
        (
            "a = [1, 2.50, -3, 1e3, 0.1 + 0.2, 10 / 4, 7 % 3, null, true, [], {}]",
            r#"{"a":[1,2.5,-3,1000,0.3,2.5,1,null,true,[],{}]}"#,
        ),
        ("a = {b = 1, \"c d\" : 2, (1 + 1) = 3}", r#"{"a":{"2":3,"b":1,"c d":2}}"#),
        ("a = 1 < 2 && !(\"a\" == \"b\") || x", r#"{"a":true}"#),
        ("a = true ? 1 : \"x\"", r#"{"a":"1"}"#),
        ("a = [for i, v in [\"x\", \"y\"] : \"${i}=${v}\" if v != \"x\"]", r#"{"a":["1=y"]}"#),
        ("a = {for v in [1, 1, 2] : v => v...}", r#"{"a":{"1":[1,1],"2":[2]}}"#),
        ("a = [{b = 1}, {b = 2}][*].b", r#"{"a":[1,2]}"#),
        ("a = {b = {c = [5]}}.b.c[0]", r#"{"a":5}"#),
        ("a = <<-EOT\n    x\n      ${1 + 1}\n\n    y\n  EOT\n", r#"{"a":"x\n  2\n\ny\n"}"#),
        ("a = \"%{ for x in [1, 2] ~} ${x} %{ endfor ~}\"", r#"{"a":"1 2 "}"#),
        ("a = var.x", r#"{"a":"var.x"}"#),
        ("a = \"box-${var.x}\"", r#"{"a":"\"box-${var.x}\""}"#),
        ("a = [ upper(\"x\"),\n  2 ]", r#"{"a":"[ upper(\"x\"),\n  2 ]"}"#),
        ("a = provider::x::f(1)", r#"{"a":"provider::x::f(1)"}"#),
        ("a = 1 / 0", r#"{"a":"1 / 0"}"#),
        ("a = 1 ? 2 : 3", r#"{"a":"1 ? 2 : 3"}"#),
    ];
    for (source, expected) in cases {
        assert_eq!(values(source), expected, "{source}");
    }
}

const ALL: &str = r#"
terraform {
  required_version = ">= 1.0"
  experiments = ["x"]
  required_providers {
    thing = { source = "x/thing", version = "~> 2" }
  }
  backend "s3" {
    bucket = "b"
  }
  cloud {
    organization = "o"
  }
}

variable "n" {
  type        = number
  default     = 3
  nullable    = false
  ephemeral   = true
  validation {
    condition     = var.n > 1
    error_message = "too small"
  }
}

locals {
  a = 1
}

locals {
  b = local.a
}

data "thing_look" "up" {
  id = "7"
}

resource "thing_box" "main" {
  name = "box-${var.n}"
  lifecycle {
    ignore_changes = [tags]
  }
  dynamic "port" {
    for_each = var.ports
    content {
      number = port.value
    }
  }
}

module "mod" {
  source     = "./m"
  count      = 2
  depends_on = [thing_box.main]
  extra      = "e"
}

output "o" {
  value     = thing_box.main.name
  sensitive = true
}

provider "thing" {
  alias  = "two"
  region = "r"
  token  = var.token
}

moved {
  from = thing_box.a
  to   = thing_box.main
}

import {
  to = thing_box.main
  id = "i-1"
}

check "up" {
  data "thing_look" "me" {
    id = 1
  }
  assert {
    condition     = data.thing_look.me.ok
    error_message = "not ok"
  }
}

other "x" {
}
"#;

#[test]
fn every_block_has_its_shape() {
    let found = call(&kit(), "parse", ALL);
    insta::assert_snapshot!(found.to_json_pretty(" ", value::Escape::Plain, value::KeyOrder::Sorted).unwrap());
}

#[test]
fn what_is_written_reads_back() {
    let kit = kit();
    let found = call(&kit, "parse", ALL);
    let generate = |form: &str| {
        let inputs: Map =
            [("operation", Value::string("generate")), ("blocks", found.clone()), ("output_format", form.into())]
                .into_iter()
                .collect();
        kit.call_with("hcl", Capability::From, inputs).unwrap()
    };
    let output = generate("hcl");
    assert_eq!(output.metadata.get("output_format"), Some(&Value::string("hcl")));
    let text = get(&output.data, "hcl").as_str().unwrap().to_owned();
    insta::assert_snapshot!("generated", text);
    assert_eq!(json(&call(&kit, "parse", &text)), json(&found));
    assert_eq!(get(&call(&kit, "format", &text), "changed"), &Value::from(false));
    insta::assert_snapshot!("generated_json", get(&generate("json").data, "hcl").to_string());
}

#[test]
fn values_of_every_kind_are_written() {
    let blocks = r#"{"locals": {"nested": [{"a": [1, {"b": null}]}, []], "text": "say \"${x}\" 100%\n", "f": 1.5, "odd key": true,
        "ref": "aws_vpc.main.id", "host": "www.example.com", "ip": "10.0.0.1", "call": "upper(\"x\")", "prose": "really? yes: no",
        "cond": "var.x ? 1 : 2", "var": "var.x", "no": "var. x y", "tmpl": "\"a-${var.x}\"", "splat": "aws_x.y.*.id", "list": "[aws_sg.a.id, var.b]", "sum": "3 * var.n", "word": "[WARN]", "policy": "{\"a\": [1]}", "file": "my_key.pem", "type": "list(string)",
        "empty": {}, "big": 9223372036854775807}}"#;
    let inputs = format!(r#"{{"operation": "generate", "blocks": {blocks}}}"#);
    let text = get(&kit().data("hcl", Capability::From, &inputs), "hcl").to_string();
    insta::assert_snapshot!(text);
}

#[test]
fn the_layout_is_canonical() {
    let cases = [
        ("a=1\nbbb   =    2\nblock \"x\" {\nc=3\n}\n", "a   = 1\nbbb = 2\nblock \"x\" {\n  c = 3\n}\n"),
        ("a=1#x\nbb=2   // y\n", "a  = 1 #x\nbb = 2 // y\n"),
        ("x=[\n1,\n-2 - -3 , # c\n]\n", "x = [\n  1,\n  -2 - -3, # c\n]\n"),
        ("x=f( a . b [0] , ! c...)\n", "x = f(a.b[0], !c...)\n"),
        ("x=\"${ a }${ {b=1} }\"\n", "x = \"${a}${ { b = 1 } }\"\n"),
        ("x = <<EOT\n  a ${ b }\nEOT\ny=1\n", "x = <<EOT\n  a ${b}\nEOT\ny = 1\n"),
        ("日本 = 1 # x\né=22 # y\n", "日本 = 1  # x\né  = 22 # y\n"),
        ("a = {\n  broken (\n}\n\n\n", "a = {\n  broken(\n  }\n\n\n"),
    ];
    for (source, expected) in cases {
        let made = call(&kit(), "format", source);
        assert_eq!(get(&made, "formatted").to_string(), expected);
        assert_eq!(get(&made, "changed"), &Value::from(source != expected));
        assert_eq!(get(&call(&kit(), "format", expected), "changed"), &Value::from(false), "{expected}");
    }
}

#[test]
fn all_problems_are_told_with_their_places() {
    let kit = kit();
    let sources = [
        "a = ",
        "a {",
        "a = 1 2\nb = [1 2]\nc = {x}\n",
        "a = 'x'\nb = 1; c = `y`\nd = 1 & 2\n",
        "a = \"x\ny\"\n",
        "a = \"\\q${\"\n",
        "a = 1\na = 2\n",
        "\"a\" = 1\n",
        "a { b = 1, c = 2 }\n",
        "a = [for x y]\nb = {for x in y : z}\n",
        "a = \"%{ if x }\"\nb = \"%{ foo }\"\n",
        "a = f(1\n",
        "é = “x”\n",
        "a = b.\nc = (1\n",
    ];
    let mut told = String::new();
    for source in sources {
        let verdict = call(&kit, "validate", source);
        let _ = writeln!(told, "{source:?}");
        for problem in get(&verdict, "diagnostics").as_list().unwrap() {
            let (range, text) = (get(problem, "range"), |key| get(problem, key).to_string());
            let at = |end: &str| format!("{}:{}", get(get(range, end), "line"), get(get(range, end), "column"));
            let _ = writeln!(told, "  {}-{} {}; {}", at("start"), at("end"), text("summary"), text("detail"));
        }
    }
    insta::assert_snapshot!(told);
    let error = kit.error("hcl", Capability::From, r#"{"content": "a = 1 2\n"}"#);
    assert_eq!(
        error,
        "provider execution failed: hcl: failed to parse HCL: input.tf:1,7-8: Missing newline after argument; \
         An argument ends with its line."
    );
    let error = kit.error("hcl", Capability::From, r#"{"content": "a = \nb = \n"}"#);
    assert!(error.contains("input.tf:1,5-2,1: Invalid expression; "), "{error}");
}

#[test]
fn the_json_form_is_read_as_well() {
    let kit = kit();
    kit.write(
        "tf/a.tf.json",
        r#"{"//": "remark",
            "variable": {"x": {"type": "string", "validation": {"condition": "${var.x != \"\"}"}}, "y": {}},
            "resource": {"thing_box": {"a": {"name": "n-${var.x}", "size": 2, "all": "${var.y}", "sum": "${1 + 1}"}}},
            "provider": {"thing": [{"alias": "one"}, {"alias": "two", "//": "x"}]},
            "locals": [{"l": [1]}, {"m": {"k": "v"}}],
            "terraform": {"backend": {"s3": {"bucket": "b"}}, "required_providers": {"thing": {"source": "x/y"}}},
            "check": {"c": {"data": {"t": {"n": {"id": 1}}}, "assert": [{"condition": true}]}},
            "moved": [{"from": "a.b", "to": "a.c"}]}"#,
    );
    let found = kit.data("hcl", Capability::From, r#"{"dir": "tf"}"#);
    insta::assert_snapshot!(found.to_json_pretty(" ", value::Escape::Plain, value::KeyOrder::Sorted).unwrap());
    let same = kit.data("hcl", Capability::From, r#"{"dir": "tf", "operation": "format"}"#);
    assert_eq!(get(&same, "changed"), &Value::from(false));
    kit.write("bad.tf.json", "{\"a\": 1,\n  x}");
    let verdict = kit.data("hcl", Capability::From, r#"{"path": "bad.tf.json", "operation": "validate"}"#);
    let place = get(get(&get(&verdict, "diagnostics").as_list().unwrap()[0], "range"), "start").clone();
    assert_eq!(json(&place), r#"{"byte":11,"column":3,"line":2}"#);
    let error = kit.error("hcl", Capability::From, r#"{"path": "bad.tf.json"}"#);
    assert!(error.contains("bad.tf.json:2,3-4: Invalid JSON; "), "{error}");
}

#[test]
fn several_files_are_put_together() {
    let kit = kit();
    kit.write("tf/b.tf", "locals {\n  x = 2\n  y = 3\n}\nvariable \"b\" {}\n");
    kit.write("tf/a.tf", "locals {\n  x=1\n}\nvariable \"a\" {}\n");
    kit.write("tf/deeper/c.tf", "locals {\n  z = 1\n}\n");
    kit.write("tf/note.txt", "x");
    let output = kit.call("hcl", Capability::From, r#"{"dir": "tf"}"#).unwrap();
    assert_eq!(json(get(&output.data, "locals")), r#"{"x":2,"y":3}"#);
    assert_eq!(json(get(&output.data, "variables")), r#"[{"name":"a"},{"name":"b"}]"#);
    assert_eq!(output.metadata.get("files"), Some(&Value::from(2)));
    let changed = kit.data("hcl", Capability::From, r#"{"operation": "format", "paths": ["tf/b.tf", "tf/a.tf"]}"#);
    let files: Vec<bool> =
        get(&changed, "files").as_list().unwrap().iter().map(|file| get(file, "changed").as_bool().unwrap()).collect();
    assert_eq!(files, [false, true]);
    assert_eq!(kit.read("tf/a.tf"), "locals {\n  x=1\n}\nvariable \"a\" {}\n");
}

#[test]
fn mistakes_are_named() {
    let kit = kit();
    kit.write("empty/x.txt", "");
    std::fs::write(kit.root().join("latin.tf"), b"a = 1\nb = \"\xe9\"\n").unwrap();
    let cases = [
        r#"{"operation": "parse"}"#,
        r#"{"content": "a = 1", "path": "x.tf"}"#,
        r#"{"operation": "fly", "content": "a = 1"}"#,
        r#"{"path": "none.tf"}"#,
        r#"{"path": "empty"}"#,
        r#"{"dir": "none"}"#,
        r#"{"dir": "empty"}"#,
        r#"{"paths": [1]}"#,
        r#"{"path": "latin.tf"}"#,
        r#"{"operation": "generate"}"#,
        r#"{"operation": "generate", "blocks": [1]}"#,
        r#"{"operation": "generate", "blocks": {"variables": {"a": 1}}}"#,
        r#"{"operation": "generate", "blocks": {"variables": [1]}}"#,
        r#"{"operation": "generate", "blocks": {"resources": [{"type": "t"}]}}"#,
        r#"{"operation": "generate", "blocks": {"locals": 5}}"#,
        r#"{"operation": "generate", "blocks": {}, "output_format": "xml"}"#,
    ];
    let texts: Vec<String> = cases.iter().map(|one| kit.error("hcl", Capability::From, one)).collect();
    insta::assert_snapshot!(texts.join("\n").replace(kit.root().to_str().unwrap(), "ROOT"));
    kit.interrupt.raise(Signal::Interrupt);
    let ended = kit.call("hcl", Capability::From, r#"{"operation": "validate", "content": "a = 1"}"#).unwrap_err();
    assert_eq!(ended.fault().unwrap().cause, Cause::Interrupted(Signal::Interrupt));
    let late = Kit { time: Some(Duration::ZERO), ..self::kit() };
    let late = late.call("hcl", Capability::From, r#"{"operation": "generate", "blocks": {}}"#).unwrap_err();
    assert_eq!(late.fault().unwrap().cause, Cause::TimedOut);
}

#[test]
fn a_dry_run_reads_nothing() {
    let kit = Kit { dry_run: true, ..kit() };
    for (operation, expected) in [
        ("format", r#"{"changed":false,"formatted":""}"#),
        ("validate", r#"{"diagnostics":[],"error_count":0,"valid":true}"#),
    ] {
        let output =
            kit.call("hcl", Capability::From, &format!(r#"{{"operation": "{operation}", "path": "none.tf"}}"#));
        let output = output.unwrap();
        assert_eq!(json(&output.data), expected);
        assert_eq!(output.metadata.get("mode"), Some(&Value::string("dry-run")));
    }
    assert_eq!(get(&kit.data("hcl", Capability::From, r#"{"path": "none.tf"}"#), "variables").to_string(), "[]");
    let judged = kit.data("hcl", Capability::From, r#"{"operation": "validate", "content": "a {"}"#);
    assert_eq!(get(&judged, "valid"), &Value::Bool(false));
    let refused = kit.error("hcl", Capability::From, r#"{"content": "a {"}"#);
    assert!(refused.contains("failed to parse HCL: "), "{refused}");
    let says = |inputs: &str| {
        let inputs = Value::from_json(inputs).unwrap().as_map().unwrap().clone();
        what_if(kit.registry.get("hcl").unwrap(), &Inputs::new(inputs))
    };
    assert_eq!(says(r#"{"path": "main.tf"}"#), "Would parse HCL from main.tf");
    assert_eq!(says(r#"{"operation": "format", "paths": ["a", "b"]}"#), "Would format HCL from 2 files");
    assert_eq!(says(r#"{"operation": "generate"}"#), "Would generate HCL");
}

#[test]
fn hostile_sources_end_soon() {
    let kit = kit();
    let many = 100_000;
    let sources = [
        format!("a = {}", "(".repeat(many)),
        format!("a = {}", "[".repeat(many)),
        format!("a = {}", "{b=".repeat(many)),
        format!("a = {}1", "-".repeat(many)),
        format!("a = {}1", "!".repeat(many)),
        format!("a = 1{}", " + 1".repeat(many)),
        format!("a = b{}", ".c".repeat(many)),
        format!("a = b{}", "[*]".repeat(many)),
        format!("a = {}1", "true ? 1 : ".repeat(many)),
        format!("a = {}", "\"${".repeat(many)),
        format!("a = \"{}\"", "%{ if true }".repeat(many)),
        "a {\n".repeat(many),
        "a = 1\n".repeat(many),
        "a = \n".repeat(many),
        "\n".repeat(many),
        format!("a = (\n{}1)", "\n# x\n".repeat(many)),
        "a = [for x in [1,2,3,4,5,6,7,8,9,10] : [for y in [1,2,3,4,5,6,7,8,9,10] : [for z in [1,2,3,4,5,6,7,8,9,10] : \
         [for u in [1,2,3,4,5,6,7,8,9,10] : [for v in [1,2,3,4,5,6,7,8,9,10] : [for w in [1,2,3,4,5,6,7,8,9,10] : \
         [for q in [1,2,3,4,5,6,7,8,9,10] : [x,y,z,u,v,w,q]]]]]]]]\n"
            .to_owned(),
    ];
    for source in sources {
        let started = Instant::now();
        for operation in ["format", "validate", "parse"] {
            let inputs: Map =
                [("operation", Value::string(operation)), ("content", source.as_str().into())].into_iter().collect();
            let _ = kit.call_with("hcl", Capability::From, inputs);
        }
        assert!(started.elapsed() < Duration::from_secs(30), "{}", &source[..40.min(source.len())]);
    }
}
