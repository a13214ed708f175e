from typing import Any

VERSION: int

def compile(tag: bytes, fields: tuple[Any, ...], /) -> Any: ...
def scan(
    scanners: tuple[Any, ...], text: bytes, longest: int, /
) -> tuple[int, tuple[tuple[bytes, tuple[Any, ...]], ...], list[tuple[int, bytes]]] | None: ...
