"""Audits of many logs into files for databases, without a store.

One task audits a file (`file_task.py`), another a room's days and events (`room_task.py`).
"""
