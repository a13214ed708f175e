from typing import Any

SOURCE_SHA256: str

def compile(tag: bytes, fields: tuple[Any, ...], /) -> Any: ...
def scan(
    scanners: tuple[Any, ...], text: bytes, longest: int, /
) -> tuple[int, tuple[tuple[bytes, tuple[Any, ...]], ...], list[tuple[int, bytes]]] | None: ...
