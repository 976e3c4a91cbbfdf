//! Which key a comment belongs to, as goccy decides it: the key below, the one it stands behind, or, indented deeper than
//! what follows, the last key of its depth above.

use super::comment::{Comment, Next, Place};
use super::marks::{Mark, Marks};

/// What a comment belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// A key, by its index.
    Key(usize),
    /// An item of a list.
    Item,
    /// Nothing in the data.
    Nothing,
}

pub(super) fn owner(comment: &Comment, marks: &Marks<'_, '_>, data_end: usize) -> Owner {
    let before = enclosing(comment.hash, marks);
    if let Some(inside) = before.filter(|index| marks.all[*index].flow_end.is_some()) {
        return next_in_brackets(comment.hash, inside, marks);
    }
    match comment.place {
        Place::Behind { dash: true } => Owner::Item,
        Place::Behind { dash: false } => before.map_or(Owner::Nothing, |index| owner_at(index, marks)),
        Place::Own { column, next } => {
            let footed = before.and_then(|before| foot_of(before, column, next, marks));
            footed.unwrap_or_else(|| head_of(before, next.filter(|next| next.at < data_end), marks))
        }
    }
}

fn owner_at(index: usize, marks: &Marks<'_, '_>) -> Owner {
    if marks.all[index].key.is_some() { Owner::Key(index) } else { Owner::Item }
}

/// The last key or item before a place, outside of brackets that are closed there.
fn enclosing(at: usize, marks: &Marks<'_, '_>) -> Option<usize> {
    let mut index = marks.before(at)?;
    while marks.all[index].flow_end.is_some_and(|end| end <= at) {
        index = marks.all[index].parent?;
    }
    Some(index)
}

/// Inside of brackets a comment belongs to the key that follows.
fn next_in_brackets(at: usize, inside: usize, marks: &Marks<'_, '_>) -> Owner {
    let from = marks.from(at);
    match marks.all.get(from) {
        Some(Mark { parent, .. }) if *parent == marks.all[inside].parent => owner_at(from, marks),
        _ => Owner::Nothing,
    }
}

/// The innermost key or item above that is indented as the comment or less, when what follows is outside of it.
fn foot_of(before: usize, column: usize, next: Option<Next>, marks: &Marks<'_, '_>) -> Option<Owner> {
    let chain = std::iter::successors(Some(before), |index| marks.all[*index].parent);
    let is_over = |mark: &Mark<'_, '_>| match next {
        None => true,
        // A list may stand at the depth of its key: then what follows at that depth without a dash is outside.
        Some(next) => next.column < mark.column || mark.key.is_none() && next.column == mark.column && !next.dash,
    };
    let mut fitting = chain.filter(|index| marks.all[*index].column <= column);
    fitting.find(|index| is_over(&marks.all[*index])).map(|index| owner_at(index, marks))
}

fn head_of(before: Option<usize>, next: Option<Next>, marks: &Marks<'_, '_>) -> Owner {
    let Some(next) = next else { return Owner::Nothing };
    if next.dash {
        return Owner::Item;
    }
    let below = marks.from(next.at);
    let is_below = marks.all.get(below).is_some_and(|mark| mark.at < next.line_end && mark.key.is_some());
    match before {
        _ if is_below => Owner::Key(below),
        Some(index) => owner_at(index, marks),
        None => Owner::Nothing,
    }
}
