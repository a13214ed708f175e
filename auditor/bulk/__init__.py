"""Many logs audited at once, into files that databases read; no store, and no audit of record.

A task audits one file (`file_task.py`), a second one the gaming days and events of a room (`room_task.py`). Both write Parquet
files (`bulk_tables.py`) below the folder of a run (`folder.py`), and are run by any executor (`pools.py`).
"""
