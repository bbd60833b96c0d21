"""What the documents use of psycopg, on SQLite: its SQL is the same but for the marks of values."""

import sqlite3


def connect(connection, *, autocommit):
    assert connection == "dbname=news"
    return Connection(sqlite3.connect("postgres.db", isolation_level=None if autocommit else "DEFERRED"))


class Connection:
    def __init__(self, database):
        self._database = database

    def execute(self, query, values=()):
        return self._database.execute(query.replace("%s", "?"), values)

    def close(self):
        self._database.close()
