import { type Client, errors } from "@opensearch-project/opensearch";
import { askEngine } from "#companies/engine/engine-client";
import { StoredLexicon } from "./stored-lexicon.ts";

/** Size of one document in bytes. A request of this size is well below the engine's limit (100 MB). */
const PART_BYTES = 8 << 20;

/** Number of documents removed in one request. */
const MOST_REMOVED = 500;

const lexiconsOf = (prefix: string): string => `${prefix}-lexicons`;

const MAPPING = {
  dynamic: "strict",
  properties: {
    lexicon: { type: "keyword" },
    part: { type: "integer" },
    parts: { type: "integer" },
    content: { type: "binary" },
  },
} as const;

interface Part {
  /** Version of the lexicon. */
  lexicon: string;
  part: number;
  parts: number;
  /** Base64. */
  content: string;
}

const isOf = (type: string, error: unknown): boolean =>
  error instanceof errors.ResponseError && error.body?.error?.type === type;

/**
 * Stores lexicons beside the indexes made with them, so that all processes that use the engine find them. A lexicon
 * never changes.
 */
export function lexiconStore(client: Client, prefix: string) {
  const lexicons = lexiconsOf(prefix);
  const idOf = (version: string, part: number) => `${version}-${part}`;
  return {
    /**
     * Reads a lexicon by its version; null where it does not exist. @throws ServiceUnavailableError when the engine is
     * unavailable
     */
    async read(version: string): Promise<StoredLexicon | null> {
      const content: Buffer[] = [];
      for (let part = 0, parts = 1; part < parts; part++) {
        const found = await readPart(idOf(version, part));
        if (found === null) return null;
        parts = found.parts;
        content.push(Buffer.from(found.content, "base64"));
      }
      return StoredLexicon.of(Buffer.concat(content));
    },

    /**
     * Stores a lexicon. It writes the first part last, so that a lexicon with a first part is complete. @returns its
     * version
     */
    async write(content: Buffer): Promise<string> {
      const { version } = StoredLexicon.of(content);
      await makeIndex();
      const parts = Math.max(1, Math.ceil(content.length / PART_BYTES));
      for (let part = parts - 1; part >= 0; part--) {
        const own = content.subarray(part * PART_BYTES, (part + 1) * PART_BYTES);
        const body: Part = { lexicon: version, part, parts, content: own.toString("base64") };
        await askEngine(() =>
          client.index({ index: lexicons, id: idOf(version, part), refresh: part === 0, body: { ...body } }),
        );
      }
      return version;
    },

    /** Removes all other lexicons. */
    async keepOnly(versions: readonly string[]): Promise<void> {
      const query = { bool: { must_not: [{ terms: { lexicon: [...versions] } }] } };
      for (;;) {
        const { body } = await askEngine(() =>
          client.search({ index: lexicons, _source: false, body: { size: MOST_REMOVED, query } }),
        );
        const old = body.hits.hits.map(({ _id }) => ({ delete: { _index: lexicons, _id: _id ?? "" } }));
        if (old.length === 0) return;
        await askEngine(() => client.bulk({ refresh: true, body: old }));
      }
    },
  };

  async function readPart(id: string): Promise<Part | null> {
    try {
      const { body } = await askEngine(() => client.get({ index: lexicons, id }));
      return body._source as unknown as Part;
    } catch (error) {
      if (error instanceof errors.ResponseError && error.statusCode === 404) return null;
      throw error;
    }
  }

  async function makeIndex(): Promise<void> {
    const settings = { index: { number_of_shards: 1, auto_expand_replicas: "0-1" } };
    try {
      await askEngine(() => client.indices.create({ index: lexicons, body: { settings, mappings: MAPPING } as never }));
    } catch (error) {
      if (!isOf("resource_already_exists_exception", error)) throw error;
    }
  }
}
