"""Trains the judge of the offer: python3 train-judge.py OUTPUT.json FEATURES.ndjson… (needs numpy, scikit-learn and lightgbm).

`npm run quality -- train-judge` writes FEATURES, one candidate a line with its grade, and runs this. Grade 2 is a right company, grade 1 half of
one. Prints calibration, order and answers of the development questions, cross-validated by question, and writes the trees. The questions of
bench/quality/training are always trained on and never measured.
"""

import json
import math
import pathlib
import sys

import numpy as np

from offer_trees import TOP, TRAINING, Judge

FOLDS = 8
# The weight that the product uses (ranking-score.ts).
SHIPPED = 0.6
WEIGHTS = (0, 0.2, 0.4, 0.6, 0.8, 1)
CUTS = (0.1, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6)

rows = [json.loads(line) for file in sys.argv[2:] for line in open(file)]
groups = {}
for row in rows:
    groups.setdefault((row["question"], row["run"]), []).append(row)
groups = {key: sorted(own, key=lambda row: -row["features"]["relevance"])[:TOP] for key, own in groups.items()}
questions = sorted({question for (question, _), own in groups.items() if own[0]["set"] != TRAINING})

for fold in (questions[i::FOLDS] for i in range(FOLDS)):
    judge = Judge([row for (question, _), own in groups.items() if question not in fold for row in own])
    for (question, _), own in groups.items():
        if question in fold:
            for row, probability in zip(own, judge.predict(own)):
                row["probability"] = probability

everything = [row for own in groups.values() for row in own]
groups = {key: own for key, own in groups.items() if own[0]["set"] != TRAINING}
taken = [row for own in groups.values() for row in own]
predicted = np.array([row["probability"] for row in taken])
true = np.array([row["grade"] / 2 for row in taken])
bins = np.minimum((predicted * 10).astype(int), 9)
print("probability  share right  candidates")
for b in np.unique(bins):
    print(f"{predicted[bins == b].mean():11.2f}  {true[bins == b].mean():11.2f}  {(bins == b).sum():10d}")
error = sum(abs(predicted[bins == b].mean() - true[bins == b].mean()) * (bins == b).mean() for b in np.unique(bins))
print(f"expected calibration error {error:.4f}, {len(questions)} questions, {len(true)} candidates")

def gain(grades):
    return sum((2**grade - 1) / math.log2(i + 2) for i, grade in enumerate(grades[:10]))


print("run       weight of the probability beside relevance: nDCG@10, nobody left out")
for run in sorted({run for _, run in groups}):
    for weight in WEIGHTS:
        found = []
        for (_, own_run), own in groups.items():
            if own_run == run and own[0]["ideal"] > 0:
                order = sorted(own, key=lambda row: -(weight * row["probability"] + (1 - weight) * row["features"]["relevance"]))
                found.append(gain([row["grade"] for row in order]) / own[0]["ideal"])
        print(f"{run:8s}  {weight:.1f}  {np.mean(found):.3f}")

print("run        cut  companies  grade 2  grade 1-2  found")
for run in sorted({run for _, run in groups}):
    for cut in CUTS:
        answers = []
        for (_, own_run), own in groups.items():
            if own_run != run:
                continue
            order = sorted(own, key=lambda row: -(SHIPPED * row["probability"] + (1 - SHIPPED) * row["features"]["relevance"]))
            answer = [row["grade"] for row in order if row["probability"] >= cut][: own[0]["count"]]
            wanted = min(own[0]["relevant"], own[0]["count"])
            wholly, partly = (np.mean([grade >= least for grade in answer]) if answer else np.nan for least in (2, 1))
            answers.append((len(answer), wholly, partly, sum(grade >= 2 for grade in answer) / max(1, wanted)))
        size, wholly, partly, found = np.nanmean(np.array(answers), axis=0)
        print(f"{run:8s}  {cut:.2f}  {size:9.1f}  {wholly:7.2f}  {partly:9.2f}  {found:5.2f}")


def flat(tree):
    """A tree as parallel lists; leaves have the feature -1 and their value instead of a threshold."""
    nodes = {"feature": [], "value": [], "left": [], "right": []}

    def add(node):
        at = len(nodes["feature"])
        for key in nodes:
            nodes[key].append(-1)
        if "leaf_value" in node:
            nodes["value"][at] = round(node["leaf_value"], 5)
            return at
        nodes["feature"][at] = node["split_feature"]
        nodes["value"][at] = float(f"{node['threshold']:.6g}")
        nodes["left"][at] = add(node["left_child"])
        nodes["right"][at] = add(node["right_child"])
        return at

    add(tree)
    return nodes


def written(trees):
    """Feature names and trees as the product reads them."""
    dumped = trees.model.booster_.dump_model()["tree_info"]
    return {"features": trees.names, "trees": [flat(tree["tree_structure"]) for tree in dumped]}


judge = Judge(everything)
pathlib.Path(sys.argv[1]).write_text(
    json.dumps({"compared": written(judge.compared), "others": written(judge.others)}, separators=(",", ":")) + "\n")
