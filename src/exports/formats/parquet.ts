import { once } from "node:events";
import { PassThrough, type Readable } from "node:stream";
import { ByteWriter, parquetWriteRows } from "hyparquet-writer";
import { rowsOf, type WriteFormat } from "./write-format.ts";

/** Number of companies in a row group, which is what memory holds at a time. */
const ROW_GROUP = 1_000;

/** Passes on what was written after each row group, and waits until it was consumed. */
class StreamWriter extends ByteWriter {
  readonly #output: PassThrough;
  readonly #closed = new AbortController();

  constructor(output: PassThrough) {
    super();
    this.#output = output;
    output.once("close", () => this.#closed.abort());
  }

  async flush(): Promise<void> {
    const bytes = Buffer.from(this.getBytes());
    this.index = 0;
    // Fails when the reader left, so that the market is let go of.
    if (bytes.length > 0 && !this.#output.write(bytes))
      await once(this.#output, "drain", { signal: this.#closed.signal });
  }

  override async finish(): Promise<void> {
    await this.flush();
    this.#output.end();
  }
}

/** Writes Apache Parquet, compressed by Snappy. */
export const writeParquet: WriteFormat = (companies, columns): Readable => {
  const output = new PassThrough();
  const written = parquetWriteRows({
    writer: new StreamWriter(output),
    rows: rowsOf(companies, columns),
    columns: columns.map(({ name, type }) => ({ name, type })),
    rowGroupSize: ROW_GROUP,
  });
  Promise.resolve(written).catch((error: Error) => output.destroy(error));
  return output;
};
