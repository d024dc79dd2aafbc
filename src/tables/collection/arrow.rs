//! Typed columns as Arrow arrays, with the types and names that readers of our Parquet files see.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, BinaryArray, BooleanArray, Int64Array, ListArray, RecordBatch, StringArray, TimestampMillisecondArray,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Metadata, Schema, SchemaRef, TimeUnit};

use super::columns::{ColumnContent, Holds, MEANING_KEY, SYSTEM, TypedColumn, TypedTable, Values};

/// Returns the error for content that does not match its column. It should not occur: Ludex makes both itself.
fn unlike() -> ArrowError {
    ArrowError::SchemaError("a column of another type".into())
}

impl TypedColumn {
    /// Returns the type of the values, or of the elements of lists.
    fn leaf_type(&self) -> DataType {
        match self.holds {
            Holds::Integers => DataType::Int64,
            Holds::Booleans => DataType::Boolean,
            Holds::Texts => DataType::Utf8,
            Holds::Moments => DataType::Timestamp(TimeUnit::Millisecond, None),
            Holds::Bytes => DataType::Binary,
        }
    }

    fn element(&self) -> FieldRef {
        Arc::new(Field::new("element", self.leaf_type(), true))
    }

    fn field(&self) -> Field {
        let kind = if self.list_of.is_some() { DataType::List(self.element()) } else { self.leaf_type() };
        Field::new(self.name, kind, !self.is_required)
    }

    fn array(&self, content: ColumnContent) -> Result<ArrayRef, ArrowError> {
        let ColumnContent { definition, repetition, values } = content;
        if self.list_of.is_none() {
            let is_there = (!self.is_required).then(|| definition.iter().map(|level| *level > 0).collect());
            return self.leaf_array(values, is_there);
        }
        let empty = i16::from(!self.is_required);
        let (mut starts, mut is_list, mut is_there) = (Vec::new(), Vec::new(), Vec::new());
        for (level, continues) in definition.iter().zip(&repetition) {
            if *continues == 0 {
                starts.push(is_there.len());
                is_list.push(*level >= empty);
            }
            if *level > empty {
                is_there.push(*level > empty + 1);
            }
        }
        starts.push(is_there.len());
        let elements = self.leaf_array(values, Some(is_there))?;
        let nulls = (!self.is_required).then(|| NullBuffer::from(is_list));
        Ok(Arc::new(ListArray::try_new(self.element(), offsets(starts)?, elements, nulls)?))
    }

    /// Builds the array of the values; `is_there` says which positions have one, `None` that all have.
    fn leaf_array(&self, values: Values, is_there: Option<Vec<bool>>) -> Result<ArrayRef, ArrowError> {
        let all = is_there.as_deref();
        let array: ArrayRef = match (self.holds, values) {
            (Holds::Integers, Values::Integers(values)) => {
                let values = spread(values, all);
                Arc::new(Int64Array::try_new(ScalarBuffer::from(values), is_there.map(NullBuffer::from))?)
            }
            (Holds::Moments, Values::Integers(values)) => {
                let values = spread(values, all);
                Arc::new(TimestampMillisecondArray::try_new(
                    ScalarBuffer::from(values),
                    is_there.map(NullBuffer::from),
                )?)
            }
            (Holds::Booleans, Values::Booleans(values)) => {
                let values = spread(values, all);
                Arc::new(BooleanArray::new(BooleanBuffer::from(values), is_there.map(NullBuffer::from)))
            }
            (Holds::Texts, Values::Bytes(bytes, ends)) => {
                let ends = offsets(spread_ends(ends, all))?;
                Arc::new(StringArray::try_new(ends, Buffer::from_vec(bytes), is_there.map(NullBuffer::from))?)
            }
            (Holds::Bytes, Values::Bytes(bytes, ends)) => {
                let ends = offsets(spread_ends(ends, all))?;
                Arc::new(BinaryArray::try_new(ends, Buffer::from_vec(bytes), is_there.map(NullBuffer::from))?)
            }
            _ => return Err(unlike()),
        };
        Ok(array)
    }
}

/// Returns the values with a default at each position that has none.
fn spread<T: Copy + Default>(values: Vec<T>, is_there: Option<&[bool]>) -> Vec<T> {
    match is_there {
        None => values,
        Some(is_there) if is_there.len() == values.len() => values,
        Some(is_there) => {
            let mut next = values.into_iter();
            is_there.iter().map(|is| if *is { next.next().unwrap_or_default() } else { T::default() }).collect()
        }
    }
}

/// Returns the offset at which each value begins, and the end of all; positions without a value are empty.
fn spread_ends(ends: Vec<usize>, is_there: Option<&[bool]>) -> Vec<usize> {
    let mut all = Vec::with_capacity(is_there.map_or(ends.len(), <[bool]>::len) + 1);
    all.push(0);
    match is_there {
        None => all.extend(ends),
        Some(is_there) => {
            let (mut next, mut last) = (ends.into_iter(), 0);
            all.extend(is_there.iter().map(|is| {
                if *is {
                    last = next.next().unwrap_or(last);
                }
                last
            }));
        }
    }
    all
}

fn offsets(all: Vec<usize>) -> Result<OffsetBuffer<i32>, ArrowError> {
    let too_many = |_| ArrowError::OffsetOverflowError(all.last().copied().unwrap_or_default());
    let all: Vec<i32> = all.iter().map(|end| i32::try_from(*end)).collect::<Result<_, _>>().map_err(too_many)?;
    Ok(OffsetBuffer::new(ScalarBuffer::from(all)))
}

/// Returns the schema of a table's rows. The system, which names folders in Parquet, is the last column.
pub fn arrow_schema(table: &TypedTable) -> SchemaRef {
    let mut fields: Vec<Field> = table.columns.iter().map(TypedColumn::field).collect();
    fields.push(Field::new(SYSTEM, DataType::Utf8, false));
    let meaning = (MEANING_KEY.to_owned(), table.described().to_string());
    Arc::new(Schema::new(fields).with_metadata(Metadata::from_iter([meaning])))
}

/// Builds a batch of rows of one table and system.
pub fn record_batch(
    table: &TypedTable,
    schema: &SchemaRef,
    system: &str,
    (rows, columns): (usize, Vec<ColumnContent>),
) -> Result<RecordBatch, ArrowError> {
    let mut arrays = Vec::with_capacity(columns.len() + 1);
    for (column, content) in table.columns.iter().zip(columns) {
        arrays.push(column.array(content)?);
    }
    arrays.push(Arc::new(StringArray::from_iter_values(std::iter::repeat_n(system, rows))));
    RecordBatch::try_new(Arc::clone(schema), arrays)
}
