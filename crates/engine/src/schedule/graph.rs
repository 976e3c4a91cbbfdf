//! Which step waits for which.

use thiserror::Error;

/// Steps by number, each with the steps it waits for. It has no cycles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    waits_for: Vec<Vec<usize>>,
}

/// A graph that cannot be worked off.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GraphError {
    /// Each of these waits for the next one, the last for the first.
    #[error("{} steps wait for each other in a circle", .0.len())]
    Cycle(Vec<usize>),
    /// A step waits for one that does not exist.
    #[error("step {step} waits for step {missing}, which does not exist")]
    Missing {
        /// The one that waits.
        step: usize,
        /// What it waits for.
        missing: usize,
    },
}

impl Graph {
    /// Steps one after the other.
    pub fn chain(steps: usize) -> Self {
        Self { waits_for: (0..steps).map(|step| step.checked_sub(1).into_iter().collect()).collect() }
    }

    /// Each step with the steps it waits for; the same one may be named twice.
    pub fn new(mut waits_for: Vec<Vec<usize>>) -> Result<Self, GraphError> {
        let steps = waits_for.len();
        for (step, others) in waits_for.iter_mut().enumerate() {
            others.sort_unstable();
            others.dedup();
            if let Some(missing) = others.iter().copied().find(|other| *other >= steps) {
                return Err(GraphError::Missing { step, missing });
            }
        }
        let graph = Self { waits_for };
        graph.cycle().map_or(Ok(graph), |cycle| Err(GraphError::Cycle(cycle)))
    }

    /// How many steps there are.
    pub fn len(&self) -> usize {
        self.waits_for.len()
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.waits_for.is_empty()
    }

    /// What a step waits for.
    pub fn waits_for(&self, step: usize) -> &[usize] {
        &self.waits_for[step]
    }

    /// Takes away steps that wait for nothing until none is left; what remains holds a circle, which is then walked.
    fn cycle(&self) -> Option<Vec<usize>> {
        // Most graphs are wide: where nothing waits there is nothing to walk.
        if self.waits_for.iter().all(Vec::is_empty) {
            return None;
        }
        let left = self.unreachable();
        let mut path = vec![*left.first()?];
        let mut place = vec![None; self.len()];
        loop {
            let here = *path.last()?;
            place[here] = Some(path.len() - 1);
            let next = self.waits_for[here].iter().copied().find(|other| left.binary_search(other).is_ok())?;
            if let Some(start) = place[next] {
                return Some(path.split_off(start));
            }
            path.push(next);
        }
    }

    /// The steps that can never start, in order.
    fn unreachable(&self) -> Vec<usize> {
        let mut ready = super::ready::Ready::new(self);
        let mut reached = vec![false; self.len()];
        while let Some(step) = ready.pop() {
            reached[step] = true;
            ready.ended(step);
        }
        (0..self.len()).filter(|step| !reached[*step]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_is_named_in_order() {
        let graph = Graph::new(vec![vec![], vec![0, 3], vec![1], vec![2], vec![3]]);
        assert_eq!(graph, Err(GraphError::Cycle(vec![1, 3, 2])));
    }

    #[test]
    fn a_step_that_waits_for_itself_is_a_circle() {
        assert_eq!(Graph::new(vec![vec![0]]), Err(GraphError::Cycle(vec![0])));
    }

    #[test]
    fn a_step_that_does_not_exist_is_named() {
        assert_eq!(Graph::new(vec![vec![7]]), Err(GraphError::Missing { step: 0, missing: 7 }));
    }

    #[test]
    fn a_chain_waits_one_by_one() {
        let graph = Graph::chain(3);
        assert_eq!((graph.waits_for(0), graph.waits_for(2)), (&[][..], &[1][..]));
    }
}
