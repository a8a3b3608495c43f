"""Makes models/dictionaries/{de,fr,es}.tsv.gz.

    make-dictionaries.py OMW-DATA WORDNET COMPANIES OUT

OMW-DATA is a checkout of github.com/omwn/omw-data (its folder wns/wikt: words of Wiktionary by the synsets of WordNet 3.0), WORDNET the
folder of WordNet 3.0's files (dict/), COMPANIES a CSV file of companies with a description. Of the English words of a foreign word's synsets
the one is taken that companies use most, weighted by the order of its senses. What fewer than three companies use is left out.
"""

import collections
import csv
import gzip
import re
import sys

OMW, WORDNET, COMPANIES, OUT = sys.argv[1:5]
PARTS = {"noun": "n", "verb": "v", "adj": "a"}
LANGUAGES = {"deu": "de", "fra": "fr", "spa": "es"}
LEAST_COMPANIES = 3


def wordnet():
    """Words by (offset, part), and how the sense stands among those of the word: (whether it is tagged, its number)."""
    words, ranks = {}, {}
    for part, letter in PARTS.items():
        with open(f"{WORDNET}/data.{part}", encoding="latin1") as file:
            for line in file:
                if line.startswith("  "):
                    continue
                fields = line.split("|")[0].split()
                count = int(fields[3], 16)
                names = [re.sub(r"\((a|p|ip)\)$", "", fields[4 + 2 * i]) for i in range(count)]
                words[(fields[0], letter)] = [name.replace("_", " ") for name in names]
        with open(f"{WORDNET}/index.{part}", encoding="latin1") as file:
            for line in file:
                if line.startswith("  "):
                    continue
                fields = line.split()
                senses, tagged = int(fields[2]), int(fields[5 + int(fields[3])])
                for i, offset in enumerate(fields[-senses:]):
                    weight = 20 // (i + 1) if i < tagged else 0
                    ranks[(offset, letter, fields[0].replace("_", " "))] = (weight, i + 1)
    return words, ranks


def used_by_companies():
    counts = collections.Counter()
    with gzip.open(COMPANIES, "rt", encoding="utf8") as file:
        for row in csv.DictReader(file):
            text = " ".join(v for k, v in row.items() if k and v and k.lower() in ("description", "summary", "industry", "sector"))
            counts.update(set(re.findall(r"[a-z][a-z-]+", text.lower())))
    return counts


WORDS, RANKS = wordnet()
COUNTS = used_by_companies()


def companies(phrase):
    parts = phrase.lower().replace("-", " ").split()
    return min((max(COUNTS[w], COUNTS[w + "s"], COUNTS[w + "es"], COUNTS[re.sub("y$", "ies", w)]) for w in parts), default=0)


for code, language in LANGUAGES.items():
    found = collections.defaultdict(collections.Counter)
    with open(f"{OMW}/wns/wikt/wn-wikt-{code}.tab", encoding="utf8") as file:
        next(file)
        for line in file:
            fields = line.rstrip("\n").split("\t")
            if len(fields) < 3 or not fields[1].endswith("lemma"):
                continue
            offset, part = fields[0].split("-")
            for i, english in enumerate(WORDS.get((offset, part), [])):
                count = companies(english)
                # Names are no trades.
                if count < LEAST_COMPANIES or (part == "n" and english[0].isupper()):
                    continue
                tagged, number = RANKS.get((offset, part, english.lower()), (0, 9))
                weight = count**0.5 * (1 + tagged / 5) * (1 if number <= 2 else 0.5) * (1 if i == 0 else 0.7)
                found[(fields[2].strip(), part)][english] += weight
    rows = [
        f"{word}\t{part}\t{english.most_common(1)[0][0]}\n"
        for (word, part), english in sorted(found.items())
        if 3 <= len(word) <= 40
    ]
    with open(f"{OUT}/{language}.tsv.gz", "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as file:
        file.write("".join(rows).encode("utf8"))
    print(language, len(rows))
