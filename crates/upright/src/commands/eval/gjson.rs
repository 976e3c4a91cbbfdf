//! The paths of `lookup`.

use document::Options;
use expr::GJSON_MISSING;
use expr::gjson::{Document, GjsonError, KeyOrder};

use super::Language;
use super::input::Input;
use super::show::{Answer, Mistake, Point};
use crate::exit::Exit;

pub(super) const LANGUAGE: Language = Language {
    name: "gjson",
    kind: "gjson",
    about: "A path of `lookup` (GJSON)",
    more: "A path of `lookup` (GJSON), followed in the data. A path that leads to nothing ends with exit code 4.",
    text: "PATH",
    is_template: false,
    dialect: Options::manifest,
    evaluate,
    check: |_| Ok(Vec::new()),
};

fn evaluate(input: &Input) -> Result<Answer, Mistake> {
    let document = Document::new(&input.data, KeyOrder::Keep);
    let found = document.get(input.expression()).map_err(|error| too_much(&error))?;
    if !found.exists() {
        let point = Point {
            message: format!("`{}` leads to nothing in the data", input.expression()),
            place: Some(0..input.expression().len()),
            help: None,
        };
        return Err(Mistake::new(&GJSON_MISSING, Exit::NotFound, point));
    }
    Ok(Answer { value: found.to_value(), type_name: found.kind().name().to_owned() })
}

fn too_much(error: &GjsonError) -> Mistake {
    Mistake::new(&GJSON_MISSING, Exit::Failed, Point { message: error.to_string(), place: None, help: None })
}
