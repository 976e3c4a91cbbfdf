//! Templates for replacements: `$1`, `$name` and `${name}`.

use super::engine::Regexp;
use super::find::Groups;
use crate::limit::Output;
use crate::{unicode, utf8};

/// A template, read once for all matches.
pub(super) struct Template<'t> {
    parts: Vec<Part<'t>>,
}

enum Part<'t> {
    Text(&'t [u8]),
    /// Groups of which the first that took part is meant.
    Groups(Vec<usize>),
}

impl<'t> Template<'t> {
    pub(super) fn new(regexp: &Regexp, mut template: &'t [u8]) -> Self {
        let mut parts = Vec::new();
        while let Some(dollar) = template.iter().position(|byte| *byte == b'$') {
            parts.push(Part::Text(&template[..dollar]));
            let rest = &template[dollar + 1..];
            let part;
            (part, template) = match Name::read(rest) {
                _ if rest.starts_with(b"$") => (Part::Text(b"$"), &rest[1..]),
                Some(name) => (Part::Groups(name.groups(regexp)), name.rest),
                None => (Part::Text(b"$"), rest),
            };
            parts.push(part);
        }
        parts.push(Part::Text(template));
        Self { parts }
    }

    /// Whether it is the same for all matches.
    pub(super) fn is_constant(&self) -> bool {
        self.parts.iter().all(|part| matches!(part, Part::Text(_)))
    }

    pub(super) fn expand(&self, text: &[u8], groups: &Groups, out: &mut Output) {
        for part in &self.parts {
            match part {
                Part::Text(text) => out.push(text),
                Part::Groups(numbers) => {
                    let taken = numbers.iter().find_map(|number| groups.get(*number)?.clone());
                    if let Some(range) = taken {
                        out.push(&text[range]);
                    }
                }
            }
        }
    }
}

/// A name after `$`, as long as possible: `$1x` is the group `1x`.
struct Name<'t> {
    name: &'t [u8],
    rest: &'t [u8],
}

impl<'t> Name<'t> {
    fn read(text: &'t [u8]) -> Option<Self> {
        let (braced, text) = text.strip_prefix(b"{").map_or((false, text), |text| (true, text));
        let mut end = 0;
        while let Some((c, width)) = utf8::decode(&text[end..]) {
            if !unicode::is_letter(c) && !unicode::is_digit(c) && c != '_' {
                break;
            }
            end += width;
        }
        let (name, rest) = text.split_at(end);
        let rest = if braced { rest.strip_prefix(b"}")? } else { rest };
        (!name.is_empty()).then_some(Self { name, rest })
    }

    /// The groups that it can stand for: one with that number, or all with that name.
    fn groups(&self, regexp: &Regexp) -> Vec<usize> {
        if let Some(number) = self.number() {
            return vec![number];
        }
        let names = regexp.group_names().iter().enumerate();
        names.filter(|(_, name)| name.as_bytes() == self.name).map(|(number, _)| number).collect()
    }

    fn number(&self) -> Option<usize> {
        let text = std::str::from_utf8(self.name).ok()?;
        let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text.len() == 1 || !text.starts_with('0'));
        plain.then(|| text.parse().ok())?
    }
}
