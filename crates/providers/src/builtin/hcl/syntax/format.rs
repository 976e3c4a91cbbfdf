//! The canonical layout: two blanks for each level, single blanks between tokens, and what is assigned or remarked on
//! neighbouring lines stands below each other. Only blanks are changed, and nothing is too wrong to be laid out.

use super::place::width;
use super::scan::scan;
use super::spacing::has_space;
use super::token::{Kind, Token};
use std::ops::Range;

/// The source in the canonical layout, as `terraform fmt` has it; nothing when it is longer than the limit. Deep nesting
/// makes a short source long.
pub(crate) fn format(source: &str, limit: usize) -> Option<String> {
    let mut sheet = Sheet::new(source);
    sheet.indent();
    sheet.space();
    sheet.align();
    (sheet.length() <= limit).then(|| sheet.write())
}

/// Tokens with the blanks before each.
struct Sheet<'s> {
    source: &'s str,
    tokens: Vec<Token>,
    blanks: Vec<usize>,
    lines: Vec<Line>,
}

/// A line in up to three cells, each a range of tokens.
struct Line {
    lead: Range<usize>,
    /// From the equals sign on, when the line has a whole assignment.
    assign: Range<usize>,
    /// A remark behind something else.
    remark: Range<usize>,
}

impl<'s> Sheet<'s> {
    fn new(source: &'s str) -> Self {
        let tokens = scan(source);
        let ends = std::iter::once(0).chain(tokens.iter().map(|token| token.place().end));
        let blanks = tokens.iter().zip(ends).map(|(token, end)| token.place().start - end).collect();
        let mut sheet = Self { source, tokens, blanks, lines: Vec::new() };
        sheet.lines = sheet.split();
        sheet
    }

    fn kind(&self, at: usize) -> Kind {
        self.tokens[at].kind
    }

    /// The end of the source is in no line.
    fn split(&self) -> Vec<Line> {
        let (mut lines, mut start) = (Vec::new(), 0);
        for at in 0..self.tokens.len() {
            if self.kind(at) == Kind::End {
                lines.push(self.line(start..at));
            } else if self.ends_line(at) {
                lines.push(self.line(start..at + 1));
                start = at + 1;
            }
        }
        lines
    }

    fn ends_line(&self, at: usize) -> bool {
        let token = self.tokens[at];
        token.kind == Kind::Newline || token.kind == Kind::Comment && token.text(self.source).ends_with('\n')
    }

    fn line(&self, tokens: Range<usize>) -> Line {
        let mut line = Line { lead: tokens.clone(), assign: tokens.end..tokens.end, remark: tokens.end..tokens.end };
        if tokens.len() > 1 && self.kind(tokens.end - 1) == Kind::Comment {
            line.remark = tokens.end - 1..tokens.end;
            line.lead.end = tokens.end - 1;
        }
        let equals = line.lead.clone().skip(1).find(|at| self.kind(*at) == Kind::Equal);
        if let Some(at) = equals
            && self.nesting(at..line.lead.end) == 0
        {
            line.assign = at..line.lead.end;
            line.lead.end = at;
        }
        line
    }

    fn nesting(&self, tokens: Range<usize>) -> i64 {
        tokens.map(|at| self.kind(at).nesting()).sum()
    }

    /// A line that opens more than it closes indents what follows by one level, however many it opens.
    fn indent(&mut self) {
        let mut levels: Vec<i64> = Vec::new();
        for at in 0..self.lines.len() {
            let (lead, assign) = (self.lines[at].lead.clone(), self.lines[at].assign.clone());
            let Some(first) = lead.clone().next() else { continue };
            if self.kind(first) == Kind::Newline {
                self.blanks[first] = 0;
                continue;
            }
            // What stands in a heredoc does not indent what follows it.
            let heredoc = lead.clone().find(|at| self.kind(*at) == Kind::OpenHeredoc);
            let net = self.nesting(lead.start..heredoc.unwrap_or(lead.end)) + self.nesting(assign);
            if net < 0 {
                close(&mut levels, -net);
            }
            self.blanks[first] = 2 * levels.len();
            if net > 0 {
                levels.push(net);
            }
        }
    }

    fn space(&mut self) {
        for at in 0..self.lines.len() {
            let (lead, assign) = (self.lines[at].lead.clone(), self.lines[at].assign.clone());
            self.space_cell(lead);
            if let Some(first) = assign.clone().next() {
                self.blanks[first] = 1;
            }
            self.space_cell(assign);
        }
    }

    fn space_cell(&mut self, cell: Range<usize>) {
        for at in cell.clone() {
            if at + 1 < cell.end {
                let before = (at > cell.start).then(|| self.kind(at - 1));
                self.blanks[at + 1] = usize::from(self.has_space_after(at, before));
            }
        }
    }

    fn has_space_after(&self, at: usize, before: Option<Kind>) -> bool {
        let is_in = before == Some(Kind::Identifier) && self.tokens[at].text(self.source) == "in";
        has_space(before, self.kind(at), self.kind(at + 1), is_in)
    }

    /// Assignments first: that moves the remarks behind them.
    fn align(&mut self) {
        self.align_cells(|line| line.assign.clone(), |line| vec![line.lead.clone()]);
        self.align_cells(|line| line.remark.clone(), |line| vec![line.lead.clone(), line.assign.clone()]);
    }

    fn align_cells(&mut self, cell: fn(&Line) -> Range<usize>, before: fn(&Line) -> Vec<Range<usize>>) {
        let mut chain: Vec<(usize, usize)> = Vec::new();
        for at in 0..=self.lines.len() {
            let first = self.lines.get(at).and_then(|line| cell(line).next());
            if let Some(first) = first {
                let columns = before(&self.lines[at]).into_iter().map(|tokens| self.columns(tokens)).sum();
                chain.push((first, columns));
                continue;
            }
            let widest = chain.iter().map(|(_, columns)| *columns).max().unwrap_or(0);
            for (first, columns) in chain.drain(..) {
                self.blanks[first] = widest - columns + 1;
            }
        }
    }

    fn columns(&self, tokens: Range<usize>) -> usize {
        tokens.map(|at| self.blanks[at] + width(self.tokens[at].text(self.source))).sum()
    }

    fn length(&self) -> usize {
        let texts: usize = self.tokens.iter().map(|token| token.place().len()).sum();
        self.blanks.iter().fold(texts, |length, blanks| length.saturating_add(*blanks))
    }

    fn write(&self) -> String {
        let mut text = String::with_capacity(self.length());
        for (token, blanks) in self.tokens.iter().zip(&self.blanks) {
            text.extend(std::iter::repeat_n(' ', *blanks));
            text.push_str(token.text(self.source));
        }
        text
    }
}

/// Goes back as many levels as were opened by what is closed now.
fn close(levels: &mut Vec<i64>, mut closed: i64) {
    while closed > 0 {
        let Some(level) = levels.last_mut() else { return };
        if closed < *level {
            *level -= closed;
            return;
        }
        closed -= *level;
        levels.pop();
    }
}
