#!/usr/bin/env python3
"""Restricts a JSON Lines catalog to some locales and fields, so that its index has the same content as others' indexes.

  restrict.py CATALOG.jsonl OUT.jsonl LOCALE[,LOCALE...] FIELD[,FIELD...]

Records keep their id and these texts. Records without any of these texts are left out.
"""
import json
import os
import sys


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    source, target, locales, fields = sys.argv[1], sys.argv[2], sys.argv[3].split(","), sys.argv[4].split(",")
    os.makedirs(os.path.dirname(target) or ".", exist_ok=True)
    with open(source, encoding="utf-8") as lines, open(target, "w", encoding="utf-8") as out:
        for line in lines:
            record = json.loads(line)
            kept = {"id": record["id"]}
            for field in fields:
                texts = record.get(field) or {}
                texts = {locale: texts[locale] for locale in locales if texts.get(locale)}
                if texts:
                    kept[field] = texts
            if len(kept) > 1:
                out.write(json.dumps(kept, ensure_ascii=False, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
