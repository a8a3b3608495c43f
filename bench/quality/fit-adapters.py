"""Fits the adapters of the vectors that compare questions with companies: python3 fit-adapters.py FOLDER NAME=MODEL_FOLDER… (needs numpy).

`npm run quality -- train-judge` writes what this reads (adapters.ts): the vectors of all companies and the judged questions. An adapter is a square
matrix near the identity, by which both sides are multiplied before they are compared. It is fitted so that right companies come before
wrong ones: of each question, a company of grade 2 against all of lesser grade, and one of grade 1 against all of grade 0, by
the softmax of their cosines; the nearest companies without a grade count as wrong, in part. Fitted are one without the questions of each
of five parts, so that whoever learns from their cosines sees them as those of unseen questions are, and one with all, for the product.
Questions that are alike are in one part. Prints what the parts left out gain, with --curve also by adapters that were fitted to a part of the others. Every draw is seeded.
"""

import json
import math
import os
import pathlib
import random
import struct
import sys

# Before numpy is there: its threads wait busily for each other, and the sums depend on how many they are.
os.environ["OPENBLAS_NUM_THREADS"] = "1"
import numpy as np  # noqa: E402

PARTS = 5
STEPS = 30
RATE = 6e-3
SCALE = 20.0
# How strongly the matrix is held to the identity (the squared differences of its numbers).
HOLD = 0.1
# What a company without a grade counts among the wrong ones, and a company of grade 1 among the right ones.
UNGRADED = 1.0
HALF = 0.33
# Companies without a grade that are shown: of each question the nearest, and some at random.
NEAREST = 40
ANY = 500


def unit(x):
    return x / (np.linalg.norm(x, axis=-1, keepdims=True) + 1e-9)


def read(folder, name):
    data = json.loads((folder / f"adapter-{name}.json").read_text())
    questions = [question for question in data["questions"] if question["vectors"]]
    domains = {company["domain"]: i for i, company in enumerate(data["companies"])}
    country = np.array([company["country"] or "" for company in data["companies"]])
    vectors = np.fromfile(folder / f"adapter-{name}.f32", np.float32).reshape(len(domains), -1)
    for question in questions:
        question["vectors"] = np.array(question["vectors"], np.float32)
        question["grades"] = {domains[domain]: grade for domain, grade in question["grades"].items() if domain in domains}
        allowed = np.ones(len(domains), bool)
        if question["countries"]:
            allowed &= np.isin(country, question["countries"])
        if question.get("excludedCountries"):
            allowed &= ~np.isin(country, question["excludedCountries"])
        question["allowed"] = allowed
    return questions, vectors


def parts_of(questions):
    """The part of each question: chains of questions that are alike stay together, the longest are dealt out first."""
    root = {question["id"]: question["id"] for question in questions}

    def find(one):
        while root[one] != one:
            one = root[one]
        return one

    for question in questions:
        for other in question["alike"]:
            if other in root:
                root[find(other)] = find(question["id"])
    chains = {}
    for one in root:
        chains.setdefault(find(one), []).append(one)
    dealt = sorted(chains.values(), key=lambda chain: chain[0])
    random.Random(1).shuffle(dealt)
    sizes, part = [0] * PARTS, {}
    for chain in sorted(dealt, key=len, reverse=True):
        smallest = min(range(PARTS), key=lambda i: sizes[i])
        sizes[smallest] += len(chain)
        part.update({one: smallest for one in chain})
    return part


def shown(questions, vectors):
    """The companies that are shown in training, and their grades: a row a question, -1 without a grade."""
    graded = sorted({company for question in questions for company in question["grades"]})
    others = set(np.random.default_rng(3).choice(len(vectors), min(ANY, len(vectors)), replace=False).tolist())
    for question in questions:
        cosines = np.where(question["allowed"], vectors @ question["vectors"].mean(0), -9)
        others |= set(np.argsort(-cosines)[:NEAREST].tolist())
    companies = graded + sorted(others - set(graded))
    column = {company: i for i, company in enumerate(companies)}
    grades = np.full((len(questions), len(companies)), -1, np.int8)
    for row, question in zip(grades, questions):
        for company, grade in question["grades"].items():
            row[column[company]] = grade
    return companies, grades, len(graded)


def fit(own, grades, companies):
    """The matrix W that a question's vector and a company's are multiplied by (x W): Adam, the rate falling by half a cosine."""
    real = np.float32
    same = np.eye(own.shape[1], dtype=real)
    weights, first, second = same.copy(), np.zeros_like(same), np.zeros_like(same)
    levels = []
    for least, share in ((2, 1.0), (1, HALF)):
        right = [np.nonzero(row >= least)[0] for row in grades]
        levels.append((right, np.where(grades < 0, real(UNGRADED), (grades < least).astype(real)), share))
    for step in range(STEPS):
        question = own @ weights
        question_length = np.linalg.norm(question, axis=1, keepdims=True)
        question = question / question_length
        company = companies @ weights
        company_length = np.linalg.norm(company, axis=1, keepdims=True)
        company = company / company_length
        scores = real(SCALE) * (question @ company.T)
        powers = np.exp(scores - real(SCALE))
        slopes = np.zeros_like(scores)
        for right, wrong, share in levels:
            mass = wrong * powers
            total = mass.sum(1) + 1e-30
            bar = np.log(total) + SCALE
            push = np.zeros(len(own), real)
            for i, some in enumerate(right):
                if len(some) > 0:
                    pull = (share / len(some) / len(own) / (1 + np.exp(scores[i, some] - bar[i]))).astype(real)
                    slopes[i, some] -= pull
                    push[i] = pull.sum() / total[i]
            slopes += mass * push[:, None]
        by_question = real(SCALE) * (slopes @ company)
        by_company = real(SCALE) * (slopes.T @ question)
        by_question = (by_question - (by_question * question).sum(1, keepdims=True) * question) / question_length
        by_company = (by_company - (by_company * company).sum(1, keepdims=True) * company) / company_length
        slope = own.T @ by_question + companies.T @ by_company + real(2 * HOLD) * (weights - same)
        rate = RATE * 0.5 * (1 + math.cos(math.pi * step / STEPS))
        first = 0.9 * first + 0.1 * slope
        second = 0.99 * second + 0.01 * slope**2
        move = first / (1 - 0.9 ** (step + 1)) / (np.sqrt(second / (1 - 0.99 ** (step + 1))) + 1e-8)
        weights = (weights - rate * move).astype(real)
    return weights


