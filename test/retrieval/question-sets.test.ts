import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { areAlike, questionsIn } from "../../bench/quality/alike-questions.ts";
import { readCompanies } from "../../bench/quality/data.ts";
import { HELD_OUT, TRAINING } from "../../bench/quality/question-sets.ts";
import { readRun } from "../../bench/quality/runs.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const MARKET_QUESTIONS = "bench/quality/market-questions";

describe("npm run quality", () => {
  const run = promisify(execFile);
  let folder = "";
  beforeAll(async () => {
    folder = await temporaryFolder();
  });

  const quality = (...args: string[]) =>
    run(process.execPath, ["--import", "tsx", "bench/quality/main.ts", ...args], { encoding: "utf8" });

  test("scores runs of other systems, ranked or in TREC's form, with intervals over the questions", async () => {
    const [questions, qrels] = [join(folder, "questions.jsonl"), join(folder, "qrels.tsv")];
    const expected = {
      countries: [],
      excludes: [],
      seedDomains: ["seed.com"],
      count: null,
      marketType: "",
      marketRole: "",
    };
    await writeFile(questions, ["a", "b"].map((id) => JSON.stringify({ id, question: id, expected })).join("\n"));
    await writeFile(qrels, "a\tone.com\t2\na\ttwo.com\t0\nb\tthree.com\t2\n");
    const ranks = join(folder, "ranks.tsv");
    await writeFile(ranks, "a\t2\twww.One.com\na\t1\ttwo.com\na\t0\tseed.com\n");
    const trec = join(folder, "trec.txt");
    await writeFile(trec, "a Q0 two.com 1 0.5 mine\na Q0 one.com 2 0.9 mine\nb Q0 three.com 1 3e-1 mine\n");

    const { stdout } = await quality("--questions", questions, "--qrels", qrels, "--run", ranks, trec, "--json");
    const { runs } = JSON.parse(stdout);
    // Rank 2 of question a, nothing for b: the mean of 1/log2(3) and 0.
    expect(runs["ranks.tsv"].ndcgAt10.mean).toBeCloseTo(1 / Math.log2(3) / 2, 6);
    expect(runs["ranks.tsv"].ndcgAt10).toMatchObject({ low: 0, high: expect.closeTo(1 / Math.log2(3), 6) });
    expect(runs["trec.txt"].ndcgAt10).toEqual({ mean: 1, low: 1, high: 1 });
    expect(runs["trec.txt"].recallAt50.mean).toBe(1);

    await writeFile(trec, "a one.com\n");
    expect(() => readRun(trec)).toThrow(/trec\.txt:1: neither/);
  });

  test("says that the held-out set measures, and prints no question of it", async () => {
    const heldOut = await quality("--held-out", "--run", `${MARKET_QUESTIONS}/held-out/run-bm25.tsv`);
    expect(heldOut.stdout).toMatch(/Set "held-out", 50 questions\. It measures/);
    expect(heldOut.stdout).not.toMatch(/m\d{3}/);
  });

  test("the halves are those that the rule of the README gives, and every question has something to find", async () => {
    const place = (id: string) => createHash("sha256").update(`market-questions:${id}`).digest("hex");
    const order = Array.from({ length: 167 }, (_, i) => `m${String(i + 1).padStart(3, "0")}`).sort((a, b) =>
      place(a) < place(b) ? -1 : 1,
    );
    for (const [half, parity] of [
      ["development", 0],
      ["held-out", 1],
    ] as const) {
      const lines = async (name: string) =>
        (await readFile(join(MARKET_QUESTIONS, half, name), "utf8")).trimEnd().split("\n");
      const ids = (await lines("questions.jsonl")).map((line): string => JSON.parse(line).id);
      expect(ids.filter((id) => order.indexOf(id) % 2 !== parity)).toEqual([]);
      const relevant = new Set(
        (await lines("qrels.tsv")).filter((line) => line.endsWith("\t2")).map((line) => line.slice(0, 4)),
      );
      expect([...relevant].sort()).toEqual(ids);
    }
  });

  test("no question that the judge is trained on is like a held-out one", () => {
    const [held, training] = [HELD_OUT, TRAINING].map(({ questions }) => questionsIn(questions));
    const alike = training?.filter((one) => held?.some((other) => areAlike(one, other)));
    expect(alike?.map(({ id }) => id)).toEqual([]);
  });

  test("makes the directory from the publisher's files: one company a site, with its longest description", async () => {
    const [first, second] = [join(folder, "AMS.csv"), join(folder, "NYQ.csv")];
    const header = "symbol,name,summary,sector,country,city,website,market_cap,delisted";
    await writeFile(
      first,
      `${header}\nA.AS,Acme NV,Acme makes pumps.,Industrials,Netherlands,Delft,http://www.acme.com,Mid Cap,False\nB.AS,Bare NV,,,,,http://bare.com,,False\n`,
    );
    await writeFile(
      second,
      `${header}\nACM,Acme ADR,Acme makes pumps and valves.,Industrials,Netherlands,Delft,https://ir.acme.com/x,Mid Cap,False\n`,
    );
    const output = join(folder, "companies.ndjson.gz");
    const { stdout } = await quality("reduce-directory", first, second, "--output", output);
    expect(stdout).toMatch(/^1 companies in /);
    expect(await readCompanies(output)).toMatchObject([
      { domain: "acme.com", description: "Acme makes pumps and valves.", country: "NL", city: "Delft" },
    ]);
  });
});
