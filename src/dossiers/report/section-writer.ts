import { isStorableText } from "#foundation/language/storable-text";
import { sentences } from "#foundation/language/tokenize";
import { type Markdown, sentence, unescaped } from "./markdown.ts";
import type { Material, Source } from "./material.ts";
import { askedForText } from "./word-forms.ts";

/** The key of one of the section's sources. */
export type Cited = Source["key"];

/** Bounds of a passage, in characters. */
const SHORTEST_PASSAGE = 20;
const LONGEST_PASSAGE = 1_200;
/** Maximum number of passages per text. */
const MAX_PASSAGES = 60;

/** Builds a section, in which every statement needs a source. */
export class SectionWriter {
  private readonly material: Material;
  private readonly sources = new Map<string, Source>();
  private readonly now: string;

  constructor(heading: string, now: Date) {
    this.now = now.toISOString();
    this.material = { heading, statements: [], tables: [], passages: [], sources: [], searched: [], differences: [] };
  }

  /** Adds a web page. */
  page(page: { url: string; title: string; publisher: string; publishedAt: string | null; retrievedAt: Date }): Cited {
    return this.add({
      key: page.url,
      kind: "page",
      label: page.title,
      url: page.url,
      publisher: page.publisher,
      publishedAt: page.publishedAt,
      retrievedAt: page.retrievedAt.toISOString(),
    });
  }

  /** Adds a record of this service. `key` is its kind and id, such as `event:12`. */
  record(key: string, label: string, at: Date, url: string | null = null): Cited {
    const retrievedAt = at.toISOString();
    return this.add({ key, kind: "record", label, url, publisher: "", publishedAt: null, retrievedAt });
  }

  /** Adds a search in the records, made now. `what` was searched: "12 articles about Acme". */
  search(key: string, what: string): Cited {
    const source = this.add({
      key,
      kind: "search",
      label: `Search of ${what}`,
      url: null,
      publisher: "",
      publishedAt: null,
      retrievedAt: this.now,
    });
    this.material.searched.push({ what, source });
    return source;
  }

  /** Adds one sentence. */
  say(text: Markdown, ...cites: [Cited, ...Cited[]]): void {
    this.material.statements.push({ text: sentence(text), cites: [...new Set(cites)] });
  }

  /** Adds one sentence that may answer the question; `askedAs` has further words by which questions ask for it. */
  fact(text: Markdown, askedAs: string, ...cites: [Cited, ...Cited[]]): void {
    this.say(text, ...cites);
    this.note(text, askedAs, cites[0]);
  }

  /** Adds a fact that the section does not state by itself, but which may answer the question. */
  note(text: Markdown, askedAs: string, source: Cited): void {
    const plain = unescaped(text);
    if (plain.length <= LONGEST_PASSAGE) this.material.passages.push({ text: plain, source, isFact: true, askedAs });
  }

  /** Adds a statement about one thing in which records differ. */
  differ(text: Markdown, ...cites: [Cited, ...Cited[]]): void {
    this.material.differences.push({ text: sentence(text), cites: [...new Set(cites)] });
  }

  table(columns: string[], rows: { cells: Markdown[]; cites: [Cited, ...Cited[]] }[]): void {
    if (rows.length === 0) return;
    const written = rows.map(({ cells, cites }) => ({
      cells: cells.map(({ text }) => text),
      cites: [...new Set(cites)],
    }));
    this.material.tables.push({ columns, rows: written });
  }

  /**
   * Adds a text whose sentences may answer the question; `askedAs` has further words by which questions ask for them.
   */
  passages(text: string, source: Cited, askedAs?: string): void {
    for (const { start, end } of sentences(text).slice(0, MAX_PASSAGES)) {
      const passage = text.slice(start, end);
      if (passage.length < SHORTEST_PASSAGE || passage.length > LONGEST_PASSAGE || !isStorableText(passage)) continue;
      const asked = [askedAs ?? "", askedForText(passage)].filter((words) => words !== "").join(" ");
      this.material.passages.push({ text: passage, source, ...(asked === "" ? {} : { askedAs: asked }) });
    }
  }

  /**
   * Adds labels under their heading, as one text that may answer the question; leaves out those beyond the longest
   * passage.
   */
  labels(heading: string, labels: readonly string[], source: Cited): void {
    let text = "";
    for (const label of labels) {
      if (label === "" || !isStorableText(label)) continue;
      const longer = text === "" ? `${heading}: ${label}` : `${text}, ${label}`;
      if (longer.length > LONGEST_PASSAGE) break;
      text = longer;
    }
    if (text !== "") this.material.passages.push({ text, source, isLabel: true });
  }

  done(): Material {
    return { ...this.material, sources: [...this.sources.values()] };
  }

  private add(source: Source): Cited {
    if (!this.sources.has(source.key)) this.sources.set(source.key, source);
    return source.key;
  }
}
