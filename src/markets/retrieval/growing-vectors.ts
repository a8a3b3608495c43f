import { embeddingText } from "#companies/analysis/embedding-text";
import type { DirectoryCompany } from "#companies/directory-company";
import { lengthOf } from "#providers/embeddings/embeddings-provider";
import type { TokenQuestion } from "#providers/embeddings/token-comparison";
import { textDigest, VectorFile } from "#providers/embeddings/vector-file";
import type { DirectoryIndex } from "./directory-index.ts";
import type { QuestionVector, VectorCoverage } from "./retriever.ts";
import { type CompanyVectors, meanOf } from "./signals.ts";

/** Makes the sentence vectors of an index's companies, while the index already answers. */
export interface SentenceSource {
  /** The name of the model. Vectors of different names are never compared. */
  model: string;
  /** The folder where its vectors are stored by the content of their texts. */
  folder: string;
  /** Returns one unit vector per text, all of one length. */
  embed(texts: string[], urgency: "waited for" | "idle"): Promise<Float32Array[]>;
  /** Returns the companies' records; leaves out unknown ids. */
  companies(ids: number[]): Promise<DirectoryCompany[]>;
  /** Compares questions with texts token by token, as `compareTokens` does; null where the model cannot. */
  compare: ((questions: TokenQuestion[], texts: string[]) => Promise<Float32Array[]>) | null;
}

const DIGEST_BYTES = 16;

/** Vectors of the model, in memory once for all indexes that use them. Null before the first vector. */
interface Kept {
  file: VectorFile | null;
}

/** The sentence vectors that an index has so far, both stored ones and new ones. */
export class GrowingVectors implements CompanyVectors {
  /** The number of each company's vector; −1 without one. */
  private readonly rows: Int32Array;
  /** Companies that were removed from the directory since the index was made. They get no vector. */
  private readonly gone = new Set<number>();
  private count = 0;
  /** Number of companies, newest first, that have a vector or were tried. */
  private filled = 0;

  private constructor(
    private readonly index: DirectoryIndex,
    readonly source: SentenceSource,
    private readonly kept: Kept,
    before: GrowingVectors | null,
  ) {
    this.rows = new Int32Array(index.size).fill(-1);
    const known = before?.rows.subarray(0, index.base.ids.length);
    if (known) this.rows.set(known);
    for (const row of known ?? []) if (row >= 0) this.count++;
    for (const document of index.recent?.gone ?? []) {
      if ((this.rows[document] as number) >= 0) this.count--;
      this.rows[document] = -1;
      this.gone.add(document);
    }
    for (const { parts, first, size } of index.blocks) {
      if (known && first === 0) continue;
      const { buffer, byteOffset, byteLength } = parts.textDigests;
      const digests = Buffer.from(buffer, byteOffset, byteLength);
      for (let row = 0; row < size && this.file !== null; row++)
        if (!this.gone.has(first + row))
          this.take(first + row, digests.toString("hex", row * DIGEST_BYTES, (row + 1) * DIGEST_BYTES));
    }
  }

  /** Opens the vectors stored for an index. */
  static of(index: DirectoryIndex, source: SentenceSource): GrowingVectors {
    return new GrowingVectors(index, source, { file: VectorFile.open(source.folder, source.model) }, null);
  }

  /**
   * Returns the vectors for another index of the same base. Vectors are looked up only for the companies changed since.
   */
  for(index: DirectoryIndex): GrowingVectors {
    return new GrowingVectors(index, this.source, this.kept, this);
  }

  private get file(): VectorFile | null {
    return this.kept.file;
  }

  get coverage(): VectorCoverage {
    return { withVectors: this.count, companies: this.index.companies };
  }

  /** 0 before the first vector. */
  get dimensions(): number {
    return this.file?.dimensions ?? 0;
  }

  get model(): string {
    return this.source.model;
  }

  /** Whether every company that can have a vector has one. */
  get isComplete(): boolean {
    return this.count > 0 && this.count + this.gone.size >= this.index.size;
  }

  meanOf(documents: number[]): QuestionVector {
    return meanOf(
      documents.flatMap((document) => (this.has(document) ? (this.file?.at(this.rows[document] as number) ?? []) : [])),
    );
  }

  has(document: number): boolean {
    return (this.rows[document] ?? -1) >= 0;
  }

  /** Returns the cosines of a unit vector with all companies; `NaN` for a company without a vector. */
  cosines(unit: Float32Array): Float32Array {
    return this.file?.cosines(unit, this.rows) ?? new Float32Array(this.index.size).fill(Number.NaN);
  }

  /** Makes the missing vectors of these companies. */
  async give(documents: number[], urgency: "waited for" | "idle"): Promise<void> {
    const missing = documents.filter((document) => !this.has(document) && !this.gone.has(document));
    if (missing.length === 0) return;
    const { ids } = this.index.values;
    const records = await this.source.companies(missing.map((document) => ids[document] as number));
    const texts = new Map(records.map((company) => [company.id, embeddingText(company)]));
    const found = missing.flatMap((document) => {
      const text = texts.get(ids[document] as number);
      if (text === undefined) this.gone.add(document);
      return text === undefined ? [] : [{ document, text, digest: textDigest(text) }];
    });
    const fresh = found.filter(({ digest }) => this.file?.rowOf(digest) === undefined);
    if (fresh.length > 0) {
      const vectors = await this.source.embed(
        fresh.map(({ text }) => text),
        urgency,
      );
      const dimensions = lengthOf(this.source.model, vectors, this.file?.dimensions);
      this.kept.file ??= VectorFile.create(this.source.folder, this.source.model, dimensions);
      this.kept.file.append(
        fresh.map(({ digest }, i) => [digest, vectors[i] ?? new Float32Array(dimensions)] as const),
      );
    }
    for (const { document, digest } of found) this.take(document, digest);
  }

  /** Returns the newest companies without a vector, at most `count`. Empty when all have one that can have one. */
  nextMissing(count: number): number[] {
    const missing: number[] = [];
    let at = this.filled;
    for (; at < this.index.size && missing.length < count; at++) {
      // Ids ascend in the base, and in the later block.
      const document = this.index.size - 1 - at;
      if (this.has(document) || this.gone.has(document)) {
        if (missing.length === 0) this.filled = at + 1;
      } else missing.push(document);
    }
    return missing;
  }

  private take(document: number, digest: string): void {
    const row = this.file?.rowOf(digest);
    if (row === undefined || this.has(document)) return;
    this.rows[document] = row;
    this.count++;
  }
}
