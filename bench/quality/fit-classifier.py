"""Fits a classifier of sentences by meaning: a softmax over labels and "none of them" on vectors of sentences.

Called by train-classifier.ts with a file of one JSON object a line: {"label": number, "allowed": [number], "vector": [number],
"group": string or null}, the number of labels being that of "none". Sentences of one group are in one fold. Prints recall and precision
on folds that the classifier has not seen. Writes the weights (each class: one a dimension, then the bias), and the probabilities of
each sentence by the classifier that has not seen it, as little-endian 32-bit floats. The last argument is scikit-learn's C. Needs numpy and scikit-learn.
"""

import json
import sys

import numpy as np
from sklearn.linear_model import LogisticRegression

FOLDS = 6
THRESHOLDS = [0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7]


def folds(rows: list) -> np.ndarray:
    of = np.random.RandomState(1).permutation(len(rows)) % FOLDS
    groups = sorted({row["group"] for row in rows if row.get("group")})
    for number, row in enumerate(rows):
        if row.get("group"):
            of[number] = groups.index(row["group"]) % FOLDS
    return of


def main(source: str, none: int, target: str, unseen: str, strength: float) -> None:
    rows = [json.loads(line) for line in open(source, encoding="utf-8")]
    vectors = np.array([row["vector"] for row in rows], dtype=np.float32)
    labels = np.array([row["label"] for row in rows])
    fold_of = folds(rows)
    likely = np.zeros((len(rows), none), dtype="<f4")
    for fold in range(FOLDS):
        seen = fold_of != fold
        model = LogisticRegression(C=strength, max_iter=300).fit(vectors[seen], labels[seen])
        given = model.predict_proba(vectors[~seen])
        for column, label in enumerate(model.classes_):
            if label < none:
                likely[~seen, label] = given[:, column]
    print("from   recall  precision")
    for least in THRESHOLDS:
        said = [set(np.where(row >= least)[0]) for row in likely]
        found = sum(row["label"] in one for row, one in zip(rows, said))
        right = sum(len(one & set(row["allowed"])) for row, one in zip(rows, said))
        print(f"{least:.2f}   {found / (labels < none).sum():.3f}   {right / max(1, sum(map(len, said))):.3f}")
    model = LogisticRegression(C=strength, max_iter=300).fit(vectors, labels)
    weights = np.zeros((none + 1, vectors.shape[1] + 1), dtype="<f4")
    for row, label in enumerate(model.classes_):
        weights[label, :-1] = model.coef_[row]
        weights[label, -1] = model.intercept_[row]
    weights.tofile(target)
    likely.tofile(unseen)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4], float(sys.argv[5]))
