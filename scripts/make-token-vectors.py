"""Makes the token vectors of models/company-tokens: python3 make-token-vectors.py TEXTS OUT CACHE TOKENIZER TEACHER…

Needs numpy, scipy, onnxruntime and tokenizers. TEXTS has a company a line, as `npm run quality -- write-texts TEXTS` writes them; TEACHER is a
folder with model.onnx and tokenizer.json, and all of them have the vocabulary of the folder TOKENIZER. CACHE keeps what the teachers say.

A text's vector is the weighted sum of its tokens' vectors, so that no network is needed to make it. The start is what the Model2Vec method
does (Tulkens and van Dongen 2024, "Model2Vec: the fastest static embeddings"): each token is put through the teacher alone, and its weight is
smooth inverse frequency (Arora, Liang and Ma 2017). Then, as for its "potion" models, the tokens are fitted to what the teachers say of whole
texts: by ridge regression towards that start. Several teachers are put side by side, and their greatest principal components are kept.
"""

import json
import pathlib
import sys

import numpy as np
import onnxruntime
from scipy.sparse import csr_matrix
from tokenizers import Tokenizer

DIMENSIONS = 256
# The longest text that the teachers see, as the product cuts it off.
TOKENS = 128
SMOOTHING = 1e-3
# Weight of the start against a text. Of 0.3, 1, 3 and 10 the one with the best cosine on a tenth of the texts that was left out.
RIDGE = 1.0
ITERATIONS = 20
# cos² of the angle that says how much each teacher counts: the shipped model and bge-small.
SHARES = {1: [1.0], 2: [0.36, 0.64]}
SPECIAL = ("[CLS]", "[SEP]", "[PAD]", "[UNK]", "[MASK]")

texts_file, out, cache, tokenizer_folder, *teachers = sys.argv[1:]
texts = [json.loads(line)["text"] for line in open(texts_file)]
tokenizer = Tokenizer.from_file(f"{tokenizer_folder}/tokenizer.json")
tokenizer.no_truncation()
tokenizer.no_padding()
size = tokenizer.get_vocab_size()
special = {tokenizer.token_to_id(token) for token in SPECIAL}
cls, sep = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")


def unit(matrix):
    return matrix / (np.linalg.norm(matrix, axis=-1, keepdims=True) + 1e-9)


def said(folder, kind, inputs):
    """The teacher's mean token state for each list of token ids, from the cache where it is there."""
    file = pathlib.Path(cache, f"{pathlib.Path(folder).name}-{kind}.npy")
    if file.exists():
        return np.load(file)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(f"{folder}/model.onnx", options)
    takes_types = "token_type_ids" in [one.name for one in session.get_inputs()]
    vectors = []
    for ids in inputs:
        row = np.array([ids], np.int64)
        feeds = {"input_ids": row, "attention_mask": np.ones_like(row)} | ({"token_type_ids": np.zeros_like(row)} if takes_types else {})
        vectors.append(session.run(None, feeds)[0][0].mean(0))
    np.save(file, np.array(vectors, np.float32))
    return np.array(vectors, np.float32)


encoded = [one.ids for one in tokenizer.encode_batch(texts)]
whole = [ids if len(ids) <= TOKENS else ids[: TOKENS - 1] + ids[-1:] for ids in encoded]
inner = [[token for token in ids if token not in special] for ids in whole]
counts = np.bincount([token for ids in encoded for token in ids if token not in special], minlength=size)
weights = (SMOOTHING / (SMOOTHING + counts / counts.sum())).astype(np.float32)


def bags():
    """A row a text: its tokens' weights times how often they stand there, scaled to length 1."""
    rows, columns, values = [], [], []
    for row, ids in enumerate(inner):
        tokens, times = np.unique(ids, return_counts=True)
        value = weights[tokens] * times
        rows += [row] * len(tokens)
        columns += tokens.tolist()
        values += (value / (np.linalg.norm(value) + 1e-9)).tolist()
    return csr_matrix((values, (rows, columns)), shape=(len(inner), size), dtype=np.float32)


shares = np.sqrt(SHARES[len(teachers)])
wanted = np.hstack([share * unit(said(folder, "texts", whole)) for share, folder in zip(shares, teachers)])
alone = np.hstack([share * said(folder, "tokens", [[cls, token, sep] for token in range(size)]) for share, folder in zip(shares, teachers)])
wanted, alone = wanted - wanted.mean(0), alone - alone.mean(0)
components = np.linalg.svd(wanted[::4], full_matrices=False)[2][:DIMENSIONS].T
wanted, alone = (wanted @ components).astype(np.float32), (alone @ components).astype(np.float32)
bag = bags()
begun = bag @ alone
start = alone * ((begun * wanted).sum() / (begun * begun).sum())


def fitted():
    """Conjugate gradients of all components at once."""
    change = np.zeros_like(start)
    rest = bag.T @ (wanted - bag @ start)
    direction, squares = rest.copy(), (rest * rest).sum(0)
    for _ in range(ITERATIONS):
        image = bag.T @ (bag @ direction) + RIDGE * direction
        step = squares / ((direction * image).sum(0) + 1e-12)
        change += step * direction
        rest -= step * image
        squares, before = (rest * rest).sum(0), squares
        direction = rest + squares / (before + 1e-12) * direction
    return start + change


vectors = fitted() * weights[:, None]
vectors[sorted(special)] = 0
scales = (np.abs(vectors).max(1) / 127).astype("<f4")
quantised = np.round(vectors / (scales[:, None] + 1e-12)).astype(np.int8)
print("mean cosine with the teachers:", (unit(bag @ (vectors / weights[:, None])) * unit(wanted)).sum(1).mean())
folder = pathlib.Path(out)
folder.mkdir(parents=True, exist_ok=True)
# A scale a token, then a row a token.
(folder / "tokens.bin").write_bytes(scales.tobytes() + quantised.tobytes())
(folder / "tokens.json").write_text(json.dumps({"tokens": size, "dimensions": DIMENSIONS, "maxTokens": TOKENS, "tokenizer": "../all-MiniLM-L6-v2-int8"}, indent=2) + "\n")
