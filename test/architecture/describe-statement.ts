import type { EventEmitter } from "node:events";
import type pg from "pg";

export interface ResultColumn {
  name: string;
  /** Oid of its type. */
  type: number;
  /** Oid of the table, and number of the column in it, that it comes from unchanged; 0: it is an expression. */
  table: number;
  column: number;
}

export interface DescribedStatement {
  /** Oids of the parameters' types, in order. */
  parameters: number[];
  /** Empty where the statement has no result. */
  columns: ResultColumn[];
}

/** The driver's connection, as far as its queries use it. */
interface Wire extends EventEmitter {
  parse(query: { name: string; text: string }): void;
  describe(of: { type: "S"; name: string }): void;
  sync(): void;
}

/** In place of a query of the driver's: Parse and Describe of the extended protocol, without Bind and Execute. */
class Description {
  readonly #text: string;
  readonly #described: DescribedStatement = { parameters: [], columns: [] };
  readonly #done: (described: DescribedStatement) => void;
  readonly handleError: (error: Error) => void;

  constructor(text: string, done: (described: DescribedStatement) => void, failed: (error: Error) => void) {
    this.#text = text;
    this.#done = done;
    this.handleError = failed;
  }

  submit(connection: Wire): void {
    connection.removeAllListeners("parameterDescription");
    connection.once("parameterDescription", ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
      this.#described.parameters = dataTypeIDs;
    });
    connection.parse({ name: "", text: this.#text });
    connection.describe({ type: "S", name: "" });
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#described.columns = fields.map(({ name, dataTypeID, tableID, columnID }) => ({
      name,
      type: dataTypeID,
      table: tableID,
      column: columnID,
    }));
  }

  handleReadyForQuery(): void {
    this.#done(this.#described);
  }
}

/**
 * Has PostgreSQL parse and analyse a statement, and asks what its parameters and its result are; nothing is executed.
 * @throws what PostgreSQL says of a statement that does not fit the schema
 */
export function describeStatement(client: pg.ClientBase, text: string): Promise<DescribedStatement> {
  return new Promise((done, failed) => {
    client.query(new Description(text, done, failed) as unknown as pg.Submittable);
  });
}
