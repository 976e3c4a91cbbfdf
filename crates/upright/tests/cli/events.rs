//! Single events as programs see them.

use crate::outputs::everything;
use insta::assert_snapshot;
use serde_json::Value as Json;

/// The events of a run and its summary.
pub(crate) fn events(flags: &[&str]) -> (Vec<Json>, Json) {
    let mut test = everything();
    let mut lines = test.again(&[&["apply", "site.yaml", "--output", "jsonl"], flags].concat(), 1).lines();
    let summary = lines.pop().unwrap();
    (lines, summary)
}

/// What a program that reads the stream may rely on.
#[test]
fn every_event_has_the_fields_of_the_protocol() {
    for event in events(&[]).0 {
        assert_eq!(event["protocol"], "io.choria.ccm.v1.transaction.event");
        for key in ["event_id", "timestamp", "type", "provider", "name", "requested_ensure", "final_ensure"] {
            assert!(event[key].is_string(), "{key}: {event}");
        }
        for key in ["changed", "refreshed", "failed", "skipped", "noop"] {
            assert!(event[key].is_boolean(), "{key}: {event}");
        }
        for key in ["error", "unmet_requirements", "plan", "unknown"] {
            assert!(event[key].is_array(), "{key}: {event}");
        }
        assert!(event["duration"].is_u64() && event["properties"].is_object(), "{event}");
        assert_eq!(event["event_id"].as_str().unwrap().len(), 27);
    }
}

