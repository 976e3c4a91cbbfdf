//! What the blocks of a source mean to Terraform.

use super::constant::evaluate;
use super::found::{Found, labels, list_of, set_list, set_map, sorted_out};
use super::syntax::{Block, Body, Expression};
use value::{List, Map, Value};

/// Everything that a source has; blocks that Terraform does not know are left out.
pub(super) fn read(body: &Body, source: &str) -> Found {
    let reader = Reader { source };
    let mut found = Found::default();
    found.attributes = reader.arguments(body);
    for block in &body.blocks {
        match block.kind.as_str() {
            "locals" => reader.arguments(&block.body).into_iter().for_each(|(name, value)| {
                found.locals.insert(name, value);
            }),
            "terraform" => found.terraform = reader.terraform(&block.body),
            kind => {
                if let Some(list) = list_of(kind) {
                    found.add(list, reader.block(list, block));
                }
            }
        }
    }
    found
}

struct Reader<'s> {
    source: &'s str,
}

impl Reader<'_> {
    /// The value, or the text when it needs more than itself.
    fn value(&self, expression: &Expression) -> Value {
        let text = || self.source.get(expression.place.clone()).unwrap_or_default().trim();
        evaluate(expression).unwrap_or_else(|| Value::string(text()))
    }

    fn arguments(&self, body: &Body) -> Map {
        body.attributes.iter().map(|one| (one.name.as_str(), self.value(&one.value))).collect()
    }

    fn block(&self, list: &str, block: &Block) -> Map {
        let mut map = Map::new();
        for (at, name) in labels(list).iter().enumerate() {
            map.insert(*name, block.labels.get(at).map(String::as_str).unwrap_or_default());
        }
        sorted_out(list, &mut map, self.arguments(&block.body));
        match list {
            "variables" => set_list(&mut map, "validation", self.inside(&block.body, "validation")),
            "data" | "resources" | "modules" => set_list(&mut map, "blocks", self.nested(&block.body)),
            "check" => {
                set_list(&mut map, "data", self.lookups(&block.body));
                set_list(&mut map, "assertions", self.inside(&block.body, "assert"));
            }
            _ => {}
        }
        map
    }

    /// The arguments of blocks of a kind.
    fn inside(&self, body: &Body, kind: &str) -> List {
        body.blocks
            .iter()
            .filter(|block| block.kind == kind)
            .map(|block| Value::from(self.arguments(&block.body)))
            .collect()
    }

    fn lookups(&self, body: &Body) -> List {
        let lookups = body.blocks.iter().filter(|block| block.kind == "data");
        lookups
            .map(|block| {
                let mut map = self.block("data", block);
                map.remove("blocks");
                Value::from(map)
            })
            .collect()
    }

    /// Blocks in blocks; how deep they can be is bounded by the parser.
    fn nested(&self, body: &Body) -> List {
        body.blocks.iter().map(|block| Value::from(self.nested_block(block))).collect()
    }

    fn nested_block(&self, block: &Block) -> Map {
        let mut map = Map::new();
        map.insert("type", block.kind.as_str());
        set_list(&mut map, "labels", block.labels.iter().map(|label| Value::string(label.as_str())).collect());
        set_map(&mut map, "attributes", self.arguments(&block.body));
        set_list(&mut map, "blocks", self.nested(&block.body));
        map
    }

    fn terraform(&self, body: &Body) -> Map {
        let mut map = Map::new();
        sorted_out("terraform", &mut map, self.arguments(body));
        for block in &body.blocks {
            match block.kind.as_str() {
                "required_providers" => {
                    map.insert("required_providers", self.arguments(&block.body));
                }
                "cloud" => {
                    map.insert("cloud", self.arguments(&block.body));
                }
                "backend" => {
                    let mut backend = Map::new();
                    backend.insert("type", block.labels.first().map(String::as_str).unwrap_or_default());
                    set_map(&mut backend, "attributes", self.arguments(&block.body));
                    map.insert("backend", backend);
                }
                _ => {}
            }
        }
        map
    }
}
