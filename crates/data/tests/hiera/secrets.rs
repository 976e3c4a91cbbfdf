//! A secret stays one, whichever layer it is in.

use super::support::{Case, shown};

const CANARY: &str = "S3NTINEL";

const DOCUMENT: &str = "\
hierarchy: {order: [x], merge: deep}
data:
  # @secret
  password: S3NTINEL-1
  # @secret
  tokens:
    api: S3NTINEL-2
    list: [S3NTINEL-3, 12345678]
  plain: fine
  # @secret
  a.b: S3NTINEL-4
overrides:
  x: {password: S3NTINEL-5, tokens: {api: S3NTINEL-6}}
  y: {password: S3NTINEL-7}
";

#[test]
fn all_layers_are_told_to_the_redactor() {
    let case = Case::new(DOCUMENT)
        .over("b.yaml", "data: {password: S3NTINEL-8}\n")
        .passed(r#"{"tokens": {"api": "S3NTINEL-9"}}"#);
    let resolved = case.resolve().unwrap();
    assert_eq!(resolved.data.get("password").unwrap().as_str(), Some("S3NTINEL-8"));
    for text in [DOCUMENT, &shown(&resolved.data), "S3NTINEL-8 S3NTINEL-9 12345678"] {
        let masked = case.redactor.text(text);
        assert!(!masked.contains(CANARY) && !masked.contains("12345678"), "{masked}");
    }
    assert_eq!(case.redactor.text("fine"), "fine");
}

#[test]
fn what_is_shown_is_masked_by_its_key() {
    let resolved =
        Case::new("data:\n  # @secret\n  pin: 1234\n  m:\n    # @secret\n    k: {a: x}\n    z: 1\n").resolve().unwrap();
    assert_eq!(shown(&resolved.secrets.masked(&resolved.data)), r#"{"pin":"<secret>","m":{"k":"<secret>","z":1}}"#);
    assert_eq!(resolved.data.get("pin").unwrap().as_int(), Some(1234), "the data itself has it");
    let paths: Vec<String> = resolved.secrets.paths().map(|path| path.to_string()).collect();
    assert_eq!(paths, ["pin", "m.k"]);
}

#[test]
fn what_an_expression_gives_is_secret_and_the_expression_is_not() {
    let case = Case::new("data:\n  # @secret\n  a: '{{ Facts.token }}'\n").facts(r#"{"token": "S3NTINEL-1"}"#);
    case.resolve().unwrap();
    assert_eq!(case.redactor.text("S3NTINEL-1 {{ Facts.token }}"), "<secret> {{ Facts.token }}");
}

#[test]
fn errors_do_not_show_it() {
    for rule in ["isIP(value)", "value == 'x'", "int(value) > 1", "isHostname(value)"] {
        let case =
            Case::new(&format!("data:\n  # @secret\n  # @validate {rule}\n  a: S3NTINEL_1\n  b: '{{{{ nope }}}}'\n"));
        assert!(!case.problems().contains(CANARY), "{}", case.problems());
        let case = Case::new(&format!("data:\n  # @secret\n  # @validate {rule}\n  a: S3NTINEL_1\n"));
        assert!(!case.problems().contains(CANARY), "{}", case.problems());
        // Too short to be masked wherever it turns up.
        let case = Case::new(&format!("data:\n  # @secret\n  # @validate {rule}\n  a:\n")).passed(r#"{"a": "p_n"}"#);
        assert!(!case.problems().contains("p_n"), "{}", case.problems());
    }
}

#[test]
fn explanations_say_that_it_is_one() {
    let case = Case::new(DOCUMENT);
    assert!(case.explain("tokens.api").unwrap().secret && case.explain("tokens").unwrap().secret);
    assert!(!case.explain("plain").unwrap().secret);
    for key in ["password", "tokens", "tokens.api", "tokens.list.0", r"a\.b"] {
        let shown = format!("{:?}", case.explain(key).unwrap().masked());
        assert!(shown.contains("<secret>") && !shown.contains(CANARY), "{shown}");
    }
    let outer = Case::new("data:\n  m:\n    # @secret\n    k: S3NTINEL-1\n    z: 1\n").explain("m").unwrap();
    assert!(!outer.secret);
    assert_eq!(outer.masked().value.unwrap().to_string(), "map[k:<secret> z:1]");
}

#[test]
fn an_item_of_a_list_cannot_be_secret() {
    for text in [
        "data:\n  l:\n    - hunter22 # @secret\n",
        "data:\n  l:\n    # @secret\n    - hunter22\n",
        "data:\n  l:\n    - name: a\n      # @secret\n      password: hunter22\n",
    ] {
        let problems = Case::new(text).problems();
        assert!(problems.contains("error[hiera::unreachable-annotation]"), "{text}: {problems}");
    }
}
