import { digestOf } from "#foundation/language/canonical-json";
import { answerOf, type Question, subjectStems } from "./answer.ts";
import { escapeText, linkAddress, md } from "./markdown.ts";
import type { Material, Source, Statement, Table } from "./material.ts";
import { passagesThatDiffer } from "./passages-that-differ.ts";

/** The previous completed run. */
export interface EarlierReport {
  taskId: string;
  endedAt: Date;
  contentHash: string;
  sources: readonly Source[];
}

export interface Report {
  /** Markdown. Every sentence and every row of a table ends with the numbers of its sources. */
  markdown: string;
  /** In the order of their numbers, from 1. */
  sources: Source[];
  /**
   * SHA-256 of the statements and their sources, without the times of retrieval. Excludes the summary, because a model
   * may say the same in other words.
   */
  contentHash: string;
  /** Whether this differs from the previous run, or there was none. */
  isNew: boolean;
}

/** Numbers sources in the order in which they are first cited. */
class Numbering {
  readonly cited: Source[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly known: ReadonlyMap<string, Source>;

  constructor(known: ReadonlyMap<string, Source>) {
    this.known = known;
  }

  /** Returns the numbers of these sources, as a sentence carries them. */
  marks(cites: readonly string[]): string {
    return cites.map((key) => `[${this.numberOf(key)}]`).join("");
  }

  private numberOf(key: string): number {
    const number = this.numbers.get(key);
    if (number !== undefined) return number;
    const source = this.known.get(key);
    if (source === undefined) throw new Error(`a statement cites ${key}, which no step has found`);
    this.cited.push(source);
    this.numbers.set(key, this.cited.length);
    return this.cited.length;
  }
}

type Section = Pick<Material, "heading" | "statements" | "tables">;

/** The results of a run's steps. */
export interface Gathered {
  /** Materials by section, in their order. */
  materials: readonly Material[];
  /** A model's summary, which cites sources of the materials; null where there is none. */
  summary: Material | null;
}

/** Writes the report from the gathered material. Deterministic. */
export function composeReport(
  question: Question,
  { materials, summary }: Gathered,
  earlier: EarlierReport | null,
): Report {
  const known = sourcesOf(materials);
  const differences = [
    ...materials.flatMap((material) => material.differences),
    ...passagesThatDiffer(materials, known, subjectStems(question.ownName)),
  ];
  const sections: Section[] = [
    { heading: "Answer", statements: answerOf(question, materials, known), tables: [] },
    ...(differences.length === 0 ? [] : [{ heading: "What differs", statements: differences, tables: [] }]),
    ...materials,
  ];
  const numbering = new Numbering(known);
  const summed = summary === null ? [] : [sectionLines(summary, numbering)];
  const body = sections.map((section) => sectionLines(section, numbering));
  const cited = citedBy(sections, known);
  const contentHash = digestOf({
    question,
    sections: sections.map(({ heading, statements, tables }) => ({ heading, statements, tables })),
    sources: cited.map(({ retrievedAt: _, ...source }) => source),
  });
  const isNew = earlier?.contentHash !== contentHash;
  const said = { cited, isNew, isSummed: summary !== null };
  const since = earlier === null ? [] : [sinceLines(earlier, said, numbering, known)];
  const markdown = [
    [`# Dossier: ${escapeText(question.about)}`, "", `> Question: ${escapeText(question.text)}`],
    ...summed,
    ...since,
    ...body,
    ["## Sources", "", ...numbering.cited.map((source, i) => `${i + 1}. ${sourceLine(source)}`)],
  ]
    .map((lines) => lines.join("\n"))
    .join("\n\n");
  return { markdown: `${markdown}\n`, sources: numbering.cited, contentHash, isNew };
}

/** Returns the sources of the materials, by key. */
export const sourcesOf = (materials: readonly Material[]): Map<string, Source> =>
  new Map(materials.flatMap(({ sources }) => sources).map((source) => [source.key, source]));

/** Returns the sources that these sections cite, in order. */
function citedBy(sections: readonly Section[], known: ReadonlyMap<string, Source>): Source[] {
  const numbering = new Numbering(known);
  for (const section of sections) sectionLines(section, numbering);
  return numbering.cited;
}

function sectionLines({ heading, statements, tables }: Section, numbering: Numbering): string[] {
  const told = statements.map((statement) => statementLine(statement, numbering));
  return [`## ${heading}`, "", ...told, ...tables.flatMap((table) => ["", ...tableLines(table, numbering)])];
}

const statementLine = ({ text, cites }: Statement, numbering: Numbering): string =>
  `- ${text} ${numbering.marks(cites)}`;

/** Whether all cells of a column are numbers, which stand on the right. */
const isOfNumbers = (rows: Table["rows"], column: number): boolean =>
  rows.every(({ cells }) => /^[\d.,]+$/.test(cells[column] ?? ""));

function tableLines({ columns, rows }: Table, numbering: Numbering): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line([...columns, "Sources"]),
    line([...columns.map((_, i) => (isOfNumbers(rows, i) ? "---:" : "---")), "---"]),
    ...rows.map(({ cells, cites }) => line([...cells, numbering.marks(cites)])),
  ];
}

/** Returns what is new since the previous run; the next run's comparison ignores it. */
function sinceLines(
  earlier: EarlierReport,
  { cited, isNew, isSummed }: { cited: readonly Source[]; isNew: boolean; isSummed: boolean },
  numbering: Numbering,
  known: Map<string, Source>,
): string[] {
  const key = `run:${earlier.taskId}`;
  const day = earlier.endedAt.toISOString().slice(0, 10);
  known.set(key, {
    key,
    kind: "record",
    label: `Run ${earlier.taskId} of this dossier`,
    url: null,
    publisher: "",
    publishedAt: null,
    retrievedAt: earlier.endedAt.toISOString(),
  });
  const before = new Set(earlier.sources.map((source) => source.key));
  const added = cited.filter((source) => source.kind !== "search" && !before.has(source.key));
  const text = !isNew
    ? md`Nothing new is stored since the run of ${day}, and${isSummed ? " but for the words of its summary" : ""} this report says the same.`
    : added.length === 0
      ? md`The records have changed since the run of ${day}; no source is new.`
      : md`Since the run of ${day} ${added.length} of the cited sources ${added.length === 1 ? "is" : "are"} new.`;
  const cites: [string, ...string[]] = [key, ...(isNew ? added.map((source) => source.key) : [])];
  return ["## Since the last run", "", statementLine({ text: text.text, cites }, numbering)];
}

function sourceLine({ kind, label, url, publisher, publishedAt, retrievedAt }: Source): string {
  const address = url === null ? null : linkAddress(url);
  const title = escapeText(label === "" ? (url ?? "") : label);
  const name = address === null ? title : `[${title}](<${address}>)`;
  const by = publisher === "" ? "" : `, ${escapeText(publisher)}`;
  const published = publishedAt === null ? "" : `, published ${publishedAt}`;
  const at = retrievedAt.slice(0, 10);
  const read = { page: `read ${at}`, record: `as recorded on ${at}`, search: `made on ${at}` }[kind];
  return `${name}${by}${published}, ${read}`;
}
