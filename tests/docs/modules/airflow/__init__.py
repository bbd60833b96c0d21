"""What the documents use of Airflow: a task runs when it is made."""

from contextlib import AbstractContextManager


class DAG(AbstractContextManager):
    def __init__(self, name, *, schedule, catchup, max_active_runs):
        self.facts = (name, schedule, catchup, max_active_runs)

    def __exit__(self, *_):
        pass
