"""Draws the pictures of the sample catalogs from shapes and colours: one small SVG for each record.

    python3 Scripts/draw_images.py          draws all pictures
    python3 Scripts/draw_images.py --check  compares them with those in Catalogs/images, and the records with their pictures

A picture depends on nothing but its record's catalog, id, scope and English title, so that everybody draws the same. Variants of
a product look like its first record, in their own colour if they have one of those below.
"""

import hashlib
import json
import math
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "Catalogs/images"
# Hues by words of titles, in degrees; other records get one by their id.
HUES = {
    "red": 0, "poppies": 5, "poppy": 5, "rose": 345, "roses": 345, "orange": 28, "marigold": 38, "sunflower": 48,
    "sunflowers": 48, "yellow": 50, "gold": 46, "golden": 46, "green": 130, "sea": 190, "blue": 215, "lavender": 265,
    "violet": 280, "violets": 280, "lilac": 285, "pink": 330, "tulip": 350, "tulips": 350, "peony": 325, "peonies": 325,
}  # fmt: skip
# Colours of variants that are no hue: saturation and the lightness of the middle shade.
GRAYS = {"black": (8, 26), "gray": (6, 56), "silver": (10, 70), "white": (18, 88)}
WHITE = {"white", "lily", "lilies", "snow", "snowdrops", "candle", "chamomile", "daisy", "daisies"}
FLOWERS = (
    "flower", "bouquet", "rose", "lily", "tulip", "orchid", "chrysanthemum", "lavender", "wreath", "plant",
)  # fmt: skip
# A quiet ground for each scope.
GROUNDS = {"birthdays": "#fff4dc", "weddings": "#f6eef8", "funerals": "#e6ebee"}


class Chance:
    """Numbers that follow from a text."""

    def __init__(self, text):
        self.digits = int.from_bytes(hashlib.sha256(text.encode()).digest())

    def below(self, limit):
        self.digits, number = divmod(self.digits, limit)
        return number


def colours(record, chance):
    """Three shades of the record's colour: middle, light, dark."""
    title = record.get("title", {})
    words = {word.strip(".,’'!?").lower() for word in (title if isinstance(title, str) else title.get("en", "")).split()}
    hue = next((HUES[word] for word in sorted(words) if word in HUES), chance.below(360))
    saturation, light = (18, 88) if words & WHITE else (62, 58)
    if "product" in record:
        saturation, light = GRAYS.get(record["color"][0], (saturation, light))
    return [f"hsl({hue} {saturation}% {value}%)" for value in (light, min(light + 16, 95), light - 26)]


def rounded(number):
    return f"{number:.1f}".rstrip("0").rstrip(".")


def blossom(x, y, size, petals, shades, round_):
    """Petals around a heart."""
    reach, width = size * 0.55, size * (0.34 if round_ else 0.2)
    turns = "".join(
        f'<use href="#p" transform="rotate({rounded(360 * number / petals)})"/>' for number in range(1, petals)
    )
    petal = f'<ellipse id="p" cy="{rounded(-reach)}" rx="{rounded(width)}" ry="{rounded(size * 0.48)}"/>'
    return (
        f'<g transform="translate({x} {y})"><g fill="{shades[0]}" stroke="{shades[1]}" stroke-width="2">{petal}{turns}</g>'
        f'<circle r="{rounded(size * 0.26)}" fill="{shades[2]}"/></g>'
    )


def box(shades, chance):
    """A present with a ribbon."""
    top, band = 96 + chance.below(24), 100 + chance.below(36)
    return (
        f'<path d="M52 {top}h136v{206 - top}h-136z" fill="{shades[0]}"/><path d="M44 {top - 24}h152v26h-152z" fill="{shades[2]}"/>'
        f'<path d="M{band} {top - 24}h20v{230 - top}h-20z" fill="{shades[1]}"/><g fill="none" stroke="{shades[1]}" stroke-width="9">'
        f'<ellipse cx="{band - 12}" cy="{top - 42}" rx="24" ry="14"/><ellipse cx="{band + 32}" cy="{top - 42}" rx="24" ry="14"/></g>'
    )


