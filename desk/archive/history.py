"""An act in one line, for a person who reads a case's history."""

from __future__ import annotations

from desk.archive.acts import Act, Kind


def told(act: Act) -> str:
    """What was done, in plain words."""
    body = act.body
    match act.kind:
        case Kind.OPENED:
            return f"opened the case {body.get('title', '')}"
        case Kind.DOCUMENT:
            return f"handed in {body['name']} ({body['size']} bytes, {str(body['digest'])[:12]})"
        case Kind.READING:
            return f"read the document {str(body['digest'])[:12]} with {body['reader']}"
        case Kind.CORRECTED:
            return f"read {body['field']} as {_corrected(body)}"
        case Kind.UNCORRECTED:
            return f"took back act {body['act']}"
        case Kind.RULES:
            return f"chose the rulebook {body['rulebook']}"
        case Kind.CHECKED:
            found = len(body.get("check", {}).get("findings", ()))
            return f"checked the record under {body['rulebook']}: {found} found"
        case Kind.DECIDED:
            reason = f": {body['reason']}" if body.get("reason") else ""
            return f"{body['decision']} – {body['finding']}{reason}"
        case Kind.STATEMENT:
            return f"statement of {body['side']}: {body['text']}"
        case Kind.WARNING:
            return f"earlier warning to {body['team']}: {body['text']}"
        case Kind.RULED:
            return f"ruling: {body['text']}"
        case Kind.SIGNED:
            return f"signed off with the report {str(body['report'])[:12]}"
        case Kind.REOPENED:
            return f"reopened the case: {body['reason']}"
        case Kind.REDACTED:
            return f"took a name out of {len(body['acts'])} acts and {len(body['documents'])} documents"
        case Kind.NOTE:
            return f"note: {body['text']}"


def _corrected(body: dict[str, object]) -> str:
    how = body.get("how")
    if how == "blank":
        return "blank"
    return "not readable" if how == "unreadable" else str(body.get("text"))
