import { readFileSync } from "node:fs";
import { linkCompanies } from "#companies/linking/link-companies";
import type { Database } from "#foundation/db/database";

interface Case {
  /** For each company the domains of its records, of which any is right. */
  expected: string[][];
  title: string;
  text: string;
}

interface Figures {
  texts: number;
  precision: number;
  recall: number;
  f1: number;
  wrong: string[];
}

/** Links the cases of a set against a directory of companies. Odd lines are for development, even ones are held back. */
export async function measureEntityLinking(
  db: Pick<Database, "query">,
  file: string,
): Promise<Record<"development" | "heldBack", Figures>> {
  const cases = readFileSync(file, "utf8").replace(/\n$/, "").split("\n").slice(1).map(readCase);
  const mentions = await linkCompanies(
    db,
    cases.map(({ title, text }) => ({ title, text, url: "https://news.example.com/article" })),
  );
  const ids = [...new Set(mentions.flat().map(({ companyId }) => companyId))];
  const rows = await db.query<{ id: number; domain: string }>("SELECT id, domain FROM companies WHERE id = ANY($1)", [
    ids,
  ]);
  const domains = new Map(rows.map(({ id, domain }) => [id, domain]));
  const linked = cases.map((one, i) => ({
    ...one,
    found: (mentions[i] ?? []).map(({ companyId }) => domains.get(companyId) ?? ""),
  }));
  return {
    development: figures(linked.filter((_, i) => i % 2 === 0)),
    heldBack: figures(linked.filter((_, i) => i % 2 === 1)),
  };
}

function readCase(line: string): Case {
  const [expected = "", title = "", text = ""] = line.split("\t");
  const companies = expected === "-" ? [] : expected.split(",").map((domains) => domains.split("|"));
  return { expected: companies, title, text };
}

function figures(cases: (Case & { found: string[] })[]): Figures {
  let right = 0;
  let found = 0;
  let expected = 0;
  const wrong: string[] = [];
  for (const one of cases) {
    const hits = one.expected.filter((domains) => domains.some((domain) => one.found.includes(domain))).length;
    right += hits;
    found += one.found.length;
    expected += one.expected.length;
    if (hits < one.expected.length || hits < one.found.length)
      wrong.push(
        `expected ${one.expected.map((domains) => domains.join("|")).join(", ") || "none"}, found ${one.found.join(", ") || "none"}: ${one.title}`,
      );
  }
  const precision = found === 0 ? 1 : right / found;
  const recall = expected === 0 ? 1 : right / expected;
  return { texts: cases.length, precision, recall, f1: (2 * precision * recall) / (precision + recall || 1), wrong };
}
