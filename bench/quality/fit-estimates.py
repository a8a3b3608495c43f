"""Fits the intervals of precision and recall: python3 fit-estimates.py FEATURES.ndjson… (needs numpy, scipy, scikit-learn and lightgbm).

`npm run quality -- train-judge` writes FEATURES, of every set with and without the sentence model, and runs this after train-judge.py.
Each question is judged by trees
that have not seen it; the features of its answer then foretell how many of its companies are right, and how many of the wanted it has, by
beta-binomial regression: the overdispersion is what the judge errs by question. Prints how often intervals hold for questions left out and
writes src/markets/judging/estimates.json. Recall is fitted to the questions of bench/quality/training too: nobody tuned the reading on them,
and its level has to hold for them. Their pools are too small for precision, where what nobody graded counts as wrong.
"""

import json
import pathlib
import sys

import numpy as np
from scipy.optimize import minimize
from scipy.special import betaln, expit, gammaln, logit

from offer_trees import TOP, TRAINING, Judge

NOMINAL = 0.9
# What has to hold where a whole set is left out: its model is fitted to fewer and other questions than the one that is written.
LEAST_APART = 0.85
FOLDS = 8
# From this probability on a company is in: MIN_PROBABILITY of src/markets/judging/offer.ts; and others that criteria may name.
CUT = 0.25
CUTS = (0.05, 0.1, CUT, 0.5)
NEAR, SURE = 0.1, 5
RIDGE = 0.3
# Levels tried for an interval that is to hold in NOMINAL of the questions left out.
LEVELS = [0.80, 0.84, 0.88, 0.90, 0.92, 0.94, 0.95, 0.96, 0.97, 0.98, 0.99, 0.995, 0.998]
TARGETS = {"precision": 2, "partly": 1, "recall": 2}

groups, sets = {}, {}
for file in sys.argv[1:]:
    for line in open(file):
        row = json.loads(line)
        groups.setdefault((row["question"], row["run"]), []).append(row)
        sets[row["question"]] = row["set"]
groups = {key: sorted(own, key=lambda row: -row["features"]["relevance"]) for key, own in groups.items()}
questions = sorted(sets)
developed = {question for question in questions if sets[question] != TRAINING}


def out_of_fold(folds):
    """The probabilities of each question's candidates, by trees that have not seen the question."""
    judged = {}
    for fold in folds:
        rows = [row for (question, _), own in groups.items() if question not in fold for row in own[:TOP]]
        judge = Judge(rows)
        for key, own in groups.items():
            if key[0] in fold:
                judged[key] = judge.predict(own)
    return judged


def example(own, probabilities, cut):
    """What is known of an answer (see answerFeatures in src/markets/judging/estimates.ts), and what was true of it."""
    grades = np.array([row["grade"] for row in own])
    answer = [i for i in range(len(own)) if probabilities[i] >= cut][: own[0]["count"]]
    inside = np.zeros(len(own), bool)
    inside[answer] = True
    right, missed = probabilities[inside].sum(), probabilities[~inside].sum()
    best = np.sort(probabilities)[::-1][:SURE].mean()
    near = ((probabilities >= NEAR) & ~inside).sum()
    shared = [np.log1p(right), logit(np.clip(best, 0.01, 0.99)), np.log1p(near), float(own[0]["features"]["hasSentences"])]
    size, relevant = len(answer), own[0]["relevant"]
    return {
        "precision": ([logit((right + 0.5) / (size + 1))] + shared, (grades[inside] >= 2).sum(), size, size),
        "partly": ([logit((right + 0.5) / (size + 1))] + shared, (grades[inside] >= 1).sum(), size, size),
        "recall": ([logit((right + 0.5) / (right + missed + 1))] + shared, (grades[inside] >= 2).sum(), relevant, max(1, round(right + missed))),
    }


def fit(examples):
    """Coefficients of the mean's logit, and of the logarithm of the concentration without and with sentence vectors."""
    x, k, n = (np.array([one[i] for one in examples], float) for i in (0, 1, 2))
    center, scale = x.mean(0), x.std(0) + 1e-9
    z = np.c_[np.ones(len(x)), (x - center) / scale]
    d = z.shape[1]

    def loss(theta):
        mean, concentration = expit(z @ theta[:d]), np.exp(theta[d] + theta[d + 1] * x[:, -1])
        a, b = mean * concentration, (1 - mean) * concentration
        return -(betaln(k + a, n - k + b) - betaln(a, b)).sum() + RIDGE * (theta[1:d] ** 2).sum() / 2 + theta[d + 1] ** 2 / 2

    theta = minimize(loss, np.r_[0.3, 0.5, np.zeros(d - 2), 1, 0], method="L-BFGS-B").x
    slopes = theta[1:d] / scale
    return {"intercept": theta[0] - slopes @ center, "slopes": slopes, "concentration": theta[d:]}


