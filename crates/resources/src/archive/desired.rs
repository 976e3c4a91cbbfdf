//! What is wanted of an archive, checked and complete.

use super::checksum::Sum;
use super::headers::HeaderFields;
use super::properties::{ArchiveProperties, Ensure};
use super::url::Address;
use crate::file::account::Account;
use crate::path;
use archive::Format;
use diagnostics::{Code, Diagnostic, SecretKind, Span, Spanned};
use document::decode::{Decoder, Lenient};
use engine::Context;
use std::path::PathBuf;
use system::http::{BasicAuth, Credentials, Headers, Url};
use value::Secret;

/// An archive and what should become of it.
pub(super) struct Desired {
    pub(super) properties: ArchiveProperties,
    pub(super) ensure: Ensure,
    pub(super) path: PathBuf,
    pub(super) format: Format,
    pub(super) from: From,
    pub(super) checksum: Option<Sum>,
    pub(super) owner: Account,
    pub(super) group: Account,
    pub(super) mode: Option<u32>,
    pub(super) extraction: Option<Extraction>,
    pub(super) creates: Option<PathBuf>,
    pub(super) cleanup: bool,
}

/// Where the archive comes from.
pub(super) struct From {
    pub(super) url: Url,
    pub(super) headers: Headers,
    pub(super) auth: Option<BasicAuth>,
}

/// Where it is extracted, and for whom.
pub(super) struct Extraction {
    pub(super) parent: PathBuf,
    pub(super) owner: Option<Account>,
    pub(super) group: Option<Account>,
}

pub(super) static PATH: Code = Code::new(
    "archive::path",
    "The name of an `archive` is the path of its file: absolute, without double slashes, `.` or `..` parts, and with the \
     ending of its type. `extract_parent` and `creates` are absolute paths, too.",
);

pub(super) static URL: Code = Code::new(
    "archive::url",
    "An `archive` is downloaded from a `url` that begins with `http://` or `https://` and has the name of a file at the end \
     of its path, with the same type as the name of the resource. What follows a `?` does not count.",
);

pub(super) static KIND: Code = Code::new(
    "archive::type",
    "The ending of a name says what an archive is: `.zip`, `.tar.gz`, `.tgz`, `.tar`, `.tar.xz`, `.txz`, `.tar.zst`, \
     `.tar.bz2` or `.tbz2`. The `url` and the name of the resource have to say the same.",
);

pub(super) static CHECKSUM: Code = Code::new(
    "archive::checksum",
    "A checksum is 64 hexadecimal digits (SHA-256) or 128 (SHA-512), with or without `sha256:` or `sha512:` before them. \
     Upper and lower case are the same.",
);

pub(super) static HEADERS: Code = Code::new(
    "archive::headers",
    "`headers` is a map from names of header fields to their values. A name has letters, digits and some signs; a value has \
     no line breaks.",
);

pub(super) static CLEANUP: Code = Code::new(
    "archive::cleanup",
    "`cleanup: true` removes the archive once it is extracted. Without `extract_parent` nothing would be left, and without \
     `creates` the next run would download it again.",
);

pub(super) static NEEDED: Code = Code::new(
    "archive::attribute-missing",
    "An `archive` needs an `owner` and a `group` for its file, so that it never ends up with those of whoever ran the command.",
);

/// The problems that this type finds.
pub(super) const CODES: &[&Code] = &[&PATH, &URL, &KIND, &CHECKSUM, &HEADERS, &CLEANUP, &NEEDED];

