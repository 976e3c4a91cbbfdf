//! The system's trusted certificates, found where Go's `crypto/x509` finds them on Linux.

use super::settings::Settings;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The first that can be read is the store.
const FILES: [&str; 6] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/pki/tls/cacert.pem",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/ssl/cert.pem",
];

/// All of these are read beside it.
const DIRECTORIES: [&str; 2] = ["/etc/ssl/certs", "/etc/pki/tls/certs"];

/// Trusted certificates, and where they came from.
#[derive(Debug, Default)]
pub(super) struct Store {
    pub(super) certificates: Vec<CertificateDer<'static>>,
    pub(super) origin: Origin,
}

/// Where certificates were looked for.
#[derive(Debug, Clone, Default)]
pub(super) struct Origin {
    /// With success.
    pub(super) places: Vec<PathBuf>,
    /// The first place that cannot be read, unless only we thought of it and it is not there.
    pub(super) fault: Option<String>,
}

impl Store {
    /// Loads what the environment and the system name. `SSL_CERT_FILE` replaces the files, `SSL_CERT_DIR` the
    /// directories; each leaves the other as it is.
    pub(super) fn load(settings: &Settings) -> Self {
        let mut store = Self::default();
        match &settings.cert_file {
            Some(file) => store.add_named_file(Path::new(file)),
            None => _ = FILES.iter().any(|file| store.add_file(Path::new(file)).is_ok()),
        }
        for directory in directories(settings) {
            store.add_directory(&directory);
        }
        store.drop_repeated();
        store
    }

    /// Certificates from a text; everything that is no certificate is passed over.
    pub(super) fn of_pem(pem: &[u8]) -> Self {
        let mut store = Self::default();
        store.add_pem(pem);
        store
    }

    fn add_named_file(&mut self, file: &Path) {
        if let Err(error) = self.add_file(file) {
            self.origin.fault = Some(format!("cannot read `{}`, which `SSL_CERT_FILE` names: {error}", file.display()));
        }
    }

    fn add_file(&mut self, file: &Path) -> io::Result<()> {
        let pem = fs::read(file).inspect_err(|error| self.note(file, error))?;
        self.add_pem(&pem);
        self.origin.places.push(file.to_owned());
        Ok(())
    }

    fn add_directory(&mut self, directory: &Path) {
        match unique_files(directory) {
            Ok(files) => {
                let readable = files.iter().filter_map(|file| fs::read(file).ok());
                readable.for_each(|pem| self.add_pem(&pem));
                self.origin.places.push(directory.to_owned());
            }
            Err(error) => self.note(directory, &error),
        }
    }

    fn add_pem(&mut self, pem: &[u8]) {
        self.certificates.extend(CertificateDer::pem_slice_iter(pem).filter_map(Result::ok));
    }

    fn note(&mut self, place: &Path, error: &io::Error) {
        if error.kind() != io::ErrorKind::NotFound && self.origin.fault.is_none() {
            self.origin.fault = Some(format!("cannot read `{}`: {error}", place.display()));
        }
    }

    /// The directories mostly hold what the file holds.
    fn drop_repeated(&mut self) {
        let mut seen = HashSet::new();
        self.certificates.retain(|certificate| seen.insert(certificate.clone()));
    }
}

fn directories(settings: &Settings) -> Vec<PathBuf> {
    let Some(given) = &settings.cert_dirs else { return DIRECTORIES.map(PathBuf::from).into() };
    given.as_bytes().split(|byte| *byte == b':').map(|part| PathBuf::from(OsStr::from_bytes(part))).collect()
}

/// The files of a directory without the links to their neighbours that `c_rehash` makes.
fn unique_files(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let entries: Vec<_> = fs::read_dir(directory)?.filter_map(Result::ok).collect();
    let mut files: Vec<_> = entries.iter().map(fs::DirEntry::path).filter(|file| !links_to_neighbour(file)).collect();
    files.sort();
    Ok(files)
}

fn links_to_neighbour(file: &Path) -> bool {
    fs::read_link(file).is_ok_and(|target| !target.as_os_str().as_bytes().contains(&b'/'))
}
