//! Values and names on standard output.

use super::{Desk, Failed};
use crate::console;
use crate::exit::Exit;
use crate::output::DataForm;
use diagnostics::SecretKind;
use providers::store::{SecretName, StoreError};
use value::{List, Map, Value};

impl Desk<'_> {
    pub(super) fn get(&self) -> Result<Exit, Failed> {
        let name = self.visible_name()?;
        let found = self.store.get(&name, &|level, message, fields| self.tell(level, message, fields))?;
        let secret = found.ok_or_else(|| StoreError::NotFound(name.to_string()))?;
        self.redactor.register(secret.reveal(), SecretKind::Declared);
        match self.form() {
            None if self.matches.get_flag("no-newline") => Ok(console::print_bytes(secret.reveal())),
            None => Ok(console::print_bytes(&[secret.reveal().as_slice(), b"\n"].concat())),
            Some(form) => {
                let value = match std::str::from_utf8(secret.reveal()) {
                    Ok(text) => Value::from(text),
                    Err(_) => Value::bytes(secret.reveal().as_slice()),
                };
                data(&Map::from_iter([("name", name.as_str().into()), ("value", value)]).into(), form)
            }
        }
    }

    pub(super) fn list(&self) -> Result<Exit, Failed> {
        let names = self.visible_names()?;
        let row = |name: &SecretName| {
            Value::from(Map::from_iter([("name", Value::from(name.as_str())), ("type", kind(name).into())]))
        };
        match self.form() {
            Some(form) => data(&names.iter().map(row).collect::<List>().into(), form),
            None if names.is_empty() => Ok(console::print("No secrets\n")),
            None => Ok(console::print(&table(&names))),
        }
    }

    /// For programs, or nothing for people.
    fn form(&self) -> Option<DataForm> {
        match self.matches.get_one::<String>("output").map(String::as_str) {
            Some("json") => Some(DataForm::Json),
            Some("yaml") => Some(DataForm::Yaml),
            _ => None,
        }
    }
}

/// Data that was asked for is not masked.
fn data(value: &Value, form: DataForm) -> Result<Exit, Failed> {
    form.text(value).map(|text| console::print(&text)).map_err(Failed::Rendering)
}

fn kind(name: &SecretName) -> &'static str {
    if name.is_internal() { "internal" } else { "user" }
}

fn table(names: &[SecretName]) -> String {
    let width = names.iter().map(|name| name.as_str().len()).max().unwrap_or_default().max("NAME".len());
    let line = |name: &str, kind: &str| format!("{name:width$}  {kind}\n");
    let mut text = line("NAME", "TYPE");
    text.extend(names.iter().map(|name| line(name.as_str(), kind(name))));
    text
}
