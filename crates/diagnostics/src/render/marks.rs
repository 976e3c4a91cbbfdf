//! The rows under a source line: marks, and what the labels say.

use super::paint::{Canvas, Role};
use unicode_width::UnicodeWidthStr;

/// A stretch of columns with a word about it.
#[derive(Debug, Clone)]
pub(super) struct Mark {
    pub(super) from: usize,
    /// One past the last column; a mark is at least one column wide.
    pub(super) to: usize,
    pub(super) text: String,
    pub(super) role: Role,
    /// `^` for the place of the problem, `-` for others.
    pub(super) sign: char,
}

/// Something at a column of a row.
type Item = (usize, Role, String);

/// The rows below a line: one when there is one mark, a small tree when there are several, a row for each when they
/// overlap.
pub(super) fn rows(mut marks: Vec<Mark>) -> Vec<Vec<Item>> {
    marks.sort_by_key(|mark| mark.from);
    if marks.windows(2).all(|pair| pair[0].to <= pair[1].from) {
        return tree(&marks);
    }
    marks.sort_by_key(|mark| mark.sign != '^');
    marks.iter().map(|mark| underline(mark, true)).collect()
}

/// All marks on one row with the text of the last; the other texts below, from right to left.
fn tree(marks: &[Mark]) -> Vec<Vec<Item>> {
    let last = marks.len().saturating_sub(1);
    let mut rows = vec![marks.iter().enumerate().flat_map(|(at, mark)| underline(mark, at == last)).collect()];
    let mut hanging: Vec<&Mark> = marks.iter().take(last).filter(|mark| !mark.text.is_empty()).collect();
    if !hanging.is_empty() {
        rows.push(hanging.iter().map(|mark| stem(mark)).collect());
    }
    while let Some(mark) = hanging.pop() {
        let text = (mark.from, mark.role, mark.text.clone());
        rows.push(hanging.iter().map(|mark| stem(mark)).chain([text]).collect());
    }
    rows
}

fn stem(mark: &Mark) -> Item {
    (mark.from, mark.role, "|".to_owned())
}

fn underline(mark: &Mark, with_text: bool) -> Vec<Item> {
    let signs = std::iter::repeat_n(mark.sign, mark.to.saturating_sub(mark.from).max(1)).collect::<String>();
    let text = (mark.from + signs.len() + 1, mark.role, mark.text.clone());
    let has_text = with_text && !mark.text.is_empty();
    [(mark.from, mark.role, signs)].into_iter().chain(has_text.then_some(text)).collect()
}

/// Draws one row.
pub(super) fn draw(canvas: &mut Canvas, row: &[Item]) {
    let mut column = 0;
    for (at, role, text) in row {
        canvas.space(at.saturating_sub(column)).add(*role, text);
        column = at + text.width();
    }
}
