//! The order of actions: phases, and within them what may run at the same time.

use std::collections::BTreeSet;

/// Numbers of actions by phase, sorted by name and element.
pub type Phases = Vec<Vec<usize>>;

/// An action of the document. Needs and exclusions are between these: between the elements of two loops there would be as
/// many as the one has times as many as the other.
pub(super) struct Group {
    /// Its name.
    pub(super) name: String,
    /// The actions that it stands for, in order: one, or an element of a loop each.
    pub(super) elements: Vec<usize>,
    /// The groups that come before.
    pub(super) needs: Vec<usize>,
    /// The groups that never run at the same time.
    pub(super) excludes: Vec<usize>,
}

impl Group {
    /// One that nothing is known of but its name.
    pub(super) fn named(name: &str) -> Self {
        Self { name: name.to_owned(), elements: Vec::new(), needs: Vec::new(), excludes: Vec::new() }
    }
}

/// Phases from needs; then each is split so that no two in one exclude each other. Nothing when there is a circle.
pub(super) fn phases(groups: &[Group]) -> Option<Phases> {
    let excludes = both_ways(groups);
    let members = |part: Vec<usize>| part.iter().flat_map(|group| groups[*group].elements.iter().copied()).collect();
    let mut phases = Vec::new();
    for mut phase in levels(groups)? {
        phase.sort_by_key(|group| groups[*group].name.as_str());
        phases.extend(coloured(&phase, &excludes).into_iter().map(members));
    }
    Some(phases)
}

/// Each group in the first level after those of all that it needs.
fn levels(groups: &[Group]) -> Option<Phases> {
    let mut followers = vec![Vec::new(); groups.len()];
    let mut waiting: Vec<usize> = groups.iter().map(|group| group.needs.len()).collect();
    for (number, group) in groups.iter().enumerate() {
        group.needs.iter().for_each(|need| followers[*need].push(number));
    }
    let mut level: Vec<usize> = (0..groups.len()).filter(|group| waiting[*group] == 0).collect();
    let (mut levels, mut reached) = (Vec::new(), 0);
    while !level.is_empty() {
        reached += level.len();
        let mut next = Vec::new();
        for follower in level.iter().flat_map(|group| &followers[*group]) {
            waiting[*follower] -= 1;
            if waiting[*follower] == 0 {
                next.push(*follower);
            }
        }
        levels.push(std::mem::replace(&mut level, next));
    }
    (reached == groups.len()).then_some(levels)
}

/// To say it on one side is enough.
fn both_ways(groups: &[Group]) -> Vec<Vec<usize>> {
    let mut excludes = vec![Vec::new(); groups.len()];
    for (number, group) in groups.iter().enumerate() {
        for other in &group.excludes {
            excludes[number].push(*other);
            excludes[*other].push(number);
        }
    }
    excludes
}

/// The lowest part without anybody who is excluded, for one after the other.
fn coloured(phase: &[usize], excludes: &[Vec<usize>]) -> Phases {
    let mut part_of = vec![None; excludes.len()];
    let mut parts: Phases = Vec::new();
    for group in phase {
        let taken: BTreeSet<usize> = excludes[*group].iter().filter_map(|other| part_of[*other]).collect();
        // Taken parts come in order: the first gap is where a part is not the one that is due.
        let free = taken.iter().enumerate().find(|(due, part)| due != *part).map_or(taken.len(), |(due, _)| due);
        if free == parts.len() {
            parts.push(Vec::new());
        }
        parts[free].push(*group);
        part_of[*group] = Some(free);
    }
    parts
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

/// Elements of a loop come in their order, the tenth not before the second.
pub(crate) fn by_element(name: &str) -> (&str, usize) {
    let (looped, rest) = name.split_once('[').unwrap_or((name, ""));
    (looped, rest.trim_end_matches(']').parse().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Groups of a number of elements each, with the names of those that they need and exclude.
    fn groups(rows: &[(&str, usize, &[&str], &[&str])]) -> Vec<Group> {
        let place = |name: &&str| rows.iter().position(|row| row.0 == *name).unwrap();
        let mut next = 0;
        let group = |(name, count, needs, excludes): &(&str, usize, &[&str], &[&str])| {
            let elements = (next..next + count).collect();
            next += count;
            let (needs, excludes) = (needs.iter().map(place).collect(), excludes.iter().map(place).collect());
            Group { elements, needs, excludes, ..Group::named(name) }
        };
        rows.iter().map(group).collect()
    }

    #[test]
    fn elements_stay_together_after_all_that_they_need() {
        let groups = groups(&[
            ("late", 2, &["early", "other"], &[]),
            ("early", 3, &[], &[]),
            ("other", 1, &["early"], &[]),
            ("alone", 1, &[], &[]),
        ]);
        assert_eq!(phases(&groups).unwrap(), [vec![6, 2, 3, 4], vec![5], vec![0, 1]]);
    }

    #[test]
    fn who_is_excluded_by_one_side_takes_the_lowest_part_that_is_free() {
        let groups = groups(&[
            ("a", 2, &[], &["b"]),
            ("b", 2, &[], &[]),
            ("c", 1, &[], &["a", "b"]),
            ("d", 1, &[], &["c"]),
            ("e", 1, &[], &["a", "c"]),
        ]);
        assert_eq!(phases(&groups).unwrap(), [vec![0, 1, 5], vec![2, 3, 6], vec![4]]);
    }

    #[test]
    fn a_circle_has_no_phases() {
        assert!(phases(&groups(&[("a", 1, &["b"], &[]), ("b", 1, &["a"], &[])])).is_none());
        assert!(phases(&groups(&[("a", 2, &["a"], &[])])).is_none());
    }
}
