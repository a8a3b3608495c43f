"""Trains the second stage of judging: python3 train-judge.py FEATURES.ndjson… (needs numpy and scikit-learn).

FEATURES are written by `npm run quality -- --features FILE`, one candidate a line with its grade. Grade 2 is a right company, grade 1
half of one. Prints cross-validated calibration by question, and writes src/markets/judging/offer-model.ts.
"""

import json
import pathlib
import sys

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

# Regularisation, and candidates of each question: chosen by cross-validation on the development sets.
C = 0.03
TOP = 150
FOLDS = 8

rows = [json.loads(line) for file in sys.argv[1:] for line in open(file)]
names = sorted(rows[0]["features"])
questions = sorted({row["question"] for row in rows})


def best(question):
    own = [row for row in rows if row["question"] == question]
    return [row for run in sorted({row["run"] for row in own})
            for row in sorted((r for r in own if r["run"] == run), key=lambda r: -r["features"]["relevance"])[:TOP]]


def matrix(some):
    return np.array([[row["features"][name] for name in names] for row in some], float)


def fit(some):
    share = np.array([row["grade"] / 2 for row in some])
    scaler = StandardScaler().fit(matrix(some))
    x = scaler.transform(matrix(some))
    weights = np.r_[share, 1 - share]
    kept = weights > 0
    model = LogisticRegression(C=C, max_iter=2000)
    model.fit(np.vstack([x, x])[kept], np.r_[np.ones(len(x)), np.zeros(len(x))][kept], weights[kept])
    return scaler, model


taken = {question: best(question) for question in questions}
predicted, true = [], []
for fold in (questions[i::FOLDS] for i in range(FOLDS)):
    scaler, model = fit([row for question in questions if question not in fold for row in taken[question]])
    held = [row for question in fold for row in taken[question]]
    predicted.extend(model.predict_proba(scaler.transform(matrix(held)))[:, 1])
    true.extend(row["grade"] / 2 for row in held)
predicted, true = np.array(predicted), np.array(true)
bins = np.minimum((predicted * 10).astype(int), 9)
print("probability  share right  candidates")
for b in np.unique(bins):
    print(f"{predicted[bins == b].mean():11.2f}  {true[bins == b].mean():11.2f}  {(bins == b).sum():10d}")
error = sum(abs(predicted[bins == b].mean() - true[bins == b].mean()) * (bins == b).mean() for b in np.unique(bins))
print(f"expected calibration error {error:.4f}, {len(questions)} questions, {len(true)} candidates")

scaler, model = fit([row for question in questions for row in taken[question]])
weights = model.coef_[0] / scaler.scale_
bias = model.intercept_[0] - (weights * scaler.mean_).sum()
lines = "\n".join(f"  {name}: {weight:.4f}," for name, weight in zip(names, weights))
pathlib.Path("src/markets/judging/offer-model.ts").write_text(f"""import type {{ FeatureName }} from "./features.ts";

/**
 * Logistic regression over a candidate's features, trained by bench/quality/train-judge.py on {len(questions)} judged questions with and
 * without a sentence model. Not to be edited by hand.
 */
export const OFFER_WEIGHTS: Record<FeatureName, number> = {{
{lines}
}};
export const OFFER_BIAS = {bias:.4f};
""")
