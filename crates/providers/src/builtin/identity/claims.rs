//! Who the owner of a handler's token is.

use super::wish::Wish;
use crate::identity::{Claims, Handler, handlers, held, named, not_authenticated};
use crate::{Context, Fault, Output};
use value::{Duration, List, Map, Secret, Timestamp, Value};

/// A handler, and what is known of its token.
struct Found<'s> {
    handler: Handler<'s>,
    token: Option<Secret<String>>,
    warnings: Vec<String>,
}

impl Found<'_> {
    /// What the token says; nothing when it says nothing.
    fn claims(&mut self) -> Option<Claims> {
        let token = self.token.as_ref()?;
        let claims = Claims::of(token.reveal());
        if claims.is_none() {
            let text = format!("the token of handler {:?} is opaque: it has no claims to show", self.handler.name);
            self.warnings.push(text);
        }
        claims
    }

    fn output(self, map: Map) -> Output {
        Output { warnings: self.warnings, ..Output::of(map) }
    }
}

/// The handler that is named; else the first that has a token; else the first.
fn find<'s>(wish: &Wish, context: &Context<'s>) -> Result<Found<'s>, Fault> {
    let settings = &context.run.settings;
    let mut found = match &wish.handler {
        Some(name) => {
            let mut warnings = Vec::new();
            let handler = named(settings, name)?;
            let token = held(context, &handler, &mut warnings)?;
            Found { handler, token, warnings }
        }
        None => choose(context)?,
    };
    if wish.scope.is_some() && found.token.is_some() {
        let text = format!("handler {:?} has one token for everything; the scope is not used", found.handler.name);
        found.warnings.push(text);
    }
    Ok(found)
}

fn choose<'s>(context: &Context<'s>) -> Result<Found<'s>, Fault> {
    let mut warnings = Vec::new();
    let mut first = None;
    for handler in handlers(&context.run.settings) {
        match held(context, &handler, &mut warnings) {
            Ok(Some(token)) => return Ok(Found { handler, token: Some(token), warnings }),
            Ok(None) => {}
            Err(fault) => warnings.push(fault.to_string()),
        }
        first.get_or_insert(handler);
    }
    let handler = first.ok_or_else(|| Fault::new("no auth handlers registered"))?;
    Ok(Found { handler, token: None, warnings })
}

/// `status`.
pub(super) fn status(wish: &Wish, context: &Context<'_>) -> Result<Output, Fault> {
    let mut found = find(wish, context)?;
    let mut map = wish.answer(found.handler.name);
    map.insert("authenticated", found.token.is_some());
    if let Some(token) = &found.token {
        let claims = Claims::of(token.reveal()).unwrap_or_default();
        map.insert("identityType", claims.kind());
        put(&mut map, "tenantId", &claims.tenant_id);
        put(&mut map, "clientId", &claims.client_id);
        if let Some(at) = claims.expires_at {
            let left = left(&at, context);
            if left.is_none() {
                found.warnings.push(format!("the token of handler {:?} has expired", found.handler.name));
            }
            map.insert("expiresAt", at.to_rfc3339_seconds());
            map.insert("expiresIn", left.unwrap_or_else(|| "expired".to_owned()));
        }
    }
    Ok(found.output(map))
}

/// How long a token is good, in whole seconds; nothing when it is over.
fn left(at: &Timestamp, context: &Context<'_>) -> Option<String> {
    let left = at.since(&context.world.read().clock.now()).as_nanos() / 1_000_000_000;
    (left > 0).then(|| Duration::from_nanos(left * 1_000_000_000).to_string())
}

/// `claims`.
pub(super) fn claims(wish: &Wish, context: &Context<'_>) -> Result<Output, Fault> {
    let mut found = find(wish, context)?;
    let mut map = wish.answer(found.handler.name);
    map.insert("authenticated", found.token.is_some());
    if found.token.is_some() {
        let claims = found.claims().unwrap_or_default();
        map.insert("identityType", claims.kind());
        map.insert("claims", shown(&claims));
    } else {
        found.warnings.push(not_authenticated(&found.handler).to_string());
        map.insert("claims", Value::Null);
    }
    Ok(found.output(map))
}

fn shown(claims: &Claims) -> Map {
    let mut map = Map::new();
    for (name, text) in [
        ("issuer", &claims.issuer),
        ("subject", &claims.subject),
        ("tenantId", &claims.tenant_id),
        ("objectId", &claims.object_id),
        ("clientId", &claims.client_id),
        ("email", &claims.email),
        ("name", &claims.name),
        ("username", &claims.username),
    ] {
        put(&mut map, name, text);
    }
    for (name, at) in [("issuedAt", &claims.issued_at), ("expiresAt", &claims.expires_at)] {
        if let Some(at) = at {
            map.insert(name, at.to_rfc3339_seconds());
        }
    }
    map.insert("displayIdentity", claims.display());
    map
}

fn put(map: &mut Map, name: &'static str, text: &str) {
    if !text.is_empty() {
        map.insert(name, text);
    }
}

/// `groups`.
pub(super) fn groups(wish: &Wish, context: &Context<'_>) -> Result<Output, Fault> {
    let mut found = find(wish, context)?;
    if !found.handler.has_groups() {
        return Err(Fault::new(format!("handler {:?} does not support groups", found.handler.name)));
    }
    if found.token.is_none() {
        return Err(not_authenticated(&found.handler));
    }
    let groups = found.claims().unwrap_or_default().groups;
    let mut map = wish.answer(found.handler.name);
    map.insert("count", i64::try_from(groups.len()).unwrap_or(i64::MAX));
    map.insert("groups", groups.into_iter().map(Value::from).collect::<List>());
    Ok(found.output(map))
}
