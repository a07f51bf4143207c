"""Tables as Parquet and CSV: the same bytes for the same values, each file whole or not there."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq


def write_frame(folder: Path, name: str, table: pd.DataFrame) -> None:
    """Write `name`.parquet and `name`.csv; floats in CSV are the shortest that read back. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    for ending in ("parquet", "csv"):
        temporary = folder / f".{name}.{ending}.partial"
        if ending == "csv":
            table.to_csv(temporary, index=False, lineterminator="\n")
        else:
            pq.write_table(pa.Table.from_pandas(table, preserve_index=False).replace_schema_metadata(None), temporary)
        temporary.replace(folder / f"{name}.{ending}")
