//! The order of actions: phases, and within them what may run at the same time.

use std::collections::BTreeSet;

/// Numbers of actions by phase, sorted by name and element.
pub type Phases = Vec<Vec<usize>>;

/// Phases from needs; then each is split so that no two in one exclude each other. Nothing when there is a circle.
pub(super) fn phases(names: &[(&str, usize)], needs: &[Vec<usize>], excludes: &[BTreeSet<usize>]) -> Option<Phases> {
    let mut done = vec![false; names.len()];
    let mut left: Vec<usize> = (0..names.len()).collect();
    let mut phases = Vec::new();
    while !left.is_empty() {
        let (mut ready, later): (Vec<usize>, Vec<usize>) =
            left.iter().partition(|action| needs[**action].iter().all(|need| done[*need]));
        if ready.is_empty() {
            return None;
        }
        ready.sort_by_key(|action| names[*action]);
        for action in &ready {
            done[*action] = true;
        }
        phases.extend(coloured(&ready, excludes));
        left = later;
    }
    Some(phases)
}

/// The lowest group without anybody who is excluded, for one after the other.
fn coloured(phase: &[usize], excludes: &[BTreeSet<usize>]) -> Phases {
    let apart = |a: usize, b: usize| excludes[a].contains(&b) || excludes[b].contains(&a);
    let mut groups: Phases = Vec::new();
    for action in phase {
        match groups.iter_mut().find(|group| group.iter().all(|other| !apart(*action, *other))) {
            Some(group) => group.push(*action),
            None => groups.push(vec![*action]),
        }
    }
    groups
}

/// A circle of needs, from its smallest name and around; nothing when there is none.
pub(super) fn circle<'n>(names: &[&'n str], needs: &[Vec<usize>]) -> Option<Vec<&'n str>> {
    let engine::schedule::GraphError::Cycle(cycle) = engine::schedule::Graph::new(needs.to_vec()).err()? else {
        return None;
    };
    let smallest = cycle.iter().enumerate().min_by_key(|(_, action)| names[**action]).map_or(0, |(at, _)| at);
    let around = cycle.iter().cycle().skip(smallest).take(cycle.len() + 1);
    Some(around.map(|action| names[*action]).collect())
}
