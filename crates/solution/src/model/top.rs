//! The keys of a solution.

use super::{AnyValue, Condition, Nanoseconds, Period};
use diagnostics::Spanned;
use document::decode::Entries;
use document::{choice, record};
use providers::{Engines, Form, Iteration};
use std::collections::BTreeSet;
use value::{Map, Value};

record! {
    /// Resolvers that compute values, and a workflow that does work with them.
    pub struct Top [name = "solution", extensions] {
        /// The version of the format, `scafctl.io/v1`.
        api_version "apiVersion": Option<Spanned<String>>,
        /// `Solution`.
        kind: Option<Spanned<String>>,
        /// Who made it, and what for.
        metadata: Option<Metadata>,
        /// How it is listed in a catalog.
        catalog: Option<Listing>,
        /// Files whose resolvers, actions and tests belong to it as well.
        compose: Option<Vec<Spanned<String>>>,
        /// What belongs to it when it is built.
        bundle: Option<Bundle>,
        /// Resolvers, workflow, tests.
        spec: Option<Spec>,
    }
}

record! {
    /// Who made a solution, and what for.
    pub struct Metadata [name = "metadata"] {
        /// Its name.
        name: Option<Spanned<String>>,
        /// Its version, `major.minor.patch`.
        version: Option<Spanned<String>>,
        /// What people call it.
        display_name "displayName": Option<String>,
        /// What it does.
        description: Option<String>,
        /// The group that it is listed in.
        category: Option<String>,
        /// Words to search for.
        tags: Option<Vec<String>>,
        /// Whom to ask.
        maintainers: Option<AnyValue>,
        /// Where more is told.
        links: Option<AnyValue>,
        /// A picture.
        icon: Option<String>,
        /// A wide picture.
        banner: Option<String>,
    }
}

record! {
    /// How a solution is listed in a catalog.
    pub struct Listing [name = "catalog"] {
        /// Who may see it: `public`, `private` or `internal`.
        visibility: Option<Spanned<String>>,
        /// Whether it may still change.
        beta: Option<bool>,
        /// Whether it is not to be used.
        disabled: Option<bool>,
    }
}

record! {
    /// What belongs to a solution when it is built.
    pub struct Bundle [name = "bundle"] {
        /// Files that go along.
        include: Option<Vec<String>>,
        /// Providers, and inputs that their steps have when they do not say otherwise.
        plugins: Option<Vec<Plugin>>,
    }
}

record! {
    /// A provider that a solution names, with default inputs.
    pub struct Plugin [name = "plugin"] {
        /// The provider.
        name: String,
        /// What it is: `provider` or `auth-handler`.
        kind: Option<String>,
        /// Which versions will do.
        version: Option<String>,
        /// Inputs of all its steps that do not give them.
        defaults: Option<Entries<Form>>,
    }
}

record! {
    /// Resolvers, workflow, tests.
    pub struct Spec [name = "spec"] {
        /// Values, by name.
        resolvers: Option<Entries<Option<Box<Resolver>>>>,
        /// What is done with them.
        workflow: Option<Workflow>,
        /// Tests of the solution.
        testing: Option<AnyValue>,
    }
}

record! {
    /// A value: where it comes from, how it is changed, what it has to be.
    pub struct Resolver [name = "resolver"] {
        /// Its name; the key counts.
        name: Option<String>,
        /// What it is.
        description: Option<String>,
        /// What people call it.
        display_name "displayName": Option<String>,
        /// A value that shows what it may be.
        example: Option<AnyValue>,
        /// The type that its value gets.
        kind "type": Option<Spanned<String>>,
        /// Whether its value is masked where people look.
        sensitive: bool = false,
        /// Whether it is left out of what people see.
        internal: bool = false,
        /// Whether it has a value at all.
        when: Option<Condition>,
        /// Resolvers that come first, beside those that it names.
        depends_on "dependsOn": Option<Vec<Spanned<String>>>,
        /// How long it may take.
        timeout: Option<Period>,
        /// Where the value comes from.
        resolve: Option<ResolvePhase>,
        /// How it is changed.
        transform: Option<Box<TransformPhase>>,
        /// What it has to be.
        validate: Option<Box<ValidatePhase>>,
        /// What is said when it fails.
        messages: Option<Box<Messages>>,
    }
}

