//! `cpu`: one entry for each processor that the kernel counts.

use super::cpu_models::{arm_model, arm_vendor, riscv_vendor};
use super::record::{record, texts};
use super::view::{View, lines};
use gostd::strconv::{Bits, parse_float, parse_int, parse_uint};
use value::{Aliases, Map, Value};

pub(super) static INFO: Aliases = Aliases::new(&[
    ("CPU", "cpu"),
    ("VendorID", "vendorId"),
    ("Family", "family"),
    ("Model", "model"),
    ("Stepping", "stepping"),
    ("PhysicalID", "physicalId"),
    ("CoreID", "coreId"),
    ("Cores", "cores"),
    ("ModelName", "modelName"),
    ("Mhz", "mhz"),
    ("CacheSize", "cacheSize"),
    ("Flags", "flags"),
    ("Microcode", "microcode"),
]);

pub(super) fn gather(view: &View<'_>) -> Map {
    let info = view.text(view.proc("cpuinfo")).map(|text| read(view, &text));
    Map::from_iter([("info", Value::from(info))])
}

/// What is known of a processor. Those of other makers have other words for the same things.
#[derive(Default)]
struct Processor<'t> {
    number: i64,
    vendor: &'t str,
    family: &'t str,
    model: &'t str,
    stepping: i64,
    socket: &'t str,
    core: &'t str,
    model_name: &'t str,
    mhz: f64,
    cache: i64,
    flags: Vec<&'t str>,
    microcode: &'t str,
}

/// A number that should be one is none: what follows is not read.
struct Broken;

fn read(view: &View<'_>, text: &str) -> Vec<Value> {
    let mut found = Vec::new();
    let mut current: Option<Processor<'_>> = None;
    let mut common_name = "";
    for (key, value) in lines(text).filter_map(|line| line.split_once(':')) {
        let (key, value) = (key.trim(), value.trim());
        match key {
            "Processor" => common_name = value,
            "processor" | "cpu number" => {
                found.extend(current.take().map(|processor| processor.finish(view)));
                let Some(number) = integer(value) else { return found };
                current = Some(Processor { number, model_name: common_name, ..Processor::default() });
            }
            _ => {}
        }
        if key == "vendor_id" && value.contains("S390") {
            common_name = "S390";
        }
        if let Some(processor) = &mut current
            && processor.take(key, value).is_err()
        {
            return found;
        }
    }
    found.extend(current.map(|processor| processor.finish(view)));
    found
}

impl<'t> Processor<'t> {
    fn take(&mut self, key: &str, value: &'t str) -> Result<(), Broken> {
        match key {
            "vendorId" | "vendor_id" => self.vendor = value,
            "mvendorid" => self.vendor = riscv_vendor(value).unwrap_or(self.vendor),
            "CPU implementer" => self.vendor = arm_vendor(value).unwrap_or(self.vendor),
            "cpu family" | "marchid" => self.family = value,
            "model" | "CPU part" | "mimpid" => self.set_model(value),
            "Model Name" | "model name" | "cpu" | "uarch" => self.set_name(value),
            "stepping" | "CPU revision" => self.set_stepping(value)?,
            "revision" => self.set_stepping(value.split('.').next().unwrap_or(value))?,
            "cpu MHz" | "clock" | "cpu MHz dynamic" => {
                self.mhz = parse_float(&value.replacen("MHz", "", 1), Bits::Double).unwrap_or(self.mhz);
            }
            "cache size" => self.cache = integer(&value.replacen(" KB", "", 1)).ok_or(Broken)?,
            "physical id" | "hart" => self.socket = value,
            "core id" => self.core = value,
            "flags" | "Features" => self.flags = value.split([',', ' ']).filter(|flag| !flag.is_empty()).collect(),
            "isa" | "hart isa" if self.flags.is_empty() => self.flags = riscv_flags(value),
            "microcode" => self.microcode = value,
            _ => {}
        }
        Ok(())
    }

    fn set_model(&mut self, value: &'t str) {
        self.model = value;
        if self.vendor == "ARM"
            && let Ok(part) = parse_uint(value, 0, 16)
        {
            self.model_name = arm_model(part);
        }
    }

    fn set_name(&mut self, value: &'t str) {
        self.model_name = value;
        if value.contains("POWER") {
            self.model = value.split(' ').next().unwrap_or(value);
            (self.family, self.vendor) = ("POWER", "IBM");
        }
    }

    fn set_stepping(&mut self, value: &str) -> Result<(), Broken> {
        if !value.eq_ignore_ascii_case("unknown") {
            self.stepping = integer(value).ok_or(Broken)?;
        }
        Ok(())
    }

    /// Adds what only `/sys` knows: the core, and the highest frequency instead of the present one.
    fn finish(self, view: &View<'_>) -> Value {
        let in_sys = |file| view.first_line(view.sys(&format!("devices/system/cpu/cpu{}/{file}", self.number)));
        let core = if self.core.is_empty() { in_sys("topology/core_id") } else { None };
        let mhz = in_sys("cpufreq/cpuinfo_max_freq").and_then(|text| highest(&text)).unwrap_or(self.mhz);
        let fields = [
            self.number.into(),
            self.vendor.into(),
            self.family.into(),
            self.model.into(),
            self.stepping.into(),
            self.socket.into(),
            core.as_deref().unwrap_or(self.core).into(),
            1.into(),
            self.model_name.into(),
            mhz.into(),
            self.cache.into(),
            texts(self.flags),
            self.microcode.into(),
        ];
        record(&INFO, fields)
    }
}

/// In MHz; the kernel has kHz, and some drivers Hz.
fn highest(text: &str) -> Option<f64> {
    let mhz = parse_float(text, Bits::Double).ok()? / 1000.0;
    Some(if mhz > 9999.0 { mhz / 1000.0 } else { mhz })
}

fn integer(text: &str) -> Option<i64> {
    parse_int(text, 10, 64).ok()
}

/// `rv64imafdc_zicsr`: one letter for each base extension, words for the others.
fn riscv_flags(isa: &str) -> Vec<&str> {
    let mut words = isa.split('_');
    let Some(base) = words.next().and_then(|word| word.strip_prefix("rv64")).filter(|base| !base.is_empty()) else {
        return Vec::new();
    };
    base.split_inclusive(|_| true).chain(words).collect()
}
