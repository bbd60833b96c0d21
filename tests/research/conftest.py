from tests.evaluate.conftest import corpus

__all__ = ["corpus"]
