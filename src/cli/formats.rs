//! `ludex formats`

use clap::Args;
use serde_json::json;

use crate::formats::{FORMATS, Kind};

use super::Status;
use super::console::Console;

/// List every format: id, name, usual file names
#[derive(Args)]
pub struct Arguments {
    /// As JSON, for scripts
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments, console: &Console) -> anyhow::Result<Status> {
    let text = if arguments.json {
        let list: Vec<_> = FORMATS
            .iter()
            .map(|f| {
                let is_read = !matches!(f.kind, Kind::NotRead(_));
                json!({"id": f.id, "name": f.name, "reads": is_read, "writes": is_read, "file_names": f.file_names,
                       "extension": f.extension, "encoding": f.encoding.name()})
            })
            .collect();
        serde_json::to_string_pretty(&list)? + "\n"
    } else {
        let header = ["ID", "NAME", "", "USUAL FILE NAMES"].map(str::to_owned);
        let rows = FORMATS.iter().map(|f| {
            let names: Vec<String> = f.file_names.iter().map(|n| n.replace("[0-9]", "#")).collect();
            let able = if matches!(f.kind, Kind::NotRead(_)) { "identifies" } else { "reads, writes" };
            [f.id.to_owned(), f.name.to_owned(), able.to_owned(), names.join(" ")]
        });
        table([header].into_iter().chain(rows))
    };
    console.print(text.as_bytes())?;
    Ok(Status::Done)
}

/// Columns side by side, without borders or trailing blanks.
fn table(rows: impl Iterator<Item = [String; 4]>) -> String {
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    for row in rows {
        table.add_row(row);
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    let lines = table.lines().map(|line| line.trim_end().to_owned() + "\n");
    lines.collect()
}