def interval(model, features, n, level):
    """Mean, and the shortest range of counts out of n that holds `level` of the beta-binomial distribution."""
    mean = float(expit(model["intercept"] + model["slopes"] @ np.array(features)))
    concentration = np.exp(model["concentration"] @ np.array([1, features[-1]]))
    a, b = mean * concentration, (1 - mean) * concentration
    k = np.arange(n + 1)
    density = np.exp(gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1) + betaln(k + a, n - k + b) - betaln(a, b))
    sums = np.r_[0, np.cumsum(density)]
    best, high = (0, n), 0
    for low in range(n + 1):
        while high < n + 1 and sums[high] - sums[low] < level:
            high += 1
        if sums[high] - sums[low] < level:
            break
        if high - 1 - low < best[1] - best[0]:
            best = (low, high - 1)
    return best[0] / n, mean, best[1] / n


def left_out(data, folds, target):
    """For each question left out: its run, its cut and whether it was developed on, what is true of it, and the model of all others."""
    rows = []
    usable = lambda question, own: own[target][2] > 0 and (target == "recall" or question in developed)
    for fold in folds:
        model = fit([own[target] for (question, *_), own in data.items() if question not in fold and usable(question, own)])
        rows += [((run, cut, question in developed), own[target], model) for (question, run, cut), own in data.items()
                 if question in fold and usable(question, own)]
    return rows


def held(rows, level):
    """For each question left out: its run and cut, the true share, low, mean, high."""
    return [(of, k / n, *interval(model, features, expected, level)) for of, (features, k, n, expected), model in rows]


def coverage(rows):
    return np.mean([low - 1e-9 <= true <= high + 1e-9 for _, true, low, _, high in rows])


def examples(folds):
    judged = out_of_fold(folds)
    return {(*key, cut): example(groups[key], judged[key], cut) for key in judged for cut in CUTS}


by_question = [questions[i::FOLDS] for i in range(FOLDS)]
# The greatest set, the other development sets, and the questions for training.
greatest = [question for question in questions if sets[question] == "development"]
by_set = [greatest, sorted(developed - set(greatest)), [question for question in questions if question not in developed]]
crossed, apart = examples(by_question), examples(by_set)
runs = sorted({run for _, run in groups})
models = {}


def at(rows, run, cut, is_developed):
    return [row for row in rows if row[0] == (run, cut, is_developed)]


print("target     questions    run       cut   level  holds  mean width  mean true  mean estimate  |  a whole set left out: holds")
for target in TARGETS:
    questions_out, sets_out = left_out(crossed, by_question, target), left_out(apart, by_set, target)
    kinds = (True, False) if target == "recall" else (True,)
    # The least level that holds for questions left out and for sets left out, of each kind, whatever compares the texts.
    for level in LEVELS:
        rows, others = held(questions_out, level), held(sets_out, level)
        least, apart_least = (min(coverage(at(some, run, CUT, kind)) for run in runs for kind in kinds) for some in (rows, others))
        if min(least, coverage(rows)) >= NOMINAL and min(apart_least, coverage(others)) >= LEAST_APART:
            break
    for kind in kinds:
        for run in runs:
            for cut in CUTS:
                own = np.array([row[1:] for row in at(rows, run, cut, kind)])
                print(f"{target:9s}  {'development' if kind else 'training':11s}  {run:8s}  {cut:.2f}  {level:.2f}   {coverage(at(rows, run, cut, kind)):.2f}   "
                      f"{(own[:, 3] - own[:, 1]).mean():.2f}        {own[:, 0].mean():.2f}       {own[:, 2].mean():.2f}           |  {coverage(at(others, run, cut, kind)):.2f}")
    model = fit([own[target] for (question, *_), own in crossed.items() if own[target][2] > 0 and (target == "recall" or question in developed)])
    models[target] = {"level": level, "intercept": round(model["intercept"], 5), "slopes": [round(s, 5) for s in model["slopes"]],
                      "concentration": [round(c, 5) for c in model["concentration"]]}
pathlib.Path("src/markets/judging/estimates.json").write_text(json.dumps({"nominal": NOMINAL, "targets": models}, indent=2) + "\n")
