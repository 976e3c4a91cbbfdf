//! Which expectation gets which element, so that as many as possible get one: Hopcroft and Karp, in an order that makes the
//! expectations which stay without one those that gomega names.

/// Who is left over.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Pairing {
    /// Expectations without an element.
    pub(super) missing: Vec<usize>,
    /// Elements that nobody expects.
    pub(super) extra: Vec<usize>,
}

impl Pairing {
    pub(super) fn is_whole(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty()
    }
}

/// Pairs `elements` with `wanted` expectations.
pub(super) fn pair(elements: usize, wanted: usize, fits: impl Fn(usize, usize) -> bool) -> Pairing {
    let edges = (0..elements).map(|element| (0..wanted).filter(|one| fits(element, *one)).collect()).collect();
    let mut graph = Graph { edges, wanted, of_element: vec![None; elements], of_wanted: vec![None; wanted] };
    while let Some(layers) = graph.layers() {
        graph.improve(&layers);
    }
    let free = |mates: &[Option<usize>]| (0..mates.len()).filter(|at| mates[*at].is_none()).collect();
    Pairing { missing: free(&graph.of_wanted), extra: free(&graph.of_element) }
}

struct Graph {
    /// The expectations that each element meets.
    edges: Vec<Vec<usize>>,
    wanted: usize,
    of_element: Vec<Option<usize>>,
    of_wanted: Vec<Option<usize>>,
}

/// Elements in even layers, expectations in odd ones; the last layer has free expectations only.
type Layers = Vec<Vec<usize>>;

impl Graph {
    /// The shortest ways from free elements to free expectations; none when nothing can be improved.
    fn layers(&self) -> Option<Layers> {
        let (mut seen_elements, mut seen_wanted) = (vec![false; self.edges.len()], vec![false; self.wanted]);
        let mut layer: Vec<usize> = (0..self.edges.len()).filter(|at| self.of_element[*at].is_none()).collect();
        for element in &layer {
            seen_elements[*element] = true;
        }
        let mut layers = Vec::new();
        loop {
            let next = self.next_wanted(&layer, &mut seen_wanted);
            layers.push(layer);
            let free: Vec<usize> = next.iter().copied().filter(|at| self.of_wanted[*at].is_none()).collect();
            if !free.is_empty() {
                layers.push(free);
                return Some(layers);
            }
            if next.is_empty() {
                return None;
            }
            layer = next.iter().filter_map(|at| self.of_wanted[*at]).filter(|at| !seen_elements[*at]).collect();
            for element in &layer {
                seen_elements[*element] = true;
            }
            layers.push(next);
        }
    }

    fn next_wanted(&self, elements: &[usize], seen: &mut [bool]) -> Vec<usize> {
        let mut next = Vec::new();
        for element in elements {
            for one in &self.edges[*element] {
                if !seen[*one] && self.of_element[*element] != Some(*one) {
                    seen[*one] = true;
                    next.push(*one);
                }
            }
        }
        next
    }

    /// Finds ways that share no node, from the end, and turns them over.
    fn improve(&mut self, layers: &Layers) {
        let mut used: Vec<Vec<bool>> = layers.iter().map(|layer| vec![false; layer.len()]).collect();
        let top = layers.len() - 1;
        for start in 0..layers[top].len() {
            if let Some(way) = self.way(layers, &mut used, start) {
                self.turn(layers, &way);
            }
        }
    }

    /// A way down from the node `start` of the last layer, as the index in each layer from the last to the first. A node that
    /// leads nowhere once leads nowhere later: what is below it only becomes less.
    fn way(&self, layers: &Layers, used: &mut [Vec<bool>], start: usize) -> Option<Vec<usize>> {
        let top = layers.len() - 1;
        used[top][start] = true;
        let mut way = vec![start];
        let mut next = vec![0];
        while let Some(at) = way.last().copied() {
            let level = top + 1 - way.len();
            if level == 0 {
                return Some(way);
            }
            let from = next.last().copied().unwrap_or_default();
            let below = (from..layers[level - 1].len())
                .find(|below| !used[level - 1][*below] && self.leads(layers, level, at, *below));
            let Some(below) = below else {
                way.pop();
                next.pop();
                continue;
            };
            *next.last_mut().expect("there is a position for each node of the way") = below + 1;
            used[level - 1][below] = true;
            way.push(below);
            next.push(0);
        }
        None
    }

    /// Down from an expectation to an element that meets it and has another one, and from an element to its own expectation.
    fn leads(&self, layers: &Layers, level: usize, at: usize, below: usize) -> bool {
        let (node, lower) = (layers[level][at], layers[level - 1][below]);
        if level % 2 == 1 {
            self.of_element[lower] != Some(node) && self.edges[lower].binary_search(&node).is_ok()
        } else {
            self.of_element[node] == Some(lower)
        }
    }

    fn turn(&mut self, layers: &Layers, way: &[usize]) {
        let top = layers.len() - 1;
        let nodes: Vec<usize> = way.iter().enumerate().map(|(step, at)| layers[top - step][*at]).collect();
        for pair in nodes.chunks_exact(2) {
            let (one, element) = (pair[0], pair[1]);
            self.of_wanted[one] = Some(element);
            self.of_element[element] = Some(one);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn by_table(table: &[&[usize]], wanted: usize) -> Pairing {
        pair(table.len(), wanted, |element, one| table[element].contains(&one))
    }

    #[test]
    fn everybody_gets_one_if_that_is_possible() {
        assert!(by_table(&[&[0, 1], &[0]], 2).is_whole());
        assert!(by_table(&[&[0, 1, 2], &[0], &[0, 1]], 3).is_whole());
        assert_eq!(by_table(&[&[0, 1], &[]], 2), Pairing { missing: vec![1], extra: vec![1] });
        assert_eq!(by_table(&[], 1), Pairing { missing: vec![0], extra: vec![] });
        assert!(by_table(&[], 0).is_whole());
    }

    /// The size of the largest pairing, found by trying.
    fn largest(table: &[Vec<bool>], used: &mut Vec<bool>, element: usize) -> usize {
        let Some(row) = table.get(element) else { return 0 };
        let mut best = largest(table, used, element + 1);
        for one in 0..row.len() {
            if row[one] && !used[one] {
                used[one] = true;
                best = best.max(1 + largest(table, used, element + 1));
                used[one] = false;
            }
        }
        best
    }

    proptest! {
        #[test]
        fn no_pairing_is_larger(table in prop::collection::vec(prop::collection::vec(any::<bool>(), 5), 0..6)) {
            let found = pair(table.len(), 5, |element, one| table[element][one]);
            let size = largest(&table, &mut vec![false; 5], 0);
            prop_assert_eq!((5 - found.missing.len(), table.len() - found.extra.len()), (size, size));
        }
    }
}
