//! `l[1:3]`.

use value::{List, Value};

use super::runtime::Runtime;
use crate::ast::{Expr, Slice};
use crate::error::{Cause, Run, of_type};
use crate::val::{Val, View};

impl Runtime<'_> {
    pub(super) fn slice(&mut self, expr: &Expr, slice: &Slice) -> Run<Val> {
        let base = self.eval(&slice.base)?;
        let from = self.bound(slice.from.as_ref())?.unwrap_or(0);
        let to = match self.bound(slice.to.as_ref())? {
            Some(to) => to,
            None => self.length(expr, &base)?,
        };
        let bounds = |length: usize| {
            let (from, to) = (usize::try_from(from).ok()?, usize::try_from(to).ok()?);
            (from <= to && to <= length).then_some(from..to)
        };
        match base.view() {
            View::Text(text) => {
                let range = bounds(text.len()).ok_or_else(|| self.out_of_bounds(expr, "string slice"))?;
                self.reserve(expr.at, range.len())?;
                Ok(Val::text(text[range].to_vec()))
            }
            View::Bytes(bytes) => {
                let range = bounds(bytes.len()).ok_or_else(|| self.out_of_bounds(expr, "slice"))?;
                self.reserve(expr.at, range.len())?;
                Ok(Val::Plain(Value::bytes(&bytes[range])))
            }
            View::List(list) => {
                let range = bounds(list.len()).ok_or_else(|| self.out_of_bounds(expr, "slice"))?;
                self.reserve(expr.at, range.len() * size_of::<Value>())?;
                Ok(Val::Plain(List::from(list[range].to_vec()).with_type(list.go_type()).into()))
            }
            _ => Err(self.unsliceable(expr, &base, "Slice")),
        }
    }

    fn bound(&mut self, bound: Option<&Expr>) -> Run<Option<i64>> {
        let Some(expr) = bound else { return Ok(None) };
        let value = self.eval(expr)?;
        match value.view() {
            View::Number(number) => Ok(Some(number.to_int())),
            view => Err(self.fault_of(expr, Cause::SliceBound { kind: view.kind_name() })),
        }
    }

    fn length(&self, expr: &Expr, base: &Val) -> Run<i64> {
        let length = match base.view() {
            View::Text(text) | View::Bytes(text) => text.len(),
            View::List(list) => list.len(),
            View::Map(_) => 0,
            _ => return Err(self.unsliceable(expr, base, "Len")),
        };
        Ok(i64::try_from(length).expect("nothing in memory is longer"))
    }

    fn out_of_bounds(&self, expr: &Expr, what: &str) -> crate::error::Fault {
        let original = format!("reflect.Value.Slice: {what} index out of bounds");
        let message = "the bounds of the slice do not fit".to_owned();
        self.bare_fault(expr.at, Cause::Unsupported { message, original, text: true })
    }

    fn unsliceable(&self, expr: &Expr, base: &Val, method: &str) -> crate::error::Fault {
        let kind = base.view().kind_name();
        let shown = if base.is_valid() { kind } else { "zero" };
        let original = format!("reflect: call of reflect.Value.{method} on {shown} Value");
        let message = format!(
            "{} has no slices",
            if base.is_valid() { of_type(&base.type_name()) } else { "nothing".to_owned() }
        );
        self.bare_fault(expr.at, Cause::Unsupported { message, original, text: false })
    }
}
