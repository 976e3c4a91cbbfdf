//! Types of content by the ending of a name: those that Go knows without asking the system.

/// The type of files with this ending, the dot included, in any case.
pub(super) fn of(extension: &str) -> Option<&'static str> {
    let ending = extension.strip_prefix('.')?.to_ascii_lowercase();
    TYPES.binary_search_by_key(&ending.as_str(), |(known, _)| *known).ok().map(|at| TYPES[at].1)
}

/// Sorted by the ending.
const TYPES: &[(&str, &str)] = &[
    ("ai", "application/postscript"),
    ("apk", "application/vnd.android.package-archive"),
    ("apng", "image/apng"),
    ("avif", "image/avif"),
    ("bin", "application/octet-stream"),
    ("bmp", "image/bmp"),
    ("com", "application/octet-stream"),
    ("css", "text/css; charset=utf-8"),
    ("csv", "text/csv; charset=utf-8"),
    ("doc", "application/msword"),
    ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    ("ehtml", "text/html; charset=utf-8"),
    ("eml", "message/rfc822"),
    ("eps", "application/postscript"),
    ("exe", "application/octet-stream"),
    ("flac", "audio/flac"),
    ("gif", "image/gif"),
    ("gz", "application/gzip"),
    ("htm", "text/html; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("ico", "image/vnd.microsoft.icon"),
    ("ics", "text/calendar; charset=utf-8"),
    ("jfif", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("jpg", "image/jpeg"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("m4a", "audio/mp4"),
    ("mjs", "text/javascript; charset=utf-8"),
    ("mp3", "audio/mpeg"),
    ("mp4", "video/mp4"),
    ("oga", "audio/ogg"),
    ("ogg", "audio/ogg"),
    ("ogv", "video/ogg"),
    ("opus", "audio/ogg"),
    ("pdf", "application/pdf"),
    ("pjp", "image/jpeg"),
    ("pjpeg", "image/jpeg"),
    ("png", "image/png"),
    ("ppt", "application/vnd.ms-powerpoint"),
    ("pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
    ("ps", "application/postscript"),
    ("rdf", "application/rdf+xml"),
    ("rtf", "application/rtf"),
    ("shtml", "text/html; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("text", "text/plain; charset=utf-8"),
    ("tif", "image/tiff"),
    ("tiff", "image/tiff"),
    ("txt", "text/plain; charset=utf-8"),
    ("vtt", "text/vtt; charset=utf-8"),
    ("wasm", "application/wasm"),
    ("wav", "audio/wav"),
    ("webm", "audio/webm"),
    ("webp", "image/webp"),
    ("xbl", "text/xml; charset=utf-8"),
    ("xbm", "image/x-xbitmap"),
    ("xht", "application/xhtml+xml"),
    ("xhtml", "application/xhtml+xml"),
    ("xls", "application/vnd.ms-excel"),
    ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ("xml", "text/xml; charset=utf-8"),
    ("xsl", "text/xml; charset=utf-8"),
    ("zip", "application/zip"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_sorted_and_found_in_any_case() {
        assert!(TYPES.is_sorted_by_key(|(ending, _)| *ending));
        assert_eq!(of(".txt"), Some("text/plain; charset=utf-8"));
        assert_eq!(of(".JSON"), Some("application/json"));
        for none in ["", ".", ".dat", "txt", ".hid"] {
            assert_eq!(of(none), None, "{none}");
        }
    }
}
