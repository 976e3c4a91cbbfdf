//! Rows and columns of text, laid out.

use super::{Align, Look};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// A column is not made narrower than this to fit.
const NARROWEST: usize = 8;

/// Titles, and rows of as many cells.
pub(super) struct Grid {
    pub(super) titles: Vec<String>,
    pub(super) aligns: Vec<Align>,
    pub(super) most: Vec<Option<usize>>,
    pub(super) rows: Vec<Vec<String>>,
}

impl Grid {
    /// The lines, each with its end.
    pub(super) fn lay_out(&self, look: &Look) -> String {
        let widths = self.widths(look);
        if look.borders { self.bordered(&widths, look) } else { self.plain(&widths, look) }
    }

    /// As wide as the widest cell, unless it is too much for the screen.
    fn widths(&self, look: &Look) -> Vec<usize> {
        let mut widths: Vec<usize> = self.titles.iter().map(|title| title.width()).collect();
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.width());
            }
        }
        for (width, most) in widths.iter_mut().zip(&self.most) {
            *width = most.map_or(*width, |most| (*width).min(most.max(1)));
        }
        if look.borders {
            narrow(&mut widths, look.width.saturating_sub(3 * self.titles.len() + 1));
        }
        widths
    }

    fn plain(&self, widths: &[usize], look: &Look) -> String {
        let mut text = self.plain_row(&self.titles, widths, look.colour);
        let rule: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
        text.push_str(&self.plain_row(&rule, widths, false));
        self.rows.iter().for_each(|row| text.push_str(&self.plain_row(row, widths, false)));
        text
    }

    fn plain_row(&self, cells: &[String], widths: &[usize], bold: bool) -> String {
        let cells = self.fitted(cells, widths);
        let line = cells.join("  ");
        format!("{}\n", emphasised(line.trim_end(), bold))
    }

    fn bordered(&self, widths: &[usize], look: &Look) -> String {
        let rule = |left: &str, middle: &str, right: &str| {
            let parts: Vec<String> = widths.iter().map(|width| "─".repeat(width + 2)).collect();
            format!("{left}{}{right}\n", parts.join(middle))
        };
        let mut text = rule("┌", "┬", "┐");
        text.push_str(&self.bordered_row(&self.titles, widths, look.colour));
        text.push_str(&rule("├", "┼", "┤"));
        self.rows.iter().for_each(|row| text.push_str(&self.bordered_row(row, widths, false)));
        text.push_str(&rule("└", "┴", "┘"));
        text
    }

    fn bordered_row(&self, cells: &[String], widths: &[usize], bold: bool) -> String {
        let cells: Vec<String> =
            self.fitted(cells, widths).into_iter().map(|cell| format!(" {} ", emphasised(&cell, bold))).collect();
        format!("│{}│\n", cells.join("│"))
    }

    fn fitted(&self, cells: &[String], widths: &[usize]) -> Vec<String> {
        let aligned = cells.iter().zip(widths).zip(&self.aligns);
        aligned.map(|((cell, width), align)| fit(cell, *width, *align)).collect()
    }
}

/// Takes from the widest column until all fit, or none can give any more.
fn narrow(widths: &mut [usize], room: usize) {
    while widths.iter().sum::<usize>() > room {
        let over = widths.iter().sum::<usize>() - room;
        let Some(widest) = (0..widths.len()).max_by_key(|at| widths[*at]) else { return };
        let next = (0..widths.len()).filter(|at| *at != widest).map(|at| widths[at]).max().unwrap_or(0);
        let to = widths[widest].saturating_sub(over).max(next.min(widths[widest] - 1)).max(NARROWEST);
        if to >= widths[widest] {
            return;
        }
        widths[widest] = to;
    }
}

fn fit(cell: &str, width: usize, align: Align) -> String {
    let cell = if cell.width() > width { shortened(cell, width) } else { cell.to_owned() };
    let blank = " ".repeat(width.saturating_sub(cell.width()));
    match align {
        Align::Left => cell + &blank,
        Align::Right => blank + &cell,
    }
}

/// As much as fits, with a sign that there is more.
fn shortened(cell: &str, width: usize) -> String {
    let mut used = 0;
    let fits = cell.chars().take_while(|c| {
        used += c.width().unwrap_or(0);
        used < width
    });
    let mut text: String = fits.collect();
    text.push('…');
    text
}

pub(super) fn emphasised(text: &str, bold: bool) -> String {
    if bold { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
}
