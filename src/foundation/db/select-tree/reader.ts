import DataLoader from "dataloader";
import type { Prisma } from "#generated/prisma/client";
import { NotFoundError } from "../../errors/index.ts";
import type { Database, PrismaClient, Queries } from "../database.ts";
import { cursorError } from "./keyset.ts";
import { type ExtraRelations, type Model, type Models, readModels } from "./model.ts";
import { revive } from "./shape.ts";
import { countsStatement, treeStatement } from "./statement.ts";
import { isObject, type SelectTree, type Where } from "./tree.ts";
import type { TreeStatement } from "./tree-writer.ts";

type ModelName = Uncapitalize<Prisma.ModelName>;

/** Reads one model like Prisma's delegate of the same name: same arguments, same row types. */
interface ModelReader<Delegate> {
  findMany<Args extends Prisma.Args<Delegate, "findMany">>(
    args: Prisma.Exact<Args, Prisma.Args<Delegate, "findMany">>,
  ): Promise<Prisma.Result<Delegate, Args, "findMany">>;
  findFirst<Args extends Prisma.Args<Delegate, "findFirst">>(
    args: Prisma.Exact<Args, Prisma.Args<Delegate, "findFirst">>,
  ): Promise<Prisma.Result<Delegate, Args, "findFirst">>;
  /** Batches the requests of one turn that have the same tree into one statement. */
  findUnique<Args extends Prisma.Args<Delegate, "findUnique">>(
    args: Prisma.Exact<Args, Prisma.Args<Delegate, "findUnique">>,
  ): Promise<Prisma.Result<Delegate, Args, "findUnique">>;
  findUniqueOrThrow<Args extends Prisma.Args<Delegate, "findUniqueOrThrow">>(
    args: Prisma.Exact<Args, Prisma.Args<Delegate, "findUniqueOrThrow">>,
  ): Promise<Prisma.Result<Delegate, Args, "findUniqueOrThrow">>;
  /**
   * Returns the row of each of these unique keys, which are all of one kind. The tree's selection is the same object
   * each time, so that its statement is written once. One statement. @throws NotFoundError
   */
  findEach(tree: SelectTree, keys: readonly Where[]): Promise<object[]>;
  /** Batches the requests of one turn into one statement. */
  count(args?: { where?: Prisma.Args<Delegate, "findMany">["where"] }): Promise<number>;
}

/**
 * Reads trees of rows with one statement each, however many levels they have.
 * Prisma has no LIMIT per parent: it reads all children of all parents and cuts in JavaScript.
 * Arguments and results are Prisma's.
 */
export type TreeReader = { readonly [Name in ModelName]: ModelReader<PrismaClient[Name]> };

/**
 * Key of a row's texts. They stand on the row itself, because in a `WeakMap` they would survive the collection of young
 * garbage.
 */
const TEXTS = Symbol("texts");

interface Row extends Record<string, unknown> {
  [TEXTS]?: ReadonlyMap<string, string>;
}

/** Returns the texts that the tree asked for, of a row that it read. */
export const textsOf = (row: object): ReadonlyMap<string, string> | undefined => (row as Row)[TEXTS];

/** PostgreSQL's invalid_text_representation. */
const NO_JSON = "22P02";

/** A row has a value that no text can represent, such as NaN. */
export class NoTextError extends Error {
  constructor(options: ErrorOptions) {
    super("a value is no JSON", options);
    this.name = "NoTextError";
  }
}

interface Unique extends SelectTree {
  where: Where;
}

const modelsOf = new WeakMap<PrismaClient, Models>();

/** Returns the models of the database's client, which are read once. */
function knownModels({ prisma }: Pick<Database, "prisma">, relations: ExtraRelations): Models {
  const known = modelsOf.get(prisma) ?? readModels(prisma, relations);
  modelsOf.set(prisma, known);
  return known;
}

class Reader {
  readonly #db: Queries;
  readonly #models: Models;
  readonly #model: Model;
  #uniques: DataLoader<Unique, unknown> | undefined;
  #counts: DataLoader<Where, number> | undefined;

  constructor(db: Queries, models: Models, model: Model) {
    this.#db = db;
    this.#models = models;
    this.#model = model;
  }

  async findMany(tree: SelectTree): Promise<Row[]> {
    const statement = treeStatement(this.#models, this.#model, tree);
    const rows = statement.texts.length > 0 ? await this.#runWithTexts(statement) : await this.#runPlain(statement);
    for (const row of rows) revive(row, statement.shape);
    return rows;
  }

  /** @throws InvalidInputError for a cursor whose sort keys are not of their columns' types */
  async #runPlain(statement: TreeStatement): Promise<Row[]> {
    try {
      return await this.#run<Row[]>(statement);
    } catch (error) {
      throw error instanceof Error ? cursorError(error) : error;
    }
  }

