"""Sources of a run: a folder, a list, or an object store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from auditor.bulk.bulk_errors import NoSource
from auditor.evidence import Evidence, FileEvidence

SUFFIXES = (".ndjson", ".jsonl", ".json")
NAMED = f"{', '.join(SUFFIXES)}, or in these and .gz"
STDIN = "-"
_SCHEME = "://"


def addresses(source: str, stdin: Iterable[str] = ()) -> list[str]:
    """Files of a source as absolute paths or URLs. stdin: lines of a list `-`.

    A folder gives all files with logs' names; a list's lines are URLs or paths from its folder. Raises NoSource.
    """
    if source == STDIN:
        found = _listed(stdin, Path.cwd())
        nothing = "The list on standard input is empty; it has the address of a file on each line."
    elif _SCHEME in source:
        found = _of_url(source)
        nothing = f"{source} has no file whose name ends in {NAMED}."
    elif Path(source).is_dir():
        found = sorted(
            str(each) for each in Path(source).resolve().rglob("*") if _is_log(each.name) and each.is_file()
        )
        nothing = f"The folder {source} has no file whose name ends in {NAMED}."
    else:
        found = _of_list(Path(source))
        nothing = f"The list {source} is empty; it has the address of a file on each line."
    if not found:
        raise NoSource(nothing)
    return found


def opened(address: str) -> Evidence | FileEvidence:
    """A file: local ones in pieces, others in memory. Raises OSError, ImportError, ValueError."""
    if _SCHEME not in address:
        return FileEvidence(Path(address))
    import fsspec

    with fsspec.open(address, "rb") as stream:
        return Evidence(stream.read())


def _is_log(name: str) -> bool:
    return not name.startswith(".") and name.lower().removesuffix(".gz").endswith(SUFFIXES)


def _of_list(path: Path) -> list[str]:
    try:
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise NoSource(f"There is no folder or list {path}.") from None
    except UnicodeDecodeError:
        raise NoSource(f"{path} is neither a folder nor a list: it is not text in UTF-8.") from None
    except OSError as error:
        raise NoSource(f"{path} cannot be read: {error.strerror}.") from None
    if text.lstrip().startswith("{"):
        raise NoSource(
            f"{path} is a log, and no list of logs. `auditor audit {path}` audits one; name a folder, or a list of files."
        )
    return _listed(text.splitlines(), path.resolve().parent)


def _listed(lines: Iterable[str], folder: Path) -> list[str]:
    named = (line.strip() for line in lines)
    found = (
        each if _SCHEME in each else str(folder / each) for each in named if each and not each.startswith("#")
    )
    return list(dict.fromkeys(found))


def _of_url(url: str) -> list[str]:
    import fsspec

    try:
        files, root = fsspec.core.url_to_fs(url)
        found = [root] if files.isfile(root) else sorted(_below(files, root))
    except (ValueError, ImportError) as error:  # no such scheme, or what reads it is not installed
        raise NoSource(f"{url} cannot be read: {error}") from None
    except Exception as error:  # each store raises errors of its own
        raise NoSource(f"{url} cannot be listed: {str(error) or 'the store gives no reason'}") from None
    return [files.unstrip_protocol(each) for each in found]


def _below(files: Any, root: str) -> Iterator[str]:
    for each in files.glob(root) if any(mark in root for mark in "*?[") else [root]:
        if files.isfile(each):
            yield each
        else:
            yield from (name for name in files.find(each) if _is_log(name.rsplit("/", 1)[-1]))
