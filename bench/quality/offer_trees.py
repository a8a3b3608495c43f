"""The trees that judge an offer, for train-judge.py and fit-estimates.py: what they are fitted to and how.

Candidates that were compared with the question token by token have trees of their own, which are trained on such candidates alone: in one set of
trees for all, what the comparison says is learned less well. The other trees do not see the comparison, and are trained on all candidates.
"""

import lightgbm
import numpy as np

# Chosen by cross-validation on the development sets; six other settings came to the same within noise.
SETTINGS = dict(objective="cross_entropy", n_estimators=150, learning_rate=0.04, num_leaves=8, min_child_samples=40,
                subsample=0.7, subsample_freq=1, colsample_bytree=0.4, reg_lambda=5, random_state=7, num_threads=1, force_row_wise=True, verbose=-1)
# More of these never makes a company less likely to be right, other things being equal; that keeps single questions from being learned.
RISING = set("""standing relevance lexical words sentences feedback seeds classes wordCosine sentenceCosine coreMain coreBest coreRecord
coreLabels allMain allBest allRecord offerMain offerLabels offerOthers offerName phraseMain phraseAny headMain headLabels headAny
qualifiersMain qualifiersAny earliness density roleMain roleFirst directCore directAll directOffer directHead openingCore openingAll
openingOffer headEarly sentencesNaming sentencesSpeaking meanShown termDensity headDensity headCount coreCount classAll lastClassAll
classOffer nameAll addedMain addedRecord leadsWithRole headOwnMain headEndsMain headNearRole firstNaming secondOffer secondCore
segmentOffer headNamed tokenMean tokenLeast tokenHead tokenEarlyMean tokenEarlyLeast tokenEarlyHead""".split())
FALLING = set("""missingRecord missingMain showsOtherOnly makesInsteadOfServing headBehindPurpose headOthers headModifies headBesides
headPast isDormant unwantedMain headOther""".split())
# The set that is only trained on.
TRAINING = "training"
# Sets with smaller pools, where a company that nobody graded is less surely wrong.
SMALL_POOLS = {TRAINING, "sample"}
UNGRADED = 0.3
TOP = 150
COMPARED = "hasTokens"
OF_COMPARISON = {COMPARED, "tokenMean", "tokenLeast", "tokenHead", "tokenEarlyMean", "tokenEarlyLeast", "tokenEarlyHead"}


def is_compared(row):
    return row["features"][COMPARED] == 1


class Trees:
    """Trees over the features of these names."""

    def __init__(self, names, rows):
        self.names = names
        directions = [(name in RISING) - (name in FALLING) for name in names]
        weights = [UNGRADED if row["set"] in SMALL_POOLS and not row["graded"] else 1 for row in rows]
        model = lightgbm.LGBMRegressor(**SETTINGS, monotone_constraints=directions)
        self.model = model.fit(self.matrix(rows), [row["grade"] / 2 for row in rows], sample_weight=weights)

    def matrix(self, rows):
        key = len(self.names)
        for row in rows:
            if key not in row:
                row[key] = np.array([row["features"][name] for name in self.names], np.float32)
        return np.array([row[key] for row in rows], float)


class Judge:
    """Both sets of trees, fitted to candidates."""

    def __init__(self, rows):
        names = sorted(rows[0]["features"])
        self.others = Trees([name for name in names if name not in OF_COMPARISON], rows)
        self.compared = Trees([name for name in names if name != COMPARED], [row for row in rows if is_compared(row)])

    def predict(self, rows):
        """The probability of each candidate, in order."""
        predicted = np.zeros(len(rows))
        compared = np.array([is_compared(row) for row in rows])
        for trees, mask in ((self.compared, compared), (self.others, ~compared)):
            own = [row for row, taken in zip(rows, mask) if taken]
            if own:
                predicted[mask] = trees.model.predict(trees.matrix(own))
        return predicted
