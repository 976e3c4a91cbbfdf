//! Secrets to a document, and back.

use super::{Desk, Failed, input, password, secrets};
use crate::console;
use crate::exit::Exit;
use diagnostics::SecretKind;
use providers::store::{Entry, Existing, ExportForm, StoreError, StoreWriter, is_encrypted, parse_export};
use std::path::{Path, PathBuf};
use system::files::{Attributes, Delivered};

/// What becomes of a secret of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Create,
    Update,
    Skip,
}

impl Desk<'_> {
    pub(super) fn export(&self) -> Result<Exit, Failed> {
        let form = match self.matches.get_one::<String>("format").map(String::as_str) {
            Some("json") => ExportForm::Json,
            _ => ExportForm::Yaml,
        };
        let password = self.matches.get_flag("encrypt").then(|| password::fresh(self)).transpose()?;
        let names = self.visible_names()?;
        let (now, tell) = (self.world.read.clock.now(), |level, message: &str, fields: &[(&str, &str)]| {
            self.tell(level, message, fields);
        });
        let to = self.matches.get_one::<PathBuf>("output").map_or(Path::new("-"), PathBuf::as_path);
        let exported = self.store.export(&names, form, &now, &tell)?;
        let (plain, count) = (&exported.document, secrets(exported.secrets));
        let delivered = if let Some(password) = password {
            let sealed = password.encrypt(plain.as_bytes(), &*self.world.read.random);
            self.deliver(to, &sealed, &format!("Exported {count}, encrypted"))?
        } else {
            console::complain("warning: the document is not encrypted; `--encrypt` does that\n");
            self.deliver(to, plain.as_bytes(), &format!("Exported {count}"))?
        };
        Ok(self.despite(&exported.damaged, "it is not in the document", delivered))
    }

    /// Names the secrets that are damaged. The others were dealt with, and the exit code tells that these were not.
    pub(super) fn despite(&self, damaged: &[StoreError], consequence: &str, done: Exit) -> Exit {
        for error in damaged {
            console::error(&format!("{error}; {consequence}"), self.redactor);
        }
        if damaged.is_empty() || !matches!(done, Exit::Done) { done } else { Exit::Failed }
    }

    /// Writes a document that nobody else may read.
    fn deliver(&self, to: &Path, content: &[u8], words: &str) -> Result<Exit, Failed> {
        if to == Path::new("-") {
            return Ok(console::print_bytes(content));
        }
        let over = match self.world.deliver(&self.directory.join(to), content, Attributes::mode(0o600))? {
            // It may be standard output by another name, where nothing else belongs.
            Delivered::Poured => {
                console::complain(&format!("{words}, to {}\n", to.display()));
                return Ok(Exit::Done);
            }
            Delivered::Over => ", over what was there",
            Delivered::New => "",
        };
        Ok(console::print(&format!("{words}{over}, to {}\n", to.display())))
    }

    pub(super) fn import(&self) -> Result<Exit, Failed> {
        let path = self.matches.get_one::<PathBuf>("document").map_or(Path::new("-"), PathBuf::as_path);
        let entries = self.entries(path)?;
        let fates = self.fates(&entries)?;
        let is_dry = self.matches.get_flag("dry-run");
        if !is_dry && fates.iter().any(|(_, fate)| *fate != Fate::Skip) {
            let wanted = fates.iter().filter(|(_, fate)| *fate != Fate::Skip).map(|(entry, _)| entry);
            self.change(|writer| keep_all(writer, wanted))?;
        }
        Ok(console::print(&report(&fates, is_dry)))
    }

    /// All secrets of a document; the whole document is looked at before anything is done.
    fn entries(&self, path: &Path) -> Result<Vec<Entry>, Failed> {
        let refused = |error| Failed::Import { document: path.display().to_string(), error };
        let mut document = input::document(self, path)?;
        if is_encrypted(&document) {
            document = password::known(self, path)?.decrypt(&document).map_err(refused)?;
        }
        let entries = parse_export(&document).map_err(refused)?;
        for entry in &entries {
            self.redactor.register(entry.value.reveal(), SecretKind::Declared);
        }
        Ok(entries)
    }

    fn fates<'e>(&self, entries: &'e [Entry]) -> Result<Vec<(&'e Entry, Fate)>, Failed> {
        let may_replace = self.matches.get_flag("overwrite");
        let fate = |entry: &'e Entry| {
            let fate = match self.store.exists(&entry.name)? {
                _ if self.is_hidden(&entry.name) => Fate::Skip,
                false => Fate::Create,
                true if may_replace => Fate::Update,
                true => Fate::Skip,
            };
            Ok((entry, fate))
        };
        entries.iter().map(fate).collect()
    }
}

fn keep_all<'e>(writer: &StoreWriter<'_>, entries: impl Iterator<Item = &'e &'e Entry>) -> Result<(), StoreError> {
    for entry in entries {
        writer.set(&entry.name, entry.value.reveal(), Existing::Replace)?;
    }
    Ok(())
}

/// A line per secret, and their numbers.
fn report(fates: &[(&Entry, Fate)], is_dry: bool) -> String {
    let line = |(entry, fate): &(&Entry, Fate)| format!("{} {:?}\n", words(*fate, is_dry), entry.name.as_str());
    let lines: Vec<String> = fates.iter().map(line).collect();
    let skipped = fates.iter().filter(|(_, fate)| *fate == Fate::Skip).count();
    let imported = if is_dry { "Would import" } else { "Imported" };
    lines.concat() + &format!("{imported} {}, {skipped} skipped\n", secrets(fates.len() - skipped))
}

fn words(fate: Fate, is_dry: bool) -> &'static str {
    match (fate, is_dry) {
        (Fate::Create, false) => "Created secret",
        (Fate::Create, true) => "Would create secret",
        (Fate::Update, false) => "Updated secret",
        (Fate::Update, true) => "Would update secret",
        (Fate::Skip, false) => "Skipped secret",
        (Fate::Skip, true) => "Would skip secret",
    }
}
