//! Numbers in the text format of Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use value::format_float;

/// Counters and histograms by name and labels.
#[derive(Debug, Clone, Default)]
pub struct Metrics(BTreeMap<&'static str, Family>);

#[derive(Debug, Clone)]
struct Family {
    help: &'static str,
    kind: Kind,
}

#[derive(Debug, Clone)]
enum Kind {
    Counter(BTreeMap<String, f64>),
    Histogram(&'static [f64], BTreeMap<String, Histogram>),
}

#[derive(Debug, Clone, Default)]
struct Histogram {
    buckets: Vec<u64>,
    sum: f64,
    count: u64,
}

impl Metrics {
    /// Adds to a counter.
    pub fn add(&mut self, name: &'static str, help: &'static str, labels: &[(&str, &str)], by: f64) {
        let family = self.0.entry(name).or_insert_with(|| Family { help, kind: Kind::Counter(BTreeMap::new()) });
        if let Kind::Counter(counters) = &mut family.kind {
            *counters.entry(label_text(labels)).or_default() += by;
        }
    }

    /// Puts a number into a histogram with these upper bounds.
    pub fn observe(
        &mut self,
        name: &'static str,
        help: &'static str,
        labels: &[(&str, &str)],
        bounds: &'static [f64],
        number: f64,
    ) {
        let fresh = || Family { help, kind: Kind::Histogram(bounds, BTreeMap::new()) };
        if let Kind::Histogram(bounds, histograms) = &mut self.0.entry(name).or_insert_with(fresh).kind {
            let histogram = histograms.entry(label_text(labels)).or_default();
            histogram.buckets.resize(bounds.len(), 0);
            for (bucket, bound) in histogram.buckets.iter_mut().zip(*bounds) {
                *bucket += u64::from(number <= *bound);
            }
            histogram.sum += number;
            histogram.count += 1;
        }
    }

    /// All of them, as a node exporter's textfile collector reads them.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (name, family) in &self.0 {
            let kind = if matches!(family.kind, Kind::Counter(_)) { "counter" } else { "histogram" };
            // Writing to a text does not fail.
            let _ = write!(text, "# HELP {name} {}\n# TYPE {name} {kind}\n", family.help);
            match &family.kind {
                Kind::Counter(counters) => {
                    for (labels, number) in counters {
                        let _ = writeln!(text, "{name}{{{labels}}} {}", float(*number));
                    }
                }
                Kind::Histogram(bounds, histograms) => {
                    for (labels, histogram) in histograms {
                        histogram.write(name, labels, bounds, &mut text);
                    }
                }
            }
        }
        text
    }
}

impl Histogram {
    fn write(&self, name: &str, labels: &str, bounds: &[f64], text: &mut String) {
        let comma = if labels.is_empty() { "" } else { "," };
        for (bound, count) in bounds.iter().zip(&self.buckets) {
            let _ = writeln!(text, "{name}_bucket{{{labels}{comma}le=\"{}\"}} {count}", float(*bound));
        }
        let _ = writeln!(text, "{name}_bucket{{{labels}{comma}le=\"+Inf\"}} {}", self.count);
        let _ = writeln!(text, "{name}_sum{{{labels}}} {}", float(self.sum));
        let _ = writeln!(text, "{name}_count{{{labels}}} {}", self.count);
    }
}

fn float(number: f64) -> String {
    format_float(number, value::FloatFormat::LowerGeneral, None)
}

fn label_text(labels: &[(&str, &str)]) -> String {
    let escaped = |value: &str| value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    labels.iter().map(|(name, value)| format!("{name}=\"{}\"", escaped(value))).collect::<Vec<_>>().join(",")
}