record! {
    /// Where a value comes from: sources, tried one after the other.
    pub struct ResolvePhase [name = "resolve"] {
        /// The sources.
        with: Option<Vec<Step>>,
        /// When a value is good enough; without it, when it is not null.
        until: Option<Condition>,
        /// Whether there are sources at all.
        when: Option<Condition>,
    }
}

record! {
    /// How a value is changed, step by step.
    pub struct TransformPhase [name = "transform"] {
        /// The steps.
        with: Option<Vec<Step>>,
        /// Whether it is changed.
        when: Option<Condition>,
    }
}

record! {
    /// What a value has to be.
    pub struct ValidatePhase [name = "validate"] {
        /// The rules; all of them are looked at.
        with: Option<Vec<Rule>>,
        /// Whether it is looked at.
        when: Option<Condition>,
    }
}

record! {
    /// A call of a provider.
    pub struct Step [name = "step"] {
        /// The provider.
        provider: Option<Spanned<String>>,
        /// What it is given.
        inputs: Option<Entries<Option<Form>>>,
        /// Whether it is called.
        when: Option<Condition>,
        /// What becomes of a failure.
        on_error "onError": Option<Spanned<OnError>>,
        /// Calls it for every element of a list.
        for_each "forEach": Option<Box<ForEach>>,
    }
}

record! {
    /// A rule that a value has to meet.
    pub struct Rule [name = "rule"] {
        /// The provider.
        provider: Option<Spanned<String>>,
        /// What it is given.
        inputs: Option<Entries<Option<Form>>>,
        /// What is said when the rule is not met.
        message: Option<Form>,
    }
}

record! {
    /// What is said about a resolver.
    pub struct Messages [name = "messages"] {
        /// When it fails.
        error: Option<Form>,
    }
}

record! {
    /// A loop.
    pub struct ForEach [name = "forEach"] {
        /// Another name for `__item`.
        item: Option<Spanned<String>>,
        /// Another name for `__index`.
        index: Option<Spanned<String>>,
        /// The list.
        within "in": Option<Form>,
        /// How many elements are worked on at once; 0 is all.
        concurrency: Option<Spanned<i64>>,
        /// What becomes of elements that fail.
        on_error "onError": Option<Spanned<String>>,
        /// Whether elements that were skipped leave a null.
        keep_skipped "keepSkipped": bool = false,
    }
}

choice! {
    /// What becomes of a failure.
    pub enum OnError {
        /// It goes on.
        Continue "continue",
        /// It ends there.
        Fail "fail",
    }
}

record! {
    /// What is done.
    pub struct Workflow [name = "workflow"] {
        /// The steps.
        actions: Option<Entries<Option<Action>>>,
        /// Steps that come after them, whatever happened.
        finally: Option<Entries<Option<Action>>>,
        /// What becomes of results that are not as described.
        result_schema_mode "resultSchemaMode": Option<Spanned<String>>,
    }
}

record! {
    /// A step of a workflow.
    pub struct Action [name = "action"] {
        /// Its name; the key counts.
        name: Option<String>,
        /// What it does.
        description: Option<String>,
        /// What people call it.
        display_name "displayName": Option<String>,
        /// Another name in expressions.
        alias: Option<Spanned<String>>,
        /// The provider.
        provider: Option<Spanned<String>>,
        /// What it is given.
        inputs: Option<Entries<Option<Form>>>,
        /// Steps that come first.
        depends_on "dependsOn": Option<Vec<Spanned<String>>>,
        /// Steps that never run at the same time.
        exclusive: Option<Vec<Spanned<String>>>,
        /// Whether it is done.
        when: Option<Condition>,
        /// What becomes of a failure.
        on_error "onError": Option<Spanned<String>>,
        /// How long it may take, with all tries.
        timeout: Option<Nanoseconds>,
        /// Tries after a failure.
        retry: Option<Retry>,
        /// Does it for every element of a list.
        for_each "forEach": Option<ForEach>,
        /// Whether its result and its errors are masked where people look.
        sensitive: bool = false,
        /// What its result has to be, as a JSON Schema.
        result_schema "resultSchema": Option<Spanned<AnyValue>>,
        /// What becomes of a result that is not so.
        result_schema_mode "resultSchemaMode": Option<Spanned<String>>,
    }
}

