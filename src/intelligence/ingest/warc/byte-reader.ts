/** Longest line, in bytes. */
const LONGEST_LINE = 65_536;
const LINE_FEED = 0x0a;

/** Reads lines and blocks of known length from a stream. Memory holds what is asked for and one chunk. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Returns the next line without its end; null at the end of the stream, and for a line that is too long. */
  async line(): Promise<string | null> {
    for (;;) {
      const end = this.#held.indexOf(LINE_FEED);
      if (end !== -1) {
        const line = this.#held.toString("utf8", 0, end).replace(/\r$/, "");
        this.#held = this.#held.subarray(end + 1);
        return line;
      }
      if (this.#held.length > LONGEST_LINE) return null;
      const next = await this.#next();
      if (next === null) return null;
      this.#held = this.#held.length === 0 ? next : Buffer.concat([this.#held, next]);
    }
  }

  /** Returns whether nothing is left. */
  async isAtEnd(): Promise<boolean> {
    while (this.#held.length === 0) {
      const next = await this.#next();
      if (next === null) return true;
      this.#held = next;
    }
    return false;
  }

  /** Returns the next bytes; null where the stream ends before. */
  async take(length: number): Promise<Buffer | null> {
    const parts: Buffer[] = [];
    return (await this.#pass(length, (part) => parts.push(part))) ? Buffer.concat(parts) : null;
  }

  /** Skips bytes; returns false where the stream ends before. */
  skip(length: number): Promise<boolean> {
    return this.#pass(length, () => {});
  }

  async #pass(length: number, use: (part: Buffer) => void): Promise<boolean> {
    for (let left = length; left > 0; ) {
      if (await this.isAtEnd()) return false;
      const part = this.#held.subarray(0, left);
      use(part);
      this.#held = this.#held.subarray(part.length);
      left -= part.length;
    }
    return true;
  }

  async #next(): Promise<Buffer | null> {
    const { done, value } = await this.#chunks.next();
    return done === true ? null : value;
  }
}
