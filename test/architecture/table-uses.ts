import type {
  CallExpression,
  Expression,
  Identifier,
  Node,
  ObjectLiteralExpression,
  PropertyAccessExpression,
  PropertyAssignment,
  StringLiteral,
  TemplateExpression,
} from "typescript/unstable/ast";
import { type Access, COMPUTED, tablesIn } from "./tables-in-sql.ts";
import { nodesOf, type SourceFileNode, SyntaxKind } from "./typescript-project.ts";

/** The tables as `schema.prisma` declares them. */
export interface Models {
  tables: ReadonlySet<string>;
  /** Table by the name of the delegate in the client (`tx.criteriaVersion`). */
  tableOf: ReadonlyMap<string, string>;
  /** By table: the tables that its relations lead to. */
  relations: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

export interface TableUse {
  file: string;
  table: string;
  access: Access;
  /** By the tree reader: `read(context).market.findMany(…)`. */
  byTree: boolean;
  /** Where it is and what stands there, for people. */
  shown: string;
}

const MODEL = /^model (\w+) \{\n([\s\S]*?)\n\}/gm;

/** Reads the models of a Prisma schema: each has an `@@map`. */
export function readModels(schema: string): Models {
  const models = [...schema.matchAll(MODEL)].map(([, name = "", body = ""]) => ({
    name,
    body,
    table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? name,
  }));
  const byName = new Map(models.map(({ name, table }) => [name, table]));
  const relationsOf = (body: string) =>
    [...body.matchAll(/^ {2}(\w+)\s+(\w+)/gm)].flatMap(([, field = "", type = ""]): [string, string][] => {
      const table = byName.get(type);
      return table === undefined ? [] : [[field, table]];
    });
  return {
    tables: new Set(byName.values()),
    tableOf: new Map(models.map(({ name, table }) => [name.charAt(0).toLowerCase() + name.slice(1), table])),
    relations: new Map(models.map(({ table, body }) => [table, new Map(relationsOf(body))])),
  };
}

/** Tables that a file names: in SQL, in calls of Prisma and their relations, and as the `table` that a statement is made for. */
export function usesIn(file: SourceFileNode, models: Models): TableUse[] {
  const uses: TableUse[] = [];
  for (const node of nodesOf(file.node)) {
    const found = [...inSql(node, models), ...inPrisma(node, models), ...asName(node, models)];
    if (found.length === 0) continue;
    const shown = `${file.path}: ${node.getText().replace(/\s+/g, " ").slice(0, 160)}`;
    for (const use of found) uses.push({ file: file.path, shown, byTree: false, ...use });
  }
  return uses;
}

type Found = Pick<TableUse, "table" | "access"> & { byTree?: boolean };

function inSql(node: Node, { tables }: Models): Found[] {
  const text = textOf(node);
  return text === null ? [] : tablesIn(text, tables);
}

/** The text of a literal, with `COMPUTED` where a part is computed; null where the node is none. */
function textOf(node: Node): string | null {
  if (node.kind === SyntaxKind.StringLiteral || node.kind === SyntaxKind.NoSubstitutionTemplateLiteral)
    return (node as StringLiteral).text;
  if (node.kind !== SyntaxKind.TemplateExpression) return null;
  const { head, templateSpans } = node as TemplateExpression;
  return head.text + templateSpans.map(({ literal }) => ` ${COMPUTED} ${literal.text}`).join("");
}

const READS = /^(find|count|aggregate|groupBy)/;
const OPERATION = /^(find|count|aggregate|groupBy|create|update|upsert|delete)/;

/** `tx.job.update({ data: { market: { … } } })`: the model, and every relation that the argument names. */
function inPrisma(node: Node, models: Models): Found[] {
  if (node.kind !== SyntaxKind.CallExpression) return [];
  const { expression, arguments: args } = node as CallExpression;
  if (expression.kind !== SyntaxKind.PropertyAccessExpression) return [];
  const { name: operation, expression: delegate } = expression as PropertyAccessExpression;
  if (delegate.kind !== SyntaxKind.PropertyAccessExpression || !OPERATION.test(operation.text)) return [];
  const table = models.tableOf.get((delegate as PropertyAccessExpression).name.text);
  if (table === undefined) return [];
  const access = READS.test(operation.text) ? "read" : "write";
  const byTree = isTreeReader((delegate as PropertyAccessExpression).expression);
  const found: Found[] = [{ table, access }, ...args.flatMap((argument) => relationsIn(argument, table, models))];
  return found.map((use) => ({ ...use, byTree }));
}

/** `read(context)` */
const isTreeReader = (client: Expression): boolean =>
  client.kind === SyntaxKind.CallExpression && (client as CallExpression).expression.getText() === "read";

const NESTED_WRITES: ReadonlySet<string> = new Set(
  "create createMany update updateMany upsert delete deleteMany connectOrCreate".split(" "),
);

function relationsIn(value: Expression, table: string, models: Models, access: Access = "read"): Found[] {
  if (value.kind !== SyntaxKind.ObjectLiteralExpression) return [];
  return (value as ObjectLiteralExpression).properties.flatMap((property) => {
    if (property.kind !== SyntaxKind.PropertyAssignment) return [];
    const { name, initializer } = property as PropertyAssignment;
    const field = (name as Identifier).text;
    const related = models.relations.get(table)?.get(field);
    if (related === undefined)
      return relationsIn(initializer, table, models, NESTED_WRITES.has(field) ? "write" : access);
    return [{ table: related, access }, ...relationsIn(initializer, related, models, access)];
  });
}

/** `{ table: "workflow_runs" }`: the statements are written elsewhere. Several `tables` are named for ANALYZE alone. */
function asName(node: Node, { tables }: Models): Found[] {
  if (node.kind !== SyntaxKind.PropertyAssignment) return [];
  const { name, initializer } = node as PropertyAssignment;
  const { text } = name as Identifier;
  if (!/^tables?(Name)?$/.test(text) || initializer.kind !== SyntaxKind.StringLiteral) return [];
  return (initializer as StringLiteral).text
    .split(/,\s*/)
    .filter((table) => tables.has(table))
    .map((table) => ({ table, access: text === "tables" ? "read" : "write" }));
}
