//! The steps that could start now, lowest number first.

use super::Graph;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

pub(super) struct Ready {
    followers: Vec<Vec<usize>>,
    waiting: Vec<usize>,
    heap: BinaryHeap<Reverse<usize>>,
}

impl Ready {
    pub(super) fn new(graph: &Graph) -> Self {
        let mut followers = vec![Vec::new(); graph.len()];
        let mut waiting = vec![0; graph.len()];
        for (step, count) in waiting.iter_mut().enumerate() {
            *count = graph.waits_for(step).len();
            graph.waits_for(step).iter().for_each(|other| followers[*other].push(step));
        }
        let heap = waiting.iter().enumerate().filter(|(_, n)| **n == 0).map(|(step, _)| Reverse(step)).collect();
        Self { followers, waiting, heap }
    }

    /// The lowest step that can start.
    pub(super) fn pop(&mut self) -> Option<usize> {
        self.heap.pop().map(|Reverse(step)| step)
    }

    /// A step is over: those that waited only for it can start.
    pub(super) fn ended(&mut self, step: usize) {
        for follower in std::mem::take(&mut self.followers[step]) {
            self.waiting[follower] -= 1;
            if self.waiting[follower] == 0 {
                self.heap.push(Reverse(follower));
            }
        }
    }
}
