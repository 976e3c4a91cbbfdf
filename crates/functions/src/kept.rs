//! Compiled texts that are used again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// How many are kept.
const LIMIT: usize = 256;

/// What texts were compiled to, so that one in a loop is compiled once. All go when there are too many.
pub(crate) struct Kept<T>(Mutex<HashMap<String, Arc<T>>>);

impl<T> Kept<T> {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(HashMap::new()))
    }

    /// What `text` was compiled to, now or before.
    pub(crate) fn get<E>(&self, text: &str, compile: impl FnOnce(&str) -> Result<T, E>) -> Result<Arc<T>, E> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(compiled) = kept.get(text) {
            return Ok(Arc::clone(compiled));
        }
        let compiled = Arc::new(compile(text)?);
        if kept.len() >= LIMIT {
            kept.clear();
        }
        kept.insert(text.to_owned(), Arc::clone(&compiled));
        Ok(compiled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compiles_once() {
        let kept = Kept::new();
        let mut count = 0;
        for _ in 0..3 {
            let compiled = kept.get("a", |text| {
                count += 1;
                Ok::<_, ()>(text.len())
            });
            assert_eq!(compiled, Ok(Arc::new(1)));
        }
        assert_eq!(count, 1);
        assert_eq!(kept.get("b", |_| Err("no")), Err("no"));
        for number in 0..1_000 {
            kept.get(&number.to_string(), |_| Ok::<_, ()>(number)).unwrap();
        }
        assert!(kept.0.lock().unwrap().len() <= LIMIT);
    }
}
