//! Buffers for the values of typed columns that have not been taken yet.

use std::mem;

use super::schema::{Holds, TypedColumn};
use crate::model::Moment;
use crate::tables::Cell;

/// A value that a column cannot hold, as a text for a message.
#[derive(Debug)]
pub struct Unfit(pub String);

impl Unfit {
    fn of_another_type() -> Unfit {
        Unfit("a value of another type".into())
    }
}

/// The values of a column in Parquet's representation: levels that say how much of each is present, and the values
/// apart.
pub struct ColumnBuffer {
    is_required: bool,
    is_list: bool,
    content: ColumnContent,
    kept: Lengths,
}

/// The content of a column in some rows.
pub struct ColumnContent {
    /// Definition levels: how much of each value, or of each element of a list, is present.
    pub definition: Vec<i16>,
    /// Repetition levels: 1 for an element that continues a list, 0 for one that begins a row; empty for other columns.
    pub repetition: Vec<i16>,
    /// The values that are present.
    pub values: Values,
}

/// The lengths of the parts of a column.
#[derive(Clone, Copy, Default)]
struct Lengths {
    definition: usize,
    repetition: usize,
    values: usize,
    /// Number of bytes, for values that are bytes.
    bytes: usize,
}

/// The values of a column that are present, one after the other.
pub enum Values {
    /// Numbers, or moments in milliseconds since 1970.
    Integers(Vec<i64>),
    /// Truth values.
    Booleans(Vec<bool>),
    /// The bytes of all values, and the offset at which each ends.
    Bytes(Vec<u8>, Vec<usize>),
}

impl Values {
    fn none(holds: Holds) -> Values {
        match holds {
            Holds::Integers | Holds::Moments => Values::Integers(Vec::new()),
            Holds::Booleans => Values::Booleans(Vec::new()),
            Holds::Texts | Holds::Bytes => Values::Bytes(Vec::new(), Vec::new()),
        }
    }
}

/// A value to be added to a column.
enum Value<'c> {
    Integer(i64),
    Boolean(bool),
    Bytes(&'c [u8]),
}

impl ColumnBuffer {
    /// Creates an empty buffer for a column.
    pub fn new(column: &TypedColumn) -> ColumnBuffer {
        ColumnBuffer {
            is_required: column.is_required,
            is_list: column.list_of.is_some(),
            content: ColumnContent::none(column.holds),
            kept: Lengths::default(),
        }
    }

    /// Commits everything that was added; returns its size in memory, in bytes.
    pub fn keep(&mut self) -> usize {
        let (values, bytes, size) = match &self.content.values {
            Values::Integers(values) => (values.len(), 0, size_of::<i64>()),
            Values::Booleans(values) => (values.len(), 0, size_of::<bool>()),
            Values::Bytes(bytes, ends) => (ends.len(), bytes.len(), size_of::<usize>()),
        };
        let (definition, repetition) = (self.content.definition.len(), self.content.repetition.len());
        self.kept = Lengths { definition, repetition, values, bytes };
        (definition + repetition) * size_of::<i16>() + values * size + bytes
    }

    /// Removes what was added since the last commit.
    pub fn take_back(&mut self) {
        let Lengths { definition, repetition, values: length, bytes: size } = self.kept;
        self.content.definition.truncate(definition);
        self.content.repetition.truncate(repetition);
        match &mut self.content.values {
            Values::Integers(values) => values.truncate(length),
            Values::Booleans(values) => values.truncate(length),
            Values::Bytes(bytes, ends) => {
                bytes.truncate(size);
                ends.truncate(length);
            }
        }
    }

    /// Adds rows without a value.
    pub fn push_nulls(&mut self, rows: usize) -> Result<(), Unfit> {
        if self.is_required && rows > 0 {
            return Err(Unfit("nothing".into()));
        }
        self.content.definition.resize(self.content.definition.len() + rows, 0);
        if self.is_list {
            self.content.repetition.resize(self.content.repetition.len() + rows, 0);
        }
        Ok(())
    }

    /// Adds a value of bytes.
    pub fn push_bytes(&mut self, bytes: &[u8]) -> Result<(), Unfit> {
        self.push_value(Value::Bytes(bytes), 1)
    }

    /// Adds the cell of a row.
    pub fn push(&mut self, cell: &Cell, column: &TypedColumn) -> Result<(), Unfit> {
        match (cell, column.list_of) {
            (Cell::Null, _) => self.push_nulls(1),
            (Cell::Text(text), Some(list)) => {
                // An empty list is present itself; a null element is inside a list.
                let is_there = i16::from(!self.is_required);
                let mut repetition = 0;
                for element in list.elements(text) {
                    let element = element.map_err(|_| Unfit(format!("\"{text}\"")))?;
                    self.content.repetition.push(mem::replace(&mut repetition, 1));
                    match &element {
                        Cell::Null => self.content.definition.push(is_there + 1),
                        element => self.push_value(value_of(element, column)?, is_there + 2)?,
                    }
                }
                if repetition == 0 {
                    self.content.repetition.push(0);
                    self.content.definition.push(is_there);
                }
                Ok(())
            }
            (cell, _) => self.push_value(value_of(cell, column)?, 1),
        }
    }

    fn push_value(&mut self, value: Value<'_>, definition: i16) -> Result<(), Unfit> {
        match (&mut self.content.values, value) {
            (Values::Integers(values), Value::Integer(number)) => values.push(number),
            (Values::Booleans(values), Value::Boolean(value)) => values.push(value),
            (Values::Bytes(all, ends), Value::Bytes(bytes)) => {
                all.extend_from_slice(bytes);
                ends.push(all.len());
            }
            _ => return Err(Unfit::of_another_type()),
        }
        self.content.definition.push(definition);
        Ok(())
    }

    /// Returns the content and empties the buffer.
    pub fn take(&mut self, column: &TypedColumn) -> ColumnContent {
        self.kept = Lengths::default();
        mem::replace(&mut self.content, ColumnContent::none(column.holds))
    }
}

impl ColumnContent {
    fn none(holds: Holds) -> ColumnContent {
        ColumnContent { definition: Vec::new(), repetition: Vec::new(), values: Values::none(holds) }
    }
}

fn value_of<'c>(cell: &'c Cell, column: &TypedColumn) -> Result<Value<'c>, Unfit> {
    let moment = |moment: &Moment| Value::Integer(moment.date_time().and_utc().timestamp_millis());
    match (cell, column.holds) {
        (Cell::Text(text), Holds::Texts) => Ok(Value::Bytes(text.as_bytes())),
        // The walk along a document gives moments as texts.
        (Cell::Text(text), Holds::Moments) => {
            text.parse().map(|at| moment(&at)).map_err(|_| Unfit(format!("\"{text}\"")))
        }
        (Cell::Moment(at), Holds::Moments) => Ok(moment(at)),
        (Cell::Integer(number), Holds::Integers) => {
            i64::try_from(number.get()).map(Value::Integer).map_err(|_| Unfit(number.get().to_string()))
        }
        (Cell::Boolean(value), Holds::Booleans) => Ok(Value::Boolean(*value)),
        (cell, _) => Err(Unfit(format!("\"{}\"", cell.to_csv()))),
    }
}