impl Desired {
    /// Checks every property, so that all problems are reported at once.
    pub(super) fn new(
        mut properties: ArchiveProperties,
        context: &Context<'_>,
        decoder: &mut Decoder<'_>,
    ) -> Option<Self> {
        register(&mut properties, context);
        let name = &properties.common.name;
        let ensure = properties.ensure.get().map(|ensure| ensure.value);
        let path = path::absolute(name, "file path", &PATH, decoder);
        let named = format(&name.value, name.span, "name", decoder);
        let (url, promised) = url(&properties, decoder).unzip();
        let format = same(named, promised, name.span, decoder);
        let owner = needed("owner", properties.owner.as_ref(), name.span, decoder);
        let group = needed("group", properties.group.as_ref(), name.span, decoder);
        let parent = optional_path(properties.extract_parent.as_ref(), "`extract_parent`", decoder);
        let creates = optional_path(properties.creates.as_ref(), "`creates`", decoder);
        let cleanup = cleanup(&properties, decoder);
        let checksum = optional(properties.checksum.as_ref());
        let mode = optional(properties.mode.as_ref());
        let (extract_owner, extract_group) =
            (optional(properties.extract_owner.as_ref()), optional(properties.extract_group.as_ref()));
        let headers = optional_lenient(properties.headers.as_ref()).ok()?;
        let headers = headers.into_iter().flat_map(HeaderFields::iter).collect();
        let (owner_of, group_of) = (extract_owner.ok()?.cloned(), extract_group.ok()?.cloned());
        let extraction = parent.ok()?.map(|parent| Extraction {
            parent,
            owner: owner_of.filter(|owner| !owner.is_empty()),
            group: group_of.filter(|group| !group.is_empty()),
        });
        Some(Self {
            ensure: ensure?,
            path: path?,
            format: format?,
            from: From { url: url?, headers, auth: auth(&properties) },
            checksum: checksum.ok()?.filter(|checksum| !checksum.is_empty()).map(|checksum| checksum.sum.clone()),
            owner: owner?,
            group: group?,
            mode: mode.ok()?.filter(|mode| !mode.is_empty()).map(|mode| mode.bits),
            extraction,
            creates: creates.ok()?,
            cleanup: cleanup?,
            properties,
        })
    }
}

/// From now on nobody shows what is secret.
fn register(properties: &mut ArchiveProperties, context: &Context<'_>) {
    let redactor = context.redactor;
    if let Some(address) = properties.url.as_mut().and_then(Lenient::get_mut) {
        Credentials::of(&address.value.written).register(redactor);
        address.value.is_revealed = redactor.reveals();
    }
    if let Some(headers) = properties.headers.as_mut().and_then(Lenient::get_mut) {
        headers.register(redactor);
    }
    if let Some(password) = &properties.password {
        redactor.register(password.reveal().as_bytes(), SecretKind::Declared);
        let both = format!("{}:{}", properties.username.as_deref().unwrap_or_default(), password.reveal());
        redactor.register(both.as_bytes(), SecretKind::Declared);
    }
}

fn format(name: &str, at: Span, called: &str, decoder: &mut Decoder<'_>) -> Option<Format> {
    Format::of_name(name).or_else(|| {
        let endings: Vec<&str> = Format::endings().collect();
        let message = format!("{called} must end in {}", endings.join(", "));
        decoder.refuse(Diagnostic::error(&KIND, message).at(at, "is no archive by its name"))
    })
}

fn url(properties: &ArchiveProperties, decoder: &mut Decoder<'_>) -> Option<(Url, Format)> {
    let refuse = |decoder: &mut Decoder<'_>, message: String, at: Span| {
        let help = "write it as `https://host/path/name.tar.gz`".to_owned();
        decoder.refuse(Diagnostic::error(&URL, message).at(at, "given here").help(help))
    };
    let given = match &properties.url {
        Some(given) => Some(given.get()?),
        None => None,
    };
    let Some(Spanned { value: address, span }) = given.filter(|given| !given.value.written.is_empty()) else {
        let at = given.map_or(properties.common.name.span, |given| given.span);
        return refuse(decoder, "url cannot be empty".to_owned(), at);
    };
    match address.scheme().as_deref() {
        None => {
            let message = "url must be absolute (include scheme like http:// or https://)".to_owned();
            return refuse(decoder, message, *span);
        }
        Some("http" | "https") => {}
        Some(scheme) => {
            return refuse(decoder, format!("`{scheme}://` is not supported: only http and https are"), *span);
        }
    }
    parsed(address, *span, decoder)
}

