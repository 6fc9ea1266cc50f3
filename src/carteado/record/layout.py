"""JSON that a person can read and a program can compare: a value goes on one line if it fits."""

import json

WIDTH = 110


def layout(value: object, indent: int = 0) -> str:
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or not value or len(flat) + indent <= WIDTH:
        return flat
    inner = " " * (indent + 1)
    if isinstance(value, dict):
        parts = [
            f"{inner}{json.dumps(key, ensure_ascii=False)}: {layout(one, indent + 1)}" for key, one in value.items()
        ]
        return "{\n" + ",\n".join(parts) + "\n" + " " * indent + "}"
    return "[\n" + ",\n".join(inner + layout(one, indent + 1) for one in value) + "\n" + " " * indent + "]"
