//! What is checked when a provider is registered.

use providers::{Capability, Context, Descriptor, Fault, Inputs, Output, Overwrite, Provider, Registry, Schema};

/// A provider that is only there to be described.
struct Described(fn(Descriptor) -> Descriptor);

impl Provider for Described {
    type Decoded = Inputs;

    fn descriptor(&self) -> Descriptor {
        (self.0)(Descriptor {
            output_schemas: vec![(Capability::From, Schema::any(""))],
            capabilities: &[Capability::From],
            ..Descriptor::new("described", "Described", "1.2.3", "Is there to be described")
        })
    }

    fn decode(&self, inputs: Inputs) -> Result<Inputs, Fault> {
        Ok(inputs)
    }

    fn execute(&self, _inputs: Inputs, _context: &Context<'_>) -> Result<Output, Fault> {
        Ok(Output::default())
    }
}

fn refusal(change: fn(Descriptor) -> Descriptor) -> String {
    let mut registry = Registry::default();
    match registry.register(Box::new(Described(change)), Overwrite::Never) {
        Ok(()) => "registered".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_descriptor_has_to_be_in_order() {
    const TWO: &[Capability] = &[Capability::From, Capability::Action];
    let refusals = [
        refusal(|good| good),
        refusal(|good| Descriptor { name: "Upper", ..good }),
        refusal(|good| Descriptor { api_version: "scafctl.dev/v1", ..good }),
        refusal(|good| Descriptor { version: "1.0", ..good }),
        refusal(|good| Descriptor { description: "short", ..good }),
        refusal(|good| Descriptor { capabilities: &[], ..good }),
        refusal(|good| Descriptor { capabilities: TWO, ..good }),
        refusal(|good| Descriptor {
            capabilities: TWO,
            output_schemas: vec![(Capability::From, Schema::any("")), (Capability::Action, Schema::object(""))],
            ..good
        }),
        refusal(|good| {
            let text = Schema::object("").with("success", Schema::text(""));
            let output_schemas = vec![(Capability::From, Schema::any("")), (Capability::Action, text)];
            Descriptor { capabilities: TWO, output_schemas, ..good }
        }),
        refusal(|good| Descriptor { sensitive_fields: &["password"], ..good }),
        refusal(|good| {
            let schema = Schema::object("").with("password", Schema::text(""));
            Descriptor { sensitive_fields: &["password"], schema, ..good }
        }),
        refusal(|good| Descriptor { tags: &["t"; 21], ..good }),
    ];
    insta::assert_snapshot!(refusals.join("\n"));
}

#[test]
fn a_name_is_taken_once_unless_it_may_be_overwritten() {
    let mut registry = Registry::default();
    let add = |registry: &mut Registry, version: fn(Descriptor) -> Descriptor, overwrite| {
        registry.register(Box::new(Described(version)), overwrite).map_err(|error| error.to_string())
    };
    assert_eq!(add(&mut registry, |one| one, Overwrite::Never), Ok(()));
    let taken = "provider \"described\" already registered with version 1.2.3";
    assert_eq!(add(&mut registry, |one| one, Overwrite::Never), Err(taken.to_owned()));
    assert_eq!(add(&mut registry, |one| Descriptor { version: "1.10.0", ..one }, Overwrite::Older), Ok(()));
    let older = "cannot register provider \"described\": version 1.2.3 is older than existing version 1.10.0";
    assert_eq!(add(&mut registry, |one| one, Overwrite::Older), Err(older.to_owned()));
    assert_eq!(registry.names().collect::<Vec<_>>(), ["described"]);
    assert!(registry.unregister("described"));
    assert!(registry.get("described").is_none());
}
