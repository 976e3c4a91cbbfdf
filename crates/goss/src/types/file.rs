//! Files and everything else that has a path.

use super::{Answer, Subject, int};
use crate::definition::{Attribute, AttributeKind, Shape, TypeDef};
use crate::matcher::{Scan, text_of_bytes};
use crate::scene::Scene;
use gostd::path::clean;
use md5::Md5;
use sha2::Sha512;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use system::files::{FileKind, Links, Special, Stat};
use value::Value;

pub(crate) static TYPE: TypeDef = TypeDef {
    section: "file",
    name: "File",
    named_by: Some("path"),
    names_id: true,
    attributes: &[
        Attribute::new("exists").required(),
        Attribute::new("mode"),
        Attribute::new("owner"),
        Attribute::new("uid"),
        Attribute::new("group"),
        Attribute::new("gid"),
        Attribute::new("linked-to").shown_as("linkedto"),
        Attribute::new("filetype"),
        Attribute::new("contains").of_kind(AttributeKind::Lines),
        Attribute::new("contents").of_kind(AttributeKind::Lines),
        Attribute::new("size"),
        Attribute::new("md5"),
        Attribute::new("sha256"),
        Attribute::new("sha512"),
    ],
    settings: &[("path", Shape::Text)],
    is_gated: true,
    subject: |resource, scene| Box::new(Place { scene, path: real_path(resource.name(), scene) }),
};

/// The longest text that is compared as a whole. Patterns go through files of any length.
const LONGEST: u64 = 64 << 20;

struct Place<'s> {
    scene: &'s Scene<'s>,
    path: Result<PathBuf, String>,
}

impl Place<'_> {
    fn path(&self) -> Result<&Path, String> {
        self.path.as_deref().map_err(String::clone)
    }

    /// The thing itself; links are not followed.
    fn stat(&self) -> Result<Option<Stat>, String> {
        let path = self.path()?;
        let found = self.scene.world.files.stat(path, Links::Keep).map_err(|error| error.to_string())?;
        match found {
            None => self.missing(path).map(|()| None),
            found => Ok(found),
        }
    }

    /// Nothing is there; below something that is no directory there cannot be anything, which is another thing.
    fn missing(&self, path: &Path) -> Result<(), String> {
        for parent in path.ancestors().skip(1) {
            match self.scene.world.files.stat(parent, Links::Follow) {
                Ok(Some(stat)) if stat.kind == FileKind::Directory => return Ok(()),
                Ok(Some(_)) => return Err(format!("lstat {}: not a directory", path.display())),
                Ok(None) => {}
                Err(error) => return Err(error.to_string()),
            }
        }
        Ok(())
    }

    fn there(&self) -> Result<Stat, String> {
        let path = self.path()?;
        self.stat()?.ok_or_else(|| format!("lstat {}: no such file or directory", path.display()))
    }

    fn kind(&self) -> Result<&'static str, String> {
        let special = |path: &Path| self.scene.world.files.special(path).map_err(|error| error.to_string());
        Ok(match self.there()?.kind {
            FileKind::Link => "symlink",
            FileKind::Directory => "directory",
            FileKind::File => "file",
            FileKind::Other => match special(self.path()?)? {
                Some(Special::CharacterDevice) => "character-device",
                Some(Special::BlockDevice) => "block-device",
                Some(Special::Pipe) => "pipe",
                Some(Special::Socket) => "socket",
                None => "file",
            },
        })
    }

    fn owner(&self) -> Answer {
        let uid = self.there()?.uid;
        let name = self.scene.world.users.user_name(uid);
        name.map(Value::String).map_or_else(|| unnamed("passwd", uid), Ok)
    }

    fn group(&self) -> Answer {
        let gid = self.there()?.gid;
        let name = self.scene.world.users.group_name(gid);
        name.map(Value::String).map_or_else(|| unnamed("group", gid), Ok)
    }

    fn link(&self) -> Answer {
        let target = self.scene.world.files.read_link(self.path()?).map_err(|error| error.to_string())?;
        Ok(text_of_bytes(target.as_os_str().as_bytes()))
    }

    fn contents(&self) -> Answer {
        let bytes = self.scene.world.files.read(self.path()?, LONGEST).map_err(|error| error.to_string())?;
        Ok(text_of_bytes(&bytes))
    }

    /// Goes through the content as long as there is time.
    fn pieces(&self, mut take: impl FnMut(&[u8]) -> ControlFlow<()>) -> Result<(), String> {
        let mut halted = None;
        let mut take = |piece: &[u8]| match self.scene.halted() {
            Some(error) => {
                halted = Some(error.to_string());
                ControlFlow::Break(())
            }
            None => take(piece),
        };
        self.scene.world.files.pieces(self.path()?, &mut take).map_err(|error| error.to_string())?;
        halted.map_or(Ok(()), Err)
    }

    fn hash<H: sha2::Digest>(&self) -> Answer {
        let mut hash = H::new();
        self.pieces(|piece| {
            hash.update(piece);
            ControlFlow::Continue(())
        })?;
        let mut digits = String::new();
        hash.finalize().iter().for_each(|byte| _ = write!(digits, "{byte:02x}"));
        Ok(digits.into())
    }
}

fn unnamed(database: &str, id: u32) -> Answer {
    Err(format!("no matching entries in passwd file: {database} has no name for {id}"))
}

impl Subject for Place<'_> {
    fn look(&mut self, property: &str) -> Answer {
        match property {
            "exists" => Ok(self.stat()?.is_some().into()),
            "mode" => Ok(format!("{:04o}", self.there()?.mode).into()),
            "owner" => self.owner(),
            "uid" => Ok(int(self.there()?.uid)),
            "group" => self.group(),
            "gid" => Ok(int(self.there()?.gid)),
            "linkedto" => self.link(),
            "filetype" => Ok(self.kind()?.into()),
            "size" => Ok(int(self.there()?.size)),
            "md5" => self.hash::<Md5>(),
            "sha256" => {
                let digest = self.scene.world.files.digest(self.path()?).map_err(|error| error.to_string())?;
                Ok(digest.to_string().into())
            }
            "sha512" => self.hash::<Sha512>(),
            _ => self.contents(),
        }
    }

    fn scan(&mut self, _: &str, scan: &mut Scan<'_>) -> Result<(), String> {
        self.pieces(|piece| scan.feed(piece))
    }
}

/// The path as it is looked at: absolute, without `.` and `..`, and with the home directory for `~`.
fn real_path(given: &str, scene: &Scene<'_>) -> Result<PathBuf, String> {
    let Some(rest) = given.strip_prefix('~') else { return Ok(clean(&scene.directory.join(given))) };
    let (user, below) = rest.split_once('/').unwrap_or((rest, ""));
    let users = &scene.world.users;
    let account = if user.is_empty() {
        users.user_name(users.current().0).and_then(|name| users.account(&name))
    } else {
        users.account(user)
    };
    let home = account.ok_or_else(|| format!("user: unknown user {user}"))?.home;
    Ok(clean(&scene.directory.join(home).join(below.trim_start_matches('/'))))
}
