//! The nearest known word to one that is not known.

/// Longer words are compared no further: no key or name is that long, and the work stays bounded on hostile input.
const LONGEST: usize = 64;

/// A shared beginning shorter than this says nothing.
const SHORTEST_PREFIX: usize = 3;

/// How near a candidate is; smaller is nearer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Nearness {
    SameLetters,
    OtherSeparators,
    Typing(usize),
    Beginning(usize),
}

/// Did you mean: the candidate that `given` was probably meant to be, or `None` when nothing is close. Words that
/// differ in case only come first, then those that differ in `-` and `_`, then those within a few typing mistakes
/// (about one in three characters), then those that begin alike. Of equals the first wins.
pub fn suggest<'a>(given: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let given_folded = fold(given)?;
    let near = |candidate: &'a str| Some((nearness(&given_folded, &fold(candidate)?)?, candidate));
    candidates
        .into_iter()
        .filter(|candidate| *candidate != given)
        .filter_map(near)
        .min_by(|(a, _), (b, _)| a.cmp(b))
        .map(|(_, candidate)| candidate)
}

/// The characters in lower case; `None` for a word that is empty or too long to compare.
fn fold(word: &str) -> Option<Vec<char>> {
    let folded: Vec<char> = word.chars().take(LONGEST + 1).flat_map(char::to_lowercase).collect();
    (1..=LONGEST).contains(&folded.len()).then_some(folded)
}

fn nearness(given: &[char], candidate: &[char]) -> Option<Nearness> {
    if given == candidate {
        return Some(Nearness::SameLetters);
    }
    if letters(given).eq(letters(candidate)) && letters(given).next().is_some() {
        return Some(Nearness::OtherSeparators);
    }
    let bound = given.len().max(candidate.len()) / 3;
    distance(given, candidate, bound).map(Nearness::Typing).or_else(|| beginning(given, candidate))
}

fn letters(word: &[char]) -> impl Iterator<Item = &char> {
    word.iter().filter(|c| !matches!(c, '-' | '_'))
}

/// Whether one word is the beginning of the other, and by how much the other is longer.
fn beginning(a: &[char], b: &[char]) -> Option<Nearness> {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    let related = short.len() >= SHORTEST_PREFIX && long.starts_with(short);
    related.then(|| Nearness::Beginning(long.len() - short.len()))
}

/// Damerau-Levenshtein distance (insert, delete, replace, swap two neighbours; no part is edited twice), unless it is
/// above `bound`.
fn distance(a: &[char], b: &[char], bound: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > bound {
        return None;
    }
    let mut before = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let row = next_row(a, b, i, &before, &above);
        if row.iter().all(|cell| *cell > bound) {
            return None;
        }
        before = std::mem::replace(&mut above, row);
    }
    above.last().copied().filter(|found| *found <= bound)
}

/// The distances from the first `i` characters of `a` to every beginning of `b`, from the two rows above.
fn next_row(a: &[char], b: &[char], i: usize, before: &[usize], above: &[usize]) -> Vec<usize> {
    let mut row = vec![i];
    for j in 1..=b.len() {
        let replaced = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
        let mut best = replaced.min(above[j] + 1).min(row[j - 1] + 1);
        if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
            best = best.min(before[j - 2] + 1);
        }
        row.push(best);
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: [&str; 9] =
        ["ensure", "content", "mode", "owner", "group", "fail_on_error", "dependsOn", "description", "provider"];

    #[test]
    fn nearest_word() {
        let cases = [
            ("Content", Some("content")),
            ("ENSURE", Some("ensure")),
            ("fail-on-error", Some("fail_on_error")),
            ("failOnError", Some("fail_on_error")),
            ("depends_on", Some("dependsOn")),
            ("contents", Some("content")),
            ("ensrue", Some("ensure")),
            ("ownr", Some("owner")),
            ("goup", Some("group")),
            ("moed", Some("mode")),
            ("desc", Some("description")),
            ("provider_name", Some("provider")),
            ("colour", None),
            ("x", None),
            ("", None),
            ("mo", None),
            ("-", None),
        ];
        for (given, expected) in cases {
            assert_eq!(suggest(given, KEYS), expected, "{given}");
        }
    }

    #[test]
    fn better_kinds_of_nearness_win_over_order() {
        assert_eq!(suggest("Name", ["nam", "na-me", "name"]), Some("name"));
        assert_eq!(suggest("na_me", ["name_", "names", "na-me"]), Some("name_"), "both differ in separators only");
        assert_eq!(suggest("contentt", ["contend", "content"]), Some("content"));
    }

    #[test]
    fn ties_go_to_the_first() {
        assert_eq!(suggest("cat", ["bat", "hat"]), Some("bat"));
        assert_eq!(suggest("cat", ["hat", "bat"]), Some("hat"));
    }

    #[test]
    fn the_word_itself_is_no_suggestion() {
        assert_eq!(suggest("mode", ["mode"]), None);
        assert_eq!(suggest("mode", ["mode", "node"]), Some("node"));
    }

    #[test]
    fn distances() {
        let count = |a: &str, b: &str, bound| distance(&fold(a).unwrap(), &fold(b).unwrap(), bound);
        assert_eq!(count("kitten", "sitting", 3), Some(3));
        assert_eq!(count("kitten", "sitting", 2), None);
        assert_eq!(count("abcd", "abdc", 1), Some(1));
        assert_eq!(count("größe", "grösse", 2), Some(2));
    }

    #[test]
    fn huge_words_are_not_compared() {
        let huge = "a".repeat(10_000_000);
        assert_eq!(suggest(&huge, KEYS), None);
        assert_eq!(suggest("mode", [huge.as_str(), "node"]), Some("node"));
    }
}