  /** @throws NoTextError; InvalidInputError as `#runPlain` */
  async #runWithTexts({ text, values, texts: keys }: TreeStatement): Promise<Row[]> {
    let found: { row: Row; [text: `text${number}`]: string }[];
    try {
      found = await this.#db.query(text, values);
    } catch (cause) {
      if (!(cause instanceof Error)) throw cause;
      throw "code" in cause && cause.code === NO_JSON ? new NoTextError({ cause }) : cursorError(cause);
    }
    return found.map(({ row, ...columns }) => {
      row[TEXTS] = new Map(keys.map((key, i) => [key, columns[`text${i}`] ?? "null"]));
      return row;
    });
  }

  async findFirst(tree: SelectTree): Promise<unknown> {
    const [first] = await this.findMany({ ...tree, take: 1 });
    return first ?? null;
  }

  findUnique(tree: Unique): Promise<unknown> {
    this.#uniques ??= new DataLoader((asked) => this.#readUniques(asked), { cache: false });
    return this.#uniques.load(tree);
  }

  async findUniqueOrThrow(tree: Unique): Promise<unknown> {
    return (await this.findUnique(tree)) ?? this.#missing(tree.where);
  }

  async findEach(tree: SelectTree, keys: readonly Where[]): Promise<object[]> {
    const rows = await this.#readKeys(tree, keys);
    return rows.map((row, i) => row ?? this.#missing(keys[i] ?? {}));
  }

  #missing(key: Where): never {
    throw new NotFoundError(`${this.#model.name.toLowerCase()} ${Object.values(key).join(", ")}`);
  }

  count({ where }: { where?: SelectTree["where"] } = {}): Promise<number> {
    this.#counts ??= new DataLoader(
      (wheres) => this.#run<number[]>(countsStatement(this.#models, this.#model, wheres)),
      { cache: false },
    );
    return this.#counts.load(where ?? {});
  }

  async #run<Rows>({ text, values }: TreeStatement): Promise<Rows> {
    const [row] = await this.#db.query<{ rows: Rows }>(text, values);
    if (row === undefined) throw new Error("a statement of aggregates gave no row");
    return row.rows;
  }

  /** Returns rows in the order of the requests. Requests with the same tree are read together. */
  async #readUniques(asked: readonly Unique[]): Promise<unknown[]> {
    // Usually there is only one request, which needs no grouping.
    const [only] = asked;
    if (only !== undefined && asked.length === 1) {
      const [row = null] = await this.findMany(only);
      return [row];
    }
    const found: unknown[] = asked.map(() => null);
    const groups = new Map<string, { tree: SelectTree; positions: number[] }>();
    asked.forEach(({ where, ...tree }, position) => {
      // Rows with the same key column are read together; further conditions apply only to their own row.
      const keys = Object.keys(where);
      const name = JSON.stringify([keys.length === 1 ? keys : where, tree]);
      const group = groups.get(name) ?? { tree, positions: [] as number[] };
      group.positions.push(position);
      groups.set(name, group);
    });
    await Promise.all(
      [...groups.values()].map(async ({ tree, positions }) => {
        const wheres = positions.map((position) => asked[position]?.where ?? {});
        const rows = await this.#readKeys(tree, wheres);
        positions.forEach((position, i) => {
          found[position] = rows[i] ?? null;
        });
      }),
    );
    return found;
  }

  /** Returns the row of each unique key; all keys are of one kind. */
  async #readKeys(tree: SelectTree, wheres: readonly Where[]): Promise<(object | undefined)[]> {
    const [first = {}] = wheres;
    const [name = "", ...more] = Object.keys(first);
    if (wheres.length === 1 || more.length > 0) {
      const [row] = await this.findMany({ ...tree, where: first });
      return wheres.map(() => row);
    }
    const columns = this.#model.compoundKeys.get(name) ?? [name];
    const keys = wheres.map((where) => where[name]);
    const keyOf = (key: unknown) =>
      isObject(key) ? columns.map((column) => String(key[column])).join("/") : String(key);
    const hasKey = tree.select == null || columns.every((column) => tree.select?.[column] === true);
    const select = { ...tree.select, ...Object.fromEntries(columns.map((column) => [column, true])) };
    const rows = await this.findMany({
      ...tree,
      ...(hasKey ? {} : { select }),
      where: { [name]: { in: [...new Map(keys.map((key) => [keyOf(key), key])).values()] } },
    });
    const byKey = new Map(rows.map((row) => [keyOf(columns.length > 1 ? row : row[name]), row]));
    return keys.map((key) => byKey.get(keyOf(key)));
  }
}

/**
 * Opens a reader for one request, which batches the reads of one turn. `relations` adds lists to those of Prisma's
 * schema; every reader of a database must get the same ones.
 */
export function openTreeReader(db: Pick<Database, "query" | "prisma">, relations: ExtraRelations = {}): TreeReader {
  const models = knownModels(db, relations);
  const readers = new Map<string, Reader>();
  const readerOf = (name: string) => {
    const known = readers.get(name);
    if (known !== undefined) return known;
    const model = models.get(`${name.charAt(0).toUpperCase()}${name.slice(1)}`);
    if (model === undefined) return undefined;
    const made = new Reader(db, models, model);
    readers.set(name, made);
    return made;
  };
  return new Proxy({} as TreeReader, {
    get: (_target, name) => (typeof name === "string" ? readerOf(name) : undefined),
    has: (_target, name) => typeof name === "string" && readerOf(name) !== undefined,
  });
}