#[test]
fn event_of_a_new_file() {
    assert_snapshot!(pretty(&events(&[]).0[0]), @r#"
    {
      "changed": true,
      "duration": "[DURATION]",
      "error": [],
      "event_id": "[ID]",
      "failed": false,
      "final_ensure": "present",
      "name": "[ROOT]/new",
      "noop": false,
      "plan": [
        {
          "content": {
            "from": "",
            "to": "c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8"
          },
          "created": true,
          "group": "[GROUP]",
          "mode": {
            "from": "",
            "to": "0644"
          },
          "owner": "[OWNER]",
          "step": "write",
          "text": "new file, owner [UID], group [GID], mode 0644",
          "unmanaged": false
        }
      ],
      "properties": {
        "content": "one\ntwo\n",
        "ensure": "present",
        "group": "[GROUP]",
        "mode": "0644",
        "name": "[ROOT]/new",
        "owner": "[OWNER]"
      },
      "protocol": "io.choria.ccm.v1.transaction.event",
      "provider": "posix",
      "refreshed": false,
      "requested_ensure": "present",
      "skipped": false,
      "status": {
        "changed": true,
        "ensure": "present",
        "metadata": {
          "checksum": "c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8",
          "group": "[GROUP]",
          "mode": "0644",
          "mtime": "[TIMESTAMP]",
          "name": "[ROOT]/new",
          "owner": "[OWNER]",
          "provider": "posix",
          "size": 8
        },
        "name": "[ROOT]/new",
        "noop": false,
        "protocol": "io.choria.ccm.v1.resource.file.state",
        "refreshed": false,
        "stable": true,
        "timestamp": "[TIMESTAMP]",
        "type": "file"
      },
      "timestamp": "[TIMESTAMP]",
      "type": "file",
      "unknown": [],
      "unmet_requirements": []
    }
    "#);
}

#[test]
fn event_of_a_skipped_command() {
    assert_snapshot!(pretty(&events(&[]).0[3]), @r#"
    {
      "changed": false,
      "duration": "[DURATION]",
      "error": [],
      "event_id": "[ID]",
      "failed": false,
      "final_ensure": "",
      "name": "after the orphan",
      "noop": false,
      "plan": [],
      "properties": {
        "command": "/bin/true",
        "ensure": "present",
        "name": "after the orphan",
        "require": [
          "file#orphan"
        ],
        "returns": [
          0
        ]
      },
      "protocol": "io.choria.ccm.v1.transaction.event",
      "provider": "",
      "refreshed": false,
      "requested_ensure": "present",
      "skipped": true,
      "status": null,
      "timestamp": "[TIMESTAMP]",
      "type": "exec",
      "unknown": [],
      "unmet_requirements": [
        "file#orphan"
      ]
    }
    "#);
}

#[test]
fn event_of_a_refreshed_command() {
    assert_snapshot!(pretty(&events(&[]).0[4]), @r#"
    {
      "changed": true,
      "duration": "[DURATION]",
      "error": [],
      "event_id": "[ID]",
      "failed": false,
      "final_ensure": "present",
      "name": "after the change",
      "noop": false,
      "output": "refreshed\n",
      "plan": [
        {
          "step": "run",
          "subscribed_to": "file#[ROOT]/new",
          "text": "run, subscribed to file#[ROOT]/new"
        }
      ],
      "properties": {
        "command": "echo refreshed",
        "ensure": "present",
        "logoutput": true,
        "name": "after the change",
        "refreshonly": true,
        "returns": [
          0
        ],
        "subscribe": [
          "file#[ROOT]/new"
        ]
      },
      "protocol": "io.choria.ccm.v1.transaction.event",
      "provider": "posix",
      "refreshed": true,
      "requested_ensure": "present",
      "skipped": false,
      "status": {
        "changed": true,
        "ensure": "present",
        "exitcode": 0,
        "name": "after the change",
        "noop": false,
        "protocol": "io.choria.ccm.v1.resource.exec.state",
        "refreshed": true,
        "stable": false,
        "timestamp": "[TIMESTAMP]",
        "type": "exec"
      },
      "timestamp": "[TIMESTAMP]",
      "type": "exec",
      "unknown": [],
      "unmet_requirements": []
    }
    "#);
}

#[test]
fn event_of_a_file_that_would_be_made() {
    assert_snapshot!(pretty(&events(&["--noop"]).0[0]), @r#"
    {
      "changed": true,
      "duration": "[DURATION]",
      "error": [],
      "event_id": "[ID]",
      "failed": false,
      "final_ensure": "absent",
      "name": "[ROOT]/new",
      "noop": true,
      "noop_message": "Would have created the file",
      "plan": [
        {
          "content": {
            "from": "",
            "to": "c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8"
          },
          "created": true,
          "diff": "--- /dev/null\n+++ [ROOT]/new (site.yaml:7)\n@@ -0,0 +1,2 @@\n+one\n+two\n",
          "group": "[GROUP]",
          "mode": {
            "from": "",
            "to": "0644"
          },
          "owner": "[OWNER]",
          "step": "write",
          "text": "new file, owner [UID], group [GID], mode 0644",
          "unmanaged": false
        }
      ],
      "properties": {
        "content": "one\ntwo\n",
        "ensure": "present",
        "group": "[GROUP]",
        "mode": "0644",
        "name": "[ROOT]/new",
        "owner": "[OWNER]"
      },
      "protocol": "io.choria.ccm.v1.transaction.event",
      "provider": "posix",
      "refreshed": false,
      "requested_ensure": "present",
      "skipped": false,
      "status": {
        "changed": true,
        "ensure": "absent",
        "metadata": {
          "group": "[GROUP]",
          "mode": "",
          "mtime": "[TIMESTAMP]",
          "name": "[ROOT]/new",
          "owner": "[OWNER]",
          "provider": "posix"
        },
        "name": "[ROOT]/new",
        "noop": true,
        "noop_message": "Would have created the file",
        "protocol": "io.choria.ccm.v1.resource.file.state",
        "refreshed": false,
        "stable": false,
        "timestamp": "[TIMESTAMP]",
        "type": "file"
      },
      "timestamp": "[TIMESTAMP]",
      "type": "file",
      "unknown": [],
      "unmet_requirements": []
    }
    "#);
}

/// An event without what differs from run to run.
fn pretty(event: &Json) -> String {
    let mut event = event.clone();
    mask(&mut event);
    serde_json::to_string_pretty(&event).unwrap()
}

fn mask(json: &mut Json) {
    match json {
        Json::Object(map) => {
            for (key, value) in map {
                match key.as_str() {
                    "event_id" => *value = "[ID]".into(),
                    "timestamp" | "mtime" => *value = "[TIMESTAMP]".into(),
                    "duration" => *value = "[DURATION]".into(),
                    "owner" | "group" => *value = format!("[{}]", key.to_uppercase()).into(),
                    _ => mask(value),
                }
            }
        }
        Json::Array(items) => items.iter_mut().for_each(mask),
        _ => {}
    }
}
