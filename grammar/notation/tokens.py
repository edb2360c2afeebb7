"""The tokens of a parsed line, and how a stretch of it is shown in a message."""

from __future__ import annotations

from functools import lru_cache

from lark import Token, Tree

Node = Tree[Token]


def tokens_of(node: Node) -> list[Token]:
    """The tokens of a node, those of the nodes within it only where it has none of its own."""
    own = [child for child in node.children if isinstance(child, Token)]
    nodes = [child for child in node.children if isinstance(child, Tree)]
    return own or [token for child in nodes for token in tokens_of(child)]


def run_of(words: list[Token]) -> str:
    """Words joined as they stood, so that ``{28|29}S`` stays one run."""
    text = ""
    for index, word in enumerate(words):
        gap = index > 0 and word.start_pos != words[index - 1].end_pos
        text += (" " if gap else "") + word
    return text


@lru_cache(maxsize=256)
def shown(text: str) -> str:
    """A stretch of the record as it is shown in a message, not too long."""
    text = " ".join(text.split())
    return f"“{text[:40]}…”" if len(text) > 41 else f"“{text}”" if text else ""
