import { roleBits } from "#companies/analysis/roles";
import { readWeightedWords } from "#companies/analysis/weighted-words";
import type { IndexedCompany } from "#companies/directory-company";
import { foundingYear } from "#companies/founding-year";
import { BANDS } from "#companies/market-cap";
import { foldCase } from "#foundation/language/tokenize";
import { textDigest } from "#providers/embeddings/vector-file";
import type { IndexParts } from "./directory-index.ts";
import { Numbering, type Numberings } from "./numbering.ts";
import { SparseRowsBuilder, transpose } from "./postings.ts";

/**
 * Maximum number of words of running text for training. More documents are thinned out evenly, to limit time and
 * memory.
 */
const MAX_TRAINING_WORDS = 8_000_000;

/** Documents as word numbers. If they are too many, only every second, fourth … is kept. */
class RunningText {
  private documents: Uint32Array[] = [];
  private length = 0;
  private stride = 1;
  private seen = 0;

  add(document: Uint32Array): void {
    if (this.seen++ % this.stride !== 0) return;
    this.documents.push(document);
    this.length += document.length;
    if (this.length <= MAX_TRAINING_WORDS) return;
    this.documents = this.documents.filter((_, i) => i % 2 === 0);
    this.length = this.documents.reduce((sum, one) => sum + one.length, 0);
    this.stride *= 2;
  }

  joined(): { tokens: Uint32Array; offsets: Uint32Array } {
    const tokens = new Uint32Array(this.length);
    const offsets = new Uint32Array(this.documents.length + 1);
    this.documents.forEach((document, i) => {
      tokens.set(document, offsets[i]);
      offsets[i + 1] = (offsets[i] as number) + document.length;
    });
    return { tokens, offsets };
  }
}

/** The digest of a company that came without one. No real digest is all zeros. */
const NO_DIGEST = "0".repeat(32);

/** Reads companies one by one into the parts of an index. */
export class TextCollector {
  /** Number of words of text seen, each counted once whatever its weight. */
  runningLength = 0;
  private readonly terms: Numbering;
  /** The number of the first new word. Arrays about words begin with it. */
  private readonly firstTerm: number;
  private readonly forms: Map<string, number>[] = [];
  private readonly counts: number[] = [];
  private readonly places: Numbering;
  private readonly labels: Numbering;
  private readonly documents = new SparseRowsBuilder();
  private readonly documentLabels = new SparseRowsBuilder();
  private readonly running = new RunningText();
  private text: number[] = [];
  private readonly domains: string[] = [];
  private readonly digests: string[] = [];
  private readonly recordDigests: string[] = [];
  private readonly values = {
    ids: [] as number[],
    countries: [] as number[],
    states: [] as number[],
    cities: [] as number[],
    employees: [] as number[],
    revenues: [] as number[],
    founded: [] as number[],
    marketCaps: [] as number[],
    roles: [] as number[],
  };

  /** @param known existing numbers of words, places and labels; `parts` has only the new ones */
  constructor(known?: Numberings) {
    this.terms = new Numbering([], known?.terms);
    this.places = new Numbering([], known?.places);
    this.labels = new Numbering([], known?.labels);
    this.firstTerm = this.terms.size;
    this.places.of("");
  }

  /** @param text the company's text for a sentence model */
  add(company: IndexedCompany, text: string): void {
    const { values } = this;
    this.recordDigests.push(company.recordDigest ?? NO_DIGEST);
    this.digests.push(textDigest(text));
    values.ids.push(company.id);
    this.domains.push(company.domain);
    values.countries.push(this.places.of(company.country ?? ""));
    values.states.push(this.places.of(foldCase(company.state ?? "")));
    values.cities.push(this.places.of(foldCase(company.city ?? "")));
    values.employees.push(company.employees ?? Number.NaN);
    values.revenues.push(company.revenueUsd ?? Number.NaN);
    values.founded.push(foundingYear(company)?.year ?? Number.NaN);
    values.marketCaps.push(BANDS.findIndex(({ band }) => band === company.marketCapBand) + 1);
    values.roles.push(roleBits(company));

    const row = new Map<number, number>();
    readWeightedWords(company, (stem, word, weight) => this.read(row, stem, word, weight));
    this.documents.addRow(row);
    this.running.add(Uint32Array.from(this.text));
    this.runningLength += this.text.length;
    this.text = [];
    this.documentLabels.addRow(new Map(company.industries.map((label) => [this.labels.of(label), 1])));
  }

  parts(): IndexParts {
    const documents = this.documents.build();
    const { values } = this;
    return {
      ids: Float64Array.from(values.ids),
      domains: this.domains,
      places: this.places.strings,
      countries: Uint32Array.from(values.countries),
      states: Uint32Array.from(values.states),
      cities: Uint32Array.from(values.cities),
      employees: Float64Array.from(values.employees),
      revenues: Float64Array.from(values.revenues),
      founded: Float64Array.from(values.founded),
      marketCaps: Uint8Array.from(values.marketCaps),
      roles: Uint8Array.from(values.roles),
      vocabulary: this.terms.strings,
      surfaces: Array.from(this.terms.strings, (_, i) => commonest(this.forms[i])),
      counts: Float64Array.from(this.terms.strings, (_, i) => this.counts[i] ?? 0),
      postings: transpose(documents, this.terms.size),
      documents,
      labels: this.labels.strings,
      documentLabels: this.documentLabels.build(),
      textDigests: Buffer.from(this.digests.join(""), "hex"),
      recordDigests: Buffer.from(this.recordDigests.join(""), "hex"),
      sif: null,
      sentences: null,
      notes: [],
    };
  }

  corpus() {
    return { ...this.running.joined(), counts: Float64Array.from(this.counts) };
  }

  private read(row: Map<number, number>, stem: string, word: string, weight: number): void {
    const term = this.terms.of(stem);
    row.set(term, (row.get(term) ?? 0) + weight);
    this.text.push(term);
    const at = term - this.firstTerm;
    if (at < 0) return;
    this.counts[at] = (this.counts[at] ?? 0) + 1;
    const form = foldCase(word);
    const forms = this.forms[at] ?? new Map<string, number>();
    this.forms[at] = forms.set(form, (forms.get(form) ?? 0) + 1);
  }
}

function commonest(forms: Map<string, number> | undefined): string {
  let best = "";
  let most = 0;
  for (const [form, count] of forms ?? []) {
    if (count > most) {
      best = form;
      most = count;
    }
  }
  return best;
}