fn parsed(address: &Address, at: Span, decoder: &mut Decoder<'_>) -> Option<(Url, Format)> {
    let url = match Url::parse(&address.written) {
        Ok(url) => url,
        Err(error) => {
            return decoder.refuse(Diagnostic::error(&URL, format!("invalid url: {error}")).at(at, "given here"));
        }
    };
    if address.file_name().is_empty() {
        let message = "url must have a filename in the path";
        return decoder.refuse(Diagnostic::error(&URL, message).at(at, "ends before one"));
    }
    let format = format(address.file_name(), at, "url filename", decoder)?;
    Some((url, format))
}

fn same(named: Option<Format>, promised: Option<Format>, at: Span, decoder: &mut Decoder<'_>) -> Option<Format> {
    match (named?, promised?) {
        (named, promised) if named == promised => Some(named),
        (named, promised) => {
            let (url, name) = (promised.ending(), named.ending());
            let message = format!("url and name must have the same archive type: url is {url}, name is {name}");
            decoder.refuse(Diagnostic::error(&KIND, message).at(at, "another type than that of the url"))
        }
    }
}

/// A property that was left out, or left empty, is reported; one that was refused has been.
fn needed(
    what: &str,
    given: Option<&Lenient<Spanned<Account>>>,
    name: Span,
    decoder: &mut Decoder<'_>,
) -> Option<Account> {
    let given = match given {
        Some(given) => Some(given.get()?),
        None => None,
    };
    if let Some(given) = given.filter(|given| !given.value.is_empty()) {
        return Some(given.value.clone());
    }
    let at = given.map_or(name, |given| given.span);
    let problem = Diagnostic::error(&NEEDED, format!("{what} cannot be empty")).at(at, format!("has no `{what}`"));
    decoder.refuse(problem.help(format!("add `{what}: root`, or what fits here")))
}

/// Something was refused, and reported.
struct Refused;

fn optional<T>(given: Option<&Lenient<Spanned<T>>>) -> Result<Option<&T>, Refused> {
    Ok(optional_lenient(given)?.map(|given| &given.value))
}

fn optional_lenient<T>(given: Option<&Lenient<T>>) -> Result<Option<&T>, Refused> {
    given.map(|given| given.get().ok_or(Refused)).transpose()
}

fn optional_path(
    given: Option<&Lenient<Spanned<String>>>,
    called: &str,
    decoder: &mut Decoder<'_>,
) -> Result<Option<PathBuf>, Refused> {
    let given = optional_lenient(given)?.filter(|given| !given.value.is_empty());
    given.map(|given| path::absolute(given, called, &PATH, decoder).ok_or(Refused)).transpose()
}

fn cleanup(properties: &ArchiveProperties, decoder: &mut Decoder<'_>) -> Option<bool> {
    let Some(given) = &properties.cleanup else { return Some(false) };
    let Spanned { value: true, span } = *given.get()? else { return Some(false) };
    let is_set = |given: &Option<Lenient<Spanned<String>>>| {
        given.as_ref().is_some_and(|given| given.get().is_none_or(|given| !given.value.is_empty()))
    };
    for (property, is_set) in
        [("extract_parent", is_set(&properties.extract_parent)), ("creates", is_set(&properties.creates))]
    {
        if !is_set {
            let problem = Diagnostic::error(&CLEANUP, format!("cleanup requires {property} to be set"));
            return decoder.refuse(problem.at(span, "given here").help(format!("add `{property}:`")));
        }
    }
    Some(true)
}

/// As upstream: only when both are set.
fn auth(properties: &ArchiveProperties) -> Option<BasicAuth> {
    let user = properties.username.as_ref().filter(|user| !user.is_empty())?;
    let password = properties.password.as_ref().filter(|password| !password.reveal().is_empty())?;
    Some(BasicAuth { user: user.clone(), password: Secret::new(password.reveal().clone()) })
}
