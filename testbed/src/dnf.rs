//! RPM packages and the repository that dnf reads them from.

use crate::{Host, Package, Repository};
use std::fmt::Write;

/// Where the repository is on a host.
const FOLDER: &str = "/srv/rpm";

/// Makes a Debian root look like Enterprise Linux: its own package database is where dnf reads it, a package provides what
/// scripts of packages require, and apt is out of sight.
pub(crate) const FINISH: &str = r#"
mkdir -p /etc/rpm /etc/yum.repos.d /srv/rpm /srv/build
echo "%_dbpath /var/lib/rpm" > /etc/rpm/macros
cat > /srv/build/release.spec <<END
Name: test-release
Version: 9
Release: 1
Summary: what every machine has
License: none
BuildArch: noarch
Provides: /bin/sh /usr/bin/sh /bin/bash bash systemd
Provides: system-release = 9
Provides: system-release(releasever) = 9
%description
What every machine has.
%files
END
rpmbuild -bb --quiet --define "_topdir /srv/build" --define "_rpmdir /srv/build" /srv/build/release.spec
rpm -U --nodeps --replacepkgs /srv/build/noarch/test-release-9-1.noarch.rpm
rm -rf /srv/build /etc/os-release
printf 'NAME="Test Enterprise Linux"\nID=rhel\nID_LIKE="fedora"\nVERSION_ID="9.4"\nPRETTY_NAME="Test Enterprise Linux 9.4"\n' > /etc/os-release
for program in apt apt-get apt-cache apt-mark dpkg-query; do mv /usr/bin/$program /usr/bin/$program.hidden; done
"#;

/// Builds all specifications and the index.
const BUILD: &str = r#"
for spec in /srv/build/*.spec; do
  rpmbuild -bb --quiet --define "_topdir /srv/build/top" --define "_rpmdir /srv/rpm" "$spec"
done
createrepo_c --quiet /srv/rpm
rm -rf /srv/build
printf '[local]\nname=local\nbaseurl=file:///srv/rpm\nenabled=1\ngpgcheck=0\nmetadata_expire=1\n' > /etc/yum.repos.d/local.repo
for dnf in dnf dnf5; do if command -v $dnf >/dev/null; then $dnf -q clean all; fi; done
"#;

impl Host {
    /// Offers packages to dnf: builds them on the host and makes the repository the only one. What was offered before is gone.
    #[track_caller]
    pub fn offer_dnf(&self, repository: &Repository) {
        self.run(["rm", "-rf", FOLDER, "/srv/build"]).expect_success();
        self.run(["mkdir", "-p", FOLDER]).expect_success();
        for (number, package) in repository.packages.iter().enumerate() {
            self.write(&format!("/srv/build/{number}.spec"), specification(package));
        }
        self.shell(BUILD).expect_success();
    }
}

fn specification(package: &Package) -> String {
    let (epoch, version, release) = parts(&package.version);
    let architecture = package.architecture.as_deref().unwrap_or("noarch");
    let mut text = format!("Name: {}\nVersion: {version}\nRelease: {release}\n", package.name);
    if let Some(epoch) = epoch {
        add(&mut text, &format!("Epoch: {epoch}"));
    }
    add(&mut text, &format!("Summary: made by a test\nLicense: none\nBuildArch: {architecture}"));
    for (name, value) in &package.fields {
        add(&mut text, &format!("{name}: {value}"));
    }
    add(&mut text, "%description\nMade by a test.\n%install");
    for file in &package.files {
        add(&mut text, &install(file));
    }
    for (name, body) in &package.scripts {
        add(&mut text, &format!("%{name}\n{}", escaped(body)));
    }
    add(&mut text, "%files");
    for file in &package.files {
        let kind = if file.is_configuration { "%config(noreplace) " } else { "" };
        add(&mut text, &format!("%attr({:o},root,root) {kind}{}", file.mode, file.path));
    }
    text
}

/// The lines of a shell that put a file in its place.
fn install(file: &crate::package::File) -> String {
    let path = format!("%{{buildroot}}{}", file.path);
    let content = escaped(&file.content);
    format!("mkdir -p \"$(dirname \"{path}\")\"\ncat > \"{path}\" <<'END OF FILE'\n{content}END OF FILE\n")
}

/// Signs that a specification would expand.
fn escaped(text: &str) -> String {
    let text = text.replace('%', "%%");
    if text.is_empty() || text.ends_with('\n') { text } else { text + "\n" }
}

fn add(text: &mut String, lines: &str) {
    writeln!(text, "{lines}").expect("writing to a text cannot fail");
}

/// Epoch, version and release of `[epoch:]version[-release]`.
fn parts(version: &str) -> (Option<&str>, &str, &str) {
    let (epoch, rest) = version.split_once(':').map_or((None, version), |(epoch, rest)| (Some(epoch), rest));
    let (version, release) = rest.split_once('-').unwrap_or((rest, "1"));
    (epoch, version, release)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_have_parts() {
        assert_eq!(parts("1:2.0-3.el9"), (Some("1"), "2.0", "3.el9"));
        assert_eq!(parts("2.0"), (None, "2.0", "1"));
    }
}
