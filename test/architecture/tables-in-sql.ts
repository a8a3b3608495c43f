import { loadModule, type ScanToken, scanSync } from "libpg-query";

await loadModule();

export type Access = "read" | "write";

/** After these words a table is named, or a list of tables. */
const BEFORE_TABLES: ReadonlySet<string> = new Set(
  "FROM JOIN INTO UPDATE USING TABLE TRUNCATE ANALYZE COPY ONLY".split(" "),
);
const ENDS_LIST: ReadonlySet<string> = new Set(
  "WHERE GROUP ORDER HAVING LIMIT SET ON SELECT VALUES RETURNING WINDOW UNION".split(" "),
);
/** May stand between the word and the table. */
const SKIPPED: ReadonlySet<string> = new Set("ONLY LATERAL IF NOT EXISTS".split(" "));
const WRITES: ReadonlySet<string> = new Set("INTO UPDATE TRUNCATE COPY".split(" "));

/** Stands in a text where a part of it is computed. */
export const COMPUTED = "computed_part";

export interface NamedTable {
  table: string;
  access: Access;
}

/**
 * The tables that an SQL text, or a piece of one, names where SQL expects a table; `COMPUTED` where the name is computed. By
 * PostgreSQL's own lexer. Keywords count in capitals, as this project writes them: the sentence "from markets" is no SQL.
 */
export function tablesIn(sql: string, known: ReadonlySet<string>): NamedTable[] {
  const named: NamedTable[] = [];
  const tokens = scan(sql);
  // For each open bracket: whether a table follows a comma at this depth.
  const lists = [false];
  let expected: Access | null = null;
  for (const [at, { text }] of tokens.entries()) {
    const depth = lists.length - 1;
    const before = tokens[at - 1]?.text;
    if (text === "(") {
      lists.push(false);
      expected = null;
    } else if (text === ")") {
      if (depth > 0) lists.pop();
      expected = null;
    } else if (BEFORE_TABLES.has(text) && before !== "DISTINCT") {
      // `DO UPDATE SET` and `FOR UPDATE` name no table, nor does `IS DISTINCT FROM`.
      const isWrite = (WRITES.has(text) && before !== "FOR" && before !== "DO") || before === "DELETE";
      expected = isWrite ? "write" : "read";
      lists[depth] = text === "FROM" || text === "USING" || text === "TRUNCATE" || text === "ANALYZE";
    } else if (ENDS_LIST.has(text)) {
      expected = null;
      if (text !== "ON") lists[depth] = false;
    } else if (text === ",") {
      expected = lists[depth] ? "read" : null;
    } else if (expected !== null && !SKIPPED.has(text)) {
      const table = text.replace(/^"(.*)"$/, "$1");
      const isFunction = tokens[at + 1]?.text === "(" && before !== "INTO" && before !== "COPY";
      if (table === COMPUTED || (known.has(table) && !isFunction)) named.push({ table, access: expected });
      expected = null;
    }
  }
  return named;
}

/** Tokens without comments; none where the text is not made of SQL's. */
function scan(text: string): ScanToken[] {
  try {
    return scanSync(text).tokens.filter(({ tokenName }) => !tokenName.endsWith("_COMMENT"));
  } catch {
    return [];
  }
}
