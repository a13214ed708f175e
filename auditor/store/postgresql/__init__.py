"""The store in PostgreSQL: the tables of the SQLite store, its statements as PostgreSQL reads them, connections.

Needs the extra `[postgresql]`; only `auditor.store.connections_of` imports what uses psycopg.
"""