impl Workflow {
    /// The conditions of its actions.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = &Condition> {
        let sections = [&self.actions, &self.finally].into_iter().flatten();
        let actions = sections.flat_map(|section| section.iter()).filter_map(|(_, action)| action.as_ref());
        actions
            .flat_map(|action| [action.when.as_ref(), action.retry.as_ref().and_then(|retry| retry.retry_if.as_ref())])
            .flatten()
    }
}

record! {
    /// Tries after a failure.
    pub struct Retry [name = "retry"] {
        /// How often it is tried in all.
        max_attempts "maxAttempts": Option<Spanned<i64>>,
        /// How the pauses grow: `fixed`, `linear` or `exponential`.
        backoff: Option<Spanned<String>>,
        /// The first pause.
        initial_delay "initialDelay": Option<Nanoseconds>,
        /// The longest pause.
        max_delay "maxDelay": Option<Nanoseconds>,
        /// Whether it is tried again.
        retry_if "retryIf": Option<Condition>,
    }
}

/// How pauses grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Backoff {
    /// All the same.
    #[default]
    Fixed,
    /// By the first one each time.
    Linear,
    /// Twice as long each time.
    Exponential,
}

/// What becomes of a result that is not as described.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SchemaMode {
    /// The action fails.
    #[default]
    Error,
    /// Somebody is told.
    Warn,
    /// Nothing.
    Ignore,
}

impl Backoff {
    /// The one with this name; other names are found by the check.
    pub fn named(name: &str) -> Self {
        match name {
            "linear" => Self::Linear,
            "exponential" => Self::Exponential,
            _ => Self::Fixed,
        }
    }
}

impl SchemaMode {
    /// The one with this name; other names are found by the check.
    pub fn named(name: &str) -> Self {
        match name {
            "warn" => Self::Warn,
            "ignore" => Self::Ignore,
            _ => Self::Error,
        }
    }
}

impl Spec {
    /// Nothing at all.
    pub(crate) fn empty() -> Self {
        Self { resolvers: None, workflow: None, testing: None }
    }
}

impl Resolver {
    /// One that says nothing.
    pub(crate) fn empty() -> Self {
        Self {
            name: None,
            description: None,
            display_name: None,
            example: None,
            kind: None,
            sensitive: false,
            internal: false,
            when: None,
            depends_on: None,
            timeout: None,
            resolve: None,
            transform: None,
            validate: None,
            messages: None,
        }
    }
}

impl Action {
    /// What becomes of its result when that is not as described.
    pub(crate) fn schema_mode(&self, default: SchemaMode) -> SchemaMode {
        self.result_schema_mode.as_ref().map_or(default, |mode| SchemaMode::named(&mode.value))
    }
}

impl Workflow {
    /// What becomes of results that are not as described, when an action does not say it.
    pub fn schema_mode(&self) -> SchemaMode {
        self.result_schema_mode.as_ref().map_or(SchemaMode::Error, |mode| SchemaMode::named(&mode.value))
    }

    /// Nothing to do.
    pub(crate) fn empty() -> Self {
        Self { actions: None, finally: None, result_schema_mode: None }
    }
}

impl ForEach {
    /// The step for an element of the list.
    pub(crate) fn iteration(&self, index: usize, item: &Value) -> Iteration {
        let alias = |alias: &Option<Spanned<String>>| alias.as_ref().map(|alias| alias.value.clone());
        Iteration { item: item.clone(), index, item_alias: alias(&self.item), index_alias: alias(&self.index) }
    }

    /// The names of the element.
    pub(crate) fn names_of_item(&self) -> Vec<String> {
        std::iter::once("__item".to_owned()).chain(self.item.as_ref().map(|alias| alias.value.clone())).collect()
    }

    /// Whether something of these resolvers is in the list.
    pub(crate) fn is_over(&self, resolvers: &BTreeSet<String>, engines: &Engines) -> bool {
        let refers = |form: &Form| form.references(engines).iter().any(|one| resolvers.contains(&one.name));
        !resolvers.is_empty() && self.within.as_ref().is_some_and(refers)
    }

    /// The names that a step brings, all of them with one value.
    pub(crate) fn names_of(&self, value: &Value) -> Map {
        self.iteration(0, value).names().into_iter().map(|(name, _)| (name, value.clone())).collect()
    }
}