def gift(record, chance):
    shades = colours(record, chance)
    words = " ".join([record["title"]["en"], *record.get("keywords", {}).get("en", [])]).lower()
    if not any(flower in words for flower in FLOWERS):
        return box(shades, chance)
    lean = chance.below(30) - 15
    stem = f'<path d="M{120 + lean} 110Q{130 - lean} 170 120 228" fill="none" stroke="#4c7a4a" stroke-width="7"/>'
    leaf = f'<path d="M121 190q{-44 - chance.below(16)} -6 -52 -40q44 4 52 40z" fill="#6f9c63"/>'
    other = f'<path d="M122 172q{40 + chance.below(16)} -4 48 -36q-42 2 -48 36z" fill="#6f9c63"/>'
    flower = blossom(120 + lean, 96, 62, 5 + chance.below(8), shades, chance.below(2) == 0)
    return stem + leaf + (other if chance.below(3) else "") + flower


def card(record, chance):
    shades = colours(record, chance)
    tilt = chance.below(13) - 6
    motifs = []
    for row in range(3):
        for column in range(3):
            x, y, size = 84 + 36 * column, 76 + 44 * row, 7 + chance.below(9)
            kind = chance.below(3)
            if kind == 0:
                motifs.append(f'<circle cx="{x}" cy="{y}" r="{size}" fill="{shades[0]}"/>')
            elif kind == 1:
                motifs.append(f'<path d="M{x} {y - size}l{size} {size}l{-size} {size}l{-size} {-size}z" fill="{shades[2]}"/>')
            else:
                motifs.append(f'<circle cx="{x}" cy="{y}" r="{size - 2}" fill="none" stroke="{shades[0]}" stroke-width="4"/>')
    return (
        f'<g transform="rotate({tilt} 120 120)"><path d="M62 36h130v172h-130z" fill="#0002"/>'
        f'<path d="M56 30h130v172h-130z" fill="#fff"/><path d="M56 30h10v172h-10z" fill="{shades[1]}"/>{"".join(motifs)}</g>'
    )


def book(record, chance):
    shades = colours(record, chance)
    points = 3 + chance.below(6)
    star = " ".join(
        f"{rounded(130 + radius * math.sin(turn))},{rounded(112 - radius * math.cos(turn))}"
        for number in range(2 * points)
        for radius, turn in [((44, 18 + chance.below(8))[number % 2], math.pi * number / points)]
    )
    lines = "".join(
        f'<path d="M{94 + inset} {y}h{72 - 2 * inset}" stroke="{shades[1]}" stroke-width="5"/>'
        for y, inset in ((176, chance.below(12)), (190, 8 + chance.below(16)))
    )
    return (
        f'<path d="M66 28h118v188h-118z" fill="#0002"/><path d="M60 22h118q6 0 6 6v176q0 6 -6 6h-118z" fill="{shades[2]}"/>'
        f'<path d="M60 22h16v188h-16z" fill="{shades[0]}"/><polygon points="{star}" fill="{shades[1]}"/>{lines}'
    )


MOTIFS = {"gifts": gift, "cards": card, "books": book}


def picture(catalog, record):
    """The picture of a record as SVG."""
    chance = Chance(f"{catalog} {record.get('product', record['id'])}")
    ground = GROUNDS.get(record.get("type"), "#eef0ea")
    shapes = MOTIFS[catalog](record, chance)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240" width="240" height="240">'
        f'<path d="M0 0h240v240h-240z" fill="{ground}"/>{shapes}</svg>\n'
    )


def main():
    drawn = {}
    lost = []
    for catalog in MOTIFS:
        for line in (FOLDER.parent / f"{catalog}.jsonl").read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            drawn[f"{record['id']}.svg"] = picture(catalog, record)
            if record.get("image") != f"/images/{record['id']}.svg":
                lost.append(record["id"])
    if "--check" not in sys.argv[1:]:
        for name, text in drawn.items():
            (FOLDER / name).write_text(text, encoding="utf-8")
        return 0
    kept = {file.name: file.read_text(encoding="utf-8") for file in FOLDER.glob("*.svg")}
    wrong = sorted(name for name in kept.keys() | drawn.keys() if kept.get(name) != drawn.get(name))
    for name in wrong:
        print(f"{name} is not what draw_images.py draws", file=sys.stderr)
    for identifier in lost:
        print(f"the record {identifier} has another picture", file=sys.stderr)
    return 1 if wrong or lost else 0


if __name__ == "__main__":
    sys.exit(main())
