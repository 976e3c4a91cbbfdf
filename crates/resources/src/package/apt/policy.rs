//! What apt would install, asked in one question for many names.

use super::command::ENVIRONMENT;
use crate::package::answer::{QUERY_CAPTURE, answer};
use crate::package::failure::PackageFailure;
use crate::package::offer::{Available, Offer};
use std::collections::HashMap;
use system::ReadWorld;
use system::process::Command;

/// What apt offers of these names; one that it does not know is not in the answer.
pub(super) fn offers(
    names: &[String],
    own: Option<&str>,
    world: &ReadWorld,
) -> Result<HashMap<String, Offer>, PackageFailure> {
    let words = ["apt-cache", "policy"].into_iter().chain(names.iter().map(String::as_str));
    let mut command = Command { capture: QUERY_CAPTURE, ..Command::of(words) };
    command.environment = ENVIRONMENT.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let text = answer(&command, world)?;
    let sections = sections(&text);
    let find = |name: &String| Some((name.clone(), sections.get(heading(name, own))?.clone()));
    Ok(names.iter().filter_map(find).collect())
}

/// apt leaves out the architecture of the machine.
fn heading<'a>(name: &'a str, own: Option<&str>) -> &'a str {
    match name.split_once(':') {
        Some((bare, architecture)) if Some(architecture) == own || matches!(architecture, "native" | "any") => bare,
        _ => name,
    }
}

fn sections(text: &str) -> HashMap<&str, Offer> {
    let mut sections: HashMap<&str, Offer> = HashMap::new();
    let mut section = Section::default();
    for line in text.lines() {
        if let Some(name) = line.strip_suffix(':').filter(|name| !name.starts_with(' ')) {
            section.end(&mut sections);
            section = Section { name, ..Section::default() };
        } else {
            section.line(line);
        }
    }
    section.end(&mut sections);
    sections
}

/// What is said about one package, as it is read.
#[derive(Default)]
struct Section<'a> {
    name: &'a str,
    candidate: &'a str,
    versions: Vec<Available>,
}

impl<'a> Section<'a> {
    fn line(&mut self, line: &'a str) {
        let trimmed = line.trim_start();
        let indent = line.len() - trimmed.len();
        if let Some(candidate) = trimmed.strip_prefix("Candidate: ") {
            self.candidate = candidate;
        } else if indent > 5 {
            self.source(trimmed);
        } else if let Some(version) = line.strip_prefix(" *** ").or_else(|| line.strip_prefix("     ")) {
            let version = version.split(' ').next().unwrap_or_default().to_owned();
            self.versions.push(Available { version, origin: None });
        }
    }

    /// `500 http://deb.example.org/debian bookworm/main amd64 Packages`, or `100 /var/lib/dpkg/status`.
    fn source(&mut self, line: &str) {
        let words: Vec<&str> = line.split(' ').collect();
        let origin = match words[..] {
            [_, _, suite, _, "Packages"] => suite.split('/').next().filter(|suite| !suite.starts_with('.')),
            _ => None,
        };
        let place = words.get(1).filter(|place| !place.starts_with('/'));
        let Some(version) = self.versions.last_mut().filter(|version| version.origin.is_none()) else { return };
        version.origin = origin.or(place.copied()).map(str::to_owned);
    }

    fn end(self, sections: &mut HashMap<&'a str, Offer>) {
        if self.name.is_empty() {
            return;
        }
        let candidate = self.versions.iter().find(|version| version.version == self.candidate).cloned();
        let is_virtual = self.versions.is_empty();
        sections.insert(self.name, Offer { candidate, versions: self.versions, is_virtual });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
bash:
  Installed: 5.2.15-2+b7
  Candidate: 5.2.15-2+b7
  Version table:
 *** 5.2.15-2+b7 500
        500 http://deb.example.org/debian bookworm/main amd64 Packages
        100 /var/lib/dpkg/status
mail-transport-agent:
  Installed: (none)
  Candidate: (none)
  Version table:
local:
  Installed: 1.0-1
  Candidate: 2.0-1
  Version table:
     2.0-1 500
        500 file:/srv/apt ./ Packages
 *** 1.0-1 100
        100 /var/lib/dpkg/status
libc6:i386:
  Installed: (none)
  Candidate: 2.36-9
  Version table:
     2.36-9 500 (phased 20%)
        500 http://deb.example.org/debian bookworm-updates/main i386 Packages
";

    fn available(version: &str, origin: Option<&str>) -> Available {
        Available { version: version.to_owned(), origin: origin.map(str::to_owned) }
    }

    #[test]
    fn policies_are_understood() {
        let sections = sections(TEXT);
        assert_eq!(sections["bash"].candidate, Some(available("5.2.15-2+b7", Some("bookworm"))));
        assert!(sections["mail-transport-agent"].is_virtual);
        assert_eq!(sections["mail-transport-agent"].candidate, None);
        let local = &sections["local"];
        assert_eq!(local.candidate, Some(available("2.0-1", Some("file:/srv/apt"))));
        assert_eq!(local.versions, [available("2.0-1", Some("file:/srv/apt")), available("1.0-1", None)]);
        assert_eq!(sections["libc6:i386"].candidate, Some(available("2.36-9", Some("bookworm-updates"))));
        assert_eq!(sections.len(), 4);
    }

    #[test]
    fn the_architecture_of_the_machine_is_left_out() {
        assert_eq!(heading("libc6:amd64", Some("amd64")), "libc6");
        assert_eq!(heading("libc6:i386", Some("amd64")), "libc6:i386");
        assert_eq!(heading("libc6", Some("amd64")), "libc6");
    }
}
