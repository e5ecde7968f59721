"""Everything that is kept: one contract, SQLite by default, PostgreSQL by URL."""
