//! Variables that a caller hands to templates.

use std::collections::BTreeMap;

use value::{Map, Value};

/// Variables by name. Each is asked for at most once per rendering, when the template uses it for the first time.
pub trait Variables {
    /// The variable with this name. Null is a variable that holds nothing.
    fn get(&self, name: &str) -> Option<Value>;

    /// All names, for messages and `dump`.
    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// No variables.
impl Variables for () {
    fn get(&self, _: &str) -> Option<Value> {
        None
    }
}

impl Variables for Map {
    fn get(&self, name: &str) -> Option<Value> {
        Map::get(self, name).cloned()
    }

    fn names(&self) -> Vec<String> {
        self.keys().map(ToString::to_string).collect()
    }
}

macro_rules! for_maps {
    ($($map:ident)*) => {$(
        impl Variables for $map<String, Value> {
            fn get(&self, name: &str) -> Option<Value> {
                $map::get(self, name).cloned()
            }

            fn names(&self) -> Vec<String> {
                self.keys().cloned().collect()
            }
        }
    )*};
}

for_maps! { BTreeMap }
