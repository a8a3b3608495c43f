"""Fits the log-odds of a right company to those of the trees, by what its main sentence says: python3 fit.py FILE.ndjson

`npm run quality -- trades` writes FILE and runs this. It prints intercept and slope (OF_TRADE in src/markets/judging/offer-probability.ts)
with the probabilities that they give. It needs numpy and scikit-learn.
"""

import json
import math
import sys

import numpy as np
from sklearn.linear_model import LogisticRegression

SHOWN = (0.03, 0.1, 0.3, 0.6, 0.9)


def log_odds(probability):
    bounded = min(max(probability, 0.005), 0.995)
    return math.log(bounded / (1 - bounded))


rows = [json.loads(line) for line in open(sys.argv[1])]
for said in sorted({row["said"] for row in rows}):
    own = [row for row in rows if row["said"] == said]
    given = np.array([[log_odds(row["probability"])] for row in own])
    right = np.array([row["grade"] == 2 for row in own])
    fitted = LogisticRegression().fit(given, right)
    shown = ", ".join(f"{p} → {fitted.predict_proba([[log_odds(p)]])[0, 1]:.2f}" for p in SHOWN)
    print(f"{said}: {len(own)} companies, intercept {fitted.intercept_[0]:.2f}, slope {fitted.coef_[0][0]:.2f}: {shown}")