def gain(grades):
    return sum((2**grade - 1) / math.log2(i + 2) for i, grade in enumerate(grades[:10]))


def measure(question, vectors, weights):
    """nDCG@10, recall@50 and nDCG@10 of graded companies alone, by the cosine."""
    asked = unit(unit(question["vectors"] @ weights).sum(0))
    cosines = np.where(question["allowed"], vectors @ asked, -9)
    order = np.argpartition(-cosines, 50)[:50]
    order = order[np.argsort(-cosines[order], kind="stable")]
    grades, ideal = question["grades"], gain(sorted(question["grades"].values(), reverse=True))
    wanted = [company for company, grade in grades.items() if grade == 2]
    inside = [company for company in grades if question["allowed"][company]]
    known = gain(sorted((grades[company] for company in inside), reverse=True))
    among = sorted(inside, key=lambda company: -cosines[company])
    return (
        gain([grades.get(int(i), 0) for i in order[:10]]) / ideal if ideal else np.nan,
        len(set(order[:50].tolist()) & set(wanted)) / len(wanted) if wanted else np.nan,
        gain([grades[company] for company in among]) / known if known else np.nan,
    )


def difference(before, after):
    """The mean difference over questions with its 95 % interval (percentile bootstrap)."""
    both = after - before
    both = both[~np.isnan(both)]
    means = both[np.random.default_rng(0).integers(0, len(both), (4000, len(both)))].mean(1)
    low, high = np.percentile(means, [2.5, 97.5])
    return f"{both.mean():+.3f} [{low:+.3f}, {high:+.3f}]"


def write(path, weights):
    """As safetensors: a dense layer without bias, whose rows make one number of the result each."""
    data = np.ascontiguousarray(weights.T, "<f4").tobytes()
    header = json.dumps({"linear.weight": {"dtype": "F32", "shape": list(weights.shape), "data_offsets": [0, len(data)]}},
                        separators=(",", ":")).encode()
    header += b" " * (-len(header) % 8)
    path.write_bytes(struct.pack("<Q", len(header)) + header + data)


def train(questions, rows, vectors, companies, grades, graded):
    """An adapter by some of the questions: companies that only others graded are left out."""
    use = (grades[rows] >= 0).any(0)
    use[graded:] = True
    own = unit(np.array([questions[i]["vectors"].sum(0) for i in rows]))
    return fit(own, grades[rows][:, use], vectors[np.array(companies)[use]])


def crossed(questions, part, given, share=1.0):
    """The measures of all questions, each by an adapter without its part; with a share of the others only, for a learning curve."""
    _, vectors, _, grades, _ = given
    found, adapters = np.full((len(questions), 3), np.nan), []
    for left_out in range(PARTS):
        rows = [i for i, question in enumerate(questions) if part[question["id"]] != left_out and (grades[i] == 2).any()]
        random.Random(5).shuffle(rows)
        weights = train(questions, sorted(rows[: round(share * len(rows))]), *given[1:])
        adapters.append(weights)
        adapted = unit(vectors @ weights)
        for i, question in enumerate(questions):
            if part[question["id"]] == left_out:
                found[i] = measure(question, adapted, weights)
    return found, adapters


def main():
    folder = pathlib.Path(sys.argv[1])
    shares = (0.25, 0.5, 0.75) if "--curve" in sys.argv else ()
    part = None
    for name, model in (argument.split("=") for argument in sys.argv[2:] if "=" in argument):
        questions, vectors = read(folder, name)
        part = part or parts_of(questions)
        companies, grades, graded = shown(questions, vectors)
        given = (questions, vectors, companies, grades, graded)
        same = np.eye(vectors.shape[1], dtype=np.float32)
        measured = [("without", np.array([measure(question, vectors, same) for question in questions]))]
        for share in shares:
            measured.append((f"{share:.0%}", crossed(questions, part, given, share)[0]))
        found, adapters = crossed(questions, part, given)
        measured.append(("adapter", found))
        for left_out, weights in enumerate(adapters):
            write(folder / f"adapter-{name}-{left_out}.safetensors", weights)
        tuned = np.array([question["set"] != "training" for question in questions])
        print(f"{name}: questions left out   nDCG@10   recall@50   nDCG@10, graded")
        for label, some in (("four sets", tuned), ("training", ~tuned), ("all", tuned | True)):
            for what, values in measured:
                means = "  ".join(f"{mean:.3f}" for mean in np.nanmean(values[some], axis=0))
                gained = "  ".join(difference(measured[0][1][some, j], values[some, j]) for j in range(3))
                print(f"{label:10s} {what:8s} {means}   {gained}")
        rows = [i for i in range(len(questions)) if (grades[i] == 2).any()]
        write(pathlib.Path(model) / "adapter.safetensors", train(questions, rows, *given[1:]))
    (folder / "adapter-folds.json").write_text(json.dumps(part))


main()
