import { createHash } from "node:crypto";
import { registrableDomain } from "#companies/registrable-domain";
import { RowProblem, readText } from "#foundation/files/read-text";
import { sentimentOf } from "#foundation/language/sentiment";
import { readArticleUrl } from "../ingest/article-url.ts";
import { readDate } from "../ingest/read-date.ts";
import type { EsgField } from "./esg-columns.ts";
import { type EsgReading, labelEsg } from "./label-esg.ts";
import { ESG_CATEGORIES, type EsgLexicon } from "./lexicon/esg-lexicon.ts";

/** An ESG item from a file. Its labels and sentiment come from the file or are read from its text. */
export interface EsgRecord {
  /** Registrable domain of the company that it is about. */
  domain: string;
  url: string;
  title: string;
  snippet: string;
  publishedAt: Date | null;
  publisher: string;
  /** True if it is on the company's own site. */
  isInternal: boolean;
  environmental: string[];
  social: string[];
  governance: string[];
  /** −1 (negative) to 1 (positive). */
  sentiment: number;
  awards: boolean;
  certifications: boolean;
  logoUrl: string | null;
  /** SHA-256 of all other fields. */
  contentHash: string;
}

export type EsgRowReading =
  | { item: EsgRecord; notes: string[]; problem?: undefined }
  | { item?: undefined; problem: string };

const MAX_LENGTH = { title: 500, snippet: 5_000, publisher: 200, label: 100 };
const MAX_LABELS = 20;

/**
 * Reads a row as an ESG item, or returns the problem. Fields that the row lacks are read from its title and snippet
 * (docs/esg.md).
 */
export function readEsg(lexicon: EsgLexicon, raw: (field: EsgField) => unknown, now: Date): EsgRowReading {
  const notes: string[] = [];
  try {
    const given = readText("domain", raw("domain"), 300, notes);
    const domain = registrableDomain(given);
    if (domain === null)
      throw new RowProblem(given === "" ? "no domain" : `domain: "${given}" is not the domain of a company`);
    const { url, problem } = readArticleUrl(readText("url", raw("url"), 4_000, notes));
    if (problem !== undefined) throw new RowProblem(problem);
    const title = readText("title", raw("title"), MAX_LENGTH.title, notes);
    if (title === "") throw new RowProblem("no title");
    const snippet = readText("snippet", raw("snippet"), MAX_LENGTH.snippet, notes);
    const date = readText("published", raw("published"), 100, notes);
    const known = date === "" ? null : readDate(date, now);
    if (known?.problem !== undefined) throw new RowProblem(known.problem);
    const read = rememberOnce(() => labelEsg(lexicon, { title, text: snippet }));
    const isInternal = registrableDomain(url) === domain;
    const facts = {
      domain,
      url,
      title,
      snippet: snippet || read().snippet,
      publishedAt: known === null ? null : known.at,
      publisher: readText("publisher", raw("publisher"), MAX_LENGTH.publisher, notes) || hostOf(url),
      isInternal,
      ...labelsOf(lexicon, raw, read, notes),
      sentiment: readSentiment(readText("sentiment", raw("sentiment"), 40, notes)) ?? sentimentOf(read().told),
      awards: readFlag("awards", raw("awards"), notes) ?? read().awards,
      certifications: readFlag("certifications", raw("certifications"), notes) ?? read().certifications,
      logoUrl: readLogo(readText("logo", raw("logo"), 4_000, notes), notes),
    };
    const contentHash = createHash("sha256").update(JSON.stringify(facts)).digest("hex");
    return { item: { ...facts, contentHash }, notes };
  } catch (error) {
    if (error instanceof RowProblem) return { problem: error.message };
    throw error;
  }
}

/** Returns the file's labels if it has any, in any category; otherwise the labels that the text shows. */
function labelsOf(lexicon: EsgLexicon, raw: (field: EsgField) => unknown, read: () => EsgReading, notes: string[]) {
  const names = new Map(lexicon.labels.map(({ name }) => [name.toLowerCase(), name]));
  const [environmental, social, governance] = ESG_CATEGORIES.map((category) =>
    readLabels(names, category, raw(category), notes),
  );
  const given = { environmental: environmental ?? [], social: social ?? [], governance: governance ?? [] };
  if (ESG_CATEGORIES.some((category) => given[category].length > 0)) return given;
  const shown = read();
  return { environmental: shown.environmental, social: shown.social, governance: shown.governance };
}

/**
 * Reads a JSON array (also as the text of a CSV field), or a text separated by `;`. Spells lexicon labels as the
 * lexicon does.
 */
function readLabels(names: ReadonlyMap<string, string>, field: EsgField, raw: unknown, notes: string[]): string[] {
  const values = Array.isArray(raw) ? (raw as unknown[]) : typeof raw === "string" ? labelsInText(field, raw) : [];
  if (values.length === 0 && raw !== undefined && raw !== null)
    throw new RowProblem(`${field}: a list of labels expected`);
  const labels = new Map<string, string>();
  for (const value of values) {
    const label = readText(field, value, MAX_LENGTH.label, notes);
    if (label === "") continue;
    const ours = names.get(label.toLowerCase());
    if (ours === undefined)
      notes.push(`${field}: a label that the lexicon does not have (docs/esg.md), stored as written`);
    if (!labels.has(label.toLowerCase())) labels.set(label.toLowerCase(), ours ?? label);
  }
  if (labels.size > MAX_LABELS)
    throw new RowProblem(`${field}: ${labels.size} labels, at most ${MAX_LABELS} are taken`);
  return [...labels.values()];
}

function labelsInText(field: EsgField, text: string): unknown[] {
  if (!text.trimStart().startsWith("[")) return text.split(";");
  try {
    const values: unknown = JSON.parse(text);
    if (Array.isArray(values)) return values;
  } catch {
    // Reported below, with the field's name.
  }
  throw new RowProblem(`${field}: a JSON array of labels expected`);
}

function readSentiment(text: string): number | null {
  if (text === "") return null;
  const value = /^[+-]?\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= -1 && value <= 1)) throw new RowProblem(`sentiment: "${text}" is not a number from -1 to 1`);
  return value;
}

function readFlag(field: EsgField, raw: unknown, notes: string[]): boolean | null {
  if (typeof raw === "boolean") return raw;
  const text = readText(field, raw, 40, notes).toLowerCase();
  if (text === "") return null;
  if (["true", "yes", "y", "1"].includes(text)) return true;
  if (["false", "no", "n", "0"].includes(text)) return false;
  throw new RowProblem(`${field}: "${text}" is neither true nor false`);
}

/** Reads the logo's address. An invalid address is noted and left empty. */
function readLogo(text: string, notes: string[]): string | null {
  if (text === "") return null;
  const { url } = readArticleUrl(text);
  if (url === undefined) notes.push("logo: not a web address, left empty");
  return url ?? null;
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, "");
}

function rememberOnce<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
