"""The reference as HTML; what looks like HTML in a page is escaped."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from auditor.reference.markdown import anchor
from auditor.reference.reference_page_list import pages


@lru_cache(maxsize=1024)
def html_of(path: str) -> str:
    """HTML of a page, by its path. Raises KeyError where no page has it."""
    return as_html(pages()[path].markdown())


def as_html(markdown: str) -> str:
    """Markdown as HTML: headings have ids, and tables are in a box that scrolls, also by keyboard."""
    return str(_parser().render(markdown))


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.core.ruler.push("reference", _finished)
    parser.add_render_rule("table_open", _table_open)
    parser.add_render_rule("table_close", lambda *_: "</table></div>\n")
    return parser


def _finished(state: StateCore) -> None:
    """Give headings ids, tables the name of the heading above, and cells a class, as the policy forbids styles."""
    heading = ""
    for token, after in zip(state.tokens, [*state.tokens[1:], None], strict=True):
        if token.type == "heading_open" and after is not None:
            heading = _text(after.children or [])
            token.attrSet("id", anchor(heading))
        elif token.type == "table_open":
            token.attrSet("aria-label", heading)
        elif token.type in ("th_open", "td_open") and "style" in token.attrs:
            style = str(token.attrs.pop("style"))
            token.attrSet("class", style.removeprefix("text-align:"))


def _table_open(_: object, tokens: Sequence[Token], at: int, *_more: object) -> str:
    label = escape(str(tokens[at].attrGet("aria-label")))
    return f'<div class="table" role="group" tabindex="0" aria-label="{label}"><table>\n'


def _text(children: list[Any]) -> str:
    return "".join(each.content for each in children if each.type in ("text", "code_inline"))
