"""An embedder for tests: vectors of hashed character trigrams, the same on every machine. An argument makes it fail in one way, or wait."""

import json
import sys
import time
import zlib

LENGTH = 64
# Words of one meaning, as a model would know them.
MEANINGS = {"fridge": "cooler", "kühlbox": "cooler", "heizung": "heater"}


def vector(text, length=LENGTH):
    words = [MEANINGS.get(word, word) for word in text.lower().split()]
    numbers = [0.0] * length
    for word in words:
        padded = f" {word} "
        for start in range(len(padded) - 2):
            numbers[zlib.crc32(padded[start:start + 3].encode()) % length] += 1
    return numbers


def main(fault, log):
    for line in sys.stdin:
        request = json.loads(line)
        if log:
            with open(log, "a", encoding="utf-8") as file:
                file.writelines(f"{request['kind']}: {text}\n" for text in request["texts"])
        answer = {"id": request["id"], "vectors": [vector(text) for text in request["texts"]], "model": "trigrams", "floor": 0.5}
        if fault.startswith("delay="):
            time.sleep(float(fault.removeprefix("delay=")))
        elif fault == "hang":
            time.sleep(60)
        elif fault == "exit":
            sys.exit(3)
        elif fault == "garbage":
            print("Loading model …", flush=True)
            continue
        elif fault == "id":
            answer["id"] += 1
        elif fault == "few":
            answer["vectors"] = answer["vectors"][1:]
        elif fault == "nan":
            answer["vectors"] = [[float("nan")] * LENGTH for _ in request["texts"]]
        elif fault == "zero":
            answer["vectors"] = [[0] * LENGTH for _ in request["texts"]]
        elif fault == "error":
            answer = {"id": request["id"], "error": "no memory"}
        elif fault == "model":
            answer["model"] = "trigrams of " + request["kind"]
        elif fault == "length" and request["kind"] == "query":
            answer["vectors"] = [vector(text, 8) for text in request["texts"]]
        print(json.dumps(answer), flush=True)


main(sys.argv[1] if len(sys.argv) > 1 else "", sys.argv[2] if len(sys.argv) > 2 else "")
